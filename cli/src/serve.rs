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

/// Stack of each thread: reserved, and used only as far as a call is deep. Unoptimised code, which the tests and journeys run,
/// needs several times what the optimised needs, so that what they pass has distance to this edge.
const STACK: usize = 16 << 20;

/// The threads of a command.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().thread_stack_size(STACK).enable_all().build()?)
}
