//! The plugin host behind the two hooks that other rooms state: the bundles' catalogue and the forms' rules.

use std::sync::Arc;

use admissions::forms::{FormLogic, LogicCall, LogicFault};
use async_trait::async_trait;
use form::{PluginProblem, Rehearsed};
use kernel::{MessageId, Refusal};
use plugin_host::{
    Answer, Call, CallContext, CallFault, Digest, Ended, Grants, KnownSet, Plugin, PluginHost, Report, TableError,
};
use settings::{Calls, Tally};
use tenants::{Asks, LookupError, PluginCatalog, PluginInfo, Rehearsal, Tables};
use words::verdict::{Checked, Decision, EffectKind};

/// What bundles' components say about themselves.
#[derive(Clone)]
pub struct Catalog(pub PluginHost);

impl PluginCatalog for Catalog {
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let problem = |code: &str, message: String| PluginProblem { code: code.to_owned(), message };
        let plugin = self.0.load_blocking(wasm).map_err(|error| problem(error.code(), error.to_string()))?;
        let descriptor = plugin.descriptor();
        let mut documents = Vec::new();
        for form in &descriptor.forms {
            let text =
                plugin.document(form).ok_or_else(|| problem("no_document", format!("form {form} has no document")))?;
            let document = serde_json::from_str(&text)
                .map_err(|error| problem("bad_document", format!("form {form}: {error}")))?;
            documents.push((form.clone(), document));
        }
        Ok(Arc::new(PluginInfo {
            id: descriptor.id.clone(),
            version: descriptor.version.clone(),
            contract: descriptor.contract.clone(),
            digest: words::sha256_hex(wasm),
            asks: Asks {
                tables: descriptor.asks.tables.clone(),
                known: descriptor.asks.known.clone(),
                effects: descriptor.asks.effects.iter().map(|kind| effect_name(*kind).to_owned()).collect(),
            },
            documents,
        }))
    }

    fn rehearse(&self, asked: &Rehearsal<'_>) -> Result<Rehearsed, PluginProblem> {
        crate::trial_runs::rehearse(&self.0, asked)
    }
}

/// An effect's name, as bundles and plugins write it.
fn effect_name(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Tag => "tag",
        EffectKind::Route => "route",
        EffectKind::Task => "task",
        EffectKind::Checklist => "checklist",
        EffectKind::Notify => "notify",
    }
}

/// The forms' own rules, run by the plugin host; every call is counted.
#[derive(Clone)]
pub struct Logic {
    /// The host.
    pub host: PluginHost,
    /// Calls that are not written down yet.
    pub calls: Arc<Tally>,
}

/// A school's tables, as a plugin reads them.
pub struct SchoolTables(pub Arc<Tables>);

/// What a school lets a plugin do, as the host asks for it.
pub(crate) fn granted(grants: tenants::Grants) -> Grants {
    Grants {
        tables: grants.tables.into_iter().collect(),
        known: grants.known.into_iter().collect(),
        effects: grants.effects.into_iter().collect(),
    }
}

impl plugin_host::Tables for SchoolTables {
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<String>, TableError> {
        match self.0.lookup(table, key, as_of) {
            Ok(found) => Ok(found.map(str::to_owned)),
            Err(LookupError::UnknownTable) => Err(TableError::Unknown),
            Err(error) => Err(TableError::Failed(error.to_string())),
        }
    }
}

impl Logic {
    /// The plugin that the answers are pinned to: in memory, kept beside the draft, or the bundle's.
    async fn plugin(&self, asked: &LogicCall) -> Result<Arc<Plugin>, LogicFault> {
        let failed = |code: &str| LogicFault { code: code.to_owned() };
        let digest = digest(&asked.plugin.digest).ok_or_else(|| failed("missing"))?;
        // What lies in memory may be another school's: only what this one has itself is taken from there by its digest alone.
        let bundled = asked.school.plugin_if_ready(&asked.plugin.name).and_then(Result::ok);
        if asked.component.is_none()
            && bundled.is_some_and(|bundled| bundled.info.digest == asked.plugin.digest)
            && let Some(plugin) = self.host.loaded_for(asked.school.id().as_str(), digest)
        {
            return Ok(plugin);
        }
        let (host, component, name) = (self.host.clone(), asked.component.clone(), asked.plugin.name.clone());
        let loading = asked.school.built(None, move |school| {
            let id = school.id().as_str();
            match component {
                Some(component) => Some(host.load_for(id, &component)),
                None => Some(host.load_for(id, &school.plugin(&name).ok()?.wasm)),
            }
        });
        let plugin = loading.await.map_err(unbuilt)?.ok_or_else(|| failed("missing"))?.map_err(|error| {
            tracing::error!(school.id = %asked.school.id(), %error, "a form's rules cannot be loaded");
            failed(error.code())
        })?;
        // The pin says which rules judge these answers; others are not asked in their stead.
        if plugin.digest() == digest { Ok(plugin) } else { Err(failed("missing")) }
    }

