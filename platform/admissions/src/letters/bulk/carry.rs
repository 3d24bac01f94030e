//! How such a job is carried out: some letters by one transaction where a school has one writer, each by its own where many write.

use std::fs::File;
use std::sync::Arc;

use futures_util::future::{BoxFuture, join_all};
use identity::Identity;
use kernel::bulk::{Bulk, BulkJob, CHUNK, Carry, Parts};
use kernel::caller::SchoolScope;
use kernel::files::Incoming;
use kernel::{Caller, MessageId, Refusal, SchoolTx, SubmissionId};
use tenants::{Registry, School};
use words::Permission;

use super::model::{Doing, KIND, Outcome};
use super::preview::{told, unsent, weigh};
use super::store::{self, NewResult};
use crate::forms::Forms;
use crate::ids::LetterId;
use crate::letters::by_hand::{ByHand, Change};
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::letters::{Issued, issue_any};

/// Letters that are made side by side where a school has one writer, which commits them together and in their order.
const TOGETHER: usize = 24;
/// The same where each has a connection of its own.
const APART: usize = 6;

/// Letters for many.
struct Sender {
    letters: Letters,
    schools: Arc<Registry>,
}

/// A job that is carried out by whoever asked for it.
struct Run {
    letters: Letters,
    school: Arc<School>,
    caller: Caller,
    job: BulkJob,
    doing: Doing,
}

/// What became of one.
enum Fate {
    /// It has its result.
    Settled,
    /// The job has ended meanwhile: nothing more is done.
    Over,
}

/// An application of a job: which one of them it is, and its id.
type Item = (i64, SubmissionId);
/// The same as it was read, where its asker sees it.
type Found = (Item, Result<Arc<Change>, Refusal>);

fn found(((seq, _), read): &Found) -> Option<(i64, Arc<Change>)> {
    read.as_ref().ok().map(|change| (*seq, change.clone()))
}

impl Letters {
    /// How letters go to many at once.
    #[must_use]
    pub fn carries_letters(&self, schools: Arc<Registry>) -> Arc<dyn Carry> {
        Arc::new(Sender { letters: self.clone(), schools })
    }
}

impl Carry for Sender {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn chunk<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        items: Vec<String>,
        _: &'a mut Incoming,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            let run = Arc::new(self.still(scope, job).await?);
            let width = if run.letters.db().is_shared() { APART } else { TOGETHER };
            let first = i64::try_from(CHUNK).unwrap_or(i64::MAX).saturating_mul(job.cursor);
            let items: Vec<Item> = (first..).zip(items.into_iter().map(SubmissionId::from)).collect();
            for some in items.chunks(width) {
                let read = run.read(some).await?;
                if matches!(run.carry(read).await?, Fate::Over) {
                    break;
                }
            }
            Ok(())
        })
    }

    /// What became of each stands in rows, and the letters are printed when somebody asks: the file holds nothing.
    fn finish<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        _: Parts,
        _: File,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move { self.still(scope, job).await.map(drop) })
    }

    /// Nothing is kept beyond its results, which are bounded.
    fn count<'t>(&'t self, _: &'t mut SchoolTx, _: &'t BulkJob, _: i64) -> BoxFuture<'t, Result<(), Refusal>> {
        Box::pin(async { Ok(()) })
    }
}

impl Sender {
    /// A job with whoever asked for it, as they may act now; A002 when they may not any more.
    async fn still(&self, scope: &SchoolScope, job: &BulkJob) -> Result<Run, Refusal> {
        let away = || Refusal::new(MessageId::R008).message("the school is not live here");
        let school = self.schools.school(scope.id()).ok_or_else(away)?;
        let mut tx = self.letters.db().read(scope).await?;
        let caller = Identity::caller_of(&mut tx, scope, &job.account).await?;
        drop(tx);
        let caller = caller.ok_or_else(|| Refusal::new(MessageId::A002))?;
        caller.require(Permission::ApplicationEdit)?;
        let doing = Doing::of(job)?;
        Ok(Run { letters: self.letters.clone(), school, caller, job: job.clone(), doing })
    }
}

