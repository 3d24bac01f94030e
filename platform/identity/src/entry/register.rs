//! Families make accounts: the same answer and the same work whether the address has one already or not.

use std::sync::Arc;

use kernel::crypto;
use kernel::links::Purpose as _;
use kernel::message_counts::{self, Reason};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use words::Role;
use words::sabotage::{Guard, is_removed};
use words::verdict::Issue;

use super::details::Details;
use super::links::{self, PROOF_MS, Purpose, RESET_MS};
use super::store;
use crate::ids::nobody;
use crate::journal;
use crate::letters::{Letter, may_reach};
use crate::model::{Kind, Status, email_of};
use crate::service::{Identity, Inner};
use crate::store::{UserRow, find_user_by_email};

/// What a family tells to get an account.
#[derive(Debug, Clone)]
pub struct NewFamily {
    /// Address: the name at sign-in.
    pub email: String,
    pub phone: String,
    pub password: String,
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
    /// and nothing changes. Password and details wait beside it, for the link to be used in the browser that holds the mark that
    /// this gives. L013 for a poor password. What was told has to be [`NewFamily::checked`].
    pub async fn register_family(
        &self,
        caller: &Caller,
        new: NewFamily,
        words: Vec<String>,
    ) -> Result<String, Refusal> {
        let place = self.0.enter(caller).await?;
        let stored = self.judged_hash(new.password.clone(), words, &new.name, &new.email).await?;
        drop(place);
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        let mark = crypto::new_token(&*self.0.rng);
        let registration = NewRegistration { new, stored, mark_hash: crypto::token_hash(&mark) };
        let made = self
            .0
            .db
            .write(&scope, move |tx| Box::pin(async move { register(tx, &inner, &caller, &registration).await }))
            .await;
        match made {
            // A003: somebody registered the address in the same moment; they have the letter.
            Ok(()) => Ok(mark),
            Err(refusal) if refusal.id() == MessageId::A003 => Ok(mark),
            Err(refusal) => Err(refusal),
        }
    }

    /// Whether so many links left the school in this hour that whoever wants one more proves to be a person.
    pub async fn wants_proof_for_links(&self, caller: &Caller) -> Result<bool, Refusal> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.read(&caller.school).await?;
        Ok(message_counts::is_half_sent(&mut tx, &message_counts::LINKS, now).await?)
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
                    let free = may_reach(tx, &inner, &caller, Reason::Resend, &email, false).await?;
                    let user = find_user_by_email(tx, &email).await?;
                    let waits = user.filter(|user| is_unproven(user) && free);
                    prove(tx, &inner, waits.as_ref(), &email).await?;
                    let id = waits.map_or_else(nobody, |user| user.id);
                    journal::note(tx, &inner, &caller, "user.prove", "user", id.as_str(), json!({})).await?;
                    Ok::<_, Refusal>(())
                })
            })
            .await?;
        Ok(())
    }
}

/// What one browser told, until the address is proved.
struct NewRegistration {
    new: NewFamily,
    stored: String,
    mark_hash: String,
}

