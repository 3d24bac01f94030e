//! Which parts a plan holds: the chosen ones and what they cannot work without, and what excludes what.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// A part of the system.
#[derive(Debug, Clone, Deserialize)]
pub struct Module {
    /// Its name's key after `module.`.
    pub code: String,
    /// Parts without which it cannot work.
    pub needs: Vec<String>,
    /// Working days, at least and at most.
    pub days: (i64, i64),
    /// Licence a year in minor units.
    pub yearly: i64,
    /// Not on a school's own servers.
    #[serde(default)]
    pub cloud_only: bool,
}

/// Two that exclude each other.
#[derive(Debug, Clone, Deserialize)]
pub struct Clash {
    /// A part.
    pub part: String,
    /// Another part.
    pub other: Option<String>,
    /// Or a connection.
    pub other_link: Option<String>,
    /// Key of the message.
    pub code: String,
}

/// Why a part is in the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Chosen.
    Must,
    /// Chosen.
    Should,
    /// Chosen.
    Could,
    /// Another part needs it.
    Needed,
}

impl Why {
    /// From the answer.
    pub fn of(priority: &str) -> Self {
        match priority {
            "must" => Self::Must,
            "should" => Self::Should,
            _ => Self::Could,
        }
    }

    /// Key of its text.
    pub fn code(self) -> &'static str {
        match self {
            Self::Must => "scope.must",
            Self::Should => "scope.should",
            Self::Could => "scope.could",
            Self::Needed => "scope.needed",
        }
    }
}

/// All parts of the plan in the catalogue's order, with why. Circles in the catalogue end by themselves.
pub fn closure(catalogue: &[Module], chosen: &BTreeMap<&str, Why>) -> Vec<(Module, Why)> {
    let by_code: BTreeMap<&str, &Module> = catalogue.iter().map(|module| (module.code.as_str(), module)).collect();
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> = chosen.keys().copied().collect();
    while let Some(code) = open.pop() {
        let Some(module) = by_code.get(code) else {
            continue;
        };
        if wanted.insert(module.code.as_str()) {
            open.extend(module.needs.iter().map(String::as_str));
        }
    }
    catalogue
        .iter()
        .filter(|module| wanted.contains(module.code.as_str()))
        .map(|module| (module.clone(), chosen.get(module.code.as_str()).copied().unwrap_or(Why::Needed)))
        .collect()
}

/// The clashes of a plan.
pub fn clashes<'a>(rules: &'a [Clash], plan: &[(Module, Why)], links: &[&str]) -> Vec<&'a Clash> {
    let holds = |code: &str| plan.iter().any(|(module, _)| module.code == code);
    rules
        .iter()
        .filter(|clash| {
            holds(&clash.part)
                && (clash.other.as_deref().is_some_and(holds)
                    || clash.other_link.as_deref().is_some_and(|link| links.contains(&link)))
        })
        .collect()
}
