//! A long list as a file that is made beside everything else ([`kernel::bulk`]): asked for, looked at, cancelled, fetched, removed.
//!
//! Which submissions are in it is fixed when it is asked for; each is written as it is when its chunk comes. What was deleted since is
//! left out. The right, the account and what it sees are asked again at every step and at the fetch; of who has lost any of them the
//! job fails, and the file is nobody's.

use std::sync::Arc;

use identity::{Identity, TakenOut};
use kernel::allowance::{BULK_EXPORTS, Export, Left};
use kernel::audit::{self, Entry};
use kernel::bulk::{Ask, BulkJob};
use kernel::caller::Caller;
use kernel::files::Content;
use kernel::{BulkJobId, MessageId, Refusal, SubmissionId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenants::School;
use words::Permission;
use words::sabotage::{Guard, is_removed};

use super::audience::Sight;
use super::export::Layout;
use super::model::{Filter, Sort, is_visible, visible_forms};
use super::service::{Enquiries, fetch, position_of};

/// Its kind among bulk jobs.
pub(super) const EXPORT: &str = "enquiry_export";
/// Most lines of one file.
pub const MOST: usize = 50_000;
/// Lines that are in memory while they are counted.
const PAGE: i64 = 5_000;

/// What the file is made with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Wants {
    /// The one form that it is narrowed to, whose answers are in it; empty for all.
    pub form: String,
    #[serde(flatten)]
    pub layout: Layout,
    /// The forms that who asked saw then.
    pub visible: String,
    /// The audiences that they were in.
    #[serde(default)]
    pub audiences: Vec<String>,
}

impl Wants {
    pub fn of(job: &BulkJob) -> Result<Self, Refusal> {
        serde_json::from_value(job.wants.clone()).map_err(Refusal::internal)
    }

    /// A002 unless who asked may still have it, and still sees all that may be in it.
    pub fn require(&self, caller: &Caller, school: &School, sight: &Sight) -> Result<(), Refusal> {
        if is_removed(Guard::BulkRight) {
            return Ok(());
        }
        caller.require(Permission::EnquiryExport)?;
        let now = visible_forms(school.config(), caller);
        if self.is_covered_by(&now) && sight.covers(&self.audiences) {
            Ok(())
        } else {
            Err(Refusal::new(MessageId::A002))
        }
    }

    fn is_covered_by(&self, now: &str) -> bool {
        if !self.form.is_empty() {
            return is_visible(now, &self.form);
        }
        let then: Option<Vec<String>> = serde_json::from_str(&self.visible).ok();
        now == "*" || then.is_some_and(|then| then.iter().all(|form| is_visible(now, form)))
    }
}

