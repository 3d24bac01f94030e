//! What staff do with papers.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::FromRef;
use form::UploadField;
use kernel::audit::{self, Entry};
use kernel::caller::{Actor, SchoolScope};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;
use words::Permission;
use words::verdict::Verdict;

use super::model::{Paper, PaperFile, PaperState, RefusalReason, checked, file_of, papers};
use super::store::{self, GivenRow};
use crate::enquiries::{ENQUIRY, Enquiries, Sight, Submission};
use crate::forms::{Forms, SubmittedFile};
use crate::ids::UploadId;

/// The papers of submissions. Cheap to clone.
#[derive(Clone)]
pub struct Papers(Enquiries);

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
}

/// The papers of a submission as they stand.
pub async fn of(tx: &mut SchoolTx, submission: &Submission) -> Result<Vec<Paper>, Refusal> {
    let mut files = Forms::submitted_files(tx, &submission.id).await?;
    if let Some(sight) = &submission.sight {
        sight.files(submission.document(), &mut files);
    }
    let reviews = store::reviews_of(tx, &submission.id).await?;
    let files = files.into_iter().map(|file| {
        let review = reviews.iter().find(|review| review.upload_id == file.id);
        file_of(file, review)
    });
    let mut papers = papers(submission.document(), &submission.answers, &submission.verdict, files.collect());
    if let Some(sight) = &submission.sight {
        let reads = |place: &UploadField| sight.reads_field(submission.document(), &place.name);
        papers.retain(|paper| paper.place.as_ref().is_none_or(reads));
    }
    Ok(papers)
}

/// How many papers each of some submissions lacks, as their reader sees them.
pub(crate) async fn missing_among(
    enquiries: &Enquiries,
    (scope, school): (&SchoolScope, &Arc<School>),
    sight: &Sight,
    ids: &[&SubmissionId],
) -> Result<HashMap<SubmissionId, usize>, Refusal> {
    let seen = enquiries.seen_answers((scope, school), sight, ids).await?;
    let mut tx = enquiries.db().read(scope).await?;
    let given = store::given_among(&mut tx, &json!(ids).to_string()).await?;
    drop(tx);
    let mut missing = HashMap::with_capacity(seen.len());
    for (document, row, _) in seen {
        let unreadable =
            |_| StoreError::Inconsistent { table: "submissions", column: "verdict", id: row.id.to_string() };
        let verdict = row.verdict.map(|verdict| serde_json::from_value(verdict.0)).transpose();
        let verdict: Verdict = verdict.map_err(unreadable)?.unwrap_or_default();
        let own = given.iter().filter(|file| file.submission_id == row.id);
        let files = own.filter(|file| sight.reads_field(&document, &file.field)).map(unnamed).collect();
        let papers = papers(&document, &row.answers.0, &verdict, files);
        let reads = |paper: &&Paper| paper.place.as_ref().is_none_or(|place| sight.reads_field(&document, &place.name));
        missing.insert(row.id.clone(), papers.iter().filter(reads).filter(|paper| paper.is_missing()).count());
    }
    Ok(missing)
}

/// A file of which nothing counts but to which question it was given and how it stands.
fn unnamed(row: &GivenRow) -> PaperFile {
    let state = match row.state.as_deref() {
        Some("accepted") => PaperState::Accepted,
        Some("refused") => PaperState::Refused,
        _ => PaperState::Received,
    };
    let file = SubmittedFile {
        id: row.id.clone(),
        field: row.field.clone(),
        name: String::new(),
        bytes: 0,
        media_type: String::new(),
        sha256: String::new(),
        storage_key: String::new(),
        created_at: 0,
    };
    PaperFile { file, state, reason: None, comment: String::new(), reviewer: None, reviewed_at: None }
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

impl Papers {
    /// A submission's papers; read as one line: A007 when it is more than the account may read this hour.
    pub async fn list(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Vec<Paper>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        of(&mut tx, &submission).await
    }

    /// Says of a file that the school takes it, or wants another and why; and how the papers stand then.
    pub async fn review(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        file: &UploadId,
        review: Review,
    ) -> Result<Vec<Paper>, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let comment = checked(review.state, review.reason, &review.comment)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let Actor::User { id: reviewer, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let (reviewer, name) = (reviewer.clone(), name.clone());
        let (papers, caller_then, school, file) = (self.clone(), caller.clone(), school.clone(), file.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (enquiries, caller, id) = (&papers.0, &caller_then, &submission.id);
                let now = enquiries.clock().now_ms();
                enquiries.require_seen(tx, caller, &school, id).await?;
                Forms::hold_submission(tx, id).await?;
                let before = of(tx, &submission).await?;
                let known = before.iter().flat_map(|paper| &paper.files).find(|known| known.file.id == file);
                let known = known.ok_or_else(Refusal::not_found)?;
                let reason = review.reason.map(RefusalReason::as_str);
                if review.state == PaperState::Received {
                    store::remove_review(tx, &file).await?;
                } else {
                    audit::count_kept(tx, &reviewer, comment.len(), now).await?;
                    let state = review.state.as_str();
                    store::put_review(tx, &file, id, state, reason, &comment, &reviewer, now).await?;
                }
                let mut timeline = Timeline::resume(tx, enquiries.secret(), Object::new(ENQUIRY.kind, id)).await?;
                // A history is read by everybody: it does not name what an audience alone reads.
                let document = submission.document();
                let tells_field = document.audience_of(&known.file.field).is_none();
                let tells_name = tells_field && document.audience_of_person().is_none();
                let role = caller.role_for(Permission::EnquiryEdit);
                let entry = timeline::Entry {
                    at: now,
                    actor_id: Some(&reviewer),
                    actor_name: &name,
                    role,
                    ..Default::default()
                };
                let said = timeline::Entry {
                    action: "paper",
                    // Which document it is; how it stood before, the entries before tell.
                    from: Some(&*known.file.field).filter(|_| tells_field),
                    to: Some(review.state.as_str()),
                    reason,
                    comment: Some(&*known.file.name).filter(|_| tells_name),
                    ..entry
                };
                timeline.add(tx, said).await?;
                let detail = json!({ "file": file, "state": review.state, "reason": review.reason });
                let entry = Entry { action: "enquiry.paper", object_kind: "enquiry", object_id: id.as_str(), detail };
                audit::record(tx, enquiries.clock(), enquiries.rng(), caller, entry).await?;
                of(tx, &submission).await
            })
        });
        write.await
    }
}
