//! What the server writes is its own user's alone, and `doctor` says so when it is not.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use crate::house::{House, Server};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn what_is_written_belongs_to_the_server_alone() {
    let house = House::lite();
    house.school("alnoor");
    house.person("alnoor", "officer@alnoor.example");
    let server = Server::start(&house);
    assert_eq!(server.sign_in("alnoor", "officer@alnoor.example", crate::house::PASSWORD), 200);
    let data = house.data();
    assert_eq!(mode(&data), 0o700);
    let files = house.everything();
    assert!(
        ["db/", "secret", "schools/"].iter().all(|part| files.iter().any(|file| file.starts_with(part))),
        "{files:?}"
    );
    for file in files {
        let path = data.join(&file);
        assert_eq!(mode(&path) & 0o077, 0, "{file}");
        assert_eq!(mode(path.parent().unwrap()) & 0o077, 0, "the folder of {file}");
    }
}

#[test]
fn the_doctor_tells_of_an_open_folder_and_of_a_proxy_without_a_name() {
    let house = House::lite();
    house.school("alnoor");
    let said = |extra: &[&str]| house.any(&[&["doctor"], extra].concat());
    let open = "can be read by others on this machine";
    assert!(!said(&[]).contains(open));
    std::fs::set_permissions(house.data(), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(said(&[]).contains(open));
    std::fs::set_permissions(house.data(), std::fs::Permissions::from_mode(0o700)).unwrap();

    let unnamed = "all visitors are counted as one";
    assert!(!said(&[]).contains(unnamed));
    assert!(said(&["--public-origin", "https://{host}"]).contains(unnamed));
    let named = ["--public-origin", "https://{host}", "--trusted-proxies", "127.0.0.1"];
    assert!(!said(&named).contains(unnamed));
}

/// A gateway that says yes to everything; where it is, and what it is sent.
fn gateway() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/x", listener.local_addr().unwrap());
    let (kept, sent) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (mut got, mut piece) = (Vec::new(), vec![0; 16 * 1024]);
            // A JSON body ends so, and no head does.
            while !got.ends_with(b"}") {
                match stream.read(&mut piece).unwrap() {
                    0 => break,
                    n => got.extend_from_slice(&piece[..n]),
                }
            }
            kept.send(String::from_utf8_lossy(&got).to_lowercase()).unwrap();
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        }
    });
    (url, sent)
}

#[test]
fn a_bundle_sends_no_key_but_its_own() {
    let house = House::lite();
    house.school("al-noor");
    let (url, sent) = gateway();
    let yaml = house.read("schools/al-noor/school.yaml");
    let secrets = [
        ("QABUL_KEY_STORE_SECRET", "the-stores"),
        ("QABUL_KEY_AL__NOOR", "of-al"),
        ("QABUL_KEY_AL_NOOR_SMS", "old"),
        ("QABUL_KEY_AL_NOOR__SMS", "its-own"),
    ];
    let test = |name: &str, mode: &str| {
        let sms = format!("sms: {{ url: \"{url}\", from: Noor, token_env: {name} }}\n");
        house.write("schools/al-noor/school.yaml", &format!("{yaml}{sms}"));
        let environment = [&secrets[..], &[("QABUL_MODE", mode)]].concat();
        let send = ["mail", "test", "--school", "al-noor", "--to", "x@example.org", "--sms", "+96891234567"];
        house.any_where(&environment, &send)
    };
    for (name, _) in &secrets[..3] {
        let said = test(name, "test");
        assert!(said.contains(&format!("{name} is no key of this school's own")), "{said}");
        let checked = house.bad(&["school", "check", "al-noor"]);
        assert!(checked.contains("QABUL_KEY_AL_NOOR__") && checked.contains("notAllowed"), "{checked}");
        assert!(checked.contains(&format!("text messages go to {url} with {name}")), "{checked}");
    }
    let said = test("QABUL_KEY_AL_NOOR__SMS", "production");
    assert!(said.contains("plain http"), "{said}");
    assert!(sent.try_recv().is_err(), "nothing left so far");
    let said = test("QABUL_KEY_AL_NOOR__SMS", "test");
    let got = sent.recv_timeout(Duration::from_secs(30)).unwrap_or_else(|_| panic!("{said}"));
    assert!(got.contains("authorization: bearer its-own"), "{got}");
    house.good(&["school", "check", "al-noor"]);
}

#[test]
fn numbers_that_get_no_texts_any_more_are_counted() {
    let mut house = House::lite();
    house.set("QABUL_MODE", "test");
    house.school("alnoor");
    let (url, sent) = gateway();
    let yaml = house.read("schools/alnoor/school.yaml").replace("otp: N", "otp: Y");
    let reach = |code: &str| {
        let sms = format!("sms: {{ url: \"{url}\", from: Noor, calling_codes: [\"{code}\"] }}");
        house.write("schools/alnoor/school.yaml", &format!("{yaml}\ncaptcha: {{ provider: off }}\n{sms}\n"));
    };
    reach("+968");
    let server = Server::start(&house);
    let ask = |path: &str, body: &str| {
        server.post("alnoor", &format!("/api/v1/oa/auth/{path}"), "application/json", body.as_bytes())
    };
    let asked =
        ask("auth-otp", r#"{"phone": "+96891234567", "purpose": "sign_in", "locale": "en", "captcha_token": ""}"#);
    let challenge = asked.split("\"challenge_id\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let challenge = challenge.unwrap_or_else(|| panic!("{asked}"));
    let text = sent.recv_timeout(Duration::from_secs(60)).unwrap();
    let words = text.split("\"text\":").nth(1).unwrap();
    let code = words.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 6);
    let code = code.unwrap_or_else(|| panic!("{text}"));
    let typed = format!(r#"{{"challenge_id": "{challenge}", "code": "{code}", "name": "Salma"}}"#);
    let entered = ask("verify-auth-otp", &typed);
    assert!(entered.starts_with("HTTP/1.1 200"), "{entered}");
    let said = house.good(&["school", "check", "alnoor"]);
    assert!(!said.contains("sends no texts to"), "{said}");
    reach("+971");
    let said = house.good(&["school", "check", "alnoor"]);
    assert!(said.contains("alnoor: 1 account with a number that the school sends no texts to"), "{said}");
}
