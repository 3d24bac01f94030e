//! A form document in one language: every text key replaced by its text.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use words::Language;

use super::family;
use super::field::AUDIENCE;
use super::raw::RawDocument;

/// A form document in one language, already as JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Localised {
    /// Its title.
    pub title: String,
    /// A sentence under the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `[{id, title, help?, x-audience?, fields}]`.
    #[schema(value_type = Vec<Object>)]
    pub steps: Box<RawValue>,
    /// JSON Schema of the answers.
    #[schema(value_type = Object)]
    pub schema: Box<RawValue>,
    /// How each field is shown.
    #[schema(value_type = Object)]
    pub ui: Box<RawValue>,
    /// Which answer tells what of whom.
    #[schema(value_type = Object)]
    pub subject: Box<RawValue>,
    /// Fields that are the family's: a form for another child begins with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub family: Vec<String>,
    /// Every text by its key: what codes of errors, labels and reasons say.
    #[schema(value_type = Object)]
    pub messages: Box<RawValue>,
}

impl Localised {
    pub(super) fn prepare(raw: &RawDocument, language: Language) -> Self {
        let texts = match language {
            Language::En => &raw.texts.en,
            Language::Ar => &raw.texts.ar,
        };
        let text = |key: &str| texts.get(key).and_then(Value::as_str).unwrap_or(key).to_owned();
        let steps: Vec<Value> = raw
            .steps
            .iter()
            .map(|step| {
                let mut out = json!({ "id": step.id, "title": text(&step.title) });
                if let Some(help) = &step.help {
                    out["help"] = text(help).into();
                }
                if let Some(audience) = &step.audience {
                    out[AUDIENCE] = audience.as_str().into();
                }
                out["fields"] = step.fields.clone().into();
                out
            })
            .collect();
        let mut schema = raw.schema.clone();
        translate_schema(&mut schema, texts);
        let mut ui = Value::Object(raw.ui.clone());
        translate_ui(&mut ui, texts);
        Self {
            title: text(&raw.title),
            description: raw.description.as_deref().map(text),
            steps: raw_json(&steps),
            schema: raw_json(&schema),
            ui: raw_json(&ui),
            subject: raw_json(&raw.subject),
            family: family::of(raw),
            messages: raw_json(texts),
        }
    }
}

/// Serialising plain JSON values cannot fail; an empty object stands for the impossible.
fn raw_json<T: Serialize + ?Sized>(value: &T) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Keys of a field's schema that hold a text key.
pub(super) const SCHEMA_TEXTS: [&str; 4] = ["title", "description", "x-add", "x-item"];
/// Keys of a field's ui that hold a text key.
pub(super) const UI_TEXTS: [&str; 3] = ["ui:help", "x-add", "x-item"];

/// Visits every text key of a schema: those of its properties, choices, items and conditional properties.
pub(super) fn each_schema_text(schema: &mut Value, pointer: &str, visit: &mut impl FnMut(&str, &mut Value)) {
    let Some(map) = schema.as_object_mut() else { return };
    for (key, value) in map.iter_mut() {
        let here = words::problem::child(pointer, key);
        match (key.as_str(), value) {
            (_, value @ Value::String(_)) if SCHEMA_TEXTS.contains(&key.as_str()) => visit(&here, value),
            ("properties", Value::Object(fields)) => {
                for (name, field) in fields.iter_mut() {
                    each_schema_text(field, &words::problem::child(&here, name), visit);
                }
            }
            ("oneOf" | "allOf", Value::Array(branches)) => {
                for (index, branch) in branches.iter_mut().enumerate() {
                    each_schema_text(branch, &words::problem::child(&here, index), visit);
                }
            }
            ("items" | "then", value) => each_schema_text(value, &here, visit),
            _ => {}
        }
    }
}

/// Visits every text key of a ui.
pub(super) fn each_ui_text(ui: &mut Value, pointer: &str, visit: &mut impl FnMut(&str, &mut Value)) {
    let Some(map) = ui.as_object_mut() else { return };
    for (key, value) in map.iter_mut() {
        let here = words::problem::child(pointer, key);
        match value {
            Value::String(_) if UI_TEXTS.contains(&key.as_str()) => visit(&here, value),
            Value::Object(_) if key != "x-layout" => each_ui_text(value, &here, visit),
            _ => {}
        }
    }
}

fn translate_schema(schema: &mut Value, texts: &Map<String, Value>) {
    each_schema_text(schema, "", &mut |_, value| replace(value, texts));
}

fn translate_ui(ui: &mut Value, texts: &Map<String, Value>) {
    each_ui_text(ui, "", &mut |_, value| replace(value, texts));
}

fn replace(value: &mut Value, texts: &Map<String, Value>) {
    if let Some(text) = value.as_str().and_then(|key| texts.get(key)) {
        *value = text.clone();
    }
}
