//! What is taken as a plugin, what is not, and the cache of compiled ones.

use plugin_host::{Digest, HostConfig, LoadError, PluginHost};

use crate::support::{call, host, hostile_bytes};

fn error_of(component: &[u8]) -> LoadError {
    host().load_blocking(component).expect_err("not to be loaded")
}

#[test]
fn a_plugin_says_who_it_is() {
    let bytes = hostile_bytes();
    let plugin = host().load_blocking(&bytes).unwrap();
    assert_eq!(plugin.descriptor().id, "hostile");
    assert_eq!(plugin.descriptor().asks.tables, ["granted", "refused"]);
    assert!(plugin.document("hostile").unwrap().contains("form.title"));
    assert!(plugin.document("other").is_none());
    assert_eq!(plugin.digest(), Digest::of(&bytes));
    assert!(host().loaded(Digest::of(&bytes)).is_some());
}

#[test]
fn what_is_no_plugin_is_refused() {
    for (bytes, code) in [
        (&b""[..], "bad_component"),
        (b"not wasm", "bad_component"),
        (b"\0asm\x01\0\0\0", "bad_component"),
        (b"\0asm\x0d\0\x01\0", "missing_export"),
    ] {
        assert_eq!(error_of(bytes).code(), code, "{bytes:?}");
    }
    assert_eq!(error_of(&vec![0; 3 << 20]).code(), "too_large");
}

#[test]
fn an_import_outside_the_contract_is_refused() {
    for import in ["wasi:clocks/monotonic-clock@0.2.0", "wasi:cli/environment@0.2.0", "qabul:forms/host-log@2.0.0"] {
        let text = format!(r#"(component (import "{import}" (instance (export "now" (func (result u64))))))"#);
        let error = error_of(&wat::parse_str(text).unwrap());
        assert!(matches!(&error, LoadError::ForbiddenImport(name) if name == import), "{error}");
    }
}

#[test]
fn memory_and_tables_are_bounded_before_a_call() {
    let hog = r#"(component (core module $m (memory 100000)) (core instance (instantiate $m)))"#;
    assert!(host().load_blocking(&wat::parse_str(hog).unwrap()).is_err());
    let wide = r#"(component (core module $m (memory i64 1)) (core instance (instantiate $m)))"#;
    assert_eq!(error_of(&wat::parse_str(wide).unwrap()).code(), "bad_component");
}

/// Two components joined by a function that takes a text: the text is copied from one's memory into the other's.
const COMPOSED: &str = r#"(component
    (component $taker
        (core module $m
            (memory (export "memory") 1)
            (func (export "realloc") (param i32 i32 i32 i32) (result i32) i32.const 0)
            (func (export "take") (param i32 i32)))
        (core instance $i (instantiate $m))
        (func (export "take") (param "text" string)
            (canon lift (core func $i "take") (memory (core memory $i "memory")) (realloc (core func $i "realloc")))))
    (component $giver
        (import "take" (func $take (param "text" string)))
        (core module $own (memory (export "memory") 1))
        (core instance $own (instantiate $own))
        (core func $lowered (canon lower (func $take) (memory (core memory $own "memory"))))
        (core module $m
            (import "" "take" (func $take (param i32 i32)))
            (func (export "give") i32.const 0 i32.const 0 call $take))
        (core instance $i (instantiate $m (with "" (instance (export "take" (func $lowered))))))
        (func (export "give") (canon lift (core func $i "give"))))
    (instance $taker (instantiate $taker))
    (instance $giver (instantiate $giver (with "take" (func $taker "take")))))"#;

#[test]
fn a_component_of_components_is_looked_at_like_any_other() {
    assert_eq!(error_of(&wat::parse_str(COMPOSED).unwrap()).code(), "missing_export", "it compiles");
    let four = "(core instance (instantiate $m)) ".repeat(4);
    let error = error_of(&wat::parse_str(format!("(component (core module $m (memory 1)) {four})")).unwrap());
    assert_eq!(error.code(), "bad_component", "four memories: {error}");
    assert!(error.to_string().contains("memories"), "{error}");
}

/// The hostile component with core modules after it that nothing instantiates.
fn padded(modules: usize, module: &str) -> Vec<u8> {
    let module = wat::parse_str(module).unwrap();
    let mut component = hostile_bytes();
    for _ in 0..modules {
        // A section of a component: its kind (a core module), its length, itself.
        component.push(1);
        let mut length = module.len();
        while length > 0x7f {
            component.push(length.to_le_bytes()[0] | 0x80);
            length >>= 7;
        }
        component.push(length.to_le_bytes()[0]);
        component.extend(&module);
    }
    component
}

#[test]
fn what_compiles_to_far_more_than_itself_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let host = PluginHost::new(HostConfig { cache: Some(folder.path().into()), ..HostConfig::default() }).unwrap();
    let largest = || {
        let files = std::fs::read_dir(folder.path()).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len()).max().unwrap()
    };
    // A byte at each end of four memories of 16 MiB.
    let ends = "(module (memory 255) (data (i32.const 0) \"x\") (data (i32.const 16711679) \"x\"))";
    host.load_blocking(&padded(4, ends)).unwrap();
    assert!(largest() < 2 << 20, "what lies between is not written out: {}", largest());
    // Many short functions: each begins and ends at length.
    let short =
        format!("(module {})", "(func (result f64) f64.const 1 f64.sqrt f64.sqrt drop f64.const 2)".repeat(10_000));
    let error = host.load_blocking(&padded(1, &short)).unwrap_err();
    assert!(error.code() == "bad_component" && error.to_string().contains("compiles to"), "{error}");
}

#[test]
fn truncated_components_are_errors() {
    let bytes = hostile_bytes();
    for part in 1..40 {
        let length = bytes.len() * part / 40;
        assert!(host().load_blocking(&bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn flipped_bits_never_crash_the_host() {
    let bytes = hostile_bytes();
    // A fixed walk over the file; a flip that still compiles must still be harmless to call.
    for n in 0..24_usize {
        let at = n.wrapping_mul(2_654_435_761) % bytes.len();
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (n % 8);
        if let Ok(plugin) = host().load_blocking(&flipped) {
            let _ = host().check_blocking(&plugin, &call("abq", "good"));
        }
    }
}

#[test]
fn compiled_plugins_are_kept_and_a_spoilt_one_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("compiled");
    let start = || PluginHost::new(HostConfig { cache: Some(cache.clone()), ..HostConfig::default() }).unwrap();
    let files = || {
        let mut names: Vec<_> = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names
    };
    assert!(start().load_blocking(b"\0asm\x0d\0\x01\0").is_err());
    assert!(files().is_empty(), "what compiles and is no plugin is not kept");
    start().load_blocking(&hostile_bytes()).unwrap();
    let kept = files();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let written = |n: usize| std::fs::metadata(&kept[n]).unwrap().modified().unwrap();
    // The code's own time tells when it was loaded last; its seal's, when it was made.
    let first = written(1);

    let plugin = start().load_blocking(&hostile_bytes()).unwrap();
    assert_eq!(written(1), first, "read, not written");
    assert_eq!(plugin.descriptor().id, "hostile");

    std::fs::write(&kept[0], b"spoilt").unwrap();
    let host = start();
    let plugin = host.load_blocking(&hostile_bytes()).unwrap();
    assert!(host.check_blocking(&plugin, &call("abq", "good")).is_ok());
    assert!(std::fs::metadata(&kept[0]).unwrap().len() > 1_000);
}
