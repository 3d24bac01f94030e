//! The plan as the cards that people see; together they are the data of a proposal.

use plugin_sdk::{Checked, Computed, Explain, Kind, Value, json};
use rules::date;

use super::effort;
use super::review::{Figures, Review};
use crate::show::{list, money, table};

/// How many risks are shown.
const TOP_RISKS: usize = 3;

/// Turns a review into computed values.
pub fn checked(review: Review) -> Checked {
    let mut computed = Vec::new();
    if let Some(figures) = &review.figures {
        scope(&review, figures, &mut computed);
        if !review.needs.is_empty() {
            let needs: Vec<Explain> = review.needs.iter().map(|code| Explain::new(code)).collect();
            computed.push(Computed::new("needs", "label.needs", Kind::List, list(&needs)));
        }
        money_and_effort(figures, &mut computed);
        licences(figures, &mut computed);
        readiness(figures, &mut computed);
    }
    Checked { errors: review.issues, computed }
}

fn scope(review: &Review, figures: &Figures, computed: &mut Vec<Computed>) {
    let columns = [
        ("label.part", Kind::Code),
        ("label.why", Kind::Code),
        ("label.daysLow", Kind::Number),
        ("label.daysHigh", Kind::Number),
    ];
    let rows = review
        .scope
        .iter()
        .map(|(module, why)| {
            let (low, high) = effort::part_days(module, &figures.size);
            json!([format!("module.{}", module.code), why.code(), low, high])
        })
        .collect();
    computed.push(Computed::new("scope", "label.scope", Kind::Table, table(&columns, rows)));
}

fn money_and_effort(figures: &Figures, computed: &mut Vec<Computed>) {
    let (low, high) = figures.effort.total();
    computed.push(Computed::new("effort_low", "label.effortLow", Kind::Number, low));
    computed.push(
        Computed::new("effort_high", "label.effortHigh", Kind::Number, high)
            .because("reason.effort")
            .with("parts", figures.effort.parts.1)
            .with("branches", figures.effort.branches.1)
            .with("links", figures.effort.links.1)
            .with("data", figures.effort.data.1),
    );
    computed.push(Computed::money("price_low", "label.priceLow", figures.price.0, &figures.currency));
    computed.push(
        Computed::money("price_high", "label.priceHigh", figures.price.1, &figures.currency).because("reason.price"),
    );
}

fn licences(figures: &Figures, computed: &mut Vec<Computed>) {
    let (licences, prices) = &figures.licences;
    let columns = [("label.licence", Kind::Code), ("label.count", Kind::Number), ("label.yearly", Kind::Money)];
    let kinds = [
        ("licence.staff", licences.staff, prices.staff),
        ("licence.student", licences.students, prices.student),
        ("licence.till", licences.tills, prices.till),
    ];
    let rows: Vec<Value> = kinds
        .into_iter()
        .filter(|(_, count, _)| *count > 0)
        .map(|(code, count, price)| json!([code, count, money(count * price, &figures.currency)]))
        .collect();
    computed.push(Computed::new("licences", "label.licences", Kind::Table, table(&columns, rows)));
}

fn readiness(figures: &Figures, computed: &mut Vec<Computed>) {
    if let Some(timing) = figures.timing {
        computed.push(
            Computed::new("plan", "label.plan", Kind::Code, timing.plan.code())
                .because("reason.plan")
                .with("available", timing.available)
                .with("needed", timing.needed),
        );
        if let Some(earliest) = timing.earliest {
            computed.push(Computed::new("earliest", "label.earliest", Kind::Date, date::iso(earliest)));
        }
    }
    let (points, risks) = &figures.readiness;
    computed.push(Computed::new("readiness", "label.readiness", Kind::Percent, *points).because("reason.readiness"));
    if !risks.is_empty() {
        let top: Vec<Explain> = risks.iter().take(TOP_RISKS).map(|code| Explain::new(code)).collect();
        computed.push(Computed::new("risks", "label.risks", Kind::List, list(&top)));
    }
}
