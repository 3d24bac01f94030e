//! What staff do with letters for many: ask, look, print, withdraw, write down the post, cancel, remove.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::bulk::{Ask, BulkJob};
use kernel::{BulkJobId, Caller, MessageId, Refusal, SchoolTx, SubmissionId, UserId, page};
use serde_json::json;
use tenants::School;
use words::Permission;

use super::model::{Asked, Doing, KIND, MOST, Outcome, PART, Sending};
use super::store::{self, ResultRow};
use crate::enquiries::{EnquiryRow, Sight, visible_forms};
use crate::letters::by_hand::{NewPost, reason_of};
use crate::letters::model::state;
use crate::letters::service::{Letters, Whole};

/// Results of a page.
const PAGE: usize = 50;

/// A result as its reader sees it.
#[derive(Debug)]
pub struct ResultLine {
    pub row: ResultRow,
    /// The line of the list; none for what the reader does not see.
    pub enquiry: Option<EnquiryRow>,
}

impl Letters {
    /// Asks for a letter to be made for many. A008 and R012 as for every bulk job.
    pub async fn ask_bulk(&self, caller: &Caller, school: &Arc<School>, asked: Asked) -> Result<Sending, Refusal> {
        let Asked { letter, chosen } = asked;
        let (_, ids) = self.begin_bulk(caller, school, &letter, chosen).await?;
        let days = letter.days();
        let doing = Doing::Issue { code: letter.code, languages: letter.languages, days };
        self.ask_letters(caller, doing, ids).await
    }

