//! The part of a letter's text that is one consent.

use blocks::{Block, Body, Languages, Texts, Unfilled, Values, body};
use kernel::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use tenants::letters::{Composed, style};
use words::Text;

/// What stands on the paper below each that was answered.
const ACCEPTED: [&str; 2] = ["**Answer: accepted**", "**الرد: موافقة**"];
const REFUSED: [&str; 2] = ["**Answer: refused**", "**الرد: رفض**"];

/// A consent as it stands in a letter's text, fixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub code: String,
    pub version: String,
    pub title: Text,
    pub required: bool,
    /// The filled text.
    pub body: Value,
}

/// A template of a consent without the place for signatures, which its letter has once for all.
pub(super) fn unsigned(template: &LetterTemplate) -> LetterTemplate {
    let mut template = template.clone();
    for side in [&mut template.body.en, &mut template.body.ar] {
        side.retain(|block| !matches!(block, Block::Signatures { .. }));
    }
    template
}

/// A text of one block in each language.
pub(super) fn one(school: &School, languages: Languages, [en, ar]: [Block; 2]) -> Result<Body, Unfilled> {
    let texts = Texts { en: vec![en], ar: vec![ar] };
    body(&texts, &Values::new(), languages, style(school, |_, _| None))
}

fn words(text: [&str; 2]) -> [Block; 2] {
    text.map(|text| Block::Paragraph { text: text.to_owned(), when: None })
}

/// What a letter says with its consents before the rest: each under its title, and with its answer where they were given (`accepted` are the codes of
/// those that were).
pub fn with_sections(
    school: &School,
    composed: Composed,
    sections: &[Section],
    accepted: Option<&[String]>,
) -> Result<Composed, StoreError> {
    let broken = |what: &str| StoreError::Broken(format!("{what} cannot be read"));
    let unfilled = |unfilled: Unfilled| StoreError::Broken(unfilled.to_string());
    let mut parts = Vec::new();
    for section in sections {
        let title = [&section.title.en, &section.title.ar];
        let heading = title.map(|text| Block::Heading { text: text.replace(['*', '{', '}'], ""), when: None });
        parts.push(one(school, composed.languages, heading).map_err(unfilled)?);
        // What cannot be read is not left out of what is signed.
        parts.push(Body::read(&section.body).map_err(|_| broken("a consent's text"))?);
        if let Some(accepted) = accepted {
            let answer = if accepted.contains(&section.code) { ACCEPTED } else { REFUSED };
            parts.push(one(school, composed.languages, words(answer)).map_err(unfilled)?);
        }
    }
    parts.push(composed.body);
    Ok(Composed { body: Body::joined(parts), ..composed })
}
