//! Overlays over real bundles: 200 random valid edits round-trip, and the registry reads, watches and survives them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use tenants::bundle::differ::differences;
use tenants::bundle::overlay::{blob, equal, gone};
use tenants::bundle::place::{self, overlap};
use tenants::bundle::{BundleFiles, Entry, FileKind, Good, Overlay, OverlayStore};

use crate::house::{House, id};

/// A value at a place, or the place given back.
#[derive(Debug, Clone)]
struct Wish {
    file: &'static str,
    pointer: &'static str,
    value: Option<Value>,
}

/// A line of text.
fn line() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-zA-Zأ-ي0-9 :#'\"\\\\{}&*!|>%@-]{1,30}",
        Just("Y".to_owned()),
        Just("null".to_owned()),
        Just("2026-01-01".to_owned()),
    ]
    .prop_filter("something is said", |text: &String| !text.trim().is_empty())
    .prop_map(Value::from)
}

/// The same, or what YAML does not take as it is; a name of a school holds none of that.
fn text() -> impl Strategy<Value = Value> {
    let unseen = "a\u{7f}\u{85}\u{92}\u{2028}\u{feff}\u{fffe}\u{ffff}b";
    prop_oneof![4 => line(), 1 => Just(Value::from(unseen))]
}

/// Blocks of a legal text: words without marks of their own, in paragraphs and lists.
fn blocks() -> impl Strategy<Value = Value> {
    let words = || "[a-zA-Zأ-ي0-9 :#'\"-]{0,30}[a-zأ-ي]";
    let block = prop_oneof![
        (prop_oneof![Just("heading"), Just("paragraph"), Just("note")], words())
            .prop_map(|(kind, text)| json!({ "kind": kind, "text": text })),
        prop::collection::vec(words(), 1..4).prop_map(|items| json!({ "kind": "list", "items": items })),
    ];
    prop::collection::vec(block, 1..4).prop_map(Value::Array)
}

fn colour() -> impl Strategy<Value = Value> {
    "#[0-9a-f]{6}".prop_map(Value::from)
}

fn at<S: Strategy<Value = Value> + 'static>(
    file: &'static str,
    pointer: &'static str,
    value: S,
) -> BoxedStrategy<Wish> {
    prop_oneof![
        5 => value.prop_map(move |value| Wish { file, pointer, value: Some(value) }),
        1 => Just(Wish { file, pointer, value: None }),
    ]
    .boxed()
}

const YAML: &str = "school.yaml";

/// One edit that a school could make.
fn wish() -> impl Strategy<Value = Wish> {
    let flag = || prop_oneof![Just(json!("Y")), Just(json!("N"))];
    let both = || (text(), text()).prop_map(|(en, ar)| json!({ "en": en, "ar": ar }));
    let slides =
        prop::collection::vec((both(), both()).prop_map(|(title, text)| json!({ "title": title, "text": text })), 0..4);
    let dates = prop::collection::vec(
        (1..9u32).prop_map(|month| json!({ "sims_admission_start_from": format!("2026-0{month}-01"), "sims_admission_end": "2027-06-30", "year": "2027-2028" })),
        0..4,
    );
    let rows = prop::collection::vec(any::<u16>(), 0..5).prop_map(|values| {
        let row = |(n, value): (usize, &u16)| json!({ "key": format!("k{n}"), "from": "2026-09-01", "value": { "minor": value } });
        Value::Array(values.iter().enumerate().map(row).collect())
    });
    let wishes = vec![
        at(YAML, "/name/en", line()),
        at(YAML, "/name", (line(), line()).prop_map(|(en, ar)| json!({ "en": en, "ar": ar }))),
        at(YAML, "/branding/colours/primary", colour()),
        at(YAML, "/branding/colours", (colour(), colour()).prop_map(|(a, b)| json!({ "primary": a, "accent": b }))),
        at(YAML, "/branding/swiperText", slides.prop_map(Value::Array)),
        at(YAML, "/schoolDates", dates.prop_map(Value::Array)),
        at(YAML, "/conditionalScreens/login", flag()),
        at(YAML, "/conditionalScreens", flag().prop_map(|flag| json!({ "otp": flag }))),
        at(YAML, "/hijri", prop_oneof![flag(), Just(Value::Null)]),
        at(YAML, "/links", Just(json!({ "lic_lms_url": "https://lms.example/" }))),
        at(YAML, "/links/lic_website_url", prop_oneof![Just(json!("https://www.example/a?b=c")), Just(Value::Null)]),
        at(YAML, "/forms/form", prop_oneof![Just(Value::Null), Just(json!({ "draft_days": 30 }))]),
        at(YAML, "/forms/new/closes_on", prop_oneof![Just(json!("2027-01-31")), Just(Value::Null)]),
        at(YAML, "/routes/~1pre_admission", Just(json!(["school_admin"]))),
        at(YAML, "/status_labels/F", both()),
        at("locales/en/common.json", "/nested/bye", text()),
        at("locales/en/common.json", "/nested", text().prop_map(|text| json!({ "bye": text }))),
        at("locales/ar/common.json", "/hello", prop_oneof![text(), Just(Value::Null)]),
        at("locales/ar/form-new.json", "/form.title", text()),
        at("tables/fees.yaml", "/rows", rows.boxed()),
        at("tables/extra.yaml", "", Just(json!({ "rows": [] }))),
        at("texts/terms.json", "", (blocks(), blocks()).prop_map(|(en, ar)| json!({ "en": en, "ar": ar }))),
        at("sms/code.en.txt", "", "[a-z ]{1,20}\\{\\{ code \\}\\}".prop_map(Value::from)),
        at("sms/code.ar.txt", "", Just(gone())),
        at("assets/spare.png", "", prop_oneof![Just(gone()), Just(blob(&words::sha256_hex(b"spare")))]),
    ];
    proptest::strategy::Union::new(wishes)
}

