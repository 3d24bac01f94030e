//! `qabul plugin check`: what a component is and wants.

use std::path::Path;

use anyhow::ensure;
use plugin_host::{Limits, Plugin};

use super::{load, say};

/// Prints what a component is; fails when the server would not take it.
pub(super) fn check(file: &Path) -> anyhow::Result<()> {
    let (_, plugin) = load(file)?;
    say(&summary(&plugin, &Limits::default()));
    let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let id = &plugin.descriptor().id;
    ensure!(name == id, "the file is {name}.wasm but the plugin calls itself {id}: name the file {id}.wasm");
    Ok(())
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
        ("digest", plugin.digest().to_string()),
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
