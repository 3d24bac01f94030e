//! `/v1/oa/public/acceptance_…`: the letter by which a family accepts its place, and how it pays; `/v1/oa/enquiries/{id}/acceptance_letter`: sent by the
//! staff where an offer was accepted otherwise.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use blocks::catalogue::LetterKind;
use identity::device;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;
use words::verdict::Issue;

use super::by_hand::EnquiryLetterPayload;
use super::views::{
    LetterDecision, LetterGrantHeader, LetterSigner, OfferLetterFormData, OfferLetterPayload, OfferLetterPdfRequest,
    listed, signer,
};
use super::{GRANT, OPENED, SENT, decision_of, pdf, seen_letter};
use crate::applications::DeclineReason;
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::letters::acceptance::{Accepting, Payment, Terms, Way, sum};
use crate::letters::answer::{Answering, Of, Outcome};
use crate::letters::open::{Held, language_of};
use crate::letters::service::{LetterTools, Letters};
use crate::typed::refused;

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_acceptance_letter))
        .routes(routes!(answer_acceptance_letter))
        .routes(routes!(download_acceptance_letter))
        .routes(routes!(issue_acceptance_letter))
}

/// Which acceptance.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AcceptanceLetterQuery {
    /// The link's token.
    #[serde(rename = "acceptanceLetterToken")]
    #[param(max_length = 255)]
    acceptance_letter_token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[param(max_length = 40)]
    sims_criteria_code: Option<String>,
}

/// What is paid, and when.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AcceptancePayment {
    /// `YYYY-MM-DD`.
    due_on: String,
    /// In the currency's smallest unit.
    amount_minor: i64,
}

/// A way to pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AcceptancePlan {
    code: String,
    title: Text,
    payments: Vec<AcceptancePayment>,
    /// In the currency's smallest unit.
    total_minor: i64,
}

/// What an acceptance says of payments.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AcceptanceTerms {
    plan: Option<AcceptancePlan>,
    deposit: Option<AcceptancePayment>,
    /// ISO 4217.
    currency: String,
}

/// An acceptance as whoever holds a link finds it; what it says and asks for only with the grant of `prove_letter`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AcceptanceLetterPayload {
    /// As for an offer. `status`: `choosing` while nothing is chosen, `preparing` while it is drawn, else as any letter.
    #[serde(flatten)]
    letter: OfferLetterPayload,
    /// What can be chosen; empty where nothing can, or can no more.
    plans: Vec<AcceptancePlan>,
    /// What was chosen, or is the only way.
    plan: Option<AcceptancePlan>,
    /// The code of the plan that the application named, where it is one of `plans` and none is chosen.
    preferred_plan: Option<String>,
    /// What is paid to keep the place.
    deposit: Option<AcceptancePayment>,
    /// ISO 4217; of all amounts.
    currency: String,
    /// How often the family can still choose.
    choices_left: i64,
}

/// What is chosen and said.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptanceLetterValues {
    /// Of the way to pay.
    #[schema(max_length = 40)]
    plan_code: Option<String>,
    /// Left out, the way to pay is chosen and nothing is said yet.
    decision: Option<LetterDecision>,
    /// Why it is declined.
    decline_reason: Option<DeclineReason>,
    /// The same in the family's words.
    #[schema(max_length = 1000)]
    decline_text: Option<String>,
}

/// A choice, or an answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AnswerAcceptanceLetterRequest {
    values: AcceptanceLetterValues,
    form_data: OfferLetterFormData,
}

/// How it stands afterwards.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnsweredAcceptancePayload {
    /// `choosing`, `preparing`, `offered`, `accepted`, `declined`.
    status: &'static str,
    signers: Vec<LetterSigner>,
}

fn payment(paid: &Payment) -> AcceptancePayment {
    AcceptancePayment { due_on: paid.due_on.to_string(), amount_minor: paid.amount.minor() }
}

fn plan(way: Way) -> AcceptancePlan {
    let payments = way.payments.iter().map(payment).collect();
    let total_minor = sum(&way.payments).map(|sum| sum.minor()).unwrap_or_default();
    AcceptancePlan { code: way.code, title: way.title, payments, total_minor }
}

/// What a letter says of payments; none where it says nothing of them.
pub(super) fn terms(said: Terms) -> Option<AcceptanceTerms> {
    let payments = said.way.iter().flat_map(|way| &way.payments).chain(&said.deposit);
    let currency = payments.map(|paid| paid.amount.currency()).next()?.code().to_owned();
    Some(AcceptanceTerms { deposit: said.deposit.as_ref().map(payment), plan: said.way.map(plan), currency })
}

