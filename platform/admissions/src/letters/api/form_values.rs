//! `/v1/oa/public/form_values`: what a family fills in behind a letter's link; `…/consent_pdf`: what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
use blocks::catalogue::LetterKind;
use identity::device;
use kernel::extract::{Body, Params};
use kernel::refusal::Problem;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::Text;

use super::financial::{FinancialItem, item};
use super::views::{LetterGrantHeader, LetterSignature, OfferLetterPayload, OfferLetterPdfRequest};
use super::{GRANT, OPENED, SENT, pdf, seen_letter, signature_of};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::letters::consents::{Choice, ConsentForm, ConsentTold};
use crate::letters::financial::FinancialForm;
use crate::letters::form_values::{Filled, FormValues};
use crate::letters::open::{Held, language_of};
use crate::letters::service::{LetterTools, Letters};

pub fn routes<S>() -> OpenApiRouter<S>
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
    LetterTools: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(get_form_values))
        .routes(routes!(put_form_values))
        .routes(routes!(download_consents))
}

/// Which letter.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FormValuesQuery {
    /// The link's token.
    #[param(max_length = 255)]
    token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[param(max_length = 40)]
    sims_criteria_code: Option<String>,
}

/// A consent that is asked for.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AskedConsent {
    code: String,
    title: Text,
    /// Whether the school needs it before the child is enrolled.
    required: bool,
    /// The filled text, as it is hashed and printed.
    #[schema(value_type = Object)]
    body: Value,
}

/// What is filled in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FormValuesPayload {
    /// As for an offer. `status`: `draft` while it can be filled in, `submitted` once it is signed, else `locked`.
    #[serde(flatten)]
    letter: OfferLetterPayload,
    /// Of what is asked.
    form_version: String,
    /// Consents that are asked for; empty without a grant.
    consents: Vec<AskedConsent>,
    /// What is chosen of them so far, or was signed, by code.
    values: BTreeMap<String, Choice>,
    /// Financial documents that are asked for; empty without a grant.
    items: Vec<FinancialItem>,
}

/// With what it is sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormValuesFormData {
    /// Of what was shown.
    #[schema(max_length = 40)]
    form_version: String,
    /// `en` or `ar`: in which it was read.
    locale: String,
    /// `save` keeps a draft, `submit` sends it with a signature.
    action: FormValuesAction,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    grant: String,
    /// One, where it is sent.
    #[serde(default)]
    #[schema(max_items = 1)]
    signatures: Vec<LetterSignature>,
}

/// What is done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormValuesAction {
    Save,
    Submit,
}

/// What is filled in, and with what it is sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PutFormValuesRequest {
    /// By code what is chosen of a consent (`accepted`, `refused`), or said beside a financial document (`{amount?, iban?, cheques?: [{date, amount, bank,
    /// number}]}`).
    #[schema(value_type = Object)]
    values: Value,
    #[serde(rename = "formData")]
    form_data: FormValuesFormData,
}

/// How it stands afterwards.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PutFormValuesPayload {
    /// `draft`, `submitted`; of financial documents `draft` too while others can still be sent.
    status: &'static str,
}

fn asked_consent(ConsentTold { code, title, required, body }: ConsentTold) -> AskedConsent {
    AskedConsent { code, title, required, body }
}

/// What a family is asked behind a letter's link, with what it has said so far: consents, or financial documents, each for itself. As `get_offer_letter`, it says what it asks
/// only with the grant of `prove_letter`. L010 for every link that opens nothing of the kind.
#[utoipa::path(get, path = "/v1/oa/public/form_values", operation_id = "get_form_values", tag = "family", params(FormValuesQuery, LetterGrantHeader),
    responses((status = 200, body = Answer<FormValuesPayload>), (status = 404, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn get_form_values(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<FormValuesQuery>,
) -> Result<Answer<FormValuesPayload>, Refusal> {
    let held = Held { token: query.token, code: query.sims_criteria_code };
    let grant = headers.get(GRANT).and_then(|value| value.to_str().ok());
    let payload = match letters.form_values(&caller, &school, &held, grant).await? {
        FormValues::Financial(FinancialForm { seen, status, version, items }) => FormValuesPayload {
            letter: OfferLetterPayload { status, ..seen_letter(&school, seen) },
            form_version: version,
            consents: Vec::new(),
            values: BTreeMap::new(),
            items: items.into_iter().map(item).collect(),
        },
        FormValues::Consents(ConsentForm { seen, status, version, consents, choices }) => FormValuesPayload {
            letter: OfferLetterPayload { status, ..seen_letter(&school, seen) },
            form_version: version,
            consents: consents.into_iter().map(asked_consent).collect(),
            values: choices,
            items: Vec::new(),
        },
    };
    Ok(Answer::new(payload))
}

/// Keeps what is said (`save`), or sends it (`submit`): consents signed, and of financial documents those of which something came, each of them whole
/// (F003 at `/values/<code>/files`, `/amount`, `/iban`, `/cheques/n/…`, at `/values` where nothing came). The same again gives the same result; A021 for anything else once it is signed. F004
/// where what was shown is another version; F003 at `/values/<code>` for each without a choice (`required`) and at `/values` for what is not asked
/// (`enum`), and at what is wrong with the signature; A003 where the digests are not the letter's; L010 as for `get_form_values`, and without a grant.
#[utoipa::path(post, path = "/v1/oa/public/form_values", operation_id = "put_form_values", tag = "family", params(FormValuesQuery),
    request_body = PutFormValuesRequest,
    responses((status = 200, body = Answer<PutFormValuesPayload>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(SENT))))]
pub async fn put_form_values(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<FormValuesQuery>,
    Body(asked): Body<PutFormValuesRequest>,
) -> Result<Answer<PutFormValuesPayload>, Refusal> {
    let PutFormValuesRequest { values, form_data } = asked;
    let FormValuesFormData { form_version: version, locale, action, grant, signatures } = form_data;
    let filled = Filled {
        held: Held { token: query.token, code: query.sims_criteria_code },
        grant,
        version,
        values,
        submits: action == FormValuesAction::Submit,
        signature: signatures.into_iter().next().map(signature_of),
        language: language_of(&locale)?,
        device: device::label(&headers),
    };
    let status = letters.put_form_values(&caller, &school, filled).await?;
    Ok(Answer::new(PutFormValuesPayload { status }))
}

/// The PDF of a letter of consents, as `download_offer_letter`: signed, with the answer below each.
#[utoipa::path(post, path = "/v1/oa/public/consent_pdf", operation_id = "download_consents", tag = "family", request_body = OfferLetterPdfRequest,
    responses((status = 200, content_type = "application/pdf"), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)),
    extensions(("x-permission" = json!("public")), ("x-rate" = json!(OPENED))))]
pub async fn download_consents(
    State(letters): State<Letters>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Body(asked): Body<OfferLetterPdfRequest>,
) -> Result<Response, Refusal> {
    let held = Held { token: asked.token, code: asked.sims_criteria_code };
    let kind = Some(LetterKind::Consent);
    Ok(pdf(letters.pdf(&caller, &school, &held, (&asked.grant, asked.r#final), kind).await?))
}
