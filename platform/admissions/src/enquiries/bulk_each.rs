//! How a bulk job does something to each of many submissions: some by one transaction where a school has one writer, each by its own where many write.
//!
//! Always: what becomes of one is written by the transaction that does it, and one that has a result is never looked at again. Whoever asked is asked
//! for their right before every group. An error is trouble of the server's, and what has no result yet is tried again.

use std::future::Future;
use std::sync::Arc;

use futures_util::future::join_all;
use identity::Identity;
use kernel::bulk::{Bulk, BulkJob, CHUNK};
use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use tenants::{Registry, School};

use super::{Enquiries, Submission};
use crate::forms::Forms;

/// Those that are done together where a school has one writer, which commits them together and in their order.
const TOGETHER: usize = 24;
/// The same where each has a connection of its own.
pub(crate) const APART: usize = 6;

/// One of a job: which one of them it is, and its id.
pub(crate) type Item = (i64, SubmissionId);
/// The same as it was read, where its asker sees it.
type Found<T> = (Item, Result<Arc<T>, Refusal>);

/// What became of some.
enum Fate {
    /// Each has its result.
    Settled,
    /// The job has ended meanwhile: nothing more is done.
    Over,
}

/// What a job does to each, as whoever asked for it.
pub(crate) trait Each: Send + Sync + 'static {
    /// One as it was read, with what the job needs of it.
    type Read: Send + Sync + 'static;

    fn enquiries(&self) -> &Enquiries;
    fn school(&self) -> &Arc<School>;
    fn caller(&self) -> &Caller;
    fn job(&self) -> &BulkJob;

    /// How many are done side by side where each has a connection of its own.
    fn apart(&self) -> usize {
        APART
    }

    /// One that was read, ready to be done.
    fn ready(&self, submission: Submission) -> Result<Self::Read, Refusal>;

    /// Whether whoever asked may still do so, as they are now: an account that lost the right does nothing more.
    fn may(&self, tx: &mut SchoolTx, caller: &Caller) -> impl Future<Output = Result<bool, Refusal>> + Send;

    /// Whether one has its result.
    fn is_settled(&self, tx: &mut SchoolTx, id: &SubmissionId)
    -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Does what is asked of one, whose submission is held, and writes its result.
    fn settle(
        &self,
        tx: &mut SchoolTx,
        seq: i64,
        read: &Self::Read,
    ) -> impl Future<Output = Result<(), Refusal>> + Send;

    /// Writes down that one was refused.
    fn refuse(
        &self,
        tx: &mut SchoolTx,
        item: &Item,
        refusal: &Refusal,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Whoever asked for a job, as they may act now, in their school; A002 for an account that may not act any more, R008 for a school that is not here.
pub(crate) async fn asker(
    tx: &mut SchoolTx,
    schools: &Registry,
    scope: &SchoolScope,
    job: &BulkJob,
) -> Result<(Arc<School>, Caller), Refusal> {
    let away = || Refusal::new(MessageId::R008).message("the school is not live here");
    let school = schools.school(scope.id()).ok_or_else(away)?;
    let caller = Identity::caller_of(tx, scope, &job.account).await?;
    Ok((school, caller.ok_or_else(|| Refusal::new(MessageId::A002))?))
}

/// Does a chunk. The next are read while the ones before are done.
pub(crate) async fn carry_chunk<E: Each>(run: E, items: Vec<String>) -> Result<(), Refusal> {
    let run = Arc::new(run);
    let width = if run.enquiries().db().is_shared() { run.apart() } else { TOGETHER };
    let first = i64::try_from(CHUNK).unwrap_or(i64::MAX).saturating_mul(run.job().cursor);
    let items: Vec<Item> = (first..).zip(items.into_iter().map(SubmissionId::from)).collect();
    let mut groups = items.chunks(width);
    let mut some = read(&*run, groups.next().unwrap_or_default()).await?;
    while !some.is_empty() {
        let (fate, next) = tokio::join!(carry(&run, some), read(&*run, groups.next().unwrap_or_default()));
        if matches!(fate?, Fate::Over) {
            break;
        }
        some = next?;
    }
    Ok(())
}

/// Whether a refusal says what trouble the server has, and nothing of the submission: it is tried again.
fn is_trouble(refusal: &Refusal) -> bool {
    refusal.id().status().is_server_error()
}

fn found<T>(((seq, id), read): &Found<T>) -> Option<(Item, Arc<T>)> {
    read.as_ref().ok().map(|read| ((*seq, id.clone()), read.clone()))
}

async fn read<E: Each>(run: &E, some: &[Item]) -> Result<Vec<Found<E::Read>>, Refusal> {
    if some.is_empty() {
        return Ok(Vec::new());
    }
    let ids = some.iter().map(|(_, id)| id.clone()).collect();
    let all = run.enquiries().submissions(run.caller(), run.school(), ids).await?;
    let ready = |read: Result<Submission, Refusal>| run.ready(read?).map(Arc::new);
    Ok(some.iter().cloned().zip(all.into_iter().map(ready)).collect())
}

/// Does some and writes down which were refused.
async fn carry<E: Each>(run: &Arc<E>, some: Vec<Found<E::Read>>) -> Result<Fate, Refusal> {
    // Where each holds a row of its own, others that hold two would wait for each other.
    if !run.enquiries().db().is_shared()
        && let Some(all) = some.iter().map(found).collect::<Option<Vec<_>>>()
    {
        // One that is refused undoes them all: each is done alone then.
        if let Ok(fate) = settle_all(run, all).await {
            return Ok(fate);
        }
    }
    let (items, read): (Vec<Item>, Vec<_>) = some.into_iter().unzip();
    let each = items.iter().zip(read).map(|(item, read)| async { settle_all(run, vec![(item.clone(), read?)]).await });
    let fates = join_all(each).await;
    let (mut refused, mut trouble, mut fate) = (Vec::new(), None, Fate::Settled);
    for (item, done) in items.into_iter().zip(fates) {
        match done {
            Ok(Fate::Settled) => {}
            Ok(Fate::Over) => fate = Fate::Over,
            Err(refusal) if is_trouble(&refusal) => trouble = Some(refusal),
            Err(refusal) => refused.push((item, refusal)),
        }
    }
    if !refused.is_empty() {
        let run_then = run.clone();
        let write = run.enquiries().db().write(&run.caller().school, move |tx| {
            Box::pin(async move {
                // Nobody is told why of a job that has ended.
                if Bulk::hold_open(tx, &run_then.job().id).await? {
                    for (item, refusal) in &refused {
                        run_then.refuse(tx, item, refusal).await?;
                    }
                }
                Ok::<_, Refusal>(())
            })
        });
        write.await?;
    }
    trouble.map_or(Ok(fate), Err)
}

/// Does these by one transaction and writes their results, or nothing of it.
async fn settle_all<E: Each>(run: &Arc<E>, all: Vec<(Item, Arc<E::Read>)>) -> Result<Fate, Refusal> {
    let run_then = run.clone();
    let write = run
        .enquiries()
        .db()
        .write(&run.caller().school, move |tx| Box::pin(async move { settle_in(&*run_then, tx, &all).await }));
    write.await
}

async fn settle_in<E: Each>(run: &E, tx: &mut SchoolTx, all: &[(Item, Arc<E::Read>)]) -> Result<Fate, Refusal> {
    if !is_open(run, tx).await? || !may_still(run, tx).await? {
        return Ok(Fate::Over);
    }
    for ((seq, id), read) in all {
        // Of two servers with the same chunk, the second waits here and finds the result.
        Forms::hold_submission(tx, id).await?;
        if !run.is_settled(tx, id).await? {
            run.settle(tx, *seq, read).await?;
        }
    }
    // Whoever ended it meanwhile did so before these: they are rolled back, and nobody is told why of a job that has ended.
    if !Bulk::hold_open(tx, &run.job().id).await? {
        return Err(Refusal::new(MessageId::A002));
    }
    Ok(Fate::Settled)
}

/// Whether whoever asked for it may still do so: an account may have been switched off.
async fn may_still<E: Each>(run: &E, tx: &mut SchoolTx) -> Result<bool, Refusal> {
    match Identity::caller_of(tx, &run.caller().school, &run.job().account).await? {
        Some(caller) => run.may(tx, &caller).await,
        None => Ok(false),
    }
}

/// Whether the job is still under way: it may have been cancelled, or removed.
async fn is_open<E: Each>(run: &E, tx: &mut SchoolTx) -> Result<bool, Refusal> {
    let job = run.job();
    match run.enquiries().bulk().find(tx, &job.kind, &job.account, &job.id).await {
        Ok(job) => Ok(job.state.is_open()),
        Err(refusal) if refusal.id() == MessageId::A001 => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submission_s_own_no_is_no_trouble_of_the_server() {
        for id in [MessageId::A001, MessageId::A012, MessageId::A014, MessageId::L002, MessageId::R012] {
            assert!(!is_trouble(&Refusal::new(id)), "{}", id.as_str());
        }
        for id in [MessageId::R007, MessageId::R008, MessageId::R009, MessageId::R999] {
            assert!(is_trouble(&Refusal::new(id)), "{}", id.as_str());
        }
    }
}
