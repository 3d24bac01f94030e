//! Terms and privacy notice as files of a bundle: told by line and column, kept from going live, and read when they are sound.

use blocks::Block;
use tenants::Registry;
use words::Language;

use crate::house::{House, id};

const ORIGIN: &str = "https://a.example.org";

fn found(registry: &Registry) -> Vec<(String, u32, u32, &'static str, bool)> {
    let all = registry.check(Some("a")).unwrap();
    let told = all.into_values().flatten();
    told.map(|d| {
        let is_error = d.is_error();
        (d.file, d.line, d.column, d.code, is_error)
    })
    .collect()
}

#[test]
fn broken_texts_are_told_with_their_place() {
    let house = House::new(&["a"]);
    let terms = "{\n  \"en\": [\n    { \"kind\": \"paragraph\", \"text\": \"Of {{shool}}\" },\n    { \"kind\": \"poem\", \"text\": \"x\" }\n  ],\n  \"ar\": []\n}\n";
    house.write("a/texts/terms.json", terms);
    let registry = house.open();
    assert_eq!(found(&registry), [("a/texts/terms.json".to_owned(), 4, 15, "notAllowed", true)]);
    house.write("a/texts/terms.json", &terms.replace("poem", "note"));
    let told = found(&registry);
    assert_eq!(
        told,
        [
            ("a/texts/terms.json".to_owned(), 3, 36, "unknownField", true),
            ("a/texts/terms.json".to_owned(), 6, 9, "missingLanguage", true),
        ]
    );
    let school = registry.school(&id("a")).unwrap();
    assert_eq!(school.legal_view(Language::En, ORIGIN).terms, None, "half a text is none");
}

#[test]
fn sound_texts_are_filled_in_their_language() {
    let house = House::new(&["a"]);
    house.write(
        "a/texts/privacy.json",
        r#"{ "en": [{ "kind": "note", "text": "{{school}} at {{website}}, {{mail}}" }], "ar": [{ "kind": "list", "items": ["{{school}}"] }] }"#,
    );
    let registry = house.open();
    assert_eq!(found(&registry), []);
    let school = registry.school(&id("a")).unwrap();
    let (english, arabic) = (school.legal_view(Language::En, ORIGIN), school.legal_view(Language::Ar, ORIGIN));
    let name = |language| school.config().name.get(language).to_owned();
    let (_, mail) = tenants::message::sender(&school, Language::En);
    let text = format!("{} at {ORIGIN}, {mail}", name(Language::En));
    assert_eq!((english.terms, english.privacy), (None, Some(vec![Block::Note { text, when: None }])));
    assert_eq!(arabic.privacy, Some(vec![Block::List { items: vec![name(Language::Ar)], ordered: false, when: None }]));
}
