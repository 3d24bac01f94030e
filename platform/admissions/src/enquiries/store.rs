//! All SQL of the inbox.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

use super::found::{found_past, looked_up};
use super::model::sees;
use crate::letters::of_letters;
use crate::papers::of_papers;

rows! {
    /// Where one stands.
    pub struct StandRow {
        pub id: SubmissionId,
        pub state: String,
    }
    /// A line of the list.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct EnquiryRow {
        pub id: SubmissionId,
        /// Counts edits.
        pub version: i64,
        pub reference: String,
        pub form_id: String,
        /// Who it is about.
        pub person: String,
        /// The same in Arabic, where the form asks for both names.
        #[serde(default)]
        pub person_ar: String,
        pub score_points: Option<i64>,
        /// Points that could be reached.
        pub score_out_of: Option<i64>,
        /// For ordering by score.
        pub sort_score: i64,
        pub tags: Json<Vec<String>>,
        /// The desk.
        pub route: Option<String>,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
        pub owner_name: Option<String>,
        /// Where it stands.
        pub state: String,
        /// Code of the rules' fault.
        pub plugin_failure: Option<String>,
        /// Shares a value with an earlier one.
        pub is_duplicate: bool,
        pub submitted_at: i64,
        /// The family's language.
        pub locale: String,
        /// Notes that stand on it.
        pub notes: i64,
        /// Messages of the family that wait for an answer.
        pub unread: i64,
        /// The audiences that read more of it, between blanks.
        #[serde(default)]
        pub audiences: String,
        /// Who alone reads whom it is about.
        #[serde(default)]
        pub person_audience: String,
        /// As it is asked for; empty where none is told.
        #[serde(default)]
        pub grade: String,
        #[serde(default)]
        pub grade_en: String,
        #[serde(default)]
        pub grade_ar: String,
        /// As it is asked for; empty where none is told.
        #[serde(default)]
        pub school_year: String,
        #[serde(default)]
        pub school_year_en: String,
        #[serde(default)]
        pub school_year_ar: String,
        /// Who answers for the child.
        #[serde(default)]
        pub guardian: String,
        /// Why it was closed, where it is; of the history, filled in where rows are shown.
        #[serde(default)]
        pub closed_for: Option<String>,
        /// What the school calls an application.
        #[serde(default)]
        pub registration_id: Option<String>,
        /// How far it is from what was looked for.
        #[serde(default)]
        pub far: i64,
    }
    /// What one shares with another.
    pub struct SharedRow {
        pub id: SubmissionId,
        /// Which sort of value it is (`email`).
        pub kind: String,
    }
    /// What the list can be narrowed to.
    pub struct ChoiceRow {
        /// `grade` or `school_year`.
        pub kind: String,
        pub value: String,
        pub label_en: String,
        pub label_ar: String,
    }
    /// What a page of the list lacks.
    pub struct DetailRow {
        /// The pinned document.
        pub form_digest: String,
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
    }
    /// How many stand somewhere.
    pub struct StateCount {
        pub state: String,
        pub n: i64,
    }
    /// Another submission with a value in common.
    pub struct TwinRow {
        pub id: SubmissionId,
        pub reference: String,
        /// What the school calls an application.
        pub registration_id: Option<String>,
        pub form_id: String,
        /// Who it is about; empty where an audience alone reads that.
        pub person: String,
        pub person_ar: String,
        /// Where it stands.
        pub state: String,
        pub submitted_at: i64,
        /// Which sort of value it is (`email`); empty where nobody asks.
        pub shared: String,
        /// 1 where it is of another child, whose family has the value.
        pub is_sibling: i64,
        /// Who alone reads whom it is about.
        pub person_audience: String,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
    }
    /// What a submission is found by.
    pub struct FieldsRow {
        pub id: SubmissionId,
        /// A line for each field.
        pub search_text: String,
    }
    /// Answers, for the export of one form.
    pub struct AnswersRow {
        /// The submission.
        pub id: SubmissionId,
        pub form_id: String,
        /// The pinned document.
        pub form_digest: String,
        pub state: String,
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
    }
}

