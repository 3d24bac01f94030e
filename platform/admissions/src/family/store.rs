//! What belongs to a family's account.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

use crate::ids::{DraftId, UploadId};

rows! {
    /// A draft that an account keeps.
    pub struct OwnDraftRow {
        /// Its token, sealed.
        pub token: String,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Whom it is about; may be empty.
        pub person: String,
        /// The open step.
        pub step: String,
        pub updated_at: i64,
        /// When it is purged.
        pub expires_at: i64,
    }
    /// What an account keeps in drafts.
    pub struct DraftUsage {
        /// How many.
        pub drafts: i64,
        /// Bytes of their answers.
        pub bytes: i64,
    }
    /// A draft's id alone.
    pub struct DraftIdRow {
        pub id: DraftId,
    }
    /// A submission's id alone.
    pub struct SubmissionIdRow {
        pub id: SubmissionId,
    }
    /// What an account sent.
    pub struct OwnSubmissionRow {
        pub id: SubmissionId,
        pub reference: String,
        /// Of an application.
        pub registration_id: Option<String>,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Whom it is for.
        pub person: String,
        /// The same in Arabic, where the form asks for both; may be empty.
        pub person_ar: String,
        /// Where it stands.
        pub state: String,
        /// Its family's language.
        pub locale: String,
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        pub submitted_at: i64,
    }
    /// A draft with all that was written.
    pub struct DraftRecord {
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        /// The open step.
        pub step: String,
        pub created_at: i64,
        pub updated_at: i64,
        /// When it is purged.
        pub expires_at: i64,
    }
    /// What was sent, with all that was written.
    pub struct SubmissionRecord {
        pub reference: String,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        /// Whom it is for.
        pub person: String,
        /// Where it stands.
        pub state: String,
        /// In which language it was written.
        pub locale: String,
        pub answers: Json<Value>,
        pub submitted_at: i64,
    }
    /// A file that was given.
    pub struct FileRecord {
        pub id: UploadId,
        /// What it answers.
        pub field: String,
        /// The person's own name of it.
        pub name: String,
        /// Its size.
        pub bytes: i64,
        /// What it is.
        pub media_type: String,
        /// Its fingerprint.
        pub sha256: String,
        /// When it was given.
        pub created_at: i64,
    }
    /// What nobody's account owns, and that names a value which somebody proved.
    pub struct AdoptableRow {
        pub id: SubmissionId,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        pub submitted_at: i64,
    }
    /// A draft of an account that names nobody yet.
    pub struct UnnamedDraftRow {
        /// Its token, sealed.
        pub token: String,
        pub answers: Json<Value>,
    }
    /// Whose it is.
    pub struct OwnerRow {
        /// The person's id.
        pub user_id: UserId,
    }
}

