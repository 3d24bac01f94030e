//! `qabul plugin build`: a plugin's folder becomes a component.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};

use super::{check, load, say};

/// The set-up that scripts/plugins.sh uses too: prints `export NAME='value'` lines.
const TOOLCHAIN: &str = include_str!("../../../scripts/plugin-toolchain.sh");

const TARGET: &str = "wasm32-unknown-unknown";
const RUSTFLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// What ships: one unit, no unwinding (a panic is a trap).
const PROFILE: [&str; 6] = [
    "profile.plugin.inherits=\"release\"",
    "profile.plugin.opt-level=2",
    "profile.plugin.lto=true",
    "profile.plugin.codegen-units=1",
    "profile.plugin.strip=true",
    "profile.plugin.panic=\"abort\"",
];

/// Builds, loads and describes it.
pub(super) fn build(dir: &Path, out: Option<&Path>) -> anyhow::Result<()> {
    let dir = dir.canonicalize().with_context(|| format!("no folder {}", dir.display()))?;
    ensure!(dir.join("Cargo.toml").is_file(), "{} has no Cargo.toml: start one with 'qabul plugin new'", dir.display());
    let settings = toolchain()?;
    let component = compile(&dir, &settings)?;
    let (_, plugin) = load(&component)?;
    let out = out.map_or_else(|| dir.join(format!("{}.wasm", plugin.descriptor().id)), Path::to_path_buf);
    std::fs::copy(&component, &out).with_context(|| format!("cannot write {}", out.display()))?;
    say(&check::summary(&plugin, &plugin_host::Limits::default()));
    say(&format!("{:<8} {}", "written", out.display()));
    Ok(())
}

/// Makes sure that this machine can build components.
fn toolchain() -> anyhow::Result<Vec<(String, String)>> {
    let mut child =
        Command::new("sh").arg("-s").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot start sh")?;
    child.stdin.take().context("sh takes no input")?.write_all(TOOLCHAIN.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "this machine cannot build plugins yet; see the lines above");
    let text = String::from_utf8(output.stdout)?;
    let setting = |line: &str| {
        let (name, value) = line.strip_prefix("export ")?.split_once('=')?;
        Some((name.to_owned(), value.trim_matches('\'').to_owned()))
    };
    Ok(text.lines().filter_map(setting).collect())
}

/// Runs cargo and finds the component it made.
fn compile(dir: &Path, settings: &[(String, String)]) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(dir).args(["build", "--lib", "--profile", "plugin", "--target", TARGET]);
    cargo.arg("--message-format=json-render-diagnostics");
    for setting in PROFILE {
        cargo.args(["--config", setting]);
    }
    for (name, value) in settings {
        match name.as_str() {
            // Paths of this machine do not belong in the component.
            RUSTFLAGS => cargo.env(name, format!("{value} --remap-path-prefix={}=/plugin", dir.display())),
            // Keyed by compiler, because cargo does not see that a standard library was rebuilt.
            "QABUL_WASM_TARGET_DIR" => cargo.env("CARGO_TARGET_DIR", value),
            _ => cargo.env(name, value),
        };
    }
    let output = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the plugin does not compile; see the lines above");
    let manifest = dir.join("Cargo.toml");
    let made = String::from_utf8(output.stdout)?.lines().rev().find_map(|line| component_of(line, &manifest));
    match made {
        Some(component) => Ok(component),
        None => bail!("cargo made no component: the library needs crate-type = [\"cdylib\", \"rlib\"]"),
    }
}

/// The component that a line of cargo's talk speaks of.
fn component_of(line: &str, manifest: &Path) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    let is_ours = message["reason"] == "compiler-artifact"
        && message["manifest_path"].as_str().is_some_and(|path| Path::new(path) == manifest);
    let files = message["filenames"].as_array().filter(|_| is_ours)?;
    let component = files.iter().filter_map(serde_json::Value::as_str).find(|file| file.ends_with(".wasm"))?;
    Some(PathBuf::from(component))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_component_is_found_among_cargos_lines() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/p/Cargo.toml","filenames":["/t/libp.rlib","/t/p.wasm"]}"#;
        assert_eq!(component_of(line, Path::new("/p/Cargo.toml")), Some(PathBuf::from("/t/p.wasm")));
        assert_eq!(component_of(line, Path::new("/other/Cargo.toml")), None);
        assert_eq!(component_of("not json", Path::new("/p/Cargo.toml")), None);
    }
}
