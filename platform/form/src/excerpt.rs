//! A document of some of its fields alone: what a family is shown that may change these and nothing else.

use serde_json::{Map, Value};
use words::{Language, Text};

use super::FormDocument;
use super::hidden::looked_at;
use super::localise::Localised;

impl FormDocument {
    /// What a step is called; none for one that is not there.
    #[must_use]
    pub fn step_title(&self, step: &str) -> Option<Text> {
        let found = self.raw.steps.iter().find(|one| one.id == step)?;
        let text = |language| self.text(language, &found.title).to_owned();
        Some(Text { en: text(Language::En), ar: text(Language::Ar) })
    }

    /// The document of these fields in one language, as they show beside the other answers. A condition that looks at these fields alone stays
    /// one; every other is decided by the answers.
    #[must_use]
    pub fn excerpt(&self, language: Language, fields: &[String], values: &Value) -> Localised {
        let keeps = |name: &str| fields.iter().any(|field| field == name);
        let mut raw = self.raw.clone();
        for step in &mut raw.steps {
            step.fields.retain(|name| keeps(name));
        }
        raw.steps.retain(|step| !step.fields.is_empty());
        raw.ui.retain(|name, _| keeps(name));
        raw.subject.retain(|_, name| keeps(name));
        raw.family.retain(|name| keeps(name));
        raw.schema = self.schema_of(&keeps, values);
        Localised::prepare(&raw, language)
    }

    /// Some fields, and those beside them that show by a condition which looks at one of them, in the form's order.
    #[must_use]
    pub fn with_shown_by(&self, fields: &[String]) -> Vec<String> {
        let branches: Vec<&Value> = self.raw.schema["allOf"].as_array().into_iter().flatten().collect();
        let mut found: Vec<String> = fields.to_vec();
        // What shows by one of them may make more show.
        loop {
            let before = found.len();
            for branch in &branches {
                if !looked_at(&branch["if"]).into_iter().any(|name| found.iter().any(|field| field == name)) {
                    continue;
                }
                let shown = branch["then"]["properties"].as_object().into_iter().flat_map(Map::keys);
                let new: Vec<String> = shown.filter(|name| !found.contains(name)).cloned().collect();
                found.extend(new);
            }
            if found.len() == before {
                break;
            }
        }
        let all = self.raw.steps.iter().flat_map(|step| &step.fields);
        all.filter(|name| found.contains(name)).cloned().collect()
    }

    fn schema_of(&self, keeps: &dyn Fn(&str) -> bool, values: &Value) -> Value {
        let mut schema = self.raw.schema.clone();
        let Some(root) = schema.as_object_mut() else { return schema };
        let branches = root.remove("allOf");
        keep_fields(root, keeps);
        let seen = self.seen(values);
        let (mut kept, mut at) = (Vec::new(), 0);
        for mut branch in branches.as_ref().and_then(Value::as_array).into_iter().flatten().cloned() {
            let Some(test) = branch.get("if").cloned().filter(|_| branch.get("then").is_some()) else { continue };
            let is_met = self.conditions.is_met(at, &seen);
            at += 1;
            let Some(then) = branch.get_mut("then").and_then(Value::as_object_mut) else { continue };
            keep_fields(then, keeps);
            if then.get("properties").and_then(Value::as_object).is_none_or(Map::is_empty) {
                continue;
            }
            if looked_at(&test).into_iter().all(keeps) {
                kept.push(branch);
            } else if is_met {
                join(root, then);
            }
        }
        if !kept.is_empty() {
            root.insert("allOf".into(), kept.into());
        }
        schema
    }
}

/// Takes all other fields out of an object's schema.
fn keep_fields(schema: &mut Map<String, Value>, keeps: &dyn Fn(&str) -> bool) {
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.retain(|name, _| keeps(name));
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name.as_str().is_some_and(keeps));
    }
}