/// What a line of the list shows.
macro_rules! selected {
    (line) => {
        concat!(selected!(columns), ", CAST(0 AS BIGINT) AS far")
    };
    (found) => {
        concat!(selected!(columns), ", found.far")
    };
    (columns) => {
        "SELECT s.id, s.version, s.reference, s.form_id, s.person, s.person_ar, s.score_points, s.score_out_of, s.sort_score, s.tags, s.route,
             s.owner_id, u.name AS owner_name, s.state, s.plugin_failure, s.is_duplicate, s.submitted_at, s.locale,
             (SELECT COUNT(*) FROM submission_notes n WHERE n.school_id = s.school_id AND n.submission_id = s.id) AS notes, s.unread,
             s.audiences, s.person_audience, s.grade, s.grade_en, s.grade_ar, s.school_year, s.school_year_en, s.school_year_ar, s.guardian,
             CAST(NULL AS TEXT) AS closed_for,
             (SELECT a.registration_id FROM applications a WHERE a.school_id = s.school_id AND a.submission_id = s.id) AS registration_id"
    };
    (counts) => {
        "SELECT s.state, COUNT(*) AS n"
    };
}

/// The filter: a [`Narrowed`].
macro_rules! filtered {
    ($what:ident, ($($from:expr),*), $where:expr, $rest:expr) => {
        concat!(
            selected!($what),
            $($from,)*
            " LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
              WHERE s.school_id = :school AND ",
            $where,
            " AND (CAST(:states AS TEXT) = '[]' OR s.state IN (SELECT value FROM json_each(CAST(:states AS TEXT))))
                AND (LENGTH(CAST(:form AS TEXT)) = 0 OR s.form_id = CAST(:form AS TEXT))
                AND (LENGTH(CAST(:owned_by AS TEXT)) = 0 OR (CAST(:owned_by AS TEXT) = 'none' AND s.owner_id IS NULL) OR s.owner_id = CAST(:owned_by AS TEXT))
                AND (LENGTH(CAST(:tag AS TEXT)) = 0 OR EXISTS (SELECT 1 FROM submission_tags t WHERE t.school_id = :school
                     AND t.tag = CAST(:tag AS TEXT) AND t.submission_id = s.id
                     AND t.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))))
                AND (LENGTH(CAST(:grade AS TEXT)) = 0 OR s.grade = CAST(:grade AS TEXT))
                AND (LENGTH(CAST(:school_year AS TEXT)) = 0 OR s.school_year = CAST(:school_year AS TEXT))
                AND ((LENGTH(CAST(:round AS TEXT)) = 0 AND LENGTH(CAST(:part AS TEXT)) = 0 AND CAST(:ends_by AS BIGINT) = 0)
                     OR EXISTS (SELECT 1 FROM applications a WHERE a.school_id = :school AND a.submission_id = s.id
                         AND (LENGTH(CAST(:round AS TEXT)) = 0 OR a.round = CAST(:round AS TEXT))
                         AND (LENGTH(CAST(:part AS TEXT)) = 0
                              OR a.bucket || '/' <> REPLACE(a.bucket || '/', '/' || CAST(:part AS TEXT) || '/', '/'))
                         AND (CAST(:ends_by AS BIGINT) = 0 OR a.hold_until <= CAST(:ends_by AS BIGINT))))
                AND (LENGTH(CAST(:guardian AS TEXT)) = 0 OR EXISTS (SELECT 1
                     FROM json_each(CASE WHEN LENGTH(CAST(:guardian AS TEXT)) = 0 THEN '[]' ELSE CAST(:guardian AS TEXT) END) g
                     WHERE LOWER(s.guardian) LIKE LOWER(g.value) ESCAPE '!'))
                AND (LENGTH(CAST(:channel AS TEXT)) = 0 OR COALESCE((SELECT o.channel FROM submission_origins o
                     WHERE o.school_id = :school AND o.submission_id = s.id), 'portal') = CAST(:channel AS TEXT))
                AND (LENGTH(CAST(:flag AS TEXT)) = 0 OR (CAST(:flag AS TEXT) = 'duplicate' AND s.is_duplicate)
                     OR (CAST(:flag AS TEXT) = 'plugin_failed' AND s.plugin_failure IS NOT NULL)
                     OR (CAST(:flag AS TEXT) = 'unread' AND s.unread > 0))
                AND ",
            of_letters!(),
            " AND ",
            of_papers!(),
            " AND ",
            sees!(),
            " ",
            $rest
        )
    };
}

