//! All SQL of operators.

use kernel::{platform_statements, rows};

use crate::ids::{OperatorId, OperatorSessionId};

rows! {
    /// An operator.
    pub struct OperatorRow {
        pub id: OperatorId,
        pub email: String,
        pub name: String,
        pub status: String,
        pub password_hash: Option<String>,
        pub totp_sealed: Option<String>,
        pub totp_step: i64,
        pub locked_at: Option<i64>,
        pub signed_in_at: Option<i64>,
    }
    /// A link beside its operator.
    pub struct LinkRow {
        pub operator_id: OperatorId,
        pub totp_sealed: String,
        pub tries: i64,
        pub email: String,
        pub name: String,
    }
    /// A session that lives.
    pub struct AliveRow {
        pub id: OperatorSessionId,
    }
    /// A session beside its operator.
    pub struct SessionRow {
        pub id: OperatorSessionId,
        pub operator_id: OperatorId,
        pub replaced_at: Option<i64>,
        pub rotated_at: i64,
        pub seen_at: i64,
        pub expires_at: i64,
        pub name: String,
        pub email: String,
    }
}

platform_statements! {
    pub insert(id: &OperatorId, email: &str, name: &str, now: i64) -> [exec]
        "INSERT INTO operators (id, email, name, status, totp_step, created_at)
         VALUES (:id, :email, :name, 'invited', 0, :now)";
    pub by_email(email: &str) -> [opt OperatorRow]
        "SELECT id, email, name, status, password_hash, totp_sealed, totp_step, locked_at, signed_in_at
         FROM operators WHERE email = :email";
    pub all() -> [all OperatorRow]
        "SELECT id, email, name, status, password_hash, totp_sealed, totp_step, locked_at, signed_in_at
         FROM operators ORDER BY email";
    /// Who was removed, locked, or never came, begins anew.
    pub invite_again(id: &OperatorId, name: &str) -> [exec]
        "UPDATE operators SET status = 'invited', name = :name, password_hash = NULL, totp_sealed = NULL, locked_at = NULL
         WHERE id = :id";
    pub remove(id: &OperatorId) -> [exec]
        "UPDATE operators SET status = 'removed', password_hash = NULL, totp_sealed = NULL WHERE id = :id AND status <> 'removed'";
    pub activate(id: &OperatorId, password_hash: &str, totp_sealed: &str, totp_step: i64, now: i64) -> [exec]
        "UPDATE operators SET status = 'active', password_hash = :password_hash, totp_sealed = :totp_sealed, totp_step = :totp_step, signed_in_at = :now WHERE id = :id AND status = 'invited'";
    /// 0 rows when somebody else was quicker.
    pub lock(id: &OperatorId, now: i64) -> [exec]
        "UPDATE operators SET locked_at = :now WHERE id = :id AND locked_at IS NULL";
    pub note_sign_in(id: &OperatorId, password_hash: &str, now: i64) -> [exec]
        "UPDATE operators SET signed_in_at = :now WHERE id = :id AND status = 'active' AND password_hash = :password_hash AND locked_at IS NULL";
    /// 0 rows for a time step that counted before.
    pub use_step(id: &OperatorId, step: i64) -> [exec]
        "UPDATE operators SET totp_step = :step WHERE id = :id AND totp_step < :step";

    pub insert_link(token_hash: &str, operator_id: &OperatorId, totp_sealed: &str, now: i64, expires_at: i64) -> [exec]
        "INSERT INTO operator_links (token_hash, operator_id, totp_sealed, tries, created_at, expires_at) VALUES (:token_hash, :operator_id, :totp_sealed, 0, :now, :expires_at)";
    pub find_link(token_hash: &str, now: i64) -> [opt LinkRow]
        "SELECT l.operator_id, l.totp_sealed, l.tries, o.email, o.name FROM operator_links l JOIN operators o ON o.id = l.operator_id
         WHERE l.token_hash = :token_hash AND l.used_at IS NULL AND l.expires_at > :now AND o.status = 'invited'";
    pub count_link_try(token_hash: &str) -> [exec]
        "UPDATE operator_links SET tries = tries + 1 WHERE token_hash = :token_hash";
    /// One row for exactly one of any number of takers.
    pub use_link(token_hash: &str, now: i64) -> [exec]
        "UPDATE operator_links SET used_at = :now WHERE token_hash = :token_hash AND used_at IS NULL AND expires_at > :now";
    pub use_up_links(operator_id: &OperatorId, now: i64) -> [exec]
        "UPDATE operator_links SET used_at = :now WHERE operator_id = :operator_id AND used_at IS NULL";
    pub prune_links(before: i64) -> [exec]
        "DELETE FROM operator_links WHERE expires_at < :before";

    pub insert_recovery_code(operator_id: &OperatorId, code_hash: &str) -> [exec]
        "INSERT INTO operator_recovery_codes (operator_id, code_hash) VALUES (:operator_id, :code_hash)";
    pub delete_recovery_codes(operator_id: &OperatorId) -> [exec]
        "DELETE FROM operator_recovery_codes WHERE operator_id = :operator_id";
    pub use_recovery_code(operator_id: &OperatorId, code_hash: &str, now: i64) -> [exec]
        "UPDATE operator_recovery_codes SET used_at = :now WHERE operator_id = :operator_id AND code_hash = :code_hash AND used_at IS NULL";

    pub insert_session(id: &OperatorSessionId, operator_id: &OperatorId, token_hash: &str, now: i64, expires_at: i64) -> [exec]
        "INSERT INTO operator_sessions (id, operator_id, token_hash, rotated_at, created_at, seen_at, expires_at)
         VALUES (:id, :operator_id, :token_hash, :now, :now, :now, :expires_at)";
    pub find_session(token_hash: &str) -> [opt SessionRow]
        "SELECT s.id, s.operator_id, f.replaced_at, s.rotated_at, s.seen_at, s.expires_at, o.name, o.email
         FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
         LEFT JOIN operator_former_cookies f ON f.session_id = s.id AND f.token_hash = :token_hash
         WHERE (s.token_hash = :token_hash OR f.token_hash = :token_hash) AND s.ended_at IS NULL AND o.status = 'active'";
    /// A row as long as the session lives; a new cookie changes nothing of that.
    pub find_alive(id: &OperatorSessionId, now: i64) -> [opt AliveRow]
        "SELECT s.id FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
         WHERE s.id = :id AND s.ended_at IS NULL AND s.expires_at > :now AND o.status = 'active'";
    pub touch_session(id: &OperatorSessionId, now: i64) -> [exec]
        "UPDATE operator_sessions SET seen_at = :now WHERE id = :id AND ended_at IS NULL";
    /// 0 rows when another request changed the cookie meanwhile.
    pub rotate_session(id: &OperatorSessionId, before: &str, token_hash: &str, now: i64) -> [exec]
        "UPDATE operator_sessions SET token_hash = :token_hash, rotated_at = :now, seen_at = :now
         WHERE id = :id AND token_hash = :before AND ended_at IS NULL";
    pub insert_former(token_hash: &str, session_id: &OperatorSessionId, now: i64) -> [exec]
        "INSERT INTO operator_former_cookies (token_hash, session_id, replaced_at) VALUES (:token_hash, :session_id, :now)";
    pub end_session(id: &OperatorSessionId, now: i64, reason: &str) -> [exec]
        "UPDATE operator_sessions SET ended_at = :now, end_reason = :reason WHERE id = :id AND ended_at IS NULL";
    pub end_all(operator_id: &OperatorId, now: i64, reason: &str) -> [exec]
        "UPDATE operator_sessions SET ended_at = :now, end_reason = :reason WHERE operator_id = :operator_id AND ended_at IS NULL";
    pub prune_sessions(before: i64) -> [exec]
        "DELETE FROM operator_sessions WHERE expires_at < :before";
}
