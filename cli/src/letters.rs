//! `qabul keys`: what a school's letters are sealed with; `qabul letter check`: whether a PDF is one of them, without a server.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use admissions::letters::{Certificate, SealingKeys};
use anyhow::{Context as _, Result, ensure};
use clap::Subcommand;
use server::sealing::{self, Sealing, Verdict};
use words::clock::iso;
use words::{SchoolId, SystemClock, SystemRng};

use crate::options::Options;
use crate::serve::runtime;
use crate::user::{Desk, refusal_error};

/// `qabul keys …`
#[derive(Subcommand)]
pub enum KeysCommand {
    /// Lists the keys that a school's letters are sealed with, the newest first
    List {
        /// The school's id
        school: SchoolId,
    },
    /// Seals with a new key from now on; what was sealed before stays valid
    Rotate {
        /// The school's id
        school: SchoolId,
    },
    /// Prints certificates as PEM, for tools that check a PDF; all of them, for letters stay with families for years
    Certificate {
        /// The school's id
        school: SchoolId,
    },
}

/// `qabul letter …`
#[derive(Subcommand)]
pub enum LetterCommand {
    /// Says whether a PDF is a letter that the school sealed, and not one byte of it another
    Check {
        /// The PDF
        file: PathBuf,
        /// Certificates as PEM, as `qabul keys certificate` or the school's page prints them
        #[arg(long, value_name = "FILE", required_unless_present = "school")]
        certificates: Option<PathBuf>,
        /// The certificates of this school's database
        #[arg(long, conflicts_with = "certificates")]
        school: Option<SchoolId>,
    },
}

/// Runs the command.
pub fn keys(options: Options, command: &KeysCommand) -> Result<ExitCode> {
    let (KeysCommand::List { school } | KeysCommand::Rotate { school } | KeysCommand::Certificate { school }) = command;
    let config = options.config()?;
    runtime()?.block_on(async {
        let desk = Desk::open(&config, school).await?;
        let outcome = act(&desk, command).await;
        desk.db.close().await;
        outcome?;
        Ok(ExitCode::SUCCESS)
    })
}

fn of(desk: &Desk<'_>) -> SealingKeys {
    SealingKeys {
        db: desk.db.clone(),
        clock: Arc::new(SystemClock),
        rng: Arc::new(SystemRng),
        secret: desk.secret.clone(),
        seals: Arc::new(Sealing),
    }
}

async fn act(desk: &Desk<'_>, command: &KeysCommand) -> Result<()> {
    let (keys, scope, mut out) = (of(desk), desk.school.scope(), std::io::stdout());
    match command {
        KeysCommand::List { .. } => {
            for key in keys.list(&scope).await.map_err(refusal_error)? {
                let Certificate { sha256, created_at, not_after, retired_at, .. } = key;
                let state = retired_at.map_or_else(|| "in use".to_owned(), |at| format!("retired {}", iso(at)));
                writeln!(out, "{sha256}\tmade {}\tgood until {}\t{state}", iso(created_at), iso(not_after))?;
            }
        }
        KeysCommand::Rotate { .. } => {
            let key = keys.rotate(&scope, &desk.school.config().name).await.map_err(refusal_error)?;
            writeln!(out, "{} is in use from now on.", key.sha256)?;
        }
        KeysCommand::Certificate { .. } => {
            for key in keys.list(&scope).await.map_err(refusal_error)? {
                write!(out, "{}", key.pem)?;
            }
        }
    }
    Ok(())
}

/// Runs the command.
pub fn letter(options: Options, command: &LetterCommand) -> Result<ExitCode> {
    let LetterCommand::Check { file, certificates, school } = command;
    let pdf = std::fs::read(file).with_context(|| file.display().to_string())?;
    let pem = match (certificates, school) {
        (Some(path), _) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        (None, Some(school)) => {
            let config = options.config()?;
            runtime()?.block_on(async {
                let desk = Desk::open(&config, school).await?;
                let all = of(&desk).list(&desk.school.scope()).await.map_err(refusal_error);
                desk.db.close().await;
                all.map(|all| all.into_iter().map(|one| one.pem).collect::<String>())
            })?
        }
        (None, None) => String::new(),
    };
    let known = sealing::certificates(&pem).context("the certificates are no PEM")?;
    ensure!(!known.is_empty(), "there is no certificate to check by");
    let mut out = std::io::stdout();
    let code = match sealing::check(&pdf, &known) {
        Verdict::Whole { name, at } => {
            writeln!(out, "Genuine: sealed by {name} at {at}, and unchanged since.")?;
            ExitCode::SUCCESS
        }
        Verdict::Not(why) => {
            writeln!(out, "Not genuine: {why}.")?;
            ExitCode::FAILURE
        }
    };
    writeln!(out, "SHA-256 {}", words::sha256_hex(&pdf))?;
    Ok(code)
}
