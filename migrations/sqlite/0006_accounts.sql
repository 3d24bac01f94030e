-- Accounts: what is told before a proof, tries that all servers count together, codes before a change of an account's keys.
-- The same tables stand in ../postgres; a test compares them.

-- Links and codes get more purposes; SQLite changes a CHECK by a new table.
CREATE TABLE links_anew (
    school_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('set_password', 'invitation', 'verify_email', 'change_email', 'restore_email',
                                              'restore_phone')),
    email TEXT NOT NULL DEFAULT '',      -- the address that the link proves; for restore_phone the number that it puts back
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, token_hash),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
INSERT INTO links_anew (school_id, token_hash, user_id, purpose, email, created_at, expires_at, used_at)
    SELECT school_id, token_hash, user_id, purpose, email, created_at, expires_at, used_at FROM one_time_links;
DROP TABLE one_time_links;
ALTER TABLE links_anew RENAME TO one_time_links;
CREATE INDEX one_time_links_by_user ON one_time_links (school_id, user_id, purpose);
CREATE TABLE challenges_anew (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,                    -- SHA-256 of what the browser holds
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'second_factor', 'second_factor_setup', 'step_up', 'change_phone')),
    user_id TEXT,                        -- NULL for a target that has no account yet
    target TEXT NOT NULL,                -- sealed
    target_hash TEXT NOT NULL,           -- keyed: what limits count by
    code_hash TEXT NOT NULL,             -- keyed; empty where an authenticator makes the code
    tries BIGINT NOT NULL,               -- counted before the comparison
    sent BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
INSERT INTO challenges_anew (school_id, id, purpose, user_id, target, target_hash, code_hash, tries, sent, sent_at, created_at,
                             expires_at, used_at)
    SELECT school_id, id, purpose, user_id, target, target_hash, code_hash, tries, sent, sent_at, created_at, expires_at, used_at
    FROM challenges;
DROP TABLE challenges;
ALTER TABLE challenges_anew RENAME TO challenges;
CREATE INDEX challenges_by_target ON challenges (school_id, target_hash, created_at);

-- What somebody told who wants an account, until the address is proved: none of it counts before, and then only what was told
-- in the browser in which the link is used.
CREATE TABLE registrations (
    school_id TEXT NOT NULL,
    mark_hash TEXT NOT NULL,             -- SHA-256 of what that browser holds
    user_id TEXT NOT NULL,
    password_hash TEXT NOT NULL,         -- PHC string
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    locale TEXT NOT NULL,
    terms_version TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, mark_hash),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
CREATE INDEX registrations_by_user ON registrations (school_id, user_id);

-- Tries at a name, whether it is somebody's or nobody's: each is counted before anything is compared, so that all servers slow
-- down as one.
CREATE TABLE tries (
    school_id TEXT NOT NULL,
    name_hash TEXT NOT NULL,             -- keyed
    failed BIGINT NOT NULL,              -- in a row
    retry_at BIGINT NOT NULL,            -- no try is looked at before
    locked_at BIGINT,                    -- too many wrong PINs in a day: until a new PIN is given
    PRIMARY KEY (school_id, name_hash)
);

-- A refresh token that comes again at once leads to the one that took its place, and to no other.
ALTER TABLE refresh_tokens ADD COLUMN successor TEXT;                    -- sealed
ALTER TABLE sessions ADD COLUMN refreshes BIGINT NOT NULL DEFAULT 0;     -- within the window
ALTER TABLE sessions ADD COLUMN refresh_window BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;   -- when its person last showed who they are

-- Tries are counted by name in the table above: nobody reads these any more.
ALTER TABLE users DROP COLUMN failed_tries;
ALTER TABLE users DROP COLUMN retry_at;
