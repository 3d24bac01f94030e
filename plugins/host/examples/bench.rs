//! What the sandbox costs: a fresh instance and a check of a 3 KB submission, against the same rules run natively.
//!
//! `cargo run --release -p qabul-plugin-host --example bench [ABQ.wasm]`
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for a terminal")]

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plugin_host::{Call, CallContext, Grants, HostConfig, KnownSet, PluginHost, RuleTables};
use plugin_sdk::{FormPlugin, NativeHost, Value, testing};

const DAY: &str = "2026-11-21";
const ROUNDS: usize = 3_000;
const BYTES: usize = 3 << 10;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tables = root.join("tenants/schools/abq/tables");
    let shipped = root.join("plugins/dist/abq.wasm");
    let component = std::fs::read(std::env::args().nth(1).map_or(shipped, Into::into)).unwrap();

    let host = PluginHost::new(HostConfig::default()).unwrap();
    let started = Instant::now();
    let plugin = host.load_blocking(&component).unwrap();
    println!("compile and load     {:>9.1} ms", started.elapsed().as_secs_f64() * 1e3);

    let values = submission(&plugin.document("abq").unwrap());
    let text = values.to_string();
    let ctx = testing::context("abq", "abq", DAY, "OMR");
    let native_host = NativeHost::new().with_tables_in(&tables).unwrap();
    let call = Call {
        context: CallContext {
            school: ctx.school.clone(),
            form: ctx.form.clone(),
            locale: ctx.locale.clone(),
            step: ctx.step.clone(),
            role: ctx.role.clone(),
            now_ms: ctx.now_ms,
            today: ctx.today.clone(),
            currency: ctx.currency.clone(),
        },
        values: text.clone(),
        tables: Arc::new(RuleTables::read_folder(&tables).unwrap()),
        known: Arc::new(KnownSet::new()),
        grants: Arc::new(Grants::all_asked(&plugin.descriptor().asks)),
        ended: None,
    };

    // Interleaved, so that a busy machine slows both alike. Natively too the answers arrive as text and leave as text.
    let (mut native, mut sandboxed) = (Vec::with_capacity(ROUNDS), Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        native.push(timed(|| {
            let values: Value = serde_json::from_str(&text).unwrap();
            let checked = abq::Abq::check(&ctx, &values, &native_host).unwrap();
            black_box(serde_json::to_string(&checked).unwrap());
        }));
        sandboxed.push(timed(|| {
            black_box(host.check_blocking(&plugin, &call).unwrap());
        }));
    }
    let fuel = host.check_blocking(&plugin, &call).unwrap().report.fuel;
    let (native, sandboxed) = (median(native), median(sandboxed));
    println!("submission           {:>9} bytes", text.len());
    println!("native check, p50    {:>9.1} us", native.as_secs_f64() * 1e6);
    println!("sandboxed check, p50 {:>9.1} us (fresh instance, {fuel} fuel)", sandboxed.as_secs_f64() * 1e6);
    println!("ratio                {:>9.2}", sandboxed.as_secs_f64() / native.as_secs_f64());
}

/// The form's longest sample, filled up with an answer that no rule reads.
fn submission(document: &str) -> Value {
    let samples = testing::samples(document, DAY);
    let mut values =
        samples.into_iter().map(|(_, values)| values).max_by_key(|values| values.to_string().len()).unwrap();
    let short = BYTES.saturating_sub(values.to_string().len() + 20);
    if short > 0 {
        values["other_remarks"] = Value::from("x".repeat(short));
    }
    values
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
