-- What an offer depends on: made with its letter, and followed until somebody says what became of each.
CREATE TABLE letter_conditions (
    school_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    code TEXT NOT NULL,
    place BIGINT NOT NULL,
    text jsontext NOT NULL,
    due_on TEXT NOT NULL,                -- YYYY-MM-DD
    ends_at BIGINT NOT NULL,             -- the school's midnight after that day
    field TEXT,                          -- the upload of the application form that its document belongs to
    state TEXT NOT NULL,                 -- open, met, failed, waived
    since BIGINT NOT NULL,               -- when it was made, or opened again: documents from then on are its
    decided_at BIGINT,
    reason TEXT,
    reminded BIGINT NOT NULL,            -- 1 a week before, 2 the day before, 3 past its day
    PRIMARY KEY (school_id, letter_id, code),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
CREATE INDEX letter_conditions_due ON letter_conditions (school_id, state, due_on);
-- Days on which a letter was posted on paper.
CREATE TABLE letter_posts (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    posted_on TEXT NOT NULL,             -- YYYY-MM-DD
    note TEXT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
CREATE INDEX letter_posts_of ON letter_posts (school_id, letter_id);
