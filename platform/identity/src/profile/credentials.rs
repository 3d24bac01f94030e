//! What opens the account: password, address, second factor. Each asks first whether its person asks: [`super::step_up`].

use kernel::links::Purpose as _;
use kernel::message_counts::Reason;
use kernel::{Caller, MessageId, Refusal, SchoolTx, UserId};
use serde_json::json;
use tenants::School;
use words::Text;

use super::service::own_row;
use super::step_up::{Proof, account_hash};
use crate::entry::attempts::{CHANGES, FACTORS, KEY_CHANGES, OWN_FACTORS, Turn, too_often};
use crate::entry::links::{self, Purpose};
use crate::entry::register::{letter, proven_name};
use crate::factor::{self, Confirmed, Proposal, Verified};
use crate::ids::nobody;
use crate::letters::{self, may_reach};
use crate::model::{Status, email_of, wait_seconds};
use crate::policy::school_words;
use crate::service::{Identity, Inner};
use crate::signed_in::require_account;
use crate::store::{self as accounts, find_user_by_email};
use crate::{journal, tries};

/// How a try at one's own second factor ended.
enum Tried<T> {
    Right(T),
    Wrong { tries_left: i64 },
    TooMany { seconds: u32 },
}

impl<T> Tried<T> {
    fn into_result(self) -> Result<T, Refusal> {
        match self {
            Self::Right(value) => Ok(value),
            Self::Wrong { tries_left } => Err(Refusal::new(MessageId::L004).with("tries_left", tries_left)),
            Self::TooMany { seconds } => Err(Refusal::new(MessageId::L002).retry_after(seconds)),
        }
    }
}

