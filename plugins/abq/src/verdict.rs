//! The word to the staff: tags, desk, what is missing, tasks, and why.

use plugin_sdk::{Decision, Effect, EffectKind, Explain, Host, PluginError, Score, Wanted, json};
use rules::date;

use crate::{case::Applied, case::Case, desk, documents, family, family::Match};

/// The verdict on a submitted application.
pub fn decide(case: &Case<'_>, host: &dyn Host) -> Result<Decision, PluginError> {
    let mut decision = Decision::default();
    let answers = case.answers;
    let tags = [
        ("tag.staff_child", answers.yes("staff_child")),
        ("tag.health", answers.yes("has_condition")),
        ("tag.learning_support", answers.yes("learning_support")),
        ("tag.bus", answers.yes("bus")),
        ("tag.moe_transfer", answers.text("origin") == Some("oman") && answers.yes("moe_transfer")),
        ("tag.overseas", documents::group(answers) == Some("overseas")),
        ("tag.residence_ends", case.residence_ends_early().is_some()),
        ("tag.override", case.place().is_some_and(|place| place.asked().is_some())),
        ("tag.sibling", case.family.status == Some(Match::Likely)),
        ("tag.sibling_to_confirm", case.family.status.is_some()),
    ];
    decision.tags = tags.into_iter().filter(|(_, holds)| *holds).map(|(tag, _)| tag.to_owned()).collect();
    if let Some(applied) = &case.year {
        of_year(case, applied, &mut decision)?;
    }
    if case.family.status.is_some() {
        let known = family::named_before(answers, host);
        decision.explain.push(Explain::new("explain.sibling").with("rank", case.family.rank).with("known", known));
    }
    let tasks = [
        ("tag.sibling_to_confirm", "task.confirm_sibling"),
        ("tag.override", "task.review_grade"),
        ("tag.health", "task.call_nurse"),
    ];
    for (_, task) in tasks.into_iter().filter(|(tag, _)| decision.tags.iter().any(|own| own == tag)) {
        decision.effects.push(Effect::new(EffectKind::Task, task));
    }
    Ok(decision)
}

fn of_year(case: &Case<'_>, applied: &Applied<'_>, decision: &mut Decision) -> Result<(), PluginError> {
    let Some(place) = &applied.place else {
        return Ok(());
    };
    if let Some((_, by_age)) = place.by_age() {
        let explain = Explain::new("explain.grade").with("grade", by_age).with("age", place.age);
        decision.explain.push(explain.with("cut_off", date::iso(place.cut_off)));
        if let Some((_, asked)) = place.asked() {
            decision.explain.push(Explain::new("explain.override").with("wanted", asked).with("by_age", by_age));
        }
    }
    if let Some(grade) = place.grade()
        && let Some((capacity, band)) = desk::capacity(case.answers, grade, &applied.tables)?
    {
        decision
            .explain
            .push(Explain::new("explain.capacity").with("free", capacity.free).with("places", capacity.places));
        if band == "capacity.full" {
            decision.tags.push("tag.waiting_list".to_owned());
        }
    }
    decision.route = desk::route(case.answers, place, &applied.tables)?;
    if decision.route.is_some() {
        decision.explain.push(Explain::new("explain.route"));
    }
    papers(case, applied, decision)?;
    if let Some(estimate) = &applied.estimate {
        let total = json!({ "minor": estimate.total, "currency": case.currency });
        decision.explain.push(Explain::new("explain.total").with("total", total));
    }
    Ok(())
}

/// Documents that are still missing, and how complete the application is as its score.
fn papers(case: &Case<'_>, applied: &Applied<'_>, decision: &mut Decision) -> Result<(), PluginError> {
    let (Some(group), Some(place)) = (documents::group(case.answers), &applied.place) else {
        return Ok(());
    };
    let wanted = documents::wanted(case.answers, group, place, &applied.tables)?;
    let is_missing = |document: &&documents::Document| !case.answers.has_file(&document.field);
    let missing: Vec<_> = wanted.iter().filter(is_missing).collect();
    for document in &missing {
        let by = date::add_days(case.today, document.days).unwrap_or(case.today);
        decision.checklist.push(Wanted::new(&document.code).into_field(&document.field).by(date::iso(by)));
    }
    // Everybody counts the same papers: one more would tell that the child has a condition, or what the health team was given.
    let counted: Vec<_> = wanted.iter().filter(|document| !documents::is_withheld(document)).collect();
    let given = counted.iter().filter(|document| !is_missing(document)).count();
    decision.explain.push(Explain::new("explain.documents").with("given", given).with("wanted", counted.len()));
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    decision.score = (!counted.is_empty()).then(|| Score { points: count(given), out_of: count(counted.len()) });
    Ok(())
}
