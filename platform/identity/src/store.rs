//! All SQL of accounts and sessions.

use kernel::{SessionId, UserId, rows, statements};
use sqlx::types::Json;

use crate::ids::TillId;

rows! {
    /// An account as sign-in needs it.
    pub struct UserRow {
        pub id: UserId,
        pub kind: String,
        pub email: String,
        pub name: String,
        pub roles: Json<Vec<String>>,
        pub password_hash: Option<String>,
        pub status: String,
        pub stamp: i64,
        pub created_at: i64,
        pub signed_in_at: Option<i64>,
        pub locale: String,
        pub email_verified_at: Option<i64>,
        pub totp_confirmed_at: Option<i64>,
    }
    /// Where a person gets letters.
    pub struct AddressRow {
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub locale: String,
        pub kind: String,
        pub status: String,
        pub email_verified_at: Option<i64>,
        pub has_password: bool,
    }
    /// A session beside its person.
    pub struct SessionRow {
        pub user_id: UserId,
        pub kind: String,
        pub user_kind: String,
        pub till_id: Option<TillId>,
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub avatar: String,
        pub roles: Json<Vec<String>>,
        pub status: String,
        pub stamp: i64,
        pub session_stamp: i64,
        pub seen_at: i64,
        pub expires_at: i64,
        pub ended_at: Option<i64>,
    }
    /// When a session's person last showed who they are.
    pub struct ConfirmedRow {
        pub confirmed_at: i64,
    }
    /// The till of a session.
    pub struct TillRow {
        pub id: TillId,
        pub code: String,
        pub name: String,
    }
    pub struct IdRow {
        pub id: SessionId,
    }
    pub struct StampRow {
        pub stamp: i64,
    }
    pub struct RefreshRow {
        pub session_id: SessionId,
        pub used_at: Option<i64>,
        pub successor: Option<String>,
    }
    /// How often a session was carried on within its window.
    pub struct RefreshesRow {
        pub refreshes: i64,
    }
    /// Somebody's name.
    pub struct NamedRow {
        pub id: UserId,
        pub name: String,
        pub email: String,
    }
    /// Somebody, as colleagues see them.
    pub struct PersonRow {
        pub id: UserId,
        pub name: String,
        pub email: String,
        pub roles: Json<Vec<String>>,
        pub status: String,
    }
}

kernel::binds! {
    /// A session as it is stored.
    pub struct NewSession<'a> {
        pub id: &'a SessionId,
        pub user_id: &'a UserId,
        pub kind: &'a str,
        pub method: &'a str,
        pub till_id: Option<&'a TillId>,
        pub device: &'a str,
        pub address: &'a str,
        pub stamp: i64,
        pub now: i64,
        pub expires_at: i64,
    }
}

