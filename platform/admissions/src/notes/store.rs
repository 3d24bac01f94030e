//! All SQL of notes.

use kernel::{SubmissionId, UserId, rows, statements};

use crate::ids::NoteId;

rows! {
    /// A note beside the name of who wrote it.
    pub struct NoteRow {
        pub id: NoteId,
        pub author_id: UserId,
        pub author_name: String,
        pub text: String,
        /// What it recommends.
        pub mark: Option<String>,
        pub version: i64,
        pub created_at: i64,
        pub updated_at: i64,
    }
    /// How many there are.
    pub struct CountRow {
        pub n: i64,
    }
}

statements! {
    /// A submission's notes, the oldest first: they are read from top to bottom.
    pub notes_of(submission: &SubmissionId) -> [all NoteRow]
        "SELECT n.id, n.author_id, u.name AS author_name, n.text, n.mark, n.version, n.created_at, n.updated_at
         FROM submission_notes n JOIN users u ON u.school_id = n.school_id AND u.id = n.author_id
         WHERE n.school_id = :school AND n.submission_id = :submission ORDER BY n.created_at, n.id LIMIT 20";
    /// One of a submission's.
    pub find_note(submission: &SubmissionId, id: &NoteId) -> [opt NoteRow]
        "SELECT n.id, n.author_id, u.name AS author_name, n.text, n.mark, n.version, n.created_at, n.updated_at
         FROM submission_notes n JOIN users u ON u.school_id = n.school_id AND u.id = n.author_id
         WHERE n.school_id = :school AND n.submission_id = :submission AND n.id = :id";
    /// How many a submission has.
    pub count_notes(submission: &SubmissionId) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM submission_notes WHERE school_id = :school AND submission_id = :submission";
    /// Adds one.
    pub insert_note(id: &NoteId, submission: &SubmissionId, author: &UserId, text: &str, mark: Option<&str>, now: i64) -> [exec]
        "INSERT INTO submission_notes (school_id, id, submission_id, author_id, text, mark, version, created_at, updated_at)
         VALUES (:school, :id, :submission, :author, :text, :mark, 1, :now, :now)";
    /// 0 rows when somebody else was quicker.
    pub update_note(id: &NoteId, version: i64, text: &str, mark: Option<&str>, now: i64) -> [exec]
        "UPDATE submission_notes SET text = :text, mark = :mark, version = version + 1, updated_at = :now
         WHERE school_id = :school AND id = :id AND version = :version";
    /// Takes one away.
    pub delete_note(id: &NoteId) -> [exec]
        "DELETE FROM submission_notes WHERE school_id = :school AND id = :id";
}
