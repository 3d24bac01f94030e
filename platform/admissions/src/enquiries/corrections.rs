//! What families corrected and changed since they sent it, as staff see it: what was sent stays, and what it is now stands beside it.

use form::FormDocument;
use kernel::{SchoolTx, StoreError, SubmissionId};
use serde_json::{Map, Value};
use tenants::School;

use super::audience::Sight;
use crate::my_application::{CorrectionRow, corrections_of};
use crate::unlocks::{Change, changes_of, open_until};

/// What of one is otherwise since it was sent.
#[derive(Debug)]
pub struct Since {
    /// Contact data that the family corrected, field by field.
    pub corrections: Vec<CorrectionRow>,
    /// Answers that it changed where the office let it, the newest first.
    pub changes: Vec<Change>,
    /// Until when it may change some: the last day.
    pub unlocked_until: Option<String>,
}

/// What was corrected and changed of one that the caller reads, and the answers with the corrections in their place.
pub(super) async fn seen_corrections(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    (sight, document): (&Sight, &FormDocument),
    (school, now): (&School, i64),
    answers: &Value,
) -> Result<(Since, Value), StoreError> {
    let mut corrections = corrections_of(tx, id).await?;
    corrections.retain(|one| sight.reads_field(document, &one.field));
    let mut corrected = answers.clone();
    for one in &corrections {
        corrected[&one.field] = one.value.clone().into();
    }
    let mut changes = changes_of(tx, id).await?;
    changes.retain(|one| sight.reads_field(document, &one.field));
    for one in &mut changes {
        one.before = masked(document, &one.field, one.before.take());
    }
    let unlocked_until = open_until(tx, school, id, now).await?;
    Ok((Since { corrections, changes, unlocked_until }, corrected))
}

/// An answer without what nobody is shown all of.
fn masked(document: &FormDocument, field: &str, answer: Value) -> Value {
    let mut values = Value::Object(Map::from_iter([(field.to_owned(), answer)]));
    document.mask(&mut values);
    values[field].take()
}
