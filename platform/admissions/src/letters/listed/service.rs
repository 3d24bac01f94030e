//! How letters of some stand, as a reader sees them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;

use super::model::{ConditionsStand, FinancialStand, ListedLetters};
use super::store;
use crate::enquiries::Sight;
use crate::forms::Forms;

/// The questions by file that a reader does not read, as statements take them: as the school's forms are asked now.
pub(crate) async fn withheld_papers(school: &Arc<School>, sight: &Sight) -> String {
    let documents = Forms::documents(school).await;
    let of = |document: &Arc<form::FormDocument>| {
        let fields = document.upload_fields().into_iter().map(|field| field.name);
        fields.filter(|name| !sight.reads_field(document, name)).collect::<Vec<_>>()
    };
    json!(documents.values().flat_map(of).collect::<Vec<_>>()).to_string()
}

/// Those of some submissions, a list of ids, whose offer has conditions that are neither met nor waived.
pub(crate) async fn open_among(tx: &mut SchoolTx, ids: &str) -> Result<HashSet<SubmissionId>, StoreError> {
    let rows = store::conditions_among(tx, ids, "[]").await?.into_iter();
    Ok(rows.filter(|row| row.open > 0).map(|row| row.submission_id).collect())
}

/// What a file tells of the letters of some submissions, a list of ids.
pub(crate) async fn letters_among(
    tx: &mut SchoolTx,
    ids: &str,
    sight: &Sight,
    withheld: &str,
) -> Result<HashMap<SubmissionId, ListedLetters>, StoreError> {
    let mut found: HashMap<SubmissionId, ListedLetters> = HashMap::new();
    for row in store::conditions_among(tx, ids, withheld).await? {
        let stand = ConditionsStand::of((row.total, row.open, row.came));
        found.entry(row.submission_id).or_default().conditions = stand;
    }
    if sight.reads_fees() {
        for row in store::financial_among(tx, ids).await? {
            let stand = FinancialStand::of((row.total, row.open, row.came));
            found.entry(row.submission_id).or_default().financial = stand;
        }
    }
    Ok(found)
}
