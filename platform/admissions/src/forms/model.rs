//! Pure shapes and rules of drafts and submissions.

use kernel::verdict::{Computed, Decision, EffectKind, Explain, Issue, Score, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// How long answers that were never sent are kept, unless the school says less.
pub const DRAFT_DAYS: u32 = 90;
/// Files that one draft may hold.
pub const MAX_FILES: i64 = 40;

/// A file as its family sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UploadView {
    /// The value that stands in the answers.
    pub upload_id: String,
    /// The field that it was given to.
    pub field: String,
    /// Its own name.
    pub name: String,
    /// Its size as stored.
    pub bytes: i64,
    /// What it really is.
    pub media_type: String,
}

/// A draft as its holder sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DraftView {
    /// Opens the draft; shown once to whoever holds it.
    pub token: String,
    /// Counts saves: a save names the one that it is based on.
    pub version: i64,
    /// The form.
    pub form: String,
    /// The form version that the draft is pinned to.
    pub form_version: String,
    /// The answers.
    #[schema(value_type = Object)]
    pub values: Value,
    /// The step that was open.
    pub step: String,
    /// The person's language.
    pub locale: String,
    /// When it is purged.
    pub expires_at: String,
    /// Its files.
    pub uploads: Vec<UploadView>,
    /// The version that the school offers now.
    pub latest_version: Option<String>,
}

/// A mail to send.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mail {
    /// To whom.
    pub to: String,
    /// Subject, one line.
    pub subject: String,
    /// Plain text part.
    pub text: String,
    /// HTML part.
    pub html: String,
    /// Sender's name.
    pub from_name: String,
    /// Sender's address, when the school has its own.
    pub from: Option<String>,
}

/// The rules' word as it is kept with the submission.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
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

/// The reference that a family is told: `ABQ-E26-00017`.
#[must_use]
pub fn reference(school: &str, year: i16, number: i64) -> String {
    let code: String = school.chars().filter(|c| *c != '-').collect::<String>().to_uppercase();
    format!("{code}-E{:02}-{number:05}", year.rem_euclid(100))
}

/// What the staff's search looks in: small letters, Western digits, one line, nothing longer than needed.
#[must_use]
pub fn search_text(reference: &str, person: &str, contact: &[&str]) -> String {
    let mut text = format!("{reference} {person}");
    for part in contact {
        text.push(' ');
        text.push_str(part);
    }
    kernel::text::cut(&kernel::text::western_digits(&kernel::text::one_line(&text)).to_lowercase(), 600)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::verdict::Effect;

    #[test]
    fn references_name_school_year_and_number() {
        assert_eq!(reference("abq", 2026, 17), "ABQ-E26-00017");
        assert_eq!(reference("al-noor", 2100, 123_456), "ALNOOR-E00-123456");
    }

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
