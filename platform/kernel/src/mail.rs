//! Mail as it is handed to who sends it.

use futures_util::future::BoxFuture;

use crate::jobs::Outcome;

/// A mail that is ready to go.
#[derive(Debug, Clone)]
pub struct Mail {
    /// To whom.
    pub to: String,
    /// Subject, one line.
    pub subject: String,
    /// Plain text part.
    pub text: String,
    /// HTML part.
    pub html: String,
    /// Sender's name.
    pub from_name: String,
    /// Sender's address, when the school has its own.
    pub from: Option<String>,
}

/// Who sends mail.
pub trait SendMail: Send + Sync {
    /// Sends a mail at that moment (milliseconds). `message_id` stays the same over retries, so that a mail that was taken twice can be
    /// told by its Message-ID.
    fn send<'a>(&'a self, mail: &'a Mail, message_id: &'a str, now_ms: i64) -> BoxFuture<'a, Outcome>;
}