impl Run {
    async fn read(&self, some: &[Item]) -> Result<Vec<Found>, Refusal> {
        let ids = some.iter().map(|(_, id)| id.clone()).collect();
        let read = self.letters.enquiries.submissions(&self.caller, &self.school, ids).await?;
        let change =
            |read: Result<_, Refusal>| Ok(Arc::new(Change::by(&self.letters, &self.caller, &self.school, read?)?));
        Ok(some.iter().cloned().zip(read.into_iter().map(change)).collect())
    }

    /// Makes some and writes down which were refused. An error is trouble of the server's: what has no result yet is tried again.
    async fn carry(self: &Arc<Self>, some: Vec<Found>) -> Result<Fate, Refusal> {
        let db = self.letters.db();
        // Where each holds a row of its own, others that hold two would wait for each other.
        if !db.is_shared()
            && let Some(all) = some.iter().map(found).collect::<Option<Vec<_>>>()
        {
            let run = self.clone();
            let write = db.write(&self.caller.school, move |tx| Box::pin(async move { run.do_all(tx, &all).await }));
            // One that is refused undoes them all: each is made alone then.
            if let Ok(fate) = write.await {
                return Ok(fate);
            }
        }
        let (items, read): (Vec<Item>, Vec<_>) = some.into_iter().unzip();
        let fates = join_all(items.iter().zip(read).map(|((seq, _), read)| self.one(*seq, read))).await;
        let (mut refused, mut trouble, mut fate) = (Vec::new(), None, Fate::Settled);
        for (item, done) in items.into_iter().zip(fates) {
            match done {
                Ok(Fate::Settled) => {}
                Ok(Fate::Over) => fate = Fate::Over,
                Err(refusal) if refusal.id().status().is_server_error() => trouble = Some(refusal),
                Err(refusal) => refused.push((item, refusal)),
            }
        }
        if !refused.is_empty() {
            let run = self.clone();
            let write =
                db.write(&self.caller.school, move |tx| Box::pin(async move { run.refuse_in(tx, refused).await }));
            write.await?;
        }
        trouble.map_or(Ok(fate), Err)
    }

    async fn one(self: &Arc<Self>, seq: i64, read: Result<Arc<Change>, Refusal>) -> Result<Fate, Refusal> {
        let (run, all) = (self.clone(), [(seq, read?)]);
        let db = self.letters.db();
        db.write(&self.caller.school, move |tx| Box::pin(async move { run.do_all(tx, &all).await })).await
    }

    /// Does what is asked with the letters of these and writes their results, or nothing of it.
    async fn do_all(&self, tx: &mut SchoolTx, all: &[(i64, Arc<Change>)]) -> Result<Fate, Refusal> {
        if !self.is_open(tx).await? || !self.may_still(tx).await? {
            return Ok(Fate::Over);
        }
        for (seq, change) in all {
            self.do_in(tx, *seq, change).await?;
        }
        // Whoever ended it meanwhile did so before these: they are rolled back, and nobody is told why of a job that has ended.
        if !Bulk::hold_open(tx, &self.job.id).await? {
            return Err(Refusal::new(MessageId::A002));
        }
        Ok(Fate::Settled)
    }

    async fn do_in(&self, tx: &mut SchoolTx, seq: i64, change: &Change) -> Result<(), Refusal> {
        let (job, id) = (&self.job, &change.submission.id);
        // Of two servers with the same chunk, the second waits here and finds the result.
        Forms::hold_submission(tx, id).await?;
        if store::find_result(tx, &job.id, id).await?.is_some() {
            return Ok(());
        }
        self.letters.enquiries.require_seen(tx, &self.caller, &self.school, id).await?;
        let (outcome, letter) = self.do_one(tx, change).await?;
        let (outcome, letter) = (outcome.as_str(), Some(&letter));
        let result = NewResult { job: &job.id, id, seq, outcome, letter, message_id: None, guard: None, detail: None };
        Ok(store::insert_result(tx, &result).await.map(drop)?)
    }

