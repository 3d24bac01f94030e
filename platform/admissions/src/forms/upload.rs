//! Files: streamed, counted and sniffed while they arrive; pictures drawn anew; a row only once the bytes are safe. What they
//! use up (a draft's places, a day's bytes) is counted in the row's own transaction. A file is a draft's, or comes later and is what was
//! sent's ([`super::later`]).

use std::sync::Arc;

use data_encoding::HEXLOWER;
use form::{UploadField, UploadKind};
use image::ImageFormat;
use kernel::caller::Caller;
use kernel::{MessageId, Refusal, SchoolTx, SubmissionId};
use sha2::{Digest as _, Sha256};
use tenants::School;
use tracing::Instrument as _;
use words::sabotage::{Guard, is_removed};
use words::text;

use super::later::Addition;
use super::model::{MAX_FILES, SubmittedFile, UploadView};
use super::offer::Offer;
use super::quota::{FILES, Holders, Quota, asks_no_proof, files_today};
use super::service::Forms;
use super::store::{drafts, submissions, uploads};
use crate::files::Incoming;
pub(crate) use crate::files::refusal as storage;
use crate::ids::{DraftId, UploadId};
use crate::{images, papers, scans};

/// How many bytes tell what a file is.
const SNIFF: usize = 4096;
/// Most characters of a file's name.
const MAX_NAME: usize = 150;

/// A file on its way in: [`Forms::begin_upload`], then [`Arriving::take`] for each piece, then [`Forms::finish_upload`].
#[derive(Debug)]
pub struct Arriving {
    incoming: Incoming,
    id: UploadId,
    field: UploadField,
    name: String,
    holder: Holder,
    holders: Holders,
    quota: Quota,
    head: Vec<u8>,
    bytes: u64,
    digest: Sha256,
    /// The file that is kept already and whose bytes these are: they were looked at when that came, and are as they are to be.
    pub(super) copied_from: Option<UploadId>,
}

/// What is told of a file before its bytes.
#[derive(Debug, Clone, Copy)]
pub struct Announced<'a> {
    pub form: &'a str,
    pub field: &'a str,
    /// Token of the draft.
    pub draft: &'a str,
    /// Proof that a person asks.
    pub proof: Option<&'a str>,
    /// The file's name.
    pub name: &'a str,
}

/// What a file really is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Real {
    Pdf,
    Image(ImageFormat),
}

/// What holds a file from now on.
#[derive(Debug, Clone)]
pub(super) enum Holder {
    /// A draft.
    Draft(DraftId),
    /// What was sent, to which its family adds it.
    Sent(Addition),
}

/// A file's way in, once it is known what it is for.
pub(super) struct Entrance<'a> {
    pub field: UploadField,
    pub holder: Holder,
    pub holders: Holders,
    pub quota: Quota,
    /// The file's name.
    pub name: &'a str,
}

/// What a file is counted by.
struct Counted {
    holder: Holder,
    holders: Holders,
    quota: Quota,
    sha256: String,
    copied_from: Option<UploadId>,
}

impl Forms {
    /// Begins a file of a draft's field. L012 where a stranger has to show first that a person asks: once strangers used up half of
    /// the school's day. For each file, since fifty drafts hold all of the other half.
    pub async fn begin_upload(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        announced: Announced<'_>,
    ) -> Result<Arriving, Refusal> {
        let draft = self.draft_row(caller, announced.draft).await?;
        if draft.form_id != announced.form {
            return Err(Refusal::new(MessageId::F005));
        }
        let offer = Offer::find(school, announced.form, self.today(school)).await.ok();
        let pinned = self.document_of_draft(caller, school, &draft, offer.as_ref()).await?;
        let mut fields = pinned.document.upload_fields().into_iter();
        let field = fields.find(|known| known.name == announced.field).ok_or_else(|| Refusal::new(MessageId::D003))?;
        let holders = self.holders(caller, draft.keeper());
        let may_be_proved = announced.proof.is_some() || asks_no_proof(school);
        let quota = if may_be_proved { FILES } else { FILES.without_proof() };
        let holder = Holder::Draft(draft.id);
        let entrance = Entrance { field, holder, holders, quota, name: announced.name };
        let arriving = self.let_in(caller, entrance).await?;
        self.is_proved(caller, school, announced.proof).await?;
        Ok(arriving)
    }

