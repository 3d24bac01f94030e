-- The outbox in lanes: what is waited for never stands behind what is not.
-- The same tables stand in ../postgres; a test compares them.

-- 0: codes and links; 1: other mail; 2: the rest. Jobs of before are the rest.
ALTER TABLE outbox ADD COLUMN lane BIGINT NOT NULL DEFAULT 2;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (school_id, state, lane, due_at);
-- All schools at once, and only what still waits: each server looks for what another one left.
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'ready';
