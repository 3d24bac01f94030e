//! `qabul serve`.

use std::process::ExitCode;

use anyhow::Result;

use crate::options::Options;

/// Serves until told to stop.
pub fn run(options: Options) -> Result<ExitCode> {
    let config = options.config()?;
    runtime()?.block_on(server::run(config))?;
    Ok(ExitCode::SUCCESS)
}

/// The threads of a command.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
