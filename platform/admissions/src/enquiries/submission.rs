//! A submission that the caller sees, with the document that it was made with: what other slices of the room read of it.

use std::sync::Arc;

use form::FormDocument;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::Value;
use tenants::School;
use words::Language;
use words::verdict::Verdict;

use super::audience::{Sight, withhold};
use super::service::{Enquiries, find};
use super::store::{self, DetailRow, EnquiryRow};
use crate::forms::PinnedDocument;
use crate::forms::draft::person;

/// A submission and what it was made with.
#[derive(Debug, Clone)]
pub struct Submission {
    pub id: SubmissionId,
    pub reference: String,
    /// What its family calls it by: an application's registration number, else the reference.
    pub number: String,
    /// Who it is about.
    pub person: String,
    /// The family's language.
    pub language: Language,
    /// As the reader sees them.
    pub answers: Value,
    /// The rules' word as the reader sees it; empty where they gave none.
    pub verdict: Verdict,
    pub pinned: PinnedDocument,
    /// The answers as they were sent: for what goes to the family itself, and for no reader of the staff.
    pub(crate) sent: Value,
    /// What the reader sees; none where it is their own, of which they see everything.
    pub(crate) sight: Option<Sight>,
}

/// A family's own submission as its row tells it.
pub(crate) struct Own<'a> {
    pub id: &'a SubmissionId,
    pub reference: &'a str,
    pub number: &'a str,
    pub person: &'a str,
    pub locale: &'a str,
    pub answers: &'a Value,
    pub verdict: Option<&'a Value>,
}

impl Submission {
    /// One that its reader sees all of: the family itself.
    pub(crate) fn of_family(own: &Own<'_>, pinned: &PinnedDocument) -> Result<Self, StoreError> {
        let inconsistent =
            |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: own.id.to_string() };
        let verdict = own.verdict.map(|verdict| serde_json::from_value(verdict.clone())).transpose();
        Ok(Self {
            id: own.id.clone(),
            reference: own.reference.to_owned(),
            number: own.number.to_owned(),
            person: own.person.to_owned(),
            language: Language::parse(own.locale).unwrap_or(Language::En),
            answers: own.answers.clone(),
            sent: own.answers.clone(),
            verdict: verdict.map_err(inconsistent)?.unwrap_or_default(),
            pinned: pinned.clone(),
            sight: None,
        })
    }

    /// The form as the family saw it.
    #[must_use]
    pub fn document(&self) -> &FormDocument {
        &self.pinned.document
    }

    /// Whether its reader sees whom it is about.
    pub(crate) fn shows_person(&self) -> bool {
        let Some(sight) = &self.sight else { return true };
        self.document().audience_of_person().is_none_or(|audience| sight.reads(audience))
    }
}

impl Enquiries {
    /// Whom submissions are about.
    pub(crate) fn people(&self) -> &people::People {
        &self.0.forms.people
    }

    /// A submission that the caller sees, as they see it; any other does not exist: A001.
    pub(crate) async fn submission(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Submission, Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let rows = rows_of(&mut tx, caller, school, id).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        self.whole(caller, school, rows, sight).await
    }

    /// Some of them, in their order; read as one job.
    pub(crate) async fn submissions(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        ids: Vec<SubmissionId>,
    ) -> Result<Vec<Result<Submission, Refusal>>, Refusal> {
        let (caller_then, school_then) = (caller.clone(), school.clone());
        let read = self.db().read_with(&caller.school, move |tx| {
            Box::pin(async move {
                let sight = Sight::of(tx, &caller_then).await?;
                let mut all = Vec::with_capacity(ids.len());
                for id in &ids {
                    all.push(rows_of(tx, &caller_then, &school_then, id).await);
                }
                Ok::<_, Refusal>((sight, all))
            })
        });
        let (sight, all) = read.await?;
        let mut whole = Vec::with_capacity(all.len());
        for rows in all {
            whole.push(match rows {
                Ok(rows) => self.whole(caller, school, rows, sight.clone()).await,
                Err(refusal) => Err(refusal),
            });
        }
        Ok(whole)
    }

    async fn whole(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (row, detail): (EnquiryRow, DetailRow),
        sight: Sight,
    ) -> Result<Submission, Refusal> {
        let pinned = self.0.forms.pinned_document(caller, school, &row.form_id, &detail.form_digest).await?;
        let (mut answers, mut verdict) = (detail.answers, detail.verdict);
        let sent = answers.0.clone();
        withhold(&sight, &pinned.document, &row.id, &mut answers, &mut verdict)?;
        let unreadable =
            |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: row.id.to_string() };
        let verdict = verdict.map(|verdict| serde_json::from_value(verdict.0)).transpose().map_err(unreadable)?;
        Ok(Submission {
            // Of answers that are not the reader's there is no name left.
            person: person(&pinned.document, &answers),
            number: row.registration_id.unwrap_or_else(|| row.reference.clone()),
            reference: row.reference,
            id: row.id,
            language: Language::parse(&row.locale).unwrap_or(Language::En),
            answers: answers.0,
            verdict: verdict.unwrap_or_default(),
            pinned,
            sent,
            sight: Some(sight),
        })
    }
}

/// The rows of a submission that the caller sees.
async fn rows_of(
    tx: &mut SchoolTx,
    caller: &Caller,
    school: &Arc<School>,
    id: &SubmissionId,
) -> Result<(EnquiryRow, DetailRow), Refusal> {
    let row = find(tx, caller, school, id).await?;
    let detail = store::find_detail(tx, id).await?.ok_or_else(Refusal::not_found)?;
    Ok((row, detail))
}
