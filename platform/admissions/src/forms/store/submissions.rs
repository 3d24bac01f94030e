//! Submissions as they come in; the inbox reads them in [`crate::enquiries`].

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// What a family was told.
    pub struct SentRow {
        /// The submission.
        pub id: SubmissionId,
        pub reference: String,
        pub submitted_at: i64,
        /// The rules' word then.
        pub verdict: Option<Json<Value>>,
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        /// What was sent.
        pub answers: Json<Value>,
    }
    /// A value that the school knows.
    pub struct KnownRow {
        /// Which sort.
        pub kind: String,
        /// Its keyed hash.
        pub hash: String,
    }
    /// What a confirmation tells.
    pub struct ConfirmationRow {
        pub reference: String,
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        /// The person's language.
        pub locale: String,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        pub submitted_at: i64,
    }
}

kernel::binds! {
    /// A new submission; `named` are its hashes, as [`named_list`] tells them, and `draft_hash` that of its draft's token.
    pub struct NewSubmission<'a> {
        pub id: &'a SubmissionId,
        pub reference: &'a str,
        pub form_id: &'a str,
        pub form_digest: &'a str,
        pub draft_hash: Option<&'a str>,
        pub answers: Json<&'a Value>,
        pub locale: &'a str,
        pub person: &'a str,
        pub search_text: &'a str,
        pub owner_id: Option<&'a UserId>,
        pub score_points: Option<i64>,
        pub score_out_of: Option<i64>,
        pub sort_score: i64,
        pub tags: Json<&'a [String]>,
        pub route: Option<&'a str>,
        pub plugin_failure: Option<&'a str>,
        pub verdict: Json<&'a Value>,
        pub named: &'a str,
        pub now: i64,
    }
}

statements! {
    /// Makes those who add to one submission wait for one another; 0 rows when it is gone.
    pub hold_submission(submission: &SubmissionId) -> [exec]
        "UPDATE submissions SET version = version WHERE school_id = :school AND id = :submission";
    /// The submission that a draft became: it keeps the hash of the draft's token.
    pub sent_draft(token_hash: &str) -> [opt SentRow]
        "SELECT id, reference, submitted_at, verdict, form_id, form_digest, answers FROM submissions
         WHERE school_id = :school AND draft_id = :token_hash";
    /// A new submission: a duplicate where the school knows one of its named hashes already, looked for as in [`known_among`].
    pub insert_submission(..row: &NewSubmission) -> [later]
        "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person,
             search_text, state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict,
             is_duplicate, submitted_at, updated_at)
         VALUES (:school, :id, :reference, :form_id, :form_digest, :draft_hash, 1, :answers, :locale, :person, :search_text, 'new', :owner_id, :score_points, :score_out_of, :sort_score, :tags, :route, :plugin_failure, :verdict,
             EXISTS (SELECT 1 FROM json_each(CAST(:named AS TEXT)) n
                     WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = :school AND v.kind = substr(n.value, 65)
                                AND v.hash = substr(n.value, 1, 64) LIMIT 1)), :now, :now)";
    /// The tags of a submission, a list.
    pub insert_tags(submission_id: &SubmissionId, tags: &str) -> [later]
        "INSERT INTO submission_tags (school_id, submission_id, tag)
         SELECT :school, :submission_id, t.value FROM json_each(CAST(:tags AS TEXT)) t WHERE true ON CONFLICT DO NOTHING";
    /// The keyed hashes of values in a submission ([`named_list`]).
    pub insert_known(submission_id: &SubmissionId, named: &str) -> [later]
        "INSERT INTO known_values (school_id, kind, hash, submission_id)
         SELECT :school, substr(v.value, 65), substr(v.value, 1, 64), :submission_id FROM json_each(CAST(:named AS TEXT)) v WHERE true
         ON CONFLICT DO NOTHING";
    /// Which of some named hashes ([`named_list`]) the school knows: one probe of the key each, however much the school knows. Not by
    /// EXISTS, which PostgreSQL turns into a join with all that the school knows.
    pub known_among(named: &str) -> [all KnownRow]
        "SELECT substr(n.value, 65) AS kind, substr(n.value, 1, 64) AS hash FROM json_each(CAST(:named AS TEXT)) n
         WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = :school AND v.kind = substr(n.value, 65)
                    AND v.hash = substr(n.value, 1, 64) LIMIT 1)";
    /// What a confirmation tells.
    pub find_confirmation(id: &SubmissionId) -> [opt ConfirmationRow]
        "SELECT reference, form_id, form_digest, answers, locale, verdict, submitted_at FROM submissions
         WHERE school_id = :school AND id = :id";
}

/// Kinds and keyed hashes as the list that statements take: of each 64 hexadecimal digits and the kind.
#[must_use]
pub fn named_list<'a>(named: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let list: Vec<String> = named.map(|(kind, hash)| format!("{hash}{kind}")).collect();
    serde_json::json!(list).to_string()
}
