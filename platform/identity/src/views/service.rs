//! What people do with their views.

use kernel::allowance::{Allowance, DAY, Left};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, UserId};
use sqlx::types::Json;

use super::model::{MAX_VIEWS, Query, SavedView, ViewList, checked_name, checked_query, full, name_key, taken};
use super::store::{self, ViewRow};
use crate::ids::ViewId;
use crate::service::{Identity, Inner};
use crate::signed_in::require_account;

/// Changes that one account makes in a day: some for every view, and no load on the disk.
const CHANGES: Allowance = Allowance { name: "views.changed", most: 500, window: DAY };

impl Identity {
    /// The caller's views, by name; none of a list that they may not see.
    pub async fn views(&self, caller: &Caller) -> Result<Vec<SavedView>, Refusal> {
        let (user, _) = require_account(caller)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let views = own_views(&mut tx, &user).await?;
        Ok(views.into_iter().filter(|view| caller.may(view.list.permission())).collect())
    }

    /// Saves a view. A002 for a list that the caller may not see; F003 for what is not well formed and past fifty, A005 for a name that
    /// another view of the list has, L002 past five hundred changes in a day.
    pub async fn add_view(
        &self,
        caller: &Caller,
        list: ViewList,
        name: &str,
        query: Query,
    ) -> Result<SavedView, Refusal> {
        let (user, _) = require_account(caller)?;
        caller.require(list.permission())?;
        let (name, query) = (checked_name(name)?, checked_query(list, query)?);
        self.within(caller, move |tx, inner, _| {
            Box::pin(async move {
                count_change(tx, &inner, &user).await?;
                if store::count_views(tx, &user).await?.n >= MAX_VIEWS {
                    return Err(full());
                }
                let id = ViewId::new(&*inner.clock, &*inner.rng);
                let inserted =
                    store::insert_view(tx, &id, &user, list.as_str(), &name, &name_key(&name), Json(query)).await;
                inserted.map_err(taken_name)?;
                find(tx, &user, &id).await
            })
        })
        .await
    }

    /// Gives a view another name, another query or both. A001 for what is not the caller's, A003 when another device was quicker; else as
    /// [`Self::add_view`].
    pub async fn update_view(
        &self,
        caller: &Caller,
        id: ViewId,
        version: i64,
        (name, query): (Option<String>, Option<Query>),
    ) -> Result<SavedView, Refusal> {
        let (user, _) = require_account(caller)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let old = find(tx, &user, &id).await?;
                caller.require(old.list.permission())?;
                let name = name.map_or(Ok(old.name), |name| checked_name(&name))?;
                let query = query.map_or(Ok(old.query), |query| checked_query(old.list, query))?;
                count_change(tx, &inner, &user).await?;
                let changed = store::update_view(tx, &user, &id, version, &name, &name_key(&name), Json(query)).await;
                if changed.map_err(taken_name)? == 0 {
                    return Err(Refusal::new(MessageId::A003));
                }
                find(tx, &user, &id).await
            })
        })
        .await
    }

    /// Takes a view away. A001 for what is not the caller's.
    pub async fn remove_view(&self, caller: &Caller, id: ViewId) -> Result<(), Refusal> {
        let (user, _) = require_account(caller)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                caller.require(find(tx, &user, &id).await?.list.permission())?;
                count_change(tx, &inner, &user).await?;
                store::delete_view(tx, &user, &id).await?;
                Ok(())
            })
        })
        .await
    }
}

/// All views of an account, by name.
pub(crate) async fn own_views(tx: &mut SchoolTx, user: &UserId) -> Result<Vec<SavedView>, Refusal> {
    let rows = store::views_of(tx, user).await?;
    // A newer server may know more lists; one view less is no reason to give none.
    Ok(rows.into_iter().filter_map(|row| view(row).ok()).collect())
}

async fn find(tx: &mut SchoolTx, user: &UserId, id: &ViewId) -> Result<SavedView, Refusal> {
    let row = store::find_view(tx, user, id).await?.ok_or_else(Refusal::not_found)?;
    Ok(view(row)?)
}

fn view(row: ViewRow) -> Result<SavedView, StoreError> {
    let Some(list) = ViewList::parse(&row.list) else {
        return Err(StoreError::Inconsistent { table: "saved_views", column: "list", id: row.id.into() });
    };
    Ok(SavedView { id: row.id, version: row.version, list, name: row.name, query: row.query.0 })
}

/// Counts a change; on PostgreSQL those of one account wait here for each other, so that none passes the most.
async fn count_change(tx: &mut SchoolTx, inner: &Inner, user: &UserId) -> Result<(), Refusal> {
    match CHANGES.take(tx, user.as_str(), 1, inner.clock.now_ms()).await? {
        Left::Enough(_) => Ok(()),
        Left::TooLittle { seconds, .. } => Err(Refusal::new(MessageId::L002).retry_after(seconds)),
    }
}

fn taken_name(error: StoreError) -> Refusal {
    match error {
        StoreError::Taken => taken(),
        other => other.into(),
    }
}
