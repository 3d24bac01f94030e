//! What the entry screens say of a school's application before anybody opens it: how long it takes, which papers it wants, and
//! what it calls the grades that the dates name.

use std::collections::HashSet;

use form::{FormDocument, OutlineField, What, Who};
use words::{Currency, Language, Money, Text};

use super::payload::{ApplicationPaper, ApplicationView, GradeName, RoundView};
use super::school::School;
use crate::bundle::config::SchoolDates;

/// About how long one question, and one paper, takes somebody who has it at hand.
const QUESTION_SECONDS: usize = 20;
const PAPER_SECONDS: usize = 30;

/// The form by which one applies; `None` where none is offered, or it is broken.
pub(super) fn view(school: &School) -> Option<ApplicationView> {
    let form = school.config().application()?;
    let document = school.form(form).ok()?;
    let fields = both(&document);
    let papers = papers(&fields);
    let grades = grades(&document, &fields, &school.config().school_dates);
    Some(ApplicationView {
        rounds: rounds(school),
        form: form.to_owned(),
        minutes: minutes(&fields, papers.len()),
        papers,
        grades,
    })
}

/// What the rounds that the school configures say to families: the first of each year.
fn rounds(school: &School) -> Vec<RoundView> {
    let currency = Currency::parse(&school.config().currency);
    let mut told: Vec<RoundView> = Vec::new();
    for round in &school.config().rounds {
        if told.iter().any(|one| one.year == round.year) {
            continue;
        }
        let fee = round.application_fee.as_ref().zip(currency);
        let fee = fee.and_then(|(fee, currency)| Money::parse(&fee.amount, currency)).map(|money| money.minor());
        told.push(RoundView { year: round.year.clone(), fee_minor: fee.filter(|minor| *minor > 0) });
    }
    told.retain(|one| one.fee_minor.is_some());
    told
}

/// The sentence under a form's title in both languages, where there is one.
pub(super) fn described(document: &FormDocument) -> Option<Text> {
    let [en, ar] = Language::ALL.map(|language| document.description(language).map(str::to_owned));
    Some(Text { en: en?, ar: ar? })
}

type Both = (OutlineField, OutlineField);

fn both(document: &FormDocument) -> Vec<Both> {
    document.outline(Language::En).into_iter().zip(document.outline(Language::Ar)).collect()
}

