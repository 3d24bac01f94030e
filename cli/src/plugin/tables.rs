//! The rule tables that a plugin is tried with: read as a bundle's are, so that what passes here passes there.

use std::path::Path;

use anyhow::{Context as _, bail};
use tenants::Tables;

/// The tables of a folder; without one those beside the component, where there are any.
pub(super) fn find(component: &Path, folder: Option<&Path>) -> anyhow::Result<Tables> {
    let beside = component.with_file_name("tables");
    let Some(folder) = folder.or_else(|| beside.is_dir().then_some(&*beside)) else { return Ok(Tables::default()) };
    let (tables, problems) =
        Tables::of_folder(folder).with_context(|| format!("cannot read the tables in {}", folder.display()))?;
    if problems.is_empty() {
        return Ok(tables);
    }
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    bail!("a bundle would not take these tables:\n  {}", problems.join("\n  "))
}

/// What to do about tables that a plugin asks for and that are not there.
pub(super) fn missing(asked: &[String], tables: &Tables) -> Option<String> {
    let missing: Vec<&str> = asked.iter().map(String::as_str).filter(|name| !tables.has(name)).collect();
    if missing.is_empty() {
        return None;
    }
    let names = missing.join(", ");
    Some(format!("it asks for tables that are not there ({names}): name their folder with --tables"))
}
