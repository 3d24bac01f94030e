//! Which job does what.

use admissions::forms::RECEIPT_JOB;
use kernel::caller::SchoolScope;
use kernel::message::MESSAGE_JOB;
use kernel::outbox::OutboxRow;
use settings::{PUBLISH_JOB, SCHEDULE_JOB};

use super::mail::Sent;
use super::message::Post;
use crate::app::App;

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is done.
    Done,
    /// It may work later.
    Later(String),
    /// It never will.
    Never(String),
}

pub(super) async fn handle(app: &App, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
    match job.kind.as_str() {
        RECEIPT_JOB => receipt(app, scope, job).await,
        MESSAGE_JOB => message(app, scope, job).await,
        PUBLISH_JOB => match app.state.settings.apply_published(scope).await {
            Ok(()) => Outcome::Done,
            Err(refusal) => Outcome::Later(refusal.to_string()),
        },
        SCHEDULE_JOB => scheduled(app, scope, job).await,
        // A newer server may know it: it waits, and is buried only after two days.
        other => Outcome::Later(format!("no handler for {other}")),
    }
}

/// A publication whose moment came. That its bundle has errors is told at the desk and no reason to try again.
async fn scheduled(app: &App, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
    let Some(id) = job.payload.0["schedule"].as_str() else { return Outcome::Never("the job names nothing".into()) };
    match app.state.settings.run_schedule(scope, id).await {
        Ok(_) => Outcome::Done,
        Err(refusal) => Outcome::Later(refusal.to_string()),
    }
}

async fn receipt(app: &App, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
    let Some(school) = app.registry.school(scope.id()) else { return Outcome::Later("the school is not live".into()) };
    let mail = match app.state.forms.receipt(scope, &school, &job.payload.0).await {
        Ok(Some(mail)) => mail,
        Ok(None) => return Outcome::Done,
        Err(refusal) => return Outcome::Later(refusal.to_string()),
    };
    app.mailer.send(&mail, &job.id, app.clock.now_ms()).await.into()
}

async fn message(app: &App, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
    let Some(school) = app.registry.school(scope.id()) else { return Outcome::Later("the school is not live".into()) };
    let Some(message) = kernel::message::open(&app.secret, scope.id(), &job.payload.0) else {
        return Outcome::Never("the message cannot be opened".into());
    };
    let now = app.clock.now_ms();
    if message.expires_at <= now {
        // Nobody can use what it carries any more.
        metrics::counter!("qabul_messages_expired_total").increment(1);
        return Outcome::Done;
    }
    let post = Post { mailer: &app.mailer, texter: &app.texter, config: &app.config };
    post.send(&school, &message, &job.id, now).await.into()
}

impl From<Sent> for Outcome {
    fn from(sent: Sent) -> Self {
        match sent {
            Sent::Done => Self::Done,
            Sent::Later(cause) => Self::Later(cause),
            Sent::Never(cause) => Self::Never(cause),
        }
    }
}
