-- The platform's own: operators, requests for schools, letters about both, and who did what.
-- The same tables stand in ../sqlite; a test compares them. What is PostgreSQL's own: the schema `platform` (made before this
-- runs, and first in its search path) and a role that reaches nothing else. The schools' role `qabul_app` gets no right here.

DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'qabul_platform') THEN
        CREATE ROLE qabul_platform NOLOGIN NOBYPASSRLS;
    END IF;
    EXECUTE format('GRANT qabul_platform TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

-- People who run the platform. None of them is a person of a school.
CREATE TABLE operators (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,          -- lower case; the name at sign-in
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'removed')),
    password_hash TEXT,                  -- PHC string; NULL until the link was used
    totp_sealed TEXT,                    -- secret of the authenticator; NULL until the link was used
    totp_step BIGINT NOT NULL,           -- the last time step that counted: none counts twice
    failed_tries BIGINT NOT NULL,
    retry_at BIGINT NOT NULL,
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

-- Signed-in browsers. The cookie changes now and then; the one before counts for a moment longer.
CREATE TABLE operator_sessions (
    id TEXT NOT NULL PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    former_hash TEXT,                    -- of the cookie before
    rotated_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,          -- absolute end
    ended_at BIGINT,
    end_reason TEXT
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);
CREATE INDEX operator_sessions_by_former ON operator_sessions (former_hash);

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
-- A name is held by one open request.
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (subdomain)
    WHERE state IN ('pending_email', 'pending_review', 'provisioning');
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

REVOKE ALL ON SCHEMA platform FROM PUBLIC;
GRANT USAGE ON SCHEMA platform TO qabul_platform;
GRANT SELECT, INSERT, UPDATE, DELETE ON
    operators, operator_links, operator_recovery_codes, operator_sessions, subscriptions, spent_proofs, letters
    TO qabul_platform;
-- What was written down is neither changed nor deleted.
GRANT SELECT, INSERT ON platform_audit TO qabul_platform;
