//! The word on a submitted HR request.

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, PluginError, Score, Wanted};
use rules::answers::Answers;

use super::review::Review;
use crate::contact;
use crate::tables;

/// Decides on submitted answers.
pub fn decide(ctx: &Context, answers: Answers<'_>, review: Review, host: &dyn Host) -> Result<Decision, PluginError> {
    let mut decision = Decision::default();
    if let Some(country) = answers.text("country") {
        decision.route = tables::find(host, "country_teams", country, &ctx.today)?;
    }
    decision.explain.push(
        Explain::new("explain.size")
            .with("people", review.people.unwrap_or_default())
            .with("modules", answers.choices("modules").len())
            .with("sites", answers.integer("sites").unwrap_or_default()),
    );
    if let Some((points, missing)) = review.readiness {
        decision.score = Some(Score { points, out_of: 100 });
        decision.tags.push(if missing.is_empty() { "tag.wageFileReady" } else { "tag.wageFileGaps" }.to_owned());
        decision.explain.push(Explain::new("explain.readiness").with("points", points));
        decision.explain.extend(missing);
    }
    if let Some(rule) = review.eos_rule {
        decision.explain.push(Explain::new("explain.eosRule").with("rule", rule));
    }
    if review.checked.errors.iter().any(|issue| issue.code == "warn.goLiveSoon") {
        decision.tags.push("tag.soon".to_owned());
    }
    contact::mark_known(answers, host, &mut decision);
    decision.checklist.push(Wanted::new("doc.licence"));
    decision.checklist.push(Wanted::new("doc.staffList"));
    if answers.yes("wage_file") {
        decision.checklist.push(Wanted::new("doc.wageFile"));
    }
    decision.effects.push(Effect::new(EffectKind::Task, "effect.callHr"));
    Ok(decision)
}
