//! Cards, licences and clearances against the first day of work.

use plugin_sdk::Issue;
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::ids;

/// Whether the applicant said to have an identity card of a country where it counts.
fn has_card(answers: Answers<'_>) -> bool {
    matches!(answers.text("visa_state"), Some("citizen" | "resident"))
}

/// Everything that has to be looked at again.
pub fn issues(answers: Answers<'_>, today: Date, start: Option<Date>, police_months: i32, issues: &mut Vec<Issue>) {
    if has_card(answers) {
        card(answers, issues);
        expiry(answers, "id_expiry", "idEnds", start, issues);
    }
    if answers.text("licence") == Some("yes") {
        expiry(answers, "licence_expiry", "licenceEnds", start, issues);
    }
    if let Some(start) = start.filter(|start| police_is_old(answers, Some(*start), police_months)) {
        let issue = Issue::warning("/police_issued", "policeOld");
        issues.push(issue.with("starts", date::iso(start)).with("months", police_months));
    }
    for (at, own) in answers.group("qualifications") {
        if own.integer("year").is_some_and(|year| year > i64::from(today.year())) {
            issues.push(Issue::error(format!("/qualifications/{at}/year"), "yearAhead"));
        }
    }
}

/// Whether a clearance will be too old on the first day.
pub fn police_is_old(answers: Answers<'_>, start: Option<Date>, police_months: i32) -> bool {
    let counts_until = answers.date("police_issued").and_then(|issued| date::add_months(issued, police_months));
    answers.text("police") == Some("yes") && counts_until.zip(start).is_some_and(|(until, start)| until < start)
}

fn expiry(answers: Answers<'_>, field: &str, code: &str, start: Option<Date>, issues: &mut Vec<Issue>) {
    if let Some((expires, starts)) = answers.date(field).zip(start)
        && expires < starts
    {
        issues.push(
            Issue::warning(format!("/{field}"), code)
                .with("expires", date::iso(expires))
                .with("starts", date::iso(starts)),
        );
    }
}

/// The number on the card, by its country's rule. Only warnings: old cards exist that break the rule.
fn card(answers: Answers<'_>, issues: &mut Vec<Issue>) {
    let (Some(country), Some(number)) = (answers.text("id_country"), answers.text("national_id")) else {
        return;
    };
    if country == "IN" {
        // An Aadhaar number may not be asked for nor kept; a passport number does as well.
        if ids::aadhaar(number).is_ok() {
            issues.push(Issue::error("/national_id", "idAadhaar"));
        }
        return;
    }
    let Some(rule) = ids::for_country(country) else {
        return;
    };
    match rule(number) {
        Err(fault) => issues.push(Issue::warning("/national_id", fault.code())),
        Ok(id) => {
            let other = answers.date("dob").is_some_and(|dob| {
                id.birth.is_some_and(|birth| birth != dob) || id.birth_year.is_some_and(|year| year != dob.year())
            });
            if other {
                issues.push(Issue::warning("/national_id", "idBirth"));
            }
        }
    }
}
