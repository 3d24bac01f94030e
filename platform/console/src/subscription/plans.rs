//! What can be asked for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::{Currency, Text};

/// How often it is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlanInterval)]
pub enum Interval {
    /// Each month.
    Month,
    /// Each year.
    Year,
}

/// What a plan goes up to; null without an end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlanLimits)]
pub struct Limits {
    /// Students.
    #[serde(default)]
    pub students: Option<i64>,
    /// Forms.
    #[serde(default)]
    pub forms: Option<i64>,
}

/// A plan, as `qabul.yaml` lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Plan)]
pub struct Plan {
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: Text,
    /// Minor units of the currency.
    pub price_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// How often it is paid for.
    pub interval: Interval,
    /// What it goes up to.
    pub limits: Limits,
}

impl Plan {
    /// What is wrong with it, for `qabul.yaml`.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if self.code.is_empty() || self.code.len() > 40 || !self.code.chars().all(word) {
            Some("`code` is 1 to 40 of a-z, 0-9, - and _")
        } else if self.name.en.trim().is_empty() || self.name.ar.trim().is_empty() {
            Some("`name` has both languages")
        } else if self.price_minor < 0 || Currency::parse(&self.currency).is_none() {
            Some("`price_minor` is a number of minor units, `currency` an ISO 4217 code")
        } else if [self.limits.students, self.limits.forms].into_iter().flatten().any(|limit| limit < 1) {
            Some("`limits` are at least 1, or left out")
        } else {
            None
        }
    }
}

/// The ones that are offered where `qabul.yaml` lists none.
#[must_use]
pub fn shipped() -> Vec<Plan> {
    let plan = |code: &str, en: &str, ar: &str, price_minor, students, forms| Plan {
        code: code.into(),
        name: Text { en: en.into(), ar: ar.into() },
        price_minor,
        currency: "USD".into(),
        interval: Interval::Month,
        limits: Limits { students, forms },
    };
    vec![
        plan("starter", "Starter", "الأساسية", 4_900, Some(300), Some(2)),
        plan("school", "School", "المدرسة", 14_900, Some(1_500), Some(8)),
        plan("group", "Group", "المجموعة", 39_900, None, None),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_plans_are_sound_and_told_apart() {
        let plans = shipped();
        assert!(plans.iter().all(|plan| plan.fault().is_none()));
        let codes: std::collections::HashSet<_> = plans.iter().map(|plan| &plan.code).collect();
        assert_eq!(codes.len(), plans.len());
        let bad = Plan { currency: "XXZ9".into(), ..plans[0].clone() };
        assert!(bad.fault().is_some());
    }
}
