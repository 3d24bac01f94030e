-- What somebody keeps of a list under a name: its search, filters, sorting and columns. Theirs alone; goes with their account.
CREATE TABLE saved_views (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    list TEXT NOT NULL,                  -- inbox, people, tills, audit
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,              -- in small letters: two names of a list differ by more than capitals
    query jsontext NOT NULL,             -- parameters of the list's address and their values
    version BIGINT NOT NULL,             -- counts changes
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, user_id, list, name_key),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
