//! All SQL of decisions that are told later.

use kernel::{SubmissionId, UserId, rows, statements};

rows! {
    /// A decision that waits for its moment.
    pub struct DecisionRow {
        pub submission_id: SubmissionId,
        /// Where the application stood.
        pub from_state: String,
        pub to_state: String,
        /// Whose places an offer takes its seat of.
        pub bucket: String,
        pub publish_at: i64,
        pub reason: Option<String>,
        /// The reason in words, for colleagues.
        pub comment: Option<String>,
        /// Whether the family is written to then.
        pub is_told: bool,
        pub actor_id: Option<UserId>,
        pub actor_name: String,
        /// The role that let them.
        pub role: Option<String>,
        pub decided_at: i64,
        /// Whether it came back with a backup: its moment does not tell it.
        pub is_held: bool,
    }
    /// One whose moment has come.
    pub struct DueRow {
        pub submission_id: SubmissionId,
    }
    /// How many seats offers keep that are not told yet.
    pub struct KeptRow {
        pub round: String,
        pub bucket: String,
        pub n: i64,
    }
}

kernel::binds! {
    /// A new one.
    pub struct NewDecision<'a> {
        pub id: &'a SubmissionId,
        pub from_state: &'a str,
        pub to_state: &'a str,
        pub bucket: &'a str,
        pub publish_at: i64,
        pub reason: Option<&'a str>,
        pub comment: Option<&'a str>,
        pub is_told: bool,
        pub actor_id: Option<&'a UserId>,
        pub actor_name: &'a str,
        pub role: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    /// A new one, in the transaction that holds the submission.
    pub insert_decision(..row: &NewDecision) -> [exec]
        "INSERT INTO decisions (school_id, submission_id, from_state, to_state, bucket, publish_at, reason, comment, is_told, actor_id, actor_name,
             role, decided_at)
         VALUES (:school, :id, :from_state, :to_state, :bucket, :publish_at, :reason, :comment, :is_told, :actor_id, :actor_name, :role, :now)";
    /// The one that waits.
    pub find_decision(id: &SubmissionId) -> [opt DecisionRow]
        "SELECT submission_id, from_state, to_state, bucket, publish_at, reason, comment, is_told, actor_id, actor_name, role, decided_at, is_held
         FROM decisions WHERE school_id = :school AND submission_id = :id";
    /// It is told, or ended before.
    pub delete_decision(id: &SubmissionId) -> [exec]
        "DELETE FROM decisions WHERE school_id = :school AND submission_id = :id";
    /// Some whose moment has come.
    pub due_decisions(now: i64) -> [all DueRow]
        "SELECT submission_id FROM decisions WHERE school_id = :school AND is_held = FALSE AND publish_at <= :now ORDER BY publish_at, submission_id LIMIT 200";
    /// Seats of offers that wait.
    pub kept_seats() -> [all KeptRow]
        "SELECT a.round, d.bucket, COUNT(*) AS n FROM decisions d
         JOIN applications a ON a.school_id = d.school_id AND a.submission_id = d.submission_id
         WHERE d.school_id = :school AND d.to_state LIKE 'F/%' GROUP BY a.round, d.bucket ORDER BY a.round, d.bucket";
}
