//! Listing the templates and drawing one with an example.

use std::sync::Arc;

use blocks::{Languages, Unfilled, Values};
use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use tenants::letters::{Composed, Paper, Sheet, Verify, compose, style};
use words::verdict::Issue;
use words::{Currency, Language, Permission, Text};

use super::model::{
    CODE, Item, LetterKindFields, LetterPage, LetterPageSigner, REFERENCE, SPECIMEN, catalogue, example, slots,
};
use crate::service::Settings;

/// What addresses of papers are sealed for.
const SHOWN: &str = "letter.shown";
/// How long one is good for.
const SHOWN_MS: i64 = 5 * 60 * 1000;

/// A paper that is shown.
#[derive(Serialize, Deserialize)]
struct Shown {
    code: String,
    languages: Languages,
    until: i64,
}

/// A template filled with an example.
struct Specimen {
    school: Arc<School>,
    origin: String,
    template: Arc<LetterTemplate>,
    values: Values,
    letter: Composed,
    today: jiff::civil::Date,
}

impl Settings {
    /// The templates as the draft has them, and what each kind may name.
    pub async fn letters(&self, caller: &Caller) -> Result<(Vec<Item>, Vec<LetterKindFields>), Refusal> {
        caller.require(Permission::SettingsRead)?;
        let school = self.preview_school(&caller.school).await?;
        let hijri = self.0.press.hijri();
        let currency = currency_of(&school)?;
        let list = move |school: &Arc<School>| {
            let items = school.letters().iter().map(|(code, template)| Item::new(code, template)).collect();
            (items, catalogue(currency, style(school, hijri)))
        };
        school.built(None, list).await
    }

    /// A template of the draft on paper, as PDF, with an example in place of a family.
    pub async fn preview_letter(&self, caller: &Caller, code: &str, languages: Languages) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.paper(&caller.school, code, languages).await
    }

    async fn paper(&self, scope: &SchoolScope, code: &str, languages: Languages) -> Result<Vec<u8>, Refusal> {
        let Specimen { school, origin, template, values, letter, today } = self.filled(scope, code, languages).await?;
        let host = origin.trim_start_matches("https://").trim_start_matches("http://");
        let paper = Paper {
            reference: REFERENCE,
            date: today,
            signers: slots(&template, &values, spoken(languages)),
            verify: Some(Verify { address: format!("{origin}/v/{CODE}"), short: format!("{host}/v/{CODE}") }),
            mark: Some(Text { en: SPECIMEN[0].into(), ar: SPECIMEN[1].into() }),
            evidence: None,
        };
        let logo = school.built(None, |school| school.logo()).await?.map(|logo| logo.png.clone());
        // One at a time for a school: whoever looks often waits for themselves.
        let _turn = self.0.heavy_turn(scope.id()).await?;
        Ok(self.0.press.draw(Sheet::Letter, letter.sheet(&school, &paper), logo).await?)
    }

    /// Where the same is shown for five minutes to whoever has the address, for a frame sends no session. It names nobody.
    pub async fn show_letter(&self, caller: &Caller, code: &str, languages: Languages) -> Result<String, Refusal> {
        // What cannot be filled is told here, where somebody reads it, and not in a frame.
        self.specimen(caller, code, languages).await?;
        let shown = Shown { code: code.to_owned(), languages, until: self.0.clock.now_ms() + SHOWN_MS };
        let text = serde_json::to_string(&shown).map_err(Refusal::internal)?;
        Ok(crypto::seal(&self.0.secret, &*self.0.rng, caller.school.id(), SHOWN, &text))
    }

    /// The paper behind such an address, as the draft has it now; A001 for what is none, or is over.
    pub async fn shown_letter(&self, school: &School, name: &str) -> Result<Vec<u8>, Refusal> {
        let text = crypto::open(&self.0.secret, school.id(), SHOWN, name).ok_or_else(Refusal::not_found)?;
        let shown: Shown = serde_json::from_str(&text).map_err(|_| Refusal::not_found())?;
        if self.0.clock.now_ms() >= shown.until || school.is_suspended() {
            return Err(Refusal::not_found());
        }
        self.paper(&school.scope(), &shown.code, shown.languages).await
    }

    /// The same as families will see it on their page.
    pub async fn preview_letter_page(
        &self,
        caller: &Caller,
        code: &str,
        languages: Languages,
    ) -> Result<LetterPage, Refusal> {
        let Specimen { template, values, letter, .. } = self.specimen(caller, code, languages).await?;
        let signers = slots(&template, &values, spoken(languages)).into_iter();
        Ok(LetterPage {
            title: letter.title,
            subject: letter.subject,
            languages,
            facts: letter.facts,
            body: serde_json::to_value(&letter.body).map_err(Refusal::internal)?,
            signers: signers.map(|slot| LetterPageSigner { role: slot.role, name: slot.name }).collect(),
        })
    }

    async fn specimen(&self, caller: &Caller, code: &str, languages: Languages) -> Result<Specimen, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.filled(&caller.school, code, languages).await
    }

    async fn filled(&self, scope: &SchoolScope, code: &str, languages: Languages) -> Result<Specimen, Refusal> {
        let school = self.preview_school(scope).await?;
        let (origin, hijri) = ((self.0.origin)(&school), self.0.press.hijri());
        let currency = currency_of(&school)?;
        let (code, now) = (code.to_owned(), self.0.clock.now_ms());
        let filled = move |school: &Arc<School>| {
            let Some(template) = school.letters().get(&code).cloned() else {
                // One that is there and not whole yet is told apart from one that is not there.
                let path = format!("letters/{code}.json");
                let is_there = tenants::bundle::FileKind::of(&path).is_some()
                    && school.files().value(&path).is_ok_and(|value| value.is_some());
                return Err(match is_there {
                    true => Refusal::new(MessageId::S001).errors(vec![Issue::error("", "unfinished")]),
                    false => Refusal::not_found(),
                });
            };
            let today = school.today(now);
            let values = example(school, &origin, currency, &template, today);
            let letter = compose(&template, &values, languages, style(school, hijri)).map_err(unfilled)?;
            Ok(Specimen { school: school.clone(), origin, template, values, letter, today })
        };
        school.built(None, filled).await?
    }
}

/// In which language a paper says what it says once.
fn spoken(languages: Languages) -> Language {
    if languages == Languages::Ar { Language::Ar } else { Language::En }
}

fn currency_of(school: &School) -> Result<Currency, Refusal> {
    // The bundle's check knows no school without one.
    Currency::parse(&school.config().currency).ok_or_else(|| Refusal::internal("a school without a currency"))
}

/// S001: a text cannot be filled.
fn unfilled(fault: Unfilled) -> Refusal {
    let issue = match &fault {
        Unfilled::Missing { field } => Issue::error("/body", "unknownField").with("field", field.as_str()),
        Unfilled::TooLong => Issue::error("/body", "tooLong"),
        Unfilled::TooManyRows => Issue::error("/body", "tooMany"),
    };
    Refusal::new(MessageId::S001).errors(vec![issue])
}
