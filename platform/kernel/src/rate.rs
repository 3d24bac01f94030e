//! How often one network address may try something. It stands beside the handlers that it is for, as `x-rate`; the door counts.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What is counted together, whichever operations it stands at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    name: Cow<'static, str>,
    burst: u32,
    per_minute: u32,
    hashed: bool,
}

impl Rate {
    /// `burst` tries may come at once, and `per_minute` from then on.
    #[must_use]
    pub const fn new(name: &'static str, burst: u32, per_minute: u32) -> Self {
        Self { name: Cow::Borrowed(name), burst, per_minute, hashed: false }
    }

    /// The same where each try hashes a password, a PIN or a made-up one: counted at all schools together too, for all of them wait at
    /// one gate.
    #[must_use]
    pub const fn hashed(name: &'static str, burst: u32, per_minute: u32) -> Self {
        Self { name: Cow::Borrowed(name), burst, per_minute, hashed: true }
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many tries may come at once, and how many a minute from then on.
    #[must_use]
    pub fn quota(&self) -> (u32, u32) {
        (self.burst, self.per_minute)
    }

    #[must_use]
    pub fn is_hashed(&self) -> bool {
        self.hashed
    }
}
