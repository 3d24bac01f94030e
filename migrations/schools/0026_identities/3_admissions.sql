ALTER TABLE answer_changes ADD COLUMN reason TEXT;              -- in words, for colleagues; NULL where its family changed it
