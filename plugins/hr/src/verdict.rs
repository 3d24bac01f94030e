//! The word to the staff: score with its reasons, desk, tags, what is missing, and what first readers do not see.

use plugin_sdk::{Decision, Effect, EffectKind, Explain, Score, Value, Wanted, json};
use rules::date;

use crate::{case::Case, fit, papers};

/// What the sentence about first readers names, of all that the form keeps for the HR panel (`x-audience`).
pub const BLIND: [&str; 5] = ["name_en", "dob", "religion", "national_id", "photo"];

/// The verdict on a submitted application.
pub fn decide(case: &Case<'_>) -> Decision {
    let mut decision = Decision::default();
    score(case, &mut decision);
    tags(case, &mut decision);
    people(case, &mut decision);
    checklist(case, &mut decision);
    decision.effects.push(Effect::new(EffectKind::Notify, "notify.hr"));
    if let Some(post) = case.post() {
        decision.route = Some(post.desk.clone());
        if let Some(head) = &post.head {
            let notice = Effect::new(EffectKind::Notify, "notify.department");
            decision.effects.push(notice.with("people", vec![head.clone()]));
        }
    }
    let fields: Vec<String> = BLIND.iter().map(|field| format!("{field}.label")).collect();
    decision.explain.push(Explain::new("explain.blind").with("fields", fields));
    decision
}

fn score(case: &Case<'_>, decision: &mut Decision) {
    for (at, (key, post)) in case.posts.iter().enumerate() {
        let parts = case.parts(post);
        let sum = |of: fn(&fit::Part) -> i32| parts.iter().map(of).sum::<i32>();
        let (points, out_of) = (sum(|part| part.points), sum(|part| part.out_of));
        decision.explain.push(
            Explain::new("explain.post").with("post", key.as_str()).with("points", points).with("out_of", out_of),
        );
        if at > 0 {
            continue;
        }
        decision.score = Some(Score { points, out_of });
        for part in &parts {
            let explain = Explain::new(part.explain).with("points", part.points).with("out_of", part.out_of);
            decision.explain.push(explain.with("years", case.work.school_years()).with("asked", post.years));
        }
    }
    if let Some((step, currency)) = &case.salary {
        let amount = json!({ "minor": step.amount, "currency": currency });
        decision.explain.push(Explain::new("explain.salary").with("step", step.number).with("amount", amount));
    }
    if case.work.explained > 0 {
        decision.explain.push(Explain::new("explain.breaks").with("count", case.work.explained));
    }
}

fn tags(case: &Case<'_>, decision: &mut Decision) {
    let answers = case.answers;
    let concern = ["barred", "convicted", "investigated"].into_iter().any(|field| answers.yes(field));
    let tags = [
        ("tag.blind_review", true),
        ("tag.safeguarding", concern),
        ("tag.relative", case.relatives.named > 0),
        ("tag.relative_to_check", case.relatives.undeclared),
        ("tag.licence", case.post().is_some_and(|post| fit::licence_is_open(answers, post, case.start))),
        ("tag.above_scale", case.salary.as_ref().is_some_and(|(step, _)| step.expects_more)),
    ];
    decision.tags = tags.into_iter().filter(|(_, holds)| *holds).map(|(tag, _)| tag.to_owned()).collect();
    if concern {
        decision.effects.push(Effect::new(EffectKind::Task, "task.safeguarding"));
    }
}

fn people(case: &Case<'_>, decision: &mut Decision) {
    let relatives = &case.relatives;
    if relatives.named > 0 {
        let line = Explain::new("explain.relative").with("known", relatives.known).with("named", relatives.named);
        decision.explain.push(line.with("staff", relatives.staff));
    }
    if relatives.undeclared {
        decision.explain.push(Explain::new("explain.relative_to_check"));
    }
    if relatives.named > 0 || relatives.undeclared {
        decision.effects.push(Effect::new(EffectKind::Task, "task.relative"));
    }
}

fn checklist(case: &Case<'_>, decision: &mut Decision) {
    let answers = case.answers;
    let soon = date::add_days(case.today, 14).map(date::iso);
    let first_day = case.start.map(date::iso);
    let needs_licence = case.post().is_some_and(|post| post.licence);
    let unattested = answers.group("qualifications").any(|(_, own)| own.flag("attested") == Some(false));
    let old = papers::police_is_old(answers, case.start, case.rules.police_months);
    let wanted = [
        ("wanted.cv", "cv", !answers.has_file("cv"), &soon),
        ("wanted.id", "id_file", !answers.has_file("id_file"), &soon),
        ("wanted.certificates", "certificates", !answers.has_file("certificates"), &soon),
        ("wanted.attestation", "certificates", unattested, &first_day),
        ("wanted.licence", "licence_file", needs_licence && !answers.has_file("licence_file"), &first_day),
        ("wanted.police", "police_file", old || !answers.has_file("police_file"), &first_day),
    ];
    for (code, field, _, due_on) in wanted.into_iter().filter(|(_, _, missing, _)| *missing) {
        let months = Value::from(case.rules.police_months);
        let item = if code == "wanted.police" { Wanted::new(code).with("months", months) } else { Wanted::new(code) };
        decision.checklist.push(Wanted { due_on: due_on.clone(), ..item.into_field(field) });
    }
}
