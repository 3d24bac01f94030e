//! Making operators, setting up, signing in.

use data_encoding::BASE32_NOPAD;
use identity::primitives::{
    SECRET_BYTES, Typed, email_of, format_recovery_code, matching_step, new_recovery_codes, proposal,
};
use kernel::links;
use kernel::{MessageId, PlatformTx, Refusal, StoreError, crypto};
use serde_json::json;
use words::sabotage::{Guard, is_removed};
use words::{Language, text};

use super::model::{Enrolment, LINK_TRIES, ListedOperator, Operator};
use super::sessions::{self, Opened};
use super::store::{self, OperatorRow};
use crate::caller::PlatformCaller;
use crate::counts::{self, FACTORS, target_hash, too_often};
use crate::ids::OperatorId;
use crate::links::Purpose;
use crate::service::{Console, Inner, note};
use crate::{letters, store as shared};

/// What authenticators' secrets are sealed for.
const PURPOSE: &str = "operator-totp";
/// What recovery codes are hashed under.
const RECOVERY: &str = "operator-recovery";

/// News of a locked colleague is of no use later: a week.
const NEWS_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Where setting up stands.
#[derive(Debug)]
pub enum SetUp {
    /// What the authenticator is set up with.
    Offered(Enrolment),
    /// Signed in; the recovery codes are shown once.
    Done(Opened, Vec<String>),
}

/// How a try of setting up ended, inside its write.
enum Tried {
    Done(Opened, Vec<String>),
    Wrong(i64),
}

