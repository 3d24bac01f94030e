//! SQL that the slices share: what was done, letters on their way, proofs that were used.

use kernel::{AuditId, platform_statements, rows};

use crate::ids::LetterId;

rows! {
    /// A letter that is due.
    pub struct LetterRow {
        pub id: LetterId,
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

kernel::binds! {
    /// What is kept of an act.
    pub struct NewAudit<'a> {
        pub id: &'a AuditId,
        pub at: i64,
        pub actor_kind: &'a str,
        pub actor_id: Option<&'a str>,
        pub action: &'a str,
        pub object_kind: &'a str,
        pub object_id: &'a str,
        pub detail: &'a str,
        pub request_id: &'a str,
        pub address: &'a str,
    }
}

platform_statements! {
    /// Nothing while tries are slowed down: one row for exactly one of any number of takers.
    pub begin_try(name_hash: &str, now: i64) -> [opt CountRow]
        "INSERT INTO tries (name_hash, failed, retry_at) VALUES (:name_hash, 1, :now)
         ON CONFLICT (name_hash) DO UPDATE SET failed = tries.failed + 1 WHERE tries.retry_at <= :now RETURNING failed AS count";
    pub wait_until(name_hash: &str, retry_at: i64) -> [exec]
        "UPDATE tries SET retry_at = :retry_at WHERE name_hash = :name_hash";
    pub find_try(name_hash: &str) -> [opt TryRow]
        "SELECT retry_at FROM tries WHERE name_hash = :name_hash";
    pub forget_tries(name_hash: &str) -> [exec]
        "DELETE FROM tries WHERE name_hash = :name_hash";
    pub prune_tries(before: i64) -> [exec]
        "DELETE FROM tries WHERE retry_at < :before";
    pub count_attempt(flow: &str, target_hash: &str, window_start: i64) -> [one CountRow]
        "INSERT INTO attempts (flow, target_hash, window_start, count) VALUES (:flow, :target_hash, :window_start, 1)
         ON CONFLICT (flow, target_hash, window_start) DO UPDATE SET count = attempts.count + 1 RETURNING count";
    pub find_attempts(flow: &str, target_hash: &str, window_start: i64) -> [opt CountRow]
        "SELECT count FROM attempts WHERE flow = :flow AND target_hash = :target_hash AND window_start = :window_start";
    pub forgive_attempt(flow: &str, target_hash: &str, window_start: i64) -> [exec]
        "UPDATE attempts SET count = count - 1 WHERE flow = :flow AND target_hash = :target_hash AND window_start = :window_start AND count > 0";
    pub forget_attempts(flow: &str, target_hash: &str) -> [exec]
        "DELETE FROM attempts WHERE flow = :flow AND target_hash = :target_hash";
    pub prune_attempts(before: i64) -> [exec]
        "DELETE FROM attempts WHERE window_start < :before";

    pub insert_audit(..row: &NewAudit) -> [exec]
        "INSERT INTO platform_audit (id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id, address)
         VALUES (:id, :at, :actor_kind, :actor_id, :action, :object_kind, :object_id, :detail, :request_id, :address)";

    pub insert_letter(id: &LetterId, sealed: &str, now: i64) -> [exec]
        "INSERT INTO letters (id, sealed, state, due_at, lease_until, attempts, created_at) VALUES (:id, :sealed, 'ready', :now, 0, 0, :now)";
    /// Leases each to one worker alone: as the schools' outbox does, the condition stands outside too.
    pub lease_letters(now: i64, lease_until: i64, most: i64) -> [all LetterRow]
        "UPDATE letters SET lease_until = :lease_until, attempts = attempts + 1
         WHERE state = 'ready' AND lease_until <= :now
             AND id IN (SELECT id FROM letters WHERE state = 'ready' AND due_at <= :now AND lease_until <= :now ORDER BY due_at, id LIMIT :most)
         RETURNING id, sealed, attempts";
    /// Sent or given up, by who holds the lease: what it carried is forgotten.
    pub finish_letter(id: &LetterId, attempts: i64, state: &str, error: Option<&str>, now: i64) -> [exec]
        "UPDATE letters SET state = :state, sealed = '', last_error = :error, done_at = :now, lease_until = 0
         WHERE id = :id AND attempts = :attempts AND state = 'ready'";
    pub retry_letter(id: &LetterId, attempts: i64, due_at: i64, error: &str) -> [exec]
        "UPDATE letters SET due_at = :due_at, lease_until = 0, last_error = :error WHERE id = :id AND attempts = :attempts AND state = 'ready'";
    pub due_letters(now: i64) -> [all LetterRow]
        "SELECT id, sealed, attempts FROM letters WHERE state = 'ready' AND due_at <= :now AND lease_until <= :now ORDER BY due_at, id LIMIT 1";
    pub prune_letters(before: i64) -> [exec]
        "DELETE FROM letters WHERE state <> 'ready' AND done_at < :before";

    /// 0 rows for a proof that was used before.
    pub spend_proof(proof_hash: &str, expires_at: i64) -> [exec]
        "INSERT INTO spent_proofs (proof_hash, expires_at) VALUES (:proof_hash, :expires_at) ON CONFLICT (proof_hash) DO NOTHING";
    pub prune_proofs(now: i64) -> [exec]
        "DELETE FROM spent_proofs WHERE expires_at < :now";
}
