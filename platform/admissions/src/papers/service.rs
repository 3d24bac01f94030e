//! What staff do with papers.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::FromRef;
use form::UploadField;
use futures_util::future::BoxFuture;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::caller::{Actor, SchoolScope};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use serde_json::{Value, json};
use tenants::School;
use words::Permission;
use words::verdict::{Issue, Verdict};

use super::listed::tell;
use super::model::{
    Paper, PaperFile, PaperState, RefusalReason, Removed, checked, file_of, label_of, papers, reason_of, removed_of,
    state_of_file, waive,
};
use super::store::{self, GivenRow, WaiverRow};
use crate::enquiries::{ENQUIRY, Enquiries, Sight, Submission};
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;
use crate::scans::{self, ScanState};
use crate::stand::Stand;
use crate::typed::refused;

/// The papers of submissions. Cheap to clone.
#[derive(Clone)]
pub struct Papers(pub(super) Enquiries);

impl<S> FromRef<S> for Papers
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// What staff say of a file.
#[derive(Debug, Clone)]
pub struct Review {
    /// `Accepted`, `Refused`, or `Received` to say nothing of it any more.
    pub state: PaperState,
    /// Why it is refused.
    pub reason: Option<RefusalReason>,
    /// In words, for the family.
    pub comment: String,
    /// The last day of what is accepted, `YYYY-MM-DD`.
    pub expires_on: Option<String>,
}

/// The papers of a submission, and what of it was removed, for who may bring it back.
#[derive(Debug)]
pub struct PaperList {
    pub papers: Vec<Paper>,
    pub removed: Vec<Removed>,
    /// How many are missing besides that others alone read: the family is asked for them as well.
    pub withheld_missing: usize,
}

/// The papers of a submission as they stand on a day of the school's.
pub async fn of(tx: &mut SchoolTx, submission: &Submission, today: Date) -> Result<Vec<Paper>, Refusal> {
    let mut files = Forms::submitted_files(tx, &submission.id).await?;
    if let Some(sight) = &submission.sight {
        sight.files(submission.document(), &mut files);
    }
    let reviews = store::reviews_of(tx, &submission.id).await?;
    let scans = scans::states_of(tx, &submission.id).await?;
    let waivers = store::waivers_of(tx, &submission.id).await?;
    let today = today.to_string();
    let files = files.into_iter().map(|file| {
        let review = reviews.iter().find(|review| review.upload_id == file.id);
        let scan = scans.get(&file.id).copied();
        file_of(file, review, scan, &today)
    });
    let mut papers = papers(submission.document(), &submission.answers, &submission.verdict, files.collect());
    if let Some(sight) = &submission.sight {
        let reads = |place: &UploadField| sight.reads_field(submission.document(), &place.name);
        papers.retain(|paper| paper.place.as_ref().is_none_or(reads));
    }
    waive(&mut papers, waivers);
    Ok(papers)
}

/// The files of a submission that were refused.
pub(crate) async fn refused_of(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<UploadId>, StoreError> {
    let reviews = store::reviews_of(tx, id).await?.into_iter();
    Ok(reviews.filter(|review| review.state == "refused").map(|review| review.upload_id).collect())
}

/// How many papers each of some submissions lacks, as their reader sees them; of what is over none does, for nobody asks for them any more.
pub(crate) async fn missing_among(
    enquiries: &Enquiries,
    (scope, school): (&SchoolScope, &Arc<School>),
    sight: &Sight,
    ids: &[&SubmissionId],
    counts: fn(&Paper) -> bool,
) -> Result<HashMap<SubmissionId, usize>, Refusal> {
    let seen = enquiries.seen_answers((scope, school), sight, ids).await?;
    let today = enquiries.clock().today(school.time_zone()).to_string();
    let ids = json!(ids).to_string();
    let mut tx = enquiries.db().read(scope).await?;
    let given = store::given_among(&mut tx, &ids).await?;
    let waived = store::waivers_among(&mut tx, &ids).await?;
    drop(tx);
    let mut missing = HashMap::with_capacity(seen.len());
    for (document, row, _) in seen {
        if Stand::parse(&row.state).is_some_and(Stand::is_over) {
            continue;
        }
        let unreadable =
            |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: row.id.to_string() };
        let verdict = row.verdict.map(|verdict| serde_json::from_value(verdict.0)).transpose();
        let verdict: Verdict = verdict.map_err(unreadable)?.unwrap_or_default();
        let own = given.iter().filter(|file| file.submission_id == row.id);
        let own = own.filter(|file| sight.reads_field(&document, &file.field));
        let files = own.map(|file| unnamed(file, &today)).collect();
        let mut papers = papers(&document, &row.answers.0, &verdict, files);
        papers.retain(|paper| paper.place.as_ref().is_none_or(|place| sight.reads_field(&document, &place.name)));
        let own = waived.iter().filter(|waiver| waiver.submission_id == row.id);
        waive(&mut papers, own.map(|waiver| unexplained(&waiver.field)).collect());
        missing.insert(row.id.clone(), papers.iter().filter(|paper| counts(paper)).count());
    }
    Ok(missing)
}