fn is_paper((field, _): &&Both) -> bool {
    matches!(field.r#type.as_str(), "upload" | "uploads")
}

/// Whether everybody sees it: what shows under a condition, or in a group that may stay empty, most families do not.
fn is_always_asked((field, _): &&Both) -> bool {
    !field.rules.contains_key("conditional") && !field.name.contains('.')
}

/// In the order in which they are asked for, each named once: whoever is always asked for one is not asked for it on a condition only.
fn papers(fields: &[Both]) -> Vec<ApplicationPaper> {
    let mut papers: Vec<ApplicationPaper> = Vec::new();
    for field in fields.iter().filter(is_paper).filter(|(en, _)| !en.label.is_empty()) {
        let is_conditional = !is_always_asked(&field);
        match papers.iter_mut().find(|paper| paper.name.en == field.0.label) {
            Some(paper) => paper.is_conditional &= is_conditional,
            None => {
                let name = Text { en: field.0.label.clone(), ar: field.1.label.clone() };
                papers.push(ApplicationPaper { name, is_conditional });
            }
        }
    }
    papers
}

/// The questions that are always asked and all of the papers, rounded to five minutes.
fn minutes(fields: &[Both], papers: usize) -> u32 {
    let questions = fields.iter().filter(is_always_asked).filter(|field| !is_paper(field)).count();
    let seconds = questions * QUESTION_SECONDS + papers * PAPER_SECONDS;
    u32::try_from(seconds.div_ceil(60).next_multiple_of(5)).unwrap_or(u32::MAX)
}

/// The grades of the application that the school's dates are for.
pub(super) fn dated_grades(school: &School, document: &FormDocument) -> Vec<GradeName> {
    grades(document, &both(document), &school.config().school_dates)
}

/// Of the form's own grades those that the dates are for: a row that names none is for all of them.
fn grades(document: &FormDocument, fields: &[Both], dates: &[SchoolDates]) -> Vec<GradeName> {
    let named: HashSet<&str> = dates.iter().flat_map(|row| &row.grades).map(String::as_str).collect();
    let is_for_all = dates.iter().any(|row| row.grades.is_empty());
    let asked = document.field_of(Who::Child, What::Grade);
    let Some((en, ar)) = fields.iter().find(|(field, _)| Some(field.name.as_str()) == asked) else { return Vec::new() };
    let choices = en.options.iter().zip(&ar.options).filter_map(|(en, ar)| {
        let code = en.value.as_str().filter(|code| is_for_all || named.contains(code))?;
        Some(GradeName { code: code.to_owned(), name: Text { en: en.label.clone(), ar: ar.label.clone() } })
    });
    choices.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(name: &str, kind: &str, conditional: bool) -> Both {
        let rules = if conditional { json!({ "conditional": true }) } else { json!({}) };
        let one = |label: &str| OutlineField {
            name: name.to_owned(),
            r#type: kind.to_owned(),
            label: label.to_owned(),
            required: false,
            options: Vec::new(),
            rules: rules.as_object().cloned().unwrap_or_default(),
        };
        (one(name), one("عربي"))
    }

    #[test]
    fn a_row_without_grades_is_for_all_of_the_form() {
        let choice = |code: &str| json!({ "const": code, "title": code });
        let document = json!({
            "version": "1.0.0", "title": "t", "steps": [{ "id": "one", "title": "t", "fields": ["grade"] }],
            "schema": { "type": "object", "properties": {
                "grade": { "type": "string", "title": "t", "oneOf": [choice("kg1"), choice("kg2"), choice("g1")] } } },
            "subject": { "child.grade": "grade" },
            "texts": { "en": { "t": "T", "kg1": "KG 1", "kg2": "KG 2", "g1": "Grade 1" }, "ar": { "t": "ت", "kg1": "روضة أولى", "kg2": "روضة ثانية", "g1": "الصف الأول" } },
            "samples": [{ "name": "simple", "values": {} }]
        });
        let (document, _) = FormDocument::build(&document, form::Kind::Declarative).expect("a form");
        let row = |grades: &[&str]| -> SchoolDates {
            let row = json!({ "sims_admission_start_from": "2026-10-01", "sims_admission_end": "2027-06-30", "year": "2027-2028", "grades": grades });
            serde_json::from_value(row).expect("a row")
        };
        let offered = |dates: &[SchoolDates]| -> Vec<String> {
            grades(&document, &both(&document), dates).into_iter().map(|grade| grade.code).collect()
        };
        assert_eq!(offered(&[row(&["kg1"]), row(&["g1"])]), ["kg1", "g1"]);
        assert_eq!(offered(&[row(&["kg1"]), row(&[])]), ["kg1", "kg2", "g1"], "also beside a row for some");
        assert_eq!(offered(&[row(&["other"])]), Vec::<String>::new());
    }

    #[test]
    fn papers_are_named_once_and_say_whether_everybody_is_asked_for_them() {
        let told = |fields: &[Both]| -> Vec<(String, bool)> {
            papers(fields).into_iter().map(|paper| (paper.name.en, paper.is_conditional)).collect()
        };
        let said = |name: &str, is_conditional: bool| (name.to_owned(), is_conditional);
        let mut fields = vec![
            field("why", "text", true),
            field("passport", "upload", false),
            field("photos", "uploads", true),
            field("group.report", "upload", false),
        ];
        assert_eq!(told(&fields), [said("passport", false), said("photos", true), said("group.report", true)]);
        // Another field of the same name: asked of everybody in one place, a paper is no longer one for some.
        fields.extend([field("passport", "upload", true), field("photos", "upload", false)]);
        assert_eq!(told(&fields), [said("passport", false), said("photos", false), said("group.report", true)]);
    }

    #[test]
    fn time_counts_what_is_always_asked() {
        let mut fields: Vec<Both> = (0..28).map(|n| field(&format!("q{n}"), "text", false)).collect();
        fields.extend([field("passport", "upload", false), field("photos", "uploads", true)]);
        fields.extend([
            field("sign", "signature", false),
            field("why", "text", true),
            field("group.name", "text", false),
        ]);
        // 29 × 20 s and 2 × 30 s are 10 minutes and 40 seconds.
        assert_eq!(minutes(&fields, 2), 15);
        assert_eq!(minutes(&fields[..3], 0), 5);
    }
}
