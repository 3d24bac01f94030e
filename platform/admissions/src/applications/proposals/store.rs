//! All SQL of proposals.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::ProposalId;

rows! {
    /// What somebody proposes, or proposed before it was sent back.
    pub struct ProposalRow {
        pub id: ProposalId,
        pub submission_id: SubmissionId,
        /// Where the application stood.
        pub from_state: String,
        pub to_state: String,
        /// Whose places an offer would take its seat of.
        pub bucket: String,
        /// When it is to be told; none for at once.
        pub publish_at: Option<i64>,
        pub reason: Option<String>,
        /// The reason in words, for colleagues.
        pub comment: Option<String>,
        /// Whether the family is to be written to.
        pub is_told: bool,
        pub proposed_by: UserId,
        pub proposer_name: String,
        pub proposed_at: i64,
        /// What whoever sent it back is called.
        pub returned_by: Option<String>,
        pub returned_at: Option<i64>,
        /// Why they did.
        pub returned_for: Option<String>,
    }
}

kernel::binds! {
    /// A new one.
    pub struct NewProposal<'a> {
        pub id: &'a ProposalId,
        pub submission: &'a SubmissionId,
        pub from_state: &'a str,
        pub to_state: &'a str,
        pub bucket: &'a str,
        pub publish_at: Option<i64>,
        pub reason: Option<&'a str>,
        pub comment: Option<&'a str>,
        pub is_told: bool,
        pub proposed_by: &'a UserId,
        pub proposer_name: &'a str,
        pub now: i64,
    }
}

statements! {
    /// A new one, in the transaction that holds the submission.
    pub insert_proposal(..row: &NewProposal) -> [exec]
        "INSERT INTO proposals (school_id, submission_id, id, from_state, to_state, bucket, publish_at, reason, comment, is_told, proposed_by,
             proposer_name, proposed_at, returned_by, returned_at, returned_for)
         VALUES (:school, :submission, :id, :from_state, :to_state, :bucket, :publish_at, :reason, :comment, :is_told, :proposed_by,
             :proposer_name, :now, NULL, NULL, NULL)";
    /// The one that there is, also one that was sent back.
    pub find_proposal(submission: &SubmissionId) -> [opt ProposalRow]
        "SELECT id, submission_id, from_state, to_state, bucket, publish_at, reason, comment, is_told, proposed_by, proposer_name, proposed_at,
             returned_by, returned_at, returned_for
         FROM proposals WHERE school_id = :school AND submission_id = :submission";
    /// It is sent back.
    pub return_proposal(submission: &SubmissionId, by: &str, why: &str, now: i64) -> [exec]
        "UPDATE proposals SET returned_by = :by, returned_at = :now, returned_for = :why
         WHERE school_id = :school AND submission_id = :submission";
    /// It is over.
    pub delete_proposal(submission: &SubmissionId) -> [exec]
        "DELETE FROM proposals WHERE school_id = :school AND submission_id = :submission";
}
