//! All have signed an acceptance: finance is asked to look for the deposit, and the history tells it.

use kernel::timeline::{self, Object, Timeline};
use kernel::{Refusal, SchoolTx};
use serde_json::json;
use words::language::display_date;
use words::{Language, Permission};

use super::issue::terms_of;
use crate::enquiries::{ENQUIRY, Submission};
use crate::letters::service::Letters;
use crate::letters::store::LetterRow;
use crate::tasks::said::DEPOSIT_DUE;
use crate::tasks::{self, Asking};

impl Letters {
    /// What follows from the last signature, in its transaction.
    pub(in crate::letters) async fn acceptance_signed(
        &self,
        tx: &mut SchoolTx,
        submission: &Submission,
        (letter, name): (&LetterRow, &str),
    ) -> Result<(), Refusal> {
        let (hand, id) = (self.applications.hand(), &submission.id);
        let entry = timeline::Entry {
            at: hand.now,
            actor_name: name,
            action: "letter",
            from: Some(&letter.reference),
            to: Some("signed"),
            ..timeline::Entry::default()
        };
        Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
        let Some(deposit) = terms_of(tx, &letter.id).await?.and_then(|terms| terms.deposit) else { return Ok(()) };
        let amount = json!({ "en": deposit.amount.in_english(), "ar": deposit.amount.in_arabic() });
        let day = deposit.due_on.to_string();
        let words = json!({ "en": display_date(deposit.due_on, Language::En), "ar": display_date(deposit.due_on, Language::Ar) });
        let params = json!({ "amount": amount, "day": words });
        let asking = Asking::new(id, &DEPOSIT_DUE, (None, &day));
        let asking = Asking { params: &params, right: Some(Permission::ApplicationFees), ..asking };
        Ok(tasks::ask(tx, (hand.clock, hand.rng), asking, hand.now).await?)
    }
}
