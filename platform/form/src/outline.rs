//! What a form asks, as a plain list: for whoever shows or fills it without rendering it.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, OneOfBuilder, Schema, Type};
use words::Language;

use super::FormDocument;
use super::check;
use super::field::{self, Field, FieldKind};

/// Keywords of a field's schema that limit its answer.
const RULES: [&str; 14] = [
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "x-min-date",
    "x-max-date",
    "x-money",
    "x-wanted",
];

/// One of several answers.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct OutlineOption {
    /// Its value.
    #[schema(schema_with = scalar)]
    pub value: Value,
    /// Its words.
    pub label: String,
}

/// What a form's schema may offer to choose from.
fn scalar() -> Schema {
    let mut one = OneOfBuilder::new().description(Some("Its value."));
    for kind in [Type::String, Type::Number, Type::Boolean] {
        one = one.item(Object::with_type(kind));
    }
    one.into()
}

/// A field in one language.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct OutlineField {
    /// Its name; `group.field` inside a repeated group.
    pub name: String,
    /// `text`, `number`, `money`, `boolean`, `choice`, `choices`, `upload`, `uploads`, `signature`, `group`, or the
    /// format of the text: `date`, `email` and so on.
    pub r#type: String,
    /// Its label.
    pub label: String,
    /// Whether it has to be answered where it shows.
    pub required: bool,
    /// The answers to choose from.
    pub options: Vec<OutlineOption>,
    /// Limits, in the words of the form's schema; `conditional` where it shows only under a condition.
    #[schema(value_type = Object)]
    pub rules: Map<String, Value>,
}

impl FormDocument {
    /// Every field that takes an answer, in the order shown; those of a repeated group follow it.
    #[must_use]
    pub fn outline(&self, language: Language) -> Vec<OutlineField> {
        let defined = check::definitions(&self.raw.schema);
        let mut found = Vec::new();
        for field in self.fields.iter().filter(|field| field.kind != FieldKind::Note) {
            let Some(schema) = defined.iter().find(|d| d.name == field.name).map(|d| d.schema) else { continue };
            let required = self.required.contains(&field.name);
            found.push(self.outlined(field, field.name.clone(), schema, required, language));
            let items = schema.get("items");
            for item in field.items.iter().filter(|item| item.kind != FieldKind::Note) {
                let Some(inner) = field::properties(items).find(|(name, _)| **name == item.name) else { continue };
                let names = items.and_then(|items| items.get("required")).and_then(Value::as_array);
                let required = names.into_iter().flatten().any(|name| *name == item.name);
                let name = format!("{}.{}", field.name, item.name);
                found.push(self.outlined(item, name, inner.1, required, language));
            }
        }
        found
    }

    fn outlined(&self, field: &Field, name: String, schema: &Value, required: bool, lng: Language) -> OutlineField {
        let text = |key: &str| self.text(lng, key).to_owned();
        let choices = schema.get("oneOf").or_else(|| schema.get("items").and_then(|items| items.get("oneOf")));
        let option = |choice: &Value| OutlineOption {
            value: choice["const"].clone(),
            label: choice["title"].as_str().map(text).unwrap_or_default(),
        };
        let mut rules: Map<String, Value> =
            RULES.iter().filter_map(|key| Some(((*key).to_owned(), schema.get(*key)?.clone()))).collect();
        if field.conditional {
            rules.insert("conditional".into(), true.into());
        }
        OutlineField {
            name,
            r#type: match field.kind {
                FieldKind::Text => field.format.as_deref().unwrap_or("text"),
                FieldKind::Number if schema.get("x-money").is_some() => "money",
                FieldKind::Number => "number",
                FieldKind::Boolean => "boolean",
                FieldKind::Choice => "choice",
                FieldKind::Choices => "choices",
                FieldKind::Upload if field.signature => "signature",
                FieldKind::Upload => "upload",
                FieldKind::Uploads => "uploads",
                FieldKind::Group => "group",
                FieldKind::Note => "note",
            }
            .to_owned(),
            label: field.title.as_deref().map(text).unwrap_or_default(),
            required,
            options: choices.and_then(Value::as_array).into_iter().flatten().map(option).collect(),
            rules,
        }
    }

    /// The sentence under the title, where there is one.
    #[must_use]
    pub fn description(&self, language: Language) -> Option<&str> {
        self.raw.description.as_deref().map(|key| self.text(language, key))
    }
}
