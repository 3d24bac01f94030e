//! `qabul school …`: make, check, list and show schools, edit and move them.

pub mod check;
mod edit;
pub mod moving;
mod new;
mod overlay;
pub mod push;

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::Subcommand;
use tenants::{Diagnostic, FormError, Registry, School};
use words::SchoolId;

use self::check::CheckArgs;
use self::new::NewArgs;
use crate::bundles::Setup;

/// What to do with schools.
#[derive(Debug, Subcommand)]
pub enum SchoolCommand {
    /// Make a school: it is live on a running server within two seconds. What is left out is asked for at the terminal
    #[command(
        after_help = "Examples:\n  qabul school new\n  qabul school new alnoor --name-en \"Al Noor School\" --name-ar \"مدرسة النور\" \\\n    --time-zone Asia/Muscat --currency OMR --admin-email head@alnoor.example"
    )]
    New(NewArgs),
    /// Check a school's bundle, or all of them; fails when one has errors.
    #[command(after_help = "Examples:\n  qabul school check alnoor\n  qabul school check --all")]
    Check(CheckArgs),
    /// Look for weak points: texts in one language, low contrast, days that have passed, forms that nobody reaches.
    #[command(after_help = "Examples:\n  qabul school lint alnoor\n  qabul school lint --all")]
    Lint(CheckArgs),
    /// List the schools.
    List,
    /// Print the JSON Schema of school.yaml, for editors.
    Schema,
    /// Show a school's addresses, forms and plugins.
    Show {
        /// The school's id.
        id: SchoolId,
    },
    /// Put a school's bundle into the object store that several servers share (`store` of qabul.yaml): all of them follow.
    #[command(after_help = "Examples:\n  qabul school push alnoor\n  qabul school push --all")]
    Push(push::PushArgs),
    #[command(flatten)]
    Edit(edit::EditCommand),
    #[command(flatten)]
    Overlay(overlay::OverlayCommand),
    #[command(flatten)]
    Moving(moving::MovingCommand),
}

/// Does it. `first_admin` makes the account of a new school's administrator and gives the one-time link to its
/// password.
pub async fn run(
    command: SchoolCommand,
    setup: &Setup,
    out: &mut (dyn Write + Send),
    first_admin: impl AsyncFnOnce(&SchoolId, &str) -> anyhow::Result<String>,
) -> anyhow::Result<ExitCode> {
    match command {
        SchoolCommand::New(args) => new::new(args, setup, out, first_admin).await,
        SchoolCommand::Lint(args) => check::lint(&args, setup, out),
        SchoolCommand::Edit(command) => edit::run(command, setup, out),
        SchoolCommand::Overlay(command) => overlay::run(command, setup, out),
        SchoolCommand::Check(_) | SchoolCommand::Moving(_) | SchoolCommand::Push(_) => {
            bail!("this command runs alone")
        }
        SchoolCommand::List => list(setup, out),
        SchoolCommand::Schema => {
            writeln!(out, "{}", serde_json::to_string_pretty(tenants::school_schema())?)?;
            Ok(ExitCode::SUCCESS)
        }
        SchoolCommand::Show { id } => show(&id, setup, out),
    }
}

fn list(setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let registry = setup.open()?;
    let found = registry.check(None).unwrap_or_default();
    let none = Vec::new();
    for school in registry.all() {
        let found = found.get(school.id().as_str()).unwrap_or(&none);
        let suspended = if school.is_suspended() { "  (suspended)" } else { "" };
        let errors = found.iter().filter(|one| one.is_error()).count();
        let state = match errors {
            0 => suspended.to_owned(),
            n => format!("{suspended}  {}: see `qabul school check {}`", check::counted(n, "error"), school.id()),
        };
        let name = &school.config().name;
        writeln!(
            out,
            "{:<20} {}  {} · {}{state}",
            school.id().as_str(),
            setup.origin(&school.own_host()),
            name.en,
            name.ar
        )?;
        // Whoever came later is to blame, and the holder wants to know of it.
        for one in found.iter().filter(|one| one.code.starts_with("host")) {
            writeln!(out, "{:<20}   {}", "", one.message)?;
        }
    }
    for broken in registry.stale().iter().filter(|stale| !stale.live) {
        writeln!(out, "{:<20} broken: see `qabul school check {}`", broken.folder, broken.folder)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(id: &SchoolId, setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let registry = setup.open()?;
    let school = find(&registry, id)?;
    let config = school.config();
    writeln!(out, "{} · {}", config.name.en, config.name.ar)?;
    writeln!(out, "  {}", setup.origin(&school.own_host()))?;
    let held = school.held_hosts();
    for host in &config.hosts {
        let state = if held.contains(host) { "" } else { "  (another school's: see `school check`)" };
        writeln!(out, "  {}{state}", setup.origin(host))?;
    }
    writeln!(out, "Time zone {}, currency {}, mail from {}", config.time_zone, config.currency, config.mail_from)?;
    writeln!(out, "Forms:")?;
    let today = school.today(setup.now_ms);
    for form in config.forms.keys() {
        match school.form(form) {
            Ok(document) => {
                let open = if school.is_open(form, today) { "open" } else { "closed" };
                let title = document.title();
                writeln!(out, "  {form:<12} {} {open:<7} {} · {}", document.version(), title.en, title.ar)?;
            }
            Err(FormError::Broken(_) | FormError::NotOffered) => writeln!(out, "  {form:<12} broken")?,
        }
    }
    for (name, plugin) in &config.plugins {
        let state = if school.plugin(name).is_ok() { "" } else { "  (cannot be used: see `school check`)" };
        writeln!(out, "Plugin {name}: {}{state}", plugin.digest)?;
    }
    let found = registry.check(Some(id.as_str())).unwrap_or_default();
    let errors: Vec<&Diagnostic> = found.values().flatten().filter(|one| one.is_error()).collect();
    if let Some(first) = errors.first() {
        writeln!(
            out,
            "{}, so that a part of this may be missing or an earlier state: `qabul school check {id}`",
            check::counted(errors.len(), "error")
        )?;
        writeln!(out, "  {first}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A live school, or why there is none.
pub fn find(registry: &Registry, id: &SchoolId) -> anyhow::Result<std::sync::Arc<School>> {
    if let Some(school) = registry.school(id) {
        return Ok(school);
    }
    match registry.stale().into_iter().find(|stale| stale.folder == id.as_str()) {
        Some(stale) => {
            let first = stale.diagnostics.first().map(Diagnostic::to_string).unwrap_or_default();
            bail!("the school `{id}` is broken: {first}")
        }
        None => bail!("there is no school `{id}`; `qabul school list` shows the ones there are"),
    }
}
