//! A message's way out: the school's words for it, then by mail or by SMS.

use std::sync::Arc;

use console::Caused;
use kernel::jobs::{Begun, Outcome, Work};
use kernel::mail::{Mail, SendMail};
use kernel::message::{Channel, Message, MessageJob};
use kernel::message_counts::Target;
use tenants::School;
use tenants::message::{render, sender};
use words::Language;

use super::mail::Mailer;
use super::reach::send_counted;
use super::sms::Texter;
use crate::app::App;
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
    /// Sends a message. `message_id` stays the same over retries. Links lead to the school's own host as it is configured: no
    /// request, and so no header of one, has a say in it.
    pub async fn send(&self, school: &School, message: &Message, message_id: &str, now_ms: i64) -> Outcome {
        let origin = self.config.origin_of(&school.canonical_host());
        let rendered = match render(school, &origin, message) {
            Ok(rendered) => rendered,
            Err(fault) => return Outcome::Never(fault.to_string()),
        };
        if message.channel == Channel::Sms {
            return self.texter.send(school, &message.to, &rendered.text, message_id).await;
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
        self.mailer.send(&mail, message_id, now_ms).await
    }
}

/// The messages of all rooms.
pub(super) fn work(app: &Arc<App>) -> Work {
    Work::default().on(app, |app, begun: Begun<MessageJob>| async move { send(&app, begun).await })
}

async fn send(app: &App, begun: Begun<MessageJob>) -> Outcome {
    let id = begun.scope.id();
    let Some(school) = app.registry.school(id) else { return Outcome::Later("the school is not live".into()) };
    let Some(message) = begun.job.open(&app.secret, id) else {
        return Outcome::Never("the message cannot be opened".into());
    };
    let now = app.clock.now_ms();
    if message.expires_at <= now {
        // Nobody can use what it carries any more.
        metrics::counter!("qabul_messages_expired_total").increment(1);
        return Outcome::Done;
    }
    let post = Post { mailer: &app.mailer, texter: &app.texter, config: &app.config };
    let sending = post.send(&school, &message, begun.id.as_str(), now);
    if !message.is_strangers {
        return sending.await;
    }
    let target = match message.channel {
        Channel::Mail => Target::mail(&message.to),
        Channel::Sms => Target::phone(&message.to),
    };
    // As where the school's own count is full, nobody hears of one that is let go: a stranger's letters fill no list of failures.
    send_counted(&app.state.console, (Caused::ByAsking, target), sending).await.unwrap_or(Outcome::Done)
}
