//! What staff do with notes.

use std::sync::Arc;

use axum::extract::FromRef;
use futures_util::future::BoxFuture;
use kernel::audit::{self, Entry};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;
use words::Permission;

use super::model::{MOST_NOTES, NoteMark, full, may_change, may_remove, text_of};
use super::store::{self, NoteRow};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::ids::NoteId;

/// The notes on submissions. Cheap to clone.
#[derive(Clone)]
pub struct Notes(Enquiries);

impl<S> FromRef<S> for Notes
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// What stands on a submission, the oldest first: the caller of this has shown that they may read it.
pub async fn written(tx: &mut SchoolTx, enquiry: &SubmissionId) -> Result<Vec<NoteRow>, StoreError> {
    store::notes_of(tx, enquiry).await
}

impl Notes {
    /// A submission's notes, the oldest first; read as one line: A007 when it is more than the account may read this hour.
    pub async fn list(
        &self,
        caller: &Caller,
        school: &School,
        enquiry: &SubmissionId,
    ) -> Result<Vec<NoteRow>, Refusal> {
        caller.require(Permission::NoteRead)?;
        self.0.count_read(caller, 1).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        self.0.require_seen(&mut tx, caller, school, enquiry).await?;
        Ok(store::notes_of(&mut tx, enquiry).await?)
    }

    /// Adds a note. F003 when it says nothing or too much, or when the submission has twenty.
    pub async fn add(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        enquiry: &SubmissionId,
        (typed, mark): (&str, Option<NoteMark>),
    ) -> Result<NoteRow, Refusal> {
        caller.require(Permission::EnquiryReview)?;
        let text = text_of(typed)?;
        let author = caller.user_id().ok_or_else(|| Refusal::new(MessageId::A002))?.clone();
        self.change(caller, school, enquiry, move |tx, change| {
            Box::pin(async move {
                Forms::hold_submission(tx, &change.enquiry).await?;
                if store::count_notes(tx, &change.enquiry).await?.n >= MOST_NOTES {
                    return Err(full());
                }
                change.count_text(tx, &text).await?;
                let (clock, rng) = (change.notes.0.clock(), change.notes.0.rng());
                let id = NoteId::new(clock, rng);
                store::insert_note(
                    tx,
                    &id,
                    &change.enquiry,
                    &author,
                    &text,
                    mark.map(NoteMark::as_str),
                    clock.now_ms(),
                )
                .await?;
                change.write_down(tx, "note.add", &id).await?;
                find(tx, &change.enquiry, &id).await
            })
        })
        .await
    }

    /// Says it otherwise. A002 for whoever did not write it, A003 when it was changed meanwhile.
    pub async fn update(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (enquiry, id): (&SubmissionId, NoteId),
        (version, typed, mark): (i64, &str, Option<NoteMark>),
    ) -> Result<NoteRow, Refusal> {
        caller.require(Permission::EnquiryReview)?;
        let text = text_of(typed)?;
        self.change(caller, school, enquiry, move |tx, change| {
            Box::pin(async move {
                let note = find(tx, &change.enquiry, &id).await?;
                if !may_change(&change.caller, &note.author_id) {
                    return Err(Refusal::new(MessageId::A002));
                }
                change.count_text(tx, &text).await?;
                let now = change.notes.0.clock().now_ms();
                if store::update_note(tx, &id, version, &text, mark.map(NoteMark::as_str), now).await? == 0 {
                    return Err(Refusal::new(MessageId::A003));
                }
                change.write_down(tx, "note.update", &id).await?;
                find(tx, &change.enquiry, &id).await
            })
        })
        .await
    }

    /// Takes it away. A002 for whoever neither wrote it nor is an administrator.
    pub async fn remove(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        enquiry: &SubmissionId,
        id: NoteId,
    ) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryReview)?;
        self.change(caller, school, enquiry, move |tx, change| {
            Box::pin(async move {
                let note = find(tx, &change.enquiry, &id).await?;
                if !may_remove(&change.caller, &note.author_id) {
                    return Err(Refusal::new(MessageId::A002));
                }
                store::delete_note(tx, &id).await?;
                Ok(change.write_down(tx, "note.remove", &id).await?)
            })
        })
        .await
    }

    /// Runs a change of the notes of a submission that the caller sees; of any other A001.
    async fn change<T, F>(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        enquiry: &SubmissionId,
        job: F,
    ) -> Result<T, Refusal>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx, &'t Change) -> BoxFuture<'t, Result<T, Refusal>> + Send + 'static,
        T: Send + 'static,
    {
        let change = Change { notes: self.clone(), caller: caller.clone(), enquiry: enquiry.clone() };
        let school = school.clone();
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                change.notes.0.require_seen(tx, &change.caller, &school, &change.enquiry).await?;
                job(tx, &change).await
            })
        });
        write.await
    }
}

/// Who changes the notes of which submission.
struct Change {
    notes: Notes,
    caller: Caller,
    enquiry: SubmissionId,
}

impl Change {
    /// Counts what is written among all that the author causes to be kept today.
    async fn count_text(&self, tx: &mut SchoolTx, text: &str) -> Result<(), Refusal> {
        let Some(author) = self.caller.user_id() else { return Ok(()) };
        Ok(audit::count_kept(tx, author, text.len(), self.notes.0.clock().now_ms()).await?)
    }

    /// That it was done; what the note says stays out of the audit.
    async fn write_down(&self, tx: &mut SchoolTx, action: &str, id: &NoteId) -> Result<(), StoreError> {
        let detail = json!({ "note": id });
        let entry = Entry { action, object_kind: "enquiry", object_id: self.enquiry.as_str(), detail };
        audit::record(tx, self.notes.0.clock(), self.notes.0.rng(), &self.caller, entry).await
    }
}

async fn find(tx: &mut SchoolTx, enquiry: &SubmissionId, id: &NoteId) -> Result<NoteRow, Refusal> {
    store::find_note(tx, enquiry, id).await?.ok_or_else(Refusal::not_found)
}
