//! What an account gave with one application, for another of its own: nobody looks for the same passport twice.

use std::collections::HashSet;
use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::{Caller, Refusal, SubmissionId, timeline};
use serde_json::json;
use tenants::School;
use words::clock::iso;
use words::{Language, Permission, Text};

use super::access::nothing;
use super::model::FamilyFile;
use super::service::MyApplications;
use super::store;
use crate::family;
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;
use crate::papers::{self, PaperState};

/// Most files that are told.
const MOST_FILES: usize = 60;

/// Why staff see that a file is gone.
const TAKEN_BACK: [&str; 2] = ["The family took it back.", "استعادته الأسرة."];

/// A file of another application.
struct Given {
    file: SubmittedFile,
    label: Text,
    of: Text,
    reference: String,
    of_family: bool,
}

impl MyApplications {
    /// The files that an account gave with its newest twenty others, once each: neither what the school refused or has expired, nor what a
    /// scanner has not found clean, nor what this one has already. L010 for what is not its own.
    pub async fn library(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Vec<FamilyFile>, Refusal> {
        let mut given = self.not_here(caller, school, id).await?;
        given.truncate(MOST_FILES);
        let told = given.into_iter().map(|Given { file, label, of, reference, of_family }| FamilyFile {
            file: file.id.into(),
            name: file.name,
            bytes: file.bytes,
            media_type: file.media_type,
            given_at: iso(file.created_at),
            label,
            of,
            reference,
            of_family,
        });
        Ok(told.collect())
    }

    /// Gives one of them with this one too: its bytes are copied, looked at and counted as if they came anew. A001 for any other file, D001 to
    /// D004 as where one arrives.
    pub async fn reuse(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (field, file): (&str, &UploadId),
    ) -> Result<(), Refusal> {
        let given = self.not_here(caller, school, id).await?;
        let known =
            given.into_iter().take(MOST_FILES).find(|one| one.file.id == *file).ok_or_else(Refusal::not_found)?;
        let tx = self.db().read(&caller.school).await?;
        let application = self.load(tx, caller, school, id.clone()).await?;
        let (addition, place) = application.addition(field)?;
        self.forms().add_again(caller, addition, place, &known.file).await.map(drop)
    }

    /// Takes one of them back, as long as nobody of the school said anything of it; it is kept for thirty days, as what staff remove. A001 for
    /// any other file, D007 once somebody did.
    pub async fn take_back_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
    ) -> Result<(), Refusal> {
        let given = self.given_besides(caller, school, id).await?;
        let account = family::account_of_caller(caller).ok_or_else(nothing)?;
        let mut tx = self.db().read(&caller.school).await?;
        let here = Forms::submitted_files(&mut tx, id).await?;
        let again = |one: &&SubmittedFile| given.iter().any(|other| other.file.sha256 == one.sha256);
        here.iter().filter(|one| one.id == *file).find(again).ok_or_else(Refusal::not_found)?;
        let application = self.load(tx, caller, school, id.clone()).await?;
        let (applications, caller_then, school, file) = (self.clone(), caller.clone(), school.clone(), file.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (caller, id) = (caller_then, &application.id);
                Forms::hold_submission(tx, id).await?;
                let submission = application.submission()?;
                let (today, now) = (applications.forms().today(&school), applications.clock().now_ms());
                let why = TAKEN_BACK[usize::from(school.config().languages.first() == Some(&Language::Ar))];
                let taken = papers::take_back(tx, (&submission, &file), (&account, why), (today, now)).await?;
                let document = submission.document();
                let tells_field = document.audience_of(&taken.file.field).is_none();
                let name = application.family();
                let entry = timeline::Entry {
                    at: now,
                    actor_name: &name,
                    action: "paper",
                    from: Some(&*taken.file.field).filter(|_| tells_field),
                    to: Some("removed"),
                    ..timeline::Entry::default()
                };
                applications.forms().note_of_family(tx, id, entry).await?;
                let (clock, rng) = (applications.clock(), applications.rng());
                let detail = json!({ "file": file });
                let entry =
                    Entry { action: "enquiry.file_remove", object_kind: "enquiry", object_id: id.as_str(), detail };
                Ok(audit::record(tx, clock, rng, &caller, entry).await?)
            })
        });
        write.await
    }

    /// What the account gave with others and this one has not.
    async fn not_here(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Vec<Given>, Refusal> {
        let mut given = self.given_besides(caller, school, id).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let here = Forms::submitted_files(&mut tx, id).await?;
        drop(tx);
        given.retain(|one| !here.iter().any(|own| own.sha256 == one.file.sha256));
        Ok(given)
    }

    async fn given_besides(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Vec<Given>, Refusal> {
        caller.require(Permission::FamilyRead)?;
        let account = family::account_of_caller(caller).ok_or_else(nothing)?;
        let mut tx = self.db().read(&caller.school).await?;
        store::find_own(&mut tx, &account, id).await?.ok_or_else(nothing)?;
        let others = store::own_besides(&mut tx, &account, id).await?;
        let own = store::find_sent(&mut tx, id).await?.ok_or_else(nothing)?;
        drop(tx);
        let child = people::name_key(&own.person);
        let mut known: HashSet<String> = HashSet::new();
        let today = self.forms().today(school);
        let mut given = Vec::new();
        for other in others {
            let tx = self.db().read(&caller.school).await?;
            let application = self.load(tx, caller, school, other.submission_id).await?;
            let submission = application.submission()?;
            let mut tx = self.db().read(&caller.school).await?;
            let papers = papers::of(&mut tx, &submission, today).await?;
            drop(tx);
            let family = submission.document().family();
            // Of the same child everything is right.
            let same = !child.is_empty() && people::name_key(&application.row.person) == child;
            for paper in papers {
                for one in paper.files {
                    let is_good = matches!(one.state, PaperState::Received | PaperState::Accepted);
                    if is_good && known.insert(one.file.sha256.clone()) {
                        let (label, of) = (paper.label.clone(), application.person());
                        let of_family = same || family.contains(&one.file.field);
                        let reference = application.row.reference.clone();
                        given.push(Given { file: one.file, label, of, reference, of_family });
                    }
                }
            }
        }
        Ok(given)
    }
}
