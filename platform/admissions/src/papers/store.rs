//! All SQL of what staff say of papers.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

use crate::ids::UploadId;

rows! {
    /// A file that was given, and how it stands.
    pub struct GivenRow {
        pub id: UploadId,
        pub submission_id: SubmissionId,
        /// The field that it was given to.
        pub field: String,
        pub created_at: i64,
        /// `accepted`, `refused`; none where nobody said anything of it.
        pub state: Option<String>,
        pub reviewed_at: Option<i64>,
        pub expires_on: Option<String>,
        /// How it stands with the scanner; none where it counts as clean.
        pub scan: Option<String>,
    }
    /// What somebody said of a file.
    pub struct ReviewRow {
        pub upload_id: UploadId,
        /// `accepted`, `refused`.
        pub state: String,
        pub reason: Option<String>,
        pub comment: String,
        /// The name of who said it.
        pub reviewer: String,
        pub reviewed_at: i64,
        /// Its last day.
        pub expires_on: Option<String>,
    }
    /// A paper that the school does without.
    pub struct WaiverRow {
        pub field: String,
        pub reason: String,
        /// The name of who said it.
        pub person: String,
        pub waived_at: i64,
    }
    /// The same of one of some submissions.
    pub struct WaivedRow {
        pub submission_id: SubmissionId,
        pub field: String,
    }
    /// A file that was removed.
    pub struct RemovedRow {
        pub upload_id: UploadId,
        pub field: String,
        pub name: String,
        pub media_type: String,
        pub reason: String,
        pub replaced_by: Option<String>,
        /// The name of who of the staff removed it; none where its family took it back.
        pub person: Option<String>,
        pub removed_at: i64,
    }
    /// A file whose time to be brought back is over.
    pub struct OverdueRow {
        pub upload_id: UploadId,
        pub submission_id: SubmissionId,
        pub storage_key: String,
    }
    /// A paper whose last day comes.
    pub struct ExpiringRow {
        pub upload_id: UploadId,
        pub submission_id: SubmissionId,
        pub expires_on: String,
        pub field: String,
        pub form_id: String,
        pub form_digest: String,
        pub answers: Json<Value>,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
    }
}

