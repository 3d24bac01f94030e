ALTER TABLE links ADD COLUMN tries BIGINT NOT NULL DEFAULT 0; -- of a second proof that were wrong, since one was right
