//! Use cases of whoever fills in a form: look, check. Drafts are in `draft`, sending in `submit`, files in `upload`.

use std::collections::HashMap;
use std::sync::Arc;

use blocks::Hijri;
use form::{FormDocument, What, Who};
use identity::Identity;
use jiff::civil::Date;
use kernel::caller::{Caller, SchoolScope};
use kernel::crypto::{self, Secret};
use kernel::numbers::Draws;
use kernel::{Db, Refusal, SchoolTx, StoreError, SubmissionId};
use people::People;
use serde_json::Value;
use tenants::School;
use tenants::registry::FormSummary;
use words::records::is_of_records;
use words::sabotage::{Guard, is_removed};
use words::text::western_digits;
use words::verdict::{Computed, Decision, Issue, Verdict};
use words::{Clock, Language, Permission, Rng};

use super::heavy_checks;
use super::logic::{Among, FormLogic, Known, LogicCall, LogicFault};
use super::model::{SubmittedFile, UploadView};
use super::offer::{self, Offer};
use super::open::Open;
use super::pinned_documents::{PinnedDocument, PinnedDocuments};
use super::records;
use super::store::uploads::FileNameRow;
use super::store::{drafts, submissions, uploads};
use crate::applications::{Answers, Entering};
use crate::files::FileStore;
use crate::ids::DraftId;
use crate::scans::Scanner;

/// What the slice works with.
pub struct FormsParts {
    /// The database.
    pub db: Db,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Arc<dyn Rng>,
    /// The server's secret: keyed hashes come from it.
    pub secret: Secret,
    /// Bytes of files.
    pub files: FileStore,
    /// Who knows whether a person asks.
    pub identity: Identity,
    /// The forms' own rules.
    pub logic: Arc<dyn FormLogic>,
    /// What looks at files before anybody is given them; none lets them pass.
    pub scanner: Option<Scanner>,
    /// Where a school's pages are, for links in its mail: as it is configured, whoever asks.
    pub origin_of: OriginOf,
    /// The second calendar of schools that count by both.
    pub hijri: Hijri,
}

/// The origin of a school's pages: `https://abq.example.org`.
pub type OriginOf = Arc<dyn Fn(&School) -> String + Send + Sync>;

/// The slice's face. Cheap to clone.
#[derive(Clone)]
pub struct Forms {
    pub(crate) parts: Arc<FormsParts>,
    pub(super) pins: Arc<PinnedDocuments>,
    pub(super) running: kernel::idempotency::Running,
    pub(super) draws: Draws,
    pub(crate) people: People,
}

/// What a check found.
#[derive(Debug, Clone, Default)]
pub struct CheckOutcome {
    /// What is wrong.
    pub errors: Vec<Issue>,
    /// What follows from the answers.
    pub computed: Vec<Computed>,
    /// The rules gave no answer: why.
    pub fault: Option<LogicFault>,
}

/// A draft to keep.
#[derive(Debug, Clone)]
pub struct DraftSave {
    /// The answers.
    pub values: Value,
    /// The open step.
    pub step: Option<String>,
    /// The person's language.
    pub locale: Option<Language>,
}

impl Forms {
    /// Puts the slice together.
    #[must_use]
    pub fn new(parts: FormsParts) -> Self {
        Self {
            people: People::new(parts.db.clone(), parts.clock.clone(), parts.rng.clone()),
            parts: Arc::new(parts),
            pins: Arc::default(),
            running: kernel::idempotency::Running::default(),
            draws: Draws::default(),
        }
    }

    /// The school's date.
    #[must_use]
    pub fn today(&self, school: &School) -> Date {
        self.parts.clock.today(school.time_zone())
    }

    /// Holds a submission for the rest of the transaction: what hangs on it is counted one by one.
    pub async fn hold_submission(tx: &mut SchoolTx, id: &SubmissionId) -> Result<(), StoreError> {
        submissions::hold_submission(tx, id).await.map(drop)
    }

    /// Holds a draft for the rest of the transaction, beside who sends it; false for one that is gone or over.
    pub async fn hold_draft(tx: &mut SchoolTx, id: &DraftId, now: i64) -> Result<bool, StoreError> {
        Ok(drafts::hold_draft(tx, id, now).await? > 0)
    }