struct Ground {
    house: House,
    store: OverlayStore,
    base: BTreeMap<String, Value>,
}

fn ground() -> Ground {
    let house = House::new(&["abq"]);
    house.write("abq/tables/fees.yaml", "description: Fees\nrows:\n- {key: kg1, from: 2026-09-01, value: 900}\n");
    house.write("abq/locales/en/common.json", r#"{"hello": "Hi there", "nested": {"bye": "See you", "other": "x"}}"#);
    house.write("abq/sms/code.ar.txt", "{{ code }}");
    house.write("abq/assets/spare.png", "spare");
    let store = OverlayStore::new(house.overlays().join("abq"));
    store.put_blob(b"spare").unwrap();
    let files = BundleFiles::new(house.path().join("abq"));
    let base = files.walk().into_iter().map(|path| (path.clone(), files.value(&path).unwrap().unwrap())).collect();
    Ground { house, store, base }
}

fn over(base: &BTreeMap<String, Value>, overlay: &Overlay) -> BTreeMap<String, Value> {
    let mut paths: Vec<String> = base.keys().cloned().collect();
    paths.extend(overlay.files().into_iter().map(str::to_owned));
    paths.sort();
    paths.dedup();
    paths.into_iter().filter_map(|path| Some((path.clone(), overlay.apply(&path, base.get(&path).cloned())?))).collect()
}

fn same(one: &BTreeMap<String, Value>, other: &BTreeMap<String, Value>) -> bool {
    let nulls = |path: &str| FileKind::of(path).is_some_and(FileKind::null_is_absent);
    one.keys().eq(other.keys()) && one.iter().all(|(path, value)| equal(value, &other[path], nulls(path)))
}

/// Without empty maps that the base does not have: a file that was changed and changed back keeps them, an overlay does not.
fn tidy(mut files: BTreeMap<String, Value>, base: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    fn clear(value: &mut Value, base: Option<&Value>) {
        let Some(map) = value.as_object_mut() else { return };
        for (key, value) in map.iter_mut() {
            clear(value, base.and_then(|base| base.get(key)));
        }
        map.retain(|key, value| *value != json!({}) || base.is_some_and(|base| base.get(key).is_some()));
    }
    for (path, value) in &mut files {
        clear(value, base.get(path));
    }
    files.retain(|path, value| *value != json!({}) || base.contains_key(path));
    files
}

#[test]
fn two_hundred_random_edits_round_trip() {
    let ground = ground();
    let registry = ground.house.open();
    let config = ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(wishes in prop::collection::vec(wish(), 1..12))| {
        let mut overlay = Overlay::default();
        let mut wanted = ground.base.clone();
        for wish in &wishes {
            let base = ground.base.get(wish.file);
            match &wish.value {
                Some(value) => overlay.set(wish.file, wish.pointer, value.clone()),
                None => overlay.reset(wish.file, wish.pointer, base),
            }
            // The same said without an overlay: the file itself is changed.
            let nulls = FileKind::of(wish.file).unwrap().null_is_absent();
            let value = wish.value.clone().or_else(|| base.and_then(|base| base.pointer(wish.pointer)).cloned());
            match value {
                Some(value) if value == gone() => drop(wanted.remove(wish.file)),
                None if wish.pointer.is_empty() => drop(wanted.remove(wish.file)),
                value => {
                    let mut document = wanted.remove(wish.file).unwrap_or_else(|| json!({}));
                    place::set(&mut document, wish.pointer, value.unwrap_or_default(), nulls);
                    wanted.insert(wish.file.to_owned(), document);
                }
            }
        }
        for (n, one) in overlay.entries.iter().enumerate() {
            for other in &overlay.entries[n + 1..] {
                prop_assert!(one.file != other.file || !overlap(&one.pointer, &other.pointer), "{one:?} {other:?}");
            }
        }
        let target = over(&ground.base, &overlay);
        let (made, wanted) = (tidy(target.clone(), &ground.base), tidy(wanted, &ground.base));
        prop_assert!(same(&made, &wanted), "{made:#?}\n{wanted:#?}");
        // From base and target to an overlay, and to the target again.
        let found = Overlay::between(&ground.base, &target);
        prop_assert!(same(&over(&ground.base, &found), &target), "{found:#?}");
        // What differs, said place by place, leads there too.
        for (path, value) in &target {
            let nulls = FileKind::of(path).unwrap().null_is_absent();
            let differ = differences(ground.base.get(path), Some(value), usize::MAX);
            prop_assert_eq!(differ.is_empty(), ground.base.get(path) == Some(value));
            if let (Some(base), true) = (ground.base.get(path), differ.iter().all(|one| !one.pointer.contains("/0"))) {
                let mut made = base.clone();
                for one in differ.iter().filter(|one| !one.to.is_null() || nulls) {
                    place::set(&mut made, &one.pointer, one.to.clone(), nulls);
                }
                prop_assert!(!nulls || equal(&made, value, true) || made.to_string().contains("[]") || made.to_string().contains("{}"), "{made} {value}");
            }
        }
        // By way of the disk, and read as the registry reads it.
        overlay.revision = 7;
        ground.store.write(&overlay).unwrap();
        let read = ground.store.read().unwrap();
        prop_assert_eq!(&read, &overlay);
        let files = BundleFiles::layered(ground.house.path().join("abq"), ground.store.clone()).unwrap();
        let layered: BTreeMap<String, Value> =
            files.walk().into_iter().map(|path| (path.clone(), files.value(&path).unwrap().unwrap())).collect();
        prop_assert!(same(&layered, &target), "{layered:#?}\n{target:#?}");
        let trial = registry.trial(&id("abq"), overlay);
        let problems: Vec<_> = trial.map_or_else(|found| found, |school| school.check()).into_iter().filter(|d| d.is_error()).collect();
        prop_assert!(problems.is_empty(), "{problems:#?}");
    });
}

