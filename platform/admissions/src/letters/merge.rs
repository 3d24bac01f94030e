//! What fills a letter: the application as it is when the letter is made.

use blocks::catalogue::{FieldKind, LetterKind, fields};
use blocks::{Row, Value as Filling, Values};
use form::{What, Who};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::Value;
use tenants::bundle::letters::LetterTemplate;
use tenants::letters::{fill_school, fill_template};
use tenants::registry::bucket_name;
use words::verdict::{Computed, Kind};
use words::{Currency, Language, Money, Text};

use super::issue::Occasion;
use crate::enquiries::Submission;
use crate::messages::given_name;

/// Rows of fees that a letter tells.
const MOST_FEES: usize = 60;

/// The answer to a question about somebody.
pub(super) fn told(occasion: &Occasion<'_>, answers: &Value, who: Who, what: What) -> Option<String> {
    let answer = answers.get(occasion.submission.document().field_of(who, what)?)?.as_str()?.trim();
    Some(answer.to_owned()).filter(|answer| !answer.is_empty())
}

/// A name in both languages; in the one that was given where the form asks for one.
fn name(occasion: &Occasion<'_>, answers: &Value, who: Who) -> Option<Text> {
    let en = told(occasion, answers, who, What::Name);
    let ar = told(occasion, answers, who, What::NameAr);
    let first = en.clone().or_else(|| ar.clone())?;
    Some(Text { en: first.clone(), ar: ar.unwrap_or(first) })
}

fn words_of(text: Text) -> Filling {
    Filling::words(text.en, text.ar)
}

/// Values for all fields that a letter of the template's kind may name. What nobody told of is empty; amounts and days that nobody told of are
/// not there, and a text that names one is told as a fault.
pub(super) fn values(
    occasion: &Occasion<'_>,
    answers: &Value,
    template: &LetterTemplate,
    (reference, today): (&str, Date),
) -> Values {
    let (school, submission) = (occasion.school, occasion.submission);
    let mut values = empty(template.kind);
    fill_school(school, &occasion.origin, &mut values);
    fill_template(template, today, occasion.last_day, &mut values);
    let child = name(occasion, answers, Who::Child).or_else(|| name(occasion, answers, Who::Contact));
    let child = child.unwrap_or_else(|| Text { en: submission.person.clone(), ar: submission.person.clone() });
    let first = Text { en: given_name(&child.en), ar: given_name(&child.ar) };
    let guardian = name(occasion, answers, Who::Guardian).or_else(|| name(occasion, answers, Who::Contact));
    let phone = told(occasion, answers, Who::Guardian, What::Phone);
    let document = submission.document();
    let answer =
        |is: bool| if is { Filling::coded("Yes", "نعم", "yes") } else { Filling::coded("No", "لا", "no") };
    let conditions = conditions(template, today);
    let due = conditions.iter().filter_map(|row| row.get("due_on")).filter_map(|day| match day {
        Filling::Date(day) => Some(*day),
        _ => None,
    });
    let due = due.max();
    for (name, value) in [
        ("reference", Filling::Text(reference.to_owned())),
        ("letter_date", Filling::Date(today)),
        ("offer_date", Filling::Date(today)),
        ("expires_on", Filling::Date(occasion.last_day)),
        ("child_name", words_of(child)),
        ("child_first_name", words_of(first)),
        ("guardian_name", words_of(guardian.unwrap_or_else(|| Text { en: String::new(), ar: String::new() }))),
        ("guardian_phone", Filling::Phone(phone.unwrap_or_default())),
        ("registration_id", Filling::Text(occasion.registration_id.clone())),
        ("academic_year", Filling::coded(&*occasion.round.year, &*occasion.round.year, &*occasion.round.year)),
        ("round", Filling::coded(&*occasion.round.id, &*occasion.round.id, &*occasion.round.id)),
        ("fees_are_confirmed", answer(occasion.fees_are_confirmed)),
        ("has_sibling", answer(occasion.has_sibling)),
        ("conditions", Filling::List(conditions)),
    ] {
        values.set(name, value);
    }
    if let Some(due) = due {
        values.set("conditions_due", Filling::Date(due));
    }
    if let Some(bucket) = &occasion.bucket {
        let grade = bucket_name(Some(document), bucket);
        let code = bucket.split('/').next().unwrap_or(bucket);
        values.set("grade", Filling::coded(grade.en, grade.ar, code));
    }
    if let Some(currency) = Currency::parse(&school.config().currency) {
        fees(occasion, currency, &mut values);
    }
    values
}

