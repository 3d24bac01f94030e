//! What families answered, as files of the list tell it. Both ways of making one, at once and by a job, read answers and the names of
//! files here and nowhere else: what a file may not tell is left out before a sheet sees it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use form::{FormDocument, Withheld};
use kernel::caller::SchoolScope;
use kernel::{Refusal, SubmissionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use words::Text;

use super::audience::Sight;
use super::service::Enquiries;
use super::store::AnswersRow;
use crate::forms::Forms;
use crate::my_application::{CorrectedRow, corrected_among};

/// The answers of one submission, and what its files are called.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Answered {
    pub values: Value,
    /// Names of files by their ids.
    pub files: HashMap<String, String>,
    /// For whom alone an answer is, by its question: that there is one everybody may know.
    #[serde(default)]
    pub kept_for: HashMap<String, Text>,
}

impl Enquiries {
    /// Those of the submissions that are there, as their reader sees them; none where the file has no answers in it.
    pub(super) async fn answered(
        &self,
        (scope, school): (&SchoolScope, &Arc<School>),
        sight: &Sight,
        form: &str,
        ids: &[&SubmissionId],
    ) -> Result<HashMap<SubmissionId, Answered>, Refusal> {
        if form.is_empty() {
            return Ok(HashMap::new());
        }
        let seen = self.seen_answers((scope, school), sight, ids).await?;
        // Where they do not see whom the answers are about, no name of a file tells it.
        let may_name: HashSet<SubmissionId> = seen
            .iter()
            .filter(|(document, ..)| document.audience_of_person().is_none_or(|audience| sight.reads(audience)))
            .map(|(_, row, _)| row.id.clone())
            .collect();
        let ids = serde_json::to_string(ids).map_err(Refusal::internal)?;
        let mut tx = self.db().read(scope).await?;
        let mut corrected: HashMap<SubmissionId, Vec<CorrectedRow>> = HashMap::new();
        for one in corrected_among(&mut tx, &ids).await? {
            corrected.entry(one.submission_id.clone()).or_default().push(one);
        }
        let names = school.config().audiences();
        let told = |(document, row, withheld): (Arc<FormDocument>, AnswersRow, Vec<Withheld>)| {
            let mut values = row.answers.0;
            for one in corrected.remove(&row.id).unwrap_or_default() {
                if document.audience_of(&one.field).is_none_or(|audience| sight.reads(audience)) {
                    values[&one.field] = one.value.into();
                }
            }
            let name = |id: String| names.get(id.as_str()).cloned().unwrap_or(Text { en: id.clone(), ar: id });
            let kept_for = withheld.into_iter().map(|one| (one.field, name(one.audience))).collect();
            (row.id, Answered { values, files: HashMap::new(), kept_for })
        };
        let mut all: HashMap<SubmissionId, Answered> = seen.into_iter().map(told).collect();
        for file in Forms::file_names(&mut tx, &ids).await? {
            let named = file.submission_id.filter(|id| may_name.contains(id));
            if let Some(one) = named.and_then(|id| all.get_mut(&id)) {
                one.files.insert(file.id.into(), file.name);
            }
        }
        Ok(all)
    }
}
