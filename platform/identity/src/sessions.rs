//! Sessions: opened, carried on, believed, ended.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::caller::{Actor, SchoolScope, Standing};
use kernel::crypto;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, StoreError, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use words::rights::Reach;
use words::sabotage::{Guard, is_removed};
use words::{Clock, Permission, Role};

use crate::entry::attempts::too_often;
use crate::ids::{BearerId, TillId};
use crate::model::{GRACE_MS, Kind, Method, SessionFacts, Status, TOKEN_LIFE_MS, display_email, roles_of};
use crate::service::{Identity, Inner};
use crate::store::{self, SessionRow};
use crate::{journal, token};

/// What the token that took another's place is sealed for.
const SUCCESSOR: &str = "refresh successor";
/// A session is carried on at most so often within a window.
const MOST_REFRESHES: i64 = 60;
const REFRESH_WINDOW_MS: i64 = 2 * 60 * 1000;

/// What a session is opened with. Every proof was looked at before.
#[derive(Debug, Clone)]
pub struct NewSession {
    pub user: UserId,
    /// Their stamp when the proof was looked at: whoever changed since has to prove themselves anew.
    pub stamp: i64,
    /// How long it lasts.
    pub kind: Kind,
    /// By which proof.
    pub method: Method,
    /// What the person recognises it by: [`crate::device::label`].
    pub device: String,
    /// The till that it is at.
    pub till: Option<TillId>,
}

/// The till of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionTill {
    /// Its id.
    pub id: String,
    /// What staff call it.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// A session that was opened or carried on.
#[derive(Debug, Clone)]
pub struct Opened {
    pub session_id: SessionId,
    /// What sort of session it is.
    pub kind: Kind,
    pub user_id: UserId,
    /// What sort of person.
    pub user_kind: Kind,
    pub name: String,
    /// Their address; empty when they have none.
    pub email: String,
    /// Key of their picture; empty for none.
    pub avatar: String,
    pub roles: Vec<Role>,
    pub token: String,
    /// Seconds that it is good for.
    pub expires_in: i64,
    pub refresh: String,
    /// Seconds after which the refresh token is of no use.
    pub refresh_in: i64,
    /// The till that it is at.
    pub till: Option<SessionTill>,
    /// What the browser is known by from now on; nothing for who does not sign in by name, as at tills.
    pub known_browser: Option<String>,
}

enum Refreshed {
    Opened(Box<Opened>),
    Refused,
}

impl Identity {
    /// Opens a session for somebody who proved who they are. L001 when they changed meanwhile.
    pub async fn open(&self, caller: &Caller, new: NewSession) -> Result<Opened, Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0.db.write(&scope, move |tx| Box::pin(async move { inner.open(tx, &caller, new).await })).await
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
                        journal::note(tx, &inner, &caller, "session.reuse", "session", session.as_str(), json!({}))
                            .await?;
                        return Ok(Refreshed::Refused);
                    }
                    let window = now - now.rem_euclid(REFRESH_WINDOW_MS);
                    if store::touch_session(tx, &session, now, window).await?.refreshes > MOST_REFRESHES {
                        return Err(too_often(window + REFRESH_WINDOW_MS - now));
                    }
                    let Some(refresh) = inner.successor(tx, &hash, &session, now).await? else {
                        return Ok(Refreshed::Refused);
                    };
                    Ok::<_, Refusal>(Refreshed::Opened(Box::new(inner.carry_on(tx, &session, refresh, now).await?)))
                })
            })
            .await?;
        match refreshed {
            Refreshed::Opened(opened) => Ok(*opened),
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
                    let by_refresh = match &hash {
                        Some(hash) => store::find_refresh(tx, hash).await?.map(|row| row.session_id),
                        None => None,
                    };
                    for session in by_bearer.into_iter().chain(by_refresh) {
                        inner.end(tx, &caller, &session, "signed_out").await?;
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
        self.actor_in(school, &claims.sid, &claims.sub).await
    }

    /// The school for whatever that actor asks: each of their writes looks at their session again.
    #[must_use]
    pub fn scope_of(&self, school: SchoolScope, actor: &Actor) -> SchoolScope {
        let Actor::User { id, session, roles, .. } = actor else { return school };
        let (user, session, roles) = (id.clone(), session.clone(), roles.clone());
        school.with_standing(Arc::new(Acting { user, session, roles, clock: self.0.clock.clone() }))
    }

    /// Who acts in a session now, for what the session itself opened. L014 when it is over or another person's.
    pub async fn actor_in(&self, school: &SchoolScope, session: &SessionId, user: &UserId) -> Result<Actor, Refusal> {
        let inner = &*self.0;
        let refused = || Refusal::new(MessageId::L014);
        let wanted = session.clone();
        let found =
            inner.db.read_with(school, move |tx| Box::pin(async move { store::find_session(tx, &wanted).await }));
        let row = found.await.map_err(|error: StoreError| Refusal::from(error))?.ok_or_else(refused)?;
        if row.user_id != *user || !facts(&row).is_alive(inner.clock.now_ms()) {
            return Err(refused());
        }
        let (roles, reach) = (roles_in(&row), reach(Kind::parse(&row.kind)));
        Ok(Actor::User { id: row.user_id, name: row.name, roles, session: session.clone(), reach })
    }
}

