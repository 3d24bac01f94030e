//! What a caller sees of a submission: everything but what its form keeps for audiences that they are not in. Which these are stands in the
//! document that it is pinned to, as its family read it. A row of the list holds what everybody sees, so that neither search, nor order,
//! nor filter tells more; whoever is in an audience is shown the rest beside it.

use std::collections::HashMap;
use std::sync::Arc;

use form::{FormDocument, Who, Withheld};
use identity::Identity;
use kernel::caller::{Caller, SchoolScope};
use kernel::{Refusal, SchoolTx, StoreError, SubmissionId, timeline};
use machine::State as _;
use people::{Role, Standing};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::School;
use words::Permission;
use words::sabotage::{Guard, is_removed};
use words::verdict::Verdict;

use super::model::{ENQUIRY, State};
use super::service::Enquiries;
use super::store::{self, AnswersRow, EnquiryRow, TwinRow};
use crate::forms::draft::{person, person_ar};
use crate::forms::{Listed, SubmittedFile};

/// Rows whose answers are in memory at once.
const SOME: usize = 200;

/// Rights that some tasks, and financial documents, are kept for, as audiences are; no form has an audience of such a name.
const KEPT_FOR: [Permission; 3] =
    [Permission::ApplicationEdit, Permission::ApplicationOffer, Permission::ApplicationFees];

/// The audiences that a caller is in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sight {
    audiences: Vec<String>,
    /// What of [`KEPT_FOR`] they hold, by name.
    rights: Vec<&'static str>,
    /// Whether they read notes and messages.
    notes: bool,
}

impl Sight {
    /// An account's, which alone can be in an audience.
    pub async fn of(tx: &mut SchoolTx, caller: &Caller) -> Result<Self, StoreError> {
        let Some(id) = caller.user_id() else { return Ok(Self::default()) };
        let rights = KEPT_FOR.into_iter().filter(|right| caller.may(*right)).map(Permission::as_str).collect();
        let notes = caller.may(Permission::NoteRead);
        Ok(Self { audiences: Identity::audiences_of(tx, id).await?, rights, notes })
    }

    /// Whether the caller is in it.
    pub fn reads(&self, audience: &str) -> bool {
        let has = || self.audiences.iter().any(|own| own == audience) || self.rights.contains(&audience);
        is_removed(Guard::AnswerAudience) || has()
    }

    /// Those that the caller is in.
    pub fn audiences(&self) -> &[String] {
        &self.audiences
    }

    /// The same, of no other audiences than these.
    #[must_use]
    pub fn within(mut self, audiences: &[String]) -> Self {
        self.audiences.retain(|own| audiences.contains(own));
        self
    }

    /// Whether they look after fees, and read what is kept for that.
    pub fn reads_fees(&self) -> bool {
        self.rights.contains(&Permission::ApplicationFees.as_str())
    }

    /// Whether they are in all of some.
    pub fn covers(&self, then: &[String]) -> bool {
        then.iter().all(|audience| self.reads(audience))
    }

    /// As the list's statements take it; the empty one is everybody.
    pub fn listed(&self) -> String {
        let own = self.audiences.iter().map(String::as_str).chain(self.rights.iter().copied());
        json!(std::iter::once("").chain(own).collect::<Vec<_>>()).to_string()
    }

    /// The rights that tasks are kept for and that the caller holds, as a list.
    pub fn rights(&self) -> String {
        json!(self.rights).to_string()
    }

    /// Whether a task that is kept for some is theirs to read.
    pub fn reads_task(&self, kept_for: &str) -> bool {
        kept_for.is_empty() || self.rights.contains(&kept_for) || self.reads(kept_for)
    }

    /// Answers as the caller sees them, and what was answered beside these.
    pub fn answers(&self, document: &FormDocument, values: &mut Value) -> Vec<Withheld> {
        document.withhold_answers(values, &|audience| self.reads(audience))
    }

    /// The rules' word as the caller sees it.
    pub fn verdict(&self, document: &FormDocument, verdict: &mut Verdict) {
        document.withhold_verdict(verdict, &|audience| self.reads(audience));
    }

