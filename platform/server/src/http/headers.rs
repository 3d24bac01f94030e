//! Headers that every answer carries.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use tenants::bundle::entry::CaptchaProvider;
use words::sabotage::{Guard, is_removed};

/// For everything but the page: it is data, and runs nothing, wherever it is opened.
const DATA_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
);
/// For our own scripts: a worker takes its policy from its own file, and in a sandbox it has no cryptography, so that it
/// could prove nothing.
const SCRIPT_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
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

/// Whom else a page may load from: nobody, unless the school or the operator says so.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Others<'a> {
    /// Who sets riddles, on the pages that ask for one.
    pub captcha: CaptchaProvider,
    /// Where the list of other places is fetched from.
    pub connections: Option<&'a str>,
    /// It is a preview: our own pages may frame it, and it frames nothing of ours.
    pub is_preview: bool,
}

impl Others<'_> {
    /// Sources of scripts and frames, and what else a provider's widget needs.
    fn captcha(self) -> (&'static str, &'static str, &'static str) {
        match self.captcha {
            CaptchaProvider::Turnstile => {
                (" https://challenges.cloudflare.com", "https://challenges.cloudflare.com", "")
            }
            CaptchaProvider::Hcaptcha => (
                " https://hcaptcha.com https://*.hcaptcha.com",
                "https://hcaptcha.com https://*.hcaptcha.com",
                " https://hcaptcha.com https://*.hcaptcha.com",
            ),
            CaptchaProvider::Recaptcha => (
                " https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
                "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
                "",
            ),
            CaptchaProvider::Altcha | CaptchaProvider::Off => ("", "", ""),
        }
    }
}

/// The page's policy: only our own files, styles also with this answer's nonce.
pub(super) fn page_policy(nonce: &str, others: Others<'_>) -> Option<HeaderValue> {
    let (scripts, frames, more) = others.captcha();
    // The desk shows previews in a frame; whoever goes there comes from any page, without loading it anew.
    let (ours, framed_by) = if others.is_preview { ("", "'self'") } else { ("'self'", "'none'") };
    let frames = match format!("{ours} {frames}").trim() {
        "" => String::new(),
        frames => format!(" frame-src {frames};"),
    };
    let connections = others.connections.map(|origin| format!(" {origin}")).unwrap_or_default();
    HeaderValue::from_str(&format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'nonce-{nonce}'{more}; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'{connections}{more};{frames} worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors {framed_by}"
    ))
    .ok()
}

/// For a preview that is over: the frame that shows it may say so.
pub(super) const ENDED_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'");

/// Adds what is not there yet.
pub(super) fn harden(headers: &mut HeaderMap, https: bool) {
    if is_removed(Guard::AnswerHeaders) {
        return;
    }
    let is_script =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/javascript"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(if is_script { SCRIPT_POLICY } else { DATA_POLICY });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(others: Others<'_>) -> String {
        page_policy("n", others).and_then(|value| value.to_str().map(str::to_owned).ok()).expect("a policy")
    }

    #[test]
    fn only_scripts_run_outside_of_a_sandbox() {
        for (kind, sandboxed) in
            [("text/javascript; charset=utf-8", false), ("image/svg+xml", true), ("text/html", true)]
        {
            let mut headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
            harden(&mut headers, false);
            let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
            assert_eq!(policy.contains("sandbox"), sandboxed, "{kind}: {policy}");
        }
    }

    #[test]
    fn only_previews_are_framed_and_only_by_us() {
        let (page, preview) = (policy(Others::default()), policy(Others { is_preview: true, ..Others::default() }));
        assert!(page.ends_with("frame-ancestors 'none'") && preview.ends_with("frame-ancestors 'self'"));
        assert!(!preview.contains("frame-src"), "{preview}");
    }

    #[test]
    fn nobody_else_is_loaded_from_unless_asked() {
        for captcha in [CaptchaProvider::Altcha, CaptchaProvider::Off] {
            let policy = policy(Others { captcha, ..Others::default() });
            assert!(
                !policy.contains("http")
                    && policy.contains("frame-src 'self';")
                    && policy.contains("connect-src 'self';"),
                "{policy}"
            );
        }
        let open = policy(Others {
            captcha: CaptchaProvider::Turnstile,
            connections: Some("https://lists.example"),
            is_preview: false,
        });
        assert!(open.contains("script-src 'self' https://challenges.cloudflare.com;"), "{open}");
        assert!(open.contains("frame-src 'self' https://challenges.cloudflare.com;"), "{open}");
        assert!(open.contains("connect-src 'self' https://lists.example;"), "{open}");
    }
}
