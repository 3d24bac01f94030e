//! Whether what a document says of audiences holds together: a sentence that a family reads has to be true of every field below it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use words::problem::{Problem, child};

use super::Kind;
use super::audience::is_audience;
use super::field::{self, AUDIENCE};
use super::raw::RawDocument;

/// An audience's id.
pub(super) fn id(text: &str, at: &str, problems: &mut Vec<Problem>) {
    if !is_audience(text) {
        let problem = Problem::new(at, "badAudience", format!("`{text}` cannot be an audience"));
        problems.push(problem.hint("small letters, digits and `_`, a letter first: an audience of school.yaml"));
    }
}

pub(super) fn audiences(raw: &RawDocument, kind: Kind, problems: &mut Vec<Problem>) {
    let mut of: BTreeMap<&str, &str> = BTreeMap::new();
    for step in &raw.steps {
        for name in &step.fields {
            let own = raw.ui.get(name).and_then(|ui| ui.get(AUDIENCE)).and_then(Value::as_str);
            if let (Some(own), Some(steps)) = (own, step.audience.as_deref())
                && own != steps
            {
                let at = child(&child("/ui", name), AUDIENCE);
                let problem = Problem::new(at, "badAudience", format!("its step is for `{steps}` alone"));
                problems.push(problem.hint("one step is read by one audience, or each of its fields says by whom"));
            }
            if let Some(audience) = own.or(step.audience.as_deref()) {
                of.insert(name, audience);
            }
        }
    }
    conditions(raw, &of, problems);
    let named: BTreeSet<&str> = of.values().copied().collect();
    made(raw, &named, kind, problems);
}

/// What shows only where a withheld answer is this one tells it.
fn conditions(raw: &RawDocument, of: &BTreeMap<&str, &str>, problems: &mut Vec<Problem>) {
    for (index, branch) in raw.schema.get("allOf").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let mut asked = BTreeSet::new();
        asked_of(branch.get("if"), &mut asked);
        for (name, _) in field::properties(branch.get("then")) {
            let reader = of.get(name.as_str());
            for (other, audience) in asked.iter().filter_map(|other| Some((other, of.get(other)?))) {
                if reader != Some(audience) {
                    let at = child(&format!("/schema/allOf/{index}/then/properties"), name);
                    let message = format!("`{name}` shows by the answer to `{other}`, which `{audience}` alone reads");
                    let problem = Problem::key(at, "audienceCondition", message);
                    problems.push(problem.hint(format!("write \"{AUDIENCE}\": \"{audience}\" in its ui")));
                }
            }
        }
    }
}

fn asked_of<'v>(test: Option<&'v Value>, asked: &mut BTreeSet<&'v str>) {
    asked.extend(field::properties(test).map(|(name, _)| name.as_str()));
    for key in ["anyOf", "allOf"] {
        let tests = test.and_then(|test| test.get(key)).and_then(Value::as_array);
        tests.into_iter().flatten().for_each(|test| asked_of(Some(test), asked));
    }
}

/// What rules make of such answers: of an audience that there is, in codes that have words, each of one audience.
fn made(raw: &RawDocument, named: &BTreeSet<&str>, kind: Kind, problems: &mut Vec<Problem>) {
    let mut known: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (audience, made) in &raw.audiences {
        let at = child("/audiences", audience);
        id(audience, &at, problems);
        // What a school leaves out of a plugin's form may have been all that was for one audience.
        if !named.contains(audience.as_str()) && kind != Kind::Arranged {
            problems.push(Problem::key(&*at, "badAudience", format!("no step and no field is for `{audience}`")));
        }
        for (list, codes) in [("tags", &made.tags), ("codes", &made.codes), ("computed", &made.computed)] {
            for (index, code) in codes.iter().enumerate() {
                let at = format!("{at}/{list}/{index}");
                let is_known = match list {
                    "computed" => kind != Kind::Declarative || raw.computed.iter().any(|total| total.key == *code),
                    _ => raw.texts.en.contains_key(code),
                };
                if !is_known {
                    problems.push(Problem::new(at, "unknownCode", format!("nothing is called `{code}`")));
                } else if !known.insert((list, code)) {
                    problems.push(Problem::new(at, "duplicate", format!("`{code}` is said to be another's already")));
                }
            }
        }
    }
}
