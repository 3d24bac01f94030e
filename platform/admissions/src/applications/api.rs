//! `/v1/oa/student/…` and `/v1/oa/enquiries/{id}/application`: applications and where they stand.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId, page};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tenants::School;
use tenants::registry::bucket_name;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::clock::iso;

use super::accepts::Acceptance;
use super::allowed::AllowedMove;
use super::appointments::{Appointment, NewAppointment};
use super::bulk;
use super::decisions;
use super::decisions::api::DecisionView;
use super::held;
use super::list::{Later, Line};
use super::mail;
use super::model::Standing;
use super::overview::{BucketSeats, StatusCounts};
use super::places;
use super::places::api::AnswersPlaceView;
use super::places_left;
use super::progress;
use super::proposals;
use super::proposals::api::{ProposalEntry, ProposalView};
use super::reasons::{self, OfferedReason};
use super::service::{Applications, Shown, Transition, last_day};
use super::waitlist;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::notes::NoteMark;
use crate::unlocks::{Changing, Unlocks};

mod asked;

pub(crate) use asked::StudentListRequest;
pub(super) use asked::{owner_of, wanted};

/// The routes of applications.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_students))
        .routes(routes!(update_student))
        .routes(routes!(get_enquiry_application))
        .merge(decisions::api::routes())
        .merge(proposals::api::routes())
        .merge(bulk::api::routes())
        .merge(mail::api::routes())
        .merge(held::api::routes())
        .merge(places::api::routes())
        .merge(waitlist::api::routes())
        .merge(places_left::api::routes())
        .merge(progress::api::routes())
}

/// An application in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentItem {
    /// The submission's id, under which everything of it is found.
    id: String,
    /// Counts edits; a change names the one that it is based on.
    version: i64,
    /// What the school calls it.
    registration_id: String,
    /// Whom it is for; empty where an audience alone reads that.
    student_name: String,
    /// The same in Arabic, where the form asks for both names and both were given.
    student_name_ar: Option<String>,
    /// One of the eight: `W`.
    sims_admission_status: &'static str,
    /// What refines it: `review`; empty where nothing does.
    sub_status: &'static str,
    /// The grade in words; null where none is told.
    grade: Option<Text>,
    /// The school year in words; null where none is told.
    academic_year: Option<Text>,
    /// Whose places it competes for.
    bucket: String,
    /// The round that it is of.
    round: String,
    /// When it came, RFC 3339, UTC.
    submitted_at: String,
    /// Who looks after it.
    assigned_to: Option<StudentOwner>,
    /// How many documents are missing.
    missing_docs: usize,
    /// The day by which something is due: the last one of an offer, or the one on which somebody looks at it again. `YYYY-MM-DD`. An appointment stands for itself.
    due_at: Option<String>,
    /// Since when it stands where it stands, without the time that it was on hold. RFC 3339, UTC.
    status_since: String,
    /// What is decided of it and told later; null also for who may not know of it.
    decided: Option<Later>,
    /// When and where the child is to be seen; null where no day is made, and once it stands elsewhere.
    appointment: Option<Appointment>,
    /// What the newest note that recommends something recommends; null also for who reads no notes.
    recommendation: Option<NoteMark>,
}

/// Who looks after an application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentOwner {
    pub(super) id: String,
    pub(super) name: String,
}

/// A page of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StudentsPayload {
    students: Vec<StudentItem>,
    /// How many of all that match stand where, whatever status is asked for.
    counts: StatusCounts,
    /// How many match.
    total: i64,
    /// Where the next page starts; null on the last.
    next_cursor: Option<String>,
}

/// Which application.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudentQuery {
    student_id: SubmissionId,
}