    /// Looks at what a file will use up before its bytes come, so that they do not come for nothing; counted when they are here.
    pub(super) async fn let_in(&self, caller: &Caller, entrance: Entrance<'_>) -> Result<Arriving, Refusal> {
        let Entrance { field, holder, holders, quota, name } = entrance;
        let mut tx = self.parts.db.read(&caller.school).await?;
        holder.has_a_place(&mut tx).await?;
        let now = self.parts.clock.now_ms();
        quota.look(&mut tx, &holders, now).await?;
        let today = files_today(&mut tx, now).await?;
        drop(tx);
        let (school_id, is_staff) = (caller.school.id(), holders.are_staff());
        if !self.parts.files.has_room(school_id, is_staff, today).await.map_err(storage)? {
            tracing::error!(today, is_staff, "the disk is too full for a file of this school");
            return Err(Refusal::new(MessageId::R009));
        }
        let id = UploadId::new(&*self.parts.clock, &*self.parts.rng);
        let incoming = self.parts.files.begin(id.as_str()).await.map_err(storage)?;
        let incoming = self.parts.files.as_upload(incoming, school_id, is_staff, today);
        Ok(Arriving {
            incoming,
            id,
            field,
            name: name.to_owned(),
            holder,
            holders,
            quota,
            head: Vec::new(),
            bytes: 0,
            digest: Sha256::new(),
            copied_from: None,
        })
    }

    /// Ends a file: its real type decides, a picture is drawn anew, and then it has a place and a row.
    pub async fn finish_upload(&self, caller: &Caller, mut arriving: Arriving) -> Result<UploadView, Refusal> {
        if arriving.bytes == 0 {
            return Err(arriving.wrong_type());
        }
        let real = arriving.real()?;
        let path = arriving.incoming.sync().await.map_err(storage)?.to_path_buf();
        let (incoming, bytes, sha256) = match real {
            Real::Image(format) if arriving.copied_from.is_none() => {
                let drawn = images::redraw(caller, &path, format, arriving.field.tier.bytes()).await?;
                let mut incoming = self.parts.files.begin(&format!("{}-drawn", arriving.id)).await.map_err(storage)?;
                incoming.write(&drawn).await.map_err(storage)?;
                (incoming, drawn.len() as u64, words::sha256_hex(&drawn))
            }
            Real::Pdf | Real::Image(_) => {
                (arriving.incoming, arriving.bytes, HEXLOWER.encode(&arriving.digest.finalize()))
            }
        };
        let view = UploadView {
            upload_id: arriving.id,
            field: arriving.field.name,
            name: file_name(&arriving.name, real),
            bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
            media_type: real.media_type().to_owned(),
        };
        let Arriving { holder, holders, quota, copied_from, .. } = arriving;
        let counted = Counted { holder, holders, quota, sha256, copied_from };
        // To its end, also when whoever sent it hangs up: bytes that are kept have a row that counts them, or go.
        let placing = self.clone().place(caller.clone(), incoming, view, counted);
        tokio::spawn(placing.in_current_span()).await.map_err(Refusal::internal)?
    }

