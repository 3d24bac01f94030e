//! The shipped components say what their rules say natively, and what a build from source says.
//!
//! With `QABUL_FRESH_PLUGINS` naming a folder of freshly built components (`scripts/plugins.sh --check DIR`), those are held to
//! the same verdicts.

use std::path::PathBuf;
use std::sync::Arc;

use plugin_host::{Call, CallContext, CallFault, Grants, KnownSet, Plugin, PluginFault, RuleTables, Tables};
use plugin_sdk::{Context, FormPlugin, Host, Known, Level, LookupError, NativeHost, PluginError, Value, testing};
use serde::Serialize;

use crate::support::{patient_host as host, root};

const DAYS: [&str; 4] = ["2026-01-15", "2026-09-01", "2026-11-21", "2028-02-29"];

/// A shipped plugin, the school whose tables it is tried with, and how much of its fuel a sample may use.
struct Shipped {
    name: &'static str,
    school: &'static str,
    currency: &'static str,
    document: fn(&str) -> Option<String>,
    check: fn(&Context, &Value, &dyn Host) -> Value,
    decide: fn(&Context, &Value, &dyn Host) -> Value,
}

fn shipped<P: FormPlugin>(name: &'static str, school: &'static str, currency: &'static str) -> Shipped {
    Shipped {
        name,
        school,
        currency,
        document: P::document,
        check: |ctx, values, host| native(P::check(ctx, values, host)),
        decide: |ctx, values, host| native(P::decide(ctx, values, host)),
    }
}

#[test]
fn abq_says_the_same() {
    hold(&shipped::<abq::Abq>("abq", "abq", "OMR"));
}

#[test]
fn hr_says_the_same() {
    hold(&shipped::<hr::Hr>("hr", "abq", "OMR"));
}

#[test]
fn vmsiihe_says_the_same() {
    hold(&shipped::<vmsiihe::Vmsiihe>("vmsiihe", "vmsiihe", "INR"));
}

#[test]
fn rushmore_says_the_same() {
    hold(&shipped::<rushmore::Rushmore>("rushmore", "rushmore", "USD"));
}

#[test]
fn mogra_says_the_same() {
    hold(&shipped::<mogra::Mogra>("mogra", "mogra", "AED"));
}

#[test]
fn shipped_components_match_their_digests() {
    let dist = root().join("plugins/dist");
    let list = std::fs::read_to_string(dist.join("digests.txt")).unwrap();
    assert!(list.lines().count() >= 5);
    for line in list.lines() {
        let (digest, file) = line.split_once("  ").unwrap();
        let bytes = std::fs::read(dist.join(file)).unwrap();
        assert_eq!(plugin_host::Digest::of(&bytes).to_string(), format!("sha256:{digest}"), "{file}");
    }
}

#[test]
fn demo_schools_hold_and_pin_what_ships() {
    let pairs = [
        ("abq", "abq"),
        ("abq", "hr"),
        ("vmsiihe", "vmsiihe"),
        ("rushmore", "rushmore"),
        ("mogra", "mogra"),
        ("mogra", "hr"),
    ];
    for (school, name) in pairs {
        let bundle = root().join("tenants/schools").join(school);
        let ships = std::fs::read(root().join(format!("plugins/dist/{name}.wasm"))).unwrap();
        let holds = std::fs::read(bundle.join(format!("plugins/{name}.wasm"))).unwrap();
        assert!(ships == holds, "{school} holds another {name}: run 'scripts/plugins.sh --install'");
        let yaml = std::fs::read_to_string(bundle.join("school.yaml")).unwrap();
        let digest = plugin_host::Digest::of(&ships).hex();
        assert!(yaml.contains(&digest), "{school} pins another {name}: run 'scripts/plugins.sh --install'");
    }
}

/// Every component of a plugin against its native rules: all samples, on several days, whole and with each answer left out.
fn hold(shipped: &Shipped) {
    let file = format!("{}.wasm", shipped.name);
    let mut components = vec![root().join("plugins/dist").join(&file)];
    if let Some(fresh) = std::env::var_os("QABUL_FRESH_PLUGINS") {
        components.push(PathBuf::from(fresh).join(&file));
    }
    let folder = root().join("tenants/schools").join(shipped.school).join("tables");
    let native_host = NativeHost::new().with_tables_in(&folder).unwrap();
    let tables = Arc::new(RuleTables::read_folder(&folder).unwrap());
    for component in components {
        let plugin = host().load_blocking(&std::fs::read(&component).unwrap()).unwrap();
        assert_eq!(plugin.descriptor().id, shipped.name);
        for form in &plugin.descriptor().forms {
            let document = (shipped.document)(form).unwrap();
            // Not assert_eq: it would print both.
            let is_same = plugin.document(form).as_deref() == Some(document.as_str());
            assert!(is_same, "{} is older than its source: run 'make plugins'", component.display());
            for day in DAYS {
                for (sample, values) in testing::samples(&document, day) {
                    let trial =
                        Trial { shipped, plugin: &plugin, form, day, tables: &tables, native_host: &native_host };
                    trial.run(&sample, &values, &document);
                }
            }
        }
    }
}

