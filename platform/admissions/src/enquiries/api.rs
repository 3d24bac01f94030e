//! `/v1/oa/enquiries`: the staff's inbox.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body as RawBody;
use axum::extract::{FromRef, State as FromState};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kernel::caller::Actor;
use kernel::extract::{Body, InPath, Params};
use kernel::refusal::Problem;
use kernel::text::{cut, lines, one_line};
use kernel::verdict::Score;
use kernel::{Answer, Caller, Refusal};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tenants::form::Localised;
use tenants::registry::PluginRef;
use tenants::{Language, School, Text};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{Filter, Sort, State};
use super::service::{Change, Enquiries, Opened};
use super::store::EnquiryRow;

/// The routes of the inbox.
pub fn routes<S>() -> OpenApiRouter<S>
where
    Enquiries: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new()
        .routes(routes!(list_enquiries))
        .routes(routes!(list_assignees))
        .routes(routes!(export_enquiries))
        .routes(routes!(get_enquiry, update_enquiry))
        .routes(routes!(download_enquiry_file))
}

/// What the list is narrowed to and how it is ordered.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// 1 to 500; 50 when left out.
    page_size: Option<u32>,
    /// Where the page starts: the last page's `next_cursor`.
    cursor: Option<String>,
    /// Words in reference, person, e-mail, phone.
    #[param(max_length = 200)]
    q: Option<String>,
    /// States, separated by commas.
    state: Option<String>,
    /// A form.
    form: Option<String>,
    /// `me`, `none` or a person's id.
    owner: Option<String>,
    /// A tag.
    tag: Option<String>,
    /// `plugin_failed` or `duplicate`.
    flag: Option<String>,
    /// `-submitted_at`, `submitted_at`, `-score`, `score`, `person`, `-person`.
    sort: Option<String>,
    /// `csv` or `xlsx`, for the export.
    format: Option<String>,
    /// `en` or `ar`, for the export's headings.
    lng: Option<String>,
}

/// Which language to show a submission in.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// `en` or `ar`; `en` when left out.
    lng: Option<String>,
}

/// Who looks after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnerView {
    /// Their id.
    id: String,
    /// Their name.
    name: String,
}

/// A line of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryItem {
    /// Its id.
    id: String,
    /// Counts edits; a change names the one that it is based on.
    version: i64,
    /// What the family was told.
    reference: String,
    /// The form.
    form: String,
    /// The form's title.
    form_title: Text,
    /// Who it is about.
    person: String,
    /// How well it fits, by the form's rules.
    score: Option<Score>,
    /// Tags.
    tags: Vec<String>,
    /// The desk.
    route: Option<String>,
    /// Who looks after it.
    owner: Option<OwnerView>,
    /// Where it stands.
    state: State,
    /// `plugin_failed`, `duplicate`.
    flags: Vec<&'static str>,
    /// When it came.
    submitted_at: String,
    /// The family's language.
    locale: String,
}

/// How many stand where.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StateCounts {
    new: i64,
    contacted: i64,
    toured: i64,
    applying: i64,
    lost: i64,
}

/// A page of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiriesPayload {
    /// The lines.
    items: Vec<EnquiryItem>,
    /// Where the next page starts; null on the last.
    next_cursor: Option<String>,
    /// How many match.
    total: i64,
    /// How many of the matching stand where, whatever state is asked for.
    counts: StateCounts,
}

/// A file of a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FileView {
    /// Its id.
    file: String,
    /// The field that it was given to.
    field: String,
    /// Its own name.
    name: String,
    /// Its size.
    bytes: i64,
    /// What it really is.
    media_type: String,
}

/// An entry of the timeline.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventView {
    /// Its number.
    seq: i64,
    /// When.
    at: String,
    /// Who.
    actor: ActorView,
    /// `submitted`, `state`, `owner`, `comment`.
    kind: String,
    /// From where.
    from: Option<String>,
    /// To where.
    to: Option<String>,
    /// In words.
    comment: Option<String>,
}

/// Who did it; without an id it was the family.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ActorView {
    /// Their id.
    id: Option<String>,
    /// Their name then.
    name: String,
}

/// Another submission that shares an e-mail address, a phone number or an id.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DuplicateView {
    /// Its id.
    id: String,
    /// Its reference.
    reference: String,
}

/// Why the form's rules gave no answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PluginFailureView {
    /// Stable code.
    code: String,
}

