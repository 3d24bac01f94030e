//! All SQL of tasks.

use kernel::{SubmissionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

use crate::enquiries::sees;
use crate::ids::TaskId;

rows! {
    /// A task beside whom and what it is about.
    pub struct TaskRow {
        pub id: TaskId,
        pub submission_id: SubmissionId,
        /// What the school calls it: an application by its registration id.
        pub number: String,
        pub form_id: String,
        /// Whom the submission is about.
        pub person: String,
        /// The same in Arabic, where its form asks for both names.
        pub person_ar: String,
        /// Key of the form's text, where its rules ask; what the server itself asks ([`super::said`]) where that does.
        pub code: Option<String>,
        pub params: Option<Json<Value>>,
        /// A colleague's words.
        pub text: String,
        /// Who alone reads it; empty for everybody.
        pub audience: String,
        pub assigned_to: Option<UserId>,
        pub assigned_name: Option<String>,
        /// `YYYY-MM-DD`.
        pub due_on: Option<String>,
        /// Who asks; none where the rules do.
        pub author_name: Option<String>,
        pub done_at: Option<i64>,
        pub done_by: Option<UserId>,
        pub done_name: Option<String>,
        pub version: i64,
        pub created_at: i64,
    }
    /// How many are open.
    pub struct OpenRow {
        pub mine: i64,
        /// Of mine, by a day that is over.
        pub overdue: i64,
        pub unassigned: i64,
    }
    /// How many there are.
    pub struct CountRow {
        pub n: i64,
    }
    /// What one of the server's own says, and to whom.
    pub struct SaidRow {
        pub submission_id: SubmissionId,
        pub params: Option<Json<Value>>,
        pub audience: String,
    }
    /// What of a submission says who is told of it.
    pub struct AboutRow {
        pub form_id: String,
        /// Who looks after it.
        pub owner_id: Option<UserId>,
    }
    /// Who has tasks that are due.
    pub struct DueRow {
        pub user_id: UserId,
        pub audience: String,
        pub n: i64,
    }
    /// Tasks that are due and that nobody has taken.
    pub struct UnassignedRow {
        pub form_id: String,
        pub audience: String,
        pub n: i64,
    }
}

kernel::binds! {
    /// A new task.
    pub struct NewTask<'a> {
        pub id: &'a TaskId,
        pub submission: &'a SubmissionId,
        pub code: Option<&'a str>,
        pub params: Option<Json<&'a Value>>,
        pub text: &'a str,
        pub audience: &'a str,
        pub assigned_to: Option<&'a UserId>,
        pub due_on: Option<&'a str>,
        pub author: Option<&'a UserId>,
        pub now: i64,
    }
    /// What a task says and how it stands from now on.
    pub struct ChangedTask<'a> {
        pub id: &'a TaskId,
        pub version: i64,
        pub text: &'a str,
        pub assigned_to: Option<&'a UserId>,
        pub due_on: Option<&'a str>,
        pub done_at: Option<i64>,
        pub done_by: Option<&'a UserId>,
    }
}

macro_rules! task {
    ($($rest:expr),+) => {
        concat!(
            "SELECT t.id, t.submission_id, COALESCE(p.registration_id, s.reference) AS number, s.form_id, s.person, s.person_ar, t.code, t.params, t.text, t.audience, t.assigned_to, a.name AS assigned_name,
                 t.due_on, w.name AS author_name, t.done_at, t.done_by, d.name AS done_name, t.version, t.created_at
             FROM tasks t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
                 LEFT JOIN applications p ON p.school_id = t.school_id AND p.submission_id = t.submission_id
                 LEFT JOIN users a ON a.school_id = t.school_id AND a.id = t.assigned_to
                 LEFT JOIN users w ON w.school_id = t.school_id AND w.id = t.author_id
                 LEFT JOIN users d ON d.school_id = t.school_id AND d.id = t.done_by
             WHERE t.school_id = :school ",
            $($rest),+
        )
    };
}

