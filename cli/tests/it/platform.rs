//! Operators, and schools that ask to join, from the command line.

use crate::house::{House, Server};

const SUBSCRIBE: &str = "/api/v1/oa/public/subscribe";

#[test]
fn operators_come_and_go() {
    let house = House::lite();
    assert_eq!(house.good(&["operator", "list"]), "");
    let said = house.good(&["operator", "add", "Ops@Qabul.example", "--name", "Salma"]);
    assert!(said.contains("http://localhost") && said.contains("/console/set-up#token="), "{said}");
    let listed = house.good(&["operator", "list"]);
    let columns: Vec<&str> = listed.trim_end().split('\t').collect();
    assert_eq!(columns, ["ops@qabul.example", "Salma", "invited", "never"]);
    let again = house.good(&["operator", "add", "ops@qabul.example", "--name", "Salma"]);
    assert_ne!(again, said, "who never came gets another link");
    assert_eq!(house.good(&["operator", "list"]).lines().count(), 1);
    let bad = house.bad(&["operator", "add", "no address", "--name", "Salma"]);
    assert!(bad.contains("not usable"), "{bad}");
    house.good(&["operator", "add", "second@qabul.example", "--name", "Omar"]);
    assert!(house.good(&["operator", "remove", "ops@qabul.example"]).contains("no operator any more"));
    let left = house.good(&["operator", "list"]);
    assert!(left.contains("ops@qabul.example\tSalma\tremoved\tnever"), "{left}");
    assert!(left.contains("second@qabul.example\tOmar\tinvited\tnever"), "{left}");
    let none = house.bad(&["operator", "remove", "nobody@qabul.example"]);
    assert!(none.contains("none of that name"), "{none}");
}

/// Asks for a school and confirms the address; gives the request's id.
fn asked(house: &House, server: &Server, name: &str) -> String {
    let body = format!(
        r#"{{"school_name": "School {name}", "school_name_ar": "مدرسة", "subdomain": "{name}", "country": "OM",
            "plan_code": "school", "students_estimate": 400, "terms_version": "1", "locale": "en",
            "contact": {{"name": "Huda", "email": "huda@{name}.example", "phone": "+96891234567"}}}}"#
    );
    assert_eq!(server.post_platform(SUBSCRIBE, &format!("key-for-{name}-0001"), &body), 201);
    let waiting = house.good(&["subscription", "list", "--state", "pending_email"]);
    let token = house.token_in_mail("registration-form/confirm#token=");
    let confirm = format!(r#"{{"token": "{token}"}}"#);
    assert_eq!(server.post_platform(&format!("{SUBSCRIBE}/confirm"), "confirm-key-0001", &confirm), 200);
    for letter in std::fs::read_dir(house.data().join("mail")).unwrap() {
        std::fs::remove_file(letter.unwrap().path()).unwrap();
    }
    waiting.split('\t').next().unwrap().to_owned()
}

#[test]
fn requests_are_shown_approved_and_rejected_beside_a_running_server() {
    let house = House::lite();
    let server = Server::start(&house);
    assert_eq!(house.good(&["subscription", "list"]), "");
    let id = asked(&house, &server, "alnoor");
    let listed = house.good(&["subscription", "list", "--state", "pending_review"]);
    assert!(listed.starts_with(&id) && listed.contains("\talnoor\tSchool alnoor\thuda@alnoor.example\t"), "{listed}");
    let shown = house.good(&["subscription", "show", &id]);
    assert!(shown.contains("\"subdomain\": \"alnoor\"") && shown.contains("\"state\": \"pending_review\""), "{shown}");
    let said = house.good(&["subscription", "approve", &id]);
    assert!(said.contains("Made School alnoor (alnoor)") && said.contains("alnoor.localhost"), "{said}");
    server.wait("alnoor", 200);
    let again = house.bad(&["subscription", "approve", &id]);
    assert!(again.contains("waits for no decision"), "{again}");

    let other = asked(&house, &server, "manara");
    let bare = house.bad(&["subscription", "reject", &other, "--reason", " "]);
    assert!(bare.contains("1 to 400"), "{bare}");
    let said = house.good(&["subscription", "reject", &other, "--reason", "Not a school yet"]);
    assert!(said.contains("is rejected") && said.contains("huda@manara.example"), "{said}");
    assert!(house.good(&["subscription", "show", &other]).contains("Not a school yet"));
    assert!(house.bad(&["subscription", "show", "nothing"]).contains("none of that name or id"));
    assert!(house.bad(&["subscription", "list", "--state", "odd"]).contains("pending_review"));
    let all = house.good(&["subscription", "list"]);
    assert_eq!(all.lines().count(), 2, "{all}");
}
