//! `/v1/oa/settings/blobs`: pictures and plugins, uploaded before an edit names them.

use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{FromRef, Multipart, State};
use axum::http::StatusCode;
use kernel::refusal::Problem;
use kernel::{Answer, Caller, MessageId, Refusal};
use serde::Serialize;
use tenants::bundle::{MAX_PLUGIN_BYTES, logo, photo};
use tenants::registry::PluginRef;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use words::{Permission, Role};

use crate::model::SettingsRefusal;
use crate::quota::{self, TRIED, UPLOADED};
use crate::rules::turned_away;
use crate::service::{Settings, storage};

/// Largest plugin with its envelope.
const BODY_BYTES: u64 = MAX_PLUGIN_BYTES + 64 * 1024;
/// Largest picture.
const MAX_PICTURE_BYTES: usize = 1 << 20;

/// The routes.
pub(crate) fn routes<S>() -> OpenApiRouter<S>
where
    Settings: FromRef<S>,
    S: Clone + Send + Sync + 'static,
{
    OpenApiRouter::new().routes(routes!(upload_setting_blob))
}

/// A file for the bundle. Parts in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the multipart body")]
pub struct SettingBlobRequest {
    /// `logo`, `photo`, `picture` or `plugin`.
    kind: String,
    /// The file.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A file that an edit can name.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SettingBlob)]
pub struct Blob {
    /// Its digest: an edit's value is `{"$blob": <this>}`.
    pub sha256: String,
    /// Its size.
    pub bytes: usize,
    /// Its type.
    pub media_type: String,
    /// A picture's width in pixels.
    pub width: Option<u32>,
    /// A picture's height in pixels.
    pub height: Option<u32>,
}

/// A file that arrived.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingBlobPayload {
    /// It.
    pub blob: Blob,
    /// What a plugin calls itself.
    pub plugin: Option<PluginRef>,
}

/// Takes a picture or a plugin in. Pictures are drawn anew as PNG, a photograph as JPEG; a plugin is inspected and tried on the samples of its forms
/// before it is kept: S001 with `errors` at `/file` (`params: {message, form?, sample?}`) says what is wrong with it.
#[utoipa::path(post, path = "/v1/oa/settings/blobs", operation_id = "upload_setting_blob", tag = "settings",
    request_body(content = SettingBlobRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<SettingBlobPayload>), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = SettingsRefusal), (status = 507, body = Problem)),
    extensions(("x-permission" = json!("settings.edit")), ("x-body" = json!(BODY_BYTES))))]
pub async fn upload_setting_blob(
    State(settings): State<Settings>,
    caller: Caller,
    multipart: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Answer<SettingBlobPayload>), Refusal> {
    caller.require(Permission::SettingsEdit)?;
    let mut multipart = multipart.map_err(|_| Refusal::malformed("the body has to be multipart/form-data"))?;
    let kind = part(&mut multipart, "kind", 100).await?;
    let limit = match kind.as_slice() {
        b"logo" | b"picture" | b"photo" => MAX_PICTURE_BYTES,
        b"plugin" => usize::try_from(MAX_PLUGIN_BYTES).unwrap_or(usize::MAX),
        _ => return Err(Refusal::malformed("kind is logo, photo, picture or plugin")),
    };
    let bytes = part(&mut multipart, "file", limit).await?;
    Ok((StatusCode::CREATED, Answer::new(settings.keep_blob(&caller, &kind, bytes).await?)))
}

async fn part(multipart: &mut Multipart, name: &str, limit: usize) -> Result<Vec<u8>, Refusal> {
    let mut field = match multipart.next_field().await.map_err(broken)? {
        Some(field) if field.name() == Some(name) => field,
        _ => return Err(Refusal::malformed("parts have to be kind, file, in this order")),
    };
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > limit {
            return Err(Refusal::new(MessageId::D001).with("limit", limit));
        }
    }
    Ok(bytes)
}

fn broken(error: MultipartError) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::D001)
    } else {
        Refusal::malformed("the multipart body broke off or is damaged")
    }
}

