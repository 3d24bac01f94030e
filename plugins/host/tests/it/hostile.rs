//! Every way to misbehave: its class, its time, and that the next call is none the worse for it.

use std::sync::Arc;

use plugin_host::{Call, CallFault, KnownSet, PluginFault};

use crate::support::{call, call_with_grants, host, hostile, resident_bytes};

/// How a misdeed in `check` ends, after asserting that the next call is good.
/// nextest ends a test that never does.
fn fault_of(step: &str) -> CallFault {
    let plugin = hostile();
    let fault = host().check_blocking(&plugin, &call("abq", step)).expect_err(step);
    good_call();
    fault
}

fn good_call() {
    let answer = host().check_blocking(&hostile(), &call("abq", "good")).unwrap();
    assert_eq!(answer.verdict.errors[0].code, "too_young");
    assert_eq!(answer.verdict.errors[0].params["years"], 3);
    assert_eq!(answer.verdict.computed[0].value, 2);
    assert!(answer.report.fuel > 0);
}

#[test]
fn endless_computing_runs_out_of_fuel() {
    assert_eq!(fault_of("loop").fault, PluginFault::OutOfFuel);
}

#[test]
fn endless_host_calls_are_ended() {
    assert_eq!(fault_of("log-loop").fault, PluginFault::TooManyCalls);
    assert_eq!(fault_of("lookup-loop").fault, PluginFault::TooManyCalls);
}

#[test]
fn time_runs_out_where_fuel_does_not() {
    use plugin_host::{HostConfig, Limits, PluginHost};
    let limits = Limits { check_fuel: u64::MAX / 2, ..Limits::default() };
    let host = PluginHost::new(HostConfig { limits, ..HostConfig::default() }).unwrap();
    let plugin = host.load_blocking(&crate::support::hostile_bytes()).unwrap();
    let fault = host.check_blocking(&plugin, &call("abq", "loop")).unwrap_err();
    assert_eq!(fault.fault, PluginFault::Timeout);
}

#[test]
fn memory_has_an_end() {
    assert_eq!(fault_of("allocate").fault, PluginFault::MemoryLimit);
    assert_eq!(fault_of("grow").fault, PluginFault::MemoryLimit);
}

#[test]
fn recursion_has_an_end() {
    for step in ["recurse-big", "recurse-small"] {
        assert_eq!(fault_of(step).code(), "trap", "{step}");
    }
}

#[test]
fn a_crash_is_a_trap_that_tells_its_place_but_no_secret() {
    for step in ["index", "panic", "clock"] {
        let fault = fault_of(step);
        assert_eq!(fault.code(), "trap", "{step}");
        let log = format!("{:?}", fault.report.log);
        assert!(log.contains("panicked at"), "{step}: {log}");
        assert!(!log.contains("child"), "{log}");
    }
}

#[test]
fn too_much_output_is_refused() {
    for step in ["many-errors", "big-logs"] {
        assert_eq!(fault_of(step).fault, PluginFault::TooMuchOutput, "{step}");
    }
}

#[test]
fn unusable_output_is_refused() {
    for step in ["some-errors", "bad-pointer", "bad-code", "bad-value", "bad-utf8", "bad-memory", "big-params"] {
        let fault = fault_of(step);
        // What the component model itself refuses comes as a trap or a lift error; either is the plugin's doing.
        assert!(matches!(fault.code(), "bad_output" | "trap"), "{step}: {fault}");
        assert!(fault.fault.is_plugins_doing(), "{step}");
    }
    let fault = host().decide_blocking(&hostile(), &call("abq", "bad-score")).unwrap_err();
    assert_eq!(fault.code(), "bad_output");
}

#[test]
fn an_orderly_no_is_not_a_fault() {
    let fault = fault_of("refuse");
    assert_eq!(fault.fault, PluginFault::Refused { code: "not_today".into(), message: "an orderly no".into() });
    assert!(!fault.fault.is_plugins_doing());

    let mut broken = call("abq", "good");
    broken.values = "{not json".into();
    let fault = host().check_blocking(&hostile(), &broken).unwrap_err();
    assert!(matches!(fault.fault, PluginFault::Refused { ref code, .. } if code == "bad_json"), "{fault}");
}

