//! Templates of letters as files of a bundle: told by line and column, kept from going live, read when they are sound, and read anew when
//! they change.

use blocks::catalogue::LetterKind;
use serde_json::{Value, json};
use tenants::Registry;

use crate::house::{House, id};

const FILE: &str = "a/letters/offer.json";

fn offer(ar: &str) -> Value {
    let block = |text: &str| json!([{ "kind": "paragraph", "text": text }]);
    json!({
        "kind": "offer", "title": { "en": "Offer", "ar": "عرض" }, "subject": { "en": "A place for {{child_name}}", "ar": "مقعد" },
        "facts": ["grade"], "body": { "en": block("Dear {{guardian_name}}"), "ar": block(ar) },
        "signers": [{ "role": "guardian1", "order": 1 }], "languages": "both",
    })
}

fn put(house: &House, file: &str, value: &Value) {
    house.write(file, &serde_json::to_string_pretty(value).unwrap());
}

fn problems(registry: &Registry) -> Vec<(String, u32, &'static str)> {
    let all = registry.check(Some("a")).unwrap().into_values().flatten();
    all.map(|d| (d.file, d.line, d.code)).collect()
}

#[test]
fn broken_templates_are_told_with_their_place_and_sound_ones_read() {
    let house = House::new(&["a"]);
    put(&house, FILE, &offer("السيد {{guardian_nam}}"));
    house.write("a/letters/Big Offer.json", "{}");
    let registry = house.open();
    let found = problems(&registry);
    let told: Vec<_> = found.iter().map(|(file, _, code)| (file.as_str(), *code)).collect();
    assert_eq!(told, [("a/letters/Big Offer.json", "badFormat"), (FILE, "unknownField")]);
    assert!(found[1].1 > 1, "with its line: {found:?}");

    std::fs::remove_file(house.path().join("a/letters/Big Offer.json")).unwrap();
    put(&house, FILE, &offer("السيد {{guardian_name}}"));
    assert_eq!(problems(&registry), []);
    registry.reload(&id("a")).unwrap();
    let school = registry.school(&id("a")).unwrap();
    let (code, template) = school.letter_of(LetterKind::Offer).unwrap();
    assert_eq!((code, template.title.en.as_str(), template.version().len()), ("offer", "Offer", 12));
    assert!(school.letter_of(LetterKind::Consent).is_none());

    let before = template.version();
    put(&house, FILE, &offer("السيدة {{guardian_name}}"));
    assert_eq!(registry.poll(), 1);
    let school = registry.school(&id("a")).unwrap();
    assert_ne!(school.letter_of(LetterKind::Offer).unwrap().1.version(), before, "read anew");
}

#[test]
fn what_is_odd_about_a_template_is_a_weak_point() {
    let house = House::new(&["a"]);
    let mut odd = offer("Dear {{guardian_name}}");
    odd["title"]["ar"] = json!("Offer");
    odd["kind"] = json!("conditional_offer");
    odd["conditions"] =
        json!([{ "code": "x", "text": { "en": "The report", "ar": "الشهادة" }, "days": 3, "paper": "doc_moon" }]);
    put(&house, FILE, &odd);
    let registry = house.open();
    let day = jiff::civil::date(2026, 11, 21);
    let all = registry.lint(Some("a"), |_| day).unwrap().into_values().flatten();
    let found: Vec<_> = all.filter(|d| d.file == FILE).map(|d| (d.pointer, d.code)).collect();
    let found: Vec<_> = found.iter().map(|(at, code)| (&**at, *code)).collect();
    assert!(
        found.contains(&("/title/ar", "untranslated")) && found.contains(&("/body/ar", "untranslated")),
        "{found:?}"
    );
}
