-- What staff find things by: words in one spelling, walked by their beginnings.
-- The same table stands in ../postgres; a test compares them. What was stored before gets its keys by the worker's sweep.

CREATE TABLE search_keys (
    school_id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- what is found: submission
    word TEXT NOT NULL,                  -- where a word begins; the text goes on without spaces
    object_id TEXT NOT NULL,
    PRIMARY KEY (school_id, kind, word, object_id)
);
