//! What became of a thing, entry by entry, for good: of an enquiry where it stood, who looked after it and what was said.
//!
//! Entries are added and never changed: the database refuses both. Each carries a keyed hash of itself and of the one before it, so that
//! whoever changes rows past the server, and has not its secret, is found out by [`verify`]; so is who takes a whole history away, or sends
//! a thing elsewhere than its history says. What it cannot see is an end that was cut off together with what it had done.

use futures_util::future::BoxFuture;
use serde::Serialize;
use words::Role;

use crate::crypto::{self, Secret};
use crate::db::{Db, SchoolTx, StoreError};
use crate::{Id, SchoolScope, UserId, audit, rows, statements};

/// Entries that are verified together.
const PAGE: i64 = 500;
/// Entries of a page that is shown.
pub const SHOWN: i64 = 100;

rows! {
    /// Why a thing went where it stands.
    pub struct ReasonRow {
        /// Which.
        pub object_id: String,
        /// By the name of the kind's own list; none where nobody was asked.
        pub reason: Option<String>,
    }
    /// An entry as it stands.
    pub struct EntryRow {
        /// What sort of thing it is of.
        pub object_kind: String,
        /// Which.
        pub object_id: String,
        /// The so manieth of that thing, from 1.
        pub seq: i64,
        /// Milliseconds since 1970.
        pub at: i64,
        /// Whose account; none for a family and for the server.
        pub actor_id: Option<UserId>,
        /// What they were called then.
        pub actor_name: String,
        /// The role that let them; none for a family, for the server, and before entries told it.
        pub role: Option<String>,
        /// What happened: `submitted`, `state`; `status` of an application.
        pub action: String,
        /// What stood before.
        pub from_value: Option<String>,
        /// What stands since.
        pub to_value: Option<String>,
        /// Why, by the name of the kind's own list.
        pub reason: Option<String>,
        /// What they said.
        pub comment: Option<String>,
        /// Which shape of an entry was hashed.
        pub version: i64,
        /// The hash of the entry before it; empty for the first.
        pub prev_hash: String,
        /// Its own.
        pub hash: String,
    }
    /// Where a history says that a thing stands.
    pub struct StateRow {
        /// The state.
        pub to_value: Option<String>,
    }
    /// The end of a thing's timeline.
    pub struct HeadRow {
        /// The last number.
        pub seq: i64,
        /// Its hash.
        pub hash: String,
    }
}

crate::binds! {
    /// An entry as it is stored.
    struct NewEntry<'a> {
        object_kind: &'a str,
        object_id: &'a str,
        seq: i64,
        at: i64,
        actor_id: Option<&'a UserId>,
        actor_name: &'a str,
        role: Option<&'a str>,
        action: &'a str,
        from_value: Option<&'a str>,
        to_value: Option<&'a str>,
        reason: Option<&'a str>,
        comment: Option<&'a str>,
        version: i64,
        prev_hash: &'a str,
        hash: &'a str,
    }
}