statements! {
    pub find_user_by_email(email: &str) -> [opt UserRow]
        "SELECT id, kind, email, name, roles, password_hash, status, stamp, created_at, signed_in_at, locale,
         email_verified_at, totp_confirmed_at
         FROM users WHERE school_id = :school AND email = :email";
    pub find_user(id: &UserId) -> [opt UserRow]
        "SELECT id, kind, email, name, roles, password_hash, status, stamp, created_at, signed_in_at, locale,
         email_verified_at, totp_confirmed_at
         FROM users WHERE school_id = :school AND id = :id";
    /// Only a number that was proven: anybody could claim one.
    pub find_family_by_phone(phone: &str) -> [opt UserRow]
        "SELECT id, kind, email, name, roles, password_hash, status, stamp, created_at, signed_in_at, locale,
         email_verified_at, totp_confirmed_at
         FROM users WHERE school_id = :school AND phone = :phone AND phone_verified_at IS NOT NULL AND kind = 'family'
         ORDER BY created_at, id LIMIT 1";
    pub find_address(user_id: &UserId) -> [opt AddressRow]
        "SELECT name, email, contact_email, locale, kind, status, email_verified_at, password_hash IS NOT NULL AS has_password
         FROM users WHERE school_id = :school AND id = :user_id";
    pub all_users() -> [all UserRow]
        "SELECT id, kind, email, name, roles, password_hash, status, stamp, created_at, signed_in_at, locale,
         email_verified_at, totp_confirmed_at
         FROM users WHERE school_id = :school ORDER BY email";
    pub insert_user(id: &UserId, kind: &str, email: &str, name: &str, roles: Json<Vec<String>>, locale: &str, now: i64) -> [exec]
        "INSERT INTO users (school_id, id, kind, email, name, roles, locale, password_hash, status, stamp, created_at)
         VALUES (:school, :id, :kind, :email, :name, :roles, :locale, NULL, 'invited', 1, :now)";
    /// 0 rows when the person changed since the password was judged.
    pub note_sign_in(id: &UserId, stamp: i64, now: i64) -> [exec]
        "UPDATE users SET signed_in_at = :now
         WHERE school_id = :school AND id = :id AND stamp = :stamp AND status = 'active'";
    /// A new password makes an invited person active; a disabled one stays as they are.
    pub set_password(id: &UserId, password_hash: &str) -> [exec]
        "UPDATE users SET password_hash = :password_hash, status = 'active', tracking_hash = NULL
         WHERE school_id = :school AND id = :id AND status IN ('invited', 'active')";
    pub name_family(id: &UserId, name: &str) -> [exec]
        "UPDATE users SET name = :name, version = version + 1 WHERE school_id = :school AND id = :id AND kind = 'family'";
    pub disable_user(id: &UserId) -> [exec]
        "UPDATE users SET status = 'disabled' WHERE school_id = :school AND id = :id AND status <> 'disabled'";
    /// Somebody of the staff by a phone, which nobody proved.
    pub find_staff_by_phone(phone: &str) -> [opt NamedRow]
        "SELECT id, name, email FROM users WHERE school_id = :school AND phone = :phone AND kind = 'staff' AND status <> 'disabled'
         ORDER BY id LIMIT 1";
    pub all_staff() -> [all NamedRow]
        "SELECT id, name, email FROM users WHERE school_id = :school AND kind = 'staff' AND status <> 'disabled' ORDER BY name, id";
    /// Some, a list of ids.
    pub names_among(ids: &str) -> [all NamedRow]
        "SELECT id, name, email FROM users WHERE school_id = :school AND id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))";
    pub all_people() -> [all PersonRow]
        "SELECT id, name, email, roles, status FROM users WHERE school_id = :school ORDER BY name, id";
    /// The person whose turn it is, of the active ones whose roles match, by name; nobody where there is none.
    pub person_in_turn(roles_like: &str, turn: i64) -> [opt NamedRow]
        "SELECT p.id, p.name, p.email FROM (
             SELECT u.id, u.name, u.email, ROW_NUMBER() OVER (ORDER BY u.name, u.id) - 1 AS place, COUNT(*) OVER () AS people
             FROM users u WHERE u.school_id = :school AND u.kind = 'staff' AND u.status = 'active' AND CAST(u.roles AS TEXT) LIKE :roles_like
         ) p WHERE p.place = :turn % p.people";

    pub insert_session(..row: &NewSession) -> [exec]
        "INSERT INTO sessions (school_id, id, user_id, kind, method, till_id, device, address, stamp, created_at, seen_at, confirmed_at,
         expires_at)
         VALUES (:school, :id, :user_id, :kind, :method, :till_id, :device, :address, :stamp, :now, :now, :now, :expires_at)";
    /// Its person showed once more who they are.
    pub confirm_session(id: &SessionId, now: i64) -> [exec]
        "UPDATE sessions SET confirmed_at = :now WHERE school_id = :school AND id = :id AND ended_at IS NULL";
    pub find_confirmed(id: &SessionId) -> [opt ConfirmedRow]
        "SELECT confirmed_at FROM sessions WHERE school_id = :school AND id = :id";
    pub find_session(id: &SessionId) -> [opt SessionRow]
        "SELECT s.user_id, s.kind, u.kind AS user_kind, s.till_id, u.name, u.email, u.contact_email, u.avatar, u.roles, u.status,
         u.stamp, s.stamp AS session_stamp, s.seen_at, s.expires_at, s.ended_at
         FROM sessions s JOIN users u ON u.school_id = s.school_id AND u.id = s.user_id WHERE s.school_id = :school AND s.id = :id";
    pub find_till_of_session(id: &TillId) -> [opt TillRow]
        "SELECT id, code, name FROM tills WHERE school_id = :school AND id = :id";
    /// Moves a session on and counts by windows how often that was done.
    pub touch_session(id: &SessionId, now: i64, window: i64) -> [one RefreshesRow]
        "UPDATE sessions SET seen_at = :now, refreshes = CASE WHEN refresh_window = :window THEN refreshes + 1 ELSE 1 END,
         refresh_window = :window WHERE school_id = :school AND id = :id RETURNING refreshes";
    pub end_session(id: &SessionId, now: i64, reason: &str) -> [exec]
        "UPDATE sessions SET ended_at = :now, end_reason = :reason WHERE school_id = :school AND id = :id AND ended_at IS NULL";
    /// The sessions that would still be believed but for their limits, one left out.
    pub open_sessions_but(user_id: &UserId, keep: &SessionId) -> [all IdRow]
        "SELECT id FROM sessions WHERE school_id = :school AND user_id = :user_id AND id <> :keep AND ended_at IS NULL ORDER BY id";
    /// From here on every session of an older stamp is dead.
    pub move_stamp_on(user_id: &UserId) -> [opt StampRow]
        "UPDATE users SET stamp = stamp + 1 WHERE school_id = :school AND id = :user_id RETURNING stamp";
    /// The one session that lives on learns the new stamp.
    pub stamp_session(id: &SessionId, user_id: &UserId, stamp: i64) -> [exec]
        "UPDATE sessions SET stamp = :stamp WHERE school_id = :school AND id = :id AND user_id = :user_id AND ended_at IS NULL";
    /// Second factors that are waited for were asked for by the old password.
    pub drop_challenges(user_id: &UserId) -> [exec]
        "DELETE FROM challenges WHERE school_id = :school AND user_id = :user_id";

    pub insert_refresh(token_hash: &str, session_id: &SessionId, now: i64) -> [exec]
        "INSERT INTO refresh_tokens (school_id, token_hash, session_id, created_at) VALUES (:school, :token_hash, :session_id, :now)";
    pub find_refresh(token_hash: &str) -> [opt RefreshRow]
        "SELECT session_id, used_at, successor FROM refresh_tokens WHERE school_id = :school AND token_hash = :token_hash";
    /// One row for exactly one of any number of takers: a token has one successor.
    pub use_refresh(token_hash: &str, successor: &str, now: i64) -> [exec]
        "UPDATE refresh_tokens SET used_at = :now, successor = :successor WHERE school_id = :school AND token_hash = :token_hash AND used_at IS NULL";

    pub prune_sessions(before: i64) -> [exec]
        "DELETE FROM sessions WHERE school_id = :school AND expires_at < :before";
}
