//! All SQL of conditions.

use kernel::{SubmissionId, rows, statements};
use sqlx::types::Json;
use words::Text;

use crate::ids::LetterId;
use crate::letters::of_letters;

rows! {
    /// A condition of a letter.
    pub struct ConditionRow {
        pub code: String,
        pub text: Json<Text>,
        /// `YYYY-MM-DD`.
        pub due_on: String,
        /// The school's midnight after that day.
        pub ends_at: i64,
        /// The upload that its document belongs to.
        pub field: Option<String>,
        /// What staff said: `open`, `met`, `failed`, `waived`.
        pub state: String,
        pub since: i64,
        pub decided_at: Option<i64>,
        pub reason: Option<String>,
        pub reminded: i64,
    }
    /// Of how many conditions nobody said yet that they are met or waived.
    pub struct CountRow {
        pub total: i64,
        pub open: i64,
    }
    /// When the last condition of a letter ends.
    pub struct EndRow {
        pub ends_at: Option<i64>,
    }
    /// A condition whose day is near.
    pub struct DueRow {
        pub letter_id: LetterId,
        pub code: String,
        pub submission_id: SubmissionId,
    }
    /// The letter of the newest offer.
    pub struct NewestRow {
        pub id: LetterId,
    }
}

kernel::binds! {
    /// A new condition.
    pub struct NewCondition<'a> {
        pub letter: &'a LetterId,
        pub code: &'a str,
        pub place: i64,
        pub text: Json<&'a Text>,
        pub due_on: &'a str,
        pub ends_at: i64,
        pub field: Option<&'a str>,
        pub now: i64,
    }
    /// What was said of one.
    pub struct Said<'a> {
        pub letter: &'a LetterId,
        pub code: &'a str,
        pub state: &'a str,
        pub reason: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    /// It is made with its letter.
    pub insert_condition(..row: &NewCondition) -> [exec]
        "INSERT INTO letter_conditions (school_id, letter_id, code, place, text, due_on, ends_at, field, state, since, reminded)
         VALUES (:school, :letter, :code, :place, :text, :due_on, :ends_at, :field, 'open', :now, 0)";
    /// The conditions of a letter, in their order.
    pub conditions_of(letter: &LetterId) -> [all ConditionRow]
        "SELECT code, text, due_on, ends_at, field, state, since, decided_at, reason, reminded FROM letter_conditions
         WHERE school_id = :school AND letter_id = :letter ORDER BY place";
    /// Somebody said something of it.
    pub decide_condition(..row: &Said) -> [exec]
        "UPDATE letter_conditions SET state = :state, reason = :reason, decided_at = :now
         WHERE school_id = :school AND letter_id = :letter AND code = :code";
    /// It is open again until another day, and what is sent from now on is its.
    pub open_condition(letter: &LetterId, code: &str, due_on: &str, ends_at: i64, since: i64) -> [exec]
        "UPDATE letter_conditions SET state = 'open', reason = NULL, decided_at = NULL, due_on = :due_on, ends_at = :ends_at, since = :since, reminded = 0
         WHERE school_id = :school AND letter_id = :letter AND code = :code";
    /// The family was reminded that far.
    pub remind_condition(letter: &LetterId, code: &str, reminded: i64) -> [exec]
        "UPDATE letter_conditions SET reminded = :reminded WHERE school_id = :school AND letter_id = :letter AND code = :code";
    /// When the last condition of a letter ends.
    pub last_end(letter: &LetterId) -> [opt EndRow]
        "SELECT MAX(ends_at) AS ends_at FROM letter_conditions WHERE school_id = :school AND letter_id = :letter";
    /// The letter of the newest offer of an application, where it is out, signed, or was accepted by staff.
    pub newest_offer(submission: &SubmissionId) -> [opt NewestRow]
        concat!("SELECT l.id FROM family_letters l WHERE l.school_id = :school AND l.submission_id = :submission AND ", of_letters!(offers));
    /// How many conditions a letter has.
    pub count_conditions(letter: &LetterId) -> [one CountRow]
        "SELECT COUNT(*) AS total, COALESCE(SUM(CASE WHEN state IN ('met', 'waived') THEN 0 ELSE 1 END), 0) AS open
         FROM letter_conditions WHERE school_id = :school AND letter_id = :letter";
    /// Open ones whose day is near and whose families were not reminded that far, after a position.
    pub due_conditions(day: &str, level: i64, letter: &LetterId, code: &str) -> [all DueRow]
        concat!("SELECT c.letter_id, c.code, l.submission_id FROM letter_conditions c
         JOIN family_letters l ON l.school_id = c.school_id AND l.id = c.letter_id
         WHERE c.school_id = :school AND c.state = 'open' AND c.due_on <= :day AND c.reminded < :level AND l.state <> 'draft' AND ", of_letters!(offers), "
           AND (c.letter_id, c.code) > (:letter, :code)
         ORDER BY c.letter_id, c.code LIMIT 200");
}
