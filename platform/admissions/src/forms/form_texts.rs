//! A form's own sentences in mail: its text by key, with parameters written out as the web does.
//!
//! Texts are a school's and parameters its rules', and the one may name the other as often as it likes: each has an end.

use std::collections::HashMap;

use form::FormDocument;
use serde::Deserialize as _;
use serde_json::{Map, Value};
pub use words::language::display_date;
use words::money::display_money;
use words::text::one_line;
use words::verdict::Wanted;
use words::{Language, Money};

/// Most characters of a sentence.
const MAX_TEXT: usize = 2000;
/// Most characters of what fills one hole.
const MAX_VALUE: usize = 400;
/// Most that is read of a text: hidden characters and holes that nothing fills are none of what comes out.
const MAX_READ: usize = 2 * MAX_TEXT;
/// Most bytes of a whole checklist.
const MAX_CHECKLIST: usize = 64 * 1024;

/// A text of the form with its `{{param}}` holes filled. What fills a hole is one line of text, whatever it was.
#[must_use]
pub fn render_text(document: &FormDocument, language: Language, code: &str, params: &Map<String, Value>) -> String {
    fill(document.text(language, code), params, &|key| document.text(language, key), language)
}

/// A checklist in each of the languages, sentence by sentence, with what it belongs to. What is beyond the end of a whole checklist
/// is left out.
pub fn render_checklist<'w, const N: usize>(
    document: &FormDocument,
    languages: [Language; N],
    wanted: &'w [Wanted],
) -> impl Iterator<Item = (&'w Wanted, [String; N])> {
    let render = move |wanted: &'w Wanted| languages.map(|l| render_text(document, l, &wanted.code, &wanted.params));
    within(wanted.iter().map(move |wanted| (wanted, render(wanted))), |(_, texts)| texts.iter().map(String::len).sum())
}

/// As many as fit into a checklist.
fn within<T>(items: impl Iterator<Item = T>, size: impl Fn(&T) -> usize) -> impl Iterator<Item = T> {
    items.scan(0, move |taken, item| {
        *taken += size(&item);
        (*taken <= MAX_CHECKLIST).then_some(item)
    })
}

/// The texts of a form by key; the key itself where there is none.
type Texts<'t> = dyn Fn(&'t str) -> &'t str + 't;

fn fill<'t>(text: &str, params: &'t Map<String, Value>, text_of: &Texts<'t>, language: Language) -> String {
    let mut out = Bounded::new(MAX_TEXT);
    let mut filled: HashMap<&str, String> = HashMap::new();
    let mut rest = first(text, MAX_READ);
    while let Some((before, hole)) = rest.split_once("{{").filter(|_| !out.is_full()) {
        out.push(before);
        let Some((name, after)) = hole.split_once("}}") else {
            rest = hole;
            continue;
        };
        let name = name.trim();
        if let Some(value) = params.get(name) {
            // A text that names a parameter often has it written out once.
            out.push(filled.entry(name).or_insert_with(|| {
                let mut written = Bounded::new(MAX_READ);
                write_value(value, text_of, language, &mut written);
                first(&one_line(&written.text), MAX_VALUE).to_owned()
            }));
        }
        rest = after;
    }
    out.push(rest);
    out.text
}

fn write_value<'t>(value: &'t Value, text_of: &Texts<'t>, language: Language, out: &mut Bounded) {
    match value {
        Value::String(text) => match text.parse() {
            Ok(day) => out.push(&display_date(day, language)),
            Err(_) => out.push(text_of(text)),
        },
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                if out.is_full() {
                    break;
                }
                if at > 0 {
                    out.push(if language == Language::Ar { "، " } else { ", " });
                }
                write_value(item, text_of, language, out);
            }
        }
        Value::Object(_) => {
            if let Ok(money) = Money::deserialize(value) {
                out.push(&display_money(money, language));
            }
        }
        Value::Null => {}
        other => out.push(&other.to_string()),
    }
}

/// A text that takes in so many characters and leaves the others.
struct Bounded {
    text: String,
    room: usize,
}

impl Bounded {
    const fn new(room: usize) -> Self {
        Self { text: String::new(), room }
    }

    const fn is_full(&self) -> bool {
        self.room == 0
    }

    fn push(&mut self, more: &str) {
        let taken = first(more, self.room);
        self.room -= taken.chars().count();
        self.text.push_str(taken);
    }
}

/// The first characters of a text.
fn first(text: &str, limit: usize) -> &str {
    text.char_indices().nth(limit).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn filled(text: &str, params: &Value) -> String {
        let text_of = |key| if key == "grade.kg1" { "KG 1" } else { key };
        fill(text, params.as_object().expect("object"), &text_of, Language::En)
    }

    #[test]
    fn parameters_are_written_out() {
        assert_eq!(
            filled(
                "{{grade}} on {{ day }}: {{fee}}, {{n}}",
                &json!({
                    "grade": "grade.kg1", "day": "2026-08-31", "fee": { "minor": 371_782, "currency": "OMR" }, "n": 3
                })
            ),
            "KG 1 on 31-Aug-2026: OMR 371.782, 3"
        );
        assert_eq!(filled("{{list}}", &json!({ "list": ["grade.kg1", "x"] })), "KG 1, x");
    }

    #[test]
    fn a_parameter_stays_one_line_and_fills_no_other_hole() {
        assert_eq!(filled("{{a}}{{b}}", &json!({ "a": "x\r\n{{b}}", "b": "y" })), "x {{b}}y");
        assert_eq!(filled("{{absent}}.", &json!({})), ".");
    }

    #[test]
    fn a_sentence_ends_whatever_its_text_and_parameters_name() {
        let long = "x".repeat(400_000);
        let params =
            json!({ "long": "key.long", "list": vec!["key.long"; 80_000], "deep": [[["key.long"], []]], "n": 7 });
        let named = std::cell::Cell::new(0);
        let text_of = |key| {
            named.set(named.get() + 1);
            if key == "key.long" { long.as_str() } else { key }
        };
        let rendered = |text: &str| fill(text, params.as_object().expect("object"), &text_of, Language::Ar);
        let cases = [("{{long}}", 400), ("{{list}}", 400), ("{{deep}}", 400), ("{{n}}{{long}}{{n}}", 402)];
        for (text, length) in cases {
            assert_eq!(rendered(text).chars().count(), length, "{text}");
            assert_eq!(rendered(&text.repeat(80_000)).chars().count(), MAX_TEXT, "{text}");
        }
        assert!(named.get() <= 2 * cases.len(), "each was looked up once: {}", named.get());
        assert_eq!(rendered(&"ض".repeat(80_000)).chars().count(), MAX_TEXT);
        assert_eq!(rendered(&"{{absent}}".repeat(80_000)), "");
    }

    #[test]
    fn a_checklist_ends() {
        let sentences = vec!["x".repeat(MAX_TEXT); 500];
        let taken: usize = within(sentences.iter(), |text| text.len()).map(String::len).sum();
        assert_eq!(taken, MAX_CHECKLIST / MAX_TEXT * MAX_TEXT);
    }

    #[test]
    fn dates_show_as_day_month_year() {
        let day = jiff::civil::date(2018, 3, 5);
        assert_eq!(display_date(day, Language::En), "05-Mar-2018");
        assert_eq!(display_date(day, Language::Ar), "05 مارس 2018");
    }
}
