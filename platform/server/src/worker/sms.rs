//! Text messages: one POST to the gateway that the school configured.
//!
//! A gateway is another's machine: no redirects, a short limit, its answer's status and nothing else of it. The same id goes with
//! every retry, so that a gateway which knows `Idempotency-Key` sends once. What it took without an answer may have been sent, and
//! is not sent again: each text costs the school, and a slow gateway would have one person written to many times.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use kernel::jobs::Outcome;
use serde_json::json;
use tenants::School;
use tenants::bundle::entry::{Sms, is_key_of};
use tenants::registry::Mode;

use super::mail::put;
use crate::config::{Config, origin_part};

const CONNECT: Duration = Duration::from_secs(1);
const TOTAL: Duration = Duration::from_secs(10);

/// Sends text messages. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Texter {
    client: reqwest::Client,
    /// Where the messages of schools without a gateway lie; none where they are lost.
    folder: Option<PathBuf>,
    /// Whether a gateway may be reached without TLS: on this machine, where nobody's families are served.
    plain: bool,
}

impl Texter {
    /// As the server was told: with a mail server and in production there is no folder for what cannot be sent.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .timeout(TOTAL)
            // A connection of its own for each text: one that was kept may be dead, and what was written to it is taken by nobody.
            .pool_max_idle_per_host(0)
            .http1_only()
            .build()
            .context("no client for SMS gateways")?;
        let plain = config.policy.mode != Mode::Production;
        let folder = (config.smtp.is_none() || plain).then(|| config.data.join("mail"));
        Ok(Self { client, folder, plain })
    }

    /// Where the messages of schools without a gateway lie.
    #[must_use]
    pub fn folder(&self) -> Option<&std::path::Path> {
        self.folder.as_deref()
    }

    /// Sends a text to a number.
    pub async fn send(&self, school: &School, to: &str, text: &str, message_id: &str) -> Outcome {
        match (&school.config().sms, &self.folder) {
            (Some(gateway), _) => self.post(school, gateway, to, text, message_id).await,
            (None, Some(folder)) => {
                let content = format!("To: {to}\n\n{text}");
                match put(folder.clone(), format!("{message_id}.txt"), content.into_bytes()).await {
                    Ok(()) => Outcome::Done,
                    Err(error) => Outcome::Later(format!("the mail folder: {error}")),
                }
            }
            (None, None) => Outcome::Never("the school has no SMS gateway".into()),
        }
    }

    async fn post(&self, school: &School, gateway: &Sms, to: &str, text: &str, message_id: &str) -> Outcome {
        if !gateway.reaches(to) {
            return Outcome::Never("the school sends no texts to that country".into());
        }
        if origin_part(&gateway.url).is_none() {
            return Outcome::Never("the SMS gateway's address is neither https nor on this machine".into());
        }
        if gateway.is_plain() && !self.plain {
            return Outcome::Later("plain http to an SMS gateway is for test and dev mode".into());
        }
        let body = json!({ "to": to, "from": gateway.from, "text": text });
        let mut request = self.client.post(&gateway.url).header("idempotency-key", message_id).json(&body);
        if let Some(name) = &gateway.token_env {
            // Also in a bundle that was live before anybody looked: the address is its own, the key has to be so too.
            if !is_key_of(school.id(), name) {
                return Outcome::Later(format!("{name} is no key of this school's own"));
            }
            let Some(token) = std::env::var(name).ok().filter(|token| !token.is_empty()) else {
                return Outcome::Later(format!("the environment has no {name}"));
            };
            request = request.bearer_auth(token);
        }
        match request.send().await {
            Ok(answer) => match answer.status().as_u16() {
                200..=299 => Outcome::Done,
                // A refused sign-in is the channel's fault and not this message's; 408 and 429 ask for patience.
                code @ (401 | 403 | 408 | 429) => Outcome::Later(format!("the SMS gateway said {code}")),
                code @ 400..=499 => Outcome::Never(format!("the SMS gateway said {code}")),
                code => Outcome::Later(format!("the SMS gateway said {code}")),
            },
            Err(error) if error.is_connect() || error.is_builder() => {
                Outcome::Later("the SMS gateway could not be reached".into())
            }
            Err(_) => Outcome::Never("the SMS gateway took it and did not answer: it may have been sent".into()),
        }
    }
}
