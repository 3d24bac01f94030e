//! All SQL of scans.

use kernel::{SubmissionId, rows, statements};

use crate::ids::UploadId;

rows! {
    /// How a file stands with the scanner.
    pub struct ScanRow {
        pub upload_id: UploadId,
        /// `waiting`, `clean`, `infected`.
        pub state: String,
    }
    /// A file that waits.
    pub struct WaitingRow {
        pub submission_id: Option<SubmissionId>,
        /// The field that it was given to.
        pub field: String,
        pub name: String,
        pub bytes: i64,
        pub sha256: String,
        pub storage_key: String,
        /// Of what it was sent with.
        pub form_id: Option<String>,
        pub form_digest: Option<String>,
    }
    /// One of those that wait.
    pub struct LeftRow {
        pub upload_id: UploadId,
    }
    /// Bytes that are to go.
    pub struct KeptRow {
        pub upload_id: UploadId,
        pub storage_key: String,
    }
    /// With what a file was sent; none while it is a draft's.
    pub struct SentWithRow {
        pub submission_id: Option<SubmissionId>,
    }
}

statements! {
    /// A file waits for its word.
    pub insert_scan(upload: &UploadId, now: i64) -> [exec]
        "INSERT INTO upload_scans (school_id, upload_id, state, finding, tries, is_kept, at)
         VALUES (:school, :upload, 'waiting', '', 0, TRUE, :now)";
    /// How a file stands; none where it counts as clean.
    pub find_scan(upload: &UploadId) -> [opt ScanRow]
        "SELECT upload_id, state FROM upload_scans WHERE school_id = :school AND upload_id = :upload";
    /// Those of a submission that are not clean.
    pub scans_of(submission: &SubmissionId) -> [all ScanRow]
        "SELECT c.upload_id, c.state FROM uploads u JOIN upload_scans c ON c.school_id = u.school_id AND c.upload_id = u.id
         WHERE u.school_id = :school AND u.submission_id = :submission AND c.state <> 'clean'";
    /// A file that waits; none once its word came.
    pub find_waiting(upload: &UploadId) -> [opt WaitingRow]
        "SELECT u.submission_id, u.field, u.name, u.bytes, u.sha256, u.storage_key, s.form_id, s.form_digest
         FROM upload_scans c JOIN uploads u ON u.school_id = c.school_id AND u.id = c.upload_id
             LEFT JOIN submissions s ON s.school_id = u.school_id AND s.id = u.submission_id
         WHERE c.school_id = :school AND c.upload_id = :upload AND c.state = 'waiting'";
    /// Makes whoever sends its draft wait.
    pub hold_upload(upload: &UploadId) -> [exec]
        "UPDATE uploads SET field = field WHERE school_id = :school AND id = :upload";
    /// With what a file was sent.
    pub sent_with(upload: &UploadId) -> [opt SentWithRow]
        "SELECT submission_id FROM uploads WHERE school_id = :school AND id = :upload";
    /// Those that wait and were not tried since.
    pub left_waiting(before: i64) -> [all LeftRow]
        "SELECT upload_id FROM upload_scans WHERE school_id = :school AND state = 'waiting' AND at < :before ORDER BY at, upload_id LIMIT 200";
    /// It was tried, and no word came.
    pub count_try(upload: &UploadId, now: i64) -> [exec]
        "UPDATE upload_scans SET tries = tries + 1, at = :now WHERE school_id = :school AND upload_id = :upload AND state = 'waiting'";
    /// Its word; 0 rows where somebody else heard it before.
    pub settle_scan(upload: &UploadId, state: &str, finding: &str, now: i64) -> [exec]
        "UPDATE upload_scans SET state = :state, finding = :finding, at = :now
         WHERE school_id = :school AND upload_id = :upload AND state = 'waiting'";
    /// Those in which something was found and whose bytes are still here.
    pub infected_kept() -> [all KeptRow]
        "SELECT u.id AS upload_id, u.storage_key FROM upload_scans c JOIN uploads u ON u.school_id = c.school_id AND u.id = c.upload_id
         WHERE c.school_id = :school AND c.state = 'infected' AND c.is_kept = TRUE ORDER BY u.id LIMIT 200";
    /// Its bytes are gone.
    pub forget_bytes(upload: &UploadId) -> [exec]
        "UPDATE upload_scans SET is_kept = FALSE WHERE school_id = :school AND upload_id = :upload";
}
