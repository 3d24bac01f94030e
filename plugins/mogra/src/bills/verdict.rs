//! The word on a submitted bill: duplicates within the window, the approval chain, what is unclear.

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, Known, PluginError, Severity, Wanted};
use rules::answers::Answers;
use rules::date;

use super::review::Review;
use crate::show::money;
use crate::tables;

/// Kinds that this form asks about.
pub const KNOWN: [&str; 2] = ["tax_number", "bill_number"];

/// Decides on submitted answers.
pub fn decide(ctx: &Context, answers: Answers<'_>, review: &Review, host: &dyn Host) -> Result<Decision, PluginError> {
    let mut decision = Decision::default();
    if let Some(totals) = &review.totals {
        decision.explain.push(
            Explain::new("explain.total")
                .with("total", money(totals.payable, &review.currency))
                .with("tax", money(totals.tax, &review.currency)),
        );
    }
    duplicates(ctx, answers, host, &mut decision)?;
    let found = |code: &str| review.checked.errors.iter().any(|issue| issue.code == code);
    let tags = [
        (found("warn.totalDiffers"), "tag.totalDiffers"),
        (found("warn.poOver"), "tag.overOrder"),
        (!answers.yes("has_po"), "tag.noOrder"),
    ];
    decision.tags.extend(tags.into_iter().filter(|(applies, _)| *applies).map(|(_, tag)| tag.to_owned()));
    let unclear = review.checked.errors.iter().any(|issue| issue.severity == Severity::Warning)
        || decision.tags.iter().any(|tag| tag == "tag.duplicate");
    decision.route = Some(if unclear { "route.disputes" } else { "route.payables" }.to_owned());
    if unclear {
        decision.effects.push(Effect::new(EffectKind::Task, "effect.clarify"));
    }
    if !review.approvers.is_empty() {
        decision.effects.push(Effect::new(EffectKind::Task, "effect.approve").with("steps", review.approvers.len()));
        decision.explain.extend(review.approvers.iter().map(|code| Explain::new(code)));
    }
    let papers = [
        (!answers.has_file("bill_file"), Wanted::new("doc.bill").into_field("bill_file")),
        (!answers.has_file("delivery_file"), Wanted::new("doc.delivery").into_field("delivery_file")),
        (answers.yes("has_po"), Wanted::new("doc.po")),
    ];
    decision.checklist.extend(papers.into_iter().filter(|(missing, _)| *missing).map(|(_, paper)| paper));
    Ok(decision)
}

/// A bill that came in before: the supplier and the number are both known, and the bill is young enough to be a twin.
fn duplicates(
    ctx: &Context,
    answers: Answers<'_>,
    host: &dyn Host,
    decision: &mut Decision,
) -> Result<(), PluginError> {
    let window: i32 = tables::need(host, "bill_rules", "duplicate_window_days", &ctx.today)?;
    let age = match (answers.date("bill_date"), date::parse(&ctx.today)) {
        (Some(bill), Some(today)) => date::days_between(bill, today),
        _ => 0,
    };
    if age > window {
        decision.tags.push("tag.old".to_owned());
        decision.explain.push(Explain::new("explain.old").with("age", age).with("window", window));
        return Ok(());
    }
    let known = |kind: &str, value: Option<String>| {
        value.is_some_and(|value| matches!(host.known(kind, &value), Known::Yes { .. }))
    };
    let number = known("bill_number", answers.text("bill_number").map(str::to_owned));
    let supplier = known("tax_number", answers.text("tax_number").map(str::to_owned));
    if number && supplier {
        decision.tags.push("tag.duplicate".to_owned());
        decision.explain.push(Explain::new("explain.duplicate"));
    } else if number {
        decision.explain.push(Explain::new("explain.duplicateNumber"));
    }
    Ok(())
}
