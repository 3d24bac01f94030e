//! The step on the school's salary scale.

use rules::answers::Answers;
use rules::money::Currency;

use crate::{tables::Scale, work::Work};

/// An estimated step.
pub struct Step {
    /// From 1.
    pub number: usize,
    /// Steps of the scale.
    pub of: usize,
    /// A month's pay in minor units.
    pub amount: i64,
    /// Whether the applicant expects more than the highest step.
    pub expects_more: bool,
}

/// The step for years at schools and highest degree; `None` for a scale without steps, or in no currency.
pub fn step(answers: Answers<'_>, scale: &Scale, work: &Work) -> Option<Step> {
    let has = |level: &str| answers.group("qualifications").any(|(_, own)| own.text("level") == Some(level));
    let degree = if has("doctorate") {
        scale.doctorate
    } else if has("master") {
        scale.master
    } else {
        0
    };
    let earned = usize::try_from(work.school_years() / scale.years_per_step.max(1) + degree).unwrap_or_default();
    let at = earned.min(scale.steps.len().checked_sub(1)?);
    let unit = Currency::parse(&scale.currency).map(Currency::unit)?;
    let expected = answers.integer("expected_salary").and_then(|major| major.checked_mul(unit));
    Some(Step {
        number: at + 1,
        of: scale.steps.len(),
        amount: *scale.steps.get(at)?,
        expects_more: expected.zip(scale.steps.last()).is_some_and(|(expected, top)| expected > *top),
    })
}
