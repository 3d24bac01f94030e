//! How a letter stands, what its links are for, and the code on its paper.

use blocks::catalogue::LetterKind;
use kernel::crypto::{self, Secret};
use kernel::links;
use words::SchoolId;
use words::text::western_digits;

use crate::ids::LetterId;

/// Wrong proofs, with which a link ends; a right one takes one of them back.
pub(super) const MOST_TRIES: i64 = 5;

/// States of a letter.
pub(super) mod state {
    /// Its family has a choice to make first, and nothing is drawn.
    pub const CHOOSING: &str = "choosing";
    /// It is made, and not drawn yet.
    pub const DRAFT: &str = "draft";
    /// Its family has it.
    pub const RELEASED: &str = "released";
    /// All have signed.
    pub const SIGNED: &str = "signed";
    /// One of them declined.
    pub const DECLINED: &str = "declined";
    /// Another stands in its place: its family chose otherwise before anybody signed.
    pub const REPLACED: &str = "replaced";
    /// Nobody answered in time.
    pub const EXPIRED: &str = "expired";
    /// The offer is none any more.
    pub const WITHDRAWN: &str = "withdrawn";
}

/// Why a letter was withdrawn, where that matters later.
pub(super) mod closed_why {
    /// Staff sent its application from F to A: what the offer depends on goes on.
    pub const ACCEPTED_BY_STAFF: &str = "accepted_by_staff";
}

/// States of a signer.
pub(super) mod signer {
    /// Others sign before.
    pub const WAITING: &str = "waiting";
    /// Has a link.
    pub const INVITED: &str = "invited";
    /// Has signed.
    pub const SIGNED: &str = "signed";
    /// Has declined.
    pub const DECLINED: &str = "declined";
    /// The school: its seal is its signature.
    pub const SEALED: &str = "sealed";
}

/// The role of who opens a letter that nobody of the family signs.
pub(super) const READER: &str = "reader";

/// Kinds of a letter's files.
pub(super) mod file {
    /// As it was offered.
    pub const OFFERED: &str = "offered";
    /// As all have signed it.
    pub const SIGNED: &str = "signed";
}

/// What links of this slice are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Opens a letter to one of its signers.
    Letter,
    /// The same from the family's own page, for an hour.
    Own,
    /// A code that a signer is known by: no address has it.
    Code,
}

impl Purpose {
    /// What opens a letter.
    pub const LINKS: [Self; 2] = [Self::Letter, Self::Own];
}

impl links::Purpose for Purpose {
    const ALL: &'static [Self] = &[Self::Letter, Self::Own, Self::Code];

    fn as_str(self) -> &'static str {
        match self {
            Self::Letter => "letter",
            Self::Own => "own_letter",
            Self::Code => "letter_code",
        }
    }

    /// At most; one ends with its letter.
    fn life_ms(self) -> i64 {
        match self {
            Self::Letter => 400 * 24 * 60 * 60 * 1000,
            Self::Own => 60 * 60 * 1000,
            Self::Code => 10 * 60 * 1000,
        }
    }

    fn path(self, token: &str) -> String {
        page_of(LetterKind::Offer, token)
    }
}

/// The page that a link to a letter of a kind leads to.
pub(super) fn page_of(kind: LetterKind, token: &str) -> String {
    let page = match kind {
        LetterKind::Offer | LetterKind::Plain => "offer-letter",
        LetterKind::ConditionalOffer => "conditional-offer-letter",
        LetterKind::Acceptance => "acceptance",
        LetterKind::Consent => "consent",
        LetterKind::FinancialRequest => "financial_document",
    };
    format!("/{page}/{token}")
}

/// What stands in the reference of a letter of a kind.
pub(super) const fn mark_of(kind: LetterKind) -> &'static str {
    match kind {
        LetterKind::Offer => "OL",
        LetterKind::ConditionalOffer => "CO",
        LetterKind::Acceptance => "AL",
        LetterKind::FinancialRequest => "FR",
        LetterKind::Consent => "CN",
        LetterKind::Plain => "LT",
    }
}

/// Crockford's: without letters that look like digits.
const SYMBOLS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Symbols of a code: 60 bits.
const LENGTH: usize = 12;

/// The code on a letter's paper, each time the same: what only this school's key makes, so that it is kept nowhere in clear and stands
/// on the signed paper as on the one that was offered.
pub(super) fn check_code(secret: &Secret, school: &SchoolId, letter: &LetterId) -> String {
    let hash = crypto::keyed_hash(&secret.school_key(school, "link"), &format!("letter code\n{letter}"));
    let bits = hash.get(..LENGTH * 5 / 4).and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let mut code = String::new();
    for place in 0..LENGTH {
        if place > 0 && place % 4 == 0 {
            code.push('-');
        }
        let at = bits >> (5 * (LENGTH - 1 - place)) & 31;
        code.push(char::from(SYMBOLS[usize::try_from(at).unwrap_or_default()]));
    }
    code
}

/// What is kept of a code, however it was typed; `None` for what is none.
pub(super) fn code_hash(typed: &str) -> Option<String> {
    let read = |c: char| match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let plain: String = western_digits(typed).chars().filter(|c| !matches!(c, '-' | ' ')).map(read).collect();
    let is_code = plain.len() == LENGTH && plain.bytes().all(|b| SYMBOLS.contains(&b));
    is_code.then(|| crypto::token_hash(&plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_however_it_is_typed() {
        let secret = Secret::new(vec![7; 32]).expect("long enough");
        let [one, two] = ["one", "two"].map(|id| SchoolId::parse(id).expect("id"));
        let letter = LetterId::from("a letter".to_owned());
        let code = check_code(&secret, &one, &letter);
        assert_eq!((code.len(), code.matches('-').count()), (14, 2), "{code}");
        assert_eq!(code, check_code(&secret, &one, &letter));
        assert_ne!(code, check_code(&secret, &two, &letter), "another school's");
        let hash = code_hash(&code);
        assert!(hash.is_some());
        for typed in [code.to_lowercase(), code.replace('-', ""), format!(" {} ", code.replace('-', " - "))] {
            assert_eq!(code_hash(&typed), hash, "{typed}");
        }
        assert_eq!(code_hash("OIL0-1111-ABCD"), code_hash("0110-1111-abcd"));
        for none in ["", "7K3M-9QXT-2BW", "7K3M-9QXT-2BWU", "رمز", "7K3M-9QXT-2BWDD"] {
            assert_eq!(code_hash(none), None, "{none}");
        }
    }
}
