//! What a row of the inbox says besides, and how a file is shown.

use serde_json::{Value, json};
use words::Role;

use crate::database::execute;
use crate::desk::{Desk, on_both, session_of};
use crate::forms;
use crate::my_application::telling;
use crate::pictures::pdf;

on_both!(
    a_closed_row_says_why,
    a_possible_duplicate_says_what_is_shared,
    children_of_one_family_are_no_duplicates,
    what_one_does_not_see_is_shared_with_nobody,
    the_list_is_narrowed_by_the_guardians_name,
    a_file_is_shown_for_some_minutes,
    a_shown_file_is_for_who_may_see_it,
    a_shown_file_ends_with_what_it_was_asked_by,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const MINUTE: i64 = 60_000;

/// A row of the list as a role sees it.
async fn row(desk: &Desk, role: Role, reference: &str) -> Value {
    desk.person("one", role).await;
    let got = desk.get(&format!("/v1/oa/enquiries?q={reference}")).staff(role).send().await.is(200);
    got["items"][0].clone()
}

async fn a_closed_row_says_why(desk: &Desk) {
    let reference = desk.submit("trial", json!({ "child_name": "Sara" }), None).await.reference();
    let open = row(desk, OFFICER, &reference).await;
    assert_eq!(open["closed_for"], Value::Null);
    let path = format!("/v1/oa/enquiries/{}", open["id"].as_str().unwrap());
    for (version, reason) in [(1, "no_answer"), (3, "another_school"), (5, "not_accepted"), (7, "duplicate")] {
        let change = json!({ "version": version, "state": "lost", "reason": reason });
        let closed = desk.patch(&path, change).send().await.is(200);
        assert_eq!(closed["enquiry"]["closed_for"], reason, "the record says it too");
        assert_eq!(row(desk, OFFICER, &reference).await["closed_for"], reason, "the last reason counts");
        let opened = desk.patch(&path, json!({ "version": version + 1, "state": "new" })).send().await.is(200);
        assert_eq!(opened["enquiry"]["closed_for"], Value::Null);
        assert_eq!(row(desk, OFFICER, &reference).await["closed_for"], Value::Null);
    }
}

async fn a_possible_duplicate_says_what_is_shared(desk: &Desk) {
    let send = async |values: Value| desk.submit("trial", values, None).await.reference();
    let (email, phone) = ("a@example.org", "+96891234567");
    let told =
        |name: &str, email: &str| json!({ "child_name": name, "guardian_email": email, "guardian_phone": phone });
    let first = send(told("Sara", email)).await;
    let both = send(told("Omar", email)).await;
    let one = send(told("Zaid", "z@example.org")).await;
    let alone = send(json!({ "child_name": "Noor", "guardian_email": "n@example.org" })).await;
    let listed = row(desk, OFFICER, &both).await;
    assert_eq!(listed["shared"], json!(["email", "phone"]));
    let path = format!("/v1/oa/enquiries/{}", listed["id"].as_str().unwrap());
    let opened = desk.get(&path).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    assert_eq!(opened["shared"], json!(["email", "phone"]), "the record says all of it too");
    let others = opened["duplicates"].as_array().unwrap();
    let of = |reference: &str| others.iter().find(|one| one["reference"] == reference).unwrap();
    let told = |one: &Value| (one["person"].clone(), one["state"].clone(), one["shared"].clone());
    assert_eq!(told(of(&first)), (json!("Sara"), json!("new"), json!(["email", "phone"])));
    assert_eq!(told(of(&one)), (json!("Zaid"), json!("new"), json!(["phone"])));
    assert!(of(&first)["submitted_at"].is_string() && others.len() == 2, "{others:?}");
    assert_eq!(row(desk, OFFICER, &one).await["shared"], json!(["phone"]));
    for reference in [first, alone] {
        let row = row(desk, OFFICER, &reference).await;
        assert_eq!(
            (&row["flags"], &row["shared"]),
            (&json!([]), &json!([])),
            "only what came later may be a duplicate"
        );
    }
}

async fn children_of_one_family_are_no_duplicates(desk: &Desk) {
    telling(desk);
    let send = async |name: &str, born: &str| {
        let values = json!({ "child_name": name, "dob": born, "guardian_email": "a@example.org", "guardian_phone": "+96891234567" });
        desk.clock.advance(1_000);
        desk.submit("trial", values, None).await.reference()
    };
    let sara = send("Sara", "2018-03-04").await;
    let omar = send("Omar", "2020-05-06").await;
    let again = send("Sarah", "2018-03-04").await;
    let flags = async |reference: &str| row(desk, OFFICER, reference).await["flags"].clone();
    assert_eq!((flags(&sara).await, flags(&omar).await), (json!([]), json!([])), "brother and sister");
    assert_eq!(flags(&again).await, json!(["duplicate"]), "the same child once more");
    let id = row(desk, OFFICER, &again).await["id"].clone();
    let path = format!("/v1/oa/enquiries/{}", id.as_str().unwrap());
    let opened = desk.get(&path).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let others = opened["duplicates"].as_array().unwrap();
    let told: Vec<_> =
        others.iter().map(|one| (one["person"].as_str().unwrap(), one["is_sibling"].as_bool().unwrap())).collect();
    assert_eq!(told, [("Sara", false), ("Omar", true)]);
    assert_eq!((&opened["flags"], &opened["shared"]), (&json!(["duplicate"]), &json!(["email", "phone"])));
}

async fn what_one_does_not_see_is_shared_with_nobody(desk: &Desk) {
    let same = |name: &str| json!({ "child_name": name, "guardian_email": "same@example.org" });
    desk.submit("hidden", same("Hidden"), None).await.is(201);
    let reference = desk.submit("trial", same("Shown"), None).await.reference();
    assert_eq!(row(desk, Role::SchoolAdmin, &reference).await["shared"], json!(["email"]));
    assert_eq!(
        row(desk, OFFICER, &reference).await["shared"],
        json!([]),
        "the other is of a form that they do not see"
    );
}

async fn the_list_is_narrowed_by_the_guardians_name(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    document["schema"]["properties"]["guardian_name"] =
        json!({ "type": "string", "title": "child_name", "maxLength": 60 });
    document["steps"][0]["fields"].as_array_mut().unwrap().push("guardian_name".into());
    document["subject"] = json!({ "child.name": "child_name", "guardian.name": "guardian_name" });
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let names = [("Sara", "Huda Al Harthy"), ("Omar", "هدى الحارثية"), ("Zaid", "100%_Sure"), ("Zoe", "Élodie Öztürk")];
    for (child, guardian) in names {
        desk.submit("trial", json!({ "child_name": child, "guardian_name": guardian }), None).await.is(201);
    }
    desk.submit("short", json!({ "child_name": "Huda" }), None).await.is(201);
    for (typed, found) in [
        ("harthy", "Sara"),
        ("%20HUDA%20al", "Sara"),
        ("%D8%A7%D9%84%D8%AD%D8%A7%D8%B1%D8%AB%D9%8A%D8%A9", "Omar"),
        ("0%25_s", "Zaid"),
        ("%C3%89LODIE", "Zoe"),
        ("%C3%A9lodie%20%C3%B6z", "Zoe"),
        ("%C3%96ZT%C3%9CRK", "Zoe"),
        ("zt%C3%BCrk", "Zoe"),
    ] {
        let list = desk.list(&format!("guardian={typed}")).await;
        assert_eq!((&list["total"], &list["items"][0]["person"]), (&json!(1), &json!(found)), "{typed}");
    }
    for (typed, total) in [("%25", 1), ("_", 1), ("nobody", 0), ("%20", 5), ("", 5)] {
        assert_eq!(desk.list(&format!("guardian={typed}")).await["total"], total, "{typed:?} means itself");
    }
    for typed in ["%00", "Huda%00", "Huda%0A"] {
        let path = format!("/v1/oa/enquiries?guardian={typed}");
        desk.get(&path).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    }
    let file = desk.get("/v1/oa/enquiries/export?format=csv&guardian=harthy").staff(Role::SchoolAdmin).send().await;
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert!(text.contains("Sara") && !text.contains("Omar"), "{text}");
}

/// A submission with a document; its address, and its content.
async fn with_file(desk: &Desk) -> (String, Vec<u8>) {
    let draft = desk.draft("trial", json!({})).await;
    let content = pdf(900);
    let file = desk.upload(&draft, "scan", "بطاقة.pdf", &content).await.is(201)["upload"]["upload_id"].clone();
    desk.submit("trial", json!({ "child_name": "Sara", "scan": file }), Some(&draft)).await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    (format!("/v1/oa/enquiries/{id}/files/{}/show", file.as_str().unwrap()), content)
}

async fn address(desk: &Desk, path: &str) -> String {
    desk.person("one", OFFICER).await;
    let shown = desk.post(path, json!({})).staff(OFFICER).send().await.is(200);
    shown["address"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned()
}

async fn a_file_is_shown_for_some_minutes(desk: &Desk) {
    let (path, content) = with_file(desk).await;
    let address = address(desk, &path).await;
    let got = desk.get(&address).send().await;
    assert_eq!((got.status.as_u16(), &got.body[..]), (200, &content[..]), "a frame sends no session");
    assert_eq!(got.header("content-type"), "application/pdf");
    assert!(got.header("content-disposition").starts_with("inline; filename=\"_____.pdf\""), "{got:?}");
    let policy = got.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"), "{policy}");
    assert!(!policy.contains("script-src"), "nothing of it runs: {policy}");
    desk.clock.advance(5 * MINUTE - 1);
    assert_eq!(desk.get(&address).send().await.status, 200);
    desk.clock.advance(1);
    desk.get(&address).send().await.refused(404, "A001");
}

async fn a_shown_file_is_for_who_may_see_it(desk: &Desk) {
    let (path, _) = with_file(desk).await;
    desk.post(&path, json!({})).send().await.refused(401, "L014");
    desk.post(&path, json!({})).staff(Role::Cashier).send().await.refused(403, "A002");
    desk.post(&path, json!({})).school("two").staff(OFFICER).send().await.refused(404, "A001");
    let address = address(desk, &path).await;
    desk.get(&address).school("two").send().await.refused(404, "A001");
    desk.get(&format!("{address}x")).send().await.refused(404, "A001");
    desk.get("/v1/oa/common/shown-files/x").send().await.refused(404, "A001");
    execute(&desk.db, "one", "UPDATE users SET roles = '[\"cashier\"]' WHERE school_id = $1").await.unwrap();
    desk.get(&address).send().await.refused(404, "A001");
}

/// Whoever left the audience, is of no role that sees the form any more, or signed out shows nothing, and a suspended school neither.
async fn a_shown_file_ends_with_what_it_was_asked_by(desk: &Desk) {
    let reload = || desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let mut document = forms::document("1.0.0");
    document["ui"]["scan"]["x-audience"] = "health".into();
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    reload();
    let (path, content) = with_file(desk).await;
    let officer = desk.person("one", OFFICER).await;
    desk.post(&path, json!({})).staff(OFFICER).send().await.refused(404, "A001");
    let joins =
        format!("INSERT INTO audience_members (school_id, user_id, audience) VALUES ($1, '{officer}', 'health')");
    assert_eq!(execute(&desk.db, "one", &joins).await.unwrap(), 1);
    let address = address(desk, &path).await;
    let shown = async || {
        let got = desk.get(&address).send().await;
        assert_eq!((got.status.as_u16(), &got.body[..]), (200, &content[..]));
    };
    let hidden = async |why: &str| {
        let got = desk.get(&address).send().await;
        assert_eq!((got.status.as_u16(), &got.json()["messageId"]), (404, &json!("A001")), "{why}");
    };
    shown().await;
    let session = format!("WHERE school_id = $1 AND id = '{}'", session_of(&officer));
    let account = format!("WHERE school_id = $1 AND id = '{officer}'");
    for (ends, begins) in [
        ("DELETE FROM audience_members WHERE school_id = $1".to_owned(), joins),
        (
            format!("UPDATE sessions SET ended_at = 1 {session}"),
            format!("UPDATE sessions SET ended_at = NULL {session}"),
        ),
        (format!("UPDATE users SET stamp = 2 {account}"), format!("UPDATE users SET stamp = 1 {account}")),
    ] {
        assert_eq!(execute(&desk.db, "one", &ends).await.unwrap(), 1, "{ends}");
        hidden(&ends).await;
        assert_eq!(execute(&desk.db, "one", &begins).await.unwrap(), 1, "{begins}");
        shown().await;
    }
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    for changed in
        [yaml.replace("trial: {}", "trial: { audience: [school_admin] }"), format!("suspended: true\n{yaml}")]
    {
        assert_ne!(changed, yaml);
        std::fs::write(&place, &changed).unwrap();
        reload();
        hidden(&changed).await;
        std::fs::write(&place, &yaml).unwrap();
        reload();
        shown().await;
    }
}
