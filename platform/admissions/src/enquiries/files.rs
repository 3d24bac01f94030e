//! The files of a submission: their bytes, and a name by which a page shows one for some minutes. A frame sends no session, so that whoever
//! has such a name sees the file without one. It says who asked for it, and shows nothing once that account reads no submissions.

use std::sync::Arc;

use identity::Identity;
use kernel::caller::{Caller, SchoolScope};
use kernel::{Refusal, SubmissionId, UserId, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use words::Permission;

use super::audience::Sight;
use super::service::{Enquiries, find};
use super::store;
use crate::files::Content;
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;

/// How long a name shows its file.
const LIFE_MS: i64 = 5 * 60 * 1000;
/// What names are sealed for.
const PURPOSE: &str = "shown_file";
/// What browsers show and run nothing of.
const SHOWN: [&str; 4] = ["application/pdf", "image/jpeg", "image/png", "image/webp"];

/// What a name says.
#[derive(Serialize, Deserialize)]
struct Shown {
    submission: SubmissionId,
    file: UploadId,
    /// As who asked for it sees the file called.
    called: String,
    /// Who asked for it.
    account: UserId,
    until: i64,
}

impl Enquiries {
    /// A file of a submission, which counts as a line, and its bytes. A007 when it is more than the account may read this hour.
    pub async fn file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<(SubmittedFile, Content), Refusal> {
        let file = self.seen_file(caller, school, id, file).await?;
        let bytes = self.bytes_of(&file).await?;
        Ok((file, bytes))
    }

    /// What [`Enquiries::shown_file`] shows a file by for some minutes; it counts as [`Enquiries::file`] does. A001 for what no browser
    /// shows.
    pub async fn show_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<String, Refusal> {
        let file = self.seen_file(caller, school, id, file).await?;
        let account = caller.user_id().filter(|_| SHOWN.contains(&file.media_type.as_str()));
        let account = account.ok_or_else(Refusal::not_found)?.clone();
        let until = self.clock().now_ms() + LIFE_MS;
        let shown = Shown { submission: id.clone(), file: file.id, called: file.name, account, until };
        let text = serde_json::to_string(&shown).map_err(Refusal::internal)?;
        Ok(crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text))
    }

    /// The file that a name of this school's shows, and its bytes. A001 once its time is over, or who asked for it reads no submissions
    /// any more.
    pub async fn shown_file(&self, scope: &SchoolScope, name: &str) -> Result<(SubmittedFile, Content), Refusal> {
        let opened = crypto::open(self.secret(), scope.id(), PURPOSE, name);
        let shown: Option<Shown> = opened.and_then(|text| serde_json::from_str(&text).ok());
        let now = self.clock().now_ms();
        let shown = shown.filter(|shown| now < shown.until).ok_or_else(Refusal::not_found)?;
        let mut tx = self.db().read(scope).await?;
        let readers = Identity::people_with(&mut tx, Permission::EnquiryRead).await?;
        let files = Forms::submitted_files(&mut tx, &shown.submission).await?;
        drop(tx);
        let may_read = readers.iter().any(|reader| reader.id == shown.account);
        let file = files.into_iter().find(|file| may_read && file.id == shown.file).ok_or_else(Refusal::not_found)?;
        let file = SubmittedFile { name: shown.called, ..file };
        let bytes = self.bytes_of(&file).await?;
        Ok((file, bytes))
    }

    /// A file that the caller sees. Every other does not exist.
    async fn seen_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<SubmittedFile, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let mut tx = self.db().read(&caller.school).await?;
        let row = find(&mut tx, caller, school, id).await?;
        let detail = store::find_detail(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        let mut files = Forms::submitted_files(&mut tx, id).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let pinned = self.0.forms.pinned_document(caller, school, &row.form_id, &detail.form_digest).await?;
        sight.files(&pinned.document, &mut files);
        let file = files.into_iter().find(|one| one.id == *file).ok_or_else(Refusal::not_found)?;
        self.count_read(caller, 1).await?;
        Ok(file)
    }

    async fn bytes_of(&self, file: &SubmittedFile) -> Result<Content, Refusal> {
        let size = u64::try_from(file.bytes).map_err(Refusal::internal)?;
        let bytes = self.0.files.read_verified(&file.storage_key, size, &file.sha256).await;
        bytes.map_err(crate::files::refusal)
    }
}
