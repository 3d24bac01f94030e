//! What the document itself says about answers: its JSON Schema, its date limits, fields that it does not know.
//!
//! Fields whose condition does not hold are not part of the answers: [`FormDocument::prune`] drops them, and the check
//! ignores them, so an answer that a family can no longer see never refuses a submission.

use std::borrow::Cow;
use std::collections::HashSet;

use jiff::civil::Date;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::{Map, Value};
use words::problem::child;
use words::verdict::{Issue, Severity};

use super::field::{Field, FieldKind};
use super::{FormDocument, ids, relative};

/// More issues than this help nobody.
const MAX_ISSUES: usize = 500;

/// Codes of what a document itself finds wrong. The web has texts for these; all others are the form's own.
pub const CODES: [&str; 19] = [
    "required",
    "type",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minDate",
    "maxDate",
    "unknownField",
];

impl FormDocument {
    /// What is wrong with the answers, in the order of the form. With `step` only what concerns that step's fields.
    /// The answers are taken as [`normalise`](Self::normalise) left them.
    #[must_use]
    pub fn validate(&self, values: &Value, today: Date, step: Option<&str>) -> Vec<Issue> {
        let Some(map) = values.as_object() else { return vec![Issue::error("", "type")] };
        let kept = self.pruned(values);
        let mut issues = self.unknown_fields(map, &kept);
        let seen = self.seen(&kept);
        issues.extend(self.validator.iter_errors(&seen).take(MAX_ISSUES).flat_map(|error| self.issues(&error)));
        self.own_rules(&seen, today, &mut issues);
        if let Some(step) = step {
            let of_step: Vec<&str> = self.step_fields(step).collect();
            issues.retain(|issue| first(&issue.path).is_none_or(|name| of_step.contains(&name.as_ref())));
        }
        issues.sort_by_cached_key(|issue| self.place(&issue.path));
        issues.dedup_by(|later, earlier| later.path == earlier.path && later.code == earlier.code);
        issues.truncate(MAX_ISSUES);
        issues
    }

    /// Fields that the form has nowhere; of the whole and of each item of a repeated group.
    fn unknown_fields(&self, values: &Map<String, Value>, kept: &Value) -> Vec<Issue> {
        let unknown = |path: String| Issue::error(path, "unknownField");
        let mut issues: Vec<Issue> =
            values.keys().filter(|name| self.field(name).is_none()).map(|name| unknown(child("", name))).collect();
        for group in self.fields.iter().filter(|field| field.kind == FieldKind::Group) {
            let items = kept.get(&group.name).and_then(Value::as_array).into_iter().flatten();
            let own: HashSet<&str> = group.items.iter().map(|field| field.name.as_str()).collect();
            for (index, item) in items.enumerate() {
                let keys = item.as_object().into_iter().flat_map(Map::keys);
                let strange = keys.filter(|key| !own.contains(key.as_str()));
                issues.extend(strange.map(|key| unknown(child(&format!("/{}/{index}", group.name), key))));
            }
        }
        issues.truncate(MAX_ISSUES);
        issues
    }

    /// Rules that JSON Schema has no word for.
    fn own_rules(&self, values: &Value, today: Date, issues: &mut Vec<Issue>) {
        for field in &self.fields {
            let Some(value) = values.get(&field.name) else { continue };
            let path = child("", &field.name);
            text_rules(field, value, &path, today, issues);
            for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                for inner in &field.items {
                    if let Some(value) = item.get(&inner.name) {
                        text_rules(inner, value, &child(&format!("{path}/{index}"), &inner.name), today, issues);
                    }
                }
            }
        }
    }

    /// The contract's words for one finding of the schema.
    fn issues(&self, error: &ValidationError<'_>) -> Vec<Issue> {
        let path = error.instance_path().as_str().to_owned();
        let limit = |code: &str, limit: Value| vec![Issue::error(path.clone(), code).with("limit", limit)];
        match error.kind() {
            Error::Required { property } => {
                vec![Issue::error(child(&path, property.as_str().unwrap_or_default()), "required")]
            }
            Error::AdditionalProperties { unexpected } => {
                unexpected.iter().map(|name| Issue::error(child(&path, name), "unknownField")).collect()
            }
            Error::Format { format } => vec![Issue::error(path, "format").with("format", format.as_str())],
            Error::OneOfNotValid { .. } | Error::OneOfMultipleValid { .. } | Error::Enum { .. } => {
                vec![Issue::error(path, "enum")]
            }
            Error::Constant { .. } => vec![Issue::error(path, "const")],
            Error::Pattern { pattern } => {
                let issue = Issue::error(path, "pattern");
                vec![match letters(pattern) {
                    Some(letters) => issue.with("letters", letters),
                    None => issue,
                }]
            }
            Error::MinLength { limit: n } => limit("minLength", (*n).into()),
            Error::MaxLength { limit: n } => limit("maxLength", (*n).into()),
            Error::MinItems { limit: n } => limit("minItems", (*n).into()),
            Error::MaxItems { limit: n } => limit("maxItems", (*n).into()),
            Error::Minimum { limit: n } => limit("minimum", n.clone()),
            Error::Maximum { limit: n } => limit("maximum", n.clone()),
            Error::ExclusiveMinimum { limit: n } => limit("exclusiveMinimum", n.clone()),
            Error::ExclusiveMaximum { limit: n } => limit("exclusiveMaximum", n.clone()),
            Error::MultipleOf { multiple_of } => limit("multipleOf", Value::from(*multiple_of)),
            kind => vec![Issue::error(path, kind.keyword())],
        }
    }

    /// Where a path stands in the form: field, item, field of the item.
    fn place(&self, path: &str) -> (usize, usize, usize) {
        let Some(name) = first(path) else { return (0, 0, 0) };
        let Some(at) = self.index.get(name.as_ref()) else { return (usize::MAX, 0, 0) };
        let mut rest = path.split('/').skip(2);
        let item = rest.next().and_then(|index| index.parse::<usize>().ok()).map_or(0, |index| index + 1);
        let inner = rest.next().and_then(|key| self.fields[*at].items.iter().position(|field| field.name == key));
        (at + 1, item, inner.map_or(0, |inner| inner + 1))
    }
}

