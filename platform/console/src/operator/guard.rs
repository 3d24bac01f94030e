//! What stands before every call of the console: a page of our own, and a cookie.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use identity::RequestSite;
use kernel::{MessageId, Refusal};

/// The cookie.
pub const COOKIE: &str = "__Host-op";
/// The header that no form of another page can send.
const CONSOLE: &str = "x-console";

/// A write has to come from a page of the platform's own host: by its `Origin`, and by a header that asks browsers first.
pub fn require_own_page(headers: &HeaderMap, site: Option<&RequestSite>) -> Result<(), Refusal> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text("origin").is_some_and(|origin| site.is_some_and(|site| site.origins.iter().any(|o| o == origin)));
    let fetched = text("sec-fetch-site").is_none_or(|from| from == "same-origin");
    if origin && fetched && text(CONSOLE) == Some("1") {
        Ok(())
    } else {
        Err(Refusal::malformed("this is called by the console's own pages alone").status(StatusCode::FORBIDDEN))
    }
}

/// The cookie's value. Of two none counts. L014 when there is none.
pub fn cookie_of(headers: &HeaderMap) -> Result<String, Refusal> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_owned());
    match (values.next(), values.next()) {
        (Some(value), None) if !value.is_empty() && value.len() <= 255 => Ok(value),
        _ => Err(Refusal::new(MessageId::L014)),
    }
}

/// The header that sets it for eight hours.
#[must_use]
pub fn set_cookie(token: &str) -> Option<HeaderValue> {
    let seconds = super::model::ABSOLUTE_MS / 1000;
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Strict");
    HeaderValue::from_str(&cookie).ok()
}

/// The header that takes it away.
pub const NO_COOKIE: HeaderValue =
    HeaderValue::from_static("__Host-op=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict");

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_write_comes_from_a_page_of_the_console() {
        let site = RequestSite { origins: vec!["https://qabul.example".into()] };
        let asks = |pairs: &[(&'static str, &'static str)]| require_own_page(&headers(pairs), Some(&site)).is_ok();
        assert!(asks(&[("origin", "https://qabul.example"), ("x-console", "1")]));
        assert!(asks(&[("origin", "https://qabul.example"), ("x-console", "1"), ("sec-fetch-site", "same-origin")]));
        assert!(!asks(&[("origin", "https://a.qabul.example"), ("x-console", "1")]), "a school's page");
        assert!(!asks(&[("origin", "https://qabul.example")]), "without the header");
        assert!(!asks(&[("x-console", "1")]), "without an origin");
        assert!(!asks(&[("origin", "https://qabul.example"), ("x-console", "1"), ("sec-fetch-site", "same-site")]));
        assert!(require_own_page(&headers(&[("x-console", "1")]), None).is_err());
    }

    #[test]
    fn of_two_cookies_none_counts() {
        assert_eq!(cookie_of(&headers(&[("cookie", "a=1; __Host-op=token")])).ok().as_deref(), Some("token"));
        for bad in ["", "a=1", "__Host-op=", "__Host-op=a; __Host-op=b"] {
            assert!(cookie_of(&headers(&[("cookie", bad)])).is_err(), "{bad}");
        }
    }
}
