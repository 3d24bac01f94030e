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

platform_statements! {
    pub insert_audit(id: &str, at: i64, actor_kind: &str, actor_id: Option<&str>, action: &str, object_kind: &str, object_id: &str,
                     detail: &str, request_id: &str, address: &str) -> [exec]
        "INSERT INTO platform_audit (id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id, address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

    pub insert_letter(id: &str, sealed: &str, now: i64) -> [exec]
        "INSERT INTO letters (id, sealed, state, due_at, lease_until, attempts, created_at) VALUES ($1, $2, 'ready', $3, 0, 0, $3)";
    pub lease_letters(now: i64, lease_until: i64) -> [all LetterRow]
        "UPDATE letters SET lease_until = $2, attempts = attempts + 1
         WHERE id IN (SELECT id FROM letters WHERE state = 'ready' AND due_at <= $1 AND lease_until <= $1 ORDER BY due_at, id LIMIT 10)
         RETURNING id, sealed, attempts";
    /// Sent or given up: what it carried is forgotten.
    pub finish_letter(id: &str, state: &str, error: Option<&str>, now: i64) -> [exec]
        "UPDATE letters SET state = $2, sealed = '', last_error = $3, done_at = $4, lease_until = 0 WHERE id = $1";
    pub retry_letter(id: &str, due_at: i64, error: &str) -> [exec]
        "UPDATE letters SET due_at = $2, lease_until = 0, last_error = $3 WHERE id = $1";
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
