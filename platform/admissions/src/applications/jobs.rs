//! What an application's days bring beside requests: an offer that is reminded of and ends, a decision that is told at its moment, and what is
//! on hold for somebody to look at again.

use std::sync::Arc;

use jiff::ToSpan as _;
use kernel::jobs::{Begun, Work};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use machine::State as _;
use tenants::{Registry, School};
use words::SchoolId;
use words::clock::timestamp;

use super::decisions::ReleaseDecision;
use super::ended::{OfferEnded, tell_in_the_morning};
use super::model::Standing;
use super::moves::{By, Going, hold_seats, offer_ends, settle, suggest_next, write_down};
use super::proposals::ProposalOverdue;
use super::service::{Applications, last_day};
use super::store::{self, ApplicationRow};
use super::told::{Written, place_of};
use super::waitlist::OfferWaiting;
use crate::enquiries::{ENQUIRY, Submission};
use crate::forms::Forms;
use crate::letters::Reach;
use crate::messages::{OfferNews, of_offer, of_offer_texted};
use crate::my_application::as_corrected;
use crate::tasks::said::{NOT_REMINDED, REVIEW, REVIEW_SEAT, SEAT_ENDED, Said};
use crate::tasks::{self, Asking};

/// The hour of the school's day from which on families are reminded.
pub(super) const MORNING: i8 = 6;
/// How many days before an offer's last one its family is reminded first.
const DAYS_AHEAD: u16 = 2;

/// A school whose clocks go: one that is suspended neither tells families nor takes anything from them.
pub(crate) fn at_work(schools: &Registry, id: &SchoolId) -> Option<Arc<School>> {
    schools.school(id).filter(|school| !school.is_suspended())
}

