//! A signature as an incremental update: the file stays as it was, and four objects with a table of their own come behind it.
//!
//! Why it looks as it does: Print and Locked are the flags that PDF/A-2 wants of a field; one without area needs no drawing
//! (PDF/A-2 6.3.3), and one outside the page no tag (PDF/UA-1 7.18.4); `Perms` may hold `DocMDP` alone, and its reference no digest
//! (PDF/A-2 6.1.12); the range covers the whole file (6.4.3).

use std::fmt::Write as _;
use std::ops::Range;

use data_encoding::{HEXLOWER, HEXUPPER};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};

use super::Unsealed;
use super::file::Drawn;
use super::syntax::{find, get, trimmed, value_len};

/// Blanks kept for the four numbers of the range.
const RANGE: usize = 36;

/// What stands beside the signature.
pub struct Note<'n> {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub name: &'n str,
    /// Why.
    pub reason: &'n str,
}

/// A file with an empty signature.
pub struct Prepared {
    bytes: Vec<u8>,
    /// Where the signature's hex digits go, between `<` and `>`.
    hole: Range<usize>,
}

/// The file with room for a signature of `room` bytes.
pub fn prepare(pdf: &[u8], note: &Note<'_>, room: usize) -> Result<Prepared, Unsealed> {
    let drawn = Drawn::read(pdf)?;
    let root_at = drawn.follow(drawn.trailer, "Root")?;
    let root = drawn.object(root_at)?;
    for key in ["AcroForm", "Perms", "Extensions"] {
        if get(root, key)?.is_some() {
            return Err(Unsealed::File("it has a form already"));
        }
    }
    let page_at = drawn.last_page(root)?;
    let page = drawn.object(page_at)?;
    let (seal_at, field_at) = (drawn.count(), drawn.count() + 1);

    let mut update = Update { out: pdf.to_vec(), places: Vec::new() };
    if !pdf.ends_with(b"\n") {
        update.out.push(b'\n');
    }
    update.object(root_at, |out| catalog(out, root, seal_at, field_at));
    let with_field = page_with(page, field_at)?;
    update.object(page_at, |out| out.extend_from_slice(&with_field));
    let (range, hole) = update.object(seal_at, |out| signature(out, note, room));
    update.object(field_at, |out| field(out, note, page_at, seal_at));
    update.end(&drawn, root_at)?;

    let mut bytes = update.out;
    let covered = format!("0 {} {} {}", hole.start - 1, hole.end + 1, bytes.len() - hole.end - 1);
    let Some(place) = bytes[range].get_mut(..covered.len()) else { return Err(Unsealed::File("it is too long")) };
    place.copy_from_slice(covered.as_bytes());
    Ok(Prepared { bytes, hole })
}

impl Prepared {
    /// SHA-256 of all but the signature's own place, brackets with it.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(&self.bytes[..self.hole.start - 1]);
        hash.update(&self.bytes[self.hole.end + 1..]);
        hash.finalize().into()
    }

    /// The file with its signature.
    pub fn fill(mut self, cms: &[u8]) -> Result<Vec<u8>, Unsealed> {
        let digits = HEXLOWER.encode(cms);
        let place = self.bytes[self.hole.clone()].get_mut(..digits.len());
        let place = place.ok_or(Unsealed::Room { needed: cms.len(), room: self.hole.len() / 2 })?;
        place.copy_from_slice(digits.as_bytes());
        Ok(self.bytes)
    }
}

/// What grows behind the file: where each object of it stands.
struct Update {
    out: Vec<u8>,
    places: Vec<(usize, usize)>,
}

impl Update {
    fn object<T>(&mut self, n: usize, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        self.places.push((n, self.out.len()));
        self.out.extend_from_slice(format!("{n} 0 obj\n").as_bytes());
        let written = write(&mut self.out);
        self.out.extend_from_slice(b"\nendobj\n");
        written
    }

