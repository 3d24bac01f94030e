//! All SQL of managing people.

use kernel::{rows, statements};
use sqlx::types::Json;

rows! {
    /// Somebody, as those see them who manage people.
    pub struct ListedRow {
        pub id: String,
        pub version: i64,
        pub kind: String,
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub staff_code: Option<String>,
        pub roles: Json<Vec<String>>,
        pub status: String,
        pub password_hash: Option<String>,
        pub pin_hash: Option<String>,
        pub totp_confirmed_at: Option<i64>,
        pub invited_at: Option<i64>,
        pub signed_in_at: Option<i64>,
        pub created_at: i64,
    }
    /// What somebody is looked for by.
    pub struct NamedRow {
        pub id: String,
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub staff_code: Option<String>,
        pub is_after: i64,
    }
    /// How many.
    pub struct CountRow {
        pub n: i64,
    }
    /// Somebody's id.
    pub struct IdRow {
        pub id: String,
    }
}

statements! {
    /// Empty texts narrow nothing. `role` is a pattern over the stored array.
    pub list_people(role: &str, status: &str, kind: &str, after_name: &str, after_id: &str, limit: i64) -> [all ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.created_at,
             (SELECT MAX(l.created_at) FROM one_time_links l
              WHERE l.school_id = u.school_id AND l.user_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u
         WHERE u.school_id = $1
           AND ($2 = '' OR CAST(u.roles AS TEXT) LIKE $2) AND ($3 = '' OR u.status = $3) AND ($4 = '' OR u.kind = $4)
           AND (u.name > $5 OR (u.name = $5 AND u.id > $6))
         ORDER BY u.name, u.id LIMIT $7";
    pub count_people(role: &str, status: &str, kind: &str) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM users u
         WHERE u.school_id = $1
           AND ($2 = '' OR CAST(u.roles AS TEXT) LIKE $2) AND ($3 = '' OR u.status = $3) AND ($4 = '' OR u.kind = $4)";
    /// The same people by what they are called, some after another; each says whether it stands behind the page before.
    pub name_people(role: &str, status: &str, kind: &str, after_name: &str, after_id: &str, page_name: &str, page_id: &str, limit: i64)
        -> [all NamedRow]
        "SELECT u.id, u.name, u.email, u.contact_email, u.staff_code,
             CAST(CASE WHEN u.name > $7 OR (u.name = $7 AND u.id > $8) THEN 1 ELSE 0 END AS BIGINT) AS is_after
         FROM users u
         WHERE u.school_id = $1
           AND ($2 = '' OR CAST(u.roles AS TEXT) LIKE $2) AND ($3 = '' OR u.status = $3) AND ($4 = '' OR u.kind = $4)
           AND (u.name > $5 OR (u.name = $5 AND u.id > $6))
         ORDER BY u.name, u.id LIMIT $9";
    /// These, a JSON array of ids.
    pub list_these(ids: &str) -> [all ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.created_at,
             (SELECT MAX(l.created_at) FROM one_time_links l
              WHERE l.school_id = u.school_id AND l.user_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u WHERE u.school_id = $1 AND u.id IN (SELECT value FROM json_each(CAST($2 AS TEXT)))
         ORDER BY u.name, u.id";
    pub find_person(id: &str) -> [opt ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.created_at,
             (SELECT MAX(l.created_at) FROM one_time_links l
              WHERE l.school_id = u.school_id AND l.user_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u WHERE u.school_id = $1 AND u.id = $2";
    pub find_by_email(email: &str) -> [opt IdRow]
        "SELECT id FROM users WHERE school_id = $1 AND email = $2";
    pub find_by_staff_code(staff_code: &str) -> [opt IdRow]
        "SELECT id FROM users WHERE school_id = $1 AND staff_code = $2";
    pub insert_person(id: &str, kind: &str, email: &str, name: &str, roles: Json<Vec<String>>, locale: &str, status: &str,
                      staff_code: Option<&str>, pin_hash: Option<&str>, now: i64) -> [exec]
        "INSERT INTO users (school_id, id, kind, email, name, roles, locale, password_hash, status, staff_code, pin_hash,
             stamp, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, NULL, $8, $9, $10, 1, $11)";
    /// 0 rows when somebody else was quicker.
    pub update_person(id: &str, version: i64, name: &str, roles: Json<Vec<String>>, status: &str, staff_code: Option<&str>,
                      pin_hash: Option<&str>) -> [exec]
        "UPDATE users SET version = version + 1, name = $4, roles = $5, status = $6, staff_code = $7, pin_hash = $8
         WHERE school_id = $1 AND id = $2 AND version = $3";
    /// Makes changes of administrators wait for one another, so that two cannot shut each other out at once.
    pub hold_admins() -> [exec]
        "UPDATE users SET version = version WHERE school_id = $1 AND CAST(roles AS TEXT) LIKE '%\"school_admin\"%'";
    /// Administrators who can sign in.
    pub count_admins() -> [one CountRow]
        "SELECT COUNT(*) AS n FROM users WHERE school_id = $1 AND status = 'active' AND password_hash IS NOT NULL
         AND CAST(roles AS TEXT) LIKE '%\"school_admin\"%'";
}
