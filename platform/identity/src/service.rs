//! The room's face: what its parts share.

use std::sync::Arc;

use kernel::caller::{Caller, SchoolScope};
use kernel::crypto::{self, Secret};
use kernel::jobs::Work;
use kernel::{Db, Refusal, StoreError};
use words::{Clock, Rng};

use crate::hash_pool::{HashPool, Place};
use crate::model::KEEP_MS;
use crate::turns::Turns;
use crate::{entry, password, store, tries};

/// Accounts and sessions of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Identity(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secret: Secret,
    pub hash_pool: HashPool,
    pub outside: crate::captcha::Outside,
    pub turns: Turns,
    pub reads: crate::journal::Reads,
    /// Hash of a password that nobody has: names that are nobody's cost as much as real ones.
    pub dummy: String,
}

impl Inner {
    /// A place at the pool for a try at the caller's school, from their address.
    pub async fn enter(&self, caller: &Caller) -> Result<Place, Refusal> {
        self.hash_pool.enter(caller.school.id().as_str(), caller.address).await
    }
}

impl Identity {
    /// Over these parts.
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, secret: Secret) -> Result<Self, Refusal> {
        let dummy = password::hash(&crypto::new_token(&*rng), password::new_salt(&*rng))?;
        let hash_pool = HashPool::for_this_machine().map_err(Refusal::internal)?;
        Ok(Self(Arc::new(Inner {
            db,
            clock,
            rng,
            secret,
            hash_pool,
            outside: crate::captcha::Outside::default(),
            turns: Turns::default(),
            reads: crate::journal::Reads::default(),
            dummy,
        })))
    }

    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::default()
            .sweep("old sessions", self, |identity, scope| async move { identity.purge(&scope).await })
            .sweep("old proofs", self, |identity, scope| async move { identity.purge_proofs(&scope).await })
    }

    /// Forgets sessions and links that ended long ago, codes whose time is over, and counts of days gone by. Safe to repeat.
    pub async fn purge(&self, school: &SchoolScope) -> Result<(), StoreError> {
        let now = self.0.clock.now_ms();
        let (before, inner) = (now - KEEP_MS, self.0.clone());
        self.0
            .db
            .write(school, move |tx| {
                Box::pin(async move {
                    store::prune_sessions(tx, before).await?;
                    kernel::links::prune(tx, before).await?;
                    entry::prune(tx, now).await?;
                    tries::prune(tx, &inner, now).await?;
                    Ok(())
                })
            })
            .await
    }
}
