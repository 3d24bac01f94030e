//! The word on a submitted bill: duplicates within the window, the approval chain, what is unclear.

use plugin_sdk::{Context, Decision, Effect, EffectKind, Explain, Host, PluginError, Severity, Wanted};
use rules::answers::Answers;
use rules::date;

use super::earlier::{self, Twin};
use super::review::Review;
use crate::show::money;
use crate::tables;

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
    duplicates(ctx, answers, review, host, &mut decision)?;
    let found = |code: &str| review.checked.errors.iter().any(|issue| issue.code == code);
    let tags = [
        (found("warn.totalDiffers"), "tag.totalDiffers"),
        (found("warn.poOver"), "tag.overOrder"),
        (!answers.yes("has_po"), "tag.noOrder"),
    ];
    decision.tags.extend(tags.into_iter().filter(|(applies, _)| *applies).map(|(_, tag)| tag.to_owned()));
    let unclear = review.checked.errors.iter().any(|issue| issue.severity == Severity::Warning)
        || decision
            .tags
            .iter()
            .any(|tag| ["tag.duplicate", "tag.otherAmount", "tag.manyOfNumber"].contains(&tag.as_str()));
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

/// Whether the bill came in before: one earlier bill has the supplier and the number, dates that are no further apart than the window, and
/// the amount. One of another amount is for a person to look at, and so is a number of more bills than are told.
fn duplicates(
    ctx: &Context,
    answers: Answers<'_>,
    review: &Review,
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
    }
    let payable = review.totals.as_ref().map(|totals| (totals.payable, review.currency.as_str()));
    let found = earlier::find(answers, payable, window, host)?;
    if found.more && found.twin.as_ref().is_none_or(|twin| twin.other_amount.is_some()) {
        decision.tags.push("tag.manyOfNumber".to_owned());
        decision.explain.push(Explain::new("explain.manyOfNumber"));
    }
    match (found.twin, found.other) {
        (Some(Twin { reference, days, other_amount: None }), _) => {
            decision.tags.push("tag.duplicate".to_owned());
            decision.explain.push(Explain::new("explain.duplicate").with("reference", reference).with("days", days));
        }
        (Some(Twin { reference, days, other_amount: Some((minor, currency)) }), _) => {
            decision.tags.push("tag.otherAmount".to_owned());
            let line = Explain::new("explain.otherAmount").with("reference", reference).with("days", days);
            decision.explain.push(line.with("amount", money(minor, &currency)));
        }
        (None, Some(reference)) => {
            decision.explain.push(Explain::new("explain.duplicateNumber").with("reference", reference));
        }
        (None, None) => {}
    }
    Ok(())
}
