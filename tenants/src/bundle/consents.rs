//! Consents that a school asks of its families: `texts/consents.json`. Their texts are blocks, as those of the terms are.

use blocks::{Texts, problems};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use words::problem::{Problem, child};
use words::{Language, Text};

use super::legal::{self, RULES};

/// The file with the consents.
pub const CONSENTS: &str = "texts/consents.json";

const MAX_CONSENTS: usize = 30;
const MAX_TITLE: usize = 200;
const MAX_CODE: usize = 40;
const KEYS: [&str; 5] = ["code", "kind", "required", "title", "text"];

/// What a family consents to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConsentKind {
    /// Pictures of the child.
    Photo,
    /// Trips.
    Trip,
    /// Medical care.
    Medical,
    /// Fingerprints and the like.
    Biometric,
    /// What becomes of data.
    Data,
    /// Anything else.
    Other,
}

impl ConsentKind {
    const NAMES: [&str; 6] = ["photo", "trip", "medical", "biometric", "data", "other"];
}

/// A consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// Its stable name.
    pub code: String,
    /// What it is about.
    pub kind: ConsentKind,
    /// Whether a family has to give it.
    pub required: bool,
    /// Its title.
    pub title: Text,
    /// What it says.
    pub text: Texts,
}

impl Consent {
    /// Which wording a family agreed to: the same words have the same version.
    #[must_use]
    pub fn version(&self) -> String {
        // Serialising our own types to JSON cannot fail.
        let said = serde_json::to_vec(&(&self.title, &self.text)).unwrap_or_default();
        words::sha256_hex(&said)[..12].to_owned()
    }
}

/// The consents of a file: those that are sound and have words in both languages.
#[must_use]
pub fn read(value: &Value) -> Vec<Consent> {
    let has_words = |consent: &Consent| !consent.text.en.is_empty() && !consent.text.ar.is_empty();
    let one = |value: &Value| serde_json::from_value::<Consent>(value.clone()).ok();
    value.as_array().into_iter().flatten().filter_map(one).filter(has_words).collect()
}

/// Whether a word can name a consent.
fn is_code(word: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    word.len() <= MAX_CODE && word.starts_with(|c: char| c.is_ascii_lowercase()) && word.bytes().all(plain)
}

/// What makes a value one that the file can never hold.
pub(super) fn shape_problems(value: &Value) -> Vec<Problem> {
    let Some(consents) = value.as_array() else {
        return vec![Problem::new("", "wrongType", "has to be a list of consents")];
    };
    let mut problems = legal::too_large(value);
    if !problems.is_empty() {
        return problems;
    }
    if consents.len() > MAX_CONSENTS {
        problems.push(Problem::new("", "tooMany", format!("at most {MAX_CONSENTS} consents")));
    }
    let mut known: Vec<&str> = Vec::new();
    for (n, consent) in consents.iter().enumerate() {
        let at = child("", n);
        let Some(map) = consent.as_object() else {
            problems.push(Problem::new(at, "wrongType", "a consent is a map"));
            continue;
        };
        consent_shape(&at, map, &mut problems);
        if let Some(code) = map.get("code").and_then(Value::as_str) {
            if known.contains(&code) {
                problems.push(Problem::new(child(&at, "code"), "duplicate", format!("`{code}` stands here twice")));
            }
            known.push(code);
        }
    }
    problems
}

fn consent_shape(at: &str, map: &Map<String, Value>, problems: &mut Vec<Problem>) {
    for key in map.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        let problem = Problem::key(child(at, key), "unknownKey", format!("a consent has no `{key}`"));
        problems.push(problem.hint(format!("it has {}", KEYS.join(", "))));
    }
    for key in KEYS {
        let place = child(at, key);
        let Some(value) = map.get(key) else {
            problems.push(Problem::new(at, "missingKey", format!("the consent has no `{key}`")));
            continue;
        };
        match key {
            "code" if !value.as_str().is_some_and(is_code) => {
                let problem = Problem::new(place, "badFormat", "not a word that can name a consent");
                problems.push(problem.hint("small letters, digits and _, at most 40, a letter first"));
            }
            "kind" if !value.as_str().is_some_and(|kind| ConsentKind::NAMES.contains(&kind)) => {
                let problem = Problem::new(place, "notAllowed", "there is no such kind of consent");
                problems.push(problem.hint(format!("one of {}", ConsentKind::NAMES.join(", "))));
            }
            "required" if !value.is_boolean() => {
                problems.push(Problem::new(place, "wrongType", "has to be true or false"));
            }
            "title" => title_shape(&place, value, problems),
            "text" => problems::shape(&place, value, RULES, problems),
            _ => {}
        }
    }
}