    /// Ends a draft before its time: nobody opens or sends it any more, and it is purged with its files.
    pub(crate) async fn end_draft(tx: &mut SchoolTx, id: &DraftId, now: i64) -> Result<(), StoreError> {
        drafts::end_draft(tx, id, now).await.map(drop)
    }

    /// The files that came with a submission.
    pub async fn submitted_files(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<SubmittedFile>, StoreError> {
        let rows = uploads::uploads_of_submission(tx, id).await?;
        Ok(rows.into_iter().map(SubmittedFile::from).collect())
    }

    /// What the files of some submissions, a JSON array of ids, are called.
    pub async fn file_names(tx: &mut SchoolTx, ids: &str) -> Result<Vec<FileNameRow>, StoreError> {
        uploads::file_names(tx, ids).await
    }

    /// The documents of all forms that the school offers, as they are asked now; without those that are broken.
    pub async fn documents(school: &Arc<School>) -> HashMap<String, Arc<FormDocument>> {
        let mut found = HashMap::new();
        for form in school.config().forms.keys() {
            if let Ok(loaded) = offer::load(school, form).await {
                found.insert(form.clone(), loaded.document.clone());
            }
        }
        found
    }

    /// The forms that the school offers.
    pub async fn list(&self, school: &Arc<School>) -> Result<Vec<FormSummary>, Refusal> {
        offer::list(school, self.today(school)).await
    }

    /// A form as offered, or in the older version that a draft is pinned to.
    pub async fn form(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        version: Option<&str>,
    ) -> Result<(Offer, PinnedDocument), Refusal> {
        let offer = Offer::find(school, form, self.today(school)).await?;
        let pinned = match version {
            None => PinnedDocuments::current(&offer),
            Some(version) => self.pins.find_version(&self.parts.db, &caller.school, school, &offer, version).await?,
        };
        Ok((offer, pinned))
    }

    /// Whether answers are right so far, and what follows from them.
    pub async fn check(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        save: DraftSave,
        version: Option<&str>,
    ) -> Result<CheckOutcome, Refusal> {
        let (_, pinned) = self.form(caller, school, form, version).await?;
        let (today, step) = (self.today(school), save.step.as_deref());
        let (values, errors) =
            heavy_checks::check_answers(&caller.school, &pinned.document, save.values, today, step).await?;
        let locale = save.locale.unwrap_or(Language::En);
        let mut found = self.check_rules(&caller.school, school, form, &pinned, &values, errors, locale, step).await?;
        // Whoever moves applications takes one in all the same.
        if !caller.may(Permission::ApplicationEdit) {
            let closed = closed_round(school, form, (&pinned.document, &values, locale), &found.computed, today);
            let here = |issue: &Issue| step.is_none_or(|step| in_step(&pinned.document, step, &issue.path));
            Issue::join(&mut found.errors, closed.filter(here));
        }
        Ok(found)
    }

    pub(super) async fn document_of_draft(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        row: &drafts::DraftRow,
        offer: Option<&Offer>,
    ) -> Result<PinnedDocument, Refusal> {
        self.pins.find(&self.parts.db, &caller.school, school, &row.form_id, &row.form_digest, offer).await
    }

    /// The document and rules that a submission was made with.
    pub async fn pinned_document(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        digest: &str,
    ) -> Result<PinnedDocument, Refusal> {
        self.pinned_in(&caller.school, school, form, digest).await
    }

    /// The same for a job.
    pub(crate) async fn pinned_in(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        form: &str,
        digest: &str,
    ) -> Result<PinnedDocument, Refusal> {
        let offer = Offer::find(school, form, self.today(school)).await.ok();
        self.pins.find(&self.parts.db, scope, school, form, digest, offer.as_ref()).await
    }

    /// The rules over pruned answers, beside what the document found.
    #[expect(clippy::too_many_arguments, reason = "the parts of one question")]
    pub(super) async fn check_rules(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        form: &str,
        pinned: &PinnedDocument,
        values: &Value,
        mut errors: Vec<Issue>,
        locale: Language,
        step: Option<&str>,
    ) -> Result<CheckOutcome, Refusal> {
        let known = if is_removed(Guard::KnownInDecide) {
            self.find_known(scope, school, form, pinned, values).await?
        } else {
            Known::nobody()
        };
        let Some(call) = self.call(school, form, pinned, values, locale, step, known) else {
            let computed =
                heavy_checks::compute_totals(scope, &pinned.document, values, &school.config().currency).await?;
            return Ok(CheckOutcome { errors, computed, fault: None });
        };
        match self.parts.logic.check(call).await {
            Ok(checked) => {
                let here = |issue: &Issue| step.is_none_or(|step| in_step(&pinned.document, step, &issue.path));
                Issue::join(&mut errors, checked.errors.into_iter().filter(here));
                Ok(CheckOutcome { errors, computed: checked.computed, fault: None })
            }
            Err(fault) => Ok(CheckOutcome { errors, computed: Vec::new(), fault: Some(fault) }),
        }
    }

    /// The question to a form's own rules; none for a declarative form.
    #[expect(clippy::too_many_arguments, reason = "the parts of one question")]
    pub(super) fn call(
        &self,
        school: &Arc<School>,
        form: &str,
        pinned: &PinnedDocument,
        values: &Value,
        locale: Language,
        step: Option<&str>,
        known: Known,
    ) -> Option<LogicCall> {
        let plugin = pinned.plugin.as_ref()?;
        Some(LogicCall {
            school: school.clone(),
            plugin: plugin.clone(),
            component: pinned.component.clone(),
            form: form.to_owned(),
            locale,
            // The rules know their own steps only: of another layout they look at everything, and what concerns another
            // step is left out afterwards.
            step: step.filter(|_| !pinned.document.is_arranged()).unwrap_or_default().to_owned(),
            role: "family",
            now_ms: self.parts.clock.now_ms(),
            today: self.today(school),
            values: values.clone(),
            known,
        })
    }

    /// Who is known by these answers; nobody to a form without rules of its own.
    async fn find_known(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        form: &str,
        pinned: &PinnedDocument,
        values: &Value,
    ) -> Result<Known, Refusal> {
        if pinned.plugin.is_none() {
            return Ok(Known::nobody());
        }
        let answers = self.known_among(scope, pinned.document.known_values(values)).await?;
        let (forms, scope, school, form) = (self.clone(), scope.clone(), school.clone(), form.to_owned());
        Ok(Known::among(Among { forms, scope, school, form }, answers))
    }

    /// The rules' word on a submission, and the fault where they gave none; `None` for a form without rules of its own.
    pub(super) async fn decide(
        &self,
        scope: &SchoolScope,
        school: &Arc<School>,
        form: &str,
        pinned: &PinnedDocument,
        values: &Value,
        locale: Language,
    ) -> Result<Option<(Decision, Option<LogicFault>)>, Refusal> {
        let known = self.find_known(scope, school, form, pinned, values).await?;
        let Some(call) = self.call(school, form, pinned, values, locale, None, known.clone()) else { return Ok(None) };
        let decided = self.parts.logic.decide(call.clone()).await;
        let (mut decision, mut fault) =
            decided.map_or_else(|fault| (Decision::default(), Some(fault)), |decision| (decision, None));
        if known.was_asked() {
            // The checklist goes to the family, also where the rules fail on who is known. Asked again whoever was found: else the time
            // that it takes tells.
            let blind = self.parts.logic.decide(LogicCall { known: Known::nobody(), ..call }).await;
            decision.take_checklist_of(blind.unwrap_or_else(|blind| {
                fault.get_or_insert(blind);
                Decision::default()
            }));
        }
        Ok(Some((decision, fault)))
    }

    /// `(kind, value, known)`: whether an earlier submission of the school names the value, or whether it is a colleague's.
    pub(super) async fn known_among(
        &self,
        scope: &SchoolScope,
        asked: Vec<(String, String)>,
    ) -> Result<Vec<(String, String, bool)>, Refusal> {
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let (of_records, named): (Vec<_>, Vec<_>) = asked.into_iter().partition(|(kind, _)| is_of_records(kind));
        let hashed: Vec<_> = named.into_iter().map(|(kind, value)| self.hash_value(scope, kind, value)).collect();
        let named = submissions::named_list(hashed.iter().map(|(kind, _, hash)| (kind.as_str(), hash.as_str())));
        let mut tx = self.parts.db.read(scope).await?;
        let found = submissions::known_among(&mut tx, &named).await?;
        let hit = |kind: &str, hash: &str| found.iter().any(|row| row.kind == kind && row.hash == hash);
        let mut answers: Vec<_> = hashed
            .into_iter()
            .map(|(kind, value, hash)| {
                let known = hit(&kind, &hash);
                (kind, value, known)
            })
            .collect();
        answers.extend(records::known_staff(&mut tx, of_records).await?);
        Ok(answers)
    }

    pub(super) fn hash_value(&self, scope: &SchoolScope, kind: String, value: String) -> (String, String, String) {
        let key = self.parts.secret.school_key(scope.id(), "known");
        let hash = crypto::keyed_hash(&key, &format!("{kind}\n{}", words::text::comparable(&kind, &value)));
        (kind, value, hash)
    }

    /// What a value of a kind is known as.
    pub(crate) fn known_hash(&self, scope: &SchoolScope, kind: &str, value: &str) -> String {
        self.hash_value(scope, kind.to_owned(), value.to_owned()).2
    }

    /// What the birth date of the child that answers are of is known as; empty where they tell none.
    pub(super) fn born_hash(&self, scope: &SchoolScope, document: &FormDocument, values: &Value) -> String {
        let told = document.field_of(Who::Child, What::Dob).and_then(|field| values.get(field)?.as_str());
        told.map(|day| self.known_hash(scope, "born", day)).unwrap_or_default()
    }

    /// `(kind, value, keyed hash)` of the answers that tell people apart.
    pub(super) fn hash_answers(
        &self,
        scope: &SchoolScope,
        document: &FormDocument,
        values: &Value,
    ) -> Vec<(String, String, String)> {
        let named = document.known_values(values).into_iter();
        named.map(|(kind, value)| self.hash_value(scope, kind, value)).collect()
    }
}

/// Answers are one JSON object.
pub(super) fn require_object(values: Value) -> Result<Value, Refusal> {
    if values.is_object() { Ok(values) } else { Err(Refusal::malformed("values has to be an object")) }
}

impl From<uploads::UploadRow> for SubmittedFile {
    fn from(row: uploads::UploadRow) -> Self {
        let uploads::UploadRow { id, field, name, bytes, media_type, sha256, storage_key, created_at, .. } = row;
        let (of_staff, copied_from) = (row.of_staff, row.copied_from);
        Self { id, field, name, bytes, media_type, sha256, storage_key, created_at, of_staff, copied_from }
    }
}

pub(super) fn upload_view(row: uploads::UploadRow) -> UploadView {
    UploadView { upload_id: row.id, field: row.field, name: row.name, bytes: row.bytes, media_type: row.media_type }
}

/// Why nobody can apply for the grade and year of some answers today, once both are told.
fn closed_round(
    school: &School,
    form: &str,
    (document, values, locale): Answers<'_>,
    computed: &[Computed],
    today: Date,
) -> Option<Issue> {
    if !school.is_application(form) {
        return None;
    }
    let verdict = Verdict { computed: computed.to_vec(), ..Verdict::default() };
    let open = Open::of(school, document, values, &verdict);
    let year = western_digits(&open.listed.school_year.en);
    let entering = Entering::of(school, form, document, (&open.values, &open.verdict, &year), today)?;
    let is_told = !year.is_empty() && entering.is_graded();
    entering.closed(school, (document, &open.values, locale), today).filter(|_| is_told)
}

/// Whether a pointer is into a field of the step; what concerns the whole form belongs to every step.
fn in_step(document: &FormDocument, step: &str, path: &str) -> bool {
    let field = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    field.is_empty() || document.step_fields(step).any(|name| name == field)
}
