//! Works off the outbox of every school, and clears away what has expired.
//!
//! There is no poll per school: a commit that leaves a job wakes the worker, which keeps a list of when each school is
//! due next in each lane ([`turns`]). Where servers share a database, one query every few seconds finds what another server
//! left and does not work off; a slow sweep at the start and every hour after what a crash or another process left.
//! Jobs are leased, so that a worker that dies gives them back; delivery is at least once, and every handler bears that.

pub mod mail;
pub mod message;
mod platform;
mod reach;
pub mod sms;
mod turns;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kernel::StoreError;
use kernel::caller::SchoolScope;
use kernel::jobs::{Outcome, Work};
use kernel::mail::SendMail;
use kernel::outbox::{self, Lane, NextDue, OutboxRow};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::watch;
use tokio::task::JoinSet;
use words::SchoolId;

use crate::app::App;
use crate::rooms::ROOMS;
use reach::CountedMailer;
use turns::{Turn, Turns, rest, width};

/// How long a leased job is not given to another worker: twice what one may take, as all that are leased run at once.
const LEASE_MS: i64 = 2 * 60 * 1000;
/// How long one job may take.
const JOB: Duration = Duration::from_secs(60);
/// How often is looked for what other servers left.
const LOOK: Duration = Duration::from_secs(10);
/// How often all schools are looked at.
const SWEEP: Duration = Duration::from_secs(60 * 60);
/// Pause between two schools of a sweep, so that it disturbs nobody.
const STEP: Duration = Duration::from_millis(5);
/// Tries before a job is hopeless: with the waits below, two days and a little.
const TRIES: i64 = 56;

/// Mail whose letters are counted over all schools.
pub(crate) fn counted_mailer(app: &Arc<App>) -> Arc<dyn SendMail> {
    Arc::new(CountedMailer { mailer: app.mailer.clone(), console: app.state.console.clone() })
}

/// The worker. Cheap to clone.
#[derive(Clone)]
pub struct Worker {
    app: Arc<App>,
    work: Arc<Work>,
}