    /// Asks for the letters that a job made, and that nobody has opened, to be withdrawn. F003 at `/reason`; A012 where it made none, or is under way.
    pub async fn ask_bulk_withdrawal(&self, caller: &Caller, id: &BulkJobId, reason: &str) -> Result<Sending, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let reason = reason_of(reason)?;
        let (_, ids) = self.followed(caller, id).await?;
        self.ask_letters(caller, Doing::Withdraw { of: id.clone(), reason }, ids).await
    }

    /// Asks for it to be written down that the letters that a job made were posted. F003 at `/posted_on` and `/note`; A012 where it made none, or is
    /// under way.
    pub async fn ask_bulk_posts(
        &self,
        caller: &Caller,
        school: &School,
        id: &BulkJobId,
        post: NewPost,
    ) -> Result<Sending, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let (before, ids) = self.followed(caller, id).await?;
        let (began, today) = (school.today(before.job.created_at), school.today(self.clock().now_ms()));
        let note = post.checked(&began.to_string(), today)?;
        let doing = Doing::Post { of: id.clone(), posted_on: post.day.to_string(), note };
        self.ask_letters(caller, doing, ids).await
    }

    /// A job whose letters something is done with, and whose applications they are.
    async fn followed(&self, caller: &Caller, id: &BulkJobId) -> Result<(Sending, Vec<SubmissionId>), Refusal> {
        let before = self.bulk(caller, id).await?;
        if !before.is_followed() {
            return Err(Refusal::new(MessageId::A012).with("guard", "none_issued"));
        }
        let mut tx = self.db().read(&caller.school).await?;
        let issued = store::list_issued(&mut tx, id, 0, before.job.total).await?;
        Ok((before, issued.into_iter().map(|row| row.submission_id).collect()))
    }

    async fn ask_letters(&self, caller: &Caller, doing: Doing, ids: Vec<SubmissionId>) -> Result<Sending, Refusal> {
        let action = doing.action();
        let detail = json!({ "rows": ids.len(), "of": doing.about() });
        let ask = Ask {
            kind: KIND,
            account: own(caller)?.clone(),
            wants: serde_json::to_value(&doing).map_err(Refusal::internal)?,
            items: ids.into_iter().map(String::from).collect(),
            file_name: "letters".to_owned(),
            media_type: "application/octet-stream".to_owned(),
        };
        let (letters, who) = (self.clone(), caller.clone());
        let asked = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let job = letters.enquiries.bulk().ask(tx, ask).await?;
                let entry = Entry { action, object_kind: "enquiry", object_id: job.id.as_str(), detail };
                audit::record(tx, letters.clock(), letters.rng(), &who, entry).await?;
                Ok::<_, Refusal>(job)
            })
        });
        let job = asked.await?;
        let mut told = self.counted(caller, vec![job]).await?;
        told.pop().ok_or_else(|| Refusal::internal("letters that were asked for are gone"))
    }

    /// The caller's own, the newest first.
    pub async fn list_bulk(&self, caller: &Caller) -> Result<Vec<Sending>, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let jobs = self.enquiries.bulk().list(&caller.school, KIND, own(caller)?).await?;
        self.counted(caller, jobs).await
    }

    /// One of the caller's own; any other does not exist: A001.
    async fn bulk(&self, caller: &Caller, id: &BulkJobId) -> Result<Sending, Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let job = self.own_job(&mut tx, caller, id).await?;
        drop(tx);
        self.counted(caller, vec![job]).await?.pop().ok_or_else(Refusal::not_found)
    }

    async fn own_job(&self, tx: &mut SchoolTx, caller: &Caller, id: &BulkJobId) -> Result<BulkJob, Refusal> {
        self.enquiries.bulk().find(tx, KIND, own(caller)?, id).await
    }

    async fn counted(&self, caller: &Caller, jobs: Vec<BulkJob>) -> Result<Vec<Sending>, Refusal> {
        let ids = json!(jobs.iter().map(|job| &job.id).collect::<Vec<_>>()).to_string();
        let mut tx = self.db().read(&caller.school).await?;
        let counted = store::count_outcomes(&mut tx, &ids).await?;
        let parts = store::list_parts(&mut tx, &ids, PART).await?;
        drop(tx);
        jobs.into_iter().map(|job| Sending::of(job, &counted, &parts)).collect()
    }

    /// A page of results, in the order in which they were asked for; each counts as a line that is read: A007.
    pub async fn bulk_results(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &BulkJobId,
        (outcome, cursor): (Option<Outcome>, Option<&str>),
    ) -> Result<(Vec<ResultLine>, Option<String>), Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let after = cursor.map(page::position::<i64>).transpose()?.unwrap_or(-1);
        let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
        let mut tx = self.db().read(&caller.school).await?;
        self.own_job(&mut tx, caller, id).await?;
        let mut rows = store::list_results(&mut tx, id, outcome.map_or("", Outcome::as_str), after, limit).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let is_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let next_cursor = rows.last().filter(|_| is_more).map(|last| page::cursor(&last.seq));
        self.enquiries.count_read(caller, rows.len()).await?;
        let ids: Vec<&SubmissionId> = rows.iter().map(|row| &row.submission_id).collect();
        let (visible, place) = (visible_forms(school.config(), caller), (&caller.school, school));
        let mut known = self.applications.seen_lines(place, (&visible, &sight), &ids).await?;
        let line = |mut row: ResultRow| {
            let enquiry = known.remove(&row.submission_id);
            if enquiry.is_none() {
                (row.letter_id, row.opened) = (None, 0);
                for told in [&mut row.registration_id, &mut row.reference, &mut row.letter_state] {
                    told.clear();
                }
            }
            ResultLine { row, enquiry }
        };
        Ok((rows.into_iter().map(line).collect(), next_cursor))
    }

    /// A part of the letters that a job made and that are out, as one PDF to be printed: of those that the caller sees. F003 at `/part` where it holds
    /// none.
    pub async fn print_bulk(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (id, part): (&BulkJobId, i64),
    ) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let most = i64::try_from(MOST).unwrap_or(i64::MAX);
        let from = part.clamp(0, most).saturating_mul(PART);
        let mut tx = self.db().read(&caller.school).await?;
        self.own_job(&mut tx, caller, id).await?;
        let issued = store::list_issued(&mut tx, id, from, from.saturating_add(PART)).await?;
        drop(tx);
        self.enquiries.count_read(caller, issued.len()).await?;
        let mut tx = self.db().read(&caller.school).await?;
        let mut all = Vec::with_capacity(issued.len());
        for row in issued {
            let Some(letter) = row.letter_id else { continue };
            match self.enquiries.require_seen(&mut tx, caller, school, &row.submission_id).await {
                Ok(()) => {}
                Err(refusal) if refusal.id() == MessageId::A001 => continue,
                Err(refusal) => return Err(refusal),
            }
            let whole = Whole::find(&mut tx, &letter).await?;
            all.extend(whole.filter(|whole| whole.letter.state == state::RELEASED));
        }
        drop(tx);
        self.print(school, &all, "/part").await
    }

    /// Ends one that is under way: letters that were made go out.
    pub async fn cancel_bulk(&self, caller: &Caller, id: &BulkJobId) -> Result<Sending, Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let (bulk, account, job) = (self.enquiries.bulk().clone(), own(caller)?.clone(), id.clone());
        let write = self
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { bulk.cancel(tx, KIND, &account, &job).await }));
        write.await?;
        self.bulk(caller, id).await
    }

    /// Forgets one with its results, and ends it first if it is under way. Its letters stay.
    pub async fn remove_bulk(&self, caller: &Caller, id: &BulkJobId) -> Result<(), Refusal> {
        caller.require(Permission::ApplicationEdit)?;
        let (bulk, account, job) = (self.enquiries.bulk().clone(), own(caller)?.clone(), id.clone());
        let write = self
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { bulk.remove(tx, KIND, &account, &job).await }));
        write.await
    }
}

/// Whose they are: nobody's but a person's.
fn own(caller: &Caller) -> Result<&UserId, Refusal> {
    caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))
}
