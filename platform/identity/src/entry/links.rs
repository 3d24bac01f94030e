//! One-time links: 256 random bits, stored as a hash, for one purpose.

use kernel::crypto;
use kernel::{SchoolTx, StoreError};

use super::store;
use crate::service::Inner;

/// How long a link that sets a forgotten password is good for.
pub(crate) const RESET_MS: i64 = 60 * 60 * 1000;
/// How long a link that proves an address is good for.
pub(crate) const PROOF_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Sets a password.
    SetPassword,
    /// Proves the address of an account.
    VerifyEmail,
    /// Proves a new address and puts it in the place of the old one.
    ChangeEmail,
}

impl Purpose {
    /// As it is stored and shown.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::SetPassword => "set_password",
            Self::VerifyEmail => "verify_email",
            Self::ChangeEmail => "change_email",
        }
    }

    /// Where its link leads; the token stands behind the hash, which no server and no Referer sees.
    pub(crate) fn path(self, token: &str) -> String {
        match self {
            Self::SetPassword => format!("/reset-password#token={token}"),
            Self::VerifyEmail | Self::ChangeEmail => format!("/verify-account#token={token}"),
        }
    }
}

/// Makes a link for a person, and ends older ones of that purpose. `email` is the address that it proves, as the link went
/// there; empty when it proves none. A person who is not there gets none, with as much work.
pub(crate) async fn renew(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &str,
    purpose: Purpose,
    email: &str,
    life_ms: i64,
) -> Result<String, StoreError> {
    let now = inner.clock.now_ms();
    let token = crypto::new_token(&*inner.rng);
    store::use_up_links_for(tx, user, purpose.as_str(), now).await?;
    let hash = crypto::token_hash(&token);
    store::insert_link_of(tx, &hash, user, purpose.as_str(), email, now, now + life_ms).await?;
    Ok(token)
}
