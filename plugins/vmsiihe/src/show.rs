//! The review as the cards that a family sees.

use plugin_sdk::{Checked, Computed, Context, Explain, Kind, Value, json};
use rules::date;

use crate::marks::from_hundredths;
use crate::review::Review;

/// Turns a review into computed values.
pub fn checked(ctx: &Context, review: Review) -> Checked {
    let mut computed = Vec::new();
    if let (Some(start), Some((years, months))) = (review.start, review.age) {
        computed.push(
            Computed::new("age", "label.age", Kind::Number, years)
                .because("reason.age")
                .with("on", date::iso(start))
                .with("years", years)
                .with("months", months),
        );
    }
    if let Some(academics) = &review.academics {
        computed.push(
            Computed::new("academics", "label.academics", Kind::Percent, from_hundredths(academics.percent))
                .because(academics.reason)
                .with("count", academics.count),
        );
    }
    if let Some(verdict) = &review.verdict {
        computed.push(Computed::new("eligibility", "label.eligibility", Kind::Code, verdict.standing.code()));
        computed.push(Computed::new("reasons", "label.reasons", Kind::List, list(&verdict.reasons)));
        if !review.alternatives.is_empty() {
            let open: Vec<Explain> =
                review.alternatives.iter().map(|code| Explain::new(&format!("programme.{code}"))).collect();
            computed.push(Computed::new("alternatives", "label.alternatives", Kind::List, list(&open)));
        }
    }
    if let (Some(points), Some(academics), Some(weights)) = (review.points(), &review.academics, review.weights) {
        computed.push(
            Computed::new("score", "label.score", Kind::Number, from_hundredths(points))
                .because("reason.score")
                .with("weight", weights.academics)
                .with("percent", from_hundredths(academics.percent))
                .with("points", from_hundredths(points))
                .with("test", weights.test)
                .with("interview", weights.interview),
        );
    }
    if let Some(day) = review.test_day {
        computed.push(Computed::new("test_day", "label.testDay", Kind::Date, date::iso(day)).because("reason.testDay"));
    }
    if let Some(estimate) = &review.estimate {
        let rows: Vec<Value> = estimate
            .lines
            .iter()
            .map(|(code, minor)| json!([code, { "minor": minor, "currency": ctx.currency }]))
            .collect();
        computed.push(
            Computed::new(
                "fees",
                "label.fees",
                Kind::Table,
                table(&[("label.feeItem", Kind::Code), ("label.feeAmount", Kind::Money)], rows),
            )
            .because("reason.fees")
            .with("from", estimate.since.clone()),
        );
        computed.push(Computed::money("first_year", "label.feeTotal", estimate.first_year(), &ctx.currency));
        let years = review.programme.as_ref().map_or(0.0, |programme| programme.months as f64 / 12.0);
        computed.push(
            Computed::money("programme_total", "label.programmeTotal", estimate.programme, &ctx.currency)
                .because("reason.programmeTotal")
                .with("years", years),
        );
    }
    if !review.plan.is_empty() {
        let rows = review.plan.iter().map(|(code, day)| json!([code, date::iso(*day)])).collect();
        let columns = [("label.foreignStep", Kind::Code), ("label.foreignBy", Kind::Date)];
        computed.push(Computed::new("foreign_plan", "label.foreignPlan", Kind::Table, table(&columns, rows)));
    }
    Checked { errors: review.issues, computed }
}

impl Review {
    /// The part of the score that studies earn, in hundredths of a point out of 100.
    pub fn points(&self) -> Option<i64> {
        let (academics, weights) = (self.academics.as_ref()?, self.weights?);
        Some((academics.percent * weights.academics + 50) / 100)
    }
}

fn list(items: &[Explain]) -> Value {
    items.iter().map(|item| json!({ "code": item.code, "params": item.params })).collect()
}

fn table(columns: &[(&str, Kind)], rows: Vec<Value>) -> Value {
    let columns: Vec<Value> =
        columns.iter().map(|(label, kind)| json!({ "label_code": label, "kind": kind })).collect();
    json!({ "columns": columns, "rows": rows })
}
