//! Files that staff add to a submission, put to another of its papers, remove, and bring back.
//!
//! What is removed is in no list, no download and no export from then on. For thirty days who may change papers sees that it was there, who
//! removed it and why, and can bring it back; then its bytes go, and its row with all that was said of it.

use std::sync::Arc;

use jiff::civil::Date;
use kernel::audit;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;
use words::Permission;
use words::verdict::Issue;

use super::listed::tell;
use super::model::{KEPT_REMOVED_MS, PaperFile, PaperState, reason_of, require_fit};
use super::service::{Change, PaperList, Papers, Told, known, of, own_place};
use super::store;
use crate::enquiries::{Submission, mentions};
use crate::forms::{Addition, Arriving, UploadView};
use crate::ids::UploadId;
use crate::students;
use crate::typed::refused;

/// A file that is to stand as one of a submission's papers.
#[derive(Debug, Clone)]
pub struct Placed {
    /// One of the submission's own.
    pub file: UploadId,
    /// Which paper it is.
    pub place: String,
    /// The one whose place it takes.
    pub replaces: Option<UploadId>,
}

/// What was accepted stays as it is until that is taken back.
fn require_open(file: &PaperFile) -> Result<(), Refusal> {
    let is_accepted = matches!(file.state, PaperState::Accepted | PaperState::Expired);
    if is_accepted { Err(Refusal::new(MessageId::D007)) } else { Ok(()) }
}

impl Papers {
    /// The paper that a photo of the child is; D003 where the form asks for none.
    pub async fn photo_of(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<String, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let submission = self.0.submission(caller, school, id).await?;
        let field = students::photo_field(submission.document());
        field.map(str::to_owned).ok_or_else(|| Refusal::new(MessageId::D003))
    }

    /// Begins a file of somebody of the staff for a paper of a submission that they see; D003 for what is asked nowhere.
    pub async fn begin_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (field, name): (&str, &str),
    ) -> Result<Arriving, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let kernel::Actor::User { name: by, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let submission = self.0.submission(caller, school, id).await?;
        let place = own_place(&submission, field)?;
        let document = submission.document();
        let tells_field = document.audience_of(&place.name).is_none();
        let is_open = tells_field && document.audience_of_person().is_none();
        let pinned = submission.pinned.document.clone();
        let (by, submission) = (by.clone(), submission.id);
        let of = (pinned, self.today(school));
        let addition = Addition { submission, of, by, is_of_staff: true, is_open, tells_field, rule: None };
        self.0.forms().begin_addition(caller, addition, place, name).await
    }

    /// Ends it, when its bytes are here.
    pub async fn finish_file(&self, caller: &Caller, arriving: Arriving) -> Result<UploadView, Refusal> {
        self.0.forms().finish_upload(caller, arriving).await
    }

    /// Puts a file of a submission to one of its papers, and takes away the one whose place it takes. A001 for a file that is not the
    /// submission's, D003 for a paper that is asked nowhere and for a file that an answer names, D001 and D002 for what the paper does not
    /// take, D006 for what carries something harmful, D007 for what was accepted.
    pub async fn place_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        placed: Placed,
    ) -> Result<PaperList, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let Placed { file, place, replaces } = placed;
        if replaces.as_ref() == Some(&file) {
            return Err(refused(Issue::error("/doc_id", "enum")));
        }
        self.change(caller, school, id, Permission::EnquiryEdit, move |tx, change| {
            Box::pin(async move {
                let submission = &change.submission;
                let papers = of(tx, submission, change.today).await?;
                let found = known(&papers, &file)?;
                let place = own_place(submission, &place)?;
                let mut is_changed = false;
                if found.file.field != place.name {
                    if found.state == PaperState::Infected {
                        return Err(Refusal::new(MessageId::D006));
                    }
                    require_open(found)?;
                    require_fit(&place, &found.file)?;
                    if mentions(&submission.sent, file.as_str()) {
                        return Err(Refusal::new(MessageId::D003));
                    }
                    store::move_file(tx, &file, &submission.id, &place.name).await?;
                    let told = Told { name: Some(&found.file.name), ..Told::of(&place.name, "placed") };
                    change.tell(tx, told).await?;
                    is_changed = true;
                }
                if let Some(replaced) = &replaces {
                    change.remove(tx, known(&papers, replaced)?, "", Some(&file)).await?;
                    is_changed = true;
                }
                if is_changed {
                    let detail = json!({ "file": file, "field": place.name, "replaces": replaces });
                    change.write_down(tx, "enquiry.file_place", detail).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Removes a file, and keeps it for thirty days. F003 at `/reason` where nothing is said, D007 for what was accepted.
    pub async fn remove_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (file, reason): (UploadId, &str),
    ) -> Result<PaperList, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let reason = reason_of(reason)?;
        self.change(caller, school, id, Permission::EnquiryEdit, move |tx, change| {
            Box::pin(async move {
                let papers = of(tx, &change.submission, change.today).await?;
                let found = known(&papers, &file)?;
                audit::count_kept(tx, &change.actor, reason.len(), change.now).await?;
                change.remove(tx, found, &reason, None).await?;
                change.write_down(tx, "enquiry.file_remove", json!({ "file": file })).await
            })
        })
        .await
    }

    /// Brings a removed file back to where it was. A001 for one that was not removed, and once its thirty days are over.
    pub async fn restore_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: UploadId,
    ) -> Result<PaperList, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        self.change(caller, school, id, Permission::EnquiryEdit, move |tx, change| {
            Box::pin(async move {
                let Change { submission, now, .. } = change;
                let document = submission.document();
                let reads =
                    |field: &str| submission.sight.as_ref().is_none_or(|sight| sight.reads_field(document, field));
                let removed = store::removed_of(tx, &submission.id).await?;
                let row = removed.into_iter().find(|row| row.upload_id == file && reads(&row.field));
                let row = row.filter(|row| *now < row.removed_at.saturating_add(KEPT_REMOVED_MS));
                let row = row.ok_or_else(Refusal::not_found)?;
                store::delete_removed(tx, &file).await?;
                let told = Told { name: Some(&row.name), ..Told::of(&row.field, "restored") };
                change.tell(tx, told).await?;
                change.write_down(tx, "enquiry.file_restore", json!({ "file": file })).await
            })
        })
        .await
    }
}

