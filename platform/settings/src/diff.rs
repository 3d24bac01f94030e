//! How two states differ: value by value, and as a unified diff of YAML.

use std::fmt::Write as _;

use serde_json::Value;
use tenants::bundle::differ::differences;
use tenants::bundle::{BundleFiles, FileKind, SCHOOL_FILE};

use crate::model::Change;

/// Lines around a change.
const CONTEXT: usize = 3;
/// Work that comparing two files line by line may take; beyond it one file stands whole after the other.
const MOST_WORK: usize = 4_000_000;
/// Most changes that are told.
const MOST_CHANGES: usize = 5_000;
/// Longest diff that is told.
const MOST_TEXT: usize = 1 << 20;

/// Everything that differs. Reads files: off the async threads.
pub(crate) fn compare(from: &BundleFiles, to: &BundleFiles) -> (Vec<Change>, String) {
    let (mut changes, mut text) = (Vec::new(), String::new());
    let mut paths = from.walk();
    paths.extend(to.walk());
    // What guards accounts first: what is told has an end.
    paths.sort_by_cached_key(|path| {
        (path != SCHOOL_FILE && FileKind::of(path) != Some(FileKind::Message), path.clone())
    });
    paths.dedup();
    for path in paths {
        let (before, after) = (value(from, &path), value(to, &path));
        if before == after {
            continue;
        }
        let found = differences(before.as_ref(), after.as_ref(), MOST_CHANGES - changes.len());
        changes.extend(found.into_iter().map(|one| Change {
            file: path.clone(),
            pointer: one.pointer,
            from: one.from,
            to: one.to,
        }));
        if text.len() < MOST_TEXT {
            text.push_str(&unified(&path, before.as_ref(), after.as_ref()));
        }
        if changes.len() == MOST_CHANGES && text.len() >= MOST_TEXT {
            break;
        }
    }
    (changes, text)
}

fn value(files: &BundleFiles, path: &str) -> Option<Value> {
    // A file that cannot be read says so in the check; here it is a file that says nothing.
    files.value(path).unwrap_or_default()
}

fn yaml(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => {
            serde_saphyr::to_string(value).unwrap_or_else(|_| serde_json::to_string_pretty(value).unwrap_or_default())
        }
    }
}

/// A unified diff of one file; empty where nothing differs.
fn unified(path: &str, from: Option<&Value>, to: Option<&Value>) -> String {
    let (before, after) = (yaml(from), yaml(to));
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let steps = script(&old, &new);
    let mut out = String::new();
    let name = |value: Option<&Value>, side: &str| match value {
        Some(_) => format!("{side}/{path}"),
        None => "/dev/null".to_owned(),
    };
    // Writing into a text cannot fail.
    let _ = write!(out, "--- {}\n+++ {}\n", name(from, "a"), name(to, "b"));
    let changed: Vec<usize> = (0..steps.len()).filter(|at| !matches!(steps[*at], Step::Same(..))).collect();
    let mut at = 0;
    while at < changed.len() {
        let mut end = at;
        while end + 1 < changed.len() && changed[end + 1] - changed[end] <= 2 * CONTEXT {
            end += 1;
        }
        let hunk = changed[at].saturating_sub(CONTEXT)..(changed[end] + CONTEXT + 1).min(steps.len());
        write_hunk(&mut out, &steps[hunk], &old, &new);
        at = end + 1;
    }
    if changed.is_empty() { String::new() } else { out }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Same(usize, usize),
    Old(usize, usize),
    New(usize, usize),
}

fn write_hunk(out: &mut String, steps: &[Step], old: &[&str], new: &[&str]) {
    let (first_old, first_new) = match steps.first() {
        Some(Step::Same(o, n) | Step::Old(o, n) | Step::New(o, n)) => (*o, *n),
        None => return,
    };
    let olds = steps.iter().filter(|step| !matches!(step, Step::New(..))).count();
    let news = steps.iter().filter(|step| !matches!(step, Step::Old(..))).count();
    let start = |first: usize, count: usize| if count == 0 { first } else { first + 1 };
    let _ = writeln!(out, "@@ -{},{olds} +{},{news} @@", start(first_old, olds), start(first_new, news));
    for step in steps {
        let _ = match step {
            Step::Same(o, _) => writeln!(out, " {}", old[*o]),
            Step::Old(o, _) => writeln!(out, "-{}", old[*o]),
            Step::New(_, n) => writeln!(out, "+{}", new[*n]),
        };
    }
}

/// The steps from one text to the other, by their longest common subsequence.
fn script(old: &[&str], new: &[&str]) -> Vec<Step> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut steps: Vec<Step> = (0..head).map(|n| Step::Same(n, n)).collect();
    if a.len().saturating_mul(b.len()) > MOST_WORK {
        steps.extend((0..a.len()).map(|n| Step::Old(head + n, head)));
        steps.extend((0..b.len()).map(|n| Step::New(head + a.len(), head + n)));
    } else {
        let width = b.len() + 1;
        let mut common = vec![0u32; (a.len() + 1) * width];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                common[i * width + j] = if a[i] == b[j] {
                    common[(i + 1) * width + j + 1] + 1
                } else {
                    common[(i + 1) * width + j].max(common[i * width + j + 1])
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            if i < a.len() && j < b.len() && a[i] == b[j] {
                steps.push(Step::Same(head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else if i < a.len() && (j == b.len() || common[(i + 1) * width + j] >= common[i * width + j + 1]) {
                steps.push(Step::Old(head + i, head + j));
                i += 1;
            } else {
                steps.push(Step::New(head + i, head + j));
                j += 1;
            }
        }
    }
    let (ends_old, ends_new) = (old.len() - tail, new.len() - tail);
    steps.extend((0..tail).map(|n| Step::Same(ends_old + n, ends_new + n)));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_is_shown_with_the_lines_around_it() {
        let from = json!({ "a": 1, "b": 2, "c": 3, "d": 4, "e": 5 });
        let to = json!({ "a": 1, "b": 2, "c": 30, "d": 4, "e": 5, "f": 6 });
        assert_eq!(
            unified("school.yaml", Some(&from), Some(&to)),
            "--- a/school.yaml\n+++ b/school.yaml\n@@ -1,5 +1,6 @@\n a: 1\n b: 2\n-c: 3\n+c: 30\n d: 4\n e: 5\n+f: 6\n"
        );
        assert_eq!(
            unified("mail/code.en.txt", None, Some(&json!("one\ntwo"))),
            "--- /dev/null\n+++ b/mail/code.en.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n"
        );
        assert_eq!(unified("x", Some(&from), Some(&from)), "");
    }

    #[test]
    fn changes_far_apart_have_hunks_of_their_own() {
        let lines = |changed: bool| -> Value {
            (0..30)
                .map(|n| if changed && (n == 2 || n == 25) { "x".into() } else { format!("line {n}") })
                .collect::<Vec<_>>()
                .join("\n")
                .into()
        };
        let text = unified("mail/code.en.txt", Some(&lines(false)), Some(&lines(true)));
        assert_eq!(text.matches("@@ -").count(), 2, "{text}");
        assert!(text.contains("@@ -23,7 +23,7 @@"), "{text}");
    }
}
