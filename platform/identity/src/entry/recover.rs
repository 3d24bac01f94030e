//! Forgotten passwords, and links that prove addresses.

use std::sync::Arc;

use kernel::crypto;
use kernel::links::{Link, Purpose as _};
use kernel::message::Channel;
use kernel::message_counts::Reason;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, StoreError};
use serde_json::json;
use tenants::School;
use words::sabotage::{Guard, is_removed};

use super::first::{must_have_factor, session_of};
use super::former::former;
use super::links::{self, ADDRESSES, DYING, Purpose, RESET_MS, RESTORE_MS, RESTORES};
use super::proof;
use super::register::{letter, proven_name};
use super::store::{self, RegistrationRow};
use crate::ids::nobody;
use crate::known_browser::KnownBrowsers;
use crate::letters::{Letter, may_reach};
use crate::model::{Kind, Method, Status, email_of, kind_of};
use crate::service::{Identity, Inner};
use crate::sessions::{Opened, facts};
use crate::store::{
    RefreshRow, UserRow, find_family_by_phone, find_refresh, find_session, find_user, find_user_by_email,
};
use crate::{factor, journal};

/// What a link proved.
#[derive(Debug)]
pub struct VerifiedEmail {
    /// `verify_email`, `change_email`, `restore_email` or `restore_phone`.
    pub purpose: &'static str,
    /// The session, in the browser that began.
    pub opened: Option<Box<Opened>>,
    /// Sets the first password of an account whose address is proved now, or the next one of an account that was put back.
    pub set_password: Option<String>,
}

impl Identity {
    /// Sends a link that sets a new password, to people who may sign in. The same answer and the same work for nobody.
    pub async fn forget_password(&self, caller: &Caller, email: &str, browsers: KnownBrowsers) -> Result<(), Refusal> {
        let Some(email) = email_of(email) else { return Ok(()) };
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let user = find_user_by_email(tx, &email).await?;
                    let is_known = inner.known(tx.school(), &browsers, user.as_ref()).is_some();
                    let free = may_reach(tx, &inner, &caller, Reason::Recovery, &email, is_known).await?;
                    let user = user.filter(|user| Status::parse(&user.status) == Status::Active && free);
                    let (id, name, locale) = match &user {
                        Some(user) => (user.id.clone(), proven_name(user), user.locale.as_str()),
                        None => (nobody(), None, "en"),
                    };
                    let token = links::add(tx, &inner, &id, Purpose::SetPassword, &email).await?;
                    let path = Purpose::SetPassword.path(&token);
                    let letter = letter(&email, "reset_password", locale, name, path, RESET_MS);
                    let letter = Letter { is_strangers: !is_known, ..letter };
                    letter.send_if(tx, &inner, user.is_some()).await?;
                    journal::note(tx, &inner, &caller, "user.recover", "user", id.as_str(), json!({})).await?;
                    Ok::<_, Refusal>(())
                })
            })
            .await?;
        Ok(())
    }

    /// Uses a link that proves an address. It opens a session only in the browser that began (`begun`), and what was told there
    /// is all that counts of what was told before (`locale` stands for a language that nobody told); a change counts in a browser
    /// (`refresh`) in which the account is signed in, L019, and ends all its other sessions. L010 for a dead link.
    pub async fn verify_email(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        token: &str,
        (begun, refresh): (Option<String>, Option<String>),
        device: String,
        locale: &'static str,
    ) -> Result<VerifiedEmail, Refusal> {
        let hash = crypto::token_hash(token);
        let begun = begun.map(|mark| crypto::token_hash(&mark));
        let (inner, caller, school) = (self.0.clone(), caller.clone(), school.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let dead = || Refusal::new(MessageId::L010);
                    let now = inner.clock.now_ms();
                    let link = kernel::links::find(tx, &hash, &ADDRESSES, now).await?.ok_or_else(dead)?;
                    let reusable = is_removed(Guard::LinkOnce);
                    if !kernel::links::use_up(tx, &hash, &ADDRESSES, now).await? {
                        return Err(dead());
                    }
                    let user = find_user(tx, &link.object.as_str().into()).await?.ok_or_else(dead)?;
                    if Status::parse(&user.status) != Status::Active {
                        return Err(dead());
                    }
                    let (mut opened, mut set_password) = (None, None);
                    if link.purpose.restores() {
                        let address = restore(tx, &inner, &caller, &user, &link, now).await?;
                        // Who signs in by a code needs none, and has no letter in which another link could come.
                        set_password = (user.password_hash.is_some() && address.contains('@')).then_some(address);
                    } else if link.purpose == Purpose::ChangeEmail {
                        if !reusable {
                            links::end(tx, &inner, &user.id, link.purpose).await?;
                        }
                        change(tx, &inner, &caller, &user, &link, refresh.as_deref()).await?;
                    } else {
                        let began = prove(tx, &inner, &caller, &user, &link, (begun.as_deref(), locale)).await?;
                        if !reusable {
                            links::end(tx, &inner, &user.id, link.purpose).await?;
                        }
                        // A second factor is asked for at sign-in only: with one, or as staff, they go there.
                        let of_family = kind_of(&user.kind, &user.roles.0) == Kind::Family;
                        let needs_factor = user.totp_confirmed_at.is_some() || must_have_factor(&school, &user);
                        if began && of_family && !needs_factor {
                            let new = session_of(&user, Method::Link, device);
                            opened = Some(Box::new(inner.open(tx, &caller, new).await?));
                        }
                        set_password = (!began && user.email_verified_at.is_none()).then(|| link.address.clone());
                    }
                    let set_password = match set_password {
                        Some(email) => {
                            let purpose = Purpose::SetPassword;
                            Some(links::add(tx, &inner, &user.id, purpose, &email).await?)
                        }
                        None => None,
                    };
                    Ok(VerifiedEmail { purpose: link.purpose.as_str(), opened, set_password })
                })
            })
            .await
    }
}

