//! What a submission tells beside its answers: who it is about, where the confirmation goes, what is searchable, which files
//! it holds and which it lacks.

use std::collections::HashSet;

use serde_json::Value;

use super::FormDocument;
use super::field::{Field, FieldKind, UploadField};
use super::subject::{What, Who};

/// Where the confirmation goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The address.
    pub email: String,
    /// The person's name, when the form asks for it.
    pub name: Option<String>,
}

/// A field that takes papers, where it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperField {
    /// As in [`UploadField::name`].
    pub name: String,
    /// Text key of its label.
    pub title: Option<String>,
    /// Whether the form itself wants it (`x-wanted`).
    pub is_wanted: bool,
}

fn papers_among<'f>(fields: impl Iterator<Item = &'f Field>) -> Vec<PaperField> {
    let mut found = Vec::new();
    let mut one = |name: String, field: &Field| {
        if field.upload.is_some() && !field.signature {
            found.push(PaperField { name, title: field.title.clone(), is_wanted: field.wanted });
        }
    };
    for field in fields {
        one(field.name.clone(), field);
        field.items.iter().for_each(|item| one(format!("{}.{}", field.name, item.name), item));
    }
    found
}

impl FormDocument {
    /// The fields that take papers and show for these answers, in the form's order; a signature is none.
    #[must_use]
    pub fn paper_fields(&self, values: &Value) -> Vec<PaperField> {
        let shown = self.fields.iter().zip(self.visible(values)).filter(|(_, visible)| *visible);
        papers_among(shown.map(|(field, _)| field))
    }

    /// The same of all fields, whether they show or not.
    #[must_use]
    pub fn every_paper_field(&self) -> Vec<PaperField> {
        papers_among(self.fields.iter())
    }

    /// The person's name for the staff's list.
    #[must_use]
    pub fn person(&self, values: &Value) -> Option<String> {
        self.raw.person.iter().find_map(|field| filled(values, field))
    }

    /// Where the confirmation goes, when the family gave an address.
    #[must_use]
    pub fn confirmation(&self, values: &Value) -> Option<Confirmation> {
        let receipt = self.raw.receipt.as_ref()?;
        Some(Confirmation {
            email: filled(values, &receipt.email)?,
            name: receipt.name.as_ref().and_then(|name| filled(values, name)),
        })
    }

    /// Whose address that is; who writes for themselves where the document does not say.
    #[must_use]
    pub fn confirmed_to(&self, values: &Value) -> Option<Who> {
        let (field, _) = (self.confirmation_field()?, self.confirmation(values)?);
        let is_theirs = |who: &Who| self.field_of(*who, What::Email) == Some(field);
        Some([Who::Child, Who::Guardian, Who::SecondGuardian].into_iter().find(is_theirs).unwrap_or(Who::Contact))
    }

    /// The field whose answer is the address that the confirmation goes to.
    #[must_use]
    pub fn confirmation_field(&self) -> Option<&str> {
        Some(&*self.raw.receipt.as_ref()?.email)
    }

    /// `(kind, normalised value)` of every answer that is kept as a keyed hash.
    #[must_use]
    pub fn known_values(&self, values: &Value) -> Vec<(String, String)> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        self.each_answer(values, |field, value| {
            if let (Some(kind), Some(text)) = (&field.known, value.as_str()) {
                let known = (kind.clone(), words::text::comparable(kind, text));
                if !known.1.is_empty() && seen.insert(known.clone()) {
                    found.push(known);
                }
            }
        });
        found
    }

    /// Every field that takes files.
    #[must_use]
    pub fn upload_fields(&self) -> Vec<UploadField> {
        let mut found = Vec::new();
        for field in &self.fields {
            found.extend(upload_field(field, field.name.clone()));
            for item in &field.items {
                found.extend(upload_field(item, format!("{}.{}", field.name, item.name)));
            }
        }
        found
    }

    /// `(field, upload id)` of every file in the answers; `field` as in [`UploadField::name`].
    #[must_use]
    pub fn upload_ids(&self, values: &Value) -> Vec<(String, String)> {
        let mut found = Vec::new();
        self.each_upload(values, |name, id| found.push((name.to_owned(), id.to_owned())));
        found
    }

    /// Text keys of the labels of files that the form wants (`x-wanted`) and the answers lack: the checklist.
    #[must_use]
    pub fn missing_uploads(&self, values: &Value) -> Vec<String> {
        let visible = self.visible(values);
        let wanted = self.fields.iter().zip(visible).filter(|(field, visible)| field.wanted && *visible);
        wanted
            .filter(|(field, _)| values.get(&field.name).is_none_or(|v| v.as_array().is_some_and(Vec::is_empty)))
            .filter_map(|(field, _)| field.title.clone())
            .collect()
    }

    fn each_upload(&self, values: &Value, mut visit: impl FnMut(&str, &str)) {
        let mut one = |name: &str, field: &Field, value: &Value| match field.kind {
            FieldKind::Upload => value.as_str().into_iter().for_each(|id| visit(name, id)),
            FieldKind::Uploads => {
                value.as_array().into_iter().flatten().filter_map(Value::as_str).for_each(|id| visit(name, id));
            }
            _ => {}
        };
        for field in &self.fields {
            let Some(value) = values.get(&field.name) else { continue };
            one(&field.name, field, value);
            for (item, inner) in field.items.iter().flat_map(|i| group_answers(value, i)) {
                one(&format!("{}.{}", field.name, item.name), item, inner);
            }
        }
    }

    fn each_answer<'v>(&self, values: &'v Value, mut visit: impl FnMut(&Field, &'v Value)) {
        for field in &self.fields {
            let Some(value) = values.get(&field.name) else { continue };
            visit(field, value);
            for (item, inner) in field.items.iter().flat_map(|i| group_answers(value, i)) {
                visit(item, inner);
            }
        }
    }
}

/// The answers to one field over all items of a group.
fn group_answers<'v, 'f>(group: &'v Value, item: &'f Field) -> impl Iterator<Item = (&'f Field, &'v Value)> {
    group.as_array().into_iter().flatten().filter_map(move |one| one.get(&item.name)).map(move |value| (item, value))
}

pub(super) fn filled(values: &Value, field: &str) -> Option<String> {
    let text = values.get(field)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn upload_field(field: &Field, name: String) -> Option<UploadField> {
    let rule = field.upload.as_ref()?;
    Some(UploadField {
        name,
        tier: rule.tier,
        kinds: rule.kinds.clone(),
        max_files: field.max_files,
        wanted: field.wanted,
    })
}
