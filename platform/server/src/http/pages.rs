//! Everything outside `/api`: the web build, its texts with the school's own over them, the school's pictures.

use std::sync::Arc;
use std::time::Duration;

use admissions::applications::Applications;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use bytes::Bytes;
use kernel::{MessageId, Refusal};
use site::{Asset, Filling, Site};
use tenants::School;
use tenants::bundle::entry::CaptchaProvider;
use tenants::registry::{Denied, Mode};
use tokio::sync::Semaphore;
use words::Language;

use super::front::{AtPlatform, RouteName, wants_page};
use super::headers::{ENDED_POLICY, Others, page_policy};
use super::known::{Known, Landings};
use super::preview::Previewed;
use super::{branding, calendar, language, locales};
use crate::app::App;
use crate::config::origin_part;

pub(super) const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// How long a page waits for what it would bring along: the application can ask for it as well.
const PATIENCE: Duration = Duration::from_millis(200);
/// Pages, besides those of forms, that ask for a proof that a person asks, and the ones that lead there without loading anew.
const ENTRY: [&str; 9] = [
    "",
    "sign-in",
    "sign-up",
    "forgot-password",
    "otp-authentication",
    "verify-account",
    "admission",
    "admission-dates",
    "my-application",
];

pub(super) struct Pages {
    app: Arc<App>,
    locales: locales::Locales,
    landings: Landings,
    /// Pages are compressed a few at a time: whoever asks for many keeps no other work from its turn.
    packing: Arc<Semaphore>,
}

impl Pages {
    pub fn new(app: Arc<App>) -> Self {
        let landings = Landings::read(app.site.landings());
        let packing = Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));
        Self { app, locales: locales::Locales::default(), landings, packing }
    }

    pub async fn answer(&self, request: &Parts) -> Response {
        let path = request.uri.path().trim_start_matches('/').to_owned();
        let (name, mut response) = if matches!(request.method, Method::GET | Method::HEAD) {
            self.find(&path, request).await
        } else {
            ("none", not_allowed())
        };
        response.extensions_mut().insert(RouteName(name.into()));
        response
    }

    async fn find(&self, path: &str, request: &Parts) -> (&'static str, Response) {
        let headers = &request.headers;
        let school = request.extensions.get::<Arc<School>>();
        if let Some(rest) = path.strip_prefix("locales/") {
            return ("/locales/{lng}/{ns}.json", {
                let query = request.uri.query();
                self.locales.answer(&self.app.site, school, rest, query, headers).await
            });
        }
        if let Some(file) = path.strip_prefix("branding/") {
            let settings = &self.app.state.settings;
            return ("/branding/{file}", branding::answer(school, file, headers, settings).await);
        }
        if path == "calendar/admission.ics" {
            let origin = |school: &School| self.app.config.origin_of(&school.canonical_host());
            let (query, now) = (request.uri.query(), self.app.clock.now_ms());
            return ("/calendar/admission.ics", calendar::answer(school.map(Arc::as_ref), query, &origin, now));
        }
        if self.app.site.file(path).is_some() {
            return ("static", asset(self.app.site.clone(), path, headers).await);
        }
        // A missing script must not be answered with a page: the browser would keep it under the script's name.
        let is_navigation = !path.rsplit('/').next().unwrap_or_default().contains('.') && !path.starts_with("assets/");
        if is_navigation && wants_page(&request.method, headers) {
            let at_platform = request.extensions.get::<AtPlatform>().is_some() && is_platform_page(path);
            return ("page", self.page(school, path, at_platform, request).await);
        }
        ("none", Refusal::not_found().into_response())
    }

    async fn page(&self, school: Option<&Arc<School>>, path: &str, at_platform: bool, request: &Parts) -> Response {
        let is_preview = request.extensions.get::<Previewed>().is_some();
        if school.is_none() && !at_platform && self.app.registry.policy().mode == Mode::Production {
            return plain(StatusCode::OK, "Qabul", "Open your school's own address.", "افتحوا عنوان مدرستكم.");
        }
        let nonce = kernel::crypto::new_token(&*self.app.rng);
        let offered = school.map_or(&Language::ALL[..], |school| &school.config().languages);
        let language = language::wanted(request, offered);
        // A preview is of a draft, and its application asks for all of it with its token.
        let known = match school.filter(|_| !is_preview) {
            Some(school) => self.known(school, path, language).await,
            None => Known::default(),
        };
        let (head, data) = (known.head.as_str(), known.json.as_str());
        let (language, direction) = (language.as_str(), language.direction());
        let filling = Filling { nonce: &nonce, language, direction, head, known: data };
        let Some(page) = self.app.site.page(filling) else {
            let (en, ar) =
                ("The web app is not built into this server: run `make build`.", "تطبيق الويب غير مضمّن في هذا الخادم.");
            return plain(StatusCode::NOT_FOUND, "Qabul", en, ar);
        };
        // The root is a school's as well as the platform's: the page is told whose it is.
        let page = if at_platform { page.replacen("<html ", "<html data-host=\"platform\" ", 1) } else { page };
        let mut response = self.packed(page, request).await;
        let asks = |school: &&Arc<School>| ENTRY.contains(&path) || self.landings.of(school, path).form.is_some();
        let captcha = school.filter(asks).map(|school| school.config().captcha.provider);
        let connections = self.app.registry.policy().connections_url.as_deref().and_then(origin_part);
        let others = Others { captcha: captcha.unwrap_or(CaptchaProvider::Off), connections, is_preview };
        if is_preview {
            response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
        }
        if let Some(policy) = page_policy(&nonce, others) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if is_of_a_link(path) {
            response.headers_mut().insert(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
        }
        response
    }
}

