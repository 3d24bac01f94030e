//! Names under the base domain: which can be a school's, and which are like them.

use std::path::Path;

use serde::Serialize;
use tenants::registry::resolve::RESERVED_LABELS;
use utoipa::ToSchema;
use words::SchoolId;

/// Names that are the platform's own, or look like it, beside [`RESERVED_LABELS`].
const RESERVED: &[&str] = &[
    "abuse",
    "account",
    "accounts",
    "admissions",
    "app",
    "apps",
    "assets",
    "auth",
    "autoconfig",
    "autodiscover",
    "billing",
    "blog",
    "cdn",
    "console",
    "dashboard",
    "demo",
    "dev",
    "dns",
    "docs",
    "email",
    "files",
    "ftp",
    "help",
    "hostmaster",
    "imap",
    "info",
    "internal",
    "login",
    "metrics",
    "mx",
    "noreply",
    "ns",
    "ns1",
    "ns2",
    "oauth",
    "operator",
    "operators",
    "payment",
    "payments",
    "platform",
    "pop",
    "postmaster",
    "preview",
    "qabul",
    "register",
    "registration",
    "root",
    "school",
    "schools",
    "secure",
    "security",
    "shop",
    "signin",
    "signup",
    "smtp",
    "ssl",
    "sso",
    "staging",
    "status",
    "store",
    "support",
    "system",
    "test",
    "webmail",
    "webmaster",
    "wpad",
];

/// Why a name cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SubdomainReason)]
pub enum NameFault {
    /// A school has it, or a request that waits.
    Taken,
    /// The platform keeps it.
    Reserved,
    /// It is no name.
    Malformed,
}

impl NameFault {
    /// As a stable code.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Reserved => "reserved",
            Self::Malformed => "malformed",
        }
    }
}

/// What keeps a name from being anybody's.
#[must_use]
pub fn fault_of(name: &str) -> Option<NameFault> {
    let sound = SchoolId::parse(name).is_ok()
        && (3..=40).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--");
    if RESERVED_LABELS.contains(&name) || RESERVED.contains(&name) {
        Some(NameFault::Reserved)
    } else if !sound {
        Some(NameFault::Malformed)
    } else {
        None
    }
}

/// Names like this one that may be free.
#[must_use]
pub fn alike(name: &str) -> Vec<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let dashed: String = name.trim().chars().take(30).map(plain).collect();
    let base: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    let base = base.join("-");
    let base = base.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    if base.is_empty() {
        return Vec::new();
    }
    let makes = [
        base.to_owned(),
        format!("{base}-school"),
        format!("{base}-academy"),
        format!("{base}-edu"),
        format!("my-{base}"),
        format!("{base}-2"),
    ];
    makes.into_iter().filter(|one| one != name && fault_of(one).is_none()).collect()
}

/// Whether a deleted school of that name is still kept sealed in the data folder, as `<name>-<day>.qabul`.
pub(super) fn is_kept_sealed(data: &Path, name: &str) -> bool {
    let Ok(files) = std::fs::read_dir(data.join("deleted")) else { return false };
    files.flatten().any(|file| file.file_name().to_str().is_some_and(|file| is_sealed_file(file, name)))
}

fn is_sealed_file(file: &str, name: &str) -> bool {
    let rest = file.strip_suffix(".qabul").and_then(|file| file.strip_prefix(name)?.strip_prefix('-'));
    let day = |day: &str| day.parse::<jiff::civil::Date>().is_ok();
    rest.and_then(|rest| rest.get(..10)).is_some_and(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_school_keeps_its_name_while_it_is_kept() {
        assert!(
            is_sealed_file("alnoor-2026-11-21.qabul", "alnoor")
                && is_sealed_file("alnoor-2026-11-21-2.qabul", "alnoor")
        );
        for other in ["alnoor-school-2026-11-21.qabul", "alnoor-2026-11-21.part", "alnoor.qabul", "al-2026-11-21.qabul"]
        {
            assert!(!is_sealed_file(other, "alnoor"), "{other}");
        }
    }

    #[test]
    fn names_are_told_apart() {
        for name in ["www", "api", "mail", "admin", "static", "console", "platform", "qabul", "ns1"] {
            assert_eq!(fault_of(name), Some(NameFault::Reserved), "{name}");
        }
        for name in ["", "a", "ab", "1school", "-abc", "abc-", "a--b", "Abc", "a.b", "مدرسة", &"a".repeat(41)] {
            assert_eq!(fault_of(name), Some(NameFault::Malformed), "{name}");
        }
        assert_eq!(fault_of("alnoor"), None);
        assert!(alike("alnoor").contains(&"alnoor-school".to_owned()));
        assert!(alike("Al Noor").contains(&"al-noor".to_owned()));
        assert!(alike("مدرسة").is_empty());
    }
}
