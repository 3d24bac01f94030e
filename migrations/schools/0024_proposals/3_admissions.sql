-- What somebody proposes of an application where another account has to approve it: an offer of a round with four eyes, or a refusal that is
-- not theirs to decide. The application stands where it stood. One that was sent back stays with the reason until something is proposed anew
-- or the application moves.
CREATE TABLE proposals (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    id TEXT NOT NULL,                    -- by which an approval says what it approves
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    bucket TEXT NOT NULL,                -- whose places an offer would take its seat of
    publish_at BIGINT,                   -- when it is to be told; NULL for at once
    reason TEXT,
    comment TEXT,                        -- the reason in words, for colleagues
    is_told BOOLEAN NOT NULL,            -- whether the family is to be written to
    proposed_by TEXT NOT NULL,
    proposer_name TEXT NOT NULL,
    proposed_at BIGINT NOT NULL,
    returned_by TEXT,                    -- what whoever sent it back is called
    returned_at BIGINT,
    returned_for TEXT,                   -- why, in words, for colleagues
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, proposed_by) REFERENCES users (school_id, id)
);

-- A decision that came back with a backup may have been withdrawn since: it waits for somebody, whatever its moment.
ALTER TABLE decisions ADD COLUMN is_held BOOLEAN NOT NULL DEFAULT FALSE;
