//! Operators: who runs the platform.
//!
//! An operator is made on the command line, which gives a link that works once for a day; behind it they choose a password
//! and set an authenticator up. Signing in always takes both. The session is a cookie that no script reads, stored as its
//! hash, changed every quarter of an hour; a cookie that was changed a minute ago or longer and comes again ends its session.
//! What is wrong at signing in is never told apart, and tries are slowed down as people's are; second factors after a right
//! password end after twenty a day, and then only a new link of the command line helps.

pub mod api;
pub mod guard;
pub mod model;
mod service;
mod sessions;
pub(crate) mod store;

pub use model::{ListedOperator, Operator};
pub use service::SetUp;
pub use sessions::Opened;
pub(crate) use sessions::{is_alive, prune};
