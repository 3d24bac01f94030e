//! The files of a submission: their bytes, and a name by which a page shows one for some minutes. A frame sends no session, so that whoever
//! has such a name sees the file without one. It says who asked for it in which session, and shows nothing once that session is over or they
//! see the file no more.

use std::sync::Arc;

use kernel::caller::{Actor, Caller, SchoolScope};
use kernel::{MessageId, Refusal, SessionId, SubmissionId, UserId, crypto};
use serde::{Deserialize, Serialize};
use tenants::School;
use words::Permission;

use super::audience::Sight;
use super::medical::{Door, is_medical};
use super::service::{Enquiries, find};
use super::store;
use crate::files::Content;
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;
use crate::scans;
use crate::served;

/// How long a name shows its file.
const LIFE_MS: i64 = 5 * 60 * 1000;
/// What names are sealed for.
const PURPOSE: &str = "shown_file";

/// What a name says.
#[derive(Serialize, Deserialize)]
struct Shown {
    submission: SubmissionId,
    file: UploadId,
    /// Who asked for it.
    account: UserId,
    /// In which session: it has to be alive still.
    session: SessionId,
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
        let file = self.given_file(caller, school, id, file).await?;
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
        let file = self.given_file(caller, school, id, file).await?;
        let Actor::User { id: account, session, .. } = &caller.actor else { return Err(Refusal::not_found()) };
        if !served::is_shown(&file.media_type) {
            return Err(Refusal::not_found());
        }
        let until = self.clock().now_ms() + LIFE_MS;
        let (account, session) = (account.clone(), session.clone());
        let shown = Shown { submission: id.clone(), file: file.id, account, session, until };
        let text = serde_json::to_string(&shown).map_err(Refusal::internal)?;
        Ok(crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text))
    }

    /// The file that a name of this school's shows, and its bytes. A001 once its time is over, the school is suspended, or who asked for
    /// it has signed out or sees the file no more: nobody learns which.
    pub async fn shown_file(&self, school: &Arc<School>, name: &str) -> Result<(SubmittedFile, Content), Refusal> {
        let scope = school.scope();
        let opened = crypto::open(self.secret(), scope.id(), PURPOSE, name);
        let shown: Option<Shown> = opened.and_then(|text| serde_json::from_str(&text).ok());
        let now = self.clock().now_ms();
        // It goes by the host alone, which answers for a suspended school too.
        let shown = shown.filter(|shown| now < shown.until && !school.is_suspended()).ok_or_else(Refusal::not_found)?;
        let file = self.still_seen(scope, school, &shown).await.map_err(|refusal| match refusal.id() {
            MessageId::L014 | MessageId::A002 => Refusal::not_found(),
            _ => refusal,
        })?;
        let bytes = self.bytes_of(&file).await?;
        Ok((file, bytes))
    }

    /// The file as who asked for its name sees it now.
    async fn still_seen(
        &self,
        scope: SchoolScope,
        school: &Arc<School>,
        shown: &Shown,
    ) -> Result<SubmittedFile, Refusal> {
        let actor = self.identity().actor_in(&scope, &shown.session, &shown.account).await?;
        let caller = Caller { actor, ..Caller::system(scope) };
        self.seen_file(&caller, school, &shown.submission, &shown.file).await.map(|(file, _)| file)
    }

    /// A file that the caller asks for, which counts as a line; one that is medical is written down.
    async fn given_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<SubmittedFile, Refusal> {
        let (file, is_medical) = self.seen_file(caller, school, id, file).await?;
        self.count_read(caller, 1).await?;
        if is_medical {
            self.write_down_medical(caller, vec![id.clone()], Door::File).await?;
        }
        Ok(file)
    }

    /// The forms, whose files these are.
    pub(crate) fn forms(&self) -> &Forms {
        &self.0.forms
    }

    /// A file that the caller sees, and whether it is medical. Every other does not exist. D005 while it is looked at, D006 where something harmful was found in it.
    async fn seen_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<(SubmittedFile, bool), Refusal> {
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
        // Only who sees it learns how it stands.
        scans::require_word(&mut self.db().read(&caller.school).await?, &file.id).await?;
        let is_medical = is_medical(&pinned.document, &file);
        Ok((file, is_medical))
    }

    async fn bytes_of(&self, file: &SubmittedFile) -> Result<Content, Refusal> {
        let size = u64::try_from(file.bytes).map_err(Refusal::internal)?;
        let bytes = self.0.files.read_verified(&file.storage_key, size, &file.sha256).await;
        bytes.map_err(crate::files::refusal)
    }
}
