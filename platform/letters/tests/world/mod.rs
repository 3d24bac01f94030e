//! Sheets to draw, and a key to seal them with. The example `pictures` draws the same ones.

use std::sync::OnceLock;

use jiff::Timestamp;
use letters::seal::{SchoolKey, SchoolNames, seal};
use letters::{Press, Sheet};
use serde_json::{Value, json};

/// Logo of the school.
pub const LOGO: &[u8] = include_bytes!("../data/logo.png");
/// When sheets are sealed.
pub const NOW: &str = "2026-11-22T07:14:00Z";
/// What a sheet may be written in.
pub const LANGUAGES: [&str; 3] = ["en", "ar", "both"];

/// One press for all tests.
pub fn press() -> &'static Press {
    static PRESS: OnceLock<Press> = OnceLock::new();
    PRESS.get_or_init(|| Press::new().expect("fonts and templates"))
}

fn data(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// An offer, not yet signed.
pub fn letter(lang: &str) -> Value {
    let mut letter = data(include_str!("../data/letter.json"));
    letter["lang"] = json!(lang);
    letter["body"] = data(include_str!("../data/bodies.json"))[lang].clone();
    letter
}

/// The same with its signatures and the page that tells of them.
pub fn signed(lang: &str) -> Value {
    with(letter(lang), &data(include_str!("../data/signed.json")))
}

/// The same as it is shown to those who are still deciding.
pub fn marked(lang: &str) -> Value {
    with(letter(lang), &json!({ "mark": { "en": "UNSIGNED COPY", "ar": "نسخة غير موقّعة" } }))
}

/// A receipt.
pub fn receipt(lang: &str) -> Value {
    let mut own = data(include_str!("../data/receipt.json"));
    own["lines"] = own["lines"][lang].clone();
    own["lang"] = json!(lang);
    let mut receipt = with(data(include_str!("../data/letter.json")), &own);
    receipt.as_object_mut().expect("an object").remove("body");
    receipt
}

/// As small as a letter gets: no code, few different letters.
pub fn small() -> Value {
    let school =
        json!({ "tint": "#0f5c63", "logo_alt": "Logo of Noon", "en": { "name": "Noon", "line": "on", "foot": "no" } });
    json!({
        "lang": "en", "title": "Noon", "date": { "year": 2026, "month": 11, "day": 22 }, "reference": "N", "school": school, "facts": [],
        "subject": { "en": "No" }, "signers": [], "body": [{ "k": "para", "c": ["no"] }], "words": { "en": { "page": "n", "of": "o" } }
    })
}

fn with(mut data: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().expect("an object") {
        data[key] = value.clone();
    }
    data
}

/// A sheet drawn, with the school's logo.
pub fn drawn(sheet: Sheet, data: &Value) -> Vec<u8> {
    press().draw(sheet, data, Some(LOGO)).expect("a sheet that is drawn")
}

/// When sheets are sealed.
pub fn now() -> Timestamp {
    NOW.parse().expect("a moment")
}

/// The school's key; another one for another byte.
pub fn key(byte: u8) -> SchoolKey {
    let school = SchoolNames {
        en: "Al Bayan \"Bilingual\" School, Hawalli = 1", ar: "مدرسة البيان ثنائية اللغة"
    };
    SchoolKey::new(&[byte; 32], school, "2026-09-01T00:00:00Z".parse().expect("a moment")).expect("a key")
}

/// A file sealed with the school's key.
pub fn sealed(pdf: &[u8]) -> Vec<u8> {
    seal(pdf, &key(7), now(), "Offer ABQ-2026-OL-00417 · عرض").expect("a file that can be sealed")
}