statements! {
    insert(..row: &NewEntry) -> [later]
        "INSERT INTO timeline (school_id, object_kind, object_id, seq, at, actor_id, actor_name, role, action, from_value, to_value, reason,
             comment, version, prev_hash, hash)
         VALUES (:school, :object_kind, :object_id, :seq, :at, :actor_id, :actor_name, :role, :action, :from_value, :to_value, :reason,
             :comment, :version, :prev_hash, :hash)";
    head(kind: &str, object_id: &str) -> [opt HeadRow]
        "SELECT seq, hash FROM timeline WHERE school_id = :school AND object_kind = :kind AND object_id = :object_id ORDER BY seq DESC LIMIT 1";
    before(kind: &str, object_id: &str, seq: i64, limit: i64) -> [all EntryRow]
        "SELECT object_kind, object_id, seq, at, actor_id, actor_name, role, action, from_value, to_value, reason, comment, version, prev_hash, hash
         FROM timeline WHERE school_id = :school AND object_kind = :kind AND object_id = :object_id AND seq < :seq ORDER BY seq DESC LIMIT :limit";
    last_state(kind: &str, object_id: &str) -> [opt StateRow]
        "SELECT to_value FROM timeline WHERE school_id = :school AND object_kind = :kind AND object_id = :object_id AND action IN ('submitted', 'state', 'status')
         ORDER BY seq DESC LIMIT 1";
    told(kind: &str, object_id: &str, actions: &str, limit: i64) -> [all EntryRow]
        "SELECT object_kind, object_id, seq, at, actor_id, actor_name, role, action, from_value, to_value, reason, comment, version, prev_hash, hash
         FROM timeline WHERE school_id = :school AND object_kind = :kind AND object_id = :object_id
         AND action IN (SELECT value FROM json_each(CAST(:actions AS TEXT))) ORDER BY seq DESC LIMIT :limit";
    /// Why some went where they stand: the reason of the last move of each.
    pub last_reasons(kind: &str, ids: &str) -> [all ReasonRow]
        "SELECT object_id, reason FROM (SELECT object_id, reason, ROW_NUMBER() OVER (PARTITION BY object_id ORDER BY seq DESC) AS n FROM timeline
             WHERE school_id = :school AND object_kind = :kind AND action = 'state'
                 AND object_id IN (SELECT value FROM json_each(CAST(:ids AS TEXT)))) moves WHERE n = 1";
    after(kind: &str, object_id: &str, seq: i64, limit: i64) -> [all EntryRow]
        "SELECT object_kind, object_id, seq, at, actor_id, actor_name, role, action, from_value, to_value, reason, comment, version, prev_hash, hash
         FROM timeline WHERE school_id = :school AND (object_kind, object_id, seq) > (:kind, :object_id, :seq)
         ORDER BY object_kind, object_id, seq LIMIT :limit";
}

/// The newest entries of a thing, or those before one, in their order; and before which the next page is, where there are more.
pub async fn page(
    tx: &mut SchoolTx,
    object: Object<'_>,
    before_seq: Option<i64>,
) -> Result<(Vec<EntryRow>, Option<i64>), StoreError> {
    let mut rows = before(tx, object.kind, object.id, before_seq.unwrap_or(i64::MAX), SHOWN + 1).await?;
    let shown = usize::try_from(SHOWN).unwrap_or(usize::MAX);
    let has_more = rows.len() > shown;
    rows.truncate(shown);
    rows.reverse();
    let next = rows.first().filter(|_| has_more).map(|row| row.seq);
    Ok((rows, next))
}

/// The newest entries of some actions, in their order: for whoever is told of these alone.
pub async fn of_actions(tx: &mut SchoolTx, object: Object<'_>, actions: &[&str]) -> Result<Vec<EntryRow>, StoreError> {
    let mut rows = told(tx, object.kind, object.id, &serde_json::json!(actions).to_string(), SHOWN).await?;
    rows.reverse();
    Ok(rows)
}

/// Something that happened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entry<'a> {
    /// Milliseconds since 1970.
    pub at: i64,
    /// Whose account; none for a family and for the server.
    pub actor_id: Option<&'a UserId>,
    /// What they are called now.
    pub actor_name: &'a str,
    /// The role that lets them, where one has to.
    pub role: Option<Role>,
    /// What happened.
    pub action: &'a str,
    /// What stood before.
    pub from: Option<&'a str>,
    /// What stands since.
    pub to: Option<&'a str>,
    /// Why, by the name of the kind's own list.
    pub reason: Option<&'a str>,
    /// What they said.
    pub comment: Option<&'a str>,
}

/// One thing that has a history.
#[derive(Debug, Clone, Copy)]
pub struct Object<'a> {
    kind: &'a str,
    id: &'a str,
}

impl<'a> Object<'a> {
    /// That one of a kind; entries are found by the kind's name, so it never changes.
    #[must_use]
    pub fn new<K>(kind: &'a str, id: &'a Id<K>) -> Self {
        Self { kind, id: id.as_str() }
    }
}

/// The timeline of one thing, for who adds to it.
pub struct Timeline<'a> {
    secret: &'a Secret,
    object: Object<'a>,
    head: HeadRow,
}

