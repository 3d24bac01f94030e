//! `qabul backup` and `qabul restore`: the whole server.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use moving::export::Making;
use words::{Clock as _, SchoolId, SystemClock, SystemRng};

use crate::keys::KeyArgs;
use crate::options::Options;
use crate::school::moving::{NOBODY_IN, agreed_secret, bytes, describe, secret, written};
use crate::school::push::{follow, taken_in};

/// `qabul backup`
#[derive(Debug, Args)]
#[command(
    after_help = "Example, nightly beside a running server:\n  qabul backup --to /backups/qabul-$(date +%F).qabul --key-file /etc/qabul/backup.key\n\nEnds with status 3 where the file is written, and uploads in it are not what was sent."
)]
pub struct BackupArgs {
    /// The file that is made.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    #[command(flatten)]
    key: KeyArgs,
}

/// `qabul restore`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  qabul restore qabul-2026-11-21.qabul --data /srv/qabul --key-file backup.key\n  \
                        qabul restore qabul-2026-11-21.qabul --data /srv/qabul --database postgres://… --key-file backup.key")]
pub struct RestoreArgs {
    /// A backup.
    file: PathBuf,
    #[command(flatten)]
    key: KeyArgs,
}

/// Writes everything into one sealed file, school by school, beside a running server too.
pub fn backup(options: Options, args: &BackupArgs) -> Result<ExitCode> {
    let config = options.config()?;
    ensure!(config.secret_file.exists(), "there is no server here yet: {} is not there", config.secret_file.display());
    follow(&config, None)?;
    let secret = agreed_secret(&config)?;
    let place = server::maintenance::place(&config);
    let making = Making { place: &place, secret: &secret, rng: &SystemRng, now_ms: SystemClock.now_ms() };
    ensure!(!args.to.exists(), "{} is there already", args.to.display());
    let (key, told) = args.key.seal()?;
    let mut out = std::io::stdout();
    if let Some(line) = told {
        writeln!(out, "{line}")?;
    }
    let manifest = moving::backup(&making, &args.to, &key, &mut |_| ())?;
    describe(&manifest, &mut out)?;
    let size = std::fs::metadata(&args.to)?.len();
    let schools = manifest.schools.len();
    writeln!(out, "{schools} schools. Written and read back: {} ({})", args.to.display(), bytes(size))?;
    Ok(written(&manifest))
}

/// Takes everything in, into an empty place.
pub fn restore(options: Options, args: &RestoreArgs) -> Result<ExitCode> {
    let config = options.config()?;
    let place = server::maintenance::place(&config);
    let open = || secret(&config);
    let manifest = moving::restore(&place, &open, &SystemRng, &args.file, &mut |head| args.key.open(head, None))?;
    let mut out = std::io::stdout();
    describe(&manifest, &mut out)?;
    let schools = manifest.schools.len();
    writeln!(out, "{schools} schools restored into {}, as they were at {}.", config.data.display(), manifest.made_at)?;
    writeln!(out, "{NOBODY_IN}")?;
    let ids: Vec<_> = manifest.schools.iter().filter_map(|school| SchoolId::parse(&school.id).ok()).collect();
    let live: Vec<_> = ids.into_iter().filter(|id| place.bundle(id).is_dir()).collect();
    taken_in(&config, &live, &mut out)?;
    writeln!(out, "Next: `qabul doctor`, then `qabul serve` with the same options.")?;
    Ok(ExitCode::SUCCESS)
}
