//! The number that somebody signs in by: a key of the account. Another one takes its place once its person asked once more
//! ([`super::step_up`]) and a code proved the new one; the old one is told, and takes the change back for as long as an address does.

use std::sync::Arc;

use kernel::crypto;
use kernel::links::Purpose as _;
use kernel::message::Channel;
use kernel::message_counts::{self, Reason, Target};
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, UserId};
use serde_json::json;
use tenants::School;
use words::verdict::Issue;

use super::service::{own_row, signs_in_by_phone};
use super::step_up::{Proof, StepUpSent, account_hash};
use super::store;
use crate::entry::attempts::{CHANGES, Turn, too_often};
use crate::entry::codes::{LIFE_MS, PAUSE_MS};
use crate::entry::details::{phone_of, require_reached};
use crate::entry::links::{self, DYING, Purpose, RESTORE_MS};
use crate::entry::own_codes::{self, NewOwnCode};
use crate::journal;
use crate::letters::{self, Letter};
use crate::service::{Identity, Inner};
use crate::signed_in::require_account;
use crate::store::{find_family_by_phone, find_user_by_email};

/// What the code to the new number is kept as.
const CHANGE_PHONE: &str = "change_phone";
/// What the new number is sealed for.
const SEALED: &str = "new number";

impl Identity {
    /// Sends a code to the number that is to take the place of the one that the caller signs in by. The answer is the same where it is
    /// somebody else's: then no code goes. L017 for no number and one that the school does not reach, L002 when codes come too often, 400 for who does not sign in by one.
    pub async fn change_phone(
        &self,
        caller: &Caller,
        school: &School,
        phone: &str,
        current: String,
    ) -> Result<StepUpSent, Refusal> {
        let (user, _) = require_account(caller)?;
        let phone = phone_of(phone).ok_or_else(|| {
            let fault = Issue::error("/phone", "format").with("format", "phone");
            Refusal::new(MessageId::L017).errors(vec![fault])
        })?;
        require_reached(school, &phone)?;
        let row = {
            let mut tx = self.0.db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?
        };
        if !signs_in_by_phone(&row) {
            return Err(Refusal::malformed("nobody signs in by this account's number: it is changed with the profile"));
        }
        let proof = self.require_step_up(caller, current).await?;
        let wait = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move { issue(tx, &inner, &caller, &user, &phone, Some(&proof)).await })
        });
        answer(wait.await?)
    }

    /// Sends another code to the number that is waited for, in the place of the first one: who asked was asked already, so that it may
    /// go there and nowhere else. L005 when none is waited for any more, L002 when codes come too often, L017 where the school sends no
    /// texts to it any more.
    pub async fn resend_phone_code(&self, caller: &Caller, school: &Arc<School>) -> Result<StepUpSent, Refusal> {
        let (user, _) = require_account(caller)?;
        let school = school.clone();
        let wait = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let dead = || Refusal::new(MessageId::L005);
                let now = inner.clock.now_ms();
                let sealed = own_codes::pending_target(tx, &user, CHANGE_PHONE, now).await?.ok_or_else(dead)?;
                let phone = crypto::open(&inner.secret, tx.school(), SEALED, &sealed).ok_or_else(dead)?;
                require_reached(&school, &phone)?;
                issue(tx, &inner, &caller, &user, &phone, None).await
            })
        });
        answer(wait.await?)
    }

    /// Puts the number that the code went to in the place of the old one, and ends the caller's other sessions. L004 for a wrong code,
    /// L005 for one that is of no use any more.
    pub async fn confirm_phone(&self, caller: &Caller, code: &str) -> Result<(), Refusal> {
        let (user, session) = require_account(caller)?;
        let taken = self.require_own_code(caller, user.clone(), CHANGE_PHONE, code).await?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let dead = || Refusal::new(MessageId::L005);
                let now = inner.clock.now_ms();
                let phone = crypto::open(&inner.secret, tx.school(), SEALED, &taken.target).ok_or_else(dead)?;
                own_codes::spend(tx, &inner, &taken.id).await?;
                if is_taken(tx, &user, &phone, now).await? {
                    return Err(dead());
                }
                change_number(tx, &inner, &caller, (&user, &session), &phone).await
            })
        })
        .await
    }
}

