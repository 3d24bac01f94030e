//! A component that somebody brings: what it says about itself, its documents, and its rules on its own samples.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use form::{FormDocument, Kind, MAX_SAMPLES, PluginProblem};
use jiff::civil::Date;
use kernel::{MessageId, Refusal};
use serde_json::Value;
use tenants::bundle::MAX_PLUGIN_BYTES;
use tenants::{Grants, PluginInfo, School};
use tokio::time::Instant;
use words::verdict::Issue;

use super::{Rehearsal, Rehearsed, RulesFault};
use crate::service::Inner;

/// What is told of one component.
const MAX_TOLD: usize = 20;
/// What is told of a file that is something else.
const NO_COMPONENT: &str = "The file is no WebAssembly component.";
/// How long the samples of one component may take together: others of the school wait for their turn meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a file is not even looked at: it is too large, or something else.
#[must_use]
pub fn turned_away(file: &[u8]) -> Option<(MessageId, &'static str)> {
    if file.len() as u64 > MAX_PLUGIN_BYTES {
        return Some((MessageId::D001, MessageId::D001.meaning()));
    }
    (!file.starts_with(b"\0asm")).then_some((MessageId::D002, NO_COMPONENT))
}

/// All that the desk has against a component: what keeps it from being used at all, what is wrong with its documents, else what comes to
/// light on their samples. For who looks at one outside of a school, before it is brought to a desk.
pub async fn objections<F: Future<Output = Result<Rehearsed, RulesFault>>>(
    inspected: Result<&PluginInfo, PluginProblem>,
    today: Date,
    rules: impl Fn(&str, Value) -> F,
) -> Vec<Issue> {
    match inspected.map_err(unusable).and_then(documents) {
        Ok(documents) => tried(&documents, today, rules).await,
        Err(issues) => issues,
    }
}

fn unusable(problem: PluginProblem) -> Vec<Issue> {
    vec![Issue::error("/file", problem.code).with("message", problem.message)]
}

impl Inner {
    /// Looks at a component and tries it; S001 with everything that is wrong with it.
    pub async fn try_component(&self, school: &Arc<School>, component: Bytes) -> Result<Arc<PluginInfo>, Refusal> {
        let (registry, held, wasm) = (self.registry.clone(), school.clone(), component.clone());
        let looked = tokio::task::spawn_blocking(move || {
            let info = registry.inspect_plugin(&wasm).map_err(unusable)?;
            let grants = grants_for(&held, &info);
            Ok((documents(&info)?, grants, info))
        });
        let wrong = |issues: Vec<Issue>| Refusal::new(MessageId::S001).errors(issues);
        let (documents, grants, info) = looked.await.map_err(Refusal::internal)?.map_err(wrong)?;
        let now_ms = self.clock.now_ms();
        let issues = tried(&documents, school.today(now_ms), |form, values| {
            let asked = Rehearsal {
                school: school.clone(),
                component: component.clone(),
                grants: grants.clone(),
                form: form.to_owned(),
                values,
                decide: true,
                now_ms,
            };
            let rules = self.rules.clone();
            async move { rules.rehearse(asked).await }
        })
        .await;
        if issues.is_empty() { Ok(info) } else { Err(wrong(issues)) }
    }
}

/// What comes to light on the samples of all forms, which share one time.
async fn tried<F: Future<Output = Result<Rehearsed, RulesFault>>>(
    documents: &[(String, Arc<FormDocument>)],
    today: Date,
    rules: impl Fn(&str, Value) -> F,
) -> Vec<Issue> {
    let until = Instant::now() + PATIENCE;
    let mut issues = Vec::new();
    for (form, document) in documents {
        for name in document.sample_names().take(MAX_SAMPLES) {
            let Some(values) = document.sample(Some(name), today) else { continue };
            let about = |issue: Issue| issue.with("form", form.as_str()).with("sample", name);
            if Instant::now() >= until {
                let message = format!("the samples before this one took {} s together", PATIENCE.as_secs());
                issues.push(about(Issue::error("/file", "timeout").with("message", message)));
            } else {
                match rules(form, document.prune(&document.normalise(values))).await {
                    Ok(said) => issues.extend(document.codes_without_text(&said).into_iter().map(|code| {
                        let message = format!("the document has no text for `{code}`");
                        about(Issue::error("/file", "codeWithoutText").with("message", message))
                    })),
                    Err(fault) => {
                        issues.push(about(Issue::error("/file", fault.code).with("message", fault.message)));
                    }
                }
            }
            if issues.len() >= MAX_TOLD || Instant::now() >= until && !issues.is_empty() {
                issues.truncate(MAX_TOLD);
                return issues;
            }
        }
    }
    issues
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen forms of twenty samples, each of which takes its time.
    #[tokio::test(start_paused = true)]
    async fn the_samples_of_all_forms_share_one_time() {
        let text = include_str!("../../../../plugins/skeleton/form.json.in");
        let mut document: Value = serde_json::from_str(text).unwrap();
        let sample = document["samples"][0].clone();
        let samples = (0..20).map(|n| {
            let mut sample = sample.clone();
            sample["name"] = format!("sample-{n}").into();
            sample
        });
        document["samples"] = samples.collect();
        let (document, _) = FormDocument::build(&document, Kind::Plugin).unwrap();
        let documents: Vec<_> = (0..16).map(|n| (format!("form-{n}"), document.clone())).collect();
        let today = Date::new(2026, 11, 22).unwrap();
        let asked = std::cell::Cell::new(0);
        let slow = |_: &str, _| {
            asked.set(asked.get() + 1);
            async {
                tokio::time::sleep(Duration::from_millis(500)).await;
                Ok(Rehearsed::default())
            }
        };
        let issues = tried(&documents, today, slow).await;
        assert_eq!((asked.get(), issues.len()), (60, 1), "thirty seconds of them");
        assert_eq!((issues[0].code.as_str(), &issues[0].params["form"]), ("timeout", &"form-3".into()));
        let quick = |_: &str, _| std::future::ready(Ok(Rehearsed::default()));
        assert!(tried(&documents, today, quick).await.is_empty());
        let broken = |_: &str, _| {
            asked.set(asked.get() + 1);
            std::future::ready(Err(RulesFault { code: "trap".into(), message: "it trapped".into() }))
        };
        asked.set(0);
        let issues = tried(&documents, today, broken).await;
        assert_eq!((asked.get(), issues.len()), (MAX_TOLD, MAX_TOLD), "what is told already ends it");
    }
}
