//! Codes to who is signed in, before one change of their account's keys. Of each purpose there is one at a time; a try is counted, in a
//! transaction of its own, before the code is looked at.

use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId, crypto};
use words::text::western_digits;

use super::attempts::{TRIES, Turn, too_often};
use super::codes::{LIFE_MS, MOST_TRIES, code_hash, most_tries, pause_left};
use super::store::{self, OwnCodeRow};
use crate::ids::ChallengeId;
use crate::profile::account_hash;
use crate::service::{Identity, Inner};

/// A code that was right.
pub(crate) struct OwnCode {
    pub id: ChallengeId,
    /// What it was made for: a sealed number, or nothing.
    pub target: String,
}

/// A code to make.
pub(crate) struct NewOwnCode<'a> {
    pub user: &'a UserId,
    pub purpose: &'a str,
    /// What it is made for, sealed.
    pub target: &'a str,
    /// Whether the code answers it: what may not be done gets a challenge that no code answers.
    pub is_answered: bool,
}

enum Tried {
    At(OwnCodeRow),
    Over(i64),
    Dead,
}

/// The milliseconds until another one may be sent; none where it may be now.
pub(crate) async fn pause(
    tx: &mut SchoolTx,
    user: &UserId,
    purpose: &str,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    Ok(pause_left(store::last_own_code(tx, user, purpose).await?, now))
}

/// Makes a code in the place of the one before, and gives its digits.
pub(crate) async fn issue(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    new: NewOwnCode<'_>,
) -> Result<String, StoreError> {
    let now = inner.clock.now_ms();
    store::kill_own_codes(tx, new.user, new.purpose, now).await?;
    let id = ChallengeId::from(crypto::token_hash(&crypto::new_token(&*inner.rng)));
    let code = crypto::new_code(&*inner.rng);
    let stored = match new.is_answered {
        true => code_hash(inner, caller, &id, &code),
        false => code_hash(inner, caller, &id, &crypto::new_token(&*inner.rng)),
    };
    let account = account_hash(tx, inner, new.user);
    let (user, expires_at) = (Some(new.user), now + LIFE_MS);
    store::insert_challenge(tx, &id, new.purpose, user, new.target, &account, &stored, now, now, expires_at).await?;
    Ok(code)
}

/// What the code was made for that is waited for still, however often it was tried.
pub(crate) async fn pending_target(
    tx: &mut SchoolTx,
    user: &UserId,
    purpose: &str,
    now: i64,
) -> Result<Option<String>, StoreError> {
    Ok(store::pending_own_code(tx, user, purpose, now).await?.map(|row| row.target))
}

/// Uses a code up, in the transaction of the change. L005 when another change was quicker.
pub(crate) async fn spend(tx: &mut SchoolTx, inner: &Inner, id: &ChallengeId) -> Result<(), Refusal> {
    match store::use_challenge(tx, id, inner.clock.now_ms()).await? {
        0 => Err(Refusal::new(MessageId::L005)),
        _ => Ok(()),
    }
}

impl Identity {
    /// The code that was sent to who is signed in, for a purpose: L004 for a wrong one, L005 for one that is of no use any more.
    pub(crate) async fn require_own_code(
        &self,
        caller: &Caller,
        user: UserId,
        purpose: &'static str,
        typed: &str,
    ) -> Result<OwnCode, Refusal> {
        let row = match self.take_own_try(caller, &user, purpose).await? {
            Tried::At(row) => row,
            Tried::Over(wait) => return Err(too_often(wait)),
            Tried::Dead => return Err(Refusal::new(MessageId::L005)),
        };
        let typed: String = western_digits(typed).chars().filter(char::is_ascii_digit).take(20).collect();
        if !crypto::same(&code_hash(&self.0, caller, &row.id, &typed), &row.code_hash) {
            self.note_wrong(caller, user, row.tries, purpose).await?;
            return Err(Refusal::new(MessageId::L004).with("tries_left", (MOST_TRIES - row.tries).max(0)));
        }
        Ok(OwnCode { id: row.id, target: row.target })
    }

    /// Counts a try before anything is compared, in a transaction of its own.
    async fn take_own_try(&self, caller: &Caller, user: &UserId, purpose: &'static str) -> Result<Tried, Refusal> {
        let user = user.clone();
        self.within(caller, move |tx, inner, _| {
            Box::pin(async move {
                let now = inner.clock.now_ms();
                let Some(row) = store::take_own_code(tx, &user, purpose, now, most_tries()).await? else {
                    return Ok(Tried::Dead);
                };
                let hash = account_hash(tx, &inner, &user);
                Ok(match TRIES.take(tx, &hash, now).await? {
                    Turn::Free => Tried::At(row),
                    Turn::Over(wait) => Tried::Over(wait),
                })
            })
        })
        .await
    }
}
