//! `make bench`: what the server does in a second, and what it costs, beside baselines that run in the same minutes on the
//! same machine. It prints and asserts nothing: numbers of a busy machine are no verdict, ratios in one table are.

mod applications;
mod bare;
mod edit;
mod http;
mod inbox;
mod letters;
mod load;
mod pages;
mod server;
mod sql;
mod submissions;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// What a run is told.
pub struct Plan {
    /// The server's binary.
    pub qabul: PathBuf,
    /// The repository.
    pub root: PathBuf,
    /// How many schools are made.
    pub schools: usize,
    /// How long each load runs.
    pub time: Duration,
    /// Rounds of each pair; they alternate, so that a busy minute falls on both.
    pub rounds: usize,
    /// The one part to measure; all when absent.
    only: Option<String>,
}

impl Plan {
    /// Whether a part is to be measured.
    fn wants(&self, part: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == part)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("bare") => bare::serve(args.get(1).context("bare wants a folder")?.into()).await,
        Some("run") => run(&args[1..]).await,
        _ => anyhow::bail!("qabul-bench run QABUL ROOT [--quick] [--only PART] [--write FILE]"),
    }
}

async fn run(args: &[String]) -> Result<()> {
    let quick = args.iter().any(|arg| arg == "--quick");
    let plan = Plan {
        qabul: args.first().context("which qabul?")?.into(),
        root: args.get(1).context("which repository?")?.into(),
        schools: if quick { 200 } else { 10_000 },
        time: Duration::from_millis(if quick { 500 } else { 2_000 }),
        rounds: if quick { 1 } else { 5 },
        only: args.iter().position(|arg| arg == "--only").and_then(|at| args.get(at + 1).cloned()),
    };
    let mut report = table::Report::default();
    if plan.wants("pages") {
        pages::measure(&plan, &mut report).await?;
    }
    if plan.wants("edit") {
        edit::first(&plan, &mut report).await?;
    }
    if plan.wants("checks") {
        submissions::checks(&plan, &mut report).await?;
    }
    if plan.wants("submissions") {
        submissions::durable(&plan, &mut report).await?;
    }
    if plan.wants("postgres") {
        submissions::postgres(&plan, &mut report).await?;
    }
    if plan.wants("inbox") {
        inbox::measure(&plan, &mut report).await?;
    }
    if plan.wants("applications") {
        applications::measure(&plan, &mut report).await?;
    }
    if plan.wants("letters") {
        letters::measure(&plan, &mut report).await?;
    }
    if let Some(at) = args.iter().position(|arg| arg == "--write") {
        let file = args.get(at + 1).context("--write wants a file")?;
        std::fs::write(file, report.page(&plan))?;
    }
    Ok(())
}
