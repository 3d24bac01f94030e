//! What operators try out and hand over for a school: its mail, and its tills.

use testkit::Post;

use crate::house::{House, Server};

#[test]
fn a_test_mail_arrives_or_says_why_not() {
    let house = House::lite();
    house.school("alnoor");
    let ask = |to| ["mail", "test", "--school", "alnoor", "--to", to];
    let said = house.good(&ask("head@alnoor.example"));
    assert!(said.contains("From:") && said.contains("written into"), "{said}");

    // The server takes everybody's mail but nobody's.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let answer = |to: &str, _| Some(if to.contains("nobody@") { "550 no such mailbox" } else { "250 ok" });
    let (url, post) = runtime.block_on(Post::start(answer)).unwrap();
    let smtp = [("QABUL_SMTP", url.as_str())];
    let taken = house.any_where(&smtp, &ask("head@alnoor.example"));
    assert!(taken.contains("the next server has taken it") && !taken.contains("failed"), "{taken}");
    let letters = post.taken.lock().clone();
    assert_eq!(letters.len(), 1, "{letters:?}");
    assert!(letters[0].to.contains("<head@alnoor.example>"), "{letters:?}");
    let is_english = |text: &str| text.replace("=\r\n", "").contains("a test of the mail settings");
    assert!(is_english(&letters[0].text), "{}", letters[0].text);
    let arabic = [&ask("head@alnoor.example")[..], &["--language", "ar"]].concat();
    house.any_where(&smtp, &arabic);
    assert_eq!(post.taken.lock().len(), 2);
    assert!(!is_english(&post.taken.lock()[1].text));

    let refused = house.any_where(&smtp, &ask("nobody@alnoor.example"));
    assert!(refused.contains("failed: ") && refused.contains("550"), "{refused}");
    assert!(refused.contains("do not work yet"), "{refused}");
    assert_eq!(post.taken.lock().len(), 2);
    drop(runtime);
    // Nobody listens there any more.
    let away = house.any_where(&smtp, &ask("head@alnoor.example"));
    assert!(away.contains("failed: ") && away.contains("do not work yet"), "{away}");
    let none = house.bad(&["mail", "test", "--school", "nobody", "--to", "head@alnoor.example"]);
    assert!(none.contains("there is no school `nobody`"), "{none}");
}

#[test]
fn a_till_is_added_beside_a_running_server_and_its_code_makes_one_device_it() {
    let house = House::lite();
    house.school("alnoor");
    let server = Server::start(&house);
    let add = |code, more: &[&str]| {
        let all = ["till", "add", "--school", "alnoor", "--code", code, "--name", "By the gate"];
        [&all[..], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let words = |all: &[String]| all.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let run = |all: &[String]| house.good(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let fails = |all: &[String]| house.bad(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let first = add("gate-1", &["--store-type", "canteen,uniform"]);
    let said = run(&first);
    assert!(said.contains("/pos-sign-in") && said.contains("works once"), "{}: {said}", words(&first));
    let code = said.trim_end().lines().last().unwrap().trim().to_owned();
    let listed = house.good(&["till", "list", "--school", "alnoor"]);
    let columns: Vec<&str> = listed.trim_end().split('\t').collect();
    assert_eq!(columns, ["GATE-1", "By the gate", "canteen,uniform", "waits for its device", "nobody"]);

    assert_eq!(server.enrol("alnoor", "wrong-code"), 404);
    assert_eq!(server.enrol("alnoor", &code), 200, "{said}");
    assert_eq!(server.enrol("alnoor", &code), 404, "once");
    let listed = house.good(&["till", "list", "--school", "alnoor"]);
    assert!(listed.contains("\tenrolled 20"), "{listed}");

    let again = fails(&add("gate-1", &[]));
    assert!(!again.contains("works once"), "the code is a till's already: {again}");
    let odd = fails(&add("gate-2", &["--store-type", "books"]));
    assert!(odd.contains("canteen or uniform"), "{odd}");
    fails(&add("gate 3!", &[]));
    assert_eq!(house.good(&["till", "list", "--school", "alnoor"]).lines().count(), 1, "nothing else was added");
}
