//! News of settings that guard accounts: whoever manages people hears of a change of the ways in, and of the letters that carry keys.

use kernel::caller::Actor;
use kernel::{Caller, SchoolTx, StoreError};
use serde_json::json;
use words::Permission;

use crate::letters;
use crate::service::Identity;

impl Identity {
    /// Tells everybody who manages people, whoever did it among them, that what guards accounts was published, set for a moment, or went
    /// live at it: once a day for each person and sort of `change` (`letters`, `entry`, `both`). For other slices, inside their transaction.
    pub async fn tell_of_publication(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        change: &'static str,
    ) -> Result<(), StoreError> {
        // Who works at the command line has the server itself.
        let Actor::User { id, name, .. } = &caller.actor else { return Ok(()) };
        let params = json!({ "person": name, "change": change, "path": "/settings/history" });
        let news = letters::of_today(&self.0, &format!("settings:{change}:{id}"));
        letters::to_administrators(tx, &self.0, Permission::UserManage, ("settings_changed", params), &news).await
    }
}
