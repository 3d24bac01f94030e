//! Hashing passwords takes a core and 19 MiB for tens of milliseconds: few at a time, on threads of its own that give way to
//! everything else. Addresses and schools stand in lines of their own, so that a crowd waits for itself.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use kernel::background::BackgroundThreads;
use kernel::turns::{Turn, Turns};
use kernel::{MessageId, Refusal};
use tokio::sync::Semaphore;
use words::address::household;

/// How many of one address may wait: a room of computers at a school.
const WAITING_OF_ADDRESS: usize = 48;
/// How many of one school may wait, each from another address.
const WAITING_OF_SCHOOL: usize = 256;
/// Tries in hand for each thread: while one is hashed, others are read and written down.
const IN_HAND: usize = 4;
/// How long anybody waits; a refusal that says when to come again beats an answer that comes too late.
const PATIENCE: Duration = Duration::from_secs(20);
/// The few threads that hash passwords, and the lines before them.
#[derive(Debug, Clone)]
pub struct HashPool {
    callers: Turns,
    schools: Turns,
    addresses: Turns,
    threads: BackgroundThreads,
}

/// A place at the pool, held until the try has ended.
#[derive(Debug)]
pub struct Place {
    _address: Turn,
    _school: Turn,
    _caller: Turn,
}

/// The turn of somebody who is signed in, one at a time and few who wait: who asks again and again waits for it, and stands in the pool's
/// lines once.
pub(crate) async fn own_turn(name: String) -> Result<Turn, Refusal> {
    static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::new(Semaphore::MAX_PERMITS, 1, 4, PATIENCE));
    TURNS.take(&[name]).await
}

impl HashPool {
    /// A pool for this machine: half its cores, at least one.
    pub fn for_this_machine() -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::start((cores / 2).max(1))
    }

    /// So many threads. They end with the last copy of the pool.
    fn start(threads: usize) -> std::io::Result<Self> {
        let in_hand = threads * IN_HAND;
        let threads = BackgroundThreads::start("hash", threads, in_hand)?;
        let line = |places, each, waiting| Turns::new(places, each, waiting, PATIENCE);
        Ok(Self {
            callers: line(Semaphore::MAX_PERMITS, 1, WAITING_OF_ADDRESS),
            schools: line(Semaphore::MAX_PERMITS, in_hand / 2, WAITING_OF_SCHOOL),
            // Whoever waits here holds a place of a school: few may.
            addresses: line(in_hand, in_hand / 2, in_hand),
            threads,
        })
    }

    /// A place for a try at a school, or at the platform, from an address. Those of one address at one school come one after another, so
    /// that an address waits in a school's line once, and holds nothing at other schools meanwhile. L002 when a line is full or it takes
    /// too long.
    pub async fn enter(&self, school: &str, address: Option<IpAddr>) -> Result<Place, Refusal> {
        let full = |_: Refusal| {
            metrics::counter!("qabul_sign_in_queue_full_total").increment(1);
            Refusal::new(MessageId::L002).retry_after(2)
        };
        let address = address.map_or_else(|| "none".to_owned(), |address| household(address).to_string());
        let lines = async {
            Ok(Place {
                _caller: self.callers.take(&[format!("{school} {address}")]).await?,
                _school: self.schools.take(&[school.to_owned()]).await?,
                _address: self.addresses.take(&[address]).await?,
            })
        };
        // One patience for all of them: what waits in lines must not outlast what answers it.
        let place = tokio::time::timeout(PATIENCE, lines).await;
        place.unwrap_or_else(|_| Err(Refusal::new(MessageId::R012))).map_err(full)
    }

    /// Runs the work on a thread of the pool when its turn has come.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        self.threads.run(work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(host: u8) -> Option<IpAddr> {
        Some(IpAddr::from([203, 0, 113, host]))
    }

    /// Whether there is a place within a moment; the clock stands still otherwise.
    async fn soon(pool: &HashPool, school: &str, host: u8) -> Option<Place> {
        tokio::time::timeout(Duration::from_millis(1), pool.enter(school, from(host))).await.ok()?.ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_waits_for_itself() {
        let pool = HashPool::start(1).expect("threads");
        assert_eq!(pool.run(|| 7).await.expect("runs"), 7);
        let crowd: Vec<_> = (1..=2).map(|host| (host, soon(&pool, "alpha", host))).collect();
        let mut held = Vec::new();
        for (host, place) in crowd {
            held.push(place.await.unwrap_or_else(|| panic!("{host} has a place")));
        }
        assert!(soon(&pool, "alpha", 3).await.is_none(), "half of what is in hand is one school's");
        // One that waits there, and whoever else is behind its address.
        let waits = tokio::spawn({
            let pool = pool.clone();
            async move { pool.enter("alpha", from(3)).await.is_ok() }
        });
        tokio::task::yield_now().await;
        let elsewhere = soon(&pool, "beta", 3).await;
        assert!(elsewhere.is_some(), "what waits at one school holds nothing at another");
        assert!(soon(&pool, "beta", 3).await.is_none(), "an address has one at a time at one school");
        held.clear();
        assert!(waits.await.expect("ends"));
        let again = soon(&pool, "gamma", 3).await;
        assert!(
            again.is_some() && soon(&pool, "delta", 3).await.is_none(),
            "and half of what is in hand at all of them"
        );
        assert!(soon(&pool, "alpha", 4).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_waits_at_few_schools() {
        let pool = HashPool::start(1).expect("threads");
        let enter = |n: u8, host| {
            let pool = pool.clone();
            tokio::spawn(async move { pool.enter(&format!("school-{n}"), from(host)).await })
        };
        let asked: Vec<_> = (0..40).flat_map(|n| [enter(n, 1), enter(n, 2)]).collect();
        tokio::task::yield_now().await;
        let (mut places, mut refused) = (Vec::new(), 0);
        for each in asked {
            match tokio::time::timeout(Duration::from_millis(1), each).await {
                Ok(Ok(Ok(place))) => places.push(place),
                Ok(Ok(Err(refusal))) => refused += usize::from(refusal.id() == MessageId::L002),
                _ => {}
            }
        }
        assert_eq!((places.len(), refused), (4, 2 * (40 - 2 - 4)), "the rest waits at four schools each");
    }

    #[tokio::test(start_paused = true)]
    async fn lines_are_bounded_and_end() {
        let pool = HashPool::start(1).expect("threads");
        let held = pool.enter("alpha", from(1)).await.expect("a place");
        let enter = || {
            let pool = pool.clone();
            tokio::spawn(async move { pool.enter("alpha", from(1)).await.map(drop).map_err(|no| no.id()) })
        };
        let waiting: Vec<_> = (0..WAITING_OF_ADDRESS).map(|_| enter()).collect();
        tokio::task::yield_now().await;
        let last = tokio::time::timeout(Duration::from_millis(1), enter()).await;
        assert_eq!(last.expect("at once").expect("ends"), Err(MessageId::L002), "the line is full");
        for each in waiting {
            assert_eq!(each.await.expect("ends"), Err(MessageId::L002), "too long");
        }
        drop(held);
        assert!(pool.enter("alpha", from(1)).await.is_ok());
    }
}
