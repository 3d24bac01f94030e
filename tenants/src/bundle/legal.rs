//! Terms and privacy in a school's own words: `texts/terms.json` and `texts/privacy.json`. Plain blocks and no markup but
//! `**bold**`, so that nothing in them can be more than text.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use words::Language;
use words::problem::{Problem, child};

use super::yaml;

/// The file with the terms.
pub const TERMS: &str = "texts/terms.json";
/// The file that says what becomes of people's data.
pub const PRIVACY: &str = "texts/privacy.json";
/// What a text may leave to be filled: `{{school}}` and so on.
pub const FIELDS: [&str; 3] = ["school", "website", "mail"];

const MAX_BLOCKS: usize = 100;
const MAX_TEXT: usize = 2000;
const MAX_ITEMS: usize = 30;
const MAX_ITEM: usize = 500;

/// A piece of the terms or of the privacy notice. `**…**` is bold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = LegalBlock)]
pub enum Block {
    /// A heading.
    Heading {
        /// Its text.
        text: String,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: String,
    },
    /// A paragraph that stands out.
    Note {
        /// Its text.
        text: String,
    },
    /// Points below each other.
    List {
        /// Their texts.
        items: Vec<String>,
    },
}

/// One of the texts in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegalText {
    /// English.
    #[serde(default)]
    pub en: Vec<Block>,
    /// Arabic.
    #[serde(default)]
    pub ar: Vec<Block>,
}

/// What fills the fields.
#[derive(Debug, Clone, Copy)]
pub struct Fill<'f> {
    /// The school's name in the language of the text.
    pub school: &'f str,
    /// Its website.
    pub website: &'f str,
    /// Where mail reaches it.
    pub mail: &'f str,
}

/// Whether the file holds one of these texts.
#[must_use]
pub fn is_legal(path: &str) -> bool {
    matches!(path, TERMS | PRIVACY)
}

impl LegalText {
    /// From what a file holds; `None` when it is no such text, or has no words in one of the languages.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let text: Self = serde_json::from_value(value.clone()).ok()?;
        (!text.en.is_empty() && !text.ar.is_empty()).then_some(text)
    }

    /// The blocks of a language with the fields filled.
    #[must_use]
    pub fn filled(&self, language: Language, fill: Fill<'_>) -> Vec<Block> {
        let blocks = if language == Language::Ar { &self.ar } else { &self.en };
        let text = |text: &String| filled(text, fill);
        let one = |block: &Block| match block {
            Block::Heading { text: words } => Block::Heading { text: text(words) },
            Block::Paragraph { text: words } => Block::Paragraph { text: text(words) },
            Block::Note { text: words } => Block::Note { text: text(words) },
            Block::List { items } => Block::List { items: items.iter().map(text).collect() },
        };
        blocks.iter().map(one).collect()
    }
}

/// One pass, so that what is filled in is never read as a field.
fn filled(text: &str, fill: Fill<'_>) -> String {
    let mut parts = text.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("}}").map(|(name, rest)| (name.trim(), rest)) {
            Some(("school", rest)) => out.extend([fill.school, rest]),
            Some(("website", rest)) => out.extend([fill.website, rest]),
            Some(("mail", rest)) => out.extend([fill.mail, rest]),
            _ => out.extend(["{{", part]),
        }
    }
    out
}

/// What makes a value one that the file can never hold.
pub(super) fn shape_problems(value: &Value) -> Vec<Problem> {
    let mut problems = too_large(value);
    if problems.is_empty() {
        blocks_shape("", value, &mut problems);
    }
    problems
}

/// What nothing reads to its end.
pub(super) fn too_large(value: &Value) -> Vec<Problem> {
    if value.to_string().len() > yaml::MAX_BYTES {
        return vec![Problem::new("", "tooLarge", format!("at most {} KB are read", yaml::MAX_BYTES / 1024))];
    }
    Vec::new()
}

