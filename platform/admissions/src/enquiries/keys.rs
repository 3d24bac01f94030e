//! What submissions are found by, folded anew where it was folded by other rules or by none; and the admission numbers of who was enrolled before
//! they were looked for.

use kernel::caller::SchoolScope;
use kernel::jobs::Work;
use kernel::{SchoolTx, StoreError, SubmissionId, numbers, search};
use words::fold;

use super::service::Enquiries;
use super::{KIND, store};
use crate::students;

/// The counter that says by which rules keys were folded: [`fold::VERSION`] then.
const FOLDED: &str = "search-keys";

/// The counter that says whether students are found by their admission numbers: [`TOLD`] then.
const NUMBERED: &str = "admission-numbers";
const TOLD: i64 = 1;

impl Enquiries {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::default()
            .sweep("what staff search", self, |enquiries, scope| async move { enquiries.fold_anew(&scope).await })
            .sweep("admission numbers", self, |enquiries, scope| async move { enquiries.tell_numbers(&scope).await })
    }

    /// Makes whoever was enrolled before findable by their admission number; where that is done, it costs the read of a row. Safe to repeat and
    /// to interrupt.
    pub async fn tell_numbers(&self, scope: &SchoolScope) -> Result<(), StoreError> {
        let mut tx = self.db().read(scope).await?;
        let version = numbers::last(&mut tx, NUMBERED).await?;
        drop(tx);
        if version == TOLD {
            return Ok(());
        }
        let mut after = Some(String::new());
        while let Some(from) = after {
            let write = self.db().write(scope, move |tx| {
                Box::pin(async move {
                    let last = students::find_by_numbers(tx, &from).await?;
                    if last.is_none() {
                        numbers::set(tx, NUMBERED, TOLD).await?;
                    }
                    Ok::<_, StoreError>(last)
                })
            });
            after = write.await?;
        }
        Ok(())
    }

    /// Makes what is stored findable by the rules of today; where it is already, that costs the read of a row. Safe to
    /// repeat and to interrupt: until it has come to its end, some older submissions are not found.
    pub async fn fold_anew(&self, scope: &SchoolScope) -> Result<(), StoreError> {
        let mut tx = self.db().read(scope).await?;
        let version = numbers::last(&mut tx, FOLDED).await?;
        drop(tx);
        if version == fold::VERSION {
            return Ok(());
        }
        self.db().write(scope, |tx| Box::pin(async move { search::delete_kind(tx, KIND).await })).await?;
        let mut after = Some(SubmissionId::from(""));
        while let Some(from) = after {
            after = self.db().write(scope, move |tx| Box::pin(async move { some(tx, &from).await })).await?;
        }
        Ok(())
    }
}

/// Those after one, a few at a time, so that nobody waits long for the writer; the last of them, if any is left.
async fn some(tx: &mut SchoolTx, after: &SubmissionId) -> Result<Option<SubmissionId>, StoreError> {
    let rows = store::page_fields(tx, after).await?;
    for row in &rows {
        search::add(tx, KIND, row.id.as_str(), &row.search_text).await?;
    }
    let last = rows.last().map(|row| row.id.clone());
    if last.is_none() {
        numbers::set(tx, FOLDED, fold::VERSION).await?;
    }
    Ok(last)
}
