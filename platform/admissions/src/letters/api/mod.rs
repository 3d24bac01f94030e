//! `/v1/oa/public/…letter…`: letters for their signers, by the names that the web's addresses have; `/v1/oa/public/letters` and `…/seals`: for
//! whoever checks a paper; `/v1/oa/enquiries/{id}/letters`: for the staff.

mod acceptance;
mod bulk;
mod by_hand;
mod code;
mod conditions;
mod consents;
mod financial;
mod form_values;
mod own;
mod views;

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use blocks::catalogue::LetterKind;
use identity::device;
use kernel::extract::{Body, InPath, Params};
use kernel::rate::Rate;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal, SubmissionId};
use serde_json::Value;
use tenants::School;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::clock::iso;
use words::verdict::Issue;

use crate::applications::{DeclineReason, FamilyReason};
use crate::enquiries::Enquiries;
use crate::files::Content;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::answer::{Answering, Decision, Of, Outcome, Signature};
use crate::letters::model::page_of;
use crate::letters::open::{Held, Seen, language_of};
use crate::letters::service::{LetterTools, Letters};
use crate::letters::store::FileRow;
use crate::typed::refused;

use views::{
    AnswerOfferLetterRequest, AnsweredLetterPayload, EnquiryLettersPayload, KnownLetterPayload, LetterChild,
    LetterDecision, LetterFileQuery, LetterGrantHeader, LetterGrantPayload, LetterSignature, OfferLetterFormData,
    OfferLetterPayload, OfferLetterPdfRequest, OfferLetterQuery, ProveLetterRequest, ReachedPayload, Seal,
    SealsPayload, known, listed, signer,
};

/// Letters that are opened. A family opens its own few times; behind one address there are many.
const OPENED: Rate = Rate::new("letter_open", 240, 60);
/// What families are known by.
const PROVED: Rate = Rate::new("letter_proof", 120, 30);
/// What families say.
const SENT: Rate = Rate::new("letter_answer", 120, 30);
/// Papers that are checked.
const CHECKED: Rate = Rate::new("letter_check", 240, 60);

/// The header of what was granted.
const GRANT: &str = "x-letter-grant";

/// What was kept runs nothing, and nobody frames it.
const POLICY: &str = "sandbox; default-src 'none'";

/// The routes of letters.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_offer_letter))
        .routes(routes!(prove_letter))
        .routes(routes!(answer_offer_letter))
        .routes(routes!(download_offer_letter))
        .routes(routes!(check_letter_code))
        .routes(routes!(check_letter_file))
        .routes(routes!(list_seals))
        .routes(routes!(list_enquiry_letters))
        .routes(routes!(download_enquiry_letter))
        .merge(acceptance::routes())
        .merge(bulk::routes())
        .merge(by_hand::routes())
        .merge(code::routes())
        .merge(own::routes())
        .merge(conditions::routes())
        .merge(consents::routes())
        .merge(financial::routes())
        .merge(form_values::routes())
}

fn pdf((row, bytes, reference): (FileRow, Content, String)) -> Response {
    let body = RawBody::from_stream(tokio_util::io::ReaderStream::new(bytes));
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_LENGTH, row.bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{reference}.pdf\"")),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        (header::ETAG, format!("\"{}\"", row.sha256)),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, body).into_response()
}

