//! `/v1/oa/public/forms` and `/v1/oa/public/uploads`: whoever holds a link to a school's form.

mod drafts;
mod offered;
mod submissions;
mod uploads;

use axum::extract::FromRef;
use kernel::rate::Rate;
use kernel::{MessageId, Refusal};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Language;

use super::Forms;

/// Answers that are checked, kept and sent.
const FORM_WRITE: Rate = Rate::new("form_write", 3000, 1200);

/// The routes of filling in a form.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(offered::list_forms))
        .routes(routes!(offered::get_form))
        .routes(routes!(offered::check_form))
        .routes(routes!(drafts::create_draft))
        .routes(routes!(drafts::get_draft, drafts::save_draft))
        .routes(routes!(submissions::submit_form))
        .routes(routes!(uploads::upload_file))
}

/// A language of the product; anything else is malformed.
fn language(tag: &str) -> Result<Language, Refusal> {
    match tag {
        "en" => Ok(Language::En),
        "ar" => Ok(Language::Ar),
        _ => Err(Refusal::new(MessageId::R001).message("a language is en or ar")),
    }
}