/// A family takes back a file of theirs of which nobody said anything yet. A001 for one that is not there or that staff added, D007 once somebody
/// said something.
pub(crate) async fn take_back(
    tx: &mut SchoolTx,
    (submission, file): (&Submission, &UploadId),
    (today, now): (Date, i64),
) -> Result<PaperFile, Refusal> {
    let papers = of(tx, submission, today).await?;
    let found = known(&papers, file)?;
    if found.file.of_staff {
        return Err(Refusal::not_found());
    }
    if !matches!(found.state, PaperState::Received | PaperState::Scanning) {
        return Err(Refusal::new(MessageId::D007));
    }
    store::insert_removed(tx, file, &submission.id, "", None, None, now).await?;
    tell(tx, &submission.id, submission.document(), today).await?;
    Ok(found.clone())
}

/// A family takes back what it gave to a place that no form has. Whether it may is known where that place is.
pub(crate) async fn take_back_elsewhere(
    tx: &mut SchoolTx,
    (submission, file): (&SubmissionId, &UploadId),
    now: i64,
) -> Result<(), StoreError> {
    store::insert_removed(tx, file, submission, "", None, None, now).await.map(drop)
}

/// A family brings back what it took back within thirty days; the place and the name of it. A001 for every other file.
pub(crate) async fn bring_back(
    tx: &mut SchoolTx,
    (submission, file): (&Submission, &UploadId),
    (today, now): (Date, i64),
) -> Result<(String, String), Refusal> {
    let removed = store::removed_of(tx, &submission.id).await?;
    let is_theirs = |row: &store::RemovedRow| row.upload_id == *file && row.person.is_none();
    let row = removed.into_iter().find(is_theirs).ok_or_else(Refusal::not_found)?;
    if now >= row.removed_at.saturating_add(KEPT_REMOVED_MS) {
        return Err(Refusal::not_found());
    }
    store::delete_removed(tx, file).await?;
    tell(tx, &submission.id, submission.document(), today).await?;
    Ok((row.field, row.name))
}

impl Change {
    /// Takes a file away. D007 for what was accepted.
    async fn remove(
        &self,
        tx: &mut SchoolTx,
        found: &PaperFile,
        reason: &str,
        replaced_by: Option<&UploadId>,
    ) -> Result<(), Refusal> {
        require_open(found)?;
        let file = &found.file;
        store::insert_removed(tx, &file.id, &self.submission.id, reason, replaced_by, Some(&self.actor), self.now)
            .await?;
        let told = Told { name: Some(&file.name), said: Some(reason), ..Told::of(&file.field, "removed") };
        Ok(self.tell(tx, told).await?)
    }
}
