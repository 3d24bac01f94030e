-- The platform's own: operators, requests for schools, letters about both, and who did what.

-- People who run the platform. None of them is a person of a school.
CREATE TABLE operators (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,          -- lower case; the name at sign-in
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'removed')),
    password_hash TEXT,                  -- PHC string; NULL until the link was used
    totp_sealed TEXT,                    -- secret of the authenticator; NULL until the link was used
    totp_step BIGINT NOT NULL,           -- the last time step that counted: none counts twice
    locked_at BIGINT,                    -- too many wrong second factors after a right password: until the command line gives a new link
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT
);

-- Links by which an operator sets password and authenticator, by the hash of their token.
CREATE TABLE operator_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    totp_sealed TEXT NOT NULL,           -- the secret that is offered: the same each time the page is opened
    tries BIGINT NOT NULL,               -- wrong codes
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX operator_links_by_operator ON operator_links (operator_id);

-- Codes on paper, hashed under the server's own key.
CREATE TABLE operator_recovery_codes (
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    code_hash TEXT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (operator_id, code_hash)
);

-- Signed-in browsers. The cookie changes now and then.
CREATE TABLE operator_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    rotated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,          -- absolute end
    ended_at BIGINT,
    end_reason TEXT
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);

-- Every cookie that a session had: one that comes again ends it, however often it was changed since.
CREATE TABLE operator_former_cookies (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES operator_sessions (id) ON DELETE CASCADE,
    replaced_at BIGINT NOT NULL
);
CREATE INDEX operator_former_cookies_by_session ON operator_former_cookies (session_id);

-- Tries at a name, whether it is an operator's or nobody's: each is counted before anything is compared, so that all servers slow
-- down as one.
CREATE TABLE tries (
    name_hash TEXT NOT NULL PRIMARY KEY, -- keyed
    failed BIGINT NOT NULL,              -- in a row
    retry_at BIGINT NOT NULL             -- no try is looked at before
);

-- Counts that have to outlive a restart: letters to an address, second factors after a right password.
CREATE TABLE attempts (
    flow TEXT NOT NULL,
    target_hash TEXT NOT NULL,           -- keyed
    window_start BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (flow, target_hash, window_start)
);

-- Requests for a school.
CREATE TABLE subscriptions (
    id TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending_email', 'pending_review', 'provisioning', 'active', 'rejected')),
    school_name TEXT NOT NULL,
    school_name_ar TEXT NOT NULL,
    subdomain TEXT NOT NULL,
    country TEXT NOT NULL,
    plan_code TEXT NOT NULL,
    students_estimate BIGINT NOT NULL,
    contact_name TEXT NOT NULL,
    contact_email TEXT NOT NULL,
    contact_phone TEXT NOT NULL,
    locale TEXT NOT NULL,
    terms_version TEXT NOT NULL,
    idem_key TEXT NOT NULL UNIQUE,       -- Idempotency-Key: one request, one row
    request_hash TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,     -- of the link that confirms the address
    token_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    decided_at BIGINT,
    active_at BIGINT,                    -- the school is there since
    decided_by TEXT,                     -- name of the operator, or of the command line
    reason TEXT,
    problem TEXT                         -- why making the school stands still, if it does
);
-- A name is held by one request whose address was confirmed. One that waits for that holds it for an hour, which rows tell.
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (subdomain) WHERE state IN ('pending_review', 'provisioning');
CREATE INDEX subscriptions_by_name ON subscriptions (subdomain);
CREATE INDEX subscriptions_by_state ON subscriptions (state, created_at, id);

-- Proofs that a person asked, until their time is over: each counts once.
CREATE TABLE spent_proofs (
    proof_hash TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

-- Letters on their way, sealed.
CREATE TABLE letters (
    id TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL,                -- empty once it was sent or given up
    state TEXT NOT NULL CHECK (state IN ('ready', 'done', 'dead')),
    due_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    done_at BIGINT
);
CREATE INDEX letters_by_due ON letters (state, due_at);

-- Who did what.
CREATE TABLE platform_audit (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,            -- operator, system, anonymous
    actor_id TEXT,
    action TEXT NOT NULL,
    object_kind TEXT NOT NULL,
    object_id TEXT NOT NULL,
    detail TEXT NOT NULL,                -- a JSON object
    request_id TEXT NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX platform_audit_by_time ON platform_audit (at);
-- append-only: platform_audit
