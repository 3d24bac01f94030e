//! Families make accounts: the same answer and the same work whether the address has one already or not.

use std::sync::Arc;

use kernel::crypto;
use kernel::verdict::Issue;
use kernel::{Caller, MessageId, Refusal, Role, SchoolId, SchoolTx, StoreError, ids};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;

use super::attempts::{PROOFS, Turn, target_hash};
use super::details::Details;
use super::links::{self, PROOF_MS, Purpose, RESET_MS};
use super::store;
use crate::journal;
use crate::letters::Letter;
use crate::model::{Kind, Status, email_of};
use crate::service::{Identity, Inner};
use crate::store::{UserRow, find_user_by_email};

/// What a family tells to get an account.
#[derive(Debug, Clone)]
pub struct NewFamily {
    /// Address: the name at sign-in.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// The password.
    pub password: String,
    /// Name.
    pub name: String,
    /// `en` or `ar`.
    pub locale: String,
    /// The version of the terms that they agreed to.
    pub terms_version: String,
}

impl NewFamily {
    /// Puts it into the form in which it is stored; L017 with all that is wrong.
    pub fn checked(self, school: &School) -> Result<Self, Refusal> {
        let mut details = Details::default();
        let email = details.email("/email", &self.email);
        let phone = details.phone("/phone", &self.phone);
        let name = details.name("/name", &self.name);
        let locale = details.locale("/locale", &self.locale);
        if self.terms_version != school.config().terms_version {
            details.faults.push(Issue::error("/terms_version", "const"));
        }
        if self.password.is_empty() {
            details.faults.push(Issue::error("/password", "required"));
        }
        if details.faults.is_empty() {
            return Ok(Self { email, phone, name, locale, ..self });
        }
        Err(Refusal::new(MessageId::L017).errors(details.faults))
    }
}

impl Identity {
    /// Makes a family's account that waits for its address to be proven; where there is one already, its owner gets a letter
    /// and nothing changes. L013 for a poor password. What was told has to be [`NewFamily::checked`].
    pub async fn register_family(&self, caller: &Caller, new: NewFamily, words: Vec<String>) -> Result<(), Refusal> {
        let place = self.0.gate.enter()?;
        let stored = self.judged_hash(new.password.clone(), words, &new.name, &new.email).await?;
        drop(place);
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        let made = self
            .0
            .db
            .write(&scope, move |tx| Box::pin(async move { register(tx, &inner, &caller, new, &stored).await }))
            .await;
        match made {
            // Somebody registered the address in the same moment; they have the letter.
            Err(StoreError::Taken) => Ok(()),
            made => Ok(made?),
        }
    }

    /// Sends the letter that proves an address once more, where one is waited for.
    pub async fn resend_verification(&self, caller: &Caller, email: &str) -> Result<(), Refusal> {
        let Some(email) = email_of(email) else { return Ok(()) };
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    let hash = target_hash(&inner.secret, tx.school(), &format!("mail:{email}"));
                    let free = PROOFS.take(tx, &hash, now).await? == Turn::Free;
                    let user = find_user_by_email(tx, &email).await?;
                    let waits = user.filter(|user| is_unproven(user) && free);
                    prove(tx, &inner, waits.as_ref(), &email).await?;
                    let id = waits.map(|user| user.id).unwrap_or_default();
                    journal::note(tx, &inner, &caller, "user.prove", "user", &id, json!({})).await?;
                    Ok::<_, StoreError>(())
                })
            })
            .await?;
        Ok(())
    }

    /// What a browser gets that began with an address: together with the link in the letter it opens a session.
    #[must_use]
    pub fn begun(&self, school: &SchoolId, email: &str) -> String {
        let until = self.0.clock.now_ms() + PROOF_MS;
        let email = email_of(email).unwrap_or_default();
        format!("{until}.{}", self.0.begun_mark(school, &email, until))
    }
}

