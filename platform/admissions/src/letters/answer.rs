//! What a family says to a letter: signed by each in turn, or declined by one for all.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use blocks::catalogue::LetterKind;
use blocks::evidence::{Agreed, Mark, Signed, Strokes, What, signer_name};
use kernel::audit::{self, Entry};
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::turns::Turns;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, crypto, message};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::School;
use words::text::is_name;
use words::verdict::Issue;
use words::{Language, Text};

use super::acceptance::is_acceptance;
use super::close::is_offer;
use super::consents::{Choice, Choices, Section};
use super::kept;
use super::model::{READER, file, signer, state};
use super::open::{Held, Known, Opened, SignerSeen, public_state, signers_seen};
use super::paper::sections_of;
use super::paper::{Kept, Unmade};
use super::release::order_of;
use super::service::{Letters, Whole};
use super::store::{self, Answered, LetterRow, SignerRow};
use crate::applications::{FamilyReason, accept_by_family, withdraw_by_family};
use crate::enquiries::Submission;
use crate::forms::Forms;
use crate::messages;
use crate::my_application::{as_corrected, nothing};
use crate::tasks;
use crate::typed::refused;

/// How often an answer looks again where somebody else's came between.
const ROUNDS: usize = 4;
/// Hex digits of what network and session are told by.
const SHORT: usize = 8;

/// Those who answer one letter at once do so one after another: its paper is drawn for the first, and the others find it answered.
static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::new(64, 1, 1_024, Duration::from_secs(20)));

/// What who looks after an application reads once a letter was answered.
const ACCEPTED: [&str; 2] = ["The family has signed the letter of the offer.", "وقّعت الأسرة خطاب العرض."];
const SIGNED: [&str; 2] = ["The family has signed the acceptance.", "وقّعت الأسرة خطاب قبول المقعد."];
const CONSENTED: [&str; 2] = ["The family has answered the consents.", "ردّت الأسرة على الموافقات."];
const GIVEN_UP: [&str; 2] = [
    "The family gave the place up instead of signing the acceptance.",
    "تنازلت الأسرة عن المقعد بدل توقيع خطاب القبول.",
];
const DECLINED: [&str; 2] = ["The family declined the offer.", "لم تقبل الأسرة العرض."];

/// A signature as it was given.
#[derive(Debug, Clone)]
pub struct Signature {
    pub typed_name: String,
    /// What was drawn; none where they typed alone.
    pub strokes: Option<Value>,
    /// SHA-256 of the text and of the PDF that they were shown.
    pub text_sha256: String,
    pub document_sha256: String,
}

impl Signature {
    /// The name that it is given by: what was typed, or where somebody drew alone, what the answers call them.
    fn name(&self, me: &SignerRow) -> Option<String> {
        let is_drawn = self.strokes.is_some() && self.typed_name.trim().is_empty();
        signer_name(if is_drawn { &me.name } else { &self.typed_name })
    }
}

/// What somebody says to a letter.
#[derive(Debug, Clone)]
pub enum Decision {
    Accept(Signature),
    Decline(FamilyReason),
}

/// An answer on its way.
#[derive(Debug, Clone)]
pub struct Answering {
    pub held: Held,
    /// What [`Letters::prove`] gave.
    pub grant: String,
    pub decision: Decision,
    /// In which it was read.
    pub language: Language,
    /// `Chrome on Android`; empty where the request tells nothing.
    pub device: String,
    /// What it is given to.
    pub of: Of,
}

/// How a letter stands after an answer.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub status: &'static str,
    pub signers: Vec<SignerSeen>,
    /// The token of the acceptance that follows an offer.
    pub acceptance: Option<String>,
    /// What opens it to who was known just now.
    pub acceptance_grant: Option<String>,
}

/// What an answer is given to.
#[derive(Debug, Clone)]
pub enum Of {
    Offer,
    Acceptance,
    /// Consents, with what is said to each.
    Consents(Choices),
}

