//! The shape of a form document, as `docs/contracts.md` section 2 asks for it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Validator, conditions, items, members, properties, strings};

const WIDGETS: [&str; 16] = [
    "text",
    "textarea",
    "number",
    "money",
    "date",
    "select",
    "radio",
    "checkboxes",
    "checkbox",
    "phone",
    "email",
    "national-id",
    "iban",
    "country",
    "upload",
    "note",
];
const WIDTHS: [&str; 5] = ["xs", "sm", "md", "lg", "full"];
const TIERS: [&str; 4] = ["2mb", "5mb", "10mb", "15mb"];

/// Everything that is wrong with the document's shape; texts are looked at by [`super::text_faults`].
pub fn faults(document: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for key in ["version", "title"] {
        if document[key].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{key} is missing"));
        }
    }
    if let Err(why) = Validator::new(&document["schema"]) {
        faults.push(format!("the schema does not compile: {why}"));
    }
    in_steps(document, &mut faults);
    in_conditions(document, &mut faults);
    let mut seen = BTreeMap::new();
    for (name, schema) in properties(document) {
        if let Some(other) = seen.insert(name, schema)
            && other != schema
        {
            faults.push(format!("{name}: defined twice, differently"));
        }
        property(name, schema, &document["ui"][name], true, &mut faults);
    }
    for name in members(&document["ui"]).map(|(name, _)| name).filter(|name| !seen.contains_key(name)) {
        faults.push(format!("ui.{name}: no such property"));
    }
    let receipt = members(&document["receipt"]).filter_map(|(_, name)| name.as_str());
    for name in strings(&document["person"]).chain(receipt) {
        if !seen.keys().any(|known| known.as_str() == name) {
            faults.push(format!("person or receipt names {name}, which is no property"));
        }
    }
    if items(&document["samples"]).next().is_none() {
        faults.push("no sample".to_owned());
    }
    faults
}

/// Every property stands in exactly one step, and every step names only properties.
fn in_steps(document: &Value, faults: &mut Vec<String>) {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ids = Vec::new();
    for step in items(&document["steps"]) {
        let id = step["id"].as_str().unwrap_or_default();
        if id.is_empty() || ids.contains(&id) {
            faults.push(format!("step {id:?}: no id, or used twice"));
        }
        ids.push(id);
        if items(&step["fields"]).next().is_none() {
            faults.push(format!("step {id}: no fields"));
        }
        for field in strings(&step["fields"]) {
            *places.entry(field).or_default() += 1;
        }
    }
    let names: Vec<&str> = properties(document).iter().map(|(name, _)| name.as_str()).collect();
    for name in &names {
        match places.get(name) {
            Some(1) => {}
            found => faults.push(format!("{name}: in {} steps", found.copied().unwrap_or_default())),
        }
    }
    for field in places.keys().filter(|field| !names.contains(*field)) {
        faults.push(format!("a step names {field}, which is no property"));
    }
}

fn in_conditions(document: &Value, faults: &mut Vec<String>) {
    let schema = &document["schema"];
    for name in strings(&schema["required"]) {
        if schema["properties"][name].is_null() {
            faults.push(format!("required names {name}, which is no property"));
        }
    }
    for (when, then) in conditions(document) {
        for (name, _) in members(&when["properties"]) {
            if !strings(&when["required"]).any(|required| required == name) {
                faults.push(format!("a condition on {name} does not require it"));
            }
            if properties(document).iter().all(|(known, _)| *known != name) {
                faults.push(format!("a condition looks at {name}, which is no property"));
            }
        }
        if members(&when["properties"]).next().is_none() || !then.is_object() {
            faults.push("a condition without if or then".to_owned());
        }
        for name in strings(&then["required"]) {
            let known = !then["properties"][name].is_null() || !schema["properties"][name].is_null();
            if !known {
                faults.push(format!("then requires {name}, which is no property"));
            }
        }
        for (name, _) in members(&then["properties"]) {
            if !schema["properties"][name].is_null() {
                faults.push(format!("{name}: conditional and unconditional"));
            }
        }
    }
    let required =
        strings(&schema["required"]).chain(conditions(document).flat_map(|(_, then)| strings(&then["required"])));
    for name in required {
        let is_upload = |schema: &Value| schema["format"] == "upload" || schema["items"]["format"] == "upload";
        if properties(document).iter().any(|(known, schema)| known.as_str() == name && is_upload(schema)) {
            faults.push(format!("{name}: an upload is never required"));
        }
    }
}

