//! Admissions: what families send in, and how the school's staff work with it.
//!
//! Slices: [`forms`] (what a family fills in: check, drafts, files, submission), [`family`] (what of it belongs to an
//! account), [`enquiries`] (the staff's inbox over what came in) and [`notes`] (what staff keep in view there).

pub mod enquiries;
pub mod family;
pub mod files;
pub mod forms;
pub mod ids;
pub mod images;
pub mod notes;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub fn routes<S>() -> OpenApiRouter<S>
where
    forms::Forms: FromRef<S>,
    enquiries::Enquiries: FromRef<S>,
    family::Family: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    forms::api::routes().merge(enquiries::api::routes()).merge(family::api::routes()).merge(notes::api::routes())
}