impl<'a> Timeline<'a> {
    /// Of a thing that was made in this transaction.
    #[must_use]
    pub fn begin(secret: &'a Secret, object: Object<'a>) -> Self {
        Self { secret, object, head: HeadRow { seq: 0, hash: String::new() } }
    }

    /// Of a thing that the transaction holds by its own row: of two that add at once one would find the number taken.
    pub async fn resume(tx: &mut SchoolTx, secret: &'a Secret, object: Object<'a>) -> Result<Self, StoreError> {
        let head = head(tx, object.kind, object.id).await?;
        Ok(Self { head: head.unwrap_or(HeadRow { seq: 0, hash: String::new() }), ..Self::begin(secret, object) })
    }

    /// Adds an entry; [`StoreError::Spent`] where the account has caused as much as it may in a day.
    pub async fn add(&mut self, tx: &mut SchoolTx, entry: Entry<'_>) -> Result<(), StoreError> {
        let seq = self.head.seq + 1;
        let role = entry.role.map(Role::as_str);
        let chained = Chained {
            version: VERSION,
            object: (self.object.kind, self.object.id, seq),
            at: entry.at,
            actor: (entry.actor_id.map(Id::as_str), entry.actor_name),
            role,
            action: entry.action,
            values: (entry.from, entry.to),
            reason: entry.reason,
            comment: entry.comment,
            prev_hash: &self.head.hash,
        };
        if let Some(account) = entry.actor_id {
            audit::count_kept(tx, account, entry.comment.map_or(0, str::len), entry.at).await?;
        }
        let hash = chained.hash(&self.secret.school_key(tx.school(), "timeline"));
        insert(
            tx,
            &NewEntry {
                object_kind: self.object.kind,
                object_id: self.object.id,
                seq,
                at: entry.at,
                actor_id: entry.actor_id,
                actor_name: entry.actor_name,
                role,
                action: entry.action,
                from_value: entry.from,
                to_value: entry.to,
                reason: entry.reason,
                comment: entry.comment,
                version: VERSION,
                prev_hash: &self.head.hash,
                hash: &hash,
            },
        )
        .await?;
        self.head = HeadRow { seq, hash };
        Ok(())
    }
}

/// Which shape of [`Chained`] is hashed today. 1 had neither role nor reason.
const VERSION: i64 = 2;

/// What is hashed of an entry: as JSON, where no value runs into the next. The school is in the key. What an older version had not is
/// left out where it is empty, so that its entries stay proved, and is found out where somebody fills it in.
#[derive(Serialize)]
struct Chained<'a> {
    #[serde(skip_serializing_if = "is_first")]
    version: i64,
    object: (&'a str, &'a str, i64),
    at: i64,
    actor: (Option<&'a str>, &'a str),
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'a str>,
    action: &'a str,
    values: (Option<&'a str>, Option<&'a str>),
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    comment: Option<&'a str>,
    prev_hash: &'a str,
}

fn is_first(version: &i64) -> bool {
    *version == 1
}

impl<'a> Chained<'a> {
    fn of(row: &'a EntryRow) -> Self {
        Self {
            version: row.version,
            object: (&row.object_kind, &row.object_id, row.seq),
            at: row.at,
            actor: (row.actor_id.as_ref().map(Id::as_str), &row.actor_name),
            role: row.role.as_deref(),
            action: &row.action,
            values: (row.from_value.as_deref(), row.to_value.as_deref()),
            reason: row.reason.as_deref(),
            comment: row.comment.as_deref(),
            prev_hash: &row.prev_hash,
        }
    }

    fn hash(&self, key: &[u8; 32]) -> String {
        // Texts and numbers alone: it is always JSON.
        crypto::keyed_hash(key, &serde_json::to_string(self).unwrap_or_default())
    }
}

/// What [`verify`] found in a school.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Entries that were looked at.
    pub entries: u64,
    /// The first that is not as it was written.
    pub broken: Option<Broken>,
}

/// An entry that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// What sort of thing it is of.
    pub object_kind: String,
    /// Which.
    pub object_id: String,
    /// Which entry of its.
    pub seq: i64,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Entries before it are missing.
    Gap,
    /// The one before it is another than when it was written.
    Link,
    /// It was changed, or written by who has not the server's secret.
    Content,
    /// The thing has no history at all.
    Missing,
    /// The thing stands elsewhere than its history says.
    State,
}

