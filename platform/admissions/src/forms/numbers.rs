//! A submission's numbers. Where they are drawn ahead of it, that is for all who ask at the same moment in one go, since each draw
//! holds the counter's row.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::message_counts::{self, RECEIPTS};
use kernel::{Db, Refusal, SchoolTx, StoreError};
use parking_lot::Mutex;
use tokio::sync::oneshot;
use words::SchoolId;

use super::quota::require_place;
use super::service::Forms;
use super::store::submissions;

/// The general enquiries, which get an owner at once.
pub(super) const TAKEN_IN_TURN: [&str; 2] = ["new", "form"];
/// The counter of their turns.
const TURNS: &str = "enquiry-turn";

/// A school's counter.
type Key = (SchoolId, String);
/// Who waits for a number.
type Waiting = Vec<oneshot::Sender<Result<i64, StoreError>>>;

/// What the counters gave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// For the reference.
    pub reference: i64,
    /// Whose turn it is.
    pub turn: i64,
    /// The so manieth of the day's strangers; 0 for whoever is known.
    pub stranger: i64,
    /// What is left of the confirmations that the school may send after this one's, where that is drawn ahead too.
    pub confirmation: Option<i64>,
}

impl Numbers {
    /// The next ones, of the transaction that takes them.
    pub async fn next(tx: &mut SchoolTx, form: &str, year: i16, strangers: Option<&str>) -> Result<Self, StoreError> {
        let stranger = match strangers {
            Some(counter) => submissions::next_numbers(tx, counter, 1).await?.last_value,
            None => 0,
        };
        let reference = submissions::next_numbers(tx, &counter(year), 1).await?.last_value;
        let takes_turns = TAKEN_IN_TURN.contains(&form);
        let turn = if takes_turns { submissions::next_numbers(tx, TURNS, 1).await?.last_value } else { 0 };
        Ok(Self { reference, turn, stranger, confirmation: None })
    }

    /// The same ahead of the write that takes them; `confirmation` says of one that is wanted whether it is for a stranger.
    pub async fn drawn(
        forms: &Forms,
        scope: &SchoolScope,
        form: &str,
        year: i16,
        (strangers, is_proved, now): (Option<&str>, bool, i64),
        confirmation: Option<bool>,
    ) -> Result<Self, Refusal> {
        let (db, draws, counter) = (&forms.parts.db, &forms.draws, counter(year));
        let stranger = match strangers {
            Some(counter) => draws.next(db, scope, counter).await?,
            None => 0,
        };
        // Before the others are drawn: who is refused costs no reference.
        require_place(stranger, now, is_proved)?;
        let turn = async { if TAKEN_IN_TURN.contains(&form) { draws.next(db, scope, TURNS).await } else { Ok(0) } };
        let confirmation = async {
            match confirmation {
                Some(is_stranger) => draws.confirmation(db, scope, is_stranger, now).await.map(Some),
                None => Ok(None),
            }
        };
        let (reference, turn, confirmation) = tokio::try_join!(draws.next(db, scope, &counter), turn, confirmation)?;
        Ok(Self { reference, turn, stranger, confirmation })
    }
}

/// The counter of a year's references.
fn counter(year: i16) -> String {
    format!("enquiry-{year}")
}

/// Who waits for which counter; a counter that is named is being drawn from.
#[derive(Clone, Default)]
pub(super) struct Draws(Arc<Mutex<HashMap<Key, Waiting>>>);

impl Draws {
    /// The next number of a counter.
    pub async fn next(&self, db: &Db, scope: &SchoolScope, counter: &str) -> Result<i64, StoreError> {
        let (db, own, counter) = (db.clone(), scope.clone(), counter.to_owned());
        let key = (scope.id().clone(), counter.clone());
        self.stand(key, move |count| {
            let (db, scope, counter) = (db.clone(), own.clone(), counter.clone());
            async move {
                let draw = db.draw(&scope, move |tx| {
                    Box::pin(async move { submissions::next_numbers(tx, &counter, count).await })
                });
                draw.await.map(|row| row.last_value)
            }
        })
        .await
    }

    /// What is left of the confirmations that the school may send once one more is; less than none when it may not be.
    pub async fn confirmation(
        &self,
        db: &Db,
        scope: &SchoolScope,
        is_stranger: bool,
        now: i64,
    ) -> Result<i64, StoreError> {
        let (db, own) = (db.clone(), scope.clone());
        let key = (scope.id().clone(), format!("confirmations {}", if is_stranger { "of strangers" } else { "" }));
        // What is left goes down as numbers go up.
        let place = self.stand(key, move |count| {
            let (db, scope) = (db.clone(), own.clone());
            async move { draw_confirmations(&db, &scope, is_stranger, count, now).await.map(|room| -room) }
        });
        place.await.map(|place| -place)
    }

    /// Stands in line; who is first there draws for all.
    async fn stand<F>(&self, key: Key, draw: impl Fn(i64) -> F + Send + 'static) -> Result<i64, StoreError>
    where
        F: Future<Output = Result<i64, StoreError>> + Send + 'static,
    {
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

/// Draws places for confirmations of the school's, or gives some back.
pub(super) async fn draw_confirmations(
    db: &Db,
    scope: &SchoolScope,
    is_stranger: bool,
    many: i64,
    now: i64,
) -> Result<i64, StoreError> {
    db.draw(scope, move |tx| Box::pin(async move { message_counts::draw(tx, &RECEIPTS, is_stranger, many, now).await }))
        .await
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

    /// Asks as [`Draws::next`] does; whether it was the first.
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
