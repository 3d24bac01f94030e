//! All SQL of drafts.

use kernel::{rows, statements};

rows! {
    /// The draft.
    pub struct DraftRow {
        pub version: i64,
        pub content: String,
    }
    /// Where the draft stands.
    pub struct VersionRow {
        pub version: i64,
    }
}

statements! {
    pub find_draft() -> [opt DraftRow] "SELECT version, content FROM setting_drafts WHERE school_id = :school";
    pub find_version() -> [opt VersionRow] "SELECT version FROM setting_drafts WHERE school_id = :school";
    pub insert_draft(content: &str, now: i64) -> [exec]
        "INSERT INTO setting_drafts (school_id, version, content, updated_at) VALUES (:school, 1, :content, :now) ON CONFLICT (school_id) DO NOTHING";
    /// 0 rows when somebody else was quicker.
    pub update_draft(version: i64, content: &str, now: i64) -> [exec]
        "UPDATE setting_drafts SET version = version + 1, content = :content, updated_at = :now WHERE school_id = :school AND version = :version";
}
