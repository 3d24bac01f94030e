//! Where whoever signs or reads a letter is reached: by e-mail, and by text message where the school sends them.

use blocks::evidence::{self, Channel, Reached};
use form::{Confirmation, What, Who};
use kernel::message_counts::Target;
use serde_json::Value;
use tenants::School;
use words::text::{mailbox, number};

use super::model::signer;
use super::service::Whole;
use super::store::SignerRow;
use crate::enquiries::Submission;

/// Digits of a telephone that are shown.
const SHOWN: usize = 4;

/// The ways to somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    pub email: Option<Confirmation>,
    /// A telephone that the school's text messages reach.
    pub phone: Option<String>,
    /// Whether these lead to whoever applied, and the signer is somebody else.
    pub is_shared: bool,
}

/// Where something goes, in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Way {
    Mail(Confirmation),
    Text(String),
}

impl Way {
    /// As it is counted by.
    pub fn target(&self) -> Target {
        match self {
            Self::Mail(to) => Target::mail(&to.email),
            Self::Text(phone) => Target::phone(phone),
        }
    }

    /// As it is written down and shown.
    pub fn reached(&self, shared: bool) -> Reached {
        let (by, hint) = match self {
            Self::Mail(to) => (Channel::Mail, shortened(&to.email)),
            Self::Text(phone) => (Channel::Sms, last_digits(phone)),
        };
        Reached { by, hint, shared }
    }

    /// Whether it is one mailbox, or one number, however it is written.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mail(one), Self::Mail(other)) => mailbox(&one.email) == mailbox(&other.email),
            (Self::Text(one), Self::Text(other)) => number(one) == number(other),
            _ => false,
        }
    }
}

impl Reach {
    /// Of whoever applied.
    pub fn of_family(school: &School, submission: &Submission, answers: &Value) -> Self {
        let phone = |who| phone_of(school, submission, answers, who);
        Self {
            email: submission.document().confirmation(answers),
            phone: phone(Who::Guardian).or_else(|| phone(Who::Contact)),
            is_shared: false,
        }
    }

    /// Of a signer: the second guardian and the student at their own where the answers tell it, all others where the school writes to.
    pub fn of(school: &School, submission: &Submission, answers: &Value, row: &SignerRow) -> Self {
        let first = Self::of_family(school, submission, answers);
        let whose = match row.role.as_str() {
            "guardian2" => Who::SecondGuardian,
            "student" => Who::Child,
            _ => return first,
        };
        let name = Some(row.name.clone()).filter(|name| !name.is_empty());
        let email = told(submission, answers, (whose, What::Email)).map(|email| Confirmation { email, name });
        let own = Self { email, phone: phone_of(school, submission, answers, whose), is_shared: false };
        if own.email.is_none() && own.phone.is_none() {
            return Self { is_shared: true, ..first };
        }
        Self { is_shared: own.is_at(&first), ..own }
    }

    /// Of who has signed a letter: the way that the link went by which they did, as the answers tell it, those that were sent or those of now;
    /// where it went nowhere that was written down, that of now. Nothing where it cannot be told from another: whoever corrected it since may
    /// be somebody else.
    pub(in crate::letters) fn of_signed(
        school: &School,
        (submission, answers): (&Submission, &Value),
        (whole, row): (&Whole, &SignerRow),
    ) -> Self {
        let signed = |body: &str| match serde_json::from_str::<evidence::Entry>(body).ok()?.what {
            evidence::What::Signed(signed) if signed.role == row.role => signed.how.link_to,
            _ => None,
        };
        let [then, now] = [&submission.sent, answers].map(|answers| Self::of(school, submission, answers, row));
        let Some(went) = whole.entries.bodies().find_map(signed) else { return now };
        // Kept shortened, two of them may look alike.
        let mut there = then.ways().chain(now.ways()).filter(|way| way.reached(went.shared) == went);
        let first = there.next().filter(|first| there.all(|other| other.is_same(first)));
        let nothing = Self { is_shared: went.shared, ..Self::default() };
        match first {
            Some(Way::Mail(to)) => Self { email: Some(to), ..nothing },
            Some(Way::Text(phone)) => Self { phone: Some(phone), ..nothing },
            None => nothing,
        }
    }

    /// Whether what goes here first goes there.
    pub fn is_at(&self, other: &Self) -> bool {
        match (&self.email, &other.email) {
            (Some(one), Some(other)) => mailbox(&one.email) == mailbox(&other.email),
            (None, _) => self.phone.as_deref().map(number) == other.phone.as_deref().map(number),
            (Some(_), None) => false,
        }
    }

    /// The ways in the order in which they are tried.
    pub fn ways(&self) -> impl Iterator<Item = Way> {
        let (mail, text) = (self.email.clone().map(Way::Mail), self.phone.clone().map(Way::Text));
        mail.into_iter().chain(text)
    }

    /// Whether what the school writes to the family reaches the signer, or would where nothing can go.
    pub fn is_where_the_school_writes(&self, row: &SignerRow) -> bool {
        row.state != signer::SEALED && (self.is_shared || !matches!(row.role.as_str(), "guardian2" | "student"))
    }
}

fn told(submission: &Submission, answers: &Value, (who, what): (Who, What)) -> Option<String> {
    let answer = answers.get(submission.document().field_of(who, what)?)?.as_str()?;
    Some(answer.to_owned()).filter(|answer| !answer.is_empty())
}

/// Somebody's telephone, where the school's text messages reach it.
fn phone_of(school: &School, submission: &Submission, answers: &Value, who: Who) -> Option<String> {
    let is_reached = |phone: &String| school.config().sms.as_ref().is_some_and(|gateway| gateway.reaches(phone));
    told(submission, answers, (who, What::Phone)).filter(is_reached)
}

/// What is kept with a link of where it went.
pub(super) fn kept(reached: &Reached) -> String {
    // Texts and a flag: it is always JSON.
    serde_json::to_string(reached).unwrap_or_default()
}

/// The same as it is read; none of a link of which nobody wrote it down.
pub(super) fn read(address: &str) -> Option<Reached> {
    serde_json::from_str(address).ok()
}

/// An address as it is written down and shown: `h…@example.org`.
pub(crate) fn shortened(email: &str) -> String {
    let (user, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    format!("{}…@{domain}", user.chars().next().map(String::from).unwrap_or_default())
}

/// `…5678`.
fn last_digits(phone: &str) -> String {
    let digits: Vec<char> = number(phone).chars().filter(char::is_ascii_digit).collect();
    let last: String = digits[digits.len().saturating_sub(SHOWN)..].iter().collect();
    format!("…{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_names_nobody() {
        let mail = Way::Mail(Confirmation { email: "huda.alsaid@example.org".into(), name: None }).reached(true);
        assert_eq!((mail.by, mail.hint.as_str(), mail.shared), (Channel::Mail, "h…@example.org", true));
        let text = Way::Text("+968 9234 5678".into()).reached(false);
        assert_eq!((text.by, text.hint.as_str()), (Channel::Sms, "…5678"));
        for one in [mail, text] {
            assert_eq!(read(&kept(&one)), Some(one));
        }
        assert_eq!((read(""), shortened("")), (None, "…@".to_owned()));
    }
}
