//! All SQL of acceptances alone.

use kernel::{SubmissionId, rows, statements};
use sqlx::types::Json;

use super::model::Terms;
use crate::ids::LetterId;

rows! {
    /// What a letter says of payments.
    pub struct TermsRow {
        pub terms: Option<Json<Terms>>,
    }
    /// How many there are.
    pub struct ChosenRow {
        pub n: i64,
    }
}

statements! {
    /// What a letter says of payments; null while nobody chose.
    pub terms_of(letter: &LetterId) -> [opt TermsRow]
        "SELECT terms FROM family_letters WHERE school_id = :school AND id = :letter";
    /// Acceptances of an application that say how it is paid, since the last one ended without a signature.
    pub count_chosen(submission: &SubmissionId) -> [one ChosenRow]
        "SELECT COUNT(*) AS n FROM family_letters
         WHERE school_id = :school AND submission_id = :submission AND kind = 'acceptance' AND terms IS NOT NULL
           AND created_at >= COALESCE((SELECT MAX(e.closed_at) FROM family_letters e WHERE e.school_id = :school AND e.submission_id = :submission
               AND e.kind = 'acceptance' AND e.state IN ('expired', 'withdrawn', 'declined')), 0)";
    /// It waits for a choice.
    pub wait_for_choice(letter: &LetterId) -> [exec]
        "UPDATE family_letters SET state = 'choosing' WHERE school_id = :school AND id = :letter";
    /// What it says of payments.
    pub keep_terms(letter: &LetterId, terms: Json<&Terms>) -> [exec]
        "UPDATE family_letters SET terms = :terms WHERE school_id = :school AND id = :letter";
    /// What it says is fixed, and it is drawn next.
    pub fix(letter: &LetterId, template_version: &str, text: &str, text_sha256: &str) -> [exec]
        "UPDATE family_letters SET state = 'draft', template_version = :template_version, text = :text, text_sha256 = :text_sha256
         WHERE school_id = :school AND id = :letter AND state = 'choosing'";
    /// The signers of a letter that was made just now stand with the one that it replaces, behind those who are there.
    pub move_back(new: &LetterId, old: &LetterId) -> [exec]
        "UPDATE letter_signers SET letter_id = :old, place = place + 100 WHERE school_id = :school AND letter_id = :new";
    /// Those who were there come in their place, with their links; none of them has opened it.
    pub move_on(old: &LetterId, new: &LetterId) -> [exec]
        "UPDATE letter_signers SET letter_id = :new, opened_at = NULL WHERE school_id = :school AND letter_id = :old AND place < 100";
    /// Their places are counted from the first one again.
    pub count_places(old: &LetterId) -> [exec]
        "UPDATE letter_signers SET place = place - 100 WHERE school_id = :school AND letter_id = :old";
}
