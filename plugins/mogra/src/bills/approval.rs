//! Who approves a bill, and how it compares with its order.

use serde::Deserialize;

/// One step of the approval limits.
#[derive(Debug, Clone, Deserialize)]
pub struct Limit {
    /// Up to this amount in minor units; without it any.
    pub up_to: Option<i64>,
    /// Keys of those who approve, in order.
    pub approvers: Vec<String>,
}

/// How far above its order a bill may be.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Tolerance {
    /// In percent of the order.
    pub percent: i64,
    /// At most so many major units.
    pub most: i64,
}

/// The chain for an amount.
pub fn chain(limits: &[Limit], amount: i64) -> &[String] {
    limits
        .iter()
        .find(|limit| limit.up_to.is_none_or(|up_to| amount <= up_to))
        .map(|limit| limit.approvers.as_slice())
        .unwrap_or_default()
}

/// A bill against its order: key of the word, difference and what is allowed, in minor units.
pub fn against_order(payable: i64, order: i64, tolerance: Tolerance, unit: i64) -> (&'static str, i64, i64) {
    let share = i128::from(order) * i128::from(tolerance.percent) / 100;
    let allowed = i64::try_from(share).unwrap_or(i64::MAX).min(tolerance.most.saturating_mul(unit));
    let difference = payable - order;
    let word = match difference {
        0 => "po.exact",
        ..0 => "po.under",
        _ if difference <= allowed => "po.within",
        _ => "po.over",
    };
    (word, difference, allowed)
}
