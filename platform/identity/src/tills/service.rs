//! Managing tills.

use std::collections::HashMap;

use kernel::crypto;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError};
use serde_json::json;
use sqlx::types::Json;
use words::Permission;
use words::clock::iso;
use words::verdict::Issue;

use super::model::{
    AtTill, ENROLMENT_LENGTH, ENROLMENT_LIFE_MS, ListedTill, NewTill, StoreType, TillChange, name_of, types_of,
};
use super::store::{self, OpenRow, TillRow};
use crate::factor::readable;
use crate::ids::TillId;
use crate::journal;
use crate::model::Kind;
use crate::service::{Identity, Inner};

/// Tills of a school, also those that are switched off: as many as are listed.
const MOST_TILLS: i64 = 1000;

impl Identity {
    /// The school's tills by code, with who works there now.
    pub async fn tills(&self, caller: &Caller) -> Result<Vec<ListedTill>, Refusal> {
        caller.require(Permission::TillManage)?;
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.read(&caller.school).await?;
        let rows = store::list_tills(&mut tx).await?;
        let open = store::open_at_tills(&mut tx, now).await?;
        let mut seats: HashMap<TillId, AtTill> = HashMap::new();
        for row in open.into_iter().filter(|row| is_seated(row, now)) {
            seats.entry(row.till_id).or_insert(AtTill { id: row.user_id.into(), name: row.user_name });
        }
        Ok(rows
            .into_iter()
            .map(|row| {
                let seat = seats.remove(&row.id);
                listed(row, seat)
            })
            .collect())
    }

    /// Adds a till; gives its enrolment code, which is shown once. A005 when the code is another till's, L017 past a thousand.
    pub async fn add_till(&self, caller: &Caller, new: NewTill) -> Result<(ListedTill, String), Refusal> {
        caller.require(Permission::TillManage)?;
        let new = new.validate().map_err(|faults| Refusal::new(MessageId::L017).errors(faults))?;
        let added = self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                // Those who add a till count one after another: the next one sees what this one wrote.
                kernel::numbers::take(tx, "tills").await?;
                if store::count_tills(tx).await?.n >= MOST_TILLS {
                    let full = Issue::error("/code", "maxItems").with("limit", MOST_TILLS);
                    return Err(Refusal::new(MessageId::L017).errors(vec![full]));
                }
                let now = inner.clock.now_ms();
                let id = TillId::new(&*inner.clock, &*inner.rng);
                let code = readable(&*inner.rng, ENROLMENT_LENGTH);
                let hash = enrolment_hash(tx, &inner, &code);
                let types = names(&new.store_types);
                let detail = json!({ "code": new.code, "store_types": types });
                store::insert_till(tx, &id, &new.code, &new.name, Json(types), &hash, now + ENROLMENT_LIFE_MS, now)
                    .await?;
                journal::note(tx, &inner, &caller, "till.add", "till", id.as_str(), detail).await?;
                Ok((load_till(tx, &inner, &id).await?, code))
            })
        });
        added.await.map_err(|refusal| match refusal.id() {
            MessageId::A003 => Refusal::new(MessageId::A005).with("field", "code"),
            _ => refusal,
        })
    }

    /// Changes a till; switching it off signs out who works there. A003 when somebody else was quicker.
    pub async fn update_till(&self, caller: &Caller, id: TillId, change: TillChange) -> Result<ListedTill, Refusal> {
        caller.require(Permission::TillManage)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let old = store::find_till(tx, &id).await?.ok_or_else(Refusal::not_found)?;
                let mut faults = Vec::new();
                let name = change.name.map_or(old.name, |name| name_of(&name, &mut faults));
                let types = match change.store_types {
                    Some(types) => names(&types_of(types, &mut faults)),
                    None => old.store_types.0,
                };
                if !faults.is_empty() {
                    return Err(Refusal::new(MessageId::L017).errors(faults));
                }
                let disabled_at = match change.disabled {
                    Some(true) => old.disabled_at.or(Some(inner.clock.now_ms())),
                    Some(false) => None,
                    None => old.disabled_at,
                };
                let detail = json!({ "store_types": types, "disabled": disabled_at.is_some() });
                if store::update_till(tx, &id, change.version, &name, Json(types), disabled_at).await? == 0 {
                    return Err(Refusal::new(MessageId::A003));
                }
                if disabled_at.is_some() {
                    end_all(tx, &inner, &caller, &id, "till_disabled").await?;
                }
                journal::note(tx, &inner, &caller, "till.update", "till", id.as_str(), detail).await?;
                load_till(tx, &inner, &id).await
            })
        })
        .await
    }

    /// Gives a new enrolment code, which is shown once; the device that is the till now stays it until the code was used.
    pub async fn renew_enrolment(&self, caller: &Caller, id: TillId) -> Result<(ListedTill, String), Refusal> {
        caller.require(Permission::TillManage)?;
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let code = readable(&*inner.rng, ENROLMENT_LENGTH);
                let hash = enrolment_hash(tx, &inner, &code);
                let expires_at = inner.clock.now_ms() + ENROLMENT_LIFE_MS;
                if store::set_enrolment(tx, &id, &hash, expires_at).await? == 0 {
                    return Err(Refusal::not_found());
                }
                journal::note(tx, &inner, &caller, "till.enrolment", "till", id.as_str(), json!({})).await?;
                Ok((load_till(tx, &inner, &id).await?, code))
            })
        })
        .await
    }
}

/// How an enrolment code is stored: keyed, since forty bits alone could be tried out.
pub(super) fn enrolment_hash(tx: &SchoolTx, inner: &Inner, code: &str) -> String {
    crypto::keyed_hash(&inner.secret.school_key(tx.school(), "enrolment"), code)
}

/// Whether somebody still works there: who was away for a quarter of an hour has left the seat.
pub(super) fn is_seated(row: &OpenRow, now: i64) -> bool {
    now < row.seen_at + Kind::Till.idle_ms()
}

/// Ends whatever is open at a till.
pub(super) async fn end_all(
    tx: &mut SchoolTx,
    inner: &Inner,
    caller: &Caller,
    till: &TillId,
    reason: &str,
) -> Result<(), StoreError> {
    for open in store::open_at_till(tx, till).await? {
        inner.end(tx, caller, &open.session_id, reason).await?;
    }
    Ok(())
}

async fn load_till(tx: &mut SchoolTx, inner: &Inner, id: &TillId) -> Result<ListedTill, Refusal> {
    let row = store::find_till(tx, id).await?.ok_or_else(Refusal::not_found)?;
    let now = inner.clock.now_ms();
    let open = store::open_at_tills(tx, now).await?;
    let seat = open.into_iter().find(|open| open.till_id == row.id && is_seated(open, now));
    Ok(listed(row, seat.map(|open| AtTill { id: open.user_id.into(), name: open.user_name })))
}

fn names(types: &[StoreType]) -> Vec<String> {
    types.iter().map(|kind| kind.as_str().to_owned()).collect()
}

/// Store types from their stored names.
pub(super) fn types(names: &[String]) -> Vec<StoreType> {
    names.iter().filter_map(|name| StoreType::parse(name)).collect()
}

fn listed(row: TillRow, signed_in: Option<AtTill>) -> ListedTill {
    ListedTill {
        store_types: types(&row.store_types.0),
        id: row.id.into(),
        version: row.version,
        code: row.code,
        name: row.name,
        enrolled_at: row.enrolled_at.map(iso),
        device_label: row.device_label,
        disabled: row.disabled_at.is_some(),
        signed_in,
    }
}
