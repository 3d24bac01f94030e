//! What letters are asked and answered with.

use blocks::evidence::{Channel, Reached};
use blocks::{Body as FilledText, Fact, Languages};
use kernel::Answer;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use utoipa::{IntoParams, ToSchema};
use words::Text;
use words::clock::iso;

use super::acceptance::{self, AcceptanceTerms};
use crate::applications::DeclineReason;
use crate::letters::check::Known;
use crate::letters::open::{LetterProof, SignerSeen};
use crate::letters::staff::Listed;
use crate::letters::store::{FileRow, SignerRow};

/// Which letter.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OfferLetterQuery {
    /// The link's token.
    #[serde(rename = "offerLetterToken")]
    #[param(max_length = 255)]
    pub(super) offer_letter_token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[param(max_length = 40)]
    pub(super) sims_criteria_code: Option<String>,
}

/// By what somebody is known who reads a letter.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only describes the header")]
pub struct LetterGrantHeader {
    /// What `prove_letter` gave.
    #[param(rename = "X-Letter-Grant", max_length = 4096, required = false)]
    grant: String,
}

/// Who signs a letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterSigner {
    pub(super) place: i64,
    /// `guardian1`, `guardian2`, `student`, `school`.
    pub(super) role: String,
    pub(super) name: String,
    /// `waiting` for others, `invited`, `signed`, `declined`; `sealed` for the school, whose seal is its signature.
    pub(super) state: String,
    pub(super) is_you: bool,
    /// RFC 3339, UTC.
    pub(super) answered_at: Option<String>,
}

/// Of whom a letter is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterChild {
    pub(super) first_name: String,
    /// In Arabic, where the form asks for both names.
    pub(super) first_name_ar: Option<String>,
    /// Null without a grant too.
    pub(super) grade: Option<Text>,
}

/// A letter as whoever holds a link finds it; what it says, and who signs, only with the grant of `prove_letter`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfferLetterPayload {
    pub(super) school: Text,
    pub(super) kind: String,
    pub(super) reference: String,
    /// `offered`, `accepted`, `declined`; `issued` of one that its holder only reads.
    pub(super) status: &'static str,
    pub(super) languages: Languages,
    pub(super) title: Text,
    pub(super) child: LetterChild,
    /// RFC 3339, UTC: the midnight after its last day.
    pub(super) expires_at: String,
    /// What whoever reads it is asked first.
    pub(super) second_proof: LetterProof,
    /// Where the code goes that is asked for; null where it is none.
    pub(super) code_to: Option<ReachedPayload>,
    /// Whether it was asked with a grant that is good; null and empty is without one what follows.
    pub(super) proved: bool,
    pub(super) subject: Option<Text>,
    #[schema(value_type = Vec<Object>)]
    pub(super) facts: Vec<Fact>,
    /// The filled text, as it is hashed and printed.
    #[schema(value_type = Option<Object>)]
    pub(super) body: Option<FilledText>,
    pub(super) signers: Vec<LetterSigner>,
    pub(super) text_sha256: Option<String>,
    /// Of the PDF that is agreed to.
    pub(super) document_sha256: Option<String>,
    /// Whether there is a PDF that all have signed.
    pub(super) is_signed: bool,
}

/// Where something goes or went, shortened so that it names nobody.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LetterReached)]
pub struct ReachedPayload {
    /// `mail` or `sms`.
    pub(super) by: &'static str,
    /// `h…@example.org`, `…5678`.
    pub(super) hint: String,
    /// Whether it is where whoever applied is written to, and the signer is somebody else.
    pub(super) shared: bool,
}

impl From<Reached> for ReachedPayload {
    fn from(Reached { by, hint, shared }: Reached) -> Self {
        let by = match by {
            Channel::Mail => "mail",
            Channel::Sms => "sms",
        };
        Self { by, hint, shared }
    }
}

/// What only the family knows.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProveLetterRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    pub(super) token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[schema(max_length = 40)]
    pub(super) sims_criteria_code: Option<String>,
    /// As a person writes it.
    #[schema(max_length = 255)]
    pub(super) proof: String,
}

/// What lets its holder read and answer for an hour.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterGrantPayload {
    #[schema(extensions(("x-secret" = json!(true))))]
    pub(super) grant: String,
}

/// What is said to a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LetterDecision {
    Accept,
    Decline,
}