    /// Kinds of known values by which the caller meets no other submission, as a list.
    pub fn withheld_kinds(&self, document: &FormDocument) -> String {
        json!(document.withheld_kinds(&|audience| self.reads(audience))).to_string()
    }

    /// Whether a field is the caller's to read.
    pub fn reads_field(&self, document: &FormDocument, field: &str) -> bool {
        document.audience_of(field).is_none_or(|audience| self.reads(audience))
    }

    /// Whether the caller sees whom a submission is about: one of whom they do not is nobody's twin.
    pub fn knows(&self, twin: &TwinRow) -> bool {
        twin.person_audience.is_empty() || self.reads(&twin.person_audience)
    }

    /// Files that the caller sees.
    pub fn files(&self, document: &FormDocument, files: &mut Vec<SubmittedFile>) {
        files.retain(|file| self.reads_field(document, &file.field));
        for file in files {
            let own = std::mem::take(&mut file.name);
            file.name = self.file_name(document, &file.field, own, &file.media_type);
        }
    }

    /// What a file is called: where they do not see whom the answers are about, no name of a file tells it.
    pub fn file_name(&self, document: &FormDocument, field: &str, own: String, media_type: &str) -> String {
        if document.audience_of_person().is_none_or(|audience| self.reads(audience)) {
            return own;
        }
        let ending = if media_type == "application/pdf" { "pdf" } else { "" };
        format!("{}.{}", field.replace(':', "-"), media_type.strip_prefix("image/").unwrap_or(ending))
    }

    /// Somebody of a submission as the caller sees them; none whose name they do not.
    pub fn standing(&self, document: &FormDocument, mut one: Standing) -> Option<Standing> {
        let who = match one.role {
            Role::Child => Who::Child,
            Role::Guardian => Who::Guardian,
            Role::SecondGuardian => Who::SecondGuardian,
            Role::Contact => Who::Contact,
        };
        let (name, birth) = document.withholds(who, &|audience| self.reads(audience));
        if birth {
            one.birth_date.clear();
        }
        (!name).then_some(one)
    }
}

impl Enquiries {
    /// Rows of some as a caller sees them, in no order.
    pub(crate) async fn seen_among(
        &self,
        place: (&SchoolScope, &Arc<School>),
        sight: &Sight,
        ids: &[&SubmissionId],
    ) -> Result<Vec<EnquiryRow>, Refusal> {
        let mut tx = self.0.db.read(place.0).await?;
        let rows = store::enquiries_among(&mut tx, &json!(ids).to_string()).await?;
        drop(tx);
        self.seen_rows(place, sight, rows).await
    }

    /// Rows as a caller sees them: with what audiences of theirs read of them.
    pub(super) async fn seen_rows(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        sight: &Sight,
        mut rows: Vec<EnquiryRow>,
    ) -> Result<Vec<EnquiryRow>, Refusal> {
        let reads_more = |row: &EnquiryRow| row.audiences.split_whitespace().any(|audience| sight.reads(audience));
        for rows in rows.chunks_mut(SOME) {
            let ids: Vec<&SubmissionId> = rows.iter().filter(|row| reads_more(row)).map(|row| &row.id).collect();
            if ids.is_empty() {
                continue;
            }
            let seen = self.seen_answers((scope, school), sight, &ids).await?;
            let mut seen: HashMap<_, _> =
                seen.into_iter().map(|(document, row, _)| (row.id.clone(), (document, row))).collect();
            for row in rows {
                if let Some((document, answers)) = seen.remove(&row.id) {
                    show(school, row, &document, answers)?;
                }
            }
        }
        for row in rows.iter_mut().filter(|row| sight.reads(&row.person_audience)) {
            row.person_audience.clear();
        }
        // Who reads neither notes nor messages is not told that there are some either.
        for row in rows.iter_mut().filter(|_| !sight.notes) {
            (row.notes, row.unread) = (0, 0);
        }
        Ok(rows)
    }

