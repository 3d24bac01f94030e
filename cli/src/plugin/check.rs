//! `qabul plugin check`: what a component is and wants, and what the desk would have against it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;
use form::{FormDocument, Kind};
use plugin_host::{Limits, Plugin};
use server::plugins::Catalog;
use tenants::{PluginCatalog as _, PluginInfo, Rehearsal, Tables};
use words::{Clock as _, SystemClock};

use super::{load, say, tables};

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
    let (host, plugin) = load(&args.file)?;
    say(&summary(&plugin, &Limits::default()));
    let wasm = std::fs::read(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let catalog = Catalog(host);
    let info = catalog.inspect(&wasm)?;
    let tables = Arc::new(tables::find(&args.file, args.tables.as_deref())?);
    let (samples, wrong) = flaws(&catalog, &wasm, &info, &tables);
    if wrong.is_empty() {
        say(&format!("{:<8} {samples}, all judged", "samples"));
        say(&entry(&info));
        return Ok(());
    }
    let hint = tables::missing(&info.asks.tables, &tables).map_or_else(String::new, |hint| format!("\n{hint}"));
    bail!("the server would not take it:\n  {}{hint}", wrong.join("\n  "))
}

/// What is wrong with its documents, or comes to light on their samples; and how many samples there are.
fn flaws(catalog: &Catalog, wasm: &[u8], info: &PluginInfo, tables: &Arc<Tables>) -> (usize, Vec<String>) {
    let now_ms = SystemClock.now_ms();
    let today = words::clock::timestamp(now_ms).to_zoned(jiff::tz::TimeZone::UTC).date();
    let (mut samples, mut wrong) = (0, Vec::new());
    for (form, document) in &info.documents {
        let document = match FormDocument::build(document, Kind::Plugin) {
            Ok((document, _)) => document,
            Err(problems) => {
                let told = problems.iter().filter(|problem| problem.is_error());
                wrong.extend(told.map(|p| format!("form {form}, {}: {} ({})", p.pointer, p.message, p.code)));
                continue;
            }
        };
        samples += document.sample_names().count();
        let flaws = document.flaws(today, |values| {
            catalog.rehearse(&Rehearsal {
                wasm,
                grants: info.all_granted(),
                tables: tables.clone(),
                school: "demo",
                currency: "OMR",
                form,
                values,
                decide: true,
                now_ms,
                today,
            })
        });
        wrong.extend(
            flaws.iter().map(|flaw| format!("form {form}, sample {}: {} ({})", flaw.sample, flaw.message, flaw.code)),
        );
    }
    (samples, wrong)
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
