//! All SQL of requests.

use kernel::{platform_statements, rows};

use crate::ids::SubscriptionId;

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
        pub id: SubscriptionId,
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
        pub id: SubscriptionId,
        pub request_hash: String,
    }
    /// A request's id.
    pub struct IdRow {
        pub id: SubscriptionId,
    }
    /// A school's name among hosts.
    pub struct SubdomainRow {
        pub subdomain: String,
    }
    /// How many there are in a state.
    pub struct CountRow {
        pub state: String,
        pub n: i64,
    }
}

kernel::binds! {
    /// A new request.
    pub struct NewSubscription<'a> {
        pub id: &'a SubscriptionId,
        pub school_name: &'a str,
        pub school_name_ar: &'a str,
        pub subdomain: &'a str,
        pub country: &'a str,
        pub plan_code: &'a str,
        pub students_estimate: i64,
        pub contact_name: &'a str,
        pub contact_email: &'a str,
        pub contact_phone: &'a str,
        pub locale: &'a str,
        pub terms_version: &'a str,
        pub idem_key: &'a str,
        pub request_hash: &'a str,
        pub token_hash: &'a str,
        pub token_until: i64,
        pub now: i64,
    }
}

platform_statements! {
    pub insert(..row: &NewSubscription) -> [exec]
        "INSERT INTO subscriptions (id, version, state, school_name, school_name_ar, subdomain, country, plan_code, students_estimate,
         contact_name, contact_email, contact_phone, locale, terms_version, idem_key, request_hash, token_hash, token_until, created_at)
         VALUES (:id, 1, 'pending_email', :school_name, :school_name_ar, :subdomain, :country, :plan_code, :students_estimate, :contact_name, :contact_email, :contact_phone, :locale, :terms_version, :idem_key, :request_hash, :token_hash, :token_until, :now)";
    pub by_key(idem_key: &str) -> [opt KeyRow]
        "SELECT id, request_hash FROM subscriptions WHERE idem_key = :idem_key";
    /// The open request that holds a name: one that was confirmed, or was made since.
    pub holder(subdomain: &str, since: i64) -> [opt IdRow]
        "SELECT id FROM subscriptions WHERE subdomain = :subdomain
         AND (state IN ('pending_review', 'provisioning') OR (state = 'pending_email' AND created_at > :since)) LIMIT 1";
    pub find(id: &SubscriptionId) -> [opt SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = :id");
    pub by_token(token_hash: &str, now: i64) -> [opt SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE token_hash = :token_hash AND token_until > :now");
    pub confirm(id: &SubscriptionId, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'pending_review', version = version + 1, confirmed_at = :now
         WHERE id = :id AND state = 'pending_email'";
    /// 0 rows when it was decided or changed meanwhile.
    pub approve(id: &SubscriptionId, version: i64, by: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'provisioning', version = version + 1, decided_at = :now, decided_by = :by, problem = NULL
         WHERE id = :id AND version = :version AND state = 'pending_review'";
    pub reject(id: &SubscriptionId, version: i64, by: &str, reason: &str, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'rejected', version = version + 1, decided_at = :now, decided_by = :by, reason = :reason
         WHERE id = :id AND version = :version AND state = 'pending_review'";
    pub made(id: &SubscriptionId, now: i64) -> [exec]
        "UPDATE subscriptions SET state = 'active', version = version + 1, active_at = :now, problem = NULL
         WHERE id = :id AND state = 'provisioning'";
    pub stands_still(id: &SubscriptionId, problem: &str) -> [exec]
        "UPDATE subscriptions SET problem = :problem WHERE id = :id AND state = 'provisioning'";
    pub provisioning() -> [all IdRow]
        "SELECT id FROM subscriptions WHERE state = 'provisioning' ORDER BY decided_at, id";
    /// Names of the schools that were made since.
    pub made_since(since: i64) -> [all SubdomainRow]
        "SELECT subdomain FROM subscriptions WHERE active_at > :since ORDER BY active_at";
    pub list(state: &str, before: i64, before_id: &SubscriptionId, limit: i64) -> [all SubscriptionRow]
        concat!("SELECT ", columns!(), " FROM subscriptions WHERE (:state = '' OR state = :state)
         AND (created_at < :before OR (created_at = :before AND id < :before_id)) ORDER BY created_at DESC, id DESC LIMIT :limit");
    pub counts() -> [all CountRow]
        "SELECT state, COUNT(*) AS n FROM subscriptions GROUP BY state";
    pub prune_unconfirmed(before: i64) -> [exec]
        "DELETE FROM subscriptions WHERE state = 'pending_email' AND created_at < :before";
    pub prune_rejected(before: i64) -> [exec]
        "DELETE FROM subscriptions WHERE state = 'rejected' AND decided_at < :before";
}
