//! All SQL of letters that go out, and of the keys that they are sealed with.

use kernel::{SubmissionId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;
use words::Text;

use crate::ids::{LetterFileId, LetterId, SealingKeyId, SignerId};

rows! {
    /// A key that letters are sealed with.
    pub struct KeyRow {
        pub id: SealingKeyId,
        /// Sealed.
        pub secret: String,
        /// DER in base64.
        pub certificate: String,
        pub certificate_sha256: String,
        pub not_after: i64,
        pub created_at: i64,
        pub retired_at: Option<i64>,
    }
    /// A letter.
    pub struct LetterRow {
        pub id: LetterId,
        pub submission_id: SubmissionId,
        pub kind: String,
        pub code: String,
        pub template_version: String,
        pub reference: String,
        pub title: Json<Text>,
        /// What is agreed to, as it was hashed.
        pub text: String,
        pub text_sha256: String,
        pub state: String,
        /// `YYYY-MM-DD`.
        pub issued_on: String,
        pub expires_at: i64,
        pub closed_at: Option<i64>,
        /// Why it was withdrawn, where that matters later: [`closed_why`](super::model::closed_why).
        pub closed_why: Option<String>,
        /// Counts what happens to it.
        pub version: i64,
        /// How whoever signs it is known beside the link; none of letters that follow their template.
        pub second_proof: Option<String>,
    }
    /// Which letter somebody signs.
    pub struct SignerLetterRow {
        pub letter_id: LetterId,
    }
    /// Who signs.
    pub struct SignerRow {
        pub id: SignerId,
        pub place: i64,
        pub turn: i64,
        pub role: String,
        pub name: String,
        pub state: String,
        pub opened_at: Option<i64>,
        pub typed_name: Option<String>,
        pub strokes: Option<Json<Value>>,
        pub reason: Option<String>,
        pub answered_at: Option<i64>,
    }
    /// A sealed PDF.
    pub struct FileRow {
        pub kind: String,
        pub sha256: String,
        pub storage_key: String,
        pub bytes: i64,
        pub certificate_sha256: String,
        pub not_after: i64,
        pub sealed_at: i64,
    }
    /// An entry of a letter's record.
    pub struct EntryRow {
        pub seq: i64,
        pub body: String,
        pub hash: String,
    }
    /// A letter whose time is over.
    pub struct OverRow {
        pub id: LetterId,
        pub submission_id: SubmissionId,
    }
    /// A file that is a letter's.
    pub struct KeptRow {
        pub id: String,
    }
}

kernel::binds! {
    /// A new key.
    pub struct NewKey<'a> {
        pub id: &'a SealingKeyId,
        pub secret: &'a str,
        pub certificate: &'a str,
        pub certificate_sha256: &'a str,
        pub not_after: i64,
        pub now: i64,
    }
    /// A new letter.
    pub struct NewLetter<'a> {
        pub id: &'a LetterId,
        pub submission: &'a SubmissionId,
        pub kind: &'a str,
        pub code: &'a str,
        pub template_version: &'a str,
        pub reference: &'a str,
        pub title: Json<&'a Text>,
        pub text: &'a str,
        pub text_sha256: &'a str,
        pub check_hash: &'a str,
        pub second_proof: &'a str,
        pub issued_on: &'a str,
        pub expires_at: i64,
        pub now: i64,
    }
    /// Who signs it.
    pub struct NewSigner<'a> {
        pub id: &'a SignerId,
        pub letter: &'a LetterId,
        pub place: i64,
        pub turn: i64,
        pub role: &'a str,
        pub name: &'a str,
        pub state: &'a str,
    }
    /// A sealed PDF of it.
    pub struct NewFile<'a> {
        pub id: &'a LetterFileId,
        pub letter: &'a LetterId,
        pub kind: &'a str,
        pub sha256: &'a str,
        pub storage_key: &'a str,
        pub bytes: i64,
        pub key: &'a SealingKeyId,
        pub now: i64,
    }
    /// What a signer said.
    pub struct Answered<'a> {
        pub id: &'a SignerId,
        pub state: &'a str,
        pub typed_name: Option<&'a str>,
        pub strokes: Option<Json<&'a Value>>,
        pub reason: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    /// The key in use.
    pub key_in_use() -> [opt KeyRow]
        "SELECT id, secret, certificate, certificate_sha256, not_after, created_at, retired_at FROM sealing_keys
         WHERE school_id = :school AND retired_at IS NULL";
    /// All keys, the newest first.
    pub all_keys() -> [all KeyRow]
        "SELECT id, secret, certificate, certificate_sha256, not_after, created_at, retired_at FROM sealing_keys
         WHERE school_id = :school ORDER BY created_at DESC, id DESC";
    /// Keeps a new key; 0 rows where another is in use.
    pub insert_key(..row: &NewKey) -> [exec]
        "INSERT INTO sealing_keys (school_id, id, secret, certificate, certificate_sha256, not_after, created_at, retired_at)
         VALUES (:school, :id, :secret, :certificate, :certificate_sha256, :not_after, :now, NULL) ON CONFLICT DO NOTHING";
    /// The key in use is none any more.
    pub retire_key(now: i64) -> [exec]
        "UPDATE sealing_keys SET retired_at = :now WHERE school_id = :school AND retired_at IS NULL";
    /// A new letter.
    pub insert_letter(..row: &NewLetter) -> [exec]
        "INSERT INTO family_letters (school_id, id, submission_id, kind, code, template_version, reference, title, text, text_sha256, check_hash, state, issued_on,
             expires_at, created_at, closed_at, version, second_proof)
         VALUES (:school, :id, :submission, :kind, :code, :template_version, :reference, :title, :text, :text_sha256, :check_hash, 'draft', :issued_on,
             :expires_at, :now, NULL, 1, :second_proof)";
    /// Who signs it.
    pub insert_signer(..row: &NewSigner) -> [exec]
        "INSERT INTO letter_signers (school_id, id, letter_id, place, turn, role, name, state)
         VALUES (:school, :id, :letter, :place, :turn, :role, :name, :state)";
    /// A letter.
    pub find_letter(id: &LetterId) -> [opt LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND id = :id";
    /// The letter that bears a code.
    pub letter_of_code(hash: &str) -> [opt LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND check_hash = :hash";
    /// The letter of a sealed PDF.
    pub letter_of_file(sha256: &str) -> [opt LetterRow]
        "SELECT l.id, l.submission_id, l.kind, l.code, l.template_version, l.reference, l.title, l.text, l.text_sha256, l.state, l.issued_on,
             l.expires_at, l.closed_at, l.closed_why, l.version, l.second_proof
         FROM family_letters l JOIN letter_files f ON f.school_id = l.school_id AND f.letter_id = l.id
         WHERE l.school_id = :school AND f.sha256 = :sha256 ORDER BY l.id LIMIT 1";
    /// Letters of an application that nobody answered and that did not end.
    pub open_letters(submission: &SubmissionId) -> [all LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND submission_id = :submission AND state IN ('choosing', 'draft', 'released') ORDER BY id";
    /// The newest letter of an offer, however it stands and whatever else was sent since.
    pub last_offer(submission: &SubmissionId) -> [opt LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND submission_id = :submission AND kind IN ('offer', 'conditional_offer')
         ORDER BY created_at DESC, id DESC LIMIT 1";
    /// The newest acceptance of an application.
    pub last_acceptance(submission: &SubmissionId) -> [opt LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND submission_id = :submission AND kind = 'acceptance'
         ORDER BY created_at DESC, id DESC LIMIT 1";
    /// All letters of a submission, the newest first.
    pub letters_of(submission: &SubmissionId) -> [all LetterRow]
        "SELECT id, submission_id, kind, code, template_version, reference, title, text, text_sha256, state, issued_on, expires_at, closed_at, closed_why, version,
             second_proof FROM family_letters WHERE school_id = :school AND submission_id = :submission ORDER BY created_at DESC, id DESC LIMIT 60";
    /// Holds a letter that is as it was read; 0 rows where something happened to it since.
    pub hold_letter(id: &LetterId, version: i64) -> [exec]
        "UPDATE family_letters SET version = version + 1 WHERE school_id = :school AND id = :id AND version = :version";
    /// Where it stands from now on.
    pub set_state(id: &LetterId, state: &str, closed_at: Option<i64>) -> [exec]
        "UPDATE family_letters SET state = :state, closed_at = :closed_at WHERE school_id = :school AND id = :id";
    /// Why it was withdrawn.
    pub set_closed_why(id: &LetterId, why: &str) -> [exec]
        "UPDATE family_letters SET closed_why = :why WHERE school_id = :school AND id = :id";
    /// A sealed PDF of it.
    pub insert_file(..row: &NewFile) -> [exec]
        "INSERT INTO letter_files (school_id, id, letter_id, kind, sha256, storage_key, bytes, key_id, sealed_at)
         VALUES (:school, :id, :letter, :kind, :sha256, :storage_key, :bytes, :key, :now)";
    /// Its sealed PDFs, the one that was offered first.
    pub files_of(letter: &LetterId) -> [all FileRow]
        "SELECT f.kind, f.sha256, f.storage_key, f.bytes, k.certificate_sha256, k.not_after, f.sealed_at
         FROM letter_files f JOIN sealing_keys k ON k.school_id = f.school_id AND k.id = f.key_id
         WHERE f.school_id = :school AND f.letter_id = :letter ORDER BY f.kind";
    /// Which of some files are letters' that are kept.
    pub files_among(ids: &str) -> [all KeptRow]
        "SELECT f.id FROM letter_files f JOIN family_letters l ON l.school_id = f.school_id AND l.id = f.letter_id
         WHERE f.school_id = :school AND l.erased_at IS NULL AND f.id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    /// Who signs it, in their order.
    pub signers_of(letter: &LetterId) -> [all SignerRow]
        "SELECT id, place, turn, role, name, state, opened_at, typed_name, strokes, reason, answered_at FROM letter_signers
         WHERE school_id = :school AND letter_id = :letter ORDER BY place";
    /// Which letter somebody signs.
    pub letter_of_signer(id: &SignerId) -> [opt SignerLetterRow]
        "SELECT letter_id FROM letter_signers WHERE school_id = :school AND id = :id";
    /// A link went to a signer.
    pub invite_signer(id: &SignerId) -> [exec]
        "UPDATE letter_signers SET state = 'invited' WHERE school_id = :school AND id = :id AND state = 'waiting'";
    /// A signer opened it; 0 rows where that was so already.
    pub open_signer(id: &SignerId, now: i64) -> [exec]
        "UPDATE letter_signers SET opened_at = :now WHERE school_id = :school AND id = :id AND opened_at IS NULL";
    /// What a signer said.
    pub answer_signer(..row: &Answered) -> [exec]
        "UPDATE letter_signers SET state = :state, typed_name = :typed_name, strokes = :strokes, reason = :reason, answered_at = :now
         WHERE school_id = :school AND id = :id";
    /// The record of a letter, from its beginning.
    pub entries_of(letter: &LetterId) -> [all EntryRow]
        "SELECT seq, body, hash FROM letter_entries WHERE school_id = :school AND letter_id = :letter ORDER BY seq";
    /// Adds to it; who is second with a place fails.
    pub insert_entry(letter: &LetterId, seq: i64, body: &str, hash: &str) -> [exec]
        "INSERT INTO letter_entries (school_id, letter_id, seq, body, hash) VALUES (:school, :letter, :seq, :body, :hash)";
    /// Acceptances that nobody signed in time, consents that nobody answered, and requests whose time is over.
    pub over(now: i64, after: &LetterId) -> [all OverRow]
        "SELECT id, submission_id FROM family_letters
         WHERE school_id = :school AND kind IN ('acceptance', 'consent', 'financial_request') AND state IN ('choosing', 'draft', 'released') AND expires_at <= :now AND id > :after
         ORDER BY id LIMIT 100";
}
