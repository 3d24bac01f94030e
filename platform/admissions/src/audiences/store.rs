//! All SQL of what waits for audiences.

use kernel::{rows, statements};

rows! {
    /// Submissions that keep more for some than everybody reads.
    pub struct KeptRow {
        /// For whom, between blanks.
        pub audiences: String,
        pub n: i64,
    }
    /// Open tasks that an audience alone reads.
    pub struct WaitingRow {
        pub audience: String,
        pub n: i64,
    }
}

statements! {
    /// How many that are not `over` (a list of states) keep something, of forms that somebody sees.
    pub kept_for(over: &str, visible: &str) -> [all KeptRow]
        "SELECT s.audiences, COUNT(*) AS n FROM submissions s
         WHERE s.school_id = :school AND s.audiences <> '' AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
             AND (CAST(:visible AS TEXT) = '*' OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END)))
         GROUP BY s.audiences ORDER BY s.audiences";
    /// How many tasks of these wait.
    pub waiting_for(over: &str, visible: &str) -> [all WaitingRow]
        "SELECT t.audience, COUNT(*) AS n FROM tasks t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
         WHERE t.school_id = :school AND t.done_at IS NULL AND t.audience <> '' AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
             AND (CAST(:visible AS TEXT) = '*' OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END)))
         GROUP BY t.audience ORDER BY t.audience";
}
