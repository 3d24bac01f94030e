//! Submissions as they come in; the inbox reads them in [`crate::enquiries`].

use kernel::{Caller, SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;
use words::sabotage::{Guard, is_removed};

rows! {
    /// What a family was told.
    pub struct SentRow {
        /// The submission.
        pub id: SubmissionId,
        pub reference: String,
        /// Of an application.
        pub registration_id: Option<String>,
        pub submitted_at: i64,
        /// The rules' word then.
        pub verdict: Option<Json<Value>>,
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        /// What was sent.
        pub answers: Json<Value>,
        /// The account that it is of, if it is one's.
        pub owner: Option<UserId>,
    }
    /// What says who a submission is about.
    pub struct NamedRow {
        pub id: SubmissionId,
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        /// What it is found by, a line for each field.
        pub search_text: String,
    }
    /// What staff find it by, a line for each field.
    pub struct TextRow {
        pub search_text: String,
    }
    /// Of which child a submission is.
    pub struct BornRow {
        pub born: String,
    }
    /// A value that the school knows.
    pub struct KnownRow {
        /// Which sort.
        pub kind: String,
        /// Its keyed hash.
        pub hash: String,
    }
    /// What a confirmation tells.
    pub struct ConfirmationRow {
        /// An application's registration number, else the reference.
        pub reference: String,
        pub form_id: String,
        /// Its pinned document.
        pub form_digest: String,
        /// Whom it is for; may be empty.
        pub person: String,
        /// The same in Arabic, where the form asks for both; may be empty.
        pub person_ar: String,
        pub answers: Json<Value>,
        /// The person's language.
        pub locale: String,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
        pub submitted_at: i64,
    }
}

impl SentRow {
    /// Whether the caller, who holds the token of its draft, is told that it was sent: of what is an account's, that account alone.
    #[must_use]
    pub fn is_told_to(&self, caller: &Caller) -> bool {
        let is_theirs = self.owner.as_ref().is_none_or(|owner| caller.user_id() == Some(owner));
        is_theirs || is_removed(Guard::DraftKeeper)
    }
}

kernel::binds! {
    /// A new submission; `named` are those of its hashes that every reader may meet again, as [`named_list`] tells them, and `draft_hash` that of its draft's token.
    pub struct NewSubmission<'a> {
        pub id: &'a SubmissionId,
        pub reference: &'a str,
        pub form_id: &'a str,
        pub form_digest: &'a str,
        /// Where it begins.
        pub state: &'a str,
        pub draft_hash: Option<&'a str>,
        pub answers: Json<&'a Value>,
        pub locale: &'a str,
        pub person: &'a str,
        pub person_ar: &'a str,
        pub search_text: &'a str,
        pub owner_id: Option<&'a UserId>,
        pub score_points: Option<i64>,
        pub score_out_of: Option<i64>,
        pub sort_score: i64,
        pub tags: Json<&'a [String]>,
        pub route: Option<&'a str>,
        pub plugin_failure: Option<&'a str>,
        pub verdict: Json<&'a Value>,
        pub named: &'a str,
        pub born: &'a str,
        pub audiences: &'a str,
        pub person_audience: &'a str,
        pub grade: &'a str,
        pub grade_en: &'a str,
        pub grade_ar: &'a str,
        pub school_year: &'a str,
        pub school_year_en: &'a str,
        pub school_year_ar: &'a str,
        pub guardian: &'a str,
        pub now: i64,
    }
}

kernel::binds! {
    /// A submission whose answers are others now; `named` as in [`NewSubmission`].
    pub struct AmendedSubmission<'a> {
        pub id: &'a SubmissionId,
        pub answers: Json<&'a Value>,
        pub person: &'a str,
        pub person_ar: &'a str,
        pub search_text: &'a str,
        pub score_points: Option<i64>,
        pub score_out_of: Option<i64>,
        pub sort_score: i64,
        pub tags: Json<&'a [String]>,
        pub route: Option<&'a str>,
        pub plugin_failure: Option<&'a str>,
        pub verdict: Json<&'a Value>,
        pub named: &'a str,
        pub born: &'a str,
        pub grade: &'a str,
        pub grade_en: &'a str,
        pub grade_ar: &'a str,
        pub school_year: &'a str,
        pub school_year_en: &'a str,
        pub school_year_ar: &'a str,
        pub guardian: &'a str,
        pub now: i64,
    }
}

