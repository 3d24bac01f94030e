-- What every room writes with: numbers, jobs, counts, what was done and what became of things.

-- Numbers handed out one by one.
CREATE TABLE counters (
    school_id TEXT NOT NULL,
    name TEXT NOT NULL,
    last_value BIGINT NOT NULL,
    PRIMARY KEY (school_id, name)
) /* in the order of its key */;

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

-- Addresses with a token, by its hash. The purpose says what sort of object it is; a link to nothing opens nothing.
CREATE TABLE links (
    school_id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    purpose TEXT NOT NULL,
    object_id TEXT NOT NULL,
    address TEXT NOT NULL DEFAULT '',    -- that it went to and proves, or puts back
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (school_id, token_hash)
);
CREATE INDEX links_by_object ON links (school_id, object_id, purpose);
-- Addresses and numbers that somebody may take back.
CREATE INDEX links_by_address ON links (school_id, address);

-- Side effects that wait for the worker.
CREATE TABLE outbox (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    lane BIGINT NOT NULL DEFAULT 2,      -- 0: codes and links; 1: other mail; 2: the rest; 3: steps of long jobs
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
CREATE INDEX outbox_due ON outbox (school_id, state, lane, due_at);
-- All schools at once, and only what still waits: each server looks for what another one left.
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'ready';

-- Added to in the transaction of what uses it up. Kept for two days.
CREATE TABLE allowances (
    school_id TEXT NOT NULL,
    name TEXT NOT NULL,                  -- of what
    holder TEXT NOT NULL,                -- a person's id, a keyed hash of an address, or '' for all strangers of the school
    began BIGINT NOT NULL,               -- when the window began
    used BIGINT NOT NULL,
    PRIMARY KEY (school_id, name, holder, began)
) /* in the order of its key */;

-- What staff find things by: words in one spelling, walked by their beginnings.
CREATE TABLE search_keys (
    school_id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- what is found: submission
    word bytetext NOT NULL,              -- where a word begins; the text goes on without spaces
    object_id TEXT NOT NULL,
    PRIMARY KEY (school_id, kind, word, object_id)
) /* in the order of its key */;

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
CREATE INDEX audit_log_by_time ON audit_log (school_id, at, id);
-- append-only: audit_log

CREATE TABLE timeline (
    school_id TEXT NOT NULL,
    object_kind TEXT NOT NULL,           -- what it is of: enquiry
    object_id TEXT NOT NULL,
    seq BIGINT NOT NULL,                 -- from 1, without gaps
    at BIGINT NOT NULL,
    actor_id TEXT,                       -- NULL for the family and the server
    actor_name TEXT NOT NULL,            -- as it was then
    action TEXT NOT NULL,
    from_value TEXT,
    to_value TEXT,
    comment TEXT,
    prev_hash TEXT NOT NULL,             -- of the entry before it, '' for the first
    hash TEXT NOT NULL,                  -- keyed, over all of the above
    PRIMARY KEY (school_id, object_kind, object_id, seq)
) /* in the order of its key */;
-- append-only: timeline

-- Work that takes long, and the file that comes of it. Stays where it is: neither exported nor restored.
CREATE TABLE bulk_jobs (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- enquiry_export
    account TEXT NOT NULL,               -- who asked, and whose file it is
    state TEXT NOT NULL,                 -- waiting, running, done, failed, cancelled
    wants jsontext NOT NULL,             -- what the kind needs for it
    total BIGINT NOT NULL,
    done BIGINT NOT NULL,
    chunks BIGINT NOT NULL,
    cursor BIGINT NOT NULL,              -- chunks that are done
    tries BIGINT NOT NULL,               -- of the step that is next
    bytes BIGINT NOT NULL,               -- of its parts, then of its file
    fault TEXT,                          -- message id of what it failed by
    file_key TEXT,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,          -- counts once it has ended
    PRIMARY KEY (school_id, id)
);
CREATE INDEX bulk_jobs_by_account ON bulk_jobs (school_id, account, created_at);

-- What it is about, fixed when it was asked for; gone when it has ended.
CREATE TABLE bulk_chunks (
    school_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    chunk BIGINT NOT NULL,               -- from 0
    items jsontext NOT NULL,
    PRIMARY KEY (school_id, job_id, chunk),
    FOREIGN KEY (school_id, job_id) REFERENCES bulk_jobs (school_id, id) ON DELETE CASCADE
);