impl Of {
    /// Whether a letter can be answered so.
    fn is_of(&self, letter: &LetterRow, decision: &Decision) -> bool {
        match self {
            Self::Offer => is_offer(letter),
            Self::Acceptance => is_acceptance(letter),
            Self::Consents(_) => letter.kind == LetterKind::Consent.as_str() && matches!(decision, Decision::Accept(_)),
        }
    }
}

/// What is agreed to with a signature: the letter, or those of its consents that are given.
fn agreed(letter: &LetterRow, answering: &Answering) -> Result<Vec<Agreed>, StoreError> {
    let language = answering.language;
    let Of::Consents(choices) = &answering.of else {
        let (code, version) = (letter.code.clone(), letter.template_version.clone());
        return Ok(vec![Agreed { code, version, language }]);
    };
    let given = |section: &Section| choices.get(&section.code) == Some(&Choice::Accepted);
    let all = sections_of(letter)?.into_iter().filter(given);
    Ok(all.map(|Section { code, version, .. }| Agreed { code, version, language }).collect())
}

/// A signature that was looked at.
struct Checked {
    name: String,
    strokes: Option<Strokes>,
}

/// What one answer changes.
struct Change {
    answered: SignerRow,
    /// Whether all have signed with it.
    is_last: bool,
    whole: Whole,
    submission: Submission,
    /// The signed PDF, where it is the last signature.
    paper: Option<Arc<Kept>>,
    of: Of,
}

impl Letters {
    /// Takes an answer. The same one again gives the same result, another one A021; A003 where what they were shown is not the letter, F003 at
    /// what is wrong with the signature, L010 where nothing is open.
    pub async fn answer(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        answering: &Answering,
    ) -> Result<Outcome, Refusal> {
        let opened = self.open(caller, school, &answering.held).await?;
        let by = self.require_grant(caller, &opened, &answering.grant)?;
        let name = format!("{}/{}", caller.school.id(), opened.whole.letter.id);
        let _turn = TURNS.take(&[name]).await?;
        for round in 1..=ROUNDS {
            let opened = self.open(caller, school, &answering.held).await?;
            let known = self.require_grant(caller, &opened, &answering.grant)?;
            if !answering.of.is_of(&opened.whole.letter, &answering.decision) {
                return Err(nothing());
            }
            if let Of::Consents(choices) = &answering.of
                && opened.whole.letter.state == state::SIGNED
                && self.choices_of(caller, &opened).await? != *choices
            {
                return Err(Refusal::new(MessageId::A021));
            }
            if is_answered(&opened, &answering.decision)? {
                return self.outcome(caller, school, (&opened, &by)).await;
            }
            let done = match &answering.decision {
                Decision::Accept(signature) => {
                    let checked = self.checked(&opened, signature)?;
                    self.sign(caller, school, opened, (answering, checked, known)).await
                }
                Decision::Decline(reason) => self.decline(caller, school, opened, reason).await,
            };
            match done {
                Ok(true) => break,
                // Somebody else's answer came between: it is looked at again.
                Ok(false) if round < ROUNDS => {}
                Ok(false) => return Err(Refusal::new(MessageId::A003)),
                Err(refusal) => return Err(refusal),
            }
        }
        let opened = self.open(caller, school, &answering.held).await?;
        self.outcome(caller, school, (&opened, &by)).await
    }

    /// How a letter stands, and what follows it.
    async fn outcome(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (opened, known): (&Opened, &Known),
    ) -> Result<Outcome, Refusal> {
        let (letter, me) = (&opened.whole.letter, &opened.me);
        let acceptance = if letter.state == state::SIGNED && is_offer(letter) {
            let mut tx = self.db().read(&caller.school).await?;
            self.acceptance_token(&mut tx, &letter.submission_id, &me.role).await?
        } else {
            None
        };
        let acceptance_grant = match &acceptance {
            Some(token) => self.grant_on(caller, school, (opened, known), token).await,
            None => None,
        };
        let (status, signers) = (public_state(&letter.state), signers_seen(&opened.whole, &me.id));
        Ok(Outcome { status, signers, acceptance, acceptance_grant })
    }

