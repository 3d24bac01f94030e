//! Which job does what.

use admissions::forms::RECEIPT_JOB;
use kernel::caller::SchoolScope;
use kernel::outbox::OutboxRow;

use super::mail::Sent;
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
        // A newer server may know it: it waits, and is buried only after two days.
        other => Outcome::Later(format!("no handler for {other}")),
    }
}

async fn receipt(app: &App, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
    let Some(school) = app.registry.school(scope.id()) else { return Outcome::Later("the school is not live".into()) };
    let mail = match app.state.forms.receipt(scope, &school, &job.payload.0).await {
        Ok(Some(mail)) => mail,
        Ok(None) => return Outcome::Done,
        Err(refusal) => return Outcome::Later(refusal.to_string()),
    };
    match app.mailer.send(&mail, &job.id, app.clock.now_ms()).await {
        Sent::Done => Outcome::Done,
        Sent::Later(cause) => Outcome::Later(cause),
        Sent::Never(cause) => Outcome::Never(cause),
    }
}