impl Inner {
    fn begun_mark(&self, school: &SchoolId, email: &str, until: i64) -> String {
        crypto::keyed_hash(&self.secret.school_key(school, "begun"), &format!("{email}\n{until}"))
    }

    /// Whether that browser began with this address.
    pub(super) fn has_begun(&self, school: &SchoolId, email: &str, mark: &str) -> bool {
        let Some((until, mark)) = mark.split_once('.') else { return false };
        let Ok(until) = until.parse::<i64>() else { return false };
        self.clock.now_ms() < until && crypto::same(mark, &self.begun_mark(school, email, until))
    }
}

/// Whether somebody's address still waits to be proven.
fn is_unproven(user: &UserRow) -> bool {
    Kind::parse(&user.kind) == Kind::Family
        && Status::parse(&user.status) == Status::Active
        && user.email_verified_at.is_none()
}

async fn register(
    tx: &mut SchoolTx,
    inner: &Arc<Inner>,
    caller: &Caller,
    new: NewFamily,
    stored: &str,
) -> Result<(), StoreError> {
    let now = inner.clock.now_ms();
    let hash = target_hash(&inner.secret, tx.school(), &format!("mail:{}", new.email));
    let free = PROOFS.take(tx, &hash, now).await? == Turn::Free;
    let id = ids::new_id(&*inner.clock, &*inner.rng);
    let Some(known) = find_user_by_email(tx, &new.email).await? else {
        let roles = Json(vec![Role::Guardian.as_str().to_owned()]);
        let (email, phone, name, locale) = (&new.email, &new.phone, &new.name, &new.locale);
        let (password, terms) = (Some(stored), &new.terms_version);
        store::insert_person(
            tx, &id, "family", email, "", phone, name, roles, locale, password, terms, None, None, None, now,
        )
        .await?;
        let token = links::renew(tx, inner, &id, Purpose::VerifyEmail, email, PROOF_MS).await?;
        // However often it is asked for, a new account is worth a letter.
        let path = Purpose::VerifyEmail.path(&token);
        letter(email, "verify_email", locale, name, path, PROOF_MS).send(tx, inner).await?;
        let detail = json!({"kind": "family", "by": "password"});
        return journal::note(tx, inner, caller, "user.add", "user", &id, detail).await;
    };
    // Nothing of what was told is taken over: whoever registers does not have to be who owns the address. The owner gets to set
    // a password of their own, as the one of an account that waits to be proven may be somebody else's.
    let wanted = free && Status::parse(&known.status) != Status::Disabled;
    let token = links::renew(tx, inner, &known.id, Purpose::SetPassword, &new.email, RESET_MS).await?;
    let path = Purpose::SetPassword.path(&token);
    let letter = letter(&new.email, "already_registered", &known.locale, &known.name, path, RESET_MS);
    letter.send_if(tx, inner, wanted).await?;
    journal::note(tx, inner, caller, "user.add_again", "user", &known.id, json!({})).await
}

/// The letter that proves an address, to whoever waits for it; as much work for nobody.
async fn prove(tx: &mut SchoolTx, inner: &Inner, user: Option<&UserRow>, email: &str) -> Result<(), StoreError> {
    let (id, name, locale) =
        user.map_or(("", "", "en"), |user| (user.id.as_str(), user.name.as_str(), user.locale.as_str()));
    let token = links::renew(tx, inner, id, Purpose::VerifyEmail, email, PROOF_MS).await?;
    let path = Purpose::VerifyEmail.path(&token);
    letter(email, "verify_email", locale, name, path, PROOF_MS).send_if(tx, inner, user.is_some()).await
}

/// A letter with a link, of use as long as the link is.
pub(super) fn letter<'a>(
    to: &'a str,
    template: &'a str,
    locale: &'a str,
    name: &str,
    path: String,
    life_ms: i64,
) -> Letter<'a> {
    Letter { life_ms, ..Letter::news(to, locale, template, json!({ "path": path })).greeting(name) }
}
