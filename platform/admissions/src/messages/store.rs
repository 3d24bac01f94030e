//! All SQL of messages.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::SubmissionMessageId;

rows! {
    /// A message beside the name of who wrote it.
    pub struct MessageRow {
        pub id: SubmissionMessageId,
        /// Of the staff; none where the family wrote it.
        pub author_id: Option<UserId>,
        pub author_name: Option<String>,
        pub text: String,
        /// Whether it went to the family's address too.
        pub is_mailed: bool,
        /// Whether by it the family accepts the offer that was out then.
        pub accepts: bool,
        pub created_at: i64,
        /// When the other side had it before them; of the family's, when the school answered it or said that it needs no answer.
        pub read_at: Option<i64>,
    }
    /// How many there are of a family since a moment, and of all.
    pub struct WrittenRow {
        pub of_family: i64,
        pub n: i64,
    }
}

statements! {
    /// What was submission about a submission, the oldest first.
    pub messages_of(submission: &SubmissionId) -> [all MessageRow]
        "SELECT m.id, m.author_id, u.name AS author_name, m.text, m.is_mailed, m.accepts, m.created_at, m.read_at
         FROM submission_messages m LEFT JOIN users u ON u.school_id = m.school_id AND u.id = m.author_id
         WHERE m.school_id = :school AND m.submission_id = :submission ORDER BY m.created_at, m.id LIMIT 500";
    /// How many messages a submission has, and of these of the family since a moment.
    pub count_written(submission: &SubmissionId, since: i64) -> [one WrittenRow]
        "SELECT COUNT(CASE WHEN author_id IS NULL AND created_at > CAST(:since AS BIGINT) THEN 1 END) AS of_family, COUNT(*) AS n
         FROM submission_messages WHERE school_id = :school AND submission_id = :submission";
    /// Adds one.
    pub insert_message(id: &SubmissionMessageId, submission: &SubmissionId, author: Option<&UserId>, text: &str, is_mailed: bool, accepts: bool, now: i64) -> [exec]
        "INSERT INTO submission_messages (school_id, id, submission_id, author_id, text, is_mailed, accepts, created_at, read_at)
         VALUES (:school, :id, :submission, :author, :text, :is_mailed, :accepts, :now, NULL)";
    /// None of the family's waits for an answer any more.
    pub settle(submission: &SubmissionId, now: i64) -> [exec]
        "UPDATE submission_messages SET read_at = :now
         WHERE school_id = :school AND submission_id = :submission AND author_id IS NULL AND read_at IS NULL";
    /// Those of the family that the school has written nothing after wait for an answer again.
    pub unsettle(submission: &SubmissionId) -> [exec]
        "UPDATE submission_messages SET read_at = NULL
         WHERE school_id = :school AND submission_id = :submission AND author_id IS NULL AND read_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM submission_messages s WHERE s.school_id = :school AND s.submission_id = :submission
             AND s.author_id IS NOT NULL AND s.created_at >= submission_messages.created_at)";
    /// The family has those of the school before it.
    pub read_by_family(submission: &SubmissionId, now: i64) -> [exec]
        "UPDATE submission_messages SET read_at = :now
         WHERE school_id = :school AND submission_id = :submission AND author_id IS NOT NULL AND read_at IS NULL";
    /// How many of the family's wait for an answer.
    pub note_unread(submission: &SubmissionId) -> [exec]
        "UPDATE submissions SET unread = (SELECT COUNT(*) FROM submission_messages m WHERE m.school_id = :school
             AND m.submission_id = submissions.id AND m.author_id IS NULL AND m.read_at IS NULL)
         WHERE school_id = :school AND id = :submission";
}
