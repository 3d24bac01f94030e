//! Histories of submissions: as their readers are told them, and held against where each stands.

use kernel::timeline::{self, EntryRow, Object, Stand, Subject};
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId, page};
use tenants::School;
use words::Permission;

use super::model::ENQUIRY;
use super::service::{Enquiries, find};
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

/// What entries of financial documents begin with.
const FINANCIAL: &str = "financial_";

/// Some entries of a timeline, in their order.
#[derive(Debug)]
pub struct History {
    pub entries: Vec<EntryRow>,
    /// Where the ones before them are, when there are any.
    pub next_cursor: Option<String>,
}

impl Enquiries {
    /// Entries of a submission's timeline, the newest or those before a cursor; a page counts as one line.
    pub async fn history(
        &self,
        caller: &Caller,
        school: &School,
        id: &SubmissionId,
        cursor: Option<&str>,
    ) -> Result<History, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let before = cursor.map(page::position::<i64>).transpose()?;
        self.count_read(caller, 1).await?;
        let mut tx = self.db().read(&caller.school).await?;
        find(&mut tx, caller, school, id).await?;
        Ok(told(&mut tx, caller, id, before).await?)
    }
}

/// The newest entries, or those before one, as the caller is told them: a comment of a colleague is a note that stands in the history, and is for
/// whoever reads notes; which financial documents came or were looked at is for whoever looks after fees.
pub(crate) async fn told(
    tx: &mut SchoolTx,
    caller: &Caller,
    id: &SubmissionId,
    before: Option<i64>,
) -> Result<History, StoreError> {
    let (mut entries, next) = timeline::page(tx, Object::new(ENQUIRY.kind, id), before).await?;
    entries.retain(|entry| entry.action != "comment" || caller.may(Permission::NoteRead));
    if !caller.may(Permission::ApplicationFees) {
        for entry in entries.iter_mut().filter(|entry| entry.action == "letter") {
            if entry.to_value.as_deref().is_some_and(|to| to.starts_with(FINANCIAL)) {
                entry.comment = None;
            }
        }
    }
    Ok(History { entries, next_cursor: next.map(|seq| page::cursor(&seq)) })
}