/// Nothing is looked for: an index of the order leads.
macro_rules! of_all {
    ($what:ident, $rest:literal) => {
        filtered!(
            $what,
            (" FROM submissions s"),
            "LENGTH(CAST(:word AS TEXT)) = 0 AND LENGTH(CAST(:alike AS TEXT)) = 0 AND CAST(:others AS TEXT) = '[]'",
            $rest
        )
    };
}

/// What is found by words ([`super::found`]).
macro_rules! of_found {
    ($what:ident, $rest:expr) => {
        filtered!($what, (" FROM ", looked_up!(), " CROSS JOIN submissions s"), "s.id = found.object_id", $rest)
    };
    ($past:expr, $order:expr) => {
        of_found!(found, found_past!($past, $order))
    };
}

kernel::binds! {
    /// What the list is narrowed to. Empty texts and lists narrow nothing.
    pub struct Narrowed<'a> {
        /// A list of states.
        pub states: &'a str,
        pub form: &'a str,
        /// `none`, or who looks after it.
        pub owned_by: &'a str,
        pub tag: &'a str,
        /// The list of the audiences whose tags and papers count; the empty one is everybody.
        pub reads: &'a str,
        pub grade: &'a str,
        pub school_year: &'a str,
        /// A round of applications.
        pub round: &'a str,
        /// What a grade's places are divided by: a campus, a stream.
        pub part: &'a str,
        /// When offers that end have ended; 0 narrows nothing.
        pub ends_by: i64,
        /// How the conditions of an offer stand, and financial documents.
        pub conditions: &'a str,
        pub financial: &'a str,
        /// A list of questions by file.
        pub withheld: &'a str,
        /// How its papers stand, and the list of what is over.
        pub documents: &'a str,
        pub over: &'a str,
        /// What the guardian's name is like: a list of patterns.
        pub guardian: &'a str,
        /// Who sent it; what nobody filed for a family came by the portal.
        pub channel: &'a str,
        /// What somebody should look at.
        pub flag: &'a str,
        /// A word that is looked for.
        pub word: &'a str,
        /// Its other spelling; empty where it has none.
        pub alike: &'a str,
        /// The list of the others, each spelling after a letter that stands for its word.
        pub others: &'a str,
        /// The list of the forms that the caller sees, or `*`.
        pub visible: &'a str,
    }
}

/// Whether a value that two have (`mine`, `theirs`) tells of the same child, as far as they say.
macro_rules! same_child {
    () => {
        "(mine.kind NOT IN ('email', 'phone') OR mine.born = '' OR theirs.born = '' OR mine.born = theirs.born)"
    };
}

