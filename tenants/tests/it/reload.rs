//! Bundles change under a running server: good changes go live, bad ones leave the last good state.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use form::PluginProblem;
use tenants::bundle::suspension::set_suspended;
use tenants::bundle::{BundleFiles, Good, OverlayStore};
use tenants::registry::resolve::Policy;
use tenants::{PluginCatalog, PluginInfo, Registry, RegistryConfig};
use words::Language;

use crate::house::{House, NOW, age, id};

#[test]
fn a_changed_file_goes_live() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    assert_eq!(registry.poll(), 0, "nothing changed");
    house.edit("abq/school.yaml", "currency: \"OMR\"", "currency: \"AED\"");
    assert_eq!(registry.poll(), 1);
    assert_eq!(registry.school(&id("abq")).unwrap().config().currency, "AED");
    assert_eq!(registry.poll(), 0);
}

#[test]
fn who_says_that_all_is_written_does_not_wait_for_the_next_look() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let path = house.path().join("abq/school.yaml");
    let yaml = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, yaml.replace("currency: \"OMR\"", "currency: \"AED\"")).unwrap();
    assert_eq!(registry.poll_at_once(), 1);
    assert_eq!(registry.school(&id("abq")).unwrap().config().currency, "AED");
    tenants::template::create(house.path(), &crate::house::new_school("fresh"), jiff::civil::date(2026, 11, 21))
        .unwrap();
    assert_eq!(registry.poll_at_once(), 1);
    assert!(registry.school(&id("fresh")).is_some());
}

#[test]
fn broken_yaml_keeps_the_last_good_state_and_is_told() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    house.edit("abq/school.yaml", "digits: latn", "digits: roman");
    registry.poll();
    assert_eq!(registry.school(&id("abq")).unwrap().config().currency, "OMR");
    let stale = registry.stale();
    assert_eq!((stale.len(), stale[0].live, stale[0].folder.as_str()), (1, true, "abq"));
    assert_eq!(stale[0].diagnostics[0].code, "notAllowed");
    house.edit("abq/school.yaml", "digits: roman", "digits: arab");
    registry.poll();
    assert!(registry.stale().is_empty());
}

#[test]
fn a_broken_form_keeps_the_form_that_is_live() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let before = registry.school(&id("abq")).unwrap().form("new").unwrap();
    house.edit("abq/forms/new.json", "\"maxLength\": 2000", "\"minLength\": 0");
    registry.poll();
    let school = registry.school(&id("abq")).unwrap();
    assert_eq!(school.form("new").unwrap().digest(), before.digest());
    let stale = registry.stale();
    assert_eq!(stale[0].diagnostics[0].code, "unbounded");
    assert_eq!(stale[0].diagnostics[0].file, "abq/forms/new.json");
    assert!(stale[0].diagnostics[0].line > 1);
}

#[test]
fn a_school_is_switched_off_while_its_bundle_is_broken() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let files = || BundleFiles::new(house.path().join("abq"));
    let is_off = || registry.school(&id("abq")).unwrap().is_suspended();
    // Of what nobody has opened yet nobody knows that it is broken.
    assert!(registry.school(&id("abq")).unwrap().form("new").is_ok());
    let breaks = [
        ("abq/forms/new.json", "\"maxLength\": 2000", "\"minLength\": 0"),
        ("abq/school.yaml", "digits: latn", "digits: roman"),
    ];
    for (file, good, bad) in breaks {
        house.edit(file, good, bad);
        registry.poll();
        assert_eq!((registry.stale().is_empty(), is_off()), (false, false), "{file}");
        for to in [true, false] {
            assert!(set_suspended(&files(), to).unwrap());
            assert_eq!(registry.poll_at_once(), 1);
            assert_eq!(is_off(), to, "{file}");
        }
        house.edit(file, bad, good);
        registry.poll();
        assert!(registry.stale().is_empty() && !is_off());
    }
    set_suspended(&files(), true).unwrap();
    house.edit("abq/forms/new.json", "\"maxLength\": 2000", "\"minLength\": 0");
    assert!(house.open().school(&id("abq")).unwrap().is_suspended(), "also after a restart");
}

