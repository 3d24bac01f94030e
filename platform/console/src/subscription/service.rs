//! Asking, confirming, deciding.

use identity::primitives::{proof_identity, riddle_of, solves};
use kernel::idempotency::{Outcome, Request, idempotent};
use kernel::links::{self, Purpose as _};
use kernel::page::{cursor, page_size, position};
use kernel::{MessageId, Refusal, StoreError, crypto};
use serde_json::{Map, Value, json};
use words::SchoolId;

use super::model::{State, SubscribeRequest, Subscription};
use super::names::{NameFault, alike, fault_of, is_kept_sealed};
use super::store;
use crate::caller::PlatformCaller;
use crate::counts::take_request;
use crate::ids::SubscriptionId;
use crate::links::Purpose;
use crate::service::{Console, note};
use crate::{letters, store as shared};

/// A request whose address is not confirmed holds its name for so long: an hour.
const HELD_MS: i64 = 60 * 60 * 1000;
/// News of a decision is of no use later: two weeks.
const NEWS_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// What the key of our own riddles is for.
const CAPTCHA: &str = "platform-captcha";
const IDEMPOTENCY: &str = "subscribe";
/// Longest proof that is looked at.
const LONGEST_PROOF: usize = 4096;
/// Most names that are proposed.
const SUGGESTIONS: usize = 3;

/// Whether a name can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// The name, in its plain form.
    pub name: String,
    /// Why not.
    pub reason: Option<NameFault>,
    /// Names like it that can be had.
    pub suggestions: Vec<String>,
}

/// A page of requests.
#[derive(Debug, Clone)]
pub struct Page {
    /// The newest first.
    pub items: Vec<Subscription>,
    /// Where the next page starts; absent on the last one.
    pub next_cursor: Option<String>,
    /// How many there are in each state.
    pub counts: Map<String, Value>,
}

impl Console {
    /// A new riddle; none where nobody has to prove anything.
    pub async fn riddle(&self) -> Result<Option<Value>, Refusal> {
        if !self.0.captcha {
            return Ok(None);
        }
        let key = self.0.secret.server_key(CAPTCHA);
        riddle_of(key, &*self.0.rng, self.0.clock.now_ms()).await.map(Some)
    }

    /// Whether a name under the base domain can be had.
    pub async fn look_up_name(&self, name: &str) -> Result<Looked, Refusal> {
        let plain = name.trim().to_ascii_lowercase();
        let reason = match fault_of(&plain) {
            Some(fault) => Some(fault),
            None if self.is_taken(&plain).await? => Some(NameFault::Taken),
            None => None,
        };
        let mut suggestions = Vec::new();
        if reason.is_some() {
            for other in alike(&plain) {
                if suggestions.len() < SUGGESTIONS && !self.is_taken(&other).await? {
                    suggestions.push(other);
                }
            }
        }
        Ok(Looked { name: words::text::cut(&plain, 63), reason, suggestions })
    }

    /// Whether a school or an open request has the name.
    async fn is_taken(&self, name: &str) -> Result<bool, Refusal> {
        if self.has_school(name) {
            return Ok(true);
        }
        let since = self.0.clock.now_ms() - HELD_MS;
        let mut tx = self.0.db.read().await?;
        Ok(store::holder(&mut tx, name, since).await?.is_some())
    }

    /// Whether there is, or lies, a school of that name: live, broken, one whose rows are still there, or one that was
    /// deleted and is kept sealed.
    fn has_school(&self, name: &str) -> bool {
        let Ok(id) = SchoolId::parse(name) else { return false };
        let folder = self.0.schools_dir.join(name);
        let rows = self.0.files_of_rows.as_ref().map(|folder| folder.join(format!("{name}.sqlite")));
        // No other school can have claimed the host: the registry refuses hosts below the base domain.
        self.0.registry.school(&id).is_some()
            || folder.symlink_metadata().is_ok()
            || rows.is_some_and(|file| file.exists())
            || is_kept_sealed(&self.0.data, name)
    }

    /// Takes a request in and sends the letter that confirms its address. The same key with the same request gives the same
    /// answer. T011 with what is wrong, T010 for a name that is taken.
    pub async fn subscribe(
        &self,
        caller: &PlatformCaller,
        key: String,
        asked: SubscribeRequest,
    ) -> Result<Outcome<SubscriptionId>, Refusal> {
        let hash = words::sha256_hex(serde_json::to_string(&asked).unwrap_or_default().as_bytes());
        let request = Request { scope: IDEMPOTENCY, key, hash };
        let act = |_turn| async {
            // First: a proof that a person asks counts once.
            match self.answered(&request).await? {
                Some(id) => Ok(Outcome::again(id)),
                None => self.take_in(caller, asked, request.clone()).await.map(Outcome::first),
            }
        };
        idempotent(&self.0.running, &self.0.label, &request, act, || self.answered(&request)).await
    }