    /// A signature by the rules.
    fn checked(&self, opened: &Opened, signature: &Signature) -> Result<Checked, Refusal> {
        let whole = &opened.whole;
        if signature.text_sha256 != whole.letter.text_sha256 || signature.document_sha256 != whole.offered_sha256() {
            return Err(Refusal::new(MessageId::A003));
        }
        let wrong = |field: &str, code: &str| refused(Issue::error(format!("/formData/signatures/0/{field}"), code));
        let name = signature.name(&opened.me).filter(|name| is_name(name));
        let name = name.ok_or_else(|| wrong("typed_name", "format"))?;
        self.press.covers(&name).map_err(|_| wrong("typed_name", "pattern"))?;
        let strokes = signature.strokes.as_ref().map(Strokes::parse).transpose();
        Ok(Checked { name, strokes: strokes.map_err(|_| wrong("strokes", "format"))? })
    }

    /// Signs: what the record says of it, the signed paper where it is the last one, and all of it in one transaction. False where somebody
    /// else's answer came between.
    async fn sign(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: Opened,
        (answering, checked, known): (&Answering, Checked, Known),
    ) -> Result<bool, Refusal> {
        let now = self.clock().now_ms();
        let submission = opened.application.submission()?;
        let Opened { mut whole, me, link, link_to, .. } = opened;
        let strokes = checked.strokes.as_ref().map(|strokes| json!(strokes));
        let short = |purpose: &str, text: &str| {
            let key = self.secret().school_key(caller.school.id(), "address");
            let hash = crypto::keyed_hash(&key, &format!("evidence {purpose}\n{text}"));
            hash.get(..SHORT).unwrap_or_default().to_owned()
        };
        let address = caller.address.map(|address| address.to_string()).unwrap_or_default();
        let signed = Signed {
            order: order_of(&me),
            role: me.role.clone(),
            name: checked.name.clone(),
            mark: if strokes.is_some() { Mark::Drawn } else { Mark::Typed },
            strokes_sha256: checked.strokes.as_ref().map(Strokes::sha256),
            document_sha256: whole.offered_sha256().to_owned(),
            text_sha256: whole.letter.text_sha256.clone(),
            agreed: agreed(&whole.letter, answering)?,
            how: known.how(link_to),
            network: short("network", &address),
            session: short("session", &link),
            agent: Some(answering.device.clone()).filter(|device| !device.is_empty()),
        };
        whole.entries.add(now, What::Signed(Box::new(signed)))?;
        let answered = SignerRow {
            state: signer::SIGNED.to_owned(),
            typed_name: Some(checked.name),
            strokes: strokes.map(Json),
            answered_at: Some(now),
            ..me
        };
        if let Some(row) = whole.signers.iter_mut().find(|row| row.id == answered.id) {
            *row = answered.clone();
        }
        let is_last = whole.signers.iter().all(|row| matches!(row.state.as_str(), signer::SIGNED | signer::SEALED));
        let paper = if is_last { Some(Arc::new(self.signed_paper(school, &whole).await?)) } else { None };
        if let Some(kept) = &paper {
            let sealed = What::Sealed {
                document_sha256: kept.sha256.clone(),
                certificate_sha256: kept.certificate_sha256.clone(),
            };
            whole.entries.add(now, sealed)?;
        }
        let of = answering.of.clone();
        let change = Change { answered, is_last, whole, submission, paper: paper.clone(), of };
        let (letters, caller_then, school_then) = (self.clone(), caller.clone(), school.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move { letters.sign_in(tx, &caller_then, &school_then, change, now).await })
        });
        let written = write.await;
        if let Some(kept) = paper.filter(|_| !matches!(written, Ok(true))) {
            self.drop_file(&kept).await;
        }
        written
    }

    /// The paper that all have signed, with the certificate behind it.
    async fn signed_paper(&self, school: &School, whole: &Whole) -> Result<Kept, Refusal> {
        let key = self.keys.in_use(&school.scope(), &school.config().name).await?;
        let evidence = whole.entries.certificate(school, &whole.letter, whole.offered_sha256(), &whole.signers);
        let evidence = (evidence, whole.entries.agreed());
        let made = self.make(school, &whole.letter, &whole.signers, Some(evidence), &key).await;
        made.map_err(|unmade| match unmade {
            Unmade::Later(refusal) => refusal,
            Unmade::Never(why) => Refusal::internal(why),
        })
    }

    async fn sign_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        change: Change,
        now: i64,
    ) -> Result<bool, Refusal> {
        let Change { answered, is_last, mut whole, submission, paper, of } = change;
        let letter = &whole.letter;
        Forms::hold_submission(tx, &letter.submission_id).await?;
        if store::hold_letter(tx, &letter.id, letter.version).await? == 0 {
            return Ok(false);
        }
        whole.entries.keep(tx).await?;
        let row = Answered {
            id: &answered.id,
            state: &answered.state,
            typed_name: answered.typed_name.as_deref(),
            strokes: answered.strokes.as_ref().map(|strokes| Json(&strokes.0)),
            reason: None,
            now,
        };
        store::answer_signer(tx, &row).await?;
        let name = answered.typed_name.as_deref().unwrap_or_default();
        if let Some(kept) = paper.filter(|_| is_last) {
            store::insert_file(tx, &kept.row(&whole.letter, file::SIGNED, now)).await?;
            store::set_state(tx, &whole.letter.id, state::SIGNED, Some(now)).await?;
            kept::keep(tx, &whole.letter.id, kept::until(school, now)).await?;
            let said = match &of {
                Of::Acceptance => {
                    self.acceptance_signed(tx, &submission, (&whole.letter, name)).await?;
                    SIGNED
                }
                Of::Consents(choices) => {
                    self.consents_signed(tx, school, &submission, (&whole.letter, name, choices)).await?;
                    CONSENTED
                }
                Of::Offer => {
                    let signed = (name, whole.letter.reference.as_str());
                    accept_by_family(tx, self.applications.hand(), &submission.id, signed).await?;
                    self.applications.tell_of_answer(tx, school, &submission).await?;
                    self.issue_acceptance(tx, school, &submission).await?;
                    ACCEPTED
                }
            };
            self.tell_of_signed(tx, (school, &submission), &whole).await?;
            self.tell_owner(tx, school, &submission, (said, whole.letter.id.as_str())).await?;
        } else {
            self.invite_next(tx, school, &submission, (&whole.letter, &whole.signers)).await?;
        }
        self.write_down(tx, caller, &whole, ("letter.sign", &answered.role)).await?;
        Ok(true)
    }

    /// Declines for all: the offer is declined, and its seat is free. False where somebody else's answer came between.
    async fn decline(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        opened: Opened,
        reason: &FamilyReason,
    ) -> Result<bool, Refusal> {
        let (now, family) = (self.clock().now_ms(), opened.application.family());
        let submission = opened.application.submission()?;
        let Opened { mut whole, me, .. } = opened;
        let declined = What::Declined { order: order_of(&me), role: me.role.clone(), reason: reason.code().to_owned() };
        // Of what never went out there is no record.
        if !whole.entries.is_empty() {
            whole.entries.add(now, declined)?;
        }
        let (letters, caller_then, school, reason) = (self.clone(), caller.clone(), school.clone(), reason.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let letter = &whole.letter;
                Forms::hold_submission(tx, &letter.submission_id).await?;
                if store::hold_letter(tx, &letter.id, letter.version).await? == 0 {
                    return Ok(false);
                }
                whole.entries.keep(tx).await?;
                let code = Some(reason.code());
                let (id, state) = (&me.id, signer::DECLINED);
                let row = Answered { id, state, typed_name: None, strokes: None, reason: code, now };
                store::answer_signer(tx, &row).await?;
                store::set_state(tx, &whole.letter.id, state::DECLINED, Some(now)).await?;
                let hand = letters.applications.hand();
                withdraw_by_family(tx, hand, &school, &submission.id, (&family, &reason)).await?;
                letters.confirm_decline(tx, &caller_then, &school, &submission).await?;
                let said = if is_acceptance(&whole.letter) { GIVEN_UP } else { DECLINED };
                letters.tell_owner(tx, &school, &submission, (said, whole.letter.id.as_str())).await?;
                letters.write_down(tx, &caller_then, &whole, ("letter.decline", &me.role)).await?;
                Ok::<_, Refusal>(true)
            })
        });
        write.await
    }

    /// The mail that confirms it: it may be somebody else who did.
    async fn confirm_decline(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        let (id, now) = (&submission.id, self.clock().now_ms());
        let answers = as_corrected(tx, id, &submission.sent).await?;
        let Some(to) = submission.document().confirmation(&answers) else { return Ok(()) };
        let once = format!("withdrawn:{id}:{}", school.today(now));
        let target = Target::mail(&to.email);
        let counted = message_counts::take(tx, self.secret(), caller, Reason::Withdrawal, &target, now).await?;
        if counted == Counted::Free {
            let mail = messages::withdrawn(submission, to, None, now);
            message::send(tx, self.clock(), self.rng(), self.secret(), &once, &mail).await?;
        }
        Ok(())
    }

    async fn tell_owner(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        ([en, ar], about): ([&str; 2], &str),
    ) -> Result<(), Refusal> {
        let said = Text { en: en.to_owned(), ar: ar.to_owned() };
        tasks::tell_owner(tx, &self.enquiries, school, submission, (vec![said], &format!("letter:{about}"))).await
    }

    async fn write_down(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        whole: &Whole,
        (action, role): (&'static str, &str),
    ) -> Result<(), Refusal> {
        let detail = json!({ "letter": whole.letter.reference, "role": role });
        let object_id = whole.letter.submission_id.as_str();
        let entry = Entry { action, object_kind: "enquiry", object_id, detail };
        Ok(audit::record(tx, self.clock(), self.rng(), caller, entry).await?)
    }
}