/// The state that is kept for the next start may be of before: it says nothing of whether the school is suspended now.
#[test]
fn what_cannot_be_read_at_the_start_stays_suspended() {
    let house = House::new(&["abq"]);
    let store = OverlayStore::new(house.overlays().join("abq"));
    let files = || BundleFiles::new(house.path().join("abq"));
    let mut good = Good { revision: 1, ..Good::default() };
    for path in files().walk() {
        let bytes = files().read(&path, 5 << 20).unwrap().unwrap();
        good.files.insert(path, store.put_blob(&bytes).unwrap());
    }
    store.write_good(&good).unwrap();
    set_suspended(&files(), true).unwrap();
    house.edit("abq/school.yaml", "currency: \"OMR\"", "currency: [");
    let registry = house.start();
    let is_off = || registry.school(&id("abq")).unwrap().is_suspended();
    assert!(is_off(), "before it is checked");
    registry.verify();
    assert!(is_off() && registry.stale()[0].live, "and once it was");
    std::fs::remove_file(house.path().join("abq/school.yaml")).unwrap();
    assert!(house.open().school(&id("abq")).unwrap().is_suspended(), "also where the file is gone");
    // What can be read says how it is.
    let kept = store.blob(&good.files["school.yaml"]).unwrap().unwrap();
    house.write("abq/school.yaml", std::str::from_utf8(&kept).unwrap());
    registry.poll_at_once();
    assert!(registry.stale().is_empty() && !is_off());
    assert!(set_suspended(&files(), true).unwrap());
    assert!(house.start().school(&id("abq")).unwrap().is_suspended());
}

#[test]
fn a_new_form_version_has_a_new_digest() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let before = registry.school(&id("abq")).unwrap().form("new").unwrap();
    house.edit("abq/forms/new.json", "\"version\": \"1.0.0\"", "\"version\": \"1.1.0\"");
    registry.poll();
    let after = registry.school(&id("abq")).unwrap().form("new").unwrap();
    assert_eq!(after.version(), "1.1.0");
    assert_ne!(before.digest(), after.digest());
}

#[test]
fn folders_come_and_go() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    house.add("rushmore");
    assert_eq!(registry.poll(), 1);
    assert!(registry.school(&id("rushmore")).is_some());
    std::fs::remove_dir_all(house.path().join("abq")).unwrap();
    assert_eq!(registry.poll(), 1);
    assert!(registry.school(&id("abq")).is_none());
    assert_eq!(registry.len(), 1);
}

#[test]
fn a_write_in_progress_waits_for_the_next_look() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let path = house.path().join("abq/school.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(registry.poll(), 0, "half a file, just written");
    std::fs::write(&path, text.replace("digits: latn", "digits: arab")).unwrap();
    age(&path);
    assert_eq!(registry.poll(), 1);
    assert!(registry.stale().is_empty());
}

#[test]
fn a_rename_over_the_file_goes_live() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let path = house.path().join("abq/school.yaml");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"OMR\"", "\"KWD\"");
    let aside = house.path().join("abq/.school.yaml.tmp");
    std::fs::write(&aside, text).unwrap();
    age(&aside);
    std::fs::rename(&aside, &path).unwrap();
    assert_eq!(registry.poll(), 1);
    assert_eq!(registry.school(&id("abq")).unwrap().config().currency, "KWD");
}

#[test]
fn symbolic_links_are_refused() {
    let house = House::new(&["abq", "rushmore"]);
    let registry = house.open();
    let logo = house.path().join("abq/assets/logo.png");
    std::fs::remove_file(&logo).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &logo).unwrap();
    let found = registry.check(Some("abq")).unwrap();
    assert_eq!(found["abq"][0].code, "symlink");
    std::os::unix::fs::symlink(house.path().join("rushmore"), house.path().join("copy")).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    registry.poll();
    assert!(registry.school(&id("copy")).is_none());
    assert!(registry.stale().iter().any(|s| s.folder == "copy" && s.diagnostics[0].code == "symlink"));
}

