//! What a record says, one entry for each thing that happened. Nobody's number or network address stands in it in clear.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::UnicodeNormalization as _;
use words::Language;

use crate::pair::Languages;

/// Most characters of a name that somebody signs with.
const LONGEST_NAME: usize = 80;
/// Fewest letters of it.
const FEWEST_LETTERS: usize = 2;

/// The name that somebody signs with, as it is kept: composed letters, single blanks, none around. `None` for what is no name.
#[must_use]
pub fn signer_name(typed: &str) -> Option<String> {
    let name = words::text::one_line(&typed.nfc().collect::<String>());
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= FEWEST_LETTERS && name.chars().count() <= LONGEST_NAME).then_some(name)
}

/// A moment in milliseconds since 1970, written as `2026-11-22T07:14:09.120Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub i64);

/// An entry before it has its place in a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Reference of the paper.
    pub paper: String,
    /// When, by the server's clock.
    pub at: Moment,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum What {
    /// The paper was made, sealed and offered.
    Made(Made),
    /// A signer opened it for the first time.
    Opened {
        /// The signer's turn.
        order: u32,
        /// The signer's part.
        role: String,
    },
    /// A signer signed.
    Signed(Box<Signed>),
    /// A signer declined; it is closed for all.
    Declined {
        /// The signer's turn.
        order: u32,
        /// The signer's part.
        role: String,
        /// Why: a code of the school's list.
        reason: String,
    },
    /// The school took it back, or the family what it had agreed to.
    Withdrawn {},
    /// Nobody answered in time.
    Expired {},
    /// All have signed, and the signed paper was sealed.
    Sealed {
        /// Digest of that file.
        document_sha256: String,
        /// Digest of the certificate that it was sealed with.
        certificate_sha256: String,
    },
}

/// How a paper began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Digest of the sealed file as offered.
    pub document_sha256: String,
    /// Digest of the text that is agreed to.
    pub text_sha256: String,
    /// What it is written in.
    pub languages: Languages,
    /// Who has to sign.
    pub signers: Vec<SignerSlot>,
    /// Until when it can be answered; `None`: for good.
    pub until: Option<Moment>,
}

/// Who has to sign, and when it is their turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignerSlot {
    /// Their turn: after all of lower ones, in any order among equal ones.
    pub order: u32,
    /// Their part: `guardian1`, `school`.
    pub role: String,
}

/// That somebody signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// Their turn.
    pub order: u32,
    /// Their part.
    pub role: String,
    /// Their name as they typed it, by [`signer_name`].
    pub name: String,
    /// Whether they drew.
    pub mark: Mark,
    /// Digest of what they drew; `None` where they typed alone.
    pub strokes_sha256: Option<String>,
    /// Digest of the file that they were shown.
    pub document_sha256: String,
    /// Digest of the text that they were shown.
    pub text_sha256: String,
    /// What they ticked.
    pub agreed: Vec<Agreed>,
    /// How they were known.
    pub how: How,
    /// A keyed digest of the network address, shortened.
    pub network: String,
    /// A keyed digest of the session, shortened.
    pub session: String,
    /// Browser and system by their family: `Chrome on Android`.
    pub agent: Option<String>,
}

/// How a signature was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// By hand.
    Drawn,
    /// As a typed name alone.
    Typed,
}

/// A text that was ticked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed {
    /// Its name.
    pub code: String,
    /// The version of its wording.
    pub version: String,
    /// The language in which it was read.
    pub language: Language,
}

/// How a signer was known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// By an account, or by a link of their own.
    pub by: KnownBy,
    /// Where a code was sent; `None` where none was asked for.
    pub code_to: Option<Channel>,
    /// The last signs of that address.
    pub hint: Option<String>,
    /// Whether a second factor was shown.
    pub second_factor: bool,
    /// When they were known.
    pub at: Moment,
    /// Where their link went; `None` where nobody wrote it down, and of a link that the family's own page gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_to: Option<Reached>,
    /// What they were asked for beside it; `None` where that was a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// Reference of the letter that they said it for, an hour before at most, where that is not this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_for: Option<String>,
}

/// Where something was sent, shortened so that it names nobody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// To a phone or to an e-mail address.
    pub by: Channel,
    /// The last signs of it.
    pub hint: String,
    /// Whether it is where whoever applied is written to, and the signer is somebody else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

/// What only the family knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// The child's date of birth.
    BirthDate,
    /// The telephone that was given.
    Phone,
}

/// What a signer was known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownBy {
    /// They were signed in.
    Account,
    /// They held the link that was sent to them.
    Link,
}

/// Where a code was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// To a phone.
    Sms,
    /// To an e-mail address.
    Mail,
}

/// The one way in which a moment is written.
const WRITTEN: &str = "%Y-%m-%dT%H:%M:%S.%3fZ";

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", words::clock::timestamp(self.0).strftime(WRITTEN))
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let moment = text.parse::<jiff::Timestamp>().map_err(serde::de::Error::custom)?;
        let moment = Self(moment.as_millisecond());
        if moment.to_string() == text {
            Ok(moment)
        } else {
            Err(serde::de::Error::custom("not written as a moment is"))
        }
    }
}
