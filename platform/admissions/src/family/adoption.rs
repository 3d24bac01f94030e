//! What somebody sent before they had an account: offered to the account that has proved the address which the confirmation went to.
//!
//! Whoever types an address is not its owner, and a second guardian's address is not the sender's: the one counts that the form writes to,
//! and only once its owner has proved it here. What is theirs they say by what its link asks for: until then they are told a form and a day.
//! How often they may be wrong is counted by the address, or each account that its owner makes would have as many tries again; the link goes on
//! for whoever sent it.

use std::sync::Arc;

use form::FormDocument;
use identity::primitives::email_of;
use kernel::audit::{self, Entry};
use kernel::links;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use serde_json::{Value, json};
use tenants::School;
use words::{Permission, Rng};

use super::model::Adoptable;
use super::service::Family;
use super::store;
use crate::forms::Forms;
use crate::my_application::as_corrected;
use crate::own_link::{self, Proof};

/// The kind of value that addresses are known as.
const EMAIL: &str = "email";

/// Wrong proofs, after which a submission is no longer offered to whoever has the address.
const MOST_TRIES: i64 = 5;
const DAY_MS: i64 = 86_400_000;

/// What an address's tries at a submission are counted as: a link that nobody is told, which leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tries {
    Adoption,
}

impl links::Purpose for Tries {
    const ALL: &'static [Self] = &[Self::Adoption];

    fn as_str(self) -> &'static str {
        "adoption"
    }

    /// As long as the submission's own link.
    fn life_ms(self) -> i64 {
        400 * DAY_MS
    }

    fn path(self, _: &str) -> String {
        String::new()
    }
}

/// By what the tries of an address (its hash) at a submission are counted.
fn counted(id: &SubmissionId, address: &str) -> String {
    format!("{id}:{address}")
}

/// Whether an address has no try left at a submission.
async fn is_spent(tx: &mut SchoolTx, id: &SubmissionId, address: &str, now: i64) -> Result<bool, StoreError> {
    let object = counted(id, address);
    let was_tried = links::first_made(tx, &object, &[Tries::Adoption], (0, i64::MAX)).await?.is_some();
    Ok(was_tried && links::since(tx, &object, &[Tries::Adoption], 0, now).await?.is_empty())
}

/// Takes a try of an address at a submission that the transaction holds, and says how many are left; none where there is none.
async fn take_try(
    tx: &mut SchoolTx,
    rng: &dyn Rng,
    (id, address): (&SubmissionId, &str),
    is_right: bool,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    let object = counted(id, address);
    if links::first_made(tx, &object, &[Tries::Adoption], (0, i64::MAX)).await?.is_none() {
        let bound = links::Bound { object: &object, address: "" };
        links::add(tx, &links::mint(rng, Tries::Adoption, now), Tries::Adoption, bound, now).await?;
    }
    let taken = links::take_try(tx, &object, Tries::Adoption, MOST_TRIES, now).await?;
    let left = taken.map(|left| left.max(0));
    if left == Some(0) && !is_right {
        links::end(tx, &object, &[Tries::Adoption], now).await?;
    }
    Ok(left)
}

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
        let (mut theirs, now) = (Vec::new(), self.forms.parts.clock.now_ms());
        for row in rows {
            let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
            theirs.push((row, pinned.document));
        }
        let (mut tx, mut found) = (self.forms.parts.db.read(&caller.school).await?, Vec::new());
        for (row, document) in theirs {
            let answers = as_corrected(&mut tx, &row.id, &row.answers.0).await?;
            let Some((asks, _)) = Proof::of(&document, &answers) else { continue };
            if is_written_to(&document, &answers, &address)
                && own_link::open_to(&mut tx, &row.id, now).await?
                && !is_spent(&mut tx, &row.id, &hash, now).await?
            {
                let (form_title, submitted_at) = (document.title(), words::clock::iso(row.submitted_at));
                found.push(Adoptable { id: row.id, form_title, asks, submitted_at });
            }
        }
        Ok(found)
    }

    /// Makes one of them the account's own, for whoever knows what its link asks for: an address may be mistyped, and then it is a stranger's.
    /// L004 for a wrong proof, with the tries that are left to the address; A001 for every other submission, and where none is left.
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
        let (forms, caller_then, id, proof) = (self.forms.clone(), caller.clone(), id.clone(), proof.to_owned());
        let write = self.forms.parts.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                Forms::hold_submission(tx, &id).await?;
                // Address and answers as they are now; of two accounts at once one has it.
                let address = identity::Identity::proved_address(tx, &user).await?;
                let answers = as_corrected(tx, &id, &row.answers.0).await?;
                let asked = Proof::of(&pinned.document, &answers);
                let theirs = address.filter(|address| is_written_to(&pinned.document, &answers, address));
                let (Some((asked, answer)), Some(address)) = (asked, theirs) else { return Err(Refusal::not_found()) };
                let parts = &forms.parts;
                let (is_right, now) = (asked.is_right(&proof, answer), parts.clock.now_ms());
                if !own_link::open_to(tx, &id, now).await? {
                    return Err(Refusal::not_found());
                }
                let hash = forms.known_hash(&caller_then.school, EMAIL, &address);
                let left = take_try(tx, &*parts.rng, (&id, &hash), is_right, now).await?;
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

/// Whether that address of an account is where the school writes to about these answers. It is spelled as accounts are: what addresses are known
/// as takes digits of different scripts for one, and mailboxes do not.
fn is_written_to(document: &FormDocument, answers: &Value, address: &str) -> bool {
    document.confirmation(answers).and_then(|to| email_of(&to.email)).is_some_and(|to| to == address)
}
