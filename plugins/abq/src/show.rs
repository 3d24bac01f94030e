//! What the family sees worked out as it types.

use plugin_sdk::{Computed, Kind, PluginError, Value, json};
use rules::date;

use crate::{case::Applied, case::Case, desk, documents, family::Match, fees::Estimate};

/// Everything that can be shown so far.
pub fn computed(case: &Case<'_>) -> Result<Vec<Computed>, PluginError> {
    let mut shown = Vec::new();
    let Some(applied) = &case.year else {
        return Ok(shown);
    };
    let year = applied.year.name.as_str();
    shown.push(
        Computed::new("academic_year", "academic_year", Kind::Text, year)
            .because("academic_year.why")
            .with("starts", date::iso(applied.year.starts)),
    );
    grade(case, applied, &mut shown)?;
    if let Some(status) = case.family.status {
        let code = match status {
            Match::Likely => "sibling.likely",
            Match::Unlikely => "sibling.unlikely",
        };
        shown.push(
            Computed::new("sibling_rank", "sibling_rank", Kind::Code, code)
                .because("sibling.why")
                .with("rank", case.family.rank)
                .with("enrolled", case.family.enrolled),
        );
    }
    if let Some(estimate) = &applied.estimate {
        fees(estimate, year, case.currency, &mut shown);
    }
    Ok(shown)
}

fn grade(case: &Case<'_>, applied: &Applied<'_>, shown: &mut Vec<Computed>) -> Result<(), PluginError> {
    let Some(place) = &applied.place else {
        return Ok(());
    };
    let Some((_, by_age)) = place.by_age() else {
        return Ok(());
    };
    let year = applied.year.name.as_str();
    shown.push(
        Computed::new("grade_by_age", "grade_by_age", Kind::Code, by_age)
            .because("grade_by_age.why")
            .with("age", place.age)
            .with("cut_off", date::iso(place.cut_off))
            .with("year", year),
    );
    if let Some((_, asked)) = place.asked() {
        shown.push(Computed::new("grade_asked", "grade_asked", Kind::Code, asked));
    }
    if let Some(grade) = place.grade()
        && let Some((_, band)) = desk::capacity(case.answers, grade, &applied.tables)?
    {
        shown.push(Computed::new("capacity", "capacity", Kind::Code, band).because("capacity.why").with("year", year));
    }
    if let Some(group) = documents::group(case.answers) {
        let wanted = documents::wanted(case.answers, group, place, &applied.tables)?;
        let item =
            |document: &documents::Document| json!({ "code": document.code, "params": { "field": document.field } });
        let list: Vec<Value> = wanted.iter().map(item).collect();
        shown.push(Computed::new("documents", "documents", Kind::List, list).because(why(group)));
    }
    Ok(())
}

/// The sentence that names the list that was used.
fn why(group: &str) -> &'static str {
    match group {
        "omani" => "documents.why.omani",
        "gcc" => "documents.why.gcc",
        "resident" => "documents.why.resident",
        _ => "documents.why.overseas",
    }
}

fn fees(estimate: &Estimate, year: &str, currency: &str, shown: &mut Vec<Computed>) {
    let amount = |minor: i64| json!({ "minor": minor, "currency": currency });
    let lines: Vec<Value> = estimate.lines.iter().map(|(code, minor)| json!([code, amount(*minor)])).collect();
    let table = json!({
        "columns": [{ "label_code": "fees.item", "kind": "code" }, { "label_code": "fees.amount", "kind": "money" }],
        "rows": lines,
    });
    shown.push(
        Computed::new("fees", "fees", Kind::Table, table)
            .because("fees.why")
            .with("year", year)
            .with("cap", estimate.cap),
    );
    shown.push(Computed::money("total", "total", estimate.total, currency));
    if estimate.payments.is_empty() {
        return;
    }
    let rows: Vec<Value> = estimate
        .payments
        .iter()
        .map(|payment| json!([payment.code, date::iso(payment.due), amount(payment.amount)]))
        .collect();
    let cheques = rows.len() - 1;
    let table = json!({
        "columns": [
            { "label_code": "instalments.what", "kind": "code" },
            { "label_code": "instalments.due", "kind": "date" },
            { "label_code": "fees.amount", "kind": "money" },
        ],
        "rows": rows,
    });
    shown.push(
        Computed::new("instalments", "instalments", Kind::Table, table)
            .because("instalments.why")
            .with("cheques", cheques),
    );
}