impl Console {
    /// Makes an operator, or begins anew with one who was removed, locked, or never came. Gives the token of the link, which works once
    /// for a day. A005 for who is one already.
    pub async fn add_operator(&self, caller: &PlatformCaller, email: &str, name: &str) -> Result<String, Refusal> {
        caller.require_operator()?;
        let email = email_of(email).ok_or_else(|| Refusal::malformed("this is no e-mail address"))?;
        let name = text::cut(&text::one_line(name), 120);
        if name.is_empty() {
            return Err(Refusal::malformed("an operator has a name"));
        }
        let minted = links::mint(&*self.0.rng, Purpose::SetUp, self.0.clock.now_ms());
        let token = minted.token.clone();
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let id = match store::by_email(tx, &email).await? {
                    Some(known) if is_usable(&known) => return Err(Refusal::new(MessageId::A005)),
                    Some(known) => {
                        store::invite_again(tx, &known.id, &name).await?;
                        // The old authenticator is gone, and what was guessed at it tells nothing of the next one.
                        FACTORS.forget(tx, &target_hash(&inner, known.id.as_str())).await?;
                        shared::forget_tries(tx, &target_hash(&inner, &format!("name:{email}"))).await?;
                        store::use_up_links(tx, &known.id, now).await?;
                        store::end_all(tx, &known.id, now, "invited_again").await?;
                        known.id
                    }
                    None => {
                        let id = OperatorId::new(&*inner.clock, &*inner.rng);
                        store::insert(tx, &id, &email, &name, now).await?;
                        id
                    }
                };
                let mut secret = [0u8; SECRET_BYTES];
                inner.rng.fill(&mut secret);
                let sealed = crypto::seal_own(&inner.secret, &*inner.rng, PURPOSE, &BASE32_NOPAD.encode(&secret));
                store::insert_link(tx, &minted.hash, &id, &sealed, now, minted.expires_at).await?;
                note(tx, &inner, &caller, "operator.add", ("operator", id.as_str()), json!({})).await?;
                Ok(())
            })
        })
        .await?;
        Ok(token)
    }

    /// Every operator, also those who were removed.
    pub async fn operators(&self, caller: &PlatformCaller) -> Result<Vec<ListedOperator>, Refusal> {
        caller.require_operator()?;
        let mut tx = self.0.db.read().await?;
        let rows = store::all(&mut tx).await?;
        Ok(rows
            .into_iter()
            .map(|row| ListedOperator {
                status: if row.locked_at.is_some() { "locked".to_owned() } else { row.status },
                signed_in_at: row.signed_in_at,
                operator: Operator { id: row.id, name: row.name, email: row.email },
            })
            .collect())
    }

    /// Takes an operator's rights away: their next request is refused. A001 for who is none.
    pub async fn remove_operator(&self, caller: &PlatformCaller, email: &str) -> Result<(), Refusal> {
        caller.require_operator()?;
        let email = email_of(email).ok_or_else(Refusal::not_found)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let row = store::by_email(tx, &email).await?.ok_or_else(Refusal::not_found)?;
                if store::remove(tx, &row.id).await? == 0 {
                    return Err(Refusal::not_found());
                }
                store::end_all(tx, &row.id, now, "removed").await?;
                store::use_up_links(tx, &row.id, now).await?;
                store::delete_recovery_codes(tx, &row.id).await?;
                note(tx, &inner, &caller, "operator.remove", ("operator", row.id.as_str()), json!({})).await?;
                Ok(())
            })
        })
        .await
    }

    /// Setting up by the link: first what the authenticator needs, then password and code. L010 for a dead link, L013 for a poor
    /// password, L004 for a wrong code.
    pub async fn set_up(
        &self,
        caller: &PlatformCaller,
        token: &str,
        password: Option<String>,
        code: Option<&str>,
    ) -> Result<SetUp, Refusal> {
        let hash = crypto::token_hash(token);
        let found = {
            let mut tx = self.0.db.read().await?;
            store::find_link(&mut tx, &hash, self.0.clock.now_ms()).await?
        };
        let dead = || Refusal::new(MessageId::L010);
        let link = found.ok_or_else(dead)?;
        let secret = secret_of(&self.0, &link.totp_sealed)?;
        let Some(password) = password else {
            let issuer = tenants::message::platform::name(Language::En);
            return Ok(SetUp::Offered(proposal(&secret, issuer, &link.email)?.into()));
        };
        let place = self.0.passwords.enter(caller.address).await?;
        let mut words: Vec<String> = link.email.split(['@', '.', '+', '-', '_']).map(str::to_owned).collect();
        words.extend(link.name.split_whitespace().map(str::to_owned));
        words.extend([link.email.clone(), "qabul".to_owned(), "قبول".to_owned()]);
        let stored = self.0.passwords.hash(password, words).await?;
        drop(place);
        let step = match Typed::parse(code.unwrap_or_default()) {
            Typed::Totp(code) => matching_step(&secret, &code, self.0.clock.now_ms())?,
            _ => None,
        };
        let operator = Operator { id: link.operator_id, name: link.name, email: link.email };
        let sealed = link.totp_sealed;
        let tried = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let Some(step) = step else {
                    store::count_link_try(tx, &hash).await?;
                    let left = (LINK_TRIES - link.tries - 1).max(0);
                    if left == 0 {
                        store::use_link(tx, &hash, now).await?;
                    }
                    return Ok(Tried::Wrong(left));
                };
                let first = store::use_link(tx, &hash, now).await? > 0;
                if !first || store::activate(tx, &operator.id, &stored, &sealed, step, now).await? == 0 {
                    return Err(Refusal::new(MessageId::L010));
                }
                let codes = draw_codes(tx, &inner, &operator.id).await?;
                note(tx, &inner, &caller, "operator.set_up", ("operator", operator.id.as_str()), json!({})).await?;
                Ok(Tried::Done(sessions::open(tx, &inner, operator).await?, codes))
            })
        });
        match tried.await? {
            Tried::Done(opened, codes) => Ok(SetUp::Done(opened, codes)),
            Tried::Wrong(left) => Err(Refusal::new(MessageId::L004).with("tries_left", left)),
        }
    }

    /// Lets an operator in by address, password and code. L001 for every fault alike, L002 while tries are slowed down.
    pub async fn operator_sign_in(
        &self,
        caller: &PlatformCaller,
        email: &str,
        password: String,
        code: &str,
    ) -> Result<Opened, Refusal> {
        let inner = &*self.0;
        let email = email_of(email).unwrap_or_else(|| text::cut(&email.trim().to_lowercase(), 254));
        let place = inner.passwords.enter(caller.address).await?;
        let turn = inner.turns.wait(&inner.label, &email).await;
        let hash = target_hash(inner, &format!("name:{email}"));
        let failed = self.take_try(hash.clone()).await?;
        let row = {
            let mut tx = inner.db.read().await?;
            store::by_email(&mut tx, &email).await?
        };
        let usable = row.as_ref().filter(|row| is_usable(row));
        let right = inner.passwords.matches(password, usable.and_then(|row| row.password_hash.clone())).await?;
        let opened = match row.clone() {
            Some(row) if right => self.pass(caller, row, hash, Typed::parse(code)).await?,
            _ => None,
        };
        if let Some(opened) = opened {
            drop((turn, place));
            metrics::counter!("qabul_operator_sign_ins_total", "outcome" => "opened").increment(1);
            return Ok(opened);
        }
        // The answer does not wait for the note, or its time would tell operators from others; the next try does.
        let (console, caller) = (self.clone(), caller.clone());
        tokio::spawn(async move {
            if let Some(row) = row
                && let Err(error) = console.note_wrong(&caller, row.id, failed).await
            {
                tracing::error!(%error, "a wrong try was not written down");
            }
            drop((turn, place));
        });
        metrics::counter!("qabul_operator_sign_ins_total", "outcome" => "refused").increment(1);
        Err(Refusal::new(MessageId::L001))
    }

    /// Takes a try at a name in a write of its own; gives its number. L002 while tries are slowed down.
    async fn take_try(&self, hash: String) -> Result<i64, Refusal> {
        let now = self.0.clock.now_ms();
        let taken = self.0.db.write(move |tx| Box::pin(async move { counts::take_try(tx, &hash, now).await }));
        taken.await.map_err(|error: StoreError| Refusal::from(error))?.map_err(too_often)
    }

    /// The password is right: counts a try at the second factor before it is looked at. Past twenty a day nothing opens the
    /// account but a new link by the command line, and the other operators are told; the answer is the one for every fault.
    async fn take_factor(&self, caller: &PlatformCaller, row: &OperatorRow) -> Result<bool, Refusal> {
        let (id, name, email) = (row.id.clone(), row.name.clone(), row.email.clone());
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let is_over = FACTORS.take(tx, &target_hash(&inner, id.as_str()), now).await?.is_some();
                if !is_over || is_removed(Guard::OperatorFactors) {
                    return Ok(true);
                }
                if store::lock(tx, &id, now).await? > 0 {
                    // Whose password leaked may have a session in other hands.
                    store::end_all(tx, &id, now, "locked").await?;
                    note(tx, &inner, &caller, "operator.lock", ("operator", id.as_str()), json!({})).await?;
                    let others = store::all(tx).await?.into_iter().filter(|other| is_usable(other) && other.id != id);
                    for other in others {
                        let params = [("operator", name.as_str()), ("email", email.as_str()), ("name", &other.name)];
                        let params = params.map(|(key, value)| (key.to_owned(), value.into())).into_iter().collect();
                        letters::send(tx, &inner, &other.email, "en", "operator_locked", params, NEWS_MS).await?;
                    }
                }
                Ok(false)
            })
        })
        .await
    }

    /// The password is right: judges the code, uses it up and opens the session, all in one write.
    async fn pass(
        &self,
        caller: &PlatformCaller,
        row: OperatorRow,
        name_hash: String,
        typed: Typed,
    ) -> Result<Option<Opened>, Refusal> {
        if !self.take_factor(caller, &row).await? {
            return Ok(None);
        }
        let step = match (&typed, &row.totp_sealed) {
            (Typed::Totp(code), Some(sealed)) => {
                matching_step(&secret_of(&self.0, sealed)?, code, self.0.clock.now_ms())?
            }
            _ => None,
        };
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let (taken, method) = match typed {
                    Typed::Totp(_) => match step {
                        Some(step) => (store::use_step(tx, &row.id, step).await? > 0, "totp"),
                        None => (false, "totp"),
                    },
                    Typed::Recovery(code) => {
                        let hash = recovery_hash(&inner, &row.id, &code);
                        (store::use_recovery_code(tx, &row.id, &hash, now).await? > 0, "recovery")
                    }
                    Typed::Neither => (false, ""),
                };
                let password_hash = row.password_hash.unwrap_or_default();
                if !taken || store::note_sign_in(tx, &row.id, &password_hash, now).await? == 0 {
                    return Ok(None);
                }
                shared::forget_tries(tx, &name_hash).await?;
                FACTORS.forgive(tx, &target_hash(&inner, row.id.as_str()), now).await?;
                let detail = json!({ "method": method });
                note(tx, &inner, &caller, "operator.sign_in", ("operator", row.id.as_str()), detail).await?;
                let operator = Operator { id: row.id, name: row.name, email: row.email };
                Ok(Some(sessions::open(tx, &inner, operator).await?))
            })
        })
        .await
    }

    async fn note_wrong(&self, caller: &PlatformCaller, id: OperatorId, failed: i64) -> Result<(), Refusal> {
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let detail = json!({ "tries": failed });
                note(tx, &inner, &caller, "operator.refuse", ("operator", id.as_str()), detail).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Whether password and code let them in.
fn is_usable(row: &OperatorRow) -> bool {
    row.status == "active" && row.locked_at.is_none()
}

/// An authenticator's secret out of its seal.
fn secret_of(inner: &Inner, sealed: &str) -> Result<Vec<u8>, Refusal> {
    let opened = crypto::open_own(&inner.secret, PURPOSE, sealed);
    let bytes = opened.and_then(|secret| BASE32_NOPAD.decode(secret.as_bytes()).ok());
    bytes.ok_or_else(|| Refusal::internal("an operator's second factor cannot be opened"))
}

async fn draw_codes(tx: &mut PlatformTx, inner: &Inner, operator: &OperatorId) -> Result<Vec<String>, StoreError> {
    store::delete_recovery_codes(tx, operator).await?;
    let codes = new_recovery_codes(&*inner.rng);
    for code in &codes {
        store::insert_recovery_code(tx, operator, &recovery_hash(inner, operator, code)).await?;
    }
    Ok(codes.iter().map(|code| format_recovery_code(code)).collect())
}

/// Keyed and bound to the person: a dump of the table tells nothing.
fn recovery_hash(inner: &Inner, operator: &OperatorId, code: &str) -> String {
    crypto::keyed_hash(&inner.secret.server_key(RECOVERY), &format!("{operator}\n{code}"))
}
