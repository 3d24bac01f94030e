//! All SQL of consents alone.

use kernel::{SubmissionId, UserId, rows, statements};
use sqlx::types::Json;
use words::Text;

use crate::enquiries::sees;
use crate::ids::{ConsentId, LetterId};

rows! {
    /// A consent that a letter asks for.
    pub struct AskedRow {
        pub letter_id: LetterId,
        pub code: String,
        pub version: String,
        pub choice: Option<String>,
    }
    /// An answer.
    pub struct GivenRow {
        pub id: ConsentId,
        pub submission_id: SubmissionId,
        pub letter_id: LetterId,
        pub code: String,
        pub version: String,
        pub title: Json<Text>,
        pub choice: String,
        pub signer: String,
        pub signed_at: i64,
        pub withdrawn_at: Option<i64>,
        pub withdrawn_by: Option<String>,
        pub withdrawn_reason: Option<String>,
        /// Its letter's.
        pub reference: String,
        /// Whom it is about.
        pub person: String,
        pub person_ar: String,
    }
}

rows! {
    /// A child whose consents are listed.
    pub struct ChildRow {
        pub id: SubmissionId,
        pub registration_id: String,
        pub person: String,
        pub person_ar: String,
        pub grade: String,
        pub grade_en: String,
        pub grade_ar: String,
        pub round: String,
    }
    /// The newest answer of a child to a consent, or that a letter with it waits.
    pub struct CellRow {
        pub submission_id: SubmissionId,
        pub code: String,
        pub version: String,
        pub choice: String,
        pub at: i64,
        pub withdrawn_at: Option<i64>,
    }
}

kernel::binds! {
    /// An answer that is given now.
    pub struct NewGiven<'a> {
        pub id: &'a ConsentId,
        pub submission: &'a SubmissionId,
        pub letter: &'a LetterId,
        pub code: &'a str,
        pub version: &'a str,
        pub title: Json<&'a Text>,
        pub choice: &'a str,
        pub signer: &'a str,
        pub now: i64,
    }
}