impl Enquiries {
    /// Asks for a file of all lines that match. A009 when it would be too long, A010 when it is more than the account may take out today,
    /// A008 and R012 as for every bulk job.
    pub async fn ask_export(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        mut filter: Filter,
        sort: Sort,
        layout: Layout,
    ) -> Result<BulkJob, Refusal> {
        let (_turn, sight) = self.begin_file(caller, school, &mut filter, &layout).await?;
        let (kind, account) = (layout.kind, own(caller)?.clone());
        let (form, visible, audiences) = (filter.form.clone(), filter.visible.clone(), sight.audiences().to_vec());
        let wants = Wants { form, layout, visible, audiences };
        let items = self.matching(caller, filter, sort).await?;
        let lines = items.len();
        let ask = Ask {
            kind: EXPORT,
            account,
            wants: serde_json::to_value(&wants).map_err(Refusal::internal)?,
            items: items.into_iter().map(String::from).collect(),
            file_name: kind.file_name(school),
            media_type: kind.media_type().to_owned(),
        };
        let (parts, who) = (self.0.clone(), caller.clone());
        let amount = i64::try_from(lines).unwrap_or(i64::MAX);
        let detail = json!({ "rows": lines, "form": wants.form });
        let export = Export { of: BULK_EXPORTS, kind: "enquiry", lines: amount, detail };
        let asked = self.0.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                let left = export.count(tx, (&*parts.clock, &*parts.rng), &who).await?;
                if matches!(left, Left::TooLittle { .. }) {
                    // What is written down of it stays.
                    return Ok(Err(left));
                }
                let job = parts.bulk.ask(tx, ask).await?;
                parts.forms.parts.identity.tell_of_export(tx, &who, TakenOut { what: "enquiries", lines }).await?;
                Ok::<_, Refusal>(Ok(job))
            })
        });
        match asked.await? {
            Ok(job) => Ok(job),
            Err(left) => Err(Export::refused(BULK_EXPORTS, amount, left)),
        }
    }

    /// The ids of all lines that match, in their order. A009 when they are too many for one file.
    async fn matching(&self, caller: &Caller, filter: Filter, sort: Sort) -> Result<Vec<SubmissionId>, Refusal> {
        let read = self.0.db.read_with(&caller.school, move |tx| {
            Box::pin(async move {
                let (mut ids, mut position) = (Vec::new(), None);
                loop {
                    let rows = fetch(tx, &filter, sort, position, PAGE).await?;
                    position = rows.last().map(|last| position_of(last, sort));
                    let is_last = i64::try_from(rows.len()).unwrap_or(i64::MAX) < PAGE;
                    ids.extend(rows.into_iter().map(|row| row.id));
                    if ids.len() > MOST {
                        return Err(Refusal::new(MessageId::A009).with("limit", MOST));
                    }
                    if is_last {
                        return Ok(ids);
                    }
                }
            })
        });
        read.await
    }

    /// The caller's own files, the newest first.
    pub async fn exports(&self, caller: &Caller) -> Result<Vec<BulkJob>, Refusal> {
        caller.require(Permission::EnquiryExport)?;
        self.0.bulk.list(&caller.school, EXPORT, own(caller)?).await
    }

    /// Ends one that is not ready yet.
    pub async fn cancel_export(&self, caller: &Caller, id: &BulkJobId) -> Result<BulkJob, Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let (bulk, account, id) = (self.0.bulk.clone(), own(caller)?.clone(), id.clone());
        let cancelled = self
            .0
            .db
            .write(&caller.school, move |tx| Box::pin(async move { bulk.cancel(tx, EXPORT, &account, &id).await }));
        cancelled.await
    }

    /// Forgets one, and removes its file.
    pub async fn remove_export(&self, caller: &Caller, id: &BulkJobId) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let (bulk, account, id) = (self.0.bulk.clone(), own(caller)?.clone(), id.clone());
        let removed = self
            .0
            .db
            .write(&caller.school, move |tx| Box::pin(async move { bulk.remove(tx, EXPORT, &account, &id).await }));
        removed.await
    }

    /// The file of one that is ready, which is written down. L018 and A002 as when it was asked for.
    pub async fn fetch_export(
        &self,
        caller: &Caller,
        school: &School,
        id: &BulkJobId,
    ) -> Result<(BulkJob, Content), Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let account = own(caller)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let job = self.0.bulk.find(&mut tx, EXPORT, account, id).await?;
        Wants::of(&job)?.require(caller, school, &Sight::of(&mut tx, caller).await?)?;
        Identity::require_fresh(&mut tx, caller, self.0.clock.now_ms()).await?;
        drop(tx);
        let content = self.0.bulk.open(&caller.school, &job).await?;
        let (parts, who, lines) = (self.0.clone(), caller.clone(), job.total);
        let noted = self.0.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                let detail = json!({ "lines": lines });
                let entry = Entry { action: "enquiry.export_fetch", object_kind: "enquiry", object_id: "", detail };
                audit::record(tx, &*parts.clock, &*parts.rng, &who, entry).await?;
                Ok::<_, Refusal>(())
            })
        });
        noted.await?;
        Ok((job, content))
    }
}

/// Whose files they are: nobody's but a person's.
fn own(caller: &Caller) -> Result<&UserId, Refusal> {
    caller.user_id().ok_or_else(|| Refusal::new(MessageId::L014))
}

#[cfg(test)]
mod tests {
    use words::Language;

    use super::super::export::Kind;
    use super::*;

    fn covered(form: &str, then: &str, now: &str) -> bool {
        let layout = Layout { kind: Kind::Csv, language: Language::En, columns: Vec::new() };
        let wants = Wants { form: form.into(), layout, visible: then.into(), audiences: Vec::new() };
        wants.is_covered_by(now)
    }

    #[test]
    fn who_sees_less_than_then_gets_nothing() {
        assert!(covered("", "*", "*") && covered("", r#"["a"]"#, "*") && covered("", r#"["a"]"#, r#"["b","a"]"#));
        assert!(!covered("", "*", r#"["a"]"#) && !covered("", r#"["a","b"]"#, r#"["a"]"#));
        assert!(covered("a", "*", r#"["a"]"#) && !covered("b", "*", r#"["a"]"#));
        assert!(!covered("", "no list", r#"["a"]"#));
    }
}
