//! What every room stands on: refusals and message ids, who acts, the two databases, numbers, audit, histories, jobs and the outbox.
//!
//! Nothing here knows a slice. Time and randomness are arguments ([`words::Clock`], [`words::Rng`]); SQL runs only through
//! [`db::SchoolTx`], which carries the school it is for. What is pure stands beneath, in `words`.

pub mod allowance;
pub mod answer;
pub mod audit;
pub mod background;
pub mod bulk;
pub mod caller;
pub mod crypto;
pub mod db;
pub mod extract;
pub mod files;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub mod keyring;
pub mod links;
pub mod mail;
pub mod message;
pub mod message_counts;
pub mod numbers;
pub mod outbox;
pub mod page;
pub mod rate;
pub mod refusal;
pub mod search;
pub mod servers;
pub mod timeline;
pub mod turns;
mod verified;

pub use answer::{Answer, Nothing};
pub use caller::{Actor, Caller, SchoolScope};
pub use db::{Db, PlatformDb, PlatformTx, SchoolTx, StoreError};
pub use ids::{AuditId, BulkJobId, Id, JobId, SessionId, SubmissionId, UserId};
#[doc(hidden)]
pub use inventory;
pub use refusal::{MessageId, Refusal};
