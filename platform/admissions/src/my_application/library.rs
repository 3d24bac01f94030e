//! What an account gave with one application, for another of its own: nobody looks for the same passport twice.

use std::sync::Arc;

use kernel::{Caller, Refusal, SubmissionId};
use tenants::School;
use words::clock::iso;
use words::{Permission, Text};

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

/// A file of another application.
struct Given {
    file: SubmittedFile,
    label: Text,
    of: Text,
    reference: String,
    of_family: bool,
}

/// Whether nobody who has the one wants the other: a copy, or the same bytes that came anew.
fn is_same(one: &SubmittedFile, other: &SubmittedFile) -> bool {
    one.original() == other.original() || one.sha256 == other.sha256
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
        let (addition, place) = application.addition(caller, field, self.forms().today(school))?;
        self.forms().add_again(caller, addition, place, &known.file).await.map(drop)
    }

    /// What the account gave with others and this one has not.
    async fn not_here(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Vec<Given>, Refusal> {
        let mut given = self.given_besides(caller, school, id).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let here = Forms::submitted_files(&mut tx, id).await?;
        drop(tx);
        given.retain(|one| !here.iter().any(|own| is_same(own, &one.file)));
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
        let today = self.forms().today(school);
        let mut given: Vec<Given> = Vec::new();
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
                    // What somebody of the staff added no family gave.
                    let is_theirs = is_good && !one.file.of_staff;
                    if is_theirs && !given.iter().any(|known| is_same(&known.file, &one.file)) {
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
