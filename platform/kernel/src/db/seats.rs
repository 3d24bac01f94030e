//! Who gets a connection of the one pool of all schools next: of those who wait, the school that holds the fewest.
//!
//! A school alone may use nearly all of them. When others want some too, each that becomes free goes to them, however long the
//! line of the one is; so a school whose reads are slow waits for itself.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use super::StoreError;

/// How long anybody waits.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many of a school may wait.
const LINE: usize = 2_000;

/// The seats. Cheap to clone.
#[derive(Clone)]
pub(super) struct Seats(Arc<Mutex<State>>);

/// A right to one connection; given back when it is dropped.
pub(super) struct Seat {
    seats: Seats,
    school: SchoolId,
}

struct State {
    free: usize,
    /// What one school may hold.
    each: usize,
    schools: HashMap<SchoolId, Line>,
}

#[derive(Default)]
struct Line {
    held: usize,
    waiting: VecDeque<oneshot::Sender<Seat>>,
}

impl Seats {
    /// As many as there are connections, of which the last eighth is for other schools than the one that has the rest.
    pub fn of_schools(connections: u32) -> Self {
        Self::new(connections, connections - connections.div_ceil(8))
    }

    /// As many as there are connections, all of them for one.
    pub fn of_one(connections: u32) -> Self {
        Self::new(connections, connections)
    }

    fn new(connections: u32, each: u32) -> Self {
        let as_many = |n: u32| usize::try_from(n).unwrap_or(usize::MAX).max(1);
        let (free, each) = (as_many(connections), as_many(each));
        Self(Arc::new(Mutex::new(State { free, each, schools: HashMap::new() })))
    }

    /// A seat for a school. [`StoreError::Away`] where its line is too long, or nothing becomes free.
    pub async fn take(&self, school: &SchoolId) -> Result<Seat, StoreError> {
        let granted = {
            let mut state = self.0.lock();
            let (free, each) = (state.free, state.each);
            let line = state.schools.entry(school.clone()).or_default();
            if line.waiting.is_empty() && free > 0 && (line.held < each || is_removed(Guard::Seats)) {
                line.held += 1;
                state.free -= 1;
                return Ok(self.seat(school.clone()));
            }
            if line.waiting.len() >= LINE {
                return Err(StoreError::Away("too many of the school wait for a connection".into()));
            }
            let (grant, granted) = oneshot::channel();
            line.waiting.push_back(grant);
            granted
        };
        match tokio::time::timeout(PATIENCE, granted).await {
            Ok(Ok(seat)) => Ok(seat),
            _ => Err(StoreError::Away("no connection became free in time".into())),
        }
    }

    fn seat(&self, school: SchoolId) -> Seat {
        Seat { seats: self.clone(), school }
    }

    /// Hands out what is free to those who still wait.
    fn hand_out(&self) {
        loop {
            let (grant, seat) = {
                let mut state = self.0.lock();
                let Some((school, grant)) = state.next() else { return };
                (grant, self.seat(school))
            };
            // Who left meanwhile gives it back by dropping it, outside of the lock.
            drop(grant.send(seat));
        }
    }
}

impl State {
    /// Takes the next who waits, and a seat for them.
    fn next(&mut self) -> Option<(SchoolId, oneshot::Sender<Seat>)> {
        if self.free == 0 {
            return None;
        }
        self.schools.retain(|_, line| {
            while line.waiting.front().is_some_and(oneshot::Sender::is_closed) {
                line.waiting.pop_front();
            }
            line.held > 0 || !line.waiting.is_empty()
        });
        let each = self.each;
        let waits = self.schools.iter_mut().filter(|(_, line)| line.held < each && !line.waiting.is_empty());
        let (school, line) = waits.min_by_key(|(_, line)| line.held)?;
        let grant = line.waiting.pop_front()?;
        line.held += 1;
        self.free -= 1;
        Some((school.clone(), grant))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        {
            let mut state = self.seats.0.lock();
            state.free += 1;
            if let Some(line) = state.schools.get_mut(&self.school) {
                line.held -= 1;
            }
        }
        self.seats.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn school(name: &str) -> SchoolId {
        SchoolId::parse(name).expect("id")
    }

    #[tokio::test(start_paused = true)]
    async fn a_school_holds_nearly_all_and_the_next_goes_to_who_has_fewest() {
        let seats = Seats::of_schools(8);
        let mut held = Vec::new();
        for _ in 0..7 {
            held.push(seats.take(&school("a")).await.expect("free"));
        }
        assert!(seats.take(&school("a")).await.is_err(), "the last is not for a");
        let b = seats.take(&school("b")).await.expect("free");
        let line: Vec<_> = ["a", "a", "c", "b"]
            .map(|name| {
                let seats = seats.clone();
                tokio::spawn(async move { (name, seats.take(&school(name)).await.ok()) })
            })
            .into();
        tokio::task::yield_now().await;
        drop(held.pop());
        tokio::task::yield_now().await;
        let done: Vec<bool> = line.iter().map(tokio::task::JoinHandle::is_finished).collect();
        assert_eq!(done, [false, false, true, false], "c has none");
        drop(b);
        tokio::task::yield_now().await;
        let done: Vec<bool> = line.iter().map(tokio::task::JoinHandle::is_finished).collect();
        assert_eq!(done, [false, false, true, true], "then b, and a waits for itself");
    }

    #[tokio::test(start_paused = true)]
    async fn who_leaves_loses_no_seat_and_nobody_is_remembered() {
        let seats = Seats::of_one(1);
        let only = seats.take(&school("a")).await.expect("free");
        let leaving = tokio::time::timeout(Duration::from_millis(5), seats.take(&school("b"))).await;
        assert!(leaving.is_err());
        drop(only);
        drop(seats.take(&school("c")).await.expect("b left"));
        drop(seats.take(&school("b")).await.expect("free"));
        let state = seats.0.lock();
        assert_eq!((state.free, state.schools.len()), (1, 0));
    }
}
