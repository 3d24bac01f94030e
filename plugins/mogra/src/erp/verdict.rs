//! The word on a submitted plan: team by region and size, readiness, and the lines of the proposal.

use std::collections::BTreeMap;

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, PluginError, Score, Wanted};
use rules::answers::Answers;
use serde::Deserialize;

use super::review::{Figures, Review};
use super::scope::Why;
use crate::show::money;
use crate::{contact, tables};

/// Teams of a region.
#[derive(Debug, Clone, Deserialize)]
pub struct Teams {
    /// For small and medium.
    pub schools: String,
    /// For large and very large.
    pub projects: String,
}

/// Decides on submitted answers.
pub fn decide(ctx: &Context, answers: Answers<'_>, review: &Review, host: &dyn Host) -> Result<Decision, PluginError> {
    let mut decision = Decision::default();
    let large = review.figures.as_ref().is_some_and(|figures| matches!(figures.size.code.as_str(), "large" | "xlarge"));
    decision.route = team(ctx, answers, large, host)?;
    let added = review.scope.iter().filter(|(_, why)| *why == Why::Needed).count();
    decision
        .explain
        .push(Explain::new("explain.scope").with("chosen", review.scope.len() - added).with("added", added));
    decision.explain.extend(review.needs.iter().map(|code| Explain::new(code)));
    if let Some(figures) = &review.figures {
        figures_of(figures, &mut decision);
    }
    let found = |code: &str| review.issues.iter().any(|issue| issue.code == code);
    for (code, tag) in [("warn.dateTooSoon", "tag.tooSoon"), ("warn.overBudget", "tag.overBudget")] {
        if found(code) {
            decision.tags.push(tag.to_owned());
        }
    }
    contact::mark_known(answers, host, &mut decision);
    let papers = [
        (!answers.has_file("brief_file"), Wanted::new("doc.requirements").into_field("brief_file")),
        (answers.group("migration").next().is_some(), Wanted::new("doc.dataSample")),
        (large, Wanted::new("doc.orgChart")),
    ];
    decision.checklist.extend(papers.into_iter().filter(|(wanted, _)| *wanted).map(|(_, paper)| paper));
    decision.effects.push(Effect::new(EffectKind::Task, "effect.callErp"));
    Ok(decision)
}

fn team(ctx: &Context, answers: Answers<'_>, large: bool, host: &dyn Host) -> Result<Option<String>, PluginError> {
    let regions: BTreeMap<String, String> = tables::need(host, "erp_routes", "regions", &ctx.today)?;
    let Some(region) = answers.text("country").and_then(|country| regions.get(country)) else {
        return Ok(None);
    };
    let teams: Option<Teams> = tables::find(host, "erp_routes", region, &ctx.today)?;
    Ok(teams.map(|teams| if large { teams.projects } else { teams.schools }))
}

fn figures_of(figures: &Figures, decision: &mut Decision) {
    let (points, risks) = &figures.readiness;
    decision.score = Some(Score { points: i32::try_from(*points).unwrap_or_default(), out_of: 100 });
    decision.tags.push(
        match figures.size.code.as_str() {
            "small" => "tag.small",
            "medium" => "tag.medium",
            "large" => "tag.large",
            _ => "tag.xlarge",
        }
        .to_owned(),
    );
    if *points < figures.low_readiness {
        decision.tags.push("tag.atRisk".to_owned());
    }
    let (low, high) = figures.effort.total();
    let licences = figures.licences.0;
    decision.explain.extend([
        Explain::new("explain.effort").with("low", low).with("high", high).with("team", figures.size.team),
        Explain::new("explain.price")
            .with("low", money(figures.price.0, &figures.currency))
            .with("high", money(figures.price.1, &figures.currency)),
        Explain::new("explain.licences")
            .with("staff", licences.staff)
            .with("students", licences.students)
            .with("tills", licences.tills),
        Explain::new("explain.readiness").with("points", *points),
    ]);
    decision.explain.extend(risks.iter().map(|code| Explain::new(code)));
    decision.effects.push(Effect::new(EffectKind::Task, "effect.propose"));
}
