-- A family takes back a file of its own without being anybody's account. SQLite takes no NOT NULL away, so the table is made anew.
ALTER TABLE removed_files RENAME TO removed_files_before;
CREATE TABLE removed_files (
    school_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    reason TEXT NOT NULL,                -- in words, for colleagues; empty where another file took its place, or its family took it back
    replaced_by TEXT,                    -- that file
    removed_by TEXT,                     -- of the staff; NULL for its family
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, upload_id),
    FOREIGN KEY (school_id, upload_id) REFERENCES uploads (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, removed_by) REFERENCES users (school_id, id)
) /* in the order of its key */;
INSERT INTO removed_files (school_id, upload_id, submission_id, reason, replaced_by, removed_by, removed_at)
    SELECT school_id, upload_id, submission_id, reason, replaced_by, removed_by, removed_at FROM removed_files_before;
DROP TABLE removed_files_before;
CREATE INDEX removed_files_by_submission ON removed_files (school_id, submission_id);
CREATE INDEX removed_files_by_day ON removed_files (school_id, removed_at);

-- Whether by it the family accepts the offer that was out then.
ALTER TABLE submission_messages ADD COLUMN accepts BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX submission_messages_that_accept ON submission_messages (school_id, submission_id, created_at) WHERE accepts;

-- Whether somebody of the staff added it: no family gave it.
ALTER TABLE uploads ADD COLUMN of_staff BOOLEAN NOT NULL DEFAULT FALSE;
