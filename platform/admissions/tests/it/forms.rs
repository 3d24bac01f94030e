//! Bundles to test with: one form document in many roles.

use std::path::Path;
use std::time::{Duration, SystemTime};

use jiff::civil::date;
use serde_json::{Map, Value, json};
use tenants::template::{NewSchool, create};
use words::SchoolId;

/// A form with a text, contacts, and files of every tier. Only `child_name` is required.
pub fn document(version: &str) -> Value {
    let upload = |tier: &str, kinds: &[&str]| json!({ "type": "string", "format": "upload", "maxLength": 64, "x-upload": { "tier": tier, "kinds": kinds } });
    let mut properties = Map::new();
    let mut ui = Map::new();
    let mut add = |name: &str, widget: &str, mut schema: Value| {
        schema["title"] = name.into();
        properties.insert(name.into(), schema);
        ui.insert(name.into(), json!({ "ui:widget": widget }));
    };
    add("child_name", "text", json!({ "type": "string", "maxLength": 4096 }));
    add(
        "guardian_email",
        "email",
        json!({ "type": "string", "format": "email", "maxLength": 254, "x-known": "email" }),
    );
    add("guardian_phone", "phone", json!({ "type": "string", "format": "phone", "maxLength": 16, "x-known": "phone" }));
    add("message", "textarea", json!({ "type": "string", "maxLength": 8000 }));
    add("points", "number", json!({ "type": "integer", "minimum": 0, "maximum": 100 }));
    add("face", "upload", upload("2mb", &["image"]));
    add("scan", "upload", upload("2mb", &["pdf", "image"]));
    add("paper", "upload", upload("5mb", &["pdf"]));
    add("book", "upload", upload("10mb", &["pdf"]));
    add("shelf", "upload", upload("15mb", &["pdf"]));
    properties["paper"]["x-wanted"] = true.into();
    let names: Vec<String> = properties.keys().cloned().collect();
    let mut texts = Map::new();
    for key in names.iter().map(String::as_str).chain(["form.title", "step.all"]) {
        texts.insert(key.into(), format!("Text of {key}").into());
    }
    json!({
        "version": version, "title": "form.title",
        "steps": [{ "id": "all", "title": "step.all", "fields": names }],
        "schema": { "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": properties, "required": ["child_name"] },
        "ui": ui, "person": ["child_name"], "receipt": { "email": "guardian_email", "name": "child_name" },
        "texts": { "en": texts, "ar": texts }, "samples": [{ "name": "simple", "values": { "child_name": "Sara" } }]
    })
}

/// Forms of every school here.
const FORMS: &str = "forms:
  trial: {}
  closed: { closes_on: 2026-11-01 }
  hidden: { audience: [school_admin] }
  short: { draft_days: 2 }
";

/// Makes a school's bundle, also with a form that has rules.
pub fn school(folder: &Path, id: &str) {
    plain(folder, id);
    rules(&folder.join(id), "1.0.0");
}

/// Makes a school's bundle without plugins.
pub fn plain(folder: &Path, id: &str) {
    let new = NewSchool {
        id: SchoolId::parse(id).unwrap(),
        name_en: format!("School of {id}"),
        name_ar: "مدرسة".into(),
        time_zone: "Asia/Muscat".into(),
        currency: "OMR".into(),
        mail_from: format!("Office <office@{id}.example>"),
    };
    let place = create(folder, &new, date(2026, 11, 21)).unwrap();
    for form in ["trial", "closed", "hidden", "short"] {
        write(&place.join(format!("forms/{form}.json")), &document("1.0.0"));
    }
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    std::fs::write(place.join("school.yaml"), with_forms(&yaml, "")).unwrap();
    age(&place.join("school.yaml"));
}

fn with_forms(yaml: &str, rest: &str) -> String {
    let (before, _) = yaml.split_once("forms:\n  ").unwrap();
    format!("{before}{FORMS}{rest}")
}

/// Offers an application form with a grade to choose, and opens rounds of places.
pub fn applying(place: &Path, rounds: &str) {
    let mut document = document("1.0.0");
    let one = |code: &str| json!({ "const": code, "title": format!("grade.{code}") });
    let grade = json!({ "type": "string", "title": "grade", "oneOf": [one("kg1"), one("g1")] });
    let year = json!({ "type": "string", "title": "year", "maxLength": 20 });
    let dob = json!({ "type": "string", "format": "date", "title": "dob" });
    for (name, schema) in [("grade", grade), ("year", year), ("dob", dob)] {
        document["schema"]["properties"][name] = schema;
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["subject"] = json!({
        "child.name": "child_name", "child.dob": "dob", "child.grade": "grade", "child.school_year": "year",
        "guardian.email": "guardian_email",
    });
    for language in ["en", "ar"] {
        for key in ["grade", "year", "dob", "grade.kg1", "grade.g1"] {
            document["texts"][language][key] = format!("Text of {key}").into();
        }
    }
    write(&place.join("forms/apply.json"), &document);
    let place = place.join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    let roles = "[school_admin, admissions_officer, principal, registrar, finance]";
    let offered = format!("{rounds}forms:\n  apply: {{ kind: application, audience: {roles} }}\n");
    std::fs::write(&place, yaml.replacen("forms:\n", &offered, 1)).unwrap();
    age(&place);
}

/// Publishes a version of the form that has rules.
pub fn rules(place: &Path, version: &str) {
    let component = json!({ "version": version, "documents": { "ruled": document(version) } }).to_string();
    std::fs::create_dir_all(place.join("plugins")).unwrap();
    std::fs::write(place.join("plugins/rules.wasm"), &component).unwrap();
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    let digest = words::sha256_hex(component.as_bytes());
    let ruled = format!(
        "  ruled: {{ plugin: rules }}\nplugins:\n  rules: {{ digest: \"{digest}\", grants: {{ effects: [tag] }} }}\n"
    );
    std::fs::write(place.join("school.yaml"), with_forms(&yaml, &ruled)).unwrap();
    age(&place.join("plugins/rules.wasm"));
    age(&place.join("school.yaml"));
}

/// Writes a form document.
pub fn write(path: &Path, document: &Value) {
    std::fs::write(path, document.to_string()).unwrap();
    age(path);
}

/// Long enough ago to be taken as complete.
pub fn age(path: &Path) {
    std::fs::File::open(path).unwrap().set_modified(SystemTime::now() - Duration::from_secs(5)).unwrap();
}
