//! Switching a school off and on again: one value of its operators' `school.yaml`, every comment kept.

use serde_json::json;

use super::edit::{EditError, added_after, edit_file, replaced};
use super::{BundleFiles, SCHOOL_FILE, parse_config, read_config};

/// Whether anything had to be changed.
pub fn set_suspended(files: &BundleFiles, to: bool) -> Result<bool, EditError> {
    if read_config(files).map_err(EditError::Broken)?.config.suspended == to {
        return Ok(false);
    }
    let label = files.label(SCHOOL_FILE);
    let change = |text: &str| {
        let value = to.to_string();
        replaced(text, "/suspended", &value).or_else(|| added_after(text, "currency", "suspended", &value))
    };
    let check = |bytes: &[u8]| parse_config(&label, bytes).map(drop);
    let what = format!("suspended: {to}");
    let meant = |value: &mut serde_json::Value| value["suspended"] = json!(to);
    edit_file(&files.root().join(SCHOOL_FILE), &label, &what, change, meant, check)?;
    Ok(true)
}
