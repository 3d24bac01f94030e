-- What an application is beside the submission that it is; `submissions.state` says where it stands.
CREATE TABLE applications (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    registration_id TEXT NOT NULL,       -- ABQ27-00001, as families and staff call it
    round TEXT NOT NULL,                 -- of school.yaml, or the first year of its school year
    bucket TEXT NOT NULL,                -- whose places it competes for: grade, or grade/stream/campus/section
    held_from TEXT,                      -- where it stood before it was put on hold; NULL where it is not
    review_by TEXT,                      -- YYYY-MM-DD, of what is on hold
    hold_until BIGINT,                   -- when an offer's seat is free again; NULL where none is out
    reason TEXT,                         -- why it stands there, by the name of the reason
    status_since BIGINT NOT NULL,
    PRIMARY KEY (school_id, submission_id),
    UNIQUE (school_id, registration_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX applications_by_bucket ON applications (school_id, round, bucket);
CREATE INDEX applications_by_hold ON applications (school_id, hold_until);

-- Seats of a round that are taken: booked, accepted, offered, enrolled, and what keeps one on hold. Whoever takes or frees one changes this
-- row first, so that no two pass together.
CREATE TABLE seats (
    school_id TEXT NOT NULL,
    round TEXT NOT NULL,
    bucket TEXT NOT NULL,
    taken BIGINT NOT NULL,
    version BIGINT NOT NULL,             -- counts changes
    PRIMARY KEY (school_id, round, bucket)
) /* in the order of its key */;
