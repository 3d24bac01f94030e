//! All SQL of setting up.

use kernel::{rows, statements};

rows! {
    /// What the administrator said of it.
    pub struct SetupRow {
        pub skipped: String,
        pub finished_at: Option<i64>,
    }
    /// Whether there is one.
    pub struct PublishedRow {
        pub n: i64,
    }
    /// Whether there is any.
    pub struct AnyRow {
        pub id: String,
    }
}

statements! {
    pub find_setup() -> [opt SetupRow] "SELECT skipped, finished_at FROM setting_setups WHERE school_id = :school";
    pub keep_setup(skipped: &str, finished_at: Option<i64>, now: i64) -> [exec]
        "INSERT INTO setting_setups (school_id, skipped, finished_at, updated_at) VALUES (:school, :skipped, :finished_at, :now)
         ON CONFLICT (school_id) DO UPDATE SET skipped = excluded.skipped, finished_at = excluded.finished_at,
             updated_at = excluded.updated_at";
    /// Whether a family sent something before that moment.
    pub any_submission(before: i64) -> [opt AnyRow]
        "SELECT id FROM submissions WHERE school_id = :school AND submitted_at < :before LIMIT 1";
    /// Revisions that somebody of the school published.
    pub count_published() -> [one PublishedRow]
        "SELECT COUNT(*) AS n FROM setting_revisions WHERE school_id = :school AND kind <> 'files'";
}