impl Pages {
    /// A page in the form that the browser likes best; as it is where others are being compressed, or nobody reads it. Nothing of a
    /// request is in it, so that its length tells nobody anything.
    async fn packed(&self, page: String, request: &Parts) -> Response {
        let accepted = request.headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let (Some(encoding), Ok(turn)) =
            (best_encoding(accepted.unwrap_or_default()), self.packing.clone().try_acquire_owned())
        else {
            return Html(page).into_response();
        };
        if request.method == Method::HEAD {
            return Html(page).into_response();
        }
        let pack = move || {
            let _turn = turn;
            if encoding == "br" { site::brotli(page.as_bytes(), 5) } else { site::gzip(page.as_bytes()) }
        };
        let Ok(body) = tokio::task::spawn_blocking(pack).await else {
            return Refusal::internal("a page could not be compressed").into_response();
        };
        let mut response = Html(body).into_response();
        let out = response.headers_mut();
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    /// What the application would ask for as soon as it runs; what cannot be had at once it asks for as ever.
    async fn known(&self, school: &Arc<School>, path: &str, language: Language) -> Known {
        let found = self.landings.of(school, path);
        let mut known = Known::new(&self.landings, found.landing, language);
        for ns in self.landings.texts(found.landing) {
            if let Some(address) = self.locales.address(&self.app.site, school, language, ns).await {
                known.text(language, ns, &address);
            }
        }
        let now = self.app.clock.now_ms();
        let details = school.built(school.details_if_ready(now), move |school| school.details(now));
        if let Ok(Ok(details)) = tokio::time::timeout(PATIENCE, details).await {
            known.school(&details);
        }
        if found.tells_places && !school.is_suspended() {
            let applications = Applications::new(self.app.state.enquiries.clone());
            // Nobody waits for what somebody else counts.
            let is_counted = school.places_turn().try_lock_owned().is_err();
            let left = async {
                if is_counted {
                    None
                } else {
                    tokio::time::timeout(PATIENCE, applications.places_left(school)).await.ok()
                }
            };
            let years = left.await.map_or_else(|| school.places_told_before(now), Result::ok);
            if let Some(years) = years {
                known.places(&years);
            }
        }
        if let Some(form) = found.form {
            let id = form.clone();
            let ready = school.form_view_if_ready(&form, language).map(Ok);
            let view = school.built(ready, move |school| school.form_view(&id, language));
            if let Ok(Ok(Ok(view))) = tokio::time::timeout(PATIENCE, view).await {
                known.form(&form, &view);
            }
        }
        known.closed()
    }
}

/// The pages of the platform's own host: its front door, asking for a school, and the operators' console.
fn is_platform_page(path: &str) -> bool {
    matches!(path.split('/').next(), Some("" | "registration-form" | "console"))
}

/// The pages that a link leads to, its token in their path: no machine keeps them.
const OF_LINKS: [&str; 6] =
    ["offer-letter", "conditional-offer-letter", "acceptance", "consent", "financial_document", "student-encrypted"];
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

fn is_of_a_link(path: &str) -> bool {
    path.split_once('/').is_some_and(|(page, _)| OF_LINKS.contains(&page))
}

fn not_allowed() -> Response {
    let mut response = Refusal::new(MessageId::R005).into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// A file of the web build, in the form that the browser likes best.
async fn asset(site: Arc<Site>, path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = site.file(path) else { return Refusal::not_found().into_response() };
    let caching = if file.is_immutable { FOREVER } else { ASK_AGAIN };
    if is_known(headers, &file.etag) {
        return not_modified(&file.etag, caching);
    }
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let encoding = if file.is_compressible() { best_encoding(accepted) } else { None };
    let body = match encoding {
        None => file.bytes.clone(),
        Some(encoding) if file.is_compressed(encoding) => encoded(file, encoding),
        Some(encoding) => {
            let (site, path) = (site.clone(), path.to_owned());
            let made = tokio::task::spawn_blocking(move || {
                let file = site.file(&path)?;
                Some(encoded(file, encoding))
            });
            match made.await {
                Ok(Some(body)) => body,
                _ => return Refusal::internal("a file could not be compressed").into_response(),
            }
        }
    };
    let mut response = Response::new(Body::from(body));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.mime));
    out.insert(header::CACHE_CONTROL, caching);
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if let Ok(etag) = HeaderValue::from_str(&file.etag) {
        out.insert(header::ETAG, etag);
    }
    response
}

