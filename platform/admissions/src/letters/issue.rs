//! A letter is made, in the transaction of what it tells: what it says, who signs it, and the job that draws it.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::{Hijri, Languages, Unfilled, Values};
use form::{What, Who};
use jiff::ToSpan;
use jiff::civil::Date;
use kernel::{Refusal, SchoolTx, numbers, outbox};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use tenants::bundle::letters::{LetterTemplate, Signer, SignerRole};
use tenants::bundle::rounds::RoundConfig;
use tenants::letters::{Composed, compose, style};

use super::conditions;
use super::merge::{told, values};
use super::model::{READER, check_code, code_hash, mark_of, signer};
use super::release::ReleaseLetter;
use super::store;
use crate::applications::Hand;
use crate::enquiries::Submission;
use crate::ids::{LetterId, SignerId};
use crate::my_application::as_corrected;
use crate::own_link::Proof;

/// Of whom a letter is, and until when it can be answered.
pub(crate) struct Occasion<'a> {
    pub school: &'a School,
    /// Where its pages are.
    pub origin: String,
    /// The second calendar of schools that count by both.
    pub hijri: Hijri,
    pub submission: &'a Submission,
    pub kind: LetterKind,
    pub registration_id: String,
    pub round: Arc<RoundConfig>,
    /// Whose place it is; none of those without a grade.
    pub bucket: Option<String>,
    pub has_sibling: bool,
    /// Whether somebody has confirmed what makes the fees less.
    pub fees_are_confirmed: bool,
    /// What it is written in; none for what its template is.
    pub languages: Option<Languages>,
    pub last_day: Date,
    /// The midnight after it.
    pub until: i64,
    /// Whether it goes out with many others, behind which no other letter waits.
    pub is_one_of_many: bool,
}

/// What became of it.
pub(crate) enum Issued {
    /// The school has no letter of that kind, or nothing in the answers could prove who opens it.
    None,
    /// It is made, and goes out once it is drawn.
    Made(LetterId),
    /// Its template asks for something that the application does not have.
    Unfilled(String),
}

/// Makes a letter of the first template of its kind, where the school has one. The transaction holds the submission.
pub(crate) async fn issue(tx: &mut SchoolTx, hand: Hand<'_>, occasion: &Occasion<'_>) -> Result<Issued, Refusal> {
    match occasion.school.letter_of(occasion.kind) {
        Some((code, template)) => issue_of(tx, hand, occasion, (code, template, Values::new())).await,
        None => Ok(Issued::None),
    }
}

/// Makes a letter of a template, whose kind is the occasion's, with values of its own beside those of the application. The transaction holds
/// the submission.
pub(crate) async fn issue_of(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
    (code, template, own): (&str, &LetterTemplate, Values),
) -> Result<Issued, Refusal> {
    let (kind, submission) = (occasion.kind, occasion.submission);
    let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
    if Proof::of(submission.document(), &answers).is_none() {
        return Ok(Issued::None);
    }
    let today = occasion.school.today(hand.now);
    let number = numbers::take(tx, &format!("letter-{}-{}", mark_of(kind), today.year())).await?;
    let reference = reference_of(occasion, number, today);
    let composed = match filled(occasion, &answers, (template, own), (&reference, today)) {
        Ok(composed) => composed,
        Err(unfilled) => return Ok(Issued::Unfilled(unfilled.to_string())),
    };
    let fixed = Fixed { code, version: &template.version(), composed: &composed, consents: json!([]) };
    let id = put(tx, hand, occasion, (&answers, template), (&reference, today), fixed).await?;
    conditions::make(tx, occasion.school, &id, template, (today, hand.now)).await?;
    Ok(Issued::Made(id))
}

/// What a letter says from now on.
pub(super) struct Fixed<'a> {
    pub code: &'a str,
    /// Of its template.
    pub version: &'a str,
    pub composed: &'a Composed,
    /// The consents that it asks for, with their words.
    pub consents: serde_json::Value,
}

/// What a letter is called.
pub(super) fn reference_of(occasion: &Occasion<'_>, number: i64, today: Date) -> String {
    format!("{}-{}-{}-{number:05}", occasion.school.code(), today.year(), mark_of(occasion.kind))
}

