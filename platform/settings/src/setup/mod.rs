//! What a new school still has to do: steps that are done by themselves as their places are touched, and steps that its
//! administrator leaves out.

pub(crate) mod api;
mod service;
pub(crate) mod store;

use async_trait::async_trait;
use kernel::Refusal;
use kernel::caller::SchoolScope;

/// The people of a school. The server answers with its accounts.
#[async_trait]
pub trait Colleagues: Send + Sync {
    /// How many people work for the school.
    async fn staff(&self, scope: &SchoolScope) -> Result<i64, Refusal>;
}
