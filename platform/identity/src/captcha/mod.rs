//! Proof that a person asks: a riddle that this server sets by itself, or one of a provider that the school chose.
//!
//! Each proof counts once, for one school, for ten minutes. What is wrong with one is never told apart: L012.

mod api;
mod proof_of_work;
mod providers;
pub(crate) mod store;

use std::sync::{Arc, OnceLock};

use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, StoreError};
use tenants::School;
use tenants::bundle::entry::CaptchaProvider;
use words::sabotage::{Guard, is_removed};

use crate::service::Identity;

pub use api::routes;
pub use proof_of_work::{Challenge, check as solves, identity as proof_identity, solve};

/// A new riddle under a key.
pub async fn riddle_of(key: [u8; 32], rng: &dyn words::Rng, now: i64) -> Result<Challenge, Refusal> {
    let (counter, expires_at) = (proof_of_work::counter(rng), now + LIFE_MS);
    // The one sum that solves it is done here too, once: a thousandth of what the browser does.
    tokio::task::spawn_blocking(move || proof_of_work::challenge(&key, counter, expires_at))
        .await
        .map_err(Refusal::internal)?
}

/// How long a riddle may be solved.
pub const LIFE_MS: i64 = 10 * 60 * 1000;
/// Longest proof that is looked at.
const LONGEST: usize = 4096;

/// What asks other providers; made when the first school needs it.
#[derive(Debug, Clone, Default)]
pub struct Outside(Arc<OnceLock<Option<reqwest::Client>>>);

impl Outside {
    fn client(&self) -> Result<&reqwest::Client, Refusal> {
        let client =
            self.0.get_or_init(|| providers::client().inspect_err(|error| tracing::error!(%error, "no client")).ok());
        client.as_ref().ok_or_else(|| Refusal::internal("no client for captcha providers"))
    }
}

impl Identity {
    /// A new riddle; none where another provider sets it.
    pub async fn riddle(&self, school: &School) -> Result<Option<Challenge>, Refusal> {
        if school.config().captcha.provider != CaptchaProvider::Altcha {
            return Ok(None);
        }
        let key = self.0.secret.school_key(school.id(), proof_of_work::PURPOSE);
        riddle_of(key, &*self.0.rng, self.0.clock.now_ms()).await.map(Some)
    }

    /// Goes on only with a proof that was not used before. L012 for every fault alike.
    pub async fn require_proof(&self, caller: &Caller, school: &School, proof: Option<&str>) -> Result<(), Refusal> {
        let captcha = &school.config().captcha;
        if captcha.provider == CaptchaProvider::Off || is_removed(Guard::Captcha) {
            return Ok(());
        }
        let refused = || Refusal::new(MessageId::L012);
        let proof = proof.filter(|proof| !proof.is_empty() && proof.len() <= LONGEST).ok_or_else(refused)?;
        let now = self.0.clock.now_ms();
        let expires_at = if captcha.provider == CaptchaProvider::Altcha {
            let key = self.0.secret.school_key(school.id(), proof_of_work::PURPOSE);
            proof_of_work::check(&key, proof, now).ok_or_else(refused)?
        } else {
            let question = providers::Question::of(school, proof)?;
            if !providers::ask(self.0.outside.client()?, &question, providers::endpoint(captcha.provider)).await? {
                return Err(refused());
            }
            now + LIFE_MS
        };
        let hash = words::sha256_hex(proof_of_work::identity(proof).as_bytes());
        let spent = self
            .0
            .db
            .write(&caller.school, move |tx| Box::pin(async move { store::spend(tx, &hash, expires_at).await }));
        let first =
            spent.await.map_err(|error: StoreError| Refusal::from(error))? == 1 || is_removed(Guard::CaptchaOnce);
        if first { Ok(()) } else { Err(refused()) }
    }

    /// Forgets proofs whose time is over.
    pub async fn purge_proofs(&self, school: &SchoolScope) -> Result<(), StoreError> {
        let now = self.0.clock.now_ms();
        self.0.db.write(school, move |tx| Box::pin(store::prune_spent(tx, now))).await.map(drop)
    }
}
