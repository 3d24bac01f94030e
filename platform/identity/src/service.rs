//! Signing in, staying signed in, signing out.

use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::crypto::{self, Secret};
use kernel::{Caller, Clock, Db, MessageId, Refusal, Rng, StoreError};
use serde_json::json;

use crate::gate::Gate;
use crate::model::{KEEP_MS, Kind, Method, Status, delay_ms, email_of, roles_of, wait_seconds};
use crate::sessions::{NewSession, Opened};
use crate::slowdown::Slowdown;
use crate::{journal, password, store};

/// Accounts and sessions of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Identity(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secret: Secret,
    pub gate: Gate,
    pub outside: crate::captcha::Outside,
    pub slowdown: Slowdown,
    /// Hash of a password that nobody has: names that are nobody's cost as much as real ones.
    pub dummy: String,
}

impl Identity {
    /// Over these parts.
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, secret: Secret) -> Result<Self, Refusal> {
        let dummy = password::hash(&crypto::new_token(&*rng), password::new_salt(&*rng))?;
        let gate = Gate::for_this_machine();
        Ok(Self(Arc::new(Inner { db, clock, rng, secret, gate, outside: crate::captcha::Outside::default(), slowdown: Slowdown::new(), dummy })))
    }

    /// Opens a session by address and password. L001 for every fault alike, L002 while tries are slowed down.
    pub async fn sign_in(
        &self,
        caller: &Caller,
        name: &str,
        password: String,
        device: String,
    ) -> Result<Opened, Refusal> {
        let Inner { db, clock, gate, slowdown, .. } = &*self.0;
        let school = caller.school.id();
        let email = email_of(name).unwrap_or_else(|| name.trim().to_lowercase());
        let place = gate.enter()?;
        let turn = slowdown.turn(school, &email).await;

        let user = {
            let mut tx = db.read(&caller.school).await?;
            store::find_user_by_email(&mut tx, &email).await?
        };
        let retry_at = user.as_ref().map_or_else(|| slowdown.retry_at(school, &email), |user| user.retry_at);
        if let Some(seconds) = wait_seconds(retry_at, clock.now_ms()) {
            return Err(Refusal::new(MessageId::L002).retry_after(seconds));
        }

        let usable = user.as_ref().filter(|user| Status::parse(&user.status) == Status::Active);
        let stored = usable.and_then(|user| user.password_hash.clone());
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.0.dummy.clone());
        let too_long = password.len() > 1024;
        let right = gate.run(move || !too_long && password::matches(&password, &stored)).await?;

        match user {
            Some(user) if right && known => {
                let kind = Kind::parse(&user.kind).of_session(&roles_of(&user.roles.0));
                let new =
                    NewSession { user: user.id, stamp: user.stamp, kind, method: Method::Password, device, till: None };
                let opened = self.open(caller, new).await;
                drop((turn, place));
                opened
            }
            user => {
                // The answer does not wait for the note, or its time would tell names of the school from others; the
                // next try of this account does, as it waits for this turn.
                let (identity, caller) = (self.clone(), caller.clone());
                tokio::spawn(async move {
                    let noted = match user {
                        Some(user) => identity.note_failure(&caller, user.id, user.failed_tries + 1).await,
                        None => {
                            let now = identity.0.clock.now_ms();
                            identity.0.slowdown.failed(caller.school.id(), &email, now);
                            Ok(())
                        }
                    };
                    if let Err(error) = noted {
                        tracing::error!(%error, "a wrong password was not counted");
                    }
                    drop((turn, place));
                });
                metrics::counter!("qabul_sign_ins_total", "outcome" => "refused").increment(1);
                Err(Refusal::new(MessageId::L001))
            }
        }
    }

    pub(crate) async fn note_failure(&self, caller: &Caller, user: String, failed: i64) -> Result<(), Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    store::note_failure(tx, &user, failed, now + delay_ms(failed)).await?;
                    journal::note(tx, &inner, &caller, "session.refuse", "user", &user, json!({"tries": failed}))
                        .await?;
                    Ok::<(), Refusal>(())
                })
            })
            .await
    }

    /// Forgets sessions and links that ended long ago. Safe to repeat.
    pub async fn purge(&self, school: &SchoolScope) -> Result<(), StoreError> {
        let before = self.0.clock.now_ms() - KEEP_MS;
        self.0
            .db
            .write(school, move |tx| {
                Box::pin(async move {
                    store::prune_sessions(tx, before).await?;
                    store::prune_links(tx, before).await?;
                    Ok(())
                })
            })
            .await
    }
}
