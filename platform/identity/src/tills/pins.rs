//! How many PINs are tried: by staff code over a day and a month, by till over a month. A till that is guessed at is told of, and then is
//! none any more.

use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::json;
use words::sabotage::{Guard, is_removed};
use words::{Permission, SchoolId};

use super::store::{self, TillRow};
use crate::entry::attempts::{PINS, PINS_OF_MONTH, PINS_OF_TILL, Turn, target_hash};
use crate::service::{Identity, Inner};
use crate::tries::{self, Try};
use crate::{journal, letters};

/// Of each so many wrong PINs at a till who manages tills is told.
const TOLD_OF: i64 = 50;

/// What a staff code is counted by, and its tries wait for each other by: no name that somebody types at sign-in comes to the same.
pub(crate) fn staff_code_hash(inner: &Inner, school: &SchoolId, staff_code: &str) -> String {
    target_hash(&inner.secret, school, &format!("pin:{staff_code}"))
}

/// How a PIN was taken.
enum PinTry {
    Of(Try),
    /// There were so many at the till that it is none any more.
    TillEnded,
}

impl Identity {
    /// Takes a PIN that is tried; how many in a row it makes at its staff code unless it is right. L002 while those of its staff code are slowed down, P004 once they were too many, P001 once those of the till
    /// were.
    pub(super) async fn take_pin(&self, caller: &Caller, till: &TillRow, code: &str) -> Result<i64, Refusal> {
        let now = self.0.clock.now_ms();
        let (till, code) = (till.clone(), code.to_owned());
        let taken = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move { Ok(take(tx, &inner, &caller, &till, &code, now).await?) })
        });
        match taken.await? {
            PinTry::Of(taken) => taken.looked_at(now),
            PinTry::TillEnded => Err(Refusal::new(MessageId::P001)),
        }
    }

    /// It was right, whoever sits at the till: it is counted nowhere.
    pub(super) async fn right_pin(&self, caller: &Caller, till: &TillRow, code: String) -> Result<(), Refusal> {
        let till = till.id.clone();
        self.within(caller, move |tx, inner, _| {
            Box::pin(async move {
                let (now, hash) = (inner.clock.now_ms(), staff_code_hash(&inner, tx.school(), &code));
                tries::forget_counted(tx, &hash).await?;
                PINS.forgive(tx, &hash, now).await?;
                PINS_OF_MONTH.forgive(tx, &hash, now).await?;
                Ok(PINS_OF_TILL.forgive(tx, till.as_str(), now).await?)
            })
        })
        .await
    }
}

async fn take(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    till: &TillRow,
    code: &str,
    now: i64,
) -> Result<PinTry, StoreError> {
    let hash = staff_code_hash(inner, tx.school(), code);
    let taken = tries::take(tx, &hash, now).await?;
    if !matches!(taken, Try::Taken(_)) {
        return Ok(PinTry::Of(taken));
    }
    let (at_till, turn) = PINS_OF_TILL.count(tx, till.id.as_str(), now).await?;
    if turn != Turn::Free && !is_removed(Guard::PinLock) {
        end_till(tx, inner, caller, till, at_till - 1).await?;
        return Ok(PinTry::TillEnded);
    }
    // Of those before this one, and before it is looked at: whoever hangs up, or locks a code by it, goes not untold.
    if at_till > 1 && (at_till - 1) % TOLD_OF == 0 {
        tell_of_wrong_pins(tx, inner, till, at_till - 1, "tried").await?;
    }
    let turns = [PINS.take(tx, &hash, now).await?, PINS_OF_MONTH.take(tx, &hash, now).await?];
    if turns != [Turn::Free; 2] && !is_removed(Guard::PinLock) {
        tries::lock(tx, &hash, now).await?;
        return Ok(PinTry::Of(Try::Locked));
    }
    Ok(PinTry::Of(taken))
}

/// The device is a till no more: who works there now goes on, and nobody signs in before it was enrolled anew.
async fn end_till(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    till: &TillRow,
    count: i64,
) -> Result<(), StoreError> {
    store::forget_device(tx, &till.id).await?;
    journal::note(tx, inner, caller, "till.end", "till", till.id.as_str(), json!({ "wrong_pins": count })).await?;
    tell_of_wrong_pins(tx, inner, till, count, "ended").await
}

async fn tell_of_wrong_pins(
    tx: &mut SchoolTx,
    inner: &Inner,
    till: &TillRow,
    count: i64,
    change: &str,
) -> Result<(), StoreError> {
    let params = json!({
        "till": format!("{} ({})", till.name, till.code),
        "count": count.to_string(),
        "change": change,
        "path": "/settings/tills",
    });
    let month = PINS_OF_TILL.began(inner.clock.now_ms());
    let news = format!("wrong_pins:{change}:{}:{month}:{count}", till.id);
    letters::to_administrators(tx, inner, Permission::TillManage, ("wrong_pins", params), &news).await
}

/// Forgets the PINs that were tried at a staff code, and unlocks it.
pub(crate) async fn forget_pins(tx: &mut SchoolTx, inner: &Inner, staff_code: &str) -> Result<(), StoreError> {
    let hash = staff_code_hash(inner, tx.school(), staff_code);
    tries::forget_counted(tx, &hash).await?;
    PINS.forget(tx, &hash).await?;
    PINS_OF_MONTH.forget(tx, &hash).await
}
