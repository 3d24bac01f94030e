-- What an acceptance says of payments, as it was fixed: the way to pay that was chosen with its payments, and the deposit. NULL until then.
ALTER TABLE family_letters ADD COLUMN terms jsontext;

-- Keyed hash of the birth date of the child that the answers are of: what a family writes for each of its children makes no duplicates of
-- them. Empty where they tell none, and of what came before.
ALTER TABLE known_values ADD COLUMN born TEXT NOT NULL DEFAULT '';

-- What became of each application of letters that are sent to many, one row each, also of an id that nobody has: so none of them names a
-- submission's row. Goes with its job, and stays where it is: neither exported nor restored.
CREATE TABLE bulk_letters (
    school_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    seq BIGINT NOT NULL,                 -- which one of the job's it is, from 0
    outcome TEXT NOT NULL,               -- issued, withdrawn, posted, refused
    letter_id TEXT,                      -- the letter that it is about; none where there is none
    message_id TEXT,                     -- why it was refused
    guard TEXT,                          -- what said no
    detail TEXT,                         -- the field that nothing fills
    PRIMARY KEY (school_id, job_id, submission_id),
    FOREIGN KEY (school_id, job_id) REFERENCES bulk_jobs (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX bulk_letters_by_seq ON bulk_letters (school_id, job_id, seq);

-- The consents that a letter asks for, in their order, with what the family chose so far.
CREATE TABLE consent_asks (
    school_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    code TEXT NOT NULL,                  -- of its template
    place BIGINT NOT NULL,
    version TEXT NOT NULL,
    choice TEXT,                         -- accepted, refused; NULL where nothing is chosen yet
    PRIMARY KEY (school_id, letter_id, code),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);

-- What a family said to a consent, by signing; a row for each answer.
CREATE TABLE consents (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    code TEXT NOT NULL,
    version TEXT NOT NULL,
    title jsontext NOT NULL,
    choice TEXT NOT NULL,                -- accepted, refused
    signer TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    withdrawn_at BIGINT,
    withdrawn_by TEXT,                   -- the name of the account that withdrew it
    withdrawn_reason TEXT,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
CREATE INDEX consents_of ON consents (school_id, submission_id, code, signed_at);
CREATE INDEX consents_of_letter ON consents (school_id, letter_id);

-- The financial documents that a letter asks for, with what the family says beside each.
CREATE TABLE financial_items (
    school_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    code TEXT NOT NULL,
    place BIGINT NOT NULL,
    kind TEXT NOT NULL,                  -- salary, sponsor, guarantee, cheques
    label jsontext NOT NULL,
    asks_amount BOOLEAN NOT NULL,
    asks_iban BOOLEAN NOT NULL,
    state TEXT NOT NULL,                 -- requested, submitted, returned, verified
    answer TEXT,                         -- sealed: amount, IBAN and cheques, as they were typed last
    since BIGINT NOT NULL,               -- files that came before are of an answer that was returned
    reason TEXT,                         -- why it was returned
    decided_by TEXT,                     -- the name of who said so
    decided_at BIGINT,
    reminded BIGINT NOT NULL,
    PRIMARY KEY (school_id, letter_id, code),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
