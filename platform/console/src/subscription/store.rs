//! All SQL of requests.

use kernel::{platform_statements, rows};

/// The columns of a request.
macro_rules! columns {
    () => {
        "id, version, state, school_name, school_name_ar, subdomain, country, plan_code, students_estimate, contact_name, \
         contact_email, contact_phone, locale, created_at, confirmed_at, decided_at, decided_by, reason, problem"
    };
}

rows! {
    /// A request.
    pub struct SubscriptionRow {
        pub id: String,
        pub version: i64,
        pub state: String,
        pub school_name: String,
        pub school_name_ar: String,
        pub subdomain: String,
        pub country: String,
        pub plan_code: String,
        pub students_estimate: i64,
        pub contact_name: String,
        pub contact_email: String,
        pub contact_phone: String,
        pub locale: String,
        pub created_at: i64,
        pub confirmed_at: Option<i64>,
        pub decided_at: Option<i64>,
        pub decided_by: Option<String>,
        pub reason: Option<String>,
        pub problem: Option<String>,
    }
    /// What a key was used for.
    pub struct KeyRow {
        pub id: String,
        pub request_hash: String,
    }
    /// An id alone.
    pub struct IdRow {
        pub id: String,
    }
    /// How many there are in a state.
    pub struct CountRow {
        pub state: String,
        pub n: i64,
    }
}

platform_statements! {
    pub insert(id: &str, school_name: &str, school_name_ar: &str, subdomain: &str, country: &str, plan_code: &str,
               students_estimate: i64, contact_name: &str, contact_email: &str, contact_phone: &str, locale: &str,
               terms_version: &str, idem_key: &str, request_hash: &str, token_hash: &str, token_until: i64, now: i64) -> [exec]
        "INSERT INTO subscriptions (id, version, state, school_name, school_name_ar, subdomain, country, plan_code, students_estimate,
         contact_name, contact_email, contact_phone, locale, terms_version, idem_key, request_hash, token_hash, token_until, created_at)
         VALUES ($1, 1, 'pending_email', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
    pub by_key(idem_key: &str) -> [opt KeyRow]
        "SELECT id, request_hash FROM subscriptions WHERE idem_key = $1";
    /// The open request that holds a name: one that was confirmed, or was made since.
    pub holder(subdomain: &str, since: i64) -> [opt IdRow]
        "SELECT id FROM subscriptions WHERE subdomain = $1
         AND (state IN ('pending_review', 'provisioning') OR (state = 'pending_email' AND created_at > $2)) LIMIT 1";
    pub find(id: &str) -> [opt SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = $1");
    pub by_token(token_hash: &str, now: i64) -> [opt SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE token_hash = $1 AND token_until > $2");
    pub confirm(id: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'pending_review', version = version + 1, confirmed_at = $2
         WHERE id = $1 AND state = 'pending_email'";
    /// 0 rows when it was decided or changed meanwhile.
    pub approve(id: &str, version: i64, by: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'provisioning', version = version + 1, decided_at = $4, decided_by = $3, problem = NULL
         WHERE id = $1 AND version = $2 AND state = 'pending_review'";
    pub reject(id: &str, version: i64, by: &str, reason: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'rejected', version = version + 1, decided_at = $5, decided_by = $3, reason = $4
         WHERE id = $1 AND version = $2 AND state = 'pending_review'";
    pub made(id: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'active', version = version + 1, active_at = $2, problem = NULL
         WHERE id = $1 AND state = 'provisioning'";
    pub stands_still(id: &str, problem: &str) -> [exec]
        "UPDATE subscriptions SET problem = $2 WHERE id = $1 AND state = 'provisioning'";
    pub provisioning() -> [all IdRow]
        "SELECT id FROM subscriptions WHERE state = 'provisioning' ORDER BY decided_at, id";
    /// Names of the schools that were made since.
    pub made_since(since: i64) -> [all IdRow]
        "SELECT subdomain AS id FROM subscriptions WHERE active_at > $1 ORDER BY active_at";
    pub list(state: &str, before: i64, before_id: &str, limit: i64) -> [all SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE ($1 = '' OR state = $1)
         AND (created_at < $2 OR (created_at = $2 AND id < $3)) ORDER BY created_at DESC, id DESC LIMIT $4");
    pub counts() -> [all CountRow]
        "SELECT state, COUNT(*) AS n FROM subscriptions GROUP BY state";
    pub prune_unconfirmed(before: i64) -> [exec]
        "DELETE FROM subscriptions WHERE state = 'pending_email' AND created_at < $1";
    pub prune_rejected(before: i64) -> [exec]
        "DELETE FROM subscriptions WHERE state = 'rejected' AND decided_at < $1";
}
