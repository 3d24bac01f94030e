//! Admissions: what families send in, and how the school's staff work with it.
//!
//! Slices: [`applications`] (where an application stands, and the seats that it takes), [`forms`] (what a family fills in: check, drafts, files, submission), [`family`] (what of it belongs to an
//! account), [`my_application`] (what a family sees and does of what it sent), [`enquiries`] (the staff's inbox over what
//! came in), [`letters`] (what goes out on paper and is signed), [`notes`] (what staff keep in view there), [`origins`] (who sent a submission for whom, and which enquiry an application was made from), [`papers`] (which are wanted and how they stand), [`scans`] (what is looked at before anybody is given it), [`messages`] (what family and school write to each other) [`students`] (who is enrolled, and the file of each), [`tasks`] (what somebody has to do), [`unlocks`] (answers that a family may change after sending) and [`audiences`] (who
//! reads what forms keep for some of the staff).

pub mod applications;
pub mod audiences;
pub mod enquiries;
pub mod family;
pub mod files;
pub mod forms;
pub mod ids;
pub mod images;
pub mod letters;
pub mod messages;
pub mod my_application;
pub mod notes;
pub mod origins;
mod own_link;
pub mod papers;
mod parts;
pub mod scans;
mod served;
pub mod stand;
pub mod students;
pub mod tasks;
mod typed;
pub mod unlocks;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

pub fn routes<S>() -> OpenApiRouter<S>
where
    forms::Forms: FromRef<S>,
    enquiries::Enquiries: FromRef<S>,
    family::Family: FromRef<S>,
    letters::LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    forms::api::routes()
        .merge(enquiries::api::routes())
        .merge(family::api::routes())
        .merge(my_application::api::routes())
        .merge(notes::api::routes())
        .merge(papers::api::routes())
        .merge(messages::api::routes())
        .merge(tasks::api::routes())
        .merge(applications::api::routes())
        .merge(students::api::routes())
        .merge(audiences::api::routes())
        .merge(unlocks::api::routes())
        .merge(origins::api::routes())
        .merge(letters::api::routes())
}
