//! The form's own rules, as a double that does what the test says.

use std::sync::Arc;
use std::time::Duration;

use admissions::forms::{FormLogic, LogicCall, LogicFault};
use async_trait::async_trait;
use form::PluginProblem;
use parking_lot::Mutex;
use serde_json::Value;
use tenants::{Asks, PluginCatalog, PluginInfo};
use words::verdict::{Checked, Decision};

/// What the rules do next.
#[derive(Debug, Clone, Default)]
pub struct Script {
    pub checked: Checked,
    pub decided: Decision,
    /// What `decide` says instead when it is told that somebody is known.
    pub decided_on_known: Option<Decision>,
    /// Code of the fault with which `decide` ends when it is told that somebody is known.
    pub fault_on_known: Option<&'static str>,
    /// Code of the fault with which `check` ends.
    pub check_fault: Option<&'static str>,
    /// Code of the fault with which `decide` ends.
    pub decide_fault: Option<&'static str>,
    /// How long each call takes.
    pub takes: Duration,
}

/// The double. Remembers what it was asked.
#[derive(Debug, Default)]
pub struct Rules {
    pub script: Mutex<Script>,
    pub asked: Mutex<Vec<LogicCall>>,
}

impl Rules {
    pub fn play(&self, script: Script) {
        *self.script.lock() = script;
    }

    async fn take(&self, call: LogicCall) -> Script {
        let script = self.script.lock().clone();
        self.asked.lock().push(call);
        tokio::time::sleep(script.takes).await;
        script
    }
}

fn fault(code: &str) -> LogicFault {
    LogicFault { code: code.to_owned() }
}

#[async_trait]
impl FormLogic for Rules {
    async fn check(&self, call: LogicCall) -> Result<Checked, LogicFault> {
        let script = self.take(call).await;
        script.check_fault.map_or(Ok(script.checked), |code| Err(fault(code)))
    }

    async fn decide(&self, call: LogicCall) -> Result<Decision, LogicFault> {
        let is_known = call.known.answers.iter().any(|(_, _, known)| *known);
        let script = self.take(call).await;
        let decided = script.decided_on_known.filter(|_| is_known).unwrap_or(script.decided);
        script.decide_fault.or(script.fault_on_known.filter(|_| is_known)).map_or(Ok(decided), |code| Err(fault(code)))
    }
}

/// Reads "components" that are JSON.
pub struct Catalog;

impl PluginCatalog for Catalog {
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let component: Value = serde_json::from_slice(wasm)
            .map_err(|error| PluginProblem { code: "bad".into(), message: error.to_string() })?;
        let documents = component["documents"].as_object().cloned().unwrap_or_default();
        Ok(Arc::new(PluginInfo {
            id: "rules".into(),
            version: component["version"].as_str().unwrap_or_default().into(),
            contract: "1".into(),
            digest: words::sha256_hex(wasm),
            asks: Asks { effects: vec!["tag".into()], ..Asks::default() },
            documents: documents.into_iter().collect(),
        }))
    }
}
