//! All SQL of tills.

use kernel::{SessionId, UserId, rows, statements};
use sqlx::types::Json;

use crate::ids::TillId;

rows! {
    pub struct TillRow {
        pub id: TillId,
        pub version: i64,
        pub code: String,
        pub name: String,
        pub store_types: Json<Vec<String>>,
        pub device_hash: Option<String>,
        pub device_label: String,
        pub enrolled_at: Option<i64>,
        pub disabled_at: Option<i64>,
    }
    pub struct CountRow {
        pub n: i64,
    }
    /// An open session at a till, beside its person.
    pub struct OpenRow {
        pub session_id: SessionId,
        pub till_id: TillId,
        pub user_id: UserId,
        pub user_name: String,
        pub seen_at: i64,
    }
    /// Somebody who may sign in at tills.
    pub struct StaffRow {
        pub id: UserId,
        pub roles: Json<Vec<String>>,
        pub status: String,
        pub stamp: i64,
        pub pin_hash: Option<String>,
    }
    /// The till of a session, and since when it is open.
    pub struct SeatRow {
        pub till_id: Option<TillId>,
        pub created_at: i64,
    }
}

statements! {
    pub list_tills() -> [all TillRow]
        "SELECT id, version, code, name, store_types, device_hash, device_label, enrolled_at, disabled_at
         FROM tills WHERE school_id = :school ORDER BY code LIMIT 1000";
    pub count_tills() -> [one CountRow]
        "SELECT COUNT(*) AS n FROM tills WHERE school_id = :school";
    pub find_till(id: &TillId) -> [opt TillRow]
        "SELECT id, version, code, name, store_types, device_hash, device_label, enrolled_at, disabled_at
         FROM tills WHERE school_id = :school AND id = :id";
    pub find_till_by_device(device_hash: &str) -> [opt TillRow]
        "SELECT id, version, code, name, store_types, device_hash, device_label, enrolled_at, disabled_at
         FROM tills WHERE school_id = :school AND device_hash = :device_hash";
    pub insert_till(id: &TillId, code: &str, name: &str, store_types: Json<Vec<String>>, enrolment_hash: &str, expires_at: i64, now: i64)
        -> [exec]
        "INSERT INTO tills (school_id, id, code, name, store_types, version, enrolment_hash, enrolment_expires_at, device_label, created_at)
         VALUES (:school, :id, :code, :name, :store_types, 1, :enrolment_hash, :expires_at, '', :now)";
    /// 0 rows when somebody else was quicker.
    pub update_till(id: &TillId, version: i64, name: &str, store_types: Json<Vec<String>>, disabled_at: Option<i64>) -> [exec]
        "UPDATE tills SET version = version + 1, name = :name, store_types = :store_types, disabled_at = :disabled_at
         WHERE school_id = :school AND id = :id AND version = :version";
    pub set_enrolment(id: &TillId, enrolment_hash: &str, expires_at: i64) -> [exec]
        "UPDATE tills SET enrolment_hash = :enrolment_hash, enrolment_expires_at = :expires_at WHERE school_id = :school AND id = :id";
    /// Uses the code up: one row for exactly one of any number of takers.
    pub enrol(enrolment_hash: &str, device_hash: &str, device_label: &str, now: i64) -> [opt TillRow]
        "UPDATE tills SET device_hash = :device_hash, device_label = :device_label, enrolled_at = :now, enrolment_hash = NULL, enrolment_expires_at = NULL
         WHERE school_id = :school AND enrolment_hash = :enrolment_hash AND enrolment_expires_at > :now AND disabled_at IS NULL
         RETURNING id, version, code, name, store_types, device_hash, device_label, enrolled_at, disabled_at";
    pub forget_device(id: &TillId) -> [exec]
        "UPDATE tills SET device_hash = NULL, device_label = '', enrolled_at = NULL WHERE school_id = :school AND id = :id";
    /// Makes sign-ins at one till wait for one another.
    pub hold_till(id: &TillId, device_hash: &str) -> [exec]
        "UPDATE tills SET device_hash = :device_hash WHERE school_id = :school AND id = :id AND device_hash = :device_hash AND disabled_at IS NULL";
    pub open_at_tills(now: i64) -> [all OpenRow]
        "SELECT s.id AS session_id, s.till_id, s.user_id, u.name AS user_name, s.seen_at
         FROM sessions s JOIN users u ON u.school_id = s.school_id AND u.id = s.user_id AND u.stamp = s.stamp
         WHERE s.school_id = :school AND s.till_id IS NOT NULL AND s.ended_at IS NULL AND s.expires_at > :now AND u.status = 'active'
         ORDER BY s.seen_at DESC";
    pub open_at_till(till_id: &TillId) -> [all OpenRow]
        "SELECT s.id AS session_id, s.till_id, s.user_id, u.name AS user_name, s.seen_at
         FROM sessions s JOIN users u ON u.school_id = s.school_id AND u.id = s.user_id
         WHERE s.school_id = :school AND s.till_id = :till_id AND s.ended_at IS NULL ORDER BY s.seen_at DESC";
    pub find_staff(staff_code: &str) -> [opt StaffRow]
        "SELECT id, roles, status, stamp, pin_hash FROM users WHERE school_id = :school AND staff_code = :staff_code";
    pub find_seat(session_id: &SessionId) -> [opt SeatRow]
        "SELECT till_id, created_at FROM sessions WHERE school_id = :school AND id = :session_id";
}
