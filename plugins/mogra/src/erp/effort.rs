//! How many working days a plan takes, at least and at most, and what the first year costs.

use std::collections::BTreeMap;

use plugin_sdk::{Host, PluginError};
use serde::Deserialize;

use super::scope::{Module, Why};
use crate::tables;

/// At least and at most.
pub type Range = (i64, i64);

/// A size of project.
#[derive(Debug, Clone, Deserialize)]
pub struct Size {
    /// `small`, `medium`, `large`, `xlarge`.
    pub code: String,
    /// Most students; without it the last.
    pub students: Option<i64>,
    /// Percent on the days of the parts.
    pub factor: i64,
    /// People of ours who work at once.
    pub team: i64,
}

/// Rates of effort.
#[derive(Debug, Clone)]
pub struct Rates {
    /// Sizes, smallest first.
    pub sizes: Vec<Size>,
    /// For each branch after the first.
    pub branch: Range,
    /// By connection.
    pub links: BTreeMap<String, Range>,
    /// For each 100 000 records begun.
    pub data: Range,
    /// Percent by quality.
    pub quality: BTreeMap<String, i64>,
    /// A working day in minor units.
    pub day_price: i64,
    /// Currency of all prices.
    pub currency: String,
}

impl Rates {
    /// The rows that are valid on a day.
    pub fn load(host: &dyn Host, on: &str) -> Result<Self, PluginError> {
        Ok(Self {
            sizes: tables::need(host, "erp_effort", "sizes", on)?,
            branch: tables::need(host, "erp_effort", "branch_days", on)?,
            links: tables::need(host, "erp_effort", "link_days", on)?,
            data: tables::need(host, "erp_effort", "data_days", on)?,
            quality: tables::need(host, "erp_effort", "data_quality", on)?,
            day_price: tables::need(host, "erp_effort", "day_price", on)?,
            currency: tables::need(host, "erp_effort", "currency", on)?,
        })
    }

    /// The size of an institution.
    pub fn size(&self, students: i64) -> Option<&Size> {
        self.sizes.iter().find(|size| size.students.is_none_or(|most| students <= most))
    }
}

/// What there is to do.
#[derive(Debug, Clone)]
pub struct Work<'a> {
    /// Parts.
    pub plan: &'a [(Module, Why)],
    /// Branches.
    pub branches: i64,
    /// Connections.
    pub links: &'a [&'a str],
    /// Records and quality of each set of data.
    pub data: &'a [(i64, &'a str)],
}

/// Working days, with where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Parts.
    pub parts: Range,
    /// Branches.
    pub branches: Range,
    /// Connections.
    pub links: Range,
    /// Data.
    pub data: Range,
}

impl Effort {
    /// All of it.
    pub fn total(&self) -> Range {
        [self.parts, self.branches, self.links, self.data].into_iter().fold((0, 0), add)
    }
}

/// A part's days at a size, begun days counted whole.
pub fn part_days(module: &Module, size: &Size) -> Range {
    ((module.days.0 * size.factor + 99) / 100, (module.days.1 * size.factor + 99) / 100)
}

/// Adds up the work.
pub fn effort(work: &Work<'_>, size: &Size, rates: &Rates) -> Effort {
    let parts = work.plan.iter().map(|(module, _)| part_days(module, size)).fold((0, 0), add);
    let more = (work.branches - 1).max(0);
    let links = work.links.iter().filter_map(|link| rates.links.get(*link).copied()).fold((0, 0), add);
    let data = work.data.iter().fold((0, 0), |sum, (rows, quality)| {
        let begun = rows.max(&0).div_euclid(100_000) + i64::from(rows.max(&0) % 100_000 > 0);
        let percent = rates.quality.get(*quality).copied().unwrap_or(100);
        add(sum, ((rates.data.0 * begun * percent + 99) / 100, (rates.data.1 * begun * percent + 99) / 100))
    });
    Effort { parts, branches: (rates.branch.0 * more, rates.branch.1 * more), links, data }
}

fn add(a: Range, b: Range) -> Range {
    (a.0 + b.0, a.1 + b.1)
}
