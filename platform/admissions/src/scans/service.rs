//! What a scanner says of files, and who is given one before.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use form::FormDocument;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::caller::SchoolScope;
use kernel::timeline;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId, outbox};
use serde_json::json;
use tenants::Registry;
use words::clock::iso;

use super::clamd::{Scanner, Word};
use super::jobs::ScanUpload;
use super::model::ScanState;
use super::store::{self, WaitingRow};
use crate::files;
use crate::forms::{Forms, FormsParts};
use crate::ids::UploadId;
use crate::papers;
use crate::tasks;
use crate::tasks::said::INFECTED;

/// Scans of files. Cheap to clone.
#[derive(Clone)]
pub struct Scans(Forms);

/// A file waits for its word, from the transaction on that writes it; where no scanner is configured it waits for none.
pub(crate) async fn await_word(
    tx: &mut SchoolTx,
    parts: &FormsParts,
    upload: &UploadId,
    now: i64,
) -> Result<(), StoreError> {
    if parts.scanner.is_none() {
        return Ok(());
    }
    store::insert_scan(tx, upload, now).await?;
    let job = ScanUpload { upload: upload.clone() };
    outbox::enqueue(tx, &*parts.clock, &*parts.rng, upload.as_str(), &job).await
}

/// Whether a file may be given to somebody: D005 while it waits, D006 where something was found.
pub(crate) async fn require_word(tx: &mut SchoolTx, upload: &UploadId) -> Result<(), Refusal> {
    match store::find_scan(tx, upload).await? {
        Some(row) => row.state()?.require_clean(),
        None => Ok(()),
    }
}

/// How the files of a submission stand that are not clean.
pub(crate) async fn states_of(
    tx: &mut SchoolTx,
    submission: &SubmissionId,
) -> Result<HashMap<UploadId, ScanState>, StoreError> {
    let rows = store::scans_of(tx, submission).await?;
    rows.into_iter().map(|row| Ok((row.upload_id.clone(), row.state()?))).collect()
}

/// What a file was sent with, also meanwhile, held for the rest of the transaction; none while it is a draft's.
async fn hold_sent(tx: &mut SchoolTx, upload: &UploadId) -> Result<Option<SubmissionId>, StoreError> {
    let mut sent = store::sent_with(tx, upload).await?.and_then(|row| row.submission_id);
    if sent.is_none() {
        store::hold_upload(tx, upload).await?;
        sent = store::sent_with(tx, upload).await?.and_then(|row| row.submission_id);
    }
    if let Some(submission) = &sent {
        Forms::hold_submission(tx, submission).await?;
    }
    Ok(sent)
}

/// Counts the papers of what a file was sent with anew; of what was sent only just now, or has no document here, a sweep does.
async fn count_papers(
    tx: &mut SchoolTx,
    sent: Option<&SubmissionId>,
    of: Option<(Arc<FormDocument>, Date)>,
) -> Result<(), StoreError> {
    match (sent, of) {
        (Some(id), Some((document, today))) => papers::tell(tx, id, &document, today).await,
        (Some(id), None) => papers::forget(tx, id).await,
        (None, _) => Ok(()),
    }
}

impl Scans {
    /// Over the forms, whose files these are.
    #[must_use]
    pub fn new(forms: Forms) -> Self {
        Self(forms)
    }

    fn parts(&self) -> &FormsParts {
        &self.0.parts
    }

    pub(super) fn now(&self) -> i64 {
        self.parts().clock.now_ms()
    }

    /// Asks the scanner about a file that waits, and keeps its word. An error where it gave none: then the file waits on.
    pub async fn scan(&self, schools: &Registry, scope: &SchoolScope, upload: &UploadId) -> Result<(), Refusal> {
        let parts = self.parts();
        let mut tx = parts.db.read(scope).await?;
        let Some(row) = store::find_waiting(&mut tx, upload).await? else { return Ok(()) };
        drop(tx);
        let scanner = parts.scanner.as_ref().ok_or_else(|| Refusal::internal("no scanner is configured"))?;
        match self.ask(scanner, &row).await {
            Ok(Word::Clean) => Ok(self.pass(schools, scope, upload, &row).await?),
            Ok(Word::Infected(finding)) => self.quarantine(schools, scope, upload, &row, finding).await,
            Err(error) => {
                let (upload, now) = (upload.clone(), self.now());
                let write =
                    parts.db.write(scope, move |tx| Box::pin(async move { store::count_try(tx, &upload, now).await }));
                let counted: Result<u64, StoreError> = write.await;
                counted?;
                Err(Refusal::internal(format!("the scanner gave no word: {error}")))
            }
        }
    }

    async fn ask(&self, scanner: &Scanner, row: &WaitingRow) -> io::Result<Word> {
        let bytes = u64::try_from(row.bytes).map_err(io::Error::other)?;
        scanner.scan(self.parts().files.read_verified(&row.storage_key, bytes, &row.sha256).await?).await
    }

