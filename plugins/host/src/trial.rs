//! Compiles an unknown component for the first time. Compiling is the one step whose cost a component's author chooses freely,
//! so a server lets a child process do it, under limits of its own.

use std::io::{Read, Write};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::{LoadError, engine};

/// Processor seconds a child may use.
const CPU_SECONDS: u64 = 5;
/// Address space a child may use.
const ADDRESS_BYTES: u64 = 2 << 30;
/// Largest compiled code, beside what its component allows.
const CODE_BYTES: u64 = 16 << 20;
/// What the smallest component may compile to.
const SMALL_CODE_BYTES: u64 = 1 << 20;
/// When a child that waits for nothing is ended.
const WALL: Duration = Duration::from_secs(60);

/// Where an unknown component is compiled for the first time.
#[derive(Debug, Clone, Default)]
pub enum Trial {
    /// In this process: for the command line and tests, where the component is the caller's own.
    #[default]
    Here,
    /// In a child: this program with these arguments, to which the component's path and the output's path are added. It must
    /// call [`run_child`] with them.
    Child {
        /// The program.
        program: PathBuf,
        /// Its arguments before the two paths.
        args: Vec<String>,
    },
}

impl Trial {
    /// The running `qabul` binary's own hidden subcommand.
    ///
    /// # Errors
    /// The system does not say which file is running.
    pub fn in_child_of_this_binary() -> std::io::Result<Self> {
        let args = ["plugin", "trial-compile"].map(ToOwned::to_owned).to_vec();
        Ok(Self::Child { program: std::env::current_exe()?, args })
    }
}

/// What a component may compile to, by its own size: machine code is some three times as long, and what it fills its memory with
/// may be told in a few bytes and lie there in megabytes.
pub(crate) fn most_code(component: usize) -> u64 {
    (component as u64).saturating_mul(8).clamp(SMALL_CODE_BYTES, CODE_BYTES)
}

/// The child's whole life: limits itself, then compiles `component` into `output`.
///
/// # Errors
/// The component does not compile; limits end the process instead.
pub fn run_child(component: &Path, output: &Path) -> Result<(), LoadError> {
    let internal = |error: std::io::Error| LoadError::Internal(error.to_string());
    let limit = |resource, amount| {
        let limit = Rlimit { current: Some(amount), maximum: Some(amount) };
        setrlimit(resource, limit).map_err(|error| internal(error.into()))
    };
    limit(Resource::Cpu, CPU_SECONDS)?;
    limit(Resource::As, ADDRESS_BYTES)?;
    limit(Resource::Fsize, CODE_BYTES)?;
    limit(Resource::Core, 0)?;
    let bytes = std::fs::read(component).map_err(internal)?;
    let engine = engine::compiling().map_err(|error| LoadError::Internal(error.to_string()))?;
    let code = compile(&engine, &bytes)?;
    std::fs::write(output, code).map_err(internal)
}

/// Compiles in this process.
pub(crate) fn compile(engine: &wasmtime::Engine, bytes: &[u8]) -> Result<Vec<u8>, LoadError> {
    // The compiler's own mistakes end in a panic; an author is told of them as of any other fault.
    let compiled = std::panic::catch_unwind(AssertUnwindSafe(|| engine.precompile_component(bytes)));
    let compiled = compiled.map_err(|_| LoadError::BadComponent("the compiler cannot take it".to_owned()))?;
    let code = compiled.map_err(|error| LoadError::BadComponent(one_line(&format!("{error:#}"))))?;
    let most = most_code(bytes.len());
    if code.len() as u64 > most {
        let size = code.len();
        return Err(LoadError::BadComponent(format!("it compiles to {size} bytes, {most} are allowed for its size")));
    }
    Ok(code)
}

pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lets a child compile, and says why when it did not.
pub(crate) fn compile_in_child(program: &Path, args: &[String], bytes: &[u8]) -> Result<Vec<u8>, LoadError> {
    let internal = |error: std::io::Error| LoadError::Internal(error.to_string());
    // Files of mode 0600 with random names: nobody else can put code there.
    let mut component = tempfile::NamedTempFile::new().map_err(internal)?;
    component.write_all(bytes).map_err(internal)?;
    let output = tempfile::NamedTempFile::new().map_err(internal)?;
    let mut child = Command::new(program)
        .args(args)
        .arg(component.path())
        .arg(output.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(internal)?;
    let stderr = child.stderr.take();
    // Read beside the wait, so that a talkative child does not stall on a full pipe.
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(stderr) = stderr {
            // Best effort: the text only explains.
            let _ = stderr.take(4096).read_to_end(&mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(internal)? {
            break status;
        }
        if started.elapsed() > WALL {
            child.kill().map_err(internal)?;
            child.wait().map_err(internal)?;
            return Err(LoadError::Trial("it took too long".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if status.success() {
        return std::fs::read(output.path()).map_err(internal);
    }
    let said = reader.join().unwrap_or_default();
    let why = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it ran into its limits");
    Err(LoadError::Trial(format!("{status}: {}", why.trim())))
}