/// Adds what a branch asks to what is asked anyway.
fn join(root: &mut Map<String, Value>, then: &Map<String, Value>) {
    let fields = root.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    for (name, field) in then.get("properties").and_then(Value::as_object).into_iter().flatten() {
        match (fields.get_mut(name).and_then(Value::as_object_mut), field.as_object()) {
            (Some(known), Some(more)) => known.extend(more.clone()),
            _ => fields[name] = field.clone(),
        }
    }
    let required = root.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    if let (Some(known), Some(more)) = (required.as_array_mut(), then.get("required").and_then(Value::as_array)) {
        let new: Vec<Value> = more.iter().filter(|name| !known.contains(name)).cloned().collect();
        known.extend(new);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> std::sync::Arc<FormDocument> {
        let text = || json!({ "type": "string", "title": "t", "maxLength": 9 });
        let shows = |when: &str, field: &str| {
            json!({
                "if": { "properties": { when: { "const": true } }, "required": [when] },
                "then": { "properties": { field: text() }, "required": [field] }
            })
        };
        let yes = || json!({ "type": "boolean", "title": "t" });
        let document = json!({
            "version": "1.0.0", "title": "t",
            "steps": [
                { "id": "one", "title": "t", "fields": ["name", "sick", "ill"] },
                { "id": "two", "title": "u", "fields": ["bus", "stop"] }
            ],
            "schema": {
                "type": "object", "required": ["name"],
                "properties": { "name": text(), "sick": yes(), "bus": yes() },
                "allOf": [shows("sick", "ill"), shows("bus", "stop")]
            },
            "ui": { "name": { "ui:widget": "text" }, "stop": { "ui:widget": "text" } },
            "subject": { "child.name": "name" },
            "texts": { "en": { "t": "T", "u": "Bus" }, "ar": { "t": "ت", "u": "الحافلة" } },
            "samples": [{ "name": "simple", "values": { "name": "Sara" } }]
        });
        FormDocument::from_source(&document.to_string()).expect("document")
    }

    fn shown(fields: &[&str], values: &Value) -> Value {
        let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        serde_json::to_value(document().excerpt(Language::En, &fields, values)).expect("localised")
    }

    #[test]
    fn what_shows_by_a_field_stands_beside_it() {
        let beside = |fields: &[&str]| {
            let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
            document().with_shown_by(&fields)
        };
        assert_eq!(beside(&["bus", "sick"]), ["sick", "ill", "bus", "stop"]);
        assert_eq!(beside(&["ill"]), ["ill"]);
        assert_eq!(beside(&["nothing"]), Vec::<String>::new());
    }

    #[test]
    fn nothing_is_left_of_other_fields() {
        let told = shown(&["name"], &json!({ "name": "Sara", "sick": true, "ill": "flu" }));
        assert_eq!(told["steps"].as_array().map(Vec::len), Some(1));
        assert_eq!(told["steps"][0]["fields"], json!(["name"]));
        assert_eq!(told["schema"]["properties"].as_object().map(Map::len), Some(1));
        assert_eq!(told["schema"].get("allOf"), None);
        assert_eq!((&told["schema"]["required"], &told["ui"]["stop"]), (&json!(["name"]), &Value::Null));
        assert_eq!(told["subject"], json!({ "child.name": "name" }));
    }

    #[test]
    fn a_condition_of_other_answers_is_decided_by_them() {
        let told = shown(&["ill"], &json!({ "name": "Sara", "sick": true, "ill": "flu" }));
        assert_eq!(told["schema"]["properties"]["ill"]["title"], "T");
        assert_eq!((&told["schema"]["required"], told["schema"].get("allOf")), (&json!(["ill"]), None));
        let told = shown(&["ill"], &json!({ "name": "Sara" }));
        assert_eq!(told["schema"]["properties"], json!({}), "it does not show");
        assert_eq!(told["schema"]["required"], json!([]));
    }

    #[test]
    fn a_condition_of_these_fields_stays_one() {
        let told = shown(&["bus", "stop"], &json!({ "name": "Sara", "bus": true, "stop": "North" }));
        assert_eq!(told["schema"]["properties"].as_object().map(Map::len), Some(1));
        assert_eq!(told["schema"]["allOf"].as_array().map(Vec::len), Some(1));
        assert_eq!(told["schema"]["allOf"][0]["then"]["required"], json!(["stop"]));
        assert_eq!(told["steps"][0]["title"], "Bus");
        assert_eq!(document().step_title("two").map(|title| title.ar), Some("الحافلة".to_owned()));
        assert_eq!(document().step_title("three"), None);
    }
}
