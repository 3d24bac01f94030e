//! Files: rows only; bytes are in [`crate::files`].

use kernel::{SubmissionId, rows, statements};

use crate::ids::{DraftId, UploadId};

rows! {
    /// A file.
    pub struct UploadRow {
        pub id: UploadId,
        /// The field that it was given to.
        pub field: String,
        /// Its own name.
        pub name: String,
        /// Its size as stored.
        pub bytes: i64,
        /// What it really is.
        pub media_type: String,
        /// What they hash to (SHA-256, in small hexadecimal letters).
        pub sha256: String,
        /// Where its bytes are.
        pub storage_key: String,
        /// When it was given.
        pub created_at: i64,
        /// Whether somebody of the staff added it.
        pub of_staff: bool,
        /// The first upload with these bytes, where it is a copy.
        pub copied_from: Option<UploadId>,
    }
    /// What a submission's file is called.
    pub struct FileNameRow {
        pub id: UploadId,
        pub submission_id: Option<SubmissionId>,
        /// The field that it was given to.
        pub field: String,
        pub name: String,
        /// What it really is.
        pub media_type: String,
    }
    /// A number of rows.
    pub struct Count {
        pub n: i64,
    }
    /// Numbers of a submission's files.
    pub struct SubmittedCount {
        pub n: i64,
        pub held: i64,
    }
    /// Where a file's bytes are.
    pub struct StoredFile {
        /// The file's id.
        pub id: UploadId,
        pub storage_key: String,
    }
}

kernel::binds! {
    /// A new upload.
    pub struct NewUpload<'a> {
        pub id: &'a UploadId,
        pub draft_id: Option<&'a DraftId>,
        pub submission_id: Option<&'a SubmissionId>,
        pub field: &'a str,
        pub name: &'a str,
        pub bytes: i64,
        pub media_type: &'a str,
        pub sha256: &'a str,
        pub storage_key: &'a str,
        pub of_staff: bool,
        pub copied_from: Option<&'a UploadId>,
        pub now: i64,
    }
}

statements! {
    /// A new file of a draft, or of what was sent.
    pub insert_upload(..row: &NewUpload) -> [exec]
        "INSERT INTO uploads (school_id, id, draft_id, submission_id, field, name, bytes, media_type, sha256, storage_key,
             of_staff, copied_from, created_at)
         VALUES (:school, :id, :draft_id, :submission_id, :field, :name, :bytes, :media_type, :sha256, :storage_key,
             :of_staff, :copied_from, :now)";
    /// The files of a draft, without those in which a scanner found something: they are to be chosen again.
    pub uploads_of_draft(draft_id: &DraftId) -> [all UploadRow]
        "SELECT id, field, name, bytes, media_type, sha256, storage_key, created_at, of_staff, copied_from FROM uploads
         WHERE school_id = :school AND draft_id = :draft_id
           AND NOT EXISTS (SELECT 1 FROM upload_scans c WHERE c.school_id = :school AND c.upload_id = uploads.id AND c.state = 'infected')
         ORDER BY id";
    /// How many files a draft holds.
    pub count_uploads(draft_id: &DraftId) -> [one Count]
        "SELECT COUNT(*) AS n FROM uploads WHERE school_id = :school AND draft_id = :draft_id";
    /// How many files a submission holds: in all, and those that are neither refused nor harmful nor removed.
    pub count_submitted(submission_id: &SubmissionId) -> [one SubmittedCount]
        "SELECT COUNT(*) AS n, COUNT(CASE WHEN (r.state IS NULL OR r.state <> 'refused') AND (c.state IS NULL OR c.state <> 'infected')
             AND x.upload_id IS NULL THEN 1 END) AS held
         FROM uploads u LEFT JOIN paper_reviews r ON r.school_id = u.school_id AND r.upload_id = u.id
             LEFT JOIN upload_scans c ON c.school_id = u.school_id AND c.upload_id = u.id
             LEFT JOIN removed_files x ON x.school_id = u.school_id AND x.upload_id = u.id
         WHERE u.school_id = :school AND u.submission_id = :submission_id";
    /// The files of a submission, without those that were removed.
    pub uploads_of_submission(submission_id: &SubmissionId) -> [all UploadRow]
        "SELECT id, field, name, bytes, media_type, sha256, storage_key, created_at, of_staff, copied_from FROM uploads
         WHERE school_id = :school AND submission_id = :submission_id
           AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = :school AND x.upload_id = uploads.id)
         ORDER BY id";
    /// What the files of some submissions are called, without those that were removed, in the order in which they came. What they are sorted
    /// by is no column, or SQLite walks all files of the school.
    pub file_names(submission_ids: &str) -> [all FileNameRow]
        "SELECT id, submission_id, field, name, media_type FROM uploads
         WHERE school_id = :school AND submission_id IN (SELECT value FROM json_each(CAST(:submission_ids AS TEXT)))
           AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = :school AND x.upload_id = uploads.id)
         ORDER BY created_at, id || ''";
    /// Moves the named files of a draft to its submission.
    pub attach_uploads(draft_id: &DraftId, submission_id: &SubmissionId, ids: &str) -> [later]
        "UPDATE uploads SET draft_id = NULL, submission_id = :submission_id
         WHERE school_id = :school AND draft_id = :draft_id AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Some files that no draft and no submission holds, or for too long a draft without an account, or one of an applicant.
    pub orphan_uploads(before: i64, strangers_before: i64, applicants_before: i64) -> [all StoredFile]
        "SELECT u.id, u.storage_key FROM uploads u
             LEFT JOIN family_drafts f ON f.school_id = u.school_id AND f.draft_id = u.draft_id
             LEFT JOIN users k ON k.school_id = f.school_id AND k.id = f.user_id
         WHERE u.school_id = :school AND u.submission_id IS NULL AND u.created_at < :before
           AND (NOT EXISTS (SELECT 1 FROM drafts d WHERE d.school_id = :school AND d.id = u.draft_id)
                OR (u.created_at < :strangers_before AND f.user_id IS NULL) OR (u.created_at < :applicants_before AND k.kind = 'applicant'))
         ORDER BY u.id LIMIT 200";
    /// Which of some ids have a row.
    pub uploads_among(ids: &str) -> [all StoredFile]
        "SELECT id, storage_key FROM uploads WHERE school_id = :school AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// A file's row goes.
    pub delete_upload(id: &UploadId) -> [exec]
        "DELETE FROM uploads WHERE school_id = :school AND id = :id AND submission_id IS NULL";
}
