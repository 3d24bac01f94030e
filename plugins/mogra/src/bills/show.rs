//! The review of a bill as the cards that people see.

use plugin_sdk::{Checked, Computed, Explain, Kind, Value, json};

use super::review::Review;
use super::totals::{Rounding, Timing, Totals};
use crate::show::{list, money as cell, table};

/// Turns a review into computed values.
pub fn checked(review: Review) -> Checked {
    let mut cards = Vec::new();
    if let Some(totals) = &review.totals {
        sums(&review, totals, &mut cards);
    }
    if let Some((word, difference, allowed)) = review.order {
        cards.push(
            Computed::new("po", "label.po", Kind::Code, word)
                .because("reason.po")
                .with("difference", cell(difference, &review.currency))
                .with("tolerance", cell(allowed, &review.currency)),
        );
    }
    if !review.approvers.is_empty() {
        let chain: Vec<Explain> = review.approvers.iter().map(|code| Explain::new(code)).collect();
        cards.push(Computed::new("approvers", "label.approvers", Kind::List, list(&chain)));
    }
    cards.extend(review.bank);
    if let Some(qr) = review.qr {
        cards.push(Computed::new("qr", "label.qr", Kind::Text, qr));
    }
    let mut checked = review.checked;
    checked.computed.extend(cards);
    checked
}

fn sums(review: &Review, totals: &Totals, cards: &mut Vec<Computed>) {
    let currency = review.currency.as_str();
    let columns = [
        ("label.class", Kind::Code),
        ("label.rate", Kind::Percent),
        ("label.net", Kind::Money),
        ("label.tax", Kind::Money),
        ("label.gross", Kind::Money),
    ];
    let rows: Vec<Value> = totals
        .classes
        .iter()
        .map(|class| {
            json!([
                format!("tax.{}", class.class),
                class.rate as f64 / 100.0,
                cell(class.net, currency),
                cell(class.tax, currency),
                cell(class.net + class.tax, currency),
            ])
        })
        .collect();
    let rounding =
        if review.rounding == Some(Rounding::Document) { "reason.roundDocument" } else { "reason.roundLine" };
    cards.push(Computed::new("classes", "label.classes", Kind::Table, table(&columns, rows)).because(rounding));
    cards.push(Computed::money("net", "label.netTotal", totals.net, currency));
    if let Some((discount, timing)) = review.discount {
        let reason = if timing == Timing::BeforeTax { "reason.discountBefore" } else { "reason.discountAfter" };
        cards.push(Computed::money("discount", "label.discount", discount, currency).because(reason));
    }
    cards.push(Computed::money("tax", "label.taxTotal", totals.tax, currency));
    cards.push(Computed::money("payable", "label.payable", totals.payable, currency));
}
