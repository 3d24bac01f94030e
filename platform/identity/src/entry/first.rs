//! What follows when the first proof was right: a session, or the second factor.

use kernel::crypto;
use kernel::{Caller, Refusal, SchoolTx, StoreError};
use serde::{Deserialize, Serialize};
use tenants::School;
use words::sabotage::{Guard, is_removed};

use super::attempts::target_hash;
use super::store;
use crate::factor::{self, Proposal};
use crate::model::{Method, kind_of, roles_of};
use crate::service::Inner;
use crate::sessions::{NewSession, Opened};
use crate::store::UserRow;

/// How long a second factor is waited for.
const LIFE_MS: i64 = 10 * 60 * 1000;
/// What the first proof is sealed for.
pub(super) const PURPOSE: &str = "first proof";

/// What a right proof led to.
#[derive(Debug)]
pub enum Entered {
    Opened(Box<Opened>),
    /// The second factor is asked for.
    FactorRequired {
        /// What the browser answers it with.
        challenge: String,
    },
    /// The school asks for a second factor and there is none: it is set up now.
    SetupRequired {
        /// What the browser confirms it with.
        challenge: String,
        /// What an authenticator is set up with.
        totp: Box<Proposal>,
    },
}

/// The first proof, kept sealed until the second one comes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct First {
    /// The person's stamp at that moment.
    pub stamp: i64,
    /// Whether it was a code that was sent (by itself, or to find an application again), else a password.
    pub by_code: bool,
}

/// Who has to show a second factor in this school.
pub(super) fn must_have_factor(school: &School, user: &UserRow) -> bool {
    let asked = &school.config().second_factor.roles;
    roles_of(&user.roles.0).iter().any(|role| asked.contains(role))
}

/// Goes on after a right first proof: password or code.
pub(super) async fn enter(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    school: &School,
    user: &UserRow,
    method: Method,
    device: String,
) -> Result<Entered, Refusal> {
    if user.totp_confirmed_at.is_some() && !is_removed(Guard::SecondFactor) {
        let challenge = wait_for_factor(tx, inner, user, method, "second_factor").await?;
        return Ok(Entered::FactorRequired { challenge });
    }
    if must_have_factor(school, user) && !is_removed(Guard::SecondFactor) {
        let totp = Box::new(factor::begin(tx, inner, &user.id, &school.config().name).await?);
        let challenge = wait_for_factor(tx, inner, user, method, "second_factor_setup").await?;
        return Ok(Entered::SetupRequired { challenge, totp });
    }
    Ok(Entered::Opened(Box::new(inner.open(tx, caller, session_of(user, method, device)).await?)))
}

/// The session that a person gets.
pub(super) fn session_of(user: &UserRow, method: Method, device: String) -> NewSession {
    let kind = kind_of(&user.kind, &user.roles.0);
    NewSession { user: user.id.clone(), stamp: user.stamp, kind, method, device, till: None }
}

async fn wait_for_factor(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserRow,
    method: Method,
    purpose: &str,
) -> Result<String, StoreError> {
    let now = inner.clock.now_ms();
    let token = crypto::new_token(&*inner.rng);
    let first = First { stamp: user.stamp, by_code: method != Method::Password };
    let text = serde_json::to_string(&first).unwrap_or_default();
    let sealed = crypto::seal(&inner.secret, &*inner.rng, tx.school(), PURPOSE, &text);
    let hash = target_hash(&inner.secret, tx.school(), &format!("user:{}", user.id));
    let id = crypto::token_hash(&token).into();
    store::insert_challenge(tx, &id, purpose, Some(&user.id), &sealed, &hash, "", now, now, now + LIFE_MS).await?;
    Ok(token)
}
