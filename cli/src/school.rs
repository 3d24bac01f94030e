//! `qabul school …`: make, check, list and show schools.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use kernel::SchoolId;
use tenants::template::{CreateError, NewSchool, create};
use tenants::{Diagnostic, FormError, Registry, School};

use crate::bundles::{Setup, render};

/// What to do with schools.
#[derive(Debug, Subcommand)]
pub enum SchoolCommand {
    /// Make a school: it is live on a running server within two seconds.
    New(NewArgs),
    /// Check a school's bundle, or all of them; fails when one has errors.
    Check(CheckArgs),
    /// List the schools.
    List,
    /// Print the JSON Schema of school.yaml, for editors.
    Schema,
    /// Show a school's addresses, forms and plugins.
    Show {
        /// The school's id.
        id: String,
    },
}

/// The new school's words.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Its id: 1 to 63 of a-z, 0-9 and -; the first label of its address, for ever.
    pub id: String,
    /// Its name in English.
    #[arg(long)]
    pub name_en: String,
    /// Its name in Arabic.
    #[arg(long)]
    pub name_ar: String,
    /// IANA time zone, such as Asia/Muscat.
    #[arg(long)]
    pub time_zone: String,
    /// ISO 4217 code, such as OMR.
    #[arg(long)]
    pub currency: String,
    /// Address of its first administrator.
    #[arg(long)]
    pub admin_email: String,
    /// Sender of its mail; `admissions@<id>.<base domain>` unless given.
    #[arg(long)]
    pub mail_from: Option<String>,
}

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The school's id.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub id: Option<String>,
    /// Check every school.
    #[arg(long)]
    pub all: bool,
    /// Print the findings as JSON.
    #[arg(long)]
    pub json: bool,
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
        SchoolCommand::New(args) => new(args, setup, out, first_admin).await,
        SchoolCommand::Check(args) => check(&args, setup, out),
        SchoolCommand::List => list(setup, out),
        SchoolCommand::Schema => {
            writeln!(out, "{}", serde_json::to_string_pretty(tenants::school_schema())?)?;
            Ok(ExitCode::SUCCESS)
        }
        SchoolCommand::Show { id } => show(&id, setup, out),
    }
}

async fn new(
    args: NewArgs,
    setup: &Setup,
    out: &mut (dyn Write + Send),
    first_admin: impl AsyncFnOnce(&SchoolId, &str) -> anyhow::Result<String>,
) -> anyhow::Result<ExitCode> {
    let id = SchoolId::parse(&args.id)?;
    let mail_from = args.mail_from.unwrap_or_else(|| format!("admissions@{id}.{}", setup.policy.base_domain));
    let NewArgs { name_en, name_ar, time_zone, currency, .. } = args;
    let school = NewSchool { id: id.clone(), name_en, name_ar, time_zone, currency, mail_from };
    std::fs::create_dir_all(&setup.schools_dir).with_context(|| setup.schools_dir.display().to_string())?;
    let place = match create(&setup.schools_dir, &school, setup.today()) {
        Ok(place) => place,
        Err(CreateError::Invalid(found)) => {
            for problem in &found {
                writeln!(out, "{}: {}{}", problem.pointer, problem.message, in_brackets(problem.hint.as_deref()))?;
            }
            bail!("this makes no school; nothing was written");
        }
        Err(error) => return Err(error.into()),
    };
    writeln!(out, "Made {} in {}", school.name_en, place.display())?;
    writeln!(out, "Address:   {}", setup.origin(&format!("{id}.{}", setup.policy.base_domain)))?;
    let link = first_admin(&id, &args.admin_email).await.with_context(|| {
        format!("the school was made, its administrator not: try `qabul user add --school {id} --email {} --role school_admin`", args.admin_email)
    })?;
    writeln!(out, "Password:  {link}")?;
    writeln!(out, "           (for {}; the link works once)", args.admin_email)?;
    Ok(ExitCode::SUCCESS)
}

fn in_brackets(hint: Option<&str>) -> String {
    hint.map(|hint| format!(" ({hint})")).unwrap_or_default()
}

fn check(args: &CheckArgs, setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let registry = setup.open()?;
    let Some(all) = registry.check(args.id.as_deref()) else {
        bail!("there is no school `{}` in {}", args.id.as_deref().unwrap_or_default(), setup.schools_dir.display());
    };
    let errors = all.values().flatten().filter(|found| found.is_error()).count();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    } else {
        for found in all.values().flatten() {
            write!(out, "{}", render(&setup.schools_dir, found))?;
        }
        let warnings = all.values().flatten().count() - errors;
        let schools = all.len();
        let s = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        writeln!(out, "{}: {}, {}", s(schools, "school"), s(errors, "error"), s(warnings, "warning"))?;
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn list(setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let registry = setup.open()?;
    for school in registry.all() {
        let state = if school.config().suspended { "  (suspended)" } else { "" };
        let name = &school.config().name;
        writeln!(
            out,
            "{:<20} {}  {} · {}{state}",
            school.id().as_str(),
            setup.origin(&school.own_host()),
            name.en,
            name.ar
        )?;
    }
    for broken in registry.stale().iter().filter(|stale| !stale.live) {
        writeln!(out, "{:<20} broken: see `qabul school check {}`", broken.folder, broken.folder)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(id: &str, setup: &Setup, out: &mut (dyn Write + Send)) -> anyhow::Result<ExitCode> {
    let registry = setup.open()?;
    let school = find(&registry, id)?;
    let config = school.config();
    writeln!(out, "{} · {}", config.name.en, config.name.ar)?;
    for host in std::iter::once(school.own_host()).chain(config.hosts.iter().cloned()) {
        writeln!(out, "  {}", setup.origin(&host))?;
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
    Ok(ExitCode::SUCCESS)
}

/// A live school, or why there is none.
pub fn find(registry: &Registry, id: &str) -> anyhow::Result<std::sync::Arc<School>> {
    let parsed = SchoolId::parse(id)?;
    if let Some(school) = registry.school(&parsed) {
        return Ok(school);
    }
    match registry.stale().into_iter().find(|stale| stale.folder == id) {
        Some(stale) => {
            let first = stale.diagnostics.first().map(Diagnostic::to_string).unwrap_or_default();
            bail!("the school `{id}` is broken: {first}")
        }
        None => bail!("there is no school `{id}`; `qabul school list` shows the ones there are"),
    }
}