/// A file of which nothing counts but to which question it was given, when, how it stands, and until when.
pub(super) fn unnamed(row: &GivenRow, today: &str) -> PaperFile {
    let scan = row.scan.as_deref().and_then(ScanState::parse);
    let state = state_of_file(row.state.as_deref(), scan, row.expires_on.as_deref(), today);
    let file = SubmittedFile {
        id: row.id.clone(),
        field: row.field.clone(),
        name: String::new(),
        bytes: 0,
        media_type: String::new(),
        sha256: String::new(),
        storage_key: String::new(),
        created_at: row.created_at,
        of_staff: false,
        copied_from: None,
    };
    let (comment, reviewed_at, expires_on) = (String::new(), row.reviewed_at, row.expires_on.clone());
    PaperFile { file, state, reason: None, comment, reviewer: None, reviewed_at, expires_on }
}

/// That the school does without a paper, of which nothing else counts.
pub(super) fn unexplained(field: &str) -> WaiverRow {
    WaiverRow { field: field.to_owned(), reason: String::new(), person: String::new(), waived_at: 0 }
}

/// Where a file of that field goes: a question that shows for the answers, or what the rules want and no field takes.
#[must_use]
pub fn place(submission: &Submission, field: &str) -> Option<UploadField> {
    let document = submission.document();
    if document.paper_fields(&submission.answers).iter().any(|one| one.name == field) {
        return document.upload_fields().into_iter().find(|one| one.name == field);
    }
    let papers = papers(document, &submission.answers, &submission.verdict, Vec::new());
    papers.into_iter().filter_map(|paper| paper.place).find(|place| place.name == field)
}

/// Where the caller's file of that field goes; D003 for what is asked nowhere, or of an audience that they are not in.
pub(super) fn own_place(submission: &Submission, field: &str) -> Result<UploadField, Refusal> {
    let reads = |place: &UploadField| {
        submission.sight.as_ref().is_none_or(|sight| sight.reads_field(submission.document(), &place.name))
    };
    place(submission, field).filter(reads).ok_or_else(|| Refusal::new(MessageId::D003))
}

/// A file among papers; any other does not exist: A001.
pub(super) fn known<'p>(papers: &'p [Paper], file: &UploadId) -> Result<&'p PaperFile, Refusal> {
    let mut all = papers.iter().flat_map(|paper| &paper.files);
    all.find(|known| known.file.id == *file).ok_or_else(Refusal::not_found)
}

impl Papers {
    /// Over the inbox.
    #[must_use]
    pub fn new(enquiries: Enquiries) -> Self {
        Self(enquiries)
    }

    /// The school's date.
    pub(super) fn today(&self, school: &School) -> Date {
        self.0.clock().today(school.time_zone())
    }

    /// A submission's papers; read as one line: A007 when it is more than the account may read this hour.
    pub async fn list(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<PaperList, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        listed(&mut tx, caller, &submission, self.today(school)).await
    }

