//! The link once more, for a family that has lost it: by mail, to the address that the school writes to about what was sent.
//!
//! Anybody may name a reference and an address. Whatever they name, the answer is the same, and as much is read, counted and written: with a
//! reference that nothing has, the newest that was sent is looked at in its place, and what nobody is to get is dropped by the worker as too old.

use std::sync::Arc;

use form::Confirmation;
use identity::primitives::email_of;
use kernel::audit::{self, Entry};
use kernel::message::{self, Message};
use kernel::message_counts::{self, Reason, Target};
use kernel::{Caller, MessageId, Refusal, SchoolTx};
use serde_json::json;
use tenants::School;
use words::ids;
use words::text::western_digits;

use super::service::{Application, MyApplications, as_corrected};
use super::store;
use crate::messages;
use crate::own_link::{self, PAGE, Proof};

/// Characters of a reference as a person types it.
const LONGEST: usize = 60;

/// Who asked for a link.
struct Asked {
    caller: Caller,
    /// As accounts are spelled.
    email: String,
    /// What they named, or another one.
    application: Application,
    is_named: bool,
}

impl MyApplications {
    /// Mails the link to what has that reference to that address, if the school writes there about it, and a link still opens it. L012 where so
    /// many links left in this hour that whoever asks proves to be a person; L002 and R012 past the bounds of who asks and of the school.
    pub async fn send_link(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (reference, email): (&str, &str),
        proof: Option<&str>,
    ) -> Result<(), Refusal> {
        let identity = &self.forms().parts.identity;
        if proof.is_some() || identity.wants_proof_for_links(caller).await? {
            identity.require_proof(caller, school, proof).await?;
        }
        let Some(email) = email_of(email) else { return Ok(()) };
        let mut tx = self.db().read(&caller.school).await?;
        let named = store::find_named(&mut tx, &spelled(reference)).await?;
        let newest = store::find_newest(&mut tx).await?;
        let is_named = named.is_some();
        let Some(found) = named.or(newest) else { return Ok(()) };
        let application = match self.load(tx, caller, school, found.submission_id).await {
            // It went in the meantime.
            Err(refusal) if refusal.id() == MessageId::L010 => return Ok(()),
            loaded => loaded?,
        };
        let asked = Asked { caller: caller.clone(), email, application, is_named };
        let applications = self.clone();
        let write = self
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { applications.send_link_in(tx, asked).await }));
        write.await
    }

    async fn send_link_in(&self, tx: &mut SchoolTx, asked: Asked) -> Result<(), Refusal> {
        let Asked { caller, email, application, is_named } = asked;
        let (clock, rng, secret, now) = (self.clock(), self.rng(), self.secret(), self.clock().now_ms());
        let counted = message_counts::take(tx, secret, &caller, Reason::Link, &Target::mail(&email), now).await?;
        let is_free = counted.is_free()?;
        let document = &application.pinned.document;
        let answers = as_corrected(tx, &application.id, &application.row.answers.0).await?;
        let to = document.confirmation(&answers).filter(|to| email_of(&to.email).is_some_and(|to| to == email));
        let theirs = to.filter(|_| is_named && is_free && Proof::of(document, &answers).is_some());
        let path = match &theirs {
            Some(_) => own_link::told_again(tx, rng, secret, &application.id, now).await?,
            None => own_link::open_to(tx, &application.id, now).await.map(|_| None)?,
        };
        let submission = application.submission()?;
        let (mail, object_id) = match (theirs, path) {
            (Some(to), Some(path)) => (messages::link_again(&submission, to, path, now), application.id.as_str()),
            _ => {
                (nobodys(messages::link_again(&submission, Confirmation { email, name: None }, String::new(), now)), "")
            }
        };
        message::send(tx, clock, rng, secret, &ids::new_id(clock, rng), &mail).await?;
        let entry = Entry { action: "application.link", object_kind: "enquiry", object_id, detail: json!({}) };
        Ok(audit::record(tx, clock, rng, &caller, entry).await?)
    }
}

/// A letter that is dropped as too old, and holds nothing of anybody's.
fn nobodys(letter: Message) -> Message {
    let params = [("reference", "-".repeat(13)), ("path", format!("{PAGE}#token={}", "-".repeat(43)))];
    let params = params.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    Message { params, expires_at: 0, ..letter }
}

/// A reference as it is stored, however a person types it.
fn spelled(reference: &str) -> String {
    let shown = western_digits(reference).to_uppercase();
    shown.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_found_however_it_is_typed() {
        for typed in ["ABQ-E26-00017", " abq-e26-00017 ", "\u{2066}ABQ-E26-00017\u{2069}", "ABQ-E٢٦-٠٠٠١٧"] {
            assert_eq!(spelled(typed), "ABQ-E26-00017", "{typed}");
        }
        assert_eq!(spelled(&"9".repeat(3000)).len(), LONGEST);
    }
}
