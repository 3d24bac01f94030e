//! Numbers that are drawn ahead of the submission that takes them: for all who ask at the same moment in one go, since each
//! draw holds the counter's row.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{Db, SchoolId, StoreError};
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::store::submissions;

/// Who waits for a number.
type Waiting = Vec<oneshot::Sender<Result<i64, StoreError>>>;

/// Who waits for which counter; a counter that is named is being drawn from.
#[derive(Clone, Default)]
pub(super) struct Draws(Arc<Mutex<HashMap<(SchoolId, String), Waiting>>>);

impl Draws {
    /// The next number of a counter.
    pub async fn next(&self, db: &Db, scope: &SchoolScope, counter: &str) -> Result<i64, StoreError> {
        let (tell, told) = oneshot::channel();
        let key = (scope.id().clone(), counter.to_owned());
        let is_first = {
            let mut all = self.0.lock();
            let is_first = !all.contains_key(&key);
            all.entry(key.clone()).or_default().push(tell);
            is_first
        };
        if is_first {
            // On its own: whoever asked first may go away.
            tokio::spawn(self.clone().serve(db.clone(), scope.clone(), key));
        }
        told.await.map_err(|_| StoreError::Away("no number was drawn".into()))?
    }

    /// Draws until nobody waits.
    async fn serve(self, db: Db, scope: SchoolScope, key: (SchoolId, String)) {
        while let Some(waiting) = self.waiting(&key) {
            let (counter, count) = (key.1.clone(), i64::try_from(waiting.len()).unwrap_or(i64::MAX));
            let drawn = db
                .draw(&scope, move |tx| Box::pin(async move { submissions::next_numbers(tx, &counter, count).await }))
                .await
                .map(|row| row.last_value - count);
            for (tell, place) in waiting.into_iter().zip(1..) {
                // Whoever asked may have gone: a number is lost.
                let _ = tell.send(drawn.clone().map(|before| before + place));
            }
        }
    }

    fn waiting(&self, key: &(SchoolId, String)) -> Option<Waiting> {
        let mut all = self.0.lock();
        let waiting = all.get_mut(key).map(std::mem::take).filter(|waiting| !waiting.is_empty());
        if waiting.is_none() {
            all.remove(key);
        }
        waiting
    }
}
