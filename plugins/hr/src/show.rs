//! What the applicant sees worked out.

use plugin_sdk::{Computed, Kind, Value, json};
use rules::date;

use crate::case::Case;

/// Everything that can be shown so far.
pub fn computed(case: &Case<'_>) -> Vec<Computed> {
    let mut shown = Vec::new();
    if case.answers.group("jobs").next().is_some() {
        let (years, months) = (case.work.months / 12, case.work.months % 12);
        let experience = Computed::new("experience", "experience", Kind::Number, years).because("experience.why");
        shown.push(experience.with("years", years).with("months", months));
    }
    if !case.work.unexplained.is_empty() {
        let gap = |gap: &rules::spans::Span| json!({ "code": "gaps.item", "params": { "from": date::iso(gap.from), "to": date::iso(gap.to) } });
        let list: Vec<Value> = case.work.unexplained.iter().map(gap).collect();
        shown.push(
            Computed::new("gaps", "gaps", Kind::List, list).because("gaps.why").with("days", case.rules.gap_days),
        );
    }
    if let Some(post) = case.post()
        && case.answers.group("qualifications").next().is_some()
    {
        let parts = case.parts(post);
        let list: Vec<Value> =
            parts.iter().map(|part| json!({ "code": part.shown, "params": { "asked": post.years } })).collect();
        shown.push(Computed::new("fit", "fit", Kind::List, list));
        if let Some((step, currency)) = &case.salary {
            shown.push(
                Computed::money("salary", "salary", step.amount, currency)
                    .because("salary.why")
                    .with("step", step.number)
                    .with("steps", step.of)
                    .with("years", case.work.school_years()),
            );
        }
    }
    shown
}
