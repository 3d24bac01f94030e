//! One pass makes the tree.

use blocks::tree::read;
use blocks::{Block, MAX_BODY, Unfilled, Value, Values, fill};
use serde_json::{Value as Json, json};
use words::Language;

use crate::world::{AR, EN, hijri, offer, paragraph, values};

fn one(text: &str, values: &Values) -> Json {
    let block: Block = serde_json::from_value(paragraph(text)).unwrap();
    let filled = fill(&[block], values, EN).unwrap();
    serde_json::to_value(&filled).unwrap()[0]["c"].clone()
}

#[test]
fn the_offer_in_english_is_this_tree() {
    let filled = fill(offer().get(Language::En), &values(), EN).unwrap();
    let tree = json!([
        { "k": "para", "c": ["Dear ", { "f": "Khalid Al-Sabah" }, ","] },
        { "k": "para", "c": ["We offer ", { "b": [{ "f": "Fatima Al-Sabah" }] }, " a place in ", { "b": [{ "f": "Grade 4" }] },
            ". It is kept until ", { "b": [{ "f": "06-Dec-2026", "w": true }] }, "."] },
        { "k": "table",
            "cols": [{ "head": ["Fee"], "lang": "en", "align": "start", "wide": true },
                { "head": [{ "f": "KWD" }], "lang": "en", "align": "number", "wide": false }],
            "rows": [[[{ "f": "Tuition, first part" }], [{ "f": "1,250.500", "w": true }]],
                [[{ "f": "Registration fee" }], [{ "f": "100.000", "w": true }]],
                [[{ "f": "Sibling discount (5%)" }], [{ "f": "−62.525", "w": true }]]],
            "total": [[["Total"], [{ "f": "1,287.975", "w": true }]]] },
        { "k": "heading", "c": ["What this offer depends on"] },
        { "k": "list", "ordered": true, "items": [["A report, stamped by ", { "f": "Al Noor School" }, "."], ["A medical certificate."]] },
        { "k": "signatures" },
    ]);
    assert_eq!(serde_json::to_value(&filled).unwrap(), tree);
    assert_eq!(read(&tree).unwrap(), filled);
}

#[test]
fn the_offer_in_arabic_has_its_digits_and_keeps_other_scripts_apart() {
    let filled = serde_json::to_value(fill(offer().get(Language::Ar), &values(), AR).unwrap()).unwrap();
    assert_eq!(filled[0]["c"], json!([{ "f": "خالد الصباح" }, " المحترم،"]));
    assert_eq!(filled[1]["c"][3], json!({ "b": [{ "f": "الصف ٤" }] }));
    assert_eq!(filled[1]["c"][5], json!({ "b": [{ "f": "٠٦\u{a0}ديسمبر\u{a0}٢٠٢٦", "w": true }] }));
    assert_eq!(filled[2]["cols"][1]["head"], json!([{ "f": "د.ك" }]));
    assert_eq!(filled[2]["rows"][0][1], json!([{ "f": "١٬٢٥٠٫٥٠٠", "w": true }]));
    assert_eq!(filled[2]["rows"][2][1], json!([{ "f": "\u{61c}-٦٢٫٥٢٥", "w": true }]));
    assert_eq!(filled[2]["rows"][2][0], json!([{ "f": "خصم الإخوة (٥%)" }]));
    assert_eq!(filled[4]["items"][0][1], json!({ "f": "مدرسة النور (Al Noor)", "i": true }));
}

#[test]
fn a_condition_compares_codes_and_never_words() {
    let count = |values: &Values| fill(offer().get(Language::En), values, EN).unwrap().len();
    assert_eq!(count(&values()), 6);
    assert_eq!(count(&values().with("grade", Value::coded("Grade 4", "الصف 4", "kg2"))), 7);
    assert_eq!(count(&values().with("grade", Value::words("kg2", "kg2"))), 6);
    assert_eq!(count(&values().with("grade", Value::Text("kg2".into()))), 6);
    assert_eq!(count(&values().with("conditions", Value::List(vec![]))), 4);
    assert_eq!(count(&values().with("fees", Value::Text(" ".into()))), 5);
}

#[test]
fn filled_and_empty_are_opposites_whatever_is_there() {
    for (value, is_filled) in [
        (None, false),
        (Some(Value::Text(" ".into())), false),
        (Some(Value::words("", "نص")), true),
        (Some(Value::words("", "")), false),
        (Some(Value::Number(0)), true),
        (Some(Value::List(vec![])), false),
    ] {
        let mut all = Values::new();
        value.clone().into_iter().for_each(|value| all.set("stream", value));
        for (state, expected) in [("filled", is_filled), ("empty", !is_filled)] {
            let block = json!({ "kind": "break", "when": { "field": "stream", "is": state } });
            let block: Block = serde_json::from_value(block).unwrap();
            assert_eq!(fill(&[block], &all, EN).unwrap().len(), usize::from(expected), "{value:?} {state}");
        }
    }
}

#[test]
fn what_is_filled_in_is_never_read_again() {
    let values = Values::new().with("child_name", Value::Text("**x** {{child_name}} #panic \\ <b>".into()));
    assert_eq!(
        one("Dear **{{ child_name }}**, {{Not a field}} {{open **bold", &values),
        json!(["Dear ", { "b": [{ "f": "**x** {{child_name}} #panic \\ <b>" }] }, ", ", "{{", "Not a field}} ", "{{", "open ",
            "**", "bold"])
    );
}

