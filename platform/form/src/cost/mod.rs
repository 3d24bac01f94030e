//! What a form takes of the server, whoever wrote it and whatever strangers answer: one budget of three figures. A form's document is
//! a program that a school writes and strangers run, so all of it is counted here, in one walk, before anything is built of it: what
//! is not counted has no end.
//!
//! The figures are estimates that are meant to be too high: `examples/cost.rs` holds them against what documents that were written
//! to be dear take in fact.

mod patterns;
mod steps;

use serde_json::{Map, Value};
use words::problem::{Problem, child};

use super::check;
use super::hidden::{Longest, looked_at};
use patterns::Patterns;

/// Largest answers that a submission may have, in bytes of JSON.
pub(super) const MAX_ANSWERS: usize = 256 * 1024;

/// What a form takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Bytes that are kept for as long as it is used.
    pub bytes: usize,
    /// Steps to look at it and to build it.
    pub build: usize,
    /// Steps of one check of the largest answers.
    pub check: usize,
}

impl Cost {
    /// Most that a form may take. A step is about a tenth of a microsecond.
    pub const FORM: Self = Self { bytes: 8 << 20, build: 20_000_000, check: 1_000_000 };
    /// Most that all forms of a school may take together.
    pub const SCHOOL: Self = Self { bytes: 64 << 20, build: 160_000_000, check: 8_000_000 };

    /// Both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(other.bytes),
            build: self.build.saturating_add(other.build),
            check: self.check.saturating_add(other.check),
        }
    }

    /// Figures that are past their bound, in words; each with its place among the three.
    pub fn past(self, most: Self) -> impl Iterator<Item = (usize, String)> {
        let mb = |bytes: usize| format!("{} MB", bytes.div_ceil(1 << 20));
        let told = [
            format!("takes {} of memory, of {} at most", mb(self.bytes), mb(most.bytes)),
            format!("takes {} steps to build, of {} at most", self.build, most.build),
            format!("takes {} steps to check the largest answers, of {} at most", self.check, most.check),
        ];
        let figures = self.figures().into_iter().zip(most.figures());
        figures.zip(told).enumerate().filter(|(_, ((own, most), _))| own > most).map(|(at, (_, told))| (at, told))
    }

    /// The three, in their order.
    #[must_use]
    pub fn figures(self) -> [usize; 3] {
        [self.bytes, self.build, self.check]
    }
}

/// A part of a document, where it stands and what it takes.
struct Part {
    at: String,
    cost: Cost,
}

/// What the parts of a document take, and which of its patterns cannot be used.
pub(super) struct Measured {
    parts: Vec<Part>,
    pub faults: Vec<Problem>,
}

/// What to do about each figure.
const HINTS: [&str; 3] = [
    "fewer questions or choices, shorter texts where one stands at many questions, and fewer patterns: a list of choices, a `format` or \
     `maxLength` often says it without",
    "fewer and simpler patterns: the same one is looked at once; fewer conditions: fields that show under the same one stand together in \
     one `then`; fewer samples",
    "lower `maxItems` and `maxLength`, offer fewer choices, and ask for less in an `if`",
];

impl Measured {
    /// What it takes in all.
    pub fn whole(&self) -> Cost {
        self.parts.iter().fold(Cost::default(), |sum, part| sum.plus(part.cost))
    }

    /// A problem for each figure that is too high, where the most of it stands.
    pub fn too_dear(&self) -> Vec<Problem> {
        let dearest = |figure: usize| self.parts.iter().max_by_key(|part| part.cost.figures()[figure]);
        let problem = |(figure, excess): (usize, String)| {
            let at = dearest(figure).map_or("", |part| &part.at);
            Problem::key(at, "tooDear", format!("the form {excess}; the most of it stands here")).hint(HINTS[figure])
        };
        self.whole().past(Cost::FORM).map(problem).collect()
    }
}

