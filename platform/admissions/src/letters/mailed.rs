//! The mail of a letter that nobody signs: its words, drawn from the tree that its page and its paper are drawn from.

use blocks::catalogue::LetterKind;
use blocks::{Hijri, Languages, html, plain_body};
use kernel::StoreError;
use tenants::School;
use tenants::letters::style;
use words::Language;
use words::text::{may_greet, western_digits};

use super::model::READER;
use super::paper::composed;
use super::store::{LetterRow, SignerRow};
use crate::messages::LetterText;
use crate::own_link::Proof;

/// Characters of a mail's text; a longer letter is read by its link.
const LONGEST: usize = 20_000;

/// Digits of a telephone by which it is known in a text, however its country is called.
const OWN_DIGITS: usize = 8;

fn digits(text: &str) -> String {
    western_digits(text).chars().filter(char::is_ascii_digit).collect()
}

/// Whether a text has that telephone in it, however it is spelled.
fn has_phone(text: &str, phone: &str) -> bool {
    let phone = digits(phone);
    let own = &phone[phone.len().saturating_sub(OWN_DIGITS)..];
    !own.is_empty() && digits(text).contains(own)
}

/// What the mail of a letter says to whoever reads it, in their language where it is written in both; none where its mail leads to it alone. No
/// mail tells the telephone by which whoever has its link is known.
pub(super) fn words_of(
    school: &School,
    (letter, reader): (&LetterRow, &SignerRow),
    (language, proof): (Language, Option<(Proof, &str)>),
    hijri: Hijri,
) -> Result<Option<LetterText>, StoreError> {
    let is_mailed = school.letters().get(&letter.code).is_some_and(|template| template.mails_words());
    // What went out as another kind stays that, whatever its template is now; and a mail greets nobody by what is no name.
    let is_plain = letter.kind == LetterKind::Plain.as_str() && reader.role == READER;
    if !is_mailed || !is_plain || !may_greet(&reader.name) {
        return Ok(None);
    }
    let said = composed(letter)?;
    let language = match said.languages {
        Languages::En => Language::En,
        Languages::Ar => Language::Ar,
        Languages::Both => language,
    };
    let body = said.body.side(language);
    let text = plain_body(&body, style(school, hijri).of(language));
    let subject = said.subject.get(language).to_owned();
    let tells_proof = |phone| has_phone(&subject, phone) || has_phone(&text, phone);
    if text.chars().count() > LONGEST || proof.is_some_and(|(kind, phone)| kind == Proof::Phone && tells_proof(phone)) {
        return Ok(None);
    }
    Ok(Some(LetterText { subject, text, html: html(&body, language) }))
}