/// A sort of thing that has a history from the moment it is made, and a state that the history tells.
#[derive(Clone, Copy)]
pub struct Subject {
    /// What it is called in histories.
    pub kind: &'static str,
    /// Some, in the order of their ids, after one; none where there are no more.
    pub page: for<'t> fn(&'t mut SchoolTx, &'t str) -> Stands<'t>,
}

/// Some things, where they stand.
pub type Stands<'t> = BoxFuture<'t, Result<Vec<Stand>, StoreError>>;

/// Where a thing stands.
#[derive(Debug)]
pub struct Stand {
    /// Which.
    pub id: String,
    /// Its state.
    pub state: String,
}

/// Looks at every entry of a school, in the order of things and their entries, up to the first that is not as it was written; then at
/// every thing, whether it stands where its history says.
pub async fn verify(
    db: &Db,
    scope: &SchoolScope,
    secret: &Secret,
    subjects: &[Subject],
) -> Result<Verified, StoreError> {
    let mut verified = verify_entries(db, scope, secret).await?;
    for subject in subjects {
        if verified.broken.is_none() {
            verified.broken = verify_states(db, scope, subject).await?;
        }
    }
    Ok(verified)
}

async fn verify_states(db: &Db, scope: &SchoolScope, subject: &Subject) -> Result<Option<Broken>, StoreError> {
    let (mut last, mut suspected) = (String::new(), None);
    'pages: loop {
        let mut tx = db.read(scope).await?;
        let things = (subject.page)(&mut tx, &last).await?;
        if things.is_empty() {
            return Ok(None);
        }
        for Stand { id, state } in things {
            let end = head(&mut tx, subject.kind, &id).await?;
            let told = last_state(&mut tx, subject.kind, &id).await?.and_then(|row| row.to_value);
            let fault = match &end {
                None => Some(Fault::Missing),
                Some(_) if told.as_deref() != Some(state.as_str()) => Some(Fault::State),
                Some(_) => None,
            };
            if let Some(fault) = fault {
                let seq = end.map_or(0, |end| end.seq);
                // It may have moved between the two reads: what stands so twice is at fault.
                let found = Some((id.clone(), state, seq));
                if suspected == found {
                    return Ok(Some(Broken { object_kind: subject.kind.into(), object_id: id, seq, fault }));
                }
                suspected = found;
                continue 'pages;
            }
            last = id;
        }
    }
}

async fn verify_entries(db: &Db, scope: &SchoolScope, secret: &Secret) -> Result<Verified, StoreError> {
    let key = secret.school_key(scope.id(), "timeline");
    let mut entries = 0;
    let mut last: Option<EntryRow> = None;
    loop {
        let (kind, id, seq) = last.as_ref().map_or(("", "", 0), |row| (&*row.object_kind, &*row.object_id, row.seq));
        // A read of its own for each page: a school's history is as long as its life.
        let page = after(&mut db.read(scope).await?, kind, id, seq, PAGE).await?;
        if page.is_empty() {
            return Ok(Verified { entries, broken: None });
        }
        for row in page {
            let before =
                last.as_ref().filter(|one| (&one.object_kind, &one.object_id) == (&row.object_kind, &row.object_id));
            if let Some(fault) = fault(&key, before, &row) {
                let EntryRow { object_kind, object_id, seq, .. } = row;
                return Ok(Verified { entries, broken: Some(Broken { object_kind, object_id, seq, fault }) });
            }
            entries += 1;
            last = Some(row);
        }
    }
}

fn fault(key: &[u8; 32], before: Option<&EntryRow>, row: &EntryRow) -> Option<Fault> {
    let (seq, hash) = before.map_or((0, ""), |before| (before.seq, &before.hash));
    if row.seq != seq + 1 {
        return Some(Fault::Gap);
    }
    if row.prev_hash != hash {
        return Some(Fault::Link);
    }
    (Chained::of(row).hash(key) != row.hash).then_some(Fault::Content)
}

#[cfg(test)]
#[path = "timeline_tests.rs"]
mod tests;
