//! What a form's rules say about answers, and their word as it is kept with a submission. The types that plugins speak in are
//! those of the SDK (`plugins/verdict`).

use serde::{Deserialize, Serialize};
use serde_json::Map;
use utoipa::ToSchema;

pub use ::verdict::{Checked, Computed, Decision, Effect, EffectKind, Explain, Issue, Kind, Score, Severity, Wanted};

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
    /// Those of the tasks that somebody is told of at once. Kept nowhere: they have been told of when the verdict is read again.
    #[serde(skip)]
    pub notices: Vec<Explain>,
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
            notices: Vec::new(),
        };
        for effect in decision.effects {
            match effect.kind {
                EffectKind::Tag => verdict.tags.push(effect.code),
                EffectKind::Route => verdict.route = Some(effect.code),
                EffectKind::Checklist => {
                    verdict.checklist.push(Wanted { code: effect.code, params: effect.params, due_on: None });
                }
                EffectKind::Task => verdict.tasks.push(Explain { code: effect.code, params: effect.params }),
                EffectKind::Notify => {
                    let notice = Explain { code: effect.code, params: effect.params };
                    verdict.notices.push(notice.clone());
                    verdict.tasks.push(notice);
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
                effect(EffectKind::Notify, "tell"),
            ],
            ..Decision::default()
        };
        let verdict = Verdict::assemble(Some(decision), vec![], vec![], vec!["passport".into(), "photo".into()]);
        assert_eq!(verdict.tags, ["a", "b"]);
        assert_eq!(verdict.route.as_deref(), Some("desk"));
        assert_eq!(verdict.checklist.iter().map(|w| w.code.as_str()).collect::<Vec<_>>(), ["passport", "photo"]);
        let codes = |asked: &[Explain]| asked.iter().map(|one| one.code.clone()).collect::<Vec<_>>();
        assert_eq!(
            (codes(&verdict.tasks), codes(&verdict.notices)),
            (vec!["call".into(), "tell".into()], vec!["tell".to_owned()])
        );
    }

    #[test]
    fn scores_of_different_scales_compare() {
        let of = |points, out_of| Verdict { score: Some(Score { points, out_of }), ..Verdict::default() }.sort_score();
        assert_eq!(of(5, 10), of(50, 100));
        assert_eq!(Verdict::default().sort_score(), -1);
        assert_eq!(of(1, 0), -1);
    }
}
