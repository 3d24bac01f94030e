//! All SQL of ways in.

use kernel::{UserId, rows, statements};
use sqlx::types::Json;

use crate::ids::ChallengeId;
use crate::store::UserRow;

rows! {
    pub struct AttemptRow {
        pub count: i64,
    }
    /// When a code last went to a target.
    pub struct SentRow {
        pub sent_at: Option<i64>,
    }
    /// A challenge of which one try was just taken.
    pub struct ChallengeRow {
        pub purpose: String,
        pub user_id: Option<UserId>,
        pub target: String,
        pub target_hash: String,
        pub code_hash: String,
        pub tries: i64,
    }
    /// The target of a challenge.
    pub struct TargetRow {
        pub target: String,
        /// When a person proved to ask.
        pub asked_at: i64,
    }
    /// Who a link is made for.
    pub struct LinkHolderRow {
        pub id: UserId,
        pub email: String,
    }
    pub struct NumberRow {
        pub phone: String,
    }
    /// What was told in a browser before the address was proved.
    pub struct RegistrationRow {
        pub mark_hash: String,
        pub password_hash: String,
        pub name: String,
        pub phone: String,
        pub locale: String,
        pub terms_version: String,
    }
    /// A code that went to who is signed in, of which one try was just taken.
    pub struct OwnCodeRow {
        pub id: ChallengeId,
        pub target: String,
        pub code_hash: String,
        pub tries: i64,
    }
}

kernel::binds! {
    /// Somebody who enters for the first time.
    pub struct NewPerson<'a> {
        pub id: &'a UserId,
        pub kind: &'a str,
        pub email: &'a str,
        pub contact_email: &'a str,
        pub phone: &'a str,
        pub name: &'a str,
        pub roles: Json<&'a [String]>,
        pub locale: &'a str,
        pub password_hash: Option<&'a str>,
        pub terms_version: &'a str,
        pub email_verified_at: Option<i64>,
        pub phone_verified_at: Option<i64>,
        pub tracking_hash: Option<&'a str>,
        pub now: i64,
    }
}

