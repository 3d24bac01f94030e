//! Works off the outbox of every school, and clears away what has expired.
//!
//! There is no poll per school: a commit that leaves a job wakes the worker, which keeps a list of when each school is
//! due next. A slow sweep at the start and every hour after finds what a crash, another process or another server left.
//! Jobs are leased, so that a worker that dies gives them back; delivery is at least once, and every handler bears that.

mod handle;
pub mod mail;
pub mod message;
mod platform;
pub mod sms;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use kernel::caller::SchoolScope;
use kernel::outbox::{self, NextDue, OutboxRow};
use kernel::{SchoolId, StoreError};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::App;
use handle::Outcome;

/// How long a leased job is not given to another worker.
const LEASE_MS: i64 = 5 * 60 * 1000;
/// How long one job may take.
const JOB: Duration = Duration::from_secs(60);
/// Schools whose jobs run at once.
const AT_ONCE: usize = 8;
/// How often all schools are looked at.
const SWEEP: Duration = Duration::from_secs(60 * 60);
/// Pause between two schools of a sweep, so that it disturbs nobody.
const STEP: Duration = Duration::from_millis(5);
/// Tries before a job is hopeless: with the waits below, two days and a little.
const TRIES: i64 = 56;

/// The worker. Cheap to clone.
#[derive(Clone)]
pub struct Worker {
    app: Arc<App>,
}

impl Worker {
    pub(crate) fn new(app: Arc<App>) -> Self {
        Self { app }
    }

    /// Works until told to stop; what is running then is finished.
    pub async fn run(self, mut woken: UnboundedReceiver<SchoolId>, mut stopped: watch::Receiver<bool>) {
        let sweeping = tokio::spawn(self.clone().sweep_for_ever());
        let (made, mut new_schools) = tokio::sync::mpsc::unbounded_channel();
        let platform = tokio::spawn(self.clone().serve_platform(made));
        let mut due: HashMap<SchoolId, i64> = HashMap::new();
        let mut busy: HashSet<SchoolId> = HashSet::new();
        let mut running: JoinSet<(SchoolId, Option<i64>)> = JoinSet::new();
        loop {
            let now = self.app.clock.now_ms();
            for school in ready(&due, &busy, now, AT_ONCE.saturating_sub(busy.len())) {
                due.remove(&school);
                busy.insert(school.clone());
                let worker = self.clone();
                running.spawn(async move {
                    let next = worker.work(&SchoolScope::vouch(school.clone())).await;
                    (school, next)
                });
            }
            let next = due.iter().filter(|(school, _)| !busy.contains(*school)).map(|(_, at)| *at).min();
            let pause = next.map_or(SWEEP, |at| Duration::from_millis(u64::try_from(at - now).unwrap_or(0).max(10)));
            tokio::select! {
                school = woken.recv() => match school {
                    Some(school) => { due.insert(school, 0); }
                    None => break,
                },
                Some(school) = new_schools.recv() => { due.insert(school, 0); }
                Some(done) = running.join_next() => if let Ok((school, next)) = done {
                    busy.remove(&school);
                    if let Some(at) = next {
                        due.entry(school).and_modify(|known| *known = at.min(*known)).or_insert(at);
                    }
                },
                () = tokio::time::sleep(pause) => {}
                _ = stopped.changed() => break,
            }
        }
        sweeping.abort();
        platform.abort();
        while running.join_next().await.is_some() {}
    }

    /// Works off what is due in a school; gives the moment at which it has to be looked at again.
    pub async fn work(&self, scope: &SchoolScope) -> Option<i64> {
        match self.work_now(scope).await {
            Ok(next) => next,
            Err(error) => {
                tracing::error!(school.id = %scope.id(), %error, "the outbox could not be worked off");
                Some(self.app.clock.now_ms() + 60_000)
            }
        }
    }