    async fn place(
        self,
        caller: Caller,
        incoming: Incoming,
        view: UploadView,
        Counted { holder, holders, quota, sha256, copied_from }: Counted,
    ) -> Result<UploadView, Refusal> {
        let scope = caller.school.clone();
        let key = self.parts.files.keep(scope.id(), view.upload_id.as_str(), incoming).await.map_err(storage)?;
        let now = self.parts.clock.now_ms();
        let (row, place, forms) = (view.clone(), key.clone(), self.clone());
        let written = self
            .parts
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    holder.hold(tx, now).await?;
                    holder.has_a_place(tx).await?;
                    if let Holder::Sent(Addition { rule: Some(rule), .. }) = &holder {
                        rule.require(tx).await?;
                    }
                    // Of two copies at once one counts.
                    if let (Some(submission), Some(original)) = (holder.submission(), &copied_from) {
                        let here = uploads::uploads_of_submission(tx, submission).await?;
                        if here.into_iter().map(SubmittedFile::from).any(|one| one.original() == original) {
                            return Err(Refusal::not_found());
                        }
                    }
                    quota.take(tx, &holders, row.bytes, now).await?;
                    uploads::insert_upload(
                        tx,
                        &uploads::NewUpload {
                            id: &row.upload_id,
                            draft_id: holder.draft(),
                            submission_id: holder.submission(),
                            field: &row.field,
                            name: &row.name,
                            bytes: row.bytes,
                            media_type: &row.media_type,
                            sha256: &sha256,
                            storage_key: &place,
                            of_staff: holder.is_of_staff(),
                            copied_from: copied_from.as_ref(),
                            now,
                        },
                    )
                    .await?;
                    scans::await_word(tx, &forms.parts, &row.upload_id, now).await?;
                    match &holder {
                        Holder::Draft(_) => Ok(()),
                        Holder::Sent(addition) => {
                            forms.note_addition(tx, &caller, addition, &row, now).await?;
                            let (document, today) = &addition.of;
                            Ok(papers::tell(tx, &addition.submission, document, *today).await?)
                        }
                    }
                })
            })
            .await;
        if let Err(refusal) = written {
            // No row names it, so nobody will miss it; the sweep takes it if this fails too.
            let _ = self.parts.files.remove(&key).await;
            return Err(refusal);
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
        self.digest.update(piece);
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
    /// The endings that fit; the first is the one that is given.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            Self::Image(ImageFormat::Jpeg) => &["jpg", "jpeg"],
            Self::Image(ImageFormat::WebP) => &["webp"],
            Self::Image(_) => &["png"],
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Image(ImageFormat::Jpeg) => "image/jpeg",
            Self::Image(ImageFormat::WebP) => "image/webp",
            Self::Image(_) => "image/png",
        }
    }
}

impl Forms {
    /// D003 where a submission holds more files than it may, one that came back among them.
    pub(crate) async fn require_place(tx: &mut SchoolTx, id: &SubmissionId) -> Result<(), Refusal> {
        let count = uploads::count_submitted(tx, id).await?;
        if count.held > MAX_FILES { Err(Refusal::new(MessageId::D003).with("limit", MAX_FILES)) } else { Ok(()) }
    }
}

impl Holder {
    const fn draft(&self) -> Option<&DraftId> {
        match self {
            Self::Draft(id) => Some(id),
            Self::Sent(_) => None,
        }
    }

    const fn submission(&self) -> Option<&SubmissionId> {
        match self {
            Self::Draft(_) => None,
            Self::Sent(addition) => Some(&addition.submission),
        }
    }

    /// Whether somebody of the staff adds to it.
    const fn is_of_staff(&self) -> bool {
        matches!(self, Self::Sent(addition) if addition.is_of_staff)
    }

    /// Holds it for the rest of the transaction; F005 or A001 where it is gone.
    async fn hold(&self, tx: &mut SchoolTx, now: i64) -> Result<(), Refusal> {
        match self {
            Self::Draft(id) if drafts::hold_draft(tx, id, now).await? == 0 => Err(Refusal::new(MessageId::F005)),
            Self::Sent(addition) if submissions::hold_submission(tx, &addition.submission).await? == 0 => {
                Err(Refusal::not_found())
            }
            _ => Ok(()),
        }
    }

