//! Tries of one account come one after the other, and names that are nobody's are slowed down like real ones.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::SchoolId;
use parking_lot::Mutex;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

use crate::model::delay_ms;

const SHARDS: usize = 256;
/// Unknown names that are remembered; beyond it the oldest half is forgotten.
const REMEMBERED: usize = 20_000;

/// What slows tries down.
#[derive(Debug, Clone)]
pub struct Slowdown {
    turns: Arc<Vec<Arc<Turn<()>>>>,
    strangers: Arc<Mutex<HashMap<u64, Stranger>>>,
}

#[derive(Debug, Clone, Copy)]
struct Stranger {
    failed: i64,
    retry_at: i64,
}

impl Default for Slowdown {
    fn default() -> Self {
        Self::new()
    }
}

impl Slowdown {
    /// One that nothing slowed down yet.
    #[must_use]
    pub fn new() -> Self {
        Self { turns: Arc::new((0..SHARDS).map(|_| Arc::new(Turn::new(()))).collect()), strangers: Arc::default() }
    }

    /// Waits for the account's turn: a thousand guesses at once are judged one by one, so that the delay counts.
    pub async fn turn(&self, school: &SchoolId, email: &str) -> OwnedMutexGuard<()> {
        let shard = usize::try_from(key(school, email) % SHARDS as u64).unwrap_or_default();
        self.turns[shard].clone().lock_owned().await
    }

    /// From when on a try for a name that is nobody's is looked at.
    pub fn retry_at(&self, school: &SchoolId, email: &str) -> i64 {
        self.strangers.lock().get(&key(school, email)).map_or(0, |stranger| stranger.retry_at)
    }

    /// One more wrong password for a name that is nobody's.
    pub fn failed(&self, school: &SchoolId, email: &str, now: i64) {
        let mut strangers = self.strangers.lock();
        if strangers.len() >= REMEMBERED {
            let mut ends: Vec<i64> = strangers.values().map(|stranger| stranger.retry_at).collect();
            ends.sort_unstable();
            let middle = ends[ends.len() / 2];
            strangers.retain(|_, stranger| stranger.retry_at > middle);
        }
        let stranger = strangers.entry(key(school, email)).or_insert(Stranger { failed: 0, retry_at: 0 });
        stranger.failed += 1;
        stranger.retry_at = now + delay_ms(stranger.failed);
    }
}

fn key(school: &SchoolId, email: &str) -> u64 {
    let digest = kernel::crypto::sha256_hex(format!("{school}\n{email}").as_bytes());
    u64::from_str_radix(&digest[..16], 16).unwrap_or_default()
}
