//! What a family adds to a submission after it was sent: a file for one of its questions, and contact data that are others now. What was
//! sent stays as it was sent.

use std::fmt;
use std::sync::Arc;

use form::{FormDocument, UploadField};
use futures_util::future::BoxFuture;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::caller::{Caller, SchoolScope};
use kernel::timeline::{self, Object, Timeline};
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, search};
use serde_json::{Value, json};
use words::Permission;
use words::text::one_line;
use words::verdict::Issue;

use super::PinnedDocument;
use super::heavy_checks;
use super::model::{SubmittedFile, UploadView};
use super::quota::FILES;
use super::service::Forms;
use super::store::submissions;
use super::upload::{Arriving, Entrance, Holder};
use crate::enquiries::{ENQUIRY, KIND};

/// To what a family, or somebody of the staff, adds a file.
#[derive(Debug, Clone)]
pub struct Addition {
    pub submission: SubmissionId,
    /// Its document, and the school's day: its papers are counted anew.
    pub of: (Arc<FormDocument>, Date),
    /// What whoever adds it is called in its history.
    pub by: String,
    /// Whether it is somebody of the staff.
    pub is_of_staff: bool,
    /// Whether everybody of the staff may read what the file is called.
    pub is_open: bool,
    /// Whether they may read which question it answers.
    pub tells_field: bool,
    /// What else has to hold when the file has arrived.
    pub rule: Option<PlaceRule>,
}

type Rule = dyn for<'t> Fn(&'t mut SchoolTx) -> BoxFuture<'t, Result<(), Refusal>> + Send + Sync;

/// Whether a place still takes a file, asked in the transaction that keeps it: much may happen while its bytes come.
#[derive(Clone)]
pub struct PlaceRule(Arc<Rule>);

impl PlaceRule {
    pub(crate) fn new(
        rule: impl for<'t> Fn(&'t mut SchoolTx) -> BoxFuture<'t, Result<(), Refusal>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(rule))
    }

    pub(super) async fn require(&self, tx: &mut SchoolTx) -> Result<(), Refusal> {
        (self.0)(tx).await
    }
}

impl fmt::Debug for PlaceRule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PlaceRule")
    }
}

impl Forms {
    /// Begins a file for a question that the answers of what was sent ask; D003 for any other. It counts as a draft's does; that a person
    /// asks was shown when it was sent.
    pub(crate) async fn begin_addition(
        &self,
        caller: &Caller,
        addition: Addition,
        field: UploadField,
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let holders = self.holders(caller, None);
        self.let_in(caller, Entrance { field, holder: Holder::Sent(addition), holders, quota: FILES, name }).await
    }

    /// The same bytes of another file, looked at and counted as if they came anew.
    pub(crate) async fn add_again(
        &self,
        caller: &Caller,
        addition: Addition,
        field: UploadField,
        file: &SubmittedFile,
    ) -> Result<UploadView, Refusal> {
        let arriving = self.begin_addition(caller, addition, field, &file.name).await?;
        self.copy_into(caller, arriving, file).await
    }

    /// Writes down that a file was added.
    pub(super) async fn note_addition(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        addition: &Addition,
        file: &UploadView,
        now: i64,
    ) -> Result<(), Refusal> {
        let Addition { submission, by, is_of_staff, is_open, tells_field, .. } = addition;
        // What a family does stands under its name and no account.
        let (actor_id, role, done) = if *is_of_staff {
            (caller.user_id(), caller.role_for(Permission::EnquiryEdit), "enquiry.file")
        } else {
            (None, None, "application.file")
        };
        let entry = timeline::Entry {
            at: now,
            actor_id,
            actor_name: by,
            role,
            action: "file",
            from: Some(&*file.field).filter(|_| *tells_field),
            to: Some(&*file.name).filter(|_| *is_open),
            ..timeline::Entry::default()
        };
        self.note_of_family(tx, submission, entry).await?;
        let detail = json!({ "file": file.upload_id, "field": file.field });
        let entry = Entry { action: done, object_kind: "enquiry", object_id: submission.as_str(), detail };
        Ok(audit::record(tx, &*self.parts.clock, &*self.parts.rng, caller, entry).await?)
    }

    /// Adds to the history of a submission that the transaction holds.
    pub(crate) async fn note_of_family(
        &self,
        tx: &mut SchoolTx,
        submission: &SubmissionId,
        entry: timeline::Entry<'_>,
    ) -> Result<(), StoreError> {
        let object = Object::new(ENQUIRY.kind, submission);
        Timeline::resume(tx, &self.parts.secret, object).await?.add(tx, entry).await
    }

    /// Other answers to some questions, as the form takes them: put into the form in which they are stored, and held against its schema
    /// beside what was sent. F003 for what does not hold, at its field.
    pub(crate) async fn check_corrections(
        &self,
        scope: &SchoolScope,
        pinned: &PinnedDocument,
        sent: &Value,
        corrections: Vec<(String, String)>,
        today: Date,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let mut values = sent.clone();
        for (field, value) in &corrections {
            values[field] = value.trim().into();
        }
        let (values, issues) = heavy_checks::check_answers(scope, &pinned.document, values, today, None).await?;
        let mut faults: Vec<Issue> = issues
            .into_iter()
            .filter(|issue| issue.is_error() && corrections.iter().any(|(field, _)| issue.path == format!("/{field}")))
            .collect();
        let mut corrected = Vec::with_capacity(corrections.len());
        for (field, _) in corrections {
            match values.get(&field).and_then(Value::as_str) {
                Some(value) => corrected.push((field, value.to_owned())),
                // An address that was given is another now, and not none.
                None => Issue::join(&mut faults, [Issue::error(format!("/{field}"), "required")]),
            }
        }
        if faults.is_empty() { Ok(corrected) } else { Err(Refusal::new(MessageId::F003).errors(faults)) }
    }

    /// Makes a submission findable by what was corrected, besides what it was found by before: staff look for either.
    pub(crate) async fn find_by_too(
        &self,
        tx: &mut SchoolTx,
        scope: &SchoolScope,
        document: &FormDocument,
        id: &SubmissionId,
        corrected: &[(String, String)],
    ) -> Result<(), StoreError> {
        let fields: Vec<String> = corrected.iter().map(|(_, value)| one_line(value)).collect();
        let fields = fields.join("\n");
        submissions::add_search_text(tx, id, &format!("\n{fields}")).await?;
        search::add(tx, KIND, id.as_str(), &fields).await?;
        let values: Value =
            corrected.iter().map(|(field, value)| (field.clone(), Value::from(value.as_str()))).collect();
        let named = self.hash_answers(scope, document, &values);
        if named.is_empty() {
            return Ok(());
        }
        let named = submissions::named_list(named.iter().map(|(kind, _, hash)| (kind.as_str(), hash.as_str())));
        let born = submissions::born_of(tx, id).await?.map(|row| row.born).unwrap_or_default();
        submissions::insert_known(tx, id, &named, &born).await
    }
}
