//! Numbers of a school's counters, by two ways that are not to be mixed up.
//!
//! [`take`] is for numbers that have no gaps (receipts, invoices): it runs in the transaction that writes what bears the number, so
//! that one which fails had none. Whoever takes from the same counter waits until that transaction is over.
//!
//! [`Draws::draw`] is for numbers that may have gaps (references): it runs ahead of the transaction, for all who ask at the same
//! moment in one go, and holds nobody up. No number is given twice; one whose write fails is lost.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use words::SchoolId;

use crate::caller::SchoolScope;
use crate::{Db, SchoolTx, StoreError, rows, statements};

rows! {
    /// Where a counter stands.
    struct Counter {
        last_value: i64,
    }
}

statements! {
    /// Moves a counter on; its last number then.
    move_on(name: &str, count: i64) -> [one Counter]
        "INSERT INTO counters (school_id, name, last_value) VALUES (:school, :name, :count)
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = counters.last_value + :count RETURNING last_value";
    find_counter(name: &str) -> [opt Counter]
        "SELECT last_value FROM counters WHERE school_id = :school AND name = :name";
    /// A counter stands there from now on.
    pub set(name: &str, value: i64) -> [exec]
        "INSERT INTO counters (school_id, name, last_value) VALUES (:school, :name, :value)
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = :value";
    /// Counters of days that are over go: what begins so, before that name.
    pub prune(like: &str, before: &str) -> [exec]
        "DELETE FROM counters WHERE school_id = :school AND name LIKE :like AND name < :before";
}

/// The next number of a counter, from 1, without gaps: in the transaction that writes what bears it.
pub async fn take(tx: &mut SchoolTx, counter: &str) -> Result<i64, StoreError> {
    move_on(tx, counter, 1).await.map(|row| row.last_value)
}

/// The last number that was given; 0 where none was.
pub async fn last(tx: &mut SchoolTx, counter: &str) -> Result<i64, StoreError> {
    find_counter(tx, counter).await.map(|row| row.map_or(0, |row| row.last_value))
}

/// A school's counter.
type Key = (SchoolId, String);
/// Who waits for a number.
type Waiting = Vec<oneshot::Sender<Result<i64, StoreError>>>;

/// Who waits for which counter; a counter that is named is being drawn from.
#[derive(Clone, Default)]
pub struct Draws(Arc<Mutex<HashMap<Key, Waiting>>>);

impl Draws {
    /// The next number of a counter, from 1, ahead of the transaction that uses it: gaps may stay.
    pub async fn draw(&self, db: &Db, scope: &SchoolScope, counter: &str) -> Result<i64, StoreError> {
        let (db, own, name) = (db.clone(), scope.clone(), counter.to_owned());
        self.draw_by(scope, counter, move |count| {
            let (db, scope, name) = (db.clone(), own.clone(), name.clone());
            async move {
                let draw = db.draw(&scope, move |tx| Box::pin(async move { move_on(tx, &name, count).await }));
                draw.await.map(|row| row.last_value)
            }
        })
        .await
    }

    /// The same of numbers that are counted elsewhere: `draw` takes so many and gives the last of them. Whoever is first in line draws
    /// for all.
    pub async fn draw_by<F>(
        &self,
        scope: &SchoolScope,
        counter: &str,
        draw: impl Fn(i64) -> F + Send + 'static,
    ) -> Result<i64, StoreError>
    where
        F: Future<Output = Result<i64, StoreError>> + Send + 'static,
    {
        let key = (scope.id().clone(), counter.to_owned());
        let (tell, told) = oneshot::channel();
        if self.wait(&key, tell) {
            // On its own: whoever asked first may go away.
            tokio::spawn(self.clone().serve_by(key, draw));
        }
        told.await.map_err(|_| StoreError::Away("no number was drawn".into()))?
    }

    /// Stands in a counter's line; whether nobody draws for it yet.
    fn wait(&self, key: &Key, tell: oneshot::Sender<Result<i64, StoreError>>) -> bool {
        let mut all = self.0.lock();
        let is_first = !all.contains_key(key);
        all.entry(key.clone()).or_default().push(tell);
        is_first
    }

    /// Draws until nobody waits; `draw` takes so many and gives the last of them.
    async fn serve_by<F: Future<Output = Result<i64, StoreError>>>(self, key: Key, draw: impl Fn(i64) -> F) {
        let mut open = Open { draws: &self, key: &key, is_closed: false };
        while let Some(waiting) = open.waiting() {
            let count = i64::try_from(waiting.len()).unwrap_or(i64::MAX);
            let drawn = draw(count).await.map(|last| last - count);
            for (tell, place) in waiting.into_iter().zip(1..) {
                // Whoever asked may have gone: a number is lost.
                let _ = tell.send(drawn.clone().map(|before| before + place));
            }
        }
    }
}

/// A counter that is being drawn from. However the drawing ends, nobody waits at it for somebody who is gone: who waited is told
/// that there is none, and who comes next draws.
struct Open<'a> {
    draws: &'a Draws,
    key: &'a Key,
    /// In good order: another may have opened it since.
    is_closed: bool,
}

impl Open<'_> {
    /// Who waits now; the counter is closed when nobody does.
    fn waiting(&mut self) -> Option<Waiting> {
        let mut all = self.draws.0.lock();
        let waiting = all.get_mut(self.key).map(std::mem::take).filter(|waiting| !waiting.is_empty());
        if waiting.is_none() {
            all.remove(self.key);
            self.is_closed = true;
        }
        waiting
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if !self.is_closed {
            self.draws.0.lock().remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        (SchoolId::parse("abq").expect("id"), "enquiry-2026".to_owned())
    }

    /// Asks as [`Draws::draw`] does; whether it was the first.
    fn ask(draws: &Draws) -> (bool, oneshot::Receiver<Result<i64, StoreError>>) {
        let (tell, told) = oneshot::channel();
        (draws.wait(&key(), tell), told)
    }

    #[tokio::test]
    async fn all_who_wait_get_one_each() {
        let draws = Draws::default();
        let all: Vec<_> = (0..3).map(|_| ask(&draws)).collect();
        assert_eq!(all.iter().map(|(is_first, _)| *is_first).collect::<Vec<_>>(), [true, false, false]);
        draws.clone().serve_by(key(), async |count| Ok(10 + count)).await;
        for ((_, told), number) in all.into_iter().zip(11..) {
            assert_eq!(told.await.expect("told").expect("drawn"), number);
        }
        assert!(draws.0.lock().is_empty());
    }

    #[tokio::test]
    async fn a_panic_leaves_no_counter_closed() {
        let draws = Draws::default();
        let (is_first, told) = ask(&draws);
        assert!(is_first);
        let serving = tokio::spawn(draws.clone().serve_by(key(), async |_| panic!("the database's driver")));
        assert!(serving.await.is_err_and(|error| error.is_panic()));
        assert!(told.await.is_err(), "who waited is told");
        let (is_first, told) = ask(&draws);
        assert!(is_first, "the next one draws");
        draws.clone().serve_by(key(), async |_| Ok(8)).await;
        assert_eq!(told.await.expect("told").expect("drawn"), 8);
    }

    #[tokio::test]
    async fn a_task_that_is_ended_leaves_no_counter_closed() {
        let draws = Draws::default();
        let (_, told) = ask(&draws);
        let serving = tokio::spawn(draws.clone().serve_by(key(), async |_| std::future::pending().await));
        tokio::task::yield_now().await;
        serving.abort();
        assert!(told.await.is_err(), "who waited is told");
        assert!(ask(&draws).0, "the next one draws");
    }
}
