//! The program as its operators run it: beside a server that runs, on SQLite and, where data moves, on PostgreSQL.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod closed;
mod damaged;
mod desk;
mod house;
mod platform;
mod plugin_check;
mod plugins;
mod store;

use std::time::{Duration, Instant};

use house::{House, PASSWORD, Server};

#[test]
fn a_suspended_school_is_refused_and_comes_back() {
    let house = House::lite();
    house.school("alnoor");
    let server = Server::start(&house);
    assert_eq!(server.status("alnoor"), 200);
    let before = house.read("schools/alnoor/school.yaml");
    let took = |wanted: u16| {
        let begun = Instant::now();
        while server.status("alnoor") != wanted {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not follow");
            std::thread::sleep(Duration::from_millis(50));
        }
        begun.elapsed()
    };
    assert!(house.good(&["school", "suspend", "alnoor"]).contains("suspended"));
    let after = house.read("schools/alnoor/school.yaml");
    assert_eq!(after.replacen("suspended: true\n", "", 1), before, "one line came, and nothing else changed");
    println!("suspended after {:?}", took(403));
    house.good(&["school", "resume", "alnoor"]);
    println!("live again after {:?}", took(200));
    let again = house.good(&["school", "resume", "alnoor"]);
    assert!(again.contains("already"), "{again}");
    house.good(&["school", "suspend", "alnoor"]);
    assert_eq!(house.read("schools/alnoor/school.yaml"), after, "the value changes where it stands");
}

#[test]
fn a_hang_up_makes_the_server_look_at_its_schools_and_ends_nothing() {
    let house = House::lite();
    house.school("alnoor");
    let server = Server::start(&house);
    house.school("alrayyan");
    server.nudge();
    server.wait("alrayyan", 200);
    assert_eq!(server.status("alnoor"), 200);
}

#[test]
fn a_host_gets_another_name_and_comments_stay() {
    let house = House::lite();
    house.school("alnoor");
    house.school("abq");
    let yaml = house.read("schools/alnoor/school.yaml");
    let hosts = yaml.replace("hosts: []", "hosts: [apply.alnoor.edu, \"old.alnoor.edu\"] # ours");
    house.write("schools/alnoor/school.yaml", &hosts);
    house.write(
        "schools/abq/school.yaml",
        &house.read("schools/abq/school.yaml").replace("hosts: []", "hosts: [abq.edu]"),
    );
    house.good(&["school", "rename-host", "alnoor", "old.alnoor.edu", "new.alnoor.edu"]);
    assert_eq!(house.read("schools/alnoor/school.yaml"), hosts.replace("\"old.alnoor.edu\"", "new.alnoor.edu"));
    let now = house.read("schools/alnoor/school.yaml");
    for (old, new, why) in [
        ("none.edu", "x.edu", "none of the hosts"),
        ("new.alnoor.edu", "abq.edu", "is the school abq's already"),
        ("new.alnoor.edu", "x.localhost", "belongs to the platform"),
        ("new.alnoor.edu", "Not A Host", "badFormat"),
        ("new.alnoor.edu", "apply.alnoor.edu", "apply.alnoor.edu"),
        ("alnoor.localhost", "x.edu", "for ever"),
    ] {
        let said = house.bad(&["school", "rename-host", "alnoor", old, new]);
        assert!(said.contains(why), "{old} {new}: {said}");
    }
    assert_eq!(house.read("schools/alnoor/school.yaml"), now, "a refused name changes nothing");
}