    async fn work_now(&self, scope: &SchoolScope) -> Result<Option<i64>, StoreError> {
        loop {
            let jobs = self.lease(scope).await?;
            if jobs.is_empty() {
                let mut tx = self.app.db.read(scope).await?;
                let NextDue { due_at } = outbox::next_due(&mut tx).await?;
                return Ok(due_at);
            }
            for job in jobs {
                let outcome = match tokio::time::timeout(JOB, handle::handle(&self.app, scope, &job)).await {
                    Ok(outcome) => outcome,
                    Err(_) => Outcome::Later("it took too long".into()),
                };
                self.settle(scope, job, outcome).await?;
            }
        }
    }

    async fn lease(&self, scope: &SchoolScope) -> Result<Vec<OutboxRow>, StoreError> {
        let now = self.app.clock.now_ms();
        {
            // Looking costs no write, and mostly there is nothing to do.
            let mut tx = self.app.db.read(scope).await?;
            if outbox::next_due(&mut tx).await?.due_at.is_none_or(|at| at > now) {
                return Ok(Vec::new());
            }
        }
        self.app.db.write(scope, move |tx| Box::pin(outbox::lease_jobs(tx, now, now + LEASE_MS))).await
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
            tracing::warn!(school.id = %scope.id(), job = job.id, kind, attempts, outcome = label, cause, "a job failed");
        }
        let mut random = [0u8; 2];
        self.app.rng.fill(&mut random);
        let due_at = now + wait_ms(attempts, u16::from_be_bytes(random));
        self.app
            .db
            .write(scope, move |tx| {
                Box::pin(async move {
                    match outcome {
                        Outcome::Done => outbox::finish_job(tx, &job.id, now).await,
                        Outcome::Later(cause) if attempts < TRIES => {
                            outbox::retry_job(tx, &job.id, due_at, &cause).await
                        }
                        Outcome::Later(cause) | Outcome::Never(cause) => {
                            outbox::bury_job(tx, &job.id, now, &cause).await
                        }
                    }
                })
            })
            .await
            .map(drop)
    }

    async fn sweep_for_ever(self) {
        loop {
            Box::pin(self.sweep()).await;
            tokio::time::sleep(SWEEP).await;
        }
    }

    /// Looks at every school that has data: jobs that are due, drafts and sessions that have expired.
    pub async fn sweep(&self) {
        self.sweep_platform().await;
        for school in self.app.registry.all() {
            if !self.app.db.exists(school.id()) {
                continue;
            }
            let scope = school.scope();
            self.work(&scope).await;
            if let Err(error) = self.app.state.forms.purge(&scope).await {
                tracing::error!(school.id = %school.id(), %error, "what has expired could not be cleared away");
            }
            if let Err(error) = self.app.state.identity.purge(&scope).await {
                tracing::error!(school.id = %school.id(), %error, "old sessions could not be cleared away");
            }
            if let Err(error) = self.app.state.identity.purge_proofs(&scope).await {
                tracing::error!(school.id = %school.id(), %error, "old proofs could not be cleared away");
            }
            if let Err(error) = self.app.state.avatars.purge(&scope).await {
                tracing::error!(school.id = %school.id(), %error, "pictures that nobody has could not be cleared away");
            }
            if let Err(error) = self.app.state.settings.purge(&scope).await {
                tracing::error!(school.id = %school.id(), %error, "uploads that nothing names could not be cleared away");
            }
            tokio::time::sleep(STEP).await;
        }
    }
}

/// The schools that are due and not being worked on.
fn ready(due: &HashMap<SchoolId, i64>, busy: &HashSet<SchoolId>, now: i64, most: usize) -> Vec<SchoolId> {
    let waiting = due.iter().filter(|(school, at)| **at <= now && !busy.contains(*school));
    waiting.map(|(school, _)| school.clone()).take(most).collect()
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

    #[test]
    fn a_school_that_is_worked_on_is_not_taken_twice() {
        let id = |text: &str| SchoolId::parse(text).expect("id");
        let due = HashMap::from([(id("a"), 0), (id("b"), 5), (id("c"), 50)]);
        let busy = HashSet::from([id("a")]);
        assert_eq!(ready(&due, &busy, 10, 8), [id("b")]);
        assert!(ready(&due, &busy, 10, 0).is_empty());
    }
}
