//! Runs schools' form plugins: WebAssembly components that nobody here has to trust.
//!
//! Every call gets a fresh instance with a fixed amount of fuel, memory and time, may ask only for what the school granted,
//! and has its answer checked as hostile input. A fault is a value ([`CallFault`]), never a crash, and never touches another
//! school's calls: permits per school bound how much one can run, and a breaker rests a plugin that keeps failing.
//!
//! ```text
//! let host = PluginHost::new(HostConfig::default())?;          // once per process
//! let plugin = host.load_for("abq", bytes)?;                   // compiled once, then kept by digest
//! let answer = host.check(&plugin, call).await?;               // answer.verdict, answer.report.fuel
//! ```

mod answer;
mod bindings;
mod breaker;
mod cache;
mod call;
mod config;
mod engine;
mod error;
mod grants;
mod host;
mod kept;
mod load;
mod output;
mod permits;
mod plugin;
mod shapes;
mod state;
mod tables;
pub mod trial;

pub use answer::{Answer, Level, LogLine, Report};
pub use call::{Call, CallContext, Ended, KnownSet};
pub use config::{BreakerConfig, HostConfig, Limits, PermitConfig};
pub use error::{CallFault, HostError, LoadError, PluginFault};
pub use grants::Grants;
pub use host::PluginHost;
pub use plugin::{Asks, Descriptor, Digest, NotADigest, Plugin};
pub use tables::{NoTables, RuleTables, TableError, Tables};
pub use trial::Trial;
