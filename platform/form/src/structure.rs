//! Shapes: a Rust type's JSON Schema, and what a document does to it in words that its author understands.

use jsonschema::error::{TypeKind, ValidationErrorKind as Error};
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde_json::Value;

use words::problem::{Problem, child};

/// A type's schema, compiled.
pub struct Structure {
    schema: Value,
    validator: Option<Validator>,
}

impl Structure {
    /// The shape of a type.
    #[must_use]
    pub fn of<T: JsonSchema>() -> Self {
        let settings = schemars::generate::SchemaSettings::draft07().with(|s| s.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        let validator = jsonschema::options().offline().should_ignore_unknown_formats(true).build(&schema).ok();
        Self { schema, validator }
    }

    /// The schema itself, for editors.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Everything in a document that does not fit.
    #[must_use]
    pub fn problems(&self, document: &Value) -> Vec<Problem> {
        match &self.validator {
            Some(validator) => validator.iter_errors(document).take(200).flat_map(|e| self.explain(&e)).collect(),
            None => vec![Problem::new("", "badSchema", "the shape itself cannot be read: please report this")],
        }
    }

    fn explain(&self, error: &ValidationError<'_>) -> Vec<Problem> {
        let at = error.instance_path().as_str().to_owned();
        let owner = owner(error.schema_path().as_str());
        let hint = |problem: Problem| match self.schema.pointer(&format!("{owner}/x-hint")).and_then(Value::as_str) {
            Some(hint) => problem.hint(hint),
            None => problem,
        };
        let one = |code, message: String| vec![hint(Problem::new(at.clone(), code, message))];
        match error.kind() {
            Error::AdditionalProperties { unexpected } => {
                unexpected.iter().map(|key| self.unknown_key(&at, owner, key)).collect()
            }
            Error::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                vec![Problem::key(at, "missingKey", format!("`{name}` is missing"))]
            }
            Error::Type { kind } => {
                one("wrongType", format!("has to be {}, and is {}", expected(kind), actual(error.instance())))
            }
            Error::Enum { options } => one("notAllowed", format!("has to be one of {options}")),
            Error::Constant { expected_value } => one("notAllowed", format!("has to be {expected_value}")),
            Error::OneOfNotValid { context } | Error::AnyOf { context } => self.alternatives(&at, context),
            Error::Pattern { .. } | Error::Format { .. } => one("badFormat", unfit(&at, error.instance())),
            Error::PropertyNames { error } => {
                let name = error.instance().as_str().unwrap_or_default();
                vec![hint(Problem::key(child(&at, name), "badKey", format!("`{name}` cannot be a name here")))]
            }
            kind => one("outOfRange", format!("{} ({})", error.masked_with("this"), kind.keyword())),
        }
    }

    /// Of several alternatives the one that the author most likely meant: the last one that is not `null`.
    fn alternatives(&self, at: &str, context: &[Vec<ValidationError<'static>>]) -> Vec<Problem> {
        let consts: Vec<String> = context
            .iter()
            .filter_map(|errors| {
                errors.iter().find_map(|error| match error.kind() {
                    Error::Constant { expected_value } => Some(expected_value.to_string()),
                    _ => None,
                })
            })
            .collect();
        if !consts.is_empty() && consts.len() == context.len() {
            return vec![Problem::new(at, "notAllowed", format!("has to be one of {}", consts.join(", ")))];
        }
        let deepest = context
            .iter()
            .filter(|errors| !errors.is_empty() && !errors.iter().any(is_null))
            .max_by_key(|e| e.iter().map(|e| e.instance_path().as_str().len()).max());
        let problems: Vec<Problem> = deepest.into_iter().flatten().flat_map(|error| self.explain(error)).collect();
        if problems.is_empty() {
            return vec![Problem::new(at, "notAllowed", "has none of the forms that are allowed here")];
        }
        problems
    }

    fn unknown_key(&self, at: &str, schema: &str, key: &str) -> Problem {
        let problem = Problem::key(child(at, key), "unknownKey", format!("`{key}` is not a key that is known here"));
        let known = self.schema.pointer(&format!("{schema}/properties")).and_then(Value::as_object);
        let names: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        match names.iter().copied().filter(|name| distance(name, key) <= 2).min_by_key(|name| distance(name, key)) {
            Some(name) => problem.hint(format!("did you mean `{name}`?")),
            None => problem.hint(format!("known here: {}", names.join(", "))),
        }
    }
}

fn is_null(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Error::Type { kind: TypeKind::Single(jsonschema::JsonType::Null) })
}

/// The schema that a keyword at `path` belongs to.
fn owner(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(owner, _)| owner)
}

fn expected(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => word(&kind.to_string()).to_owned(),
        TypeKind::Multiple(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| word(&kind.to_string()).to_owned()).collect();
            words.join(" or ")
        }
    }
}

fn actual(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}

fn word(json_type: &str) -> &str {
    match json_type {
        "null" => "empty",
        "boolean" => "true or false",
        "number" => "a number",
        "integer" => "a whole number",
        "string" => "text",
        "array" => "a list",
        "object" => "a map",
        other => other,
    }
}

/// Edits between two short names, for "did you mean".
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(!x.eq_ignore_ascii_case(y));
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Longest value that is said again.
const SAID_AGAIN: usize = 60;

/// Keys that name a variable of the environment: whoever writes a secret there instead finds it in no log and on no page.
const NAMES_A_SECRET: &str = "_env";
/// An address may have a password in it.
const ADDRESS: &str = "://";

/// What is not written as it should be, where it can be said in a line.
fn unfit(at: &str, value: &Value) -> String {
    let is_short = |text: &&str| text.chars().count() <= SAID_AGAIN && !text.chars().any(char::is_control);
    match value.as_str().filter(is_short).filter(|text| !at.ends_with(NAMES_A_SECRET) && !text.contains(ADDRESS)) {
        Some(text) => format!("`{text}` is not written as it should be"),
        None => "is not written as it should be".into(),
    }
}
