//! SQL over a school's tables: counts. Nothing here reads an answer, a name or an address of a family.

use kernel::{rows, statements};

rows! {
    /// A number.
    pub struct CountRow {
        pub n: i64,
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
}

statements! {
    pub newest_revision() -> [one CountRow]
        "SELECT COALESCE(MAX(seq), 0) AS n FROM setting_revisions WHERE school_id = :school";
    pub revisions(limit: i64) -> [all RevisionRow]
        "SELECT seq, at, kind, actor_id, actor_name, note, changes FROM setting_revisions WHERE school_id = :school
         ORDER BY seq DESC LIMIT :limit";
    pub plugin_failures(since: i64) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM submissions WHERE school_id = :school AND plugin_failure IS NOT NULL AND submitted_at >= :since";
}
