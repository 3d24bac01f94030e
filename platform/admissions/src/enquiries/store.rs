//! All SQL of the inbox.

use kernel::{rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// Where one stands.
    pub struct StandRow {
        pub id: String,
        pub state: String,
    }
    /// A line of the list.
    pub struct EnquiryRow {
        /// Its id.
        pub id: String,
        /// Counts edits.
        pub version: i64,
        /// The reference.
        pub reference: String,
        /// The form.
        pub form_id: String,
        /// Who it is about.
        pub person: String,
        /// Points.
        pub score_points: Option<i64>,
        /// Points that could be reached.
        pub score_out_of: Option<i64>,
        /// For ordering by score.
        pub sort_score: i64,
        /// Tags.
        pub tags: Json<Vec<String>>,
        /// The desk.
        pub route: Option<String>,
        /// Who looks after it.
        pub owner_id: Option<String>,
        /// Their name.
        pub owner_name: Option<String>,
        /// Where it stands.
        pub state: String,
        /// Code of the rules' fault.
        pub plugin_failure: Option<String>,
        /// Shares a value with an earlier one.
        pub is_duplicate: bool,
        /// When it came.
        pub submitted_at: i64,
        /// The family's language.
        pub locale: String,
    }
    /// What a page of the list lacks.
    pub struct DetailRow {
        /// The pinned document.
        pub form_digest: String,
        /// The answers.
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
    }
    /// How many stand somewhere.
    pub struct StateCount {
        /// The state.
        pub state: String,
        /// How many.
        pub n: i64,
    }
    /// Another submission with a value in common.
    pub struct TwinRow {
        /// Its id.
        pub id: String,
        /// Its reference.
        pub reference: String,
        /// Its form.
        pub form_id: String,
    }
    /// What a submission is found by.
    pub struct FieldsRow {
        /// Its id.
        pub id: String,
        /// A line for each field.
        pub search_text: String,
    }
    /// By which rules keys were folded.
    pub struct VersionRow {
        /// [`kernel::fold::VERSION`] then.
        pub last_value: i64,
    }
    /// Answers, for the export of one form.
    pub struct AnswersRow {
        /// The submission.
        pub id: String,
        /// The answers.
        pub answers: Json<Value>,
    }
}

/// What a line of the list shows.
macro_rules! selected {
    (line) => {
        "SELECT s.id, s.version, s.reference, s.form_id, s.person, s.score_points, s.score_out_of, s.sort_score, s.tags, s.route,
             s.owner_id, u.name AS owner_name, s.state, s.plugin_failure, s.is_duplicate, s.submitted_at, s.locale"
    };
    (counts) => {
        "SELECT s.state, COUNT(*) AS n"
    };
}

/// The filter: $2 states, $3 form, $4 owner, $5 tag, $6 flag, $8 visible forms. $7 is a word that is looked for.
macro_rules! filtered {
    ($what:ident, $from:expr, $where:expr, $rest:expr) => {
        concat!(
            selected!($what),
            $from,
            " LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
              WHERE s.school_id = $1 AND ",
            $where,
            " AND (CAST($2 AS TEXT) = '[]' OR s.state IN (SELECT value FROM json_each(CAST($2 AS TEXT))))
                AND (CAST($3 AS TEXT) = '' OR s.form_id = CAST($3 AS TEXT))
                AND (CAST($4 AS TEXT) = '' OR (CAST($4 AS TEXT) = 'none' AND s.owner_id IS NULL) OR s.owner_id = CAST($4 AS TEXT))
                AND (CAST($5 AS TEXT) = '' OR EXISTS (SELECT 1 FROM submission_tags t WHERE t.school_id = $1
                     AND t.tag = CAST($5 AS TEXT) AND t.submission_id = s.id))
                AND (CAST($6 AS TEXT) = '' OR (CAST($6 AS TEXT) = 'duplicate' AND s.is_duplicate)
                     OR (CAST($6 AS TEXT) = 'plugin_failed' AND s.plugin_failure IS NOT NULL))
                AND (CAST($8 AS TEXT) = '*' OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST($8 AS TEXT) = '*' THEN '[]' ELSE CAST($8 AS TEXT) END))) ",
            $rest
        )
    };
}

