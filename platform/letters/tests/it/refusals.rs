//! What is refused before anything is drawn, and what hostile texts come to.

use letters::{MAX_TOGETHER, Misshapen, Press, Sheet, Undrawn, Unmarked};
use serde_json::{Value, json};

use crate::world::{drawn, letter, press, signed};

fn refusal(data: &Value) -> Undrawn {
    press().draw(Sheet::Letter, data, None).unwrap_err()
}

fn named(name: &str) -> Value {
    let mut data = letter("both");
    data["signers"][1]["name"] = json!(name);
    data["facts"][2]["en"][1] = json!(name);
    data["body"][0]["en"]["c"] = json!([{ "b": [{ "f": name, "i": true }] }, { "f": name, "w": true }, name]);
    data
}

#[test]
fn characters_without_a_glyph_are_told_with_their_place() {
    for (name, characters) in
        [("Sara 🎓 Ali", vec!['🎓']), ("王伟", vec!['王', '伟']), ("a → b\u{7}", vec!['→', '\u{7}'])]
    {
        assert_eq!(press().uncovered(name), characters);
        let Undrawn::Uncovered(all) = refusal(&named(name)) else { panic!("{name} was drawn") };
        assert!(all.iter().all(|each| each.characters == characters));
        let pointers: Vec<_> = all.iter().map(|each| each.pointer.as_str()).collect();
        assert!(pointers.contains(&"/signers/1/name") && pointers.contains(&"/facts/2/en/1"), "{pointers:?}");
        assert!(pointers.contains(&"/body/0/en/c/0/b/0/f"), "{pointers:?}");
    }
}

#[test]
fn what_turns_directions_around_is_refused() {
    for sign in ['\u{202A}', '\u{202D}', '\u{202E}', '\u{202C}'] {
        assert_eq!(press().uncovered(&format!("Ali{sign}3/12")), [sign]);
    }
}

#[test]
fn names_of_the_region_are_covered() {
    for name in [
        "Fatima Al-Ṣabāḥ",
        "فَاطِمَة الصَّبَاح",
        "پرویز گچ ٹنڈے",
        "نىگار ھەمزە",
        "Zoë Œuvré-Łuk",
        "Đặng Thị",
        "Γιώργος",
        "Ольга",
        "ʻAlī",
        "١٢٣ ۴۵۶",
    ] {
        assert_eq!(press().uncovered(name), [] as [char; 0], "{name}");
        drawn(Sheet::Letter, &named(name));
    }
    // Joiners and marks of direction may stand in names.
    drawn(Sheet::Letter, &named("می\u{200C}خواهم \u{200F}\u{61C}"));
}

#[test]
fn hostile_texts_are_text() {
    let long = "x".repeat(2_000);
    for text in [
        "#panic(\"x\")",
        "**bold** __x__",
        "{{x}} {% x %}",
        "*_$@<a>`=\\",
        "#import \"/kit.typ\"",
        "] #eval(\"1\") [",
        "\"}]",
        "<script>",
        &long,
    ] {
        drawn(Sheet::Letter, &named(text));
    }
}

#[test]
fn data_that_no_letter_has_is_refused() {
    let mut deep = json!("x");
    for _ in 0..30 {
        deep = json!([{ "b": deep }]);
    }
    let mut data = letter("en");
    data["body"][0]["c"] = deep;
    assert!(matches!(refusal(&data), Undrawn::Misshapen(Misshapen::TooDeep)));

    let mut data = letter("en");
    data["body"] = json!([{ "k": "table", "cols": [], "rows": vec![json!([]); 201], "total": [] }]);
    assert!(matches!(refusal(&data), Undrawn::Misshapen(Misshapen::TooManyRows(201))));

    let mut data = letter("en");
    data["body"][0]["c"] = json!(["x".repeat(letters::MAX_DATA)]);
    assert!(matches!(refusal(&data), Undrawn::Misshapen(Misshapen::TooLarge(_))));

    assert!(matches!(refusal(&json!([])), Undrawn::Misshapen(Misshapen::Kind(_))));
    assert!(matches!(refusal(&json!({})), Undrawn::Refused(_)));
    let mut data = letter("en");
    data["body"].as_array_mut().unwrap().push(json!({ "k": "table", "cols": "x" }));
    assert!(matches!(refusal(&data), Undrawn::Refused(_)));
}

#[test]
fn drawings_of_others_are_refused() {
    let mut data = signed("en");
    data["signers"][0]["strokes"] = json!("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    assert!(matches!(refusal(&data), Undrawn::Misshapen(Misshapen::Kind(at)) if at == "/signers/0/strokes"));
    let mut data = signed("en");
    data["evidence"]["signers"][2]["strokes"] = json!([[[1, 1], [700, 2]]]);
    let Undrawn::Misshapen(Misshapen::Mark { pointer, source }) = refusal(&data) else { panic!("drawn") };
    assert_eq!((pointer.as_str(), source), ("/evidence/signers/2/strokes", Unmarked::Strokes));
    // The code says the address, whatever drawing comes with it.
    let plain = drawn(Sheet::Letter, &letter("en"));
    let mut data = letter("en");
    data["verify"]["qr"] = json!("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    assert!(drawn(Sheet::Letter, &data) == plain);
    data["verify"] = json!({ "short": "x" });
    assert!(matches!(refusal(&data), Undrawn::Misshapen(Misshapen::Kind(at)) if at == "/verify/address"));
}

#[test]
fn a_logo_is_a_picture() {
    for bytes in [b"".as_slice(), b"<svg/>", b"%PDF-1.7", b"GIF89a"] {
        assert!(matches!(press().draw(Sheet::Letter, &letter("en"), Some(bytes)), Err(Undrawn::Logo)));
    }
    assert!(matches!(
        press().draw(Sheet::Letter, &letter("en"), Some(b"\x89PNG\r\n\x1a\nno")),
        Err(Undrawn::Refused(_))
    ));
}

#[test]
fn a_file_has_some_sheets_and_not_too_many() {
    let press: &Press = press();
    assert!(matches!(press.draw_together(Sheet::Letter, &[], "none", None), Err(Undrawn::Count(0))));
    let many = vec![letter("en"); MAX_TOGETHER + 1];
    assert!(matches!(press.draw_together(Sheet::Letter, &many, "many", None), Err(Undrawn::Count(_))));
    let Err(Undrawn::Uncovered(all)) = press.draw_together(Sheet::Letter, &[letter("en"), named("🎓")], "📎", None)
    else {
        panic!("drawn")
    };
    assert!(
        all.iter().any(|each| each.pointer == "/1/signers/1/name") && all.iter().any(|each| each.pointer == "/title")
    );
}