    /// Says of a file that the school takes it, or wants another and why; and how the papers stand then. D005 for one that is to be
    /// accepted while a scanner looks at it, D006 where it found something harmful.
    pub async fn review(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
        review: Review,
    ) -> Result<PaperList, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let Review { state, reason, comment, expires_on } = review;
        let said = checked((state, reason), &comment, expires_on.as_deref(), self.today(school))?;
        let file = file.clone();
        self.change(caller, school, id, Permission::EnquiryEdit, move |tx, change| {
            Box::pin(async move {
                let (id, now) = (&change.submission.id, change.now);
                let before = of(tx, &change.submission, change.today).await?;
                let known = known(&before, &file)?;
                match known.state {
                    PaperState::Infected => return Err(Refusal::new(MessageId::D006)),
                    PaperState::Scanning if state == PaperState::Accepted => {
                        return Err(Refusal::new(MessageId::D005));
                    }
                    _ => {}
                }
                let reason = reason.map(RefusalReason::as_str);
                let last_day = said.expires_on.map(|day| day.to_string());
                if state == PaperState::Received {
                    store::remove_review(tx, &file).await?;
                } else {
                    audit::count_kept(tx, &change.actor, said.comment.len(), now).await?;
                    store::put_review(tx, &file, id, state.as_str(), reason, &said.comment, &change.actor, now).await?;
                }
                match &last_day {
                    Some(day) => store::put_expiry(tx, &file, id, day).await?,
                    None => store::remove_expiry(tx, &file).await?,
                };
                let told = Told { reason, name: Some(&known.file.name), ..Told::of(&known.file.field, state.as_str()) };
                change.tell(tx, told).await?;
                let detail = json!({ "file": file, "state": state, "reason": reason, "expires_on": last_day });
                change.write_down(tx, "enquiry.paper", detail).await
            })
        })
        .await
    }

    /// Does without a wanted paper, or wants it after all where `reason` is none; and how the papers stand then. F003 at `/field` for what
    /// is not wanted, at `/reason` where nothing is said.
    pub async fn waive(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (field, reason): (String, Option<String>),
    ) -> Result<PaperList, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let reason = reason.map(|typed| reason_of(&typed)).transpose()?;
        self.change(caller, school, id, Permission::ApplicationEdit, move |tx, change| {
            Box::pin(async move {
                let id = &change.submission.id;
                let papers = of(tx, &change.submission, change.today).await?;
                let named = |paper: &&Paper| paper.place.as_ref().is_some_and(|place| place.name == field);
                let paper = papers.iter().find(named).filter(|paper| paper.is_wanted);
                let paper = paper.ok_or_else(|| refused(Issue::error("/field", "enum")))?;
                let to = match &reason {
                    Some(reason) => {
                        audit::count_kept(tx, &change.actor, reason.len(), change.now).await?;
                        store::put_waiver(tx, id, &field, reason, &change.actor, change.now).await?;
                        "waived"
                    }
                    None if paper.waiver.is_none() => return Ok(()),
                    None => {
                        store::remove_waiver(tx, id, &field).await?;
                        "wanted"
                    }
                };
                change.tell(tx, Told { said: reason.as_deref(), ..Told::of(&field, to) }).await?;
                let detail = json!({ "field": field, "is_waived": reason.is_some() });
                change.write_down(tx, "enquiry.waive", detail).await
            })
        })
        .await
    }

    /// Runs a change of the papers of a submission that the caller sees, in one transaction that holds it; and how they stand then. It
    /// counts as a line that is read, before anything is changed.
    pub(super) async fn change<F>(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        right: Permission,
        job: F,
    ) -> Result<PaperList, Refusal>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx, &'t Change) -> BoxFuture<'t, Result<(), Refusal>> + Send + 'static,
    {
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let Actor::User { id: actor, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let change = Change {
            papers: self.clone(),
            actor: actor.clone(),
            name: name.clone(),
            caller: caller.clone(),
            right,
            submission,
            now: self.0.clock().now_ms(),
            today: self.today(school),
        };
        let school = school.clone();
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let enquiries = &change.papers.0;
                enquiries.require_seen(tx, &change.caller, &school, &change.submission.id).await?;
                Forms::hold_submission(tx, &change.submission.id).await?;
                job(tx, &change).await?;
                tell(tx, &change.submission.id, change.submission.document(), change.today).await?;
                listed(tx, &change.caller, &change.submission, change.today).await
            })
        });
        write.await
    }
}

