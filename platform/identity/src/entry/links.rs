//! One-time links: 256 random bits, stored as a hash, for one purpose.

use kernel::crypto;
use kernel::{SchoolTx, StoreError, UserId};

use super::store;
use crate::service::Inner;

/// How long a link that sets a forgotten password is good for.
pub(crate) const RESET_MS: i64 = 60 * 60 * 1000;
/// How long a link that proves an address is good for.
pub(crate) const PROOF_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// How long the old address or number can take a change of it back.
pub(crate) const RESTORE_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Sets a password.
    SetPassword,
    /// Sets the first password of somebody whom colleagues invited: only a newer invitation ends it.
    Invitation,
    /// Proves the address of an account.
    VerifyEmail,
    /// Proves a new address and puts it in the place of the old one.
    ChangeEmail,
    /// Puts the address back that a change took away.
    RestoreEmail,
    /// The same of the number that somebody signs in by.
    RestorePhone,
}

impl Purpose {
    /// As it is stored and shown.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::SetPassword => "set_password",
            Self::Invitation => "invitation",
            Self::VerifyEmail => "verify_email",
            Self::ChangeEmail => "change_email",
            Self::RestoreEmail => "restore_email",
            Self::RestorePhone => "restore_phone",
        }
    }

    /// Where its link leads; the token stands behind the hash, which no server and no Referer sees.
    pub(crate) fn path(self, token: &str) -> String {
        match self {
            Self::SetPassword | Self::Invitation => format!("/reset-password#token={token}"),
            Self::VerifyEmail | Self::ChangeEmail => format!("/verify-account#token={token}"),
            // Programs that look at mail open links: nothing is taken back before somebody says so on the page.
            Self::RestoreEmail | Self::RestorePhone => format!("/verify-account?restore=1#token={token}"),
        }
    }
}

/// Makes a link for a person. `email` is the address that it proves, as the link went there; empty when it proves none. A person
/// who is not there gets none, with as much work. Older ones live on: whoever types an address ends nobody's links.
pub(crate) async fn add(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserId,
    purpose: Purpose,
    email: &str,
    life_ms: i64,
) -> Result<String, StoreError> {
    let now = inner.clock.now_ms();
    let token = crypto::new_token(&*inner.rng);
    let hash = crypto::token_hash(&token);
    store::insert_link_of(tx, &hash, user, purpose.as_str(), email, now, now + life_ms).await?;
    Ok(token)
}

/// The same, and older ones of that purpose are dead: for what the person, or who manages people, asked for.
pub(crate) async fn renew(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserId,
    purpose: Purpose,
    email: &str,
    life_ms: i64,
) -> Result<String, StoreError> {
    end(tx, inner, user, purpose).await?;
    add(tx, inner, user, purpose, email, life_ms).await
}

/// Ends a person's links of a purpose.
pub(crate) async fn end(tx: &mut SchoolTx, inner: &Inner, user: &UserId, purpose: Purpose) -> Result<(), StoreError> {
    store::use_up_links_for(tx, user, purpose.as_str(), inner.clock.now_ms()).await.map(drop)
}
