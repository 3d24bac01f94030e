//! Texts are written as they were read.

use std::path::{Path, PathBuf};

use blocks::{Block, Texts};
use serde_json::{Value, json};

fn files(under: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|end| end == "json") {
            out.push(path);
        }
    }
}

/// Every list of blocks in a file, wherever it stands.
fn texts_in(value: &Value, out: &mut Vec<Value>) {
    match value {
        Value::Array(items)
            if items.first().is_some_and(|first| first["kind"].is_string() && first["code"].is_null()) =>
        {
            out.push(value.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, out)),
        Value::Object(map) => map.values().for_each(|value| texts_in(value, out)),
        _ => {}
    }
}

#[test]
fn every_shipped_text_is_written_as_it_was_read() {
    let schools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tenants");
    let mut all = Vec::new();
    for place in ["schools", "template"] {
        files(&schools.join(place), &mut all);
    }
    assert!(!all.is_empty(), "the schools that ship are read");
    let is_text = |path: &&PathBuf| {
        path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "texts" || folder == "letters")
    };
    for path in all.iter().filter(is_text) {
        let value: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut texts = Vec::new();
        texts_in(&value, &mut texts);
        assert!(!texts.is_empty(), "{}", path.display());
        for text in texts {
            let read: Vec<Block> = serde_json::from_value(text.clone()).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text.to_string(), "{}", path.display());
        }
    }
}

#[test]
fn texts_of_today_stay_as_they_are_sign_by_sign() {
    let today = concat!(
        r#"{"en":[{"kind":"heading","text":"A"},{"kind":"list","items":["a","**b** {{school}}"]},{"#,
        r#""kind":"note","text":"n"},{"kind":"paragraph","text":"p\nq"}],"ar":[{"kind":"paragraph","text":"نص"}]}"#,
    );
    let texts: Texts = serde_json::from_str(today).unwrap();
    assert_eq!(serde_json::to_string(&texts).unwrap(), today);
}

#[test]
fn what_is_new_is_written_as_it_was_read_and_left_out_where_it_says_nothing() {
    let new = concat!(
        r#"[{"kind":"list","items":["a"],"ordered":true,"when":{"field":"stream","is":"filled"}},{"#,
        r#""kind":"table","columns":[{"head":"Fee"},{"#,
        r#""head":"KWD","number":true}],"each":"fees","rows":[["{{fee}}","{{amount}}"]],"total":["Total","{{fee_total}}"],"when":{"field":"grade","is":["kg1","kg2"]}},{"#,
        r#""kind":"break","when":{"field":"stream","is":"empty"}},{"kind":"signatures"}]"#,
    );
    let blocks: Vec<Block> = serde_json::from_str(new).unwrap();
    assert_eq!(serde_json::to_string(&blocks).unwrap(), new);
    let said = r#"[{"kind":"list","items":[],"ordered":false},{"kind":"table","columns":[{"head":"a","number":false}],"rows":[]}]"#;
    let blocks: Vec<Block> = serde_json::from_str(said).unwrap();
    assert_eq!(
        serde_json::to_value(&blocks).unwrap(),
        json!([{ "kind": "list", "items": [] }, { "kind": "table", "columns": [{ "head": "a" }], "rows": [] }])
    );
}

#[test]
fn what_no_block_holds_is_refused() {
    for wrong in [
        json!({ "kind": "paragraph", "text": "x", "html": "x" }),
        json!({ "kind": "html", "text": "x" }),
        json!({ "kind": "break", "text": "x" }),
        json!({ "kind": "note", "text": "x", "when": { "field": "grade", "is": "odd" } }),
        json!({ "kind": "note", "text": "x", "when": { "field": "grade", "is": "filled", "not": true } }),
        json!({ "kind": "table", "columns": [{ "head": "x", "wide": 1 }], "rows": [] }),
    ] {
        assert!(serde_json::from_value::<Block>(wrong.clone()).is_err(), "{wrong}");
    }
    assert!(Texts::read(&json!({ "en": [{ "kind": "signatures" }], "ar": [] })).is_none());
}

#[test]
fn the_schema_of_a_block_knows_its_kinds() {
    let schema = schemars::schema_for!(Block).to_value().to_string();
    for kind in ["heading", "paragraph", "note", "list", "table", "break", "signatures"] {
        assert!(schema.contains(&format!("\"const\":\"{kind}\"")), "{kind}");
    }
}
