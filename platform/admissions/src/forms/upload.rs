//! Files: streamed, counted and sniffed while they arrive; pictures drawn anew; a row only once the bytes are safe.

use std::sync::Arc;

use image::ImageFormat;
use kernel::caller::Caller;
use kernel::{MessageId, Refusal, StoreError, crypto, ids, text};
use tenants::School;
use tenants::form::{UploadField, UploadKind};

use super::model::{MAX_FILES, UploadView};
use super::offer::Offer;
use super::service::Forms;
use super::store::{drafts, uploads};
use crate::files::Incoming;
pub(crate) use crate::files::refusal as storage;

/// How many bytes tell what a file is.
const SNIFF: usize = 4096;

/// A file on its way in: [`Forms::begin_upload`], then [`Arriving::take`] for each piece, then [`Forms::finish_upload`].
#[derive(Debug)]
pub struct Arriving {
    incoming: Incoming,
    id: String,
    field: UploadField,
    name: String,
    draft: drafts::DraftRow,
    head: Vec<u8>,
    bytes: u64,
}

/// What a file really is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Real {
    Pdf,
    Image(ImageFormat),
}

impl Forms {
    /// Begins a file of a draft's field.
    pub async fn begin_upload(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        field: &str,
        token: &str,
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let draft = self.draft_row(caller, token).await?;
        if draft.form_id != form {
            return Err(Refusal::new(MessageId::F005));
        }
        let offer = Offer::find(school, form, self.today(school)).await.ok();
        let pinned = self.pinned(caller, school, &draft, offer.as_ref()).await?;
        let mut fields = pinned.document.upload_fields().into_iter();
        let field = fields.find(|known| known.name == field).ok_or_else(|| Refusal::new(MessageId::D003))?;
        let mut tx = self.parts.db.read(&caller.school).await?;
        let held = uploads::count_uploads(&mut tx, &draft.id).await?.n;
        drop(tx);
        if held >= MAX_FILES {
            return Err(Refusal::new(MessageId::D003).with("limit", MAX_FILES));
        }
        let id = ids::new_id(&*self.parts.clock, &*self.parts.rng);
        let incoming = self.parts.files.begin(&id).await.map_err(storage)?;
        let name = file_name(name);
        Ok(Arriving { incoming, id, field, name, draft, head: Vec::new(), bytes: 0 })
    }

    /// Ends a file: its real type decides, a picture is drawn anew, and then it has a place and a row.
    pub async fn finish_upload(&self, caller: &Caller, mut arriving: Arriving) -> Result<UploadView, Refusal> {
        if arriving.bytes == 0 {
            return Err(arriving.wrong_type());
        }
        let real = arriving.real()?;
        let path = arriving.incoming.sync().await.map_err(storage)?.to_path_buf();
        let (incoming, bytes, sha256) = match real {
            Real::Pdf => {
                let content = tokio::fs::read(&path).await.map_err(storage)?;
                (arriving.incoming, arriving.bytes, crypto::sha256_hex(&content))
            }
            Real::Image(format) => {
                let drawn = self
                    .redraw
                    .redraw(&path, format)
                    .await
                    .map_err(|bad| Refusal::new(MessageId::D002).with("reason", bad.to_string()))?;
                let mut incoming = self.parts.files.begin(&format!("{}-drawn", arriving.id)).await.map_err(storage)?;
                incoming.write(&drawn).await.map_err(storage)?;
                (incoming, drawn.len() as u64, crypto::sha256_hex(&drawn))
            }
        };
        let key = self.parts.files.keep(caller.school.id(), &arriving.id, incoming).await.map_err(storage)?;
        let view = UploadView {
            upload_id: arriving.id,
            field: arriving.field.name,
            name: arriving.name,
            bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
            media_type: real.media_type().to_owned(),
        };
        let now = self.parts.clock.now_ms();
        let (row, draft, place) = (view.clone(), arriving.draft.id, key.clone());
        let written = self
            .parts
            .db
            .write(&caller.school, move |tx| {
                Box::pin(async move {
                    uploads::insert_upload(
                        tx,
                        &row.upload_id,
                        &draft,
                        &row.field,
                        &row.name,
                        row.bytes,
                        &row.media_type,
                        &sha256,
                        &place,
                        now,
                    )
                    .await
                })
            })
            .await;
        if let Err(error) = written {
            // No row names it, so nobody will miss it; the sweep takes it if this fails too.
            let _ = self.parts.files.remove(&key).await;
            let error: StoreError = error;
            return Err(error.into());
        }
        Ok(view)
    }
}

impl Arriving {
    /// Takes the next piece; refuses as soon as the field's limit is passed, or the type shows to be wrong.
    pub async fn take(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        self.bytes += piece.len() as u64;
        let limit = self.field.tier.bytes();
        if self.bytes > limit {
            return Err(Refusal::new(MessageId::D001).with("limit", limit));
        }
        if self.head.len() < SNIFF {
            let room = SNIFF - self.head.len();
            self.head.extend_from_slice(&piece[..piece.len().min(room)]);
            if self.head.len() == SNIFF {
                self.real()?;
            }
        }
        self.incoming.write(piece).await.map_err(storage)
    }

    fn real(&self) -> Result<Real, Refusal> {
        let real = match infer::get(&self.head).map(|kind| kind.mime_type()) {
            Some("application/pdf") => Real::Pdf,
            Some("image/png") => Real::Image(ImageFormat::Png),
            Some("image/jpeg") => Real::Image(ImageFormat::Jpeg),
            Some("image/webp") => Real::Image(ImageFormat::WebP),
            _ => return Err(self.wrong_type()),
        };
        let kind = if real == Real::Pdf { UploadKind::Pdf } else { UploadKind::Image };
        if self.field.kinds.contains(&kind) { Ok(real) } else { Err(self.wrong_type()) }
    }

    fn wrong_type(&self) -> Refusal {
        Refusal::new(MessageId::D002).with("kinds", &self.field.kinds)
    }
}

impl Real {
    fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Image(ImageFormat::Jpeg) => "image/jpeg",
            Self::Image(ImageFormat::WebP) => "image/webp",
            Self::Image(_) => "image/png",
        }
    }
}

/// A person's file name as text: one line, no path, not too long.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = text::cut(&text::one_line(last), 150);
    if name.is_empty() { "file".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_text_and_no_path() {
        assert_eq!(file_name("../../etc/passwd"), "passwd");
        assert_eq!(file_name("C:\\x\\شهادة ميلاد.pdf"), "شهادة ميلاد.pdf");
        assert_eq!(file_name("a\r\nb"), "a b");
        assert_eq!(file_name("/"), "file");
    }
}
