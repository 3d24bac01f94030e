//! Other submissions that have something in common with one.

use super::store::TwinRow;

/// Others that are told of one.
const MOST: usize = 20;

/// Another submission, and which sorts of values both have.
#[derive(Debug, Clone)]
pub struct Twin {
    pub row: TwinRow,
    /// `email`, `phone`; empty where it is the person that both have.
    pub shared: Vec<String>,
    /// Of another child of the family.
    pub is_sibling: bool,
}

/// Puts rows, one for each sort of value, together: each other once, with all that both have.
pub(super) fn joined(rows: Vec<TwinRow>) -> Vec<Twin> {
    let mut twins: Vec<Twin> = Vec::new();
    for row in rows {
        let kind = Some(row.shared.clone()).filter(|kind| !kind.is_empty());
        if let Some(twin) = twins.iter_mut().find(|twin| twin.row.id == row.id) {
            twin.shared.extend(kind);
            twin.is_sibling &= row.is_sibling == 1;
        } else if twins.len() < MOST {
            twins.push(Twin { shared: kind.into_iter().collect(), is_sibling: row.is_sibling == 1, row });
        }
    }
    twins
}