/// Whether a number is somebody's, or can be put back to somebody else.
async fn is_taken(tx: &mut SchoolTx, user: &UserId, phone: &str, now: i64) -> Result<bool, Refusal> {
    Ok(find_family_by_phone(tx, phone).await?.is_some()
        || find_user_by_email(tx, &format!("phone:{phone}")).await?.is_some()
        || links::find_number_holder(tx, phone, now).await?.is_some_and(|holder| holder.object != user.as_str()))
}

fn answer(wait: Option<i64>) -> Result<StepUpSent, Refusal> {
    match wait {
        Some(wait) => Err(too_often(wait)),
        None => Ok(StepUpSent { by_phone: true, expires_in: LIFE_MS / 1000, resend_in: PAUSE_MS / 1000 }),
    }
}

/// Sends the code, against a proof where it is the first one; the milliseconds to wait when there were too many.
async fn issue(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user: &UserId,
    phone: &str,
    proof: Option<&Proof>,
) -> Result<Option<i64>, Refusal> {
    let now = inner.clock.now_ms();
    let row = own_row(tx, user).await?;
    if let Some(wait) = own_codes::pause(tx, user, CHANGE_PHONE, now).await? {
        return Ok(Some(wait));
    }
    let account = account_hash(tx, inner, user);
    if let Turn::Over(wait) = CHANGES.take(tx, &account, now).await? {
        return Ok(Some(wait));
    }
    // Those that ask at once waited for one another at the count, and see here what the first one sent; refusing undoes it.
    if let Some(wait) = own_codes::pause(tx, user, CHANGE_PHONE, now).await? {
        return Err(too_often(wait));
    }
    if let Some(proof) = proof {
        proof.spend(tx, inner).await?;
    }
    // Codes to a number are counted together, whatever they are for.
    let target = Target::phone(phone);
    // What refuses undoes all of it: the proof is not spent, and a code that is on its way lives on.
    message_counts::take(tx, &inner.secret, caller, Reason::Code, &target, now).await?.or_refuse()?;
    let wanted = !is_taken(tx, user, phone, now).await?;
    let sealed = crypto::seal(&inner.secret, &*inner.rng, tx.school(), SEALED, phone);
    let new = NewOwnCode { user, purpose: CHANGE_PHONE, target: &sealed, is_answered: wanted };
    let code = own_codes::issue(tx, inner, caller, new).await?;
    let params = json!({ "code": code });
    let (channel, template) = (Channel::Sms, CHANGE_PHONE);
    let letter =
        Letter { channel, to: phone, template, locale: &row.locale, params, life_ms: LIFE_MS, is_strangers: true };
    letter.send_if(tx, inner, wanted).await?;
    let detail = json!({"by": "sms", "for": CHANGE_PHONE});
    journal::note(tx, inner, caller, "code.send", "user", user.as_str(), detail).await?;
    Ok(None)
}

/// The new number counts from now on; the old one, and the address where there is one, are told how to take that back.
async fn change_number(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    (user, session): (&UserId, &SessionId),
    phone: &str,
) -> Result<(), Refusal> {
    let now = inner.clock.now_ms();
    let before = own_row(tx, user).await?;
    if store::change_number(tx, user, phone, now).await? == 0 {
        return Err(Refusal::new(MessageId::L005));
    }
    kernel::links::end(tx, user.as_str(), &DYING, now).await?;
    inner.end_all_but(tx, caller, user, Some(session), "phone_changed").await?;
    journal::note(tx, inner, caller, "user.phone", "user", user.as_str(), json!({})).await?;
    let purpose = Purpose::RestorePhone;
    let token = links::add(tx, inner, user, purpose, &before.phone).await?;
    let params = json!({ "phone": phone, "path": purpose.path(&token) });
    letters::to_person(tx, inner, user, "phone_changed", params.clone(), RESTORE_MS).await?;
    let (channel, template) = (Channel::Sms, "phone_changed");
    let letter = Letter {
        channel,
        to: &before.phone,
        template,
        locale: &before.locale,
        params,
        life_ms: RESTORE_MS,
        is_strangers: false,
    };
    letter.send(tx, inner).await?;
    Ok(())
}