/// A letter for whoever holds a link to it: whose, of what kind and until when, and with the grant of `prove_letter` its text, who signs, and
/// what is agreed to by digest. The first look of each signer is noted in its record, and nothing else is changed. L010 for every link that
/// opens nothing; a grant that is none any more counts as none.
#[utoipa::path(get, path = "/v1/oa/public/student_data", operation_id = "get_offer_letter", tag = "family",
    params(OfferLetterQuery, LetterGrantHeader),
    responses((status = 200, body = Answer<OfferLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn get_offer_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<OfferLetterQuery>,
) -> Result<Answer<OfferLetterPayload>, Refusal> {
    let held = Held { token: query.offer_letter_token, code: query.sims_criteria_code };
    let grant = headers.get(GRANT).and_then(|value| value.to_str().ok());
    let seen = letters.view(&caller, &school, &held, grant).await?;
    Ok(Answer::new(seen_letter(&school, seen)))
}

fn seen_letter(school: &School, seen: Seen) -> OfferLetterPayload {
    let Seen { kind, reference, status, title, languages, expires_at, asks, code_to, says, .. } = seen;
    let (first_name, first_name_ar) = (seen.child_first_name, seen.child_first_name_ar);
    let mut seen = OfferLetterPayload {
        school: school.config().name.clone(),
        kind,
        reference,
        status,
        languages,
        title,
        child: LetterChild { first_name, first_name_ar, grade: None },
        expires_at: iso(expires_at),
        second_proof: asks,
        code_to: code_to.map(ReachedPayload::from),
        proved: says.is_some(),
        subject: None,
        facts: Vec::new(),
        body: None,
        signers: Vec::new(),
        text_sha256: None,
        document_sha256: None,
        is_signed: false,
    };
    if let Some(says) = says {
        seen.child.grade = says.grade;
        seen.subject = Some(says.subject);
        seen.facts = says.facts;
        seen.body = Some(says.body);
        seen.signers = says.signers.into_iter().map(signer).collect();
        seen.text_sha256 = Some(says.text_sha256);
        seen.document_sha256 = Some(says.document_sha256);
        seen.is_signed = says.has_signed_file;
    }
    seen
}

/// Says what only the family knows, and gets what lets whoever holds the link read and answer for an hour. L004 with `tries_left` for a wrong one, the last
/// of which ends the link; L010 for every link that opens nothing.
#[utoipa::path(post, path = "/v1/oa/public/letter_proof", operation_id = "prove_letter", tag = "family", request_body = ProveLetterRequest,
    responses((status = 200, body = Answer<LetterGrantPayload>), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(PROVED))))]
pub async fn prove_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<ProveLetterRequest>,
) -> Result<Answer<LetterGrantPayload>, Refusal> {
    let held = Held { token: asked.token, code: asked.sims_criteria_code };
    let grant = letters.prove(&caller, &school, &held, &asked.proof).await?;
    Ok(Answer::new(LetterGrantPayload { grant }))
}

/// Signs a letter or declines it. The same answer again gives the same result; A021 where it was answered otherwise, by anybody; A003 where the
/// digests are not the letter's. The last signature accepts the offer, and a decline ends it for all. F003 at what is wrong with the signature;
/// L010 for every link that opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/offer_letter", operation_id = "answer_offer_letter", tag = "family", params(OfferLetterQuery),
    request_body = AnswerOfferLetterRequest,
    responses((status = 200, body = Answer<AnsweredLetterPayload>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT))))]
pub async fn answer_offer_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<OfferLetterQuery>,
    Body(asked): Body<AnswerOfferLetterRequest>,
) -> Result<Answer<AnsweredLetterPayload>, Refusal> {
    let AnswerOfferLetterRequest { values, form_data } = asked;
    let held = Held { token: query.offer_letter_token, code: query.sims_criteria_code };
    let language = language_of(&form_data.locale)?;
    let grant = form_data.grant.clone();
    let decision = decision_of(values.decision, (values.decline_reason, values.decline_text.as_deref()), form_data)?;
    let answering = Answering { held, grant, decision, language, device: device::label(&headers), of: Of::Offer };
    let Outcome { status, signers, acceptance, acceptance_grant } =
        letters.answer(&caller, &school, &answering).await?;
    let signers = signers.into_iter().map(signer).collect();
    let next_url = acceptance.as_ref().map(|token| page_of(LetterKind::Acceptance, token));
    let acceptance_letter_token = acceptance;
    Ok(Answer::new(AnsweredLetterPayload { status, signers, acceptance_letter_token, next_url, acceptance_grant }))
}

/// What is said to a letter, with the first signature or the reason. F003 where that is missing.
fn decision_of(
    decision: LetterDecision,
    (reason, text): (Option<DeclineReason>, Option<&str>),
    form_data: OfferLetterFormData,
) -> Result<Decision, Refusal> {
    Ok(match decision {
        LetterDecision::Decline => Decision::Decline(FamilyReason::checked(reason, text)?),
        LetterDecision::Accept => {
            let missing = || refused(Issue::error("/formData/signatures", "required"));
            Decision::Accept(signature_of(form_data.signatures.into_iter().next().ok_or_else(missing)?))
        }
    })
}

