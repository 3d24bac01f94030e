//! SQL over a school's tables: counts, and what stands in its outbox. Nothing here reads an answer, a name or an address of a
//! family.

use kernel::{rows, statements};

rows! {
    /// A number.
    pub struct CountRow {
        pub n: i64,
    }
    /// How the outbox is.
    pub struct OutboxRow {
        pub waiting: i64,
        pub failed: i64,
    }
    /// A published state.
    pub struct RevisionRow {
        pub seq: i64,
        pub at: i64,
        pub kind: String,
        pub actor_id: Option<String>,
        pub actor_name: String,
        pub note: String,
        pub changes: i64,
    }
    /// A job that failed.
    pub struct FailedRow {
        pub kind: String,
        pub at: i64,
        pub attempts: i64,
        pub problem: String,
    }
}

statements! {
    pub newest_revision() -> [one CountRow]
        "SELECT COALESCE(MAX(seq), 0) AS n FROM setting_revisions WHERE school_id = :school";
    pub revisions(limit: i64) -> [all RevisionRow]
        "SELECT seq, at, kind, actor_id, actor_name, note, changes FROM setting_revisions WHERE school_id = :school
         ORDER BY seq DESC LIMIT :limit";
    pub plugin_failures(since: i64) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM submissions WHERE school_id = :school AND plugin_failure IS NOT NULL AND submitted_at >= :since";
    pub outbox() -> [one OutboxRow]
        "SELECT COUNT(CASE WHEN state = 'ready' THEN 1 END) AS waiting, COUNT(CASE WHEN state = 'dead' THEN 1 END) AS failed
         FROM outbox WHERE school_id = :school";
    pub failed(limit: i64) -> [all FailedRow]
        "SELECT kind, COALESCE(done_at, due_at) AS at, attempts, COALESCE(last_error, '') AS problem FROM outbox
         WHERE school_id = :school AND (state = 'dead' OR (state = 'ready' AND last_error IS NOT NULL))
         ORDER BY COALESCE(done_at, due_at) DESC LIMIT :limit";
}
