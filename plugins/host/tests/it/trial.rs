//! First compilation in a child process. The child is this test binary, told to run the one test below.

use std::path::Path;

use plugin_host::{HostConfig, LoadError, PluginHost, Trial, trial};

use crate::support::{call, hostile_bytes};

fn host_with(program: &str, args: &[&str]) -> PluginHost {
    let args = args.iter().map(ToString::to_string).collect();
    let trial = Trial::Child { program: program.into(), args };
    PluginHost::new(HostConfig { trial, ..HostConfig::default() }).unwrap()
}

fn host_with_this_child() -> PluginHost {
    let program = std::env::current_exe().unwrap();
    host_with(program.to_str().unwrap(), &["trial::child", "--exact", "--nocapture"])
}

/// Does nothing unless it is started as the child, with two paths.
#[test]
fn child() {
    let args: Vec<String> = std::env::args().collect();
    let [.., component, output] = args.as_slice() else { return };
    if Path::new(component).is_file() && Path::new(output).is_file() && component != &args[0] {
        trial::run_child(Path::new(component), Path::new(output)).unwrap();
    }
}

#[test]
fn a_child_compiles_what_the_server_then_runs() {
    let host = host_with_this_child();
    let plugin = host.load_blocking(&hostile_bytes()).unwrap();
    assert!(host.check_blocking(&plugin, &call("abq", "good")).is_ok());
}

#[test]
fn what_does_not_compile_ends_the_child_only() {
    let error = host_with_this_child().load_blocking(b"\0asm\x0d\0\x01\0garbage").unwrap_err();
    assert!(matches!(error, LoadError::Trial(_)), "{error}");
}

#[test]
fn a_child_that_ran_into_its_limits_is_told() {
    let error = host_with("/bin/sh", &["-c", "kill -XCPU $$"]).load_blocking(&hostile_bytes()).unwrap_err();
    assert!(error.to_string().contains("signal: 24"), "{error}");
}
