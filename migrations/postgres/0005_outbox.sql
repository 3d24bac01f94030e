-- The outbox in lanes: what is waited for never stands behind what is not.
-- The same tables stand in ../sqlite; a test compares them.

-- 0: codes and links; 1: other mail; 2: the rest. Jobs of before are the rest.
ALTER TABLE outbox ADD COLUMN lane BIGINT NOT NULL DEFAULT 2;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (school_id, state, lane, due_at);
-- All schools at once, and only what still waits: each server looks for what another one left.
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'ready';

-- Who looks over all schools sees that something waits and where, and nothing of what it is. The serving connections take this
-- role for that one look; the policies of the other tables let it see no row.
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'qabul_outbox') THEN
        CREATE ROLE qabul_outbox NOLOGIN NOBYPASSRLS;
    END IF;
    EXECUTE format('GRANT qabul_outbox TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO qabul_outbox', current_schema());
END $$;
GRANT SELECT (school_id, state, lane, due_at, lease_until) ON outbox TO qabul_outbox;
CREATE POLICY watch ON outbox FOR SELECT TO qabul_outbox USING (true);
