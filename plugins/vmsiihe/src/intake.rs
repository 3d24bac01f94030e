//! The first day of the chosen intake, and whether one may still apply for it.

use plugin_sdk::{Host, Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};

use crate::tables::{self, Intake, Programme};

/// The first day of the intake, with what is wrong about it; `None` while it is not chosen.
pub fn start(
    host: &dyn Host,
    answers: Answers<'_>,
    programme: Option<&Programme>,
    today: Date,
    issues: &mut Vec<Issue>,
) -> Result<Option<Date>, PluginError> {
    let (Some(name), Some(year)) = (answers.text("intake"), answers.year("intake_year")) else {
        return Ok(None);
    };
    let Some(intake): Option<Intake> = tables::find(host, "intakes", name, &date::iso(today))? else {
        return Ok(None);
    };
    let Some(start) = date::parse(&format!("{year:04}-{}", intake.day)) else {
        return Ok(None);
    };
    if programme.is_some_and(|programme| !programme.intakes.iter().any(|offered| offered == name)) {
        issues.push(Issue::error("/intake", "error.intakeNotOffered"));
    }
    let last_year = today.year() + intake.years_ahead;
    if start <= today {
        issues.push(Issue::error("/intake_year", "error.intakePast").with("starts_on", date::iso(start)));
    } else if year > last_year {
        issues.push(Issue::error("/intake_year", "error.intakeTooFar").with("last_year", last_year.to_string()));
    }
    Ok(Some(start))
}

/// Whether the examination year fits what was said about the result and the intake.
pub fn passing_year(answers: Answers<'_>, start: Option<Date>, today: Date, issues: &mut Vec<Issue>) {
    let Some(year) = answers.year("passing_year") else {
        return;
    };
    if answers.text("exam_status") == Some("passed") && year > today.year() {
        issues.push(Issue::error("/passing_year", "error.passingYearLate").with("year", year.to_string()));
    } else if start.is_some_and(|start| year > start.year()) {
        issues.push(Issue::error("/passing_year", "error.passingAfterIntake"));
    }
}
