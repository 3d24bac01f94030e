//! SQL that the slices share: what was done, letters on their way, proofs that were used.

use kernel::{platform_statements, rows};

rows! {
    /// A letter that is due.
    pub struct LetterRow {
        pub id: String,
        pub sealed: String,
        pub attempts: i64,
    }
}

rows! {
    /// How often.
    pub struct CountRow {
        pub count: i64,
    }
    /// What keeps a name from being tried.
    pub struct TryRow {
        pub retry_at: i64,
    }
}

platform_statements! {
    /// Nothing while tries are slowed down: one row for exactly one of any number of takers.
    pub begin_try(name_hash: &str, now: i64) -> [opt CountRow]
        "INSERT INTO tries (name_hash, failed, retry_at) VALUES ($1, 1, $2)
         ON CONFLICT (name_hash) DO UPDATE SET failed = tries.failed + 1 WHERE tries.retry_at <= $2 RETURNING failed AS count";
    pub wait_until(name_hash: &str, retry_at: i64) -> [exec]
        "UPDATE tries SET retry_at = $2 WHERE name_hash = $1";
    pub find_try(name_hash: &str) -> [opt TryRow]
        "SELECT retry_at FROM tries WHERE name_hash = $1";
    pub forget_tries(name_hash: &str) -> [exec]
        "DELETE FROM tries WHERE name_hash = $1";
    pub prune_tries(before: i64) -> [exec]
        "DELETE FROM tries WHERE retry_at < $1";
    pub count_attempt(flow: &str, target_hash: &str, window_start: i64) -> [one CountRow]
        "INSERT INTO attempts (flow, target_hash, window_start, count) VALUES ($1, $2, $3, 1)
         ON CONFLICT (flow, target_hash, window_start) DO UPDATE SET count = attempts.count + 1 RETURNING count";
    pub forgive_attempt(flow: &str, target_hash: &str, window_start: i64) -> [exec]
        "UPDATE attempts SET count = count - 1 WHERE flow = $1 AND target_hash = $2 AND window_start = $3 AND count > 0";
    pub forget_attempts(flow: &str, target_hash: &str) -> [exec]
        "DELETE FROM attempts WHERE flow = $1 AND target_hash = $2";
    pub prune_attempts(before: i64) -> [exec]
        "DELETE FROM attempts WHERE window_start < $1";

    pub insert_audit(id: &str, at: i64, actor_kind: &str, actor_id: Option<&str>, action: &str, object_kind: &str, object_id: &str,
                     detail: &str, request_id: &str, address: &str) -> [exec]
        "INSERT INTO platform_audit (id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

    pub insert_letter(id: &str, sealed: &str, now: i64) -> [exec]
        "INSERT INTO letters (id, sealed, state, due_at, lease_until, attempts, created_at) VALUES ($1, $2, 'ready', $3, 0, 0, $3)";
    /// Leases each to one worker alone: as the schools' outbox does, the condition stands outside too.
    pub lease_letters(now: i64, lease_until: i64, most: i64) -> [all LetterRow]
        "UPDATE letters SET lease_until = $2, attempts = attempts + 1
         WHERE state = 'ready' AND lease_until <= $1
             AND id IN (SELECT id FROM letters WHERE state = 'ready' AND due_at <= $1 AND lease_until <= $1 ORDER BY due_at, id LIMIT $3)
         RETURNING id, sealed, attempts";
    /// Sent or given up, by who holds the lease: what it carried is forgotten.
    pub finish_letter(id: &str, attempts: i64, state: &str, error: Option<&str>, now: i64) -> [exec]
        "UPDATE letters SET state = $3, sealed = '', last_error = $4, done_at = $5, lease_until = 0
         WHERE id = $1 AND attempts = $2 AND state = 'ready'";
    pub retry_letter(id: &str, attempts: i64, due_at: i64, error: &str) -> [exec]
        "UPDATE letters SET due_at = $3, lease_until = 0, last_error = $4 WHERE id = $1 AND attempts = $2 AND state = 'ready'";
    pub due_letters(now: i64) -> [all LetterRow]
        "SELECT id, sealed, attempts FROM letters WHERE state = 'ready' AND due_at <= $1 AND lease_until <= $1 ORDER BY due_at, id LIMIT 1";
    pub prune_letters(before: i64) -> [exec]
        "DELETE FROM letters WHERE state <> 'ready' AND done_at < $1";

    /// 0 rows for a proof that was used before.
    pub spend_proof(proof_hash: &str, expires_at: i64) -> [exec]
        "INSERT INTO spent_proofs (proof_hash, expires_at) VALUES ($1, $2) ON CONFLICT (proof_hash) DO NOTHING";
    pub prune_proofs(now: i64) -> [exec]
        "DELETE FROM spent_proofs WHERE expires_at < $1";
}
