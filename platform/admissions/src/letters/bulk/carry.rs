//! How such a job is carried out ([`bulk_each`](crate::enquiries::bulk_each)): what is done with the letter of each.

use std::fs::File;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::bulk::{BulkJob, Carry, Parts};
use kernel::caller::SchoolScope;
use kernel::files::Incoming;
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use tenants::{Registry, School};
use words::Permission;

use super::model::{Doing, KIND, Outcome};
use super::preview::{told, unsent, weigh};
use super::store::{self, NewResult};
use crate::enquiries::bulk_each::{Each, Item, asker, carry_chunk};
use crate::enquiries::{Enquiries, Submission};
use crate::ids::LetterId;
use crate::letters::by_hand::{ByHand, Change};
use crate::letters::service::Letters;
use crate::letters::store as letters;
use crate::letters::{Issued, Occasion, issue_any};

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
        Box::pin(async move { carry_chunk(self.still(scope, job).await?, items).await })
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
        let mut tx = self.letters.db().read(scope).await?;
        let (school, caller) = asker(&mut tx, &self.schools, scope, job).await?;
        drop(tx);
        caller.require(Permission::ApplicationEdit)?;
        let doing = Doing::of(job)?;
        Ok(Run { letters: self.letters.clone(), school, caller, job: job.clone(), doing })
    }
}

impl Each for Run {
    type Read = Change;

    fn enquiries(&self) -> &Enquiries {
        &self.letters.enquiries
    }

    fn school(&self) -> &Arc<School> {
        &self.school
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn job(&self) -> &BulkJob {
        &self.job
    }

    fn ready(&self, submission: Submission) -> Result<Change, Refusal> {
        Change::by(&self.letters, &self.caller, &self.school, submission)
    }

    async fn may(&self, _: &mut SchoolTx, caller: &Caller) -> Result<bool, Refusal> {
        Ok(caller.may(Permission::ApplicationEdit))
    }

    async fn is_settled(&self, tx: &mut SchoolTx, id: &SubmissionId) -> Result<bool, StoreError> {
        Ok(store::find_result(tx, &self.job.id, id).await?.is_some())
    }

    async fn settle(&self, tx: &mut SchoolTx, seq: i64, change: &Change) -> Result<(), Refusal> {
        let (job, id) = (&self.job, &change.submission.id);
        self.letters.enquiries.require_seen(tx, &self.caller, &self.school, id).await?;
        let (outcome, letter) = self.do_one(tx, change).await?;
        let (outcome, letter) = (outcome.as_str(), Some(&letter));
        let result = NewResult { job: &job.id, id, seq, outcome, letter, message_id: None, guard: None, detail: None };
        Ok(store::insert_result(tx, &result).await.map(drop)?)
    }

    async fn refuse(&self, tx: &mut SchoolTx, (seq, id): &Item, refusal: &Refusal) -> Result<(), StoreError> {
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
        store::insert_result(tx, &result).await.map(drop)
    }
}

impl Run {
    async fn do_one(&self, tx: &mut SchoolTx, change: &Change) -> Result<(Outcome, LetterId), Refusal> {
        match &self.doing {
            Doing::Issue { code, languages, days } => {
                let wanted = ByHand { code: code.clone(), languages: *languages, days: Some(*days), amount: None };
                let template = wanted.template(&self.school)?;
                let on = (&*self.school, &change.submission);
                let ready = weigh(tx, &self.letters, on, (&wanted, &template)).await?;
                let own = (code.as_str(), &template, None);
                let occasion = Occasion { is_one_of_many: true, ..ready.occasion };
                let made = issue_any(tx, self.letters.applications.hand(), &occasion, own).await?;
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
}