#[test]
fn the_platforms_names_are_nobodys() {
    let house = House::new(&["abq"]);
    house.edit("abq/school.yaml", "hosts: []", "hosts: [rushmore.localhost]");
    std::fs::create_dir(house.path().join("www")).unwrap();
    std::fs::create_dir(house.path().join("Bad_Id")).unwrap();
    let registry = house.open();
    let codes: Vec<_> = registry.stale().iter().map(|s| (s.folder.clone(), s.diagnostics[0].code)).collect();
    let expected = [("Bad_Id", "badId"), ("abq", "platformHost"), ("www", "reservedId")];
    assert_eq!(codes, expected.map(|(folder, code)| (folder.to_owned(), code)));
}

#[test]
fn a_folder_that_is_away_takes_nobody_down() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let away = house.path().with_extension("away");
    std::fs::rename(house.path(), &away).unwrap();
    registry.poll();
    assert_eq!(registry.len(), 1);
    assert_eq!(registry.stale()[0].diagnostics[0].code, "unreadable");
    std::fs::rename(&away, house.path()).unwrap();
    registry.poll();
    assert!(registry.stale().is_empty());
}

#[test]
fn details_follow_the_bundle_and_the_day() {
    let house = House::new(&["abq"]);
    house.edit("abq/school.yaml", "  new: {}", "  new: { closes_on: 2026-11-21 }");
    let registry = house.open();
    let school = registry.school(&id("abq")).unwrap();
    let today = school.details(NOW);
    assert_eq!(school.details(NOW + 1).etag, today.etag);
    let body: serde_json::Value = serde_json::from_slice(&today.bytes).unwrap();
    assert_eq!(body["success"], true);
    assert_eq!(body["school_id"], "abq");
    assert_eq!(body["schoolNameLogo"]["lic_school_name"]["en"], "School \"abq\"");
    assert_eq!(body["authPage"]["conditionalScreens"]["signUp"], "Y");
    let open = |body: &serde_json::Value| {
        let forms = body["forms"].as_array().unwrap().clone();
        forms.into_iter().find(|form| form["id"] == "new").unwrap()["open"].clone()
    };
    assert_eq!(open(&body), true);
    let tomorrow: serde_json::Value = serde_json::from_slice(&school.details(NOW + 86_400_000).bytes).unwrap();
    assert_eq!(open(&tomorrow), false);
    let logo = body["schoolNameLogo"]["lic_school_logo"].as_str().unwrap();
    let file = logo.strip_prefix("/branding/").unwrap();
    assert!(school.branding_file(file).unwrap().starts_with(b"\x89PNG"));
    assert!(school.branding_file("../school.yaml").is_none());
}

#[test]
fn own_words_lie_over_the_forms_texts_and_the_webs() {
    let house = House::new(&["abq"]);
    house.write("abq/locales/ar/form-new.json", "{ \"form.title\": \"عنوان آخر\", \"no.such\": \"x\" }");
    house.write("abq/locales/en/shell.json", "{ \"footer\": { \"product\": \"Ours\" } }");
    let registry = house.open();
    let school = registry.school(&id("abq")).unwrap();
    assert_eq!(school.form("new").unwrap().title().ar, "عنوان آخر");
    assert_eq!(school.locale_overrides(Language::En, "shell").unwrap()["footer"]["product"], "Ours");
    assert!(school.locale_overrides(Language::Ar, "shell").is_none());
    assert!(school.locale_overrides(Language::En, "../../school").is_none());
}

#[test]
fn a_new_folder_is_live_by_itself() {
    let house = House::new(&["abq"]);
    let registry = house.open();
    let watched = registry.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(watched.watch());
    });
    std::thread::sleep(Duration::from_millis(300));
    let started = Instant::now();
    tenants::template::create(house.path(), &crate::house::new_school("fresh"), jiff::civil::date(2026, 11, 21))
        .unwrap();
    while registry.school(&id("fresh")).is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "it is never live");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Compiles until it is told to stop.
