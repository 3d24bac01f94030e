//! End-of-service pay by the version of a country's law that holds on the last day of work.

use plugin_sdk::Host;
use plugin_sdk::PluginError;
use rules::date::{self, Date};
use serde::Deserialize;

use crate::{decimal, tables};

/// A law's version as a row.
#[derive(Debug, Clone, Deserialize)]
pub struct Rule {
    /// Its name.
    pub rule: String,
    /// `basic` or `total`.
    pub base: String,
    /// Days that make a month's wage.
    pub month_days: i64,
    /// Nothing is due before so many days.
    pub lowest_days: i64,
    /// Most months of pay.
    pub cap_months: Option<i64>,
    /// Days of pay for each year.
    pub tiers: Vec<Tier>,
    /// What is paid after a resignation; empty means all of it.
    #[serde(default)]
    pub resign: Vec<Resign>,
}

/// Some years at one rate.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Tier {
    /// Up to so many years of service; without it to the end.
    pub years: Option<i64>,
    /// Days of pay for each of them.
    pub days: i64,
}

/// The share after a resignation from so many completed years on.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Resign {
    /// Completed years.
    pub years: i64,
    /// Numerator and denominator.
    pub share: (i64, i64),
}

/// One person's service.
#[derive(Debug, Clone, Copy)]
pub struct Service {
    /// First day.
    pub from: Date,
    /// Last day.
    pub to: Date,
    /// Unpaid days, which do not count.
    pub unpaid: i64,
    /// Whether the person resigned.
    pub resigned: bool,
    /// Basic wage a month in minor units.
    pub basic: i64,
    /// Regular allowances a month in minor units.
    pub allowances: i64,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All of it.
    Full,
    /// Less after a resignation.
    Reduced {
        /// Numerator and denominator.
        share: (i64, i64),
    },
    /// Cut down to the law's most.
    Capped {
        /// Months of pay.
        months: i64,
    },
    /// Too short a service.
    TooShort,
}

/// The estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Minor units.
    pub minor: i64,
    /// Completed years of 365 days.
    pub years: i64,
    /// And days.
    pub days: i64,
    /// What became of it.
    pub outcome: Outcome,
}

const YEAR: i64 = 365;

/// The rule of a country on a day.
pub fn rule(host: &dyn Host, country: &str, on: Date) -> Result<Option<Rule>, PluginError> {
    tables::find(host, "eos_rules", country, &date::iso(on))
}

/// Works out the pay; `None` when the amounts are out of all proportion.
pub fn estimate(rule: &Rule, service: &Service) -> Option<Estimate> {
    let served = (i64::from(date::days_between(service.from, service.to)) + 1 - service.unpaid).max(0);
    let (years, days) = (served / YEAR, served % YEAR);
    let done = |minor, outcome| Some(Estimate { minor, years, days, outcome });
    if served < rule.lowest_days {
        return done(0, Outcome::TooShort);
    }
    let wage = service.basic + if rule.base == "total" { service.allowances } else { 0 };
    let mut from = 0;
    let mut earned: i128 = 0;
    for tier in &rule.tiers {
        let until = tier.years.map_or(served, |years| served.min(years * YEAR));
        earned += i128::from((until - from).max(0)) * i128::from(tier.days);
        from = from.max(until);
    }
    let share = if service.resigned {
        rule.resign.iter().rev().find(|step| years >= step.years).map_or((1, 1), |step| step.share)
    } else {
        (1, 1)
    };
    let all = i128::from(wage).checked_mul(earned)?;
    let full = decimal::divide(all, i128::from(YEAR * rule.month_days))?;
    let cap = rule.cap_months.and_then(|months| wage.checked_mul(months).map(|most| (most, months)));
    if let Some((most, months)) = cap
        && full > most
        && share == (1, 1)
    {
        return done(most, Outcome::Capped { months });
    }
    // A resignation's share is of what would be due, so of the capped amount.
    let due = cap
        .filter(|(most, _)| full > *most)
        .map_or(all, |(most, _)| i128::from(most) * i128::from(YEAR * rule.month_days));
    let minor = decimal::divide(due * i128::from(share.0), i128::from(YEAR * rule.month_days * share.1))?;
    done(minor, if share == (1, 1) { Outcome::Full } else { Outcome::Reduced { share } })
}
