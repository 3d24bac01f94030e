-- What a school changes of its settings, what it published, what waits for its day, and what its components were asked: settings.

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

-- Calls of a component on one day. Added to by a slow tick; kept for 60 days.
CREATE TABLE plugin_days (
    school_id TEXT NOT NULL,
    plugin TEXT NOT NULL,                -- its name in the bundle
    day TEXT NOT NULL,                   -- the school's date, ISO
    calls BIGINT NOT NULL,
    failures BIGINT NOT NULL,            -- calls that gave no answer
    fuel BIGINT NOT NULL,                -- of all calls together
    micros BIGINT NOT NULL,              -- of all calls together
    PRIMARY KEY (school_id, plugin, day)
);

-- What the administrator said of setting the school up; what is done is derived.
CREATE TABLE setting_setups (
    school_id TEXT NOT NULL,
    skipped TEXT NOT NULL,               -- JSON: names of steps
    finished_at BIGINT,                  -- NULL as long as it goes on
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (school_id)
);