/// Whether that answer was given before; A021 where the letter was answered otherwise.
fn is_answered(opened: &Opened, decision: &Decision) -> Result<bool, Refusal> {
    let (me, letter) = (&opened.me, &opened.whole.letter);
    if me.role == READER {
        return Err(nothing());
    }
    let is_same = match decision {
        Decision::Accept(signature) => {
            let strokes = signature.strokes.as_ref().and_then(|strokes| Strokes::parse(strokes).ok());
            let strokes = strokes.map(|strokes| json!(strokes));
            me.state == signer::SIGNED
                && me.typed_name == signature.name(me)
                && me.strokes.as_ref().map(|kept| &kept.0) == strokes.as_ref()
        }
        Decision::Decline(reason) => me.state == signer::DECLINED && me.reason.as_deref() == Some(reason.code()),
    };
    if is_same {
        return Ok(true);
    }
    // A signer who has signed has agreed for themselves; what the others say is another answer.
    // Who wants no place need not choose how to pay for it first.
    let is_open = letter.state == state::RELEASED
        || (letter.state == state::CHOOSING && matches!(decision, Decision::Decline(_)));
    if !is_open || me.state != signer::INVITED {
        // Somebody chose otherwise meanwhile, and nobody has answered: what they were shown is no more.
        let is_other = letter.state == state::DRAFT && matches!(decision, Decision::Accept(_));
        return Err(Refusal::new(if is_other { MessageId::A003 } else { MessageId::A021 }));
    }
    if letter.expires_at <= opened.now {
        return Err(nothing());
    }
    Ok(false)
}
