//! What families corrected since they sent it, as staff see it: what was sent stays, and what it is now stands beside it.

use form::FormDocument;
use kernel::{SchoolTx, StoreError, SubmissionId};
use serde_json::Value;

use super::audience::Sight;
use crate::my_application::{CorrectionRow, corrections_of};

/// What was corrected of one that the caller reads, and the answers with that in their place.
pub(super) async fn seen_corrections(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    (sight, document): (&Sight, &FormDocument),
    answers: &Value,
) -> Result<(Vec<CorrectionRow>, Value), StoreError> {
    let mut corrections = corrections_of(tx, id).await?;
    corrections.retain(|one| sight.reads_field(document, &one.field));
    let mut corrected = answers.clone();
    for one in &corrections {
        corrected[&one.field] = one.value.clone().into();
    }
    Ok((corrections, corrected))
}
