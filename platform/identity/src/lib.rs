//! People who sign in: accounts, passwords, sessions, tokens.
//!
//! A person is `invited` (no password yet; holds a one-time link), `active`, or `disabled`. A session is a row that has
//! the last word on every request; the bearer only points to it and lives for ten minutes; the refresh cookie rotates,
//! and one that comes again later ends its session. A person's `stamp` moves on with every change of password, roles
//! or status, and sessions of an older stamp are dead.
//!
//! What always holds: one answer for "no such person", "wrong password" and "switched off"; a password is hashed behind
//! a bounded gate and never on an async thread; tokens are stored only as hashes.

pub mod accounts;
pub mod api;
pub mod captcha;
pub mod craft;
pub mod device;
pub mod entry;
mod factor;
mod fresh;
mod gate;
pub mod journal;
mod known_browser;
mod letters;
pub mod limits;
mod model;
mod password;
pub mod people;
mod policy;
pub mod profile;
mod service;
mod session_ends;
mod sessions;
mod store;
pub mod tills;
mod token;
mod tries;
mod turns;
mod work;

pub use accounts::{Account, NewAccount};
pub use api::{RequestSite, routes};
pub use fresh::TakenOut;
pub use known_browser::KnownBrowsers;
pub use model::{Kind, Method, Person, Status};
pub use service::Identity;
pub use sessions::{NewSession, Opened, SessionTill};

/// Every statement of this room, for the check against SQLite.
#[doc(hidden)]
#[must_use]
pub fn declared_lite() -> Vec<kernel::db::statement::Declared<sqlx::Sqlite>> {
    let parts = [
        store::declared_lite(),
        captcha::store::declared_lite(),
        entry::store::declared_lite(),
        factor::store::declared_lite(),
        journal::store::declared_lite(),
        letters::declared_lite(),
        people::store::declared_lite(),
        profile::store::declared_lite(),
        tills::store::declared_lite(),
        tries::store::declared_lite(),
    ];
    parts.into_iter().flatten().collect()
}

/// Every statement of this room, for the check against PostgreSQL.
#[doc(hidden)]
#[must_use]
pub fn declared_pg() -> Vec<kernel::db::statement::Declared<sqlx::Postgres>> {
    let parts = [
        store::declared_pg(),
        captcha::store::declared_pg(),
        entry::store::declared_pg(),
        factor::store::declared_pg(),
        journal::store::declared_pg(),
        letters::declared_pg(),
        people::store::declared_pg(),
        profile::store::declared_pg(),
        tills::store::declared_pg(),
        tries::store::declared_pg(),
    ];
    parts.into_iter().flatten().collect()
}
