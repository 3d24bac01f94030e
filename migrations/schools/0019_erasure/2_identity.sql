-- When somebody asked for their data to be deleted; NULL where nobody did, or where it was answered.
ALTER TABLE users ADD COLUMN erasure_asked_at BIGINT;