/// A part that is broken is told where operators look, and so is a host that two schools name.
#[test]
fn the_list_tells_of_broken_parts_and_of_hosts_that_two_name() {
    let house = House::lite();
    house.school("alnoor");
    house.school("abq");
    house.write("schools/alnoor/tables/fees.yaml", "rows: [");
    let listed = house.good(&["school", "list"]);
    let line = |id: &str| listed.lines().find(|line| line.starts_with(id)).unwrap().to_owned();
    assert!(line("alnoor").contains("1 error: see `qabul school check alnoor`"), "{listed}");
    assert!(!line("abq").contains("error"), "{listed}");
    assert!(house.good(&["school", "show", "alnoor"]).contains("1 error, so that"));
    std::fs::remove_dir_all(house.data().join("schools/alnoor/tables")).unwrap();
    // As a server beside these commands wrote it down.
    house.write("overlays/hosts.json", "{\"apply.alnoor.edu\": \"alnoor\"}");
    for id in ["abq", "alnoor"] {
        let file = format!("schools/{id}/school.yaml");
        house.write(&file, &house.read(&file).replace("hosts: []", "hosts: [apply.alnoor.edu]"));
    }
    let listed = house.good(&["school", "list"]);
    assert!(
        listed.contains("`apply.alnoor.edu` is the school `alnoor`'s already; this one goes without it"),
        "{listed}"
    );
    assert!(listed.contains("stands in the files of the school `abq` too"), "{listed}");
    assert!(house.bad(&["school", "check", "abq"]).contains("hostTaken"));
    house.good(&["school", "check", "alnoor"]);
    assert!(house.good(&["school", "show", "abq"]).contains("another school's"));
}

/// The whole life: export, delete beside a running server, bring back, sign in. The server must write into the file that
/// came, not into the one that it had open.
#[test]
fn a_school_is_deleted_and_brought_back_beside_a_running_server() {
    for house in [Some(House::lite()), House::pg()].into_iter().flatten() {
        house.school("alnoor");
        house.school("abq");
        house.person("alnoor", "officer@alnoor.example");
        let server = Server::start(&house);
        assert_eq!(server.sign_in("alnoor", "officer@alnoor.example", PASSWORD), 200);
        let said = house.bad(&["school", "delete", "alnoor", "--yes", "abq"]);
        assert!(said.contains("nothing was done"), "{said}");
        let said = house.bad(&["school", "delete", "alnoor"]);
        assert!(said.contains("--yes alnoor"), "{said}");
        assert_eq!(server.status("alnoor"), 200);

        // From before anything was sent: what the server remembers of its rows is not in it.
        let (early, key) = (house.scratch("early.qabul"), house.scratch("early.key"));
        house.good(&["school", "export", "alnoor", "--to", &early, "--key-file", &key]);
        let answers = house.good(&["form", "sample", "--school", "alnoor", "--form", "new"]);
        assert_eq!([(); 3].map(|()| server.send_form("alnoor", "new", &answers)), [201; 3]);
        house.good(&["school", "delete", "alnoor", "--yes", "alnoor"]);
        house.good(&["school", "import", &early, "--key-file", &key]);
        server.wait("alnoor", 200);
        assert_eq!(server.send_form("alnoor", "new", &answers), 201);

        let slow = server.send_form_slowly("alnoor", "new", &answers);
        let said = house.good(&["school", "delete", "alnoor", "--yes", "alnoor"]);
        assert!(said.contains("2 people"), "{said}");
        assert_eq!(slow(), 503, "what was under way is not taken, and leaves nothing behind");
        assert_eq!((server.status("alnoor"), server.status("abq")), (421, 200));
        assert!(house.everything().iter().all(|path| !path.contains("alnoor") || path.starts_with("deleted/")));
        let listed = house.good(&["school", "deleted"]);
        assert!(listed.contains("alnoor") && listed.contains("kept until"), "{listed}");
        let file = house.everything().into_iter().find(|path| path.starts_with("deleted/")).unwrap();
        let file = house.data().join(file).display().to_string();
        let said = house.good(&["school", "import", &file]);
        assert!(said.contains("2 people") && said.contains("Address: "), "{said}");
        server.wait("alnoor", 200);
        assert_eq!(server.sign_in("alnoor", "officer@alnoor.example", PASSWORD), 200);
        drop(server);
        // The sign-in above was written into the file that is there now.
        let people = house.good(&["user", "list", "--school", "alnoor"]);
        let officer = people.lines().find(|line| line.contains("officer@")).unwrap();
        assert!(!officer.ends_with("never"), "{people}");
        let log = house.good(&["audit", "--school", "alnoor"]);
        assert_eq!(log.matches("session.open").count(), 2, "{log}");
        assert!(house.bad(&["audit"]).contains("--school"));
    }
}

