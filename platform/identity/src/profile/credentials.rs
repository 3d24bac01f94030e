//! What opens the account: password, address, second factor. Each asks for the current password where there is one.

use kernel::sabotage::{Guard, is_removed};
use kernel::{Caller, MessageId, Refusal, SchoolTx};
use serde_json::json;
use tenants::{School, Text};

use super::service::own_row;
use super::store;
use crate::api::school_words;
use crate::entry::links::{self, Purpose};
use crate::factor::{self, Confirmed, Proposal, Verified};
use crate::letters::{self, Letter, NEWS_LIFE_MS};
use crate::model::{email_of, wait_seconds};
use crate::service::{Identity, Inner};
use crate::store as accounts;
use crate::work::own_account;
use crate::{journal, password};

/// How long a link that proves a new address is good for.
const LINK_LIFE_MS: i64 = 24 * 60 * 60 * 1000;
/// Tries at a second factor are counted over so long.
const WINDOW_MS: i64 = 15 * 60 * 1000;
/// So many of them are looked at.
const MOST_TRIES: i64 = 5;
/// What tries are counted under.
const FLOW: &str = "own_factor";

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
    /// L016 unless the password is the caller's own; who has none need not say it. Wrong ones count and slow down as those
    /// at sign-in do, since a stolen session must not become a way to guess.
    pub(super) async fn require_password(&self, caller: &Caller, current: String) -> Result<(), Refusal> {
        let (user, _) = own_account(caller)?;
        let Inner { db, clock, gate, slowdown, .. } = &*self.0;
        let place = gate.enter()?;
        let email = {
            let mut tx = db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?.email
        };
        let turn = slowdown.turn(caller.school.id(), &email).await;
        let row = {
            let mut tx = db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?
        };
        let Some(stored) = row.password_hash else { return Ok(()) };
        if let Some(seconds) = wait_seconds(row.retry_at, clock.now_ms()) {
            return Err(Refusal::new(MessageId::L002).retry_after(seconds));
        }
        let right = gate.run(move || current.len() <= 1024 && password::matches(&current, &stored)).await?;
        let outcome = if right || is_removed(Guard::StepUp) {
            Ok(())
        } else {
            self.note_wrong(caller, user, row.failed_tries + 1, "step_up", clock.now_ms()).await?;
            Err(Refusal::new(MessageId::L016))
        };
        drop((turn, place));
        outcome
    }

    /// Sets the caller's password and ends their other sessions. L016 for a wrong old one, L013 for a poor new one.
    pub async fn change_password(
        &self,
        caller: &Caller,
        school: &School,
        current: String,
        new: String,
    ) -> Result<(), Refusal> {
        let (user, session) = own_account(caller)?;
        self.require_password(caller, current).await?;
        let row = {
            let mut tx = self.0.db.read(&caller.school).await?;
            own_row(&mut tx, &user).await?
        };
        let place = self.0.gate.enter()?;
        let stored = self.judged_hash(new, school_words(school), &row.name, &row.email).await?;
        drop(place);
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                if accounts::set_password(tx, &user, &stored).await? == 0 {
                    return Err(Refusal::new(MessageId::L014));
                }
                accounts::use_up_links(tx, &user, inner.clock.now_ms()).await?;
                inner.end_all_but(tx, &caller, &user, Some(&session), "password_changed").await?;
                journal::note(tx, &inner, &caller, "user.password", "user", &user, json!({})).await?;
                letters::to_person(
                    tx,
                    &inner,
                    &user,
                    "password_changed",
                    json!({ "path": "/forgot-password" }),
                    NEWS_LIFE_MS,
                )
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Asks for another address: it is the caller's once the link in the letter to it was used. An address that is somebody
    /// else's gets a letter that says so in place of a link, and the answer is the same.
    pub async fn change_email(&self, caller: &Caller, email: &str, current: String) -> Result<(), Refusal> {
        let (user, _) = own_account(caller)?;
        let faulty = || {
            let fault = kernel::verdict::Issue::error("/email", "format").with("format", "email");
            Refusal::new(MessageId::L017).errors(vec![fault])
        };
        let email = email_of(email).ok_or_else(faulty)?;
        self.require_password(caller, current).await?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let row = own_row(tx, &user).await?;
                if row.email == email {
                    return Ok(());
                }
                let (template, params) = if let Some(holder) = store::find_user_by_address(tx, &email).await? {
                    let purpose = Purpose::SetPassword;
                    let token = links::renew(tx, &inner, &holder.id, purpose, "", links::RESET_MS).await?;
                    ("already_registered", json!({ "path": purpose.path(&token) }))
                } else {
                    let purpose = Purpose::ChangeEmail;
                    let token = links::renew(tx, &inner, &user, purpose, &email, LINK_LIFE_MS).await?;
                    ("change_email", json!({ "path": purpose.path(&token) }))
                };
                let letter = Letter::news(&email, &row.locale, template, params).greeting(&row.name);
                Letter { life_ms: LINK_LIFE_MS, ..letter }.send(tx, &inner).await?;
                journal::note(tx, &inner, &caller, "user.email_asked", "user", &user, json!({})).await?;
                Ok(())
            })
        })
        .await
    }

    /// Draws a secret for the caller's authenticator.
    pub async fn begin_second_factor(
        &self,
        caller: &Caller,
        school_name: &Text,
        current: String,
    ) -> Result<Proposal, Refusal> {
        let (user, _) = own_account(caller)?;
        self.require_password(caller, current).await?;
        let name = school_name.clone();
        self.within(caller, move |tx, inner, _| Box::pin(async move { factor::begin(tx, &inner, &user, &name).await }))
            .await
    }

    /// Makes the drawn secret count; gives the recovery codes. L004 for a code that is none of its.
    pub async fn confirm_second_factor(&self, caller: &Caller, code: String) -> Result<Vec<String>, Refusal> {
        let (user, _) = own_account(caller)?;
        let tried = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let tries_left = match count_try(tx, &inner, &user).await? {
                    Ok(tries_left) => tries_left,
                    Err(seconds) => return Ok(Tried::TooMany { seconds }),
                };
                match factor::confirm(tx, &inner, &caller, &user, &code).await? {
                    Confirmed::Active(codes) => {
                        forget_tries(tx, &user).await?;
                        Ok(Tried::Right(codes))
                    }
                    Confirmed::Wrong => Ok(Tried::Wrong { tries_left }),
                }
            })
        });
        tried.await?.into_result()
    }

    /// Takes the caller's second factor away: by the password and a code of it.
    pub async fn remove_second_factor(&self, caller: &Caller, current: String, code: String) -> Result<(), Refusal> {
        self.require_password(caller, current).await?;
        self.with_code(caller, code, false).await.map(drop)
    }

    /// Gives the caller new recovery codes; the old ones are dead.
    pub async fn renew_recovery_codes(&self, caller: &Caller, code: String) -> Result<Vec<String>, Refusal> {
        self.with_code(caller, code, true).await
    }

    async fn with_code(&self, caller: &Caller, code: String, renew: bool) -> Result<Vec<String>, Refusal> {
        let (user, _) = own_account(caller)?;
        let tried = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let tries_left = match count_try(tx, &inner, &user).await? {
                    Ok(tries_left) => tries_left,
                    Err(seconds) => return Ok(Tried::TooMany { seconds }),
                };
                if factor::verify(tx, &inner, &user, &code).await? == Verified::Wrong {
                    return Ok(Tried::Wrong { tries_left });
                }
                forget_tries(tx, &user).await?;
                if renew {
                    return Ok(Tried::Right(factor::renew(tx, &inner, &caller, &user).await?));
                }
                factor::forget(tx, &inner, &caller, &user).await?;
                Ok(Tried::Right(Vec::new()))
            })
        });
        tried.await?.into_result()
    }
}

/// Counts a try before it is looked at: how many are left, or how long to wait.
async fn count_try(tx: &mut SchoolTx, inner: &Inner, user: &str) -> Result<Result<i64, u32>, Refusal> {
    let now = inner.clock.now_ms();
    let start = now / WINDOW_MS * WINDOW_MS;
    let tries = factor::store::count_try(tx, FLOW, user, start).await?.count;
    if tries > MOST_TRIES {
        return Ok(Err(wait_seconds(start + WINDOW_MS, now).unwrap_or(1)));
    }
    Ok(Ok(MOST_TRIES - tries))
}

async fn forget_tries(tx: &mut SchoolTx, user: &str) -> Result<(), Refusal> {
    factor::store::forget_tries(tx, FLOW, user).await?;
    Ok(())
}
