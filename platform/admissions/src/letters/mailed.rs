//! The mail of a letter that nobody signs: its words, drawn from the tree that its page and its paper are drawn from.

use blocks::{Hijri, Languages, html, plain_body};
use kernel::StoreError;
use tenants::School;
use tenants::letters::style;
use words::Language;

use super::model::READER;
use super::paper::composed;
use super::store::{LetterRow, SignerRow};
use crate::messages::LetterText;

/// Characters of a mail's text; a longer letter is read by its link.
const LONGEST: usize = 20_000;

/// What the mail of a letter says to whoever reads it, in their language where it is written in both; none where its mail leads to it alone.
pub(super) fn words_of(
    school: &School,
    (letter, reader): (&LetterRow, &SignerRow),
    language: Language,
    hijri: Hijri,
) -> Result<Option<LetterText>, StoreError> {
    let is_mailed = school.letters().get(&letter.code).is_some_and(|template| template.mails_words());
    // What went out to be signed is, whatever its template is now.
    if !is_mailed || reader.role != READER {
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
    if text.chars().count() > LONGEST {
        return Ok(None);
    }
    Ok(Some(LetterText { subject: said.subject.get(language).to_owned(), text, html: html(&body, language) }))
}
