//! What anybody can have sent to anybody is counted over all schools before it leaves: each school's own counts
//! ([`kernel::message_counts`]) know nothing of the others'.

use console::{Caused, Console};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use kernel::jobs::Outcome;
use kernel::mail::{Mail, SendMail};
use kernel::message_counts::Target;

use super::mail::Mailer;

/// Sends what anybody can have caused; nothing where it is too much for its target, and never leaves.
pub async fn send_counted(
    console: &Console,
    (caused, target): (Caused, Target),
    send: impl Future<Output = Outcome>,
) -> Option<Outcome> {
    match console.may_reach(caused, &target).await {
        Ok(true) => {}
        Ok(false) => {
            metrics::counter!("qabul_messages_refused_total", "pool" => "all", "whose" => "target").increment(1);
            return None;
        }
        // Nobody waits for a letter because it cannot be counted.
        Err(error) => tracing::error!(%error, "messages of all schools cannot be counted"),
    }
    let outcome = send.await;
    if outcome == Outcome::Done
        && let Err(error) = console.count_reached(caused, &target).await
    {
        tracing::error!(%error, "a message that left could not be counted");
    }
    Some(outcome)
}

/// A mailer for confirmations.
pub struct CountedMailer {
    /// Where it goes.
    pub mailer: Mailer,
    /// Who counts.
    pub console: Console,
}

impl SendMail for CountedMailer {
    fn send<'a>(&'a self, mail: &'a Mail, message_id: &'a str, now_ms: i64) -> BoxFuture<'a, Outcome> {
        async move {
            let reached = (Caused::ByForm, Target::mail(&mail.to));
            let sent = send_counted(&self.console, reached, self.mailer.send(mail, message_id, now_ms)).await;
            // Its submission tells staff so.
            sent.unwrap_or_else(|| {
                Outcome::Never("strangers had as many sent there by several schools as may be".into())
            })
        }
        .boxed()
    }
}
