//! The room's face: what its slices share.

use std::ops::Deref;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use identity::Identity;
use identity::primitives::{Passwords, Turns};
use kernel::crypto::Secret;
use kernel::idempotency::Running;
use kernel::{AuditId, Db, MessageId, PlatformDb, PlatformTx, Refusal, StoreError};
use serde_json::Value;
use tenants::Registry;
use tenants::depot::Depot;
use tokio::sync::{Mutex, Notify};
use words::sabotage::{Guard, is_removed};
use words::{Clock, Rng, SchoolId};

use crate::caller::{PlatformActor, PlatformCaller};
use crate::subscription::plans::Plan;
use crate::{operator, store};

/// What it is made of.
pub struct Parts {
    /// The platform's own database.
    pub db: PlatformDb,
    /// The schools' database, for how they are.
    pub schools: Db,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Arc<dyn Rng>,
    /// The server's secret.
    pub secret: Secret,
    /// The schools' people: the first of a new school is invited, and hashing goes through the same gate.
    pub identity: Identity,
    /// The schools.
    pub registry: Arc<Registry>,
    /// The folder of the bundles.
    pub schools_dir: PathBuf,
    /// The data folder.
    pub data: PathBuf,
    /// The folder of the schools' SQLite files; none on PostgreSQL.
    pub files_of_rows: Option<PathBuf>,
    /// What can be asked for.
    pub plans: Vec<Plan>,
    /// Whether a proof is asked that a person asks.
    pub captcha: bool,
    /// How a browser opens a host of this server.
    pub origin_of: Arc<dyn Fn(&str) -> String + Send + Sync>,
    /// What several servers share.
    pub depot: Option<Arc<Depot>>,
}

/// The platform's own desk. Cheap to clone.
#[derive(Clone)]
pub struct Console(pub(crate) Arc<Inner>);

/// What it is made of, and what it makes of it.
pub(crate) struct Inner {
    parts: Parts,
    pub passwords: Passwords,
    pub turns: Turns,
    pub running: Running,
    /// Where names of operators take turns, and keys of requests stand; no school has it.
    pub label: SchoolId,
    /// One school is made at a time.
    pub making: Mutex<()>,
    pub woken: Notify,
}

/// What a write does within its transaction.
pub(crate) type Work<'t, T> = Pin<Box<dyn Future<Output = Result<T, Refusal>> + Send + 't>>;

impl Deref for Inner {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Console {
    /// Over these parts.
    pub fn new(parts: Parts) -> Result<Self, Refusal> {
        let label = SchoolId::parse("platform").map_err(Refusal::internal)?;
        let (passwords, turns, running) = (parts.identity.passwords(), Turns::default(), Running::default());
        let (making, woken) = (Mutex::default(), Notify::new());
        Ok(Self(Arc::new(Inner { parts, passwords, turns, running, label, making, woken })))
    }

    /// Runs one write. As every write: nothing but SQL and quick rules inside. L014 for an operator whose session ended while the
    /// request waited for its body or its turn.
    pub(crate) async fn within<T, F>(&self, caller: &PlatformCaller, job: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut PlatformTx, Arc<Inner>, PlatformCaller) -> Work<'t, T> + Send + 'static,
    {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let session = match &caller.actor {
            PlatformActor::Operator { session, .. } => Some(session.clone()),
            _ => None,
        };
        let written = self.0.db.write(move |tx| {
            Box::pin(async move {
                if let Some(session) = session
                    && !operator::is_alive(tx, &session, inner.clock.now_ms()).await?
                    && !is_removed(Guard::Standing)
                {
                    return Err(Refusal::new(MessageId::L014));
                }
                job(tx, inner, caller).await
            })
        });
        let done = written.await?;
        self.0.woken.notify_one();
        Ok(done)
    }

    /// Returns when something was written, or at once when it was since the last call.
    pub async fn woken(&self) {
        self.0.woken.notified().await;
    }

    /// Under which name the platform's own calls are counted by network address.
    #[must_use]
    pub fn label(&self) -> &SchoolId {
        &self.0.label
    }

    /// Closes its database.
    pub async fn close(&self) {
        self.0.db.close().await;
    }

    /// Forgets what has expired. Safe to repeat.
    pub async fn purge(&self) -> Result<(), StoreError> {
        let now = self.0.clock.now_ms();
        self.0
            .db
            .write(move |tx| {
                Box::pin(async move {
                    store::prune_letters(tx, now - KEEP_MS).await?;
                    store::prune_proofs(tx, now).await?;
                    crate::counts::prune(tx, now).await?;
                    operator::prune(tx, now - KEEP_MS).await?;
                    crate::subscription::prune(tx, now).await
                })
            })
            .await
    }
}

/// How long what is over is kept: a week.
const KEEP_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Writes down what was done, in the write that does it. Never a secret.
pub(crate) async fn note(
    tx: &mut PlatformTx,
    inner: &Inner,
    caller: &PlatformCaller,
    action: &str,
    object: (&str, &str),
    detail: Value,
) -> Result<(), StoreError> {
    let (kind, actor) = caller.written();
    let id = AuditId::new(&*inner.clock, &*inner.rng);
    let address = caller.address.map(|address| address.to_string()).unwrap_or_default();
    let (now, detail) = (inner.clock.now_ms(), detail.to_string());
    store::insert_audit(
        tx,
        &store::NewAudit {
            id: &id,
            at: now,
            actor_kind: kind,
            actor_id: actor,
            action,
            object_kind: object.0,
            object_id: object.1,
            detail: &detail,
            request_id: &caller.request_id,
            address: &address,
        },
    )
    .await
    .map(drop)
}
