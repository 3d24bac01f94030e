//! Measures the registry over many schools: `cargo run --release -p qabul-tenants --example many_schools [count]`.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "a measurement stops where it cannot go on")]

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tenants::registry::resolve::{Mode, Outcome, Policy, RequestHead};
use tenants::template::{NewSchool, create};
use tenants::{NoPlugins, Registry, RegistryConfig};
use words::{Language, SchoolId};

fn main() {
    let count: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let house = tempfile::tempdir().unwrap();
    let first = NewSchool {
        id: SchoolId::parse("school-0").unwrap(),
        name_en: "School 0".into(),
        name_ar: "مدرسة ٠".into(),
        time_zone: "Asia/Muscat".into(),
        currency: "OMR".into(),
        mail_from: "office@school.example".into(),
    };
    let template = create(house.path(), &first, jiff::civil::date(2026, 11, 21)).unwrap();
    for n in 1..count {
        let bundle = house.path().join(format!("school-{n}"));
        for folder in ["forms", "assets"] {
            std::fs::create_dir_all(bundle.join(folder)).unwrap();
        }
        for file in ["school.yaml", "forms/new.json", "forms/form.json", "assets/logo.png"] {
            std::fs::copy(template.join(file), bundle.join(file)).unwrap();
        }
    }
    let mut out = std::io::stdout();
    let mut cpu = cpu_ms();
    let mut say = |what: &str, took: Duration| {
        let wall = took.as_secs_f64() * 1e3;
        let used = cpu_ms() - cpu;
        writeln!(out, "{what:<52} {wall:>10.3} ms, step used {used:>6} ms CPU, resident {:>4} MB", resident_mb())
            .unwrap();
        cpu = cpu_ms();
    };

    let started = Instant::now();
    let policy = Policy { base_domain: "localhost".into(), mode: Mode::Production, ..Policy::default() };
    let config = RegistryConfig {
        schools_dir: house.path().to_owned(),
        overlays: house.path().join(".overlays"),
        policy,
        catalog: Arc::new(NoPlugins),
    };
    let registry = Registry::open(config).unwrap();
    assert_eq!(registry.len(), count);
    say(&format!("start with {count} schools"), started.elapsed());

    let started = Instant::now();
    for n in 0..100_000 {
        let host = format!("school-{}.localhost", n % count);
        let id = format!("school-{}", n % count);
        let request = RequestHead {
            hosts: &[host.as_bytes()],
            authority: None,
            peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
            school_ids: &[id.as_bytes()],
            client_ids: &[],
            path: "/api/v1/oa/public/forms/new",
        };
        assert!(matches!(registry.resolve(&request), Outcome::School(_)));
    }
    say("one resolution (of 100,000)", started.elapsed() / 100_000);

    let now = jiff::Timestamp::now().as_millisecond();
    let started = Instant::now();
    for school in registry.all() {
        assert!(school.details(now).bytes.len() > 500);
        assert!(school.form_view("new", Language::Ar).unwrap().bytes.len() > 500);
    }
    say("details and a form of every school, first time", started.elapsed());

    let started = Instant::now();
    for school in registry.all() {
        assert!(school.details_if_ready(now).is_some() && school.form_view_if_ready("new", Language::Ar).is_some());
    }
    say("the same, second time", started.elapsed());

    let started = Instant::now();
    assert_eq!(registry.poll(), 0);
    say("one look at all files", started.elapsed());

    let changed = house.path().join("school-7/school.yaml");
    let text = std::fs::read_to_string(&changed).unwrap().replace("\"OMR\"", "\"KWD\"");
    std::fs::write(&changed, text).unwrap();
    std::fs::File::open(&changed).unwrap().set_modified(SystemTime::now() - Duration::from_secs(5)).unwrap();
    let started = Instant::now();
    assert_eq!(registry.poll(), 1);
    say("one look that reloads a school", started.elapsed());
    assert_eq!(registry.school(&SchoolId::parse("school-7").unwrap()).unwrap().config().currency, "KWD");
}

/// Processor time of all threads so far: the fair figure on a busy machine (ticks are 10 ms).
fn cpu_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}

/// Resident memory, where the system tells.
fn resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or_default() / 1024
}
