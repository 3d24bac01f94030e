//! Who consented to what: a page of children, and for each consent of the school how it stands.

use std::sync::Arc;

use blocks::catalogue::LetterKind;
use identity::Identity;
use kernel::audit::{self, Entry};
use kernel::{Caller, Refusal, SubmissionId, page};
use serde_json::json;
use tenants::School;
use words::text::formula_safe;
use words::{Language, Permission, Text};

use super::model::{Given, Stand};
use super::store::{self, CellRow, ChildRow};
use crate::enquiries::{Sight, visible_forms};
use crate::letters::service::Letters;

/// Children that are looked at together.
const SOME: i64 = 200;
/// Such groups for one page: past them the next one continues, also where nothing was found.
const MOST_GROUPS: usize = 10;
/// Children in a file.
const MOST_IN_FILE: usize = 2_000;

/// Which children.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub round: String,
    pub grade: String,
    /// Of which consent; all where it is empty.
    pub code: String,
    /// How that stands, or any of them.
    pub stand: Option<Stand>,
}

/// A consent of the school.
#[derive(Debug, Clone)]
pub struct Column {
    pub code: String,
    pub title: Text,
    pub required: bool,
    version: String,
}

/// A child with how each consent stands, and since when.
#[derive(Debug, Clone)]
pub struct Line {
    pub row: ChildRow,
    pub cells: Vec<(Stand, Option<i64>)>,
}

/// A page.
#[derive(Debug, Clone)]
pub struct Matrix {
    pub columns: Vec<Column>,
    pub lines: Vec<Line>,
    pub next_cursor: Option<String>,
}

fn columns(school: &School) -> Vec<Column> {
    let consents = school.letters().iter().filter(|(_, template)| template.kind == LetterKind::Consent);
    let one = |(code, template): (&String, &Arc<tenants::bundle::letters::LetterTemplate>)| Column {
        code: code.clone(),
        title: template.title.clone(),
        required: template.required,
        version: template.version(),
    };
    consents.map(one).collect()
}

/// How a consent of a child stands, and since when.
fn cell(column: &Column, id: &SubmissionId, given: &[CellRow], asked: &[CellRow]) -> (Stand, Option<i64>) {
    let of = |row: &&CellRow| row.submission_id == *id && row.code == column.code;
    let (newest, waits) = (given.iter().find(of), asked.iter().find(of));
    let given = newest.map(|row| Given {
        choice: &row.choice,
        version: &row.version,
        is_withdrawn: row.withdrawn_at.is_some(),
    });
    let stand = Stand::of(given, waits.is_some(), Some(&column.version));
    let since = match stand {
        Stand::Asked => waits.map(|row| row.at),
        Stand::Withdrawn => newest.and_then(|row| row.withdrawn_at),
        _ => newest.map(|row| row.at),
    };
    (stand, since)
}

impl Letters {
    /// A page of children with their consents. Each counts as a line that is read: A007.
    pub async fn consent_matrix(
        &self,
        caller: &Caller,
        school: &School,
        wanted: &Wanted,
        (size, cursor): (usize, Option<&str>),
    ) -> Result<Matrix, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let mut after: String = cursor.map(page::position).transpose()?.unwrap_or_default();
        let columns = columns(school);
        let mut lines = Vec::new();
        let visible = visible_forms(school.config(), caller);
        let reads = Sight::of(&mut self.db().read(&caller.school).await?, caller).await?.listed();
        let mut next_cursor = None;
        for group in 0..MOST_GROUPS {
            let mut tx = self.db().read(&caller.school).await?;
            let rows = store::children(&mut tx, &after, &wanted.round, &wanted.grade, &visible, &reads, SOME).await?;
            let ids = json!(rows.iter().map(|row| &row.id).collect::<Vec<_>>()).to_string();
            let (given, asked) = (
                store::answers_among(&mut tx, &ids).await?,
                store::asked_among(&mut tx, &ids, self.clock().now_ms()).await?,
            );
            drop(tx);
            let is_last = rows.len() < usize::try_from(SOME).unwrap_or_default();
            for row in rows {
                let cells: Vec<_> = columns.iter().map(|column| cell(column, &row.id, &given, &asked)).collect();
                let is_wanted = |(column, (stand, _)): (&Column, &(Stand, Option<i64>))| {
                    (wanted.code.is_empty() || column.code == wanted.code)
                        && wanted.stand.is_none_or(|wanted| wanted == *stand)
                };
                if lines.len() == size {
                    self.enquiries.count_read(caller, lines.len()).await?;
                    return Ok(Matrix { columns, lines, next_cursor: Some(page::cursor(&after)) });
                }
                after.clone_from(&row.registration_id);
                if wanted.stand.is_none() || columns.iter().zip(&cells).any(is_wanted) {
                    lines.push(Line { row, cells });
                }
            }
            if is_last {
                break;
            }
            if group + 1 == MOST_GROUPS {
                next_cursor = Some(page::cursor(&after));
            }
        }
        self.enquiries.count_read(caller, lines.len()).await?;
        Ok(Matrix { columns, lines, next_cursor })
    }

    /// The same as a file: text with commas, of up to two thousand children.
    pub async fn consent_file(
        &self,
        caller: &Caller,
        school: &School,
        (wanted, language): (&Wanted, Language),
    ) -> Result<Vec<u8>, Refusal> {
        caller.require(Permission::EnquiryExport)?;
        let now = self.clock().now_ms();
        Identity::require_fresh(&mut self.db().read(&caller.school).await?, caller, now).await?;
        let mut all = self.consent_matrix(caller, school, wanted, (MOST_IN_FILE, None)).await?;
        while let Some(cursor) = all.next_cursor.take().filter(|_| all.lines.len() < MOST_IN_FILE) {
            let left = MOST_IN_FILE - all.lines.len();
            let more = self.consent_matrix(caller, school, wanted, (left, Some(&cursor))).await?;
            all.lines.extend(more.lines);
            all.next_cursor = more.next_cursor;
        }
        let (letters, caller_then, lines) = (self.clone(), caller.clone(), all.lines.len());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let detail = json!({ "lines": lines });
                let entry = Entry { action: "consent.export", object_kind: "school", object_id: "", detail };
                audit::record(tx, letters.clock(), letters.rng(), &caller_then, entry).await
            })
        });
        write.await?;
        let mut writer = csv::Writer::from_writer("\u{FEFF}".as_bytes().to_vec());
        let heads = HEADS.map(|words| words[language as usize].to_owned());
        let titles = all.columns.iter().map(|column| column.title.get(language).to_owned());
        let record = |cells: Vec<String>| cells.iter().map(|cell| formula_safe(cell)).collect::<Vec<_>>();
        writer.write_record(record(heads.into_iter().chain(titles).collect())).map_err(Refusal::internal)?;
        for Line { row, cells } in all.lines {
            let is_arabic = language == Language::Ar;
            let name = if is_arabic && !row.person_ar.is_empty() { row.person_ar } else { row.person };
            let grade = if is_arabic { row.grade_ar } else { row.grade_en };
            let stands = cells.iter().map(|(stand, _)| stand.in_words()[language as usize].to_owned());
            let cells = [row.registration_id, name, grade].into_iter().chain(stands).collect();
            writer.write_record(record(cells)).map_err(Refusal::internal)?;
        }
        writer.into_inner().map_err(|error| Refusal::internal(error.to_string()))
    }
}

/// Over the first columns of a file.
const HEADS: [[&str; 2]; 3] = [["Registration number", "رقم التسجيل"], ["Child", "الطفل"], ["Grade", "الصف"]];
