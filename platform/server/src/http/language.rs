//! In which language a page begins: as the web application finds it (`web/src/i18n/detector.ts`), but for what only the browser
//! knows. Screen readers and the direction of the first picture go by it.

use axum::http::header;
use axum::http::request::Parts;
use words::Language;

/// The language of a page: asked for in the address, chosen before, the browser's own, or the first that is offered.
pub(super) fn wanted(request: &Parts, offered: &[Language]) -> Language {
    let known = |tag: &str| Language::parse(tag).filter(|language| offered.contains(language));
    let query = request.uri.query().unwrap_or_default();
    let asked = query.split('&').find_map(|pair| pair.strip_prefix("lng=")).and_then(known);
    let text = |name| request.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let chosen = || {
        let mut cookies = text(header::COOKIE).flat_map(|value| value.split(';'));
        cookies.find_map(|pair| pair.trim().strip_prefix("i18next=")).and_then(known)
    };
    let own = || {
        let mut tags = text(header::ACCEPT_LANGUAGE).flat_map(|value| value.split(','));
        tags.find_map(|tag| known(tag.split(';').next().unwrap_or_default().trim()))
    };
    asked.or_else(chosen).or_else(own).or_else(|| offered.first().copied()).unwrap_or(Language::En)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{Ar, En};

    fn of(path: &str, headers: &[(header::HeaderName, &str)], offered: &[Language]) -> Language {
        let mut request = axum::http::Request::get(path);
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        wanted(&request.body(()).unwrap().into_parts().0, offered)
    }

    #[test]
    fn the_address_then_the_choice_then_the_browser_then_the_school() {
        let (cookie, own) =
            ((header::COOKIE, "a=1; i18next=en"), (header::ACCEPT_LANGUAGE, "fr, ar-OM;q=0.9, en;q=0.8"));
        assert_eq!(of("/?lng=ar", &[cookie.clone(), own.clone()], &[En, Ar]), Ar);
        assert_eq!(of("/", &[cookie.clone(), own.clone()], &[Ar, En]), En);
        assert_eq!(of("/", std::slice::from_ref(&own), &[En, Ar]), Ar);
        assert_eq!(of("/", &[], &[Ar, En]), Ar);
        assert_eq!(of("/?lng=xx", &[], &[Ar]), Ar);
        assert_eq!(of("/?lng=en", &[cookie, own], &[Ar]), Ar, "what the school does not speak is not taken");
        assert_eq!(of("/", &[], &[]), En);
    }
}
