//! The primitives that signing in is made of, for those who are people of no school: the platform's operators.
//!
//! The same functions, and the same threads for hashing, that people of schools go through. Nothing here knows a table.

use std::net::IpAddr;
use std::sync::Arc;

use kernel::{MessageId, Refusal};
use words::verdict::Issue;
use words::{Clock, Rng};

pub use crate::captcha::{proof_identity, riddle_of, solves};
pub use crate::factor::{
    Proposal, RECOVERY_CODES, SECRET_BYTES, Typed, format_recovery_code, matching_step, new_recovery_codes, proposal,
};
pub use crate::hash_pool::{HashPool, Place};
pub use crate::model::{delay_ms, email_of, wait_seconds};
pub use crate::turns::Turns;

use crate::service::Identity;
use crate::{password, policy};

/// What the platform's own people stand in line as; no school's id has a space in it.
const PLATFORM: &str = "the platform";

/// Judging and hashing passwords in the house's pool.
#[derive(Clone)]
pub struct Passwords {
    hash_pool: HashPool,
    rng: Arc<dyn Rng>,
    /// Hash of a password that nobody has: names that are nobody's cost as much as real ones.
    dummy: String,
}

impl Identity {
    /// The same pool for those who are no people of a school.
    #[must_use]
    pub fn passwords(&self) -> Passwords {
        Passwords { hash_pool: self.0.hash_pool.clone(), rng: self.0.rng.clone(), dummy: self.0.dummy.clone() }
    }

    /// The clock that people's sessions go by.
    #[must_use]
    pub fn clock(&self) -> Arc<dyn Clock> {
        self.0.clock.clone()
    }
}

impl Passwords {
    /// A place for a try at the platform from an address; L002 when it takes too long.
    pub async fn enter(&self, address: Option<IpAddr>) -> Result<Place, Refusal> {
        self.hash_pool.enter(PLATFORM, address).await
    }

    /// Whether the password is the one that was hashed; without a hash it costs as much and is wrong.
    pub async fn matches(&self, password: String, stored: Option<String>) -> Result<bool, Refusal> {
        let known = stored.is_some();
        let stored = password::or_dummy(stored, &self.dummy);
        let too_long = password.len() > 1024;
        let right = self.hash_pool.run(move || !too_long && password::matches(&password, &stored)).await?;
        Ok(right && known)
    }

    /// Judges a new password against the policy and hashes it. L013 with what is wrong at `/password`.
    pub async fn hash(&self, new: String, words: Vec<String>) -> Result<String, Refusal> {
        let salt = password::new_salt(&*self.rng);
        let judged = self.hash_pool.run(move || {
            let faults: Vec<Issue> = policy::faults(&new, &words, "/password");
            if faults.is_empty() { Ok(password::hash(&new, salt)) } else { Err(faults) }
        });
        judged.await?.map_err(|faults| Refusal::new(MessageId::L013).errors(faults))?
    }
}
