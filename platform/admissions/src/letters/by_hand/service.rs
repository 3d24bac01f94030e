//! What staff do with letters.

use std::collections::HashSet;
use std::sync::Arc;

use blocks::catalogue::LetterKind;
use blocks::evidence::What;
use blocks::{Unfilled, Values};
use futures_util::future::BoxFuture;
use kernel::allowance::{Allowance, DAY, Left};
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId, links};
use serde_json::{Value, json};
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use tenants::letters::{Paper, Sheet};
use words::verdict::Issue;
use words::{Permission, Text};

use super::model::{ByHand, MOST_LETTERS, MOST_PRINTED, asks, is_by_hand, reason_of};
use super::store::{self, PostRow};
use crate::applications;
use crate::enquiries::{ENQUIRY, Submission};
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::close::{close, is_offer};
use crate::letters::consents::is_asked;
use crate::letters::issue::filled;
use crate::letters::model::{Purpose, mark_of, signer, state};
use crate::letters::paper::school_slots;
use crate::letters::reach::Reach;
use crate::letters::service::{Letters, Whole};
use crate::letters::staff::Listed;
use crate::letters::store::{self as letters, LetterRow};
use crate::letters::{Issued, issue_any};
use crate::my_application::as_corrected;
use crate::typed::refused;

/// Links that one signer is sent once more.
const AGAIN: Allowance = Allowance { name: "letter.again", most: 5, window: DAY };
/// What stands across a letter that is not made yet.
const PREVIEW: [&str; 2] = ["Preview, not sent", "معاينة، لم يُرسل"];
/// In place of the number that it gets when it is made.
const UNNUMBERED: &str = "00000";

/// When a letter was posted.
pub(in crate::letters) async fn posts_of(tx: &mut SchoolTx, letter: &LetterId) -> Result<Vec<PostRow>, StoreError> {
    store::posts_of(tx, letter).await
}

/// Who does something with the letters of which submission.
pub(in crate::letters) struct Change {
    pub letters: Letters,
    caller: Caller,
    actor: UserId,
    name: String,
    pub school: Arc<School>,
    pub submission: Submission,
    pub(super) now: i64,
}