/// The address is proved: what was told in this browser counts from now on, and what any other told is forgotten. Whether this
/// browser had told anything.
async fn prove(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user: &UserRow,
    link: &Link<Purpose>,
    (begun, locale): (Option<&str>, &str),
) -> Result<bool, Refusal> {
    let now = inner.clock.now_ms();
    let told = store::registrations_of(tx, &user.id, now).await?;
    let first = user.email == link.address && proof::take_over(tx, inner, user, None, locale).await?;
    if !first && store::verify_address(tx, &user.id, &link.address, now).await? == 0 {
        return Err(Refusal::new(MessageId::L010));
    }
    let anybodys = is_removed(Guard::OwnPassword);
    let own = told.into_iter().find(|told| Some(told.mark_hash.as_str()) == begun || anybodys);
    if let Some(told) = &own {
        let RegistrationRow { password_hash, name, phone, locale, terms_version, .. } = told;
        store::settle_registration(tx, &user.id, password_hash, name, phone, locale, terms_version).await?;
    }
    store::drop_registrations(tx, &user.id).await?;
    journal::note(tx, inner, caller, "user.verify", "user", user.id.as_str(), json!({})).await?;
    Ok(own.is_some())
}

/// Puts the address or the number from before a change back, with everything that was changed since; whatever opened the account since
/// then does so no more. Gives the address that the account has now.
async fn restore(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user: &UserRow,
    link: &Link<Purpose>,
    now: i64,
) -> Result<String, Refusal> {
    let dead = || Refusal::new(MessageId::L010);
    // Of several changes that the same address or number can take back, whichever link is used: the first one.
    let all = kernel::links::since(tx, user.id.as_str(), &RESTORES, 0, now).await?;
    let first = all.iter().find(|other| (other.purpose, &other.address) == (link.purpose, &link.address));
    let since = first.map_or(link.created_at, |first| first.created_at.min(link.created_at));
    let by_phone = link.purpose == Purpose::RestorePhone;
    let changes: Vec<_> = all.into_iter().filter(|change| change.created_at >= since).collect();
    let number_now = store::number_of(tx, &user.id).await?.map(|row| row.phone).unwrap_or_default();
    let former = former(&changes, &number_now);
    let (address, number) = match by_phone {
        true => (former.address.flatten(), Some(link.address.as_str())),
        false => (Some(link.address.as_str()), former.number),
    };
    // The number first: it takes an address away that was proved since, and leaves the older one to be put back.
    if let Some(number) = number {
        if find_family_by_phone(tx, number).await?.is_some_and(|other| other.id != user.id)
            || store::restore_number(tx, &user.id, number, since, now).await? == 0
        {
            return Err(dead());
        }
        journal::note(tx, inner, caller, "user.phone_restored", "user", user.id.as_str(), json!({})).await?;
    }
    if let Some(address) = address {
        // Somebody else may have got the address meanwhile.
        if find_user_by_email(tx, address).await?.is_some_and(|other| other.id != user.id)
            || store::restore_address(tx, &user.id, address, now).await? == 0
        {
            return Err(dead());
        }
        journal::note(tx, inner, caller, "user.email_restored", "user", user.id.as_str(), json!({})).await?;
    }
    kernel::links::end(tx, user.id.as_str(), &DYING, now).await?;
    kernel::links::end_since(tx, user.id.as_str(), &RESTORES, since, now).await?;
    // Nobody knows since when somebody else was in: an authenticator that is no older than the link lives may be theirs, and would keep the
    // owner out. One that was there before an earlier change, or for long, is the owner's, who was told of it: or whoever has a session
    // and the password would be rid of it by changing the address to their own, twice, and taking the second change back.
    if let Some(at) = user.totp_confirmed_at.filter(|at| *at > since - RESTORE_MS)
        && kernel::links::first_made(tx, user.id.as_str(), &RESTORES, (at, since)).await?.is_none()
    {
        factor::forget(tx, inner, caller, &user.id, "restored").await?;
    }
    let reason = if by_phone { "phone_restored" } else { "email_restored" };
    inner.end_all_but(tx, caller, &user.id, None, reason).await?;
    let after = find_user(tx, &user.id).await?.ok_or_else(dead)?;
    Ok(after.email)
}

