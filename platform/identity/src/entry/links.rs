//! What this room's links are for, and the person that each is bound to.

use kernel::links::{self, Bound, Link};
use kernel::{SchoolTx, StoreError, UserId};

use super::store;
use crate::model::LINK_LIFE_MS;
use crate::service::Inner;
/// How long a link that sets a forgotten password is good for.
pub(crate) const RESET_MS: i64 = 60 * 60 * 1000;
/// How long a link that proves an address is good for.
pub(crate) const PROOF_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// How long a link that changes an address is good for.
pub(crate) const CHANGE_MS: i64 = 24 * 60 * 60 * 1000;
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

impl links::Purpose for Purpose {
    const ALL: &'static [Self] = &[
        Self::SetPassword,
        Self::Invitation,
        Self::VerifyEmail,
        Self::ChangeEmail,
        Self::RestoreEmail,
        Self::RestorePhone,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::SetPassword => "set_password",
            Self::Invitation => "invitation",
            Self::VerifyEmail => "verify_email",
            Self::ChangeEmail => "change_email",
            Self::RestoreEmail => "restore_email",
            Self::RestorePhone => "restore_phone",
        }
    }

    fn life_ms(self) -> i64 {
        match self {
            Self::SetPassword => RESET_MS,
            Self::Invitation => LINK_LIFE_MS,
            Self::VerifyEmail => PROOF_MS,
            Self::ChangeEmail => CHANGE_MS,
            Self::RestoreEmail | Self::RestorePhone => RESTORE_MS,
        }
    }

    fn path(self, token: &str) -> String {
        match self {
            Self::SetPassword | Self::Invitation => format!("/reset-password#token={token}"),
            Self::VerifyEmail | Self::ChangeEmail => format!("/verify-account#token={token}"),
            // Programs that look at mail open links: nothing is taken back before somebody says so on the page.
            Self::RestoreEmail | Self::RestorePhone => format!("/verify-account?restore=1#token={token}"),
        }
    }
}

impl Purpose {
    /// Whether it takes a change back.
    pub(crate) fn restores(self) -> bool {
        RESTORES.contains(&self)
    }
}

/// What dies with a new password or another address; not what takes a change back: whoever changed it would set a password next.
pub(crate) const DYING: [Purpose; 4] =
    [Purpose::SetPassword, Purpose::Invitation, Purpose::VerifyEmail, Purpose::ChangeEmail];
/// What sets a password.
pub(crate) const PASSWORDS: [Purpose; 2] = [Purpose::SetPassword, Purpose::Invitation];
/// What proves an address, or takes a change back.
pub(crate) const ADDRESSES: [Purpose; 4] =
    [Purpose::VerifyEmail, Purpose::ChangeEmail, Purpose::RestoreEmail, Purpose::RestorePhone];
/// What takes a change back.
pub(crate) const RESTORES: [Purpose; 2] = [Purpose::RestoreEmail, Purpose::RestorePhone];

/// Makes a link for a person. `email` is the address that it proves, as the link went there; empty when it proves none. An invitation
/// proves the address that the account has: it goes there, or somebody who manages people hands it over. A person who is not there,
/// or may not sign in, gets none, with as much work. Older ones live on: whoever types an address ends nobody's links.
pub(crate) async fn add(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserId,
    purpose: Purpose,
    email: &str,
) -> Result<String, StoreError> {
    let now = inner.clock.now_ms();
    let minted = links::mint(&*inner.rng, purpose, now);
    let holder = store::find_link_holder(tx, user).await?;
    let (object, own) = holder.as_ref().map_or(("", ""), |row| (row.id.as_str(), row.email.as_str()));
    let address = if purpose == Purpose::Invitation { own } else { email };
    links::add(tx, &minted, purpose, Bound { object, address }, now).await?;
    Ok(minted.token)
}

/// The same, and older ones of that purpose are dead: for what the person, or who manages people, asked for.
pub(crate) async fn renew(
    tx: &mut SchoolTx,
    inner: &Inner,
    user: &UserId,
    purpose: Purpose,
    email: &str,
) -> Result<String, StoreError> {
    end(tx, inner, user, purpose).await?;
    add(tx, inner, user, purpose, email).await
}

/// Ends a person's links of a purpose.
pub(crate) async fn end(tx: &mut SchoolTx, inner: &Inner, user: &UserId, purpose: Purpose) -> Result<(), StoreError> {
    links::end(tx, user.as_str(), &[purpose], inner.clock.now_ms()).await
}

/// A number that its former owner can put back is nobody else's meanwhile,
pub(crate) async fn find_number_holder(
    tx: &mut SchoolTx,
    phone: &str,
    now: i64,
) -> Result<Option<Link<Purpose>>, StoreError> {
    links::first_to(tx, phone, Purpose::RestorePhone, now).await
}

/// and no address either: whoever registers it proves nothing, and the way back would be dead.
pub(crate) async fn find_address_holder(
    tx: &mut SchoolTx,
    email: &str,
    now: i64,
) -> Result<Option<Link<Purpose>>, StoreError> {
    links::first_to(tx, email, Purpose::RestoreEmail, now).await
}
