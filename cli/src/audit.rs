//! `qabul audit`: who did what in a school, the latest last, as one reads a log; and whether the histories of its things stand as they
//! were written.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use identity::journal::{AuditFilter, AuditItem, moment};
use kernel::timeline::{self, Broken, Fault, Verified};
use server::Config;
use words::SchoolId;

use crate::options::Options;
use crate::serve::runtime;
use crate::user::{Desk, refusal_error};

/// `qabul audit`
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct AuditCommand {
    #[command(subcommand)]
    verify: Option<Verify>,
    #[command(flatten)]
    shown: Option<Shown>,
}

#[derive(Subcommand)]
enum Verify {
    /// Proves that the histories of a school's things stand as they were written, and names the first entry that does not
    Verify {
        /// The school's id
        #[arg(long)]
        school: SchoolId,
    },
}

/// Which entries of the log.
#[derive(Args)]
struct Shown {
    /// The school's id
    #[arg(long)]
    school: SchoolId,
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
    let school = match (&command.verify, &command.shown) {
        (Some(Verify::Verify { school }), _) => school,
        (None, Some(shown)) => &shown.school,
        (None, None) => bail!("which school? --school ID"),
    };
    runtime()?.block_on(async {
        let desk = Desk::open(&config, school).await?;
        let outcome = match &command.shown {
            Some(shown) if command.verify.is_none() => show(&desk, shown).await.map(|()| ExitCode::SUCCESS),
            _ => verify(&desk, &config).await,
        };
        desk.db.close().await;
        outcome
    })
}

async fn verify(desk: &Desk<'_>, config: &Config) -> Result<ExitCode> {
    let secret = server::shared::agreed_secret(config).await?;
    let Verified { entries, broken } =
        timeline::verify(&desk.db, &desk.school.scope(), &secret, &[admissions::enquiries::HISTORY]).await?;
    let mut out = std::io::stdout().lock();
    let Some(Broken { object_kind, object_id, seq, fault }) = broken else {
        writeln!(out, "{entries} entries, all of them as they were written.")?;
        return Ok(ExitCode::SUCCESS);
    };
    let thing = format!("{object_kind} {object_id}");
    let not_written =
        |why| format!("Entry {seq} of {thing} is not as it was written: {why}. {entries} entries before it are.");
    let line = match fault {
        Fault::Gap => not_written("entries before it are missing"),
        Fault::Link => not_written("the entry before it was another when it was written"),
        Fault::Content => not_written("it was changed, or was not written by this server"),
        Fault::Missing => format!(
            "{thing} has no history: all of it was taken away. The {entries} entries that are there stand as they were written."
        ),
        Fault::State => format!(
            "{thing} stands elsewhere than its history says, whose last entry is {seq}. The {entries} entries stand as they were written."
        ),
    };
    writeln!(out, "{}", words::text::one_line(&line))?;
    Ok(ExitCode::FAILURE)
}

async fn show(desk: &Desk<'_>, command: &Shown) -> Result<()> {
    let zone = desk.school.time_zone();
    let at = |text: &Option<String>, is_end: bool| {
        let moment = text.as_deref().map(|text| moment(text, zone, is_end)).transpose();
        moment.map_err(|_| anyhow!("a moment is a day such as 2026-11-21, or ISO 8601 with its offset"))
    };
    let actor = match command.actor.contains('@') {
        true => desk.identity.find(&desk.caller, &command.actor).await.map_err(refusal_error)?.id.into(),
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
        let page =
            desk.identity.audit(&desk.caller, &filter, cursor.as_deref(), Some(size)).await.map_err(refusal_error)?;
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
    words::text::one_line(&format!(
        "{}  {from}  {who}  {}  {} {what}  {}",
        item.at, item.action, item.object.kind, item.detail
    ))
}
