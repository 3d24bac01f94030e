//! All SQL of tries.

use kernel::{rows, statements};

rows! {
    /// How many in a row.
    pub struct FailedRow {
        pub failed: i64,
    }
    /// What keeps a name from being tried.
    pub struct TriesRow {
        pub retry_at: i64,
        pub locked_at: Option<i64>,
    }
    pub struct NameRow {
        pub name_hash: String,
    }
    /// What somebody signs in by at a till.
    pub struct StaffCodeRow {
        pub staff_code: String,
    }
}

statements! {
    /// Nothing while tries are slowed down: one row for exactly one of any number of takers.
    pub begin(name_hash: &str, now: i64) -> [opt FailedRow]
        "INSERT INTO tries (school_id, name_hash, failed, retry_at) VALUES (:school, :name_hash, 1, :now)
         ON CONFLICT (school_id, name_hash) DO UPDATE SET failed = tries.failed + 1
         WHERE tries.retry_at <= :now AND tries.locked_at IS NULL RETURNING failed";
    pub wait_until(name_hash: &str, retry_at: i64) -> [exec]
        "UPDATE tries SET retry_at = :retry_at WHERE school_id = :school AND name_hash = :name_hash";
    pub lock(name_hash: &str, now: i64) -> [exec]
        "UPDATE tries SET locked_at = :now WHERE school_id = :school AND name_hash = :name_hash";
    pub find(name_hash: &str) -> [opt TriesRow]
        "SELECT retry_at, locked_at FROM tries WHERE school_id = :school AND name_hash = :name_hash";
    pub locked() -> [all NameRow]
        "SELECT name_hash FROM tries WHERE school_id = :school AND locked_at IS NOT NULL";
    pub forget(name_hash: &str) -> [exec]
        "DELETE FROM tries WHERE school_id = :school AND name_hash = :name_hash";
    pub staff_codes() -> [all StaffCodeRow]
        "SELECT staff_code FROM users WHERE school_id = :school AND staff_code IS NOT NULL";
    /// Locks of `kept`, a JSON array of names, stay.
    pub prune(before: i64, locked_before: i64, kept: &str) -> [exec]
        "DELETE FROM tries WHERE school_id = :school AND retry_at < :before AND (locked_at IS NULL
             OR (locked_at < :locked_before AND name_hash NOT IN (SELECT value FROM json_each(CAST(:kept AS TEXT)))))";
}
