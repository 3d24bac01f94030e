//! What a form's rules may hear of submissions that are there already.

use kernel::{UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// A submission that names a value.
    pub struct EarlierRow {
        pub reference: String,
        pub submitted_at: i64,
        /// Its pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        /// The rules' word then.
        pub verdict: Option<Json<Value>>,
    }
    /// How many somebody looks after.
    pub struct LoadRow {
        pub n: i64,
    }
}

statements! {
    /// The newest submissions of a form that name a value, one more than are told: ids sort by their making.
    pub newest_naming(kind: &str, hash: &str, form_id: &str) -> [all EarlierRow]
        "SELECT s.reference, s.submitted_at, s.form_digest, s.answers, s.verdict FROM known_values v CROSS JOIN submissions s
         WHERE v.school_id = :school AND v.kind = :kind AND v.hash = :hash
           AND s.school_id = :school AND s.id = v.submission_id AND s.form_id = :form_id
         ORDER BY v.submission_id DESC LIMIT 21";
    /// The oldest of them, half of what is told.
    pub oldest_naming(kind: &str, hash: &str, form_id: &str) -> [all EarlierRow]
        "SELECT s.reference, s.submitted_at, s.form_digest, s.answers, s.verdict FROM known_values v CROSS JOIN submissions s
         WHERE v.school_id = :school AND v.kind = :kind AND v.hash = :hash
           AND s.school_id = :school AND s.id = v.submission_id AND s.form_id = :form_id
         ORDER BY v.submission_id LIMIT 10";
    /// How many submissions that are not `over` (a list of states) somebody looks after.
    pub count_load(owner: &UserId, over: &str) -> [one LoadRow]
        "SELECT COUNT(*) AS n FROM submissions WHERE school_id = :school AND owner_id = :owner AND state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))";
}
