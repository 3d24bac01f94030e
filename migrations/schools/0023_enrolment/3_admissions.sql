-- What was decided and is told later. Until its moment the application stands where it stood, and nothing but this row, and for an offer its
-- seat in `seats`, tells of it.
CREATE TABLE decisions (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    from_state TEXT NOT NULL,            -- where the application stood; elsewhere the decision ends without a move
    to_state TEXT NOT NULL,
    bucket TEXT NOT NULL,                -- whose places an offer takes its seat of
    publish_at BIGINT NOT NULL,
    reason TEXT,
    comment TEXT,                        -- the reason in words, for colleagues
    is_told BOOLEAN NOT NULL,            -- whether the family is written to then
    actor_id TEXT,
    actor_name TEXT NOT NULL,
    role TEXT,                           -- the role that let them
    decided_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);
CREATE INDEX decisions_by_moment ON decisions (school_id, publish_at);

-- How a file stands with the scanner, where one was configured when it came; one without a row counts as clean. Of what carries something
-- harmful the bytes go, and this row stays with the file's as evidence.
CREATE TABLE upload_scans (
    school_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    state TEXT NOT NULL,                 -- waiting, clean, infected
    finding TEXT NOT NULL,               -- what the scanner calls it
    tries BIGINT NOT NULL,               -- how often the scanner gave no word
    is_kept BOOLEAN NOT NULL,            -- whether the bytes are still here
    at BIGINT NOT NULL,                  -- when it was tried last
    PRIMARY KEY (school_id, upload_id),
    FOREIGN KEY (school_id, upload_id) REFERENCES uploads (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX upload_scans_by_state ON upload_scans (school_id, state, at);

-- Until when a paper that was accepted is good.
CREATE TABLE paper_expiries (
    school_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,            -- YYYY-MM-DD, its last day
    is_reminded BOOLEAN NOT NULL,        -- whether whoever looks after it was told that the day comes
    PRIMARY KEY (school_id, upload_id),
    FOREIGN KEY (school_id, upload_id) REFERENCES uploads (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX paper_expiries_by_submission ON paper_expiries (school_id, submission_id);
CREATE INDEX paper_expiries_by_day ON paper_expiries (school_id, is_reminded, expires_on);

-- Papers that are wanted and that the school does without.
CREATE TABLE paper_waivers (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    field TEXT NOT NULL,                 -- the place of the paper: a field, or wanted:<code>
    reason TEXT NOT NULL,                -- in words, for colleagues
    waived_by TEXT NOT NULL,
    waived_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, submission_id, field),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, waived_by) REFERENCES users (school_id, id)
) /* in the order of its key */;

-- Files that staff removed. For thirty days they can be brought back; then file and row go.
CREATE TABLE removed_files (
    school_id TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    reason TEXT NOT NULL,                -- in words, for colleagues; empty where another file took its place
    replaced_by TEXT,                    -- that file
    removed_by TEXT NOT NULL,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, upload_id),
    FOREIGN KEY (school_id, upload_id) REFERENCES uploads (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, removed_by) REFERENCES users (school_id, id)
) /* in the order of its key */;
CREATE INDEX removed_files_by_submission ON removed_files (school_id, submission_id);
CREATE INDEX removed_files_by_day ON removed_files (school_id, removed_at);

-- Answers that the office lets a family change after sending: which, until when, and why.
CREATE TABLE unlocks (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    fields jsontext NOT NULL,            -- names of fields of the pinned document
    message TEXT NOT NULL,               -- in words, for the family
    until BIGINT NOT NULL,
    is_mailed BOOLEAN NOT NULL,          -- whether its link went out
    version BIGINT NOT NULL,             -- counts changes of what the family sees of it
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_why TEXT,                     -- sent, replaced, withdrawn; one whose time is over stays open and opens nothing
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, created_by) REFERENCES users (school_id, id)
);
CREATE INDEX unlocks_by_submission ON unlocks (school_id, submission_id, created_at);

-- What a family changed of its answers after sending, as it was before; what it is since stands in the answers.
CREATE TABLE answer_changes (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    seq BIGINT NOT NULL,                 -- the so manieth of that submission, from 1
    field TEXT NOT NULL,
    value_before jsontext NOT NULL,      -- null where there was no answer
    value_after jsontext NOT NULL,       -- null where there is none any more
    changed_by TEXT NOT NULL,            -- family
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, submission_id, seq),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);

-- Where a submission comes from, if not from its family's own hand alone: somebody of the staff filled it in for them, or it was made from an
-- enquiry.
CREATE TABLE submission_origins (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    channel TEXT NOT NULL,               -- portal, staff
    user_id TEXT,                        -- who of the staff sent it
    from_submission TEXT,                -- the enquiry; it may be gone since
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id)
) /* in the order of its key */;
CREATE INDEX submission_origins_by_source ON submission_origins (school_id, from_submission);

-- Drafts of applications that were begun from an enquiry: one that is open at a time.
CREATE TABLE draft_origins (
    school_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    from_submission TEXT NOT NULL,
    token TEXT NOT NULL,                 -- of the draft, sealed
    created_by TEXT,
    created_at BIGINT NOT NULL,
    mailed_at BIGINT,                    -- when the family got the link last
    PRIMARY KEY (school_id, draft_id),
    UNIQUE (school_id, from_submission),
    FOREIGN KEY (school_id, draft_id) REFERENCES drafts (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, from_submission) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, created_by) REFERENCES users (school_id, id)
) /* in the order of its key */;

-- Children who are enrolled, each by the application that it came of.
CREATE TABLE students (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    admission_number TEXT NOT NULL,      -- ABQ-2027-0001, as families and staff call the child
    person_id TEXT,                      -- who it is; NULL where the form names nobody
    family_id TEXT,                      -- NULL where the family has as many persons as it may
    academic_year TEXT NOT NULL,         -- of the round that it was enrolled in
    round TEXT NOT NULL,
    bucket TEXT NOT NULL,
    enrolled_at BIGINT NOT NULL,
    enrolled_by TEXT,                    -- NULL for the server
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, submission_id),
    UNIQUE (school_id, admission_number),
    UNIQUE (school_id, person_id),       -- one child is one student
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX students_by_family ON students (school_id, family_id);

-- What became of each application of a bulk move, one row each, also of an id that nobody has: so none of them names a submission's row. Goes
-- with its job, and stays where it is: neither exported nor restored.
CREATE TABLE bulk_moves (
    school_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    seq BIGINT NOT NULL,                 -- which one of the job's it is, from 0
    outcome TEXT NOT NULL,               -- moved, refused, undone
    from_state TEXT NOT NULL,            -- where it stood; empty for what could not be looked at
    to_state TEXT NOT NULL,
    message_id TEXT,                     -- why it was refused
    guard TEXT,                          -- the guard that said no
    version BIGINT NOT NULL,             -- of the submission once it was moved; an undo is based on it
    at BIGINT NOT NULL,
    PRIMARY KEY (school_id, job_id, submission_id),
    FOREIGN KEY (school_id, job_id) REFERENCES bulk_jobs (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX bulk_moves_by_seq ON bulk_moves (school_id, job_id, seq);

-- How far each application came, whatever became of it since; none of one that was only sent.
CREATE TABLE application_steps (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    step BIGINT NOT NULL,                -- 1 shortlisted, 2 offered, 3 accepted, 4 booked, 5 enrolled
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
