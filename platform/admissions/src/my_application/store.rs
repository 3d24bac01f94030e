//! All SQL of what families see of what they sent.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// What was corrected of one of some.
    pub struct CorrectedRow {
        pub submission_id: SubmissionId,
        pub field: String,
        pub value: String,
    }
    /// What was sent.
    pub struct SentRow {
        pub reference: String,
        /// An application's registration number, else the reference.
        pub number: String,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Whom it is for.
        pub person: String,
        /// The same in Arabic, where the form asks for both names.
        pub person_ar: String,
        pub state: String,
        /// The family's language.
        pub locale: String,
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        pub submitted_at: i64,
    }
    /// A contact detail that is another now.
    pub struct CorrectionRow {
        pub field: String,
        pub value: String,
        pub corrected_at: i64,
    }
    /// That it is so.
    pub struct OwnRow {
        pub submission_id: SubmissionId,
    }
}

statements! {
    /// One that was sent.
    pub find_sent(id: &SubmissionId) -> [opt SentRow]
        "SELECT s.reference, COALESCE(a.registration_id, s.reference) AS number, s.form_id, s.form_digest, s.person, s.person_ar, s.state, s.locale,
             s.answers, s.verdict, s.submitted_at
         FROM submissions s LEFT JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
         WHERE s.school_id = :school AND s.id = :id";
    /// Which one has that reference, or that registration number.
    pub find_named(number: &str) -> [opt OwnRow]
        "SELECT id AS submission_id FROM submissions WHERE school_id = :school AND reference = :number
         UNION ALL SELECT submission_id FROM applications WHERE school_id = :school AND registration_id = :number LIMIT 1";
    /// The newest.
    pub find_newest() -> [opt OwnRow]
        "SELECT id AS submission_id FROM submissions WHERE school_id = :school ORDER BY submitted_at DESC, id DESC LIMIT 1";
    /// Whether it is that account's.
    pub find_own(user_id: &UserId, id: &SubmissionId) -> [opt OwnRow]
        "SELECT submission_id FROM family_submissions WHERE school_id = :school AND submission_id = :id AND user_id = :user_id";
    /// What else an account sent, the newest first.
    pub own_besides(user_id: &UserId, id: &SubmissionId) -> [all OwnRow]
        "SELECT f.submission_id FROM family_submissions f JOIN submissions s ON s.school_id = f.school_id AND s.id = f.submission_id
         WHERE f.school_id = :school AND f.user_id = :user_id AND f.submission_id <> :id ORDER BY s.submitted_at DESC, s.id DESC LIMIT 20";
    /// What of it was corrected, as it is now.
    pub corrections_of(id: &SubmissionId) -> [all CorrectionRow]
        "SELECT field, value, corrected_at FROM submission_corrections WHERE school_id = :school AND submission_id = :id
         ORDER BY field LIMIT 20";
    /// The same of some submissions, a list of ids.
    pub corrections_among(ids: &str) -> [all CorrectedRow]
        "SELECT submission_id, field, value FROM submission_corrections
         WHERE school_id = :school AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// One is corrected, or again.
    pub put_correction(id: &SubmissionId, field: &str, value: &str, now: i64) -> [exec]
        "INSERT INTO submission_corrections (school_id, submission_id, field, value, corrected_at)
         VALUES (:school, :id, :field, :value, :now)
         ON CONFLICT (school_id, submission_id, field) DO UPDATE SET value = excluded.value, corrected_at = excluded.corrected_at";
    /// It is again as it was sent.
    pub delete_correction(id: &SubmissionId, field: &str) -> [exec]
        "DELETE FROM submission_corrections WHERE school_id = :school AND submission_id = :id AND field = :field";
}
