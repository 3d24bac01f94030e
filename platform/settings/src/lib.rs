//! The school's desk: what a school changes of its own settings.
//!
//! Slices: [`draft`] (what is not published yet, and who changed what), [`publish`] (publishing now or on a day, the history,
//! and the way back), [`preview`], [`texts`] (every text by its words) and [`blobs`] (pictures and plugins).
//!
//! What always holds: the operators' bundle is never written; a revision is in the database before its overlay is on the
//! disk, and what a crash leaves in between is mended by the next look; a state with errors is never published.

pub mod blobs;
mod diff;
pub mod draft;
mod ground;
pub mod model;
pub mod preview;
pub mod publish;
mod service;
mod sweep;
pub mod texts;

use axum::extract::FromRef;
use kernel::db::statement::Declared;
use utoipa_axum::router::OpenApiRouter;

pub use publish::{PUBLISH_JOB, SCHEDULE_JOB, Scheduled};
pub use service::{Parts, Settings};
pub use texts::Words;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .merge(draft::api::routes())
        .merge(blobs::routes())
        .merge(publish::api::routes())
        .merge(preview::routes())
        .merge(texts::api::routes())
}

/// Every statement of this room, for the check against SQLite.
#[doc(hidden)]
#[must_use]
pub fn declared_lite() -> Vec<Declared<sqlx::Sqlite>> {
    [draft::store::declared_lite(), publish::store::declared_lite()].into_iter().flatten().collect()
}

/// Every statement of this room, for the check against PostgreSQL.
#[doc(hidden)]
#[must_use]
pub fn declared_pg() -> Vec<Declared<sqlx::Postgres>> {
    [draft::store::declared_pg(), publish::store::declared_pg()].into_iter().flatten().collect()
}