    async fn take_in(
        &self,
        caller: &PlatformCaller,
        asked: SubscribeRequest,
        request: Request,
    ) -> Result<SubscriptionId, Refusal> {
        let proof = asked.captcha_token.clone();
        let sound = asked.validate(&self.0.plans).map_err(|faults| Refusal::new(MessageId::T011).errors(faults))?;
        self.require_proof(proof.as_deref()).await?;
        let taken = || Refusal::new(MessageId::T010);
        if self.has_school(&sound.subdomain) {
            return Err(taken());
        }
        let written = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let id = SubscriptionId::new(&*inner.clock, &*inner.rng);
                // Who waits to confirm an address holds a name for an hour: nobody can keep names from others by asking.
                if store::holder(tx, &sound.subdomain, now - HELD_MS).await?.is_some() {
                    return Err(Refusal::new(MessageId::T010));
                }
                take_request(tx, &inner, caller.address, &sound.contact.email, now).await?;
                let purpose = Purpose::Confirm;
                let (contact, minted) = (&sound.contact, links::mint(&*inner.rng, purpose, now));
                store::insert(
                    tx,
                    &store::NewSubscription {
                        id: &id,
                        school_name: &sound.school_name,
                        school_name_ar: &sound.school_name_ar,
                        subdomain: &sound.subdomain,
                        country: &sound.country,
                        plan_code: &sound.plan_code,
                        students_estimate: sound.students_estimate,
                        contact_name: &contact.name,
                        contact_email: &contact.email,
                        contact_phone: &contact.phone,
                        locale: &sound.locale,
                        terms_version: &sound.terms_version,
                        idem_key: &request.key,
                        request_hash: &request.hash,
                        token_hash: &minted.hash,
                        token_until: minted.expires_at,
                        now,
                    },
                )
                .await?;
                let address = format!("{}.{}", sound.subdomain, inner.registry.policy().base_domain);
                // Nobody proved the address: whoever has it is not greeted in a stranger's words.
                let mut params = named("", &sound.school_name, &sound.school_name_ar, &sound.locale);
                params.insert("path".into(), purpose.path(&minted.token).into());
                params.insert("address".into(), address.into());
                let to = &sound.contact.email;
                letters::send(tx, &inner, to, &sound.locale, "subscription_confirm", params, purpose.life_ms()).await?;
                let detail = json!({ "subdomain": sound.subdomain, "plan": sound.plan_code });
                note(tx, &inner, &caller, "subscription.ask", ("subscription", id.as_str()), detail).await?;
                Ok(id)
            })
        });
        written.await
    }

    /// What the key came to before: the request's own row says it.
    async fn answered(&self, request: &Request) -> Result<Option<SubscriptionId>, Refusal> {
        let mut tx = self.0.db.read().await?;
        let Some(known) = store::by_key(&mut tx, &request.key).await? else { return Ok(None) };
        request.require_same(&known.request_hash)?;
        Ok(Some(known.id))
    }

    /// Goes on only with a proof that was not used before. L012 for every fault alike.
    async fn require_proof(&self, proof: Option<&str>) -> Result<(), Refusal> {
        if !self.0.captcha {
            return Ok(());
        }
        let refused = || Refusal::new(MessageId::L012);
        let proof = proof.filter(|proof| !proof.is_empty() && proof.len() <= LONGEST_PROOF).ok_or_else(refused)?;
        let key = self.0.secret.server_key(CAPTCHA);
        let expires_at = solves(&key, proof, self.0.clock.now_ms()).ok_or_else(refused)?;
        let hash = words::sha256_hex(proof_identity(proof).as_bytes());
        let spent =
            self.0.db.write(move |tx| Box::pin(async move { shared::spend_proof(tx, &hash, expires_at).await }));
        let first = spent.await.map_err(|error: StoreError| Refusal::from(error))? == 1;
        if first { Ok(()) } else { Err(refused()) }
    }

    /// Confirms the address of a request, which holds its name from then on. The link may be opened again while it works: letters
    /// are opened twice. T010 when another request was confirmed before.
    pub async fn confirm_subscription(&self, caller: &PlatformCaller, token: &str) -> Result<Subscription, Refusal> {
        let hash = crypto::token_hash(token);
        let confirmed = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let dead = || Refusal::new(MessageId::L010);
                let row = store::by_token(tx, &hash, now).await?.ok_or_else(dead)?;
                match State::parse(&row.state) {
                    Some(State::PendingEmail) => {
                        store::confirm(tx, &row.id, now).await?;
                        note(tx, &inner, &caller, "subscription.confirm", ("subscription", row.id.as_str()), json!({}))
                            .await?;
                    }
                    Some(State::PendingReview) => {}
                    _ => return Err(dead()),
                }
                store::find(tx, &row.id).await?.map(Subscription::from).ok_or_else(dead)
            })
        });
        // The one rule that can stand against it: a name is held by one request that was confirmed.
        let taken = |refusal: Refusal| match refusal.id() {
            MessageId::A003 => Refusal::new(MessageId::T010),
            _ => refusal,
        };
        confirmed.await.map_err(taken)
    }

    /// Requests, the newest first; of one state, or all.
    pub async fn subscriptions(
        &self,
        caller: &PlatformCaller,
        state: Option<State>,
        from: Option<&str>,
        size: Option<u32>,
    ) -> Result<Page, Refusal> {
        caller.require_operator()?;
        let (before, before_id): (i64, SubscriptionId) =
            from.map(position).transpose()?.unwrap_or_else(|| (i64::MAX, "".into()));
        let size = page_size(size) as usize;
        let limit = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut tx = self.0.db.read().await?;
        let mut rows = store::list(&mut tx, state.map_or("", State::as_str), before, &before_id, limit).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next_cursor = rows.last().filter(|_| more).map(|row| cursor(&(row.created_at, &row.id)));
        let mut counts: Map<String, Value> =
            State::ALL.iter().map(|state| (state.as_str().to_owned(), 0.into())).collect();
        for row in store::counts(&mut tx).await? {
            counts.insert(row.state, row.n.into());
        }
        Ok(Page { items: rows.into_iter().map(Subscription::from).collect(), next_cursor, counts })
    }

    /// One request.
    pub async fn subscription(&self, caller: &PlatformCaller, id: &SubscriptionId) -> Result<Subscription, Refusal> {
        caller.require_operator()?;
        let mut tx = self.0.db.read().await?;
        store::find(&mut tx, id).await?.map(Subscription::from).ok_or_else(Refusal::not_found)
    }

    /// Approves a request and makes its school. What keeps the school from being made stands in `problem`, and is tried again.
    pub async fn approve(
        &self,
        caller: &PlatformCaller,
        id: SubscriptionId,
        version: i64,
    ) -> Result<Subscription, Refusal> {
        caller.require_operator()?;
        let asked = self.subscription(caller, &id).await?;
        let stale = || Refusal::new(MessageId::T012);
        if asked.state != State::PendingReview || asked.version != version {
            return Err(stale());
        }
        if self.has_school(&asked.subdomain) {
            return Err(Refusal::new(MessageId::T010));
        }
        let approved = id.clone();
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                if store::approve(tx, &approved, version, caller.name(), inner.clock.now_ms()).await? == 0 {
                    return Err(stale());
                }
                note(tx, &inner, &caller, "subscription.approve", ("subscription", approved.as_str()), json!({}))
                    .await?;
                Ok(())
            })
        })
        .await?;
        self.provision(&id).await?;
        self.subscription(caller, &id).await
    }

    /// Rejects a request and tells who asked.
    pub async fn reject(
        &self,
        caller: &PlatformCaller,
        id: SubscriptionId,
        version: i64,
        reason: &str,
    ) -> Result<Subscription, Refusal> {
        caller.require_operator()?;
        let reason = words::text::one_line(reason);
        let fault = match reason.chars().count() {
            0 => Some(words::verdict::Issue::error("/reason", "required")),
            401.. => Some(words::verdict::Issue::error("/reason", "maxLength").with("limit", 400)),
            _ => None,
        };
        if let Some(fault) = fault {
            return Err(Refusal::new(MessageId::T011).errors(vec![fault]));
        }
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = store::find(tx, &id).await?.ok_or_else(Refusal::not_found)?;
                let now = inner.clock.now_ms();
                if store::reject(tx, &id, version, caller.name(), &reason, now).await? == 0 {
                    return Err(Refusal::new(MessageId::T012));
                }
                let mut params = named(&row.contact_name, &row.school_name, &row.school_name_ar, &row.locale);
                params.insert("reason".into(), reason.as_str().into());
                let (to, locale) = (&row.contact_email, &row.locale);
                letters::send(tx, &inner, to, locale, "subscription_rejected", params, NEWS_MS).await?;
                let detail = json!({ "reason": reason });
                note(tx, &inner, &caller, "subscription.reject", ("subscription", id.as_str()), detail).await?;
                store::find(tx, &id).await?.map(Subscription::from).ok_or_else(Refusal::not_found)
            })
        })
        .await
    }
}

/// What every letter about a request says: to whom, and about which school in the letter's language.
fn named(contact: &str, school: &str, school_ar: &str, locale: &str) -> Map<String, Value> {
    let asked = if locale == "ar" { school_ar } else { school };
    Map::from_iter([("name".to_owned(), contact.into()), ("asked".to_owned(), asked.into())])
}
