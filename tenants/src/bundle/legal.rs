//! Terms and privacy in a school's own words: `texts/terms.json` and `texts/privacy.json`. Plain blocks and no markup but
//! `**bold**`, so that nothing in them can be more than text.

use blocks::problems::{self, Rules};
use blocks::{Block, Texts};
use serde_json::Value;
use words::Language;
use words::problem::Problem;

use super::yaml;

/// The file with the terms.
pub const TERMS: &str = "texts/terms.json";
/// The file that says what becomes of people's data.
pub const PRIVACY: &str = "texts/privacy.json";
/// What a text may leave to be filled: `{{school}}` and so on.
pub const FIELDS: &[&str] = &["school", "website", "mail"];
/// What they are made of.
pub(super) const RULES: Rules = Rules::Plain(FIELDS);

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

/// The blocks of a language with the fields filled.
#[must_use]
pub fn in_language(text: &Texts, language: Language, fill: Fill<'_>) -> Vec<Block> {
    let words = |text: &String| filled(text, fill);
    let one = |block: &Block| match block {
        Block::Heading { text, .. } => Block::Heading { text: words(text), when: None },
        Block::Paragraph { text, .. } => Block::Paragraph { text: words(text), when: None },
        Block::Note { text, .. } => Block::Note { text: words(text), when: None },
        Block::List { items, ordered, .. } => {
            Block::List { items: items.iter().map(words).collect(), ordered: *ordered, when: None }
        }
        // Letters alone have them: a file with others never goes live.
        Block::Table { .. } | Block::Break { .. } | Block::Signatures { .. } => block.clone(),
    };
    text.get(language).iter().map(one).collect()
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
        problems::shape("", value, RULES, &mut problems);
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

/// What keeps a text of the right shape from going live, and what is only odd about it.
pub(crate) fn content_problems(value: &Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems::content("", value, RULES, &mut problems);
    problems
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
        let text = Texts::read(&text).unwrap();
        let note = Block::Note { text: "a@x.example".into(), when: None };
        assert_eq!(in_language(&text, Language::Ar, fill), [note]);
        let list = Block::List { items: vec!["{{mail}} & Co".into()], ordered: false, when: None };
        assert_eq!(in_language(&text, Language::En, fill), [list]);
        assert!(Texts::read(&json!({ "en": [], "ar": [] })).is_none());
    }
}