statements! {
    /// An account keeps a draft, unless one does already.
    pub keep_draft(draft_id: &DraftId, user_id: &UserId, token: &str) -> [exec]
        "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
         SELECT u.school_id, CAST(:draft_id AS TEXT), u.id, CAST(:token AS TEXT), u.stamp FROM users u WHERE u.school_id = :school AND u.id = :user_id
         ON CONFLICT DO NOTHING";
    /// Holds an account for the rest of the transaction, so that what it keeps is counted one by one.
    pub hold_account(user_id: &UserId) -> [exec]
        "UPDATE users SET stamp = stamp WHERE school_id = :school AND id = :user_id";
    /// What an account keeps in drafts.
    pub draft_usage(user_id: &UserId, now: i64) -> [one DraftUsage]
        "SELECT COUNT(*) AS drafts, CAST(COALESCE(SUM(d.bytes), 0) AS BIGINT) AS bytes
         FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
         WHERE f.school_id = :school AND f.user_id = :user_id AND d.expires_at > :now";
    /// The drafts of a form, in one of its versions, that an account began itself and in which nobody is named; the last touched few.
    pub unnamed_drafts(user_id: &UserId, form_id: &str, form_digest: &str, now: i64) -> [all UnnamedDraftRow]
        "SELECT f.token, d.answers
         FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
             JOIN users u ON u.school_id = f.school_id AND u.id = f.user_id AND u.stamp = f.stamp
         WHERE f.school_id = :school AND f.user_id = :user_id AND d.form_id = :form_id AND d.form_digest = :form_digest
           AND d.expires_at > :now AND d.by_link IS NULL AND LENGTH(d.person) = 0
           AND NOT EXISTS (SELECT 1 FROM draft_origins o WHERE o.school_id = d.school_id AND o.draft_id = d.id)
         ORDER BY d.updated_at DESC, d.id LIMIT 5";
    /// Whose a draft is.
    pub owner_of_draft(draft_id: &DraftId) -> [opt OwnerRow]
        "SELECT user_id FROM family_drafts WHERE school_id = :school AND draft_id = :draft_id";
    /// What is sent from an account's draft is the account's.
    pub keep_submission(submission_id: &SubmissionId, user_id: &UserId) -> [later]
        "INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES (:school, :submission_id, :user_id)";
    /// The same of one that was sent before, unless an account owns it already.
    pub adopt(submission_id: &SubmissionId, user_id: &UserId) -> [exec]
        "INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES (:school, :submission_id, :user_id) ON CONFLICT DO NOTHING";
    /// The newest submissions without an account that name a value of a kind. Only so many are looked at, along an index.
    pub naming(kind: &str, hash: &str) -> [all AdoptableRow]
        "SELECT s.id, s.form_id, s.form_digest, s.answers, s.submitted_at FROM submissions s
         WHERE s.school_id = :school AND s.id IN (SELECT v.submission_id FROM known_values v
             WHERE v.school_id = :school AND v.kind = :kind AND v.hash = :hash ORDER BY v.submission_id DESC LIMIT 50)
         AND NOT EXISTS (SELECT 1 FROM family_submissions f WHERE f.school_id = s.school_id AND f.submission_id = s.id)
         ORDER BY s.id DESC LIMIT 20";
    /// One that is no account's.
    pub adoptable(id: &SubmissionId) -> [opt AdoptableRow]
        "SELECT s.id, s.form_id, s.form_digest, s.answers, s.submitted_at FROM submissions s
         WHERE s.school_id = :school AND s.id = :id
         AND NOT EXISTS (SELECT 1 FROM family_submissions f WHERE f.school_id = s.school_id AND f.submission_id = s.id)";
    /// Whose account a submission is.
    pub owner_of(id: &SubmissionId) -> [opt OwnerRow]
        "SELECT user_id FROM family_submissions WHERE school_id = :school AND submission_id = :id";
    /// An account's drafts, the last touched first.
    pub drafts_of(user_id: &UserId, now: i64) -> [all OwnDraftRow]
        "SELECT f.token, d.form_id, d.form_digest, d.person, d.step, d.updated_at, d.expires_at
         FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
         WHERE f.school_id = :school AND f.user_id = :user_id AND d.expires_at > :now ORDER BY d.updated_at DESC, d.id LIMIT 50";
    /// What an account sent, the newest first.
    pub submissions_of(user_id: &UserId) -> [all OwnSubmissionRow]
        "SELECT s.id, s.reference, a.registration_id, s.form_id, s.form_digest, s.person, s.person_ar, s.state, s.locale, s.answers, s.verdict, s.submitted_at
         FROM family_submissions f JOIN submissions s ON s.school_id = f.school_id AND s.id = f.submission_id
             LEFT JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
         WHERE f.school_id = :school AND f.user_id = :user_id ORDER BY s.submitted_at DESC, s.id DESC LIMIT 100";
    /// Which drafts an account keeps.
    pub draft_ids(user_id: &UserId) -> [all DraftIdRow]
        "SELECT d.id FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
         WHERE f.school_id = :school AND f.user_id = :user_id ORDER BY d.updated_at DESC, d.id LIMIT 500";
    /// One of them, as it was written.
    pub draft_record(user_id: &UserId, id: &DraftId) -> [opt DraftRecord]
        "SELECT d.form_id, d.form_digest, d.answers, d.step, d.created_at, d.updated_at, d.expires_at
         FROM family_drafts f JOIN drafts d ON d.school_id = f.school_id AND d.id = f.draft_id
         WHERE f.school_id = :school AND f.user_id = :user_id AND f.draft_id = :id";
    /// Which submissions are an account's.
    pub submission_ids(user_id: &UserId) -> [all SubmissionIdRow]
        "SELECT s.id FROM family_submissions f JOIN submissions s ON s.school_id = f.school_id AND s.id = f.submission_id
         WHERE f.school_id = :school AND f.user_id = :user_id ORDER BY s.submitted_at DESC, s.id DESC LIMIT 500";
    /// One of them, as it was written.
    pub submission_record(user_id: &UserId, id: &SubmissionId) -> [opt SubmissionRecord]
        "SELECT s.reference, s.form_id, s.form_digest, s.person, s.state, s.locale, s.answers, s.submitted_at
         FROM family_submissions f JOIN submissions s ON s.school_id = f.school_id AND s.id = f.submission_id
         WHERE f.school_id = :school AND f.user_id = :user_id AND f.submission_id = :id";
    /// The files of a draft.
    pub draft_files(draft_id: &DraftId) -> [all FileRecord]
        "SELECT id, field, name, bytes, media_type, sha256, created_at FROM uploads
         WHERE school_id = :school AND draft_id = :draft_id AND submission_id IS NULL ORDER BY created_at, id LIMIT 500";
    /// The files of what was sent, without those that were removed.
    pub submission_files(submission_id: &SubmissionId) -> [all FileRecord]
        "SELECT id, field, name, bytes, media_type, sha256, created_at FROM uploads
         WHERE school_id = :school AND submission_id = :submission_id
           AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = :school AND x.upload_id = uploads.id) ORDER BY created_at, id LIMIT 500";
    /// Some account that keeps drafts: for the run that takes guards out, and nothing else.
    pub any_owner() -> [opt OwnerRow]
        "SELECT user_id FROM family_drafts WHERE school_id = :school ORDER BY user_id LIMIT 1";
}