/// A submission with all that belongs to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryView {
    /// Its line.
    #[serde(flatten)]
    #[schema(inline)]
    item: EnquiryItem,
    /// The answers.
    #[schema(value_type = Object)]
    values: Value,
    /// The form as the family saw it.
    #[schema(value_type = Localised)]
    document: Arc<Localised>,
    /// Version of the form.
    form_version: String,
    /// SHA-256 of the form's document.
    form_digest: String,
    /// The rules that judged it; null for a declarative form.
    plugin: Option<PluginRef>,
    /// The rules' word.
    #[schema(value_type = Option<crate::forms::Verdict>)]
    verdict: Option<Value>,
    /// Why there is none.
    plugin_failure: Option<PluginFailureView>,
    /// Its files.
    files: Vec<FileView>,
    /// What happened to it.
    timeline: Vec<EventView>,
    /// Others that share a value.
    duplicates: Vec<DuplicateView>,
    /// Where it can go.
    next_states: Vec<State>,
}

/// A submission with all that belongs to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryPayload {
    /// The submission.
    enquiry: EnquiryView,
}

/// A change to a submission.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateEnquiryRequest {
    /// The version that it is based on.
    version: i64,
    /// Where it goes.
    state: Option<State>,
    /// Who looks after it: a person's id, or null for nobody.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    owner: Option<Option<String>>,
    /// Words for colleagues.
    #[schema(max_length = 4000)]
    comment: Option<String>,
}

/// Tells a null from a field that was left out.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(deserializer).map(Some)
}

/// Somebody who can look after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssigneeView {
    /// Their id.
    id: String,
    /// Their name.
    name: String,
    /// Their address.
    email: String,
}

/// The people who can look after a submission.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssigneesPayload {
    /// By name.
    items: Vec<AssigneeView>,
}

/// What came in, a page at a time.
#[utoipa::path(get, path = "/v1/oa/enquiries", operation_id = "list_enquiries", tag = "enquiries", params(ListQuery),
    responses((status = 200, body = Answer<EnquiriesPayload>), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_enquiries(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Result<Answer<EnquiriesPayload>, Refusal> {
    let size = kernel::page::page_size(query.page_size);
    let cursor = query.cursor.clone();
    let (filter, sort) = read_filter(&caller, query)?;
    let listed = enquiries.list(&caller, &school, filter, sort, size, cursor.as_deref()).await?;
    let count = |state: State| listed.counts.iter().find(|(s, _)| *s == state).map_or(0, |(_, n)| *n);
    let counts = StateCounts {
        new: count(State::New),
        contacted: count(State::Contacted),
        toured: count(State::Toured),
        applying: count(State::Applying),
        lost: count(State::Lost),
    };
    let items = listed.rows.into_iter().map(|row| item(&school, row)).collect();
    Ok(Answer::new(EnquiriesPayload { items, next_cursor: listed.next_cursor, total: listed.total, counts }))
}

/// A submission with all that belongs to it.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}", operation_id = "get_enquiry", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), LanguageQuery),
    responses((status = 200, body = Answer<EnquiryPayload>), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn get_enquiry(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<String>,
    Params(query): Params<LanguageQuery>,
) -> Result<Answer<EnquiryPayload>, Refusal> {
    let language = read_language(query.lng.as_deref())?;
    let opened = enquiries.open(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryPayload { enquiry: view(&school, opened, language) }))
}

/// Moves, assigns, comments.
#[utoipa::path(patch, path = "/v1/oa/enquiries/{id}", operation_id = "update_enquiry", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), LanguageQuery), request_body = UpdateEnquiryRequest,
    responses((status = 200, body = Answer<EnquiryPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)),
    extensions(("x-permission" = json!("enquiry.edit"))))]
pub async fn update_enquiry(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath(id): InPath<String>,
    Params(query): Params<LanguageQuery>,
    Body(asked): Body<UpdateEnquiryRequest>,
) -> Result<Answer<EnquiryPayload>, Refusal> {
    let language = read_language(query.lng.as_deref())?;
    let comment = asked.comment.map(|text| cut(&lines(&text), 4000)).filter(|text| !text.is_empty());
    let change = Change { version: asked.version, state: asked.state, owner: asked.owner, comment };
    enquiries.change(&caller, &school, &id, change).await?;
    let opened = enquiries.open(&caller, &school, &id).await?;
    Ok(Answer::new(EnquiryPayload { enquiry: view(&school, opened, language) }))
}

