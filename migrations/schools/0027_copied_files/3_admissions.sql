-- The first upload with these bytes, where its family gave that once more with another submission: it may be gone since.
ALTER TABLE uploads ADD COLUMN copied_from TEXT;
-- Hash of the link by whose grant a draft was begun.
ALTER TABLE drafts ADD COLUMN by_link TEXT;