    async fn do_one(&self, tx: &mut SchoolTx, change: &Change) -> Result<(Outcome, LetterId), Refusal> {
        match &self.doing {
            Doing::Issue { code, languages, days } => {
                let wanted = ByHand { code: code.clone(), languages: *languages, days: Some(*days), amount: None };
                let template = wanted.template(&self.school)?;
                let on = (&*self.school, &change.submission);
                let ready = weigh(tx, &self.letters, on, (&wanted, &template)).await?;
                let own = (code.as_str(), &template, None);
                let made = issue_any(tx, self.letters.applications.hand(), &ready.occasion, own).await?;
                // What its kind asks for beside what every letter does.
                let letter = match made {
                    Issued::Made(letter) => letter,
                    Issued::None => return Err(unsent("unprovable")),
                    Issued::Unfilled(why) => return Err(unsent("unfilled").with("detail", why)),
                };
                let row = letters::find_letter(tx, &letter).await?.ok_or_else(Refusal::not_found)?;
                change.issued(tx, &row).await?;
                Ok((Outcome::Issued, letter))
            }
            Doing::Withdraw { of, reason } => {
                let letter = self.made(tx, of, change).await?;
                change.withdraw(tx, &letter, (reason, false)).await?;
                store::mark(tx, of, &change.submission.id, Outcome::Withdrawn.as_str()).await?;
                Ok((Outcome::Withdrawn, letter))
            }
            Doing::Post { of, posted_on, note } => {
                let letter = self.made(tx, of, change).await?;
                change.post(tx, &letter, &Doing::post(posted_on, note)?).await?;
                Ok((Outcome::Posted, letter))
            }
        }
    }

    /// The letter that a job made for one; A001 where nobody knows it any more.
    async fn made(&self, tx: &mut SchoolTx, of: &kernel::BulkJobId, change: &Change) -> Result<LetterId, Refusal> {
        let before = store::find_result(tx, of, &change.submission.id).await?;
        before.and_then(|row| row.letter_id).ok_or_else(Refusal::not_found)
    }

    /// Whether whoever asked for it may still do so: an account that was switched off, or lost the right, sends nothing more.
    async fn may_still(&self, tx: &mut SchoolTx) -> Result<bool, Refusal> {
        let caller = Identity::caller_of(tx, &self.caller.school, &self.job.account).await?;
        Ok(caller.is_some_and(|caller| caller.may(Permission::ApplicationEdit)))
    }

    /// Whether the job is still under way: it may have been cancelled, or removed.
    async fn is_open(&self, tx: &mut SchoolTx) -> Result<bool, Refusal> {
        let found = self.letters.enquiries.bulk().find(tx, KIND, &self.job.account, &self.job.id).await;
        match found {
            Ok(job) => Ok(job.state.is_open()),
            Err(refusal) if refusal.id() == MessageId::A001 => Ok(false),
            Err(refusal) => Err(refusal),
        }
    }

    async fn refuse_in(&self, tx: &mut SchoolTx, refused: Vec<(Item, Refusal)>) -> Result<(), Refusal> {
        if !Bulk::hold_open(tx, &self.job.id).await? {
            return Ok(());
        }
        for ((seq, id), refusal) in &refused {
            let letter = match self.doing.about() {
                Some(of) => store::find_result(tx, of, id).await?.and_then(|row| row.letter_id),
                None => None,
            };
            let (guard, detail) = (told(refusal, "guard"), told(refusal, "detail"));
            let result = NewResult {
                job: &self.job.id,
                id,
                seq: *seq,
                outcome: Outcome::Refused.as_str(),
                letter: letter.as_ref(),
                message_id: Some(refusal.id().as_str()),
                guard: guard.as_deref(),
                detail: detail.as_deref(),
            };
            store::insert_result(tx, &result).await?;
        }
        Ok(())
    }
}
