//! The commands over schools where several servers share them: one PostgreSQL, and an object store, which is a real S3 server in this
//! process.

use test_s3::TestS3;
use tokio::runtime::Runtime;

use crate::house::{House, Server};

fn store() -> (Runtime, TestS3) {
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(TestS3::start()).unwrap();
    (runtime, store)
}

fn is_kept(store: &TestS3, path: &str) -> bool {
    store.folder().join(path).is_file()
}

#[test]
fn what_one_machine_does_to_a_school_all_of_them_have() {
    let Some(mut one) = House::pg() else { return };
    let (runtime, mut store) = store();
    // From the time before there was a store.
    one.school("early");
    one.write("files/early/01/upload01", "sent by a family");
    let colour = r##"{"file": "school.yaml", "pointer": "/branding/colours/primary", "value": "#123456"}"##;
    one.write("overlays/early/overlay.json", &format!(r#"{{"revision": 7, "entries": [{colour}]}}"#));
    let said = one.bad(&["school", "push", "early"]);
    assert!(said.contains("no `store` stands in qabul.yaml"), "{said}");
    one.share(&store, "qabul");
    let said = one.good(&["school", "push", "--all"]);
    assert!(said.contains("early pushed: every server follows") && said.contains("(1 uploads"), "{said}");
    let said = one.good(&["school", "push", "early"]);
    assert!(said.contains("is in the store as it is here."), "{said}");
    assert!(is_kept(&store, "qabul/heads/early.json") && is_kept(&store, "qabul/files/early/01/upload01"));
    // A new one goes by itself.
    one.school("alnoor");
    assert!(is_kept(&store, "qabul/heads/alnoor.json"));
    let listed = one.good(&["school", "list"]);
    assert!(listed.contains("early") && listed.contains("alnoor") && !listed.contains("error"), "{listed}");
    one.good(&["school", "check", "--all"]);

    // Whoever edits elsewhere has the newest state first.
    let two = one.beside();
    let said = two.good(&["school", "suspend", "alnoor"]);
    assert!(said.contains("alnoor is suspended") && said.contains("alnoor pushed"), "{said}");
    assert!(two.good(&["school", "list"]).contains("(suspended)"));
    two.good(&["school", "check", "alnoor"]);
    let said = one.good(&["school", "resume", "alnoor"]);
    assert!(said.contains("alnoor is live. ") && said.contains("alnoor pushed"), "{said}");
    let said = two.good(&["school", "absorb", "early"]);
    assert!(said.contains("1 changes of early are in its bundle now") && said.contains("early pushed"), "{said}");
    one.good(&["school", "lock", "early", "tables/"]);
    assert!(one.read("schools/early/school.yaml").contains("#123456"), "what was absorbed there is here");
    assert!(one.good(&["school", "diff", "early"]).contains("changed nothing"));

    // Who edited files by hand meanwhile is told, and may overrule.
    two.write("schools/early/school.yaml", &format!("{}# ours\n", two.read("schools/early/school.yaml")));
    let said = two.bad(&["school", "push", "early"]);
    assert!(said.contains("--force") && said.contains("1 of 1 schools were not pushed"), "{said}");
    let said = two.good(&["school", "push", "early", "--force"]);
    assert!(said.contains("early pushed"), "{said}");
    assert!(one.bad(&["school", "unlock", "early", "tables/"]).contains("is not locked"), "the lock was overruled");
    assert!(one.read("schools/early/school.yaml").ends_with("# ours\n"));

    // Another secret reads and writes nothing.
    let stranger = one.beside();
    for secret in [Some("ab".repeat(32)), None] {
        match secret {
            Some(secret) => std::fs::write(stranger.data().join("secret"), secret).unwrap(),
            None => std::fs::remove_file(stranger.data().join("secret")).unwrap(),
        }
        let said = stranger.bad(&["school", "suspend", "alnoor"]);
        assert!(said.contains("have another secret"), "{said}");
        assert!(!stranger.data().join("schools/alnoor").exists());
    }

    // Servers that run follow, and what cannot be shared is not done.
    let server = Server::start(&one);
    server.wait("alnoor", 200);
    two.good(&["school", "suspend", "alnoor"]);
    server.wait("alnoor", 403);
    drop(server);
    runtime.block_on(store.stop());
    let before = one.read("schools/alnoor/school.yaml");
    let said = one.bad(&["school", "resume", "alnoor"]);
    assert!(said.contains("the object store does not answer; nothing was done"), "{said}");
    assert_eq!(one.read("schools/alnoor/school.yaml"), before);
}

#[test]
fn a_school_moves_from_store_to_store() {
    let (Some(mut from), Some(mut to)) = (House::pg(), House::pg()) else { return };
    let (_runtime, store) = store();
    from.share(&store, "qabul");
    from.school("alnoor");
    from.person("alnoor", "officer@alnoor.example");
    from.write("files/alnoor/01/upload01", "sent by a family");
    from.good(&["school", "push", "alnoor"]);
    // At a machine that has nothing of it yet.
    let (beside, file, key) = (from.beside(), from.scratch("alnoor.qabul"), from.scratch("alnoor.key"));
    let said = beside.good(&["school", "export", "alnoor", "--to", &file, "--key-file", &key]);
    assert!(said.contains("2 people"), "{said}");

    to.share(&store, "elsewhere");
    let said = to.good(&["school", "import", &file, "--key-file", &key]);
    assert!(said.contains("2 people") && said.contains("alnoor pushed: every server follows"), "{said}");
    assert!(is_kept(&store, "elsewhere/heads/alnoor.json") && is_kept(&store, "elsewhere/files/alnoor/01/upload01"));
    let people = |house: &House| house.good(&["user", "list", "--school", "alnoor"]);
    assert_eq!(people(&from), people(&to));
    let next = to.beside();
    assert!(next.good(&["school", "resume", "alnoor"]).contains("live already"));
    let here = next.everything();
    for file in ["schools/alnoor/school.yaml", "secret.keys/alnoor"] {
        assert!(here.iter().any(|one| one == file), "{file} came along: {here:?}");
    }
}

#[test]
fn a_deleted_school_is_gone_at_every_machine_and_comes_back() {
    let Some(mut one) = House::pg() else { return };
    let (_runtime, store) = store();
    one.share(&store, "qabul");
    one.school("alnoor");
    one.person("alnoor", "officer@alnoor.example");
    let two = one.beside();
    assert!(two.good(&["school", "resume", "alnoor"]).contains("live already"));
    let said = two.good(&["school", "delete", "alnoor", "--yes", "alnoor"]);
    assert!(said.contains("2 people") && said.contains("Deleted."), "{said}");
    let said = one.bad(&["school", "suspend", "alnoor"]);
    assert!(said.contains("there is no school `alnoor`"), "{said}");
    assert!(!one.data().join("schools/alnoor").exists() && !one.data().join("overlays/alnoor").exists());

    let file = two.everything().into_iter().find(|path| path.starts_with("deleted/")).unwrap();
    let said = two.good(&["school", "import", &two.data().join(file).display().to_string()]);
    assert!(said.contains("2 people") && said.contains("alnoor pushed"), "{said}");
    assert!(one.good(&["school", "resume", "alnoor"]).contains("live already"));
    assert!(one.good(&["user", "list", "--school", "alnoor"]).contains("officer@alnoor.example"));
}
