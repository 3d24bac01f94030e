//! What people say of themselves: how it is judged and stored.

use kernel::{MessageId, Refusal};
use tenants::School;
use words::text;
use words::verdict::Issue;

use crate::model::email_of;

/// Collects what is wrong, and gives what is right in the form in which it is stored.
#[derive(Debug, Default)]
pub(crate) struct Details {
    /// What is wrong.
    pub faults: Vec<Issue>,
}

impl Details {
    /// A person's name.
    pub(crate) fn name(&mut self, path: &str, given: &str) -> String {
        name_of(given, path, &mut self.faults)
    }

    /// An address, in lower case.
    pub(crate) fn email(&mut self, path: &str, given: &str) -> String {
        if given.trim().is_empty() {
            self.faults.push(Issue::error(path, "required"));
        }
        email_of(given).unwrap_or_else(|| {
            if !given.trim().is_empty() {
                self.faults.push(Issue::error(path, "format").with("format", "email"));
            }
            String::new()
        })
    }

    /// A phone number, as E.164.
    pub(crate) fn phone(&mut self, path: &str, given: &str) -> String {
        if given.trim().is_empty() {
            self.faults.push(Issue::error(path, "required"));
            return String::new();
        }
        phone_of(given).unwrap_or_else(|| {
            self.faults.push(Issue::error(path, "format").with("format", "phone"));
            String::new()
        })
    }

    /// A language that letters are written in.
    pub(crate) fn locale(&mut self, path: &str, given: &str) -> String {
        if !matches!(given, "en" | "ar") {
            self.faults.push(Issue::error(path, "enum"));
        }
        given.to_owned()
    }
}

/// A person's name, whoever tells it: what looks like an address is none.
pub(crate) fn name_of(given: &str, path: &str, faults: &mut Vec<Issue>) -> String {
    let name = text::one_line(given);
    if name.is_empty() {
        faults.push(Issue::error(path, "required"));
    } else if name.chars().count() > text::LONGEST_NAME {
        faults.push(Issue::error(path, "maxLength").with("limit", text::LONGEST_NAME));
    } else if !text::is_name(&name) {
        faults.push(Issue::error(path, "pattern"));
    }
    name
}

/// A phone number as E.164: Arabic digits, blanks, dashes, brackets and a leading 00 are fine.
#[must_use]
pub(crate) fn phone_of(given: &str) -> Option<String> {
    if given.len() > 100 {
        return None;
    }
    let western = text::western_digits(given);
    let ignored = |c: char| c.is_whitespace() || "-().\u{200e}\u{200f}\u{202a}\u{202c}\u{2066}\u{2069}".contains(c);
    let bare: String = western.chars().filter(|c| !ignored(*c)).collect();
    let digits = bare.strip_prefix('+').or_else(|| bare.strip_prefix("00"))?;
    let is_valid = (7..=15).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    is_valid.then(|| format!("+{digits}"))
}

/// L017 at `/phone` for a number in a country that the school sends no texts to.
pub(crate) fn require_reached(school: &School, number: &str) -> Result<(), Refusal> {
    if school.config().sms.as_ref().is_none_or(|gateway| gateway.reaches(number)) {
        return Ok(());
    }
    Err(Refusal::new(MessageId::L017).errors(vec![Issue::error("/phone", "notReached")]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stored_in_one_form() {
        for given in [
            "+96891234567",
            "00968 9123 4567",
            "+968 (9123)-4567",
            "+٩٦٨٩١٢٣٤٥٦٧",
            "٠٠٩٦٨ ۹۱۲۳٤٥٦٧",
            "\u{200e}+968.9123.4567",
        ] {
            assert_eq!(phone_of(given).as_deref(), Some("+96891234567"), "{given}");
        }
        for bad in [
            "",
            "91234567",
            "+0968912345",
            "+968",
            "+96891234567890123",
            "+968 9123 456a",
            "++96891234567",
            &"+9".repeat(500),
        ] {
            assert_eq!(phone_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn names_are_names() {
        let codes = |given: &str| {
            let mut details = Details::default();
            details.name("/name", given);
            details.faults.into_iter().map(|issue| issue.code).collect::<Vec<_>>()
        };
        for good in ["Sara Al-Balushi", "سارة البلوشي", "Dr. O'Neill, Jr."] {
            assert!(codes(good).is_empty(), "{good}");
        }
        assert_eq!(codes(" \r\n"), ["required"]);
        for bad in ["win at https://evil.example", "Claim at evil-prize.com", "a@b.c", "{{ secret }}", "<b>"] {
            assert_eq!(codes(bad), ["pattern"], "{bad}");
        }
        assert_eq!(Details::default().name("/name", " Sara\u{202E}\r\nX "), "Sara X", "what nobody sees goes");
        assert_eq!(codes(&"x".repeat(121)), ["maxLength"]);
    }

    #[test]
    fn what_is_missing_is_said_once() {
        let mut details = Details::default();
        details.email("/email", " ");
        details.phone("/phone", "");
        details.locale("/locale", "fr");
        let told: Vec<_> = details.faults.iter().map(|issue| (issue.path.as_str(), issue.code.as_str())).collect();
        assert_eq!(told, [("/email", "required"), ("/phone", "required"), ("/locale", "enum")]);
    }
}