struct Compiling {
    begun: mpsc::Sender<()>,
    end: Mutex<mpsc::Receiver<()>>,
}

impl PluginCatalog for Compiling {
    fn inspect(&self, _wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let _ = self.begun.send(());
        let _ = self.end.lock().unwrap().recv();
        Err(PluginProblem { code: "test".into(), message: "a test".into() })
    }
}

/// A folder of two schools, and a registry of them in which compiling ends when it is told to.
fn compiling(house: &House) -> (Arc<Registry>, mpsc::Receiver<()>, mpsc::Sender<()>) {
    let ((begun, begins), (ends, end)) = (mpsc::channel(), mpsc::channel());
    let registry = Registry::open(RegistryConfig {
        schools_dir: house.path().to_owned(),
        overlays: house.overlays(),
        policy: Policy { base_domain: "localhost".into(), ..Policy::default() },
        catalog: Arc::new(Compiling { begun, end: Mutex::new(end) }),
    });
    (registry.unwrap(), begins, ends)
}

fn with_plugin(house: &House, school: &str) {
    house.write(&format!("{school}/plugins/rules.wasm"), "no component");
    let digest = words::sha256_hex(b"no component");
    let plugins = format!("plugins: {{rules: {{digest: \"{digest}\"}}}}\nforms:\n  ruled: {{ plugin: rules }}");
    house.edit(&format!("{school}/school.yaml"), "forms:", &plugins);
}

#[test]
fn a_check_that_takes_long_holds_no_other_school_up_and_is_overtaken_by_a_later_one() {
    let house = House::new(&["abq", "rushmore"]);
    let before = std::fs::read_to_string(house.path().join("abq/school.yaml")).unwrap();
    let (registry, begins, ends) = compiling(&house);
    with_plugin(&house, "abq");
    let looking = std::thread::spawn({
        let registry = registry.clone();
        move || registry.poll()
    });
    begins.recv_timeout(Duration::from_secs(30)).expect("abq is being checked");
    let (tell, told) = mpsc::channel();
    house.edit("rushmore/school.yaml", "currency: \"OMR\"", "currency: \"AED\"");
    house.write("abq/school.yaml", &before.replace("currency: \"OMR\"", "currency: \"AED\""));
    std::thread::spawn({
        let registry = registry.clone();
        move || tell.send((registry.reload(&id("rushmore")), registry.reload(&id("abq"))))
    });
    let reloaded = told.recv_timeout(Duration::from_secs(30));
    drop(ends);
    assert_eq!(looking.join().unwrap(), 1);
    assert_eq!(reloaded.expect("they wait for nobody's plugin"), (Ok(()), Ok(())));
    let currency = |school| registry.school(&id(school)).unwrap().config().currency.to_string();
    assert_eq!((currency("rushmore").as_str(), currency("abq").as_str()), ("AED", "AED"));
    assert!(registry.stale().is_empty(), "what was read before counts no more: {:?}", registry.stale());
}

/// With an empty cache the plugins of every school are compiled ahead; an edit of another one does not wait for that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_does_not_wait_for_what_is_compiled_ahead() {
    let house = House::new(&["abq", "rushmore"]);
    with_plugin(&house, "abq");
    let (registry, begins, ends) = compiling(&house);
    let watch = tokio::spawn(registry.clone().watch());
    let begins = tokio::task::spawn_blocking(move || begins.recv_timeout(Duration::from_secs(30)));
    begins.await.unwrap().expect("abq is being compiled");
    house.edit("rushmore/school.yaml", "currency: \"OMR\"", "currency: \"AED\"");
    let live = async {
        while registry.school(&id("rushmore")).unwrap().config().currency != "AED" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let seen = tokio::time::timeout(Duration::from_secs(30), live).await;
    drop(ends);
    watch.abort();
    seen.expect("the edit is live while abq is still being compiled");
}
