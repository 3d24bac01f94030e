//! `locks.yaml`: what the operators keep for themselves.

use std::sync::LazyLock;

use form::Structure;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::files::BundleFiles;
use super::place::overlap;
use super::yaml;
use crate::diagnostic::Diagnostic;

/// Name of the file.
pub const LOCKS_FILE: &str = "locks.yaml";
/// Places of `school.yaml` that are the operators' in every school.
pub const OPERATORS: [&str; 5] = ["/hosts", "/suspended", "/sms", "/captcha/secret_env", "/mail_from"];

static SHAPE: LazyLock<Structure> = LazyLock::new(Structure::of::<LocksFile>);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "locks.yaml")]
struct LocksFile {
    /// Pointers of `school.yaml`, files, or folders that end in `/`.
    #[schemars(length(max = 200), inner(regex(pattern = r"^[^\s]{1,300}$"), ), extend("x-hint" = "a pointer of school.yaml such as /branding/logo, or a file such as forms/new.json"))]
    locked: Vec<String>,
}

/// What is locked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Locks {
    /// As they stand in the file.
    pub locked: Vec<String>,
}

impl Locks {
    /// Reads them. A missing file locks nothing.
    pub fn read(files: &BundleFiles) -> Result<Self, Vec<Diagnostic>> {
        let label = files.label(LOCKS_FILE);
        let Some(bytes) = files.read_base(LOCKS_FILE, yaml::MAX_BYTES as u64).map_err(|problem| vec![problem])? else {
            return Ok(Self::default());
        };
        let (value, positions) = yaml::read(&label, &bytes)?;
        let problems = SHAPE.problems(&value);
        if !problems.is_empty() {
            return Err(problems.into_iter().map(|problem| positions.locate(&label, problem)).collect());
        }
        let file: LocksFile = serde_json::from_value(value)
            .map_err(|error| vec![Diagnostic::file(label, "unreadable", error.to_string())])?;
        Ok(Self { locked: file.locked })
    }

    /// Locks all there is: where the file itself cannot be read, nobody knows what is free.
    #[must_use]
    pub fn everything() -> Self {
        let folders = ["/", "forms/", "tables/", "locales/", "texts/", "mail/", "sms/", "assets/", "plugins/"];
        Self { locked: folders.map(str::to_owned).to_vec() }
    }

    /// Whether a file is locked as a whole.
    #[must_use]
    pub fn holds(&self, file: &str) -> bool {
        self.locked.iter().any(|lock| match lock.as_str() {
            "/" => file == super::SCHOOL_FILE,
            lock => !lock.starts_with('/') && is_of(lock, file),
        })
    }

    /// Whether a lock is at a place of a file, above it or below it: no other is broken by what changes there.
    #[must_use]
    pub fn may_hold(&self, file: &str, pointer: &str) -> bool {
        let own = OPERATORS.iter().copied().chain(self.locked.iter().map(String::as_str));
        let of_school = file == super::SCHOOL_FILE;
        self.holds(file) || (of_school && own.filter(|lock| lock.starts_with('/')).any(|lock| overlap(lock, pointer)))
    }

    /// The lock that a change of a file breaks, if there is one.
    #[must_use]
    pub fn broken_by(&self, file: &str, before: Option<&Value>, after: Option<&Value>) -> Option<String> {
        let own = OPERATORS.iter().map(|place| (*place).to_owned());
        self.locked.iter().cloned().chain(own).find(|lock| {
            if let Some(pointer) = lock.strip_prefix('/') {
                if file != super::SCHOOL_FILE {
                    return false;
                }
                // The root of all pointers is written `/` here.
                let pointer = if pointer.is_empty() { "" } else { lock.as_str() };
                let at =
                    |state: Option<&Value>| state.and_then(|value| value.pointer(pointer)).cloned().unwrap_or_default();
                return at(before) != at(after);
            }
            is_of(lock, file) && before != after
        })
    }
}

/// Whether a lock of a file or of a folder means a file.
fn is_of(lock: &str, file: &str) -> bool {
    lock == file || (lock.ends_with('/') && file.starts_with(lock))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_lock_holds_from_above_and_below() {
        let locks = Locks { locked: vec!["/branding/logo".into(), "forms/new.json".into(), "tables/".into()] };
        let before = json!({ "branding": { "logo": "a", "colours": 1 }, "hosts": [] });
        let breaks = |after: Value| locks.broken_by("school.yaml", Some(&before), Some(&after));
        assert_eq!(breaks(json!({ "branding": { "logo": "a", "colours": 2 }, "hosts": [] })), None);
        assert_eq!(breaks(json!({ "branding": { "colours": 2 }, "hosts": [] })).as_deref(), Some("/branding/logo"));
        assert_eq!(breaks(json!({ "branding": { "logo": "a" }, "hosts": ["x"] })).as_deref(), Some("/hosts"));
        assert!(locks.broken_by("forms/new.json", Some(&json!(1)), None).is_some());
        assert!(locks.broken_by("forms/other.json", Some(&json!(1)), None).is_none());
        assert!(locks.broken_by("tables/fees.yaml", None, Some(&json!({}))).is_some());
        assert!(Locks::everything().broken_by("school.yaml", Some(&before), Some(&json!({}))).is_some());
        for (file, pointer, may) in [
            ("school.yaml", "/branding", true),
            ("school.yaml", "/branding/logo/x", true),
            ("school.yaml", "/branding/colours", false),
            ("school.yaml", "/hosts/0", true),
            ("tables/fees.yaml", "/hosts", true),
            ("forms/other.json", "", false),
        ] {
            assert_eq!(locks.may_hold(file, pointer), may, "{file} {pointer}");
        }
        assert!(
            Locks::everything().holds("school.yaml") && !locks.holds("school.yaml") && locks.holds("tables/a.yaml")
        );
    }
}
