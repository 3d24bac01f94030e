//! What forms have to be done beside requests: the confirmation of a submission, and clearing away what has expired.

use std::sync::Arc;

use kernel::jobs::{Begun, Job, Outcome, Work};
use kernel::mail::SendMail;
use kernel::outbox::Lane;
use kernel::timeline::{Entry, Object, Timeline};
use kernel::{StoreError, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::Registry;

use super::service::Forms;
use super::store::submissions;
use crate::enquiries::ENQUIRY;

/// Sends the confirmation of a submission.
#[derive(Serialize, Deserialize)]
pub(super) struct SendConfirmation {
    pub submission: SubmissionId,
}

impl Job for SendConfirmation {
    const KIND: &'static str = "confirmation";
    const LANE: Lane = Lane::Mail;
}

impl Forms {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>, mail: Arc<dyn SendMail>) -> Work {
        Work::default()
            .on(&(self.clone(), schools, mail), |(forms, schools, mail), begun: Begun<SendConfirmation>| async move {
                forms.send_confirmation(&schools, &*mail, begun).await
            })
            .sweep(
                "what families left unfinished",
                self,
                |forms, scope| async move { forms.purge(&scope).await.map(drop) },
            )
            .sweep("names of children", self, |forms, scope| async move { forms.tell_names(&scope).await })
            .and(self.people.work())
    }

    async fn send_confirmation(
        &self,
        schools: &Registry,
        mail: &dyn SendMail,
        begun: Begun<SendConfirmation>,
    ) -> Outcome {
        let Some(school) = schools.school(begun.scope.id()) else {
            return Outcome::Later("the school is not live".into());
        };
        match self.confirmation(&begun.scope, &school, &begun.job.submission).await {
            Ok(Some(confirmation)) => {
                match mail.send(&confirmation, begun.id.as_str(), self.parts.clock.now_ms()).await {
                    Outcome::Never(cause) => match self.note_no_confirmation(&begun).await {
                        Ok(()) => Outcome::Never(cause),
                        Err(error) => Outcome::Later(error.to_string()),
                    },
                    sent => sent,
                }
            }
            Ok(None) => Outcome::Done,
            Err(refusal) => Outcome::Later(refusal.to_string()),
        }
    }

    /// Staff see why the family has no mail.
    async fn note_no_confirmation(&self, begun: &Begun<SendConfirmation>) -> Result<(), StoreError> {
        let (parts, submission) = (self.parts.clone(), begun.job.submission.clone());
        let noted = self.parts.db.write(&begun.scope, move |tx| {
            Box::pin(async move {
                if submissions::hold_submission(tx, &submission).await? == 0 {
                    return Ok(());
                }
                let mut timeline = Timeline::resume(tx, &parts.secret, Object::new(ENQUIRY.kind, &submission)).await?;
                let at = parts.clock.now_ms();
                timeline.add(tx, Entry { at, action: "no_confirmation", ..Entry::default() }).await
            })
        });
        noted.await
    }
}
