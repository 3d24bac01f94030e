//! All SQL of second factors.

use kernel::{UserId, rows, statements};

rows! {
    /// What is needed to judge a person's codes.
    pub struct FactorRow {
        pub email: String,
        pub locale: String,
        pub totp_secret: Option<String>,
        pub totp_confirmed_at: Option<i64>,
        pub totp_step: i64,
    }
    pub struct CountRow {
        pub count: i64,
    }
}

statements! {
    pub find_factor(user_id: &UserId) -> [opt FactorRow]
        "SELECT email, locale, totp_secret, totp_confirmed_at, totp_step FROM users WHERE school_id = :school AND id = :user_id";
    /// 0 rows when one is active already: it is removed first, and that asks for more.
    pub propose(user_id: &UserId, secret: &str) -> [exec]
        "UPDATE users SET totp_secret = :secret, totp_step = 0 WHERE school_id = :school AND id = :user_id AND totp_confirmed_at IS NULL";
    pub confirm(user_id: &UserId, step: i64, now: i64) -> [exec]
        "UPDATE users SET totp_step = :step, totp_confirmed_at = :now
         WHERE school_id = :school AND id = :user_id AND totp_secret IS NOT NULL AND totp_confirmed_at IS NULL";
    /// A time step counts once: one row for exactly one of any number of takers.
    pub use_step(user_id: &UserId, step: i64) -> [exec]
        "UPDATE users SET totp_step = :step WHERE school_id = :school AND id = :user_id AND totp_step < :step AND totp_confirmed_at IS NOT NULL";
    pub forget(user_id: &UserId) -> [exec]
        "UPDATE users SET totp_secret = NULL, totp_confirmed_at = NULL, totp_step = 0 WHERE school_id = :school AND id = :user_id
         AND totp_secret IS NOT NULL";
    pub delete_recovery_codes(user_id: &UserId) -> [exec]
        "DELETE FROM recovery_codes WHERE school_id = :school AND user_id = :user_id";
    pub insert_recovery_code(user_id: &UserId, code_hash: &str) -> [exec]
        "INSERT INTO recovery_codes (school_id, user_id, code_hash) VALUES (:school, :user_id, :code_hash)";
    /// A recovery code counts once.
    pub use_recovery_code(user_id: &UserId, code_hash: &str, now: i64) -> [exec]
        "UPDATE recovery_codes SET used_at = :now WHERE school_id = :school AND user_id = :user_id AND code_hash = :code_hash AND used_at IS NULL";
    pub recovery_codes_left(user_id: &UserId) -> [one CountRow]
        "SELECT COUNT(*) AS count FROM recovery_codes WHERE school_id = :school AND user_id = :user_id AND used_at IS NULL";
}
