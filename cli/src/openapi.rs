//! `qabul openapi`.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;

/// Prints the API's document.
pub fn run() -> Result<ExitCode> {
    let text = serde_json::to_string_pretty(&server::openapi())?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}