statements! {
    /// What was said of a submission's files.
    pub reviews_of(submission: &SubmissionId) -> [all ReviewRow]
        "SELECT r.upload_id, r.state, r.reason, r.comment, u.name AS reviewer, r.reviewed_at, e.expires_on
         FROM paper_reviews r JOIN users u ON u.school_id = r.school_id AND u.id = r.reviewer_id
             LEFT JOIN paper_expiries e ON e.school_id = r.school_id AND e.upload_id = r.upload_id
         WHERE r.school_id = :school AND r.submission_id = :submission";
    /// The files of some submissions (a list of ids), each with what was said of it; without those that were removed.
    pub given_among(ids: &str) -> [all GivenRow]
        "SELECT u.id, u.submission_id, u.field, u.created_at, r.state, r.reviewed_at, e.expires_on, c.state AS scan
         FROM uploads u LEFT JOIN paper_reviews r ON r.school_id = u.school_id AND r.upload_id = u.id
             LEFT JOIN paper_expiries e ON e.school_id = u.school_id AND e.upload_id = u.id
             LEFT JOIN upload_scans c ON c.school_id = u.school_id AND c.upload_id = u.id
         WHERE u.school_id = :school AND u.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
             AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = u.school_id AND x.upload_id = u.id)";
    /// Says it, whatever was said before.
    pub put_review(upload: &UploadId, submission: &SubmissionId, state: &str, reason: Option<&str>, comment: &str, reviewer: &UserId, now: i64) -> [exec]
        "INSERT INTO paper_reviews (school_id, upload_id, submission_id, state, reason, comment, reviewer_id, reviewed_at)
         VALUES (:school, :upload, :submission, :state, :reason, :comment, :reviewer, :now)
         ON CONFLICT (school_id, upload_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, comment = excluded.comment,
             reviewer_id = excluded.reviewer_id, reviewed_at = excluded.reviewed_at";
    /// Nothing is said of it any more.
    pub remove_review(upload: &UploadId) -> [exec]
        "DELETE FROM paper_reviews WHERE school_id = :school AND upload_id = :upload";
    /// Until when it is good; whoever was told of another day is told of this one.
    pub put_expiry(upload: &UploadId, submission: &SubmissionId, expires_on: &str) -> [exec]
        "INSERT INTO paper_expiries (school_id, upload_id, submission_id, expires_on, is_reminded)
         VALUES (:school, :upload, :submission, :expires_on, FALSE)
         ON CONFLICT (school_id, upload_id) DO UPDATE SET expires_on = excluded.expires_on, is_reminded = FALSE";
    /// It has no last day any more.
    pub remove_expiry(upload: &UploadId) -> [exec]
        "DELETE FROM paper_expiries WHERE school_id = :school AND upload_id = :upload";
    /// Papers whose last day is that one or an earlier, of what is not over, about which nobody was told.
    pub expiring(until: &str, over: &str) -> [all ExpiringRow]
        "SELECT e.upload_id, e.submission_id, e.expires_on, u.field, s.form_id, s.form_digest, s.answers, s.owner_id
         FROM paper_expiries e JOIN uploads u ON u.school_id = e.school_id AND u.id = e.upload_id
             JOIN submissions s ON s.school_id = e.school_id AND s.id = e.submission_id
         WHERE e.school_id = :school AND e.is_reminded = FALSE AND e.expires_on <= CAST(:until AS TEXT)
             AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
             AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = e.school_id AND x.upload_id = e.upload_id)
         ORDER BY e.expires_on, e.upload_id LIMIT 100";
    /// Somebody is told of it; 0 rows where that was so already, or where it has that last day no more.
    pub mark_reminded(upload: &UploadId, expires_on: &str) -> [exec]
        "UPDATE paper_expiries SET is_reminded = TRUE
         WHERE school_id = :school AND upload_id = :upload AND expires_on = :expires_on AND is_reminded = FALSE";
    /// Without which papers the school does.
    pub waivers_of(submission: &SubmissionId) -> [all WaiverRow]
        "SELECT w.field, w.reason, u.name AS person, w.waived_at
         FROM paper_waivers w JOIN users u ON u.school_id = w.school_id AND u.id = w.waived_by
         WHERE w.school_id = :school AND w.submission_id = :submission ORDER BY w.field";
    /// The same of some submissions (a list of ids).
    pub waivers_among(ids: &str) -> [all WaivedRow]
        "SELECT submission_id, field FROM paper_waivers
         WHERE school_id = :school AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// The school does without it.
    pub put_waiver(submission: &SubmissionId, field: &str, reason: &str, by: &UserId, now: i64) -> [exec]
        "INSERT INTO paper_waivers (school_id, submission_id, field, reason, waived_by, waived_at)
         VALUES (:school, :submission, :field, :reason, :by, :now)
         ON CONFLICT (school_id, submission_id, field) DO UPDATE SET reason = excluded.reason, waived_by = excluded.waived_by,
             waived_at = excluded.waived_at";
    /// It is wanted after all.
    pub remove_waiver(submission: &SubmissionId, field: &str) -> [exec]
        "DELETE FROM paper_waivers WHERE school_id = :school AND submission_id = :submission AND field = :field";
    /// A file goes to another place of its submission.
    pub move_file(upload: &UploadId, submission: &SubmissionId, field: &str) -> [exec]
        "UPDATE uploads SET field = :field WHERE school_id = :school AND id = :upload AND submission_id = :submission";
    /// Files of a submission that were removed, the newest first; without those of financial documents, which are given again and never brought
    /// back.
    pub removed_of(submission: &SubmissionId) -> [all RemovedRow]
        "SELECT x.upload_id, f.field, f.name, f.media_type, x.reason, x.replaced_by, u.name AS person, x.removed_at
         FROM removed_files x JOIN uploads f ON f.school_id = x.school_id AND f.id = x.upload_id
             LEFT JOIN users u ON u.school_id = x.school_id AND u.id = x.removed_by
         WHERE x.school_id = :school AND x.submission_id = :submission AND f.field NOT LIKE 'financial:%'
         ORDER BY x.removed_at DESC, x.upload_id DESC";
    /// A file is removed.
    pub insert_removed(upload: &UploadId, submission: &SubmissionId, reason: &str, replaced_by: Option<&UploadId>, by: Option<&UserId>, now: i64) -> [exec]
        "INSERT INTO removed_files (school_id, upload_id, submission_id, reason, replaced_by, removed_by, removed_at)
         VALUES (:school, :upload, :submission, :reason, :replaced_by, :by, :now)";
    /// It is back.
    pub delete_removed(upload: &UploadId) -> [exec]
        "DELETE FROM removed_files WHERE school_id = :school AND upload_id = :upload";
    /// Some that were removed before a moment.
    pub overdue_removed(before: i64) -> [all OverdueRow]
        "SELECT x.upload_id, x.submission_id, f.storage_key
         FROM removed_files x JOIN uploads f ON f.school_id = x.school_id AND f.id = x.upload_id
         WHERE x.school_id = :school AND x.removed_at < :before ORDER BY x.removed_at, x.upload_id LIMIT 200";
    /// One of them goes for good; 0 rows where it was brought back meanwhile.
    pub delete_file(upload: &UploadId, before: i64) -> [exec]
        "DELETE FROM uploads WHERE school_id = :school AND id = :upload AND EXISTS (SELECT 1 FROM removed_files x
             WHERE x.school_id = :school AND x.upload_id = :upload AND x.removed_at < :before)";
}