/// Nothing is looked for: an index of the order leads.
macro_rules! of_all {
    ($what:ident, $rest:literal) => {
        filtered!($what, " FROM submissions s", "CAST($7 AS TEXT) = ''", $rest)
    };
}

/// Each word has to begin a key. The index of keys leads by one word, and a submission is read only once it is found. The others, a
/// list of at most a dozen, are looked up apart, their bounds too: PostgreSQL puts nothing before row-level security that is
/// worked out from a row.
macro_rules! of_found {
    ($what:ident, $others:literal, $rest:literal) => {
        filtered!(
            $what,
            " FROM (SELECT DISTINCT k.object_id FROM search_keys k WHERE k.school_id = $1 AND k.kind = 'submission'
                    AND k.word >= CAST($7 AS TEXT) AND k.word < CAST($7 AS TEXT) || '\u{10FFFF}') found
              CROSS JOIN submissions s",
            concat!(
                "s.id = found.object_id AND (CAST(",
                $others,
                " AS TEXT) = '[]' OR s.id IN (SELECT k.object_id
                    FROM (SELECT DISTINCT value AS word, value || '\u{10FFFF}' AS beyond FROM json_each(CAST(",
                $others,
                " AS TEXT)) LIMIT 12) w
                    CROSS JOIN search_keys k
                    WHERE k.school_id = $1 AND k.kind = 'submission' AND k.word >= w.word AND k.word < w.beyond
                    GROUP BY k.object_id HAVING COUNT(DISTINCT w.word) = (SELECT COUNT(*) FROM json_each(CAST(",
                $others,
                " AS TEXT)))))"
            ),
            $rest
        )
    };
}

statements! {
    /// Newest first, below a position.
    pub page_newest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, at: i64, id: &str, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.submitted_at, s.id) < ($9, $10) ORDER BY s.submitted_at DESC, s.id DESC LIMIT $11");
    /// The same of what is found.
    pub found_newest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, at: i64, id: &str, limit: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$12", "AND (s.submitted_at, s.id) < ($9, $10) ORDER BY s.submitted_at DESC, s.id DESC LIMIT $11");
    /// Oldest first, above a position.
    pub page_oldest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, at: i64, id: &str, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.submitted_at, s.id) > ($9, $10) ORDER BY s.submitted_at, s.id LIMIT $11");
    /// The same of what is found.
    pub found_oldest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, at: i64, id: &str, limit: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$12", "AND (s.submitted_at, s.id) > ($9, $10) ORDER BY s.submitted_at, s.id LIMIT $11");
    /// Best score first.
    pub page_best(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, score: i64, id: &str, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.sort_score, s.id) < ($9, $10) ORDER BY s.sort_score DESC, s.id DESC LIMIT $11");
    /// The same of what is found.
    pub found_best(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, score: i64, id: &str, limit: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$12", "AND (s.sort_score, s.id) < ($9, $10) ORDER BY s.sort_score DESC, s.id DESC LIMIT $11");
    /// Worst score first.
    pub page_worst(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, score: i64, id: &str, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.sort_score, s.id) > ($9, $10) ORDER BY s.sort_score, s.id LIMIT $11");
    /// The same of what is found.
    pub found_worst(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, score: i64, id: &str, limit: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$12", "AND (s.sort_score, s.id) > ($9, $10) ORDER BY s.sort_score, s.id LIMIT $11");
    /// By name.
    pub page_person(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, person: &str, id: &str, limit: i64) -> [all EnquiryRow]
        of_all!(line, "AND (s.person, s.id) > ($9, $10) ORDER BY s.person, s.id LIMIT $11");
    /// The same of what is found.
    pub found_person(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, person: &str, id: &str, limit: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$12", "AND (s.person, s.id) > ($9, $10) ORDER BY s.person, s.id LIMIT $11");
    /// By name, from the end; $12 is 1 on the first page.
    pub page_person_back(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, person: &str, id: &str, limit: i64, first: i64) -> [all EnquiryRow]
        of_all!(line, "AND (CAST($12 AS BIGINT) = 1 OR (s.person, s.id) < ($9, $10)) ORDER BY s.person DESC, s.id DESC LIMIT $11");
    /// The same of what is found.
    pub found_person_back(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, person: &str, id: &str, limit: i64, first: i64, others: &str) -> [all EnquiryRow]
        of_found!(line, "$13", "AND (CAST($12 AS BIGINT) = 1 OR (s.person, s.id) < ($9, $10)) ORDER BY s.person DESC, s.id DESC LIMIT $11");
    /// How many of the filtered stand where; the state itself is not filtered.
    pub count_filtered(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str) -> [all StateCount]
        of_all!(counts, "GROUP BY s.state");
    /// The same of what is found.
    pub count_found(states: &str, form: &str, owner: &str, tag: &str, flag: &str, word: &str, visible: &str, others: &str) -> [all StateCount]
        of_found!(counts, "$9", "GROUP BY s.state");
    /// How many of all stand where. Counted per form first: that walks an index and touches no row.
    pub count_plain(visible: &str) -> [all StateCount]
        "SELECT c.state, CAST(SUM(c.n) AS BIGINT) AS n FROM (
             SELECT form_id, state, COUNT(*) AS n FROM submissions WHERE school_id = $1 GROUP BY form_id, state) c
         WHERE CAST($2 AS TEXT) = '*' OR c.form_id IN (SELECT value FROM json_each(CASE WHEN CAST($2 AS TEXT) = '*' THEN '[]' ELSE CAST($2 AS TEXT) END))
         GROUP BY c.state";
    /// One line.
    pub find_enquiry(id: &str) -> [opt EnquiryRow]
        concat!(selected!(line), " FROM submissions s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
         WHERE s.school_id = $1 AND s.id = $2");
    /// The rest of one.
    pub find_detail(id: &str) -> [opt DetailRow]
        "SELECT form_digest, answers, verdict FROM submissions WHERE school_id = $1 AND id = $2";
    /// Others with a value in common. Only so many are looked at: a thousand that share one address cost as much as a hundred.
    pub twins(id: &str) -> [all TwinRow]
        "SELECT s.id, s.reference, s.form_id FROM submissions s
         WHERE s.school_id = $1 AND s.id IN (SELECT theirs.submission_id FROM known_values mine
             JOIN known_values theirs ON theirs.school_id = $1 AND theirs.kind = mine.kind AND theirs.hash = mine.hash
                 AND theirs.submission_id <> mine.submission_id
             WHERE mine.school_id = $1 AND mine.submission_id = $2 LIMIT 100)
         ORDER BY s.reference LIMIT 20";
    /// Changes state and owner over exactly the version that the change is based on.
    pub update_enquiry(id: &str, version: i64, state: &str, owner_id: Option<&str>, now: i64) -> [exec]
        "UPDATE submissions SET version = version + 1, state = $4, owner_id = $5, updated_at = $6
         WHERE school_id = $1 AND id = $2 AND version = $3";
    /// Where some stand, in the order of their ids.
    pub page_states(after: &str) -> [all StandRow]
        "SELECT id, state FROM submissions WHERE school_id = $1 AND id > $2 ORDER BY id LIMIT 200";
    /// What some are found by, in the order of their ids.
    pub page_fields(after: &str) -> [all FieldsRow]
        "SELECT id, search_text FROM submissions WHERE school_id = $1 AND id > $2 ORDER BY id LIMIT 200";
    /// By which rules the keys of the school were folded.
    pub keys_version() -> [opt VersionRow]
        "SELECT last_value FROM counters WHERE school_id = $1 AND name = 'search-keys'";
    /// They were folded by these.
    pub set_keys_version(version: i64) -> [exec]
        "INSERT INTO counters (school_id, name, last_value) VALUES ($1, 'search-keys', $2)
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = $2";
    /// Answers of some.
    pub answers_of(ids: &str) -> [all AnswersRow]
        "SELECT id, answers FROM submissions WHERE school_id = $1 AND id IN (SELECT value FROM json_each(CAST($2 AS TEXT)))";
}
