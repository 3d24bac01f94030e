//! Holds what forms take by the budget against what they take in fact: `cargo run --release -p qabul-form --example cost`.
#![expect(
    clippy::unwrap_used,
    unsafe_code,
    reason = "a measurement stops where it cannot go on, and counts what is allocated"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use form::{Cost, FormDocument, Kind};
use jiff::civil::Date;
use serde_json::{Value, json};
use words::Language;

/// Counts the bytes that are held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{:<26} {:>8} {:>8} {:>5}  {:>9} {:>9} {:>5}  {:>9} {:>9} {:>5}  of a form",
        "", "MB said", "is", "", "build ms", "is", "", "check ms", "is", ""
    )
    .unwrap();
    for (name, document, answers) in cases() {
        let before = HELD.load(Ordering::Relaxed);
        let started = Instant::now();
        let built = FormDocument::build(&document, Kind::Plugin);
        let refused = built.as_ref().err().map(|problems| problems.iter().map(|p| p.code).collect::<Vec<_>>());
        let looked = started.elapsed();
        let form = match built {
            Ok((form, _)) => form,
            // Refused, and built all the same: what would it take?
            Err(_) => match FormDocument::from_source(&document.to_string()) {
                Ok(form) => form,
                Err(problem) => {
                    writeln!(out, "{name}: {problem:?}").unwrap();
                    continue;
                }
            },
        };
        let build_ms = if refused.is_none() { looked } else { started.elapsed() }.as_secs_f64() * 1e3;
        for language in Language::ALL {
            drop(form.localise(language));
        }
        let bytes = HELD.load(Ordering::Relaxed).saturating_sub(before);
        let today = Date::new(2026, 11, 23).unwrap();
        let started = Instant::now();
        let kept = form.prune(&form.normalise(answers));
        let issues = form.validate(&kept, today, None).len();
        let follows = (form.totals(&kept, "OMR"), form.missing_uploads(&kept));
        let check_ms = started.elapsed().as_secs_f64() * 1e3;
        drop(follows);
        let said = form.cost();
        let (mb, ms) = (|bytes: usize| bytes as f64 / 1048576.0, |steps: usize| steps as f64 / 1e4);
        let [bytes_said, build_said, check_said] = [mb(said.bytes), ms(said.build), ms(said.check)];
        let share: Vec<String> = said
            .figures()
            .into_iter()
            .zip(Cost::FORM.figures())
            .map(|(own, most)| format!("{:.2}", own as f64 / most as f64))
            .collect();
        writeln!(
            out,
            "{name:<26} {bytes_said:>8.2} {:>8.2} {:>5.1}  {build_said:>9.2} {build_ms:>9.2} {:>5.1}  {check_said:>9.2} {check_ms:>9.2} {:>5.1}  {} {issues} issues {}",
            mb(bytes),
            bytes_said / mb(bytes),
            build_said / build_ms,
            check_said / check_ms,
            share.join(" "),
            refused.map_or_else(String::new, |codes| format!("refused: {codes:.60?}")),
        )
        .unwrap();
    }
}

/// A form of these questions.
fn form(properties: &Value, all_of: &Value) -> Value {
    let fields: Vec<&String> = properties.as_object().unwrap().keys().collect();
    let steps: Vec<Value> = fields
        .chunks(60)
        .enumerate()
        .map(|(n, fields)| json!({ "id": format!("s{n}"), "title": "t", "fields": fields }))
        .collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if *all_of != json!([]) {
        schema["allOf"] = all_of.clone();
    }
    json!({
        "version": "1.0.0", "title": "t", "steps": steps, "schema": schema,
        "texts": { "en": { "t": "T" }, "ar": { "t": "ت" } },
        "samples": [{ "name": "simple", "values": {} }]
    })
}

fn named(count: usize, schema: impl Fn(usize) -> Value) -> Value {
    Value::Object((0..count).map(|n| (format!("f{n}"), schema(n))).collect())
}