/// Somebody who acts in a session, with the roles that they had when they asked.
struct Acting {
    user: UserId,
    session: SessionId,
    roles: Vec<Role>,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Acting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acting").field("user", &self.user).field("session", &self.session).finish_non_exhaustive()
    }
}

impl Standing for Acting {
    fn lasts<'t>(&'t self, tx: &'t mut SchoolTx) -> BoxFuture<'t, Result<bool, StoreError>> {
        Box::pin(async move {
            let Some(row) = store::find_session(tx, &self.session).await? else { return Ok(false) };
            let now = roles_in(&row);
            let has_all = self.roles.iter().all(|role| now.contains(role));
            Ok(has_all && facts(&row).is_alive(self.clock.now_ms()) || is_removed(Guard::Standing))
        })
    }
}

impl Inner {
    /// Opens a session within the transaction of what proved the person. L001 when they changed meanwhile.
    pub(crate) async fn open(&self, tx: &mut SchoolTx, caller: &Caller, new: NewSession) -> Result<Opened, Refusal> {
        let now = self.clock.now_ms();
        let session = SessionId::new(&*self.clock, &*self.rng);
        if store::note_sign_in(tx, &new.user, new.stamp, now).await? == 0 {
            return Err(Refusal::new(MessageId::L001));
        }
        let address = caller.address.map(|address| address.to_canonical().to_string()).unwrap_or_default();
        let (kind, method, till) = (new.kind.as_str(), new.method.as_str(), new.till.as_ref());
        let ends = now + new.kind.absolute_ms();
        store::insert_session(
            tx,
            &store::NewSession {
                id: &session,
                user_id: &new.user,
                kind,
                method,
                till_id: till,
                device: &new.device,
                address: &address,
                stamp: new.stamp,
                now,
                expires_at: ends,
            },
        )
        .await?;
        let refresh = crypto::new_token(&*self.rng);
        store::insert_refresh(tx, &crypto::token_hash(&refresh), &session, now).await?;
        let opened = self.carry_on(tx, &session, refresh, now).await?;
        // Who signed in did it, though the request came from nobody yet.
        let actor = Actor::User {
            id: opened.user_id.clone(),
            name: opened.name.clone(),
            roles: opened.roles.clone(),
            session: session.clone(),
            reach: reach(opened.kind),
        };
        let caller = Caller { actor, ..caller.clone() };
        let detail = json!({"user": new.user, "kind": kind, "method": method, "device": new.device, "till": till});
        journal::note(tx, self, &caller, "session.open", "session", session.as_str(), detail).await?;
        metrics::counter!("qabul_sign_ins_total", "outcome" => "opened").increment(1);
        Ok(opened)
    }

    /// Ends one session; whether it was open.
    pub(crate) async fn end(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        session: &SessionId,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let ended = store::end_session(tx, session, self.clock.now_ms(), reason).await? > 0;
        if ended {
            journal::note(tx, self, caller, "session.end", "session", session.as_str(), json!({"reason": reason}))
                .await?;
        }
        Ok(ended)
    }

    /// Moves the person's stamp on and ends all their sessions but one: for every change of password, address, roles or
    /// status. What was begun with the old proof (second factors that are waited for) is dead too.
    pub(crate) async fn end_all_but(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        user: &UserId,
        keep: Option<&SessionId>,
        reason: &str,
    ) -> Result<(), StoreError> {
        let Some(moved) = store::move_stamp_on(tx, user).await? else { return Ok(()) };
        store::drop_challenges(tx, user).await?;
        let none = SessionId::from("");
        let keep = keep.unwrap_or(&none);
        store::stamp_session(tx, keep, user, moved.stamp).await?;
        for session in store::open_sessions_but(tx, user, keep).await? {
            self.end(tx, caller, &session.id, reason).await?;
        }
        Ok(())
    }

