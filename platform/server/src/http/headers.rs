//! Headers that every answer carries.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// For everything but the page: it is data, and runs nothing, wherever it is opened.
const DATA_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
);
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const NO_REFERRER: HeaderValue = HeaderValue::from_static("no-referrer");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const NO_FEATURES: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()",
);
const TWO_YEARS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");
const COOP: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const FEATURES: HeaderName = HeaderName::from_static("permissions-policy");

/// The page's policy: only our own files, styles also with this answer's nonce.
pub(super) fn page_policy(nonce: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    ))
    .ok()
}

/// Adds what is not there yet.
pub(super) fn harden(headers: &mut HeaderMap, https: bool) {
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(DATA_POLICY);
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    headers.insert(header::REFERRER_POLICY, NO_REFERRER);
    headers.insert(COOP, SAME_ORIGIN);
    headers.insert(CORP, SAME_ORIGIN);
    headers.insert(FEATURES, NO_FEATURES);
    if https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TWO_YEARS);
    }
}
