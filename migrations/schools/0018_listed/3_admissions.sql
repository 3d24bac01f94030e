-- What a row of the list shows beside whom it is about; of what everybody of the staff reads. What came in before shows nothing.
ALTER TABLE submissions ADD COLUMN grade TEXT NOT NULL DEFAULT '';          -- as it is asked for: its English words in small letters
ALTER TABLE submissions ADD COLUMN grade_en TEXT NOT NULL DEFAULT '';
ALTER TABLE submissions ADD COLUMN grade_ar TEXT NOT NULL DEFAULT '';
ALTER TABLE submissions ADD COLUMN school_year TEXT NOT NULL DEFAULT '';    -- likewise
ALTER TABLE submissions ADD COLUMN school_year_en TEXT NOT NULL DEFAULT '';
ALTER TABLE submissions ADD COLUMN school_year_ar TEXT NOT NULL DEFAULT '';
ALTER TABLE submissions ADD COLUMN guardian TEXT NOT NULL DEFAULT '';       -- who answers for the child

-- Grades and school years that the list can be narrowed to, by form: those that a form or its rules know, and none that was typed.
CREATE TABLE list_choices (
    school_id TEXT NOT NULL,
    form_id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- grade, school_year
    value TEXT NOT NULL,                 -- as in submissions
    label_en TEXT NOT NULL,
    label_ar TEXT NOT NULL,
    PRIMARY KEY (school_id, form_id, kind, value)
) /* in the order of its key */;