/// How many papers are missing that the reader does not read.
async fn withheld_missing(tx: &mut SchoolTx, submission: &Submission, today: Date) -> Result<usize, Refusal> {
    let Some(sight) = &submission.sight else { return Ok(0) };
    let whole = Submission { sight: None, answers: submission.sent.clone(), ..submission.clone() };
    let mut all = of(tx, &whole, today).await?;
    let reads = |place: &UploadField| sight.reads_field(submission.document(), &place.name);
    all.retain(|paper| paper.is_missing() && paper.place.as_ref().is_some_and(|place| !reads(place)));
    Ok(all.len())
}

/// How the papers stand, and what was removed for who may bring it back.
async fn listed(
    tx: &mut SchoolTx,
    caller: &Caller,
    submission: &Submission,
    today: Date,
) -> Result<PaperList, Refusal> {
    let papers = of(tx, submission, today).await?;
    let mut removed = Vec::new();
    if caller.may(Permission::EnquiryEdit) {
        let document = submission.document();
        let reads = |field: &str| submission.sight.as_ref().is_none_or(|sight| sight.reads_field(document, field));
        for mut row in store::removed_of(tx, &submission.id).await? {
            if !reads(&row.field) {
                continue;
            }
            if let Some(sight) = &submission.sight {
                row.name = sight.file_name(document, &row.field, row.name, &row.media_type);
            }
            let label = label_of(document, &papers, &submission.answers, &row.field);
            removed.push(removed_of(row, label));
        }
    }
    let withheld_missing = withheld_missing(tx, submission, today).await?;
    Ok(PaperList { papers, removed, withheld_missing })
}

/// Who changes the papers of which submission.
pub(super) struct Change {
    papers: Papers,
    pub actor: UserId,
    name: String,
    caller: Caller,
    /// What lets them.
    right: Permission,
    pub submission: Submission,
    pub now: i64,
    pub today: Date,
}

/// What a history tells of a paper.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told<'a> {
    /// Which paper it is; how it stood before, the entries before tell.
    pub field: &'a str,
    pub to: &'a str,
    /// Why, by the name of a list.
    pub reason: Option<&'a str>,
    /// What the file is called.
    pub name: Option<&'a str>,
    /// What staff said of it.
    pub said: Option<&'a str>,
}

impl<'a> Told<'a> {
    pub fn of(field: &'a str, to: &'a str) -> Self {
        Self { field, to, ..Self::default() }
    }
}

impl Change {
    /// Adds to the history, which everybody reads: it does not name what an audience alone reads.
    pub async fn tell(&self, tx: &mut SchoolTx, told: Told<'_>) -> Result<(), StoreError> {
        let document = self.submission.document();
        let tells_field = document.audience_of(told.field).is_none();
        let tells_name = tells_field && document.audience_of_person().is_none();
        let name = told.name.filter(|_| tells_name);
        let said = told.said.filter(|said| tells_name && !said.is_empty());
        let comment: Vec<&str> = name.into_iter().chain(said).collect();
        let comment = Some(comment.join(": ")).filter(|comment| !comment.is_empty());
        let entry = timeline::Entry {
            at: self.now,
            actor_id: Some(&self.actor),
            actor_name: &self.name,
            role: self.caller.role_for(self.right),
            action: "paper",
            from: Some(told.field).filter(|_| tells_field),
            to: Some(told.to),
            reason: told.reason,
            comment: comment.as_deref(),
        };
        let object = Object::new(ENQUIRY.kind, &self.submission.id);
        Timeline::resume(tx, self.papers.0.secret(), object).await?.add(tx, entry).await
    }

    /// That it was done; what was said of it stays out of the audit.
    pub async fn write_down(&self, tx: &mut SchoolTx, action: &str, detail: Value) -> Result<(), Refusal> {
        let enquiries = &self.papers.0;
        let entry = Entry { action, object_kind: "enquiry", object_id: self.submission.id.as_str(), detail };
        Ok(audit::record(tx, enquiries.clock(), enquiries.rng(), &self.caller, entry).await?)
    }
}
