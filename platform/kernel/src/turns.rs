//! Turns at something dear: so many in the process, fewer for each of those who ask, and a line before it that ends.
//!
//! Who asks is a school, an address, or both. One that asks a lot waits for itself, and everybody else goes on.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::Instrument as _;
use words::sabotage::{Guard, is_removed};

use crate::{MessageId, Refusal};

/// The turns. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Turns(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    places: Arc<Semaphore>,
    each: usize,
    waiting: usize,
    patience: Duration,
    lines: Mutex<HashMap<String, Line>>,
}

/// Those of one name who wait or have their turn.
#[derive(Debug)]
struct Line {
    places: Arc<Semaphore>,
    people: usize,
}

/// A turn; ends when it is dropped.
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _stands: Vec<Stand>,
}

/// A stand in one name's line.
#[derive(Debug)]
struct Stand {
    turns: Arc<Inner>,
    name: String,
    place: Option<OwnedSemaphorePermit>,
}

impl Turn {
    /// Works off the async threads, in this turn to the end of the work: whoever hangs up does not stop it. Gives the turn back for
    /// what follows.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Self), Refusal> {
        let working = tokio::task::spawn_blocking(move || (work(), self));
        working.await.map_err(Refusal::internal)
    }

    /// The same for work that waits: for a connection, a disk, another process.
    pub async fn see<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<(T, Self), Refusal> {
        let working = async move { (work.await, self) };
        tokio::spawn(working.in_current_span()).await.map_err(Refusal::internal)
    }
}

impl Turns {
    /// `places` at once, `each` of them for one name; so many of a name may wait, and not longer than that.
    #[must_use]
    pub fn new(places: usize, each: usize, waiting: usize, patience: Duration) -> Self {
        let places = Arc::new(Semaphore::new(places));
        Self(Arc::new(Inner { places, each: each.max(1), waiting, patience, lines: Mutex::default() }))
    }

    /// A turn under all of these names, taken one after the other. R012 when a line is full or it takes too long.
    pub async fn take(&self, names: &[String]) -> Result<Turn, Refusal> {
        let wait = async {
            let mut stands = Vec::with_capacity(names.len());
            for name in names {
                let (mut stand, places) = self.0.stand(name)?;
                stand.place = Some(places.acquire_owned().await.map_err(Refusal::internal)?);
                stands.push(stand);
            }
            let place = self.0.places.clone().acquire_owned().await.map_err(Refusal::internal)?;
            Ok(Turn { _place: place, _stands: stands })
        };
        tokio::time::timeout(self.0.patience, wait).await.unwrap_or_else(|_| Err(busy()))
    }
}

impl Inner {
    fn stand(self: &Arc<Self>, name: &str) -> Result<(Stand, Arc<Semaphore>), Refusal> {
        let mut lines = self.lines.lock();
        let fresh = || Line { places: Arc::new(Semaphore::new(self.each)), people: 0 };
        let line = lines.entry(name.to_owned()).or_insert_with(fresh);
        if line.people >= self.each + self.waiting && !is_removed(Guard::Turns) {
            return Err(busy());
        }
        line.people += 1;
        Ok((Stand { turns: self.clone(), name: name.to_owned(), place: None }, line.places.clone()))
    }
}

impl Drop for Stand {
    fn drop(&mut self) {
        drop(self.place.take());
        let mut lines = self.turns.lines.lock();
        if let Some(line) = lines.get_mut(&self.name) {
            line.people -= 1;
            if line.people == 0 {
                lines.remove(&self.name);
            }
        }
    }
}

fn busy() -> Refusal {
    metrics::counter!("qabul_turns_refused_total").increment(1);
    Refusal::new(MessageId::R012).retry_after(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }

    /// Whether it is there at once.
    async fn at_once(turns: &Turns, name: &str) -> Option<Turn> {
        tokio::time::timeout(Duration::from_millis(20), turns.take(&of(name))).await.ok()?.ok()
    }

    #[tokio::test(start_paused = true)]
    async fn who_asks_a_lot_waits_for_itself() {
        let turns = Turns::new(2, 1, 8, Duration::from_secs(60));
        let first = at_once(&turns, "a").await;
        assert!(first.is_some() && at_once(&turns, "a").await.is_none(), "one of a");
        let second = at_once(&turns, "b").await;
        assert!(second.is_some(), "the other place is not a's");
        assert!(at_once(&turns, "c").await.is_none(), "two at once");
        drop(first);
        assert!(at_once(&turns, "c").await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_has_an_end_and_so_has_patience() {
        let turns = Turns::new(2, 1, 2, Duration::from_secs(20));
        let held = turns.take(&of("a")).await;
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                tokio::spawn({
                    let turns = turns.clone();
                    async move { turns.take(&of("a")).await.map(drop) }
                })
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(
            turns.take(&of("a")).await.map(drop).map_err(|no| no.id()),
            Err(MessageId::R012),
            "the line is full"
        );
        for each in waiting {
            // The clock goes on by itself as nothing else moves.
            assert_eq!(each.await.map(|got| got.map_err(|no| no.id())).ok(), Some(Err(MessageId::R012)), "too long");
        }
        drop(held);
        assert!(turns.take(&of("a")).await.is_ok());
        assert!(turns.0.lines.lock().is_empty(), "nobody is remembered who does not wait");
    }
}