/// A file of a submission, always as an attachment.
#[utoipa::path(get, path = "/v1/oa/enquiries/{id}/files/{file}", operation_id = "download_enquiry_file", tag = "enquiries",
    params(("id" = String, Path, extensions(("x-entity" = json!("enquiry")))), ("file" = String, Path, extensions(("x-entity" = json!("file"))))),
    responses((status = 200, content_type = "application/octet-stream"), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn download_enquiry_file(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    InPath((id, file)): InPath<(String, String)>,
) -> Result<Response, Refusal> {
    let (row, bytes) = enquiries.file(&caller, &school, &id, &file).await?;
    let body = RawBody::from_stream(tokio_util::io::ReaderStream::new(bytes));
    let headers = [
        (header::CONTENT_TYPE, row.media_type.clone()),
        (header::CONTENT_LENGTH, row.bytes.to_string()),
        (header::CONTENT_DISPOSITION, attachment(&row.name)),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
    ];
    Ok((headers, body).into_response())
}

/// The people who can look after a submission.
#[utoipa::path(get, path = "/v1/oa/enquiries/assignees", operation_id = "list_assignees", tag = "enquiries",
    responses((status = 200, body = Answer<AssigneesPayload>), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.read"))))]
pub async fn list_assignees(
    FromState(enquiries): FromState<Enquiries>,
    caller: Caller,
) -> Result<Answer<AssigneesPayload>, Refusal> {
    let people = enquiries.assignees(&caller).await?;
    let items = people.into_iter().map(|p| AssigneeView { id: p.id, name: p.name, email: p.email }).collect();
    Ok(Answer::new(AssigneesPayload { items }))
}

/// The list as a file; with every answer when it is narrowed to one form.
#[utoipa::path(get, path = "/v1/oa/enquiries/export", operation_id = "export_enquiries", tag = "enquiries", params(ListQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem)),
    extensions(("x-permission" = json!("enquiry.export"))))]
pub async fn export_enquiries(
    FromState(enquiries): FromState<Enquiries>,
    Extension(school): Extension<Arc<School>>,
    caller: Caller,
    Params(query): Params<ListQuery>,
) -> Result<Response, Refusal> {
    let language = read_language(query.lng.as_deref())?;
    let xlsx = match query.format.as_deref() {
        Some("csv") => false,
        Some("xlsx") => true,
        _ => return Err(Refusal::malformed("format is csv or xlsx")),
    };
    let (filter, sort) = read_filter(&caller, query)?;
    let sheet = enquiries.export(&caller, &school, filter, sort).await?;
    let made = tokio::task::spawn_blocking(move || if xlsx { sheet.xlsx(language) } else { sheet.csv(language) });
    let bytes = made.await.map_err(Refusal::internal)??;
    let (kind, ending) = if xlsx {
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx")
    } else {
        ("text/csv; charset=utf-8", "csv")
    };
    let name = format!("{}-enquiries.{ending}", school.id());
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, attachment(&name))];
    Ok((headers, bytes).into_response())
}

fn read_language(tag: Option<&str>) -> Result<Language, Refusal> {
    match tag {
        None | Some("en") => Ok(Language::En),
        Some("ar") => Ok(Language::Ar),
        Some(_) => Err(Refusal::malformed("a language is en or ar")),
    }
}

fn read_filter(caller: &Caller, query: ListQuery) -> Result<(Filter, Sort), Refusal> {
    let states: Option<Vec<State>> = match query.state.as_deref().filter(|text| !text.is_empty()) {
        None => Some(Vec::new()),
        Some(text) => text.split(',').map(State::parse).collect(),
    };
    let owner = match (query.owner.as_deref(), &caller.actor) {
        (Some("me"), Actor::User { id, .. }) => id.clone(),
        (owner, _) => owner.unwrap_or_default().to_owned(),
    };
    let flag = query.flag.unwrap_or_default();
    if !matches!(flag.as_str(), "" | "plugin_failed" | "duplicate") {
        return Err(Refusal::malformed("flag is plugin_failed or duplicate"));
    }
    let filter = Filter {
        states: states.ok_or_else(|| Refusal::malformed("state is none that an enquiry can have"))?,
        form: query.form.unwrap_or_default(),
        owner,
        tag: query.tag.unwrap_or_default(),
        flag,
        q: cut(query.q.unwrap_or_default().trim(), 200),
        visible: String::new(),
    };
    let sort = query.sort.as_deref().unwrap_or("-submitted_at");
    let sort = Sort::parse(sort).ok_or_else(|| Refusal::malformed("sort is no order of this list"))?;
    Ok((filter, sort))
}

