//! The hook for a form's own rules. The server puts the plugin host behind it; this room knows no WebAssembly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use kernel::Refusal;
use kernel::caller::SchoolScope;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tenants::School;
use utoipa::ToSchema;
use words::Language;
use words::verdict::{Checked, Decision};

use super::Forms;

/// Which code a form's rules are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PluginPin {
    /// Name in the school's bundle; not told to families.
    #[serde(default)]
    pub name: String,
    /// The plugin's own id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of the component.
    pub digest: String,
}

/// One question to a form's rules.
#[derive(Debug, Clone)]
pub struct LogicCall {
    /// The school, whose tables and grants hold.
    pub school: Arc<School>,
    /// The rules that the answers are pinned to.
    pub plugin: PluginPin,
    /// Their component, when it is not the one that the bundle has now.
    pub component: Option<Arc<[u8]>>,
    pub form: String,
    /// The person's language.
    pub locale: Language,
    /// The step being filled in; empty for all.
    pub step: String,
    /// Who fills in: `family` or `staff`.
    pub role: &'static str,
    /// Frozen time.
    pub now_ms: i64,
    /// The school's date.
    pub today: jiff::civil::Date,
    /// The answers: normalised and pruned.
    pub values: Value,
    /// Which people's values the school knows already.
    pub known: Known,
}

/// Answers "is this known here?": what the answers themselves name is found beforehand, the rest when it is asked.
///
/// What a family sees must not depend on who else has applied. So `check` is asked with nobody known; `decide` is told, and
/// of what it says the checklist, which the family gets, is taken from a call to which nobody was known.
#[derive(Clone, Default)]
pub struct Known {
    /// `(kind, value, known)` of the answers' own values.
    pub answers: Vec<(String, String, bool)>,
    /// Where the rest is looked for; absent where nobody is known.
    among: Option<Among>,
    asked: Arc<AtomicBool>,
}

/// What is asked about, for a form of a school.
#[derive(Clone)]
pub(super) struct Among {
    pub forms: Forms,
    pub scope: SchoolScope,
    pub school: Arc<School>,
    pub form: String,
}

impl Known {
    /// Nobody is known.
    pub(super) fn nobody() -> Self {
        Self::default()
    }

    /// Those whom the school's earlier submissions name.
    pub(super) fn among(among: Among, answers: Vec<(String, String, bool)>) -> Self {
        let asked = Arc::new(AtomicBool::new(!answers.is_empty()));
        Self { answers, among: Some(among), asked }
    }

    /// Looks for values that the rules asked by; `(kind, value, known)` of each.
    pub async fn find(&self, asked: Vec<(String, String)>) -> Result<Vec<(String, String, bool)>, LogicFault> {
        let Some(among) = &self.among else {
            return Ok(asked.into_iter().map(|(kind, value)| (kind, value, false)).collect());
        };
        let found = among.forms.known_among(&among.scope, asked).await.map_err(|refusal| among.lost(&refusal))?;
        self.asked.store(true, Ordering::Relaxed);
        Ok(found)
    }

    /// What the school's records say of questions (table, key) to them ([`words::records`]): JSON text, or nothing.
    pub async fn tell(
        &self,
        asked: Vec<(String, String)>,
    ) -> Result<Vec<(String, String, Option<String>)>, LogicFault> {
        let Some(among) = &self.among else {
            return Ok(asked.into_iter().map(|(table, key)| (table, key, None)).collect());
        };
        let mut told = Vec::with_capacity(asked.len());
        for (table, key) in asked {
            let answer = among.answer(&table, &key).await.map_err(|refusal| among.lost(&refusal))?;
            told.push((table, key, answer));
        }
        self.asked.store(true, Ordering::Relaxed);
        Ok(told)
    }

    /// Whether anybody was looked for, whoever was found: what it takes to answer is then the same.
    pub(super) fn was_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Among {
    fn lost(&self, refusal: &Refusal) -> LogicFault {
        tracing::error!(school = %self.scope.id(), %refusal, "what rules ask of the school cannot be looked up");
        LogicFault { code: "lookup".into() }
    }
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Known").field("answers", &self.answers.len()).finish_non_exhaustive()
    }
}

/// The rules gave no answer. The submission is taken all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code}")]
pub struct LogicFault {
    /// Stable code: `timeout`, `memory-limit`, `trap`, `busy` …
    pub code: String,
}

/// A form's own rules.
#[async_trait]
pub trait FormLogic: Send + Sync {
    /// What is wrong with the answers, and what follows from them.
    async fn check(&self, call: LogicCall) -> Result<Checked, LogicFault>;
    /// The rules' word on a submission. Effects that the school did not grant are already dropped.
    async fn decide(&self, call: LogicCall) -> Result<Decision, LogicFault>;
}
