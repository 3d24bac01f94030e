//! How the mail of a move would arrive.

use std::sync::Arc;

use kernel::{Caller, MessageId, Refusal, SubmissionId};
use tenants::School;
use tenants::message::{Rendered, render};
use words::{Language, Permission};

use super::super::appointments::NewAppointment;
use super::super::decisions;
use super::super::lettered::title_of;
use super::super::model::Standing;
use super::super::moves::offer_ends;
use super::super::service::Applications;
use super::super::told::{appointment_words, change_of, place_of};
use crate::messages::{LetterWords, NewStatus, PlaceWords, recipient, status_changed};
use crate::own_link::{PAGE, Proof};

/// A move of which the mail is asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    pub to: Standing,
    /// Whose place would be offered; left out, of the one that it competes for.
    pub bucket: Option<String>,
    /// RFC 3339: when it would be told; left out, at once.
    pub publish_at: Option<String>,
    /// When and where the child is to be seen.
    pub appointment: Option<NewAppointment>,
}

impl Applications {
    /// The mail that would go to the family, and its language; nothing is sent or kept. A012 for a way that the caller cannot take now, A001 where no mail goes, A007
    /// as for a line that is read.
    pub async fn preview_mail(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        asked: Asked,
    ) -> Result<(Rendered, Language), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let told_at = decisions::moment(asked.publish_at, asked.to)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let shown = self.shown(caller, school, id).await?;
        // Whoever approves what another proposed sees what its family would read.
        let is_approved = shown.proposal.as_ref().is_some_and(|seen| seen.may_approve && seen.to == asked.to);
        if !is_approved && !shown.allowed.contains(&asked.to) {
            return Err(Refusal::new(MessageId::A012).with("allowed", shown.allowed));
        }
        let mut tx = self.0.db().read(&caller.school).await?;
        let to = recipient(&mut tx, &submission).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let now = self.hand().now;
        let day = school.today(told_at.unwrap_or(now));
        let hold_until = (asked.to.status() == "F").then(|| offer_ends(school, day, shown.round.offer_days));
        let bucket = asked.bucket.as_deref().filter(|bucket| !bucket.is_empty()).unwrap_or(&shown.row.bucket);
        let place = place_of(school, &submission, (&shown.row.round, bucket), (asked.to, hold_until));
        let made = asked.appointment.map(|asked_for| asked_for.checked(asked.to)).transpose()?;
        let appointment = made.map(|made| appointment_words(school, &made, submission.language));
        let place = PlaceWords { appointment, ..place };
        let words = asked.to.for_families(school).get(submission.language).to_owned();
        let path = Proof::of(submission.document(), &submission.sent).map(|_| PAGE.to_owned());
        // Who signs first is known once the letter is made.
        let titled = title_of(school, asked.to).map(|title| title.get(submission.language).to_owned());
        let letter = titled.map(|title| LetterWords { title, signer: String::new() });
        let new = NewStatus { words, status: change_of(shown.standing, asked.to), place, letter };
        let mail = status_changed(&submission, to, new, path, now);
        let rendered = render(school, &self.0.origin(school), &mail).map_err(Refusal::internal)?;
        Ok((rendered, submission.language))
    }
}