fn item(school: &School, row: EnquiryRow) -> EnquiryItem {
    let mut flags = Vec::new();
    if row.plugin_failure.is_some() {
        flags.push("plugin_failed");
    }
    if row.is_duplicate {
        flags.push("duplicate");
    }
    let score = match (row.score_points, row.score_out_of) {
        (Some(points), Some(out_of)) => {
            Some(Score { points: i32::try_from(points).unwrap_or(0), out_of: i32::try_from(out_of).unwrap_or(0) })
        }
        _ => None,
    };
    let title = school.form_if_ready(&row.form_id).map(|form| form.document.title());
    EnquiryItem {
        form_title: title.unwrap_or_else(|| Text { en: row.form_id.clone(), ar: row.form_id.clone() }),
        id: row.id,
        version: row.version,
        reference: row.reference,
        form: row.form_id,
        person: row.person,
        score,
        tags: row.tags.0,
        route: row.route,
        owner: row.owner_id.map(|id| OwnerView { id, name: row.owner_name.unwrap_or_default() }),
        state: State::parse(&row.state).unwrap_or(State::New),
        flags,
        submitted_at: kernel::clock::iso(row.submitted_at),
        locale: row.locale,
    }
}

fn view(school: &School, opened: Opened, language: Language) -> EnquiryView {
    let state = State::parse(&opened.row.state).unwrap_or(State::New);
    let plugin_failure = opened.row.plugin_failure.clone().map(|code| PluginFailureView { code });
    let pinned = opened.pinned;
    EnquiryView {
        item: item(school, opened.row),
        values: opened.detail.answers.0,
        document: pinned.document.localise(language),
        form_version: pinned.document.version().to_owned(),
        form_digest: opened.detail.form_digest,
        plugin: pinned.plugin.map(|pin| PluginRef { id: pin.id, version: pin.version, digest: pin.digest }),
        verdict: opened.detail.verdict.map(|verdict| verdict.0),
        plugin_failure,
        files: opened
            .files
            .into_iter()
            .map(|f| FileView { file: f.id, field: f.field, name: f.name, bytes: f.bytes, media_type: f.media_type })
            .collect(),
        timeline: opened
            .events
            .into_iter()
            .map(|e| EventView {
                seq: e.seq,
                at: kernel::clock::iso(e.at),
                actor: ActorView { id: e.actor_id, name: e.actor_name },
                kind: e.kind,
                from: e.from_value,
                to: e.to_value,
                comment: e.comment,
            })
            .collect(),
        duplicates: opened.twins.into_iter().map(|t| DuplicateView { id: t.id, reference: t.reference }).collect(),
        next_states: state.next().collect(),
    }
}

/// `attachment` with a plain name for old clients and the real one in UTF-8.
fn attachment(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_ ".contains(c) { c } else { '_' }).collect();
    let encoded: String = one_line(name)
        .bytes()
        .map(|b| if b.is_ascii_alphanumeric() || b".-_".contains(&b) { (b as char).to_string() } else { format!("%{b:02X}") })
        .collect();
    let value = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    if HeaderValue::from_str(&value).is_ok() { value } else { "attachment".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attachment_keeps_its_name_and_breaks_no_header() {
        assert_eq!(
            attachment("شهادة\r\n\".pdf"),
            "attachment; filename=\"________.pdf\"; filename*=UTF-8''%D8%B4%D9%87%D8%A7%D8%AF%D8%A9%20%22.pdf"
        );
    }

    #[test]
    fn a_null_owner_is_told_from_none() {
        let read = |text: &str| serde_json::from_str::<UpdateEnquiryRequest>(text).expect("request").owner;
        assert_eq!(read(r#"{"version":1}"#), None);
        assert_eq!(read(r#"{"version":1,"owner":null}"#), Some(None));
        assert_eq!(read(r#"{"version":1,"owner":"x"}"#), Some(Some("x".into())));
    }
}
