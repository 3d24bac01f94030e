//! Switching a school off and on again: one value of its operators' `school.yaml`, every comment kept. What else is wrong with the bundle is
//! no hindrance: a school is switched off because of it, too.

use serde_json::{Value, json};

use super::edit::{EditError, added_after, edit_file, replaced};
use super::{BundleFiles, SCHOOL_FILE, read_config, yaml};

/// The key of `school.yaml`.
const KEY: &str = "suspended";
/// Lines that stand in every `school.yaml`: it comes after the first that is there.
const AFTER: [&str; 3] = ["currency", "time_zone", "mail_from"];

/// Whether the operators' `school.yaml` says that the school is suspended, whatever else is wrong with it; nothing where it cannot be read.
#[must_use]
pub fn is_suspended(files: &BundleFiles) -> Option<bool> {
    let bytes = files.read_base(SCHOOL_FILE, yaml::MAX_BYTES as u64).ok()??;
    said(&yaml::read(&files.label(SCHOOL_FILE), &bytes).ok()?.0)
}

/// Whether anything had to be changed. Of the file no more is asked than that it can be read.
pub fn set_suspended(files: &BundleFiles, to: bool) -> Result<bool, EditError> {
    let label = files.label(SCHOOL_FILE);
    let read = files.read_base(SCHOOL_FILE, yaml::MAX_BYTES as u64);
    let bytes = read.map_err(|problem| EditError::Broken(vec![problem]))?;
    let read = bytes.map(|bytes| yaml::read(&label, &bytes)).transpose().map_err(EditError::Broken)?;
    let Some((value, _)) = read.filter(|(value, _)| value.is_object()) else {
        // Its check says what is missing.
        return read_config(files).map(|_| false).map_err(EditError::Broken);
    };
    if said(&value) == Some(to) {
        return Ok(false);
    }
    let text_of = |text: &str| {
        let value = to.to_string();
        let added = || AFTER.iter().find_map(|line| added_after(text, line, KEY, &value));
        replaced(text, "/suspended", &value).or_else(added)
    };
    let what = format!("{KEY}: {to}");
    let meant = |value: &mut Value| value[KEY] = json!(to);
    edit_file(&files.root().join(SCHOOL_FILE), &label, &what, text_of, meant, |_| Ok(()))?;
    Ok(true)
}

/// Not suspended is what a school is that says nothing.
fn said(value: &Value) -> Option<bool> {
    value.as_object()?.get(KEY).map_or(Some(false), Value::as_bool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_school_is_switched_whatever_else_is_wrong_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("alnoor");
        std::fs::create_dir(&root).unwrap();
        let path = root.join(SCHOOL_FILE);
        let files = || BundleFiles::new(root.clone());
        assert!(set_suspended(&files(), true).is_err(), "there is no file");
        std::fs::write(&path, "name: 5 # no name\ncurrency: OMR\nunheard_of: 1\n").unwrap();
        assert_eq!(is_suspended(&files()), Some(false));
        assert!(set_suspended(&files(), true).unwrap() && !set_suspended(&files(), true).unwrap());
        let off = "name: 5 # no name\ncurrency: OMR\nsuspended: true\nunheard_of: 1\n";
        assert_eq!((std::fs::read_to_string(&path).unwrap().as_str(), is_suspended(&files())), (off, Some(true)));
        assert!(set_suspended(&files(), false).unwrap());
        assert_eq!(is_suspended(&files()), Some(false));
        // What cannot be read is not changed.
        std::fs::write(&path, "currency: [\n").unwrap();
        assert!(set_suspended(&files(), true).is_err() && is_suspended(&files()).is_none());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "currency: [\n");
    }
}