    async fn prepare(&self, asked: &LogicCall) -> Result<(Arc<Plugin>, Call), LogicFault> {
        let plugin = self.plugin(asked).await?;
        let tables = asked.school.built(asked.school.tables_if_ready(), |school| school.tables()).await;
        let tables = tables.map_err(unbuilt)?;
        let config = asked.school.config();
        let grants = config.plugins.get(&asked.plugin.name).map(|plugin| plugin.grants.clone()).unwrap_or_default();
        let context = CallContext {
            school: asked.school.id().to_string(),
            form: asked.form.clone(),
            locale: asked.locale.as_str().to_owned(),
            step: asked.step.clone(),
            role: asked.role.to_owned(),
            now_ms: u64::try_from(asked.now_ms).unwrap_or_default(),
            today: asked.today.to_string(),
            currency: config.currency.clone(),
        };
        let call = Call {
            context,
            values: asked.values.to_string(),
            tables: Arc::new(SchoolTables(tables)),
            known: Arc::new(known_set(&asked.known.answers, &[])),
            grants: Arc::new(granted(grants)),
            ended: self.counter(asked),
        };
        Ok((plugin, call))
    }

    /// What counts a call when it has ended. Looking at a draft is nobody's application.
    fn counter(&self, asked: &LogicCall) -> Option<Ended> {
        if asked.school.is_trial() {
            return None;
        }
        let (calls, school) = (self.calls.clone(), asked.school.id().clone());
        let (plugin, day) = (asked.plugin.name.clone(), asked.today.to_string());
        Some(Arc::new(move |report, fault| {
            let micros = u64::try_from(report.elapsed.as_micros()).unwrap_or(u64::MAX);
            let failures = u64::from(fault.is_some());
            calls.note(&school, &plugin, &day, Calls { calls: 1, failures, fuel: report.fuel, micros });
        }))
    }

    /// Asks; where the rules asked about what nobody had looked for, looks for it and asks again. A plugin runs
    /// without I/O, so its questions are answered between two runs and not in the middle of one.
    async fn ask<T, A>(
        &self,
        asked: LogicCall,
        function: impl Fn(PluginHost, Arc<Plugin>, Call) -> A,
    ) -> Result<T, LogicFault>
    where
        A: Future<Output = Result<Answer<T>, CallFault>>,
    {
        let (plugin, mut call) = self.prepare(&asked).await?;
        let (mut known, mut records) = (asked.known.answers.clone(), Vec::new());
        for round in 0.. {
            let answer = function(self.host.clone(), plugin.clone(), call.clone())
                .await
                .map_err(|error| fault(&call, &error))?;
            let Report { unanswered, unanswered_records, .. } = answer.report;
            if (unanswered.is_empty() && unanswered_records.is_empty()) || round == ROUNDS {
                return Ok(answer.verdict);
            }
            known.extend(asked.known.find(unanswered).await?);
            records.extend(asked.known.tell(unanswered_records).await?);
            call.known = Arc::new(known_set(&known, &records));
        }
        Err(LogicFault { code: "internal".into() })
    }
}

/// How often the rules are asked again: each answer may lead to one more question.
const ROUNDS: usize = 3;

fn known_set(answers: &[(String, String, bool)], records: &[(String, String, Option<String>)]) -> KnownSet {
    let mut set = KnownSet::new();
    for (table, key, answer) in records {
        set.insert_record(table, key, answer.clone());
    }
    for (kind, value, known) in answers {
        if *known {
            set.insert(kind, value, 100);
        } else {
            set.insert_unknown(kind, value);
        }
    }
    set
}

fn digest(hex: &str) -> Option<Digest> {
    let bytes = data_encoding::HEXLOWER.decode(hex.as_bytes()).ok()?;
    Some(Digest(bytes.try_into().ok()?))
}

/// Rules that were not loaded: the school's turn did not come.
fn unbuilt(refusal: Refusal) -> LogicFault {
    LogicFault { code: if refusal.id() == MessageId::R012 { "busy" } else { "internal" }.into() }
}

fn fault(call: &Call, error: &CallFault) -> LogicFault {
    let CallContext { school, form, .. } = &call.context;
    tracing::warn!(
        school.id = school,
        form,
        code = error.code(),
        fuel = error.report.fuel,
        "a form's rules gave no answer"
    );
    LogicFault { code: error.code().to_owned() }
}

#[async_trait]
impl FormLogic for Logic {
    async fn check(&self, asked: LogicCall) -> Result<Checked, LogicFault> {
        self.ask(asked, |host, plugin, call| async move { host.check(&plugin, call).await }).await
    }

    async fn decide(&self, asked: LogicCall) -> Result<Decision, LogicFault> {
        self.ask(asked, |host, plugin, call| async move { host.decide(&plugin, call).await }).await
    }
}
