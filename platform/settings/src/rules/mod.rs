//! Trying rules on samples: a form's answers by the live rules and by the draft's, and a component before it is kept.
//!
//! The server puts the plugin host behind [`Rules`]; this room knows no WebAssembly. What is tried here is nobody's
//! application: nothing of it is stored, counted, or held against the rules that families meet.

pub(crate) mod api;
mod compare;
mod component;
mod model;
mod plain;

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
pub use component::{objections, turned_away};
pub use form::Rehearsed;
use serde_json::Value;
use tenants::{Grants, School};

/// One try.
#[derive(Debug, Clone)]
pub struct Rehearsal {
    /// The school, whose tables, time zone and currency hold.
    pub school: Arc<School>,
    /// The component.
    pub component: Bytes,
    /// What it may do.
    pub grants: Grants,
    /// The form.
    pub form: String,
    /// The answers: normalised and pruned.
    pub values: Value,
    /// Whether the form itself takes the answers, so that the rules decide on them too.
    pub decide: bool,
    /// The moment.
    pub now_ms: i64,
}

/// The rules gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesFault {
    /// Stable code: `trap`, `timeout` …
    pub code: String,
    /// For the component's author.
    pub message: String,
}

/// Runs a form's rules. Nobody is known to them here.
#[async_trait]
pub trait Rules: Send + Sync {
    /// Tries a component on answers.
    async fn rehearse(&self, asked: Rehearsal) -> Result<Rehearsed, RulesFault>;
}