fn text(most: usize) -> Value {
    json!({ "type": "string", "title": "t", "maxLength": most })
}

fn choices(count: usize) -> Vec<Value> {
    (0..count).map(|n| json!({ "const": format!("c{n}"), "title": "t" })).collect()
}

/// Two letters, in no order.
fn mixed(count: usize, one: char, other: char) -> String {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if state >> 31 == 0 { one } else { other }
    };
    (0..count).map(|_| next()).collect()
}

fn cases() -> Vec<(String, Value, Value)> {
    let mut cases: Vec<(String, Value, Value)> = Vec::new();
    let plugins = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/");
    for path in [
        "abq/form.json",
        "hr/form.json",
        "rushmore/rushmore.json",
        "mogra/mograhr.json",
        "mogra/mograbills.json",
        "mogra/mograerp.json",
    ] {
        let document: Value =
            serde_json::from_str(&std::fs::read_to_string(format!("{plugins}{path}")).unwrap()).unwrap();
        let answers = document["samples"][0]["values"].clone();
        cases.push((path.to_owned(), document, answers));
    }
    let mut add = |name: &str, document: Value, answers: Value| cases.push((name.to_owned(), document, answers));
    add("many fields", form(&named(1500, |_| text(10)), &json!([])), named(1500, |_| json!("x".repeat(100))));
    add(
        "values",
        form(&json!({ "a": { "type": "integer", "title": "t", "default": vec![0; 60_000] } }), &json!([])),
        json!({}),
    );
    let list = json!({ "type": "array", "title": "t", "maxItems": 200, "uniqueItems": true, "items": { "type": "string", "oneOf": choices(500) } });
    add("500 choices", form(&json!({ "a": list }), &json!([])), json!({ "a": vec!["wrong"; 200] }));
    let list = json!({ "type": "array", "title": "t", "maxItems": 200, "uniqueItems": true, "items": { "type": "string", "oneOf": choices(1000) } });
    add("a thousand choices", form(&json!({ "a": list }), &json!([])), json!({ "a": vec!["wrong"; 200] }));
    let list = json!({ "type": "array", "title": "t", "maxItems": 200, "uniqueItems": true, "items": { "type": "string", "enum": (0..9000).map(|n| format!("c{n}")).collect::<Vec<_>>() } });
    add("a list of an enum", form(&json!({ "a": list }), &json!([])), json!({ "a": vec!["wrong"; 200] }));
    let mut long = form(&named(1000, |_| text(10)), &json!([]));
    long["texts"]["en"]["t"] = "T".repeat(100_000).into();
    add("one long text", long, json!({}));
    let rows = json!({ "type": "array", "title": "t", "minItems": 0, "maxItems": 200, "items": { "type": "object", "properties": named(100, |_| json!({ "type": "string", "title": "t", "format": "date", "x-min-date": "@today-1y-1m-1d", "x-max-date": "@aystart+1y" })) } });
    let row = named(100, |_| json!("2024-02-29"));
    add("dates in rows", form(&json!({ "a": rows }), &json!([])), json!({ "a": vec![row; 90] }));
    let chain = |count: usize| -> Vec<Value> {
        (0..count).map(|n| json!({ "if": { "properties": { "f0": { "enum": [n, n + 1] } }, "required": ["f0"] }, "then": { "required": ["f0"] } })).collect()
    };
    add(
        "300 conditions",
        form(&named(2, |_| json!({ "type": "integer", "title": "t" })), &json!(chain(300))),
        json!({ "f0": 7 }),
    );
    add(
        "2,000 conditions",
        form(&named(2, |_| json!({ "type": "integer", "title": "t" })), &json!(chain(2000))),
        json!({ "f0": 7 }),
    );
    let deep = json!([{ "if": { "properties": { "f0": { "properties": { "x".repeat(50_000): { "anyOf": (0..500).map(|n| json!({ "const": n })).collect::<Vec<_>>() } } } }, "required": ["f0"] }, "then": {} }]);
    add("a long name in an if", form(&named(1, |_| text(9)), &deep), json!({}));
    let often = json!([{ "if": { "properties": { "f0": { "not": { "contains": { "enum": (0..500).collect::<Vec<_>>() } } } }, "required": ["f0"] }, "then": {} }]);
    let list = json!({ "type": "array", "title": "t", "maxItems": 200, "items": { "type": "integer" } });
    add("contains", form(&json!({ "f0": list }), &often), json!({ "f0": (1000..1200).collect::<Vec<_>>() }));
    for (name, pattern, most, answer) in [
        ("a name", r"^\p{L}+(?:[ '-]\p{L}+)*$", 10_000, "س".repeat(10_000)),
        ("many ways", r"^(?:[a-z]{0,12}[a-y]{0,12}b){1,4}$", 100_000, "a".repeat(100_000)),
        ("letters 20", r"^\p{L}{20}$", 100, "س".repeat(100)),
        ("ways anywhere", r"[a-z]{0,60}[0-9]$", 60_000, "a".repeat(60_000)),
        ("letters anywhere", r"\p{L}{0,12}[0-9]$", 60_000, "س".repeat(60_000)),
        ("two kinds", r"(?:[a-m]|[a-z][a-y]{3}){0,12}[0-9]$", 60_000, "abcdefghijklmnopqrstuvwxyz".repeat(2_300)),
        ("letters and spaces", r"^(?:\p{L}{1,9}[ '-]){0,4}x$", 60_000, "سارة ".repeat(12_000)),
        ("doubling", r"^[ab]*a[ab]{40}$", 60_000, mixed(60_000, 'a', 'b')),
        ("doubling letters", r"^\p{L}*[a-zس]\p{L}{12}$", 60_000, mixed(60_000, 'س', 'ر')),
    ] {
        let one = json!({ "type": "string", "title": "t", "maxLength": most, "pattern": pattern });
        let look = pattern.to_owned();
        add(
            &format!("{name}: {}", look.chars().take(12).collect::<String>()),
            form(&json!({ "f0": one }), &json!([])),
            json!({ "f0": answer }),
        );
    }
    let any = |count: usize, text: &dyn Fn(usize) -> String| {
        let any: Vec<Value> = (0..count).map(|n| json!({ "pattern": text(n) })).collect();
        json!([{ "if": { "properties": { "f0": { "anyOf": any } }, "required": ["f0"] }, "then": {} }])
    };
    let numbers = any(100, &|n| format!("^[0-9]{{4}}-{n}$"));
    add("100 small patterns", form(&named(1, |_| text(2000)), &numbers), json!({ "f0": "1".repeat(2000) }));
    let letters = any(10, &|n| format!(r"^\p{{L}}{{20}}{n}$"));
    add("10 large patterns", form(&named(1, |_| text(2000)), &letters), json!({ "f0": "س".repeat(2000) }));
    let slow = any(8, &|n| format!(r"^(?:[a-z0-9]{{1,40}}[a-y]{{1,40}}{n}){{1,3}}x$"));
    add("8 slow looks", form(&named(1, |_| text(2000)), &slow), json!({ "f0": "a".repeat(2000) }));
    let term = |n: usize| json!({ "field": format!("a/f{n}"), "times": 3 });
    let rows = json!({ "type": "array", "title": "t", "minItems": 0, "maxItems": 200, "items": { "type": "object", "properties": named(30, |_| json!({ "type": "integer", "title": "t" })) } });
    let mut sums = form(&json!({ "a": rows }), &json!([]));
    sums["computed"] = (0..20).map(|n| json!({ "key": format!("k{n}"), "label": "t", "kind": "number", "sum": (0..30).map(term).collect::<Vec<_>>() })).collect();
    let row = named(30, |_| json!(7));
    add("600 terms over rows", sums, json!({ "a": vec![row; 200] }));
    cases
}
