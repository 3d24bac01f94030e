-- Accounts: what is told before a proof, tries that all servers count together, codes before a change of an account's keys.
-- The same tables stand in ../sqlite; a test compares them.

-- Links and codes get more purposes.
ALTER TABLE one_time_links DROP CONSTRAINT one_time_links_purpose_check,
    ADD CONSTRAINT one_time_links_purpose_check
        CHECK (purpose IN ('set_password', 'invitation', 'verify_email', 'change_email', 'restore_email',
                           'restore_phone'));
ALTER TABLE challenges DROP CONSTRAINT challenges_purpose_check,
    ADD CONSTRAINT challenges_purpose_check
        CHECK (purpose IN ('sign_in', 'second_factor', 'second_factor_setup', 'step_up', 'change_phone'));

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

-- The new tables are seen by school alone, as those of 0001.
DO $$ DECLARE t text; BEGIN
    FOREACH t IN ARRAY ARRAY['registrations', 'tries']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY school ON %I USING (school_id = nullif(current_setting(''app.school_id'', true), ''''))', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO qabul_app', t);
    END LOOP;
END $$;

-- Tries are counted by name in the table above: nobody reads these any more.
ALTER TABLE users DROP COLUMN failed_tries;
ALTER TABLE users DROP COLUMN retry_at;
