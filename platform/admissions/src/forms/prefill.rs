//! What a draft begins with of what was sent before: for another child what is the family's, of an enquiry all that it tells. Nothing is
//! signed, declared or decided with it: a form is begun, and whoever goes on with it looks at each answer.

use std::collections::HashSet;
use std::sync::Arc;

use form::{Field, FieldKind, FormDocument, UploadField, What, Who};
use jiff::civil::Date;
use kernel::caller::Caller;
use kernel::{MessageId, Refusal, SubmissionId};
use serde_json::{Map, Value};
use tenants::School;
use tokio::io::AsyncReadExt as _;
use words::Language;

use super::draft::{Source, draft_answers};
use super::model::{DraftView, SubmittedFile, UploadView};
use super::offer::Offer;
use super::quota::FILES;
use super::service::{DraftSave, Forms, require_object};
use super::store::drafts::DraftRow;
use super::upload::{Arriving, Entrance, Holder, storage};
use crate::family;
use crate::ids::{DraftId, UploadId};

/// Most files that a draft begins with; further ones are given anew.
const MOST_FILES: usize = 20;
/// Bytes that are copied at once.
const PIECE: usize = 64 << 10;

/// How much of what was sent a new form begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What is the family's and not the child's.
    Family,
    /// All that both forms ask.
    All,
    /// What a letter may lead to that reaches a mistyped address: who is written to, and what is applied for.
    Mailed,
}

/// What was sent, as whoever begins a form with it may read it.
#[derive(Debug, Clone)]
pub(crate) struct Earlier {
    pub id: SubmissionId,
    /// The form that it was sent by, as it was then.
    pub document: Arc<FormDocument>,
    /// With what was corrected since.
    pub values: Value,
    /// The files that came with it and may be given again.
    pub files: Vec<SubmittedFile>,
}

/// What else an account sent, for another child's form.
#[derive(Debug, Default)]
pub(crate) struct Household {
    /// The newest first; of these the files alone count.
    pub besides: Vec<Earlier>,
    /// For whom nothing is under way any more: the names, as `people::name_key` has them.
    pub closed: HashSet<String>,
    /// Hash of the link whose grant opened it; none for the account itself.
    pub link: Option<String>,
}

/// What a form begins with.
#[derive(Debug, Default)]
pub(crate) struct Prefilled {
    pub values: Map<String, Value>,
    /// Files for its fields, by the ids that they have in what was sent.
    pub files: Vec<(String, UploadId)>,
}

impl Prefilled {
    /// What a form can begin with of answers to another, or to itself as it was. What it would not take is left out.
    pub fn of(from: &FormDocument, values: &Value, into: &FormDocument, extent: Extent, today: Date) -> Self {
        let family = into.family();
        let mut found = Self::default();
        for field in into.fields() {
            let is_meant = match extent {
                Extent::Family => family.contains(&field.name),
                Extent::All => true,
                Extent::Mailed => is_mailed(into.told_by(&field.name)),
            };
            if !is_meant || field.kind == FieldKind::Note || is_made_anew(field) {
                continue;
            }
            let Some((asked, answer)) = source_of(from, into, field, extent)
                .and_then(|name| Some((from.field(name)?, values.get(name)?)))
                .filter(|(asked, _)| !is_made_anew(asked))
            else {
                continue;
            };
            match (takes_files(field), takes_files(asked)) {
                (true, true) => found.files.extend(files_in(&field.name, answer)),
                (false, false) => {
                    found.values.insert(field.name.clone(), without_files(field, answer.clone()));
                }
                _ => {}
            }
        }
        if extent == Extent::Family {
            add_child(from, values, into, &mut found.values, today);
        }
        let Value::Object(values) = into.normalise(Value::Object(found.values)) else {
            return Self { values: Map::new(), files: found.files };
        };
        found.values = values;
        keep_fit(into, &mut found.values, today);
        found
    }
}

