//! `qabul audit`: who did what in a school, the latest last, as one reads a log.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;
use identity::journal::{AuditFilter, AuditItem, moment};

use crate::options::Options;
use crate::serve::runtime;
use crate::user::{Desk, said};

/// `qabul audit`
#[derive(Args)]
pub struct AuditCommand {
    /// The school's id
    #[arg(long)]
    school: String,
    /// A person's address or id, system, or anonymous
    #[arg(long, default_value = "")]
    actor: String,
    /// An action such as session.open, or a group such as session.
    #[arg(long, default_value = "")]
    action: String,
    /// First moment: a day in the school's time zone, or ISO 8601
    #[arg(long)]
    from: Option<String>,
    /// Last moment: a day, which is in it, or ISO 8601, which is not
    #[arg(long)]
    to: Option<String>,
    /// How many entries, the latest ones
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(options: Options, command: &AuditCommand) -> Result<ExitCode> {
    let config = options.config()?;
    runtime()?.block_on(async {
        let desk = Desk::open(&config, &command.school).await?;
        let outcome = show(&desk, command).await;
        desk.db.close().await;
        outcome?;
        Ok(ExitCode::SUCCESS)
    })
}

async fn show(desk: &Desk<'_>, command: &AuditCommand) -> Result<()> {
    let zone = desk.school.time_zone();
    let at = |text: &Option<String>, is_end: bool| {
        let moment = text.as_deref().map(|text| moment(text, zone, is_end)).transpose();
        moment.map_err(|_| anyhow!("a moment is a day such as 2026-11-21, or ISO 8601 with its offset"))
    };
    let actor = match command.actor.contains('@') {
        true => desk.identity.find(&desk.caller, &command.actor).await.map_err(said)?.id,
        false => command.actor.clone(),
    };
    let filter = AuditFilter {
        actor,
        action: command.action.clone(),
        from: at(&command.from, false)?,
        to: at(&command.to, true)?,
        ..AuditFilter::default()
    };
    let limit = usize::try_from(command.limit).unwrap_or(usize::MAX);
    let (mut items, mut cursor) = (Vec::new(), None::<String>);
    while items.len() < limit {
        let size = u32::try_from((limit - items.len()).min(500)).unwrap_or(500);
        let page = desk.identity.audit(&desk.caller, &filter, cursor.as_deref(), Some(size)).await.map_err(said)?;
        items.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let mut out = std::io::stdout().lock();
    for item in items.iter().rev() {
        let line = if command.json { serde_json::to_string(item)? } else { line(item) };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn line(item: &AuditItem) -> String {
    let who = match (item.actor.name.as_str(), &item.actor.id) {
        ("", Some(id)) => id,
        ("", None) => &item.actor.kind,
        (name, _) => name,
    };
    let what = if item.object.name.is_empty() { &item.object.id } else { &item.object.name };
    let from = if item.address.is_empty() { "-" } else { &item.address };
    // Names are one line already; a tab or an escape in an older one must not paint the terminal.
    kernel::text::one_line(&format!(
        "{}  {from}  {who}  {}  {} {what}  {}",
        item.at, item.action, item.object.kind, item.detail
    ))
}
