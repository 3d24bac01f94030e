//! Turns: how many calls run at once, in all and per school. A school waits for its own share first, so that however many of
//! its calls are waiting, they hold no turn of the others.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{PermitConfig, PluginFault};

/// Schools remembered before idle ones are forgotten.
const REMEMBERED: usize = 1024;

/// Hands out turns.
#[derive(Debug)]
pub(crate) struct Permits {
    config: PermitConfig,
    all: Arc<Semaphore>,
    schools: Mutex<HashMap<String, Arc<SchoolQueue>>>,
}

#[derive(Debug)]
struct SchoolQueue {
    share: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// One turn; given back when dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _school: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

/// Counts a waiting call, also when its future is dropped half-way.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Permits {
    pub(crate) fn new(config: PermitConfig) -> Self {
        let all = Arc::new(Semaphore::new(config.total));
        Self { config, all, schools: Mutex::default() }
    }

    /// Waits for a turn, for as long as the settings say.
    pub(crate) async fn acquire(&self, school: &str) -> Result<Permit, PluginFault> {
        let queue = self.queue(school);
        if queue.waiting.fetch_add(1, Ordering::Relaxed) >= self.config.queue_per_school + self.config.per_school {
            queue.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(PluginFault::Busy);
        }
        let _waiting = Waiting(&queue.waiting);
        let turn = async {
            let school = Arc::clone(&queue.share).acquire_owned().await.ok()?;
            let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
            Some(Permit { _school: school, _all: all })
        };
        tokio::time::timeout(self.config.wait, turn).await.ok().flatten().ok_or(PluginFault::Busy)
    }

    fn queue(&self, school: &str) -> Arc<SchoolQueue> {
        let mut schools = self.schools.lock();
        if let Some(queue) = schools.get(school) {
            return Arc::clone(queue);
        }
        if schools.len() >= REMEMBERED {
            let idle = |queue: &Arc<SchoolQueue>| {
                Arc::strong_count(queue) == 1 && queue.share.available_permits() == self.config.per_school
            };
            schools.retain(|_, queue| !idle(queue));
        }
        let queue = Arc::new(SchoolQueue {
            share: Arc::new(Semaphore::new(self.config.per_school)),
            waiting: AtomicUsize::new(0),
        });
        schools.insert(school.to_owned(), Arc::clone(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn permits() -> Permits {
        Permits::new(PermitConfig { total: 3, per_school: 2, queue_per_school: 1, wait: Duration::from_millis(20) })
    }

    #[tokio::test]
    async fn a_school_takes_no_more_than_its_share() {
        let permits = permits();
        let _one = permits.acquire("abq").await.unwrap();
        let _two = permits.acquire("abq").await.unwrap();
        assert_eq!(permits.acquire("abq").await.unwrap_err(), PluginFault::Busy);
        let _other = permits.acquire("mogra").await.unwrap();
        assert_eq!(permits.acquire("rushmore").await.unwrap_err(), PluginFault::Busy, "all three are taken");
    }

    #[tokio::test]
    async fn a_turn_comes_back() {
        let permits = permits();
        let one = permits.acquire("abq").await.unwrap();
        let _two = permits.acquire("abq").await.unwrap();
        drop(one);
        assert!(permits.acquire("abq").await.is_ok());
    }

    #[tokio::test]
    async fn idle_schools_are_forgotten() {
        let permits = permits();
        for n in 0..3 * REMEMBERED {
            drop(permits.acquire(&format!("school-{n}")).await.unwrap());
        }
        assert!(permits.schools.lock().len() <= REMEMBERED);
    }
}
