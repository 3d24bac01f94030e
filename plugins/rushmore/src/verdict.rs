//! The word on a submission: score, tags, campus, who calls, what is still missing, and why.

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, Known, Score, Wanted};
use rules::answers::Answers;
use rules::date;

use crate::review::Review;
use crate::show::name;

/// How somebody may be known already: the kind, which is the field too, and the sentence.
pub const KNOWN: [(&str, &str); 2] = [("email", "explain.duplicateEmail"), ("phone", "explain.duplicatePhone")];

/// Days to bring papers: nothing hangs on them before a counsellor has called.
const PAPER_DAYS: i32 = 21;

/// Decides on submitted answers.
pub fn decide(ctx: &Context, answers: Answers<'_>, review: &Review, host: &dyn Host) -> Decision {
    let mut decision = Decision { route: Some(route(answers, review)), ..Decision::default() };
    if let Some(best) = review.fits.as_ref().and_then(|fits| fits.first()) {
        let points = i32::try_from(best.points()).unwrap_or_default();
        decision.score = Some(Score { points, out_of: 100 });
        decision.explain.push(Explain::new(&format!("programme.{}", best.programme.code)));
        decision.explain.push(
            Explain::new("explain.match")
                .with("points", points)
                .with("interest", best.interest)
                .with("place", best.place)
                .with("budget", best.budget)
                .with("record", best.record),
        );
        decision.explain.extend(best.why.iter().cloned());
    }
    if let Some(found) = &review.counsellor {
        decision.explain.push(
            Explain::new("explain.counsellor")
                .with("name", name(found, &ctx.locale))
                .with("code", found.counsellor.code.clone())
                .with("points", found.points)
                .with("minutes", found.minutes)
                .with("free", (found.counsellor.capacity - found.counsellor.open).max(0)),
        );
        let call = Effect::new(EffectKind::Task, "effect.call").with("counsellor", found.counsellor.code.clone());
        decision.effects.push(match &found.counsellor.account {
            Some(account) => call.with("owner", account.clone()),
            None => call,
        });
    }
    agent(review, &mut decision);
    if let Some((consent, minor)) = &review.consent {
        decision.explain.push(Explain::new(&consent.text));
        decision.explain.push(Explain::new("explain.consent").with("since", consent.since.clone()));
        if *minor {
            decision.tags.push("tag.minor".to_owned());
        }
    }
    for (applies, tag) in [(answers.yes("transfer"), "tag.transfer"), (answers.yes("scholarship"), "tag.scholarship")] {
        if applies {
            decision.tags.push(tag.to_owned());
        }
    }
    for (kind, sentence) in KNOWN {
        if let Some(Known::Yes { .. }) = answers.text(kind).map(|value| host.known(kind, value)) {
            decision.explain.push(Explain::new(sentence));
        }
    }
    if decision.explain.iter().any(|line| line.code.starts_with("explain.duplicate")) {
        decision.tags.push("tag.duplicate".to_owned());
    }
    decision.checklist = checklist(ctx, answers, review);
    decision
}

fn route(answers: Answers<'_>, review: &Review) -> String {
    if answers.text("role") == Some("agent") {
        return "route.agents".to_owned();
    }
    let chosen = answers.choices("campuses");
    let best = review.fits.as_ref().and_then(|fits| fits.first());
    let taught =
        best.and_then(|best| chosen.iter().find(|campus| best.programme.campuses.iter().any(|own| own == *campus)));
    let campus = taught.or(chosen.first()).copied().unwrap_or("online");
    // Only campuses with a text of their own can be desks.
    match campus {
        "dubai" => "route.dubai",
        "sharjah" => "route.sharjah",
        "al_ain" => "route.al_ain",
        _ => "route.online",
    }
    .to_owned()
}

fn agent(review: &Review, decision: &mut Decision) {
    let Some((code, contract)) = &review.agent else {
        return;
    };
    decision.tags.push("tag.agent".to_owned());
    match contract {
        Some(contract) => {
            decision.explain.push(
                Explain::new("explain.agent")
                    .with("agent", contract.name.clone())
                    .with("percent", contract.commission_percent),
            );
        }
        None => {
            decision.tags.push("tag.agentUnverified".to_owned());
            decision.effects.push(Effect::new(EffectKind::Task, "effect.checkAgent").with("agent", code.clone()));
        }
    }
}

fn checklist(ctx: &Context, answers: Answers<'_>, review: &Review) -> Vec<Wanted> {
    let due = date::parse(&ctx.today).and_then(|today| date::add_days(today, PAPER_DAYS)).map(date::iso);
    let minor = review.consent.as_ref().is_some_and(|(_, minor)| *minor);
    let wanted = [
        (true, "doc.transcript"),
        (answers.yes("transfer"), "doc.creditSyllabus"),
        (!answers.choices("achievements").is_empty() && answers.yes("scholarship"), "doc.achievements"),
        (minor && answers.text("role") != Some("parent"), "doc.parentConsent"),
    ];
    wanted
        .into_iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, code)| Wanted { due_on: due.clone(), ..Wanted::new(code) })
        .collect()
}
