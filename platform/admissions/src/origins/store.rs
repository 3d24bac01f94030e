//! All SQL of where submissions come from.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::{DraftId, UploadId};

rows! {
    /// One that somebody of the staff sent.
    pub struct FiledRow {
        pub submission_id: SubmissionId,
    }
    /// Where a submission comes from.
    pub struct OriginRow {
        /// `portal`, `staff`.
        pub channel: String,
        /// The name of who of the staff sent it.
        pub filed_by: Option<String>,
        /// The enquiry that it was made from, where that is still there.
        pub from_id: Option<SubmissionId>,
        pub from_reference: Option<String>,
        pub from_form: Option<String>,
        /// Who looks after that.
        pub from_owner: Option<UserId>,
    }
    /// An application that was made from an enquiry.
    pub struct MadeRow {
        pub id: SubmissionId,
        pub reference: String,
        pub form_id: String,
        pub registration_id: Option<String>,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
    }
    /// A draft that was begun from an enquiry and can still be sent.
    pub struct BegunRow {
        pub draft_id: DraftId,
        pub form_id: String,
        /// Its token, sealed.
        pub token: String,
        pub created_at: i64,
        /// When the family got the link last.
        pub mailed_at: Option<i64>,
        /// The account that keeps it, if one does.
        pub owner: Option<UserId>,
    }
    /// What an enquiry is.
    pub struct SourceRow {
        pub form_id: String,
        pub reference: String,
        /// Where it stands.
        pub state: String,
    }
    /// A file's id alone.
    pub struct FileRow {
        pub upload_id: UploadId,
    }
}

impl BegunRow {
    /// Whether the family alone goes on with it: it got the link, or its account keeps it.
    #[must_use]
    pub fn is_of_family(&self) -> bool {
        self.mailed_at.is_some() || self.owner.is_some()
    }
}

statements! {
    /// Where a new submission comes from.
    pub insert_origin(submission: &SubmissionId, channel: &str, user: Option<&UserId>, from: Option<&SubmissionId>) -> [later]
        "INSERT INTO submission_origins (school_id, submission_id, channel, user_id, from_submission)
         VALUES (:school, :submission, :channel, :user, :from)";
    /// Where a submission comes from; none where its family sent it by its own hand.
    pub find_origin(id: &SubmissionId) -> [opt OriginRow]
        "SELECT o.channel, u.name AS filed_by, s.id AS from_id, s.reference AS from_reference, s.form_id AS from_form, s.owner_id AS from_owner
         FROM submission_origins o LEFT JOIN users u ON u.school_id = o.school_id AND u.id = o.user_id
             LEFT JOIN submissions s ON s.school_id = o.school_id AND s.id = o.from_submission
         WHERE o.school_id = :school AND o.submission_id = :id";
    /// Those of some that somebody of the staff sent, a list of ids.
    pub by_staff_among(ids: &str) -> [all FiledRow]
        "SELECT submission_id FROM submission_origins
         WHERE school_id = :school AND channel = 'staff' AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// The application that was made from an enquiry.
    pub find_made(id: &SubmissionId) -> [opt MadeRow]
        "SELECT s.id, s.reference, s.form_id, a.registration_id, s.owner_id
         FROM submission_origins o JOIN submissions s ON s.school_id = o.school_id AND s.id = o.submission_id
             LEFT JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
         WHERE o.school_id = :school AND o.from_submission = :id ORDER BY s.submitted_at, s.id LIMIT 1";
    /// The draft that was begun from an enquiry.
    pub find_begun(id: &SubmissionId, now: i64) -> [opt BegunRow]
        "SELECT o.draft_id, d.form_id, o.token, o.created_at, o.mailed_at, f.user_id AS owner
         FROM draft_origins o JOIN drafts d ON d.school_id = o.school_id AND d.id = o.draft_id
             LEFT JOIN family_drafts f ON f.school_id = d.school_id AND f.draft_id = d.id
         WHERE o.school_id = :school AND o.from_submission = :id AND d.expires_at > :now";
    /// Binds a draft to the enquiry that it was begun from, unless another one is; 0 rows then.
    pub bind_draft(draft: &DraftId, from: &SubmissionId, token: &str, user: Option<&UserId>, now: i64) -> [exec]
        "INSERT INTO draft_origins (school_id, draft_id, from_submission, token, created_by, created_at, mailed_at)
         VALUES (:school, :draft, :from, :token, :user, :now, NULL) ON CONFLICT DO NOTHING";
    /// A draft whose time is over is bound to nothing.
    pub unbind_over(from: &SubmissionId, now: i64) -> [exec]
        "DELETE FROM draft_origins WHERE school_id = :school AND from_submission = :from
           AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.school_id = :school AND d.id = draft_origins.draft_id AND d.expires_at > :now)";
    /// The family got the link.
    pub note_mailed(draft: &DraftId, now: i64) -> [exec]
        "UPDATE draft_origins SET mailed_at = :now WHERE school_id = :school AND draft_id = :draft";
    /// What an enquiry is.
    pub find_source(id: &SubmissionId) -> [opt SourceRow]
        "SELECT form_id, reference, state FROM submissions WHERE school_id = :school AND id = :id";
    /// Makes those who make something of one enquiry wait for one another; 0 rows when it is gone.
    pub hold_source(id: &SubmissionId) -> [exec]
        "UPDATE submissions SET version = version WHERE school_id = :school AND id = :id";
    /// Files of a submission that the school refused.
    pub refused_files(id: &SubmissionId) -> [all FileRow]
        "SELECT upload_id FROM paper_reviews WHERE school_id = :school AND submission_id = :id AND state = 'refused'";
}