    /// Whether it can hold one more.
    async fn has_a_place(&self, tx: &mut SchoolTx) -> Result<(), Refusal> {
        let full = || Err(Refusal::new(MessageId::D003).with("limit", MAX_FILES));
        if is_removed(Guard::Allowances) {
            return Ok(());
        }
        match self {
            Self::Draft(id) if uploads::count_uploads(tx, id).await?.n >= MAX_FILES => full(),
            Self::Draft(_) => Ok(()),
            // What the school refused stands in nobody's way, to a bound.
            Self::Sent(addition) => {
                let count = uploads::count_submitted(tx, &addition.submission).await?;
                if count.held >= MAX_FILES || count.n >= 2 * MAX_FILES { full() } else { Ok(()) }
            }
        }
    }
}

/// A person's file name as text: one line, no path, not too long, and with the ending of what the file really is. An ending that
/// programs go by is never the person's: staff open it.
fn file_name(name: &str, real: Real) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = text::one_line(last);
    let ending = |name: &str| Some(name.rsplit_once('.')?.1.to_ascii_lowercase());
    let is_right = |name: &str| ending(name).is_some_and(|ending| real.endings().contains(&ending.as_str()));
    let is_ending = |part: &str| {
        (1..=4).contains(&part.len())
            && part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let stem = match name.rsplit_once('.') {
        Some((stem, last)) if is_ending(last) => stem,
        _ => &name,
    };
    if is_right(&name) && name.chars().count() <= MAX_NAME {
        return if stem.is_empty() { format!("file{name}") } else { name };
    }
    let stem = if is_right(stem) { stem.rsplit_once('.').map_or(stem, |(stem, _)| stem) } else { stem };
    let stem = text::cut(stem.trim_end_matches(['.', ' ']), MAX_NAME - 5);
    let stem = if stem.is_empty() { "file" } else { &stem };
    format!("{stem}.{}", real.endings()[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: Real = Real::Image(ImageFormat::Jpeg);

    #[test]
    fn file_names_are_text_and_no_path() {
        assert_eq!(file_name("../../etc/passwd.pdf", Real::Pdf), "passwd.pdf");
        assert_eq!(file_name("C:\\x\\شهادة ميلاد.pdf", Real::Pdf), "شهادة ميلاد.pdf");
        assert_eq!(file_name("a\r\nb", Real::Pdf), "a b.pdf");
        for nothing in ["/", "", ".", "..", ".pdf", " . "] {
            assert_eq!(file_name(nothing, Real::Pdf), "file.pdf", "{nothing:?}");
        }
        let long = file_name(&"x".repeat(300), Real::Pdf);
        assert!(long.len() == MAX_NAME - 1 && long.ends_with("x.pdf"), "{long}");
        assert!(file_name(&format!("{}.jpeg", "x".repeat(300)), JPEG).ends_with("x.jpg"));
    }

    #[test]
    fn a_file_ends_as_what_it_is() {
        for (given, kept) in [
            ("form.hta", "form.pdf"),
            ("form.html", "form.pdf"),
            ("form.bat", "form.pdf"),
            ("form.PDF", "form.PDF"),
            ("form.pdf.lnk", "form.pdf"),
            ("birth\u{202E}fdp.hta", "birthfdp.pdf"),
            ("Report 2.5", "Report 2.5.pdf"),
            ("form.applescript", "form.applescript.pdf"),
            ("form.js ", "form.pdf"),
            ("form.js.", "form.js.pdf"),
        ] {
            assert_eq!(file_name(given, Real::Pdf), kept, "{given}");
        }
        assert_eq!(file_name("face.JPEG", JPEG), "face.JPEG");
        assert_eq!(file_name("face.png", JPEG), "face.jpg");
        assert_eq!(file_name("face", Real::Image(ImageFormat::WebP)), "face.webp");
    }
}
