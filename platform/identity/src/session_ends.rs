//! How many sessions one account ends, its own and others', before it has to show who asks: a stolen bearer neither signs a school out
//! one by one nor keeps its owner from signing in again.

use kernel::allowance::{Allowance, DAY, HOUR, Left};
use kernel::{Actor, Caller, Refusal, SchoolTx, UserId};
use serde_json::json;
use words::Permission;

use crate::letters;
use crate::service::{Identity, Inner};

/// People whose sessions one account ends a day without showing who asks: a list of leavers is longer, and asks for one proof.
const OTHERS: Allowance = Allowance { name: "session.end", most: 20, window: DAY };
/// Its own: whoever holds a stolen bearer would end each new session of its owner before they could do anything with it.
const OWN: Allowance = Allowance { name: "session.end_own", most: 10, window: HOUR };

/// Counts that the caller ends sessions of an account: to be called before it does, in the same transaction. Past the bound L018 for who has
/// not lately shown who they are. Everybody who manages people hears once a day of who reached the bound of others' sessions.
pub(crate) async fn count(tx: &mut SchoolTx, inner: &Inner, caller: &Caller, of: &UserId) -> Result<(), Refusal> {
    // Who works at the command line has the server itself.
    let Actor::User { id: by, name, .. } = &caller.actor else { return Ok(()) };
    let (is_own, now) = (by == of, inner.clock.now_ms());
    match (if is_own { OWN } else { OTHERS }).take(tx, by.as_str(), 1, now).await? {
        Left::Enough(0) if !is_own => {
            let params = json!({
                "person": name,
                "count": OTHERS.most.to_string(),
                "path": format!("/settings/audit?actor={by}"),
            });
            let (news, told) = (letters::of_today(inner, &format!("session_ends:{by}")), ("sessions_ended", params));
            Ok(letters::to_administrators(tx, inner, Permission::UserManage, told, &news).await?)
        }
        Left::Enough(_) => Ok(()),
        Left::TooLittle { .. } => Identity::require_fresh(tx, caller, now).await,
    }
}
