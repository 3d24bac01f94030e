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
    pub over(now: i64, before: i64, financial: i64) -> [all OverRow]
        "SELECT id FROM family_letters WHERE school_id = :school AND erased_at IS NULL
             AND (kept_until <= :now OR (kept_until IS NULL AND COALESCE(closed_at, expires_at) <= :before)
                  OR (kept_until IS NULL AND kind = 'financial_request' AND COALESCE(closed_at, expires_at) <= :financial)) ORDER BY id LIMIT 100";
    /// What it says is gone; 0 rows where that was so already.
    pub erase_letter(id: &LetterId, now: i64) -> [exec]
        "UPDATE family_letters SET text = '', terms = NULL, erased_at = :now WHERE school_id = :school AND id = :id AND erased_at IS NULL";
    /// Who signed it is nobody by name.
    pub erase_signers(id: &LetterId) -> [exec]
        "UPDATE letter_signers SET name = '', typed_name = NULL, strokes = NULL, reason = NULL WHERE school_id = :school AND letter_id = :id";
    /// Who gave a consent by it, and why it was withdrawn.
    pub erase_consents(id: &LetterId) -> [exec]
        "UPDATE consents SET signer = '', withdrawn_by = NULL, withdrawn_reason = NULL WHERE school_id = :school AND letter_id = :id";
    /// What was said beside financial documents.
    pub erase_financial(id: &LetterId) -> [exec]
        "UPDATE financial_items SET answer = NULL, reason = NULL, decided_by = NULL WHERE school_id = :school AND letter_id = :id";
    /// The files of its documents go with the next sweep of what was removed, unless another request asks for the same document and still stands.
    pub erase_financial_files(id: &LetterId) -> [exec]
        "INSERT INTO removed_files (school_id, upload_id, submission_id, reason, replaced_by, removed_by, removed_at)
         SELECT u.school_id, u.id, u.submission_id, '', NULL, NULL, 0
         FROM family_letters l JOIN financial_items i ON i.school_id = l.school_id AND i.letter_id = l.id
             JOIN uploads u ON u.school_id = l.school_id AND u.submission_id = l.submission_id AND u.field = 'financial:' || i.code
         WHERE l.school_id = :school AND l.id = :id
             AND NOT EXISTS (SELECT 1 FROM removed_files x WHERE x.school_id = u.school_id AND x.upload_id = u.id)
             AND NOT EXISTS (SELECT 1 FROM family_letters o JOIN financial_items p ON p.school_id = o.school_id AND p.letter_id = o.id
                 WHERE o.school_id = l.school_id AND o.submission_id = l.submission_id AND o.id <> l.id AND o.erased_at IS NULL AND p.code = i.code)";
    /// What was said of its posting.
    pub erase_posts(id: &LetterId) -> [exec]
        "UPDATE letter_posts SET note = '' WHERE school_id = :school AND letter_id = :id";
    /// Its record is hashes alone.
    pub erase_entries(id: &LetterId) -> [exec]
        "UPDATE letter_entries SET body = '' WHERE school_id = :school AND letter_id = :id";
}