/// Whether a value `v` that both have tells of the same child: a family's address and number stand in the answers of each of its children.
macro_rules! same_child {
    () => {
        "(v.kind NOT IN ('email', 'phone') OR v.born = '' OR LENGTH(CAST(:born AS TEXT)) = 0 OR v.born = :born)"
    };
}

statements! {
    /// Makes those who add to one submission wait for one another; 0 rows when it is gone.
    pub hold_submission(submission: &SubmissionId) -> [exec]
        "UPDATE submissions SET version = version WHERE school_id = :school AND id = :submission";
    /// The submission that a draft became: it keeps the hash of the draft's token.
    pub sent_draft(token_hash: &str) -> [opt SentRow]
        "SELECT s.id, s.reference, a.registration_id, s.submitted_at, s.verdict, s.form_id, s.form_digest, s.answers, f.user_id AS owner
         FROM submissions s LEFT JOIN family_submissions f ON f.school_id = s.school_id AND f.submission_id = s.id
             LEFT JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
         WHERE s.school_id = :school AND s.draft_id = :token_hash";
    /// A new submission: a duplicate where the school knows one of its named hashes already, looked for as in [`known_among`].
    pub insert_submission(..row: &NewSubmission) -> [later]
        concat!("INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, person_ar,
             search_text, state, owner_id, score_points, score_out_of, sort_score, tags, route, plugin_failure, verdict,
             is_duplicate, audiences, person_audience, grade, grade_en, grade_ar, school_year, school_year_en, school_year_ar, guardian,
             papers_until, submitted_at, updated_at)
         VALUES (:school, :id, :reference, :form_id, :form_digest, :draft_hash, 1, :answers, :locale, :person, :person_ar, :search_text, :state, :owner_id, :score_points, :score_out_of, :sort_score, :tags, :route, :plugin_failure, :verdict,
             EXISTS (SELECT 1 FROM json_each(CAST(:named AS TEXT)) n
                     WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = :school AND v.kind = substr(n.value, 65)
                                AND v.hash = substr(n.value, 1, 64) AND ", same_child!(), " LIMIT 1)), :audiences, :person_audience, :grade, :grade_en, :grade_ar, :school_year, :school_year_en, :school_year_ar, :guardian, NULL, :now, :now)");
    /// Its answers are others now, and what is told by them; a duplicate where another one of the school has one of its named hashes.
    pub amend_submission(..row: &AmendedSubmission) -> [exec]
        concat!("UPDATE submissions SET version = version + 1, answers = :answers, person = :person, person_ar = :person_ar, search_text = :search_text,
             score_points = :score_points, score_out_of = :score_out_of, sort_score = :sort_score, tags = :tags, route = :route,
             plugin_failure = :plugin_failure, verdict = :verdict,
             is_duplicate = EXISTS (SELECT 1 FROM json_each(CAST(:named AS TEXT)) n
                 WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = :school AND v.kind = substr(n.value, 65)
                            AND v.hash = substr(n.value, 1, 64) AND v.submission_id <> :id AND ", same_child!(), " LIMIT 1)),
             grade = :grade, grade_en = :grade_en, grade_ar = :grade_ar, school_year = :school_year, school_year_en = :school_year_en,
             school_year_ar = :school_year_ar, guardian = :guardian, updated_at = :now
         WHERE school_id = :school AND id = :id");
    /// A change of the version that it is based on; 0 rows where that is another.
    pub take_version(id: &SubmissionId, version: i64, now: i64) -> [exec]
        "UPDATE submissions SET version = version + 1, updated_at = :now WHERE school_id = :school AND id = :id AND version = :version";
    /// What staff find one by.
    pub find_text(id: &SubmissionId) -> [opt TextRow]
        "SELECT search_text FROM submissions WHERE school_id = :school AND id = :id";
    /// The tags of one go.
    pub delete_tags(id: &SubmissionId) -> [exec]
        "DELETE FROM submission_tags WHERE school_id = :school AND submission_id = :id";
    /// The hashes of one go.
    pub delete_known(id: &SubmissionId) -> [exec]
        "DELETE FROM known_values WHERE school_id = :school AND submission_id = :id";
    /// The tags of a submission that an audience reads, or everybody where it is empty; a list.
    pub insert_tags(submission_id: &SubmissionId, tags: &str, audience: &str) -> [later]
        "INSERT INTO submission_tags (school_id, submission_id, tag, audience)
         SELECT :school, :submission_id, t.value, :audience FROM json_each(CAST(:tags AS TEXT)) t WHERE true ON CONFLICT DO NOTHING";
    /// What the list can be narrowed to by a submission, where nothing was called so before; of a form no more than 200 of a kind.
    pub keep_choice(form_id: &str, kind: &str, value: &str, label_en: &str, label_ar: &str) -> [later]
        "INSERT INTO list_choices (school_id, form_id, kind, value, label_en, label_ar)
         SELECT :school, :form_id, :kind, :value, :label_en, :label_ar
         WHERE NOT EXISTS (SELECT 1 FROM list_choices c WHERE c.school_id = :school AND c.form_id = :form_id AND c.kind = :kind AND c.value = :value)
           AND (SELECT COUNT(*) FROM list_choices c WHERE c.school_id = :school AND c.form_id = :form_id AND c.kind = :kind) < 200
         ON CONFLICT DO NOTHING";
    /// The keyed hashes of values in a submission ([`named_list`]), and that of its child's birth date.
    pub insert_known(submission_id: &SubmissionId, named: &str, born: &str) -> [later]
        "INSERT INTO known_values (school_id, kind, hash, submission_id, born)
         SELECT :school, substr(v.value, 65), substr(v.value, 1, 64), :submission_id, :born FROM json_each(CAST(:named AS TEXT)) v WHERE true
         ON CONFLICT DO NOTHING";
    /// The keyed hash of the birth date of a submission's child.
    pub born_of(submission_id: &SubmissionId) -> [opt BornRow]
        "SELECT born FROM known_values WHERE school_id = :school AND submission_id = :submission_id LIMIT 1";
    /// Which of some named hashes ([`named_list`]) the school knows: one probe of the key each, however much the school knows. Not by
    /// EXISTS, which PostgreSQL turns into a join with all that the school knows.
    pub known_among(named: &str) -> [all KnownRow]
        "SELECT substr(n.value, 65) AS kind, substr(n.value, 1, 64) AS hash FROM json_each(CAST(:named AS TEXT)) n
         WHERE 1 = (SELECT 1 FROM known_values v WHERE v.school_id = :school AND v.kind = substr(n.value, 65)
                    AND v.hash = substr(n.value, 1, 64) LIMIT 1)";
    /// What staff find it by, a field more; the oldest letters of what is too long stay.
    pub add_search_text(id: &SubmissionId, text: &str) -> [exec]
        "UPDATE submissions SET search_text = SUBSTR(search_text || :text, 1, 1800) WHERE school_id = :school AND id = :id";
    /// Who some are about, in the order of their ids.
    pub page_named(after: &SubmissionId) -> [all NamedRow]
        "SELECT id, form_id, form_digest, answers, search_text FROM submissions
         WHERE school_id = :school AND id > :after ORDER BY id LIMIT 100";
    /// Whom one is about, in Arabic.
    pub set_person_ar(id: &SubmissionId, person_ar: &str) -> [exec]
        "UPDATE submissions SET person_ar = :person_ar WHERE school_id = :school AND id = :id";
    /// What a confirmation tells.
    pub find_confirmation(id: &SubmissionId) -> [opt ConfirmationRow]
        "SELECT COALESCE(a.registration_id, s.reference) AS reference, s.form_id, s.form_digest, s.person, s.person_ar, s.answers, s.locale, s.verdict, s.submitted_at
         FROM submissions s LEFT JOIN applications a ON a.school_id = s.school_id AND a.submission_id = s.id
         WHERE s.school_id = :school AND s.id = :id";
}

/// Kinds and keyed hashes as the list that statements take: of each 64 hexadecimal digits and the kind.
#[must_use]
pub fn named_list<'a>(named: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let list: Vec<String> = named.map(|(kind, hash)| format!("{hash}{kind}")).collect();
    serde_json::json!(list).to_string()
}