/// The field of the earlier form that answers one of the later: by what it tells of whom, else by its name.
fn source_of<'f>(from: &'f FormDocument, into: &FormDocument, field: &'f Field, extent: Extent) -> Option<&'f str> {
    let role = into.told_by(&field.name);
    if extent == Extent::Family && matches!(role, Some((Who::Child, _))) {
        return None;
    }
    // Who answers for a child may have written for themselves before.
    let writer = |what: What| from.field_of(Who::Contact, what);
    let by_role =
        role.and_then(|(who, what)| from.field_of(who, what).or_else(|| writer(what).filter(|_| who == Who::Guardian)));
    if extent == Extent::Mailed {
        return by_role;
    }
    by_role.or_else(|| {
        let same = &*field.name;
        let fits = match from.told_by(same) {
            // One name may be somebody else's in another form.
            Some((who, _)) => role.is_none() && (extent == Extent::All || who != Who::Child),
            None => true,
        };
        (fits && from.field(same).is_some()).then_some(same)
    })
}

/// The files of a family for the fields that are the family's, also those that were added after sending: of each field those that stand with
/// the earlier form, else with the newest other that has some.
fn family_files(earlier: &Earlier, household: &Household, into: &FormDocument) -> Vec<(String, UploadId)> {
    let family = into.family();
    let mut found = Vec::new();
    for field in into.fields().iter().filter(|field| takes_files(field) && family.contains(&field.name)) {
        let given = |sent: &Earlier| {
            let asked = source_of(&sent.document, into, field, Extent::Family)?;
            let files = sent.files.iter().filter(|file| file.field == asked);
            let mut files: Vec<_> = files.map(|file| (field.name.clone(), file.id.clone())).collect();
            // Of several for a question that takes one the newest is meant.
            if field.kind == FieldKind::Upload {
                files.reverse();
            }
            Some(files).filter(|files| !files.is_empty())
        };
        found.extend(std::iter::once(earlier).chain(&household.besides).find_map(given).unwrap_or_default());
    }
    found
}

fn has_word(name: &str, words: &[&str]) -> bool {
    name.split(['_', '-']).any(|part| words.contains(&part))
}

/// The brothers and sisters that a form asks about as the family's.
fn siblings_of(into: &FormDocument) -> Option<&Field> {
    let family = into.family();
    let is_siblings =
        |field: &&Field| field.kind == FieldKind::Group && has_word(&field.name, &["sibling", "siblings"]);
    into.fields().iter().filter(|field| family.contains(&field.name)).find(is_siblings)
}

/// Leaves out the brothers and sisters who are said to apply and do not any more.
fn leave_out_closed(into: &FormDocument, values: &mut Map<String, Value>, closed: &HashSet<String>) {
    let Some(list) = siblings_of(into) else { return };
    let told = |row: &Value, words: &[&str]| {
        let item = list.items.iter().find(|item| has_word(&item.name, words))?;
        row.get(&item.name)?.as_str().map(str::to_owned)
    };
    let Some(rows) = values.get_mut(&list.name).and_then(Value::as_array_mut) else { return };
    rows.retain(|row| {
        let applies = told(row, &["status"]).is_none_or(|status| status == "applying");
        !(applies && told(row, &["name"]).is_some_and(|name| closed.contains(&people::name_key(&name))))
    });
    if rows.is_empty() {
        values.remove(&list.name);
    }
}

