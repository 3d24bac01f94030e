//! A component that somebody brings: what it says about itself, its documents, and its rules on its own samples.

use std::sync::Arc;

use bytes::Bytes;
use kernel::verdict::{EffectKind, Issue};
use kernel::{MessageId, Refusal};
use serde_json::{Map, Value};
use tenants::form::{CODES, FormDocument, Kind};
use tenants::{Grants, Language, PluginInfo, School};

use super::{Rehearsal, Rehearsed};
use crate::service::Inner;

/// What is told of one component.
const MAX_TOLD: usize = 20;
/// Samples that are tried.
const MAX_SAMPLES: usize = 40;

impl Inner {
    /// Looks at a component and tries it; S001 with everything that is wrong with it.
    pub async fn try_component(&self, school: &Arc<School>, component: Bytes) -> Result<Arc<PluginInfo>, Refusal> {
        let (registry, held, wasm) = (self.registry.clone(), school.clone(), component.clone());
        let looked = tokio::task::spawn_blocking(move || {
            let info = registry
                .inspect_plugin(&wasm)
                .map_err(|problem| vec![Issue::error("/file", problem.code).with("message", problem.message)])?;
            let grants = grants_for(&held, &info);
            Ok((documents(&info)?, grants, info))
        });
        let wrong = |issues: Vec<Issue>| Refusal::new(MessageId::S001).errors(issues);
        let (documents, grants, info) = looked.await.map_err(Refusal::internal)?.map_err(wrong)?;
        let now_ms = self.clock.now_ms();
        let today = school.today(now_ms);
        let mut issues = Vec::new();
        for (form, document) in &documents {
            for name in document.sample_names().take(MAX_SAMPLES) {
                let Some(values) = document.sample(Some(name), today) else { continue };
                let values = document.prune(&document.normalise(values));
                let asked = Rehearsal {
                    school: school.clone(),
                    component: component.clone(),
                    grants: grants.clone(),
                    form: form.clone(),
                    values,
                    decide: true,
                    now_ms,
                };
                let about = |issue: Issue| issue.with("form", form.as_str()).with("sample", name);
                match self.rules.rehearse(asked).await {
                    Ok(said) => issues.extend(wordless(document, &said).into_iter().map(|code| {
                        let message = format!("the document has no text for `{code}`");
                        about(Issue::error("/file", "codeWithoutText").with("message", message))
                    })),
                    Err(fault) => {
                        issues.push(about(Issue::error("/file", fault.code).with("message", fault.message)));
                    }
                }
                if issues.len() >= MAX_TOLD {
                    break;
                }
            }
        }
        issues.truncate(MAX_TOLD);
        if issues.is_empty() { Ok(info) } else { Err(wrong(issues)) }
    }
}

/// Its documents as the forms that they would be.
fn documents(info: &PluginInfo) -> Result<Vec<(String, Arc<FormDocument>)>, Vec<Issue>> {
    let (mut built, mut issues) = (Vec::new(), Vec::new());
    for (form, value) in &info.documents {
        match FormDocument::build(value, Kind::Plugin) {
            Ok((document, _)) => built.push((form.clone(), document)),
            Err(problems) => issues.extend(problems.into_iter().filter(|problem| problem.is_error()).map(|problem| {
                Issue::error("/file", problem.code)
                    .with("form", form.as_str())
                    .with("pointer", problem.pointer)
                    .with("message", problem.message)
            })),
        }
    }
    issues.truncate(MAX_TOLD);
    if issues.is_empty() { Ok(built) } else { Err(issues) }
}

/// What the school lets the plugin of that id do; all that it asks for, where the school has none of it yet.
fn grants_for(school: &School, info: &PluginInfo) -> Grants {
    let mut installed = school.config().plugins.keys().filter_map(|name| school.plugin(name).ok());
    if let Some(plugin) = installed.find(|plugin| plugin.info.id == info.id) {
        return plugin.grants.clone();
    }
    let effect = |name: &String| serde_json::from_value::<EffectKind>(Value::from(name.as_str())).ok();
    Grants {
        tables: info.asks.tables.clone(),
        known: info.asks.known.clone(),
        effects: info.asks.effects.iter().filter_map(effect).collect(),
    }
}

/// Codes of an answer that people would be shown as they are.
fn wordless(document: &FormDocument, said: &Rehearsed) -> Vec<String> {
    let mut codes: Vec<&str> = Vec::new();
    let own = |code: &&str| !CODES.contains(code);
    codes.extend(said.checked.errors.iter().map(|issue| issue.code.as_str()).filter(own));
    for computed in &said.checked.computed {
        codes.push(&computed.label_code);
        codes.extend(computed.reason_code.as_deref());
    }
    if let Some(decision) = &said.decision {
        codes.extend(decision.tags.iter().map(String::as_str));
        codes.extend(decision.route.as_deref());
        codes.extend(decision.checklist.iter().map(|wanted| wanted.code.as_str()));
        codes.extend(decision.explain.iter().map(|explain| explain.code.as_str()));
        codes.extend(decision.effects.iter().map(|effect| effect.code.as_str()));
    }
    let known = |texts: &Map<String, Value>, code: &str| texts.contains_key(code);
    let mut missing: Vec<String> = codes
        .into_iter()
        .filter(|code| !Language::ALL.into_iter().all(|language| known(document.texts(language), code)))
        .map(str::to_owned)
        .collect();
    missing.sort();
    missing.dedup();
    missing
}
