//! `qabul plugin`: make, build, check and try form plugins.

mod build;
mod check;
mod new;
mod run;
mod tables;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Subcommand;
use plugin_host::{HostConfig, Plugin, PluginHost, trial};

/// What can be done with plugins.
#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Build a plugin's folder into a component.
    Build {
        /// The plugin's folder, with its Cargo.toml.
        dir: PathBuf,
        /// Where to put the component (default: `<its id>.wasm` in the folder).
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Say what a component is, what it wants, and whether the server would take it.
    Check(check::CheckArgs),
    /// Run a component on answers, and print its verdict and the fuel it used.
    Run(run::RunArgs),
    /// Write a working plugin to start from.
    New {
        /// Its name: small letters, digits and dashes.
        name: String,
        /// The folder to make (default: the name).
        #[arg(long)]
        dir: Option<PathBuf>,
    },
    /// Compile a component under limits; the server starts this for itself.
    #[command(hide = true)]
    TrialCompile {
        /// The component.
        component: PathBuf,
        /// Where the code goes.
        output: PathBuf,
    },
}

/// Does it.
///
/// # Errors
/// The folder, the component or its plugin is not as it should be; the message says what to do.
pub fn run(command: PluginCommand) -> anyhow::Result<()> {
    match command {
        PluginCommand::Build { dir, out } => build::build(&dir, out.as_deref()),
        PluginCommand::Check(args) => check::check(&args),
        PluginCommand::Run(args) => run::run(&args),
        PluginCommand::New { name, dir } => new::new(&name, dir),
        PluginCommand::TrialCompile { component, output } => Ok(trial::run_child(&component, &output)?),
    }
}

/// A host for one command, and a component loaded in it.
fn load(file: &std::path::Path) -> anyhow::Result<(PluginHost, std::sync::Arc<Plugin>)> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let host = PluginHost::new(HostConfig::default())?;
    let plugin = host
        .load_blocking(&bytes)
        .map_err(|error| anyhow::anyhow!("{} is not taken ({}): {error}", file.display(), error.code()))?;
    Ok((host, plugin))
}

/// Writes a line to standard output; a closed pipe is no error worth a message.
fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
