-- Who reads what a form keeps for an audience: `audiences` of school.yaml says which there are. Goes with the account.
CREATE TABLE audience_members (
    school_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    audience TEXT NOT NULL,
    PRIMARY KEY (school_id, user_id, audience),
    FOREIGN KEY (school_id, user_id) REFERENCES users (school_id, id) ON DELETE CASCADE
) /* in the order of its key */;
CREATE INDEX audience_members_by_audience ON audience_members (school_id, audience, user_id);