/// What can be left out, left out.
fn empty(kind: LetterKind) -> Values {
    let mut values = Values::new();
    for field in fields(kind) {
        match field.kind {
            FieldKind::Text => values.set(field.name, Filling::Text(String::new())),
            FieldKind::Words => values.set(field.name, Filling::words("", "")),
            FieldKind::Phone => values.set(field.name, Filling::Phone(String::new())),
            FieldKind::List => values.set(field.name, Filling::List(Vec::new())),
            FieldKind::Number => values.set(field.name, Filling::Number(0)),
            FieldKind::Date | FieldKind::Money => {}
        }
    }
    values
}

fn conditions(template: &LetterTemplate, today: Date) -> Vec<Row> {
    let one = |condition: &tenants::bundle::letters::Condition| {
        let day = today.saturating_add(i64::from(condition.days).days());
        Row::from([
            ("condition".to_owned(), words_of(condition.text.clone())),
            ("due_on".to_owned(), Filling::Date(day)),
        ])
    };
    template.conditions.iter().map(one).collect()
}

/// The fees that the form's rules worked out: a table of a name and an amount in each row, or else its single amounts; and their sum, by an
/// amount that is called `total` or that the rows make.
fn reckoned(submission: &Submission, currency: Currency) -> (Vec<(Filling, i64)>, Option<Money>) {
    let computed = &submission.verdict.computed;
    let document = submission.document();
    let said = |key: &str| {
        let [en, ar] = [Language::En, Language::Ar].map(|language| document.text(language, key).to_owned());
        Filling::words(en, ar)
    };
    let money = |value: &Value| {
        let is_ours = value.get("currency").and_then(Value::as_str) == Some(currency.code());
        value.get("minor").and_then(Value::as_i64).filter(|_| is_ours)
    };
    let table = computed.iter().find(|one| one.kind == Kind::Table && one.key == "fees");
    let rows: Vec<(Filling, i64)> = match table {
        Some(table) => {
            let rows = table.value.get("rows").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            rows.iter().filter_map(|row| Some((said(row.get(0)?.as_str()?), money(row.get(1)?)?))).collect()
        }
        None => {
            let is_fee = |one: &&Computed| one.kind == Kind::Money && one.key != "total";
            computed.iter().filter(is_fee).filter_map(|one| Some((said(&one.label_code), money(&one.value)?))).collect()
        }
    };
    let total = computed.iter().find(|one| one.kind == Kind::Money && one.key == "total");
    let total = total.and_then(|one| money(&one.value)).or_else(|| {
        let sum = rows.iter().try_fold(0_i64, |sum, (_, minor)| sum.checked_add(*minor));
        sum.filter(|_| !rows.is_empty())
    });
    (rows, total.map(|minor| Money::new(minor, currency)))
}

/// What all fees make; none where nobody knows them.
pub(super) fn fee_total(submission: &Submission, currency: Currency) -> Option<Money> {
    reckoned(submission, currency).1
}

fn fees(occasion: &Occasion<'_>, currency: Currency, values: &mut Values) {
    let (rows, total) = reckoned(occasion.submission, currency);
    let row = |(fee, minor): (Filling, i64)| {
        let amount = Filling::Money(Money::new(minor, currency));
        Row::from([("fee".to_owned(), fee), ("amount".to_owned(), amount)])
    };
    values.set("fees", Filling::List(rows.into_iter().take(MOST_FEES).map(row).collect()));
    if let Some(total) = total {
        values.set("fee_total", Filling::Money(total));
    }
}
