-- How many papers of a submission wait for somebody, by who alone reads of them: what lists are narrowed and ordered by. Written again in each
-- transaction that changes its files, what was said of them, waivers, answers or the rules' word.
CREATE TABLE paper_marks (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    mark TEXT NOT NULL,                  -- missing: its family has to bring it; refused: those of these that the school refused; received: nobody has looked at a file of it
    audience TEXT NOT NULL,              -- that alone reads of it; '' for everybody; with a blank between where it takes more than one, which is nobody's
    n BIGINT NOT NULL,                   -- so many papers, one at least
    PRIMARY KEY (school_id, submission_id, mark, audience),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX paper_marks_by_mark ON paper_marks (school_id, mark, submission_id, audience, n);

-- The last day on which its marks hold; NULL where no day changes them, '' where they were never written.
ALTER TABLE submissions ADD COLUMN papers_until TEXT DEFAULT '';
CREATE INDEX submissions_papers_until ON submissions (school_id, papers_until, id) WHERE papers_until IS NOT NULL;
