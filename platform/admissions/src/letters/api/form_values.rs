//! `/v1/oa/public/form_values`: what a family fills in behind a letter's link; `…/consent_pdf`: what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{FromRef, State};
use axum::http::HeaderMap;
use axum::response::Response;
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
use words::verdict::Issue;

use super::financial::{FinancialItem, item};
use super::views::{LetterGrantHeader, LetterSignature, OfferLetterPayload, OfferLetterPdfRequest};
use super::{GRANT, OPENED, SENT, pdf, seen_letter, signature_of};
use crate::enquiries::Enquiries;
use crate::forms::Forms;
use crate::letters::consents::{Choice, Choosing, ConsentForm};
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
    if letters.is_financial(&caller, &school, &held).await? {
        let form = letters.financial_form(&caller, &school, &held, grant).await?;
        let mut letter = seen_letter(&school, form.seen);
        letter.status = form.status;
        let items = form.items.into_iter().map(item).collect();
        let (consents, values) = (Vec::new(), BTreeMap::new());
        return Ok(Answer::new(FormValuesPayload { letter, form_version: form.version, consents, values, items }));
    }
    let ConsentForm { seen, status, version, consents, choices } =
        letters.consent_form(&caller, &school, &held, grant).await?;
    let mut letter = seen_letter(&school, seen);
    letter.status = status;
    let consents = consents.into_iter().map(|one| AskedConsent {
        code: one.code,
        title: one.title,
        required: one.required,
        body: one.body,
    });
    let (consents, values) = (consents.collect(), choices);
    Ok(Answer::new(FormValuesPayload { letter, form_version: version, consents, values, items: Vec::new() }))
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
    let held = Held { token: query.token, code: query.sims_criteria_code };
    let language = language_of(&locale)?;
    if letters.is_financial(&caller, &school, &held).await? {
        let sent = (version.as_str(), values, action == FormValuesAction::Submit);
        letters.put_financial(&caller, &school, (&held, &grant), sent).await?;
        let status = letters.financial_form(&caller, &school, &held, Some(&grant)).await?.status;
        return Ok(Answer::new(PutFormValuesPayload { status }));
    }
    let none = |_| refused(Issue::error("/values", "format"));
    let choices: BTreeMap<String, Choice> = serde_json::from_value(values).map_err(none)?;
    let choosing = Choosing { held, grant, version, choices };
    if action == FormValuesAction::Save {
        letters.keep_choices(&caller, &school, &choosing).await?;
        return Ok(Answer::new(PutFormValuesPayload { status: "draft" }));
    }
    let missing = || refused(Issue::error("/formData/signatures", "required"));
    let signature = signature_of(signatures.into_iter().next().ok_or_else(missing)?);
    letters.give_consents(&caller, &school, (choosing, signature), (language, device::label(&headers))).await?;
    Ok(Answer::new(PutFormValuesPayload { status: "submitted" }))
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
    letters.consent_form(&caller, &school, &held, Some(&asked.grant)).await?;
    Ok(pdf(letters.pdf(&caller, &school, &held, (&asked.grant, asked.r#final)).await?))
}
