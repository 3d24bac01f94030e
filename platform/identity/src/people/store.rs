//! All SQL of managing people.

use kernel::{UserId, rows, statements};
use sqlx::types::Json;

rows! {
    /// Somebody, as those see them who manage people.
    pub struct ListedRow {
        pub id: UserId,
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
        pub erasure_asked_at: Option<i64>,
        pub created_at: i64,
    }
    /// What somebody is looked for by.
    pub struct NamedRow {
        pub id: UserId,
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub staff_code: Option<String>,
        pub is_after: i64,
    }
    /// Somebody in an audience.
    pub struct MemberRow {
        pub user_id: UserId,
        pub audience: String,
    }
    /// What somebody in an audience may do.
    pub struct MemberRolesRow {
        pub audience: String,
        pub roles: Json<Vec<String>>,
    }
    pub struct CountRow {
        pub n: i64,
    }
    pub struct IdRow {
        pub id: UserId,
    }
}

kernel::binds! {
    /// Somebody whom an administrator adds.
    pub struct NewPerson<'a> {
        pub id: &'a UserId,
        pub kind: &'a str,
        pub email: &'a str,
        pub name: &'a str,
        pub roles: Json<&'a [String]>,
        pub locale: &'a str,
        pub status: &'a str,
        pub staff_code: Option<&'a str>,
        pub pin_hash: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    /// Empty texts narrow nothing. `role` is a pattern over the stored array.
    pub list_people(role: &str, status: &str, kind: &str, audience: &str, erasure_asked: bool, after_name: &str, after_id: &UserId, limit: i64) -> [all ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.erasure_asked_at, u.created_at,
             (SELECT MAX(l.created_at) FROM links l
              WHERE l.school_id = u.school_id AND l.object_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u
         WHERE u.school_id = :school
           AND (:role = '' OR CAST(u.roles AS TEXT) LIKE :role) AND (:status = '' OR u.status = :status) AND (:kind = '' OR u.kind = :kind)
           AND (:audience = '' OR EXISTS (SELECT 1 FROM audience_members a
               WHERE a.school_id = u.school_id AND a.user_id = u.id AND a.audience = :audience))
           AND (u.erasure_asked_at IS NOT NULL OR NOT :erasure_asked)
           AND (u.name > :after_name OR (u.name = :after_name AND u.id > :after_id))
         ORDER BY u.name, u.id LIMIT :limit";
    pub count_people(role: &str, status: &str, kind: &str, audience: &str, erasure_asked: bool) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM users u
         WHERE u.school_id = :school
           AND (:role = '' OR CAST(u.roles AS TEXT) LIKE :role) AND (:status = '' OR u.status = :status) AND (:kind = '' OR u.kind = :kind)
           AND (:audience = '' OR EXISTS (SELECT 1 FROM audience_members a
               WHERE a.school_id = u.school_id AND a.user_id = u.id AND a.audience = :audience))
           AND (u.erasure_asked_at IS NOT NULL OR NOT :erasure_asked)";
    /// The same people by what they are called, some after another; each says whether it stands behind the page before.
    pub name_people(role: &str, status: &str, kind: &str, audience: &str, erasure_asked: bool, after_name: &str, after_id: &UserId, page_name: &str, page_id: &UserId, limit: i64)
        -> [all NamedRow]
        "SELECT u.id, u.name, u.email, u.contact_email, u.staff_code,
             CAST(CASE WHEN u.name > :page_name OR (u.name = :page_name AND u.id > :page_id) THEN 1 ELSE 0 END AS BIGINT) AS is_after
         FROM users u
         WHERE u.school_id = :school
           AND (:role = '' OR CAST(u.roles AS TEXT) LIKE :role) AND (:status = '' OR u.status = :status) AND (:kind = '' OR u.kind = :kind)
           AND (:audience = '' OR EXISTS (SELECT 1 FROM audience_members a
               WHERE a.school_id = u.school_id AND a.user_id = u.id AND a.audience = :audience))
           AND (u.erasure_asked_at IS NOT NULL OR NOT :erasure_asked)
           AND (u.name > :after_name OR (u.name = :after_name AND u.id > :after_id))
         ORDER BY u.name, u.id LIMIT :limit";
    /// These, a JSON array of ids.
    pub list_these(ids: &str) -> [all ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.erasure_asked_at, u.created_at,
             (SELECT MAX(l.created_at) FROM links l
              WHERE l.school_id = u.school_id AND l.object_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u WHERE u.school_id = :school AND u.id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))
         ORDER BY u.name, u.id";
    pub find_person(id: &UserId) -> [opt ListedRow]
        "SELECT u.id, u.version, u.kind, u.name, u.email, u.contact_email, u.staff_code, u.roles, u.status, u.password_hash, u.pin_hash,
             u.totp_confirmed_at, u.signed_in_at, u.erasure_asked_at, u.created_at,
             (SELECT MAX(l.created_at) FROM links l
              WHERE l.school_id = u.school_id AND l.object_id = u.id AND l.purpose = 'invitation') AS invited_at
         FROM users u WHERE u.school_id = :school AND u.id = :id";
    pub find_by_email(email: &str) -> [opt IdRow]
        "SELECT id FROM users WHERE school_id = :school AND email = :email";
    pub find_by_staff_code(staff_code: &str) -> [opt IdRow]
        "SELECT id FROM users WHERE school_id = :school AND staff_code = :staff_code";
    pub insert_person(..row: &NewPerson) -> [exec]
        "INSERT INTO users (school_id, id, kind, email, name, roles, locale, password_hash, status, staff_code, pin_hash,
             stamp, created_at)
         VALUES (:school, :id, :kind, :email, :name, :roles, :locale, NULL, :status, :staff_code, :pin_hash, 1, :now)";
    /// 0 rows when somebody else was quicker.
    pub update_person(id: &UserId, version: i64, name: &str, roles: Json<Vec<String>>, status: &str, staff_code: Option<&str>,
                      pin_hash: Option<&str>, kind: &str) -> [exec]
        "UPDATE users SET version = version + 1, name = :name, roles = :roles, status = :status, staff_code = :staff_code, pin_hash = :pin_hash,
             kind = :kind, tracking_hash = CASE WHEN CAST(:kind AS TEXT) = 'applicant' THEN tracking_hash END
         WHERE school_id = :school AND id = :id AND version = :version";
    /// 0 rows when nothing was asked.
    pub answer_erasure(id: &UserId) -> [exec]
        "UPDATE users SET erasure_asked_at = NULL WHERE school_id = :school AND id = :id AND erasure_asked_at IS NOT NULL";
    /// Makes changes of administrators wait for one another, so that two cannot shut each other out at once.
    pub hold_admins() -> [exec]
        "UPDATE users SET version = version WHERE school_id = :school AND CAST(roles AS TEXT) LIKE '%\"school_admin\"%'";
    /// Administrators who can sign in.
    pub count_admins() -> [one CountRow]
        "SELECT COUNT(*) AS n FROM users WHERE school_id = :school AND status = 'active' AND password_hash IS NOT NULL
         AND CAST(roles AS TEXT) LIKE '%\"school_admin\"%'";
    /// The audiences that these are in, a JSON array of ids.
    pub audiences_of(ids: &str) -> [all MemberRow]
        "SELECT user_id, audience FROM audience_members
         WHERE school_id = :school AND user_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT))) ORDER BY user_id, audience";
    /// What members of audiences may do whose accounts stand there.
    pub roles_in_audiences(status: &str) -> [all MemberRolesRow]
        "SELECT a.audience, u.roles FROM audience_members a JOIN users u ON u.school_id = a.school_id AND u.id = a.user_id
         WHERE a.school_id = :school AND u.status = :status ORDER BY a.audience, u.id";
    pub leave_audiences(user_id: &UserId) -> [exec]
        "DELETE FROM audience_members WHERE school_id = :school AND user_id = :user_id";
    pub join_audience(user_id: &UserId, audience: &str) -> [exec]
        "INSERT INTO audience_members (school_id, user_id, audience) VALUES (:school, :user_id, :audience) ON CONFLICT DO NOTHING";
}
