GRANT SELECT (school_id, state, lane, due_at, lease_until) ON outbox TO qabul_outbox;
CREATE POLICY watch ON outbox FOR SELECT TO qabul_outbox USING (true);