#[test]
fn a_school_moves_to_another_server_with_its_people() {
    let from = House::lite();
    from.school("alnoor");
    from.person("alnoor", "officer@alnoor.example");
    let answers = from.good(&["form", "sample", "--school", "alnoor", "--form", "new"]);
    let server = Server::start(&from);
    assert_eq!(server.send_form("alnoor", "new", &answers), 201);
    drop(server);
    let proved = from.good(&["audit", "verify", "--school", "alnoor"]);
    assert!(proved.contains("all of them as they were written") && !proved.starts_with('0'), "{proved}");
    let (file, key) = (from.scratch("alnoor.qabul"), from.scratch("alnoor.key"));
    let made = from.good(&["school", "export", "alnoor", "--to", &file, "--key-file", &key]);
    assert!(made.contains("Made the key file") && made.contains("read back"), "{made}");
    assert!(from.bad(&["school", "export", "alnoor", "--to", &file, "--key-file", &key]).contains("is there already"));
    let said = from.bad(&["school", "export", "alnoor", "--to", &from.scratch("x.qabul")]);
    assert!(said.contains("--key-file FILE or --passphrase-stdin"), "{said}");
    for to in [Some(House::lite()), House::pg()].into_iter().flatten() {
        let said = to.bad(&["school", "import", &file]);
        assert!(said.contains("--key-file"), "{said}");
        let checked = to.good(&["school", "import", &file, "--key-file", &key, "--check"]);
        assert!(checked.contains("Nothing was taken in"), "{checked}");
        let said = to.good(&["school", "import", &file, "--key-file", &key]);
        assert!(said.contains("Nobody is signed in"), "{said}");
        assert!(to.bad(&["school", "import", &file, "--key-file", &key]).contains("there is a school alnoor already"));
        assert_eq!(
            from.good(&["user", "list", "--school", "alnoor"]),
            to.good(&["user", "list", "--school", "alnoor"])
        );
        assert_eq!(proved, to.good(&["audit", "verify", "--school", "alnoor"]), "its histories' key comes along");
        let server = Server::start(&to);
        assert_eq!(server.sign_in("alnoor", "officer@alnoor.example", PASSWORD), 200);
    }
}

#[test]
fn a_server_is_backed_up_while_it_serves_and_restored_elsewhere() {
    let house = House::lite();
    for id in ["abq", "alnoor"] {
        house.school(id);
        house.person(id, "officer@school.example");
    }
    let file = house.scratch("all.qabul");
    let server = Server::start(&house);
    assert_eq!(server.sign_in("abq", "officer@school.example", PASSWORD), 200);
    let words = "a long enough passphrase\n";
    let made = house.good_with(words, &["backup", "--to", &file, "--passphrase-stdin"]);
    assert!(made.contains("2 schools"), "{made}");
    assert!(
        house.bad_with("short", &["backup", "--to", &house.scratch("x"), "--passphrase-stdin"]).contains("at least 12")
    );
    drop(server);
    for to in [Some(House::empty()), House::empty_pg()].into_iter().flatten() {
        assert!(to.bad_with("another passphrase\n", &["restore", &file, "--passphrase-stdin"]).contains("not the one"));
        assert!(to.everything().is_empty(), "{:?}", to.everything());
        let said = to.good_with(words, &["restore", &file, "--passphrase-stdin"]);
        assert!(said.contains("Nobody is signed in"), "{said}");
        for id in ["abq", "alnoor"] {
            assert_eq!(house.good(&["user", "list", "--school", id]), to.good(&["user", "list", "--school", id]));
        }
        let server = Server::start(&to);
        assert_eq!(server.sign_in("alnoor", "officer@school.example", PASSWORD), 200);
        drop(server);
        assert!(to.bad_with(words, &["restore", &file, "--passphrase-stdin"]).contains("is not empty"));
    }
    // One school out of a backup, at a server that lost it.
    let lost = House::lite();
    lost.school("other");
    assert!(
        lost.bad_with(words, &["school", "import", &file, "--passphrase-stdin"]).contains("say which with --school")
    );
    lost.good_with(words, &["school", "import", &file, "--passphrase-stdin", "--school", "alnoor"]);
    assert!(lost.good(&["user", "list", "--school", "alnoor"]).contains("officer@school.example"));
    assert!(!lost.data().join("schools/abq").exists());
}

