//! What is wrong with blocks is told with its place.

use blocks::catalogue::LetterKind;
use blocks::problems::{Rules, content, shape};
use serde_json::{Value, json};
use words::problem::Problem;

const PLAIN: Rules = Rules::Plain(&["school", "website", "mail"]);
const OFFER: Rules = Rules::Letter(LetterKind::Offer);

fn problems(value: &Value, rules: Rules) -> Vec<Problem> {
    let mut problems = Vec::new();
    shape("", value, rules, &mut problems);
    content("", value, rules, &mut problems);
    problems
}

fn told(value: &Value, rules: Rules) -> Vec<(String, &'static str)> {
    problems(value, rules).into_iter().map(|problem| (problem.pointer, problem.code)).collect()
}

fn is(value: &Value, rules: Rules, expected: &[(&str, &'static str)]) {
    let expected: Vec<_> = expected.iter().map(|(at, code)| ((*at).to_owned(), *code)).collect();
    assert_eq!(told(value, rules), expected, "{value}");
}

fn with(block: Value) -> Value {
    json!({ "en": [block], "ar": [{ "kind": "paragraph", "text": "نص" }] })
}

/// The same block in both languages, as a letter wants it.
fn twice(block: Value) -> Value {
    json!({ "en": [block.clone()], "ar": [block] })
}

#[test]
fn legal_texts_are_told_as_they_always_were() {
    let text = |text: &str| with(json!({ "kind": "paragraph", "text": text }));
    is(&text("Of **{{ school }}**, {{website}}, {{mail}}."), PLAIN, &[]);
    is(&text("{{name}}"), PLAIN, &[("/en/0/text", "unknownField")]);
    is(&text("{{school"), PLAIN, &[("/en/0/text", "unknownField")]);
    is(&text("**bold"), PLAIN, &[("/en/0/text", "openBold")]);
    is(&text(" "), PLAIN, &[("/en/0/text", "emptyText")]);
    is(&text(&"x".repeat(2001)), PLAIN, &[("/en/0/text", "tooLong")]);
    is(&with(json!({ "kind": "html", "text": "x" })), PLAIN, &[("/en/0/kind", "notAllowed")]);
    is(&with(json!({ "text": "x" })), PLAIN, &[("/en/0", "missingKey")]);
    is(&with(json!({ "kind": "heading" })), PLAIN, &[("/en/0", "missingKey")]);
    is(&with(json!({ "kind": "heading", "text": "x", "level": 2 })), PLAIN, &[("/en/0/level", "unknownKey")]);
    is(
        &with(json!({ "kind": "list", "items": ["x", 7, "y".repeat(501)] })),
        PLAIN,
        &[("/en/0/items/1", "wrongType"), ("/en/0/items/2", "tooLong"), ("/en/0/items/1", "emptyText")],
    );
    is(&with(json!({ "kind": "list", "items": [] })), PLAIN, &[("/en/0/items", "emptyText")]);
    is(&with(json!({ "kind": "list", "items": vec!["x"; 31] })), PLAIN, &[("/en/0/items", "tooMany")]);
    let many = json!({ "en": vec![json!({ "kind": "note", "text": "x" }); 101], "ar": [] });
    is(&many, PLAIN, &[("/en", "tooMany"), ("/ar", "missingLanguage")]);
    let french = json!({ "ar": [{ "kind": "note", "text": "x" }], "fr": [] });
    is(&french, PLAIN, &[("/fr", "unknownKey"), ("", "missingLanguage")]);
    is(&json!([]), PLAIN, &[("", "wrongType"), ("", "missingLanguage"), ("", "missingLanguage")]);
}

#[test]
fn the_words_of_a_problem_are_those_of_today() {
    let first = |value: &Value| {
        let problem = problems(value, PLAIN).remove(0);
        (problem.message, problem.hint.unwrap_or_default())
    };
    let pair = |message: &str, hint: &str| (message.to_owned(), hint.to_owned());
    let kinds = "heading, paragraph, note or list";
    assert_eq!(first(&with(json!({ "kind": "table" }))), pair("there is no such kind of block", kinds));
    assert_eq!(first(&with(json!({}))), pair("the block names no `kind`", kinds));
    assert_eq!(
        first(&with(json!({ "kind": "note", "text": "x", "when": 1 }))),
        pair("such a block has no `when`", "it holds `text`")
    );
    assert_eq!(
        first(&with(json!({ "kind": "note", "text": "{{name}}" }))),
        pair("nothing fills `{{name}}`", "there are {{school}}, {{website}} and {{mail}}")
    );
}

#[test]
fn a_legal_text_has_neither_conditions_nor_tables() {
    is(&with(json!({ "kind": "signatures" })), PLAIN, &[("/en/0/kind", "notAllowed")]);
    let when = json!({ "kind": "list", "items": ["x"], "ordered": true, "when": { "field": "grade", "is": "filled" } });
    is(
        &with(when),
        PLAIN,
        &[("/en/0/ordered", "unknownKey"), ("/en/0/when", "unknownKey"), ("/en/0/when/field", "unknownField")],
    );
}

#[test]
fn a_table_is_told_cell_by_cell() {
    let table = |change: &dyn Fn(&mut Value)| {
        let mut table = json!({ "kind": "table", "columns": [{ "head": "Fee" }, { "head": "{{currency}}", "number": true }],
            "each": "fees", "rows": [["{{fee}}", "{{amount}}"]], "total": ["Total", "{{fee_total}}"] });
        change(&mut table);
        with(table)
    };
    let en = |value: Value| value["en"].clone();
    is(&json!({ "en": en(table(&|_| {})), "ar": en(table(&|_| {})) }), OFFER, &[]);
    is(
        &table(&|table| table["columns"] = json!([])),
        OFFER,
        &[("/en/0/columns", "emptyText"), ("/en/0/rows/0", "wrongCount"), ("/en/0/total", "wrongCount")],
    );
    is(&table(&|table| table["rows"] = json!([["{{fee}}"]])), OFFER, &[("/en/0/rows/0", "wrongCount")]);
    is(
        &table(&|table| table["each"] = json!("books")),
        OFFER,
        &[("/en/0/each", "unknownField"), ("/en/0/rows/0/0", "unknownField"), ("/en/0/rows/0/1", "unknownField")],
    );
    // The fields of an entry are known in its rows alone.
    is(&table(&|table| table["total"] = json!(["{{fee}}", "x"])), OFFER, &[("/en/0/total/0", "unknownField")]);
    let nameless = en(table(&|table| table["columns"][1]["head"] = json!("")));
    let at = ["/en/0/columns/1/head", "/ar/0/columns/1/head"];
    is(&json!({ "en": [nameless[0]], "ar": [nameless[0]] }), OFFER, &at.map(|at| (at, "noCurrency")));
    is(
        &table(&|table| table["columns"] = json!(vec![json!({ "head": "x" }); 7])),
        OFFER,
        &[("/en/0/columns", "tooMany"), ("/en/0/rows/0", "wrongCount"), ("/en/0/total", "wrongCount")],
    );
    is(&table(&|table| table["rows"] = json!(vec![json!(["a", "b"]); 41])), OFFER, &[("/en/0/rows", "tooMany")]);
    is(&table(&|table| table["rows"][0][1] = json!(7)), OFFER, &[("/en/0/rows/0/1", "wrongType")]);
    is(
        &table(&|table| table["columns"][1]["number"] = json!("yes")),
        OFFER,
        &[("/en/0/columns/1/number", "wrongType")],
    );
    is(&table(&|table| table["columns"][0]["width"] = json!(7)), OFFER, &[("/en/0/columns/0/width", "unknownKey")]);
}

#[test]
fn a_condition_asks_for_what_there_is() {
    let note = |when: Value| twice(json!({ "kind": "note", "text": "x", "when": when }));
    let told = |when: Value, code: &'static str, at: &str| {
        let value = note(when);
        let all = told(&value, OFFER);
        assert_eq!(all.first(), Some(&(format!("/en/0/when{at}"), code)), "{value}");
    };
    is(&note(json!({ "field": "grade", "is": ["kg1"] })), OFFER, &[]);
    is(&note(json!({ "field": "fees", "is": "filled" })), OFFER, &[]);
    told(json!({ "field": "grade", "is": [] }), "emptyText", "/is");
    told(json!({ "field": "shoe_size", "is": "filled" }), "unknownField", "/field");
    told(json!({ "field": "grade", "is": "odd" }), "notAllowed", "/is");
    told(json!({ "field": "expires_on", "is": ["2027"] }), "notAllowed", "/is");
    told(json!({ "is": "filled" }), "missingKey", "");
    told(json!("grade"), "wrongType", "");
    told(json!({ "field": "grade", "is": "filled", "or": 1 }), "unknownKey", "/or");
}

#[test]
fn signatures_stand_once_and_languages_are_told_when_they_part() {
    let sign = json!({ "kind": "signatures" });
    let text = |text: &str| json!({ "kind": "paragraph", "text": text });
    let two = json!({ "en": [sign, sign], "ar": [text("x")] });
    is(&two, OFFER, &[("/en/1", "tooMany")]);
    is(&json!({ "en": [text("x"), sign], "ar": [sign, text("x")] }), OFFER, &[("/ar/0", "unpaired")]);
    is(&json!({ "en": [text("x"), sign], "ar": [text("x")] }), OFFER, &[("/en/1", "unpaired")]);
    let own = json!({ "kind": "paragraph", "text": "x", "when": { "field": "stream", "is": "filled" } });
    is(&json!({ "en": [own], "ar": [text("x")] }), OFFER, &[("/ar/0", "unpaired")]);
    assert!(problems(&json!({ "en": [sign], "ar": [text("x")] }), OFFER).iter().all(|problem| !problem.is_error()));
    // Legal texts are read one language at a time.
    is(&json!({ "en": [text("x"), text("y")], "ar": [text("x")] }), PLAIN, &[]);
}
