//! Adding to a record, and proving one.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use words::sha256_hex;

use super::canon::{NotCanonical, canonical};
use super::entry::{Entry, Made, Mark, Signed, SignerSlot, What, signer_name};

/// How entries are made; another way has another name.
pub const FORM: &str = "qabul.evidence.1";

/// An entry as it is stored: the text that was hashed, which is never written again from anything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its canonical text.
    pub body: String,
    /// SHA-256 of it, in lower-case hex.
    pub hash: String,
}

/// An entry with its place in the record.
#[derive(Serialize, Deserialize)]
struct Placed {
    form: String,
    seq: u32,
    prev: Option<String>,
    #[serde(flatten)]
    entry: Entry,
}

/// Why a record proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// There is nothing in it.
    #[error("the record is empty")]
    Empty,
    /// An entry is not the text that entries are, sign by sign.
    #[error("entry {0} is not written as entries are")]
    Text(usize),
    /// An entry is another paper's, or stands in another place.
    #[error("entry {0} is not this paper's, or not in its place")]
    Place(usize),
    /// An entry does not name the one before.
    #[error("entry {0} does not follow the one before")]
    Link(usize),
    /// Somebody signed, opened or declined who was not asked, or out of turn.
    #[error("entry {0} was nobody's turn")]
    Turn(usize),
    /// Somebody signed another file or another text.
    #[error("entry {0} is about another document")]
    Document(usize),
    /// Something happened after the end.
    #[error("entry {0} comes after the end")]
    Over(usize),
    /// The last entry is not the one that was promised.
    #[error("the record does not end where it should")]
    Head,
}

/// The next entry of a record: `prev` is the hash of the one before, `seq` counts from 0. Whether it may follow is [`verify`]'s to say.
pub fn append(prev: Option<&str>, seq: u32, entry: Entry) -> Result<Stored, NotCanonical> {
    let placed = Placed { form: FORM.to_owned(), seq, prev: prev.map(str::to_owned), entry };
    let body = canonical(&serde_json::to_value(&placed).map_err(|_| NotCanonical::Shape)?)?;
    let hash = sha256_hex(body.as_bytes());
    Ok(Stored { body, hash })
}

/// Proves a whole record from nothing but itself and the hash that it ends with.
pub fn verify<S: AsRef<str>>(bodies: &[S], head: &str) -> Result<(), Broken> {
    let mut state: Option<Course> = None;
    let mut before: Option<String> = None;
    for (n, body) in bodies.iter().enumerate() {
        let body = body.as_ref();
        let placed = read(body).ok_or(Broken::Text(n))?;
        let paper = state.as_ref().map_or(placed.entry.paper.as_str(), |course| &course.paper);
        if placed.form != FORM || usize::try_from(placed.seq) != Ok(n) || placed.entry.paper != paper {
            return Err(Broken::Place(n));
        }
        if placed.prev != before {
            return Err(Broken::Link(n));
        }
        let Entry { paper, what, .. } = placed.entry;
        match (state.as_mut(), what) {
            (None, What::Made(made)) => state = Some(Course::new(paper, made)),
            (Some(_), What::Made(_)) | (None, _) => return Err(Broken::Place(n)),
            (Some(course), what) => course.step(n, what)?,
        }
        before = Some(sha256_hex(body.as_bytes()));
    }
    match before {
        None => Err(Broken::Empty),
        Some(last) if last == head => Ok(()),
        Some(_) => Err(Broken::Head),
    }
}

/// Reads an entry, and writes it again: what does not come out as it went in holds something that no entry holds.
fn read(body: &str) -> Option<Placed> {
    let value: Value = serde_json::from_str(body).ok()?;
    let placed = Placed::deserialize(&value).ok()?;
    let again = canonical(&serde_json::to_value(&placed).ok()?).ok()?;
    (again == body).then_some(placed)
}

/// How far a paper has come.
struct Course {
    paper: String,
    document: String,
    text: String,
    /// Who has not signed yet.
    waiting: Vec<SignerSlot>,
    opened: Vec<SignerSlot>,
    end: End,
}

#[derive(PartialEq)]
enum End {
    /// It can be answered.
    Open,
    /// Signed by all, and sealed.
    Sealed,
    /// Nothing more happens.
    Closed,
}

impl Course {
    fn new(paper: String, made: Made) -> Self {
        Self {
            paper,
            document: made.document_sha256,
            text: made.text_sha256,
            waiting: made.signers,
            opened: Vec::new(),
            end: End::Open,
        }
    }

    fn step(&mut self, n: usize, what: What) -> Result<(), Broken> {
        // What was agreed to can be taken back; nothing else follows a seal.
        if self.end == End::Closed || (self.end == End::Sealed && what != What::Withdrawn {}) {
            return Err(Broken::Over(n));
        }
        match what {
            What::Made(_) => return Err(Broken::Place(n)),
            What::Opened { order, role } => {
                let slot = SignerSlot { order, role };
                if !self.waiting.contains(&slot) || self.opened.contains(&slot) {
                    return Err(Broken::Turn(n));
                }
                self.opened.push(slot);
            }
            What::Signed(signed) => self.sign(n, *signed)?,
            What::Declined { order, role, .. } => {
                if !self.waiting.contains(&SignerSlot { order, role }) {
                    return Err(Broken::Turn(n));
                }
                self.end = End::Closed;
            }
            What::Withdrawn {} | What::Expired {} => self.end = End::Closed,
            What::Sealed { .. } => {
                if !self.waiting.is_empty() {
                    return Err(Broken::Turn(n));
                }
                self.end = End::Sealed;
            }
        }
        Ok(())
    }

    fn sign(&mut self, n: usize, signed: Signed) -> Result<(), Broken> {
        let is_drawn = signed.mark == Mark::Drawn;
        if signer_name(&signed.name).as_deref() != Some(&signed.name) || is_drawn != signed.strokes_sha256.is_some() {
            return Err(Broken::Text(n));
        }
        if signed.document_sha256 != self.document || signed.text_sha256 != self.text {
            return Err(Broken::Document(n));
        }
        let turn = self.waiting.iter().map(|slot| slot.order).min();
        let slot = SignerSlot { order: signed.order, role: signed.role };
        let at = self.waiting.iter().position(|waiting| *waiting == slot).filter(|_| turn == Some(slot.order));
        self.waiting.remove(at.ok_or(Broken::Turn(n))?);
        Ok(())
    }
}