impl Applications {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .on(&both, |(applications, schools), begun: Begun<ReleaseDecision>| async move {
                applications.carry_out_release(&schools, &begun).await
            })
            .on(&both, |(applications, schools), begun: Begun<ProposalOverdue>| async move {
                applications.carry_out_overdue(&schools, &begun).await
            })
            .on(&both, |(applications, schools), begun: Begun<OfferWaiting>| async move {
                applications.carry_out_offers(&schools, &begun).await
            })
            .on(&both, |(applications, schools), begun: Begun<OfferEnded>| async move {
                applications.carry_out_ended(&schools, &begun).await
            })
            .sweep("offers that end", &both, |(applications, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.expire(&school).await.map(drop)
            })
            .sweep("offers that end soon", &both, |(applications, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.remind_of_offers(&school).await.map(drop)
            })
            .sweep("what is on hold until today", &both, |(applications, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.review_due(&school).await.map(drop)
            })
            .sweep("places that are waited for", &both, |(applications, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.look_over_waitlists(&school).await.map(drop)
            })
            .sweep("decisions that are to be told", &both, |(applications, schools), scope| async move {
                let Some(school) = at_work(&schools, scope.id()) else { return Ok::<_, Refusal>(()) };
                applications.release_due(&school).await.map(drop)
            })
    }

    /// Ends the offers whose hour has come, each in a transaction of its own: however often and on however many servers it is looked at, a seat
    /// is freed once, and its family written to once, in the morning. One that cannot be ended keeps no other: each is tried once, and the first refusal is told
    /// after the last. How many were ended.
    pub async fn expire(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let (scope, mut ended, mut first) = (school.scope(), 0, None);
        if self.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let mut after = (i64::MIN, SubmissionId::from(String::new()));
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let due = store::due_offers(&mut tx, self.hand().now, after.0, &after.1).await?;
            drop(tx);
            let Some(last) = due.last() else { return first.map_or(Ok(ended), Err) };
            after = (last.hold_until, last.submission_id.clone());
            for one in due {
                let (applications, school) = (self.clone(), school.clone());
                let write = self.0.db().write(&scope, move |tx| {
                    Box::pin(async move { applications.expire_one(tx, &school, &one.submission_id).await })
                });
                match write.await {
                    Ok(is_ended) => ended += usize::from(is_ended),
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
        }
    }

    /// Frees the seats that are over though no sweep has looked yet: of offers whose hour has come, and of holds whose day is over. Whether any
    /// may have been freed; what could not be ended is told by the sweeps.
    pub(crate) async fn free_overdue_seats(&self, school: &Arc<School>) -> bool {
        let (offers, holds) = (self.expire(school).await, self.review_due(school).await);
        !matches!((offers, holds), (Ok(0), Ok(0)))
    }

    /// What its family is written to by; none where it cannot be read, which keeps nothing from its end.
    pub(crate) async fn readable(&self, school: &Arc<School>, id: &SubmissionId) -> Option<Submission> {
        self.0.submission(&Caller::system(school.scope()), school, id).await.ok()
    }

    /// Ends an offer whose hour has come, once: one that was answered meanwhile stays. Whether it was ended.
    async fn expire_one(&self, tx: &mut SchoolTx, school: &School, id: &SubmissionId) -> Result<bool, Refusal> {
        let (hand, server) = (self.hand(), Caller::system(school.scope()));
        Forms::hold_submission(tx, id).await?;
        let Some(row) = store::find_application(tx, id).await? else { return Ok(false) };
        let from = row.standing()?;
        let is_due = from.status() == "F" && row.has_ended(hand.now);
        if !is_due {
            return Ok(false);
        }
        let to = Standing::RExpired;
        let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
        settle(tx, hand, &row, (from, Going::silent(to, &row.bucket)), seats, By::default()).await?;
        write_down(tx, hand, &server, id, (from, to), None).await?;
        tell_in_the_morning(tx, hand, school, (id, row.hold_until.unwrap_or_default())).await?;
        suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
        Ok(true)
    }

    /// Reminds the families of offers that are out and unanswered, from the school's morning on: two days before the last one, and on that day,
    /// once each, however often and on however many servers it is looked at. Neither on the day on which it was offered. What the school may
    /// not send any more waits for the next look. How many were written to.
    pub async fn remind_of_offers(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let scope = school.scope();
        let now = self.hand().now;
        let local = timestamp(now).to_zoned(school.time_zone().clone());
        if local.hour() < MORNING || self.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let today = local.date();
        let (mut reminded, mut first) = (0, None);
        for (level, days) in [(2, 0), (1, DAYS_AHEAD)] {
            let before = offer_ends(school, today, days);
            let mut after = (i64::MIN, SubmissionId::from(String::new()));
            loop {
                let mut tx = self.0.db().read(&scope).await?;
                let some = store::offers_ending(&mut tx, now, before, level, after.0, &after.1).await?;
                drop(tx);
                let Some(last) = some.last() else { break };
                after = (last.hold_until, last.submission_id.clone());
                for one in some {
                    let Some(submission) = self.readable(school, &one.submission_id).await else { continue };
                    let (applications, school_then) = (self.clone(), school.clone());
                    let write = self.0.db().write(&scope, move |tx| {
                        Box::pin(async move { applications.remind_one(tx, &school_then, &submission, level).await })
                    });
                    match write.await {
                        // As many as the school may send had left.
                        Err(refusal) if refusal.id() == MessageId::R012 => return first.map_or(Ok(reminded), Err),
                        Ok(written) => reminded += usize::from(written == Some(Written::Sent)),
                        Err(refusal) => first = first.or(Some(refusal)),
                    }
                }
            }
        }
        first.map_or(Ok(reminded), Err)
    }

    /// Reminds a family of its offer, once: of one that was answered meanwhile, or made today, nobody is.
    async fn remind_one(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        level: i64,
    ) -> Result<Option<Written>, Refusal> {
        let (now, id) = (self.hand().now, &submission.id);
        Forms::hold_submission(tx, id).await?;
        let Some(row) = store::find_application(tx, id).await? else { return Ok(None) };
        let (standing, today) = (row.standing()?, school.today(now));
        let Some(until) = row.hold_until.filter(|until| standing.status() == "F" && *until > now) else {
            return Ok(None);
        };
        let last = last_day(school, until);
        let first = last.saturating_sub(i64::from(DAYS_AHEAD).days());
        let day = if level > 1 { last } else { first };
        if row.reminded >= level || today < day || school.today(row.status_since) >= day {
            return Ok(None);
        }
        let news = if today == last { OfferNews::Last } else { OfferNews::Soon };
        let written = self.write_of_offer(tx, school, (&row, submission), news).await?;
        // Nothing is counted of what does not leave.
        if written == Written::SchoolFull {
            return Err(Refusal::new(MessageId::R012));
        }
        if written != Written::Sent {
            self.ask(tx, school, &row, &NOT_REMINDED).await?;
        }
        store::note_reminded(tx, id, level).await?;
        Ok(Some(written))
    }

    /// By e-mail, and by text message where there is no address.
    pub(super) async fn write_of_offer(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        (row, submission): (&ApplicationRow, &Submission),
        news: OfferNews,
    ) -> Result<Written, Refusal> {
        let (server, now) = (Caller::system(school.scope()), self.hand().now);
        let place = place_of(school, submission, (&row.round, &row.bucket), (row.standing()?, row.hold_until));
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        match Reach::of_family(school, submission, &answers) {
            Reach { email: None, phone: Some(phone), .. } => {
                let letter = |phone, path| of_offer_texted(news, submission, phone, place, path, now);
                self.text_family(tx, &server, submission, phone, letter).await
            }
            _ => {
                let letter = |to, path| of_offer(news, submission, to, place, path, now);
                self.write_to_family(tx, &server, submission, letter).await
            }
        }
    }

    /// Asks whoever looks after what is on hold to look again, on the day that was said, and ends the seat that was kept for it once that day is
    /// over: once each, in a transaction of its own, however often and on however many servers it is looked at. How many of both.
    pub async fn review_due(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let (scope, mut done, mut first) = (school.scope(), 0, None);
        if self.are_clocks_held(&scope).await? {
            return Ok(0);
        }
        let today = school.today(self.hand().now).to_string();
        let mut after = (String::new(), SubmissionId::from(String::new()));
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let due = store::due_reviews(&mut tx, &today, &after.0, &after.1).await?;
            drop(tx);
            let Some(last) = due.last() else { return first.map_or(Ok(done), Err) };
            after = (last.review_by.clone(), last.submission_id.clone());
            for one in due {
                let (applications, school) = (self.clone(), school.clone());
                let write = self.0.db().write(&scope, move |tx| {
                    Box::pin(async move { applications.review_one(tx, &school, &one.submission_id).await })
                });
                match write.await {
                    Ok(some) => done += some,
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
        }
    }

    async fn review_one(&self, tx: &mut SchoolTx, school: &School, id: &SubmissionId) -> Result<usize, Refusal> {
        let hand = self.hand();
        Forms::hold_submission(tx, id).await?;
        let Some(row) = store::find_application(tx, id).await? else { return Ok(0) };
        let (standing, today) = (row.standing()?, school.today(hand.now).to_string());
        let Some(day) = row.review_by.as_deref().filter(|day| standing.status() == "O" && **day <= *today) else {
            return Ok(0);
        };
        let (keeps, is_over) = (row.keeps_seat(standing), *day < *today);
        let mut done = 0;
        if store::note_review_told(tx, id).await? > 0 {
            self.ask(tx, school, &row, if keeps && !is_over { &REVIEW_SEAT } else { &REVIEW }).await?;
            done += 1;
        }
        if keeps && is_over {
            store::hold_seats(tx, &row.round, &row.bucket).await?;
            store::add_seats(tx, &row.round, &row.bucket, -1).await?;
            store::note_seat_ended(tx, id).await?;
            // Whoever has it before them sees that it is another now.
            store::update_state(tx, id, row.version, standing.as_str(), hand.now).await?;
            let entry = timeline::Entry { at: hand.now, action: "seat_ended", ..timeline::Entry::default() };
            Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await?;
            self.ask(tx, school, &row, &SEAT_ENDED).await?;
            suggest_next(tx, hand, school, (&row.round, &row.bucket)).await?;
            done += 1;
        }
        Ok(done)
    }

    /// A task for whoever looks after it, for today.
    pub(super) async fn ask(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        row: &ApplicationRow,
        said: &'static Said,
    ) -> Result<(), StoreError> {
        let (hand, owner) = (self.hand(), row.owner_id.as_ref());
        let today = school.today(hand.now).to_string();
        tasks::ask(tx, (hand.clock, hand.rng), Asking::new(&row.submission_id, said, (owner, &today)), hand.now).await
    }
}