#[test]
fn a_submission_has_a_size() {
    let mut large = call("abq", "good");
    large.values = format!("{{\"a\": \"{}\"}}", "x".repeat(300 << 10));
    assert_eq!(host().check_blocking(&hostile(), &large).unwrap_err().fault, PluginFault::TooMuchInput);
}

#[test]
fn log_lines_are_counted_and_plain() {
    let report = host().check_blocking(&hostile(), &call("abq", "many-logs")).unwrap().report;
    assert_eq!((report.log.len(), report.log_dropped), (200, 800));
    assert_eq!(report.log[0].message, "line 0");
}

#[test]
fn nothing_leaks_from_call_to_call() {
    for _ in 0..3 {
        let answer = host().check_blocking(&hostile(), &call("abq", "count")).unwrap();
        assert_eq!(answer.verdict.computed[0].value, 0);
    }
}

#[test]
fn only_what_is_asked_for_and_granted_is_told() {
    let answer = host().check_blocking(&hostile(), &call_with_grants("lookups")).unwrap();
    let told: serde_json::Value = serde_json::from_str(answer.verdict.computed[0].value.as_str().unwrap()).unwrap();
    assert_eq!(told, serde_json::json!([{ "fee": 3 }, "Denied", "Denied", false, false]));
    assert_eq!((answer.report.lookups, answer.report.denied), (5, 2));
    assert!(answer.report.unanswered.is_empty(), "to `check` nobody is known, and nobody is looked for");

    let nothing = host().check_blocking(&hostile(), &call("abq", "lookups")).unwrap();
    let told: serde_json::Value = serde_json::from_str(nothing.verdict.computed[0].value.as_str().unwrap()).unwrap();
    assert_eq!(told, serde_json::json!(["Denied", "Denied", "Denied", false, false]));
}

#[test]
fn who_is_known_is_told_to_decide_alone() {
    let asked = call_with_grants("known");
    assert_eq!(host().check_blocking(&hostile(), &asked).unwrap().verdict.computed[0].value, "false");
    assert_eq!(host().rehearse_check(&hostile(), &asked).unwrap().verdict.computed[0].value, "false");
    assert_eq!(host().decide_blocking(&hostile(), &asked).unwrap().verdict.tags, ["known-true"]);
    let nobody_looked = Call { known: Arc::new(KnownSet::new()), ..asked };
    let answer = host().decide_blocking(&hostile(), &nobody_looked).unwrap();
    assert_eq!(answer.verdict.tags, ["known-false"]);
    assert_eq!(answer.report.unanswered, [("email".to_owned(), "a@example.org".to_owned())]);
    let denied = host().decide_blocking(&hostile(), &call("abq", "known")).unwrap();
    assert_eq!((denied.verdict.tags, denied.report.denied), (vec!["known-false".to_owned()], 1));
}

#[test]
fn effects_need_a_grant() {
    let answer = host().decide_blocking(&hostile(), &call_with_grants("good")).unwrap();
    assert_eq!(answer.verdict.route.as_deref(), Some("desk"));
    assert_eq!(answer.verdict.effects.len(), 1);
    assert_eq!(answer.report.dropped_effects, [words::verdict::EffectKind::Notify]);
}

#[test]
fn the_same_call_uses_the_same_fuel() {
    let fuel = || host().check_blocking(&hostile(), &call("abq", "good")).unwrap().report.fuel;
    assert_eq!(fuel(), fuel());
}

#[test]
fn ten_thousand_faults_leave_memory_flat() {
    let plugin = hostile();
    let steps = ["index", "panic", "allocate", "recurse-small", "bad-code", "bad-utf8", "many-logs", "refuse"];
    let run = |count: usize| {
        for n in 0..count {
            // Some of them answer; all of them end.
            let _ = host().check_blocking(&plugin, &call("abq", steps[n % steps.len()]));
        }
    };
    run(2_000);
    let before = resident_bytes();
    run(10_000);
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < 8 << 20, "{} KB more after 10,000 faults", grown >> 10);
    good_call();
}
