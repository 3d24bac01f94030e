//! `qabul plugin check`: what a component is and wants, and what the desk would have against it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use plugin_host::{HostConfig, Limits, Plugin, PluginHost};
use serde_json::Value;
use server::plugins::Catalog;
use server::trial_runs::{self, turned_away};
use tenants::{PluginCatalog as _, PluginInfo};
use words::verdict::Issue;
use words::{Clock as _, SystemClock};

use super::{say, tables};

const REFUSED: &str = "the server would not take it:";

/// What to look at.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The component.
    file: PathBuf,
    /// The rule tables that its samples are judged with (default: `tables` beside the component).
    #[arg(long)]
    tables: Option<PathBuf>,
}

/// Prints what a component is; fails when the server would not take it.
pub(super) fn check(args: &CheckArgs) -> anyhow::Result<()> {
    let wasm = std::fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    if let Some((id, told)) = turned_away(&wasm) {
        bail!("{REFUSED}\n  {told} ({})", id.as_str());
    }
    let host = PluginHost::new(HostConfig::default())?;
    if let Ok(plugin) = host.load_blocking(&wasm) {
        say(&summary(&plugin, &Limits::default()));
    }
    let catalog = Catalog(host);
    let inspected = catalog.inspect(&wasm);
    let tables = Arc::new(tables::find(&args.file, args.tables.as_deref())?);
    let looking = trial_runs::objections(
        &catalog,
        &wasm,
        inspected.as_deref().map_err(Clone::clone),
        &tables,
        SystemClock.now_ms(),
    );
    let wrong = tokio::runtime::Builder::new_current_thread().build()?.block_on(looking);
    match inspected {
        Ok(info) if wrong.is_empty() => {
            let samples: usize =
                info.documents.iter().filter_map(|(_, form)| form["samples"].as_array()).map(Vec::len).sum();
            say(&format!("{:<8} {samples}, all judged", "samples"));
            say(&entry(&info));
            Ok(())
        }
        inspected => {
            let wrong: Vec<String> = wrong.iter().map(line).collect();
            let missing = inspected.ok().and_then(|info| tables::missing(&info.asks.tables, &tables));
            let hint = missing.map_or_else(String::new, |hint| format!("\n{hint}"));
            bail!("{REFUSED}\n  {}{hint}", wrong.join("\n  "))
        }
    }
}

/// One thing that the desk has against it, as it says it there.
fn line(issue: &Issue) -> String {
    let param = |name: &str| issue.params.get(name).and_then(Value::as_str);
    let named = [("form", ""), ("sample", "sample "), ("pointer", "")];
    let place = named.iter().filter_map(|(name, kind)| param(name).map(|at| format!("{kind}{at}")));
    let place: Vec<String> = place.collect();
    let place = if place.is_empty() { String::new() } else { format!("form {}: ", place.join(", ")) };
    format!("{place}{} ({})", param("message").unwrap_or_default(), issue.code)
}

/// A component in lines that line up.
pub(super) fn summary(plugin: &Plugin, limits: &Limits) -> String {
    let descriptor = plugin.descriptor();
    let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let effects: Vec<String> =
        descriptor.asks.effects.iter().map(|effect| format!("{effect:?}").to_lowercase()).collect();
    let forms: Vec<String> = descriptor
        .forms
        .iter()
        .map(|form| format!("{form} ({} KB)", plugin.document(form).map_or(0, |text| text.len()).div_ceil(1024)))
        .collect();
    [
        ("plugin", format!("{} {}, contract {}", descriptor.id, descriptor.version, descriptor.contract)),
        ("digest", plugin.digest().hex()),
        ("size", format!("{} KB of {} KB", plugin.component_bytes().div_ceil(1024), limits.component_bytes >> 10)),
        ("imports", list(plugin.imports())),
        ("forms", list(&forms)),
        ("tables", list(&descriptor.asks.tables)),
        ("known", list(&descriptor.asks.known)),
        ("effects", list(&effects)),
        (
            "limits",
            format!(
                "{} MB memory, {} M fuel to check, {} M to decide, {} ms",
                limits.memory_bytes >> 20,
                limits.check_fuel / 1_000_000,
                limits.decide_fuel / 1_000_000,
                limits.deadline.as_millis()
            ),
        ),
    ]
    .map(|(name, value)| format!("{name:<8} {value}"))
    .join("\n")
}

/// What switches it on in a bundle, ready to be pasted.
fn entry(info: &PluginInfo) -> String {
    let id = &info.id;
    let grants: Vec<String> =
        [("tables", &info.asks.tables), ("known", &info.asks.known), ("effects", &info.asks.effects)]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(kind, names)| format!("{kind}: [{}]", names.join(", ")))
            .collect();
    let grants = if grants.is_empty() { String::new() } else { format!("    grants: {{ {} }}\n", grants.join(", ")) };
    let forms: String = info.documents.iter().map(|(form, _)| format!("  {form}: {{ plugin: {id} }}\n")).collect();
    let tables = if info.asks.tables.is_empty() { "" } else { ", its tables are tables/<name>.yaml" };
    format!(
        "\nIn a school's bundle it is plugins/{id}.wasm{tables}; in school.yaml:\n\nplugins:\n  {id}:\n    digest: \"{}\"\n{grants}forms:\n{forms}",
        info.digest
    )
}
