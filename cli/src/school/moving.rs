//! `qabul school export | import | delete | deleted`: a school as a whole.

use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, Subcommand};
use moving::archive::{Manifest, SchoolPart};
use moving::export::Making;
use moving::{Place, Sessions, Taking, deleted};
use server::Config;
use words::{Clock as _, SchoolId, SystemClock, SystemRng};

use crate::bundles::Setup;
use crate::keys::KeyArgs;
use crate::school::{check, push};
use crate::serve::runtime;

/// How long a running server may take to let go of a school: it looks once a second for the bundle, and once for its file.
const LET_GO: Duration = Duration::from_secs(4);
/// The same for all servers of an object store, which look at it every two seconds.
const LET_GO_SHARED: Duration = Duration::from_secs(8);

/// What is told after rows came back out of a file.
pub const NOBODY_IN: &str = "Nobody is signed in: everybody signs in again, tills are enrolled again, and links and codes that were sent before do not work any more. What was to be published on a day is not: the school says so again at its desk.";

/// The status of a command whose archive is whole, with uploads in it that are not what was sent: it is kept, and somebody has to look.
const DAMAGED: u8 = 3;

/// What moves schools.
#[derive(Debug, Subcommand)]
pub enum MovingCommand {
    /// Write a school into one sealed file: bundle, overlay, rows, uploads, pictures, keys; beside a running server too.
    #[command(after_help = "Example:\n  qabul school export alnoor --to alnoor.qabul --key-file alnoor.key\n\n\
                            Ends with status 3 where the file is written, and uploads in it are not what was sent.")]
    Export(ExportArgs),
    /// Take a school in from such a file, whole or not at all; into SQLite or PostgreSQL, wherever it came from.
    #[command(after_help = "Examples:\n  qabul school import alnoor.qabul --key-file alnoor.key\n  \
                            qabul school import backup.qabul --school alnoor --passphrase-stdin < words\n  \
                            qabul school import alnoor.qabul --key-file alnoor.key --check")]
    Import(ImportArgs),
    /// Remove a school; what it was is kept sealed for a while, and `school import` brings it back.
    #[command(
        after_help = "Examples:\n  qabul school delete alnoor\n  qabul school delete alnoor --yes alnoor --keep-days 30"
    )]
    Delete(DeleteArgs),
    /// List deleted schools that are still kept; those whose time is over are removed.
    Deleted,
}

/// Which school, and where to.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The school's id.
    id: SchoolId,
    /// The file that is made.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    #[command(flatten)]
    key: KeyArgs,
}

/// From where.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// An export, a backup, or a deleted school's file.
    file: PathBuf,
    /// Which school, where the file holds several.
    #[arg(long, value_name = "ID")]
    school: Option<SchoolId>,
    /// Who is signed in stays so: for a school that moves now. Refused for a file that is older than an hour, as what was ended
    /// since would come back to life.
    #[arg(long)]
    keep_sessions: bool,
    /// Read the file to its end, hold it against its manifest, and take nothing in.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    key: KeyArgs,
}

/// Which school, and for how long.
#[derive(Debug, Args)]
pub struct DeleteArgs {
    /// The school's id.
    id: SchoolId,
    /// The id once more, in place of typing it at the terminal.
    #[arg(long, value_name = "ID")]
    yes: Option<String>,
    /// Days for which it can be brought back.
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u32).range(0..=3650))]
    keep_days: u32,
}