#[test]
fn new_lines_of_a_text_stay_and_those_of_a_value_do_not() {
    let values = Values::new().with("child_name", Value::Text("A\r\nB\tC".into()));
    assert_eq!(one("x\r\ny {{child_name}}", &values), json!(["x", { "br": true }, "y ", { "f": "A B C" }]));
}

#[test]
fn overrides_of_the_direction_are_taken_out_and_letters_of_arabic_stay() {
    let values =
        Values::new().with("child_name", Value::Text("a\u{202e}b\u{2066}c\u{2069}\u{7}می\u{200c}نا\u{200f}".into()));
    assert_eq!(
        one("x\u{202a}y\u{7}z {{child_name}}", &values),
        json!(["xy z ", { "f": "abc می\u{200c}نا\u{200f}", "i": true }])
    );
}

#[test]
fn a_field_without_value_is_an_error_with_its_name_unless_nothing_asks_for_it() {
    let blocks: Vec<Block> = serde_json::from_value(json!([
        paragraph("{{stream}}"),
        { "kind": "table", "columns": [{ "head": "x" }], "each": "siblings", "rows": [["{{sibling_name}}"]] },
    ]))
    .unwrap();
    let missing = |field: &str| Err(Unfilled::Missing { field: field.to_owned() });
    assert_eq!(fill(&blocks, &Values::new(), EN), missing("stream"));
    let values = Values::new().with("stream", Value::Text(String::new()));
    assert_eq!(fill(&blocks, &values, EN), missing("siblings"));
    assert_eq!(fill(&blocks[..1], &values, EN).unwrap().len(), 1);
    let asked = json!([{ "kind": "note", "text": "{{stream}}", "when": { "field": "stream", "is": "filled" } }]);
    let asked: Vec<Block> = serde_json::from_value(asked).unwrap();
    assert_eq!(fill(&asked, &Values::new(), EN), Ok(vec![]));
}

#[test]
fn two_hundred_rows_and_no_more() {
    let blocks =
        json!([{ "kind": "table", "columns": [{ "head": "" }], "each": "fees", "rows": [["{{fee}}"], ["–"]] }]);
    let blocks: Vec<Block> = serde_json::from_value(blocks).unwrap();
    let of = |entries: usize| {
        let entry = [("fee".to_owned(), Value::Number(7))].into();
        Values::new().with("fees", Value::List(vec![entry; entries]))
    };
    let filled = serde_json::to_value(fill(&blocks, &of(100), EN).unwrap()).unwrap();
    assert_eq!(filled[0]["rows"].as_array().unwrap().len(), 200);
    assert_eq!(fill(&blocks, &of(101), EN), Err(Unfilled::TooManyRows));
}

#[test]
fn sixty_four_kilobytes_and_no_more() {
    let block: Block = serde_json::from_value(paragraph("{{child_name}}{{child_name}}")).unwrap();
    let of = |bytes: usize| Values::new().with("child_name", Value::Text("x".repeat(bytes)));
    assert!(fill(std::slice::from_ref(&block), &of(MAX_BODY / 2), EN).is_ok());
    assert_eq!(fill(&[block], &of(MAX_BODY / 2 + 1), EN), Err(Unfilled::TooLong));
}

#[test]
fn a_tree_that_was_kept_is_read_and_no_other() {
    let deep = |depth: usize| {
        let run = (0..depth).fold(json!("x"), |inner, _| json!({ "b": [inner] }));
        json!([{ "k": "para", "c": [run] }])
    };
    assert!(read(&deep(7)).is_ok());
    assert!(read(&deep(8)).is_err());
    assert!(read(&json!([{ "k": "para", "c": [{ "f": "x", "z": true }] }])).is_err());
    assert!(read(&json!([{ "k": "html", "c": [] }])).is_err());
    for (body, is_one) in [
        (deep(7), true),
        (deep(8), false),
        (json!({ "en": deep(7), "ar": deep(8) }), false),
        (json!([{ "both": { "k": "break" } }, { "en": { "k": "break" }, "ar": { "k": "break" } }]), true),
        (json!([{ "both": { "k": "break" }, "en": { "k": "break" } }]), false),
        (json!([{ "both": deep(8)[0] }]), false),
        (json!("x"), false),
    ] {
        assert_eq!(blocks::Body::read(&body).is_ok(), is_one, "{body}");
    }
}

#[test]
fn the_fixture_of_the_page_is_a_tree_of_ours() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/test/letterTree.json");
    let fixture: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for language in ["en", "ar"] {
        let filled = read(&fixture[language]).unwrap();
        assert_eq!(serde_json::to_value(&filled).unwrap(), fixture[language]);
    }
    let both = blocks::Body::read(&fixture["both"]).unwrap();
    assert!(matches!(both, blocks::Body::Beside(_)));
    assert_eq!(serde_json::to_value(&both).unwrap(), fixture["both"]);
}

#[test]
fn a_school_that_counts_by_both_calendars_has_both_in_a_date() {
    let style = blocks::Style { hijri: Some(hijri), ..EN };
    let text = |style| {
        let block: Block = serde_json::from_value(paragraph("{{expires_on}}")).unwrap();
        serde_json::to_value(fill(&[block], &values(), style).unwrap()).unwrap()[0]["c"][0]["f"].clone()
    };
    assert_eq!(text(style), json!("06-Dec-2026\u{a0}(26\u{a0}Jumada\u{a0}II\u{a0}1448)"));
    assert_eq!(
        text(style.of(Language::Ar)),
        json!("٠٦\u{a0}ديسمبر\u{a0}٢٠٢٦\u{a0}(٢٦\u{a0}جمادى\u{a0}الآخرة\u{a0}١٤٤٨\u{a0}هـ)")
    );
}
