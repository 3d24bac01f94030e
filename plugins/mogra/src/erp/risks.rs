//! How ready an institution is, and what endangers the plan most.

use std::collections::BTreeMap;

use serde::Deserialize;

/// From when on something counts as a risk.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Limits {
    /// Connections.
    pub many_links: usize,
    /// Branches.
    pub many_branches: i64,
    /// Years of a system.
    pub old_years: i64,
    /// Below this the submission is tagged.
    pub low_readiness: i64,
}

/// Points of 100 and the risks that took the others, heaviest first, then by code.
pub fn readiness(present: &[(&'static str, bool)], weights: &BTreeMap<String, i64>) -> (i64, Vec<&'static str>) {
    let mut found: Vec<(i64, &'static str)> = present
        .iter()
        .filter(|(_, applies)| *applies)
        .filter_map(|(code, _)| weights.get(*code).map(|weight| (*weight, *code)))
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let lost: i64 = found.iter().map(|(weight, _)| weight).sum();
    ((100 - lost).max(0), found.into_iter().map(|(_, code)| code).collect())
}
