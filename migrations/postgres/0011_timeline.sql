-- What became of things, for good: entries are added and never changed, and each carries the hash of the one before it. It takes the place of
-- submission_events, whose entries cannot be hashed here: the key is the server's. The same table stands in ../sqlite; a test compares them.

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
);
DROP TABLE submission_events;

-- The new table is seen by school alone, as those of 0001, and what was written stays.
ALTER TABLE timeline ENABLE ROW LEVEL SECURITY;
ALTER TABLE timeline FORCE ROW LEVEL SECURITY;
CREATE POLICY school ON timeline USING (school_id = nullif(current_setting('app.school_id', true), ''));
GRANT SELECT, INSERT ON timeline TO qabul_app;