impl Identity {
    /// Sets the caller's password and ends their other sessions. L013 for a poor one.
    pub async fn change_password(
        &self,
        caller: &Caller,
        school: &School,
        current: String,
        new: String,
    ) -> Result<(), Refusal> {
        let (user, session) = require_account(caller)?;
        let proof = self.require_step_up(caller, current).await?;
        let row = {
            let mut tx = self.0.db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?
        };
        let place = self.0.enter(caller).await?;
        let stored = self.judged_hash(new, school_words(school), &row.name, &row.email).await?;
        drop(place);
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                proof.spend(tx, &inner).await?;
                count_key_change(tx, &inner, &user).await?;
                if accounts::set_password(tx, &user, &stored).await? == 0 {
                    return Err(Refusal::new(MessageId::L014));
                }
                kernel::links::end(tx, user.as_str(), &links::DYING, inner.clock.now_ms()).await?;
                tries::forget(tx, &inner, &row.email).await?;
                inner.end_all_but(tx, &caller, &user, Some(&session), "password_changed").await?;
                journal::note(tx, &inner, &caller, "user.password", "user", user.as_str(), json!({})).await?;
                let params = json!({ "path": "/forgot-password" });
                Ok(letters::tell_person(tx, &inner, &caller, &user, "password_changed", params).await?)
            })
        })
        .await
    }

    /// Asks for another address: it is the caller's once the link in the letter to it was used. An address that is somebody
    /// else's gets a letter that says so in place of a link, and the answer is the same: also when that address was written to
    /// too often, and no letter goes. L002 when the account asked too often.
    pub async fn change_email(&self, caller: &Caller, email: &str, current: String) -> Result<(), Refusal> {
        let (user, _) = require_account(caller)?;
        let faulty = || {
            let fault = words::verdict::Issue::error("/email", "format").with("format", "email");
            Refusal::new(MessageId::L017).errors(vec![fault])
        };
        let email = email_of(email).ok_or_else(faulty)?;
        let proof = self.require_step_up(caller, current).await?;
        let over = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = own_row(tx, &user).await?;
                if row.email == email {
                    return Ok(None);
                }
                let now = inner.clock.now_ms();
                let account = account_hash(tx, &inner, &user);
                if let Turn::Over(wait) = CHANGES.take(tx, &account, now).await? {
                    return Ok(Some(wait));
                }
                proof.spend(tx, &inner).await?;
                let free = may_reach(tx, &inner, &caller, Reason::Proof, &email, false).await?;
                let holder = find_user_by_email(tx, &email).await?;
                let wanted = free && holder.as_ref().is_none_or(|one| Status::parse(&one.status) == Status::Active);
                let (template, purpose, whose) = match &holder {
                    Some(holder) => ("already_registered", Purpose::SetPassword, holder.id.clone()),
                    None => ("change_email", Purpose::ChangeEmail, user.clone()),
                };
                // What the holder of the address asked for lives on; what this account asked for before does not.
                links::end(tx, &inner, &user, Purpose::ChangeEmail).await?;
                let whose = if wanted { whose } else { nobody() };
                let token = links::add(tx, &inner, &whose, purpose, &email).await?;
                // Nobody is greeted in words of whoever asks.
                let name = holder.as_ref().and_then(proven_name);
                let locale = holder.as_ref().map_or(row.locale.as_str(), |holder| holder.locale.as_str());
                let letter = letter(&email, template, locale, name, purpose.path(&token), purpose.life_ms());
                letter.send_if(tx, &inner, wanted).await?;
                journal::note(tx, &inner, &caller, "user.email_asked", "user", user.as_str(), json!({})).await?;
                Ok(None)
            })
        });
        over.await?.map_or(Ok(()), |wait| Err(too_often(wait)))
    }

    /// Draws a secret for the caller's authenticator.
    pub async fn begin_second_factor(
        &self,
        caller: &Caller,
        school_name: &Text,
        current: String,
    ) -> Result<Proposal, Refusal> {
        let (user, _) = require_account(caller)?;
        let proof = self.require_step_up(caller, current).await?;
        let name = school_name.clone();
        self.within(caller, move |tx, inner, _| {
            Box::pin(async move {
                proof.spend(tx, &inner).await?;
                factor::begin(tx, &inner, &user, &name).await
            })
        })
        .await
    }

    /// Makes the drawn secret count, and ends the caller's other sessions; gives the recovery codes. L004 for a code that is none of its.
    pub async fn confirm_second_factor(&self, caller: &Caller, code: String) -> Result<Vec<String>, Refusal> {
        let (user, session) = require_account(caller)?;
        let tried = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let tries_left = match count_try(tx, &inner, &user).await? {
                    Ok(tries_left) => tries_left,
                    Err(seconds) => return Ok(Tried::TooMany { seconds }),
                };
                match factor::confirm(tx, &inner, &caller, &user, &code).await? {
                    Confirmed::Active(codes) => {
                        count_key_change(tx, &inner, &user).await?;
                        OWN_FACTORS.forget(tx, user.as_str()).await?;
                        // Whoever came in without it comes in with it.
                        inner.end_all_but(tx, &caller, &user, Some(&session), "second_factor_on").await?;
                        Ok(Tried::Right(codes))
                    }
                    Confirmed::Wrong => Ok(Tried::Wrong { tries_left }),
                }
            })
        });
        tried.await?.into_result()
    }

    /// Takes the caller's second factor away: by the password, or the code in its place, and a code of it.
    pub async fn remove_second_factor(&self, caller: &Caller, current: String, code: String) -> Result<(), Refusal> {
        let proof = self.require_step_up(caller, current).await?;
        self.with_code(caller, code, Some(proof)).await.map(drop)
    }

    /// Gives the caller new recovery codes; the old ones are dead.
    pub async fn renew_recovery_codes(&self, caller: &Caller, code: String) -> Result<Vec<String>, Refusal> {
        self.with_code(caller, code, None).await
    }

    /// Judges a code of the second factor: with a proof the factor is taken away, without one its recovery codes are renewed.
    async fn with_code(&self, caller: &Caller, code: String, proof: Option<Proof>) -> Result<Vec<String>, Refusal> {
        let (user, _) = require_account(caller)?;
        let tried = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let tries_left = match count_try(tx, &inner, &user).await? {
                    Ok(tries_left) => tries_left,
                    Err(seconds) => return Ok(Tried::TooMany { seconds }),
                };
                // The same count as at the door: a bearer alone guesses no more here.
                let (account, now) = (account_hash(tx, &inner, &user), inner.clock.now_ms());
                if let Turn::Over(wait) = FACTORS.take(tx, &account, now).await? {
                    return Ok(Tried::TooMany { seconds: wait_seconds(now + wait, now).unwrap_or(1) });
                }
                if factor::verify(tx, &inner, &user, &code).await? == Verified::Wrong {
                    return Ok(Tried::Wrong { tries_left });
                }
                FACTORS.forgive(tx, &account, now).await?;
                count_key_change(tx, &inner, &user).await?;
                OWN_FACTORS.forget(tx, user.as_str()).await?;
                let Some(proof) = proof else {
                    return Ok(Tried::Right(factor::renew(tx, &inner, &caller, &user).await?));
                };
                proof.spend(tx, &inner).await?;
                factor::forget(tx, &inner, &caller, &user, "off").await?;
                Ok(Tried::Right(Vec::new()))
            })
        });
        tried.await?.into_result()
    }
}

/// L002 when the account's keys changed so often today: recovery codes draw new ones without an end, with a line and a letter each.
async fn count_key_change(tx: &mut SchoolTx, inner: &Inner, user: &UserId) -> Result<(), Refusal> {
    let account = account_hash(tx, inner, user);
    match KEY_CHANGES.take(tx, &account, inner.clock.now_ms()).await? {
        Turn::Free => Ok(()),
        Turn::Over(wait) => Err(too_often(wait)),
    }
}

/// Counts a try before it is looked at: how many are left, or how long to wait.
async fn count_try(tx: &mut SchoolTx, inner: &Inner, user: &UserId) -> Result<Result<i64, u32>, Refusal> {
    let now = inner.clock.now_ms();
    Ok(match OWN_FACTORS.count(tx, user.as_str(), now).await? {
        (count, Turn::Free) => Ok(OWN_FACTORS.left(count)),
        (_, Turn::Over(wait)) => Err(wait_seconds(now + wait, now).unwrap_or(1)),
    })
}