/// Writes a letter with who signs it, and has it drawn.
pub(super) async fn put(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
    (answers, template): (&serde_json::Value, &LetterTemplate),
    (reference, today): (&str, Date),
    fixed: Fixed<'_>,
) -> Result<LetterId, Refusal> {
    let (kind, submission) = (occasion.kind, occasion.submission);
    let Fixed { code, version, composed, consents } = fixed;
    let text = text_with(reference, composed, consents).map_err(Refusal::internal)?;
    let id = LetterId::new(hand.clock, hand.rng);
    let check = code_hash(&check_code(hand.secret, tx.school(), &id)).unwrap_or_default();
    let letter = store::NewLetter {
        id: &id,
        submission: &submission.id,
        kind: kind.as_str(),
        code,
        template_version: version,
        reference,
        title: Json(&composed.title),
        text: &text,
        text_sha256: &words::sha256_hex(text.as_bytes()),
        check_hash: &check,
        second_proof: template.second_proof.as_str(),
        issued_on: &today.to_string(),
        expires_at: occasion.until,
        now: hand.now,
    };
    store::insert_letter(tx, &letter).await?;
    for (place, (role, turn, name)) in (0..).zip(signers(occasion, answers, template, today)) {
        let signer_id = SignerId::new(hand.clock, hand.rng);
        let state = if role == SignerRole::School.as_str() { signer::SEALED } else { signer::WAITING };
        let row = store::NewSigner { id: &signer_id, letter: &id, place, turn, role, name: &name, state };
        store::insert_signer(tx, &row).await?;
    }
    let job = ReleaseLetter { letter: id.clone(), is_one_of_many: occasion.is_one_of_many };
    outbox::enqueue(tx, hand.clock, hand.rng, id.as_str(), &job).await?;
    Ok(id)
}

/// A template with the values of an application, and those of its own.
pub(super) fn filled(
    occasion: &Occasion<'_>,
    answers: &serde_json::Value,
    (template, own): (&LetterTemplate, Values),
    (reference, today): (&str, Date),
) -> Result<Composed, Unfilled> {
    let mut filled = values(occasion, answers, template, (reference, today));
    filled.extend(own);
    let languages = occasion.languages.unwrap_or(template.languages);
    compose(template, &filled, languages, style(occasion.school, occasion.hijri))
}

/// What is agreed to, as it is hashed and kept: a third person can hash it too.
pub(super) fn text_of(reference: &str, composed: &Composed) -> Result<String, blocks::evidence::NotCanonical> {
    text_with(reference, composed, json!([]))
}

fn text_with(
    reference: &str,
    composed: &Composed,
    consents: serde_json::Value,
) -> Result<String, blocks::evidence::NotCanonical> {
    let paper = blocks::Paper {
        paper: reference,
        lang: composed.languages,
        subject: json!(composed.subject),
        facts: &composed.facts,
        body: &composed.body,
        consents,
    };
    paper.canonical()
}

/// Who signs, in their order: of a family with one guardian the second is asked by nobody, and a student who is not of age signs nothing. What
/// nobody of the family signs has a reader, whose link opens it.
fn signers(
    occasion: &Occasion<'_>,
    answers: &serde_json::Value,
    template: &LetterTemplate,
    today: Date,
) -> Vec<(&'static str, i64, String)> {
    let told = |who, what| told(occasion, answers, who, what);
    let named = |who| told(who, What::Name).or_else(|| told(who, What::NameAr));
    let first = || named(Who::Guardian).or_else(|| named(Who::Contact)).unwrap_or_default();
    let born = || told(Who::Child, What::Dob)?.parse::<Date>().ok();
    let one = |signer: &Signer| {
        let name = match signer.role {
            SignerRole::Guardian1 => Some(first()),
            SignerRole::Guardian2 => named(Who::SecondGuardian),
            SignerRole::Student => {
                is_of_age(born(), today, signer.of_age()).then(|| occasion.submission.person.clone())
            }
            SignerRole::School => Some(match template.languages {
                Languages::Ar => occasion.school.config().name.ar.clone(),
                Languages::En | Languages::Both => occasion.school.config().name.en.clone(),
            }),
        };
        Some((signer.role.as_str(), i64::from(signer.order), name?))
    };
    // A consent is one person's word: whoever applied gives it.
    let is_consent = template.kind == LetterKind::Consent;
    let is_asked = |signer: &&Signer| !is_consent || matches!(signer.role, SignerRole::Guardian1 | SignerRole::School);
    let mut all: Vec<_> = template.signers.iter().filter(is_asked).filter_map(one).collect();
    if all.iter().all(|(role, ..)| *role == SignerRole::School.as_str()) {
        // Where the student alone would sign, a guardian does for a child.
        let is_for_child = template.signers.iter().any(|signer| signer.role == SignerRole::Student);
        let role = if is_consent || is_for_child { SignerRole::Guardian1.as_str() } else { READER };
        all.push((role, 1, first()));
    }
    all.sort_by_key(|(_, turn, _)| *turn);
    all
}

/// Whether somebody of whom a birth date is known has had so many birthdays.
fn is_of_age(born: Option<Date>, today: Date, age: u8) -> bool {
    born.and_then(|born| born.checked_add(i64::from(age).years()).ok()).is_some_and(|from| from <= today)
}

#[cfg(test)]
mod tests {
    use super::is_of_age;

    #[test]
    fn somebody_is_of_age_from_the_birthday_on() {
        let day = |text: &str| text.parse().ok();
        let today = day("2026-11-28").expect("a day");
        for (born, age, is_it) in [
            ("2008-11-28", 18, true),
            ("2008-11-29", 18, false),
            ("2005-11-28", 21, true),
            ("2005-11-29", 21, false),
            ("2022-03-04", 18, false),
        ] {
            assert_eq!(is_of_age(day(born), today, age), is_it, "{born}");
        }
        assert!(!is_of_age(None, today, 18), "of whom nobody knows it");
    }
}