impl NewRegistration {
    /// Keeps it until the address is proved, for a person who waits for that; as much work for everybody else.
    async fn insert(&self, tx: &mut SchoolTx, user: &UserId, now: i64) -> Result<(), StoreError> {
        let NewFamily { name, phone, locale, terms_version, .. } = &self.new;
        let until = now + PROOF_MS;
        store::insert_registration(tx, &self.mark_hash, user, &self.stored, name, phone, locale, terms_version, until)
            .await
            .map(drop)
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
    registration: &NewRegistration,
) -> Result<(), Refusal> {
    let now = inner.clock.now_ms();
    let new = &registration.new;
    let free = may_reach(tx, inner, caller, Reason::Proof, &new.email, false).await?;
    let id = UserId::new(&*inner.clock, &*inner.rng);
    let known = find_user_by_email(tx, &new.email).await?;
    if known.is_none() && links::find_address_holder(tx, &new.email, now).await?.is_some() {
        // Its former owner can put it back: as much work as for an address that is somebody's, and nobody is made of it.
        registration.insert(tx, &nobody(), now).await?;
        let token = links::add(tx, inner, &nobody(), Purpose::SetPassword, &new.email).await?;
        let path = Purpose::SetPassword.path(&token);
        let letter = letter(&new.email, "already_registered", &new.locale, None, path, RESET_MS);
        letter.send_if(tx, inner, false).await?;
        return Ok(journal::note(tx, inner, caller, "user.add_again", "user", "", json!({})).await?);
    }
    let Some(known) = known else {
        let roles = [Role::Guardian.as_str().to_owned()];
        let (email, phone, name, locale) = (&new.email, &new.phone, &new.name, &new.locale);
        let password = is_removed(Guard::EmailProved).then_some(registration.stored.as_str());
        store::insert_person(
            tx,
            &store::NewPerson {
                id: &id,
                kind: "family",
                email,
                contact_email: "",
                phone,
                name,
                roles: Json(&roles),
                locale,
                password_hash: password,
                terms_version: &new.terms_version,
                email_verified_at: None,
                phone_verified_at: None,
                tracking_hash: None,
                now,
            },
        )
        .await?;
        registration.insert(tx, &id, now).await?;
        let token = links::add(tx, inner, &id, Purpose::VerifyEmail, email).await?;
        // A new account is no reason for one letter more: a mailbox has as many addresses as somebody makes up.
        let path = Purpose::VerifyEmail.path(&token);
        letter(email, "verify_email", locale, None, path, PROOF_MS).send_if(tx, inner, free).await?;
        let detail = json!({"kind": "family", "by": "password"});
        return Ok(journal::note(tx, inner, caller, "user.add", "user", id.as_str(), detail).await?);
    };
    // Nothing of what was told is taken over: whoever registers does not have to be who owns the address. The owner gets to set
    // a password of their own. One who registered twice, or after a stranger, has what they told themselves once the address is
    // proved in this browser.
    // Who was invited is let in by whoever invites, as long as that lasts.
    let wanted = free && Status::parse(&known.status) == Status::Active;
    let user = if wanted { known.id.clone() } else { nobody() };
    registration.insert(tx, &user, now).await?;
    let token = links::add(tx, inner, &user, Purpose::SetPassword, &new.email).await?;
    let path = Purpose::SetPassword.path(&token);
    let letter = letter(&new.email, "already_registered", &known.locale, proven_name(&known), path, RESET_MS);
    letter.send_if(tx, inner, wanted).await?;
    Ok(journal::note(tx, inner, caller, "user.add_again", "user", known.id.as_str(), json!({})).await?)
}

/// The letter that proves an address, to whoever waits for it; as much work for nobody.
async fn prove(tx: &mut SchoolTx, inner: &Inner, user: Option<&UserRow>, email: &str) -> Result<(), StoreError> {
    let (id, locale) = user.map_or((nobody(), "en"), |user| (user.id.clone(), user.locale.as_str()));
    let token = links::add(tx, inner, &id, Purpose::VerifyEmail, email).await?;
    let path = Purpose::VerifyEmail.path(&token);
    letter(email, "verify_email", locale, None, path, PROOF_MS).send_if(tx, inner, user.is_some()).await
}

/// The name by which a letter may greet: one that somebody told who did not prove the address yet is a stranger's words.
pub(crate) fn proven_name(user: &UserRow) -> Option<&str> {
    let of_family = Kind::parse(&user.kind) == Kind::Family;
    (!of_family || user.email_verified_at.is_some()).then_some(user.name.as_str())
}

/// A letter with a link that anybody can have asked for, of use as long as the link is.
pub(crate) fn letter<'a>(
    to: &'a str,
    template: &'a str,
    locale: &'a str,
    name: Option<&str>,
    path: String,
    life_ms: i64,
) -> Letter<'a> {
    let letter = Letter { life_ms, is_strangers: true, ..Letter::news(to, locale, template, json!({ "path": path })) };
    match name {
        Some(name) => letter.greeting(name),
        None => letter,
    }
}
