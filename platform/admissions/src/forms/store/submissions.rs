//! Submissions as they come in; the inbox reads them in [`crate::enquiries`].

use kernel::{rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// What a family was told.
    pub struct SentRow {
        /// The submission.
        pub id: String,
        /// Its reference.
        pub reference: String,
        /// When it came.
        pub submitted_at: i64,
        /// The rules' word then.
        pub verdict: Option<Json<Value>>,
        /// The form.
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        /// What was sent.
        pub answers: Json<Value>,
    }
    /// A counter's new value.
    pub struct Counter {
        /// The value.
        pub last_value: i64,
    }
    /// A value that the school knows.
    pub struct KnownRow {
        /// Which sort.
        pub kind: String,
        /// Its keyed hash.
        pub hash: String,
    }
    /// What a receipt tells.
    pub struct ReceiptRow {
        /// The reference.
        pub reference: String,
        /// The form.
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        /// The answers.
        pub answers: Json<Value>,
        /// The person's language.
        pub locale: String,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        /// When it came.
        pub submitted_at: i64,
    }
}

statements! {
    /// Takes the next numbers of a counter; the last of them.
    pub next_numbers(name: &str, count: i64) -> [one Counter]
        "INSERT INTO counters (school_id, name, last_value) VALUES ($1, $2, $3)
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = counters.last_value + $3 RETURNING last_value";
    /// Where a counter stands.
    pub find_number(name: &str) -> [opt Counter]
        "SELECT last_value FROM counters WHERE school_id = $1 AND name = $2";
    /// Counters of days that are over go: what begins so, before that name.
    pub prune_counters(like: &str, before: &str) -> [exec]
        "DELETE FROM counters WHERE school_id = $1 AND name LIKE $2 AND name < $3";
    /// The submission that a draft became.
    pub sent_draft(draft_id: &str) -> [opt SentRow]
        "SELECT id, reference, submitted_at, verdict, form_id, form_digest, answers FROM submissions
         WHERE school_id = $1 AND draft_id = $2";
    /// A new submission: a duplicate where the school knows one of its named hashes already, looked for as in [`known_among`].
    pub insert_submission(id: &str, reference: &str, form_id: &str, form_digest: &str, draft_id: Option<&str>,
                          answers: Json<&Value>, locale: &str, person: &str, search_text: &str, owner_id: Option<&str>,
                          score_points: Option<i64>, score_out_of: Option<i64>, sort_score: i64, tags: Json<&[String]>,
                          route: Option<&str>, plugin_failure: Option<&str>, verdict: Json<&Value>, named: &str,
                          now: i64) -> [later]
        "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person,
             search_text, state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict,
             is_duplicate, submitted_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, 'new', $11, $12, $13, $14, $15, $16, $17, $18,
             EXISTS (SELECT 1 FROM json_each(CAST($19 AS TEXT)) n
                     WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = $1 AND v.kind = substr(n.value, 65)
                                AND v.hash = substr(n.value, 1, 64) LIMIT 1)), $20, $20)";
    /// The tags of a submission, a list.
    pub insert_tags(submission_id: &str, tags: &str) -> [later]
        "INSERT INTO submission_tags (school_id, submission_id, tag)
         SELECT $1, $2, t.value FROM json_each(CAST($3 AS TEXT)) t WHERE true ON CONFLICT DO NOTHING";
    /// The keyed hashes of values in a submission ([`named_list`]).
    pub insert_known(submission_id: &str, named: &str) -> [later]
        "INSERT INTO known_values (school_id, kind, hash, submission_id)
         SELECT $1, substr(v.value, 65), substr(v.value, 1, 64), $2 FROM json_each(CAST($3 AS TEXT)) v WHERE true
         ON CONFLICT DO NOTHING";
    /// Which of some named hashes ([`named_list`]) the school knows: one probe of the key each, however much the school knows. Not by
    /// EXISTS, which PostgreSQL turns into a join with all that the school knows.
    pub known_among(named: &str) -> [all KnownRow]
        "SELECT substr(n.value, 65) AS kind, substr(n.value, 1, 64) AS hash FROM json_each(CAST($2 AS TEXT)) n
         WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = $1 AND v.kind = substr(n.value, 65)
                    AND v.hash = substr(n.value, 1, 64) LIMIT 1)";
    /// What a receipt tells.
    pub find_receipt(id: &str) -> [opt ReceiptRow]
        "SELECT reference, form_id, form_digest, answers, locale, verdict, submitted_at FROM submissions
         WHERE school_id = $1 AND id = $2";
}

/// Kinds and keyed hashes as the list that statements take: of each 64 hexadecimal digits and the kind.
#[must_use]
pub fn named_list<'a>(named: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let list: Vec<String> = named.map(|(kind, hash)| format!("{hash}{kind}")).collect();
    serde_json::json!(list).to_string()
}
