//! Reading the log, by pages or as a file.

use kernel::page::{cursor, page_size, position};
use kernel::{AuditId, Caller, Refusal, SchoolTx, StoreError};
use serde_json::Value;
use words::Permission;
use words::clock::iso;

use super::model::{AuditActor, AuditFilter, AuditItem, AuditObject};
use super::store::{self, EntryRow};
use crate::service::Identity;

/// A page of the log.
#[derive(Debug, Clone)]
pub struct AuditPage {
    /// The latest first.
    pub items: Vec<AuditItem>,
    /// Where the next page starts; absent on the last one.
    pub next_cursor: Option<String>,
    /// What was done lately, each once; on the first page alone.
    pub actions: Option<Vec<String>>,
}

impl Identity {
    /// A page of the log, the latest first. A007 when it is more than the account may read this hour.
    pub async fn audit(
        &self,
        caller: &Caller,
        filter: &AuditFilter,
        from: Option<&str>,
        size: Option<u32>,
    ) -> Result<AuditPage, Refusal> {
        caller.require(Permission::AuditRead)?;
        let before: Option<(i64, AuditId)> = from.map(position).transpose()?;
        let first = before.is_none();
        let size = page_size(size) as usize;
        let mut tx = self.0.db.read(&caller.school).await?;
        let limit = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut rows = list(&mut tx, filter, before, limit).await?;
        let actions = if first {
            Some(store::list_actions(&mut tx).await?.into_iter().map(|row| row.action).collect())
        } else {
            None
        };
        let more = rows.len() > size;
        rows.truncate(size);
        drop(tx);
        self.count_read(caller, "audit", rows.len()).await?;
        let last = rows.last().map(|row| cursor(&(row.at, &row.id)));
        let next_cursor = last.filter(|_| more);
        Ok(AuditPage { items: rows.into_iter().map(item).collect(), next_cursor, actions })
    }
}

/// A filter as the statements take it.
struct Narrowed<'a> {
    kind: &'a str,
    id: &'a str,
    action: String,
    from: i64,
    to: i64,
}

impl<'a> Narrowed<'a> {
    fn of(filter: &'a AuditFilter) -> Self {
        let (kind, id) = match filter.actor.as_str() {
            kind @ ("system" | "anonymous") => (kind, ""),
            id => ("", id),
        };
        let mut action: String =
            filter.action.chars().flat_map(|c| if "!%_".contains(c) { vec!['!', c] } else { vec![c] }).collect();
        if action.ends_with('.') {
            action.push('%');
        }
        Self { kind, id, action, from: filter.from.unwrap_or(i64::MIN), to: filter.to.unwrap_or(i64::MAX) }
    }
}

/// The latest first, from a place on.
pub(super) async fn list(
    tx: &mut SchoolTx,
    filter: &AuditFilter,
    before: Option<(i64, AuditId)>,
    limit: i64,
) -> Result<Vec<EntryRow>, StoreError> {
    let Narrowed { kind, id, action, from, to } = Narrowed::of(filter);
    let (at, last) = before.unwrap_or((i64::MAX, "".into()));
    store::list_entries(tx, kind, id, &action, &filter.object_kind, &filter.object_id, from, to, at, &last, limit).await
}

/// How many there are, up to a number.
pub(super) async fn count(tx: &mut SchoolTx, filter: &AuditFilter, most: i64) -> Result<i64, StoreError> {
    let Narrowed { kind, id, action, from, to } = Narrowed::of(filter);
    let (object_kind, object_id) = (&filter.object_kind, &filter.object_id);
    Ok(store::count_entries(tx, kind, id, &action, object_kind, object_id, from, to, most).await?.n)
}

pub(super) fn item(row: EntryRow) -> AuditItem {
    let name = row.user_name.or(row.till_name).or(row.holder_name).unwrap_or_default();
    let mut detail = row.detail.0;
    let address = detail.as_object_mut().and_then(|detail| detail.shift_remove("address"));
    let address = match address {
        Some(Value::String(address)) => address,
        _ => String::new(),
    };
    AuditItem {
        id: row.id.into(),
        at: iso(row.at),
        actor: AuditActor {
            kind: row.actor_kind,
            id: row.actor_id.map(String::from),
            name: row.actor_name.unwrap_or_default(),
        },
        action: row.action,
        object: AuditObject { kind: row.object_kind, id: row.object_id, name },
        detail,
        request_id: row.request_id,
        address,
    }
}
