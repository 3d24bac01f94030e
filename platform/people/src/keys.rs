//! Names folded anew where they were folded by other rules or by none. Who is who does not wait for it: that folds what was written.

use kernel::caller::SchoolScope;
use kernel::jobs::Work;
use kernel::{SchoolTx, StoreError, numbers};
use words::fold;

use crate::ids::PersonId;
use crate::model::name_key;
use crate::service::People;
use crate::store;

/// The counter that says by which rules names were folded: [`fold::VERSION`] then.
const FOLDED: &str = "person-names";

impl People {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self) -> Work {
        Work::default().sweep("names of people", self, |people, scope| async move { people.fold_anew(&scope).await })
    }

    /// Folds the names of a school by the rules of today. Safe to repeat and to interrupt.
    pub async fn fold_anew(&self, scope: &SchoolScope) -> Result<(), StoreError> {
        let mut tx = self.db().read(scope).await?;
        let version = numbers::last(&mut tx, FOLDED).await?;
        drop(tx);
        if version == fold::VERSION {
            return Ok(());
        }
        let mut after = Some((PersonId::from(""), String::new()));
        while let Some(from) = after {
            after = self.db().write(scope, move |tx| Box::pin(async move { some(tx, &from).await })).await?;
        }
        Ok(())
    }
}

/// Those after one, a few at a time; the last of them, if any is left.
async fn some(tx: &mut SchoolTx, after: &(PersonId, String)) -> Result<Option<(PersonId, String)>, StoreError> {
    let rows = store::page_names(tx, &after.0, &after.1).await?;
    for row in &rows {
        let key = name_key(&row.name);
        if key != row.name_key {
            store::delete_name(tx, &row.person_id, &row.name_key).await?;
            store::insert_name(tx, &row.person_id, &key, &row.name).await?;
        }
    }
    let last = rows.last().map(|row| (row.person_id.clone(), row.name.clone()));
    if last.is_none() {
        numbers::set(tx, FOLDED, fold::VERSION).await?;
    }
    Ok(last)
}