fn title_shape(at: &str, value: &Value, problems: &mut Vec<Problem>) {
    let Some(map) = value.as_object() else {
        problems.push(Problem::new(at, "wrongType", "has to be a map with `en` and `ar`"));
        return;
    };
    for (language, text) in map {
        let place = child(at, language);
        if Language::ALL.iter().any(|known| known.as_str() == language) {
            problems::text(place, text, MAX_TITLE, problems);
        } else {
            problems.push(Problem::key(place, "unknownKey", "the languages are `en` and `ar`"));
        }
    }
}

/// What keeps consents of the right shape from going live, and what is only odd about them.
pub(crate) fn content_problems(value: &Value) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (n, consent) in value.as_array().into_iter().flatten().enumerate() {
        let at = child("", n);
        let title = child(&at, "title");
        for language in Language::ALL {
            match consent["title"].get(language.as_str()).and_then(Value::as_str) {
                None => {
                    let message = format!("there is no title in `{language}`");
                    problems.push(Problem::new(&*title, "missingLanguage", message));
                }
                Some(text) if text.trim().is_empty() => {
                    problems.push(Problem::new(child(&title, language), "emptyText", "the title is empty"));
                }
                Some(_) => {}
            }
        }
        problems::content(&child(&at, "text"), &consent["text"], RULES, &mut problems);
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn consent() -> Value {
        let block = |text: &str| json!([{ "kind": "paragraph", "text": text }]);
        json!({
            "code": "photo", "kind": "photo", "required": true, "title": { "en": "Photographs", "ar": "الصور" },
            "text": { "en": block("{{school}} may"), "ar": block("يجوز") },
        })
    }

    fn problems_of(value: &Value) -> Vec<(String, &'static str)> {
        let mut found = shape_problems(value);
        if found.is_empty() {
            found = content_problems(value);
        }
        found.into_iter().map(|problem| (problem.pointer, problem.code)).collect()
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!((problems_of(&json!([consent()])), problems_of(&json!([]))), (vec![], vec![]));
        for (pointer, value, place, code) in [
            ("/code", json!("Photo"), "/0/code", "badFormat"),
            ("/code", json!("p".repeat(41)), "/0/code", "badFormat"),
            ("/kind", json!("pet"), "/0/kind", "notAllowed"),
            ("/required", json!("yes"), "/0/required", "wrongType"),
            ("/title", json!("x"), "/0/title", "wrongType"),
            ("/title", json!({ "en": "x" }), "/0/title", "missingLanguage"),
            ("/title/ar", json!(" "), "/0/title/ar", "emptyText"),
            ("/title/ar", json!("x".repeat(201)), "/0/title/ar", "tooLong"),
            ("/text", json!([]), "/0/text", "wrongType"),
            ("/text/ar", json!([]), "/0/text/ar", "missingLanguage"),
            ("/text/en/0/kind", json!("html"), "/0/text/en/0/kind", "notAllowed"),
            ("/text/en/0/text", json!("{{child}}"), "/0/text/en/0/text", "unknownField"),
        ] {
            let mut broken = consent();
            *broken.pointer_mut(pointer).unwrap() = value;
            assert_eq!(problems_of(&json!([broken])), [(place.to_owned(), code)], "{pointer}");
        }
        let (mut more, mut less) = (consent(), consent());
        more["signer"] = json!("x");
        less.as_object_mut().unwrap().remove("kind");
        assert_eq!(problems_of(&json!([more])), [("/0/signer".to_owned(), "unknownKey")]);
        assert_eq!(problems_of(&json!([less])), [("/0".to_owned(), "missingKey")]);
        assert_eq!(problems_of(&json!([consent(), consent()])), [("/1/code".to_owned(), "duplicate")]);
        assert_eq!(problems_of(&json!({})), [(String::new(), "wrongType")]);
        let many: Vec<Value> = (0..31)
            .map(|n| {
                let mut one = consent();
                one["code"] = json!(format!("c{n}"));
                one
            })
            .collect();
        assert_eq!(problems_of(&json!(many)), [(String::new(), "tooMany")]);
    }

    #[test]
    fn the_version_follows_the_words_and_nothing_else() {
        let version = |change: fn(&mut Value)| {
            let mut value = consent();
            change(&mut value);
            read(&json!([value]))[0].version()
        };
        let plain = version(|_| ());
        assert_eq!(plain.len(), 12);
        assert_eq!(version(|consent| consent["required"] = json!(false)), plain);
        assert_ne!(version(|consent| consent["text"]["ar"][0]["text"] = json!("لا يجوز")), plain);
        assert_ne!(version(|consent| consent["title"]["en"] = json!("Pictures")), plain);
        let mut half = consent();
        half["text"]["ar"] = json!([]);
        assert!(read(&json!([half])).is_empty(), "half a text is none");
    }
}