/// Blocks by language, at a place of a file: what they can never be.
pub(super) fn blocks_shape(place: &str, value: &Value, problems: &mut Vec<Problem>) {
    let Some(languages) = value.as_object() else {
        problems.push(Problem::new(place, "wrongType", "has to be a map with `en` and `ar`"));
        return;
    };
    for (language, blocks) in languages {
        let at = child(place, language);
        if !Language::ALL.iter().any(|known| known.as_str() == language) {
            problems.push(Problem::key(at, "unknownKey", "the languages are `en` and `ar`"));
            continue;
        }
        let Some(blocks) = blocks.as_array() else {
            problems.push(Problem::new(at, "wrongType", "has to be a list of blocks"));
            continue;
        };
        if blocks.len() > MAX_BLOCKS {
            problems.push(Problem::new(&*at, "tooMany", format!("at most {MAX_BLOCKS} blocks")));
        }
        for (n, block) in blocks.iter().enumerate() {
            block_problems(&child(&at, n), block, problems);
        }
    }
}

fn block_problems(at: &str, block: &Value, problems: &mut Vec<Problem>) {
    let Some(map) = block.as_object() else {
        problems.push(Problem::new(at, "wrongType", "a block is a map with `kind`"));
        return;
    };
    let holds = match map.get("kind").and_then(Value::as_str) {
        Some("heading" | "paragraph" | "note") => "text",
        Some("list") => "items",
        Some(_) => {
            let problem = Problem::new(child(at, "kind"), "notAllowed", "there is no such kind of block");
            problems.push(problem.hint("heading, paragraph, note or list"));
            return;
        }
        None => {
            let problem = Problem::new(at, "missingKey", "the block names no `kind`");
            problems.push(problem.hint("heading, paragraph, note or list"));
            return;
        }
    };
    for key in map.keys().filter(|key| *key != "kind" && *key != holds) {
        let problem = Problem::key(child(at, key), "unknownKey", format!("such a block has no `{key}`"));
        problems.push(problem.hint(format!("it holds `{holds}`")));
    }
    match (holds, map.get(holds)) {
        (_, None) => problems.push(Problem::new(at, "missingKey", format!("the block has no `{holds}`"))),
        ("items", Some(Value::Array(items))) => {
            if items.len() > MAX_ITEMS {
                problems.push(Problem::new(child(at, holds), "tooMany", format!("at most {MAX_ITEMS} items")));
            }
            for (n, item) in items.iter().enumerate() {
                text_problems(child(&child(at, holds), n), item, MAX_ITEM, problems);
            }
        }
        ("items", Some(_)) => problems.push(Problem::new(child(at, holds), "wrongType", "has to be a list of texts")),
        (_, Some(text)) => text_problems(child(at, holds), text, MAX_TEXT, problems),
    }
}

pub(super) fn text_problems(at: String, text: &Value, limit: usize, problems: &mut Vec<Problem>) {
    match text.as_str() {
        None => problems.push(Problem::new(at, "wrongType", "has to be text")),
        Some(text) if text.chars().count() > limit => {
            problems.push(Problem::new(at, "tooLong", format!("at most {limit} characters")));
        }
        Some(_) => {}
    }
}

/// What keeps a text of the right shape from going live, and what is only odd about it.
pub(crate) fn content_problems(value: &Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    blocks_content("", value, &mut problems);
    problems
}

/// The same for blocks by language at a place of a file.
pub(super) fn blocks_content(place: &str, value: &Value, problems: &mut Vec<Problem>) {
    for language in Language::ALL {
        let at = child(place, language);
        let Some(blocks) = value.get(language.as_str()).and_then(Value::as_array).filter(|blocks| !blocks.is_empty())
        else {
            let at = if value.get(language.as_str()).is_some() { at } else { place.to_owned() };
            let problem = Problem::new(at, "missingLanguage", format!("there is no text in `{language}`"));
            problems.push(problem.hint("families read either language: both are needed"));
            continue;
        };
        for (n, block) in blocks.iter().enumerate() {
            let at = child(&at, n);
            if let Some(text) = block.get("text").and_then(Value::as_str) {
                words(&child(&at, "text"), text, problems);
            }
            let items = block.get("items").and_then(Value::as_array);
            if items.is_some_and(Vec::is_empty) {
                problems.push(Problem::new(child(&at, "items"), "emptyText", "the list has no items"));
            }
            for (n, item) in items.into_iter().flatten().enumerate() {
                words(&child(&child(&at, "items"), n), item.as_str().unwrap_or_default(), problems);
            }
        }
    }
}