impl Settings {
    /// Keeps a file under its digest. D002 for what is no picture or no plugin, S001 for a plugin that cannot be used.
    pub async fn keep_blob(&self, caller: &Caller, kind: &[u8], bytes: Vec<u8>) -> Result<SettingBlobPayload, Refusal> {
        caller.require(Permission::SettingsEdit)?;
        let (is_plugin, is_photo) = (kind == b"plugin", kind == b"photo");
        if is_plugin && !caller.roles().contains(&Role::SchoolAdmin) && caller.user_id().is_some() {
            return Err(Refusal::new(MessageId::A002));
        }
        self.has_a_place(caller).await?;
        let mut turn = if is_plugin {
            self.0.heavy_turn(caller.school.id()).await?
        } else {
            pictures::turn(caller.school.id(), caller.address).await?
        };
        let mut plugin = None;
        if is_plugin {
            if let Some((id, told)) = turned_away(&bytes) {
                return Err(Refusal::new(id).message(told));
            }
            let now = self.0.clock.now_ms();
            let tried = [(TRIED, 1)];
            self.0
                .db
                .write(&caller.school, move |tx| Box::pin(async move { quota::take(tx, &tried, now).await }))
                .await?;
            let school = self.preview_school(&caller.school).await?;
            let (inner, wasm) = (self.0.clone(), bytes.clone().into());
            let tried = turn.see(async move { inner.try_component(&school, wasm).await }).await?;
            turn = tried.1;
            let info = tried.0?;
            plugin =
                Some(PluginRef { id: info.id.clone(), version: info.version.clone(), digest: info.digest.clone() });
        }
        let store = self.0.registry.overlay_store(caller.school.id());
        let making = turn.work(move || {
            if is_plugin {
                return Ok((bytes.into(), None, "application/wasm"));
            }
            let refused = |sentence: String| Refusal::new(MessageId::D002).message(sentence);
            if is_photo {
                let kept = photo::reencode(&bytes).map_err(refused)?;
                return Ok((kept.jpeg, Some(kept.size), "image/jpeg"));
            }
            let drawn = logo::rasterise(&bytes).map_err(refused)?;
            Ok::<_, Refusal>((drawn.png, Some(drawn.size), "image/png"))
        });
        let (made, turn) = making.await?;
        let (bytes, size, media_type) = made?;
        let taken = [(UPLOADED, quota::upload(bytes.len()))];
        let now = self.0.clock.now_ms();
        self.0.db.write(&caller.school, move |tx| Box::pin(async move { quota::take(tx, &taken, now).await })).await?;
        let keeping = turn.work(move || {
            let sha256 = store.put_blob(&bytes).map_err(storage)?;
            let (width, height) = (size.map(|size| size.0), size.map(|size| size.1));
            Ok::<_, Refusal>(Blob { sha256, bytes: bytes.len(), media_type: media_type.into(), width, height })
        });
        let (kept, _turn) = keeping.await?;
        let blob = kept?;
        self.0.share_upload(&caller.school, &blob.sha256).await?;
        Ok(SettingBlobPayload { blob, plugin })
    }
    /// Whether one more upload may come at all, before anything is drawn or tried for it: D004 when the day is used up, R009 when the
    /// disk is too full for a school that brought so much today.
    async fn has_a_place(&self, caller: &Caller) -> Result<(), Refusal> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.read(&caller.school).await?;
        quota::look(&mut tx, &[(UPLOADED, quota::LEAST)], now).await?;
        let today = UPLOADED.used(&mut tx, "", UPLOADED.began(now)).await?;
        drop(tx);
        let today = u64::try_from(today).unwrap_or_default();
        if self.0.files.has_room(caller.school.id(), true, today).await.map_err(storage)? {
            return Ok(());
        }
        tracing::error!(today, school.id = %caller.school.id(), "the disk is too full for an upload of this school's desk");
        Err(Refusal::new(MessageId::R009))
    }
}
