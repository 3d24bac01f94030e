//! Setting a second factor up, judging its codes, taking it away: each inside a transaction of the caller's.

use kernel::caller::Caller;
use kernel::{Refusal, SchoolTx, StoreError, UserId, crypto};
use serde_json::json;
use words::Text;
use words::sabotage::{Guard, is_removed};

use super::model::{self, Proposal, SECRET_BYTES, Standing, Typed, Verified};
use super::store::{self, FactorRow};
use crate::entry::attempts::FACTORS;
use crate::profile::account_hash;
use crate::service::Inner;
use crate::{journal, letters};

/// What the secret is sealed for.
const PURPOSE: &str = "totp";

/// How setting up ended.
#[derive(Debug)]
pub(crate) enum Confirmed {
    /// It is asked for from now on. These recovery codes are shown once.
    Active(Vec<String>),
    /// The code was none of the new authenticator's.
    Wrong,
}

/// Draws a new secret for the person, who has no active factor. It counts once [`confirm`] saw a code of it.
pub(crate) async fn begin(
    tx: &mut SchoolTx,
    inner: &Inner,
    user_id: &UserId,
    school_name: &Text,
) -> Result<Proposal, Refusal> {
    let row = store::find_factor(tx, user_id).await?.ok_or_else(Refusal::not_found)?;
    let mut secret = [0u8; SECRET_BYTES];
    inner.rng.fill(&mut secret);
    let issuer = if row.locale == "ar" { &school_name.ar } else { &school_name.en };
    let proposal = model::proposal(&secret, issuer, &row.email)?;
    let sealed = crypto::seal(&inner.secret, &*inner.rng, tx.school(), PURPOSE, &proposal.secret);
    if store::propose(tx, user_id, &sealed).await? == 0 {
        return Err(Refusal::malformed("a second factor is active already: remove it first"));
    }
    Ok(proposal)
}

/// Makes the secret of [`begin`] count when the code is of it, gives recovery codes and tells the person.
pub(crate) async fn confirm(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user_id: &UserId,
    code: &str,
) -> Result<Confirmed, Refusal> {
    let row = store::find_factor(tx, user_id).await?.ok_or_else(Refusal::not_found)?;
    let Typed::Totp(code) = Typed::parse(code) else { return Ok(Confirmed::Wrong) };
    let now = inner.clock.now_ms();
    let Some(step) = step_of(tx, inner, &row, &code, now)? else { return Ok(Confirmed::Wrong) };
    if store::confirm(tx, user_id, step, now).await? == 0 {
        return Ok(Confirmed::Wrong);
    }
    let codes = draw_codes(tx, inner, user_id).await?;
    report_change(tx, inner, caller, user_id, "on").await?;
    Ok(Confirmed::Active(codes))
}

/// Judges a code and uses it up.
pub(crate) async fn verify(
    tx: &mut SchoolTx,
    inner: &Inner,
    user_id: &UserId,
    code: &str,
) -> Result<Verified, Refusal> {
    let Some(row) = store::find_factor(tx, user_id).await? else { return Ok(Verified::Wrong) };
    if row.totp_confirmed_at.is_none() {
        return Ok(Verified::Wrong);
    }
    let now = inner.clock.now_ms();
    match Typed::parse(code) {
        Typed::Totp(code) => match step_of(tx, inner, &row, &code, now)? {
            Some(step) if store::use_step(tx, user_id, step).await? > 0 || is_removed(Guard::FactorOnce) => {
                Ok(Verified::Totp)
            }
            _ => Ok(Verified::Wrong),
        },
        Typed::Recovery(code) => {
            let hash = recovery_hash(tx, inner, user_id, &code);
            let taken = store::use_recovery_code(tx, user_id, &hash, now).await? > 0;
            Ok(if taken { Verified::Recovery } else { Verified::Wrong })
        }
        Typed::Neither => Ok(Verified::Wrong),
    }
}

/// Gives new recovery codes; the old ones are dead. The person is told.
pub(crate) async fn renew(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user_id: &UserId,
) -> Result<Vec<String>, Refusal> {
    let codes = draw_codes(tx, inner, user_id).await?;
    report_change(tx, inner, caller, user_id, "recovery_codes").await?;
    Ok(codes)
}

/// Takes the person's second factor away, if there is one. The person is told; `change` is `off`, `reset` by an administrator, or
/// `restored` with a former address or number.
pub(crate) async fn forget(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user_id: &UserId,
    change: &'static str,
) -> Result<bool, Refusal> {
    let row = store::find_factor(tx, user_id).await?.ok_or_else(Refusal::not_found)?;
    store::delete_recovery_codes(tx, user_id).await?;
    let was_active = row.totp_confirmed_at.is_some();
    // Whoever guessed at the old one keeps nobody from the new one.
    FACTORS.forget(tx, &account_hash(tx, inner, user_id)).await?;
    if store::forget(tx, user_id).await? > 0 && was_active {
        report_change(tx, inner, caller, user_id, change).await?;
    }
    Ok(was_active)
}

/// Where the person's second factor stands.
pub(crate) async fn standing(tx: &mut SchoolTx, user_id: &UserId) -> Result<Standing, StoreError> {
    let row = store::find_factor(tx, user_id).await?;
    let active = row.is_some_and(|row| row.totp_confirmed_at.is_some());
    let recovery_codes_left = if active { store::recovery_codes_left(tx, user_id).await?.count } else { 0 };
    Ok(Standing { active, recovery_codes_left })
}

fn step_of(tx: &SchoolTx, inner: &Inner, row: &FactorRow, code: &str, now: i64) -> Result<Option<i64>, Refusal> {
    let Some(sealed) = &row.totp_secret else { return Ok(None) };
    let opened = crypto::open(&inner.secret, tx.school(), PURPOSE, sealed);
    let bytes = opened.and_then(|secret| data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).ok());
    // A secret of another server's key: the factor has to be reset, and until then nothing opens it.
    let bytes = bytes.ok_or_else(|| Refusal::internal("a second factor's secret cannot be opened"))?;
    // A step that was used is looked for no more, so that a code that fits twice still counts.
    let step = model::matching_step(&bytes, code, now)?;
    Ok(step.filter(|step| *step > row.totp_step || is_removed(Guard::FactorOnce)))
}

async fn draw_codes(tx: &mut SchoolTx, inner: &Inner, user_id: &UserId) -> Result<Vec<String>, StoreError> {
    store::delete_recovery_codes(tx, user_id).await?;
    let codes = model::new_recovery_codes(&*inner.rng);
    for code in &codes {
        let hash = recovery_hash(tx, inner, user_id, code);
        store::insert_recovery_code(tx, user_id, &hash).await?;
    }
    Ok(codes.iter().map(|code| model::format_recovery_code(code)).collect())
}

/// Keyed and bound to the person: a dump of the table tells nothing.
fn recovery_hash(tx: &SchoolTx, inner: &Inner, user_id: &UserId, code: &str) -> String {
    crypto::keyed_hash(&inner.secret.school_key(tx.school(), "recovery"), &format!("{user_id}\n{code}"))
}

/// Writes the change down and tells the person of it.
async fn report_change(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    user_id: &UserId,
    change: &str,
) -> Result<(), StoreError> {
    journal::note(tx, inner, caller, "factor.change", "user", user_id.as_str(), json!({ "change": change })).await?;
    let params = json!({ "change": change });
    letters::tell_person(tx, inner, caller, user_id, "second_factor_changed", params).await
}
