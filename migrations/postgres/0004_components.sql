-- What the components behind forms were asked, and how far a school is set up.
-- The same tables stand in ../sqlite; a test compares them.

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

-- The new tables are seen by school alone, as those of 0001.
DO $$ DECLARE t text; BEGIN
    FOREACH t IN ARRAY ARRAY['plugin_days', 'setting_setups']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY school ON %I USING (school_id = nullif(current_setting(''app.school_id'', true), ''''))', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO qabul_app', t);
    END LOOP;
END $$;
