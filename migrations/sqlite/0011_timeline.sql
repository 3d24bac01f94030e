-- What became of things, for good: entries are added and never changed, and each carries the hash of the one before it. It takes the place of
-- submission_events, whose entries cannot be hashed here: the key is the server's. The same table stands in ../postgres; a test compares them.

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

CREATE TRIGGER timeline_keeps BEFORE UPDATE ON timeline BEGIN SELECT RAISE(ABORT, 'timeline is append-only'); END;
CREATE TRIGGER timeline_stays BEFORE DELETE ON timeline BEGIN SELECT RAISE(ABORT, 'timeline is append-only'); END;
