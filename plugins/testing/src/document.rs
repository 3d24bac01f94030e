//! The shape of a form document (`docs/contracts.md`, section 2), as the server finds it.

use form::{FormDocument, Kind};
use serde_json::Value;

/// Everything that the server would say against a plugin's document, warnings too.
pub fn faults(document: &Value) -> Vec<String> {
    let found = FormDocument::build(document, Kind::Plugin).map_or_else(|problems| problems, |(_, warnings)| warnings);
    found.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn good() -> Value {
        let texts = json!({"t": "Text"});
        json!({
            "version": "1.0.0", "title": "t",
            "steps": [{"id": "a", "title": "t", "fields": ["name", "kind", "more"]}],
            "texts": {"en": texts, "ar": texts},
            "schema": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "title": "t", "maxLength": 10},
                    "kind": {"type": "string", "title": "t", "oneOf": [{"const": "x", "title": "t"}]}
                },
                "required": ["name"],
                "allOf": [{
                    "if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
                    "then": {"properties": {"more": {"type": "string", "title": "t", "maxLength": 5}}}
                }]
            },
            "ui": {"name": {"ui:widget": "text"}},
            "person": ["name"],
            "subject": {"child.name": "name", "child.grade": "kind"},
            "samples": [{"name": "simple", "values": {"name": "A"}}]
        })
    }

    #[test]
    fn a_well_formed_document_has_no_faults() {
        assert_eq!(faults(&good()), Vec::<String>::new());
    }

    #[test]
    fn each_break_is_seen() {
        let breaks: [(&str, Value); 14] = [
            ("/version", json!("")),
            ("/steps/0/fields", json!(["name", "kind"])),
            ("/steps/0/fields", json!(["name", "kind", "more", "more"])),
            ("/steps/0/fields", json!(["name", "kind", "more", "other"])),
            ("/schema/required", json!(["nobody"])),
            ("/schema/properties/name/maxLength", Value::Null),
            ("/schema/allOf/0/if/required", json!([])),
            ("/ui/name", json!({"ui:widget": "wheel"})),
            ("/person", json!(["nobody"])),
            ("/subject", json!({"child.name": "nobody"})),
            ("/subject", json!({"child.shoe": "name"})),
            ("/subject", json!({"guardian.dob": "name"})),
            ("/subject", json!({"child.dob": "name"})),
            ("/subject", json!({"child.name": "more", "guardian.name": "more"})),
        ];
        for (place, value) in breaks {
            let mut broken = good();
            *broken.pointer_mut(place).unwrap() = value;
            assert_ne!(faults(&broken), Vec::<String>::new(), "{place}");
        }
    }
}