/// One property, at the top or inside a repeated group.
fn property(name: &str, schema: &Value, ui: &Value, top: bool, faults: &mut Vec<String>) {
    let mut fault = |what: &str| faults.push(format!("{name}: {what}"));
    let kind = schema["type"].as_str().unwrap_or_default();
    if schema["title"].as_str().is_none_or(str::is_empty) {
        fault("no title");
    }
    if kind == "string" && schema["oneOf"].is_null() && schema["maxLength"].is_null() {
        fault("no maxLength");
    }
    if kind == "array" && schema["maxItems"].is_null() {
        fault("no maxItems");
    }
    if schema["oneOf"].is_array()
        && items(&schema["oneOf"]).any(|choice| choice["const"].is_null() || choice["title"].is_null())
    {
        fault("a choice without const or title");
    }
    if schema["items"]["oneOf"].is_array() && schema["uniqueItems"] != true {
        fault("several choices without uniqueItems");
    }
    let upload = if kind == "array" { &schema["items"] } else { schema };
    let is_upload = upload["format"] == "upload";
    if is_upload == upload["x-upload"].is_null() {
        fault("format upload and x-upload go together");
    }
    if is_upload {
        let tier = upload["x-upload"]["tier"].as_str().unwrap_or_default();
        let kinds: Vec<&str> = strings(&upload["x-upload"]["kinds"]).collect();
        if !TIERS.contains(&tier) || kinds.is_empty() || kinds.iter().any(|kind| !["pdf", "image"].contains(kind)) {
            fault("x-upload needs a tier and kinds");
        }
    }
    if !schema["x-money"].is_null() && kind != "integer" {
        fault("money is an integer of minor units");
    }
    if let Some(widget) = ui["ui:widget"].as_str()
        && !WIDGETS.contains(&widget)
    {
        fault("unknown ui:widget");
    }
    if let Some(width) = ui["x-layout"]["width"].as_str()
        && !WIDTHS.contains(&width)
    {
        fault("unknown x-layout.width");
    }
    if schema["items"]["type"] == "object" {
        if !top {
            fault("a group inside a group");
        }
        if schema["minItems"].is_null() || ui["x-add"].is_null() || ui["x-item"].is_null() {
            fault("a repeated group needs minItems, x-add and x-item");
        }
        for (own, _) in members(&ui["items"]).filter(|(own, _)| schema["items"]["properties"][own.as_str()].is_null()) {
            fault(&format!("ui.items.{own}: no such property"));
        }
        for (own, inner) in members(&schema["items"]["properties"]) {
            property(&format!("{name}/{own}"), inner, &ui["items"][own], false, faults);
        }
        for own in strings(&schema["items"]["required"]) {
            if schema["items"]["properties"][own].is_null() || schema["items"]["properties"][own]["format"] == "upload"
            {
                faults.push(format!("{name}: requires {own}, which is no property or an upload"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn good() -> Value {
        json!({
            "version": "1.0.0", "title": "t",
            "steps": [{"id": "a", "title": "t", "fields": ["name", "kind", "more"]}],
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
            "samples": [{"name": "simple", "values": {"name": "A"}}]
        })
    }

    #[test]
    fn a_well_formed_document_has_no_faults() {
        assert_eq!(faults(&good()), Vec::<String>::new());
    }

    #[test]
    fn each_break_is_seen() {
        let breaks: [(&str, Value); 9] = [
            ("/version", json!("")),
            ("/steps/0/fields", json!(["name", "kind"])),
            ("/steps/0/fields", json!(["name", "kind", "more", "more"])),
            ("/steps/0/fields", json!(["name", "kind", "more", "other"])),
            ("/schema/required", json!(["nobody"])),
            ("/schema/properties/name/maxLength", Value::Null),
            ("/schema/allOf/0/if/required", json!([])),
            ("/ui/name", json!({"ui:widget": "wheel"})),
            ("/person", json!(["nobody"])),
        ];
        for (place, value) in breaks {
            let mut broken = good();
            *broken.pointer_mut(place).unwrap() = value;
            assert_ne!(faults(&broken), Vec::<String>::new(), "{place}");
        }
    }
}
