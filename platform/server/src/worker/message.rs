//! A message's way out: the school's words for it, then by mail or by SMS.

use admissions::forms::Mail;
use kernel::message::{Channel, Message};
use tenants::message::{render, sender};
use tenants::{Language, School};

use super::mail::{Mailer, Sent};
use super::sms::Texter;
use crate::config::Config;

/// The ways out.
pub struct Post<'a> {
    /// Where mail goes.
    pub mailer: &'a Mailer,
    /// Where text messages go.
    pub texter: &'a Texter,
    /// Where schools live, for links.
    pub config: &'a Config,
}

impl Post<'_> {
    /// Sends a message. The id stays the same over retries. Links lead to the school's own host as it is configured: no
    /// request, and so no header of one, has a say in it.
    pub async fn send(&self, school: &School, message: &Message, id: &str, now_ms: i64) -> Sent {
        let origin = self.config.origin_of(&school.canonical_host());
        let rendered = match render(school, &origin, message) {
            Ok(rendered) => rendered,
            Err(fault) => return Sent::Never(fault.to_string()),
        };
        if message.channel == Channel::Sms {
            return self.texter.send(school, &message.to, &rendered.text, id).await;
        }
        let language = Language::parse(&message.locale).unwrap_or(Language::En);
        let (from_name, from) = sender(school, language);
        let mail = Mail {
            to: message.to.clone(),
            subject: rendered.subject,
            text: rendered.text,
            html: rendered.html,
            from_name,
            from: Some(from),
        };
        self.mailer.send(&mail, id, now_ms).await
    }
}
