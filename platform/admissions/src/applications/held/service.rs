//! Whether a school's clocks are held, and letting them go on.

use kernel::audit::{self, Entry};
use kernel::{Caller, Refusal, StoreError, numbers};
use serde_json::json;
use words::Permission;

use super::super::service::Applications;

/// Above 0 while they are held. What brings a school's data back sets it (`moving::ended`).
const COUNTER: &str = "clocks-held";

impl Applications {
    /// Whether the clocks of a school are held.
    pub(crate) async fn are_clocks_held(&self, scope: &kernel::caller::SchoolScope) -> Result<bool, StoreError> {
        let mut tx = self.0.db().read(scope).await?;
        Ok(numbers::last(&mut tx, COUNTER).await? > 0)
    }

    /// Lets them go on: what was due meanwhile is done at the next look. A002 for who makes no offers.
    pub async fn resume_clocks(&self, caller: &Caller) -> Result<(), Refusal> {
        caller.require(Permission::ApplicationOffer)?;
        let (applications, who) = (self.clone(), caller.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                if numbers::last(tx, COUNTER).await? == 0 {
                    return Ok::<_, Refusal>(());
                }
                numbers::set(tx, COUNTER, 0).await?;
                let detail = json!({});
                let entry = Entry { action: "application.clocks_resume", object_kind: "school", object_id: "", detail };
                Ok(audit::record(tx, applications.0.clock(), applications.0.rng(), &who, entry).await?)
            })
        });
        write.await
    }
}
