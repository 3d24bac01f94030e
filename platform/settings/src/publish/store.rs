//! All SQL of revisions and of publications that wait.

use kernel::{UserId, rows, statements};

use super::model::ScheduleId;

rows! {
    /// A revision without its content.
    pub struct RevisionRow {
        pub seq: i64,
        pub at: i64,
        pub kind: String,
        pub actor_id: Option<UserId>,
        pub actor_name: String,
        pub note: String,
        pub changes: i64,
    }
    /// What a revision holds.
    pub struct ContentRow {
        pub seq: i64,
        pub entries: String,
        pub manifest: String,
    }
    /// A revision's files.
    pub struct ManifestRow {
        pub seq: i64,
        pub manifest: String,
    }
    /// How many there are.
    pub struct CountRow {
        pub known: i64,
    }
    /// Which one.
    pub struct IdRow {
        pub id: ScheduleId,
    }
    /// What a publication will change.
    pub struct EditsRow {
        pub edits: String,
    }
    /// A publication that waits, or failed, without its edits: they may be megabytes.
    pub struct ListedRow {
        pub id: ScheduleId,
        pub due_at: i64,
        pub actor_id: UserId,
        pub actor_name: String,
        pub note: String,
        pub state: String,
        pub problems: String,
    }
    /// A publication that waits, or failed.
    pub struct ScheduleRow {
        pub id: ScheduleId,
        pub due_at: i64,
        pub actor_id: UserId,
        pub actor_name: String,
        pub note: String,
        pub edits: String,
        pub state: String,
        pub problems: String,
    }
}

statements! {
    pub newest_revision() -> [opt RevisionRow]
        "SELECT seq, at, kind, actor_id, actor_name, note, changes FROM setting_revisions WHERE school_id = :school ORDER BY seq DESC LIMIT 1";
    pub newest_content() -> [opt ContentRow]
        "SELECT seq, entries, manifest FROM setting_revisions WHERE school_id = :school ORDER BY seq DESC LIMIT 1";
    pub find_content(seq: i64) -> [opt ContentRow]
        "SELECT seq, entries, manifest FROM setting_revisions WHERE school_id = :school AND seq = :seq";
    pub list_revisions(before: i64, limit: i64) -> [all RevisionRow]
        "SELECT seq, at, kind, actor_id, actor_name, note, changes FROM setting_revisions
         WHERE school_id = :school AND seq < :before ORDER BY seq DESC LIMIT :limit";
    /// The next after one, each by itself: a school has as many as it likes, and one may be a megabyte.
    pub next_manifest(after: i64) -> [opt ManifestRow]
        "SELECT seq, manifest FROM setting_revisions WHERE school_id = :school AND seq > :after ORDER BY seq LIMIT 1";
    pub insert_revision(seq: i64, at: i64, kind: &str, actor_id: Option<&UserId>, actor_name: &str, note: &str, entries: &str,
                        manifest: &str, changes: i64) -> [exec]
        "INSERT INTO setting_revisions (school_id, seq, at, kind, actor_id, actor_name, note, entries, manifest, changes)
         VALUES (:school, :seq, :at, :kind, :actor_id, :actor_name, :note, :entries, :manifest, :changes) ON CONFLICT (school_id, seq) DO NOTHING";
    pub list_schedules() -> [all ListedRow]
        "SELECT id, due_at, actor_id, actor_name, note, state, problems FROM setting_schedules
         WHERE school_id = :school ORDER BY due_at, id LIMIT 200";
    pub list_ids() -> [all IdRow] "SELECT id FROM setting_schedules WHERE school_id = :school";
    pub find_edits(id: &ScheduleId) -> [opt EditsRow] "SELECT edits FROM setting_schedules WHERE school_id = :school AND id = :id";
    pub count_schedules() -> [one CountRow] "SELECT COUNT(*) AS known FROM setting_schedules WHERE school_id = :school";
    pub find_schedule(id: &ScheduleId) -> [opt ScheduleRow]
        "SELECT id, due_at, actor_id, actor_name, note, edits, state, problems FROM setting_schedules WHERE school_id = :school AND id = :id";
    pub insert_schedule(id: &ScheduleId, due_at: i64, actor_id: &UserId, actor_name: &str, note: &str, edits: &str, now: i64) -> [exec]
        "INSERT INTO setting_schedules (school_id, id, due_at, actor_id, actor_name, note, edits, state, problems, created_at)
         VALUES (:school, :id, :due_at, :actor_id, :actor_name, :note, :edits, 'waiting', '[]', :now)";
    pub fail_schedule(id: &ScheduleId, problems: &str) -> [exec]
        "UPDATE setting_schedules SET state = 'failed', problems = :problems
         WHERE school_id = :school AND id = :id AND state = 'waiting'";
    pub delete_schedule(id: &ScheduleId) -> [exec] "DELETE FROM setting_schedules WHERE school_id = :school AND id = :id";
}