/// Where an application goes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TransitionRequest {
    /// The status, and what refines it.
    to: Standing,
    /// Why, by the name of the reason, one of the `reasons` that are offered: `documents_missing`.
    #[schema(max_length = 40, pattern = "^[a-z0-9_]*$")]
    reason_code: Option<String>,
    /// The same in words, for colleagues.
    #[schema(max_length = 1000)]
    reason_text: Option<String>,
    /// When somebody looks again at what is put on hold, `YYYY-MM-DD`.
    #[schema(max_length = 10)]
    review_by: Option<String>,
    /// Whose places it competes for from now on; left out, the same.
    #[schema(max_length = 163)]
    bucket: Option<String>,
    /// Whether the family is written to.
    #[serde(default)]
    notify: bool,
    /// When anybody outside hears of it, RFC 3339: of an offer, or that the school said no. Between a minute and 180 days ahead; left out, at once.
    #[schema(max_length = 40)]
    publish_at: Option<String>,
    /// That a child which is enrolled is another one than the student with its name and birth date, of whom A012 told: `reason_text` says why.
    #[serde(default)]
    r#override: bool,
    /// When and where the child is to be seen: asked on the way to `S/scheduled`.
    appointment: Option<NewAppointment>,
}

/// A change to an application: where it goes, or what its answers are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateStudentRequest {
    /// The version that it is based on.
    version: i64,
    #[schema(inline)]
    transition: Option<TransitionRequest>,
    /// Other answers by field, of those in `choices` of `list_changeable_answers` and what shows by them; null takes an answer away.
    #[schema(value_type = Option<Object>)]
    changes: Option<Map<String, Value>>,
    /// Why answers are changed, in words, for colleagues: has to be said.
    #[schema(max_length = 300)]
    #[serde(default)]
    reason: String,
}

/// Where an application stands, and where it may go.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ApplicationPayload {
    /// What the school calls it.
    registration_id: String,
    /// What the school calls the child, once it is enrolled: `ABQ-2027-0001`.
    admission_number: Option<String>,
    /// One of the eight: `W`.
    status: &'static str,
    /// What refines it: `review`; empty where nothing does.
    sub_status: &'static str,
    /// Since when, RFC 3339, UTC.
    since: String,
    /// The round that it is of.
    round: String,
    /// The academic year of the round.
    year: String,
    /// Whose places it competes for.
    bucket: String,
    /// What these are called.
    bucket_name: Text,
    /// The moment at which an offer's seat is free again, RFC 3339, UTC.
    hold_until: Option<String>,
    /// The last day of an offer, `YYYY-MM-DD`.
    offer_until: Option<String>,
    /// Where it stood before it was put on hold.
    held_from: Option<Standing>,
    /// When somebody looks at it again, `YYYY-MM-DD`. On hold from A it keeps its seat to the end of that day.
    review_by: Option<String>,
    /// Whether that day went by and its seat is kept no longer: to continue it needs one that is free.
    seat_ended: bool,
    /// For how many days after the one on which it is made an offer is open, in its round.
    offer_days: u16,
    /// Why it stands there, by the name of the reason.
    reason: Option<String>,
    /// What that is called; null where nothing is told, or its school does not have it any more.
    reason_words: Option<Text>,
    /// Reasons that may be said of the ways in `allowed`: the school's own, or the product's where it has none.
    reasons: Vec<OfferedReason>,
    /// Where the caller may send it.
    allowed: Vec<AllowedMove>,
    /// Conditions of its offer that are neither met nor waived.
    open_conditions: i64,
    /// The seats of its bucket; null for who sees no seats (`seat.read`).
    seats: Option<BucketSeats>,
    /// Where its answers say that its place is since they were changed, until somebody has moved it or kept it (`settle_place`); null else.
    answers_place: Option<AnswersPlaceView>,
    /// What was decided and is told later, for who works on applications, approves offers or reads the log; null for everybody else.
    decision: Option<DecisionView>,
    /// What waits for another account's approval, or was sent back; for the same, and null for everybody else.
    proposal: Option<ProposalView>,
    /// What became of its proposals, the newest last; empty for everybody else.
    proposals: Vec<ProposalEntry>,
    /// That the family accepted the offer that is out, in writing: nothing moved by it, and the offer does not end. Null otherwise.
    acceptance: Option<Acceptance>,
    /// When and where the child is to be seen; null where no day is made, and once it stands elsewhere.
    appointment: Option<Appointment>,
    /// In the answer to a move of which the family is told: whether a mail went out. It does not where its form asks for no address, or as many were
    /// sent as may be; null elsewhere.
    family_told: Option<bool>,
    /// Counts edits.
    version: i64,
}

