-- The schema `platform` is made before this runs, and first in its search path; the role reaches nothing else, and the schools' role
-- `qabul_app` gets no right here.
DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'qabul_platform') THEN
        CREATE ROLE qabul_platform NOLOGIN NOBYPASSRLS;
    END IF;
    EXECUTE format('GRANT qabul_platform TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
REVOKE ALL ON SCHEMA platform FROM PUBLIC;
GRANT USAGE ON SCHEMA platform TO qabul_platform;
