-- A list that is narrowed to a grade: without it each row of the table is read to its last column, which lies behind the answers.
CREATE INDEX submissions_by_grade ON submissions (school_id, grade);
