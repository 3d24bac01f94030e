//! What belongs to a family's account.

use kernel::{rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// A draft that an account keeps.
    pub struct KeptRow {
        /// Its token, sealed.
        pub token: String,
        /// The form.
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// The answers.
        pub answers: Json<Value>,
        /// The open step.
        pub step: String,
        /// Last change.
        pub updated_at: i64,
        /// When it is purged.
        pub expires_at: i64,
    }
    /// What an account sent.
    pub struct OwnRow {
        /// Its reference.
        pub reference: String,
        /// The form.
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Whom it is for.
        pub person: String,
        /// Where it stands.
        pub state: String,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        /// When it came in.
        pub submitted_at: i64,
    }
    /// Whose it is.
    pub struct OwnerRow {
        /// The person's id.
        pub user_id: String,
    }
}

statements! {
    /// An account keeps a draft, unless one does already.
    pub keep_draft(draft_id: &str, user_id: &str, token: &str) -> [exec]
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    /// Whose a draft is.
    pub owner_of_draft(draft_id: &str) -> [opt OwnerRow]
        "SELECT user_id FROM family_drafts WHERE school_id = $1 AND draft_id = $2";
    /// What is sent from an account's draft is the account's.
    pub follow_draft(draft_id: &str, submission_id: &str) -> [exec]
        "INSERT INTO family_submissions (school_id, submission_id, user_id)
         SELECT school_id, CAST($3 AS TEXT), user_id FROM family_drafts WHERE school_id = $1 AND draft_id = $2";
    /// An account's drafts, the last touched first.
    pub drafts_of(user_id: &str, now: i64) -> [all KeptRow]
        "SELECT f.token, d.form_id, d.form_digest, d.answers, d.step, d.updated_at, d.expires_at
         FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
         WHERE f.school_id = $1 AND f.user_id = $2 AND d.expires_at > $3 ORDER BY d.updated_at DESC, d.id LIMIT 50";
    /// What an account sent, the newest first.
    pub submissions_of(user_id: &str) -> [all OwnRow]
        "SELECT s.reference, s.form_id, s.form_digest, s.person, s.state, s.verdict, s.submitted_at
         FROM family_submissions f JOIN submissions s ON s.school_id = f.school_id AND s.id = f.submission_id
         WHERE f.school_id = $1 AND f.user_id = $2 ORDER BY s.submitted_at DESC, s.id DESC LIMIT 100";
    /// Some account that keeps drafts: for the run that takes guards out, and nothing else.
    pub any_owner() -> [opt OwnerRow]
        "SELECT user_id FROM family_drafts WHERE school_id = $1 ORDER BY user_id LIMIT 1";
}
