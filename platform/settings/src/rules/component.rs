//! A component that somebody brings: what it says about itself, its documents, and its rules on its own samples.

use std::sync::Arc;

use bytes::Bytes;
use kernel::verdict::Issue;
use kernel::{MessageId, Refusal};
use tenants::form::{FormDocument, Kind, MAX_SAMPLES};
use tenants::{Grants, PluginInfo, School};

use super::Rehearsal;
use crate::service::Inner;

/// What is told of one component.
const MAX_TOLD: usize = 20;

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
                    Ok(said) => issues.extend(document.wordless(&said).into_iter().map(|code| {
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
    info.all_granted()
}