statements! {
    /// Adds one.
    pub insert_task(..row: &NewTask) -> [later]
        "INSERT INTO tasks (school_id, id, submission_id, code, params, text, audience, assigned_to, due_on, author_id, done_at, done_by, version, created_at)
         VALUES (:school, :id, :submission, :code, :params, :text, :audience, :assigned_to, :due_on, :author, NULL, NULL, 1, :now)";
    /// Those of a submission: the open ones by their day, then what was done last.
    pub tasks_of(submission: &SubmissionId, reads: &str) -> [all TaskRow]
        task!("AND t.submission_id = :submission AND t.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))
               ORDER BY CASE WHEN t.done_at IS NULL THEN 0 ELSE 1 END, CASE WHEN t.due_on IS NULL THEN 1 ELSE 0 END, t.due_on, t.done_at DESC, t.id LIMIT 100");
    /// One of a submission's.
    pub find_task(submission: &SubmissionId, id: &TaskId, reads: &str) -> [opt TaskRow]
        task!("AND t.submission_id = :submission AND t.id = :id AND t.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))");
    /// Open tasks of what is not `over` (a list of states) that somebody may see, who reads for some audiences (a list; the empty one is everybody), by their day; those without a day come last. `after` is the day and the id that the page before
    /// ended with. Those that nobody has taken and that are kept for one of some `rights` (a list) are theirs who hold it.
    pub open_tasks(whose: &str, me: &UserId, rights: &str, over: &str, visible: &str, reads: &str, after_day: &str, after_id: &str, limit: i64) -> [all TaskRow]
        task!("AND t.done_at IS NULL AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT))) AND t.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))
               AND (CAST(:whose AS TEXT) = 'all'
                   OR (CAST(:whose AS TEXT) = 'mine' AND (t.assigned_to = :me OR (t.assigned_to IS NULL AND t.audience IN (SELECT value FROM json_each(CAST(:rights AS TEXT))))))
                   OR (CAST(:whose AS TEXT) = 'unassigned' AND t.assigned_to IS NULL AND t.audience NOT IN (SELECT value FROM json_each(CAST(:rights AS TEXT)))))
               AND ", sees!(), "
               AND (COALESCE(t.due_on, '9999'), t.id) > (CAST(:after_day AS TEXT), CAST(:after_id AS TEXT))
               ORDER BY COALESCE(t.due_on, '9999'), t.id LIMIT :limit");
    /// How many open ones there are of those that somebody may see.
    pub count_open(me: &UserId, rights: &str, over: &str, visible: &str, reads: &str, today: &str) -> [one OpenRow]
        concat!("SELECT COUNT(CASE WHEN t.assigned_to = :me OR (t.assigned_to IS NULL AND t.audience IN (SELECT value FROM json_each(CAST(:rights AS TEXT)))) THEN 1 END) AS mine,
             COUNT(CASE WHEN t.due_on < CAST(:today AS TEXT)
                 AND (t.assigned_to = :me OR (t.assigned_to IS NULL AND t.audience IN (SELECT value FROM json_each(CAST(:rights AS TEXT))))) THEN 1 END) AS overdue,
             COUNT(CASE WHEN t.assigned_to IS NULL AND t.audience NOT IN (SELECT value FROM json_each(CAST(:rights AS TEXT))) THEN 1 END) AS unassigned
         FROM tasks t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
         WHERE t.school_id = :school AND t.done_at IS NULL AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT))) AND t.audience IN (SELECT value FROM json_each(CAST(:reads AS TEXT)))
             AND ", sees!());
    /// How many open ones a submission has.
    pub count_of(submission: &SubmissionId) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM tasks WHERE school_id = :school AND submission_id = :submission AND done_at IS NULL";
    /// How many open ones of its rules ask for a brother or sister to be confirmed.
    pub count_siblings_to_confirm(submission: &SubmissionId) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM tasks WHERE school_id = :school AND submission_id = :submission AND done_at IS NULL AND LENGTH(audience) = 0
             AND code LIKE '%confirm!_sibling' ESCAPE '!'";
    /// Whether somebody did what the server asks by a code, and it is not asked again.
    pub count_answered(submission: &SubmissionId, code: &str) -> [one CountRow]
        "SELECT CASE WHEN COUNT(*) = COUNT(done_at) THEN COUNT(done_by) ELSE 0 END AS n FROM tasks
         WHERE school_id = :school AND submission_id = :submission AND code = :code";
    /// The open ones of a submission that the server asks by a code.
    pub open_coded(submission: &SubmissionId, code: &str) -> [all SaidRow]
        "SELECT submission_id, params, audience FROM tasks
         WHERE school_id = :school AND submission_id = :submission AND done_at IS NULL AND code = :code ORDER BY id LIMIT 50";
    /// What some submissions (a list) are, or were, asked by a code, of what everybody reads.
    pub told_coded(ids: &str, code: &str) -> [all SaidRow]
        "SELECT submission_id, params, audience FROM tasks WHERE school_id = :school AND code = :code AND audience = ''
             AND submission_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY submission_id LIMIT 5000";
    /// Open ones of the server's own that are kept for some are done.
    pub close_kept(submission: &SubmissionId, audience: &str, now: i64) -> [exec]
        "UPDATE tasks SET done_at = :now, version = version + 1
         WHERE school_id = :school AND submission_id = :submission AND audience = :audience AND done_at IS NULL AND author_id IS NULL";
    /// Open ones that the server asks by a code are done.
    pub close_coded(submission: &SubmissionId, code: &str, by: Option<&UserId>, now: i64) -> [exec]
        "UPDATE tasks SET done_at = :now, done_by = :by, version = version + 1
         WHERE school_id = :school AND submission_id = :submission AND done_at IS NULL AND code = :code";
    /// Open ones of somebody wait for somebody else.
    pub unassign_open(submission: &SubmissionId, user: &UserId) -> [exec]
        "UPDATE tasks SET assigned_to = NULL, version = version + 1
         WHERE school_id = :school AND submission_id = :submission AND assigned_to = :user AND done_at IS NULL";
    /// 0 rows when somebody else was quicker.
    pub update_task(..row: &ChangedTask) -> [exec]
        "UPDATE tasks SET text = :text, assigned_to = :assigned_to, due_on = :due_on, done_at = :done_at, done_by = :done_by, version = version + 1
         WHERE school_id = :school AND id = :id AND version = :version";
    pub find_about(submission: &SubmissionId) -> [opt AboutRow]
        "SELECT form_id, owner_id FROM submissions WHERE school_id = :school AND id = :submission";
    /// Who has how many open tasks whose day has come, by the audience that alone reads them: as many rows as the staff is.
    pub due_by(over: &str, today: &str) -> [all DueRow]
        "SELECT t.assigned_to AS user_id, t.audience, COUNT(*) AS n
         FROM tasks t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
         WHERE t.school_id = :school AND t.done_at IS NULL AND t.assigned_to IS NOT NULL AND t.due_on <= CAST(:today AS TEXT) AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
         GROUP BY t.assigned_to, t.audience ORDER BY t.assigned_to, t.audience";
    /// How many open tasks of what is not `over` (a list of states) whose day has come nobody has taken, by form and audience.
    pub unassigned_by(over: &str, today: &str) -> [all UnassignedRow]
        "SELECT s.form_id, t.audience, COUNT(*) AS n
         FROM tasks t JOIN submissions s ON s.school_id = t.school_id AND s.id = t.submission_id
         WHERE t.school_id = :school AND t.done_at IS NULL AND t.assigned_to IS NULL AND t.due_on <= CAST(:today AS TEXT) AND s.state NOT IN (SELECT value FROM json_each(CAST(:over AS TEXT)))
         GROUP BY s.form_id, t.audience ORDER BY s.form_id, t.audience";
}
