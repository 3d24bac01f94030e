//! What families answered, as files of the list tell it. Both ways of making one, at once and by a job, read answers and the names of
//! files here and nowhere else: what a file may not tell is left out before a sheet sees it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use form::{FormDocument, Withheld};
use kernel::caller::SchoolScope;
use kernel::{Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use words::Text;

use super::audience::Sight;
use super::export::Layout;
use super::list_columns::{reads_answers, reads_applications};
use super::medical::tells;
use super::reached::Reached;
use super::service::Enquiries;
use super::store::AnswersRow;
use crate::applications::{Filed, filed_among};
use crate::forms::Forms;
use crate::letters::{letters_among, withheld_papers};
use crate::my_application::{CorrectedRow, corrected_among};
use crate::papers;

/// The answers of one submission, and what its files are called.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Answered {
    /// Null where the file has no answers in it.
    pub values: Value,
    /// Names of files by their ids.
    pub files: HashMap<String, String>,
    /// Names of those that no answer names, because they came later, by their questions (`group.field` in a repeated group) or by what the
    /// rules want and no question takes (`wanted:code`).
    #[serde(default)]
    pub added: BTreeMap<String, Vec<String>>,
    /// For whom alone an answer is, by its question: that there is one everybody may know.
    #[serde(default)]
    pub kept_for: HashMap<String, Text>,
    /// What the list's own columns tell of them.
    #[serde(default)]
    pub reached: Reached,
    /// Whether the answers tell its reader what is medical: written down where a file is answered at once.
    #[serde(skip)]
    pub medical: bool,
}

impl Enquiries {
    /// Those of the submissions that are there, as their reader sees them; none where no column of the file takes any.
    pub(super) async fn answered(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        sight: &Sight,
        (form, layout): (&str, &Layout),
        ids: &[&SubmissionId],
    ) -> Result<HashMap<SubmissionId, Answered>, Refusal> {
        let has_answers = !form.is_empty();
        if !has_answers && !reads_answers(&layout.columns) {
            return Ok(HashMap::new());
        }
        let seen = self.seen_answers((scope, school), sight, ids).await?;
        let ids = serde_json::to_string(ids).map_err(Refusal::internal)?;
        let mut tx = self.db().read(scope).await?;
        let mut corrected: HashMap<SubmissionId, Vec<CorrectedRow>> = HashMap::new();
        for one in corrected_among(&mut tx, &ids).await? {
            corrected.entry(one.submission_id.clone()).or_default().push(one);
        }
        let mut files: HashMap<SubmissionId, Vec<_>> = HashMap::new();
        if has_answers {
            for file in Forms::file_names(&mut tx, &ids).await? {
                if let Some(id) = file.submission_id.clone() {
                    files.entry(id).or_default().push(file);
                }
            }
        }
        drop(tx);
        let names = school.config().audiences();
        let name = |id: &str| names.get(id).cloned().unwrap_or_else(|| Text { en: id.to_owned(), ar: id.to_owned() });
        let told = |(document, row, withheld): (Arc<FormDocument>, AnswersRow, Vec<Withheld>)| {
            let mut values = row.answers.0;
            for one in corrected.remove(&row.id).unwrap_or_default() {
                if document.audience_of(&one.field).is_none_or(|audience| sight.reads(audience)) {
                    values[&one.field] = one.value.into();
                }
            }
            let mut all = Answered {
                kept_for: withheld.into_iter().map(|one| (one.field, name(&one.audience))).collect(),
                ..Answered::default()
            };
            all.reached = Reached::of(&document, &values, &all.kept_for);
            let person_for = document.audience_of_person().filter(|audience| !sight.reads(audience));
            all.reached.person_for = person_for.map(&name);
            for file in files.remove(&row.id).unwrap_or_default() {
                if let Some(audience) = document.audience_of(&file.field).filter(|audience| !sight.reads(audience)) {
                    let asked = file.field.split('.').next().unwrap_or_default();
                    // As of answers: that one was given where it shows under a condition would tell the condition.
                    if document.field(asked).is_some_and(|field| !field.conditional) {
                        all.kept_for.entry(asked.to_owned()).or_insert_with(|| name(audience));
                    }
                    continue;
                }
                let id = String::from(file.id);
                let shown = sight.file_name(&document, &file.field, file.name, &file.media_type);
                if !mentions(&values, &id) {
                    all.added.entry(file.field).or_default().push(shown.clone());
                }
                all.files.insert(id, shown);
            }
            if has_answers {
                all.medical = tells(sight, &document, &as_asked(&values, &layout.columns));
                all.values = values;
            }
            (row.id, all)
        };
        Ok(seen.into_iter().map(told).collect())
    }
}

impl Enquiries {
    /// What the applications among some submissions tell beside; none where no column of the file tells of any.
    pub(super) async fn filed(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        sight: &Sight,
        layout: &Layout,
        ids: &[&SubmissionId],
    ) -> Result<HashMap<SubmissionId, Filed>, Refusal> {
        let (is_asked, asks_missing, asks_letters) = reads_applications(&layout.columns);
        if !is_asked {
            return Ok(HashMap::new());
        }
        let list = serde_json::to_string(ids).map_err(Refusal::internal)?;
        let mut tx = self.db().read(scope).await?;
        let mut filed = filed_among(&mut tx, school, &list).await?;
        if asks_letters && !filed.is_empty() {
            let withheld = withheld_papers(school, sight).await;
            for (id, told) in letters_among(&mut tx, &list, sight, &withheld).await? {
                if let Some(one) = filed.get_mut(&id) {
                    one.letters = told;
                }
            }
        }
        drop(tx);
        if asks_missing && !filed.is_empty() {
            let ids: Vec<&SubmissionId> = ids.iter().copied().filter(|id| filed.contains_key(*id)).collect();
            let missing = papers::missing_among(self, (scope, school), sight, &ids, papers::Paper::is_missing).await?;
            for (id, one) in &mut filed {
                one.missing = missing.get(id).copied();
            }
        }
        Ok(filed)
    }
}

/// The answers that stand in a file of these columns; all where none are named.
fn as_asked<'v>(values: &'v Value, columns: &[String]) -> Cow<'v, Value> {
    let Some(all) = values.as_object().filter(|_| !columns.is_empty()) else { return Cow::Borrowed(values) };
    let is_asked = |name: &&String| columns.iter().any(|one| one.strip_prefix("answer.") == Some(name.as_str()));
    let asked = all.iter().filter(|(name, _)| is_asked(name));
    Cow::Owned(Value::Object(asked.map(|(name, value)| (name.clone(), value.clone())).collect()))
}

/// Whether an answer names a file.
pub(crate) fn mentions(answer: &Value, file: &str) -> bool {
    match answer {
        Value::String(text) => text == file,
        Value::Array(items) => items.iter().any(|item| mentions(item, file)),
        Value::Object(fields) => fields.values().any(|field| mentions(field, file)),
        _ => false,
    }
}
