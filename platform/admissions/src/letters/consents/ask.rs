//! A family is asked for consents: one letter for all.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::{Block, Values};
use kernel::{Refusal, SchoolTx, StoreError, SubmissionId, numbers};
use serde_json::json;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use tenants::letters::Composed;
use words::{Money, Text};

use super::model::{DAYS, MOST_ASKED, Stand};
use super::sections::{Section, one, unsigned};
use super::store;
use crate::applications::Hand;
use crate::letters::financial::issue_request;
use crate::letters::issue::{Fixed, filled, issue_of, put, reference_of};
use crate::letters::{Issued, Occasion};
use crate::my_application::as_corrected;
use crate::own_link::Proof;

/// What a letter with several is called.
const TITLE: [&str; 2] = ["Consents", "الموافقات"];

/// Makes the letter. The transaction holds the submission; none of the templates is asked for twice.
pub(super) async fn ask(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
    templates: &[(&str, &Arc<LetterTemplate>)],
) -> Result<Issued, Refusal> {
    let submission = occasion.submission;
    let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
    let Some((code, first)) = templates.first().filter(|_| Proof::of(submission.document(), &answers).is_some()) else {
        return Ok(Issued::None);
    };
    let today = occasion.school.today(hand.now);
    let reference = reference_of(occasion, numbers::take(tx, &format!("letter-CN-{}", today.year())).await?, today);
    let mut sections = Vec::new();
    let mut whole: Option<Composed> = None;
    for (code, template) in templates {
        let plain = unsigned(template);
        let composed = match filled(occasion, &answers, (&plain, Values::new()), (&reference, today)) {
            Ok(composed) => composed,
            Err(unfilled) => return Ok(Issued::Unfilled(unfilled.to_string())),
        };
        sections.push(Section {
            code: (*code).to_owned(),
            version: template.version(),
            title: template.title.clone(),
            required: template.required,
            body: json!(composed.body),
        });
        whole.get_or_insert(composed);
    }
    let Some(mut composed) = whole else { return Ok(Issued::None) };
    let signatures = || Block::Signatures { when: None };
    composed.body = one(occasion.school, composed.languages, [signatures(), signatures()])
        .map_err(|unfilled| Refusal::internal(unfilled.to_string()))?;
    if templates.len() > 1 {
        let [en, ar] = TITLE.map(str::to_owned);
        composed.title = Text { en, ar };
        composed.subject = composed.title.clone();
    }
    let versions: Vec<&str> = sections.iter().map(|section| section.version.as_str()).collect();
    let version = match versions.as_slice() {
        [one] => (*one).to_owned(),
        all => words::sha256_hex(all.join(" ").as_bytes()).get(..12).unwrap_or_default().to_owned(),
    };
    let fixed = Fixed { code, version: &version, composed: &composed, consents: json!(sections) };
    let id = put(tx, hand, occasion, (&answers, first), (&reference, today), fixed).await?;
    for (place, section) in (0..).zip(&sections) {
        store::insert_asked(tx, &id, &section.code, place, &section.version).await?;
    }
    Ok(Issued::Made(id))
}

/// Makes a letter of a template that staff send by hand, alone or to many; `amount` is what financial documents are to cover.
pub(in crate::letters) async fn issue_any(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
    (code, template, amount): (&str, &Arc<LetterTemplate>, Option<Money>),
) -> Result<Issued, Refusal> {
    match template.kind {
        LetterKind::Consent => ask(tx, hand, occasion, &[(code, template)]).await,
        LetterKind::FinancialRequest => issue_request(tx, hand, occasion, (code, template, amount)).await,
        _ => issue_of(tx, hand, occasion, (code, &**template, Values::new())).await,
    }
}

/// How the consents of an application stand: of each template of the school.
pub(super) async fn stands(
    tx: &mut SchoolTx,
    school: &School,
    (id, now): (&SubmissionId, i64),
) -> Result<Vec<(String, Arc<LetterTemplate>, Stand)>, StoreError> {
    let (given, asked) = (store::given_of(tx, id).await?, store::asked_of(tx, id, now).await?);
    let consents = school.letters().iter().filter(|(_, template)| template.kind == LetterKind::Consent);
    let one = |(code, template): (&String, &Arc<LetterTemplate>)| {
        let newest = given.iter().find(|row| row.code == *code).map(Into::into);
        let is_asked = asked.iter().any(|row| row.code == *code);
        (code.clone(), template.clone(), Stand::of(newest, is_asked, Some(&template.version())))
    };
    Ok(consents.map(one).collect())
}

/// The titles of consents that the school needs of a family before its child is enrolled, and does not have.
pub(crate) async fn missing_consents(
    tx: &mut SchoolTx,
    school: &School,
    (id, now): (&SubmissionId, i64),
) -> Result<Vec<Text>, StoreError> {
    let all = stands(tx, school, (id, now)).await?.into_iter();
    let missing = all.filter(|(_, template, stand)| template.required && !stand.is_given());
    Ok(missing.map(|(_, template, _)| template.title.clone()).collect())
}

/// Asks for the consents that the school needs, where their family was not asked and has not answered: at the moment at which its place is booked. The
/// transaction holds the submission. None where there is nobody to ask for anything.
pub(crate) async fn ask_required(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    occasion: &Occasion<'_>,
) -> Result<Option<Issued>, Refusal> {
    let all = stands(tx, occasion.school, (&occasion.submission.id, hand.now)).await?;
    let wanted = all.iter().filter(|(_, template, stand)| template.required && *stand == Stand::Never);
    let wanted: Vec<_> = wanted.map(|(code, template, _)| (code.as_str(), template)).take(MOST_ASKED).collect();
    if wanted.is_empty() {
        return Ok(None);
    }
    ask(tx, hand, occasion, &wanted).await.map(Some)
}

/// Whether a letter with a consent waits for its family.
pub(in crate::letters) async fn is_asked(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    code: &str,
    now: i64,
) -> Result<bool, StoreError> {
    Ok(store::asked_of(tx, id, now).await?.iter().any(|row| row.code == code))
}

/// Whether a consent need not be asked for: a letter with it waits, or it is given to the words of now.
pub(in crate::letters) async fn needs_no_asking(
    tx: &mut SchoolTx,
    school: &School,
    (id, now): (&SubmissionId, i64),
    code: &str,
) -> Result<bool, StoreError> {
    let all = stands(tx, school, (id, now)).await?;
    Ok(all.iter().any(|(own, _, stand)| own == code && matches!(stand, Stand::Asked | Stand::Accepted)))
}

/// Days for which a letter of consents can be answered, where nobody says how many.
pub(crate) const fn days() -> u16 {
    DAYS
}
