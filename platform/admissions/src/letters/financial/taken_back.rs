//! A file of a financial document that its family takes back before it is sent.

use std::sync::Arc;

use kernel::allowance::Left;
use kernel::audit::{self, Entry};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal};
use serde_json::json;
use tenants::School;

use super::family::of_request;
use crate::enquiries::ENQUIRY;
use crate::forms::Forms;
use crate::ids::UploadId;
use crate::letters::model::state;
use crate::letters::open::Held;
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::my_application::{CHANGES, nothing};
use crate::papers;

impl Letters {
    /// Takes a file back, which is kept for thirty days as what staff remove. D003 once its document was sent, D004
    /// where the family has changed as much of the application as it may in a day, A001 for a file that the document does
    /// not have, L010 for every link that opens nothing.
    pub async fn take_back_financial_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant, code): (&Held, &str, &str),
        file: UploadId,
    ) -> Result<(), Refusal> {
        let opened = of_request(self.open(caller, school, held).await?)?;
        self.require_grant(caller, &opened, grant)?;
        let family = opened.application.family();
        let (all, by, letter, code) = (self.clone(), caller.clone(), opened.whole.letter.id, code.to_owned());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let hand = all.applications.hand();
                let found = letters::find_letter(tx, &letter).await?;
                let letter = found.filter(|found| found.state == state::RELEASED && hand.now < found.expires_at);
                let letter = letter.ok_or_else(nothing)?;
                let id = &letter.submission_id;
                Forms::hold_submission(tx, id).await?;
                if let Left::TooLittle { seconds, .. } = CHANGES.take(tx, id.as_str(), 1, hand.now).await? {
                    return Err(Refusal::new(MessageId::D004).retry_after(seconds));
                }
                let items = all.items(tx, &letter).await?;
                let item = items.into_iter().find(|item| item.row.code == code).ok_or_else(Refusal::not_found)?;
                if !item.state.is_open() {
                    return Err(Refusal::new(MessageId::D003));
                }
                if item.files.iter().all(|one| one.id != file) {
                    return Err(Refusal::not_found());
                }
                papers::take_back_elsewhere(tx, (id, &file), hand.now).await?;
                // Which one is for those alone who look after fees.
                let (at, actor_name, to) = (hand.now, &*family, Some("removed"));
                let entry = timeline::Entry { at, actor_name, action: "paper", to, ..timeline::Entry::default() };
                let object = Object::new(ENQUIRY.kind, id);
                Timeline::resume(tx, hand.secret, object).await?.add(tx, entry).await?;
                let detail = json!({ "letter": letter.reference, "file": file });
                let (action, object_kind) = ("letter.financial_file_remove", "enquiry");
                let entry = Entry { action, object_kind, object_id: id.as_str(), detail };
                Ok(audit::record(tx, hand.clock, hand.rng, &by, entry).await?)
            })
        });
        write.await
    }
}