/// What is said, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferLetterValues {
    pub(super) decision: LetterDecision,
    pub(super) decline_reason: Option<DeclineReason>,
    /// In the family's own words.
    #[schema(max_length = 500)]
    pub(super) decline_text: Option<String>,
}

/// A signature.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetterSignature {
    /// May be empty where strokes are drawn.
    #[schema(max_length = 200)]
    pub(super) typed_name: String,
    /// Lists of points on paper of 600 by 200: `[[[x, y], …], …]`; none where the name is typed alone.
    #[schema(value_type = Option<Vec<Vec<Vec<i64>>>>)]
    pub(super) strokes: Option<Value>,
    /// `text_sha256` of what was shown.
    #[schema(max_length = 64)]
    pub(super) agreed_text_hash: String,
    /// `document_sha256` of what was shown.
    #[schema(max_length = 64)]
    pub(super) document_hash: String,
}

/// What an answer is given with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferLetterFormData {
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    pub(super) grant: String,
    /// `en` or `ar`: in which it was read.
    pub(super) locale: String,
    /// One, where the letter is accepted.
    #[serde(default)]
    #[schema(max_items = 1)]
    pub(super) signatures: Vec<LetterSignature>,
}

/// An answer to a letter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerOfferLetterRequest {
    pub(super) values: OfferLetterValues,
    #[serde(rename = "formData")]
    pub(super) form_data: OfferLetterFormData,
}

/// How a letter stands after an answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnsweredLetterPayload {
    /// `offered` while others have to sign, `accepted`, `declined`.
    pub(super) status: &'static str,
    pub(super) signers: Vec<LetterSigner>,
    /// Opens the acceptance that follows an offer which all have signed; left out where none does.
    #[serde(rename = "acceptanceLetterToken", skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    pub(super) acceptance_letter_token: Option<String>,
    /// What opens it to whoever answered, as long as their grant of the offer; left out where they are asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    pub(super) acceptance_grant: Option<String>,
    /// The page of that acceptance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(extensions(("x-secret" = json!(true))))]
    pub(super) next_url: Option<String>,
}

/// Which PDF.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferLetterPdfRequest {
    /// The link's token.
    #[schema(max_length = 255)]
    pub(super) token: String,
    /// The code of the letter's template; left out, whichever it is.
    #[schema(max_length = 40)]
    pub(super) sims_criteria_code: Option<String>,
    /// What `prove_letter` gave.
    #[schema(max_length = 4096)]
    pub(super) grant: String,
    /// Whether it has to be the one that all have signed.
    #[serde(default)]
    pub(super) r#final: bool,
}

/// How many have signed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KnownSignatures {
    pub(super) done: usize,
    pub(super) of: usize,
    /// The day of the last one.
    pub(super) last_on: Option<String>,
}

/// A sealed PDF of a letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KnownFile {
    /// `offered` or `signed`.
    pub(super) kind: String,
    pub(super) sha256: String,
    /// RFC 3339, UTC.
    pub(super) sealed_at: String,
}

/// The certificate that a letter was sealed with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KnownCertificate {
    pub(super) sha256: String,
    /// RFC 3339, UTC.
    pub(super) not_after: String,
}

/// What anybody may know of a letter: nothing of whom it is about.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KnownLetterPayload {
    pub(super) school: Text,
    pub(super) kind: String,
    pub(super) reference: String,
    /// `YYYY-MM-DD`.
    pub(super) issued_on: String,
    /// `offered`, `accepted`, `declined`, `withdrawn`, `expired`, `replaced`; `issued` of one that nobody has to answer, `erased` once its time is over.
    pub(super) state: &'static str,
    /// `YYYY-MM-DD`: the last day of one that is open.
    pub(super) until: Option<String>,
    pub(super) signatures: KnownSignatures,
    pub(super) files: Vec<KnownFile>,
    pub(super) certificate: KnownCertificate,
}

/// Which file.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LetterFileQuery {
    /// SHA-256 of the file in hex.
    #[param(max_length = 64)]
    pub(super) sha256: String,
}

/// A certificate of the school's seal.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Seal {
    pub(super) sha256: String,
    pub(super) pem: String,
    /// RFC 3339, UTC.
    pub(super) not_after: String,
}

/// All of them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SealsPayload {
    /// The newest first.
    pub(super) seals: Vec<Seal>,
}

