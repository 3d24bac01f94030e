//! One request, one effect: the first answer to a key is kept and given again, with the header `Idempotent-Replayed`.
//!
//! An operation that takes an `Idempotency-Key` reads it with [`parse_key`], makes a [`Request`] of it and goes through
//! [`idempotent`]; what it writes in a school goes through [`Request::write`], which keeps the answer in the same transaction. A twin
//! that runs at the same moment is seen in memory ([`Running`]); what makes the effect unique is the key's row, written in the
//! transaction of the effect itself. So a lone request pays for one commit, not two.

use std::collections::HashSet;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use parking_lot::Mutex;
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::db::SchoolTx;
use crate::{Db, MessageId, Refusal, SchoolScope, StoreError, rows, statements};

/// The header of an answer that was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

rows! {
    /// The first answer to a key.
    struct Stored {
        /// SHA-256 of the request that made it.
        request_hash: String,
        /// Its status.
        status: i64,
        /// Its body.
        body: String,
    }
}

statements! {
    /// The first answer to a key, if there was one.
    find_answer(scope: &str, key: &str) -> [opt Stored]
        "SELECT request_hash, status, body FROM idempotency_keys WHERE school_id = :school AND scope = :scope AND idem_key = :key";
    /// Keeps the first answer; where a twin was quicker it fails, and with it all that was written beside it.
    keep_answer(scope: &str, key: &str, request_hash: &str, status: i64, body: &str, now: i64) -> [later]
        "INSERT INTO idempotency_keys (school_id, scope, idem_key, request_hash, status, body, created_at)
         VALUES (:school, :scope, :key, :request_hash, :status, :body, :now)";
    /// Old answers go.
    pub prune_answers(before: i64) -> [exec]
        "DELETE FROM idempotency_keys WHERE school_id = :school AND created_at < :before";
}

/// Reads a key from its header: 16 to 255 visible ASCII characters, or R002.
pub fn parse_key(headers: &HeaderMap) -> Result<String, Refusal> {
    match headers.get("idempotency-key").and_then(|value| value.to_str().ok()) {
        Some(key) if (16..=255).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic()) => Ok(key.to_owned()),
        _ => Err(Refusal::new(MessageId::R002)),
    }
}

/// A request that has a key.
#[derive(Debug, Clone)]
pub struct Request {
    /// The operation: its keys are none of another one's.
    pub scope: &'static str,
    /// The key.
    pub key: String,
    /// SHA-256 of all that makes two requests the same.
    pub hash: String,
}

impl Request {
    /// Goes on only when what came with the key before is this very request: else R003.
    pub fn require_same(&self, hash: &str) -> Result<(), Refusal> {
        if self.hash == hash || is_removed(Guard::IdempotencyBody) {
            return Ok(());
        }
        Err(Refusal::new(MessageId::R003))
    }

    /// The school's first answer to the key, if there was one.
    pub async fn find(&self, tx: &mut SchoolTx) -> Result<Option<FirstAnswer>, Refusal> {
        let Some(stored) = find_answer(tx, self.scope, &self.key).await? else { return Ok(None) };
        self.require_same(&stored.request_hash)?;
        let inconsistent =
            |_| StoreError::Inconsistent { table: "idempotency_keys", column: "status", id: self.key.clone() };
        Ok(Some(FirstAnswer { status: u16::try_from(stored.status).map_err(inconsistent)?, body: stored.body }))
    }

    /// Runs a write of the school, and keeps its answer in the same transaction: where a twin was quicker it fails, and with it all
    /// that was written.
    pub async fn write<F>(
        self,
        db: &Db,
        school: &SchoolScope,
        now: i64,
        act: F,
    ) -> Result<Outcome<FirstAnswer>, Refusal>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx) -> BoxFuture<'t, Result<Outcome<FirstAnswer>, Refusal>> + Send + 'static,
    {
        db.write(school, move |tx| {
            Box::pin(async move {
                let outcome = act(tx).await?;
                if !outcome.is_replayed {
                    let FirstAnswer { status, body } = &outcome.answer;
                    keep_answer(tx, self.scope, &self.key, &self.hash, i64::from(*status), body, now).await?;
                }
                Ok(outcome)
            })
        })
        .await
    }
}

/// An answer as it goes out, the first time and any other: the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstAnswer {
    /// Its status.
    pub status: u16,
    /// Its body, JSON.
    pub body: String,
}

impl IntoResponse for FirstAnswer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::CREATED);
        (status, [(header::CONTENT_TYPE, "application/json")], self.body).into_response()
    }
}

/// What came of a request with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The answer.
    pub answer: T,
    /// Whether it was given before.
    pub is_replayed: bool,
}

impl<T> Outcome<T> {
    /// What was done just now.
    pub const fn first(answer: T) -> Self {
        Self { answer, is_replayed: false }
    }

    /// What was done before.
    pub const fn again(answer: T) -> Self {
        Self { answer, is_replayed: true }
    }

    /// The same with another answer.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { answer: change(self.answer), is_replayed: self.is_replayed }
    }
}

impl<T: IntoResponse> IntoResponse for Outcome<T> {
    fn into_response(self) -> Response {
        let mut response = self.answer.into_response();
        if self.is_replayed {
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}

/// Carries a request out in its turn: R004 while its twin runs. Whatever refuses it, the answer that it had before holds: `find` looks
/// for that one after the fact, because hardly any key comes twice, and the key's row keeps the second effect from being stored. What
/// must not be done a second time for nothing (a number that is drawn, a proof that is used up) `act` looks for first. It holds the turn as
/// long as what it began goes on.
pub async fn idempotent<T, A, F>(
    running: &Running,
    school: &SchoolId,
    request: &Request,
    act: impl FnOnce(Arc<Turn>) -> A,
    find: impl FnOnce() -> F,
) -> Result<Outcome<T>, Refusal>
where
    A: Future<Output = Result<Outcome<T>, Refusal>>,
    F: Future<Output = Result<Option<T>, Refusal>>,
{
    let turn = Arc::new(running.take(school, request)?);
    match act(turn.clone()).await {
        Err(refusal) => find().await?.map(Outcome::again).ok_or(refusal),
        done => done,
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
    fn take(&self, school: &SchoolId, request: &Request) -> Result<Turn, Refusal> {
        let entry = (school.clone(), request.scope.to_owned(), request.key.clone());
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
