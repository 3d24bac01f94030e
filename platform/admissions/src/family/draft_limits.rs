//! How much an account keeps of what it has not sent yet: its start page and its own export read no more than that.

use kernel::{MessageId, Refusal, SchoolTx, UserId};
use words::sabotage::{Guard, is_removed};

use super::store;

/// Drafts that an account keeps.
pub(crate) const MOST_DRAFTS: i64 = 50;
/// Bytes of all their answers.
const MOST_BYTES: i64 = 4 << 20;

/// Refuses with F008 what made the account keep too much; that has to undo its transaction. Those of one account wait here for
/// each other, so that none is counted without the others.
pub(crate) async fn require_room(tx: &mut SchoolTx, user: &UserId, now: i64) -> Result<(), Refusal> {
    store::hold_account(tx, user).await?;
    let usage = store::draft_usage(tx, user, now).await?;
    let is_too_much = usage.drafts > MOST_DRAFTS || usage.bytes > MOST_BYTES;
    if is_too_much && !is_removed(Guard::KeptDrafts) {
        return Err(Refusal::new(MessageId::F008).with("limit", MOST_DRAFTS));
    }
    Ok(())
}
