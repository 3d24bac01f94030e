-- Who submissions are about, by family: people.

-- A family as the school knows it: an account's own, or what one submission without an account told.
CREATE TABLE families (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id)
) /* in the order of its key */;

-- Children, guardians, and who writes for themselves. Gone with the last submission that names them.
CREATE TABLE persons (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,                  -- as it was written first
    birth_date TEXT NOT NULL,            -- YYYY-MM-DD; empty while nobody said
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id)
) /* in the order of its key */;

-- Every name that a person was written with, and the one spelling of it.
CREATE TABLE person_names (
    school_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    name_key TEXT NOT NULL,              -- folded (kernel::fold), written together
    name TEXT NOT NULL,
    PRIMARY KEY (school_id, person_id, name_key),
    FOREIGN KEY (school_id, person_id) REFERENCES persons (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;

-- Keyed hashes of what is a person's own (e-mail, phone, numbers): findable, not readable.
CREATE TABLE person_keys (
    school_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (school_id, person_id, kind, hash),
    FOREIGN KEY (school_id, person_id) REFERENCES persons (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;

-- Who belongs to a family, and as what.
CREATE TABLE family_members (
    school_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    relation TEXT NOT NULL,              -- child, guardian, contact
    told_relation TEXT NOT NULL,         -- what a form's choices call it; may be empty
    may_sign BOOLEAN NOT NULL,           -- said by staff, never by a form
    sees_portal BOOLEAN NOT NULL,        -- said by staff, never by a form
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, family_id, person_id),
    FOREIGN KEY (school_id, family_id) REFERENCES families (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, person_id) REFERENCES persons (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX family_members_by_person ON family_members (school_id, person_id, family_id);

-- The family of an account: one.
CREATE TABLE family_accounts (
    school_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    PRIMARY KEY (school_id, user_id),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, family_id) REFERENCES families (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX family_accounts_by_family ON family_accounts (school_id, family_id);

-- Who stands in a submission, and as what.
CREATE TABLE submission_persons (
    school_id TEXT NOT NULL,
    submission_id TEXT NOT NULL,
    role TEXT NOT NULL,                  -- child, guardian, second_guardian, contact
    person_id TEXT NOT NULL,
    PRIMARY KEY (school_id, submission_id, role),
    FOREIGN KEY (school_id, submission_id) REFERENCES submissions (school_id, id) ON DELETE CASCADE,
    FOREIGN KEY (school_id, person_id) REFERENCES persons (school_id, id)   -- nobody goes while a submission names them
) /* in the order of its key */;
CREATE INDEX submission_persons_by_person ON submission_persons (school_id, person_id, submission_id);
