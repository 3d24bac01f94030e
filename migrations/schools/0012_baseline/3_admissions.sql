-- What families send, and what is kept for it: admissions.

-- Form documents that drafts and submissions were made with, kept as they were.
CREATE TABLE form_versions (
    school_id TEXT NOT NULL,
    form_id TEXT NOT NULL,
    digest TEXT NOT NULL,                -- SHA-256 of the document
    version TEXT NOT NULL,
    document TEXT NOT NULL,              -- the document itself, to the letter
    plugin jsontext,                     -- {name, id, version, digest}; NULL for a declarative form
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, form_id, digest)
);

-- Plugin components that such documents were checked by.
CREATE TABLE components (
    school_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    wasm blob NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, digest)
);

-- Answers that were not sent yet. Children's data: gone when it expires.
CREATE TABLE drafts (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    form_id TEXT NOT NULL,
    form_digest TEXT NOT NULL,           -- the pinned document
    version BIGINT NOT NULL,             -- counts saves; a save names the one that it is based on
    answers jsontext NOT NULL,
    step TEXT NOT NULL,
    locale TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    person TEXT NOT NULL DEFAULT '',     -- whom the answers are about
    bytes BIGINT NOT NULL DEFAULT 0,     -- of the answers as text
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, token_hash),
    FOREIGN KEY (school_id, form_id, form_digest) REFERENCES form_versions (school_id, form_id, digest)
);
CREATE INDEX drafts_by_expiry ON drafts (school_id, expires_at);

-- What came in.
CREATE TABLE submissions (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    reference TEXT NOT NULL,             -- what the family is told
    form_id TEXT NOT NULL,
    form_digest TEXT NOT NULL,
    draft_id TEXT,                       -- hash of the draft's token: two keys on one draft give one submission
    version BIGINT NOT NULL,             -- counts edits by staff
    answers jsontext NOT NULL,
    locale TEXT NOT NULL,
    person TEXT NOT NULL,
    search_text TEXT NOT NULL,           -- lower case: person, reference, contact
    state TEXT NOT NULL,
    owner_id TEXT,
    score_points BIGINT,
    score_out_of BIGINT,
    sort_score BIGINT NOT NULL,          -- points per 10,000; -1 without a score
    tags jsontext NOT NULL,
    route TEXT,
    plugin_failure TEXT,                 -- code of the fault; the answers were taken all the same
    verdict jsontext,
    is_duplicate BOOLEAN NOT NULL,       -- shares a known value with an earlier one; told to staff, never merged
    submitted_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    UNIQUE (school_id, reference),
    UNIQUE (school_id, draft_id),
    FOREIGN KEY (school_id, form_id, form_digest) REFERENCES form_versions (school_id, form_id, digest),
    FOREIGN KEY (school_id, owner_id) REFERENCES users (school_id, id)
);
CREATE INDEX submissions_by_time ON submissions (school_id, submitted_at, id);
CREATE INDEX submissions_by_state ON submissions (school_id, state, submitted_at, id);
CREATE INDEX submissions_by_score ON submissions (school_id, sort_score, id);
CREATE INDEX submissions_by_person ON submissions (school_id, person, id);
CREATE INDEX submissions_counts ON submissions (school_id, form_id, state);
CREATE INDEX submissions_by_owner ON submissions (school_id, owner_id);

-- What the rules called them.
CREATE TABLE submission_tags (
    school_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    PRIMARY KEY (school_id, tag, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX submission_tags_by_submission ON submission_tags (school_id, submission_id);

-- What staff keep in view at its head.
CREATE TABLE submission_notes (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    author_id TEXT NOT NULL,
    text TEXT NOT NULL,
    version BIGINT NOT NULL,             -- counts changes
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, author_id) REFERENCES users (school_id, id)
);
CREATE INDEX submission_notes_by_submission ON submission_notes (school_id, submission_id, created_at);

-- Keyed hashes of values that tell people apart (e-mail, phone, ids): findable, not readable.
CREATE TABLE known_values (
    school_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    PRIMARY KEY (school_id, kind, hash, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX known_values_by_submission ON known_values (school_id, submission_id);

-- Files; their bytes are outside the database, under storage_key.
CREATE TABLE uploads (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    draft_id TEXT,                       -- until it is sent
    submission_id TEXT,                  -- once it was sent
    field TEXT NOT NULL,
    name TEXT NOT NULL,                  -- the person's own file name, one line
    bytes BIGINT NOT NULL,
    media_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    storage_key TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id)
);
CREATE INDEX uploads_by_draft ON uploads (school_id, draft_id);
CREATE INDEX uploads_by_submission ON uploads (school_id, submission_id);

-- What belongs to a family's account. The draft's token is kept sealed, so that its owner can go on at another device.
CREATE TABLE family_drafts (
    school_id TEXT NOT NULL,
    draft_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    token TEXT NOT NULL,                 -- sealed
    stamp BIGINT NOT NULL,               -- of the account then: once it moved on, the token alone opens nothing
    PRIMARY KEY (school_id, draft_id),
    FOREIGN KEY (school_id, draft_id) REFERENCES drafts (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX family_drafts_by_user ON family_drafts (school_id, user_id);

CREATE TABLE family_submissions (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (school_id, submission_id),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX family_submissions_by_user ON family_submissions (school_id, user_id);
