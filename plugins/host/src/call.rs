//! What a call is given. All of it is fixed before the plugin runs, so that a verdict can be replayed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Grants, PluginFault, Report, Tables, bindings::qabul::forms::types};

/// One call: who asks, about which answers, with what the school lets the plugin know.
#[derive(Clone)]
pub struct Call {
    /// Who asks, when, about which form.
    pub context: CallContext,
    /// The answers, a JSON object.
    pub values: String,
    /// A snapshot of the school's rule tables.
    pub tables: Arc<dyn Tables>,
    /// Who is known, found before the call. Only `decide` is told: to `check` nobody is known.
    pub known: Arc<KnownSet>,
    /// What the school granted.
    pub grants: Arc<Grants>,
    /// Told how the call ended, also when nobody waits for its answer any more.
    pub ended: Option<Ended>,
}

/// Hears what a call used, and how it failed if it did.
pub type Ended = Arc<dyn Fn(&Report, Option<&PluginFault>) + Send + Sync>;

/// Who asks, when, about which form.
#[derive(Debug, Clone)]
pub struct CallContext {
    /// The school's id; permits and the breaker go by it.
    pub school: String,
    /// The form.
    pub form: String,
    /// `en` or `ar`.
    pub locale: String,
    /// The step on screen; empty for all of the form.
    pub step: String,
    /// `family`, `staff`, or a role's name.
    pub role: String,
    /// Milliseconds since 1970, UTC.
    pub now_ms: u64,
    /// Today in the school's time zone, ISO.
    pub today: String,
    /// ISO 4217.
    pub currency: String,
}

impl From<&CallContext> for types::Context {
    fn from(context: &CallContext) -> Self {
        Self {
            school: context.school.clone(),
            form: context.form.clone(),
            locale: context.locale.clone(),
            step: context.step.clone(),
            role: context.role.clone(),
            now_ms: context.now_ms,
            today: context.today.clone(),
            currency: context.currency.clone(),
        }
    }
}

/// Values by which the school knows somebody, found (by keyed hash) before the call, and what its records say of what was asked of them
/// ([`words::records`]).
///
/// Values compare by [`words::text::comparable`], so a plugin may ask by any spelling. One that nobody foresaw is told
/// "no", and the question stands in the report's `unanswered`: find those, add them here, and call again.
#[derive(Debug, Clone, Default)]
pub struct KnownSet {
    scores: HashMap<String, HashMap<String, Option<u8>>>,
    records: HashMap<String, HashMap<String, Option<String>>>,
}

impl KnownSet {
    /// Nobody is known, and nothing was looked for.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that somebody is known by this value, and how sure that is (0 to 100).
    pub fn insert(&mut self, kind: &str, value: &str, score: u8) {
        self.put(kind, value, Some(score.min(100)));
    }

    /// Says that this value was looked for and nobody is known by it.
    pub fn insert_unknown(&mut self, kind: &str, value: &str) {
        self.put(kind, value, None);
    }

    /// What the records say of a question, as JSON text; nothing where they hold nothing of it.
    pub fn insert_record(&mut self, table: &str, key: &str, answer: Option<String>) {
        self.records.entry(table.to_owned()).or_default().insert(key.to_owned(), answer);
    }

    /// What the records say of a question; `None` when it was not looked for.
    pub(crate) fn record(&self, table: &str, key: &str) -> Option<Option<String>> {
        self.records.get(table)?.get(key).cloned()
    }

    /// The score of a value; `None` when it was not looked for.
    pub(crate) fn answer(&self, kind: &str, value: &str) -> Option<Option<u8>> {
        self.scores.get(kind)?.get(&words::text::comparable(kind, value)).copied()
    }

    fn put(&mut self, kind: &str, value: &str, score: Option<u8>) {
        self.scores.entry(kind.to_owned()).or_default().insert(words::text::comparable(kind, value), score);
    }
}
