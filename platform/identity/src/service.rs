//! Signing in, staying signed in, signing out.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::caller::{Actor, SchoolScope};
use kernel::crypto::{self, Secret};
use kernel::{Caller, Clock, Db, MessageId, Refusal, Rng, SchoolTx, StoreError, ids};
use serde_json::json;

use crate::gate::Gate;
use crate::model::{
    ABSOLUTE_MS, GRACE_MS, KEEP_MS, SessionFacts, Status, TOKEN_LIFE_MS, delay_ms, email_of, roles_of, wait_seconds,
};
use crate::slowdown::Slowdown;
use crate::store::{self, SessionRow};
use crate::{password, token};

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
    slowdown: Slowdown,
    /// Hash of a password that nobody has: names that are nobody's cost as much as real ones.
    dummy: String,
}

/// A session that was opened or carried on.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The person's id.
    pub user_id: String,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Their roles.
    pub roles: Vec<kernel::Role>,
    /// The bearer.
    pub token: String,
    /// Seconds that it is good for.
    pub expires_in: i64,
    /// The next refresh token.
    pub refresh: String,
}

enum Refreshed {
    Opened(Opened),
    Refused,
}

impl Identity {
    /// Over these parts.
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, secret: Secret) -> Result<Self, Refusal> {
        let dummy = password::hash(&crypto::new_token(&*rng), password::new_salt(&*rng))?;
        let gate = Gate::for_this_machine();
        Ok(Self(Arc::new(Inner { db, clock, rng, secret, gate, outside: crate::captcha::Outside::default(), slowdown: Slowdown::new(), dummy })))
    }

    /// Opens a session by address and password. L001 for every fault alike, L002 while tries are slowed down.
    pub async fn sign_in(&self, caller: &Caller, name: &str, password: String) -> Result<Opened, Refusal> {
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
                let opened = self.open_session(caller, user.id, user.stamp).await;
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

    async fn note_failure(&self, caller: &Caller, user: String, failed: i64) -> Result<(), Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    store::note_failure(tx, &user, failed, now + delay_ms(failed)).await?;
                    let entry = Entry {
                        action: "session.refuse",
                        object_kind: "user",
                        object_id: &user,
                        detail: json!({"tries": failed}),
                    };
                    audit::record(tx, &*inner.clock, &*inner.rng, &caller, entry).await?;
                    Ok::<(), Refusal>(())
                })
            })
            .await
    }

    async fn open_session(&self, caller: &Caller, user: String, stamp: i64) -> Result<Opened, Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        let opened = self
            .0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let session = ids::new_id(&*inner.clock, &*inner.rng);
                    if store::note_sign_in(tx, &user, stamp, now).await? == 0 {
                        return Err(Refusal::new(MessageId::L001));
                    }
                    store::insert_session(tx, &session, &user, stamp, now, now + ABSOLUTE_MS).await?;
                    let opened = inner.carry_on(tx, &session, now).await?;
                    let entry = Entry {
                        action: "session.open",
                        object_kind: "session",
                        object_id: &session,
                        detail: json!({"user": user}),
                    };
                    audit::record(tx, &*inner.clock, &*inner.rng, &caller, entry).await?;
                    Ok(opened)
                })
            })
            .await?;
        metrics::counter!("qabul_sign_ins_total", "outcome" => "opened").increment(1);
        Ok(opened)
    }

    /// Carries a session on by its refresh token. Every rule of signing in is looked at again.
    pub async fn refresh(&self, caller: &Caller, refresh: &str) -> Result<Opened, Refusal> {
        let (inner, caller, hash) = (self.0.clone(), caller.clone(), crypto::token_hash(refresh));
        let scope = caller.school.clone();
        let refreshed = self
            .0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let Some(found) = store::find_refresh(tx, &hash).await? else { return Ok(Refreshed::Refused) };
                    let session = found.session_id;
                    let alive = store::find_session(tx, &session).await?.is_some_and(|row| facts(&row).is_alive(now));
                    if !alive {
                        return Ok(Refreshed::Refused);
                    }
                    if found.used_at.is_some_and(|used_at| now >= used_at + GRACE_MS) {
                        // Somebody holds a copy: neither holder is believed any more.
                        store::end_session(tx, &session, now, "refresh_reused").await?;
                        let entry = Entry {
                            action: "session.reuse",
                            object_kind: "session",
                            object_id: &session,
                            detail: json!({}),
                        };
                        audit::record(tx, &*inner.clock, &*inner.rng, &caller, entry).await?;
                        return Ok(Refreshed::Refused);
                    }
                    store::use_refresh(tx, &hash, now).await?;
                    store::touch_session(tx, &session, now).await?;
                    Ok::<_, Refusal>(Refreshed::Opened(inner.carry_on(tx, &session, now).await?))
                })
            })
            .await?;
        match refreshed {
            Refreshed::Opened(opened) => Ok(opened),
            Refreshed::Refused => Err(Refusal::new(MessageId::L014)),
        }
    }

    /// Ends the session that the bearer (also one whose time is over) or the refresh token belongs to, if there is one.
    pub async fn sign_out(&self, caller: &Caller, bearer: Option<&str>, refresh: Option<&str>) -> Result<(), Refusal> {
        let inner = self.0.clone();
        let by_bearer = bearer
            .and_then(|bearer| token::read_stale(&inner.secret, caller.school.id(), bearer))
            .map(|claims| claims.sid);
        let hash = refresh.map(crypto::token_hash);
        if by_bearer.is_none() && hash.is_none() {
            return Ok(());
        }
        let (caller, scope) = (caller.clone(), caller.school.clone());
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let by_refresh = match &hash {
                        Some(hash) => store::find_refresh(tx, hash).await?.map(|row| row.session_id),
                        None => None,
                    };
                    for session in by_bearer.into_iter().chain(by_refresh) {
                        if store::end_session(tx, &session, now, "signed_out").await? > 0 {
                            let entry = Entry {
                                action: "session.end",
                                object_kind: "session",
                                object_id: &session,
                                detail: json!({}),
                            };
                            audit::record(tx, &*inner.clock, &*inner.rng, &caller, entry).await?;
                        }
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Who the bearer stands for now. L014 for every fault alike.
    pub async fn authenticate(&self, school: &SchoolScope, bearer: &str) -> Result<Actor, Refusal> {
        let inner = &*self.0;
        let now = inner.clock.now_ms();
        let refused = || Refusal::new(MessageId::L014);
        let claims = token::read(&inner.secret, school.id(), bearer, now).ok_or_else(refused)?;
        let mut tx = inner.db.read(school).await?;
        let row = store::find_session(&mut tx, &claims.sid).await?.ok_or_else(refused)?;
        if row.user_id != claims.sub || !facts(&row).is_alive(now) {
            return Err(refused());
        }
        Ok(Actor::User { id: row.user_id, name: row.name, roles: roles_of(&row.roles.0), session: claims.sid })
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

impl Inner {
    /// A new bearer and the next refresh token of a session.
    async fn carry_on(&self, tx: &mut SchoolTx, session: &str, now: i64) -> Result<Opened, Refusal> {
        let row = store::find_session(tx, session).await?.ok_or_else(|| Refusal::internal("a session vanished"))?;
        let refresh = crypto::new_token(&*self.rng);
        store::insert_refresh(tx, &crypto::token_hash(&refresh), session, now).await?;
        let id = ids::new_id(&*self.clock, &*self.rng);
        let bearer = token::mint(&self.secret, tx.school(), &row.user_id, session, id, now);
        Ok(Opened {
            token: bearer.ok_or_else(|| Refusal::internal("no bearer could be signed"))?,
            expires_in: TOKEN_LIFE_MS / 1000,
            refresh,
            roles: roles_of(&row.roles.0),
            user_id: row.user_id,
            name: row.name,
            email: row.email,
        })
    }
}

fn facts(row: &SessionRow) -> SessionFacts {
    SessionFacts {
        session_stamp: row.session_stamp,
        stamp: row.stamp,
        seen_at: row.seen_at,
        expires_at: row.expires_at,
        ended_at: row.ended_at,
        status: Status::parse(&row.status),
    }
}
