//! All SQL of the inbox.

use kernel::{rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
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
    /// An entry of the timeline.
    pub struct EventRow {
        /// Its number.
        pub seq: i64,
        /// When.
        pub at: i64,
        /// Who; nobody for the family and the server.
        pub actor_id: Option<String>,
        /// Their name then.
        pub actor_name: String,
        /// What.
        pub kind: String,
        /// From where.
        pub from_value: Option<String>,
        /// To where.
        pub to_value: Option<String>,
        /// In words.
        pub comment: Option<String>,
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
    /// Answers, for the export of one form.
    pub struct AnswersRow {
        /// The submission.
        pub id: String,
        /// The answers.
        pub answers: Json<Value>,
    }
}

/// The filter: $2 states, $3 form, $4 owner, $5 tag, $6 flag, $7 pattern, $8 visible forms.
macro_rules! filtered {
    ($select:literal, $rest:literal) => {
        concat!(
            $select,
            " FROM submissions s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
              WHERE s.school_id = $1
                AND (CAST($2 AS TEXT) = '[]' OR s.state IN (SELECT value FROM json_each(CAST($2 AS TEXT))))
                AND (CAST($3 AS TEXT) = '' OR s.form_id = CAST($3 AS TEXT))
                AND (CAST($4 AS TEXT) = '' OR (CAST($4 AS TEXT) = 'none' AND s.owner_id IS NULL) OR s.owner_id = CAST($4 AS TEXT))
                AND (CAST($5 AS TEXT) = '' OR EXISTS (SELECT 1 FROM submission_tags t WHERE t.school_id = $1
                     AND t.tag = CAST($5 AS TEXT) AND t.submission_id = s.id))
                AND (CAST($6 AS TEXT) = '' OR (CAST($6 AS TEXT) = 'duplicate' AND s.is_duplicate)
                     OR (CAST($6 AS TEXT) = 'plugin_failed' AND s.plugin_failure IS NOT NULL))
                AND (CAST($7 AS TEXT) = '' OR s.search_text LIKE CAST($7 AS TEXT) ESCAPE '!')
                AND (CAST($8 AS TEXT) = '*' OR s.form_id IN (SELECT value FROM json_each(CASE WHEN CAST($8 AS TEXT) = '*' THEN '[]' ELSE CAST($8 AS TEXT) END))) ",
            $rest
        )
    };
}

macro_rules! listed {
    ($rest:literal) => {
        filtered!(
            "SELECT s.id, s.version, s.reference, s.form_id, s.person, s.score_points, s.score_out_of, s.sort_score, s.tags, s.route,
                 s.owner_id, u.name AS owner_name, s.state, s.plugin_failure, s.is_duplicate, s.submitted_at, s.locale",
            $rest
        )
    };
}

statements! {
    /// Newest first, below a position.
    pub page_newest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, at: i64, id: &str, limit: i64) -> [all EnquiryRow]
        listed!("AND (s.submitted_at, s.id) < ($9, $10) ORDER BY s.submitted_at DESC, s.id DESC LIMIT $11");
    /// Oldest first, above a position.
    pub page_oldest(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, at: i64, id: &str, limit: i64) -> [all EnquiryRow]
        listed!("AND (s.submitted_at, s.id) > ($9, $10) ORDER BY s.submitted_at, s.id LIMIT $11");
    /// Best score first.
    pub page_best(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, score: i64, id: &str, limit: i64) -> [all EnquiryRow]
        listed!("AND (s.sort_score, s.id) < ($9, $10) ORDER BY s.sort_score DESC, s.id DESC LIMIT $11");
    /// Worst score first.
    pub page_worst(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, score: i64, id: &str, limit: i64) -> [all EnquiryRow]
        listed!("AND (s.sort_score, s.id) > ($9, $10) ORDER BY s.sort_score, s.id LIMIT $11");
    /// By name.
    pub page_person(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, person: &str, id: &str, limit: i64) -> [all EnquiryRow]
        listed!("AND (s.person, s.id) > ($9, $10) ORDER BY s.person, s.id LIMIT $11");
    /// By name, from the end; $12 is 1 on the first page.
    pub page_person_back(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str, person: &str, id: &str, limit: i64, first: i64) -> [all EnquiryRow]
        listed!("AND (CAST($12 AS BIGINT) = 1 OR (s.person, s.id) < ($9, $10)) ORDER BY s.person DESC, s.id DESC LIMIT $11");
    /// How many of the filtered stand where; the state itself is not filtered.
    pub count_filtered(states: &str, form: &str, owner: &str, tag: &str, flag: &str, pattern: &str, visible: &str) -> [all StateCount]
        filtered!("SELECT s.state, COUNT(*) AS n", "GROUP BY s.state");
    /// How many of all stand where. Counted per form first: that walks an index and touches no row.
    pub count_plain(visible: &str) -> [all StateCount]
        "SELECT c.state, CAST(SUM(c.n) AS BIGINT) AS n FROM (
             SELECT form_id, state, COUNT(*) AS n FROM submissions WHERE school_id = $1 GROUP BY form_id, state) c
         WHERE CAST($2 AS TEXT) = '*' OR c.form_id IN (SELECT value FROM json_each(CASE WHEN CAST($2 AS TEXT) = '*' THEN '[]' ELSE CAST($2 AS TEXT) END))
         GROUP BY c.state";
    /// One line.
    pub find_enquiry(id: &str) -> [opt EnquiryRow]
        "SELECT s.id, s.version, s.reference, s.form_id, s.person, s.score_points, s.score_out_of, s.sort_score, s.tags, s.route,
             s.owner_id, u.name AS owner_name, s.state, s.plugin_failure, s.is_duplicate, s.submitted_at, s.locale
         FROM submissions s LEFT JOIN users u ON u.school_id = s.school_id AND u.id = s.owner_id
         WHERE s.school_id = $1 AND s.id = $2";
    /// The rest of one.
    pub find_detail(id: &str) -> [opt DetailRow]
        "SELECT form_digest, answers, verdict FROM submissions WHERE school_id = $1 AND id = $2";
    /// Its timeline.
    pub events(id: &str) -> [all EventRow]
        "SELECT seq, at, actor_id, actor_name, kind, from_value, to_value, comment FROM submission_events
         WHERE school_id = $1 AND submission_id = $2 ORDER BY seq";
    /// Others with a value in common. Only so many are looked at: a thousand that share one address cost as much as a hundred.
    pub twins(id: &str) -> [all TwinRow]
        "SELECT s.id, s.reference, s.form_id FROM submissions s
         JOIN (SELECT DISTINCT theirs.submission_id FROM known_values mine
             JOIN known_values theirs ON theirs.school_id = $1 AND theirs.kind = mine.kind AND theirs.hash = mine.hash
                 AND theirs.submission_id <> mine.submission_id
             WHERE mine.school_id = $1 AND mine.submission_id = $2 LIMIT 100) twin ON twin.submission_id = s.id
         WHERE s.school_id = $1 ORDER BY s.reference LIMIT 20";
    /// Changes state and owner over exactly the version that the change is based on.
    pub update_enquiry(id: &str, version: i64, state: &str, owner_id: Option<&str>, now: i64) -> [exec]
        "UPDATE submissions SET version = version + 1, state = $4, owner_id = $5, updated_at = $6
         WHERE school_id = $1 AND id = $2 AND version = $3";
    /// Answers of some.
    pub answers_of(ids: &str) -> [all AnswersRow]
        "SELECT id, answers FROM submissions WHERE school_id = $1 AND id IN (SELECT value FROM json_each(CAST($2 AS TEXT)))";
}
