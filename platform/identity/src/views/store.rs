//! All SQL of saved views.

use std::collections::BTreeMap;

use kernel::{UserId, rows, statements};
use sqlx::types::Json;

use crate::ids::ViewId;

rows! {
    /// A saved view.
    pub struct ViewRow {
        pub id: ViewId,
        pub list: String,
        pub name: String,
        pub query: Json<BTreeMap<String, String>>,
        pub version: i64,
    }
    /// How many there are.
    pub struct CountRow {
        pub n: i64,
    }
}

statements! {
    /// An account's views, by name.
    pub views_of(user: &UserId) -> [all ViewRow]
        "SELECT id, list, name, query, version FROM saved_views
         WHERE school_id = :school AND user_id = :user ORDER BY name_key, id LIMIT 50";
    /// One of an account's.
    pub find_view(user: &UserId, id: &ViewId) -> [opt ViewRow]
        "SELECT id, list, name, query, version FROM saved_views WHERE school_id = :school AND user_id = :user AND id = :id";
    /// How many an account has.
    pub count_views(user: &UserId) -> [one CountRow]
        "SELECT COUNT(*) AS n FROM saved_views WHERE school_id = :school AND user_id = :user";
    /// Adds one.
    pub insert_view(id: &ViewId, user: &UserId, list: &str, name: &str, name_key: &str, query: Json<BTreeMap<String, String>>) -> [exec]
        "INSERT INTO saved_views (school_id, id, user_id, list, name, name_key, query, version)
         VALUES (:school, :id, :user, :list, :name, :name_key, :query, 1)";
    /// 0 rows when another device was quicker.
    pub update_view(user: &UserId, id: &ViewId, version: i64, name: &str, name_key: &str, query: Json<BTreeMap<String, String>>) -> [exec]
        "UPDATE saved_views SET name = :name, name_key = :name_key, query = :query, version = version + 1
         WHERE school_id = :school AND user_id = :user AND id = :id AND version = :version";
    /// Takes one away.
    pub delete_view(user: &UserId, id: &ViewId) -> [exec]
        "DELETE FROM saved_views WHERE school_id = :school AND user_id = :user AND id = :id";
}
