//! A family's own files: it looks at them, takes one back of which nobody of the school said anything yet, and brings that back.
//!
//! A file is shown by a name that lives some minutes, as staff's are: neither a frame nor a picture sends a session. The name says what opened
//! the application, and shows nothing once that opens it no more.

use std::sync::Arc;

use kernel::allowance::{Allowance, HOUR, Left};
use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SessionId, SubmissionId, UserId, crypto, timeline};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenants::School;
use words::verdict::Issue;

use super::change::Change;
use super::service::{Application, CHANGES, MyApplications};
use crate::files::{self, Content};
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;
use crate::letters;
use crate::papers;
use crate::scans;
use crate::served;
use crate::stand::Stand;

/// How long a name shows its file.
const LIFE_MS: i64 = 5 * 60 * 1000;
/// What names are sealed for.
const PURPOSE: &str = "own_file";
/// How often whoever came by a link looks at files of what it opens; an account counts by what it reads.
const LOOKS: Allowance = Allowance { name: "application.looks", most: 240, window: HOUR };

/// What a name says.
#[derive(Serialize, Deserialize)]
struct Shown {
    /// What opened the application: a grant, or its id.
    key: String,
    file: UploadId,
    /// In which session, where an account asked: it has to be alive still.
    session: Option<(UserId, SessionId)>,
    until: i64,
}

impl MyApplications {
    /// What [`MyApplications::shown_file`] shows a file by for some minutes. A001 for a file that its family did not give, D005 and D006 while
    /// it is not known to be harmless, A007 when it is more than may be looked at in an hour.
    pub async fn show_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        file: &UploadId,
    ) -> Result<String, Refusal> {
        let application = self.find(caller, school, key).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let own = own_file(&mut tx, &application.id, file).await?;
        drop(tx);
        if !served::is_shown(&own.media_type) {
            return Err(Refusal::not_found());
        }
        let session = match &caller.actor {
            Actor::User { id, session, .. } => Some((id.clone(), session.clone())),
            _ => None,
        };
        self.count_look(caller, &application.id).await?;
        let until = self.clock().now_ms() + LIFE_MS;
        let shown = Shown { key: key.to_owned(), file: own.id, session, until };
        let text = serde_json::to_string(&shown).map_err(Refusal::internal)?;
        Ok(crypto::seal(self.secret(), self.rng(), caller.school.id(), PURPOSE, &text))
    }

    async fn count_look(&self, caller: &Caller, id: &SubmissionId) -> Result<(), Refusal> {
        if caller.user_id().is_some() {
            return self.enquiries().count_read(caller, 1).await;
        }
        let (holder, now) = (id.clone(), self.clock().now_ms());
        let taken = self
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { LOOKS.take(tx, holder.as_str(), 1, now).await }))
            .await?;
        match taken {
            Left::Enough(_) => Ok(()),
            Left::TooLittle { left, seconds } => {
                Err(Refusal::new(MessageId::A007).with("left", left).with("limit", LOOKS.most).retry_after(seconds))
            }
        }
    }

    /// The file that a name of this school's shows, and its bytes. A001 once its time is over, the school is suspended, or what opened the
    /// application opens it no more: nobody learns which.
    pub async fn shown_file(&self, school: &Arc<School>, name: &str) -> Result<(SubmittedFile, Content), Refusal> {
        let scope = school.scope();
        let opened = crypto::open(self.secret(), scope.id(), PURPOSE, name);
        let shown: Option<Shown> = opened.and_then(|text| serde_json::from_str(&text).ok());
        let now = self.clock().now_ms();
        // It goes by the host alone, which answers for a suspended school too.
        let shown = shown.filter(|shown| now < shown.until && !school.is_suspended()).ok_or_else(Refusal::not_found)?;
        let own = self.still_own(school, &shown).await.map_err(|refusal| match refusal.id() {
            MessageId::L010 | MessageId::L014 | MessageId::A002 => Refusal::not_found(),
            _ => refusal,
        })?;
        self.read_file(own).await
    }

    /// The file as whoever asked for its name sees it now.
    async fn still_own(&self, school: &Arc<School>, shown: &Shown) -> Result<SubmittedFile, Refusal> {
        let mut caller = Caller::system(school.scope());
        if let Some((account, session)) = &shown.session {
            caller.actor = self.enquiries().identity().actor_in(&caller.school, session, account).await?;
        }
        let mut tx = self.db().read(&caller.school).await?;
        let id = self.admitted(&mut tx, &caller, &shown.key).await?;
        own_file(&mut tx, &id, &shown.file).await
    }

    /// Takes a file back, which is kept for thirty days as what staff remove. A001 for a file that its family did not give, D007 once somebody of
    /// the school said something of it, or of the condition of an offer that it answers, F003 once the application is over.
    pub async fn take_back_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        file: UploadId,
    ) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        self.change(caller, school, key, application, move |tx, change| {
            Box::pin(async move { change.take_back_file(tx, &file).await })
        })
        .await
    }

    /// The same for whoever came by another link of theirs, in a transaction that holds the submission. D004 where the family has changed as much
    /// as it may in a day.
    pub(crate) async fn take_back_file_of(
        &self,
        tx: &mut SchoolTx,
        (caller, school): (&Caller, &Arc<School>),
        application: Application,
        file: &UploadId,
    ) -> Result<(), Refusal> {
        let (key, now) = (application.id.to_string(), self.clock().now_ms());
        if let Left::TooLittle { seconds, .. } = CHANGES.take(tx, &key, 1, now).await? {
            return Err(Refusal::new(MessageId::D004).retry_after(seconds));
        }
        let (applications, caller, school) = (self.clone(), caller.clone(), school.clone());
        Change { applications, caller, school, key, application, now }.take_back_file(tx, file).await
    }

    /// A file of theirs with its bytes, for whoever came by another link of theirs. A001, D005, D006 and A007 as for [`MyApplications::show_file`].
    pub(crate) async fn file_of(
        &self,
        caller: &Caller,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<(SubmittedFile, Content), Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let own = own_file(&mut tx, id, file).await?;
        drop(tx);
        self.count_look(caller, id).await?;
        self.read_file(own).await
    }

    async fn read_file(&self, own: SubmittedFile) -> Result<(SubmittedFile, Content), Refusal> {
        let size = u64::try_from(own.bytes).map_err(Refusal::internal)?;
        let bytes = self.forms().parts.files.read_verified(&own.storage_key, size, &own.sha256).await;
        Ok((own, bytes.map_err(files::refusal)?))
    }

    /// Brings back a file that the family took back, within thirty days. A001 for every other, D003 where there is no place for it any more, D007
    /// once somebody of the school said something of the condition that it answers, F003 once the application is over.
    pub async fn bring_back_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        file: UploadId,
    ) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        self.change(caller, school, key, application, move |tx, change| {
            Box::pin(async move { change.bring_back_file(tx, &file).await })
        })
        .await
    }
}

