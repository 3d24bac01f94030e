-- A row holds what everybody of the staff sees: name, score, tags, desk and words that come of an answer for an audience are not in it.
ALTER TABLE submissions ADD COLUMN audiences TEXT NOT NULL DEFAULT '';       -- that read more of it, between blanks
ALTER TABLE submissions ADD COLUMN person_audience TEXT NOT NULL DEFAULT ''; -- that alone reads whom it is about
ALTER TABLE submission_tags ADD COLUMN audience TEXT NOT NULL DEFAULT '';    -- that alone reads it