/// Adds whom the earlier form was for to the brothers and sisters that this one asks about: as much of them as it asks and takes. Nobody stands
/// there twice.
fn add_child(from: &FormDocument, values: &Value, into: &FormDocument, found: &mut Map<String, Value>, today: Date) {
    let list = siblings_of(into);
    let told = |what: What| values.get(from.field_of(Who::Child, what)?)?.as_str().filter(|text| !text.is_empty());
    let (Some(list), Some(name)) = (list, told(What::Name).or_else(|| told(What::NameAr))) else { return };
    let mut rows = found.get(&list.name).and_then(Value::as_array).cloned().unwrap_or_default();
    let told_of = |item: &Field| match (item.kind, item.format.as_deref()) {
        (FieldKind::Text, None) if has_word(&item.name, &["name"]) => Some(name),
        (FieldKind::Text, Some("date")) => told(What::Dob),
        (FieldKind::Text, Some("national-id" | "emirates-id")) => told(What::NationalId),
        (FieldKind::Choice, None) if has_word(&item.name, &["status"]) => Some("applying"),
        _ => None,
    };
    let answers = list.items.iter().filter_map(|item| Some((item.name.clone(), Value::from(told_of(item)?))));
    let mut row: Map<String, Value> = answers.collect();
    let named = |row: &Map<String, Value>| {
        let item = list.items.iter().find(|item| has_word(&item.name, &["name"]))?;
        row.get(&item.name)?.as_str().map(people::name_key)
    };
    let Some(key) = named(&row) else { return };
    if rows.iter().filter_map(Value::as_object).any(|other| named(other).is_some_and(|other| other == key)) {
        return;
    }
    let faults_of = |rows: &[Value]| {
        let faults = into.validate(
            &Value::Object([(list.name.clone(), rows.to_vec().into())].into_iter().collect()),
            today,
            None,
        );
        faults.into_iter().filter(|fault| fault.code != "required").map(|fault| fault.path)
    };
    let at = format!("/{}/0/", list.name);
    for refused in faults_of(&[row.clone().into()]) {
        if let Some(item) = refused.strip_prefix(&at) {
            row.remove(item);
        }
    }
    rows.push(row.into());
    // One more than the form takes is none.
    let is_full = faults_of(&rows).any(|path| path.trim_start_matches('/') == list.name);
    if named(rows.last().and_then(Value::as_object).unwrap_or(&Map::new())).is_some() && !is_full {
        found.insert(list.name.clone(), rows.into());
    }
}

/// Whether whoever got a letter reads it, though it may have reached somebody else.
fn is_mailed(told: Option<(Who, What)>) -> bool {
    matches!(
        told,
        Some((Who::Guardian, What::Name | What::NameAr | What::Email) | (Who::Child, What::Grade | What::SchoolYear))
    )
}

/// What nobody takes over from another form: signatures and declarations.
fn is_made_anew(field: &Field) -> bool {
    field.signature || field.declares
}

fn takes_files(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Upload | FieldKind::Uploads) && field.upload.is_some()
}

/// Whether no further file is taken either.
fn is_bound(id: MessageId) -> bool {
    matches!(id, MessageId::D003 | MessageId::D004 | MessageId::L012 | MessageId::R009 | MessageId::R012)
}

fn files_in(field: &str, answer: &Value) -> Vec<(String, UploadId)> {
    let one = |value: &Value| value.as_str().map(|id| (field.to_owned(), UploadId::from(id.to_owned())));
    match answer {
        Value::Array(items) => items.iter().filter_map(one).collect(),
        value => one(value).into_iter().collect(),
    }
}

/// Rows of a group without files, signatures and declarations in them.
fn without_files(field: &Field, answer: Value) -> Value {
    let left_out =
        |name: &str| field.items.iter().any(|item| item.name == name && (takes_files(item) || is_made_anew(item)));
    match answer {
        Value::Array(rows) if field.kind == FieldKind::Group => rows
            .into_iter()
            .map(|row| match row {
                Value::Object(row) => Value::Object(row.into_iter().filter(|(name, _)| !left_out(name)).collect()),
                other => other,
            })
            .collect(),
        answer => answer,
    }
}

/// Takes away what the form would not take. A name in other letters than its field takes is the name in Arabic, where the form asks for
/// that too.
pub(crate) fn keep_fit(document: &FormDocument, values: &mut Map<String, Value>, today: Date) {
    let whole = values.clone();
    let refused = drop_refused(document, values, today);
    for who in [Who::Child, Who::Guardian, Who::SecondGuardian, Who::Contact] {
        let name = document.field_of(who, What::Name).filter(|field| refused.iter().any(|one| one == field));
        let (Some(name), Some(field)) = (name, document.field_of(who, What::NameAr)) else { continue };
        if let Some(name) = whole.get(name).filter(|_| !values.contains_key(field)) {
            values.insert(field.to_owned(), name.clone());
        }
    }
    drop_refused(document, values, today);
}

