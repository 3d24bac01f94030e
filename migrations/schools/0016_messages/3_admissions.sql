-- What a family and the school write to each other about a submission; goes with it.
CREATE TABLE submission_messages (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    author_id TEXT,                      -- of the staff; NULL for the family
    text TEXT NOT NULL,
    is_mailed BOOLEAN NOT NULL,          -- whether it went to the family's address too; false for the family's own
    created_at BIGINT NOT NULL,
    read_at BIGINT,                      -- when the other side had it before them
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, author_id) REFERENCES users (school_id, id)
);
CREATE INDEX submission_messages_by_submission ON submission_messages (school_id, submission_id, created_at);

-- Messages of the family that nobody of the staff has read.
ALTER TABLE submissions ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;

-- What staff say of a paper; a file that nobody looked at has no row.
CREATE TABLE paper_reviews (
    school_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    state TEXT NOT NULL,                 -- accepted, refused
    reason TEXT,                         -- why it is refused: unreadable, wrong_paper, expired, incomplete, other
    comment TEXT NOT NULL,               -- in words, for the family
    reviewer_id TEXT NOT NULL,
    reviewed_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, upload_id),
    FOREIGN KEY (school_id, upload_id) REFERENCES uploads (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, reviewer_id) REFERENCES users (school_id, id)
) /* in the order of its key */;
CREATE INDEX paper_reviews_by_submission ON paper_reviews (school_id, submission_id);

-- What somebody has to do about a submission: asked for by the form's rules or by a colleague.
CREATE TABLE tasks (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    code TEXT,                           -- key of the form's own text, where its rules ask
    params jsontext,                     -- what fills that text's holes
    text TEXT NOT NULL,                  -- in a colleague's words; empty where the rules ask
    audience TEXT NOT NULL,              -- that alone reads it; empty for everybody of the staff
    assigned_to TEXT,                    -- NULL until somebody takes it
    due_on TEXT,                         -- YYYY-MM-DD
    author_id TEXT,                      -- who asks; NULL for the rules
    done_at BIGINT,
    done_by TEXT,
    version BIGINT NOT NULL,             -- counts changes
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, assigned_to) REFERENCES users (school_id, id),
    FOREIGN KEY (school_id, author_id) REFERENCES users (school_id, id),
    FOREIGN KEY (school_id, done_by) REFERENCES users (school_id, id)
);
CREATE INDEX tasks_by_submission ON tasks (school_id, submission_id);
CREATE INDEX tasks_open ON tasks (school_id, done_at, due_on, id);