fn words(at: &str, text: &str, problems: &mut Vec<Problem>) {
    if text.trim().is_empty() {
        problems.push(Problem::new(at, "emptyText", "the text is empty"));
    }
    for part in text.split("{{").skip(1) {
        let name = part.split_once("}}").map(|(name, _)| name.trim());
        if !name.is_some_and(|name| FIELDS.contains(&name)) {
            let told = words::text::cut(name.unwrap_or(part), 40);
            let problem = Problem::new(at, "unknownField", format!("nothing fills `{{{{{told}}}}}`"));
            problems.push(problem.hint("there are {{school}}, {{website}} and {{mail}}"));
        }
    }
    if text.matches("**").count() % 2 == 1 {
        let problem = Problem::new(at, "openBold", "a `**` has no partner").warning();
        problems.push(problem.hint("bold text stands between two of them"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problems_of(value: &Value) -> Vec<(String, &'static str)> {
        let all = shape_problems(value).into_iter().chain(content_problems(value));
        all.map(|problem| (problem.pointer, problem.code)).collect()
    }

    fn with(block: Value) -> Value {
        json!({ "en": [block], "ar": [{ "kind": "paragraph", "text": "نص" }] })
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let text = |text: &str| with(json!({ "kind": "paragraph", "text": text }));
        assert_eq!(problems_of(&text("Of **{{ school }}**, {{website}}, {{mail}}.")), []);
        let long = "x".repeat(2001);
        let many = json!({ "en": vec![json!({ "kind": "note", "text": "x" }); 101], "ar": [] });
        for (value, expected) in [
            (text("{{name}}"), vec![("/en/0/text", "unknownField")]),
            (text("{{school"), vec![("/en/0/text", "unknownField")]),
            (text("**bold"), vec![("/en/0/text", "openBold")]),
            (text(" "), vec![("/en/0/text", "emptyText")]),
            (text(&long), vec![("/en/0/text", "tooLong")]),
            (with(json!({ "kind": "html", "text": "x" })), vec![("/en/0/kind", "notAllowed")]),
            (with(json!({ "text": "x" })), vec![("/en/0", "missingKey")]),
            (with(json!({ "kind": "heading" })), vec![("/en/0", "missingKey")]),
            (with(json!({ "kind": "heading", "text": "x", "level": 2 })), vec![("/en/0/level", "unknownKey")]),
            (
                with(json!({ "kind": "list", "items": ["x", 7, "y".repeat(501)] })),
                vec![("/en/0/items/1", "wrongType"), ("/en/0/items/2", "tooLong"), ("/en/0/items/1", "emptyText")],
            ),
            (with(json!({ "kind": "list", "items": [] })), vec![("/en/0/items", "emptyText")]),
            (with(json!({ "kind": "list", "items": vec!["x"; 31] })), vec![("/en/0/items", "tooMany")]),
            (many, vec![("/en", "tooMany"), ("/ar", "missingLanguage")]),
            (
                json!({ "ar": [{ "kind": "note", "text": "x" }], "fr": [] }),
                vec![("/fr", "unknownKey"), ("", "missingLanguage")],
            ),
            (json!([]), vec![("", "wrongType"), ("", "missingLanguage"), ("", "missingLanguage")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(at, code)| (at.to_owned(), code)).collect();
            assert_eq!(problems_of(&value), expected, "{value}");
        }
    }

    #[test]
    fn fields_are_filled_once_and_nothing_else_is() {
        let fill = Fill { school: "{{mail}} & Co", website: "https://x.example", mail: "a@x.example" };
        assert_eq!(
            filled("{{school}}, {{ website }}: {{mail}} {{other}} {{", fill),
            "{{mail}} & Co, https://x.example: a@x.example {{other}} {{"
        );
        let text = json!({ "en": [{ "kind": "list", "items": ["{{school}}"] }], "ar": [{ "kind": "note", "text": "{{mail}}" }] });
        let text = LegalText::read(&text).unwrap();
        assert_eq!(text.filled(Language::Ar, fill), [Block::Note { text: "a@x.example".into() }]);
        assert_eq!(text.filled(Language::En, fill), [Block::List { items: vec!["{{mail}} & Co".into()] }]);
        assert!(LegalText::read(&json!({ "en": [], "ar": [] })).is_none());
    }
}
