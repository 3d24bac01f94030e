//! A plugin tried on its own samples: an author's last look, and the desk's first.

use jiff::civil::Date;
use serde_json::{Map, Value};
use words::Language;
use words::verdict::{Checked, Decision};

use super::{CODES, FormDocument};

/// What the rules said on one sample; no decision where they refuse the answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rehearsed {
    /// What is wrong, and what follows.
    pub checked: Checked,
    /// Their word.
    pub decision: Option<Decision>,
}

/// Why a component cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct PluginProblem {
    /// Stable name.
    pub code: String,
    /// For the bundle's author.
    pub message: String,
}

/// Samples that are tried: each may use up its time twice over.
pub const MAX_SAMPLES: usize = 40;

/// What came to light on one sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    pub sample: String,
    /// The fault's code (`trap`, `bad_output` …), or `codeWithoutText`.
    pub code: String,
    /// For the plugin's author.
    pub message: String,
}

impl FormDocument {
    /// Tries rules on every sample as it would be on a day: where they fail, and which of their codes have no words.
    pub fn flaws(&self, today: Date, mut rules: impl FnMut(&Value) -> Result<Rehearsed, PluginProblem>) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for name in self.sample_names().take(MAX_SAMPLES) {
            let Some(values) = self.sample(Some(name), today) else { continue };
            let flaw = |code: &str, message| Flaw { sample: name.to_owned(), code: code.to_owned(), message };
            match rules(&self.prune(&self.normalise(values))) {
                Ok(run) => flaws.extend(
                    self.codes_without_text(&run)
                        .into_iter()
                        .map(|code| flaw("codeWithoutText", format!("the document has no text for `{code}`"))),
                ),
                Err(problem) => flaws.push(flaw(&problem.code, problem.message)),
            }
        }
        flaws
    }

    /// Codes of an answer that people would be shown as they are.
    #[must_use]
    pub fn codes_without_text(&self, run: &Rehearsed) -> Vec<String> {
        let mut codes: Vec<&str> = Vec::new();
        let own = |code: &&str| !CODES.contains(code);
        codes.extend(run.checked.errors.iter().map(|issue| issue.code.as_str()).filter(own));
        for computed in &run.checked.computed {
            codes.push(&computed.label_code);
            codes.extend(computed.reason_code.as_deref());
        }
        if let Some(decision) = &run.decision {
            codes.extend(decision.tags.iter().map(String::as_str));
            codes.extend(decision.route.as_deref());
            codes.extend(decision.checklist.iter().map(|wanted| wanted.code.as_str()));
            codes.extend(decision.explain.iter().map(|explain| explain.code.as_str()));
            codes.extend(decision.effects.iter().map(|effect| effect.code.as_str()));
        }
        let known = |texts: &Map<String, Value>, code: &str| texts.contains_key(code);
        let mut missing: Vec<String> = codes
            .into_iter()
            .filter(|code| !Language::ALL.into_iter().all(|language| known(self.texts(language), code)))
            .map(str::to_owned)
            .collect();
        missing.sort();
        missing.dedup();
        missing
    }
}

#[cfg(test)]
mod tests {
    use words::verdict::Issue;

    use super::*;
    use crate::Kind;

    #[test]
    fn each_sample_is_tried_and_its_codes_need_words() {
        let text = include_str!("../../../plugins/skeleton/form.json.in");
        let (document, _) = FormDocument::build(&serde_json::from_str(text).unwrap(), Kind::Plugin).unwrap();
        let today = Date::new(2026, 11, 22).unwrap();
        let run = |codes: &[&str]| {
            let mut run = Rehearsed::default();
            run.checked.errors.extend(codes.iter().map(|code| Issue::error("/dob", *code)));
            run
        };
        let seen = document.flaws(today, |values| {
            assert_eq!(values["child_name"], "Maryam Al Balushi");
            Ok(run(&["no_grade", "required", "too_young"]))
        });
        let flaw =
            |code: &str, message: &str| Flaw { sample: "simple".into(), code: code.into(), message: message.into() };
        assert_eq!(seen, [flaw("codeWithoutText", "the document has no text for `too_young`")]);
        let trap = PluginProblem { code: "trap".into(), message: "it trapped".into() };
        assert_eq!(document.flaws(today, |_| Err(trap.clone())), [flaw("trap", "it trapped")]);
        assert!(document.flaws(today, |_| Ok(run(&["no_grade"]))).is_empty());
    }
}
