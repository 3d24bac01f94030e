//! People who sign in: accounts, passwords, sessions, tokens.
//!
//! A person is `invited` (no password yet; holds a one-time link), `active`, or `disabled`. A session is a row that has
//! the last word on every request; the bearer only points to it and lives for ten minutes; the refresh cookie rotates,
//! and one that comes again later ends its session. A person's `stamp` moves on with every change of password, roles
//! or status, and sessions of an older stamp are dead.
//!
//! What always holds: one answer for "no such person", "wrong password" and "switched off"; a password is hashed behind
//! a bounded pool and never on an async thread; tokens are stored only as hashes.

pub mod accounts;
pub mod api;
pub mod captcha;
pub mod device;
pub mod entry;
mod factor;
mod fresh;
mod hash_pool;
pub mod ids;
pub mod journal;
mod known_browser;
mod letters;
pub mod limits;
mod model;
mod password;
pub mod people;
mod policy;
pub mod primitives;
pub mod profile;
pub mod rates;
mod service;
mod session_ends;
mod sessions;
mod settings_news;
mod signed_in;
mod store;
mod task_news;
pub mod tills;
mod token;
mod transaction;
mod tries;
mod turns;
pub mod views;
mod wrong_tries;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub use accounts::{Account, NewAccount};
pub use fresh::TakenOut;
pub use known_browser::KnownBrowsers;
pub use model::{Kind, Method, Person, RequestSite, Status};
pub use policy::school_words;
pub use service::Identity;
pub use sessions::{NewSession, Opened, SessionTill};
pub use task_news::{NoticeCause, RulesNotice};
pub use token::bearer_of;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Identity: FromRef<S>,
    profile::Avatars: FromRef<S>,
    profile::Keepers: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    api::routes()
        .merge(profile::api::routes())
        .merge(people::api::routes())
        .merge(tills::api::routes())
        .merge(journal::api::routes())
        .merge(views::api::routes())
        .merge(captcha::routes())
}