#[test]
fn an_overlay_goes_live_by_itself_and_at_once_when_told() {
    let ground = ground();
    let registry = ground.house.open();
    let name = || registry.school(&id("abq")).unwrap().config().name.en.clone();
    let mut overlay = Overlay { revision: 1, ..Overlay::default() };
    overlay.set(YAML, "/name/en", json!("Over"));
    ground.store.write(&overlay).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!((registry.poll(), name().as_str()), (1, "Over"));
    overlay.set(YAML, "/name/en", json!("At once"));
    ground.store.write(&overlay).unwrap();
    registry.reload(&id("abq")).unwrap();
    assert_eq!((name().as_str(), registry.poll()), ("At once", 0));
    overlay.set(YAML, "/currency", json!("nothing"));
    ground.store.write(&overlay).unwrap();
    assert_eq!(registry.reload(&id("abq")).unwrap_err()[0].pointer.as_ref(), "/currency");
    assert_eq!(name(), "At once", "what was live stays so");
    assert!(registry.stale()[0].live);
}

/// Keeps the state of the base as the last good one.
fn keep_base(ground: &Ground, revision: i64) -> Good {
    let files = BundleFiles::new(ground.house.path().join("abq"));
    let mut good = Good { revision, ..Good::default() };
    for path in files.walk() {
        let bytes = files.read(&path, 5 << 20).unwrap().unwrap();
        good.files.insert(path, ground.store.put_blob(&bytes).unwrap());
    }
    ground.store.write_good(&good).unwrap();
    good
}