#[test]
fn a_thousand_schools_are_checked_in_seconds_and_summed_up() {
    let house = House::lite();
    house.school("s0000");
    for n in 1..1000 {
        house.copy_bundle("s0000", &format!("s{n:04}"));
    }
    let spoil = |id: &str, from: &str, to: &str| {
        let path = format!("schools/{id}/school.yaml");
        let text = house.read(&path);
        assert!(text.contains(from));
        house.write(&path, &text.replace(from, to));
    };
    spoil("s0017", "currency: \"OMR\"", "currency: OMAN");
    spoil("s0018", "currency: \"OMR\"", "currency: OMAN");
    spoil("s0019", "digits: latn", "digts: latn");
    spoil("s0020", "primary: \"#2f4858\"", "primary: \"#f5c542\"");
    let begun = Instant::now();
    let said = house.bad(&["school", "check", "--all"]);
    let took = begun.elapsed();
    println!("check --all over 1000 bundles took {took:?}\n{said}");
    assert!(said.contains("1000 schools") && said.contains("3 with errors"), "{said}");
    assert!(said.contains("badFormat: 2 in 2 schools") && said.contains("s0017/school.yaml:"), "{said}");
    assert!(said.contains("contrast: 1 in 1 school"), "{said}");
    let begun = Instant::now();
    let said = house.good(&["school", "lint", "--all"]);
    println!("lint --all over 1000 bundles took {:?}\n{said}", begun.elapsed());
    assert!(said.contains("997 schools"), "{said}");
}

