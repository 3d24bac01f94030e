//! Where submissions stand, held against what their histories say.

use kernel::timeline::{Stand, Subject};

use super::model::ENQUIRY;
use super::store;

/// What `qabul audit verify` looks at besides the entries.
pub const HISTORY: Subject = Subject {
    kind: ENQUIRY.kind,
    page: |tx, after| {
        Box::pin(async move {
            let rows = store::page_states(tx, &after.into()).await?;
            Ok(rows.into_iter().map(|row| Stand { id: row.id.into(), state: row.state }).collect())
        })
    },
};
