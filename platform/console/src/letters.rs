//! The platform's letters: asked for in the write of what they tell of, sealed until they are sent.

use kernel::jobs::Outcome;
use kernel::message::{Channel, Message};
use kernel::{PlatformTx, StoreError, crypto};
use serde_json::{Map, Value};

use crate::ids::LetterId;
use crate::service::{Console, Inner};
use crate::store;

/// What the sealed letters are bound to.
const PURPOSE: &str = "platform-letter";
/// How long a leased letter is not given to another worker: longer than one can take, as all that are leased go out at once.
const LEASE_MS: i64 = 2 * 60 * 1000;
/// Letters that go out at once.
const AT_ONCE: i64 = 6;
/// Tries before a letter is hopeless: about two days.
const TRIES: i64 = 56;

/// A letter that is to be sent now.
#[derive(Debug, Clone)]
pub struct Due {
    /// Its id; stable over retries.
    pub id: LetterId,
    /// How often it was begun, this time included.
    pub attempts: i64,
    /// What it says; absent when it cannot be opened.
    pub message: Option<Message>,
}

/// Asks for a letter in the transaction of what it tells of.
pub(crate) async fn send(
    tx: &mut PlatformTx,
    inner: &Inner,
    to: &str,
    locale: &str,
    template: &str,
    params: Map<String, Value>,
    life_ms: i64,
) -> Result<(), StoreError> {
    let now = inner.clock.now_ms();
    let message = Message {
        channel: Channel::Mail,
        to: to.to_owned(),
        template: template.to_owned(),
        locale: locale.to_owned(),
        params,
        expires_at: now + life_ms,
        is_strangers: false,
    };
    // A struct of texts always serialises.
    let text = serde_json::to_string(&message).unwrap_or_default();
    let sealed = crypto::seal_own(&inner.secret, &*inner.rng, PURPOSE, &text);
    store::insert_letter(tx, &LetterId::new(&*inner.clock, &*inner.rng), &sealed, now).await.map(drop)
}

impl Console {
    /// Leases letters that are due: so few that all of them can go out side by side.
    pub async fn due_letters(&self) -> Result<Vec<Due>, StoreError> {
        let now = self.0.clock.now_ms();
        {
            // Looking costs no write, and mostly there is nothing to do.
            let mut tx = self.0.db.read().await?;
            if store::due_letters(&mut tx, now).await?.is_empty() {
                return Ok(Vec::new());
            }
        }
        let leased = self.0.db.write(move |tx| Box::pin(store::lease_letters(tx, now, now + LEASE_MS, AT_ONCE)));
        let rows = leased.await.map_err(|error: StoreError| error)?;
        let open = |sealed: &str| serde_json::from_str(&crypto::open_own(&self.0.secret, PURPOSE, sealed)?).ok();
        Ok(rows.into_iter().map(|row| Due { message: open(&row.sealed), id: row.id, attempts: row.attempts }).collect())
    }

    /// Writes down what became of a letter; `wait_ms` is how long a failed one waits.
    pub async fn settle_letter(&self, letter: &Due, outcome: Outcome, wait_ms: i64) -> Result<(), StoreError> {
        let (now, id, attempts) = (self.0.clock.now_ms(), letter.id.clone(), letter.attempts);
        self.0
            .db
            .write(move |tx| {
                Box::pin(async move {
                    match outcome {
                        Outcome::Done => store::finish_letter(tx, &id, attempts, "done", None, now).await,
                        Outcome::Later(cause) if attempts < TRIES => {
                            store::retry_letter(tx, &id, attempts, now + wait_ms, &cause).await
                        }
                        Outcome::Later(cause) | Outcome::Never(cause) => {
                            store::finish_letter(tx, &id, attempts, "dead", Some(&cause), now).await
                        }
                    }
                })
            })
            .await
            .map(drop)
    }
}
