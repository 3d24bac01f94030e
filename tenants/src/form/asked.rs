//! Answers as a draft holds them: of what is asked, and of the shape that an answer has. Whether they are right is the check's
//! matter; this bounds what one draft takes up by its document, whatever a program sends.

use serde_json::{Map, Value};

use super::FormDocument;
use super::field::{Field, FieldKind};

/// Most items of a list: what a document may allow at most.
const MAX_ITEMS: usize = 200;

impl FormDocument {
    /// The answers to what the document asks. Names that it lacks go, and what is no answer to such a question at all.
    #[must_use]
    pub fn only_asked(&self, values: Value) -> Value {
        match values {
            Value::Object(map) => Value::Object(asked(&self.fields, map)),
            _ => Value::Object(Map::new()),
        }
    }
}

fn asked(fields: &[Field], mut map: Map<String, Value>) -> Map<String, Value> {
    let of = |field: &Field| Some((field.name.clone(), answer(field, map.remove(&field.name)?)?));
    fields.iter().filter_map(of).collect()
}

fn answer(field: &Field, value: Value) -> Option<Value> {
    match (field.kind, value) {
        (FieldKind::Note, _) => None,
        (FieldKind::Group, Value::Array(items)) => {
            let objects = items.into_iter().take(MAX_ITEMS).filter_map(|item| match item {
                Value::Object(map) => Some(Value::Object(asked(&field.items, map))),
                _ => None,
            });
            Some(Value::Array(objects.collect()))
        }
        (FieldKind::Choices | FieldKind::Uploads, Value::Array(items)) => {
            Some(Value::Array(items.into_iter().take(MAX_ITEMS).filter(is_plain).collect()))
        }
        (_, value) => Some(value).filter(is_plain),
    }
}

fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields() -> Vec<Field> {
        let read = |name: &str, schema: Value| Field::read(name, &schema, None, 0, false);
        let dog = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
        vec![
            read("child", json!({ "type": "string" })),
            read("likes", json!({ "type": "array", "items": { "enum": ["a", "b"] } })),
            read("dogs", json!({ "type": "array", "items": dog })),
            read("words", json!({ "type": "null" })),
        ]
    }

    fn kept(values: Value) -> Value {
        let Value::Object(map) = values else { return Value::Null };
        Value::Object(asked(&fields(), map))
    }

    #[test]
    fn what_nobody_asked_goes_and_what_is_half_right_stays() {
        let told = json!({ "child": "Sara", "likes": ["a", "?"], "dogs": [{ "name": 7, "age": [1] }, {}], "words": "x", "more": [1, 2] });
        assert_eq!(kept(told), json!({ "child": "Sara", "likes": ["a", "?"], "dogs": [{ "name": 7 }, {}] }));
    }

    #[test]
    fn no_list_is_longer_than_a_document_may_ask_for() {
        let many = Value::from(vec![0; 100_000]);
        let told = kept(json!({ "child": many, "likes": many, "dogs": many }));
        assert_eq!(told["likes"].as_array().map(Vec::len), Some(MAX_ITEMS));
        assert_eq!((told.get("child"), &told["dogs"]), (None, &json!([])));
    }
}
