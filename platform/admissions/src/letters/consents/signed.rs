//! A letter of consents was signed: an answer to each is written, in the transaction of the signature.

use kernel::timeline::{self, Object, Timeline};
use kernel::{Refusal, SchoolTx};
use sqlx::types::Json;
use tenants::School;

use super::ask::missing_consents;
use super::model::{Choice, Choices};
use super::store;
use crate::applications::{self, By};
use crate::enquiries::{ENQUIRY, Submission};
use crate::ids::ConsentId;
use crate::letters::paper::sections_of;
use crate::letters::service::Letters;
use crate::letters::store::LetterRow;

impl Letters {
    /// What follows from the signature; a booked place whose consents are all given waits for its original documents alone.
    pub(in crate::letters) async fn consents_signed(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (letter, name, choices): (&LetterRow, &str, &Choices),
    ) -> Result<(), Refusal> {
        let (hand, id) = (self.applications.hand(), &submission.id);
        let mut timeline = Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?;
        for section in sections_of(letter)? {
            let choice = choices.get(&section.code).copied().unwrap_or(Choice::Refused);
            store::choose(tx, &letter.id, &section.code, Some(choice.as_str())).await?;
            let given = ConsentId::new(hand.clock, hand.rng);
            let row = store::NewGiven {
                id: &given,
                submission: id,
                letter: &letter.id,
                code: &section.code,
                version: &section.version,
                title: Json(&section.title),
                choice: choice.as_str(),
                signer: name,
                now: hand.now,
            };
            store::insert_given(tx, &row).await?;
            let told = match choice {
                Choice::Accepted => "consent_accepted",
                Choice::Refused => "consent_refused",
            };
            let title = format!("{} · {}", section.title.en, section.title.ar);
            let entry = timeline::Entry {
                at: hand.now,
                actor_name: name,
                action: "letter",
                from: Some(&letter.reference),
                to: Some(told),
                comment: Some(&title),
                ..timeline::Entry::default()
            };
            timeline.add(tx, entry).await?;
        }
        if missing_consents(tx, school, (id, hand.now)).await?.is_empty() {
            let by = By { id: None, name, role: None };
            applications::consents_given(tx, hand, id, by).await?;
        }
        Ok(())
    }
}
