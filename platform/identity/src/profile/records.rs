//! What other rooms keep of a person, for what the person takes away.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::{Caller, Refusal};
use serde_json::{Map, Value};
use tenants::School;

/// A room that keeps something of people. It knows this room, and this room does not know it: the server brings them
/// together.
#[async_trait]
pub trait Records: Send + Sync {
    /// Under which name it stands in the file.
    fn name(&self) -> &'static str;

    /// All that it keeps of the caller, as they told it and in words of theirs; nothing that others wrote about them.
    async fn of(&self, caller: &Caller, school: &Arc<School>) -> Result<Value, Refusal>;
}

/// Everybody who keeps something. Cheap to clone.
#[derive(Clone)]
pub struct Keepers(Arc<[Arc<dyn Records>]>);

impl Keepers {
    /// These.
    #[must_use]
    pub fn new(all: Vec<Arc<dyn Records>>) -> Self {
        Self(all.into())
    }

    /// What all of them keep of the caller, by name.
    pub(super) async fn of(&self, caller: &Caller, school: &Arc<School>) -> Result<Map<String, Value>, Refusal> {
        let mut all = Map::new();
        for one in self.0.iter() {
            all.insert(one.name().to_owned(), one.of(caller, school).await?);
        }
        Ok(all)
    }
}
