//! Consents as a file of a bundle: told by line and column, named by the lint, and listed when they are sound.

use serde_json::{Value, json};
use tenants::Registry;
use tenants::registry::CriterionKind;
use words::Language;

use crate::house::{House, id};

const FILE: &str = "a/texts/consents.json";

fn consent(code: &str, ar: &str) -> Value {
    json!({
        "code": code, "kind": "photo", "required": false, "title": { "en": "Photographs", "ar": "الصور" },
        "text": {
            "en": [{ "kind": "paragraph", "text": "{{school}} may take pictures." }],
            "ar": [{ "kind": "paragraph", "text": ar }],
        },
    })
}

fn problems(registry: &Registry) -> Vec<(u32, &'static str, bool)> {
    let all = registry.check(Some("a")).unwrap().into_values().flatten();
    all.map(|d| (d.line, d.code, d.is_error())).collect()
}

fn lint(registry: &Registry) -> Vec<(String, Box<str>, &'static str)> {
    let day = jiff::civil::date(2026, 11, 21);
    let all = registry.lint(Some("a"), |_| day).unwrap().into_values().flatten();
    all.filter(|d| d.file == FILE).map(|d| (d.message, d.pointer, d.code)).collect()
}

#[test]
fn broken_consents_are_told_and_sound_ones_listed() {
    let house = House::new(&["a"]);
    let mut half = consent("trip", "نص");
    half["text"]["ar"] = json!([]);
    let all = json!([consent("photo", "نص"), half, consent("same", "{{school}} may take pictures.")]);
    house.write(FILE, &serde_json::to_string_pretty(&all).unwrap());
    let registry = house.open();
    let found = problems(&registry);
    assert_eq!((found.len(), found[0].1, found[0].2), (1, "missingLanguage", true), "{found:?}");
    assert!(found[0].0 > 20, "with its line: {found:?}");
    let weak = lint(&registry);
    assert_eq!(
        weak.iter().map(|(_, at, code)| (&**at, *code)).collect::<Vec<_>>(),
        [("/1/text", "missingLanguage"), ("/2", "untranslated")]
    );
    assert!(weak[0].0.contains("`trip`") && weak[0].0.contains("`ar`"), "{weak:?}");

    let school = registry.school(&id("a")).unwrap();
    let view = school.criteria_view(Some(CriterionKind::Consent), Language::En, "https://a.example.org");
    let answer: Value = serde_json::from_slice(&view.bytes).unwrap();
    let codes: Vec<_> =
        answer["criteria"].as_array().unwrap().iter().map(|c| c["sims_criteria_code"].clone()).collect();
    assert_eq!(codes, [json!("photo"), json!("same")], "half a consent is none");
    let forms = school.criteria_view(Some(CriterionKind::Form), Language::Ar, "https://a.example.org");
    let forms: Value = serde_json::from_slice(&forms.bytes).unwrap();
    let fields = forms["criteria"][0]["fields"].as_array().unwrap();
    assert!(fields.iter().any(|f| f["type"] == "choice" && f["options"][0]["label"].is_string()), "{fields:?}");
    assert!(fields.iter().all(|f| !f["label"].as_str().unwrap().is_empty() && f["rules"].is_object()));

    house.write(FILE, "{ \"photo\": true }");
    assert_eq!(problems(&registry), [(1, "wrongType", true)]);
}
