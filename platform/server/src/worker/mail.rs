//! Mail: by SMTP, or into a folder that ops can read.
//!
//! Names lose their control characters before the library sees them (a line break in one makes it panic), the builder is
//! guarded all the same, and the whole exchange has a limit (the library's own covers only its parts).

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use admissions::forms::Mail;
use kernel::text::one_line;
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{Address, AsyncTransport as _, Message, Tokio1Executor};

use crate::config::Config;

/// How long one step of the exchange may take.
const STEP: Duration = Duration::from_secs(10);
/// How long the whole may take.
const EXCHANGE: Duration = Duration::from_secs(30);

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// The next server has it.
    Done,
    /// It may go through later.
    Later(String),
    /// This mail never will.
    Never(String),
}

/// Sends mail.
#[derive(Clone)]
pub struct Mailer {
    way: Way,
    /// Sender of schools that name none.
    from: String,
}

#[derive(Clone)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

impl Mailer {
    /// As the server was told.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        let way = match &config.smtp {
            Some(url) => Way::Smtp(AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.timeout(Some(STEP)).build()),
            None => Way::Folder(config.data.join("mail")),
        };
        Ok(Self { way, from: format!("admissions@{}", config.policy.base_domain) })
    }

    /// Sends a mail. The id stays the same over retries, so that a mail that was taken twice can be told by its Message-ID.
    pub async fn send(&self, mail: &Mail, id: &str, now_ms: i64) -> Sent {
        let message = match std::panic::catch_unwind(AssertUnwindSafe(|| self.message(mail, id, now_ms))) {
            Ok(Ok(message)) => message,
            Ok(Err(cause)) => return Sent::Never(cause),
            Err(_) => return Sent::Never("the mail could not be written".into()),
        };
        match &self.way {
            Way::Folder(folder) => match put(folder.clone(), id.to_owned(), message.formatted()).await {
                Ok(()) => Sent::Done,
                Err(error) => Sent::Later(format!("the mail folder: {error}")),
            },
            Way::Smtp(transport) => match tokio::time::timeout(EXCHANGE, transport.send(message)).await {
                Err(_) => Sent::Later("the mail server took too long".into()),
                Ok(Ok(_)) => Sent::Done,
                Ok(Err(error)) => judged(&error),
            },
        }
    }

    fn message(&self, mail: &Mail, id: &str, now_ms: i64) -> Result<Message, String> {
        let address = |text: &str| text.trim().parse::<Address>().map_err(|error| format!("an address: {error}"));
        // `localhost` has no dot; a folder of mail does not mind, and a real server has a real domain.
        let from = address(mail.from.as_deref().unwrap_or(&self.from))?;
        let domain = from.domain().to_owned();
        let name = Some(one_line(&mail.from_name)).filter(|name| !name.is_empty());
        let date = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now_ms).unwrap_or_default());
        Message::builder()
            .from(Mailbox::new(name, from))
            .to(Mailbox::new(None, address(&mail.to)?))
            .subject(one_line(&mail.subject))
            .date(date)
            .message_id(Some(format!("<{id}@{domain}>")))
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|error| error.to_string())
    }
}

/// What a refused exchange means. A refused sign-in is the channel's fault and not this mail's.
fn judged(error: &lettre::transport::smtp::Error) -> Sent {
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    let cause = if code.is_empty() {
        "the mail server could not be reached".to_owned()
    } else {
        format!("the mail server said {code}")
    };
    let channel = matches!(code.as_str(), "530" | "534" | "535" | "538");
    if error.is_permanent() && !channel { Sent::Never(cause) } else { Sent::Later(cause) }
}

/// Writes the mail whole or not at all.
async fn put(folder: PathBuf, id: String, bytes: Vec<u8>) -> std::io::Result<()> {
    tokio::fs::create_dir_all(&folder).await?;
    let draft = folder.join(format!(".{id}.part"));
    tokio::fs::write(&draft, bytes).await?;
    tokio::fs::rename(&draft, folder.join(format!("{id}.eml"))).await
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
