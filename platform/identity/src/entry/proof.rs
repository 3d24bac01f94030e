//! Whose an account is, once its address is proved for the first time.
//!
//! Anybody can register any address. Until it is proved, everything that was told of the account (name, number, language, password,
//! consent) is a stranger's word; by whichever way its owner comes first (code, link, forgotten password, invitation), all of it goes.

use kernel::{SchoolTx, StoreError, UserId};
use words::sabotage::{Guard, is_removed};

use super::store;
use crate::service::Inner;
use crate::store::UserRow;

/// The address that an account has is proved: an account that waited for that begins anew. `name` is what its owner told by now.
/// Whether it had waited; an account that did not is left as it is.
pub(crate) async fn take_over(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserRow,
    name: Option<&str>,
    locale: &str,
) -> Result<bool, StoreError> {
    let now = inner.clock.now_ms();
    if is_removed(Guard::OwnPassword) {
        return Ok(store::verify_address(tx, &user.id, &user.email, now).await? > 0);
    }
    let name = name.unwrap_or_else(|| user.email.split('@').next().unwrap_or_default());
    let taken = store::take_over_address(tx, &user.id, &user.email, name, locale, now).await? > 0;
    if taken {
        store::drop_registrations(tx, &user.id).await?;
    }
    Ok(taken)
}

/// A link to the address proved it: what was told of the account before, in whichever browser, counts no more.
pub(crate) async fn confirm(tx: &mut SchoolTx, inner: &Inner, user: &UserId, address: &str) -> Result<(), StoreError> {
    if store::verify_address(tx, user, address, inner.clock.now_ms()).await? > 0 {
        store::drop_registrations(tx, user).await?;
    }
    Ok(())
}
