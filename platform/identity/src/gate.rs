//! Hashing passwords takes a core and 19 MiB for tens of milliseconds: few at a time, few waiting, none on async threads.

use std::sync::Arc;

use kernel::{MessageId, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many may wait for their turn.
const QUEUE: usize = 64;

/// The bounded gate in front of password hashing.
#[derive(Debug, Clone)]
pub struct Gate {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

/// A place in the queue, held until the try has ended.
#[derive(Debug)]
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Gate {
    /// A gate for this machine: half its cores, at least one.
    pub fn for_this_machine() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let turns = (cores / 2).max(1);
        Self { places: Arc::new(Semaphore::new(turns + QUEUE)), turns: Arc::new(Semaphore::new(turns)) }
    }

    /// Takes a place, or refuses at once when the queue is full: a short wait beats a long one that ends in a timeout.
    pub fn enter(&self) -> Result<Place, Refusal> {
        match self.places.clone().try_acquire_owned() {
            Ok(permit) => Ok(Place { _permit: permit }),
            Err(_) => {
                metrics::counter!("qabul_sign_in_queue_full_total").increment(1);
                Err(Refusal::new(MessageId::L002).retry_after(2))
            }
        }
    }

    /// Runs the work on a blocking thread when its turn has come.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let turn = self.turns.clone().acquire_owned().await.map_err(Refusal::internal)?;
        tokio::task::spawn_blocking(move || {
            let value = work();
            drop(turn);
            value
        })
        .await
        .map_err(Refusal::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let gate = Gate { places: Arc::new(Semaphore::new(2)), turns: Arc::new(Semaphore::new(1)) };
        let (_a, _b) = (gate.enter().expect("place"), gate.enter().expect("place"));
        assert_eq!(gate.enter().expect_err("full").id(), MessageId::L002);
        drop(_a);
        assert!(gate.enter().is_ok());
        assert_eq!(gate.run(|| 7).await.expect("runs"), 7);
    }
}
