//! All SQL of bulk jobs.

use serde_json::Value;
use sqlx::types::Json;

use crate::{BulkJobId, UserId, rows, statements};

rows! {
    /// A job.
    pub struct JobRow {
        pub id: BulkJobId,
        pub kind: String,
        pub account: UserId,
        pub state: String,
        pub wants: Json<Value>,
        pub total: i64,
        pub done: i64,
        pub chunks: i64,
        pub cursor: i64,
        pub bytes: i64,
        pub fault: Option<String>,
        pub file_key: Option<String>,
        pub file_name: String,
        pub media_type: String,
        pub created_at: i64,
        pub updated_at: i64,
        pub expires_at: i64,
    }
    /// What a school and an account of it have already.
    pub struct HeldRow {
        pub kept: i64,
        pub open: i64,
        pub own_kept: i64,
        pub own_open: i64,
        pub bytes: i64,
    }
    /// The items of a chunk.
    pub struct ItemsRow {
        pub items: Json<Vec<String>>,
    }
    /// How often a step failed in a row.
    pub struct TriesRow {
        pub tries: i64,
    }
    pub struct IdRow {
        pub id: BulkJobId,
    }
    /// Whose files are needed.
    pub struct FileRow {
        pub id: BulkJobId,
        pub state: String,
        pub file_key: Option<String>,
    }
}

crate::binds! {
    /// A job that was asked for.
    pub struct NewJob<'a> {
        pub id: &'a BulkJobId,
        pub kind: &'a str,
        pub account: &'a UserId,
        pub state: &'a str,
        pub wants: Json<&'a Value>,
        pub total: i64,
        pub chunks: i64,
        pub file_name: &'a str,
        pub media_type: &'a str,
        pub now: i64,
    }
}

