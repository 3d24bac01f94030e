//! Tries at a name: counted before anything is compared, and slowed down, whether the name is somebody's or nobody's.
//!
//! The counts lie in the database, so that a restart forgets nothing and several servers count together. A try that is taken is
//! a wrong one until it turns out right: of any number at once, on any number of servers, one is looked at.

mod store;

use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::json;
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::entry::attempts::target_hash;
use crate::known_browser::Known;
use crate::model::{delay_ms, wait_seconds};
use crate::service::{Identity, Inner};
use crate::tills::staff_code_hash;

/// A name at which nobody tried for so long is forgotten.
const REMEMBERED_MS: i64 = 60 * 60 * 1000;
/// A lock of what is nobody's staff code, and of a known browser's line, is remembered for so long.
const LOCKED_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A known browser has a line of its own until so many of its tries were wrong in a row.
const MOST_OF_KNOWN: i64 = 20;

/// How a try was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Try {
    /// It is looked at, and the so manieth in a row unless it is right.
    Taken(i64),
    /// Not before that moment.
    Wait(i64),
    /// Not before a new PIN was given.
    Locked,
}

impl Try {
    /// The number of the try; L002 or P004 when it is not looked at.
    pub fn looked_at(self, now: i64) -> Result<i64, Refusal> {
        match self {
            Self::Taken(failed) => Ok(failed),
            Self::Wait(retry_at) => {
                Err(Refusal::new(MessageId::L002).retry_after(wait_seconds(retry_at, now).unwrap_or(1)))
            }
            Self::Locked => Err(Refusal::new(MessageId::P004)),
        }
    }
}

/// A name as it is counted by: findable, not readable.
pub(crate) fn name_hash(inner: &Inner, school: &SchoolId, name: &str) -> String {
    target_hash(&inner.secret, school, &format!("name:{name}"))
}

/// Where a try stands: strangers' at a name in one line, and each browser that the account knows in its own.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    name: String,
    known: Option<String>,
}

impl Line {
    /// The line at a name, and before it that of the browser, if it is known.
    pub fn at(name: &str, known: Option<&Known>) -> Self {
        Self { name: name.to_owned(), known: known.map(Known::line) }
    }

    /// What tries wait for each other by.
    pub fn turn(&self) -> &str {
        self.known.as_deref().unwrap_or(&self.name)
    }
}

/// A try that is looked at.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    /// How many in a row it makes, unless it is right.
    pub failed: i64,
    /// By what it was counted.
    hash: String,
}

impl Taken {
    /// It was right: its line begins anew.
    pub async fn forget(&self, tx: &mut SchoolTx) -> Result<(), StoreError> {
        forget_counted(tx, &self.hash).await
    }
}

/// Takes a try in the line of a known browser, and in that of the name where too many of the browser's were wrong.
async fn take_known(tx: &mut SchoolTx, known: &str, name: &str, now: i64) -> Result<(Try, String), StoreError> {
    match take(tx, known, now).await? {
        Try::Taken(failed) if failed > MOST_OF_KNOWN => store::lock(tx, known, now).await?,
        Try::Locked => 0,
        taken => return Ok((taken, known.to_owned())),
    };
    Ok((take(tx, name, now).await?, name.to_owned()))
}

/// Takes a try at what is counted by this.
pub(crate) async fn take(tx: &mut SchoolTx, hash: &str, now: i64) -> Result<Try, StoreError> {
    if let Some(row) = store::begin(tx, hash, now).await? {
        let wait = if is_removed(Guard::SlowDown) { 0 } else { delay_ms(row.failed) };
        store::wait_until(tx, hash, now + wait).await?;
        return Ok(Try::Taken(row.failed));
    }
    Ok(match store::find(tx, hash).await? {
        Some(row) if row.locked_at.is_some() => Try::Locked,
        row => Try::Wait(row.map_or(now, |row| row.retry_at)),
    })
}

/// Forgets the tries at a name: one was right, or its password is another one.
pub(crate) async fn forget(tx: &mut SchoolTx, inner: &Inner, name: &str) -> Result<(), StoreError> {
    let hash = name_hash(inner, tx.school(), name);
    forget_counted(tx, &hash).await
}

/// Forgets the tries at what is counted by this, and its lock.
pub(crate) async fn forget_counted(tx: &mut SchoolTx, hash: &str) -> Result<(), StoreError> {
    store::forget(tx, hash).await.map(drop)
}

/// Looks at no try more at what is counted by this.
pub(crate) async fn lock(tx: &mut SchoolTx, hash: &str, now: i64) -> Result<(), StoreError> {
    store::lock(tx, hash, now).await.map(drop)
}

/// Hashes of the staff codes that are locked.
pub(crate) async fn locked(tx: &mut SchoolTx) -> Result<Vec<String>, StoreError> {
    Ok(store::locked(tx).await?.into_iter().map(|row| row.name_hash).collect())
}

/// Forgets names at which nobody tries any more, whether they are somebody's or nobody's. The lock of a staff code that is somebody's stays until
/// they get a new PIN.
pub(crate) async fn prune(tx: &mut SchoolTx, inner: &Inner, now: i64) -> Result<(), StoreError> {
    let codes = store::staff_codes(tx).await?;
    let school = tx.school().clone();
    let kept: Vec<String> = codes.iter().map(|row| staff_code_hash(inner, &school, &row.staff_code)).collect();
    store::prune(tx, now - REMEMBERED_MS, now - LOCKED_MS, &json!(kept).to_string()).await.map(drop)
}

impl Identity {
    /// Takes a try in a transaction of its own. L002 while those of its line are slowed down.
    pub(crate) async fn take_try(&self, caller: &Caller, line: &Line) -> Result<Taken, Refusal> {
        let now = self.0.clock.now_ms();
        let name = name_hash(&self.0, caller.school.id(), &line.name);
        let known = line.known.as_deref().map(|known| target_hash(&self.0.secret, caller.school.id(), known));
        let taken = self.0.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                match known {
                    Some(known) => take_known(tx, &known, &name, now).await,
                    None => Ok((take(tx, &name, now).await?, name)),
                }
            })
        });
        let (taken, hash) = taken.await.map_err(|error: StoreError| Refusal::from(error))?;
        Ok(Taken { failed: taken.looked_at(now)?, hash })
    }
}
