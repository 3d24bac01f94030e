//! What every page asks for first (the school's details and a form's document), answered from bytes that are ready,
//! without the router: nothing in its layers has anything to say to these calls.
//!
//! Host, suspension and headers were decided before as for any other call; both calls are public, and neither reads a
//! body. Whatever is not plainly one of them, and what is not ready yet, goes the long way.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use http_body::Body as _;
use tenants::School;
use tenants::registry::{Mode, Prepared};
use words::{Clock, Language};

use super::headers;

const DETAILS: &str = "/api/v1/oa/common/school-details";
const FORMS: &str = "/api/v1/oa/public/forms/";
const FORM_ROUTE: &str = "/api/v1/oa/public/forms/{form}";
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");
const GZIP: HeaderValue = HeaderValue::from_static("gzip");
const LATER: HeaderValue = HeaderValue::from_static("");

/// Answers out of memory.
pub(super) struct Ready {
    /// The headers of such an answer; entity tag and request id are put in their places.
    headers: HeaderMap,
    details: Arc<str>,
    form: Arc<str>,
}

/// Which of the two calls.
#[derive(Clone, Copy)]
pub(super) enum Call<'a> {
    Details,
    Form(&'a str, Language),
}

impl<'a> Call<'a> {
    /// Reads it off the request.
    pub fn of(request: &'a Request) -> Option<Self> {
        // A preview is answered by another school than the live one.
        let is_preview = request.headers().contains_key(super::preview::PREVIEW);
        if is_preview || *request.method() != Method::GET || !request.body().is_end_stream() {
            return None;
        }
        let (path, query) = (request.uri().path(), request.uri().query());
        if path == DETAILS {
            return Some(Self::Details);
        }
        let form = path.strip_prefix(FORMS).filter(|form| !form.contains(['/', '%']))?;
        let language = match query {
            None | Some("lng=en") => Language::En,
            Some("lng=ar") => Language::Ar,
            Some(_) => return None,
        };
        Some(Self::Form(form, language))
    }
}

impl Ready {
    pub fn new(https: bool, mode: Mode) -> Self {
        let mut headers = HeaderMap::with_capacity(16);
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.insert(header::CACHE_CONTROL, ASK_AGAIN);
        headers.insert(header::VARY, BY_ENCODING);
        headers.insert(header::ETAG, LATER);
        headers.insert(super::front::REQUEST_ID, LATER);
        if mode != Mode::Production {
            headers.insert(super::front::APP_MODE, HeaderValue::from_static(mode.as_str()));
        }
        headers::harden(&mut headers, https);
        Self { headers, details: DETAILS.into(), form: FORM_ROUTE.into() }
    }

    /// The route's template.
    pub fn route(&self, call: Call<'_>) -> &Arc<str> {
        match call {
            Call::Details => &self.details,
            Call::Form(..) => &self.form,
        }
    }

    /// The answer, if its bytes are ready and can go out as they are.
    pub fn answer(&self, call: Call<'_>, school: &School, asked: &HeaderMap, clock: &dyn Clock) -> Option<Response> {
        let body: Prepared = match call {
            Call::Details => school.details_if_ready(clock.now_ms())?,
            Call::Form(form, language) => school.form_view_if_ready(form, language)?,
        };
        let tag = HeaderValue::from_str(&body.etag).ok()?;
        let is_known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| *known == tag);
        let zipped = !is_known && !body.gzip.is_empty() && takes_gzip(asked);
        let mut headers = self.headers.clone();
        headers.insert(header::ETAG, tag);
        let mut response = if is_known {
            headers.remove(header::CONTENT_TYPE);
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else if zipped {
            headers.insert(header::CONTENT_ENCODING, GZIP);
            Response::new(Body::from(body.gzip))
        } else {
            Response::new(Body::from(body.bytes))
        };
        *response.headers_mut() = headers;
        Some(response)
    }
}

/// Whether the client takes gzip: named, and not with a weight of nothing.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().trim_start_matches("q=").parse::<f32>().unwrap_or(1.0);
        name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let takes = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().expect("header"));
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br, zstd") && takes("br;q=1.0, GZIP;q=0.5"));
        assert!(!takes("br") && !takes("gzip;q=0, br") && !takes("identity") && !takes("*"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn nothing_stands_before_what_is_ready() {
        let (_, thresholds) = crate::openapi::router().expect("said of all");
        for path in [DETAILS, FORM_ROUTE] {
            let threshold = thresholds.find(path, &Method::GET).expect("an operation");
            assert!(threshold.is_public() && threshold.rate.is_none() && !threshold.holds_secrets, "{path}");
        }
        assert!(FORM_ROUTE.starts_with(FORMS));
    }
}