/// The session of this browser, when it is one of that person's.
async fn own_session(
    tx: &mut SchoolTx,
    user: &UserRow,
    refresh: Option<&str>,
    now: i64,
) -> Result<Option<SessionId>, StoreError> {
    let Some(refresh) = refresh else { return Ok(None) };
    let Some(RefreshRow { session_id, .. }) = find_refresh(tx, &crypto::token_hash(refresh)).await? else {
        return Ok(None);
    };
    let session = find_session(tx, &session_id).await?.filter(|row| row.user_id == user.id && facts(row).is_alive(now));
    Ok(session.map(|_| session_id))
}

/// Puts the proven address in the place of the old one, and tells the old one.
async fn change(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user: &UserRow,
    link: &Link<Purpose>,
    refresh: Option<&str>,
) -> Result<(), Refusal> {
    let dead = || Refusal::new(MessageId::L010);
    let now = inner.clock.now_ms();
    // Whoever reads the new mailbox and did not ask would go on in an account that somebody else made, and can take back.
    let session = own_session(tx, user, refresh, now).await?.ok_or_else(|| Refusal::new(MessageId::L019))?;
    // Somebody else may have got the address meanwhile, or can put it back.
    if find_user_by_email(tx, &link.address).await?.is_some_and(|other| other.id != user.id)
        || links::find_address_holder(tx, &link.address, now)
            .await?
            .is_some_and(|holder| holder.object != user.id.as_str())
    {
        return Err(dead());
    }
    if store::change_address(tx, &user.id, &link.address, now).await? == 0 {
        return Err(dead());
    }
    kernel::links::end(tx, user.id.as_str(), &DYING, now).await?;
    inner.end_all_but(tx, caller, &user.id, Some(&session), "email_changed").await?;
    journal::note(tx, inner, caller, "user.email", "user", user.id.as_str(), json!({})).await?;
    if user.email.contains('@') {
        let purpose = Purpose::RestoreEmail;
        let token = links::add(tx, inner, &user.id, purpose, &user.email).await?;
        let params = json!({ "email": link.address, "path": purpose.path(&token) });
        let letter = Letter::news(&user.email, &user.locale, "email_changed", params).greeting(&user.name);
        Letter { life_ms: RESTORE_MS, ..letter }.send(tx, inner).await?;
    } else if let Some(number) = user.email.strip_prefix("phone:") {
        // Who signed in by a number alone hears of it there, and takes the address away again.
        let purpose = Purpose::RestorePhone;
        let token = links::add(tx, inner, &user.id, purpose, number).await?;
        let params = json!({ "email": link.address, "path": purpose.path(&token) });
        let letter = Letter::news(number, &user.locale, "email_changed", params);
        Letter { channel: Channel::Sms, life_ms: RESTORE_MS, ..letter }.send(tx, inner).await?;
    }
    Ok(())
}