    /// Says of those that are closed why.
    pub(super) async fn tell_reasons(&self, scope: &SchoolScope, rows: &mut [EnquiryRow]) -> Result<(), Refusal> {
        let ids: Vec<_> =
            rows.iter().filter(|row| row.state == State::Lost.as_str()).map(|row| row.id.clone()).collect();
        for ids in ids.chunks(SOME) {
            let mut tx = self.0.db.read(scope).await?;
            let told = timeline::last_reasons(&mut tx, ENQUIRY.kind, &json!(ids).to_string()).await?;
            let mut told: HashMap<_, _> = told.into_iter().map(|row| (row.object_id, row.reason)).collect();
            for row in rows.iter_mut() {
                if let Some(reason) = told.remove(row.id.as_str()) {
                    row.closed_for = reason;
                }
            }
        }
        Ok(())
    }

    /// Answers and verdicts of some as a caller sees them, each with its document and what it does not show.
    pub(crate) async fn seen_answers(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        sight: &Sight,
        ids: &[&SubmissionId],
    ) -> Result<Vec<(Arc<FormDocument>, AnswersRow, Vec<Withheld>)>, Refusal> {
        let mut tx = self.0.db.read(scope).await?;
        let rows = store::answers_of(&mut tx, &json!(ids).to_string()).await?;
        drop(tx);
        let mut documents: HashMap<(String, String), Arc<FormDocument>> = HashMap::new();
        let mut seen = Vec::with_capacity(rows.len());
        for mut row in rows {
            let key = (row.form_id.clone(), row.form_digest.clone());
            let document = match documents.get(&key) {
                Some(document) => document.clone(),
                None => self.0.forms.pinned_in(scope, school, &row.form_id, &row.form_digest).await?.document,
            };
            documents.entry(key).or_insert_with(|| document.clone());
            let withheld = withhold(sight, &document, &row.id, &mut row.answers, &mut row.verdict)?;
            seen.push((document, row, withheld));
        }
        Ok(seen)
    }
}

/// Takes out of answers and verdict what the caller does not read; says what was answered there. Of what nobody is shown all, the rest goes
/// for everybody.
pub(super) fn withhold(
    sight: &Sight,
    document: &FormDocument,
    id: &SubmissionId,
    answers: &mut Json<Value>,
    verdict: &mut Option<Json<Value>>,
) -> Result<Vec<Withheld>, StoreError> {
    document.mask(answers);
    if document.audiences().is_empty() {
        return Ok(Vec::new());
    }
    if let Some(Json(told)) = verdict {
        let mut seen = verdict_of(id, told.take())?;
        sight.verdict(document, &mut seen);
        *told = json!(seen);
    }
    Ok(sight.answers(document, answers))
}

fn verdict_of(id: &SubmissionId, told: Value) -> Result<Verdict, StoreError> {
    let inconsistent = |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: id.to_string() };
    serde_json::from_value(told).map_err(inconsistent)
}

/// Puts into a row what its reader sees of the whole.
fn show(school: &School, row: &mut EnquiryRow, document: &FormDocument, seen: AnswersRow) -> Result<(), StoreError> {
    row.person = person(document, &seen.answers);
    row.person_ar = person_ar(document, &seen.answers);
    let verdict = seen.verdict.map(|Json(told)| verdict_of(&row.id, told)).transpose()?;
    let computed = verdict.as_ref().map(|verdict| verdict.computed.as_slice()).unwrap_or_default();
    let listed = Listed::of(school, document, &seen.answers, computed);
    (row.grade, row.grade_en, row.grade_ar) = (listed.grade.value, listed.grade.en, listed.grade.ar);
    let year = listed.school_year;
    (row.school_year, row.school_year_en, row.school_year_ar) = (year.value, year.en, year.ar);
    row.guardian = listed.guardian;
    if let Some(verdict) = verdict {
        row.score_points = verdict.score.map(|score| score.points.into());
        row.score_out_of = verdict.score.map(|score| score.out_of.into());
        (row.tags.0, row.route) = (verdict.tags, verdict.route);
    }
    Ok(())
}