fn encoded(file: &Asset, encoding: &str) -> Bytes {
    if encoding == "br" { file.brotli() } else { file.gzip() }
}

pub(super) fn best_encoding(accepted: &str) -> Option<&'static str> {
    let takes = |name: &str| {
        accepted.split(',').map(str::trim).any(|entry| {
            let (known, weight) = entry.split_once(';').unwrap_or((entry, ""));
            known.trim() == name
                && !weight.replace(' ', "").starts_with("q=0;")
                && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
        })
    };
    ["br", "gzip"].into_iter().find(|name| takes(name))
}

/// Whether the browser has this very state already.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == etag))
}

pub(super) fn not_modified(etag: &str, caching: HeaderValue) -> Response {
    (StatusCode::NOT_MODIFIED, [(header::ETAG, etag.to_owned())], [(header::CACHE_CONTROL, caching)]).into_response()
}

/// A page where no school is: small, in both languages, without anything of the host in it.
pub(super) fn no_school(denied: Denied) -> Response {
    let status = StatusCode::from_u16(denied.status()).unwrap_or(StatusCode::BAD_REQUEST);
    plain(status, "Qabul", "No school lives at this address.", "لا توجد مدرسة في هذا العنوان.")
}

/// In the frame of a preview whose session is over.
pub(super) fn preview_ended() -> Response {
    let mut response = plain(StatusCode::NOT_FOUND, "Qabul", "This preview has ended.", "انتهت هذه المعاينة.");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, ENDED_POLICY);
    response
}

fn plain(status: StatusCode, title: &str, en: &str, ar: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title></head>\
         <body><main><h1>{title}</h1><p>{en}</p><p lang=\"ar\" dir=\"rtl\">{ar}</p></main></body></html>"
    );
    (status, Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_encoding_is_chosen() {
        assert_eq!(best_encoding("gzip, deflate, br"), Some("br"));
        assert_eq!(best_encoding("gzip;q=1.0, br;q=0"), Some("gzip"));
        assert_eq!(best_encoding("identity"), None);
        assert_eq!(best_encoding(""), None);
    }
}
