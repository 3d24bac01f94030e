-- The name in Arabic of whom a submission is about, where its form asks for both; of what everybody of the staff reads. A sweep tells it to
-- what came in before.
ALTER TABLE submissions ADD COLUMN person_ar TEXT NOT NULL DEFAULT '';
