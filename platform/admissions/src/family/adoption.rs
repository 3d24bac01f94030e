//! What somebody sent before they had an account: offered to the account that has proved the address which the confirmation went to.
//!
//! Whoever types an address is not its owner, and a second guardian's address is not the sender's: the one counts that the form writes to,
//! and only once its owner has proved it here. What is theirs they say by what its link asks for: until then they are told a form and a day.

use std::sync::Arc;

use form::FormDocument;
use kernel::audit::{self, Entry};
use kernel::{Caller, MessageId, Refusal, SubmissionId, UserId};
use serde_json::{Value, json};
use tenants::School;
use words::Permission;
use words::text::comparable;

use super::model::Adoptable;
use super::service::Family;
use super::store;
use crate::my_application::as_corrected;
use crate::own_link::{self, Proof};

/// The kind of value that addresses are known as.
const EMAIL: &str = "email";

impl Family {
    /// What was sent with the address that the account has proved, and that is no account's.
    pub(super) async fn adoptable(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        user: &UserId,
    ) -> Result<Vec<Adoptable>, Refusal> {
        let mut tx = self.forms.parts.db.read(&caller.school).await?;
        let Some(address) = identity::Identity::proved_address(&mut tx, user).await? else { return Ok(Vec::new()) };
        let hash = self.forms.known_hash(&caller.school, EMAIL, &address);
        let rows = store::naming(&mut tx, EMAIL, &hash).await?;
        drop(tx);
        let mut theirs = Vec::new();
        for row in rows {
            let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
            theirs.push((row, pinned.document));
        }
        let (mut tx, mut found) = (self.forms.parts.db.read(&caller.school).await?, Vec::new());
        for (row, document) in theirs {
            let answers = as_corrected(&mut tx, &row.id, &row.answers.0).await?;
            let Some((asks, _)) = Proof::of(&document, &answers) else { continue };
            if is_written_to(&document, &answers, &address)
                && own_link::open_to(&mut tx, &row.id, self.forms.parts.clock.now_ms()).await?
            {
                let (form_title, submitted_at) = (document.title(), words::clock::iso(row.submitted_at));
                found.push(Adoptable { id: row.id, form_title, asks, submitted_at });
            }
        }
        Ok(found)
    }

    /// Makes one of them the account's own, for whoever knows what its link asks for: an address may be mistyped, and then it is a stranger's.
    /// L004 for a wrong proof, with the tries that are left, which are those of its link; A001 for every other submission.
    pub async fn adopt(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        proof: &str,
    ) -> Result<(), Refusal> {
        caller.require(Permission::FamilyRead)?;
        let user = caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))?.clone();
        let mut tx = self.forms.parts.db.read(&caller.school).await?;
        let row = store::adoptable(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
        let (parts, caller_then, id, proof) = (self.forms.parts.clone(), caller.clone(), id.clone(), proof.to_owned());
        let write = self.forms.parts.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                // Address and answers as they are now; of two accounts at once one has it.
                let address = identity::Identity::proved_address(tx, &user).await?;
                let answers = as_corrected(tx, &id, &row.answers.0).await?;
                let asked = Proof::of(&pinned.document, &answers);
                let is_theirs = address.is_some_and(|address| is_written_to(&pinned.document, &answers, &address));
                let (Some((asked, answer)), true) = (asked, is_theirs) else { return Err(Refusal::not_found()) };
                let is_right = asked.is_right(&proof, answer);
                let left = own_link::try_proof(tx, &id, is_right, parts.clock.now_ms()).await?;
                let left = left.ok_or_else(Refusal::not_found)?;
                if !is_right {
                    return Ok(Some(left));
                }
                if store::adopt(tx, &id, &user).await? == 0 {
                    return Err(Refusal::not_found());
                }
                let entry = Entry {
                    action: "application.adopt",
                    object_kind: "enquiry",
                    object_id: id.as_str(),
                    detail: json!({}),
                };
                audit::record(tx, &*parts.clock, &*parts.rng, &caller_then, entry).await?;
                Ok(None)
            })
        });
        // A wrong try is counted, so it is no refusal of its transaction.
        match write.await? {
            Some(left) => Err(Refusal::new(MessageId::L004).with("tries_left", left)),
            None => Ok(()),
        }
    }
}

/// Whether that is where the school writes to about these answers.
fn is_written_to(document: &FormDocument, answers: &Value, address: &str) -> bool {
    document.confirmation(answers).is_some_and(|to| comparable(EMAIL, &to.email) == comparable(EMAIL, address))
}
