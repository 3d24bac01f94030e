//! What is drawn, and that it is the same each time.

use letters::{Press, Sheet};
use serde_json::{Value, json};

use crate::world::{LANGUAGES, LOGO, drawn, letter, marked, press, receipt, signed, small};

fn pages(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    text.matches("/Type/Page/").count() + text.matches("/Type/Page\n").count() + text.matches("/Type /Page\n").count()
}

/// A fee table of that many rows.
fn with_rows(mut data: Value, rows: usize) -> Value {
    let mut blocks = data["body"].as_array_mut().unwrap().iter_mut().filter_map(|row| row.get_mut("both"));
    let table = blocks.find(|block| block["k"] == "table").unwrap();
    let row = table["rows"][1].clone();
    table["rows"] = Value::Array(vec![row; rows]);
    data
}

#[test]
fn each_sheet_is_drawn_in_each_language_before_and_after_it_is_signed() {
    for lang in LANGUAGES {
        let plain = drawn(Sheet::Letter, &letter(lang));
        let with_certificate = drawn(Sheet::Letter, &signed(lang));
        assert!(pages(&with_certificate) > pages(&plain), "{lang}: {} and {}", pages(&with_certificate), pages(&plain));
        drawn(Sheet::Letter, &marked(lang));
        assert_eq!(pages(&drawn(Sheet::Receipt, &receipt(lang))), 1, "{lang}");
    }
}

#[test]
fn the_same_data_gives_the_same_bytes_from_any_press() {
    let data = signed("both");
    let first = drawn(Sheet::Letter, &data);
    let other = Press::new().unwrap();
    assert!(other.draw(Sheet::Letter, &data, Some(LOGO)).unwrap() == first);
    assert!(drawn(Sheet::Letter, &letter("both")) != first);
}

#[test]
fn two_hundred_fees_go_on_from_page_to_page() {
    let pdf = drawn(Sheet::Letter, &with_rows(letter("both"), 200));
    assert!(pages(&pdf) > 4, "{}", pages(&pdf));
}

#[test]
fn a_school_without_logo_or_without_arabic_has_a_letterhead() {
    press().draw(Sheet::Letter, &letter("both"), None).unwrap();
    press().draw(Sheet::Letter, &small(), None).unwrap();
    drawn(Sheet::Letter, &small());
}

/// How many pages a letter of that body has.
fn pages_with(lang: &str, body: Value) -> usize {
    let mut data = letter(lang);
    data["body"] = body;
    pages(&drawn(Sheet::Letter, &data))
}

#[test]
fn languages_that_do_not_match_stand_one_after_the_other() {
    let (en, ar) = (json!({ "k": "para", "c": ["One."] }), json!({ "k": "heading", "c": ["واحد"] }));
    assert_eq!(pages_with("both", json!([{ "en": en, "ar": ar }])), 1);
    assert_eq!(pages_with("both", json!({ "en": [en], "ar": [ar] })), 2);
}

#[test]
fn a_text_may_begin_a_page_wherever_its_language_stands() {
    let (para, page) = (json!({ "k": "para", "c": ["x", { "br": true }, "y"] }), json!({ "k": "break" }));
    for lang in ["en", "ar"] {
        assert_eq!(pages_with(lang, json!([para, para])), 1);
        assert_eq!(pages_with(lang, json!([para, page, para])), 2);
    }
    assert_eq!(pages_with("both", json!([{ "both": para }, { "both": page }, { "en": para }])), 2);
    assert_eq!(pages_with("both", json!([{ "both": para }, { "en": page, "ar": page }, { "ar": para }])), 2);
}

#[test]
fn people_sign_where_the_text_says_or_else_at_its_end() {
    let para = json!({ "k": "para", "c": ["x"] });
    let here = json!({ "k": "signatures" });
    let at_the_end = |body: Value| {
        let mut data = letter("en");
        data["body"] = body;
        drawn(Sheet::Letter, &data)
    };
    assert!(at_the_end(json!([para])) == at_the_end(json!([para, here])));
    assert!(at_the_end(json!([here, para])) != at_the_end(json!([para, here])));
}

#[test]
fn sheets_for_a_printer_are_one_file() {
    let bundle = [letter("en"), signed("ar"), letter("both")];
    let apart: usize = bundle.iter().map(|data| pages(&drawn(Sheet::Letter, data))).sum();
    let together = press().draw_together(Sheet::Letter, &bundle, "3 letters", Some(LOGO)).unwrap();
    assert_eq!(pages(&together), apart);
}
