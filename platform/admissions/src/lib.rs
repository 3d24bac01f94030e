//! Admissions: what families send in, and how the school's staff work with it.
//!
//! Slices: [`forms`] (what a family fills in: check, drafts, files, submission), [`family`] (what of it belongs to an
//! account) and [`enquiries`] (the staff's inbox over what came in).

pub mod enquiries;
pub mod family;
pub mod files;
pub mod forms;
pub mod images;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

/// The routes.
pub fn routes<S>() -> OpenApiRouter<S>
where
    forms::Forms: FromRef<S>,
    enquiries::Enquiries: FromRef<S>,
    family::Family: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    forms::api::routes().merge(enquiries::api::routes()).merge(family::api::routes())
}
