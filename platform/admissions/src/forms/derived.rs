//! What follows from answers that hold: the rules' word, and what stands beside a submission's row. The same when a form is sent and when its
//! family changes answers since.

use std::sync::Arc;

use form::FormDocument;
use jiff::civil::Date;
use kernel::caller::SchoolScope;
use kernel::{Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::{Value, json};
use tenants::School;
use words::Language;
use words::verdict::{Computed, Issue};

use super::heavy_checks;
use super::logic::LogicFault;
use super::model::Verdict;
use super::open::Open;
use super::pinned_documents::PinnedDocument;
use super::service::Forms;
use super::store::submissions;
use crate::papers;

impl Forms {
    /// The rules' word on answers, beside what their check found; and the fault where they gave none.
    pub(super) async fn judge(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        (form, pinned, values, locale): (&str, &PinnedDocument, &Value, Language),
        (computed, fault, warnings): (Vec<Computed>, Option<LogicFault>, Vec<Issue>),
    ) -> Result<(Verdict, Option<String>), Refusal> {
        let mut failure = fault.map(|fault| fault.code);
        let mut decision = None;
        if failure.is_none() {
            let decided = self.decide(scope, school, form, pinned, values, locale).await?;
            if let Some((decided, fault)) = decided {
                (decision, failure) = (Some(decided), fault.map(|fault| fault.code));
            }
        }
        let missing = heavy_checks::find_missing_uploads(scope, &pinned.document, values).await?;
        Ok((Verdict::assemble(decision, computed, warnings, missing), failure))
    }
}

/// The list of those hashes by which every reader may meet another submission, as statements take it.
pub(super) fn shown_hashes(document: &FormDocument, hashes: &[(String, String)]) -> String {
    let withheld = document.withheld_kinds(&|_| false);
    let shown = hashes.iter().filter(|(kind, _)| !withheld.contains(kind.as_str()));
    submissions::named_list(shown.map(|(kind, hash)| (kind.as_str(), hash.as_str())))
}

/// Writes beside a submission's row what it can be narrowed to and met by; `has_files` as [`papers::tell_sent`] takes it.
pub(super) async fn write_beside(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    form: &str,
    (document, open, values, verdict): (&FormDocument, &Open, &Value, &Verdict),
    (hashes, born): (&[(String, String)], &str),
    (today, has_files): (Date, bool),
) -> Result<(), StoreError> {
    papers::tell_sent(tx, id, (document, values, verdict), today, has_files).await?;
    for (audience, tags) in open.tags(document, &verdict.tags) {
        submissions::insert_tags(tx, id, &json!(tags).to_string(), audience).await?;
    }
    for (kind, value, [en, ar]) in open.listed.choices() {
        submissions::keep_choice(tx, form, kind, value, en, ar).await?;
    }
    if hashes.is_empty() {
        return Ok(());
    }
    let named = submissions::named_list(hashes.iter().map(|(kind, hash)| (kind.as_str(), hash.as_str())));
    submissions::insert_known(tx, id, &named, born).await
}
