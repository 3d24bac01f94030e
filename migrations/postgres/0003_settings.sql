-- The desk: what a school changes of its settings, what it published, what waits for its day.
-- The same tables stand in ../sqlite; a test compares them.

-- What is not published yet: one row a school.
CREATE TABLE setting_drafts (
    school_id TEXT NOT NULL,
    version BIGINT NOT NULL,             -- counts changes; a save names the one that it is based on
    content TEXT NOT NULL,               -- JSON to the letter: edits, and who changed places that left the draft
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (school_id)
);

-- Every state that was published. Never changed.
CREATE TABLE setting_revisions (
    school_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('published', 'scheduled', 'restored', 'files')),
    actor_id TEXT,                       -- NULL for the operators' files
    actor_name TEXT NOT NULL,            -- as it was then
    note TEXT NOT NULL,
    entries TEXT NOT NULL,               -- the overlay: JSON to the letter, since the order of a form's keys is its author's
    manifest TEXT NOT NULL,              -- JSON: path → SHA-256 of every file, base and overlay together
    changes BIGINT NOT NULL,             -- values that differ from the revision before
    PRIMARY KEY (school_id, seq)
);

-- Publications that wait for their moment, or failed at it; done ones are revisions.
CREATE TABLE setting_schedules (
    school_id TEXT NOT NULL,
    id TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    note TEXT NOT NULL,
    edits TEXT NOT NULL,                 -- JSON
    state TEXT NOT NULL CHECK (state IN ('waiting', 'failed')),
    problems TEXT NOT NULL,              -- JSON: what was wrong with the bundle on the day
    created_at BIGINT NOT NULL,
    PRIMARY KEY (school_id, id)
);
CREATE INDEX setting_schedules_by_day ON setting_schedules (school_id, due_at);

-- The new tables are seen by school alone, as those of 0001.
DO $$ DECLARE t text; BEGIN
    FOREACH t IN ARRAY ARRAY['setting_drafts', 'setting_revisions', 'setting_schedules']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY school ON %I USING (school_id = nullif(current_setting(''app.school_id'', true), ''''))', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO qabul_app', t);
    END LOOP;
END $$;
