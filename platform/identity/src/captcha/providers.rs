//! Riddles of other parties: one question to their server, with the school's own keys.

use std::time::Duration;

use kernel::{MessageId, Refusal};
use serde::Deserialize;
use tenants::School;
use tenants::bundle::entry::{CaptchaProvider, is_key_of};

/// Connecting and answering together.
const LIMIT: Duration = Duration::from_secs(3);

pub struct Question {
    form: Vec<(&'static str, String)>,
    hosts: Vec<String>,
}

#[derive(Deserialize)]
struct Said {
    success: bool,
    #[serde(default)]
    hostname: String,
}

/// Where a provider is asked.
pub fn endpoint(provider: CaptchaProvider) -> &'static str {
    match provider {
        CaptchaProvider::Turnstile => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        CaptchaProvider::Hcaptcha => "https://api.hcaptcha.com/siteverify",
        CaptchaProvider::Recaptcha => "https://www.google.com/recaptcha/api/siteverify",
        CaptchaProvider::Altcha | CaptchaProvider::Off => "",
    }
}

impl Question {
    /// Whether a proof was made on one of the school's own pages.
    pub fn of(school: &School, proof: &str) -> Result<Self, Refusal> {
        let captcha = &school.config().captcha;
        let name = captcha.secret_env.as_deref().unwrap_or_default();
        if !is_key_of(school.id(), name) {
            return Err(Refusal::internal(format!("{name} is no key of the school {}", school.id())));
        }
        let secret = std::env::var(name).ok().filter(|secret| !secret.is_empty());
        let secret = secret.ok_or_else(|| Refusal::internal(format!("the environment has no {name}")))?;
        let site_key = captcha.site_key.clone().unwrap_or_default();
        let form = vec![("secret", secret), ("response", proof.to_owned()), ("sitekey", site_key)];
        let own = [school.own_host(), school.canonical_host()];
        Ok(Self { form, hosts: own.into_iter().chain(school.config().hosts.iter().cloned()).collect() })
    }
}

pub fn client() -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(LIMIT).build()
}

/// What the provider says. Where it cannot be asked, nobody comes in: R008.
pub async fn ask(client: &reqwest::Client, question: &Question, endpoint: &str) -> Result<bool, Refusal> {
    let away = |error: reqwest::Error| {
        // Its text would name the address, which holds nothing secret; the form does, and is not in it.
        tracing::warn!(error = %error.without_url(), "a captcha provider does not answer");
        Refusal::new(MessageId::R008).retry_after(5)
    };
    let answer = client.post(endpoint).form(&question.form).send().await.map_err(away)?;
    let said: Said = answer.error_for_status().map_err(away)?.json().await.map_err(away)?;
    Ok(said.success && question.hosts.iter().any(|host| said.hostname.eq_ignore_ascii_case(host)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// A provider that says one thing; gives its address and what it was asked.
    async fn provider(status: &'static str, body: &'static str) -> (String, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind");
        let url = format!("http://{}/siteverify", listener.local_addr().expect("address"));
        let asked = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("accept");
            let mut got = Vec::new();
            let mut piece = [0u8; 1024];
            while !String::from_utf8_lossy(&got).contains("sitekey=") {
                let n = stream.read(&mut piece).await.expect("read");
                if n == 0 {
                    break;
                }
                got.extend_from_slice(&piece[..n]);
            }
            let answer = format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nlocation: http://127.0.0.1:1/\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.expect("write");
            String::from_utf8_lossy(&got).into_owned()
        });
        (url, asked)
    }

    fn question() -> Question {
        let form = vec![("secret", "s3".into()), ("response", "proof".into()), ("sitekey", "k".into())];
        Question { form, hosts: vec!["a.example".into()] }
    }

    #[tokio::test]
    async fn success_on_a_page_of_the_school_alone_counts() {
        let client = client().expect("client");
        for (body, good) in [
            (r#"{"success":true,"hostname":"a.example"}"#, true),
            (r#"{"success":true,"hostname":"evil.example"}"#, false),
            (r#"{"success":true}"#, false),
            (r#"{"success":false,"hostname":"a.example","error-codes":["timeout-or-duplicate"]}"#, false),
        ] {
            let (url, asked) = provider("200 OK", body).await;
            assert_eq!(ask(&client, &question(), &url).await.expect("said"), good, "{body}");
            assert!(asked.await.expect("asked").contains("secret=s3&response=proof&sitekey=k"));
        }
    }

    #[tokio::test]
    async fn a_provider_that_fails_or_leads_elsewhere_lets_nobody_in() {
        let client = client().expect("client");
        for (status, body) in [("500 Oops", "{}"), ("302 Found", ""), ("200 OK", "rubbish")] {
            let (url, _asked) = provider(status, body).await;
            let refusal = ask(&client, &question(), &url).await.expect_err(status);
            assert_eq!(refusal.id(), MessageId::R008, "{status}");
        }
        let refusal = ask(&client, &question(), "http://127.0.0.1:1/").await.expect_err("nobody there");
        assert_eq!(refusal.id(), MessageId::R008);
    }
}
