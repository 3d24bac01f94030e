//! A school's rules as a component, a fresh instance for each call, against the same rules run natively.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use plugin_host::{Call, CallContext, Grants, HostConfig, KnownSet, PluginHost, RuleTables};
use plugin_sdk::{FormPlugin as _, NativeHost, testing};

use crate::Plan;
use crate::table::{Report, median};

const TODAY: &str = "2026-11-21";
const CALLS: usize = 400;

/// Measures.
pub fn measure(plan: &Plan, report: &mut Report) -> Result<()> {
    report.section("A check of abq's form");
    let tables = plan.root.join("tenants/schools/abq/tables");
    let wasm = std::fs::read(plan.root.join("plugins/dist/abq.wasm"))?;
    let document = abq::Abq::document("abq").context("no document")?;
    let (_, values) = testing::samples(&document, TODAY).into_iter().next().context("no sample")?;
    let text = values.to_string();

    let native_host = NativeHost::new().with_tables_in(&tables).map_err(|error| anyhow!("{error:?}"))?;
    let context = testing::context("abq", "abq", TODAY, "OMR");

    let host = PluginHost::new(HostConfig::default()).map_err(|error| anyhow!("{error}"))?;
    let plugin = host.load_blocking(&wasm).map_err(|error| anyhow!("{error}"))?;
    let mut rule_tables = RuleTables::new();
    let mut grants = Grants::default();
    for entry in std::fs::read_dir(&tables)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        rule_tables.insert_text(&name, &std::fs::read_to_string(&path)?).map_err(|error| anyhow!("{error:?}"))?;
        grants.tables.insert(name);
    }
    for kind in &plugin.descriptor().asks.known {
        grants.known.insert(kind.clone());
    }
    let call = Call {
        context: CallContext {
            school: "abq".into(),
            form: "abq".into(),
            locale: "en".into(),
            step: String::new(),
            role: "family".into(),
            now_ms: 1_795_000_000_000,
            today: TODAY.into(),
            currency: "OMR".into(),
        },
        values: text.as_str().into(),
        tables: Arc::new(rule_tables),
        known: Arc::new(KnownSet::new()),
        grants: Arc::new(grants),
    };

    let (mut native, mut component) = (Vec::new(), Vec::new());
    for round in 0..=CALLS {
        let began = Instant::now();
        // From the text, as the component has to.
        let parsed: plugin_sdk::Value = serde_json::from_str(&text)?;
        let said = abq::Abq::check(&context, &parsed, &native_host).map_err(|error| anyhow!("{error}"))?;
        let said = serde_json::to_string(&said)?;
        let natively = began.elapsed();
        let began = Instant::now();
        host.check_blocking(&plugin, &call).map_err(|error| anyhow!("{error:?}"))?;
        let inside = began.elapsed();
        // The first call warms both.
        if round > 0 && !said.is_empty() {
            native.push(natively.as_secs_f64() * 1e6);
            component.push(inside.as_secs_f64() * 1e6);
        }
    }
    report.line(&format!("answers of {} bytes, natively, middle", text.len()), &format!("{:.0} µs", median(&native)), "");
    report.line("as a component, a fresh instance each, middle", &format!("{:.0} µs", median(&component)), "");
    report.line("ratio", &format!("{:.1}", median(&component) / median(&native)), "at most 4");
    Ok(())
}
