-- Who signs in, by what, and what is counted of it: identity.

-- People of a school who sign in.
CREATE TABLE users (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    email TEXT NOT NULL,                 -- lower case; the name at sign-in
    name TEXT NOT NULL,
    roles jsontext NOT NULL,             -- array of role names
    locale TEXT NOT NULL,
    password_hash TEXT,                  -- PHC string; NULL until the one-time link was used
    status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'disabled')),
    stamp BIGINT NOT NULL,               -- sessions of an older stamp are dead: bumped by password, role and status changes
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT,
    kind TEXT NOT NULL DEFAULT 'staff' CHECK (kind IN ('staff', 'family', 'applicant', 'till')),
    version BIGINT NOT NULL DEFAULT 1,   -- counts edits by those who manage people
    phone TEXT NOT NULL DEFAULT '',      -- E.164
    contact_email TEXT NOT NULL DEFAULT '', -- of those whose email is no address: applicants and tills
    profile jsontext NOT NULL DEFAULT '{}', -- address, city, state, country, relation, notifications
    avatar TEXT NOT NULL DEFAULT '',     -- storage key of the picture
    terms_version TEXT NOT NULL DEFAULT '', -- what was agreed to at sign-up
    email_verified_at BIGINT,
    phone_verified_at BIGINT,
    totp_secret TEXT,                    -- sealed
    totp_confirmed_at BIGINT,            -- NULL while it is being set up
    totp_step BIGINT NOT NULL DEFAULT 0, -- last time step that was used: a code counts once
    staff_code TEXT,                     -- name at a till
    pin_hash TEXT,                       -- PHC string
    tracking_hash TEXT,                  -- of an applicant's tracking code
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, email)
);
CREATE UNIQUE INDEX users_by_staff_code ON users (school_id, staff_code);
CREATE UNIQUE INDEX users_by_tracking ON users (school_id, tracking_hash);
CREATE INDEX users_by_phone ON users (school_id, phone);
CREATE INDEX users_by_name ON users (school_id, name, id);
-- Few among the families.
CREATE INDEX users_staff ON users (school_id, name, id) WHERE kind = 'staff';

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

-- Codes that were sent, and second factors that are waited for. The target is kept sealed, the code hashed.
CREATE TABLE challenges (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,                    -- SHA-256 of what the browser holds
    purpose TEXT NOT NULL,
    user_id TEXT,                        -- NULL for a target that has no account yet
    target TEXT NOT NULL,                -- sealed
    target_hash TEXT NOT NULL,           -- keyed: what limits count by
    code_hash TEXT NOT NULL,             -- keyed; empty where an authenticator makes the code
    tries BIGINT NOT NULL,               -- counted before the comparison
    sent BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,            -- when a person proved to ask: it is sent anew for an hour from then on
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

-- Tills, and the devices that are them.
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
    refreshes BIGINT NOT NULL DEFAULT 0, -- within the window
    refresh_window BIGINT NOT NULL DEFAULT 0,
    confirmed_at BIGINT NOT NULL DEFAULT 0, -- when its person last showed who they are
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
    successor TEXT,                      -- sealed: one that comes again at once leads to it, and to no other
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

-- Proofs of work that were taken: each counts once.
CREATE TABLE captcha_spent (
    school_id TEXT NOT NULL,
    proof_hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, proof_hash)
);
