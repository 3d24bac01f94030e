//! What forms have to be done beside requests: the receipt of a submission, and clearing away what has expired.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Outcome, Work};
use kernel::mail::SendMail;
use kernel::outbox::Lane;
use serde::{Deserialize, Serialize};
use tenants::Registry;

use super::service::Forms;

/// Sends the receipt of a submission.
#[derive(Serialize, Deserialize)]
pub(super) struct ReceiptJob {
    /// Its id.
    pub submission: String,
}

impl Job for ReceiptJob {
    const KIND: &'static str = "receipt";
    const LANE: Lane = Lane::Mail;
}

impl Forms {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>, mail: Arc<dyn SendMail>) -> Work {
        Work::default()
            .on(&(self.clone(), schools, mail), |(forms, schools, mail), begun: Begun<ReceiptJob>| async move {
                forms.send_receipt(&schools, &*mail, begun).await
            })
            .sweep(
                "what families left unfinished",
                self,
                |forms, scope| async move { forms.purge(&scope).await.map(drop) },
            )
            .and(self.people.work())
    }

    async fn send_receipt(&self, schools: &Registry, mail: &dyn SendMail, begun: Begun<ReceiptJob>) -> Outcome {
        let Some(school) = schools.school(begun.scope.id()) else {
            return Outcome::Later("the school is not live".into());
        };
        match self.receipt(&begun.scope, &school, &begun.job.submission).await {
            Ok(Some(receipt)) => mail.send(&receipt, &begun.id, self.parts.clock.now_ms()).await,
            Ok(None) => Outcome::Done,
            Err(refusal) => Outcome::Later(refusal.to_string()),
        }
    }
}
