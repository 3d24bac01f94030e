//! All SQL of what lists are narrowed and ordered by of papers.

use kernel::{SubmissionId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// What says which papers are wanted.
    pub struct AskedRow {
        pub answers: Json<Value>,
        /// The rules' word.
        pub verdict: Option<Json<Value>>,
    }
    /// One whose marks are to be written.
    pub struct StaleRow {
        pub id: SubmissionId,
        pub form_id: String,
        pub form_digest: String,
        pub until: String,
    }
}

/// The filter of a list of submissions `s` by `:documents`, of what whoever is in an audience of `:reads` reads; an empty one narrows nothing.
/// Looked up once for the whole list. Of what is `:over` nobody asks for papers any more, and of what was not counted yet nobody knows.
macro_rules! of_papers {
    () => {
        "(LENGTH(CAST(:documents AS TEXT)) = 0 OR (s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
              AND COALESCE(s.papers_until, '-') <> ''
              AND (CAST(:documents AS TEXT) = 'complete') <> (s.id IN (SELECT m.submission_id FROM paper_marks m WHERE m.school_id = :school
                  AND m.mark = CASE CAST(:documents AS TEXT) WHEN 'complete' THEN 'missing' ELSE CAST(:documents AS TEXT) END
                  AND m.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))))))"
    };
}

pub(crate) use of_papers;

statements! {
    /// What says which papers of a submission are wanted.
    pub asked_of(id: &SubmissionId) -> [opt AskedRow]
        "SELECT answers, verdict FROM submissions WHERE school_id = :school AND id = :id";
    /// The marks of one go.
    pub delete_marks(id: &SubmissionId) -> [exec]
        "DELETE FROM paper_marks WHERE school_id = :school AND submission_id = :id";
    /// So many of its papers have that mark.
    pub insert_mark(id: &SubmissionId, mark: &str, audience: &str, n: i64) -> [later]
        "INSERT INTO paper_marks (school_id, submission_id, mark, audience, n) VALUES (:school, :id, :mark, :audience, :n)";
    /// Until when they hold.
    pub set_until(id: &SubmissionId, until: Option<&str>) -> [exec]
        "UPDATE submissions SET papers_until = CAST(:until AS TEXT)
         WHERE school_id = :school AND id = :id AND COALESCE(papers_until, '-') <> COALESCE(CAST(:until AS TEXT), '-')";
    /// Some that were never counted, or whose day is over, after a position.
    pub stale(today: &str, after: &str, id: &SubmissionId) -> [all StaleRow]
        "SELECT id, form_id, form_digest, papers_until AS until FROM submissions
         WHERE school_id = :school AND papers_until IS NOT NULL AND papers_until < CAST(:today AS TEXT)
             AND (papers_until, id) > (CAST(:after AS TEXT), :id)
         ORDER BY papers_until, id LIMIT 100";
}