#[test]
fn weak_points_are_named_with_their_place() {
    let house = House::lite();
    house.school("alnoor");
    let path = "schools/alnoor/school.yaml";
    let yaml = house.read(path);
    let weak = yaml
        .replace("ar: \"مدرسة alnoor\"", "ar: \"School alnoor\"")
        .replace("primary: \"#2f4858\"", "primary: \"#f5c542\"")
        .replace("login: Y", "login: N")
        .replace("signUp: Y", "signUp: N")
        .replace("sign_in: { width: 96, height: 96 }", "sign_in: { width: 800, height: 400 }")
        .replace("  new: {}", "  new: { closes_on: 2020-01-01 }");
    house.write(path, &weak);
    house.write("schools/alnoor/locales/en/common.json", r#"{"hello": "Hi", "n_one": "one"}"#);
    house.write("schools/alnoor/locales/ar/common.json", r#"{"n_few": "قليل"}"#);
    house.write("schools/alnoor/tables/fees.yaml", "rows:\n  - {key: a, from: 2019-01-01, to: 2019-12-31, value: 1}\n");
    house.write("schools/alnoor/forms/old.json", &house.read("schools/alnoor/forms/new.json"));
    let said = house.good(&["school", "lint", "alnoor"]);
    for code in [
        "untranslated",
        "contrast",
        "nobodyGetsIn",
        "logoTooSmall",
        "closedForever",
        "oneLanguage",
        "tableOver",
        "unusedFile",
    ] {
        assert!(said.contains(code), "{code}: {said}");
    }
    assert!(said.contains("hello is changed in this language only"), "{said}");
    assert!(!said.contains("n_few"), "a plural form is no omission: {said}");
    house.write(path, &yaml);
    for file in ["locales/en/common.json", "locales/ar/common.json", "tables/fees.yaml", "forms/old.json"] {
        std::fs::remove_file(house.data().join("schools/alnoor").join(file)).unwrap();
    }
    let clean = house.good(&["school", "lint", "alnoor"]);
    println!("{clean}");
    assert!(clean.contains("0 errors, 0 warnings"), "the template itself has no weak point: {clean}");
}

#[test]
fn what_a_school_changed_is_shown_pulled_and_absorbed() {
    let house = House::lite();
    house.school("alnoor");
    assert!(house.good(&["school", "diff", "alnoor"]).contains("changed nothing"));
    let overlay = |entries: &str| {
        house.write("overlays/alnoor/overlay.json", &format!(r#"{{"revision": 7, "entries": [{entries}]}}"#));
    };
    let colour = r##"{"file": "school.yaml", "pointer": "/branding/colours/primary", "value": "#123456"}"##;
    let words = r#"{"file": "locales/en/common.json", "pointer": "/hello", "value": "Ahlan"}"#;
    overlay(&format!("{words}, {colour}"));
    let said = house.good(&["school", "diff", "alnoor"]);
    assert!(said.contains("revision 7") && said.contains("/branding/colours/primary"), "{said}");
    assert!(said.contains("#2f4858") && said.contains("#123456") && said.contains("Ahlan"), "{said}");
    let file = house.scratch("changes.yaml");
    house.good(&["school", "pull", "alnoor", "--to", &file]);
    assert!(std::fs::read_to_string(&file).unwrap().contains("#123456"));

    let before = house.read("schools/alnoor/school.yaml");
    let said = house.good(&["school", "absorb", "alnoor"]);
    assert!(said.contains("school.yaml: changed") && !said.contains("lost"), "{said}");
    assert_eq!(house.read("schools/alnoor/school.yaml"), before.replace("#2f4858", "#123456"), "comments stay");
    assert!(house.read("schools/alnoor/locales/en/common.json").contains("Ahlan"));
    assert!(house.good(&["school", "diff", "alnoor"]).contains("changed nothing"));
    house.good(&["school", "check", "alnoor"]);

    let dates = r#"{"file": "school.yaml", "pointer": "/schoolDates", "value": [{"sims_admission_start_from": "2027-01-01", "sims_admission_end": "2027-06-30", "year": "2027-2028"}]}"#;
    overlay(dates);
    let said = house.good(&["school", "absorb", "alnoor"]);
    assert!(said.contains("its comments are lost"), "{said}");
    house.good(&["school", "check", "alnoor"]);
    assert!(house.read("schools/alnoor/school.yaml").contains("2027-06-30"));

    let text = house.read("schools/alnoor/school.yaml");
    overlay(r#"{"file": "school.yaml", "pointer": "/time_zone", "value": "Asia/Nowhere"}"#);
    let said = house.bad(&["school", "absorb", "alnoor"]);
    assert!(said.contains("error[unknownTimeZone]"), "{said}");
    assert_eq!(house.read("schools/alnoor/school.yaml"), text, "a broken overlay is not folded in");
}

#[test]
fn places_are_locked_and_given_back() {
    let house = House::lite();
    house.school("alnoor");
    let locks = "schools/alnoor/locks.yaml";
    house.good(&["school", "lock", "alnoor", "/branding/logo"]);
    house.good(&["school", "lock", "alnoor", "forms/new.json"]);
    house.good(&["school", "lock", "alnoor", "tables/"]);
    assert!(house.good(&["school", "lock", "alnoor", "tables/"]).contains("already"));
    house.write(locks, &house.read(locks).replace("  - \"tables/\"", "  - \"tables/\" # fees are ours"));
    house.good(&["school", "lock", "alnoor", "/schoolDates"]);
    let text = house.read(locks);
    assert!(text.contains("# fees are ours\n  - \"/schoolDates\"\n"), "{text}");
    house.good(&["school", "unlock", "alnoor", "forms/new.json"]);
    assert_eq!(house.read(locks), text.replace("  - \"forms/new.json\"\n", ""));
    house.good(&["school", "check", "alnoor"]);
    for (key, why) in
        [("/nothing", "no key"), ("nowhere", "neither"), ("../x", "neither"), ("branding/logo", "neither")]
    {
        let said = house.bad(&["school", "lock", "alnoor", key]);
        assert!(said.contains(why), "{key}: {said}");
    }
    assert!(house.bad(&["school", "unlock", "alnoor", "/hosts"]).contains("cannot be unlocked"));
    assert!(house.bad(&["school", "unlock", "alnoor", "/x"]).contains("is not locked"));
    for key in ["/branding/logo", "tables/", "/schoolDates"] {
        house.good(&["school", "unlock", "alnoor", key]);
    }
    assert!(house.read(locks).contains("locked: []"));
    house.good(&["school", "check", "alnoor"]);
}

#[test]
fn without_a_terminal_what_is_missing_is_named() {
    let house = House::lite();
    let said = house.bad(&["school", "new"]);
    assert!(said.contains("ID, --name-en, --name-ar, --time-zone, --currency, --admin-email"), "{said}");
    let said = house.bad(&["school", "new", "x", "--currency", "OMR", "--name-en", "X"]);
    assert!(said.contains("at: --name-ar, --time-zone, --admin-email"), "{said}");
    assert!(!house.data().join("schools/x").exists());
}
