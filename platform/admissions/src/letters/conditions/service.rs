//! Conditions for those who hold a link to their letter, and what staff say of them.

use std::sync::Arc;

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, links};
use serde_json::json;
use sqlx::types::Json;
use tenants::School;
use tenants::bundle::letters::LetterTemplate;
use words::Permission;

use super::model::{ConditionTold, Deciding, Decision, Followed};
use super::store::{self, CountRow, NewCondition};
use crate::applications::{self, By, Hand};
use crate::enquiries::{ENQUIRY, Sight, Submission};
use crate::forms::{Arriving, Forms, PlaceRule};
use crate::ids::LetterId;
use crate::letters::model::{Purpose, state};
use crate::letters::open::{Held, Opened};
use crate::letters::service::Letters;
use crate::letters::store::{self as letters, LetterRow};
use crate::papers;

/// What the web's page of a letter, and the record, show of them.
pub type Conditions = Vec<Followed>;

/// The school's midnight after a day.
fn midnight_after(school: &School, day: Date) -> i64 {
    let midnight = day.saturating_add(1.days()).to_zoned(school.time_zone().clone());
    midnight.map_or(i64::MAX, |midnight| midnight.timestamp().as_millisecond())
}

/// Makes the conditions of a letter, in the transaction that makes it.
pub(in crate::letters) async fn make(
    tx: &mut SchoolTx,
    school: &School,
    letter: &LetterId,
    template: &LetterTemplate,
    (today, now): (Date, i64),
) -> Result<(), StoreError> {
    for (place, condition) in (0..).zip(&template.conditions) {
        let day = today.saturating_add(i64::from(condition.days).days());
        let row = NewCondition {
            letter,
            code: &condition.code,
            place,
            text: Json(&condition.text),
            due_on: &day.to_string(),
            ends_at: midnight_after(school, day),
            field: condition.paper.as_deref(),
            now,
        };
        store::insert_condition(tx, &row).await?;
    }
    Ok(())
}

/// When the last condition of a letter ends; none where it has none.
pub(in crate::letters) async fn last_end(tx: &mut SchoolTx, letter: &LetterId) -> Result<Option<i64>, StoreError> {
    Ok(store::last_end(tx, letter).await?.and_then(|row| row.ends_at))
}

/// How many conditions the offer of an application has, and how many of them are neither met nor waived. None of an offer that is over, or that
/// went out without a letter.
pub(crate) async fn count_conditions(tx: &mut SchoolTx, submission: &SubmissionId) -> Result<CountRow, StoreError> {
    match store::newest_offer(tx, submission).await? {
        Some(letter) => store::count_conditions(tx, &letter.id).await,
        None => Ok(CountRow { total: 0, open: 0 }),
    }
}

