//! The platform's own desk, at the base domain itself: requests for schools, the operators who decide them, and how the
//! schools are.
//!
//! Slices: [`operator`] (signing in with password and authenticator), [`subscription`] (asking for a school, confirming the
//! address, deciding, making the school) and [`overview`].
//!
//! What always holds: nothing here is a school's, and no person of a school gets in; every row lies in the platform's own
//! database ([`kernel::PlatformTx`]); every act is written down in the write that does it; letters leave through the
//! platform's own outbox ([`letters`]), sealed until they are sent.

pub mod caller;
mod counts;
pub mod ids;
pub mod letters;
pub mod links;
pub mod operator;
pub mod overview;
mod service;
pub mod store;
pub mod subscription;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub use caller::{PlatformActor, PlatformCaller};
pub use counts::Caused;
pub use service::{Console, Parts};
pub use subscription::plans::{Limits, Plan, shipped};

/// The routes. Their `x-permission` is `platform.public` or `platform.operator`, which the server knows by itself.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Console: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .merge(subscription::api::routes())
        .merge(operator::api::routes())
        .merge(overview::api::routes())
}
