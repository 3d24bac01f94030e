-- Who else has a number, or a name: asked before a child is enrolled.
CREATE INDEX person_keys_by_hash ON person_keys (school_id, kind, hash, person_id);
CREATE INDEX person_names_by_key ON person_names (school_id, name_key, person_id);
