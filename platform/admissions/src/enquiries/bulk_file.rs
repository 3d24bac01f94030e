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
use tenants::{Registry, School};

use super::audience::Sight;
use super::bulk::{EXPORT, Wants};
use super::columns::{Columns, Former};
use super::export::{Line, Sheet};
use super::model::is_visible;
use super::service::Enquiries;
use super::store::{self, EnquiryRow};
use crate::forms::Forms;

/// Lines that are in memory with their answers.
const SOME: usize = 100;

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
            let (wants, school, sight) = self.still(scope, job).await?;
            let items: Vec<SubmissionId> = items.into_iter().map(SubmissionId::from).collect();
            for ids in items.chunks(SOME) {
                part.write(&self.lines((scope, &school), &wants, &sight, ids).await?).await.map_err(storage)?;
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
            let (wants, school, sight) = self.still(scope, job).await?;
            let documents = Forms::documents(&school).await;
            let mut former = Former::default();
            if !wants.form.is_empty() && wants.layout.columns.is_empty() {
                let mut read = Read::new(&parts);
                while let Some(lines) = read.some().await? {
                    let answered = lines.iter().filter_map(|line| line.answered.as_ref());
                    answered.for_each(|one| former.add(one, documents.get(&wants.form).map(|form| &**form)));
                }
            }
            let (layout, zone) = (wants.layout, school.time_zone().clone());
            let columns =
                Columns::new(layout.language, zone, documents, &wants.form, &layout.columns, former.into_names())
                    .of_form(&school, &wants.form, &layout.columns)
                    .read_by(&sight);
            let folder = self.enquiries.0.files.arriving_folder();
            let begun = move || Sheet::begin(columns, layout.kind, file, &folder);
            let mut sheet = tokio::task::spawn_blocking(begun).await.map_err(Refusal::internal)??;
            let mut read = Read::new(&parts);
            while let Some(lines) = read.some().await? {
                let add = move || lines.iter().try_for_each(|line| sheet.add(line)).map(|()| sheet);
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
    async fn still(&self, scope: &SchoolScope, job: &BulkJob) -> Result<(Wants, Arc<School>, Sight), Refusal> {
        let away = || Refusal::new(MessageId::R008).message("the school is not live here");
        let school = self.schools.school(scope.id()).ok_or_else(away)?;
        let mut tx = self.enquiries.db().read(scope).await?;
        let asker = Identity::caller_of(&mut tx, scope, &job.account).await?;
        let asker = asker.ok_or_else(|| Refusal::new(MessageId::A002))?;
        let sight = Sight::of(&mut tx, &asker).await?;
        drop(tx);
        let wants = Wants::of(job)?;
        wants.require(&asker, &school, &sight)?;
        // Not more than they were in when they asked: of that alone it is looked again whether they still are.
        let sight = sight.within(&wants.audiences);
        Ok((wants, school, sight))
    }

    /// The submissions of these ids that are there, in this order, as lines.
    async fn lines(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        wants: &Wants,
        sight: &Sight,
        ids: &[SubmissionId],
    ) -> Result<Vec<u8>, Refusal> {
        let asked = serde_json::to_string(ids).map_err(Refusal::internal)?;
        let mut tx = self.enquiries.db().read(scope).await?;
        let rows = store::enquiries_among(&mut tx, &asked).await?;
        drop(tx);
        let rows = self.enquiries.seen_rows((scope, school), sight, rows).await?;
        let asked: Vec<_> = ids.iter().collect();
        let wanted = (wants.form.as_str(), &wants.layout);
        let mut answers = self.enquiries.answered((scope, school), sight, wanted, &asked).await?;
        let mut filed = self.enquiries.filed((scope, school), sight, &wants.layout, &asked).await?;
        let mut rows: HashMap<SubmissionId, EnquiryRow> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let mut text = Vec::new();
        for row in ids.iter().filter_map(|id| rows.remove(id)).filter(|row| is_visible(&wants.visible, &row.form_id)) {
            let (answered, application) = (answers.remove(&row.id), filed.remove(&row.id));
            serde_json::to_writer(&mut text, &Line { row, answered, application }).map_err(Refusal::internal)?;
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
