//! The estimate: fees and discounts of the school year, and the cheques that add up to it exactly.

use plugin_sdk::{Issue, PluginError};
use rules::answers::Answers;
use rules::date::{self, Date};
use rules::money::{self, Rounding};
use serde::Deserialize;

use crate::{family::Family, tables::Tables, year::SchoolYear};

/// Days until a deposit, and the first cheque of a year that is running already, is asked for.
const GRACE: i32 = 14;

/// What a year would cost, in minor units.
pub struct Estimate {
    /// Text code and amount; discounts are negative.
    pub lines: Vec<(&'static str, i64)>,
    /// Sum of the lines.
    pub total: i64,
    /// The most that discounts may take together, in percent of the tuition.
    pub cap: i64,
    /// Deposit first, then the cheques; empty until a plan is chosen.
    pub payments: Vec<Payment>,
}

/// One payment of the plan.
pub struct Payment {
    pub code: &'static str,
    pub due: Date,
    pub amount: i64,
}

#[derive(Deserialize)]
struct Fees {
    registration: i64,
    tuition: i64,
    books: i64,
}

#[derive(Deserialize)]
struct Bus {
    both: i64,
    one: i64,
}

#[derive(Deserialize)]
struct Order {
    apply: Vec<String>,
    cap: i64,
}

#[derive(Deserialize)]
struct Share {
    share: i64,
}

#[derive(Deserialize)]
struct ByRank {
    by_rank: Vec<i64>,
}

#[derive(Deserialize)]
struct Plan {
    deposit: i64,
    months: Vec<i32>,
}

impl Estimate {
    /// Reckons as much as stream, grade and plan allow; `None` where the school lists no fees.
    pub fn read(
        answers: Answers<'_>,
        grade: &str,
        family: &Family,
        year: &SchoolYear,
        today: Date,
        tables: &Tables<'_>,
    ) -> Result<Option<Estimate>, PluginError> {
        let Some(stream) = answers.text("stream") else {
            return Ok(None);
        };
        let Some(fees): Option<Fees> = tables.row("abq_fees", &format!("{stream}:{grade}"))? else {
            return Ok(None);
        };
        let mut lines =
            vec![("fee.registration", fees.registration), ("fee.tuition", fees.tuition), ("fee.books", fees.books)];
        if let Some(amount) = bus(answers, tables)? {
            lines.push(("fee.bus", amount));
        }
        let order: Option<Order> = tables.row("abq_discounts", "order")?;
        let order = order.unwrap_or(Order { apply: Vec::new(), cap: 0 });
        let most = money::share(fees.tuition, order.cap, Rounding::Down).unwrap_or_default();
        let mut taken = 0;
        for name in &order.apply {
            let Some((code, share)) = discount(name, answers, family, tables)? else {
                continue;
            };
            let amount =
                money::share(fees.tuition - taken, share, Rounding::HalfUp).unwrap_or_default().min(most - taken);
            if amount > 0 {
                taken += amount;
                lines.push((code, -amount));
            }
        }
        let total = lines.iter().map(|(_, amount)| amount).sum();
        let payments = payments(answers, total, year, today, tables)?;
        Ok(Some(Estimate { lines, total, cap: order.cap / 100, payments }))
    }
}

/// A bus to a place that is not served in that year.
pub fn issues(
    answers: Answers<'_>,
    year: &SchoolYear,
    tables: &Tables<'_>,
    issues: &mut Vec<Issue>,
) -> Result<(), PluginError> {
    if answers.yes("bus")
        && answers.text("bus_zone").is_some()
        && answers.text("bus_way").is_some()
        && bus(answers, tables)?.is_none()
    {
        issues.push(Issue::warning("/bus_zone", "busNotThere").with("year", year.name.as_str()));
    }
    Ok(())
}

fn bus(answers: Answers<'_>, tables: &Tables<'_>) -> Result<Option<i64>, PluginError> {
    if !answers.yes("bus") {
        return Ok(None);
    }
    let (Some(zone), Some(way)) = (answers.text("bus_zone"), answers.text("bus_way")) else {
        return Ok(None);
    };
    let row: Option<Bus> = tables.row("abq_bus", zone)?;
    Ok(row.map(|row| if way == "both" { row.both } else { row.one }))
}

/// A discount's text code and share, when the family has it.
fn discount(
    name: &str,
    answers: Answers<'_>,
    family: &Family,
    tables: &Tables<'_>,
) -> Result<Option<(&'static str, i64)>, PluginError> {
    let (code, applies) = match name {
        "staff_child" => ("fee.discount.staff_child", answers.yes("staff_child")),
        "one_cheque" => ("fee.discount.one_cheque", answers.text("plan") == Some("one")),
        "sibling" => {
            let row: Option<ByRank> = tables.row("abq_discounts", name)?;
            let shares = row.map(|row| row.by_rank).unwrap_or_default();
            let share = shares.get(family.rank.saturating_sub(1)).or(shares.last());
            return Ok(share.map(|share| ("fee.discount.sibling", *share)));
        }
        _ => return Ok(None),
    };
    if !applies {
        return Ok(None);
    }
    let row: Option<Share> = tables.row("abq_discounts", name)?;
    Ok(row.map(|row| (code, row.share)))
}

fn payments(
    answers: Answers<'_>,
    total: i64,
    year: &SchoolYear,
    today: Date,
    tables: &Tables<'_>,
) -> Result<Vec<Payment>, PluginError> {
    let Some(chosen) = answers.text("plan") else {
        return Ok(Vec::new());
    };
    let Some(plan): Option<Plan> = tables.row("abq_plans", chosen)? else {
        return Ok(Vec::new());
    };
    let soon = date::add_days(today, GRACE).unwrap_or(today);
    let deposit = plan.deposit.clamp(0, total.max(0));
    let mut all = vec![Payment { code: "pay.deposit", due: soon, amount: deposit }];
    let parts = money::split(total - deposit, u32::try_from(plan.months.len()).unwrap_or_default());
    // In a year that is running already the first cheque is for now, not for its first day.
    let first = year.starts.max(soon);
    for (amount, months) in parts.into_iter().zip(&plan.months) {
        let dated = date::add_months(first, *months).unwrap_or(first);
        all.push(Payment { code: "pay.cheque", due: dated, amount });
    }
    Ok(all)
}
