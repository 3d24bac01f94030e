//! What goes out of the school's letters: that there is one, its words, what is still open of it, that all have signed.

use form::Confirmation;
use kernel::message::{Channel, Message};
use serde_json::{Map, Value, json};
use tenants::bundle::family::Account;

use super::letters::{filling, letter, to_family};
use crate::enquiries::Submission;

/// What tells of a letter.
const LETTER_SENT: &str = "letter_sent";
/// What tells that all have signed one.
const LETTER_SIGNED: &str = "letter_signed";

/// The mail with the link to a letter of the school's, which opens it, and where it asks for one is answered, until the end of a day.
pub fn letter_sent(
    submission: &Submission,
    to: Confirmation,
    (title, day, asks): (String, String, bool),
    path: String,
    now: i64,
) -> Message {
    to_family(LETTER_SENT, submission, to, letter_params(submission, (title, day, asks), path), now)
}

/// The same by text message.
pub fn letter_texted(
    submission: &Submission,
    phone: String,
    said: (String, String, bool),
    path: String,
    now: i64,
) -> Message {
    letter(LETTER_SENT, (Channel::Sms, phone), submission.language, letter_params(submission, said, path), now)
}

/// What a letter says, as its mail has it.
#[derive(Debug, Clone)]
pub struct LetterText {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The mail with a letter's words, and the link to its paper below them.
pub fn letter_mailed(
    submission: &Submission,
    to: Confirmation,
    words: LetterText,
    said: (String, String, bool),
    path: String,
    now: i64,
) -> Message {
    let mut params = letter_params(submission, said, path);
    params.insert("subject".into(), words.subject.into());
    params.insert("letter".into(), json!({ "text": words.text, "html": words.html }));
    to_family("letter_text", submission, to, params, now)
}

/// What tells of a letter once more, where something that it asks for is still to come or was sent back.
pub fn again(is_again: bool, mut message: Message) -> Message {
    if is_again {
        message.params.insert("again".into(), "yes".into());
    }
    message
}

fn letter_params(
    submission: &Submission,
    (title, day, asks): (String, String, bool),
    path: String,
) -> Map<String, Value> {
    let mut params = filling(submission, None);
    if asks {
        params.insert("asks".into(), "yes".into());
    }
    for (name, text) in [("title", title), ("day", day), ("path", path)] {
        params.insert(name.into(), text.into());
    }
    params
}

/// The reminder of a condition of an offer, with the day until which it is to be met.
pub fn condition_due(
    submission: &Submission,
    to: Confirmation,
    (condition, day): (String, String),
    path: Option<String>,
    now: i64,
) -> Message {
    to_family("condition_due", submission, to, condition_params(submission, (condition, day), path), now)
}

/// The same by text message, which leads to it and does not say it.
pub fn condition_texted(
    submission: &Submission,
    phone: String,
    said: (String, String),
    path: Option<String>,
    now: i64,
) -> Message {
    let params = condition_params(submission, said, path);
    letter("condition_due", (Channel::Sms, phone), submission.language, params, now)
}

fn condition_params(
    submission: &Submission,
    (condition, day): (String, String),
    path: Option<String>,
) -> Map<String, Value> {
    let mut params = filling(submission, None);
    params.insert("condition".into(), condition.into());
    params.insert("day".into(), day.into());
    if let Some(path) = path {
        params.insert("path".into(), path.into());
    }
    params
}

/// The mail that confirms that a consent was withdrawn: it may be they who did not.
pub fn consent_withdrawn(
    submission: &Submission,
    to: Confirmation,
    (title, day): (String, String),
    now: i64,
) -> Message {
    let mut params = filling(submission, None);
    params.insert("title".into(), title.into());
    params.insert("day".into(), day.into());
    to_family("consent_withdrawn", submission, to, params, now)
}

/// A letter that all have signed, in the family's language.
#[derive(Debug, Clone)]
pub struct LetterSigned {
    /// What it is called.
    pub title: String,
    /// The last day of the link.
    pub day: String,
    /// The link to the signed paper.
    pub path: String,
    /// What is paid next, its last day, and the account to which it is paid.
    pub deposit: Option<(String, String, Option<Account>)>,
}

impl LetterSigned {
    fn params(self, submission: &Submission) -> Map<String, Value> {
        let mut params = letter_params(submission, (self.title, self.day, false), self.path);
        let Some((amount, day, account)) = self.deposit else { return params };
        params.insert("deposit".into(), amount.into());
        params.insert("deposit_day".into(), day.into());
        if let Some(Account { name, bank, iban, bic }) = account {
            for (param, text) in [("account_name", name), ("account_bank", bank), ("account_iban", iban)] {
                params.insert(param.into(), text.into());
            }
            params.insert("account_bic".into(), bic.into());
        }
        params
    }
}

/// The mail to who has signed a letter, that all have, with the link to the signed paper.
pub fn letter_signed(submission: &Submission, to: Confirmation, signed: LetterSigned, now: i64) -> Message {
    to_family(LETTER_SIGNED, submission, to, signed.params(submission), now)
}

/// The same by text message.
pub fn letter_signed_texted(submission: &Submission, phone: String, signed: LetterSigned, now: i64) -> Message {
    letter(LETTER_SIGNED, (Channel::Sms, phone), submission.language, signed.params(submission), now)
}
