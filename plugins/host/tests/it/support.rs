//! A host, the hostile plugin, and calls to make with it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plugin_host::{
    BreakerConfig, Call, CallContext, Grants, HostConfig, KnownSet, Limits, NoTables, Plugin, PluginHost, RuleTables,
};

/// The repository's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The committed hostile component.
pub fn hostile_bytes() -> Vec<u8> {
    std::fs::read(root().join("plugins/hostile/dist/hostile.wasm")).unwrap()
}

/// A host whose breaker never opens, shared by the tests of one process.
pub fn host() -> &'static PluginHost {
    static HOST: OnceLock<PluginHost> = OnceLock::new();
    HOST.get_or_init(|| {
        let breaker = BreakerConfig { failures: u32::MAX, ..BreakerConfig::default() };
        PluginHost::new(HostConfig { breaker, ..HostConfig::default() }).unwrap()
    })
}

/// A host that minds verdicts and fuel, not the clock: a busy machine must not fail what is not about time.
pub fn patient_host() -> &'static PluginHost {
    static HOST: OnceLock<PluginHost> = OnceLock::new();
    HOST.get_or_init(|| {
        let limits = Limits { deadline: Duration::from_secs(20), ..Limits::default() };
        PluginHost::new(HostConfig { limits, ..HostConfig::default() }).unwrap()
    })
}

/// The hostile plugin in the shared host.
pub fn hostile() -> Arc<Plugin> {
    host().load_blocking(&hostile_bytes()).unwrap()
}

/// A call of `school` in `step` that may ask nothing.
pub fn call(school: &str, step: &str) -> Call {
    Call {
        context: CallContext {
            school: school.into(),
            form: "hostile".into(),
            locale: "en".into(),
            step: step.into(),
            role: "family".into(),
            now_ms: 1_795_000_000_000,
            today: "2026-11-21".into(),
            currency: "OMR".into(),
        },
        values: r#"{"age": 2, "name": "مريم"}"#.into(),
        tables: Arc::new(NoTables),
        known: Arc::new(KnownSet::new()),
        grants: Arc::new(Grants::default()),
        ended: None,
    }
}

/// A call that may ask for the table `granted` and for known e-mail addresses.
pub fn call_with_grants(step: &str) -> Call {
    let mut tables = RuleTables::new();
    tables.insert_text("granted", "rows: [{key: key, from: 2026-09-01, value: {fee: 3}}]").unwrap();
    tables.insert_text("refused", "rows: [{key: key, from: 2026-09-01, value: secret}]").unwrap();
    let mut known = KnownSet::new();
    known.insert("email", "a@example.org", 90);
    let mut grants = Grants::default();
    grants.tables.extend(["granted".to_owned(), "never-asked".to_owned()]);
    grants.known.insert("email".to_owned());
    grants.effects.insert(words::verdict::EffectKind::Tag);
    Call { tables: Arc::new(tables), known: Arc::new(known), grants: Arc::new(grants), ..call("abq", step) }
}

/// Resident memory of this process, in bytes.
pub fn resident_bytes() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}
