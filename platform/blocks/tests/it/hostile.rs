//! Whatever stands in a text or a value: no panic, and a value is a value.

use blocks::tree::{Filled, Run, words_of};
use blocks::{Body, Languages, Texts, Unfilled, Value, Values, body, fill, html, plain_body};
use proptest::prelude::*;

use crate::world::{AR, EN};

/// What means something somewhere: to us, to typst, to a browser, to a spreadsheet, to a line.
const SIGNS: [&str; 20] = [
    "{{child_name}}",
    "{{",
    "}}",
    "**",
    "*",
    "{{fee}}",
    "{{ x }}",
    "#panic()",
    "*_$@`",
    "<script>",
    "</bdi>",
    "&lt;",
    "\u{202e}",
    "\u{2066}",
    "\n",
    "\r",
    "\0",
    "\u{2028}",
    "\u{feff}",
    "😀",
];

fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![prop::sample::select(SIGNS.to_vec()).prop_map(str::to_owned), "[a-z ]{0,4}", "\\PC{0,3}"];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

fn block() -> impl Strategy<Value = blocks::Block> {
    use blocks::{Block, Column};
    let when = None;
    let columns =
        vec![Column { head: "{{child_name}}".into(), number: false }, Column { head: String::new(), number: true }];
    prop_oneof![
        hostile().prop_map(move |text| Block::Paragraph { text, when: None }),
        hostile().prop_map(move |text| Block::Heading { text, when: None }),
        prop::collection::vec(hostile(), 0..3).prop_map(move |items| Block::List { items, ordered: true, when: None }),
        (hostile(), hostile()).prop_map(move |(a, b)| Block::Table {
            columns: columns.clone(),
            each: Some("fees".into()),
            rows: vec![vec![a], vec!["{{fee}}".into(), b, "more than columns".into()]],
            total: None,
            when: when.clone(),
        }),
        Just(Block::Signatures { when: None }),
    ]
}

fn values(value: &str, fee: &str) -> Values {
    let entry = [("fee".to_owned(), Value::words(fee, value))].into();
    Values::new()
        .with("child_name", Value::Text(value.to_owned()))
        .with("x", Value::words(fee, value))
        .with("fee", Value::Phone(value.to_owned()))
        .with("fees", Value::List(vec![entry]))
}

/// All fillings, and all text around them.
fn parts<'r>(runs: &'r [Run], fillings: &mut Vec<&'r str>, written: &mut String) {
    for run in runs {
        match run {
            Run::Filled { text, .. } => fillings.push(text),
            Run::Text(text) => written.push_str(text),
            Run::Bold(inner) => parts(inner, fillings, written),
            Run::NewLine => written.push('\n'),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_nothing_hidden_comes_through(
        en in prop::collection::vec(block(), 1..5), ar in prop::collection::vec(block(), 1..5), value in hostile(), fee in hostile(),
    ) {
        let texts = Texts { en, ar };
        for languages in [Languages::En, Languages::Ar, Languages::Both] {
            let filled = match body(&texts, &values(&value, &fee), languages, AR) {
                // Chance may write the name of a field that there is none of.
                Err(Unfilled::Missing { .. }) => continue,
                other => other.unwrap(),
            };
            let json = serde_json::to_value(&filled).unwrap();
            prop_assert_eq!(serde_json::from_value::<Body>(json.clone()).unwrap(), filled.clone());
            let hidden = |c: char| c != '\n' && (c.is_control() || words::text::is_hidden(c));
            prop_assert!(!plain_body(&filled, AR).chars().any(hidden));
            let html = html(&filled, words::Language::Ar);
            prop_assert!(!html.contains("<script") && !html.contains("&lt;/bdi&gt;>"));
            prop_assert!(json.to_string().len() < 1 << 20);
        }
    }

    #[test]
    fn a_value_is_in_the_tree_as_it_is_and_only_there(text in hostile(), value in hostile()) {
        // What surrounds a value stays the same whatever the value is.
        let block = blocks::Block::Note { text, when: None };
        prop_assume!(fill(std::slice::from_ref(&block), &values("x", "x"), EN).is_ok());
        let around = |value: &str| {
            let filled = fill(std::slice::from_ref(&block), &values(value, value), EN).unwrap();
            let Filled::Note { c } = &filled[0] else { panic!("a note stays one") };
            let (mut fillings, mut written) = (Vec::new(), String::new());
            parts(c, &mut fillings, &mut written);
            (fillings.into_iter().map(str::to_owned).collect::<Vec<_>>(), written, words_of(c))
        };
        let (fillings, written, _) = around(&value);
        let clean = words::text::one_line(&value);
        // A phone number is the one kind of value that is written otherwise: with blanks at which no line breaks.
        let dialled = clean.replace([' ', '-'], "\u{a0}");
        let is_value = fillings.iter().all(|filling| *filling == clean || *filling == dialled);
        prop_assert!(is_value, "{:?}", fillings);
        prop_assert_eq!(written, around("x").1);
    }

    #[test]
    fn any_json_is_told_problems_of_and_never_panics(text in hostile(), key in "(kind|text|items|rows|columns|when|each|total|is)", n in 0..5i64) {
        use blocks::problems::{Rules, content, shape};
        let odd = [serde_json::json!(n), serde_json::json!([text]), serde_json::json!({ &key: [[text]] }), serde_json::json!(null)];
        for kind in ["note", "list", "table", "break", "signatures", "x"] {
            for value in &odd {
                let mut block = serde_json::json!({ "kind": kind });
                block[&key] = value.clone();
                let file = serde_json::json!({ "en": [block], "ar": value });
                for rules in [Rules::Plain(&["school"]), Rules::Letter(blocks::catalogue::LetterKind::Offer)] {
                    let mut problems = Vec::new();
                    shape("/x", &file, rules, &mut problems);
                    let is_shaped = problems.is_empty();
                    content("/x", &file, rules, &mut problems);
                    prop_assert!(problems.iter().all(|problem| problem.pointer.starts_with("/x")));
                    // What has the shape of blocks is read as blocks.
                    if is_shaped && rules_are_letters(rules) {
                        prop_assert!(serde_json::from_value::<Texts>(file.clone()).is_ok(), "{file}");
                    }
                }
            }
        }
    }
}

fn rules_are_letters(rules: blocks::problems::Rules) -> bool {
    matches!(rules, blocks::problems::Rules::Letter(_))
}
