//! The review as the cards that a family sees.

use plugin_sdk::{Checked, Computed, Context, Explain, Kind, Value, json};

use crate::counsellor::{Match, clock};
use crate::grades::from_hundredths;
use crate::rank::Fit;
use crate::review::Review;
use crate::scholarship;

/// Turns a review into computed values.
pub fn checked(ctx: &Context, review: Review) -> Checked {
    let mut computed = Vec::new();
    if let Some(fits) = &review.fits {
        ranking(ctx, fits, review.shown, &mut computed);
    }
    credits(&review, &mut computed);
    scholarship(ctx, &review, &mut computed);
    if let Some(found) = &review.counsellor {
        computed.push(counsellor(ctx, found));
    }
    if let Some((consent, minor)) = &review.consent {
        let reason = if *minor { "reason.consentMinor" } else { "reason.consentAdult" };
        computed.push(
            Computed::new("consent_text", "label.consent", Kind::Code, consent.text.clone())
                .because(reason)
                .with("adult", consent.adult),
        );
    }
    Checked { errors: review.issues, computed }
}

fn ranking(ctx: &Context, fits: &[Fit], most: usize, computed: &mut Vec<Computed>) {
    let Some(best) = fits.first() else {
        computed.push(Computed::new("ranking", "label.ranking", Kind::Code, "match.none"));
        return;
    };
    let columns = [
        ("label.programme", Kind::Code),
        ("label.match", Kind::Number),
        ("label.byInterest", Kind::Number),
        ("label.byPlace", Kind::Number),
        ("label.byBudget", Kind::Number),
        ("label.byRecord", Kind::Number),
        ("label.fee", Kind::Money),
    ];
    let row = |fit: &Fit| {
        json!([
            format!("programme.{}", fit.programme.code),
            fit.points(),
            fit.interest,
            fit.place,
            fit.budget,
            fit.record,
            { "minor": fit.programme.fee, "currency": ctx.currency },
        ])
    };
    computed.push(Computed::new(
        "ranking",
        "label.ranking",
        Kind::Table,
        table(&columns, fits.iter().take(most).map(row).collect()),
    ));
    computed.push(Computed::new("why", "label.why", Kind::List, list(&best.why)));
}

fn credits(review: &Review, computed: &mut Vec<Computed>) {
    let Some((limit, credits)) = review.credit_cap.filter(|_| !review.credits.is_empty()) else {
        return;
    };
    let columns = [("label.course", Kind::Text), ("label.accepted", Kind::Number), ("label.creditWhy", Kind::Code)];
    let rows = review
        .credits
        .iter()
        .map(|course| json!([course.name, from_hundredths(course.credits), course.note]))
        .collect();
    computed.push(Computed::new("credits", "label.credits", Kind::Table, table(&columns, rows)));
    let total: i64 = review.credits.iter().map(|course| course.credits).sum();
    computed.push(
        Computed::new("credit_total", "label.creditTotal", Kind::Number, from_hundredths(total))
            .because("reason.creditTotal")
            .with("limit", from_hundredths(limit))
            .with("credits", credits),
    );
}

fn scholarship(ctx: &Context, review: &Review, computed: &mut Vec<Computed>) {
    let (Some(bands), Some(result)) = (&review.bands, review.result) else {
        return;
    };
    let Some(band) = &review.band else {
        let none = Computed::new("scholarship", "label.scholarship", Kind::Code, "band.none");
        computed.push(match bands.last() {
            Some(lowest) => none.because("reason.bandNext").with("minimum", lowest.minimum),
            None => none,
        });
        return;
    };
    computed.push(
        Computed::new("scholarship", "label.scholarship", Kind::Code, band.code.clone())
            .because("reason.band")
            .with("off", band.off_percent)
            .with("result", from_hundredths(result))
            .with("minimum", band.minimum),
    );
    if let Some(best) = review.fits.as_ref().and_then(|fits| fits.first()) {
        computed.push(Computed::money(
            "net_fee",
            "label.netFee",
            scholarship::net(best.programme.fee, band),
            &ctx.currency,
        ));
    }
}

fn counsellor(ctx: &Context, found: &Match) -> Computed {
    let value = Computed::new("counsellor", "label.counsellor", Kind::Text, name(found, &ctx.locale));
    let Some((from, to)) = found.window else {
        return value.because("reason.counsellorWrites");
    };
    let reason = if found.speaks { "reason.counsellor" } else { "reason.counsellorEnglish" };
    value.because(reason).with("from", clock(from)).with("to", clock(to))
}

/// A counsellor's name in the reader's language, else in English.
pub fn name(found: &Match, locale: &str) -> String {
    let names = &found.counsellor.name;
    names.get(locale).or_else(|| names.get("en")).cloned().unwrap_or_default()
}

fn list(items: &[Explain]) -> Value {
    items.iter().map(|item| json!({ "code": item.code, "params": item.params })).collect()
}

fn table(columns: &[(&str, Kind)], rows: Vec<Value>) -> Value {
    let columns: Vec<Value> =
        columns.iter().map(|(label, kind)| json!({ "label_code": label, "kind": kind })).collect();
    json!({ "columns": columns, "rows": rows })
}
