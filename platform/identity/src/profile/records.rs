//! What other rooms keep of a person, for what the person takes away.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use kernel::turns::{Turn, Turns};
use kernel::{Caller, Refusal, UserId};
use tenants::School;

use super::take_out::TakeOut;

/// A room that keeps something of people. It knows this room, and this room does not know it: the server brings them
/// together.
#[async_trait]
pub trait Records: Send + Sync {
    /// Under which name it stands in the file.
    fn name(&self) -> &'static str;

    /// Writes all that it keeps of the caller, as they told it and in words of theirs, into an object that is open; nothing that
    /// others wrote about them.
    async fn write(&self, caller: &Caller, school: &Arc<School>, out: &mut TakeOut) -> Result<(), Refusal>;
}

/// Everybody who keeps something. Cheap to clone.
#[derive(Clone)]
pub struct Keepers {
    all: Arc<[Arc<dyn Records>]>,
    turns: Turns,
    folder: PathBuf,
}

impl Keepers {
    /// These; what is taken away is written in that folder.
    #[must_use]
    pub fn new(all: Vec<Arc<dyn Records>>, folder: PathBuf) -> Self {
        Self { all: all.into(), turns: Turns::new(2, 1, 8, Duration::from_secs(20)), folder }
    }

    /// A person's turn to take their own away: one for each of them, one for a school, few at once. R012 when too many wait.
    pub(super) async fn turn(&self, caller: &Caller, user: &UserId) -> Result<Turn, Refusal> {
        let school = caller.school.id();
        self.turns.take(&[format!("{school}/{user}"), school.to_string()]).await
    }

    /// An empty file.
    pub(super) async fn begin(&self) -> Result<TakeOut, Refusal> {
        TakeOut::begin(self.folder.clone()).await
    }

    /// Writes what all of them keep of the caller, by name.
    pub(super) async fn write(&self, caller: &Caller, school: &Arc<School>, out: &mut TakeOut) -> Result<(), Refusal> {
        for one in self.all.iter() {
            out.object(one.name()).await?;
            one.write(caller, school, out).await?;
            out.close().await?;
        }
        Ok(())
    }
}
