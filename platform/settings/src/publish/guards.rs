//! What of a publication guards accounts and money: the ways in, the letters that carry keys, and the account that families pay to.

use tenants::bundle::{BundleFiles, FileKind, SCHOOL_FILE};

/// Places of `school.yaml` that decide who gets in and how.
const ENTRY: [&str; 4] = ["/captcha", "/conditionalScreens", "/routes", "/second_factor"];
/// Where it says whose name letters bear.
const SENDER: &str = "/mail_name";
/// Where it says to which account families pay.
const PAID_TO: &str = "/bank_account";

/// What of it a publication changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guards {
    /// Letters and text messages, or whose name they bear.
    Letters,
    /// Who gets in and how.
    Entry,
    /// The account to which families pay, by a digest of the new one: each other one is told of.
    BankAccount(String),
}

impl Guards {
    /// As a letter tells it.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Entry => "entry",
            Self::BankAccount(_) => "bank_account",
        }
    }

    /// What of its sort it is; nothing where all of a day are one.
    #[must_use]
    pub fn which(&self) -> &str {
        if let Self::BankAccount(digest) = self { digest } else { "" }
    }

    /// All that differs between two states. Of the files themselves, and not of the changes that are told:
    /// those have an end, which thousands of others would reach first.
    pub(super) fn between(from: &BundleFiles, to: &BundleFiles) -> Vec<Self> {
        let value = |files: &BundleFiles, path: &str| files.value(path).unwrap_or_default();
        let mut letters: Vec<String> = from.walk().into_iter().chain(to.walk()).collect();
        letters.retain(|path| FileKind::of(path) == Some(FileKind::Message));
        letters.sort();
        letters.dedup();
        let (before, after) = (value(from, SCHOOL_FILE), value(to, SCHOOL_FILE));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let differs = |at: &str| before.pointer(at) != after.pointer(at);
        let are_letters = differs(SENDER) || letters.iter().any(|path| value(from, path) != value(to, path));
        let all = [
            (Self::Letters, are_letters),
            (Self::Entry, ENTRY.iter().any(|at| differs(at))),
            (Self::BankAccount(digest_of(after.pointer(PAID_TO))), differs(PAID_TO)),
        ];
        all.into_iter().filter(|(_, differs)| *differs).map(|(guards, _)| guards).collect()
    }
}

fn digest_of(account: Option<&serde_json::Value>) -> String {
    words::sha256_hex(account.map(ToString::to_string).unwrap_or_default().as_bytes())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const SCHOOL: &str =
        "name: { en: A, ar: أ }\ncaptcha: { provider: off }\nmail_name: { en: A }\nroutes: { /a: [x] }\n";

    fn state(folder: &Path, files: &[(&str, String)]) -> BundleFiles {
        for (path, text) in [("school.yaml", SCHOOL.to_owned())].iter().chain(files) {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        BundleFiles::new(folder.to_path_buf())
    }

    #[test]
    fn the_ways_in_the_letters_and_the_account_are_told_apart() {
        let to = |files: &[(&str, String)]| {
            let (before, after) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
            Guards::between(&state(before.path(), &[]), &state(after.path(), files))
        };
        let school = |from: &str, to: &str| ("school.yaml", SCHOOL.replace(from, to));
        let table = ("tables/mail.yaml", "rows: []".to_owned());
        assert_eq!(to(&[school("en: A, ar", "en: B, ar"), table]), []);
        for entry in [("off", "hashcash"), ("routes", "second_factor: { roles: [auditor] }\nroutes"), ("[x]", "[y]")] {
            assert_eq!(to(&[school(entry.0, entry.1)]), [Guards::Entry], "{entry:?}");
        }
        let letter = || ("mail/code.ar.txt", "Subject: x\n\n{{ code }}".to_owned());
        for letter in [letter(), ("sms/code.en.txt", "{{ code }}".to_owned()), school("{ en: A }", "{ en: B }")] {
            assert_eq!(to(std::slice::from_ref(&letter)), [Guards::Letters], "{letter:?}");
        }
        let paid_to = "bank_account: { name: A, bank: B, iban: \"OM160000001234567890123\" }\nroutes";
        let [one, other] =
            [paid_to.to_owned(), paid_to.replace("123", "321")].map(|to_it| to(&[school("routes", &to_it)]));
        assert!(matches!(&one[..], [Guards::BankAccount(_)]) && one != other, "{one:?} {other:?}");
        // However much else changes: what is told of changes has an end.
        let words: serde_json::Map<_, _> = (0..5_100).map(|n| (format!("k{n}"), "x".into())).collect();
        let words = ("locales/en/form-a.json", serde_json::Value::from(words).to_string());
        assert_eq!(to(&[words, letter(), school("off", "hashcash")]), [Guards::Letters, Guards::Entry]);
    }
}