/// A file that a family gave. Every other does not exist; D005 while it is looked at, D006 where something harmful was found in it.
async fn own_file(tx: &mut SchoolTx, id: &SubmissionId, file: &UploadId) -> Result<SubmittedFile, Refusal> {
    let here = Forms::submitted_files(tx, id).await?;
    let own = here.into_iter().find(|one| one.id == *file && !one.of_staff).ok_or_else(Refusal::not_found)?;
    scans::require_word(tx, &own.id).await?;
    Ok(own)
}

impl Change {
    async fn take_back_file(&self, tx: &mut SchoolTx, file: &UploadId) -> Result<(), Refusal> {
        self.require_open()?;
        let submission = self.application.submission()?;
        let today = self.school.today(self.now);
        let taken = papers::take_back(tx, (&submission, file), (today, self.now)).await?;
        self.require_unjudged(tx, &taken.file.field).await?;
        self.tell_of_file(tx, (&taken.file.field, &taken.file.name), "removed").await?;
        Ok(self.write_down(tx, "enquiry.file_remove", json!({ "file": file })).await?)
    }

    async fn bring_back_file(&self, tx: &mut SchoolTx, file: &UploadId) -> Result<(), Refusal> {
        self.require_open()?;
        let submission = self.application.submission()?;
        let today = self.school.today(self.now);
        let (field, name) = papers::bring_back(tx, (&submission, file), (today, self.now)).await?;
        self.require_unjudged(tx, &field).await?;
        Forms::require_place(tx, &self.application.id).await?;
        self.tell_of_file(tx, (&field, &name), "restored").await?;
        Ok(self.write_down(tx, "enquiry.file_restore", json!({ "file": file })).await?)
    }

    /// What the school judged a condition by stays as it was then.
    async fn require_unjudged(&self, tx: &mut SchoolTx, field: &str) -> Result<(), Refusal> {
        let is_judged = letters::is_judged(tx, &self.application.id, field).await?;
        if is_judged { Err(Refusal::new(MessageId::D007)) } else { Ok(()) }
    }

    fn require_open(&self) -> Result<(), Refusal> {
        let is_over = Stand::parse(&self.application.row.state).is_some_and(Stand::is_over);
        if is_over { Err(Refusal::new(MessageId::F003).errors(vec![Issue::error("/state", "enum")])) } else { Ok(()) }
    }

    /// Adds to the history, which everybody of the staff reads: it does not name what an audience alone reads.
    async fn tell_of_file(&self, tx: &mut SchoolTx, (field, name): (&str, &str), to: &str) -> Result<(), Refusal> {
        let document = &self.application.pinned.document;
        let tells_field = document.audience_of(field).is_none();
        let tells_name = tells_field && document.audience_of_person().is_none();
        let family = self.application.named(&self.caller);
        let entry = timeline::Entry {
            at: self.now,
            actor_name: &family,
            action: "paper",
            from: Some(field).filter(|_| tells_field),
            to: Some(to),
            comment: Some(name).filter(|_| tells_name),
            ..timeline::Entry::default()
        };
        Ok(self.applications.forms().note_of_family(tx, &self.application.id, entry).await?)
    }
}
