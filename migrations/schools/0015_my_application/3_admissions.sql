-- Contact data that a family corrected after sending, beside the answers as they were sent.
CREATE TABLE submission_corrections (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    field TEXT NOT NULL,                 -- of the form's document
    value TEXT NOT NULL,
    corrected_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, submission_id, field),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
