//! SQL of what is kept and erased.

use kernel::{rows, statements};

use crate::ids::LetterId;

rows! {
    /// A letter whose time is over.
    pub struct OverRow {
        pub id: LetterId,
    }
}

statements! {
    /// A signed letter is kept until then.
    pub keep(id: &LetterId, until: i64) -> [exec]
        "UPDATE family_letters SET kept_until = :until WHERE school_id = :school AND id = :id AND kept_until IS NULL";
    /// Letters whose time is over, a few.
    pub over(now: i64, before: i64) -> [all OverRow]
        "SELECT id FROM family_letters WHERE school_id = :school AND erased_at IS NULL
             AND (kept_until <= :now OR (kept_until IS NULL AND COALESCE(closed_at, expires_at) <= :before)) ORDER BY id LIMIT 100";
    /// What it says is gone; 0 rows where that was so already.
    pub erase_letter(id: &LetterId, now: i64) -> [exec]
        "UPDATE family_letters SET text = '', erased_at = :now WHERE school_id = :school AND id = :id AND erased_at IS NULL";
    /// Who signed it is nobody by name.
    pub erase_signers(id: &LetterId) -> [exec]
        "UPDATE letter_signers SET name = '', typed_name = NULL, strokes = NULL WHERE school_id = :school AND letter_id = :id";
    /// Its record is hashes alone.
    pub erase_entries(id: &LetterId) -> [exec]
        "UPDATE letter_entries SET body = '' WHERE school_id = :school AND letter_id = :id";
}
