//! Taking the list out: counted by account and hour before a line is read, written down, and one file at a time for a school.

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use identity::{Identity, TakenOut};
use kernel::allowance::{EXPORTS, Export, Left};
use kernel::caller::Caller;
use kernel::turns::Turn;
use kernel::{MessageId, Refusal, SubmissionId};
use serde_json::json;
use tenants::School;
use words::Permission;

use super::answered::Answered;
use super::audience::Sight;
use super::columns::{Columns, Former, require_columns};
use super::export::{Layout, Line, Sheet};
use super::medical::Door;
use super::model::{Filter, Sort, whole_forms};
use super::service::{Enquiries, fetch};
use super::store::EnquiryRow;
use crate::forms::Forms;
use crate::letters::withheld_papers;

/// Lines of a file that is answered at once; a longer one is made by a job ([`super::bulk`]).
pub const AT_ONCE: usize = 2_000;
/// Lines that are in memory with their answers.
const CHUNK: usize = 200;

impl Enquiries {
    /// All lines that match, as a file of so many bytes; with the answers when they are of one form. A009 when they are too many to wait for.
    pub async fn export(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        mut filter: Filter,
        sort: Sort,
        layout: Layout,
    ) -> Result<(File, u64), Refusal> {
        let (_turn, sight) = self.begin_file(caller, school, &mut filter, &layout).await?;
        let mut tx = self.0.db.read(&caller.school).await?;
        // One more than may be taken: what matches more is refused, and never cut short in silence.
        let most = i64::try_from(AT_ONCE).unwrap_or(i64::MAX);
        let rows = fetch(&mut tx, &filter, sort, None, most + 1).await?;
        drop(tx);
        if rows.len() > AT_ONCE {
            return Err(Refusal::new(MessageId::A009).with("limit", AT_ONCE));
        }
        self.count_out(caller, rows.len(), &filter.form).await?;
        let rows = self.seen_rows((&caller.school, school), &sight, rows).await?;

        let documents = Forms::documents(school).await;
        let mut former = Former::default();
        if !filter.form.is_empty() && layout.columns.is_empty() {
            for chunk in rows.chunks(CHUNK) {
                let answered = self.answers((caller, school), &sight, (filter.form.as_str(), &layout), chunk).await?;
                let document = documents.get(&filter.form).map(|form| &**form);
                answered.values().for_each(|one| former.add(one, document));
            }
        }
        let zone = school.time_zone().clone();
        let columns =
            Columns::new(layout.language, zone, documents, &filter.form, &layout.columns, former.into_names()).of_form(
                school,
                &filter.form,
                &layout.columns,
            );
        let columns = columns.read_by(&sight);
        let (folder, kind) = (self.0.files.arriving_folder(), layout.kind);
        let begun = move || {
            let file = tempfile::tempfile_in(&folder).map_err(crate::files::refusal)?;
            Sheet::begin(columns, kind, file, &folder)
        };
        let mut sheet = tokio::task::spawn_blocking(begun).await.map_err(Refusal::internal)??;
        let mut rows = rows.into_iter();
        loop {
            let chunk: Vec<EnquiryRow> = rows.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                break;
            }
            let mut answers = self.answers((caller, school), &sight, (filter.form.as_str(), &layout), &chunk).await?;
            let medical = answers.iter().filter(|(_, one)| one.medical).map(|(id, _)| id.clone()).collect();
            self.write_down_medical(caller, medical, Door::Export).await?;
            let ids: Vec<&SubmissionId> = chunk.iter().map(|row| &row.id).collect();
            let mut filed = self.filed((&caller.school, school), &sight, &layout, &ids).await?;
            let lines: Vec<Line> = chunk
                .into_iter()
                .map(|row| Line { answered: answers.remove(&row.id), application: filed.remove(&row.id), row })
                .collect();
            let add = move || lines.iter().try_for_each(|line| sheet.add(line)).map(|()| sheet);
            sheet = tokio::task::spawn_blocking(add).await.map_err(Refusal::internal)??;
        }
        tokio::task::spawn_blocking(|| sheet.finish()).await.map_err(Refusal::internal)?
    }

    /// What stands before every file, at once or later: the right, the school's turn, the forms that are seen, columns that are there, a
    /// fresh proof.
    pub(super) async fn begin_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        filter: &mut Filter,
        layout: &Layout,
    ) -> Result<(Turn, Sight), Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let turn = self.0.exports.take(&[caller.school.id().to_string()]).await?;
        filter.require(caller)?;
        layout.require(caller)?;
        filter.visible = whole_forms(school.config(), caller);
        if !layout.columns.is_empty() {
            let documents = Forms::documents(school).await;
            require_columns(&layout.columns, documents.get(&filter.form).map(|form| &**form))?;
        }
        let mut tx = self.0.db.read(&caller.school).await?;
        Identity::require_fresh(&mut tx, caller, self.0.clock.now_ms()).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        filter.reads = sight.listed();
        if filter.conditions.is_some() {
            filter.withheld = withheld_papers(school, &sight).await;
        }
        Ok((turn, sight))
    }

    /// Writes the taking out down, counts it, and tells of a big one. A006 when it is too much for this hour.
    async fn count_out(&self, caller: &Caller, lines: usize, form: &str) -> Result<(), Refusal> {
        let (parts, who) = (self.0.clone(), caller.clone());
        let amount = i64::try_from(lines).unwrap_or(i64::MAX);
        let export =
            Export { of: EXPORTS, kind: "enquiry", lines: amount, detail: json!({ "rows": lines, "form": form }) };
        let counted = self.0.db.write(&caller.school, move |tx| {
            Box::pin(async move {
                let left = export.count(tx, (&*parts.clock, &*parts.rng), &who).await?;
                if matches!(left, Left::Enough(_)) {
                    let taken = TakenOut { what: "enquiries", lines };
                    parts.forms.parts.identity.tell_of_export(tx, &who, taken).await?;
                }
                Ok::<_, Refusal>(left)
            })
        });
        Export::allowed(EXPORTS, amount, counted.await?)
    }

    async fn answers(
        &self,
        (caller, school): (&Caller, &Arc<School>),
        sight: &Sight,
        wanted: (&str, &Layout),
        rows: &[EnquiryRow],
    ) -> Result<HashMap<SubmissionId, Answered>, Refusal> {
        let ids: Vec<_> = rows.iter().map(|row| &row.id).collect();
        self.answered((&caller.school, school), sight, wanted, &ids).await
    }
}