    /// The token that takes a refresh token's place. Who brings the old one once more gets the same, or what took its place
    /// meanwhile: a session has one token that was not used, however often it is carried on. `None` where that is lost.
    async fn successor(
        &self,
        tx: &mut SchoolTx,
        hash: &str,
        session: &SessionId,
        now: i64,
    ) -> Result<Option<String>, StoreError> {
        let fresh = crypto::new_token(&*self.rng);
        let sealed = crypto::seal(&self.secret, &*self.rng, tx.school(), SUCCESSOR, &fresh);
        if store::use_refresh(tx, hash, &sealed, now).await? > 0 || is_removed(Guard::OneSuccessor) {
            store::insert_refresh(tx, &crypto::token_hash(&fresh), session, now).await?;
            return Ok(Some(fresh));
        }
        let mut hash = hash.to_owned();
        for _ in 0..MOST_REFRESHES {
            let sealed = store::find_refresh(tx, &hash).await?.and_then(|row| row.successor);
            let Some(token) = sealed.and_then(|text| crypto::open(&self.secret, tx.school(), SUCCESSOR, &text)) else {
                return Ok(None);
            };
            hash = crypto::token_hash(&token);
            if store::find_refresh(tx, &hash).await?.is_some_and(|row| row.used_at.is_none()) {
                return Ok(Some(token));
            }
        }
        Ok(None)
    }

    /// A new bearer, beside the next refresh token of a session.
    async fn carry_on(
        &self,
        tx: &mut SchoolTx,
        session: &SessionId,
        refresh: String,
        now: i64,
    ) -> Result<Opened, Refusal> {
        let row = store::find_session(tx, session).await?.ok_or_else(|| Refusal::internal("a session vanished"))?;
        let till = match &row.till_id {
            Some(till) => store::find_till_of_session(tx, till).await?,
            None => None,
        };
        let id = BearerId::new(&*self.clock, &*self.rng);
        let bearer = token::mint(&self.secret, tx.school(), &row.user_id, session, id, now);
        let (kind, user_kind) = (Kind::parse(&row.kind), Kind::parse(&row.user_kind));
        let has_name = matches!(user_kind, Kind::Staff | Kind::Family) && kind != Kind::Till;
        let known = || self.known_browser(tx.school(), &row.user_id, row.stamp, session, now);
        let known_browser = has_name.then(known);
        Ok(Opened {
            known_browser,
            session_id: session.clone(),
            kind,
            token: bearer.ok_or_else(|| Refusal::internal("no bearer could be signed"))?,
            expires_in: TOKEN_LIFE_MS / 1000,
            refresh,
            refresh_in: kind.idle_ms().min(row.expires_at - now).max(0) / 1000,
            roles: roles_in(&row),
            email: display_email(&row.email, &row.contact_email),
            user_id: row.user_id,
            user_kind,
            name: row.name,
            avatar: row.avatar,
            till: till.map(|till| SessionTill { id: till.id.into(), code: till.code, name: till.name }),
        })
    }
}

/// Whether the session is believed.
pub(crate) async fn is_alive(tx: &mut SchoolTx, session: &SessionId, now: i64) -> Result<bool, StoreError> {
    Ok(store::find_session(tx, session).await?.is_some_and(|row| facts(&row).is_alive(now)))
}

/// How far a session of that kind reaches.
fn reach(kind: Kind) -> Reach {
    match kind {
        Kind::Till => Reach::Till,
        Kind::Applicant => Reach::Unproved,
        Kind::Staff | Kind::Family => Reach::Roles,
    }
}

/// The roles that a person has in this session: a PIN opens tills and nothing else, whatever else they may do elsewhere.
fn roles_in(row: &SessionRow) -> Vec<Role> {
    let mut roles = roles_of(&row.roles.0);
    if Kind::parse(&row.kind) == Kind::Till && !is_removed(Guard::TillRoles) {
        roles.retain(|role| Permission::TillUse.roles().contains(role));
    }
    roles
}

pub(crate) fn facts(row: &SessionRow) -> SessionFacts {
    SessionFacts {
        kind: Kind::parse(&row.kind),
        session_stamp: row.session_stamp,
        stamp: row.stamp,
        seen_at: row.seen_at,
        expires_at: row.expires_at,
        ended_at: row.ended_at,
        status: Status::parse(&row.status),
    }
}
