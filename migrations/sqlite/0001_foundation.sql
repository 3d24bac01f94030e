-- Foundation: people, forms, drafts, submissions, files, outbox, audit.
-- The same tables stand in ../postgres; a test compares them.

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
    failed_tries BIGINT NOT NULL,        -- wrong passwords in a row
    retry_at BIGINT NOT NULL,            -- no try is looked at before (milliseconds)
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, email)
);

-- One-time links, by the hash of their token.
CREATE TABLE user_links (
    school_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('set_password')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, token_hash),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);

-- A signed-in browser. The row has the last word: a bearer only points to it.
CREATE TABLE sessions (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    stamp BIGINT NOT NULL,               -- the person's stamp at sign-in
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,             -- moved on by refreshes, so that idle sessions end
    expires_at BIGINT NOT NULL,          -- absolute end
    ended_at BIGINT,
    end_reason TEXT,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_user ON sessions (school_id, user_id);

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

-- Form documents that drafts and submissions were made with, kept as they were.
CREATE TABLE form_versions (
    school_id TEXT NOT NULL,
    form_id TEXT NOT NULL,
    digest TEXT NOT NULL,                -- SHA-256 of the document
    version TEXT NOT NULL,
    document TEXT NOT NULL,              -- the document itself, to the letter
    plugin jsontext,                     -- {name, id, version, digest}; NULL for a declarative form
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, form_id, digest)
);

-- Plugin components that such documents were checked by.
CREATE TABLE components (
    school_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    wasm blob NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, digest)
);

-- Answers that were not sent yet. Children's data: gone when it expires.
CREATE TABLE drafts (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    form_id TEXT NOT NULL,
    form_digest TEXT NOT NULL,           -- the pinned document
    version BIGINT NOT NULL,             -- counts saves; a save names the one that it is based on
    answers jsontext NOT NULL,
    step TEXT NOT NULL,
    locale TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, token_hash),
    FOREIGN KEY (school_id, form_id, form_digest) REFERENCES form_versions (school_id, form_id, digest)
);
CREATE INDEX drafts_by_expiry ON drafts (school_id, expires_at);

-- What came in.
CREATE TABLE submissions (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    reference TEXT NOT NULL,             -- what the family is told
    form_id TEXT NOT NULL,
    form_digest TEXT NOT NULL,
    draft_id TEXT,                       -- hash of the draft's token: two keys on one draft give one submission
    version BIGINT NOT NULL,             -- counts edits by staff
    answers jsontext NOT NULL,
    locale TEXT NOT NULL,
    person TEXT NOT NULL,
    search_text TEXT NOT NULL,           -- lower case: person, reference, contact
    state TEXT NOT NULL CHECK (state IN ('new', 'contacted', 'toured', 'applying', 'lost')),
    owner_id TEXT,
    score_points BIGINT,
    score_out_of BIGINT,
    sort_score BIGINT NOT NULL,          -- points per 10,000; -1 without a score
    tags jsontext NOT NULL,
    route TEXT,
    plugin_failure TEXT,                 -- code of the fault; the answers were taken all the same
    verdict jsontext,
    is_duplicate BOOLEAN NOT NULL,       -- shares a known value with an earlier one; told to staff, never merged
    submitted_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, reference),
    UNIQUE (school_id, draft_id),
    FOREIGN KEY (school_id, form_id, form_digest) REFERENCES form_versions (school_id, form_id, digest),
    FOREIGN KEY (school_id, owner_id) REFERENCES users (school_id, id)
);
CREATE INDEX submissions_by_time ON submissions (school_id, submitted_at, id);
CREATE INDEX submissions_by_state ON submissions (school_id, state, submitted_at, id);
CREATE INDEX submissions_by_score ON submissions (school_id, sort_score, id);
CREATE INDEX submissions_by_person ON submissions (school_id, person, id);
CREATE INDEX submissions_counts ON submissions (school_id, form_id, state);
CREATE INDEX submissions_by_owner ON submissions (school_id, owner_id);

CREATE TABLE submission_tags (
    school_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    PRIMARY KEY (school_id, tag, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);
CREATE INDEX submission_tags_by_submission ON submission_tags (school_id, submission_id);

-- A submission's timeline.
CREATE TABLE submission_events (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor_id TEXT,                       -- NULL for the family and the server
    actor_name TEXT NOT NULL,            -- as it was then
    kind TEXT NOT NULL,
    from_value TEXT,
    to_value TEXT,
    comment TEXT,
    PRIMARY KEY (school_id, submission_id, seq),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);

-- Keyed hashes of values that tell people apart (e-mail, phone, ids): findable, not readable.
CREATE TABLE known_values (
    school_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    PRIMARY KEY (school_id, kind, hash, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);
CREATE INDEX known_values_by_submission ON known_values (school_id, submission_id);

-- Files; their bytes are outside the database, under storage_key.
CREATE TABLE uploads (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    draft_id TEXT,                       -- until it is sent
    submission_id TEXT,                  -- once it was sent
    field TEXT NOT NULL,
    name TEXT NOT NULL,                  -- the person's own file name, one line
    bytes BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    storage_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id)
);
CREATE INDEX uploads_by_draft ON uploads (school_id, draft_id);
CREATE INDEX uploads_by_submission ON uploads (school_id, submission_id);

-- Numbers handed out one by one.
CREATE TABLE counters (
    school_id TEXT NOT NULL,
    name TEXT NOT NULL,
    last_value BIGINT NOT NULL,
    PRIMARY KEY (school_id, name)
);

-- First answers to Idempotency-Keys.
CREATE TABLE idempotency_keys (
    school_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    idem_key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    status BIGINT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, scope, idem_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (school_id, created_at);

-- Side effects that wait for the worker.
CREATE TABLE outbox (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    dedup TEXT NOT NULL,                 -- asking twice is one job
    payload jsontext NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'done', 'dead')),
    due_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,         -- taken by a worker until then
    attempts BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    done_at BIGINT,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, dedup)
);
CREATE INDEX outbox_due ON outbox (school_id, state, due_at);

-- Who did what.
CREATE TABLE audit_log (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    action TEXT NOT NULL,
    object_kind TEXT NOT NULL,
    object_id TEXT NOT NULL,
    detail jsontext NOT NULL,
    request_id TEXT NOT NULL,
    PRIMARY KEY (school_id, id)
);
CREATE INDEX audit_log_by_object ON audit_log (school_id, object_kind, object_id, at);

-- What was done stays done.
CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