/// Takes away what the form would not take; the fields that it stood in.
fn drop_refused(document: &FormDocument, values: &mut Map<String, Value>, today: Date) -> Vec<String> {
    let faults = document.validate(&Value::Object(values.clone()), today, None);
    let faults = faults.iter().filter(|fault| fault.code != "required");
    let field = |path: &str| path.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned();
    let fields: Vec<String> = faults.map(|fault| field(&fault.path)).collect();
    values.retain(|name, _| !fields.contains(name));
    fields
}

/// Whether a draft has copies of all these files, in the fields that they are for.
fn has_files(draft: &DraftView, files: &[(String, UploadId)], library: &Earlier) -> bool {
    files.iter().take(MOST_FILES).all(|(field, id)| {
        library.files.iter().find(|file| file.id == *id).is_some_and(|file| {
            draft.uploads.iter().any(|own| (&own.field, &own.name, own.bytes) == (field, &file.name, file.bytes))
        })
    })
}

impl Forms {
    /// Begins a draft with what is the family's of what it sent before; what was answered already comes first. Files are given anew in its
    /// name, as far as the draft takes them, also those that came with anything else of its account. A draft of the account that began so and names
    /// no child yet is opened instead.
    pub(crate) async fn create_draft_of_family(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        save: DraftSave,
        is_proved: bool,
        (earlier, household): (Earlier, Household),
    ) -> Result<DraftView, Refusal> {
        let today = self.today(school);
        let offer = Offer::find(school, form, today).await?;
        let found = Prefilled::of(&earlier.document, &earlier.values, &offer.document, Extent::Family, today);
        let mut values = found.values;
        leave_out_closed(&offer.document, &mut values, &household.closed);
        let files = family_files(&earlier, &household, &offer.document);
        if let Value::Object(own) = require_object(save.values)? {
            values.extend(own);
        }
        let values = draft_answers(&offer.document, Value::Object(values))?;
        let mut library = earlier;
        library.files.extend(household.besides.into_iter().flat_map(|sent| sent.files));
        if household.link.is_none() {
            for token in family::begun_already(&self.parts, caller, (form, &offer.document), &values).await? {
                let begun = self.draft(caller, school, &token).await?;
                if has_files(&begun, &files, &library) {
                    return Ok(begun);
                }
            }
        }
        let save = DraftSave { values, ..save };
        let source = Source { by_link: household.link, ..Source::default() };
        let view = self.begin_draft(caller, school, form, save, is_proved, source).await?;
        Ok(self.with_files(caller, school, view, (files, &library), is_proved).await)
    }

    /// Begins a draft with all that an enquiry tells of it, bound to the enquiry; in its family's language.
    pub(crate) async fn create_draft_from(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        language: Language,
        enquiry: &Earlier,
    ) -> Result<DraftView, Refusal> {
        let today = self.today(school);
        let offer = Offer::find(school, form, today).await?;
        let found = Prefilled::of(&enquiry.document, &enquiry.values, &offer.document, Extent::All, today);
        let save = DraftSave { values: Value::Object(found.values), step: None, locale: Some(language) };
        let source = Source { made_of: Some(enquiry.id.clone()), ..Source::default() };
        let view = self.begin_draft(caller, school, form, save, true, source).await?;
        Ok(self.with_files(caller, school, view, (found.files, enquiry), true).await)
    }

    /// Begins a draft that a letter leads to, bound to nothing yet: with who is written to and what is applied for of an enquiry, for the letter
    /// may reach a mistyped address. The draft and its token.
    pub(crate) async fn create_draft_to_mail(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        form: &str,
        language: Language,
        enquiry: &Earlier,
    ) -> Result<(DraftId, String), Refusal> {
        let today = self.today(school);
        let offer = Offer::find(school, form, today).await?;
        let found = Prefilled::of(&enquiry.document, &enquiry.values, &offer.document, Extent::Mailed, today);
        let save = DraftSave { values: Value::Object(found.values), step: None, locale: Some(language) };
        let view = self.create_draft(caller, school, form, save, true).await?;
        let row = self.draft_row(caller, &view.token).await?;
        Ok((row.id, view.token))
    }

