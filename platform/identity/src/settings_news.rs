//! News of settings that guard accounts and money: whoever manages people hears of a change of the ways in, of the letters that carry keys, and
//! of the account that families pay to.

use kernel::caller::Actor;
use kernel::{Caller, SchoolTx, StoreError};
use serde_json::json;
use words::Permission;

use crate::letters;
use crate::service::Identity;

impl Identity {
    /// Tells everybody who manages people, whoever did it among them, that what guards accounts or money was published, set for a moment, or went
    /// live at it: once a day for each person, sort of `change` (`letters`, `entry`, `bank_account`) and `which` of it. For other slices, inside their transaction.
    pub async fn tell_of_publication(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        (change, which): (&'static str, &str),
    ) -> Result<(), StoreError> {
        // Who works at the command line has the server itself.
        let Actor::User { id, name, .. } = &caller.actor else { return Ok(()) };
        let params = json!({ "person": name, "change": change, "path": "/settings/history" });
        let news = letters::of_today(&self.0, &format!("settings:{change}:{which}:{id}"));
        letters::to_administrators(tx, &self.0, Permission::UserManage, ("settings_changed", params), &news).await
    }
}