/// What a document takes, by its parts. Nothing has to be right in it.
pub(super) fn measure(document: &Value) -> Measured {
    let schema = &document["schema"];
    let defined = check::definitions(schema);
    let plain = Plain { texts: [&document["texts"]["en"], &document["texts"]["ar"]], fields: defined.len() };
    // Of what is too large already no pattern is looked at.
    let is_large = plain.of_value("", document, 0).plus(plain.built(schema, 0)).bytes > Cost::FORM.bytes;
    let mut patterns = if is_large { Patterns::default() } else { Patterns::look(schema) };
    let longest = Longest::read(schema);
    let mut parts = Vec::new();
    let mut add = |at: String, cost: Cost| parts.push(Part { at, cost });
    let each =
        |key: &str| document.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter().enumerate();
    for (key, value) in document.as_object().into_iter().flatten() {
        if !matches!(key.as_str(), "schema" | "samples" | "computed") {
            add(child("", key), plain.of_value(key, value, key.len()));
        }
    }
    for (key, value) in schema.as_object().into_iter().flatten() {
        if !matches!(key.as_str(), "properties" | "allOf") {
            let check = steps::list(value);
            add(child("/schema", key), plain.of_schema(value, 16).plus(Cost { check, ..Cost::default() }));
        }
    }
    for field in defined {
        let check = steps::of_field(field.name, field.schema, &longest, &patterns);
        let cost = plain.of_schema(field.schema, field.pointer.len()).plus(Cost { check, ..Cost::default() });
        add(field.pointer, cost);
    }
    for (index, branch) in schema.get("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let (test, at) = (&branch["if"], format!("/schema/allOf/{index}/if"));
        let required = &branch["then"]["required"];
        // Built once in the schema, and once for itself.
        let built = plain.of_schema(test, at.len()).plus(plain.built(test, 0)).plus(patterns.again(test));
        let mut cost = built.plus(plain.of_schema(required, at.len())).plus(CONDITION);
        // Three drop what does not show, and ask again for each answer that goes away; two ask once.
        let asked = 2 + 3 * (1 + looked_at(test).len());
        let check = steps::of_test(test, &longest, &patterns).saturating_add(steps::list(required));
        cost.check = check.saturating_mul(asked);
        add(at, cost);
    }
    for (index, total) in each("computed") {
        add(format!("/computed/{index}"), plain.of_value("", total, 16).plus(steps::of_total(total, schema, &longest)));
    }
    parts.append(&mut patterns.parts);
    let check = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.cost.check));
    for (index, sample) in each("samples") {
        let stored = plain.of_value("", sample, 16);
        // Each is worked out and checked as it would be on seven days.
        let build = check.saturating_add(stored.bytes / 16).saturating_mul(7);
        parts.push(Part { at: format!("/samples/{index}"), cost: stored.plus(Cost { build, ..Cost::default() }) });
    }
    Measured { parts, faults: patterns.faults }
}

/// What a value takes in memory beside what is written there.
const VALUE: usize = 200;
/// How often each text is kept: as it came, in the document, and as it is sent in each language.
const COPIES: usize = 5;
/// What a validator takes for a value of a schema, beside where that stands.
const NODE: usize = 400;
/// A condition's own validator.
const CONDITION: Cost = Cost { bytes: 8 << 10, build: 2_000, check: 0 };

/// Keys whose text is the name of one.
const TEXT_KEYS: [&str; 7] = ["title", "description", "help", "label", "ui:help", "x-add", "x-item"];

/// What is counted value by value.
struct Plain<'d> {
    /// The texts of both languages.
    texts: [&'d Value; 2],
    /// How many fields a name is looked for among.
    fields: usize,
}

impl Plain<'_> {
    /// A part of the schema that stands so deep.
    fn of_schema(&self, value: &Value, depth: usize) -> Cost {
        self.of_value("", value, depth).plus(self.built(value, depth))
    }

    /// What a value takes as it is kept and sent, under this key; and where it stands, which may be told.
    fn of_value(&self, key: &str, value: &Value, depth: usize) -> Cost {
        let own = match value {
            Value::String(text) => {
                let used = if TEXT_KEYS.contains(&key) { self.used(text) } else { 0 };
                Cost {
                    bytes: VALUE + depth + COPIES * written(text) + used,
                    build: 2 + (text.len() + used) / 64,
                    check: 0,
                }
            }
            _ => Cost { bytes: VALUE + depth, build: 2, check: 0 },
        };
        match value {
            Value::Array(items) => items.iter().fold(own, |sum, item| sum.plus(self.of_value("", item, depth + 4))),
            Value::Object(map) => map.iter().fold(own, |sum, (key, inner)| {
                let name = Cost { bytes: COPIES * written(key), build: key.len() / 64, check: 0 };
                sum.plus(name).plus(self.of_value(key, inner, depth + 1 + key.len()))
            }),
            _ => own,
        }
    }

    /// What a text takes wherever its name stands: it is written out there.
    fn used(&self, key: &str) -> usize {
        let of = |texts: &&Value| texts.get(key).and_then(Value::as_str).map_or(0, |text| COPIES * written(text));
        self.texts.iter().map(of).sum()
    }

    /// What a validator takes for a value of a schema that stands so deep: it notes the whole place of each.
    fn built(&self, value: &Value, depth: usize) -> Cost {
        let own = Cost { bytes: NODE + 3 * depth, build: 10 + depth / 16 + self.fields / 32, check: 0 };
        match value {
            Value::Array(items) => items.iter().fold(own, |sum, item| sum.plus(self.built(item, depth + 4))),
            Value::Object(map) => {
                map.iter().fold(own, |sum, (key, inner)| sum.plus(self.built(inner, depth + 1 + key.len())))
            }
            _ => own,
        }
    }
}

/// How long a text is as JSON.
fn written(text: &str) -> usize {
    2 + text.len()
        + text.bytes().map(|b| if b < b' ' { 5 } else { usize::from(matches!(b, b'"' | b'\\')) }).sum::<usize>()
}

/// The members of a value.
fn members(value: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    value.and_then(Value::as_object).into_iter().flat_map(Map::iter)
}
