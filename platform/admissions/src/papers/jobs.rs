//! Papers beside requests: who looks after one hears that its last day comes, and what was removed goes for good.

use std::sync::Arc;

use jiff::ToSpan as _;
use kernel::audit::{self, Entry};
use kernel::caller::SchoolScope;
use kernel::jobs::Work;
use kernel::{Caller, Refusal, StoreError};
use serde_json::{Value, json};
use tenants::{Registry, School};

use super::model::{KEPT_REMOVED_MS, REMINDED_DAYS, label_of};
use super::service::Papers;
use super::store::{self, ExpiringRow};
use crate::files;
use crate::forms::Forms;
use crate::stand::Stand;
use crate::tasks::said::{EXPIRES, SOME_EXPIRES, Said};
use crate::tasks::{self, Asking};

impl Papers {
    /// What is to be done beside requests.
    #[must_use]
    pub fn work(&self, schools: Arc<Registry>) -> Work {
        let both = (self.clone(), schools);
        Work::default()
            .sweep("documents whose last day comes", &both, |(papers, schools), scope| async move {
                let Some(school) = schools.school(scope.id()) else { return Ok::<_, Refusal>(()) };
                papers.remind(&school).await.map(drop)
            })
            .sweep("documents that are counted", &both, |(papers, schools), scope| async move {
                let Some(school) = schools.school(scope.id()) else { return Ok::<_, Refusal>(()) };
                papers.count_stale(&school).await.map(drop)
            })
            .sweep("files that were removed", self, |papers, scope| async move {
                papers.forget_removed(&scope).await.map(drop)
            })
    }

    /// Gives who looks after it a task for each paper whose last day is thirty days ahead or less: once each, however often and on however
    /// many servers it is looked at. How many.
    pub async fn remind(&self, school: &Arc<School>) -> Result<usize, Refusal> {
        let (scope, today) = (school.scope(), self.today(school));
        let until = today.saturating_add(REMINDED_DAYS.days()).to_string();
        let mut told = 0;
        loop {
            let mut tx = self.0.db().read(&scope).await?;
            let some = store::expiring(&mut tx, &until, &Stand::over_and_not_enrolled()).await?;
            drop(tx);
            let mut of_these = 0;
            for row in some {
                let (said, params) = self.reminder(school, &row).await;
                let (papers, due_on) = (self.clone(), today.to_string());
                let write = self.0.db().write(&scope, move |tx| {
                    Box::pin(async move {
                        // First, as everywhere: what hangs on a submission is counted one by one.
                        Forms::hold_submission(tx, &row.submission_id).await?;
                        if store::mark_reminded(tx, &row.upload_id, &row.expires_on).await? == 0 {
                            return Ok(false);
                        }
                        let enquiries = &papers.0;
                        let asking = Asking::new(&row.submission_id, said, (row.owner_id.as_ref(), &due_on));
                        let made = (enquiries.clock(), enquiries.rng());
                        let asking = Asking { params: &params, ..asking };
                        tasks::ask(tx, made, asking, enquiries.clock().now_ms()).await?;
                        Ok::<_, StoreError>(true)
                    })
                });
                of_these += usize::from(write.await?);
            }
            if of_these == 0 {
                return Ok(told);
            }
            told += of_these;
        }
    }

    /// What the task says; which paper it is where everybody of the staff may read that.
    async fn reminder(&self, school: &Arc<School>, row: &ExpiringRow) -> (&'static Said, Value) {
        let pinned = self.0.forms().pinned_in(&school.scope(), school, &row.form_id, &row.form_digest).await;
        // A document that cannot be had keeps nobody from hearing of it.
        let label = pinned.ok().and_then(|pinned| {
            let document = &pinned.document;
            let is_open = document.audience_of(&row.field).is_none();
            let label = label_of(document, &[], &row.answers.0, &row.field);
            // What no question takes has no name here.
            Some(label).filter(|label| is_open && label.en != row.field)
        });
        match label {
            Some(label) => (&EXPIRES, json!({ "paper": label, "day": row.expires_on })),
            None => (&SOME_EXPIRES, json!({ "day": row.expires_on })),
        }
    }

    /// Removes for good what nobody brought back: its row goes first, since somebody may bring it back at this very moment. How many.
    pub async fn forget_removed(&self, scope: &SchoolScope) -> Result<usize, Refusal> {
        let before = self.0.clock().now_ms() - KEPT_REMOVED_MS;
        let mut gone = 0;
        loop {
            let mut tx = self.0.db().read(scope).await?;
            let overdue = store::overdue_removed(&mut tx, before).await?;
            drop(tx);
            if overdue.is_empty() {
                return Ok(gone);
            }
            let (papers, system) = (self.clone(), Caller::system(scope.clone()));
            let write = self.0.db().write(scope, move |tx| {
                Box::pin(async move {
                    let mut keys = Vec::new();
                    for row in overdue {
                        if store::delete_file(tx, &row.upload_id, before).await? == 0 {
                            continue;
                        }
                        let detail = json!({ "file": row.upload_id });
                        let object_id = row.submission_id.as_str();
                        let entry = Entry { action: "enquiry.file_gone", object_kind: "enquiry", object_id, detail };
                        audit::record(tx, papers.0.clock(), papers.0.rng(), &system, entry).await?;
                        keys.push(row.storage_key);
                    }
                    Ok::<_, StoreError>(keys)
                })
            });
            let keys = write.await?;
            if keys.is_empty() {
                return Ok(gone);
            }
            for key in &keys {
                self.0.forms().parts.files.remove(key).await.map_err(files::refusal)?;
            }
            gone += keys.len();
        }
    }
}
