//! What a form's rules say about answers. The shapes are the plugin contract's (`docs/contracts.md`, section 3), and
//! what the JSON Schema finds is told in the same words.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// How much an issue weighs: an error refuses a submission, a warning only tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Must be mended before the form can be sent.
    Error,
    /// Worth knowing; the form can be sent.
    Warning,
}

/// One thing that is wrong with the answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Issue {
    /// JSON pointer into the answers; empty for the whole.
    pub path: String,
    /// Key of the text that says what is wrong.
    pub code: String,
    /// What the text's holes are filled with.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
    /// Whether it refuses the submission.
    pub severity: Severity,
}

impl Issue {
    /// An error without parameters.
    pub fn error(path: impl Into<String>, code: impl Into<String>) -> Self {
        Self { path: path.into(), code: code.into(), params: Map::new(), severity: Severity::Error }
    }

    /// The same issue with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// Whether it refuses the submission.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Adds what a form's rules found to what its document found: nothing is told twice of one place.
    pub fn join(told: &mut Vec<Self>, found: impl IntoIterator<Item = Self>) {
        for issue in found {
            if !told.iter().any(|known| known.path == issue.path && known.code == issue.code) {
                told.push(issue);
            }
        }
    }
}

/// What sort of value a computed answer is; `docs/contracts.md` gives each one's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Plain text.
    Text,
    /// A key into the form's messages.
    Code,
    /// A number.
    Number,
    /// A number of hundredths.
    Percent,
    /// `{minor, currency}`.
    Money,
    /// ISO date.
    Date,
    /// `[{code, params}]`.
    List,
    /// `{columns: [{label_code, kind}], rows: [[cell]]}`.
    Table,
}

/// Something that the rules worked out from the answers, with its reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Computed {
    /// Stable name within the form.
    pub key: String,
    /// Key of its label.
    pub label_code: String,
    /// How to read `value`.
    pub kind: Kind,
    /// The value, in the shape of `kind`.
    pub value: Value,
    /// Key of the sentence that says why.
    pub reason_code: Option<String>,
    /// What the reason's holes are filled with.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

/// Answer to "are these values right so far?".
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// What is wrong.
    pub errors: Vec<Issue>,
    /// What follows from the answers.
    pub computed: Vec<Computed>,
}

/// Points out of a maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    /// Points reached.
    pub points: i32,
    /// Points that could be reached.
    pub out_of: i32,
}

/// Something the family still has to bring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Wanted {
    /// Key of its text.
    pub code: String,
    /// What the text's holes are filled with.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
    /// ISO date by which it is wanted.
    pub due_on: Option<String>,
}

/// One sentence of why the rules decided as they did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Explain {
    /// Key of the sentence.
    pub code: String,
    /// What its holes are filled with.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

/// What a plugin may ask the host to do. None moves a state, money or a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EffectKind {
    /// Put a tag on the submission.
    Tag,
    /// Send it to a desk.
    Route,
    /// Open a task for staff.
    Task,
    /// Add to the family's checklist.
    Checklist,
    /// Tell somebody.
    Notify,
}

/// One request of a plugin, carried out only when the school granted its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Effect {
    /// What is asked.
    pub kind: EffectKind,
    /// Key of the text.
    pub code: String,
    /// Its parameters.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

/// The rules' word on a submission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// How well it fits.
    pub score: Option<Score>,
    /// Tags for the staff list.
    pub tags: Vec<String>,
    /// The desk it goes to.
    pub route: Option<String>,
    /// What is still missing.
    pub checklist: Vec<Wanted>,
    /// What the host is asked to do.
    pub effects: Vec<Effect>,
    /// Why.
    pub explain: Vec<Explain>,
}

impl Decision {
    /// Takes what goes to the family from another decision on the same answers.
    pub fn take_checklist_of(&mut self, other: Self) {
        self.checklist = other.checklist;
        self.effects.retain(|effect| effect.kind != EffectKind::Checklist);
        self.effects.extend(other.effects.into_iter().filter(|effect| effect.kind == EffectKind::Checklist));
    }
}

/// The rules' word as it is kept with the submission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// How well it fits.
    pub score: Option<Score>,
    /// Tags.
    pub tags: Vec<String>,
    /// The desk.
    pub route: Option<String>,
    /// What is still missing.
    pub checklist: Vec<Wanted>,
    /// Why.
    pub explain: Vec<Explain>,
    /// What followed from the answers.
    pub computed: Vec<Computed>,
    /// Warnings that stood when it was sent.
    pub errors: Vec<Issue>,
    /// Tasks that the rules opened for staff.
    #[serde(default)]
    pub tasks: Vec<Explain>,
}

impl Verdict {
    /// Puts the parts together; granted effects become what they ask for.
    #[must_use]
    pub fn assemble(
        decision: Option<Decision>,
        computed: Vec<Computed>,
        errors: Vec<Issue>,
        missing: Vec<String>,
    ) -> Self {
        let decision = decision.unwrap_or_default();
        let mut verdict = Self {
            score: decision.score,
            tags: decision.tags,
            route: decision.route,
            checklist: decision.checklist,
            explain: decision.explain,
            computed,
            errors,
            tasks: Vec::new(),
        };
        for effect in decision.effects {
            match effect.kind {
                EffectKind::Tag => verdict.tags.push(effect.code),
                EffectKind::Route => verdict.route = Some(effect.code),
                EffectKind::Checklist => {
                    verdict.checklist.push(Wanted { code: effect.code, params: effect.params, due_on: None });
                }
                EffectKind::Task | EffectKind::Notify => {
                    verdict.tasks.push(Explain { code: effect.code, params: effect.params });
                }
            }
        }
        for code in missing {
            if !verdict.checklist.iter().any(|wanted| wanted.code == code) {
                verdict.checklist.push(Wanted { code, params: Map::new(), due_on: None });
            }
        }
        verdict.tags.sort();
        verdict.tags.dedup();
        verdict
    }

    /// Points per 10,000, so that scores of different forms sort beside each other; -1 without a score.
    #[must_use]
    pub fn sort_score(&self) -> i64 {
        match self.score {
            Some(score) if score.out_of > 0 => i64::from(score.points) * 10_000 / i64::from(score.out_of),
            _ => -1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_become_what_they_ask_for() {
        let effect = |kind, code: &str| Effect { kind, code: code.into(), params: Map::new() };
        let decision = Decision {
            tags: vec!["b".into()],
            effects: vec![
                effect(EffectKind::Tag, "a"),
                effect(EffectKind::Tag, "b"),
                effect(EffectKind::Route, "desk"),
                effect(EffectKind::Checklist, "passport"),
                effect(EffectKind::Task, "call"),
            ],
            ..Decision::default()
        };
        let verdict = Verdict::assemble(Some(decision), vec![], vec![], vec!["passport".into(), "photo".into()]);
        assert_eq!(verdict.tags, ["a", "b"]);
        assert_eq!(verdict.route.as_deref(), Some("desk"));
        assert_eq!(verdict.checklist.iter().map(|w| w.code.as_str()).collect::<Vec<_>>(), ["passport", "photo"]);
        assert_eq!(verdict.tasks.len(), 1);
    }

    #[test]
    fn scores_of_different_scales_compare() {
        let of = |points, out_of| Verdict { score: Some(Score { points, out_of }), ..Verdict::default() }.sort_score();
        assert_eq!(of(5, 10), of(50, 100));
        assert_eq!(Verdict::default().sort_score(), -1);
        assert_eq!(of(1, 0), -1);
    }
}
