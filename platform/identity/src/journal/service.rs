//! Reading the log, by pages or as a file.

use kernel::allowance::{EXPORTS, Left};
use kernel::clock::iso;
use kernel::page::{cursor, page_size, position};
use kernel::{Caller, MessageId, Permission, Refusal, SchoolTx, StoreError};
use serde_json::{Value, json};
use tenants::Language;

use super::export;
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
    /// A page of the log, the latest first.
    pub async fn audit(
        &self,
        caller: &Caller,
        filter: &AuditFilter,
        from: Option<&str>,
        size: Option<u32>,
    ) -> Result<AuditPage, Refusal> {
        caller.require(Permission::AuditRead)?;
        let before: Option<(i64, String)> = from.map(position).transpose()?;
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
        let last = rows.last().map(|row| cursor(&(row.at, &row.id)));
        let next_cursor = last.filter(|_| more);
        Ok(AuditPage { items: rows.into_iter().map(item).collect(), next_cursor, actions })
    }

    /// The log as CSV; taking it away is counted by account and hour, and written down too. A006 when it is too much.
    pub async fn export_audit(
        &self,
        caller: &Caller,
        filter: &AuditFilter,
        zone: jiff::tz::TimeZone,
        language: Language,
    ) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::AuditRead)?;
        let rows = {
            let mut tx = self.0.db.read(&caller.school).await?;
            // One more than may be taken: what matches more is refused, and never cut short in silence.
            list(&mut tx, filter, None, EXPORTS.most + 1).await?
        };
        let lines = rows.len();
        let counted = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let holder = caller.user_id().unwrap_or("system");
                let amount = i64::try_from(lines).unwrap_or(i64::MAX);
                let left = EXPORTS.take(tx, holder, amount, inner.clock.now_ms()).await?;
                let is_enough = matches!(left, Left::Enough(_));
                let action = if is_enough { "audit.export" } else { "audit.export_refuse" };
                super::note(tx, &inner, &caller, action, "audit", "", json!({ "lines": lines })).await?;
                Ok(left)
            })
        });
        if let Left::TooLittle { left, seconds } = counted.await? {
            metrics::counter!("qabul_exports_refused_total").increment(1);
            tracing::warn!(lines, left, "an account asked for more lines than it may take out in an hour");
            return Err(Refusal::new(MessageId::A006)
                .with("left", left)
                .with("limit", EXPORTS.most)
                .retry_after(seconds));
        }
        let items: Vec<(i64, AuditItem)> = rows.into_iter().map(|row| (row.at, item(row))).collect();
        let file = tokio::task::spawn_blocking(move || export::csv(&items, &zone, language));
        file.await.map_err(Refusal::internal)?
    }
}

async fn list(
    tx: &mut SchoolTx,
    filter: &AuditFilter,
    before: Option<(i64, String)>,
    limit: i64,
) -> Result<Vec<EntryRow>, StoreError> {
    let (kind, id) = match filter.actor.as_str() {
        kind @ ("system" | "anonymous") => (kind, ""),
        id => ("", id),
    };
    let mut action: String =
        filter.action.chars().flat_map(|c| if "!%_".contains(c) { vec!['!', c] } else { vec![c] }).collect();
    if action.ends_with('.') {
        action.push('%');
    }
    let (from, to) = (filter.from.unwrap_or(i64::MIN), filter.to.unwrap_or(i64::MAX));
    let (at, last) = before.unwrap_or((i64::MAX, String::new()));
    store::list_entries(tx, kind, id, &action, &filter.object_kind, &filter.object_id, from, to, at, &last, limit).await
}

fn item(row: EntryRow) -> AuditItem {
    let name = row.user_name.or(row.till_name).or(row.holder_name).unwrap_or_default();
    let mut detail = row.detail.0;
    let address = detail.as_object_mut().and_then(|detail| detail.shift_remove("address"));
    let address = match address {
        Some(Value::String(address)) => address,
        _ => String::new(),
    };
    AuditItem {
        id: row.id,
        at: iso(row.at),
        actor: AuditActor { kind: row.actor_kind, id: row.actor_id, name: row.actor_name.unwrap_or_default() },
        action: row.action,
        object: AuditObject { kind: row.object_kind, id: row.object_id, name },
        detail,
        request_id: row.request_id,
        address,
    }
}
