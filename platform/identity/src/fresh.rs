//! Who takes much out at once, or gives and takes power over the school, has lately shown who they are: a session that was left open, or a
//! stolen bearer, takes no list away and makes no administrator.

use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::json;
use words::Permission;
use words::sabotage::{Guard, is_removed};

use crate::service::Identity;
use crate::{letters, store};

/// So long after signing in, or after the last proof, nothing more is asked for.
const FRESH_MS: i64 = 15 * 60 * 1000;
/// Files of so many lines are told of.
const BIG: usize = 500;

/// A file that somebody takes out, or what they read in an hour.
#[derive(Debug, Clone, Copy)]
pub struct TakenOut {
    /// Of what: `enquiries`, `audit`; `read` of lists that were read page by page.
    pub what: &'static str,
    pub lines: usize,
}

impl Identity {
    /// L018 unless the caller signed in, or gave the password once more (`confirm_session`), within the last quarter of an hour. For
    /// other slices, inside their transaction.
    pub async fn require_fresh(tx: &mut SchoolTx, caller: &Caller, now: i64) -> Result<(), Refusal> {
        let Actor::User { session, .. } = &caller.actor else { return Ok(()) };
        let confirmed_at = store::find_confirmed(tx, session).await?.map_or(0, |row| row.confirmed_at);
        if now < confirmed_at + FRESH_MS || is_removed(Guard::FreshProof) {
            return Ok(());
        }
        Err(Refusal::new(MessageId::L018))
    }

    /// Tells everybody who manages people of a big file, or of much that was read: once a day for each person. For other slices, inside
    /// their transaction.
    pub async fn tell_of_export(&self, tx: &mut SchoolTx, caller: &Caller, taken: TakenOut) -> Result<(), StoreError> {
        let Actor::User { id, name, .. } = &caller.actor else { return Ok(()) };
        if taken.lines < BIG {
            return Ok(());
        }
        let params = json!({
            "person": name,
            "lines": taken.lines.to_string(),
            "change": taken.what,
            "path": format!("/settings/audit?actor={id}"),
        });
        let kind = if taken.what == "read" { "read" } else { "export" };
        let news = letters::of_today(&self.0, &format!("{kind}:{id}"));
        letters::to_administrators(tx, &self.0, Permission::UserManage, ("export_taken", params), &news).await
    }
}
