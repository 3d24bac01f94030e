//! One school's trouble is not another's.

use std::time::{Duration, Instant};

use plugin_host::{BreakerConfig, HostConfig, PluginFault, PluginHost};

use crate::support::{call, host, hostile, hostile_bytes};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_looping_school_does_not_slow_another() {
    let plugin = hostile();
    let loops: Vec<_> = (0..60)
        .map(|_| {
            let plugin = plugin.clone();
            tokio::spawn(async move {
                let mut outcomes = Vec::new();
                for _ in 0..3 {
                    outcomes.push(host().check(&plugin, call("looping", "loop")).await.unwrap_err().fault);
                }
                outcomes
            })
        })
        .collect();

    let mut times = Vec::new();
    for _ in 0..100 {
        let started = Instant::now();
        host().check(&plugin, call("quiet", "good")).await.unwrap();
        times.push(started.elapsed());
    }
    times.sort();
    println!("p95 beside a looping school: {:?}", times[94]);

    for outcomes in loops {
        for fault in outcomes.await.unwrap() {
            assert!(matches!(fault, PluginFault::OutOfFuel | PluginFault::Busy | PluginFault::Timeout), "{fault}");
        }
    }
}

#[test]
fn a_plugin_that_keeps_failing_rests_and_comes_back() {
    let rest = Duration::from_millis(300);
    let breaker = BreakerConfig { failures: 5, rest };
    let host = PluginHost::new(HostConfig { breaker, ..HostConfig::default() }).unwrap();
    let plugin = host.load_blocking(&hostile_bytes()).unwrap();
    for _ in 0..5 {
        assert_eq!(host.check_blocking(&plugin, &call("abq", "panic")).unwrap_err().code(), "trap");
    }
    assert_eq!(host.check_blocking(&plugin, &call("abq", "good")).unwrap_err().fault, PluginFault::Paused);
    assert!(host.check_blocking(&plugin, &call("mogra", "good")).is_ok(), "another school's use goes on");
    std::thread::sleep(rest + Duration::from_millis(20));
    assert!(host.check_blocking(&plugin, &call("abq", "good")).is_ok());
    assert!(host.check_blocking(&plugin, &call("abq", "good")).is_ok(), "closed again");
}
