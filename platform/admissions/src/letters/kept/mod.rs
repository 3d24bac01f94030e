//! How long letters are kept. One that was signed stays as it was signed until its day, which its school's years said then: the database refuses
//! to change or delete it. After that what it says is erased: text, names, strokes, the entries' bodies and the files. Reference and hashes stay,
//! so that a paper that somebody still has is known by its code or its file.

mod store;

use jiff::ToSpan as _;
use kernel::caller::SchoolScope;
use kernel::{Db, Refusal, SchoolTx, StoreError};
use tenants::School;
use words::clock::timestamp;

use crate::ids::LetterId;

pub(super) use store::keep;

/// How long letters are kept that nobody signed, from their end on.
const UNSIGNED_MS: i64 = 3_653 * 86_400_000;
/// The same of requests for financial documents: salaries and account numbers of families that may never have come.
const FINANCIAL_MS: i64 = 366 * 86_400_000;

/// Until when a letter is kept whose last signature comes now.
pub(super) fn until(school: &School, now: i64) -> i64 {
    let years = i64::from(school.config().letter_years).years();
    let signed = timestamp(now).to_zoned(school.time_zone().clone());
    signed.checked_add(years).map_or(i64::MAX, |end| end.timestamp().as_millisecond())
}

/// Erases what letters say whose time is over. Their files are named by no row that counts from then on, and go with the sweep of those.
pub(crate) async fn erase_over(db: &Db, scope: &SchoolScope, now: i64) -> Result<u64, Refusal> {
    let mut erased = 0;
    loop {
        let mut tx = db.read(scope).await?;
        let all = store::over(&mut tx, now, now - UNSIGNED_MS, now - FINANCIAL_MS).await?;
        drop(tx);
        if all.is_empty() {
            return Ok(erased);
        }
        let write = db.write(scope, move |tx| {
            Box::pin(async move {
                let mut gone = 0;
                for row in all {
                    gone += erase(tx, &row.id, now).await?;
                }
                Ok::<_, StoreError>(gone)
            })
        });
        erased += write.await?;
    }
}

async fn erase(tx: &mut SchoolTx, id: &LetterId, now: i64) -> Result<u64, StoreError> {
    let gone = store::erase_letter(tx, id, now).await?;
    store::erase_signers(tx, id).await?;
    store::erase_entries(tx, id).await?;
    store::erase_consents(tx, id).await?;
    store::erase_posts(tx, id).await?;
    store::erase_financial(tx, id).await?;
    store::erase_financial_files(tx, id).await?;
    Ok(gone)
}
