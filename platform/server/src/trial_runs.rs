//! The plugin host behind the desk's tries: the same rules, outside of service.

use std::sync::Arc;

use async_trait::async_trait;
use form::{PluginProblem, Rehearsed};
use plugin_host::{Call, CallContext, KnownSet, PluginHost};
pub use settings::rules::turned_away;
use settings::{Rules, RulesFault};
use tenants::{PluginCatalog as _, PluginInfo, Rehearsal, Tables};
use words::verdict::Issue;

use crate::plugins::{Catalog, SchoolTables, granted};

/// Tries rules on samples.
#[derive(Clone)]
pub struct Rehearse(pub PluginHost);

#[async_trait]
impl Rules for Rehearse {
    async fn rehearse(&self, asked: settings::Rehearsal) -> Result<Rehearsed, RulesFault> {
        let catalog = Catalog(self.0.clone());
        let tried = tokio::task::spawn_blocking(move || {
            let tried = catalog.rehearse(&Rehearsal {
                wasm: &asked.component,
                grants: asked.grants,
                tables: asked.school.tables(),
                school: asked.school.id().as_str(),
                currency: &asked.school.config().currency,
                form: &asked.form,
                values: &asked.values,
                decide: asked.decide,
                now_ms: asked.now_ms,
                today: asked.school.today(asked.now_ms),
            });
            tried.map_err(fault)
        });
        tried.await.map_err(|error| RulesFault { code: "internal".into(), message: error.to_string() })?
    }
}

/// All that a desk has against a component that no school has yet: with these tables, and all that it asks for granted.
pub async fn objections(
    catalog: &Catalog,
    wasm: &[u8],
    inspected: Result<&PluginInfo, PluginProblem>,
    tables: &Arc<Tables>,
    now_ms: i64,
) -> Vec<Issue> {
    let today = words::clock::timestamp(now_ms).to_zoned(jiff::tz::TimeZone::UTC).date();
    let grants = inspected.as_ref().map(|info| info.all_granted()).unwrap_or_default();
    let rules = |form: &str, values| {
        let asked = Rehearsal {
            wasm,
            grants: grants.clone(),
            tables: tables.clone(),
            school: "demo",
            currency: "OMR",
            form,
            values: &values,
            decide: true,
            now_ms,
            today,
        };
        std::future::ready(catalog.rehearse(&asked).map_err(fault))
    };
    settings::rules::objections(inspected, today, rules).await
}

fn fault(PluginProblem { code, message }: PluginProblem) -> RulesFault {
    RulesFault { code, message }
}

/// One try, on this thread.
pub(crate) fn rehearse(host: &PluginHost, asked: &Rehearsal<'_>) -> Result<Rehearsed, PluginProblem> {
    let problem = |code: &str, message: String| PluginProblem { code: code.to_owned(), message };
    let plugin = host.load_blocking(asked.wasm).map_err(|error| problem(error.code(), error.to_string()))?;
    let call = Call {
        context: CallContext {
            school: asked.school.to_owned(),
            form: asked.form.to_owned(),
            locale: "en".into(),
            step: String::new(),
            role: "family".into(),
            now_ms: u64::try_from(asked.now_ms).unwrap_or_default(),
            today: asked.today.to_string(),
            currency: asked.currency.to_owned(),
        },
        values: asked.values.to_string(),
        tables: Arc::new(SchoolTables(asked.tables.clone())),
        known: Arc::new(KnownSet::new()),
        grants: Arc::new(granted(asked.grants.clone())),
        ended: None,
    };
    let told = |error: plugin_host::CallFault| problem(error.code(), error.to_string());
    let checked = host.rehearse_check(&plugin, &call).map_err(told)?.verdict;
    let decide = asked.decide && !checked.errors.iter().any(Issue::is_error);
    let decision = if decide { Some(host.rehearse_decide(&plugin, &call).map_err(told)?.verdict) } else { None };
    Ok(Rehearsed { checked, decision })
}
