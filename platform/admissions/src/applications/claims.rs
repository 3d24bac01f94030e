//! What a family alone says of itself and is ranked by: that a parent works at the school. Somebody confirms it by doing its task, or corrects the
//! answer; a claim that was taken back and made again is to be confirmed anew.

use jiff::ToSpan as _;
use kernel::{SchoolTx, StoreError, SubmissionId};
use tenants::School;
use words::{Clock, Rng};

use super::moves::is_tagged;
use crate::tasks::said::CONFIRM_STAFF;
use crate::tasks::{self, DAYS_OF_RULES};

/// Whether the rules tell of a parent who works here.
pub(super) fn is_claimed(tags: &[String]) -> bool {
    is_tagged(tags, "staff_child")
}

/// Asks whoever looks after it to confirm what was claimed.
pub(super) async fn ask(
    tx: &mut SchoolTx,
    made: (&dyn Clock, &dyn Rng),
    school: &School,
    id: &SubmissionId,
    now: i64,
) -> Result<(), StoreError> {
    let due_on = school.today(now).saturating_add(DAYS_OF_RULES.days()).to_string();
    tasks::ask_owner(tx, made, id, (&CONFIRM_STAFF, &due_on), now).await
}

/// What becomes of it when answers were changed: a new claim is asked about, one that is gone is asked about no more.
pub(super) async fn follow(
    tx: &mut SchoolTx,
    made: (&dyn Clock, &dyn Rng),
    (school, id): (&School, &SubmissionId),
    (was, is): (bool, bool),
    now: i64,
) -> Result<(), StoreError> {
    match (was, is) {
        (false, true) => ask(tx, made, school, id, now).await,
        (true, false) => tasks::close_said(tx, id, (&CONFIRM_STAFF, None), now).await,
        _ => Ok(()),
    }
}
