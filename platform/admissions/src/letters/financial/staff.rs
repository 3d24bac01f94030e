//! What those who look after fees see of financial documents, and say of them; and the reminder of what never came.

use std::sync::Arc;

use jiff::ToSpan as _;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SubmissionId, links};
use serde_json::json;
use tenants::School;
use words::clock::timestamp;
use words::text::lines;
use words::verdict::Issue;
use words::{Currency, Permission};

use super::model::{Answer, Decision, Item, ItemState};
use super::store::{self, Said};
use crate::applications::LetterNews;
use crate::enquiries::ENQUIRY;
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::conditions::MORNING;
use crate::letters::model::{Purpose, READER, signer, state};
use crate::letters::reach::Reach;
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::my_application::as_corrected;
use crate::typed::refused;

/// Characters of a reason.
const MOST_REASON: usize = 300;
/// Days before the last one on which somebody is reminded.
const REMIND_DAYS: i64 = 3;

/// A document as staff see it: the account number masked.
#[derive(Debug, Clone)]
pub struct StaffItem {
    pub item: Item,
    pub declared: Option<i64>,
    pub iban: Option<String>,
}

/// The newest letter that asks for documents.
#[derive(Debug, Clone)]
pub struct Financial {
    pub letter: LetterId,
    pub reference: String,
    pub state: String,
    pub expires_at: i64,
    pub items: Vec<StaffItem>,
}

