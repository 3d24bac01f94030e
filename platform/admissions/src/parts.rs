//! Multipart bodies, whose parts come in a fixed order: texts, then a file that is streamed.

use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::http::StatusCode;
use kernel::{MessageId, Refusal};

use crate::forms::Arriving;

/// Largest body: the highest tier of a file is 15 MB, with its envelope.
pub(crate) const BODY_BYTES: usize = 16 << 20;
/// Bytes of a text that is an id or a name.
pub(crate) const SHORT: usize = 1024;
/// Bytes of a text that proves something: a grant, or the captcha's.
pub(crate) const PROOF: usize = 4096;

/// The parts of a body, one after another.
pub(crate) struct Parts {
    multipart: Multipart,
    /// Their names in their order, for who sent them otherwise.
    order: &'static str,
}

impl Parts {
    /// The parts of a body. R001 for a body that is no multipart.
    pub(crate) fn of(body: Result<Multipart, MultipartRejection>, order: &'static str) -> Result<Self, Refusal> {
        let none = |_| Refusal::malformed("the body has to be multipart/form-data");
        Ok(Self { multipart: body.map_err(none)?, order })
    }

    /// The next part, whatever it is.
    pub(crate) async fn next(&mut self) -> Result<Part<'_>, Refusal> {
        let order = self.order;
        let field = self.multipart.next_field().await.map_err(broken)?.ok_or_else(|| out_of_order(order))?;
        Ok(Part { field, order })
    }

    /// The next part, a text of that name and at most `most` bytes.
    pub(crate) async fn text(&mut self, name: &str, most: usize) -> Result<String, Refusal> {
        let order = self.order;
        let next = self.next().await?;
        if next.is(name) { next.text(most).await } else { Err(out_of_order(order)) }
    }

    /// The next part, the file.
    pub(crate) async fn file(&mut self) -> Result<FilePart<'_>, Refusal> {
        self.next().await?.file()
    }
}

/// A part that has come as far as its name.
pub(crate) struct Part<'a> {
    field: Field<'a>,
    order: &'static str,
}

impl<'a> Part<'a> {
    /// Whether it is called so.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.field.name() == Some(name)
    }

    /// It as text of at most `most` bytes.
    pub(crate) async fn text(mut self, most: usize) -> Result<String, Refusal> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.field.chunk().await.map_err(broken)? {
            bytes.extend_from_slice(&piece);
            if bytes.len() > most {
                return Err(Refusal::malformed("a text part is too long"));
            }
        }
        String::from_utf8(bytes).map_err(|_| Refusal::malformed("a text part is no UTF-8"))
    }

    /// It as the file.
    pub(crate) fn file(self) -> Result<FilePart<'a>, Refusal> {
        if self.is("file") { Ok(FilePart(self.field)) } else { Err(out_of_order(self.order)) }
    }
}

/// A file that is on its way.
pub(crate) struct FilePart<'a>(Field<'a>);

impl FilePart<'_> {
    /// As its sender calls it; empty where they do not say.
    pub(crate) fn name(&self) -> String {
        self.0.file_name().unwrap_or_default().to_owned()
    }

    /// Takes all of it in.
    pub(crate) async fn stream(mut self, arriving: &mut Arriving) -> Result<(), Refusal> {
        while let Some(piece) = self.0.chunk().await.map_err(broken)? {
            arriving.take(&piece).await?;
        }
        Ok(())
    }
}

fn out_of_order(order: &str) -> Refusal {
    Refusal::malformed(format!("parts have to be {order}, in this order"))
}

fn broken(error: MultipartError) -> Refusal {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::D001)
    } else {
        Refusal::malformed("the multipart body broke off or is damaged")
    }
}
