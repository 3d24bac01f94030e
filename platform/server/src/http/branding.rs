//! `/branding/{file}`: the school's logo and its photograph, named by their digests.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kernel::Refusal;
use settings::Settings;
use tenants::School;

use super::pages::{is_known, not_modified};

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub(super) async fn answer(
    school: Option<&Arc<School>>,
    file: &str,
    headers: &HeaderMap,
    settings: &Settings,
) -> Response {
    let Some(school) = school.cloned() else { return Refusal::not_found().into_response() };
    let name = file.to_owned();
    // Drawing a logo for the first time takes a moment.
    let ready = school.branding_file_if_ready(file);
    let id = school.id().clone();
    let found = match school.built(ready, move |school| school.branding_file(&name)).await {
        // A picture of a draft: pages name it by its digest as any other, and pictures carry no header.
        Ok(None) => settings.preview_picture(&id, file).await,
        found => found,
    };
    match found {
        Ok(Some(bytes)) => {
            let is_photo = file.ends_with(".jpg");
            let etag = format!("\"{}\"", file.trim_end_matches(".png").trim_end_matches(".jpg"));
            if is_known(headers, &etag) {
                return not_modified(&etag, FOREVER);
            }
            let kind = [(header::CONTENT_TYPE, if is_photo { "image/jpeg" } else { "image/png" })];
            (kind, [(header::CACHE_CONTROL, FOREVER)], [(header::ETAG, etag)], bytes).into_response()
        }
        Ok(None) => Refusal::not_found().into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
