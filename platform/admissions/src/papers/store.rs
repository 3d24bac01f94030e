//! All SQL of what staff say of papers.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::UploadId;

rows! {
    /// A file that was given, and how it stands.
    pub struct GivenRow {
        pub id: UploadId,
        pub submission_id: SubmissionId,
        /// The field that it was given to.
        pub field: String,
        /// `accepted`, `refused`; none where nobody said anything of it.
        pub state: Option<String>,
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
    }
}

statements! {
    /// What was said of a submission's files.
    pub reviews_of(submission: &SubmissionId) -> [all ReviewRow]
        "SELECT r.upload_id, r.state, r.reason, r.comment, u.name AS reviewer, r.reviewed_at
         FROM paper_reviews r JOIN users u ON u.school_id = r.school_id AND u.id = r.reviewer_id
         WHERE r.school_id = :school AND r.submission_id = :submission";
    /// The files of some submissions (a list of ids), each with what was said of it.
    pub given_among(ids: &str) -> [all GivenRow]
        "SELECT u.id, u.submission_id, u.field, r.state
         FROM uploads u LEFT JOIN paper_reviews r ON r.school_id = u.school_id AND r.upload_id = u.id
         WHERE u.school_id = :school AND u.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Says it, whatever was said before.
    pub put_review(upload: &UploadId, submission: &SubmissionId, state: &str, reason: Option<&str>, comment: &str, reviewer: &UserId, now: i64) -> [exec]
        "INSERT INTO paper_reviews (school_id, upload_id, submission_id, state, reason, comment, reviewer_id, reviewed_at)
         VALUES (:school, :upload, :submission, :state, :reason, :comment, :reviewer, :now)
         ON CONFLICT (school_id, upload_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, comment = excluded.comment,
             reviewer_id = excluded.reviewer_id, reviewed_at = excluded.reviewed_at";
    /// Nothing is said of it any more.
    pub remove_review(upload: &UploadId) -> [exec]
        "DELETE FROM paper_reviews WHERE school_id = :school AND upload_id = :upload";
}