struct Trial<'a> {
    shipped: &'a Shipped,
    plugin: &'a Plugin,
    form: &'a str,
    day: &'a str,
    tables: &'a Arc<RuleTables>,
    native_host: &'a NativeHost,
}

/// The native host's tables, with some people known.
struct Knowing<'a> {
    tables: &'a NativeHost,
    known: &'a [(String, String)],
}

impl Host for Knowing<'_> {
    fn lookup(&self, table: &str, key: &str, as_of: &str) -> Result<Option<Value>, LookupError> {
        self.tables.lookup(table, key, as_of)
    }

    fn known(&self, kind: &str, value: &str) -> Known {
        let is_known = self.known.iter().any(|known| known.0 == kind && known.1 == value);
        if is_known { Known::Yes { score: 90 } } else { Known::No }
    }

    fn log(&self, level: Level, message: &str) {
        self.tables.log(level, message);
    }
}

impl Trial<'_> {
    fn run(&self, sample: &str, values: &Value, document: &str) {
        let what = format!("{} {} {sample} on {}", self.shipped.name, self.form, self.day);
        let known = known_values(document, values);
        self.compare(&what, values, &[], true);
        self.compare(&format!("{what}, known"), values, &known, true);
        let members = values.as_object().unwrap();
        for name in members.keys() {
            let mut less = members.clone();
            less.remove(name);
            self.compare(&format!("{what} without {name}"), &Value::Object(less), &[], false);
        }
    }

    fn compare(&self, what: &str, values: &Value, known: &[(String, String)], whole: bool) {
        let native_host = Knowing { tables: self.native_host, known };
        let ctx = testing::context(self.shipped.school, self.form, self.day, self.shipped.currency);
        let call = self.call(&ctx, values, known);

        let answer = host().check_blocking(self.plugin, &call);
        if let Ok(answer) = &answer {
            // Ten times the fuel of any sample fits: a family's answers may be longer.
            assert!(answer.report.fuel < 2_000_000, "{what}: check used {} fuel", answer.report.fuel);
            assert_eq!(answer.report.denied, 0, "{what}: asks for what it does not declare");
        }
        assert_eq!(wasm(answer), (self.shipped.check)(&ctx, values, &native_host), "{what}: check");
        if whole {
            let answer = host().decide_blocking(self.plugin, &call);
            assert_eq!(wasm(answer), (self.shipped.decide)(&ctx, values, &native_host), "{what}: decide");
        }
    }

    fn call(&self, ctx: &Context, values: &Value, known: &[(String, String)]) -> Call {
        let mut set = KnownSet::new();
        known.iter().for_each(|(kind, value)| set.insert(kind, value, 90));
        Call {
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
            values: values.to_string(),
            tables: Arc::clone(self.tables) as Arc<dyn Tables>,
            known: Arc::new(set),
            grants: Arc::new(Grants::all_asked(&self.plugin.descriptor().asks)),
            ended: None,
        }
    }
}

/// The answers of top-level fields by which a school knows people.
fn known_values(document: &str, values: &Value) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(document).unwrap();
    let properties = document["schema"]["properties"].as_object().unwrap();
    let known = |(name, property): (&String, &Value)| {
        Some((property["x-known"].as_str()?.to_owned(), values[name].as_str()?.to_owned()))
    };
    properties.iter().filter_map(known).collect()
}

/// What native rules said, in words that compare.
fn native<T: Serialize>(said: Result<T, PluginError>) -> Value {
    match said {
        Ok(said) => serde_json::to_value(said).unwrap(),
        Err(error) => Value::from(format!("refused: {}", error.code)),
    }
}

/// What a component said, in the same words.
fn wasm<T: Serialize>(said: Result<plugin_host::Answer<T>, CallFault>) -> Value {
    match said {
        Ok(answer) => serde_json::to_value(answer.verdict).unwrap(),
        Err(CallFault { fault: PluginFault::Refused { code, .. }, .. }) => Value::from(format!("refused: {code}")),
        Err(fault) => Value::from(format!("fault: {} {fault}", fault.code())),
    }
}
