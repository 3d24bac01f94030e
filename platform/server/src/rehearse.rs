//! The plugin host behind the desk's tries: the same rules, outside of service.

use std::sync::Arc;

use async_trait::async_trait;
use kernel::verdict::Issue;
use plugin_host::{Call, CallContext, KnownSet, PluginHost};
use settings::{Rehearsal, Rehearsed, Rules, RulesFault};

use crate::plugins::{SchoolTables, granted};

/// Tries rules on samples.
#[derive(Clone)]
pub struct Rehearse(pub PluginHost);

#[async_trait]
impl Rules for Rehearse {
    async fn rehearse(&self, asked: Rehearsal) -> Result<Rehearsed, RulesFault> {
        let host = self.0.clone();
        let tried = tokio::task::spawn_blocking(move || rehearse(&host, asked));
        tried.await.map_err(|error| RulesFault { code: "internal".into(), message: error.to_string() })?
    }
}

fn rehearse(host: &PluginHost, asked: Rehearsal) -> Result<Rehearsed, RulesFault> {
    let fault = |code: &str, message: String| RulesFault { code: code.to_owned(), message };
    let plugin = host.load_blocking(&asked.component).map_err(|error| fault(error.code(), error.to_string()))?;
    let call = Call {
        context: CallContext {
            school: asked.school.id().to_string(),
            form: asked.form,
            locale: "en".into(),
            step: String::new(),
            role: "family".into(),
            now_ms: u64::try_from(asked.now_ms).unwrap_or_default(),
            today: asked.school.today(asked.now_ms).to_string(),
            currency: asked.school.config().currency.clone(),
        },
        values: asked.values.to_string(),
        tables: Arc::new(SchoolTables(asked.school.tables())),
        known: Arc::new(KnownSet::new()),
        grants: Arc::new(granted(asked.grants)),
        ended: None,
    };
    let told = |error: plugin_host::CallFault| fault(error.code(), error.to_string());
    let checked = host.rehearse_check(&plugin, &call).map_err(told)?.verdict;
    let decide = asked.decide && !checked.errors.iter().any(Issue::is_error);
    let decision = if decide { Some(host.rehearse_decide(&plugin, &call).map_err(told)?.verdict) } else { None };
    Ok(Rehearsed { checked, decision })
}