statements! {
    /// A letter asks for one.
    pub insert_asked(letter: &LetterId, code: &str, place: i64, version: &str) -> [exec]
        "INSERT INTO consent_asks (school_id, letter_id, code, place, version) VALUES (:school, :letter, :code, :place, :version)";
    /// What a letter asks for.
    pub asked_by(letter: &LetterId) -> [all AskedRow]
        "SELECT letter_id, code, version, choice FROM consent_asks WHERE school_id = :school AND letter_id = :letter ORDER BY place";
    /// What letters that wait for an application's family ask for.
    pub asked_of(submission: &SubmissionId, now: i64) -> [all AskedRow]
        "SELECT a.letter_id, a.code, a.version, a.choice FROM consent_asks a
         JOIN family_letters l ON l.school_id = a.school_id AND l.id = a.letter_id
         WHERE a.school_id = :school AND l.submission_id = :submission AND l.state IN ('draft', 'released') AND l.expires_at > :now
         ORDER BY l.created_at DESC, a.place LIMIT 400";
    /// What is chosen of one.
    pub choose(letter: &LetterId, code: &str, choice: Option<&str>) -> [exec]
        "UPDATE consent_asks SET choice = :choice WHERE school_id = :school AND letter_id = :letter AND code = :code";
    /// An answer.
    pub insert_given(..row: &NewGiven) -> [exec]
        "INSERT INTO consents (school_id, id, submission_id, letter_id, code, version, title, choice, signer, signed_at)
         VALUES (:school, :id, :submission, :letter, :code, :version, :title, :choice, :signer, :now)";
    /// All answers of an application, the newest first.
    pub given_of(submission: &SubmissionId) -> [all GivenRow]
        "SELECT c.id, c.submission_id, c.letter_id, c.code, c.version, c.title, c.choice, c.signer, c.signed_at, c.withdrawn_at, c.withdrawn_by,
             c.withdrawn_reason, l.reference, s.person, s.person_ar
         FROM consents c JOIN family_letters l ON l.school_id = c.school_id AND l.id = c.letter_id
         JOIN submissions s ON s.school_id = c.school_id AND s.id = c.submission_id
         WHERE c.school_id = :school AND c.submission_id = :submission ORDER BY c.signed_at DESC, c.id DESC LIMIT 400";
    /// All answers of an account's children, the newest first.
    pub given_by(user: &UserId) -> [all GivenRow]
        "SELECT c.id, c.submission_id, c.letter_id, c.code, c.version, c.title, c.choice, c.signer, c.signed_at, c.withdrawn_at, c.withdrawn_by,
             c.withdrawn_reason, l.reference, s.person, s.person_ar
         FROM family_submissions f JOIN consents c ON c.school_id = f.school_id AND c.submission_id = f.submission_id
         JOIN family_letters l ON l.school_id = c.school_id AND l.id = c.letter_id
         JOIN submissions s ON s.school_id = c.school_id AND s.id = c.submission_id
         WHERE f.school_id = :school AND f.user_id = :user ORDER BY c.signed_at DESC, c.id DESC LIMIT 400";
    /// One of these.
    pub find_given_by(user: &UserId, id: &ConsentId) -> [opt GivenRow]
        "SELECT c.id, c.submission_id, c.letter_id, c.code, c.version, c.title, c.choice, c.signer, c.signed_at, c.withdrawn_at, c.withdrawn_by,
             c.withdrawn_reason, l.reference, s.person, s.person_ar
         FROM family_submissions f JOIN consents c ON c.school_id = f.school_id AND c.submission_id = f.submission_id
         JOIN family_letters l ON l.school_id = c.school_id AND l.id = c.letter_id
         JOIN submissions s ON s.school_id = c.school_id AND s.id = c.submission_id
         WHERE f.school_id = :school AND f.user_id = :user AND c.id = :id";
    /// Children that have a place, or whose families were asked, in the order of their numbers.
    pub children(after: &str, round: &str, grade: &str, visible: &str, reads: &str, limit: i64) -> [all ChildRow]
        concat!("SELECT s.id, a.registration_id, s.person, s.person_ar, s.grade, s.grade_en, s.grade_ar, a.round
         FROM applications a JOIN submissions s ON s.school_id = a.school_id AND s.id = a.submission_id
         WHERE a.school_id = :school AND a.registration_id > :after
           AND (LENGTH(CAST(:round AS TEXT)) = 0 OR a.round = CAST(:round AS TEXT))
           AND (LENGTH(CAST(:grade AS TEXT)) = 0 OR s.grade = CAST(:grade AS TEXT))
           AND (s.state IN ('A/conditions_open', 'A/fee_due', 'B/consents_due', 'B/originals_due', 'C')
                OR EXISTS (SELECT 1 FROM family_letters l WHERE l.school_id = a.school_id AND l.submission_id = s.id AND l.kind = 'consent'))
           AND s.person_audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))
           AND ", sees!(), "
         ORDER BY a.registration_id LIMIT :limit");
    /// All answers of some, the newest first.
    pub answers_among(ids: &str) -> [all CellRow]
        "SELECT submission_id, code, version, choice, signed_at AS at, withdrawn_at FROM consents
         WHERE school_id = :school AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY signed_at DESC, id DESC";
    /// What letters that wait for the families of some ask for, the newest first.
    pub asked_among(ids: &str, now: i64) -> [all CellRow]
        "SELECT l.submission_id, a.code, a.version, '' AS choice, l.created_at AS at, CAST(NULL AS BIGINT) AS withdrawn_at
         FROM family_letters l JOIN consent_asks a ON a.school_id = l.school_id AND a.letter_id = l.id
         WHERE l.school_id = :school AND l.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
           AND l.state IN ('draft', 'released') AND l.expires_at > :now ORDER BY l.created_at DESC";
    /// An acceptance is none any more; 0 rows where it was withdrawn already.
    pub withdraw(id: &ConsentId, by: &str, reason: &str, now: i64) -> [exec]
        "UPDATE consents SET withdrawn_at = :now, withdrawn_by = :by, withdrawn_reason = :reason
         WHERE school_id = :school AND id = :id AND choice = 'accepted' AND withdrawn_at IS NULL";
}