statements! {
    pub find_applicant(tracking_hash: &str) -> [opt UserRow]
        "SELECT id, kind, email, name, roles, password_hash, status, stamp, created_at, signed_in_at, locale,
         email_verified_at, totp_confirmed_at
         FROM users WHERE school_id = :school AND tracking_hash = :tracking_hash AND kind = 'applicant' AND status = 'active'";
    pub insert_person(..row: &NewPerson) -> [exec]
        "INSERT INTO users (school_id, id, kind, email, contact_email, phone, name, roles, locale, password_hash, terms_version,
         email_verified_at, phone_verified_at, tracking_hash, status, stamp, created_at)
         VALUES (:school, :id, :kind, :email, :contact_email, :phone, :name, :roles, :locale, :password_hash, :terms_version, :email_verified_at, :phone_verified_at, :tracking_hash, 'active', 1, :now)";
    pub verify_address(id: &UserId, email: &str, now: i64) -> [exec]
        "UPDATE users SET email_verified_at = COALESCE(email_verified_at, :now)
         WHERE school_id = :school AND id = :id AND email = :email AND status = 'active'";
    /// Whoever first proves a family's address owns the account: what was told of it before is anybody's. 0 rows when it is proved.
    pub take_over_address(id: &UserId, email: &str, name: &str, locale: &str, now: i64) -> [exec]
        "UPDATE users SET email_verified_at = :now, password_hash = NULL, name = :name, phone = '', locale = :locale, terms_version = '',
         profile = '{}'
         WHERE school_id = :school AND id = :id AND email = :email AND kind = 'family' AND status = 'active' AND email_verified_at IS NULL";
    /// Back to the number from before a change; an address that was proved since is whoever's who changed it, as is the password.
    pub restore_number(id: &UserId, phone: &str, since: i64, now: i64) -> [exec]
        "UPDATE users SET phone = :phone, phone_verified_at = :now, password_hash = NULL, version = version + 1,
         email = CASE WHEN email LIKE 'phone:%' OR email_verified_at >= :since THEN 'phone:' || CAST(:phone AS TEXT) ELSE email END,
         email_verified_at = CASE WHEN email_verified_at >= :since THEN NULL ELSE email_verified_at END
         WHERE school_id = :school AND id = :id AND status = 'active'";
    pub change_address(id: &UserId, email: &str, now: i64) -> [exec]
        "UPDATE users SET email = :email, email_verified_at = :now WHERE school_id = :school AND id = :id AND status = 'active'";

    /// Back to the address from before a change; the password is whoever's who changed it.
    pub restore_address(id: &UserId, email: &str, now: i64) -> [exec]
        "UPDATE users SET email = :email, email_verified_at = :now, password_hash = NULL
         WHERE school_id = :school AND id = :id AND status = 'active'";

    /// Only for a family whose address waits to be proved; nothing for anybody else: the same work for everybody.
    pub insert_registration(mark_hash: &str, user_id: &UserId, password_hash: &str, name: &str, phone: &str, locale: &str,
                            terms_version: &str, expires_at: i64) -> [exec]
        "INSERT INTO registrations (school_id, mark_hash, user_id, password_hash, name, phone, locale, terms_version, expires_at)
         SELECT CAST(:school AS TEXT), CAST(:mark_hash AS TEXT), id, CAST(:password_hash AS TEXT), CAST(:name AS TEXT), CAST(:phone AS TEXT), CAST(:locale AS TEXT),
         CAST(:terms_version AS TEXT), CAST(:expires_at AS BIGINT)
         FROM users WHERE school_id = :school AND id = :user_id AND kind = 'family' AND status = 'active' AND email_verified_at IS NULL";
    pub registrations_of(user_id: &UserId, now: i64) -> [all RegistrationRow]
        "SELECT mark_hash, password_hash, name, phone, locale, terms_version FROM registrations
         WHERE school_id = :school AND user_id = :user_id AND expires_at > :now ORDER BY expires_at, mark_hash";
    pub drop_registrations(user_id: &UserId) -> [exec]
        "DELETE FROM registrations WHERE school_id = :school AND user_id = :user_id";
    pub prune_registrations(now: i64) -> [exec]
        "DELETE FROM registrations WHERE school_id = :school AND expires_at < :now";
    /// What was told counts from now on.
    pub settle_registration(id: &UserId, password_hash: &str, name: &str, phone: &str, locale: &str, terms_version: &str) -> [exec]
        "UPDATE users SET password_hash = :password_hash, name = :name, phone = :phone, locale = :locale, terms_version = :terms_version
         WHERE school_id = :school AND id = :id AND status = 'active'";

    pub count_attempt(flow: &str, target_hash: &str, window_start: i64) -> [one AttemptRow]
        "INSERT INTO attempts (school_id, flow, target_hash, window_start, count) VALUES (:school, :flow, :target_hash, :window_start, 1)
         ON CONFLICT (school_id, flow, target_hash, window_start) DO UPDATE SET count = attempts.count + 1 RETURNING count";
    pub forgive_attempt(flow: &str, target_hash: &str, window_start: i64) -> [exec]
        "UPDATE attempts SET count = count - 1
         WHERE school_id = :school AND flow = :flow AND target_hash = :target_hash AND window_start = :window_start AND count > 0";
    pub forget_attempts(flow: &str, target_hash: &str) -> [exec]
        "DELETE FROM attempts WHERE school_id = :school AND flow = :flow AND target_hash = :target_hash";
    /// Those of `monthly`, a JSON array of flows, have a term of their own.
    pub prune_attempts(before: i64, monthly: &str, monthly_before: i64) -> [exec]
        "DELETE FROM attempts WHERE school_id = :school AND window_start < :before
             AND (flow NOT IN (SELECT value FROM json_each(CAST(:monthly AS TEXT))) OR window_start < :monthly_before)";

    pub insert_challenge(id: &ChallengeId, purpose: &str, user_id: Option<&UserId>, target: &str, target_hash: &str, code_hash: &str, now: i64,
                         asked_at: i64, expires_at: i64) -> [exec]
        "INSERT INTO challenges (school_id, id, purpose, user_id, target, target_hash, code_hash, tries, sent, sent_at, asked_at, created_at,
         expires_at) VALUES (:school, :id, :purpose, :user_id, :target, :target_hash, :code_hash, 0, 1, :now, :asked_at, :now, :expires_at)";
    pub last_sent(target_hash: &str) -> [one SentRow]
        "SELECT MAX(sent_at) AS sent_at FROM challenges WHERE school_id = :school AND target_hash = :target_hash AND purpose = 'sign_in'";
    /// One try, for at most five of any number of takers, and none once the code was used or its time is over.
    pub take_try(id: &ChallengeId, now: i64, most: i64) -> [opt ChallengeRow]
        "UPDATE challenges SET tries = tries + 1
         WHERE school_id = :school AND id = :id AND tries < :most AND used_at IS NULL AND expires_at > :now
         RETURNING purpose, user_id, target, target_hash, code_hash, tries";
    /// The same of a code that was sent to who is signed in: of each purpose there is one at a time.
    pub take_own_code(user_id: &UserId, purpose: &str, now: i64, most: i64) -> [opt OwnCodeRow]
        "UPDATE challenges SET tries = tries + 1
         WHERE school_id = :school AND user_id = :user_id AND purpose = :purpose AND tries < :most AND used_at IS NULL AND expires_at > :now
         RETURNING id, target, code_hash, tries";
    pub last_own_code(user_id: &UserId, purpose: &str) -> [one SentRow]
        "SELECT MAX(sent_at) AS sent_at FROM challenges WHERE school_id = :school AND user_id = :user_id AND purpose = :purpose";
    /// Where a code of a change went that is waited for still, however often it was tried.
    pub pending_own_code(user_id: &UserId, purpose: &str, now: i64) -> [opt TargetRow]
        "SELECT target, asked_at FROM challenges
         WHERE school_id = :school AND user_id = :user_id AND purpose = :purpose AND used_at IS NULL AND expires_at > :now";
    pub kill_own_codes(user_id: &UserId, purpose: &str, now: i64) -> [exec]
        "UPDATE challenges SET used_at = :now WHERE school_id = :school AND user_id = :user_id AND purpose = :purpose AND used_at IS NULL";
    /// One row for exactly one of any number of takers.
    pub use_challenge(id: &ChallengeId, now: i64) -> [exec]
        "UPDATE challenges SET used_at = :now WHERE school_id = :school AND id = :id AND used_at IS NULL AND expires_at > :now";
    /// A code that was sent for signing in and not used; its time may be over.
    pub find_target(id: &ChallengeId, since: i64) -> [opt TargetRow]
        "SELECT target, asked_at FROM challenges
         WHERE school_id = :school AND id = :id AND purpose = 'sign_in' AND used_at IS NULL AND asked_at > :since";
    pub kill_challenge(id: &ChallengeId, now: i64) -> [exec]
        "UPDATE challenges SET used_at = :now WHERE school_id = :school AND id = :id AND used_at IS NULL";
    pub prune_challenges(before: i64) -> [exec]
        "DELETE FROM challenges WHERE school_id = :school AND expires_at < :before";

    /// Who a link may be made for: nobody who is not there or may not sign in.
    pub find_link_holder(id: &UserId) -> [opt LinkHolderRow]
        "SELECT id, email FROM users WHERE school_id = :school AND id = :id AND status <> 'disabled'";
    /// The number that somebody has now.
    pub number_of(id: &UserId) -> [opt NumberRow]
        "SELECT phone FROM users WHERE school_id = :school AND id = :id";
}
