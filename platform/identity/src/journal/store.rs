//! All SQL of reading the log. It only ever grows, so there is none that changes it.

use kernel::{AuditId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// One thing that was done.
    pub struct EntryRow {
        pub id: AuditId,
        pub at: i64,
        pub actor_kind: String,
        pub actor_id: Option<UserId>,
        pub actor_name: Option<String>,
        pub action: String,
        pub object_kind: String,
        pub object_id: String,
        pub user_name: Option<String>,
        pub till_name: Option<String>,
        pub holder_name: Option<String>,
        pub detail: Json<Value>,
        pub request_id: String,
    }
    pub struct CountRow {
        pub n: i64,
    }
    pub struct ActionRow {
        pub action: String,
    }
}

statements! {
    /// The latest first, before `(at, id)`. Empty texts narrow nothing; `action` is a pattern.
    pub list_entries(actor_kind: &str, actor_id: &str, action: &str, object_kind: &str, object_id: &str, from: i64, to: i64,
                     before_at: i64, before_id: &AuditId, limit: i64) -> [all EntryRow]
        "SELECT a.id, a.at, a.actor_kind, a.actor_id, p.name AS actor_name, a.action, a.object_kind, a.object_id, u.name AS user_name,
             t.name AS till_name, h.name AS holder_name, a.detail, a.request_id
         FROM audit_log a
         LEFT JOIN users p ON p.school_id = a.school_id AND p.id = a.actor_id
         LEFT JOIN users u ON a.object_kind = 'user' AND u.school_id = a.school_id AND u.id = a.object_id
         LEFT JOIN tills t ON a.object_kind = 'till' AND t.school_id = a.school_id AND t.id = a.object_id
         LEFT JOIN sessions s ON a.object_kind = 'session' AND s.school_id = a.school_id AND s.id = a.object_id
         LEFT JOIN users h ON h.school_id = s.school_id AND h.id = s.user_id
         WHERE a.school_id = :school AND (LENGTH(CAST(:actor_kind AS TEXT)) = 0 OR a.actor_kind = :actor_kind) AND (LENGTH(CAST(:actor_id AS TEXT)) = 0 OR a.actor_id = :actor_id)
           AND (LENGTH(CAST(:action AS TEXT)) = 0 OR a.action LIKE :action ESCAPE '!') AND (LENGTH(CAST(:object_kind AS TEXT)) = 0 OR a.object_kind = :object_kind) AND (LENGTH(CAST(:object_id AS TEXT)) = 0 OR a.object_id = :object_id)
           AND a.at >= :from AND a.at < :to AND (a.at < :before_at OR (a.at = :before_at AND a.id < :before_id))
         ORDER BY a.at DESC, a.id DESC LIMIT :limit";
    /// How many they are, up to a number.
    pub count_entries(actor_kind: &str, actor_id: &str, action: &str, object_kind: &str, object_id: &str, from: i64, to: i64, most: i64)
        -> [one CountRow]
        "SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM audit_log a
         WHERE a.school_id = :school AND (LENGTH(CAST(:actor_kind AS TEXT)) = 0 OR a.actor_kind = :actor_kind) AND (LENGTH(CAST(:actor_id AS TEXT)) = 0 OR a.actor_id = :actor_id)
           AND (LENGTH(CAST(:action AS TEXT)) = 0 OR a.action LIKE :action ESCAPE '!') AND (LENGTH(CAST(:object_kind AS TEXT)) = 0 OR a.object_kind = :object_kind) AND (LENGTH(CAST(:object_id AS TEXT)) = 0 OR a.object_id = :object_id)
           AND a.at >= :from AND a.at < :to LIMIT :most) found";
    /// What was done lately, each once: looking through a whole log of years would take too long.
    pub list_actions() -> [all ActionRow]
        "SELECT DISTINCT l.action FROM (SELECT a.action FROM audit_log a WHERE a.school_id = :school ORDER BY a.at DESC, a.id DESC LIMIT 20000) l
         ORDER BY l.action";
}
