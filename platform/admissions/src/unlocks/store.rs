//! All SQL of what families may change after sending.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

use crate::ids::UnlockId;

rows! {
    /// What was opened, beside the name of who did.
    pub struct UnlockRow {
        pub id: UnlockId,
        pub fields: Json<Vec<String>>,
        pub message: String,
        pub until: i64,
        /// Whether its link went out.
        pub is_mailed: bool,
        pub author: String,
        pub created_at: i64,
        pub closed_at: Option<i64>,
        /// `sent`, `replaced`, `withdrawn`, `over` (the submission was closed).
        pub closed_why: Option<String>,
    }
    /// What is open.
    pub struct OpenRow {
        pub id: UnlockId,
        pub submission_id: SubmissionId,
        pub fields: Json<Vec<String>>,
        pub message: String,
        pub until: i64,
        /// Counts changes of what the family sees of it.
        pub version: i64,
    }
    /// One that nothing closed.
    pub struct UnclosedRow {
        pub id: UnlockId,
    }
    /// Where a submission stands.
    pub struct StateRow {
        pub state: String,
        /// Counts edits.
        pub version: i64,
    }
    /// How many there are.
    pub struct CountRow {
        pub n: i64,
    }
    /// An answer that was changed.
    pub struct ChangeRow {
        pub field: String,
        pub value_before: Json<Value>,
        pub value_after: Json<Value>,
        pub changed_at: i64,
        /// `family`, or who of the staff.
        pub changed_by: String,
        /// What they are called; none of an account that is gone.
        pub name: Option<String>,
        pub reason: Option<String>,
    }
}

kernel::binds! {
    /// A new one.
    pub struct NewUnlock<'a> {
        pub id: &'a UnlockId,
        pub submission: &'a SubmissionId,
        pub fields: Json<&'a [String]>,
        pub message: &'a str,
        pub until: i64,
        pub is_mailed: bool,
        pub author: &'a UserId,
        pub now: i64,
    }
    /// An answer that is another now.
    pub struct NewChange<'a> {
        pub submission: &'a SubmissionId,
        pub seq: i64,
        pub field: &'a str,
        pub before: Json<&'a Value>,
        pub after: Json<&'a Value>,
        /// `family`, or who of the staff.
        pub by: &'a str,
        pub reason: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    /// All of a submission, the newest first.
    pub unlocks_of(submission: &SubmissionId) -> [all UnlockRow]
        "SELECT k.id, k.fields, k.message, k.until, k.is_mailed, u.name AS author, k.created_at, k.closed_at, k.closed_why
         FROM unlocks k JOIN users u ON u.school_id = k.school_id AND u.id = k.created_by
         WHERE k.school_id = :school AND k.submission_id = :submission ORDER BY k.created_at DESC, k.id DESC LIMIT 200";
    /// One that is open.
    pub find_open(id: &UnlockId, now: i64) -> [opt OpenRow]
        "SELECT id, submission_id, fields, message, until, version FROM unlocks
         WHERE school_id = :school AND id = :id AND closed_at IS NULL AND until > :now";
    /// The one of a submission that is open.
    pub open_of(submission: &SubmissionId, now: i64) -> [opt OpenRow]
        "SELECT id, submission_id, fields, message, until, version FROM unlocks
         WHERE school_id = :school AND submission_id = :submission AND closed_at IS NULL AND until > :now
         ORDER BY created_at DESC, id DESC LIMIT 1";
    /// Those of a submission that nothing closed, also where their time is over.
    pub unclosed_of(submission: &SubmissionId) -> [all UnclosedRow]
        "SELECT id FROM unlocks WHERE school_id = :school AND submission_id = :submission AND closed_at IS NULL";
    /// Where a submission stands.
    pub find_state(id: &SubmissionId) -> [opt StateRow]
        "SELECT state, version FROM submissions WHERE school_id = :school AND id = :id";
    /// How many a submission had.
    pub count_of(submission: &SubmissionId) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM unlocks WHERE school_id = :school AND submission_id = :submission";
    /// Opens one.
    pub insert_unlock(..row: &NewUnlock) -> [exec]
        "INSERT INTO unlocks (school_id, id, submission_id, fields, message, until, is_mailed, version, created_by, created_at, closed_at, closed_why)
         VALUES (:school, :id, :submission, :fields, :message, :until, :is_mailed, 1, :author, :now, NULL, NULL)";
    /// Closes one of a submission; 0 rows when it is closed already, or none of it.
    pub close_unlock(submission: &SubmissionId, id: &UnlockId, why: &str, now: i64) -> [exec]
        "UPDATE unlocks SET closed_at = :now, closed_why = :why
         WHERE school_id = :school AND submission_id = :submission AND id = :id AND closed_at IS NULL";
    /// Its family sees other answers than before.
    pub bump_unlocks(submission: &SubmissionId) -> [exec]
        "UPDATE unlocks SET version = version + 1 WHERE school_id = :school AND submission_id = :submission AND closed_at IS NULL";
    /// The number of the last change of a submission; 0 without one.
    pub last_change(submission: &SubmissionId) -> [one CountRow]
        "SELECT COALESCE(MAX(seq), 0) AS n FROM answer_changes WHERE school_id = :school AND submission_id = :submission";
    /// Keeps what stood there.
    pub insert_change(..row: &NewChange) -> [later]
        "INSERT INTO answer_changes (school_id, submission_id, seq, field, value_before, value_after, changed_by, reason, changed_at)
         VALUES (:school, :submission, :seq, :field, :before, :after, :by, :reason, :now)";
    /// What was changed of a submission, the newest first.
    pub changes_of(submission: &SubmissionId) -> [all ChangeRow]
        "SELECT c.field, c.value_before, c.value_after, c.changed_at, c.changed_by, u.name, c.reason
         FROM answer_changes c LEFT JOIN users u ON u.school_id = c.school_id AND u.id = c.changed_by
         WHERE c.school_id = :school AND c.submission_id = :submission ORDER BY c.seq DESC LIMIT 400";
}