fn text_of(value: &str, en: String, ar: String) -> Option<Text> {
    (!value.is_empty()).then_some(Text { en, ar })
}

fn item(school: &School, line: Line) -> StudentItem {
    let Line { row, standing, enquiry, missing, decided, appointment, mark } = line;
    StudentItem {
        id: row.id.into(),
        version: enquiry.version,
        registration_id: row.registration_id,
        student_name: enquiry.person,
        student_name_ar: Some(enquiry.person_ar).filter(|name| !name.is_empty()),
        sims_admission_status: standing.status(),
        sub_status: standing.sub_status(),
        grade: text_of(&enquiry.grade, enquiry.grade_en, enquiry.grade_ar),
        academic_year: text_of(&enquiry.school_year, enquiry.school_year_en, enquiry.school_year_ar),
        bucket: row.bucket,
        round: row.round,
        submitted_at: iso(row.submitted_at),
        assigned_to: enquiry
            .owner_id
            .map(|id| StudentOwner { id: id.into(), name: enquiry.owner_name.unwrap_or_default() }),
        missing_docs: missing,
        due_at: row.hold_until.map(|until| last_day(school, until).to_string()).or(row.review_by),
        status_since: iso(row.since),
        decided,
        appointment,
        recommendation: mark,
    }
}

pub(super) fn view(school: &School, shown: Shown) -> ApplicationPayload {
    let Shown {
        row,
        standing,
        allowed,
        round,
        seats,
        decision,
        proposal,
        proposals,
        proposes,
        differs,
        admission_number,
        acceptance,
        fees_are_confirmed,
        open_conditions,
        is_family_told,
    } = shown;
    let besides = (fees_are_confirmed, open_conditions);
    let form = school.form_if_ready(&row.form_id);
    let document = form.as_ref().map(|form| &*form.document);
    let reasons = reasons::offered(school, &allowed, acceptance.is_some());
    ApplicationPayload {
        allowed: allowed
            .into_iter()
            .map(|to| AllowedMove::of(school, (standing, to), proposes.contains(&to), besides))
            .collect(),
        open_conditions,
        status: standing.status(),
        sub_status: standing.sub_status(),
        since: iso(row.status_since),
        round: round.id.clone(),
        year: round.year.clone(),
        bucket_name: bucket_name(form.as_ref().map(|form| &*form.document), &row.bucket),
        seat_ended: row.seat_ended,
        offer_days: round.offer_days,
        held_from: row.came_from(),
        hold_until: row.hold_until.map(iso),
        offer_until: row.hold_until.map(|until| last_day(school, until).to_string()),
        registration_id: row.registration_id,
        admission_number,
        bucket: row.bucket,
        review_by: row.review_by,
        reason_words: row.reason.as_deref().and_then(|code| reasons::words_of(school, code)),
        reasons,
        reason: row.reason,
        seats,
        answers_place: differs.map(AnswersPlaceView::of),
        decision: decision.map(|pending| DecisionView::of(school, document, pending)),
        proposal: proposal.map(|seen| ProposalView::of(school, document, seen)),
        proposals: proposals.into_iter().map(ProposalEntry::from).collect(),
        acceptance,
        appointment: Appointment::of(standing, row.appointment_at, row.appointment_place),
        family_told: is_family_told,
        version: row.version,
    }
}