impl Letters {
    /// The newest request for financial documents; none where there was none. A001 for what the caller does not see.
    pub async fn financial(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Option<Financial>, Refusal> {
        caller.require(Permission::ApplicationFees)?;
        self.enquiries.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        self.enquiries.require_seen(&mut tx, caller, school, id).await?;
        let all = letters::letters_of(&mut tx, id).await?;
        let is_one = |letter: &letters::LetterRow| {
            letter.kind == "financial_request" && matches!(letter.state.as_str(), state::DRAFT | state::RELEASED)
        };
        let newest = all.iter().find(|letter| is_one(letter));
        let newest = newest.or_else(|| all.iter().find(|letter| letter.kind == "financial_request"));
        let Some(letter) = newest else { return Ok(None) };
        let currency = Currency::parse(&school.config().currency);
        // What its family has not sent yet is its own.
        let one = |mut item: Item| {
            if item.state.is_open() {
                item.answer = Answer::default();
            }
            StaffItem {
                declared: currency.and_then(|currency| item.declared(currency)),
                iban: item.answer.masked_iban(),
                item,
            }
        };
        let items = self.items(&mut tx, letter).await?.into_iter().map(one).collect();
        let (reference, state) = (letter.reference.clone(), letter.state.clone());
        Ok(Some(Financial { letter: letter.id.clone(), reference, state, expires_at: letter.expires_at, items }))
    }

    /// The whole account number beside a document, for a reason that is written down. F003 at `/reason`; A001 where there is none.
    pub async fn financial_iban(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (code, reason): (&str, &str),
    ) -> Result<String, Refusal> {
        let reason = lines(reason);
        if !(5..=MOST_REASON).contains(&reason.chars().count()) {
            return Err(refused(Issue::error("/reason", "minLength").with("limit", 5)));
        }
        let found = self.financial(caller, school, id).await?.ok_or_else(Refusal::not_found)?;
        let item = found.items.into_iter().find(|one| one.item.row.code == code).ok_or_else(Refusal::not_found)?;
        let Answer { iban, .. } = item.item.answer;
        if iban.is_empty() {
            return Err(Refusal::not_found());
        }
        let (all, caller_then, id, code) = (self.clone(), caller.clone(), id.clone(), code.to_owned());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let detail = json!({ "item": code, "reason": reason });
                let entry =
                    Entry { action: "financial.iban_read", object_kind: "enquiry", object_id: id.as_str(), detail };
                audit::record(tx, all.clock(), all.rng(), &caller_then, entry).await
            })
        });
        write.await?;
        Ok(iban)
    }

    /// Says of a document that was sent that it is good, or why it is to come once more: then its family gets a link. A012 for one that was not sent,
    /// F003 at `/reason`, A001 for what is not there.
    pub async fn decide_financial(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (code, decision, reason): (String, Decision, String),
    ) -> Result<Option<Financial>, Refusal> {
        caller.require(Permission::ApplicationFees)?;
        let reason = lines(&reason);
        if decision == Decision::Returned && reason.is_empty() {
            return Err(refused(Issue::error("/reason", "required")));
        }
        if reason.chars().count() > MOST_REASON {
            return Err(refused(Issue::error("/reason", "maxLength").with("limit", MOST_REASON)));
        }
        let found = self.financial(caller, school, id).await?.ok_or_else(Refusal::not_found)?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let Actor::User { id: actor, name, .. } = caller.actor.clone() else {
            return Err(Refusal::new(MessageId::A002));
        };
        let (all, caller_then, school_then) = (self.clone(), caller.clone(), school.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (hand, id) = (all.applications.hand(), &submission.id);
                all.enquiries.require_seen(tx, &caller_then, &school_then, id).await?;
                Forms::hold_submission(tx, id).await?;
                let letter = letters::find_letter(tx, &found.letter).await?.ok_or_else(Refusal::not_found)?;
                let rows = store::items_of(tx, &letter.id).await?;
                let row = rows.into_iter().find(|row| row.code == code).ok_or_else(Refusal::not_found)?;
                let is_out = letter.state == state::RELEASED && letter.expires_at > hand.now;
                if decision == Decision::Returned && !is_out {
                    return Err(Refusal::new(MessageId::A012).with("guard", "letter_over"));
                }
                let (to, told) = match decision {
                    Decision::Verified => (ItemState::Verified, "financial_verified"),
                    Decision::Returned => (ItemState::Returned, "financial_returned"),
                };
                let why = Some(reason.as_str()).filter(|reason| !reason.is_empty());
                let said =
                    Said { letter: &letter.id, code: &code, state: to.as_str(), reason: why, by: &name, now: hand.now };
                if store::decide(tx, &said).await? == 0 {
                    return Err(Refusal::new(MessageId::A012).with("guard", "not_submitted"));
                }
                let label = format!("{} · {}", row.label.en, row.label.ar);
                audit::count_kept(tx, &actor, reason.len(), hand.now).await?;
                let entry = timeline::Entry {
                    at: hand.now,
                    actor_id: Some(&actor),
                    actor_name: &name,
                    role: caller_then.role_for(Permission::ApplicationFees),
                    action: "letter",
                    from: Some(&letter.reference),
                    to: Some(told),
                    comment: Some(&label),
                    ..timeline::Entry::default()
                };
                Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
                let detail = json!({ "letter": letter.reference, "item": code, "state": to.as_str() });
                let entry =
                    Entry { action: "letter.financial", object_kind: "enquiry", object_id: id.as_str(), detail };
                audit::record(tx, hand.clock, hand.rng, &caller_then, entry).await?;
                if decision == Decision::Returned {
                    all.link_again(tx, (&school_then, &submission), &letter).await?;
                }
                Ok(())
            })
        });
        write.await?;
        self.financial(caller, school, id).await
    }

    /// Gives the reader of a letter a new link beside the one before, by mail.
    async fn link_again(
        &self,
        tx: &mut kernel::SchoolTx,
        (school, submission): (&Arc<School>, &crate::enquiries::Submission),
        letter: &letters::LetterRow,
    ) -> Result<(), Refusal> {
        let now = self.clock().now_ms();
        if letter.state != state::RELEASED || letter.expires_at <= now {
            return Ok(());
        }
        let rows = letters::signers_of(tx, &letter.id).await?;
        let Some(row) = rows.iter().find(|row| row.role == READER && row.state == signer::INVITED) else {
            return Ok(());
        };
        // The page that is open now stays open: what is typed there is not lost.
        let link = self.new_link(tx, letter).await?;
        let bound = links::Bound { object: row.id.as_str(), address: "" };
        links::add(tx, &link, Purpose::Letter, bound, now).await?;
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let reach = Reach::of(school, submission, &answers, row);
        self.send_link_as(tx, (school, submission, reach), (letter, row), (&link, LetterNews::Again)).await.map(drop)
    }

    /// Reminds families of documents that never came, once, from the third morning before the letter ends on. How many.
    pub async fn remind_of_financial(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        let now = self.clock().now_ms();
        let here = timestamp(now).to_zoned(school.time_zone().clone());
        if here.hour() < MORNING || self.applications.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let until = timestamp(now).checked_add((REMIND_DAYS * 24).hours()).map_err(Refusal::internal)?.as_millisecond();
        let mut tx = self.db().read(&scope).await?;
        let due = store::due(&mut tx, now, until).await?;
        drop(tx);
        let mut done = 0;
        for one in due {
            let system = Caller::system(scope.clone());
            let submission = match self.enquiries.submission(&system, school, &one.submission_id).await {
                Ok(submission) => submission,
                // One that cannot be read does not keep the others waiting.
                Err(refusal) => {
                    tracing::warn!(school.id = %school.id(), %refusal, "a family is not reminded of financial documents");
                    continue;
                }
            };
            let (all, school_then) = (self.clone(), school.clone());
            let write = self.db().write(&scope, move |tx| {
                Box::pin(async move {
                    Forms::hold_submission(tx, &one.submission_id).await?;
                    let Some(letter) = letters::find_letter(tx, &one.id).await? else { return Ok(()) };
                    store::reminded(tx, &letter.id).await?;
                    all.link_again(tx, (&school_then, &submission), &letter).await
                })
            });
            write.await?;
            done += 1;
        }
        Ok(done)
    }
}