    /// Gives files of what was sent to a draft that was begun with it. One that cannot be given is left out: the family gives it anew.
    pub(crate) async fn with_files(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        view: DraftView,
        (files, earlier): (Vec<(String, UploadId)>, &Earlier),
        is_proved: bool,
    ) -> DraftView {
        if files.is_empty() {
            return view;
        }
        match self.copied(caller, school, &view, (files, earlier), is_proved).await {
            Ok(Some(with_files)) => with_files,
            Ok(None) => view,
            Err(refusal) => {
                let (school, why) = (caller.school.id(), refusal.id().as_str());
                tracing::warn!(%school, why, "a draft begins without its files");
                view
            }
        }
    }

    async fn copied(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        view: &DraftView,
        (files, earlier): (Vec<(String, UploadId)>, &Earlier),
        is_proved: bool,
    ) -> Result<Option<DraftView>, Refusal> {
        let row = self.draft_row(caller, &view.token).await?;
        let pinned = self.document_of_draft(caller, school, &row, None).await?;
        let fields = pinned.document.upload_fields();
        let mut values = view.values.clone();
        let mut is_any = false;
        for (name, id) in files.into_iter().take(MOST_FILES) {
            let file = earlier.files.iter().find(|file| file.id == id);
            let field = fields.iter().find(|field| field.name == name);
            let (Some(file), Some(field)) = (file, field) else { continue };
            let is_list = pinned.document.field(&name).is_some_and(|field| field.kind == FieldKind::Uploads);
            let held = values[&name].as_array().map_or(0, Vec::len);
            let most = if is_list { field.max_files } else { 1 };
            let held = if is_list { held } else { usize::from(!values[&name].is_null()) };
            if u32::try_from(held).unwrap_or(u32::MAX) >= most {
                continue;
            }
            let given = match self.copy_file(caller, &row, field.clone(), file, is_proved).await {
                Ok(given) => given.upload_id,
                // A bound that is reached ends it; of another type or size than this field takes, or gone, is this one alone.
                Err(refusal) if is_bound(refusal.id()) => break,
                Err(_) => continue,
            };
            is_any = true;
            if is_list {
                let mut list = values[&name].as_array().cloned().unwrap_or_default();
                list.push(given.to_string().into());
                values[&name] = list.into();
            } else {
                values[&name] = given.to_string().into();
            }
        }
        if !is_any {
            return Ok(None);
        }
        let save = DraftSave { values, step: Some(view.step.clone()), locale: None };
        self.save_draft(caller, school, &view.token, view.version, save, None).await.map(Some)
    }

    /// The same bytes for another field, looked at and counted as if they came anew.
    async fn copy_file(
        &self,
        caller: &Caller,
        draft: &DraftRow,
        field: UploadField,
        file: &SubmittedFile,
        is_proved: bool,
    ) -> Result<UploadView, Refusal> {
        let holders = self.holders(caller, draft.keeper());
        let quota = if is_proved { FILES } else { FILES.without_proof() };
        let holder = Holder::Draft(draft.id.clone());
        let arriving = self.let_in(caller, Entrance { field, holder, holders, quota, name: &file.name }).await?;
        self.copy_into(caller, arriving, file).await
    }

    /// The bytes of a file that is here, as those of one on its way in.
    pub(super) async fn copy_into(
        &self,
        caller: &Caller,
        mut arriving: Arriving,
        file: &SubmittedFile,
    ) -> Result<UploadView, Refusal> {
        arriving.copied_from = Some(file.original().clone());
        let bytes = u64::try_from(file.bytes).map_err(Refusal::internal)?;
        let stored = self.parts.files.read_verified(&file.storage_key, bytes, &file.sha256);
        let mut content = stored.await.map_err(storage)?;
        let mut piece = vec![0; PIECE];
        loop {
            let read = content.read(&mut piece).await.map_err(storage)?;
            if read == 0 {
                break;
            }
            arriving.take(&piece[..read]).await?;
        }
        self.finish_upload(caller, arriving).await
    }
}

#[cfg(test)]
#[path = "prefill_tests.rs"]
mod tests;
