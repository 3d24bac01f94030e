//! All SQL of financial documents.

use kernel::{SubmissionId, rows, statements};
use sqlx::types::Json;
use words::Text;

use crate::ids::LetterId;

rows! {
    /// A document that a letter asks for.
    pub struct ItemRow {
        pub code: String,
        pub kind: String,
        pub label: Json<Text>,
        pub asks_amount: bool,
        pub asks_iban: bool,
        pub state: String,
        pub answer: Option<String>,
        pub since: i64,
        pub reason: Option<String>,
        pub decided_by: Option<String>,
        pub decided_at: Option<i64>,
    }
    /// A letter whose last day is near and of which something is missing.
    pub struct DueRow {
        pub id: LetterId,
        pub submission_id: SubmissionId,
    }
}

kernel::binds! {
    /// A new one.
    pub struct NewItem<'a> {
        pub letter: &'a LetterId,
        pub code: &'a str,
        pub place: i64,
        pub kind: &'a str,
        pub label: Json<&'a Text>,
        pub asks_amount: bool,
        pub asks_iban: bool,
        pub now: i64,
    }
    /// What was said of one.
    pub struct Said<'a> {
        pub letter: &'a LetterId,
        pub code: &'a str,
        pub state: &'a str,
        pub reason: Option<&'a str>,
        pub by: &'a str,
        pub now: i64,
    }
}

statements! {
    /// A letter asks for one.
    pub insert_item(..row: &NewItem) -> [exec]
        "INSERT INTO financial_items (school_id, letter_id, code, place, kind, label, asks_amount, asks_iban, state, since, reminded)
         VALUES (:school, :letter, :code, :place, :kind, :label, :asks_amount, :asks_iban, 'requested', :now, 0)";
    /// What a letter asks for.
    pub items_of(letter: &LetterId) -> [all ItemRow]
        "SELECT code, kind, label, asks_amount, asks_iban, state, answer, since, reason, decided_by, decided_at FROM financial_items
         WHERE school_id = :school AND letter_id = :letter ORDER BY place";
    /// What is said beside one that is open.
    pub keep_answer(letter: &LetterId, code: &str, answer: &str) -> [exec]
        "UPDATE financial_items SET answer = :answer
         WHERE school_id = :school AND letter_id = :letter AND code = :code AND state IN ('requested', 'returned')";
    /// One that is open was sent.
    pub submit(letter: &LetterId, code: &str) -> [exec]
        "UPDATE financial_items SET state = 'submitted', reason = NULL, decided_by = NULL, decided_at = NULL
         WHERE school_id = :school AND letter_id = :letter AND code = :code AND state IN ('requested', 'returned')";
    /// What was said of one that was sent; 0 rows for every other. What is returned begins again.
    pub decide(..row: &Said) -> [exec]
        "UPDATE financial_items SET state = :state, reason = :reason, decided_by = :by, decided_at = :now,
             since = CASE WHEN CAST(:state AS TEXT) = 'returned' THEN :now ELSE since END
         WHERE school_id = :school AND letter_id = :letter AND code = :code AND state = 'submitted'";
    /// Letters that end soon with something that never came, and of which nobody reminded.
    pub due(now: i64, until: i64) -> [all DueRow]
        "SELECT l.id, l.submission_id FROM family_letters l
         WHERE l.school_id = :school AND l.kind = 'financial_request' AND l.state = 'released' AND l.expires_at > :now AND l.expires_at <= :until
           AND EXISTS (SELECT 1 FROM financial_items i WHERE i.school_id = l.school_id AND i.letter_id = l.id AND i.reminded = 0
                       AND i.state IN ('requested', 'returned')) ORDER BY l.id LIMIT 100";
    /// Somebody was reminded of a letter's.
    pub reminded(letter: &LetterId) -> [exec]
        "UPDATE financial_items SET reminded = 1 WHERE school_id = :school AND letter_id = :letter";
}