statements! {
    /// Newest first, below a position.
    pub page_newest(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.submitted_at, s.id) < (:at, :id) ORDER BY s.submitted_at DESC, s.id DESC LIMIT :limit");
    /// The same of what is found.
    pub found_newest(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.submitted_at, s.id) < (:at, :id)", "s.submitted_at DESC, s.id DESC");
    /// Oldest first, above a position.
    pub page_oldest(..narrowed: &Narrowed, at: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.submitted_at, s.id) > (:at, :id) ORDER BY s.submitted_at, s.id LIMIT :limit");
    /// The same of what is found.
    pub found_oldest(..narrowed: &Narrowed, far: i64, at: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.submitted_at, s.id) > (:at, :id)", "s.submitted_at, s.id");
    /// Best score first.
    pub page_best(..narrowed: &Narrowed, score: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.sort_score, s.id) < (:score, :id) ORDER BY s.sort_score DESC, s.id DESC LIMIT :limit");
    /// The same of what is found.
    pub found_best(..narrowed: &Narrowed, far: i64, score: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.sort_score, s.id) < (:score, :id)", "s.sort_score DESC, s.id DESC");
    /// Worst score first.
    pub page_worst(..narrowed: &Narrowed, score: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.sort_score, s.id) > (:score, :id) ORDER BY s.sort_score, s.id LIMIT :limit");
    /// The same of what is found.
    pub found_worst(..narrowed: &Narrowed, far: i64, score: i64, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.sort_score, s.id) > (:score, :id)", "s.sort_score, s.id");
    /// By name.
    pub page_person(..narrowed: &Narrowed, person: &str, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.person, s.id) > (:person, :id) ORDER BY s.person, s.id LIMIT :limit");
    /// The same of what is found.
    pub found_person(..narrowed: &Narrowed, far: i64, person: &str, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.person, s.id) > (:person, :id)", "s.person, s.id");
    /// By name, from the end; `first` is 1 on the first page.
    pub page_person_back(..narrowed: &Narrowed, person: &str, id: &SubmissionId, limit: i64, first: i64) -> [all EnquiryRow]
        of_all!(line, "AND (CAST(:first AS BIGINT) = 1 OR (s.person, s.id) < (:person, :id)) ORDER BY s.person DESC, s.id DESC LIMIT :limit");
    /// The same of what is found.
    pub found_person_back(..narrowed: &Narrowed, far: i64, person: &str, id: &SubmissionId, limit: i64) -> [all EnquiryRow]
        of_found!("(s.person, s.id) < (:person, :id)", "s.person DESC, s.id DESC");
    /// How many of the filtered stand where; the state itself is not filtered.
    pub count_filtered(..narrowed: &Narrowed) -> [all StateCount]
        of_all!(counts, "GROUP BY s.state");
    /// The same of what is found.
    pub count_found(..narrowed: &Narrowed) -> [all StateCount]
        of_found!(counts, "GROUP BY s.state");
    /// How many of all stand where. Counted per form first: that walks an index and touches no row.
    pub count_plain(visible: &str) -> [all StateCount]
        "SELECT c.state, CAST(SUM(c.n) AS BIGINT) AS n FROM (
             SELECT form_id, state, COUNT(*) AS n FROM submissions WHERE school_id = :school GROUP BY form_id, state) c
         WHERE CAST(:visible AS TEXT) = '*' OR c.form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END))
         GROUP BY c.state";
    /// Grades and school years of some forms, or of all (`*`), each once.
    pub list_choices(visible: &str) -> [all ChoiceRow]
        "SELECT kind, value, MIN(label_en) AS label_en, MIN(label_ar) AS label_ar FROM list_choices
         WHERE school_id = :school AND (CAST(:visible AS TEXT) = '*'
             OR form_id IN (SELECT value FROM json_each(CASE WHEN CAST(:visible AS TEXT) = '*' THEN '[]' ELSE CAST(:visible AS TEXT) END)))
         GROUP BY kind, value ORDER BY kind, value LIMIT 400";
    /// One line.
    pub find_enquiry(id: &SubmissionId) -> [opt EnquiryRow]
        concat!(selected!(line), " FROM submissions s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
         WHERE s.school_id = :school AND s.id = :id");
    /// The rest of one.
    pub find_detail(id: &SubmissionId) -> [opt DetailRow]
        "SELECT form_digest, answers, verdict FROM submissions WHERE school_id = :school AND id = :id";
    /// Others with a value in common, a row for each kind of it, but of kinds that the caller does not read. Only so many are looked at: a thousand that share one address cost as much as a hundred.
    pub twins(id: &SubmissionId, withheld: &str) -> [all TwinRow]
        concat!("SELECT s.id, s.reference, s.form_id, s.person, s.person_ar, s.state, s.submitted_at, f.kind AS shared, CAST(CASE WHEN f.is_same THEN 0 ELSE 1 END AS BIGINT) AS is_sibling,
             s.person_audience, s.owner_id,
             (SELECT a.registration_id FROM applications a WHERE a.school_id = :school AND a.submission_id = s.id) AS registration_id
         FROM (SELECT mine.kind, theirs.submission_id, ", same_child!(), " AS is_same FROM known_values mine
             JOIN known_values theirs ON theirs.school_id = :school AND theirs.kind = mine.kind AND theirs.hash = mine.hash
                 AND theirs.submission_id <> mine.submission_id
             WHERE mine.school_id = :school AND mine.submission_id = :id
                 AND mine.kind NOT IN (SELECT value FROM json_each(CAST(:withheld AS TEXT))) LIMIT 100) f
         JOIN submissions s ON s.school_id = :school AND s.id = f.submission_id
         GROUP BY s.id, s.reference, s.form_id, s.person, s.person_ar, s.state, s.submitted_at, f.kind, f.is_same, s.person_audience, s.owner_id
         ORDER BY s.reference, f.kind");
    /// Kinds of values that some have in common with others of the same child that the caller sees, each once. Of each value the first such other is enough.
    pub shared_of(ids: &str, visible: &str, reads: &str) -> [all SharedRow]
        concat!("SELECT DISTINCT mine.submission_id AS id, mine.kind FROM known_values mine
         WHERE mine.school_id = :school AND mine.submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
           AND EXISTS (SELECT 1 FROM known_values theirs
               JOIN submissions s ON s.school_id = :school AND s.id = theirs.submission_id
               WHERE theirs.school_id = :school AND theirs.kind = mine.kind AND theirs.hash = mine.hash
                 AND theirs.submission_id <> mine.submission_id AND ", same_child!(), "
                 AND s.person_audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))
                 AND ", sees!(), ")
         ORDER BY id, mine.kind");
    /// Some by their ids, as [`twins`] tells them. What they are sorted by is no column, or SQLite walks all references of the school.
    pub twins_among(ids: &str) -> [all TwinRow]
        "SELECT id, reference, form_id, person, person_ar, state, submitted_at, '' AS shared, CAST(0 AS BIGINT) AS is_sibling, person_audience, owner_id,
             (SELECT a.registration_id FROM applications a WHERE a.school_id = submissions.school_id AND a.submission_id = submissions.id) AS registration_id
         FROM submissions WHERE school_id = :school AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
         ORDER BY reference || '' LIMIT 100";
    /// Changes state and owner over exactly the version that the change is based on.
    pub update_enquiry(id: &SubmissionId, version: i64, state: &str, owner_id: Option<&UserId>, now: i64) -> [exec]
        "UPDATE submissions SET version = version + 1, state = :state, owner_id = :owner_id, updated_at = :now
         WHERE school_id = :school AND id = :id AND version = :version";
    /// Where some stand, in the order of their ids.
    pub page_states(after: &SubmissionId) -> [all StandRow]
        "SELECT id, state FROM submissions WHERE school_id = :school AND id > :after ORDER BY id LIMIT 200";
    /// What some are found by, in the order of their ids.
    pub page_fields(after: &SubmissionId) -> [all FieldsRow]
        "SELECT id, search_text FROM submissions WHERE school_id = :school AND id > :after ORDER BY id LIMIT 200";
    /// Some lines, in no order.
    pub enquiries_among(ids: &str) -> [all EnquiryRow]
        concat!(selected!(line), " FROM submissions s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
         WHERE s.school_id = :school AND s.id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))");
    /// Answers of some.
    pub answers_of(ids: &str) -> [all AnswersRow]
        "SELECT id, form_id, form_digest, state, answers, verdict FROM submissions WHERE school_id = :school AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
}
