-- Operators' tries that end, former cookies, letters to one address that are counted, names that are held for an hour.
-- The same tables stand in ../postgres; a test compares them.

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

-- Too many wrong second factors after a right password: until the command line gives a new link.
ALTER TABLE operators ADD COLUMN locked_at BIGINT;

-- Every cookie that a session had: one that comes again ends it, however often it was changed since.
CREATE TABLE operator_former_cookies (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES operator_sessions (id) ON DELETE CASCADE,
    replaced_at BIGINT NOT NULL
);
CREATE INDEX operator_former_cookies_by_session ON operator_former_cookies (session_id);
INSERT INTO operator_former_cookies (token_hash, session_id, replaced_at)
    SELECT former_hash, id, rotated_at FROM operator_sessions WHERE former_hash IS NOT NULL;
DROP INDEX operator_sessions_by_former;
ALTER TABLE operator_sessions DROP COLUMN former_hash;

-- A name is held by one request whose address was confirmed. One that waits for that holds it for an hour, which rows tell.
DROP INDEX subscriptions_open;
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (subdomain) WHERE state IN ('pending_review', 'provisioning');
CREATE INDEX subscriptions_by_name ON subscriptions (subdomain);

-- Tries are counted by name in the table above: nobody reads these any more.
ALTER TABLE operators DROP COLUMN failed_tries;
ALTER TABLE operators DROP COLUMN retry_at;