/// A letter as the staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryLetter {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) reference: String,
    pub(super) title: Text,
    /// `choosing` (an acceptance whose family has to choose how it pays), `draft`, `released`, `signed`, `declined`, `expired`, `withdrawn`,
    /// `replaced` (its family chose otherwise).
    pub(super) state: String,
    /// `YYYY-MM-DD`.
    pub(super) issued_on: String,
    /// RFC 3339, UTC.
    pub(super) expires_at: String,
    /// RFC 3339, UTC: when it was answered, or came to its end.
    pub(super) closed_at: Option<String>,
    /// Why it was withdrawn: `accepted_by_staff`, whose move to A ended the letter; null of every other.
    pub(super) closed_why: Option<String>,
    pub(super) signers: Vec<EnquiryLetterSigner>,
    pub(super) files: Vec<KnownFile>,
    /// When it was posted on paper.
    pub(super) posts: Vec<LetterPost>,
    /// The hash that its record ends with; null before it went out.
    pub(super) record: Option<String>,
    /// What an acceptance says of payments; null while its family has not chosen, and of every other letter.
    pub(super) terms: Option<AcceptanceTerms>,
}

/// Who signs or reads a letter, as the staff see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryLetterSigner {
    pub(super) place: i64,
    /// `guardian1`, `guardian2`, `student`, `school`; `reader` who opens what nobody of the family signs.
    pub(super) role: String,
    pub(super) name: String,
    /// As for `get_offer_letter`.
    pub(super) state: String,
    /// Where their link went; null while they have none, and where nobody wrote it down.
    pub(super) link_to: Option<ReachedPayload>,
    /// RFC 3339, UTC: when they opened it first.
    pub(super) opened_at: Option<String>,
    /// RFC 3339, UTC.
    pub(super) answered_at: Option<String>,
}

/// A day on which a letter was posted on paper.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LetterPost {
    /// `YYYY-MM-DD`.
    pub(super) posted_on: String,
    pub(super) note: String,
}

/// Letters of an application.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryLettersPayload {
    /// The newest first.
    pub(super) items: Vec<EnquiryLetter>,
}

pub(super) fn signer(seen: SignerSeen) -> LetterSigner {
    let SignerSeen { place, role, name, state, is_you, answered_at } = seen;
    LetterSigner { place, role, name, state, is_you, answered_at: answered_at.map(iso) }
}

pub(super) fn listed(Listed { letter, signers, links, files, posts, record, terms }: Listed) -> EnquiryLetter {
    let signer = |row: SignerRow| EnquiryLetterSigner {
        link_to: links.iter().find(|(id, _)| *id == row.id).map(|(_, reached)| reached.clone().into()),
        place: row.place,
        role: row.role,
        name: row.typed_name.unwrap_or(row.name),
        state: row.state,
        opened_at: row.opened_at.map(iso),
        answered_at: row.answered_at.map(iso),
    };
    EnquiryLetter {
        id: letter.id.into(),
        kind: letter.kind,
        reference: letter.reference,
        title: letter.title.0,
        state: letter.state,
        issued_on: letter.issued_on,
        expires_at: iso(letter.expires_at),
        closed_at: letter.closed_at.map(iso),
        closed_why: letter.closed_why,
        signers: signers.into_iter().map(signer).collect(),
        files: files.iter().map(file).collect(),
        posts: posts.into_iter().map(|row| LetterPost { posted_on: row.posted_on, note: row.note }).collect(),
        record,
        terms: terms.and_then(acceptance::terms),
    }
}

pub(super) fn file(row: &FileRow) -> KnownFile {
    KnownFile { kind: row.kind.clone(), sha256: row.sha256.clone(), sealed_at: iso(row.sealed_at) }
}

pub(super) fn known(school: &School, known: Known) -> Answer<KnownLetterPayload> {
    let last = known.files.last();
    let certificate = KnownCertificate {
        sha256: last.map(|row| row.certificate_sha256.clone()).unwrap_or_default(),
        not_after: last.map(|row| iso(row.not_after)).unwrap_or_default(),
    };
    Answer::new(KnownLetterPayload {
        school: school.config().name.clone(),
        kind: known.kind,
        reference: known.reference,
        issued_on: known.issued_on,
        state: known.state,
        until: known.until,
        signatures: KnownSignatures { done: known.signed, of: known.signers, last_on: known.signed_on },
        files: known.files.iter().map(file).collect(),
        certificate,
    })
}
