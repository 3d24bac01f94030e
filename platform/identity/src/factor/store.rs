//! All SQL of second factors.

use kernel::{rows, statements};

rows! {
    /// What is needed to judge a person's codes.
    pub struct FactorRow {
        pub email: String,
        pub locale: String,
        pub totp_secret: Option<String>,
        pub totp_confirmed_at: Option<i64>,
        pub totp_step: i64,
    }
    /// A number.
    pub struct CountRow {
        pub count: i64,
    }
}

statements! {
    pub find_factor(user_id: &str) -> [opt FactorRow]
        "SELECT email, locale, totp_secret, totp_confirmed_at, totp_step FROM users WHERE school_id = $1 AND id = $2";
    /// 0 rows when one is active already: it is removed first, and that asks for more.
    pub propose(user_id: &str, secret: &str) -> [exec]
        "UPDATE users SET totp_secret = $3, totp_step = 0 WHERE school_id = $1 AND id = $2 AND totp_confirmed_at IS NULL";
    pub confirm(user_id: &str, step: i64, now: i64) -> [exec]
        "UPDATE users SET totp_step = $3, totp_confirmed_at = $4
         WHERE school_id = $1 AND id = $2 AND totp_secret IS NOT NULL AND totp_confirmed_at IS NULL";
    /// A time step counts once: one row for exactly one of any number of takers.
    pub use_step(user_id: &str, step: i64) -> [exec]
        "UPDATE users SET totp_step = $3 WHERE school_id = $1 AND id = $2 AND totp_step < $3 AND totp_confirmed_at IS NOT NULL";
    pub forget(user_id: &str) -> [exec]
        "UPDATE users SET totp_secret = NULL, totp_confirmed_at = NULL, totp_step = 0 WHERE school_id = $1 AND id = $2
         AND totp_secret IS NOT NULL";
    pub delete_recovery_codes(user_id: &str) -> [exec]
        "DELETE FROM recovery_codes WHERE school_id = $1 AND user_id = $2";
    pub insert_recovery_code(user_id: &str, code_hash: &str) -> [exec]
        "INSERT INTO recovery_codes (school_id, user_id, code_hash) VALUES ($1, $2, $3)";
    /// A recovery code counts once.
    pub use_recovery_code(user_id: &str, code_hash: &str, now: i64) -> [exec]
        "UPDATE recovery_codes SET used_at = $4 WHERE school_id = $1 AND user_id = $2 AND code_hash = $3 AND used_at IS NULL";
    pub recovery_codes_left(user_id: &str) -> [one CountRow]
        "SELECT COUNT(*) AS count FROM recovery_codes WHERE school_id = $1 AND user_id = $2 AND used_at IS NULL";

    /// Counts one more try and gives the sum.
    pub count_try(flow: &str, target_hash: &str, window_start: i64) -> [one CountRow]
        "INSERT INTO attempts (school_id, flow, target_hash, window_start, count) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (school_id, flow, target_hash, window_start) DO UPDATE SET count = attempts.count + 1 RETURNING count";
    pub forget_tries(flow: &str, target_hash: &str) -> [exec]
        "DELETE FROM attempts WHERE school_id = $1 AND flow = $2 AND target_hash = $3";
}