/// Does it.
pub fn run(command: MovingCommand, config: &Config, setup: &Setup, out: &mut dyn Write) -> Result<ExitCode> {
    let place = server::maintenance::place(config);
    match command {
        MovingCommand::Export(args) => return export(&args, config, &place, out),
        MovingCommand::Import(args) => import(&args, config, setup, &place, out)?,
        MovingCommand::Delete(args) => delete(&args, config, &place, out)?,
        MovingCommand::Deleted => list(&place, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The secret that all servers agree on; made when nobody has one yet.
pub fn agreed_secret(config: &Config) -> Result<kernel::crypto::Secret> {
    runtime()?.block_on(server::shared::agreed_secret(config))
}

/// The server's own secret as its file has it, where there is nobody to agree with; made when there is none yet.
pub fn secret(config: &Config) -> Result<kernel::crypto::Secret> {
    server::secret::open(&config.secret_file, &SystemRng).context("the secret cannot be read")
}

fn export(args: &ExportArgs, config: &Config, place: &Place, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.id.clone();
    push::follow(config, Some(&id))?;
    let secret = agreed_secret(config)?;
    let making = Making { place, secret: &secret, rng: &SystemRng, now_ms: SystemClock.now_ms() };
    ensure!(place.bundle(&id).is_dir(), "there is no school `{id}`; `qabul school list` shows the ones there are");
    ensure!(!args.to.exists(), "{} is there already", args.to.display());
    let (key, told) = args.key.seal()?;
    let manifest = moving::export(&making, &id, &args.to, &key)?;
    if let Some(line) = told {
        writeln!(out, "{line}")?;
    }
    describe(&manifest, out)?;
    let size = std::fs::metadata(&args.to)?.len();
    writeln!(out, "Written and read back: {} ({})", args.to.display(), bytes(size))?;
    Ok(written(&manifest))
}

/// How a command ends that wrote an archive.
pub fn written(manifest: &Manifest) -> ExitCode {
    let is_sound = manifest.schools.iter().all(|school| school.damaged == 0);
    if is_sound { ExitCode::SUCCESS } else { ExitCode::from(DAMAGED) }
}

fn import(args: &ImportArgs, config: &Config, setup: &Setup, place: &Place, out: &mut dyn Write) -> Result<()> {
    let secret = agreed_secret(config)?;
    if args.check {
        let manifest = moving::inspect(&args.file, &mut |head| args.key.open(head, Some(&secret)))?;
        describe(&manifest, out)?;
        writeln!(out, "Every part is what the manifest says. Nothing was taken in.")?;
        return Ok(());
    }
    let only = args.school.clone();
    let mut key = |head: &_| args.key.open(head, Some(&secret));
    let sessions = if args.keep_sessions { Sessions::Keep } else { Sessions::End };
    let taking = Taking { only: only.as_ref(), sessions, now_ms: SystemClock.now_ms() };
    let taken = moving::import(place, &secret, &SystemRng, &args.file, &mut key, taking)?;
    let id = &taken.school.id;
    line(&taken.school, out)?;
    writeln!(out, "Taken in as it was at {}.", taken.made_at)?;
    match sessions {
        Sessions::End => writeln!(out, "{NOBODY_IN}")?,
        Sessions::Keep => writeln!(out, "Who was signed in stays so.")?,
    }
    if let Some(schema) = taken.older {
        writeln!(out, "Its rows had the shape of migration {schema} and were brought up to date.")?;
    }
    // Hosts of its own may be another school's here, and the plugins are those of this machine.
    let registry = setup.open()?;
    let found = registry.check(Some(id)).unwrap_or_default();
    let errors: Vec<_> = found.values().flatten().filter(|found| found.is_error()).collect();
    for error in &errors {
        writeln!(out, "{error}")?;
    }
    let id = SchoolId::parse(id)?;
    check::outward(&registry, id.as_str(), out)?;
    match registry.school(&id) {
        Some(school) => {
            writeln!(out, "Address: {}", setup.origin(&school.canonical_host()))?;
            push::taken_in(config, std::slice::from_ref(school.id()), out)?;
            let keys = server::secret::keys_folder(&config.secret_file).join(id.as_str());
            if keys.exists() && config.store.is_none() {
                writeln!(
                    out,
                    "Its keys lie in {}: a backup needs them, and every server that shares the database.",
                    keys.display()
                )?;
            }
        }
        None => bail!("the school is here and not live: correct what stands above, then `qabul school check {id}`"),
    }
    Ok(())
}

fn delete(args: &DeleteArgs, config: &Config, place: &Place, out: &mut dyn Write) -> Result<()> {
    let id = args.id.clone();
    let typed = match &args.yes {
        Some(typed) => typed.clone(),
        None => {
            ensure!(std::io::stdin().is_terminal(), "there is no terminal to ask at: give --yes {id}");
            writeln!(out, "This removes the school {id} with all families, submissions and files.")?;
            inquire::Text::new("Type its id to continue:").prompt()?
        }
    };
    ensure!(typed == id.as_str(), "`{typed}` is not `{id}`: nothing was done");
    let secret = agreed_secret(config)?;
    let now_ms = SystemClock.now_ms();
    let making = Making { place, secret: &secret, rng: &SystemRng, now_ms };
    let (kept, manifest) = bury(config, &id, |let_go| deleted::delete(&making, &id, args.keep_days, let_go))?;
    describe(&manifest, out)?;
    writeln!(out, "Deleted. Sealed in {} until {}.", kept.file.display(), day(&kept.keep_until))?;
    writeln!(out, "To bring it back: qabul school import {}", kept.file.display())?;
    deleted::sweep(place, now_ms)?;
    Ok(())
}

/// Where servers share their schools, all of them let go of it first; it is theirs again when it could not be sealed away.
fn bury<T>(config: &Config, id: &SchoolId, delete: impl FnOnce(Duration) -> Result<T>) -> Result<T> {
    let Some(depot) = push::agreed_depot(config)? else { return delete(LET_GO) };
    let runtime = runtime()?;
    let follow = async {
        depot.follow_one(id).await?;
        depot.bury(id).await
    };
    let head = runtime.block_on(follow).context("the object store does not answer; nothing was done")?;
    let deleted = delete(LET_GO_SHARED);
    if deleted.is_err()
        && let Some(head) = head
    {
        runtime
            .block_on(depot.dig_up(id, &head))
            .context("the school is here and not at the other servers: `qabul school push` it")?;
    }
    deleted
}

fn list(place: &Place, out: &mut dyn Write) -> Result<()> {
    for gone in deleted::sweep(place, SystemClock.now_ms())? {
        writeln!(out, "{:<20} deleted {}: its time is over, removed for good", gone.school, day(&gone.deleted_at))?;
    }
    let kept = deleted::list(place)?;
    for kept in &kept {
        let (deleted, until) = (day(&kept.deleted_at), day(&kept.keep_until));
        writeln!(out, "{:<20} deleted {deleted}, kept until {until}  {}", kept.school, kept.file.display())?;
    }
    if kept.is_empty() {
        writeln!(out, "No deleted school is kept.")?;
    }
    Ok(())
}

fn day(iso: &str) -> &str {
    iso.get(..10).unwrap_or(iso)
}

/// What an archive holds, a line a school.
pub fn describe(manifest: &Manifest, out: &mut dyn Write) -> Result<()> {
    manifest.schools.iter().try_for_each(|school| line(school, out))
}

fn line(school: &SchoolPart, out: &mut dyn Write) -> Result<()> {
    let rows: u64 = school.tables.iter().map(|table| table.sum.rows).sum();
    let count = |name: &str| school.tables.iter().find(|table| table.name == name).map_or(0, |table| table.sum.rows);
    writeln!(
        out,
        "{:<20} {} files of the bundle, {rows} rows in {} tables ({} people, {} submissions), {} uploads, pictures and others",
        school.id,
        school.bundle,
        school.tables.iter().filter(|table| table.sum.rows > 0).count(),
        count("users"),
        count("submissions"),
        school.files
    )?;
    if school.gone > 0 {
        writeln!(out, "{:<20} {} files were removed while it was written", "", school.gone)?;
    }
    if school.damaged > 0 {
        writeln!(out, "{:<20} {} uploads are not what was sent: an older backup may have them", "", school.damaged)?;
    }
    Ok(())
}

/// A size for people.
pub fn bytes(size: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let size = size as f64;
    match size {
        size if size >= 1e9 => format!("{:.1} GB", size / 1e9),
        size if size >= 1e6 => format!("{:.1} MB", size / 1e6),
        size => format!("{:.0} kB", (size / 1e3).ceil()),
    }
}
