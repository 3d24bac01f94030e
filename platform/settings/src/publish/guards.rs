//! What of a publication guards accounts: the ways in, and the letters that carry keys.

use tenants::bundle::{FileKind, SCHOOL_FILE, place};

use crate::model::Change;

/// Places of `school.yaml` that decide who gets in and how.
const ENTRY: [&str; 4] = ["/captcha", "/conditionalScreens", "/routes", "/second_factor"];
/// Where it says whose name letters bear.
const SENDER: &str = "/mail_name";

/// What of it a publication changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guards {
    /// Letters and text messages, or whose name they bear.
    Letters,
    /// Who gets in and how.
    Entry,
    /// Both.
    Both,
}

impl Guards {
    /// As a letter tells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Entry => "entry",
            Self::Both => "both",
        }
    }

    /// Of changes; none where accounts are guarded as before.
    pub(super) fn of(changes: &[Change]) -> Option<Self> {
        let of_school = |change: &Change, at: &str| change.file == SCHOOL_FILE && place::overlap(&change.pointer, at);
        let is_letter =
            |change: &Change| FileKind::of(&change.file) == Some(FileKind::Message) || of_school(change, SENDER);
        let is_entry = |change: &Change| ENTRY.iter().any(|at| of_school(change, at));
        match (changes.iter().any(is_letter), changes.iter().any(is_entry)) {
            (true, true) => Some(Self::Both),
            (true, false) => Some(Self::Letters),
            (false, true) => Some(Self::Entry),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_ways_in_and_the_letters_guard_accounts() {
        let of = |places: &[(&str, &str)]| {
            let change = |(file, pointer): &(&str, &str)| Change {
                file: (*file).into(),
                pointer: (*pointer).into(),
                from: Value::Null,
                to: Value::Null,
            };
            Guards::of(&places.iter().map(change).collect::<Vec<_>>())
        };
        assert_eq!(of(&[("school.yaml", "/name/en"), ("forms/new.json", "/captcha"), ("tables/mail.yaml", "")]), None);
        for place in ["/captcha/provider", "/conditionalScreens/otp", "/second_factor", "/routes/~1profile"] {
            assert_eq!(of(&[("school.yaml", place)]), Some(Guards::Entry), "{place}");
        }
        for letter in [("mail/code.ar.txt", ""), ("sms/code.en.txt", ""), ("school.yaml", "/mail_name")] {
            assert_eq!(of(&[("school.yaml", "/hijri"), letter]), Some(Guards::Letters), "{letter:?}");
        }
        assert_eq!(of(&[("mail/code.ar.txt", ""), ("school.yaml", "/second_factor/roles")]), Some(Guards::Both));
    }
}
