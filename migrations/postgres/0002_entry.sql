-- Entry: kinds of people and sessions, second factors, codes and links, tills, what belongs to a family.
-- The same tables stand in ../sqlite; a test compares them.

-- Who a person is here, what they told of themselves, how they prove it.
ALTER TABLE users ADD COLUMN kind TEXT NOT NULL DEFAULT 'staff' CHECK (kind IN ('staff', 'family', 'applicant', 'till'));
ALTER TABLE users ADD COLUMN version BIGINT NOT NULL DEFAULT 1;         -- counts edits by those who manage people
ALTER TABLE users ADD COLUMN phone TEXT NOT NULL DEFAULT '';            -- E.164
ALTER TABLE users ADD COLUMN contact_email TEXT NOT NULL DEFAULT '';    -- of those whose email is no address: applicants and tills
ALTER TABLE users ADD COLUMN profile jsontext NOT NULL DEFAULT '{}';    -- address, city, state, country, relation, notifications
ALTER TABLE users ADD COLUMN avatar TEXT NOT NULL DEFAULT '';           -- storage key of the picture
ALTER TABLE users ADD COLUMN terms_version TEXT NOT NULL DEFAULT '';    -- what was agreed to at sign-up
ALTER TABLE users ADD COLUMN email_verified_at BIGINT;
ALTER TABLE users ADD COLUMN phone_verified_at BIGINT;
ALTER TABLE users ADD COLUMN totp_secret TEXT;                          -- sealed
ALTER TABLE users ADD COLUMN totp_confirmed_at BIGINT;                  -- NULL while it is being set up
ALTER TABLE users ADD COLUMN totp_step BIGINT NOT NULL DEFAULT 0;       -- last time step that was used: a code counts once
ALTER TABLE users ADD COLUMN staff_code TEXT;                           -- name at a till
ALTER TABLE users ADD COLUMN pin_hash TEXT;                             -- PHC string
ALTER TABLE users ADD COLUMN tracking_hash TEXT;                        -- of an applicant's tracking code
CREATE UNIQUE INDEX users_by_staff_code ON users (school_id, staff_code);
CREATE UNIQUE INDEX users_by_tracking ON users (school_id, tracking_hash);
CREATE INDEX users_by_phone ON users (school_id, phone);

-- Links get more purposes.
CREATE TABLE one_time_links (
    school_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('set_password', 'verify_email', 'change_email')),
    email TEXT NOT NULL DEFAULT '',      -- the address that the link proves
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, token_hash),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
CREATE INDEX one_time_links_by_user ON one_time_links (school_id, user_id, purpose);
INSERT INTO one_time_links (school_id, token_hash, user_id, purpose, created_at, expires_at, used_at)
    SELECT school_id, token_hash, user_id, purpose, created_at, expires_at, used_at FROM user_links;
DROP TABLE user_links;

-- Codes that were sent, and second factors that are waited for. The target is kept sealed, the code hashed.
CREATE TABLE challenges (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,                    -- SHA-256 of what the browser holds
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'second_factor', 'second_factor_setup')),
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
CREATE INDEX challenges_by_target ON challenges (school_id, target_hash, created_at);

-- For who lost the authenticator: each counts once.
CREATE TABLE recovery_codes (
    school_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, user_id, code_hash),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);

-- Sessions learn their kind, and what a person recognises them by. Everybody signs in anew once.
DROP TABLE refresh_tokens;
DROP TABLE sessions;
CREATE TABLE tills (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    code TEXT NOT NULL,                  -- what staff call it
    name TEXT NOT NULL,
    store_types jsontext NOT NULL,       -- canteen, uniform
    version BIGINT NOT NULL,
    enrolment_hash TEXT,                 -- of the one-time code that makes a device this till
    enrolment_expires_at BIGINT,
    device_hash TEXT,                    -- of what the device holds; NULL until it was enrolled
    device_label TEXT NOT NULL,
    enrolled_at BIGINT,
    disabled_at BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, code)
);
CREATE UNIQUE INDEX tills_by_device ON tills (school_id, device_hash);
CREATE UNIQUE INDEX tills_by_enrolment ON tills (school_id, enrolment_hash);
-- A signed-in browser. The row has the last word: a bearer only points to it.
CREATE TABLE sessions (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('staff', 'family', 'applicant', 'till')),
    method TEXT NOT NULL,                -- password, password+totp, password+recovery, code, link, pin, tracking
    till_id TEXT,
    device TEXT NOT NULL,                -- browser and system, as far as they say
    address TEXT NOT NULL,               -- network address at sign-in
    stamp BIGINT NOT NULL,               -- the person's stamp at sign-in
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,             -- moved on by refreshes, so that idle sessions end
    expires_at BIGINT NOT NULL,          -- absolute end
    ended_at BIGINT,
    end_reason TEXT,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, till_id) REFERENCES tills (school_id, id)
);
CREATE INDEX sessions_by_user ON sessions (school_id, user_id);
CREATE INDEX sessions_by_till ON sessions (school_id, till_id);
-- Refresh tokens rotate: each is used once; one that comes again later ends its session.
CREATE TABLE refresh_tokens (
    school_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    session_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, token_hash),
    FOREIGN KEY (school_id, session_id) REFERENCES sessions (school_id, id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (school_id, session_id);

-- Counts that have to outlive a restart: codes sent to a target, wrong tries at it.
CREATE TABLE attempts (
    school_id TEXT NOT NULL,
    flow TEXT NOT NULL,
    target_hash TEXT NOT NULL,           -- keyed
    window_start BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (school_id, flow, target_hash, window_start)
);

-- Proofs of work that were taken: each counts once.
CREATE TABLE captcha_spent (
    school_id TEXT NOT NULL,
    proof_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, proof_hash)
);

-- What belongs to a family's account. The draft's token is kept sealed, so that its owner can go on at another device.
CREATE TABLE family_drafts (
    school_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    token TEXT NOT NULL,                 -- sealed
    PRIMARY KEY (school_id, draft_id),
    FOREIGN KEY (school_id, draft_id) REFERENCES drafts (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
CREATE INDEX family_drafts_by_user ON family_drafts (school_id, user_id);
CREATE TABLE family_submissions (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
CREATE INDEX family_submissions_by_user ON family_submissions (school_id, user_id);

CREATE INDEX audit_log_by_time ON audit_log (school_id, at, id);

-- The new tables are seen by school alone, as those of 0001.
DO $$ DECLARE t text; BEGIN
    FOREACH t IN ARRAY ARRAY['one_time_links', 'challenges', 'recovery_codes', 'tills', 'sessions', 'refresh_tokens', 'attempts',
                             'captcha_spent', 'family_drafts', 'family_submissions']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY school ON %I USING (school_id = nullif(current_setting(''app.school_id'', true), ''''))', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO qabul_app', t);
    END LOOP;
END $$;