impl Change {
    /// By a person. A002 for whoever is none.
    pub fn by(
        letters: &Letters,
        caller: &Caller,
        school: &Arc<School>,
        submission: Submission,
    ) -> Result<Self, Refusal> {
        let Actor::User { id: actor, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        Ok(Self {
            letters: letters.clone(),
            caller: caller.clone(),
            actor: actor.clone(),
            name: name.clone(),
            school: school.clone(),
            submission,
            now: letters.clock().now_ms(),
        })
    }

    /// Adds to the history and to the audit log what was done with a letter; what was said of it stands in the history alone.
    pub async fn tell(
        &self,
        tx: &mut SchoolTx,
        letter: &LetterRow,
        (to, action): (&str, &str),
        said: Option<&str>,
    ) -> Result<(), Refusal> {
        let id = &self.submission.id;
        audit::count_kept(tx, &self.actor, said.map_or(0, str::len), self.now).await?;
        let entry = timeline::Entry {
            at: self.now,
            actor_id: Some(&self.actor),
            actor_name: &self.name,
            role: self.caller.role_for(Permission::ApplicationEdit),
            action: "letter",
            from: Some(&letter.reference),
            to: Some(to),
            comment: said.filter(|said| !said.is_empty()),
            ..timeline::Entry::default()
        };
        Timeline::resume(tx, self.letters.secret(), Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
        let detail = json!({ "letter": letter.reference });
        let entry = Entry { action, object_kind: "enquiry", object_id: id.as_str(), detail };
        Ok(audit::record(tx, self.letters.clock(), self.letters.rng(), &self.caller, entry).await?)
    }

    /// A letter of the submission, which the transaction holds from here on. A001 for every other.
    pub(super) async fn hold(&self, tx: &mut SchoolTx, letter: &LetterId) -> Result<Whole, Refusal> {
        let whole = Whole::find(tx, letter).await?.filter(|whole| whole.letter.submission_id == self.submission.id);
        let whole = whole.ok_or_else(Refusal::not_found)?;
        letters::hold_letter(tx, letter, whole.letter.version).await?;
        Ok(whole)
    }

    /// Writes down that a letter was sent by hand.
    pub async fn issued(&self, tx: &mut SchoolTx, letter: &LetterRow) -> Result<(), Refusal> {
        self.tell(tx, letter, ("issued", "letter.issue"), None).await
    }

    /// Ends a letter before its time, with its links; one that anybody has opened, or that was posted, only where its reader counts for nothing.
    pub async fn withdraw(
        &self,
        tx: &mut SchoolTx,
        letter: &LetterId,
        (reason, even_read): (&str, bool),
    ) -> Result<(), Refusal> {
        let whole = self.hold(tx, letter).await?;
        if is_offer(&whole.letter) {
            return Err(over("ends_by_move"));
        }
        if !matches!(whole.letter.state.as_str(), state::CHOOSING | state::DRAFT | state::RELEASED) {
            return Err(over("letter_over"));
        }
        if !even_read && whole.signers.iter().any(|row| row.opened_at.is_some()) {
            return Err(over("letter_opened"));
        }
        if !even_read && !store::posts_of(tx, letter).await?.is_empty() {
            return Err(over("letter_posted"));
        }
        close(tx, self.now, &whole.letter, (state::WITHDRAWN, What::Withdrawn {})).await?;
        self.tell(tx, &whole.letter, ("withdrawn", "letter.withdraw"), Some(reason)).await
    }

    pub async fn listed(&self, tx: &mut SchoolTx, letter: &LetterId) -> Result<Listed, Refusal> {
        let letter = letters::find_letter(tx, letter).await?.ok_or_else(Refusal::not_found)?;
        Ok(Listed::of(tx, letter).await?)
    }
}

/// The newest letter of a template that an application's family has.
pub(super) async fn newest_of(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    code: &str,
) -> Result<Option<LetterRow>, StoreError> {
    let all = letters::letters_of(tx, id).await?;
    Ok(all.into_iter().find(|letter| letter.code == code && letter.state == state::RELEASED))
}

/// Whether the family of an application is asked for financial documents already: it answers one request, and staff look at one.
pub(in crate::letters) async fn request_stands(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    now: i64,
) -> Result<bool, StoreError> {
    let is_open = |letter: &LetterRow| {
        letter.kind == LetterKind::FinancialRequest.as_str()
            && matches!(letter.state.as_str(), state::DRAFT | state::RELEASED)
            && letter.expires_at > now
    };
    Ok(letters::letters_of(tx, id).await?.iter().any(is_open))
}

/// Whether the family has a letter of a template that can still be opened: a second one says nothing that the first does not. Of requests any one
/// counts, and of consents one in a letter with others does.
async fn stands_already(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    (code, kind): (&str, LetterKind),
    now: i64,
) -> Result<bool, StoreError> {
    match kind {
        LetterKind::FinancialRequest => request_stands(tx, id, now).await,
        LetterKind::Consent => is_asked(tx, id, code, now).await,
        _ => {
            let is_open = |letter: &LetterRow| {
                letter.code == code
                    && matches!(letter.state.as_str(), state::DRAFT | state::RELEASED)
                    && letter.expires_at > now
            };
            Ok(letters::letters_of(tx, id).await?.iter().any(is_open))
        }
    }
}

/// Not from where the letter stands.
pub(super) fn over(guard: &'static str) -> Refusal {
    Refusal::new(MessageId::A012).with("guard", guard)
}

/// The template asks for what the application does not have.
fn unfilled(why: String) -> Refusal {
    refused(Issue::error("/code", "unfilled").with("why", why))
}

impl Letters {
    /// Templates whose letters can be sent by hand, by their codes.
    pub fn by_hand(&self, caller: &Caller, school: &School) -> Result<Vec<(String, Arc<LetterTemplate>)>, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let all = school.letters().iter().filter(|(_, template)| is_by_hand(template));
        Ok(all.map(|(code, template)| (code.clone(), template.clone())).collect())
    }

    /// Sends a letter: it is made now, and goes out once it is drawn. F003 at `/code` for a template that is none, or that this application
    /// cannot fill; with `maxItems` where it has as many letters as may be.
    pub async fn issue_by_hand(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        wanted: ByHand,
    ) -> Result<Listed, Refusal> {
        let template = wanted.template(school);
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let template = template?;
                let Change { letters: all, school, submission, .. } = change;
                if letters::letters_of(tx, &submission.id).await?.len() >= MOST_LETTERS {
                    return Err(refused(Issue::error("/code", "maxItems").with("limit", MOST_LETTERS)));
                }
                if asks(template.kind) && applications::is_closed(tx, &submission.id).await? {
                    return Err(refused(Issue::error("/code", "closed")));
                }
                if stands_already(tx, &submission.id, (&wanted.code, template.kind), change.now).await? {
                    return Err(refused(Issue::error("/code", "waiting")));
                }
                let kept = (template.kind, wanted.days());
                let mut occasion = all.applications.occasion_by_hand(tx, school, submission, kept).await?;
                occasion.languages = wanted.languages;
                let own = (wanted.code.as_str(), &template, wanted.amount(school, template.kind)?);
                match issue_any(tx, all.applications.hand(), &occasion, own).await? {
                    Issued::Made(letter) => {
                        let listed = change.listed(tx, &letter).await?;
                        change.issued(tx, &listed.letter).await?;
                        Ok(listed)
                    }
                    Issued::None => Err(refused(Issue::error("/code", "unprovable"))),
                    Issued::Unfilled(why) => Err(unfilled(why)),
                }
            })
        })
        .await
    }

    /// The same letter as a PDF with a mark across it, before anything of it is made.
    pub async fn preview_by_hand(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        wanted: &ByHand,
    ) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let template = wanted.template(school)?;
        let kept = (template.kind, wanted.days());
        let mut tx = self.db().read(&caller.school).await?;
        let mut occasion = self.applications.occasion_by_hand(&mut tx, school, &submission, kept).await?;
        let answers = as_corrected(&mut tx, id, &submission.sent).await?;
        drop(tx);
        occasion.languages = wanted.languages;
        let today = school.today(self.clock().now_ms());
        let mark = mark_of(LetterKind::Plain);
        let reference = format!("{}-{}-{mark}-{UNNUMBERED}", school.code(), today.year());
        let own = (&*template, Values::new());
        let composed = filled(&occasion, &answers, own, (&reference, today));
        let composed = composed.map_err(|fault: Unfilled| unfilled(fault.to_string()))?;
        let [en, ar] = PREVIEW.map(str::to_owned);
        let paper = Paper {
            reference: &reference,
            date: today,
            signers: school_slots(school, &template),
            verify: None,
            mark: Some(Text { en, ar }),
            evidence: None,
        };
        let logo = school.logo().map(|logo| logo.png.clone());
        Ok(self.press.draw(Sheet::Letter, composed.sheet(school, &paper), logo).await?)
    }

    /// Sends the link once more to whoever signs, has signed or reads a letter, in place of the one that they have. A012 where they have none, or
    /// the letter is over; F003 at `/place` for nobody, and where no mail can go; A007 past what one of them is sent in a day.
    pub async fn send_again(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (letter, place): (LetterId, i64),
    ) -> Result<Listed, Refusal> {
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let (all, now) = (&change.letters, change.now);
                let whole = change.hold(tx, &letter).await?;
                let nobody = || refused(Issue::error("/place", "enum"));
                let row = whole.signers.iter().find(|row| row.place == place).ok_or_else(nobody)?;
                // Of one that was erased nothing is left to open.
                let is_signed = whole.letter.state == state::SIGNED && !whole.letter.text.is_empty();
                let is_out = matches!(whole.letter.state.as_str(), state::CHOOSING | state::RELEASED)
                    && whole.letter.expires_at > now;
                if !is_out && !is_signed {
                    return Err(over("letter_over"));
                }
                if row.state != if is_signed { signer::SIGNED } else { signer::INVITED } {
                    return Err(over("not_invited"));
                }
                if let Left::TooLittle { left, seconds } = AGAIN.take(tx, row.id.as_str(), 1, now).await? {
                    let refusal = Refusal::new(MessageId::A007).with("left", left).with("limit", AGAIN.most);
                    return Err(refusal.retry_after(seconds));
                }
                // One at a time: tries are counted by whose it is, and what wrong ones have ended begins again with this one.
                links::end(tx, row.id.as_str(), &[Purpose::Letter], now).await?;
                let (school, submission) = (&change.school, &change.submission);
                let sent = if is_signed {
                    let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
                    let reach = Reach::of(school, submission, &answers, row);
                    all.send_signed(tx, (school, submission, reach), (&whole.letter, row)).await?
                } else {
                    let link = all.new_link(tx, &whole.letter).await?;
                    let bound = links::Bound { object: row.id.as_str(), address: "" };
                    links::add(tx, &link, Purpose::Letter, bound, now).await?;
                    all.send_link(tx, school, submission, (&whole.letter, row), &link).await?
                };
                if !sent {
                    return Err(refused(Issue::error("/place", "unsent")));
                }
                change.tell(tx, &whole.letter, ("sent_again", "letter.send_again"), Some(&row.name)).await?;
                change.listed(tx, &letter).await
            })
        })
        .await
    }

    /// Ends a letter before its time, with its links. A012 for an offer, which ends by its move, and for what is over.
    pub async fn withdraw_letter(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (letter, reason): (LetterId, String),
    ) -> Result<Listed, Refusal> {
        let reason = reason_of(&reason);
        self.change(caller, school, id, move |tx, change| {
            Box::pin(async move {
                let reason = reason?;
                change.withdraw(tx, &letter, (&reason, true)).await?;
                change.listed(tx, &letter).await
            })
        })
        .await
    }

    /// The newest letters of a template that went out to some applications, drawn as one PDF to be printed: of those that the caller sees and
    /// that have one. F003 at `/ids` for too many, and where none has.
    pub async fn print_letters(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (ids, code): (Vec<SubmissionId>, &str),
    ) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        if !(1..=MOST_PRINTED).contains(&ids.len()) {
            return Err(refused(Issue::error("/ids", "maxItems").with("limit", MOST_PRINTED)));
        }
        // However often one is named, it is printed once.
        let mut named = HashSet::with_capacity(ids.len());
        let ids: Vec<SubmissionId> = ids.into_iter().filter(|id| named.insert(id.clone())).collect();
        self.enquiries.count_read(caller, ids.len()).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let mut all = Vec::new();
        for id in &ids {
            match self.enquiries.require_seen(&mut tx, caller, school, id).await {
                Ok(()) => {}
                Err(refusal) if refusal.id() == MessageId::A001 => continue,
                Err(refusal) => return Err(refusal),
            }
            let Some(letter) = newest_of(&mut tx, id, code).await? else { continue };
            all.push(Whole::of(&mut tx, letter).await?);
        }
        drop(tx);
        self.print(school, &all, "/ids").await
    }

    /// Some letters as one PDF. F003 at what says which where there are none (`none`).
    pub(in crate::letters) async fn print(
        &self,
        school: &School,
        all: &[Whole],
        at: &'static str,
    ) -> Result<Vec<u8>, Refusal> {
        let Some(last) = all.last() else { return Err(refused(Issue::error(at, "none"))) };
        let title = last.letter.title.0.en.clone();
        let sheets = all.iter().map(|whole| self.sheet(school, &whole.letter, &whole.signers, None));
        let sheets = sheets.collect::<Result<Vec<_>, _>>()?;
        let logo = school.logo().map(|logo| logo.png.clone());
        Ok(self.press.draw_together(Sheet::Letter, sheets, title, logo).await?)
    }

    /// The record of a letter as a third person can prove it: each entry as it was hashed, and the hash that it ends with. With its reference.
    pub async fn evidence(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        letter: &LetterId,
    ) -> Result<(Value, String), Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        self.enquiries.require_seen(&mut tx, caller, school, id).await?;
        let found = Whole::find(&mut tx, letter).await?.filter(|whole| whole.letter.submission_id == *id);
        let whole = found.filter(|whole| !whole.entries.is_empty()).ok_or_else(Refusal::not_found)?;
        let entries: Vec<Value> = whole.entries.bodies().map(Value::from).collect();
        let record = json!({ "letter": whole.letter.reference, "entries": entries, "head": whole.entries.head() });
        Ok((record, whole.letter.reference))
    }

    /// Runs a change of the letters of a submission that the caller sees, in one transaction that holds it. It counts as a line that is read,
    /// before anything is changed.
    pub(in crate::letters) async fn change<F>(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        job: F,
    ) -> Result<Listed, Refusal>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx, &'t Change) -> BoxFuture<'t, Result<Listed, Refusal>> + Send + 'static,
    {
        caller.require(Permission::ApplicationEdit)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let change = Change::by(self, caller, school, submission)?;
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let enquiries = &change.letters.enquiries;
                enquiries.require_seen(tx, &change.caller, &change.school, &change.submission.id).await?;
                Forms::hold_submission(tx, &change.submission.id).await?;
                job(tx, &change).await
            })
        });
        write.await
    }
}