impl Worker {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let carries = ROOMS.iter().flat_map(|room| (room.carries)(&app)).collect();
        let own = message::work(&app).and(app.bulk.work(carries));
        let work = ROOMS.iter().fold(own, |work, room| work.and((room.work)(&app)));
        Self { work: Arc::new(work), app }
    }

    /// Works until told to stop; what is running then is finished.
    pub async fn run(self, mut woken: UnboundedReceiver<SchoolId>, mut stopped: watch::Receiver<bool>) {
        let (made, mut new_schools) = tokio::sync::mpsc::unbounded_channel();
        let platform = tokio::spawn(self.clone().serve_platform(made));
        let (found, mut left) = tokio::sync::mpsc::unbounded_channel();
        let sweeping = tokio::spawn(self.clone().sweep_for_ever(found.clone()));
        let looking = tokio::spawn(self.clone().look_for_ever(found));
        let mut turns = Turns::default();
        let mut running: JoinSet<(Turn, Option<i64>)> = JoinSet::new();
        loop {
            let now = self.app.clock.now_ms();
            for turn in turns.begin(now) {
                let worker = self.clone();
                running.spawn(async move {
                    let began = Instant::now();
                    let next = worker.turn(&SchoolScope::vouch(turn.0.clone()), turn.1).await;
                    tokio::time::sleep(rest(turn.1, began.elapsed())).await;
                    (turn, next)
                });
            }
            let pause =
                turns.next().map_or(SWEEP, |at| Duration::from_millis(u64::try_from(at - now).unwrap_or(0).max(10)));
            let woken = tokio::select! {
                school = woken.recv() => match school {
                    school @ Some(_) => school,
                    None => break,
                },
                Some(school) = new_schools.recv() => Some(school),
                Some(turn) = left.recv() => { turns.wake(turn, now); None }
                Some(done) = running.join_next() => {
                    if let Ok((turn, next)) = done {
                        turns.end(turn, next, self.app.clock.now_ms());
                    }
                    None
                }
                () = tokio::time::sleep(pause) => None,
                _ = stopped.changed() => break,
            };
            if let Some(school) = woken {
                Lane::ALL.into_iter().for_each(|lane| turns.wake((school.clone(), lane), now));
            }
        }
        sweeping.abort();
        platform.abort();
        looking.abort();
        while running.join_next().await.is_some() {}
    }

    /// Looks for what other servers left, where there are others.
    async fn look_for_ever(self, found: UnboundedSender<Turn>) {
        while self.app.db.is_shared() {
            for turn in self.look().await {
                if found.send(turn).is_err() {
                    return;
                }
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Where jobs are due that nobody works on. A school that is not live here is another server's.
    async fn look(&self) -> Vec<Turn> {
        match self.app.db.waiting(self.app.clock.now_ms()).await {
            Ok(turns) => turns.into_iter().filter(|turn| self.app.registry.school(&turn.0).is_some()).collect(),
            Err(error) => {
                tracing::error!(%error, "the outboxes could not be looked at");
                Vec::new()
            }
        }
    }

    /// A school's turn in a lane; gives the moment at which it has to be looked at again.
    async fn turn(&self, scope: &SchoolScope, lane: Lane) -> Option<i64> {
        let worked = async {
            // Looking costs no write, and mostly there is nothing to do.
            let next = self.next(scope, lane).await?;
            if self.batch(scope, lane, next).await? == 0 { Ok(next) } else { self.next(scope, lane).await }
        };
        worked.await.unwrap_or_else(|error| Some(self.put_off(scope, &error)))
    }

    /// Works off what is due in a school; gives the moment at which it has to be looked at again.
    pub async fn work(&self, scope: &SchoolScope) -> Option<i64> {
        self.work_now(scope).await.unwrap_or_else(|error| Some(self.put_off(scope, &error)))
    }

    async fn work_now(&self, scope: &SchoolScope) -> Result<Option<i64>, StoreError> {
        loop {
            let mut begun = 0;
            for lane in Lane::ALL {
                let next = self.next(scope, lane).await?;
                begun += self.batch(scope, lane, next).await?;
            }
            if begun == 0 {
                let mut tx = self.app.db.read(scope).await?;
                let NextDue { due_at } = outbox::next_due(&mut tx).await?;
                return Ok(due_at);
            }
        }
    }

    fn put_off(&self, scope: &SchoolScope, error: &StoreError) -> i64 {
        tracing::error!(school.id = %scope.id(), %error, "the outbox could not be worked off");
        self.app.clock.now_ms() + 60_000
    }

    async fn next(&self, scope: &SchoolScope, lane: Lane) -> Result<Option<i64>, StoreError> {
        let mut tx = self.app.db.read(scope).await?;
        outbox::next_due_in(&mut tx, lane).await
    }

    /// Takes a few jobs of a lane that is due then, and does them side by side; gives how many.
    async fn batch(&self, scope: &SchoolScope, lane: Lane, due: Option<i64>) -> Result<usize, StoreError> {
        let now = self.app.clock.now_ms();
        if due.is_none_or(|at| at > now) {
            return Ok(0);
        }
        let most = width(lane);
        let leased =
            self.app.db.write(scope, move |tx| Box::pin(outbox::lease_jobs(tx, lane, now, now + LEASE_MS, most)));
        let jobs = leased.await?;
        let done = join_all(jobs.into_iter().map(|job| self.job(scope, job))).await;
        let begun = done.len();
        done.into_iter().collect::<Result<(), _>>().map(|()| begun)
    }

    async fn job(&self, scope: &SchoolScope, job: OutboxRow) -> Result<(), StoreError> {
        if job.attempts > TRIES {
            return self.settle(scope, job, Outcome::Never("whoever began it never ended it".into())).await;
        }
        let outcome = match tokio::time::timeout(JOB, self.work.carry_out(scope, &job)).await {
            Ok(outcome) => outcome,
            Err(_) => Outcome::Later("it took too long".into()),
        };
        self.settle(scope, job, outcome).await
    }

    async fn settle(&self, scope: &SchoolScope, job: OutboxRow, outcome: Outcome) -> Result<(), StoreError> {
        let now = self.app.clock.now_ms();
        let (kind, attempts) = (job.kind.clone(), job.attempts);
        let label = match &outcome {
            Outcome::Done => "done",
            Outcome::Later(_) if attempts < TRIES => "later",
            _ => "dead",
        };
        metrics::counter!("qabul_jobs_total", "kind" => kind.clone(), "outcome" => label).increment(1);
        if let Outcome::Later(cause) | Outcome::Never(cause) = &outcome {
            tracing::warn!(school.id = %scope.id(), job = %job.id, kind, attempts, outcome = label, cause, "a job failed");
        }
        let mut random = [0u8; 2];
        self.app.rng.fill(&mut random);
        let due_at = now + wait_ms(attempts, u16::from_be_bytes(random));
        self.app
            .db
            .write(scope, move |tx| {
                Box::pin(async move {
                    match outcome {
                        Outcome::Done => outbox::finish_job(tx, &job.id, attempts, now).await,
                        Outcome::Later(cause) if attempts < TRIES => {
                            outbox::retry_job(tx, &job.id, attempts, due_at, &cause).await
                        }
                        Outcome::Later(cause) | Outcome::Never(cause) => {
                            outbox::bury_job(tx, &job.id, attempts, now, &cause).await
                        }
                    }
                })
            })
            .await
            .map(drop)
    }

    /// Looks at every school that has data, at the start and once an hour. Its jobs go by turns: here it is only found out where some wait,
    /// as nothing is known after a restart of what falls due later.
    async fn sweep_for_ever(self, waiting: UnboundedSender<Turn>) {
        loop {
            self.sweep_platform().await;
            for school in self.app.registry.all() {
                if !self.app.db.exists(school.id()) {
                    continue;
                }
                let scope = school.scope();
                for lane in Lane::ALL {
                    // One that cannot be asked is looked at by its turn, which says why.
                    let waits = self.next(&scope, lane).await.map_or(true, |due| due.is_some());
                    if waits && waiting.send((school.id().clone(), lane)).is_err() {
                        return;
                    }
                }
                self.work.look_over(&scope).await;
                tokio::time::sleep(STEP).await;
            }
            tokio::time::sleep(SWEEP).await;
        }
    }

    /// All that is to be done now, without [`Worker::run`]: jobs that are due, drafts and sessions that have expired.
    pub async fn sweep(&self) {
        self.sweep_platform().await;
        for school in self.app.registry.all() {
            if self.app.db.exists(school.id()) {
                let scope = school.scope();
                self.work(&scope).await;
                self.work.look_over(&scope).await;
            }
        }
    }
}

/// Half a minute, doubling to an hour, give or take a fifth: a mail server that comes back is not met by all at once.
fn wait_ms(attempts: i64, random: u16) -> i64 {
    let base = 30_000_i64 << attempts.saturating_sub(1).clamp(0, 7);
    let base = base.min(3_600_000);
    base - base / 5 + (base * 2 / 5) * i64::from(random) / i64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_an_hour_and_last_for_two_days() {
        assert_eq!(wait_ms(1, 0), 24_000);
        assert_eq!(wait_ms(1, u16::MAX), 36_000);
        assert_eq!((wait_ms(8, 0), wait_ms(50, u16::MAX)), (2_880_000, 4_320_000));
        let total: i64 = (1..TRIES).map(|attempts| wait_ms(attempts, u16::MAX / 2)).sum();
        assert!((47..=52).contains(&(total / 3_600_000)), "{} h", total / 3_600_000);
    }
}
