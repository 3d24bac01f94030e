//! One request, one effect: the first answer to a key is kept and given again.
//!
//! A twin that runs at the same moment is seen in memory ([`Running`]); what makes the effect unique is the key's row,
//! written in the transaction of the effect itself. So a lone request pays for one commit, not two.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::db::SchoolTx;
use crate::{MessageId, Refusal, rows, statements};

rows! {
    /// The first answer to a key.
    pub struct Stored {
        /// SHA-256 of the request that made it.
        pub request_hash: String,
        /// Its status.
        pub status: i64,
        /// Its body.
        pub body: String,
    }
}

statements! {
    /// The first answer to a key, if there was one.
    pub find_answer(scope: &str, key: &str) -> [opt Stored]
        "SELECT request_hash, status, body FROM idempotency_keys WHERE school_id = :school AND scope = :scope AND idem_key = :key";
    /// Keeps the first answer; where a twin was quicker it fails, and with it all that was written beside it.
    pub keep_answer(scope: &str, key: &str, request_hash: &str, status: i64, body: &str, now: i64) -> [later]
        "INSERT INTO idempotency_keys (school_id, scope, idem_key, request_hash, status, body, created_at)
         VALUES (:school, :scope, :key, :request_hash, :status, :body, :now)";
    /// Old answers go.
    pub prune_answers(before: i64) -> [exec]
        "DELETE FROM idempotency_keys WHERE school_id = :school AND created_at < :before";
}

/// Reads a key from its header: 16 to 255 visible ASCII characters.
pub fn parse_key(header: Option<&str>) -> Result<String, Refusal> {
    match header {
        Some(key) if (16..=255).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic()) => Ok(key.to_owned()),
        _ => Err(Refusal::new(MessageId::R002)),
    }
}

/// The stored answer if it answers this very request: R003 when the key came with another body before.
pub async fn replay(tx: &mut SchoolTx, scope: &str, key: &str, hash: &str) -> Result<Option<Stored>, Refusal> {
    match find_answer(tx, scope, key).await? {
        Some(stored) if stored.request_hash == hash || is_removed(Guard::IdempotencyBody) => Ok(Some(stored)),
        Some(_) => Err(Refusal::new(MessageId::R003)),
        None => Ok(None),
    }
}

/// The keys whose requests are running in this process.
#[derive(Debug, Default, Clone)]
pub struct Running(Arc<Mutex<HashSet<(SchoolId, String, String)>>>);

/// Holds a key until the request ends, however it ends.
#[derive(Debug)]
pub struct Turn {
    running: Running,
    entry: (SchoolId, String, String),
}

impl Running {
    /// Takes the key, or refuses with R004 while its twin runs.
    pub fn take(&self, school: &SchoolId, scope: &str, key: &str) -> Result<Turn, Refusal> {
        let entry = (school.clone(), scope.to_owned(), key.to_owned());
        if !self.0.lock().insert(entry.clone()) {
            return Err(Refusal::new(MessageId::R004).retry_after(1));
        }
        Ok(Turn { running: self.clone(), entry })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.running.0.lock().remove(&self.entry);
    }
}
