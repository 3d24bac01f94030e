//! `qabul plugin check` says of a component what a school's desk says of it: the same findings, by the same codes, in the same words.

use std::path::PathBuf;

use kernel::MessageId;
use serde_json::Value;
use testkit::{Backend, TestApp};
use words::Role;

use crate::house::House;

/// The component with other words in its form document, which lies in it as it was written.
fn with(component: &[u8], was: &str, is: &str) -> Vec<u8> {
    assert_eq!(was.len(), is.len(), "what follows stays where it is");
    let mut changed = component.to_vec();
    let places: Vec<usize> = component
        .windows(was.len())
        .enumerate()
        .filter(|(_, part)| *part == was.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty(), "{was}");
    for at in places {
        changed[at..at + is.len()].copy_from_slice(is.as_bytes());
    }
    changed
}

/// What the desk says, in lines as the command prints them.
fn at_the_desk(told: &Value) -> Vec<String> {
    let errors = told["errors"].as_array().cloned().unwrap_or_default();
    if errors.is_empty() {
        let id = told["messageId"].as_str().unwrap();
        let message = told["message"].as_str().unwrap_or(MessageId::D001.meaning());
        return vec![format!("{message} ({id})")];
    }
    let lines = errors.iter().map(|error| {
        assert_eq!(error["path"], "/file");
        let (params, code) = (&error["params"], error["code"].as_str().unwrap());
        let message = params["message"].as_str().unwrap();
        let place = match (params["form"].as_str(), params["sample"].as_str(), params["pointer"].as_str()) {
            (Some(form), Some(sample), None) => format!("form {form}, sample {sample}: "),
            (Some(form), None, Some(pointer)) => format!("form {form}, {pointer}: "),
            (None, None, None) => String::new(),
            other => panic!("{other:?}"),
        };
        format!("{place}{message} ({code})")
    });
    lines.collect()
}

#[test]
fn the_command_says_what_the_desk_says() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| std::fs::read(root.join(path)).unwrap();
    let (example, abq) = (read("plugins/examples/c/swimming.wasm"), read("plugins/dist/abq.wasm"));
    let cases = [
        ("no component", b"GIF89a".to_vec()),
        ("too large", vec![0; (2 << 20) + 1]),
        ("a core module", b"\0asm\x01\0\0\0".to_vec()),
        ("cut off", abq[..9000].to_vec()),
        ("rules that trap", read("plugins/hostile/dist/hostile.wasm")),
        ("tables that are not there", abq),
        ("a code without a text", with(&example, "\"new_family\": \"N", "\"old_family\": \"N")),
        ("a field that is not there", with(&example, "\"fields\": [\"child_name\"", "\"fields\": [\"child_nama\"")),
        ("a document that is none", with(&example, "\"version\": \"0.1.0\"", "\"version\": \"0.1.0,")),
        ("a format that is none", with(&example, "\"format\": \"email\"", "\"format\": \"emall\"")),
        ("nothing wrong", example),
    ];
    let (house, tables) = (House::lite(), root.join("plugins/skeleton/tables"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let app = TestApp::start(Backend::Lite).await.unwrap();
        let of_school = app.folder.path().join("schools/a/tables");
        std::fs::create_dir_all(&of_school).unwrap();
        std::fs::copy(tables.join("grades.yaml"), of_school.join("grades.yaml")).unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let mut refused = 0;
        for (name, wasm) in cases {
            let ask = admin.ask("POST".parse().unwrap(), "/api/v1/oa/settings/blobs");
            let desk = ask.file(&[("kind", "plugin")], "a", &wasm).send().await.unwrap();
            let file = house.scratch("of_the_author.wasm");
            std::fs::write(&file, &wasm).unwrap();
            let check = ["plugin", "check", &file, "--tables", tables.to_str().unwrap()];
            if desk.status == 201 {
                house.good(&check);
                continue;
            }
            let told = at_the_desk(&desk.json);
            refused += 1;
            let said = house.bad(&check);
            let (_, said) =
                said.split_once("the server would not take it:\n").unwrap_or_else(|| panic!("{name}: {said}"));
            // Below it stands what to do about tables.
            let said: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.ends_with("--tables")).collect();
            assert_eq!(said, told, "{name}");
            println!("{name}: {told:?}");
        }
        assert!(refused >= 9, "{refused}");
    });
}
