//! Work beside requests: jobs that a commit asked for, and sweeps over what a school has. Each room says which it has
//! ([`Work`]); the worker carries them out and knows no room.
//!
//! A job is a type: what it carries, under which name it waits, and in which lane. It is carried out at least once, by a server
//! that may be newer or older than the one that asked for it.

use std::collections::HashMap;
use std::fmt::Display;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::caller::SchoolScope;
use crate::outbox::{Lane, OutboxRow};
use crate::{JobId, Refusal};

/// A side effect that [`crate::outbox::enqueue`] asks for; what it carries is forgotten once it is done.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// Its name in the outbox; rows that wait are found by it, so it never changes.
    const KIND: &'static str;
    /// Where it waits.
    const LANE: Lane;

    /// Where this one waits, when that depends on what it carries.
    fn lane(&self) -> Lane {
        Self::LANE
    }
}

/// What became of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is done, or nobody needs it any more.
    Done,
    /// It may work later.
    Later(String),
    /// It never will.
    Never(String),
}

impl<E: Display> From<Result<(), E>> for Outcome {
    fn from(result: Result<(), E>) -> Self {
        match result {
            Ok(()) => Self::Done,
            Err(error) => Self::Later(error.to_string()),
        }
    }
}

/// A job that is being carried out.
#[derive(Debug, Clone)]
pub struct Begun<J> {
    /// Whose it is.
    pub scope: SchoolScope,
    /// Its id; stable over retries.
    pub id: JobId,
    /// What it carries.
    pub job: J,
}

/// What a room does after another room's work in a school. Where it fails that is told in the log alone: a sweep of its own does it again.
pub type Follows = Arc<dyn Fn(SchoolScope) -> BoxFuture<'static, Result<(), Refusal>> + Send + Sync>;

type Handler = Box<dyn Fn(SchoolScope, JobId, Value) -> BoxFuture<'static, Outcome> + Send + Sync>;
type Sweeper = Box<dyn Fn(SchoolScope) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// What rooms have to be done beside requests.
#[derive(Default)]
pub struct Work {
    handlers: HashMap<&'static str, Handler>,
    sweeps: Vec<(&'static str, Sweeper)>,
}

impl Work {
    /// How jobs of a type are carried out, with a face of the room.
    ///
    /// # Panics
    /// When two types have the same name.
    #[must_use]
    pub fn on<J, S, F>(mut self, face: &S, carry_out: impl Fn(S, Begun<J>) -> F + Send + Sync + 'static) -> Self
    where
        J: Job,
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Outcome> + Send + 'static,
    {
        let face = face.clone();
        let handler = move |scope, id, payload| match serde_json::from_value(payload) {
            Ok(job) => carry_out(face.clone(), Begun { scope, id, job }).boxed(),
            Err(error) => futures_util::future::ready(Outcome::Later(format!("it cannot be read: {error}"))).boxed(),
        };
        let other = self.handlers.insert(J::KIND, Box::new(handler));
        assert!(other.is_none(), "two jobs are called {}", J::KIND);
        self
    }

    /// What is looked over in each school now and then; `what` stands in the log when it fails.
    #[must_use]
    pub fn sweep<S, F, E>(
        mut self,
        what: &'static str,
        face: &S,
        sweep: impl Fn(S, SchoolScope) -> F + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Future<Output = Result<(), E>> + Send + 'static,
        E: Display,
    {
        let face = face.clone();
        let sweep =
            move |scope| sweep(face.clone(), scope).map(|swept| swept.map_err(|error| error.to_string())).boxed();
        self.sweeps.push((what, Box::new(sweep)));
        self
    }

    /// The work of both.
    ///
    /// # Panics
    /// When two types have the same name.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (kind, handler) in other.handlers {
            assert!(self.handlers.insert(kind, handler).is_none(), "two jobs are called {kind}");
        }
        self.sweeps.extend(other.sweeps);
        self
    }

    /// Carries out a job.
    pub async fn carry_out(&self, scope: &SchoolScope, job: &OutboxRow) -> Outcome {
        match self.handlers.get(job.kind.as_str()) {
            // A handler's panic is its job's end, and not its lane's.
            Some(handler) => {
                let begun =
                    AssertUnwindSafe(async { handler(scope.clone(), job.id.clone(), job.payload.0.clone()).await });
                begun.catch_unwind().await.unwrap_or_else(|_| Outcome::Later("it panicked".into()))
            }
            // A newer server may know it.
            None => Outcome::Later(format!("no handler for {}", job.kind)),
        }
    }

    /// Looks a school over; what fails is logged and keeps nothing else from being done.
    pub async fn look_over(&self, scope: &SchoolScope) {
        for (what, sweep) in &self.sweeps {
            let swept = AssertUnwindSafe(async { sweep(scope.clone()).await }).catch_unwind().await;
            if let Err(error) = swept.unwrap_or_else(|_| Err("it panicked".into())) {
                tracing::error!(school.id = %scope.id(), error, "{what} could not be looked over");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use sqlx::types::Json;

    use super::*;
    use words::SchoolId;

    #[derive(Serialize, Deserialize)]
    struct Count {
        of: u8,
    }

    impl Job for Count {
        const KIND: &'static str = "count";
        const LANE: Lane = Lane::Rest;
    }

    fn row(kind: &str, payload: Value) -> OutboxRow {
        OutboxRow { id: "1".into(), kind: kind.into(), payload: Json(payload), attempts: 1 }
    }

    #[tokio::test]
    async fn a_job_reaches_its_handler_with_what_it_carries() {
        let scope = SchoolScope::vouch(SchoolId::parse("a").expect("id"));
        let work = Work::default().on(&(), |(), begun: Begun<Count>| async move {
            match begun.job.of {
                0 => Outcome::Never("nothing to count".into()),
                u8::MAX => panic!("too many to count"),
                _ => Outcome::Done,
            }
        });
        let work = Work::default().and(work);
        assert_eq!(
            work.carry_out(&scope, &row("count", serde_json::json!({ "of": 1, "new": true }))).await,
            Outcome::Done
        );
        assert!(matches!(
            work.carry_out(&scope, &row("count", serde_json::json!({ "of": 0 }))).await,
            Outcome::Never(_)
        ));
        let broken = work.carry_out(&scope, &row("count", serde_json::json!({ "of": 255 }))).await;
        assert_eq!(broken, Outcome::Later("it panicked".into()));
        assert!(matches!(work.carry_out(&scope, &row("count", Value::Null)).await, Outcome::Later(_)), "an older one");
        assert!(matches!(work.carry_out(&scope, &row("other", Value::Null)).await, Outcome::Later(_)), "a newer one");
    }

    #[test]
    #[should_panic(expected = "two jobs are called count")]
    fn a_name_is_one_jobs() {
        let counting = || Work::default().on(&(), |(), _: Begun<Count>| async { Outcome::Done });
        let _ = counting().and(counting());
    }
}