/// Whose letters a pattern asks for, where it takes those of one script and no others: what is wrong can then be said in words. The web
/// reads it alike (`web/src/forms/letters.ts`).
fn letters(pattern: &str) -> Option<&'static str> {
    if ["[^", "\\P{", "\\p{L"].iter().any(|other| pattern.contains(other)) {
        return None;
    }
    let mut scripts = pattern.split("\\p{Script=").skip(1).filter_map(|rest| rest.split('}').next());
    let script = scripts.next()?;
    let letters = match script {
        "Latin" => "latin",
        "Arabic" => "arabic",
        _ => return None,
    };
    scripts.all(|other| other == script).then_some(letters)
}

/// The first segment of a pointer, unescaped.
fn first(path: &str) -> Option<Cow<'_, str>> {
    let segment = path.strip_prefix('/')?.split('/').next()?;
    Some(match segment.contains('~') {
        true => segment.replace("~1", "/").replace("~0", "~").into(),
        false => segment.into(),
    })
}

fn text_rules(field: &Field, value: &Value, path: &str, today: Date, issues: &mut Vec<Issue>) {
    let Some(text) = value.as_str() else { return };
    if let Some(date) = relative::iso(text) {
        for (code, rule, wrong) in [
            ("minDate", &field.min_date, std::cmp::Ordering::Less),
            ("maxDate", &field.max_date, std::cmp::Ordering::Greater),
        ] {
            if let Some(limit) = rule.as_ref().map(|rule| rule.on(today)).filter(|limit| date.cmp(limit) == wrong) {
                issues.push(Issue::error(path, code).with("limit", limit.to_string()));
            }
        }
    }
    if field.format.as_deref() == Some("emirates-id") && ids::emirates(text) && !ids::emirates_checksum(text) {
        let mut issue = Issue::error(path, "format").with("format", "emirates-id");
        issue.severity = Severity::Warning;
        issues.push(issue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_of_one_scripts_letters_is_known_by_them() {
        for (pattern, whose) in [
            (r"^[\p{Script=Latin}\p{M} .'-]+$", Some("latin")),
            (r"^\p{Script=Arabic}+(?: \p{Script=Arabic}+)*$", Some("arabic")),
            (r"^[\p{Script=Latin}\p{Script=Arabic} ]+$", None),
            (r"^[^\p{Script=Arabic}]+$", None),
            (r"^\P{Script=Arabic}+$", None),
            (r"^[\p{L}\p{Script=Arabic}]+$", None),
            (r"^\p{Script=Thai}+$", None),
            ("^[A-Z]+$", None),
        ] {
            assert_eq!(letters(pattern), whose, "{pattern}");
        }
        for language in ["en", "ar"] {
            let file = format!("{}/../../web/locales/{language}/forms.json", env!("CARGO_MANIFEST_DIR"));
            let texts: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
            assert!(["latin", "arabic"].iter().all(|whose| texts.contains_key(&format!("errors.pattern.{whose}"))));
        }
    }

    #[test]
    fn every_code_has_a_text_in_both_languages() {
        for language in ["en", "ar"] {
            let file = format!("{}/../../web/locales/{language}/forms.json", env!("CARGO_MANIFEST_DIR"));
            let texts: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
            for code in CODES {
                let key = format!("errors.{code}");
                let has = texts.keys().any(|text| *text == key || text.starts_with(&format!("{key}_")));
                assert!(has, "{language}: {key}");
            }
        }
    }
}
