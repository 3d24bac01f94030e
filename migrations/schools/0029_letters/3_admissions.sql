-- Keys that a school seals its letters with. One is in use; those that were retired stay, for their seals stay with families.
CREATE TABLE sealing_keys (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    secret TEXT NOT NULL,                -- sealed
    certificate TEXT NOT NULL,           -- DER in base64, for anybody
    certificate_sha256 TEXT NOT NULL,
    not_after BIGINT NOT NULL,           -- until when the certificate says that it is good
    created_at BIGINT NOT NULL,
    retired_at BIGINT,
    PRIMARY KEY (school_id, id)
);
CREATE UNIQUE INDEX sealing_keys_in_use ON sealing_keys (school_id) WHERE retired_at IS NULL;

-- Letters that a school sends to a family: what each says was fixed when it was made, whatever becomes of its template.
CREATE TABLE family_letters (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT NOT NULL,                  -- of its template
    template_version TEXT NOT NULL,
    reference TEXT NOT NULL,
    title jsontext NOT NULL,
    text TEXT NOT NULL,                  -- what is agreed to, as it was hashed
    text_sha256 TEXT NOT NULL,
    check_hash TEXT NOT NULL,            -- of the code on its paper
    state TEXT NOT NULL,                 -- draft, released, signed, declined, expired, withdrawn, replaced
    issued_on TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at BIGINT,
    version BIGINT NOT NULL,             -- counts what happens to it
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX family_letters_by_reference ON family_letters (school_id, reference);
CREATE UNIQUE INDEX family_letters_by_code ON family_letters (school_id, check_hash);
CREATE INDEX family_letters_of ON family_letters (school_id, submission_id);

-- Its sealed PDFs: as it was offered, and as all have signed it.
CREATE TABLE letter_files (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    kind TEXT NOT NULL,                  -- offered, signed
    sha256 TEXT NOT NULL,
    storage_key TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    sealed_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, key_id) REFERENCES sealing_keys (school_id, id)
);
CREATE UNIQUE INDEX letter_files_of ON letter_files (school_id, letter_id, kind);
CREATE INDEX letter_files_by_hash ON letter_files (school_id, sha256);

-- Who signs it, in their order; those of one turn in any.
CREATE TABLE letter_signers (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,                    -- what a link is bound to
    letter_id TEXT NOT NULL,
    place BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,                  -- as the answers tell it
    state TEXT NOT NULL,                 -- waiting, invited, signed, declined
    opened_at BIGINT,
    typed_name TEXT,
    strokes jsontext,
    reason TEXT,                         -- why it was declined
    answered_at BIGINT,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX letter_signers_of ON letter_signers (school_id, letter_id, place);

-- The record of what happened to it: entries that each name the digest of the one before.
CREATE TABLE letter_entries (
    school_id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,                  -- as it was hashed
    hash TEXT NOT NULL,
    PRIMARY KEY (school_id, letter_id, seq),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