/// What an offer that stands depends on, for its family; nothing before its letter went out.
pub(crate) async fn own_conditions(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<ConditionTold>, StoreError> {
    let Some(newest) = store::newest_offer(tx, id).await? else { return Ok(Vec::new()) };
    let Some(letter) = letters::find_letter(tx, &newest.id).await? else { return Ok(Vec::new()) };
    if letter.state == state::DRAFT || !applications::has_offer(tx, id).await? {
        return Ok(Vec::new());
    }
    Ok(followed(tx, &letter).await?.into_iter().map(ConditionTold::from).collect())
}

/// Whether the school said something of a condition, in an offer that stands, that a question's files answer.
pub(crate) async fn is_judged(tx: &mut SchoolTx, id: &SubmissionId, field: &str) -> Result<bool, StoreError> {
    Ok(own_conditions(tx, id).await?.iter().any(|one| one.is_judged_by(field)))
}

/// A letter's conditions with what was sent for each.
pub(super) async fn followed(tx: &mut SchoolTx, letter: &LetterRow) -> Result<Conditions, StoreError> {
    let rows = store::conditions_of(tx, &letter.id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = Forms::submitted_files(tx, &letter.submission_id).await?;
    // One that was refused answers nothing: another is wanted.
    let refused = papers::refused_of(tx, &letter.submission_id).await?;
    files.retain(|file| !refused.contains(&file.id));
    Ok(rows.into_iter().map(|row| Followed::of(row, &files)).collect())
}

/// The same as a reader sees them: of a question that an audience alone reads neither what was sent, nor that anything was.
fn seen(submission: &Submission, conditions: Conditions) -> Conditions {
    let one = |mut followed: Followed| {
        if !reads(submission, followed.row.field.as_deref()) {
            followed.row.field = None;
            followed.files.clear();
            followed.may_judge = false;
        }
        followed
    };
    conditions.into_iter().map(one).collect()
}

fn reads(submission: &Submission, field: Option<&str>) -> bool {
    let reads = |sight: &Sight| field.is_none_or(|field| sight.reads_field(submission.document(), field));
    submission.sight.as_ref().is_none_or(reads)
}

/// Not from where it stands.
fn over(guard: &'static str) -> Refusal {
    Refusal::new(MessageId::A012).with("guard", guard)
}

impl Letters {
    /// The conditions of a letter for whoever holds its link and said what only the family knows. L010 for everything else.
    pub async fn conditions(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant): (&Held, &str),
    ) -> Result<(Conditions, i64), Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        let mut tx = self.db().read(&caller.school).await?;
        Ok((followed(&mut tx, &opened.whole.letter).await?, opened.now))
    }

    /// Begins a file for a condition. L010 as above; D003 for a condition that takes none: one that there is none of, whose day is over, of which
    /// the school said something, or whose offer is over.
    pub async fn begin_condition_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (held, grant, code): (&Held, &str, &str),
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let opened = self.open(caller, school, held).await?;
        self.require_grant(caller, &opened, grant)?;
        let Opened { whole, application, .. } = opened;
        let mut tx = self.db().read(&caller.school).await?;
        let field = self.field_of(&mut tx, &whole.letter.id, code).await?;
        drop(tx);
        // Its letter asks for it, also where the form asks this child for none.
        let places = application.pinned.document.upload_fields();
        let place = places.into_iter().find(|place| place.name == field);
        let place = place.ok_or_else(|| Refusal::new(MessageId::D003))?;
        let (all, letter, code) = (self.clone(), whole.letter.id, code.to_owned());
        let rule = PlaceRule::new(move |tx| {
            let (all, letter, code) = (all.clone(), letter.clone(), code.clone());
            Box::pin(async move { all.field_of(tx, &letter, &code).await.map(drop) })
        });
        self.families.begin_file_at(caller, school, &application, (place, rule), name).await
    }

    /// The question that a condition's files answer; D003 for a condition that takes none.
    pub(super) async fn field_of(&self, tx: &mut SchoolTx, letter: &LetterId, code: &str) -> Result<String, Refusal> {
        let none = || Refusal::new(MessageId::D003);
        let letter = letters::find_letter(tx, letter).await?.ok_or_else(none)?;
        let is_out = matches!(letter.state.as_str(), state::RELEASED | state::SIGNED);
        if !is_out || !is_of_offer(tx, &letter).await? {
            return Err(none());
        }
        let rows = store::conditions_of(tx, &letter.id).await?;
        let followed = Followed::of(rows.into_iter().find(|row| row.code == code).ok_or_else(none)?, &[]);
        let takes_files = followed.takes_files(self.clock().now_ms());
        followed.row.field.filter(|_| takes_files).ok_or_else(none)
    }

    /// Keeps a file that has arrived, of a condition or of a financial document.
    pub async fn finish_file(&self, caller: &Caller, arriving: Arriving) -> Result<(), Refusal> {
        self.enquiries.forms().finish_upload(caller, arriving).await.map(drop)
    }

    /// The conditions of an application's newest offer, with its letter; none where it has none. A001 for what the caller does not see.
    pub async fn conditions_of(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Option<(LetterId, Conditions)>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let mut tx = self.db().read(&caller.school).await?;
        Ok(newest(&mut tx, id).await?.map(|(letter, all)| (letter, seen(&submission, all))))
    }

    /// Says what became of a condition. Once all are met or waived, an accepted offer waits for its fee alone; one that fails ends the offer, by
    /// the way that the table has. A001 for a letter or a condition that there is none of; A012 where it cannot be said of it (`guard`); A002
    /// where it is not the caller's to say; F003 at `/reason` and `/due_on`.
    pub async fn decide_condition(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        (letter, code, deciding): (LetterId, String, Deciding),
    ) -> Result<Option<(LetterId, Conditions)>, Refusal> {
        let right = deciding.decision.right();
        caller.require(Permission::EnquiryRead)?;
        caller.require(right)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let Actor::User { id: actor, name, .. } = caller.actor.clone() else {
            return Err(Refusal::new(MessageId::A002));
        };
        let (all, caller_then, school) = (self.clone(), caller.clone(), school.clone());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (hand, id) = (all.applications.hand(), &submission.id);
                all.enquiries.require_seen(tx, &caller_then, &school, id).await?;
                Forms::hold_submission(tx, id).await?;
                let found = letters::find_letter(tx, &letter).await?.filter(|found| found.submission_id == *id);
                let found = found.ok_or_else(Refusal::not_found)?;
                letters::hold_letter(tx, &letter, found.version).await?;
                let rows = store::conditions_of(tx, &letter).await?;
                let row = rows.into_iter().find(|row| row.code == code).ok_or_else(Refusal::not_found)?;
                let (reason, day) = deciding.checked(school.today(hand.now))?;
                if found.state == state::DRAFT || !is_of_offer(tx, &found).await? {
                    return Err(over("offer_over"));
                }
                let decision = deciding.decision;
                // Who does not read what was sent says nothing of it, but forgives it by their own right.
                if decision != Decision::Waived && !reads(&submission, row.field.as_deref()) {
                    return Err(Refusal::new(MessageId::A002));
                }
                if !decision.follows(&row.state) {
                    return Err(over("condition_decided"));
                }
                let by = By { id: Some(&actor), name: &name, role: caller_then.role_for(right) };
                if let Some(day) = day {
                    let ends_at = midnight_after(&school, day);
                    // Of one that was open all the time, what its family sent stays its.
                    let since = if row.state == Decision::Open.as_str() { row.since } else { hand.now };
                    store::open_condition(tx, &letter, &code, &day.to_string(), ends_at, since).await?;
                    for signer in letters::signers_of(tx, &letter).await? {
                        links::prolong(tx, signer.id.as_str(), Purpose::Letter, (ends_at, hand.now)).await?;
                    }
                } else {
                    let state = decision.as_str();
                    let said =
                        store::Said { letter: &letter, code: &code, state, reason: reason.as_deref(), now: hand.now };
                    store::decide_condition(tx, &said).await?;
                }
                let words = format!("{} · {}", row.text.en, row.text.ar);
                let comment = reason.as_ref().map_or_else(|| words.clone(), |reason| format!("{words}: {reason}"));
                audit::count_kept(tx, &actor, comment.len(), hand.now).await?;
                let entry = timeline::Entry {
                    at: hand.now,
                    actor_id: by.id,
                    actor_name: by.name,
                    role: by.role,
                    action: "letter",
                    from: Some(&found.reference),
                    to: Some(decision.told()),
                    comment: Some(&comment),
                    ..timeline::Entry::default()
                };
                Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
                let detail = json!({ "letter": found.reference, "condition": code, "state": decision.as_str() });
                let entry =
                    Entry { action: "letter.condition", object_kind: "enquiry", object_id: id.as_str(), detail };
                audit::record(tx, hand.clock, hand.rng, &caller_then, entry).await?;
                match decision {
                    Decision::Failed => {
                        let why = comment;
                        all.applications.end_by_condition(tx, &caller_then, &school, &submission, why).await?;
                        for signer in letters::signers_of(tx, &letter).await? {
                            links::end(tx, signer.id.as_str(), &[Purpose::Letter], hand.now).await?;
                        }
                    }
                    Decision::Open => {
                        applications::condition_opened(tx, hand, id, by).await?;
                    }
                    Decision::Met | Decision::Waived => {
                        if go_on(tx, hand, id, by).await? {
                            all.applications.tell_of_answer(tx, &school, &submission).await?;
                        }
                    }
                }
                Ok(newest(tx, id).await?.map(|(letter, all)| (letter, seen(&submission, all))))
            })
        });
        write.await
    }
}

/// Whether an offer stands, and this is its letter: an earlier one, signed or not, is followed no more.
async fn is_of_offer(tx: &mut SchoolTx, letter: &LetterRow) -> Result<bool, StoreError> {
    let newest = store::newest_offer(tx, &letter.submission_id).await?;
    Ok(newest.is_some_and(|newest| newest.id == letter.id)
        && applications::has_offer(tx, &letter.submission_id).await?)
}

/// Sends an accepted offer on once none of its conditions is open. The transaction holds the submission. Whether it went.
pub(crate) async fn go_on(tx: &mut SchoolTx, hand: Hand<'_>, id: &SubmissionId, by: By<'_>) -> Result<bool, Refusal> {
    let count = count_conditions(tx, id).await?;
    if count.total == 0 || count.open > 0 { Ok(false) } else { applications::conditions_met(tx, hand, id, by).await }
}

async fn newest(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Option<(LetterId, Conditions)>, Refusal> {
    let Some(letter) = letters::last_offer(tx, id).await? else { return Ok(None) };
    let all = followed(tx, &letter).await?;
    Ok(Some((letter.id, all)).filter(|(_, all)| !all.is_empty()))
}