#[test]
fn a_server_starts_with_what_was_good_and_checks_afterwards() {
    let ground = ground();
    keep_base(&ground, 1);
    let mut overlay = Overlay { revision: 2, ..Overlay::default() };
    overlay.set(YAML, "/name/en", json!("Newer"));
    ground.store.write(&overlay).unwrap();
    let registry = ground.house.start();
    let name = || registry.school(&id("abq")).unwrap().config().name.en.clone();
    assert_eq!(name(), "School \"abq\"", "what was checked once waits for no check");
    registry.verify();
    assert_eq!(name(), "Newer");
    // Broken since: what was good stays, and it is told.
    ground.house.write("abq/forms/new.json", "{");
    let registry = ground.house.start();
    assert!(registry.stale().is_empty() && registry.school(&id("abq")).unwrap().form("new").is_ok());
    registry.verify();
    assert!(registry.stale()[0].live && registry.school(&id("abq")).unwrap().form("new").is_ok());
    registry.verify();
    assert_eq!(registry.stale().len(), 1, "once");
}

/// A good state of an earlier version that this one refuses gives way as it always did.
#[test]
fn what_was_good_once_and_is_not_now_gives_way_to_the_base() {
    let ground = ground();
    let mut good = keep_base(&ground, 1);
    good.files.insert("forms/new.json".into(), ground.store.put_blob(b"{").unwrap());
    ground.store.write_good(&good).unwrap();
    let mut overlay = Overlay { revision: 2, ..Overlay::default() };
    overlay.set(YAML, "/currency", json!("nothing"));
    ground.store.write(&overlay).unwrap();
    let registry = ground.house.start();
    assert!(registry.school(&id("abq")).unwrap().form("new").is_err());
    registry.verify();
    assert!(registry.school(&id("abq")).unwrap().form("new").is_ok(), "the base alone");
    assert_eq!(registry.stale()[0].diagnostics[0].pointer.as_ref(), "/currency");
}

#[test]
fn the_last_good_state_answers_where_nothing_else_can() {
    let ground = ground();
    let good = keep_base(&ground, 3);
    ground.house.write("abq/forms/new.json", "{");
    let registry = ground.house.open();
    let school = registry.school(&id("abq")).unwrap();
    assert!(school.form("new").is_ok(), "out of what was kept");
    assert!(registry.stale()[0].live && registry.stale()[0].diagnostics[0].file == "abq/forms/new.json");
    // Mended, the bundle itself is live again.
    ground.house.write(
        "abq/forms/new.json",
        std::str::from_utf8(&ground.store.blob(&good.files["forms/new.json"]).unwrap().unwrap()).unwrap(),
    );
    registry.poll();
    assert!(registry.stale().is_empty());
}

/// As for the command line, which opens the schools without a plugin host: no state with a plugin's form is whole there.
#[test]
fn where_no_state_is_whole_the_newest_lives_with_what_is_not_broken_of_it() {
    let ground = ground();
    ground.house.write("abq/plugins/rules.wasm", "no component");
    let digest = words::sha256_hex(b"no component");
    ground.house.edit("abq/school.yaml", "forms:", &format!("plugins: {{rules: {{digest: \"{digest}\"}}}}\nforms:"));
    keep_base(&ground, 1);
    let mut overlay = Overlay::default();
    overlay.set(YAML, "/name/en", json!("Published"));
    ground.store.write(&overlay).unwrap();
    let registry = ground.house.open();
    let school = registry.school(&id("abq")).expect("live");
    assert_eq!(school.config().name.en, "Published");
    assert!(school.form("new").is_ok() && school.plugin("rules").is_err());
    assert!(registry.stale()[0].live, "and it is told");
}

