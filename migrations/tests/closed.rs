//! A migration that is committed is closed: databases hold the digest of what ran on them, and refuse a server whose text is another.
//!
//! `closed.txt` has a line for each migration on each database. A new one is not in it; `make migration` adds its lines, and never
//! changes one that is there.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sqlx::migrate::Migrator;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/closed.txt");

/// Digests by set, number, name and database.
type Digests = BTreeMap<String, String>;

/// What this program would run, with the digests that databases keep of it.
fn assembled() -> Digests {
    let sets: [(&str, &Migrator); 4] = [
        ("platform postgres", &migrations::PLATFORM_POSTGRES),
        ("platform sqlite", &migrations::PLATFORM_SQLITE),
        ("schools postgres", &migrations::POSTGRES),
        ("schools sqlite", &migrations::SQLITE),
    ];
    let mut all = Digests::new();
    for (set, migrator) in sets {
        for one in migrator.iter() {
            let mut digest = String::new();
            for byte in one.checksum.iter() {
                let _ = write!(digest, "{byte:02x}");
            }
            all.insert(format!("{set} {:04}_{}", one.version, one.description), digest);
        }
    }
    all
}

fn read(text: &str) -> Digests {
    let line = |line: &str| line.rsplit_once(' ').map(|(name, digest)| (name.to_owned(), digest.to_owned()));
    text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

fn written(name: &str, digest: &str) -> String {
    format!("{name} {digest}\n")
}

/// What is wrong with migrations, held against those that are closed; and the lines of new ones.
fn compared(closed: &Digests, now: &Digests) -> (Vec<String>, String) {
    let (mut wrong, mut new) = (Vec::new(), String::new());
    for (name, digest) in closed {
        match now.get(name) {
            None => wrong.push(format!("{name} is gone: databases that ran it are refused")),
            Some(other) if other != digest => wrong.push(format!("{name} was edited; write a new one")),
            Some(_) => {}
        }
    }
    let last = |set: &str| closed.keys().filter(|name| name.starts_with(set)).max();
    for (name, digest) in now.iter().filter(|(name, _)| !closed.contains_key(*name)) {
        let set = name.rsplit_once(' ').map_or("", |(set, _)| set);
        match last(set).filter(|last| *last > name) {
            Some(last) => wrong.push(format!("{name} comes before {last}, which is closed; give it the next number")),
            None => new.push_str(&written(name, digest)),
        }
    }
    (wrong, new)
}

#[test]
fn a_closed_migration_is_not_edited() {
    let text = std::fs::read_to_string(FILE).expect("the list of closed migrations");
    let now = assembled();
    let (wrong, new) = compared(&read(&text), &now);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if std::env::var_os("QABUL_CLOSE_MIGRATIONS").is_some() {
        let head: String = text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        let all: String = now.iter().map(|(name, digest)| written(name, digest)).collect();
        std::fs::write(FILE, head + &all).expect("the list is written");
        return;
    }
    assert!(new.is_empty(), "new migrations; `make migration` closes them:\n{new}");
}

#[test]
fn what_is_wrong_with_a_migration_is_said() {
    let list = |names: &[(&str, &str)]| -> Digests {
        names.iter().map(|(name, digest)| ((*name).to_owned(), (*digest).to_owned())).collect()
    };
    let (one, two, three) = ("schools sqlite 0012_baseline", "schools sqlite 0013_views", "schools sqlite 0014_roles");
    let closed = list(&[(one, "a"), (two, "b")]);
    assert_eq!(compared(&closed, &closed), (vec![], String::new()));
    let edited = list(&[(one, "x"), (two, "b")]);
    assert_eq!(compared(&closed, &edited).0, ["schools sqlite 0012_baseline was edited; write a new one"]);
    let gone = list(&[(one, "a")]);
    assert_eq!(compared(&closed, &gone).0, ["schools sqlite 0013_views is gone: databases that ran it are refused"]);
    let added = list(&[(one, "a"), (two, "b"), (three, "c"), ("platform sqlite 0013_more", "d")]);
    let lines = "platform sqlite 0013_more d\nschools sqlite 0014_roles c\n";
    assert_eq!(compared(&closed, &added), (vec![], lines.to_owned()));
    let late = list(&[(one, "a"), (two, "b"), ("schools sqlite 0012_late", "e")]);
    let said =
        "schools sqlite 0012_late comes before schools sqlite 0013_views, which is closed; give it the next number";
    assert_eq!(compared(&closed, &late).0, [said]);
    assert_eq!(read("# words\nschools sqlite 0012_baseline a\n"), list(&[(one, "a")]));
}
