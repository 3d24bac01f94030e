//! The platform's own work: its letters, schools whose making was broken off, what has expired.

use std::time::Duration;

use console::letters::Due;
use futures_util::future::join_all;
use kernel::jobs::Outcome;
use kernel::mail::{Mail, SendMail as _};
use tenants::message::platform;
use tokio::sync::mpsc::UnboundedSender;
use words::{Language, SchoolId};

use super::{Worker, wait_ms};

/// How often is looked for what other processes, such as the command line, left.
const LOOK: Duration = Duration::from_secs(5);

impl Worker {
    /// Works for as long as the server does, and names schools that were made: their letters wait.
    pub(super) async fn serve_platform(self, made: UnboundedSender<SchoolId>) {
        let console = &self.app.state.console;
        let mut since = self.app.clock.now_ms() - 60_000;
        loop {
            if let Err(error) = console.resume().await {
                tracing::error!(%error, "approved schools could not be looked at");
            }
            match console.made_since(since).await {
                Ok(schools) => schools.into_iter().for_each(|school| {
                    // The bundle may not be live here yet: it is looked for again below.
                    let _ = made.send(school);
                }),
                Err(error) => tracing::error!(%error, "new schools could not be looked at"),
            }
            since = self.app.clock.now_ms() - 2 * i64::try_from(LOOK.as_millis()).unwrap_or_default();
            self.send_letters().await;
            tokio::select! {
                () = console.woken() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// The platform's share of a sweep.
    pub(super) async fn sweep_platform(&self) {
        let console = &self.app.state.console;
        if let Err(error) = console.resume().await {
            tracing::error!(%error, "approved schools could not be looked at");
        }
        self.send_letters().await;
        if let Err(error) = console.purge().await {
            tracing::error!(%error, "what has expired of the platform's could not be cleared away");
        }
    }

    async fn send_letters(&self) {
        let console = &self.app.state.console;
        loop {
            let due = match console.due_letters().await {
                Ok(due) if due.is_empty() => return,
                Ok(due) => due,
                Err(error) => {
                    tracing::error!(%error, "the platform's letters could not be worked off");
                    return;
                }
            };
            let sent = join_all(due.iter().map(|letter| self.send_letter(letter))).await;
            if sent.contains(&false) {
                return;
            }
        }
    }

    /// False when what became of it could not be noted.
    async fn send_letter(&self, letter: &Due) -> bool {
        let fate = self.post(letter).await;
        if let Outcome::Later(cause) | Outcome::Never(cause) = &fate {
            tracing::warn!(letter = %letter.id, attempts = letter.attempts, cause, "a letter of the platform failed");
        }
        let mut random = [0u8; 2];
        self.app.rng.fill(&mut random);
        let wait = wait_ms(letter.attempts, u16::from_be_bytes(random));
        let noted = self.app.state.console.settle_letter(letter, fate, wait).await;
        if let Err(error) = &noted {
            tracing::error!(%error, "what became of a letter could not be noted");
        }
        noted.is_ok()
    }

    async fn post(&self, letter: &Due) -> Outcome {
        let Some(message) = &letter.message else { return Outcome::Never("the letter cannot be opened".into()) };
        let now = self.app.clock.now_ms();
        if message.expires_at <= now {
            metrics::counter!("qabul_messages_expired_total").increment(1);
            return Outcome::Done;
        }
        let origin = self.app.config.origin_of(&self.app.config.policy.base_domain);
        let rendered = match platform::render(&origin, message) {
            Ok(rendered) => rendered,
            Err(fault) => return Outcome::Never(fault.to_string()),
        };
        let language = Language::parse(&message.locale).unwrap_or(Language::En);
        let mail = Mail {
            to: message.to.clone(),
            subject: rendered.subject,
            text: rendered.text,
            html: rendered.html,
            from_name: platform::name(language).to_owned(),
            from: None,
        };
        self.app.mailer.send(&mail, letter.id.as_str(), now).await
    }
}