/// As many files as an overlay can have are walked while the test's own time lasts: where each was held against each it was minutes.
#[test]
fn the_files_of_an_overlay_are_walked_in_one_go() {
    let ground = ground();
    let count = 200_000;
    let entry = |n: usize| Entry { file: format!("texts/own{n:06}.json"), pointer: String::new(), value: json!({}) };
    let overlay = Overlay::of(1, (0..count).map(entry).collect());
    let files = BundleFiles::with(ground.house.path().join("abq"), ground.store.clone(), overlay.into());
    let found = files.walk();
    assert!(found.is_sorted() && found.len() > count && found.contains(&"school.yaml".to_owned()));
}

#[test]
fn a_file_of_an_overlay_is_there_unless_it_was_taken_away() {
    let ground = ground();
    let mut overlay = Overlay::default();
    overlay.set("assets/logo.png", "", gone());
    overlay.set("texts/own.json", "", json!({}));
    overlay.set("locales/en/common.json", "/own", json!("x"));
    let files = BundleFiles::with(ground.house.path().join("abq"), ground.store.clone(), overlay.into());
    let (found, base) = (files.walk(), BundleFiles::new(ground.house.path().join("abq")).walk());
    let has = |found: &[String], file: &str| found.iter().filter(|known| *known == file).count();
    for (file, before, after) in [
        ("assets/logo.png", 1, 0),
        ("texts/own.json", 0, 1),
        ("locales/en/common.json", has(&base, "locales/en/common.json"), 1),
    ] {
        assert_eq!((has(&base, file), has(&found, file)), (before, after), "{file}");
    }
    assert!(!files.list("assets").unwrap().contains(&"logo.png".to_owned()));
    assert!(files.list("texts").unwrap().contains(&"own.json".to_owned()));
}

#[test]
fn a_fault_is_told_where_it_stands_also_under_what_a_school_has_published() {
    let house = House::new(&["abq"]);
    let yaml = std::fs::read_to_string(house.path().join("abq/school.yaml")).unwrap();
    let (at, own) = yaml.lines().enumerate().find(|(_, line)| line.starts_with("currency: ")).unwrap();
    let line = at + 1;
    let store = OverlayStore::new(house.overlays().join("abq"));
    let publish = |entries: &[(&str, &str, Value)]| {
        let entries = entries.iter().map(|(file, pointer, value)| Entry {
            file: (*file).to_owned(),
            pointer: (*pointer).to_owned(),
            value: value.clone(),
        });
        store.write(&Overlay::of(1, entries.collect())).unwrap();
    };
    let told = || {
        let found = house.open().check(Some("abq")).unwrap().remove("abq").unwrap();
        found.iter().filter(|one| one.is_error()).map(ToString::to_string).collect::<Vec<_>>()
    };
    publish(&[(YAML, "/name/en", json!("Abq"))]);
    assert_eq!(told(), Vec::<String>::new());
    // In the operators' file: its line and column, as without anything published.
    house.write("abq/school.yaml", &yaml.replace(own, "currency: OMRR"));
    let fault =
        "error[badFormat]: `currency`: `OMRR` is not written as it should be (three capital letters, such as OMR)";
    assert_eq!(told(), [format!("abq/school.yaml:{line}:11: {fault}")]);
    // The same value of the school's own, over a file that is as it should be.
    house.write("abq/school.yaml", &yaml);
    publish(&[(YAML, "/currency", json!("OMRR")), (YAML, "/name/en", json!("Abq"))]);
    assert_eq!(told(), [format!("abq/school.yaml, as the school has published it: {fault}")]);
    // In a part of what was published as a whole, and in a file beside it.
    publish(&[(YAML, "/branding/colours", json!({ "primary": "green", "accent": "#aa5500" }))]);
    let [colour] = &told()[..] else { panic!("{:?}", told()) };
    assert!(colour.contains("published it: error[badFormat]: `branding.colours.primary`: `green` is not"), "{colour}");
    publish(&[("tables/extra.yaml", "", json!({ "rows": [{ "key": 1 }] }))]);
    assert!(
        !told().is_empty() && told().iter().all(|one| one.starts_with("abq/tables/extra.yaml, as the school")),
        "{:?}",
        told()
    );
}
