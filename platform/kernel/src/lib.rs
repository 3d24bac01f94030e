//! Words that every room shares: ids, time, chance, refusals, permissions, the two databases, audit and the outbox.
//!
//! Nothing here knows a slice. Time and randomness are arguments ([`Clock`], [`Rng`]); SQL runs only through
//! [`db::SchoolTx`], which carries the school it is for.

pub mod address;
pub mod allowance;
pub mod answer;
pub mod audit;
pub mod caller;
pub mod clock;
pub mod crypto;
pub mod db;
pub mod extract;
pub mod files;
pub mod fold;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub mod keyring;
pub mod mail;
pub mod message;
pub mod message_counts;
pub mod outbox;
pub mod page;
pub mod refusal;
pub mod rng;
pub mod sabotage;
pub mod search;
pub mod servers;
pub mod text;
pub mod timeline;
pub mod turns;
pub mod verdict;

pub use answer::{Answer, Nothing};
pub use caller::{Actor, Caller, Permission, Role, SchoolScope};
pub use clock::{Clock, SystemClock};
pub use db::{Db, PlatformDb, PlatformTx, SchoolTx, StoreError};
pub use ids::SchoolId;
#[doc(hidden)]
pub use inventory;
pub use refusal::{MessageId, Refusal};
pub use rng::{Rng, SystemRng};
