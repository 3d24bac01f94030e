//! A host belongs to the school that had it; `<id>.<base domain>` is a school's own whatever happens.

use std::net::{IpAddr, Ipv4Addr};

use tenants::Registry;
use tenants::registry::{Outcome, RequestHead};

use crate::house::{House, id};

const HOST: &str = "apply.school.example";

/// The school that answers at a host.
fn at(registry: &Registry, host: &str) -> Option<String> {
    let head = RequestHead {
        hosts: &[host.as_bytes()],
        authority: None,
        peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
        school_ids: &[],
        client_ids: &[],
        path: "/",
    };
    match registry.resolve(&head) {
        Outcome::School(school) => Some(school.id().to_string()),
        _ => None,
    }
}

fn codes(registry: &Registry, school: &str) -> Vec<&'static str> {
    registry.check(Some(school)).unwrap()[school].iter().map(|found| found.code).collect()
}

fn name_it(house: &House, school: &str) {
    house.edit(&format!("{school}/school.yaml"), "hosts: []", &format!("hosts: [{HOST}]"));
}

#[test]
fn a_host_stays_the_schools_that_had_it_over_restarts() {
    let house = House::new(&["abq"]);
    name_it(&house, "abq");
    let registry = house.open();
    registry.keep_hosts();
    // A copied bundle, whose name comes first in the alphabet.
    house.add("aaa");
    name_it(&house, "aaa");
    registry.poll();
    let looks = |registry: &Registry| {
        assert_eq!(at(registry, HOST).as_deref(), Some("abq"));
        assert_eq!(at(registry, "abq.localhost").as_deref(), Some("abq"));
        assert_eq!(at(registry, "aaa.localhost").as_deref(), Some("aaa"), "it loses the host and not itself");
        let stale = registry.stale();
        assert_eq!((stale.len(), stale[0].folder.as_str(), stale[0].live), (1, "aaa", true), "{stale:?}");
        assert_eq!(codes(registry, "aaa"), ["hostTaken"]);
        assert_eq!(codes(registry, "abq"), ["hostNamedElsewhere"], "the holder is told, too");
        assert!(registry.school(&id("aaa")).unwrap().held_hosts().is_empty());
    };
    looks(&registry);
    // The next start, and a command beside the server.
    let again = house.open();
    looks(&again);
    again.keep_hosts();
    house.edit("abq/school.yaml", &format!("hosts: [{HOST}]"), "hosts: []");
    again.poll();
    assert_eq!(at(&again, HOST).as_deref(), Some("aaa"), "it was let go");
    assert!(again.stale().is_empty());
    looks_after(&house.open());
}

fn looks_after(registry: &Registry) {
    assert_eq!(at(registry, HOST).as_deref(), Some("aaa"));
    assert!(registry.stale().is_empty());
}

#[test]
fn of_two_who_name_a_host_that_nobody_held_neither_gets_it() {
    let house = House::new(&["abq", "rushmore"]);
    name_it(&house, "abq");
    house.edit("rushmore/school.yaml", "hosts: []", &format!("hosts: [a.example, {HOST}]"));
    let registry = house.open();
    registry.keep_hosts();
    assert_eq!(at(&registry, HOST), None);
    assert_eq!(at(&registry, "a.example").as_deref(), Some("rushmore"));
    assert_eq!(at(&registry, "abq.localhost").as_deref(), Some("abq"));
    let stale = registry.stale();
    assert_eq!(stale.len(), 2);
    let problem = &stale[1].diagnostics[0];
    assert_eq!((problem.code, problem.line, problem.column), ("hostTaken", 9, 20));
    house.edit("rushmore/school.yaml", &format!(", {HOST}"), "");
    registry.poll();
    assert_eq!(at(&registry, HOST).as_deref(), Some("abq"));
    assert!(registry.stale().is_empty());
}

#[test]
fn a_host_waits_for_its_school_whose_files_are_broken() {
    let house = House::new(&["abq"]);
    name_it(&house, "abq");
    house.open().keep_hosts();
    house.add("aaa");
    name_it(&house, "aaa");
    house.edit("abq/school.yaml", "digits: latn", "digits: roman");
    let registry = house.open();
    registry.keep_hosts();
    assert_eq!(at(&registry, HOST), None);
    assert_eq!(at(&registry, "aaa.localhost").as_deref(), Some("aaa"));
    house.edit("abq/school.yaml", "digits: roman", "digits: latn");
    registry.poll();
    assert_eq!(at(&registry, HOST).as_deref(), Some("abq"));
    // A school that is gone holds nothing.
    std::fs::remove_dir_all(house.path().join("abq")).unwrap();
    registry.poll();
    assert_eq!(at(&registry, HOST).as_deref(), Some("aaa"));
}

#[test]
fn a_host_changes_hands_within_one_look() {
    let house = House::new(&["abq", "zzz"]);
    name_it(&house, "zzz");
    let registry = house.open();
    registry.keep_hosts();
    name_it(&house, "abq");
    house.edit("zzz/school.yaml", &format!("hosts: [{HOST}]"), "hosts: []");
    registry.poll();
    assert_eq!(at(&registry, HOST).as_deref(), Some("abq"), "whichever is read first");
    assert!(registry.stale().is_empty());
}

#[test]
fn what_other_servers_say_of_a_host_counts() {
    let house = House::new(&["abq", "rushmore"]);
    name_it(&house, "abq");
    name_it(&house, "rushmore");
    let registry = house.open();
    assert_eq!(at(&registry, HOST), None);
    registry.hold_hosts(serde_json::from_value(serde_json::json!({ HOST: "rushmore" })).unwrap());
    assert_eq!(at(&registry, HOST).as_deref(), Some("rushmore"));
    assert!(registry.host_changes().is_empty(), "they know");
    house.edit("rushmore/school.yaml", &format!("hosts: [{HOST}]"), "hosts: []");
    registry.poll();
    let changes = registry.host_changes();
    assert_eq!(
        (changes.len(), changes[0].from.as_deref(), changes[0].to.as_deref()),
        (1, Some("rushmore"), Some("abq"))
    );
    registry.note_host_changes(&changes);
    assert!(registry.host_changes().is_empty());
}
