-- What staff find things by: words in one spelling, walked by their beginnings. Compared by bytes, whatever the cluster's
-- collation is, for a word is found by its beginning.
-- The same table stands in ../sqlite; a test compares them. What was stored before gets its keys by the worker's sweep.

CREATE TABLE search_keys (
    school_id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- what is found: submission
    word TEXT COLLATE "C" NOT NULL,      -- where a word begins; the text goes on without spaces
    object_id TEXT NOT NULL,
    PRIMARY KEY (school_id, kind, word, object_id)
);

-- The new table is seen by school alone, as those of 0001.
ALTER TABLE search_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY school ON search_keys USING (school_id = nullif(current_setting('app.school_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON search_keys TO qabul_app;
