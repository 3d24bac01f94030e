//! Mail: by SMTP, or into a folder that ops can read.
//!
//! Names lose their control characters before the library sees them (a line break in one makes it panic), the builder is
//! guarded all the same, and the whole exchange has a limit (the library's own covers only its parts).

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::jobs::Outcome;
use kernel::mail::{Mail, SendMail};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{Address, AsyncTransport as _, Message, Tokio1Executor};
use words::text::one_line;

use crate::config::Config;

/// How long one step of the exchange may take.
const STEP: Duration = Duration::from_secs(10);
/// How long the whole may take.
const EXCHANGE: Duration = Duration::from_secs(30);

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
            Some(url) => Way::Smtp(transport(url, config.smtp_ca.as_deref())?),
            None => Way::Folder(config.data.join("mail")),
        };
        Ok(Self { way, from: format!("admissions@{}", config.policy.base_domain) })
    }

    async fn post(&self, mail: &Mail, message_id: &str, now_ms: i64) -> Outcome {
        let message = match std::panic::catch_unwind(AssertUnwindSafe(|| self.message(mail, message_id, now_ms))) {
            Ok(Ok(message)) => message,
            Ok(Err(cause)) => return Outcome::Never(cause),
            Err(_) => return Outcome::Never("the mail could not be written".into()),
        };
        match &self.way {
            Way::Folder(folder) => match put(folder.clone(), format!("{message_id}.eml"), message.formatted()).await {
                Ok(()) => Outcome::Done,
                Err(error) => Outcome::Later(format!("the mail folder: {error}")),
            },
            Way::Smtp(transport) => match tokio::time::timeout(EXCHANGE, transport.send(message)).await {
                Err(_) => Outcome::Later("the mail server took too long".into()),
                Ok(Ok(_)) => Outcome::Done,
                Ok(Err(error)) => judged(&error),
            },
        }
    }

    fn message(&self, mail: &Mail, message_id: &str, now_ms: i64) -> Result<Message, String> {
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
            .message_id(Some(format!("<{message_id}@{domain}>")))
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|error| error.to_string())
    }
}

impl SendMail for Mailer {
    fn send<'a>(&'a self, mail: &'a Mail, message_id: &'a str, now_ms: i64) -> BoxFuture<'a, Outcome> {
        self.post(mail, message_id, now_ms).boxed()
    }
}

impl Mailer {
    /// What is wrong with the way to the mail server, in words; nothing when it takes us.
    pub async fn fault(&self) -> Option<String> {
        let Way::Smtp(transport) = &self.way else { return None };
        match tokio::time::timeout(EXCHANGE, transport.test_connection()).await {
            Err(_) => Some("the mail server took too long to answer".into()),
            Ok(Ok(true)) => None,
            Ok(Ok(false)) => Some("the mail server hung up".into()),
            Ok(Err(error)) => Some(in_words(&error)),
        }
    }

    /// Where mail lies when there is no server for it.
    #[must_use]
    pub fn folder(&self) -> Option<&std::path::Path> {
        if let Way::Folder(folder) = &self.way { Some(folder) } else { None }
    }
}

/// `smtp://user:password@host:587?tls=required` and its like; certificates of the file's are believed too.
fn transport(url: &str, ca: Option<&std::path::Path>) -> anyhow::Result<AsyncSmtpTransport<Tokio1Executor>> {
    // The library's error may quote the address with its password.
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
    let mut builder = builder
        .map_err(|_| anyhow::anyhow!("smtp: it has to be smtp://user:password@host:port?tls=required, or smtps://…"))?;
    if let Some(file) = ca {
        let pem = std::fs::read(file).with_context(|| format!("smtp_ca: {} cannot be read", file.display()))?;
        let parsed = reqwest::Url::parse(url).context("smtp: no address")?;
        let certificate = Certificate::from_pem(&pem)
            .map_err(|_| anyhow::anyhow!("smtp_ca: {} holds no certificate", file.display()))?;
        let host = parsed.host_str().unwrap_or_default().to_owned();
        let parameters = TlsParameters::builder(host).add_root_certificate(certificate).build()?;
        let asked = parsed.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        builder = match (parsed.scheme(), asked.as_deref()) {
            ("smtps", _) => builder.tls(Tls::Wrapper(parameters)),
            (_, Some("required")) => builder.tls(Tls::Required(parameters)),
            (_, Some("opportunistic")) => builder.tls(Tls::Opportunistic(parameters)),
            _ => builder,
        };
    }
    Ok(builder.timeout(Some(STEP)).build())
}

/// What went wrong, for whoever set the server up.
fn in_words(error: &lettre::transport::smtp::Error) -> String {
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    let meaning = match code.as_str() {
        "530" => "it wants a user and password first",
        "534" | "538" => "it wants TLS before a password: add ?tls=required",
        "535" => "it refused the user or the password",
        "550" | "551" | "553" | "554" => "it refused the sender or the recipient",
        "421" | "450" | "451" | "452" => "it is busy: try again later",
        _ if error.is_tls() => {
            "the TLS handshake failed: is its certificate signed by somebody we know (see --smtp-ca)?"
        }
        _ if error.is_timeout() => "it did not answer in time",
        _ if code.is_empty() => "it could not be reached, or does not offer what was asked for (such as STARTTLS)",
        _ => "it refused",
    };
    let mut causes = Vec::new();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        causes.push(one_line(&cause.to_string()));
        source = cause.source();
    }
    let detail = if causes.is_empty() { String::new() } else { format!(" ({})", causes.join(": ")) };
    let code = if code.is_empty() { String::new() } else { format!(", {code}") };
    format!("the mail server: {meaning}{code}{detail}")
}

/// What a refused exchange means. A refused sign-in is the channel's fault and not this mail's.
fn judged(error: &lettre::transport::smtp::Error) -> Outcome {
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    let cause = if code.is_empty() {
        "the mail server could not be reached".to_owned()
    } else {
        format!("the mail server said {code}")
    };
    let channel = matches!(code.as_str(), "530" | "534" | "535" | "538");
    if error.is_permanent() && !channel { Outcome::Never(cause) } else { Outcome::Later(cause) }
}

/// Writes the mail whole or not at all.
pub(super) async fn put(folder: PathBuf, name: String, bytes: Vec<u8>) -> std::io::Result<()> {
    tokio::fs::create_dir_all(&folder).await?;
    let draft = folder.join(format!(".{name}.part"));
    tokio::fs::write(&draft, bytes).await?;
    tokio::fs::rename(&draft, folder.join(name)).await
}

#[cfg(test)]
#[path = "mail_tests.rs"]
mod tests;
