//! Tries at one name come one after the other: what is judged at once on one server would otherwise pay one delay.

use std::sync::Arc;

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use words::SchoolId;

const SHARDS: usize = 256;

/// Whose turn it is. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Turns(Arc<Vec<Arc<Turn<()>>>>);

impl Default for Turns {
    fn default() -> Self {
        Self((0..SHARDS).map(|_| Arc::new(Turn::new(()))).collect::<Vec<_>>().into())
    }
}

impl Turns {
    /// Waits for the name's turn.
    pub async fn wait(&self, school: &SchoolId, name: &str) -> OwnedMutexGuard<()> {
        let digest = words::sha256_hex(format!("{school}\n{name}").as_bytes());
        let key = u64::from_str_radix(&digest[..16], 16).unwrap_or_default();
        let shard = usize::try_from(key % SHARDS as u64).unwrap_or_default();
        self.0[shard].clone().lock_owned().await
    }
}
