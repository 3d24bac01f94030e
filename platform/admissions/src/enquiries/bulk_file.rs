//! How such a file is made: chunks of lines with their answers, then the sheet of them all.

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use identity::Identity;
use kernel::bulk::{BulkJob, Carry, Parts};
use kernel::caller::SchoolScope;
use kernel::files::{Incoming, refusal as storage};
use kernel::{MessageId, Refusal, SchoolTx, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use tenants::{Registry, School};

use super::bulk::{EXPORT, Wants};
use super::export::{Fields, Sheet};
use super::model::is_visible;
use super::service::Enquiries;
use super::store::{self, AnswersRow, EnquiryRow};

/// Lines that are in memory with their answers.
const SOME: usize = 100;

/// A line of a part.
#[derive(Serialize, Deserialize)]
struct Line {
    row: EnquiryRow,
    answers: Option<Value>,
}

/// Files of the list of enquiries.
struct Exports {
    enquiries: Enquiries,
    schools: Arc<Registry>,
}

impl Enquiries {
    /// How files of the list are made.
    #[must_use]
    pub fn carries_exports(&self, schools: Arc<Registry>) -> Arc<dyn Carry> {
        Arc::new(Exports { enquiries: self.clone(), schools })
    }
}

impl Carry for Exports {
    fn kind(&self) -> &'static str {
        EXPORT
    }

    fn chunk<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        items: Vec<String>,
        part: &'a mut Incoming,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            let (wants, _) = self.still(scope, job).await?;
            let items: Vec<SubmissionId> = items.into_iter().map(SubmissionId::from).collect();
            for ids in items.chunks(SOME) {
                part.write(&self.lines(scope, &wants, ids).await?).await.map_err(storage)?;
            }
            Ok(())
        })
    }

    fn finish<'a>(
        &'a self,
        scope: &'a SchoolScope,
        job: &'a BulkJob,
        parts: Parts,
        file: File,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            let (wants, school) = self.still(scope, job).await?;
            let mut fields = Fields::default();
            if !wants.form.is_empty() {
                let mut read = Read::new(&parts);
                while let Some(lines) = read.some().await? {
                    lines.iter().filter_map(|line| line.answers.as_ref()).for_each(|answers| fields.add(answers));
                }
            }
            let (fields, folder) = (fields.ordered(&school, &wants.form), self.enquiries.0.files.arriving_folder());
            let begun = move || Sheet::begin(school, fields, (wants.kind, wants.language), file, &folder);
            let mut sheet = tokio::task::spawn_blocking(begun).await.map_err(Refusal::internal)??;
            let mut read = Read::new(&parts);
            while let Some(lines) = read.some().await? {
                let add = move || {
                    lines.iter().try_for_each(|line| sheet.add(&line.row, line.answers.as_ref())).map(|()| sheet)
                };
                sheet = tokio::task::spawn_blocking(add).await.map_err(Refusal::internal)??;
            }
            tokio::task::spawn_blocking(|| sheet.finish()).await.map_err(Refusal::internal)?.map(drop)
        })
    }

    fn count<'t>(&'t self, tx: &'t mut SchoolTx, job: &'t BulkJob, bytes: i64) -> BoxFuture<'t, Result<(), Refusal>> {
        Box::pin(async move { self.enquiries.0.forms.count_file(tx, &job.account, bytes).await })
    }
}

impl Exports {
    /// What is asked for, and the school; A002 when who asked may not have it any more.
    async fn still(&self, scope: &SchoolScope, job: &BulkJob) -> Result<(Wants, Arc<School>), Refusal> {
        let away = || Refusal::new(MessageId::R008).message("the school is not live here");
        let school = self.schools.school(scope.id()).ok_or_else(away)?;
        let mut tx = self.enquiries.db().read(scope).await?;
        let asker = Identity::caller_of(&mut tx, scope, &job.account).await?;
        drop(tx);
        let wants = Wants::of(job)?;
        wants.require(&asker.ok_or_else(|| Refusal::new(MessageId::A002))?, &school)?;
        Ok((wants, school))
    }

    /// The submissions of these ids that are there, in this order, as lines.
    async fn lines(&self, scope: &SchoolScope, wants: &Wants, ids: &[SubmissionId]) -> Result<Vec<u8>, Refusal> {
        let asked = serde_json::to_string(ids).map_err(Refusal::internal)?;
        let mut tx = self.enquiries.db().read(scope).await?;
        let rows = store::enquiries_among(&mut tx, &asked).await?;
        let answers = if wants.form.is_empty() { Vec::new() } else { store::answers_of(&mut tx, &asked).await? };
        drop(tx);
        let mut rows: HashMap<SubmissionId, EnquiryRow> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut answers: HashMap<SubmissionId, Json<Value>> =
            answers.into_iter().map(|AnswersRow { id, answers }| (id, answers)).collect();
        let mut text = Vec::new();
        for row in ids.iter().filter_map(|id| rows.remove(id)).filter(|row| is_visible(&wants.visible, &row.form_id)) {
            let answers = answers.remove(&row.id).map(|answers| answers.0);
            serde_json::to_writer(&mut text, &Line { row, answers }).map_err(Refusal::internal)?;
            text.push(b'\n');
        }
        Ok(text)
    }
}

/// The lines of all parts, some at a time.
struct Read<'p> {
    parts: &'p Parts,
    next: usize,
    open: Option<tokio::io::Lines<tokio::io::BufReader<kernel::files::Content>>>,
}

impl<'p> Read<'p> {
    fn new(parts: &'p Parts) -> Self {
        Self { parts, next: 0, open: None }
    }

    /// The next few; none at the end.
    async fn some(&mut self) -> Result<Option<Vec<Line>>, Refusal> {
        let mut lines = Vec::new();
        while lines.len() < SOME {
            let Some(open) = &mut self.open else {
                if self.next == self.parts.count() {
                    break;
                }
                self.open = Some(self.parts.lines(self.next).await?);
                self.next += 1;
                continue;
            };
            match open.next_line().await.map_err(storage)? {
                Some(line) => lines.push(serde_json::from_str(&line).map_err(Refusal::internal)?),
                None => self.open = None,
            }
        }
        Ok((!lines.is_empty()).then_some(lines))
    }
}
