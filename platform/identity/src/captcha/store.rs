//! Proofs that were taken.

use kernel::statements;

statements! {
    /// Takes a proof; nothing is written when it was taken before.
    pub spend(proof_hash: &str, expires_at: i64) -> [exec]
        "INSERT INTO captcha_spent (school_id, proof_hash, expires_at) VALUES (:school, :proof_hash, :expires_at) ON CONFLICT DO NOTHING";
    /// Forgets proofs whose time is over: they are refused for that alone.
    pub prune_spent(now: i64) -> [exec]
        "DELETE FROM captcha_spent WHERE school_id = :school AND expires_at < :now";
}
