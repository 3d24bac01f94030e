//! What a school lets a plugin do. An ability needs both: the plugin asks in `describe`, the school grants in `school.yaml`.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use words::verdict::EffectKind;

use crate::Asks;

/// What a school lets a plugin do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grants {
    /// Rule tables it may read.
    pub tables: HashSet<String>,
    /// Kinds of "is this person known" questions it may put.
    pub known: HashSet<String>,
    /// Effects that are carried out.
    pub effects: HashSet<EffectKind>,
}

impl Grants {
    /// Everything a plugin asks for; for the command line and tests.
    #[must_use]
    pub fn all_asked(asks: &Asks) -> Self {
        Self {
            tables: asks.tables.iter().cloned().collect(),
            known: asks.known.iter().cloned().collect(),
            effects: asks.effects.iter().copied().collect(),
        }
    }
}