/// An acceptance for whoever holds a link to it: as `get_offer_letter`, with the ways to pay that the family chooses from before anybody signs.
/// L010 for every link that opens none.
#[utoipa::path(get, path = "/v1/oa/public/acceptance_data", operation_id = "get_acceptance_letter", tag = "family",
    params(AcceptanceLetterQuery, LetterGrantHeader),
    responses((status = 200, body = Answer<AcceptanceLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn get_acceptance_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<AcceptanceLetterQuery>,
) -> Result<Answer<AcceptanceLetterPayload>, Refusal> {
    let held = Held { token: query.acceptance_letter_token, code: query.sims_criteria_code };
    let grant = headers.get(GRANT).and_then(|value| value.to_str().ok());
    let Accepting { seen, status, ways, chosen, preferred, deposit, choices_left } =
        letters.acceptance(&caller, &school, &held, grant).await?;
    let mut letter = seen_letter(&school, seen);
    letter.status = status;
    Ok(Answer::new(AcceptanceLetterPayload {
        letter,
        plans: ways.into_iter().map(plan).collect(),
        plan: chosen.map(plan),
        preferred_plan: preferred,
        deposit: deposit.as_ref().map(payment),
        currency: school.config().currency.clone(),
        choices_left,
    }))
}

/// Chooses how to pay, or signs the acceptance or declines it, which gives the place up. The same again gives the same result; A021 for another
/// choice once somebody has signed, for another answer, and for a `plan_code` beside an answer that was not chosen; A003 where the digests are not
/// the letter's. F003 at `/values/plan_code` for what is none of the ways (`enum`) and past the choices that there are (`maxItems`), and at what
/// is wrong with the signature; L010 for every link that opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/acceptance_letter", operation_id = "answer_acceptance_letter", tag = "family", params(AcceptanceLetterQuery),
    request_body = AnswerAcceptanceLetterRequest,
    responses((status = 200, body = Answer<AnsweredAcceptancePayload>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT))))]
pub async fn answer_acceptance_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<AcceptanceLetterQuery>,
    Body(asked): Body<AnswerAcceptanceLetterRequest>,
) -> Result<Answer<AnsweredAcceptancePayload>, Refusal> {
    let AnswerAcceptanceLetterRequest { values, form_data } = asked;
    let held = Held { token: query.acceptance_letter_token, code: query.sims_criteria_code };
    let language = language_of(&form_data.locale)?;
    // Beside an answer the way to pay says which was meant, alone it chooses.
    let meant = values.plan_code.as_deref().filter(|_| values.decision.is_some());
    letters.require_acceptance(&caller, &school, &held, (&form_data.grant, meant)).await?;
    let Some(decision) = values.decision else {
        let code = values.plan_code.ok_or_else(|| refused(Issue::error("/values/plan_code", "required")))?;
        let (status, signers) = letters.choose(&caller, &school, &held, (&form_data.grant, &code)).await?;
        return Ok(Answer::new(AnsweredAcceptancePayload {
            status,
            signers: signers.into_iter().map(signer).collect(),
        }));
    };
    let grant = form_data.grant.clone();
    let decision = decision_of(decision, (values.decline_reason, values.decline_text.as_deref()), form_data)?;
    let answering = Answering { held, grant, decision, language, device: device::label(&headers), of: Of::Acceptance };
    let Outcome { status, signers, .. } = letters.answer(&caller, &school, &answering).await?;
    Ok(Answer::new(AnsweredAcceptancePayload { status, signers: signers.into_iter().map(signer).collect() }))
}

/// An acceptance's PDF, as `download_offer_letter`; A001 while nothing is drawn.
#[utoipa::path(post, path = "/v1/oa/public/acceptance_letter_pdf", operation_id = "download_acceptance_letter", tag = "family", request_body = OfferLetterPdfRequest,
    responses((status = 200, content_type = "application/pdf"), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn download_acceptance_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<OfferLetterPdfRequest>,
) -> Result<Response, Refusal> {
    let held = Held { token: asked.token, code: asked.sims_criteria_code };
    let kind = Some(LetterKind::Acceptance);
    Ok(pdf(letters.pdf(&caller, &school, &held, (&asked.grant, asked.r#final), kind).await?))
}

/// Sends the acceptance of a place that was accepted otherwise than by the letter of its offer. A012 (`guard`) where no place is accepted
/// (`not_accepted`) or an acceptance stands (`letter_stands`); F003 at `/code` for a school without one (`enum`), for one that this application
/// cannot fill (`unfilled`, `unprovable`), and past the letters of an application (`maxItems`).
#[utoipa::path(post, path = "/v1/oa/enquiries/{id}/acceptance_letter", operation_id = "issue_acceptance_letter", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("accepted"))))),
    responses((status = 201, body = Answer<EnquiryLetterPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("application.edit"))))]
pub async fn issue_acceptance_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<(StatusCode, Answer<EnquiryLetterPayload>), Refusal> {
    let letter = letters.issue_acceptance_by_hand(&caller, &school, &id).await?;
    Ok((StatusCode::CREATED, Answer::new(EnquiryLetterPayload { letter: listed(letter) })))
}
