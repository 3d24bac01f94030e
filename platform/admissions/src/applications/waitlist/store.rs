//! All SQL of waiting lists.

use kernel::{SubmissionId, UserId, rows, statements};
use sqlx::types::Json;

rows! {
    /// One that waits for a seat.
    pub struct WaitingRow {
        pub submission_id: SubmissionId,
        pub registration_id: String,
        pub tags: Json<Vec<String>>,
        /// Points per 10,000; -1 without a score.
        pub sort_score: i64,
        pub submitted_at: i64,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
        /// Open tasks of its rules to confirm its brother or sister.
        pub to_confirm: i64,
        /// Whether somebody has confirmed that a parent works here.
        pub staff_confirmed: i64,
    }
    /// One whose family says that a parent works here, of which nobody was ever asked to confirm it.
    pub struct UnaskedRow {
        pub submission_id: SubmissionId,
    }
    /// Places that are waited for.
    pub struct BucketRow {
        pub round: String,
        pub bucket: String,
    }
    /// One of whom something is decided.
    pub struct DecidedRow {
        pub submission_id: SubmissionId,
    }
    /// Seats that are taken.
    pub struct TakenRow {
        pub taken: i64,
    }
}

macro_rules! unasked {
    ($rest:expr) => {
        concat!(
            "SELECT a.submission_id FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
             WHERE a.school_id = :school AND s.state IN (SELECT value FROM json_each(CAST(:live AS TEXT)))
                 AND (CAST(s.tags AS TEXT) LIKE '%.staff!_child\"%' ESCAPE '!' OR CAST(s.tags AS TEXT) LIKE '%\"staff!_child\"%' ESCAPE '!')
                 AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.school_id = a.school_id AND t.submission_id = a.submission_id AND t.code = '@confirm_staff') ",
            $rest
        )
    };
}

statements! {
    /// Those that wait for a seat of a bucket, the oldest first.
    pub waiting_in(round: &str, bucket: &str, limit: i64) -> [all WaitingRow]
        "SELECT a.submission_id, a.registration_id, s.tags, s.sort_score, s.submitted_at, s.owner_id,
             (SELECT COUNT(*) FROM tasks t WHERE t.school_id = a.school_id AND t.submission_id = a.submission_id
                 AND t.done_at IS NULL AND LENGTH(t.audience) = 0 AND t.code LIKE '%confirm!_sibling' ESCAPE '!') AS to_confirm,
             (SELECT CASE WHEN COUNT(*) = COUNT(t.done_at) THEN COUNT(t.done_by) ELSE 0 END FROM tasks t
                 WHERE t.school_id = a.school_id AND t.submission_id = a.submission_id AND t.code = '@confirm_staff') AS staff_confirmed
         FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
         WHERE a.school_id = :school AND a.round = :round AND a.bucket = :bucket AND s.state = 'W/waitlist'
         ORDER BY s.submitted_at, a.submission_id LIMIT :limit";
    /// The buckets for which anybody waits.
    pub waited_for() -> [all BucketRow]
        "SELECT DISTINCT a.round, a.bucket FROM submissions s CROSS JOIN applications a
         WHERE s.school_id = :school AND s.state = 'W/waitlist' AND a.school_id = s.school_id AND a.submission_id = s.id
         ORDER BY a.round, a.bucket LIMIT 2000";
    /// Those under way (`live`, a list of states) whose family says that a parent works here, and of which nobody was ever asked to confirm it.
    pub staff_unasked(live: &str) -> [all UnaskedRow]
        unasked!("ORDER BY a.submission_id LIMIT 200");
    /// One of them.
    pub is_staff_unasked(submission: &SubmissionId, live: &str) -> [opt UnaskedRow]
        unasked!("AND a.submission_id = :submission");
    /// Those who wait for a seat of a bucket of whom something is decided that is not told yet.
    pub decided_in(round: &str, bucket: &str) -> [all DecidedRow]
        "SELECT a.submission_id FROM applications a JOIN decisions d ON d.school_id = a.school_id AND d.submission_id = a.submission_id
         WHERE a.school_id = :school AND a.round = :round AND a.bucket = :bucket AND d.from_state = 'W/waitlist'";
    /// How many seats of a bucket are taken; none where nobody ever took one.
    pub seats_taken(round: &str, bucket: &str) -> [opt TakenRow]
        "SELECT taken FROM seats WHERE school_id = :school AND round = :round AND bucket = :bucket";
}
