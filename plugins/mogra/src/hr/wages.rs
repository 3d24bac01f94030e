//! Whether an institution could hand in a wage file today.

use plugin_sdk::Explain;
use rules::{digits, iban};
use serde::Deserialize;

/// What a country's wage file needs.
#[derive(Debug, Clone, Deserialize)]
pub struct WageRules {
    /// The system's name.
    pub system: String,
    /// Currency of wages.
    pub currency: String,
    /// Least and most digits of the employer's number.
    pub employer_digits: (usize, usize),
    /// Least paid leave in a year.
    pub leave_days: i64,
    /// Points of 100.
    pub weights: Weights,
}

/// Points of what is in order.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Weights {
    /// Licence number.
    pub licence: i32,
    /// Employer number.
    pub employer: i32,
    /// Monthly wages.
    pub cycle: i32,
    /// Everybody's account.
    pub ibans: i32,
    /// An account of the country.
    pub account: i32,
}

/// What is known of the institution.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Licence number.
    pub licence: Option<&'a str>,
    /// Employer number.
    pub employer: Option<&'a str>,
    /// How often wages are paid.
    pub cycle: Option<&'a str>,
    /// People whose account is known.
    pub with_iban: i64,
    /// People on the payroll.
    pub people: i64,
    /// The account that pays.
    pub account: Option<&'a iban::Iban>,
    /// ISO country.
    pub country: &'a str,
}

/// Points of 100, and what is missing.
pub fn readiness(facts: &Facts<'_>, rules: &WageRules) -> (i32, Vec<Explain>) {
    let (least, most) = rules.employer_digits;
    let employer = facts.employer.and_then(digits::only).is_some_and(|number| (least..=most).contains(&number.len()));
    let span = if least == most { least.to_string() } else { format!("{least}–{most}") };
    let weights = rules.weights;
    let parts = [
        (facts.licence.is_some(), weights.licence, Explain::new("missing.licence")),
        (employer, weights.employer, Explain::new("missing.employer").with("digits", span)),
        (facts.cycle == Some("monthly"), weights.cycle, Explain::new("missing.cycle")),
        (
            facts.people > 0 && facts.with_iban >= facts.people,
            weights.ibans,
            Explain::new("missing.ibans").with("known", facts.with_iban).with("people", facts.people),
        ),
        (
            facts.account.is_some_and(|account| account.country == facts.country),
            weights.account,
            Explain::new("missing.account"),
        ),
    ];
    let points = parts.iter().filter(|(met, ..)| *met).map(|(_, weight, _)| weight).sum();
    (points, parts.into_iter().filter(|(met, ..)| !met).map(|(.., missing)| missing).collect())
}