    /// Nothing was found.
    async fn pass(
        &self,
        schools: &Registry,
        scope: &SchoolScope,
        upload: &UploadId,
        row: &WaitingRow,
    ) -> Result<(), StoreError> {
        let of = self.counted_by(schools, scope, self.document_of(schools, scope, row).await);
        let (upload, now) = (upload.clone(), self.now());
        let write = self.parts().db.write(scope, move |tx| {
            Box::pin(async move {
                let sent = hold_sent(tx, &upload).await?;
                store::settle_scan(tx, &upload, ScanState::Clean.as_str(), "", now).await?;
                count_papers(tx, sent.as_ref(), of).await
            })
        });
        write.await
    }

    /// The document by which papers are counted anew, and the school's day.
    fn counted_by(
        &self,
        schools: &Registry,
        scope: &SchoolScope,
        document: Option<Arc<FormDocument>>,
    ) -> Option<(Arc<FormDocument>, Date)> {
        document.zip(schools.school(scope.id()).map(|school| school.today(self.now())))
    }

    /// Something was found: nobody is given it any more, its submission's history says so, and then its bytes go.
    async fn quarantine(
        &self,
        schools: &Registry,
        scope: &SchoolScope,
        upload: &UploadId,
        row: &WaitingRow,
        finding: String,
    ) -> Result<(), Refusal> {
        tracing::warn!(school.id = %scope.id(), %upload, finding, "the scanner found something in a file");
        let document = self.document_of(schools, scope, row).await;
        let told = Told::of(document.as_deref(), row);
        let of = self.counted_by(schools, scope, document);
        let (scans, scope_then, id) = (self.clone(), scope.clone(), upload.clone());
        let today = schools.school(scope.id()).map(|school| school.today(self.now()));
        let due_on = today.map_or_else(|| iso(self.now()).chars().take(10).collect(), |day| day.to_string());
        let write = self.parts().db.write(scope, move |tx| {
            Box::pin(async move {
                let now = scans.now();
                let sent = hold_sent(tx, &id).await?;
                if store::settle_scan(tx, &id, ScanState::Infected.as_str(), &finding, now).await? == 0 {
                    return Ok(());
                }
                count_papers(tx, sent.as_ref(), of).await?;
                let Some(submission) = sent else { return Ok(()) };
                let entry = timeline::Entry {
                    at: now,
                    action: "paper",
                    from: told.field.as_deref(),
                    to: Some(ScanState::Infected.as_str()),
                    comment: told.name.as_deref(),
                    ..timeline::Entry::default()
                };
                scans.0.note_of_family(tx, &submission, entry).await?;
                let detail = json!({ "file": id, "finding": finding });
                let entry = Entry {
                    action: "enquiry.infected",
                    object_kind: "enquiry",
                    object_id: submission.as_str(),
                    detail,
                };
                let (clock, rng) = (&*scans.parts().clock, &*scans.parts().rng);
                audit::record(tx, clock, rng, &Caller::system(scope_then), entry).await?;
                tasks::ask_owner(tx, (clock, rng), &submission, (&INFECTED, &due_on), now).await
            })
        });
        let written: Result<(), StoreError> = write.await;
        written?;
        self.remove_bytes(scope, upload, &row.storage_key).await
    }

    /// The form as it was sent with, where it can be had: without it nothing is told of a file.
    async fn document_of(
        &self,
        schools: &Registry,
        scope: &SchoolScope,
        row: &WaitingRow,
    ) -> Option<Arc<FormDocument>> {
        let (form, digest) = row.form_id.as_deref().zip(row.form_digest.as_deref())?;
        let school = schools.school(scope.id())?;
        self.0.pinned_in(scope, &school, form, digest).await.ok().map(|pinned| pinned.document)
    }

    async fn remove_bytes(&self, scope: &SchoolScope, upload: &UploadId, key: &str) -> Result<(), Refusal> {
        self.parts().files.remove(key).await.map_err(files::refusal)?;
        let upload = upload.clone();
        let write =
            self.parts().db.write(scope, move |tx| Box::pin(async move { store::forget_bytes(tx, &upload).await }));
        let forgotten: Result<u64, StoreError> = write.await;
        Ok(forgotten.map(drop)?)
    }

    /// Asks again about files that nobody tried since that moment, and removes bytes that a crash left. It ends with the first about which
    /// the scanner does not answer. How many have their word.
    pub async fn catch_up(&self, schools: &Registry, scope: &SchoolScope, before: i64) -> Result<usize, Refusal> {
        let mut tx = self.parts().db.read(scope).await?;
        let left = store::left_waiting(&mut tx, before).await?;
        let kept = store::infected_kept(&mut tx).await?;
        drop(tx);
        for one in kept {
            self.remove_bytes(scope, &one.upload_id, &one.storage_key).await?;
        }
        let mut heard = 0;
        for one in left {
            self.scan(schools, scope, &one.upload_id).await?;
            heard += 1;
        }
        Ok(heard)
    }
}

/// What a history, which everybody of the staff reads, tells of a file: nothing that an audience alone reads.
struct Told {
    field: Option<String>,
    name: Option<String>,
}

impl Told {
    fn of(document: Option<&FormDocument>, row: &WaitingRow) -> Self {
        let tells_field = document.is_some_and(|document| document.audience_of(&row.field).is_none());
        let tells_name = tells_field && document.is_some_and(|document| document.audience_of_person().is_none());
        Self { field: tells_field.then(|| row.field.clone()), name: tells_name.then(|| row.name.clone()) }
    }
}
