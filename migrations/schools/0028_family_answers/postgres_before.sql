-- Whoever migrates owns the table, and copies the rows of every school.
ALTER TABLE removed_files NO FORCE ROW LEVEL SECURITY;