/// Applications, a page at a time, and how many stand where. Each counts as a line of a list: A007.
#[utoipa::path(post, path = "/v1/oa/student/student_list", operation_id = "list_students", tag = "enquiries", request_body = StudentListRequest,
    responses((status = 200, body = Answer<StudentsPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_students(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<StudentListRequest>,
) -> Result<Answer<StudentsPayload>, Refusal> {
    let (sort, size) = (asked.sort.unwrap_or_default(), page::page_size(asked.page_size));
    let cursor = asked.cursor.clone();
    let listed = applications.list(&caller, &school, wanted(&caller, asked)?, sort, size, cursor.as_deref()).await?;
    Ok(Answer::new(StudentsPayload {
        students: listed.lines.into_iter().map(|line| item(&school, line)).collect(),
        counts: listed.counts,
        total: listed.total,
        next_cursor: listed.next_cursor,
    }))
}

/// Where an application stands, where the caller may send it, and the seats of its grade. A001 for what is no application. Read as one line: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/application", operation_id = "get_enquiry_application", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn get_enquiry_application(
    State(applications): State<Applications>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let shown = applications.look(&caller, &school, &id).await?;
    Ok(Answer::new(view(&school, shown)))
}

/// Sends an application on. Reading is what is asked at the door; each way asks its own right (`docs/states.md`): A002. A003 where somebody was
/// quicker, A012 with `allowed` where no way leads there, A014 without a seat, A015 with `missing` where documents are, F003 at
/// `/transition/reason_code` (one that neither the school nor the product has), `/transition/reason_text`, `/transition/review_by` and
/// `/transition/appointment`. With `publish_at` an offer, or that the school said no, is decided now and told then: until
/// that moment the application stands where it stood, moves nowhere else (A012 with `guard: decision_pending`), and nobody outside hears of it.
/// A child with the name and the birth date of a student is A012 with `guard: identity_unique` and `student`, until `override` says that it is
/// another one; with one's number it is that student.
/// With `changes` in place of `transition` answers are changed, for who works on applications: all answers are held against the form and its
/// rules as they were frozen, and what stood there is kept with who changed it and why. F003 at `/changes/…` and `/reason`, A012 where it is
/// closed, A002 where by that an answer would go that the caller does not read.
#[utoipa::path(patch, path = "/v1/oa/student/student_update", operation_id = "update_student", tag = "enquiries", request_body = UpdateStudentRequest,
    params(("student_id" = String, Query, extensions(("x-entity" = json!("student"))))),
    responses((status = 200, body = Answer<ApplicationPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn update_student(
    State(applications): State<Applications>,
    State(unlocks): State<Unlocks>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<StudentQuery>,
    Body(asked): Body<UpdateStudentRequest>,
) -> Result<Answer<ApplicationPayload>, Refusal> {
    let UpdateStudentRequest { version, transition, changes, reason } = asked;
    let transition = match (transition, changes) {
        (Some(transition), None) => transition,
        (None, Some(changes)) => {
            let changing = Changing { version, changes, reason };
            unlocks.change(&caller, &school, &query.student_id, changing).await?;
            let shown = applications.shown(&caller, &school, &query.student_id).await?;
            return Ok(Answer::new(view(&school, shown)));
        }
        _ => return Err(Refusal::malformed("either a transition or changes")),
    };
    let transition = Transition {
        version,
        to: transition.to,
        reason_code: transition.reason_code,
        reason_text: transition.reason_text,
        review_by: transition.review_by,
        bucket: transition.bucket,
        is_told: transition.notify,
        publish_at: transition.publish_at,
        overrides: transition.r#override,
        appointment: transition.appointment,
    };
    let shown = applications.send(&caller, &school, &query.student_id, transition).await?;
    Ok(Answer::new(view(&school, shown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::applications::service::MOST_TEXT;

    #[test]
    fn the_document_names_the_bound_of_what_is_said() {
        let schema = serde_json::to_value(<TransitionRequest as utoipa::PartialSchema>::schema()).expect("schema");
        assert_eq!(schema["properties"]["reason_text"]["maxLength"], MOST_TEXT);
    }
}
