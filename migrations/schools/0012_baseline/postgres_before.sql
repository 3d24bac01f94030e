-- SQLite reads these names by affinity.
CREATE DOMAIN blob AS bytea;
CREATE DOMAIN jsontext AS jsonb;
-- Compared by bytes, whatever the cluster's collation is: a word is found by its beginning.
CREATE DOMAIN bytetext AS text COLLATE "C";

-- SQLite has this as a table function.
CREATE FUNCTION json_each(list text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE
    AS 'SELECT jsonb_array_elements_text(list::jsonb)';

-- The role that serves: owns nothing, bypasses nothing. A cluster has roles in common, so it may be there already.
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'qabul_app') THEN
        CREATE ROLE qabul_app NOLOGIN NOBYPASSRLS;
    END IF;
    EXECUTE format('GRANT qabul_app TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

-- Who looks over all schools sees that something waits and where, and nothing of what it is. The serving connections take this
-- role for that one look; the walls of the other tables let it see no row.
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'qabul_outbox') THEN
        CREATE ROLE qabul_outbox NOLOGIN NOBYPASSRLS;
    END IF;
    EXECUTE format('GRANT qabul_outbox TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO qabul_app, qabul_outbox', current_schema());
END $$;
