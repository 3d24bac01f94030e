-- Days on which a letter was posted on paper.
CREATE TABLE letter_posts (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    letter_id TEXT NOT NULL,
    posted_on TEXT NOT NULL,             -- YYYY-MM-DD
    note TEXT NOT NULL,
    PRIMARY KEY (school_id, id),
    FOREIGN KEY (school_id, letter_id) REFERENCES family_letters (school_id, id) ON DELETE CASCADE
);
CREATE INDEX letter_posts_of ON letter_posts (school_id, letter_id);