    fn end(&mut self, drawn: &Drawn<'_>, root_at: usize) -> Result<(), Unsealed> {
        let table = self.out.len();
        self.places.sort_unstable();
        let mut text = String::from("xref\n");
        for (n, place) in &self.places {
            let _ = write!(text, "{n} 1\n{place:010} 00000 n\r\n");
        }
        let ids = get(drawn.trailer, "ID")?.and_then(|ids| ids.strip_prefix(b"["));
        let first = trimmed(ids.ok_or(Unsealed::File("it has no ID"))?);
        let first = String::from_utf8_lossy(&first[..value_len(first)?]).into_owned();
        // The second half names this revision: it follows from the file, as everything here does.
        let second = HEXUPPER.encode(&Sha256::digest(&self.out)[..16]);
        let info = get(drawn.trailer, "Info")?.map(|info| format!("/Info {}", String::from_utf8_lossy(info)));
        let (size, info) = (drawn.count() + 2, info.unwrap_or_default());
        let _ = write!(
            text,
            "trailer\n<</Size {size}/Root {root_at} 0 R/Prev {}{info}/ID[{first}<{second}>]>>\nstartxref\n{table}\n%%EOF\n",
            drawn.table
        );
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The catalog as it was, with the form, and with the permission that says: nothing may change.
fn catalog(out: &mut Vec<u8>, root: &[u8], seal_at: usize, field_at: usize) {
    out.extend_from_slice(&root[..root.len() - 2]);
    let more = format!(
        "/AcroForm<</Fields[{field_at} 0 R]/SigFlags 3>>/Perms<</DocMDP {seal_at} 0 R>>\
         /Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>>>"
    );
    out.extend_from_slice(more.as_bytes());
}

/// The page as it was, with the field among its annotations.
fn page_with(page: &[u8], field_at: usize) -> Result<Vec<u8>, Unsealed> {
    let mut out = Vec::with_capacity(page.len() + 64);
    match find(page, "Annots")? {
        Some(list) if page[list.start] == b'[' => {
            out.extend_from_slice(&page[..list.end - 1]);
            out.extend_from_slice(format!(" {field_at} 0 R]").as_bytes());
            out.extend_from_slice(&page[list.end..]);
        }
        Some(_) => return Err(Unsealed::File("its annotations stand elsewhere")),
        None => {
            out.extend_from_slice(&page[..page.len() - 2]);
            out.extend_from_slice(format!("/Annots[{field_at} 0 R]").as_bytes());
            if get(page, "Tabs")?.is_none() {
                out.extend_from_slice(b"/Tabs/S");
            }
            out.extend_from_slice(b">>");
        }
    }
    Ok(out)
}

/// The signature dictionary. Where its range stands, and where its digits.
fn signature(out: &mut Vec<u8>, note: &Note<'_>, room: usize) -> (Range<usize>, Range<usize>) {
    let at = note.at.to_zoned(TimeZone::UTC).strftime("%Y%m%d%H%M%S");
    let head = format!(
        "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:{at}Z)/Name{}/Reason{}\
         /Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P 1>>>>]/ByteRange[",
        text(note.name),
        text(note.reason)
    );
    out.extend_from_slice(head.as_bytes());
    let range = out.len()..out.len() + RANGE;
    out.resize(range.end, b' ');
    out.extend_from_slice(b"]/Contents<");
    let hole = out.len()..out.len() + room * 2;
    out.resize(hole.end, b'0');
    out.extend_from_slice(b">>>");
    (range, hole)
}

/// The field that holds the signature: without area, and beside the page.
fn field(out: &mut Vec<u8>, note: &Note<'_>, page_at: usize, seal_at: usize) {
    let told = text(note.name);
    let field = format!(
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/TU{told}/Contents{told}/Rect[-1 -1 -1 -1]/F 132/P {page_at} 0 R/V {seal_at} 0 R>>"
    );
    out.extend_from_slice(field.as_bytes());
}

/// A string of PDF: UTF-16 in hex, so that no sign in it means anything.
fn text(value: &str) -> String {
    let mut out = String::from("<FEFF");
    for unit in value.encode_utf16() {
        let _ = write!(out, "{unit:04X}");
    }
    out.push('>');
    out
}
