//! The school's desk: what a school changes of its own settings.
//!
//! Slices: [`draft`] (what is not published yet, and who changed what), [`publish`] (publishing now or on a day, the history,
//! and the way back), [`preview`], [`texts`] (every text by its words), [`blobs`] (pictures and plugins), [`messages`] (mail and
//! SMS in the school's words), [`letters`] (templates, and how one will look), [`rules`] (forms and components tried on samples), [`components`] (what the school runs, and what
//! that costs) and [`setup`] (what a new school still has to do).
//!
//! What always holds: the operators' bundle is never written; a revision is in the database before its overlay is on the
//! disk, and what a crash leaves in between is mended by the next look; a state with errors is never published. Where servers
//! share their schools, the store has a revision before any disk has it ([`tenants::depot`]).

mod api;
pub mod blobs;
pub mod components;
mod diff;
pub mod draft;
mod draft_base;
pub mod letters;
pub mod messages;
pub mod model;
mod once;
pub mod preview;
pub mod publish;
mod quota;
pub mod rules;
mod service;
pub mod setup;
mod shared;
mod staff;
mod sweep;
pub mod texts;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub use components::{Calls, Tally};
pub use model::Editor;
pub use publish::{Guards, Scheduled};
pub use quota::{LEAST, PUBLICATIONS, PUBLISHED, TRIED, UPLOADED};
pub use rules::{Rehearsal, Rehearsed, Rules, RulesFault};
pub use service::{Origin, Parts, Settings};
pub use staff::Colleagues;
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
        .merge(messages::api::routes())
        .merge(letters::api::routes())
        .merge(rules::api::routes())
        .merge(components::api::routes())
        .merge(setup::api::routes())
}
