//! The word on a submission: score, tags, desk, what is still missing, and why.

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, Known, PluginError, Score, Wanted};
use rules::answers::Answers;
use rules::date::{self, Date};

use crate::eligibility::Standing;
use crate::marks::from_hundredths;
use crate::origin::Origin;
use crate::review::Review;
use crate::tables::{self, Document};

/// How somebody may be known already: the kind, the answer, and the sentence.
pub const KNOWN: [(&str, &str, &str); 3] = [
    ("email", "email", "explain.duplicateEmail"),
    ("phone", "phone", "explain.duplicatePhone"),
    ("board_roll", "board_roll", "explain.duplicateRoll"),
];

/// Fewer days than this to bring something would be unkind, however close the intake is.
const LEAST_NOTICE_DAYS: i32 = 7;

/// Decides on submitted answers.
pub fn decide(ctx: &Context, answers: Answers<'_>, review: &Review, host: &dyn Host) -> Result<Decision, PluginError> {
    let origin = Origin::of(answers).unwrap_or(Origin::Indian);
    let mut decision = Decision { route: Some(desk(origin, review).to_owned()), ..Decision::default() };
    if let (Some(points), Some(academics), Some(weights)) = (review.points(), &review.academics, review.weights) {
        let rounded = i32::try_from((points + 50) / 100).unwrap_or_default();
        decision.score = Some(Score { points: rounded, out_of: 100 });
        decision.explain.push(
            Explain::new("explain.score")
                .with("percent", from_hundredths(academics.percent))
                .with("weight", weights.academics)
                .with("points", from_hundredths(points)),
        );
        decision.explain.push(
            Explain::new("explain.tieBreak")
                .with("english", from_hundredths(academics.english.unwrap_or_default()))
                .with("best", from_hundredths(academics.best))
                .with("months", review.work_months)
                .with("born", answers.text("dob").unwrap_or_default()),
        );
    }
    if let Some(verdict) = &review.verdict {
        decision.tags.push(verdict.standing.tag().to_owned());
        if verdict.relaxed {
            decision.tags.push("tag.relaxed".to_owned());
        }
        decision.explain.extend(verdict.reasons.iter().cloned());
        if verdict.standing == Standing::NotEligible && !review.alternatives.is_empty() {
            decision.effects.push(Effect::new(EffectKind::Task, "effect.adviseProgramme"));
        }
    }
    if origin.is_overseas() {
        decision.tags.push("tag.international".to_owned());
        decision.effects.push(Effect::new(EffectKind::Task, "effect.callInternational"));
    }
    for (ticked, tag) in [(answers.yes("hostel"), "tag.hostel"), (review.work_months > 0, "tag.experienced")] {
        if ticked {
            decision.tags.push(tag.to_owned());
        }
    }
    for (kind, field, sentence) in KNOWN {
        if let Some(Known::Yes { .. }) = answers.text(field).map(|value| host.known(kind, value)) {
            decision.explain.push(Explain::new(sentence));
        }
    }
    if decision.explain.iter().any(|line| line.code.starts_with("explain.duplicate")) {
        decision.tags.push("tag.duplicate".to_owned());
    }
    decision.checklist = checklist(ctx, answers, origin, review, host)?;
    Ok(decision)
}

fn desk(origin: Origin, review: &Review) -> &'static str {
    match review.programme.as_ref().map(|programme| programme.level.as_str()) {
        _ if origin.is_overseas() => "route.international_desk",
        Some("pg") => "route.pg_desk",
        Some("culinary") => "route.culinary_desk",
        _ => "route.ug_desk",
    }
}

fn checklist(
    ctx: &Context,
    answers: Answers<'_>,
    origin: Origin,
    review: &Review,
    host: &dyn Host,
) -> Result<Vec<Wanted>, PluginError> {
    let reserved = matches!(answers.text("category"), Some("ews" | "obc" | "sc" | "st"));
    let groups = [
        ("everyone", true),
        ("indian", !origin.is_overseas()),
        ("reserved", !origin.is_overseas() && reserved),
        ("disability", !origin.is_overseas() && answers.yes("disability")),
        ("degree", review.by_degree),
        ("awaiting", answers.text("exam_status") == Some("awaiting")),
        ("foreign", origin.is_overseas()),
    ];
    let mut wanted = Vec::new();
    for (group, _) in groups.into_iter().filter(|(_, applies)| *applies) {
        let documents: Vec<Document> = tables::find(host, "documents", group, &ctx.today)?.unwrap_or_default();
        for document in documents {
            if document.field.as_deref().is_some_and(|field| answers.has_file(field)) {
                continue;
            }
            let item = Wanted::new(&document.code);
            let item = match &document.field {
                Some(field) => item.into_field(field),
                None => item,
            };
            wanted.push(match due(ctx, review.start, document.before) {
                Some(day) => item.by(date::iso(day)),
                None => item,
            });
        }
    }
    for (code, day) in &review.plan {
        wanted.push(Wanted::new(code).without_file().by(date::iso(*day)));
    }
    Ok(wanted)
}

fn due(ctx: &Context, start: Option<Date>, before: i32) -> Option<Date> {
    let soonest = date::add_days(date::parse(&ctx.today)?, LEAST_NOTICE_DAYS)?;
    Some(date::add_days(start?, -before)?.max(soonest))
}
