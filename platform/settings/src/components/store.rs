//! All SQL of what components were asked.

use kernel::{rows, statements};

rows! {
    /// A component's day.
    pub struct DayRow {
        pub plugin: String,
        pub day: String,
        pub calls: i64,
        pub failures: i64,
        pub fuel: i64,
        pub micros: i64,
    }
    /// Which revision had which files.
    pub struct SeqManifestRow {
        pub seq: i64,
        pub manifest: String,
    }
    /// A day.
    pub struct OldestRow {
        pub day: Option<String>,
    }
}

statements! {
    /// Adds to a day.
    pub add_calls(plugin: &str, day: &str, calls: i64, failures: i64, fuel: i64, micros: i64) -> [exec]
        "INSERT INTO plugin_days (school_id, plugin, day, calls, failures, fuel, micros) VALUES (:school, :plugin, :day, :calls, :failures, :fuel, :micros)
         ON CONFLICT (school_id, plugin, day) DO UPDATE SET calls = plugin_days.calls + excluded.calls,
             failures = plugin_days.failures + excluded.failures, fuel = plugin_days.fuel + excluded.fuel,
             micros = plugin_days.micros + excluded.micros";
    pub days_of(plugin: &str, limit: i64) -> [all DayRow]
        "SELECT plugin, day, calls, failures, fuel, micros FROM plugin_days WHERE school_id = :school AND plugin = :plugin
         ORDER BY day DESC LIMIT :limit";
    pub oldest_day() -> [one OldestRow] "SELECT MIN(day) AS day FROM plugin_days WHERE school_id = :school";
    pub delete_days(before: &str) -> [exec] "DELETE FROM plugin_days WHERE school_id = :school AND day < :before";
    /// The newest before one, each by itself: one may be a megabyte.
    pub manifest_before(before: i64) -> [opt SeqManifestRow]
        "SELECT seq, manifest FROM setting_revisions WHERE school_id = :school AND seq < :before ORDER BY seq DESC LIMIT 1";
}
