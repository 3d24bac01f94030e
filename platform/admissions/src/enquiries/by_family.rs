//! Where a family itself sends what it sent: away, when it withdraws, and back, when it thinks better of it.

use kernel::crypto::Secret;
use kernel::timeline::{self, Object, Timeline};
use kernel::{Refusal, SchoolTx, SubmissionId};
use machine::{Denied, State as _};

use super::model::{CloseReason, ENQUIRY, State};
use super::service::refused;
use super::store;
use crate::stand::Stand;
use crate::unlocks;

/// Takes one of the table's ways for its family, whose right was looked at: what they sent is theirs. It is held for the rest of the
/// transaction, and gets another version, so that whoever of the staff has it open is told.
pub(crate) async fn send_by_family(
    tx: &mut SchoolTx,
    secret: &Secret,
    id: &SubmissionId,
    (to, reason): (State, Option<CloseReason>),
    (family, now): (&str, i64),
) -> Result<(), Refusal> {
    let row = store::find_enquiry(tx, id).await?.ok_or_else(Refusal::not_found)?;
    // An application goes its own way back (`applications::withdraw_by_family`).
    let Stand::Enquiry(from) = row.state()? else { return Err(refused(Denied::NoWay)) };
    let reason = reason.map(CloseReason::as_str);
    ENQUIRY.step(from, to, |_| true, reason).map_err(refused)?;
    store::update_enquiry(tx, id, row.version, to.as_str(), row.owner_id.as_ref(), now).await?;
    unlocks::close_if_over(tx, id, Stand::Enquiry(to), now).await?;
    let entry = timeline::Entry {
        at: now,
        actor_name: family,
        action: "state",
        from: Some(from.as_str()),
        to: Some(to.as_str()),
        reason,
        ..timeline::Entry::default()
    };
    let mut timeline = Timeline::resume(tx, secret, Object::new(ENQUIRY.kind, id)).await?;
    Ok(timeline.add(tx, entry).await?)
}

/// Adds an entry that says that the family applies by another form, and sends the enquiry to `applying` where the table has that way from where
/// it stands. The transaction holds it.
pub(crate) async fn apply_by_family(
    tx: &mut SchoolTx,
    secret: &Secret,
    id: &SubmissionId,
    entry: timeline::Entry<'_>,
) -> Result<(), Refusal> {
    let row = store::find_enquiry(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let mut timeline = Timeline::resume(tx, secret, Object::new(ENQUIRY.kind, id)).await?;
    timeline.add(tx, entry).await?;
    let (stand, to) = (row.state()?, State::Applying);
    let Stand::Enquiry(from) = stand else { return Ok(()) };
    if ENQUIRY.step(from, to, |_| true, None).is_err() {
        return Ok(());
    }
    store::update_enquiry(tx, id, row.version, to.as_str(), row.owner_id.as_ref(), entry.at).await?;
    let moved = timeline::Entry { action: "state", from: Some(from.as_str()), to: Some(to.as_str()), ..entry };
    Ok(timeline.add(tx, moved).await?)
}
