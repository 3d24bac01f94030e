//! Answers as a draft holds them: of what is asked, and of the shape that an answer has. Whether they are right is the check's
//! matter; this bounds what one draft takes up by its document, whatever a program sends.

use serde_json::{Map, Value};

use super::FormDocument;
use super::field::{Field, FieldKind};
use super::hidden::Longest;

impl FormDocument {
    /// The answers to what the document asks. Names that it lacks go, and what is no answer to such a question at all.
    #[must_use]
    pub fn only_asked(&self, values: Value) -> Value {
        match values {
            Value::Object(map) => Value::Object(asked(&self.fields, "", &self.longest, map)),
            _ => Value::Object(Map::new()),
        }
    }
}

/// `within` is the group that the fields are in, with a dot; empty outside.
fn asked(fields: &[Field], within: &str, longest: &Longest, mut map: Map<String, Value>) -> Map<String, Value> {
    let of = |field: &Field| Some((field.name.clone(), answer(field, within, longest, map.remove(&field.name)?)?));
    fields.iter().filter_map(of).collect()
}

fn answer(field: &Field, within: &str, longest: &Longest, value: Value) -> Option<Value> {
    // One more than it may have, so that the check says that there are too many.
    let most = || longest.list(&format!("{within}{}", field.name)).saturating_add(1);
    match (field.kind, value) {
        (FieldKind::Note, _) => None,
        (FieldKind::Group, Value::Array(items)) => {
            let inner = format!("{}.", field.name);
            let objects = items.into_iter().take(most()).filter_map(|item| match item {
                Value::Object(map) => Some(Value::Object(asked(&field.items, &inner, longest, map))),
                _ => None,
            });
            Some(Value::Array(objects.collect()))
        }
        (FieldKind::Choices | FieldKind::Uploads, Value::Array(items)) => {
            Some(Value::Array(items.into_iter().take(most()).filter(is_plain).collect()))
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

    fn keep_asked(values: Value) -> Value {
        let dog = json!({ "type": "object", "properties": { "name": { "type": "string" }, "toys": { "type": "array", "maxItems": 1 } } });
        let schema = json!({ "type": "object", "properties": {
            "child": { "type": "string" },
            "likes": { "type": "array", "maxItems": 2, "items": { "enum": ["a", "b"] } },
            "dogs": { "type": "array", "maxItems": 3, "items": dog },
            "words": { "type": "null" },
        } });
        let properties = schema["properties"].as_object().expect("properties");
        let fields: Vec<Field> =
            properties.iter().map(|(name, schema)| Field::read(name, schema, None, 0, false)).collect();
        let Value::Object(map) = values else { return Value::Null };
        Value::Object(asked(&fields, "", &Longest::read(&schema), map))
    }

    #[test]
    fn what_nobody_asked_goes_and_what_is_half_right_stays() {
        let told = json!({ "child": "Sara", "likes": ["a", "?"], "dogs": [{ "name": 7, "age": [1] }, {}], "words": "x", "more": [1, 2] });
        assert_eq!(keep_asked(told), json!({ "child": "Sara", "likes": ["a", "?"], "dogs": [{ "name": 7 }, {}] }));
    }

    #[test]
    fn of_a_list_that_is_too_long_one_too_many_is_kept() {
        let many = Value::from(vec![0; 100_000]);
        let told = keep_asked(json!({ "child": many, "likes": many, "dogs": [{ "toys": many }, {}, {}, {}, {}, {}] }));
        let count = |list: &Value| list.as_array().map(Vec::len);
        assert_eq!((told.get("child"), count(&told["likes"]), count(&told["dogs"])), (None, Some(3), Some(4)));
        assert!(told["dogs"][0].get("toys").is_none_or(|toys| count(toys) <= Some(2)), "{told}");
    }
}