fn signature_of(given: LetterSignature) -> Signature {
    Signature {
        typed_name: given.typed_name,
        strokes: given.strokes.filter(|strokes| *strokes != Value::Array(Vec::new())),
        text_sha256: given.agreed_text_hash,
        document_sha256: given.document_hash,
    }
}

/// A letter's PDF, sealed by the school, with its SHA-256 as ETag: the one that all have signed where there is one, else the one that was
/// offered, which says across it that it is not signed yet. D010 where `final` is asked for and not all have signed; L010 for every link that
/// opens nothing, and without a grant of it.
#[utoipa::path(post, path = "/v1/oa/public/offer_letter_pdf", operation_id = "download_offer_letter", tag = "family", request_body = OfferLetterPdfRequest,
    responses((status = 200, content_type = "application/pdf"), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn download_offer_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<OfferLetterPdfRequest>,
) -> Result<Response, Refusal> {
    let held = Held { token: asked.token, code: asked.sims_criteria_code };
    Ok(pdf(letters.pdf(&caller, &school, &held, (&asked.grant, asked.r#final), None).await?))
}

/// A letter by the code on its paper, for anybody who holds it: whose, how it stands, and the digests of its files. A001 for a code that no letter
/// bears, the same for all.
#[utoipa::path(get, path = "/v1/oa/public/letters/{code}", operation_id = "check_letter_code", tag = "common",
    params(("code" = String, Path, description = "As it is printed: `XXXX-XXXX-XXXX`.")),
    responses((status = 200, body = Answer<KnownLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CHECKED))))]
pub async fn check_letter_code(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(code): InPath<String>,
) -> Result<Answer<KnownLetterPayload>, Refusal> {
    Ok(known(&school, letters.check_code(&caller, &school, &code).await?))
}

/// A letter by the SHA-256 of its file; the file itself never leaves whoever has it. A001 as for `check_letter_code`.
#[utoipa::path(get, path = "/v1/oa/public/letters", operation_id = "check_letter_file", tag = "common", params(LetterFileQuery),
    responses((status = 200, body = Answer<KnownLetterPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CHECKED))))]
pub async fn check_letter_file(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<LetterFileQuery>,
) -> Result<Answer<KnownLetterPayload>, Refusal> {
    Ok(known(&school, letters.check_file(&caller, &school, &query.sha256).await?))
}

/// The certificates that the school's letters are sealed with, for tools that check a PDF by themselves. Old ones stay.
#[utoipa::path(get, path = "/v1/oa/public/seals", operation_id = "list_seals", tag = "common",
    responses((status = 200, body = Answer<SealsPayload>), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(CHECKED))))]
pub async fn list_seals(State(letters): State<Letters>, caller: Caller) -> Result<Answer<SealsPayload>, Refusal> {
    let all = letters.seals(&caller).await?.into_iter();
    let seals = all.map(|one| Seal { sha256: one.sha256, pem: one.pem, not_after: iso(one.not_after) }).collect();
    Ok(Answer::new(SealsPayload { seals }))
}

/// The letters of an application, with who signs and the digests of their files. It counts as a line of a list: A007.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/letters", operation_id = "list_enquiry_letters", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry"))))),
    responses((status = 200, body = Answer<EnquiryLettersPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiry_letters(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<SubmissionId>,
) -> Result<Answer<EnquiryLettersPayload>, Refusal> {
    let items = letters.list(&caller, &school, &id).await?.into_iter().map(listed).collect();
    Ok(Answer::new(EnquiryLettersPayload { items }))
}

/// A letter's PDF: the one that all have signed where there is one, else the one that was offered. A001 before it was drawn. A007 as for
/// `get_enquiry`.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/letters/{letter}/file", operation_id = "download_enquiry_letter", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("letter" = String, Path, extensions(("x-entity" = json!("letter"))))),
    responses((status = 200, content_type = "application/pdf"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn download_enquiry_letter(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, letter)): InPath<(SubmissionId, LetterId)>,
) -> Result<Response, Refusal> {
    Ok(pdf(letters.file(&caller, &school, &id, &letter).await?))
}
