//! All SQL of profiles.

use kernel::{SessionId, UserId, rows, statements};
use serde_json::Value;
use sqlx::types::Json;

rows! {
    /// A person, as they see themselves.
    pub struct ProfileRow {
        pub id: UserId,
        pub version: i64,
        pub kind: String,
        pub status: String,
        pub name: String,
        pub email: String,
        pub contact_email: String,
        pub email_verified_at: Option<i64>,
        pub phone: String,
        pub phone_verified_at: Option<i64>,
        pub avatar: String,
        pub locale: String,
        pub profile: Json<Value>,
        pub password_hash: Option<String>,
        pub roles: Json<Vec<String>>,
        pub created_at: i64,
        pub signed_in_at: Option<i64>,
        pub erasure_asked_at: Option<i64>,
    }
    /// A session of one's own.
    pub struct OwnSessionRow {
        pub id: SessionId,
        pub kind: String,
        pub method: String,
        pub device: String,
        pub address: String,
        pub created_at: i64,
        pub seen_at: i64,
        pub expires_at: i64,
    }
    /// Something that the person did.
    pub struct DeedRow {
        pub at: i64,
        pub action: String,
        pub object_kind: String,
        pub object_id: String,
    }
    pub struct AvatarRow {
        pub avatar: String,
    }
    pub struct IdRow {
        pub id: SessionId,
    }
}

statements! {
    pub find_profile(user_id: &UserId) -> [opt ProfileRow]
        "SELECT id, version, kind, status, name, email, contact_email, email_verified_at, phone, phone_verified_at, avatar, locale, profile, password_hash, roles,
             created_at, signed_in_at, erasure_asked_at
         FROM users WHERE school_id = :school AND id = :user_id";
    /// A new number has not been proved. 0 rows when somebody else was quicker.
    pub update_profile(user_id: &UserId, version: i64, name: &str, phone: &str, locale: &str, profile: Json<Value>) -> [exec]
        "UPDATE users SET version = version + 1, name = :name, phone = :phone, locale = :locale, profile = :profile,
             phone_verified_at = CASE WHEN phone = :phone THEN phone_verified_at ELSE NULL END
         WHERE school_id = :school AND id = :user_id AND version = :version";
    /// Holds an account for the rest of the transaction, so that of two pictures at once the second sees the first.
    pub hold_profile(id: &UserId) -> [exec]
        "UPDATE users SET avatar = avatar WHERE school_id = :school AND id = :id";
    /// The first request stands until it is answered.
    pub ask_erasure(id: &UserId, now: i64) -> [exec]
        "UPDATE users SET erasure_asked_at = COALESCE(erasure_asked_at, :now) WHERE school_id = :school AND id = :id";
    pub set_avatar(user_id: &UserId, avatar: &str) -> [exec]
        "UPDATE users SET avatar = :avatar WHERE school_id = :school AND id = :user_id";
    pub avatars() -> [all AvatarRow]
        "SELECT avatar FROM users WHERE school_id = :school AND avatar <> ''";

    pub live_sessions(user_id: &UserId, now: i64) -> [all OwnSessionRow]
        "SELECT s.id, s.kind, s.method, s.device, s.address, s.created_at, s.seen_at, s.expires_at
         FROM sessions s JOIN users u ON u.school_id = s.school_id AND u.id = s.user_id AND u.stamp = s.stamp
         WHERE s.school_id = :school AND s.user_id = :user_id AND s.ended_at IS NULL AND s.expires_at > :now
         ORDER BY s.seen_at DESC, s.id DESC LIMIT 200";
    pub find_own_session(user_id: &UserId, session_id: &SessionId) -> [opt IdRow]
        "SELECT id FROM sessions WHERE school_id = :school AND user_id = :user_id AND id = :session_id AND ended_at IS NULL";

    pub own_deeds(user_id: &UserId) -> [all DeedRow]
        "SELECT at, action, object_kind, object_id FROM audit_log WHERE school_id = :school AND actor_id = :user_id
         ORDER BY at DESC, id DESC LIMIT 5000";
    /// A proven number in the place of the one that somebody signed in by.
    pub change_number(id: &UserId, phone: &str, now: i64) -> [exec]
        "UPDATE users SET phone = :phone, phone_verified_at = :now, version = version + 1,
         email = CASE WHEN email LIKE 'phone:%' THEN 'phone:' || CAST(:phone AS TEXT) ELSE email END
         WHERE school_id = :school AND id = :id AND status = 'active' AND phone_verified_at IS NOT NULL";
}