statements! {
    /// Those who ask for jobs of a school, and steps that keep bytes, count one after another: the next one sees what this one wrote.
    pub hold_school() -> [exec]
        "INSERT INTO counters (school_id, name, last_value) VALUES (:school, 'bulk', 1)
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = counters.last_value + 1";
    pub held(account: &UserId, now: i64) -> [one HeldRow]
        "SELECT COUNT(*) AS kept,
             CAST(COALESCE(SUM(CASE WHEN state IN ('waiting', 'running') THEN 1 ELSE 0 END), 0) AS BIGINT) AS open,
             CAST(COALESCE(SUM(CASE WHEN account = :account THEN 1 ELSE 0 END), 0) AS BIGINT) AS own_kept,
             CAST(COALESCE(SUM(CASE WHEN account = :account AND state IN ('waiting', 'running') THEN 1 ELSE 0 END), 0) AS BIGINT) AS own_open,
             CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS bytes
         FROM bulk_jobs WHERE school_id = :school AND (state IN ('waiting', 'running') OR expires_at > :now)";
    pub insert_job(..row: &NewJob) -> [exec]
        "INSERT INTO bulk_jobs (school_id, id, kind, account, state, wants, total, done, chunks, cursor, tries, bytes, fault, file_key,
             file_name, media_type, created_at, updated_at, expires_at)
         VALUES (:school, :id, :kind, :account, :state, :wants, :total, 0, :chunks, 0, 0, 0, NULL, NULL, :file_name, :media_type, :now, :now, :now)";
    pub insert_chunk(job: &BulkJobId, chunk: i64, items: Json<Vec<String>>) -> [exec]
        "INSERT INTO bulk_chunks (school_id, job_id, chunk, items) VALUES (:school, :job, :chunk, :items)";
    pub find_chunk(job: &BulkJobId, chunk: i64) -> [opt ItemsRow]
        "SELECT items FROM bulk_chunks WHERE school_id = :school AND job_id = :job AND chunk = :chunk";
    pub delete_chunks(job: &BulkJobId) -> [exec]
        "DELETE FROM bulk_chunks WHERE school_id = :school AND job_id = :job";
    pub find_job(id: &BulkJobId) -> [opt JobRow]
        "SELECT id, kind, account, state, wants, total, done, chunks, cursor, bytes, fault, file_key, file_name, media_type,
             created_at, updated_at, expires_at
         FROM bulk_jobs WHERE school_id = :school AND id = :id";
    /// An account's own, the newest first; what has ended only as long as it is kept.
    pub jobs_of(kind: &str, account: &UserId, now: i64) -> [all JobRow]
        "SELECT id, kind, account, state, wants, total, done, chunks, cursor, bytes, fault, file_key, file_name, media_type,
             created_at, updated_at, expires_at
         FROM bulk_jobs WHERE school_id = :school AND kind = :kind AND account = :account AND (state IN ('waiting', 'running') OR expires_at > :now)
         ORDER BY created_at DESC, id DESC LIMIT 50";
    /// Everybody's of a kind, the newest first; what has ended only as long as it is kept.
    pub jobs_of_kind(kind: &str, now: i64) -> [all JobRow]
        "SELECT id, kind, account, state, wants, total, done, chunks, cursor, bytes, fault, file_key, file_name, media_type,
             created_at, updated_at, expires_at
         FROM bulk_jobs WHERE school_id = :school AND kind = :kind AND (state IN ('waiting', 'running') OR expires_at > :now)
         ORDER BY created_at DESC, id DESC LIMIT 50";
    /// An account's that are open.
    pub open_of(account: &UserId) -> [all IdRow]
        "SELECT id FROM bulk_jobs WHERE school_id = :school AND account = :account AND state IN ('waiting', 'running') LIMIT 50";
    /// One that is open stays so until the transaction ends; 0 rows where it has ended.
    pub hold_open(id: &BulkJobId) -> [exec]
        "UPDATE bulk_jobs SET updated_at = updated_at WHERE school_id = :school AND id = :id AND state IN ('waiting', 'running')";
    /// A chunk is done, of a job that stands there and is open.
    pub advance(id: &BulkJobId, cursor: i64, state: &str, items: i64, bytes: i64, now: i64) -> [exec]
        "UPDATE bulk_jobs SET cursor = cursor + 1, state = :state, done = done + :items, bytes = bytes + :bytes, tries = 0, updated_at = :now
         WHERE school_id = :school AND id = :id AND cursor = :cursor AND state IN ('waiting', 'running')";
    /// The file is ready, of a job whose chunks are done and that is open.
    pub finish(id: &BulkJobId, state: &str, file_key: &str, bytes: i64, now: i64, expires_at: i64) -> [exec]
        "UPDATE bulk_jobs SET state = :state, file_key = :file_key, bytes = :bytes, done = total, updated_at = :now, expires_at = :expires_at
         WHERE school_id = :school AND id = :id AND cursor = chunks AND state IN ('waiting', 'running')";
    /// It ends without a file, if it is open.
    pub end(id: &BulkJobId, state: &str, fault: Option<&str>, now: i64, expires_at: i64) -> [exec]
        "UPDATE bulk_jobs SET state = :state, fault = :fault, bytes = 0, updated_at = :now, expires_at = :expires_at
         WHERE school_id = :school AND id = :id AND state IN ('waiting', 'running')";
    /// A step failed once more.
    pub add_try(id: &BulkJobId) -> [opt TriesRow]
        "UPDATE bulk_jobs SET tries = tries + 1 WHERE school_id = :school AND id = :id AND state IN ('waiting', 'running') RETURNING tries";
    pub delete_job(id: &BulkJobId) -> [exec]
        "DELETE FROM bulk_jobs WHERE school_id = :school AND id = :id";
    /// Those that have ended and are not kept any longer.
    pub expired(now: i64) -> [all IdRow]
        "SELECT id FROM bulk_jobs WHERE school_id = :school AND state NOT IN ('waiting', 'running') AND expires_at <= :now LIMIT 500";
    /// Open ones that have not moved since.
    pub stuck(before: i64) -> [all IdRow]
        "SELECT id FROM bulk_jobs WHERE school_id = :school AND state IN ('waiting', 'running') AND updated_at < :before LIMIT 500";
    pub all_files() -> [all FileRow]
        "SELECT id, state, file_key FROM bulk_jobs WHERE school_id = :school";
}
