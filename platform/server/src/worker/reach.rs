//! What anybody can have sent to anybody is counted over all schools before it leaves: each school's own counts
//! ([`kernel::message_counts`]) know nothing of the others'.

use console::Console;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::jobs::Outcome;
use kernel::mail::{Mail, SendMail};
use kernel::message_counts::Target;

use super::mail::Mailer;

/// Messages that nobody has to be signed in for, or that go where whoever asks says. News of somebody's own keys is none of them: nobody
/// uses up the place of the letter that takes an account back.
const ANYBODYS: [&str; 9] = [
    "already_registered",
    "change_email",
    "change_phone",
    "code",
    "code_staff",
    "invitation",
    "reset_password",
    "tracking",
    "verify_email",
];

/// Whether anybody can have it sent.
pub fn is_anybodys(template: &str) -> bool {
    ANYBODYS.contains(&template)
}

/// Sends what anybody can have sent; what is too much for its target is let go, as where the school's own count is full.
pub async fn send_counted(console: &Console, target: Target, send: impl Future<Output = Outcome>) -> Outcome {
    match console.may_reach(&target).await {
        Ok(true) => {}
        Ok(false) => {
            metrics::counter!("qabul_messages_refused_total", "pool" => "all", "whose" => "target").increment(1);
            tracing::warn!("somebody was written to by several schools as often as may be");
            return Outcome::Done;
        }
        // Nobody waits for a letter because it cannot be counted.
        Err(error) => tracing::error!(%error, "messages of all schools cannot be counted"),
    }
    let outcome = send.await;
    if outcome == Outcome::Done
        && let Err(error) = console.count_reached(&target).await
    {
        tracing::error!(%error, "a message that left could not be counted");
    }
    outcome
}

/// A mailer for what strangers cause: receipts.
pub struct CountedMailer {
    /// Where it goes.
    pub mailer: Mailer,
    /// Who counts.
    pub console: Console,
}

impl SendMail for CountedMailer {
    fn send<'a>(&'a self, mail: &'a Mail, id: &'a str, now_ms: i64) -> BoxFuture<'a, Outcome> {
        send_counted(&self.console, Target::mail(&mail.to), self.mailer.send(mail, id, now_ms)).boxed()
    }
}
