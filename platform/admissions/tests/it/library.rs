//! What an account gave with one application, given with another of its own.

use serde_json::{Value, json};
use words::Role;

use crate::database::number;
use crate::desk::{Desk, Got, on_both};
use crate::pictures::{pdf, picture};

on_both!(
    a_family_gives_again_what_it_gave_with_another_application,
    what_is_given_again_is_taken_back_until_somebody_looked_at_it,
    a_picture_is_copied_as_it_is_and_once,
    what_was_refused_is_not_given_again,
    nobody_gives_what_is_another_account_s,
    what_was_refused_stands_before_what_is_missing,
    what_is_another_child_s_own_is_not_the_family_s,
    a_file_is_held_against_the_question_that_it_answers_now,
    what_staff_added_is_neither_given_nor_taken_back,
    a_copy_of_a_copy_is_the_same_file,
);

const REUSE: &str = "/v1/oa/family/papers/reuse";

/// What that account sent for a child, with a file where `file` has one; its id.
async fn sent(desk: &Desk, role: Role, child: &str, file: Option<&[u8]>) -> String {
    let draft = desk.draft("trial", json!({})).await;
    let mut values = json!({ "child_name": child });
    if let Some(bytes) = file {
        let upload = desk.upload(&draft, "scan", &format!("{child}.pdf"), bytes).await.is(201);
        values["scan"] = upload["upload"]["upload_id"].clone();
    }
    let key = format!("the-key-of-{child}-of-{}", role.as_str());
    let reference = desk.submit_as("trial", values, Some(&draft), &key).staff(role).send().await.reference();
    let listed = desk.list(&format!("q={reference}")).await;
    listed["items"][0]["id"].as_str().unwrap().to_owned()
}

async fn library(desk: &Desk, role: Role, application: &str) -> Got {
    desk.get(&format!("/v1/oa/family/library?for={application}")).staff(role).send().await
}

async fn reuse(desk: &Desk, role: Role, (application, field): (&str, &str), file: &Value) -> Got {
    let body = json!({ "application": application, "field": field, "from_file": file, "locale": "en" });
    desk.post(REUSE, body).staff(role).send().await
}

async fn take_back(desk: &Desk, role: Role, application: &str, file: &Value) -> Got {
    let file = file.as_str().unwrap();
    desk.delete(&format!("/v1/oa/public/applications/{application}/files/{file}")).staff(role).send().await
}

async fn a_family_gives_again_what_it_gave_with_another_application(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let given = library(desk, Role::Guardian, &second).await.is(200);
    let file = &given["items"][0];
    assert_eq!((&file["name"], &file["of"]["en"]), (&json!("Sara.pdf"), &json!("Sara")));
    assert_eq!(file["label"]["en"], "Text of scan");
    let none = library(desk, Role::Guardian, &first).await.is(200);
    assert_eq!(none["items"], json!([]), "what it has already is no news");

    let seen = reuse(desk, Role::Guardian, (&second, "scan"), &file["file"]).await.is(201);
    let papers = seen["application"]["papers"].as_array().unwrap();
    let paper = papers.iter().find(|paper| paper["field"] == "scan").unwrap();
    assert_eq!((&paper["state"], &paper["files"][0]["name"]), (&json!("received"), &json!("Sara.pdf")));
    assert_ne!(paper["files"][0]["file"], file["file"], "a file of its own");
    let stored = "SELECT COUNT(DISTINCT storage_key) FROM uploads WHERE school_id = $1";
    assert_eq!(number(&desk.db, "one", stored).await, 2, "its bytes are copied");
    let record = desk.get(&format!("/v1/oa/enquiries/{second}")).staff(Role::AdmissionsOfficer).send().await.is(200);
    let entries = record["enquiry"]["timeline"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["kind"] == "file" && entry["to"] == "Sara.pdf"), "{entries:?}");
    let audited = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'application.file'";
    assert_eq!(number(&desk.db, "one", audited).await, 1);
    assert_eq!(library(desk, Role::Guardian, &second).await.is(200)["items"], json!([]));
    reuse(desk, Role::Guardian, (&second, "scan"), &file["file"]).await.refused(404, "A001");
}

async fn what_is_given_again_is_taken_back_until_somebody_looked_at_it(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let back = async |role: Role, application: &str, file: &Value| take_back(desk, role, application, file).await;
    let given = async || {
        let file = library(desk, Role::Guardian, &second).await.is(200)["items"][0]["file"].clone();
        let seen = reuse(desk, Role::Guardian, (&second, "scan"), &file).await.is(201);
        let papers = seen["application"]["papers"].as_array().unwrap();
        papers.iter().find(|paper| paper["field"] == "scan").unwrap()["files"][0]["file"].clone()
    };
    let file = given().await;
    back(Role::Student, second.as_str(), &file).await.refused(404, "L010");
    back(Role::Guardian, second.as_str(), &json!("none")).await.refused(404, "A001");
    let answered = library(desk, Role::Guardian, &first).await;
    assert_eq!(answered.is(200)["items"], json!([]), "the first has it by its answers");
    let seen = back(Role::Guardian, second.as_str(), &file).await.is(200);
    let papers = seen["application"]["papers"].as_array().unwrap();
    assert!(papers.iter().all(|paper| paper["files"] == json!([])), "{papers:?}");
    back(Role::Guardian, second.as_str(), &file).await.refused(404, "A001");
    let staff = desk.get(&format!("/v1/oa/enquiries/{second}/papers")).staff(Role::AdmissionsOfficer).send().await;
    let removed = &staff.is(200)["removed"][0];
    assert_eq!((&removed["file"], &removed["removed_by"]), (&file, &Value::Null));
    // It may be given once more; what the school has looked at stays.
    let file = given().await;
    let review = format!("/v1/oa/enquiries/{second}/files/{}/review", file.as_str().unwrap());
    desk.put(&review, json!({ "state": "accepted" })).staff(Role::AdmissionsOfficer).send().await.is(200);
    back(Role::Guardian, second.as_str(), &file).await.refused(423, "D007");
}

async fn what_was_refused_is_not_given_again(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let file = library(desk, Role::Guardian, &second).await.is(200)["items"][0]["file"].clone();
    let review = format!("/v1/oa/enquiries/{first}/files/{}/review", file.as_str().unwrap());
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    desk.put(&review, refused).staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(library(desk, Role::Guardian, &second).await.is(200)["items"], json!([]));
    reuse(desk, Role::Guardian, (&second, "scan"), &file).await.refused(404, "A001");
    desk.put(&review, json!({ "state": "accepted" })).staff(Role::AdmissionsOfficer).send().await.is(200);
    reuse(desk, Role::Guardian, (&second, "scan"), &file).await.is(201);
}

async fn nobody_gives_what_is_another_account_s(desk: &Desk) {
    let own = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let other = sent(desk, Role::Student, "Noor", None).await;
    let papers = desk.get(&format!("/v1/oa/public/applications/{own}")).staff(Role::Guardian).send().await.is(200);
    let file = papers["application"]["files"][0]["file"].clone();
    assert_eq!(library(desk, Role::Student, &other).await.is(200)["items"], json!([]));
    reuse(desk, Role::Student, (&other, "scan"), &file).await.refused(404, "A001");
    // Neither into what is another's, nor out of it.
    library(desk, Role::Student, &own).await.refused(404, "L010");
    reuse(desk, Role::Student, (&own, "scan"), &file).await.refused(404, "L010");
    library(desk, Role::AdmissionsOfficer, &own).await.refused(403, "A002");
    desk.get(&format!("/v1/oa/family/library?for={own}")).send().await.is(401);
}

async fn a_file_is_held_against_the_question_that_it_answers_now(desk: &Desk) {
    sent(desk, Role::Guardian, "Sara", Some(&picture(image::ImageFormat::Png, 8, 8))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let file = library(desk, Role::Guardian, &second).await.is(200)["items"][0]["file"].clone();
    reuse(desk, Role::Guardian, (&second, "paper"), &file).await.refused(415, "D002");
    reuse(desk, Role::Guardian, (&second, "child_name"), &file).await.refused(422, "D003");
    reuse(desk, Role::Guardian, (&second, "face"), &file).await.is(201);
}

async fn what_was_refused_stands_before_what_is_missing(desk: &Desk) {
    let id = sent(desk, Role::Guardian, "Sara", None).await;
    let page = format!("/v1/oa/public/applications/{id}");
    let add = desk.multipart(&format!("{page}/files"), &[("field", "book")], "book.pdf", &pdf(80));
    add.staff(Role::Guardian).send().await.is(201);
    let papers = async || {
        let seen = desk.get(&page).staff(Role::Guardian).send().await.is(200)["application"]["papers"].clone();
        let fields = seen.as_array().unwrap().iter().take(2).map(|one| one["field"].as_str().unwrap().to_owned());
        (fields.collect::<Vec<_>>(), seen)
    };
    let (fields, seen) = papers().await;
    assert_eq!(fields, ["paper", "book"], "as the form asks");
    let book = seen[1]["files"][0]["file"].as_str().unwrap().to_owned();
    let review = format!("/v1/oa/enquiries/{id}/files/{book}/review");
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    desk.put(&review, refused).staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(papers().await.0, ["book", "paper"]);
}

async fn what_is_another_child_s_own_is_not_the_family_s(desk: &Desk) {
    // Of the form's files `scan` alone is the family's.
    let place = desk.bundle("one").join("forms/trial.json");
    let mut form: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    form["family"] = json!(["scan"]);
    crate::forms::write(&place, &form);
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let path = format!("/v1/oa/public/applications/{first}/files");
    let add = desk.multipart(&path, &[("field", "paper")], "birth.pdf", &pdf(80));
    add.staff(Role::Guardian).send().await.is(201);
    let (brother, again) =
        (sent(desk, Role::Guardian, "Omar", None).await, sent(desk, Role::Guardian, "sara", None).await);
    let told = async |application: &str| {
        let items = library(desk, Role::Guardian, application).await.is(200)["items"].clone();
        let one = |file: &Value| (file["name"].as_str().unwrap().to_owned(), file["of_family"].as_bool().unwrap());
        let mut told: Vec<_> = items.as_array().unwrap().iter().map(one).collect();
        told.sort();
        told
    };
    assert_eq!(told(&brother).await, [("Sara.pdf".to_owned(), true), ("birth.pdf".to_owned(), false)]);
    assert_eq!(told(&again).await, [("Sara.pdf".to_owned(), true), ("birth.pdf".to_owned(), true)], "the same child");
}

async fn a_picture_is_copied_as_it_is_and_once(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", None).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let path = format!("/v1/oa/public/applications/{first}/files");
    let photo = picture(image::ImageFormat::Jpeg, 40, 30);
    desk.multipart(&path, &[("field", "scan")], "IMG_0001.jpg", &photo).staff(Role::Guardian).send().await.is(201);
    let file = library(desk, Role::Guardian, &second).await.is(200)["items"][0]["file"].clone();
    let tries = (0..4).map(|_| reuse(desk, Role::Guardian, (&second, "scan"), &file));
    let made = futures_util::future::join_all(tries).await.into_iter().filter(|got| got.status == 201).count();
    assert_eq!(made, 1, "of several at once one counts");
    let digests = "SELECT COUNT(DISTINCT sha256) FROM uploads WHERE school_id = $1";
    assert_eq!(number(&desk.db, "one", digests).await, 1);
    assert_eq!(library(desk, Role::Guardian, &second).await.is(200)["items"], json!([]));
    let seen = desk.get(&format!("/v1/oa/public/applications/{second}")).staff(Role::Guardian).send().await.is(200);
    take_back(desk, Role::Guardian, &second, &seen["application"]["files"][0]["file"]).await.is(200);
}

/// Gives a file of staff to one of an application's papers; its id.
async fn added(desk: &Desk, application: &str, name: &str, bytes: &[u8]) -> String {
    let path = format!("/v1/oa/enquiries/{application}/files");
    let ask = desk.multipart(&path, &[("field", "scan")], name, bytes).staff(Role::AdmissionsOfficer);
    ask.send().await.is(201)["file"].as_str().unwrap().to_owned()
}

async fn what_staff_added_is_neither_given_nor_taken_back(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let third = sent(desk, Role::Guardian, "Noor", None).await;
    // From an embassy, and by chance the bytes that the family gave with another application.
    let embassy = added(desk, &first, "from-embassy.pdf", &pdf(90)).await;
    let same = added(desk, &second, "from-school.pdf", &pdf(64)).await;
    let given = library(desk, Role::Guardian, &third).await.is(200)["items"].clone();
    let names: Vec<_> = given.as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Sara.pdf"], "the files that the account gave");
    reuse(desk, Role::Guardian, (&third, "scan"), &json!(embassy)).await.refused(404, "A001");
    take_back(desk, Role::Guardian, &second, &json!(same)).await.refused(404, "A001");
    let here = format!("SELECT COUNT(*) FROM removed_files WHERE school_id = $1 AND upload_id = '{same}'");
    assert_eq!(number(&desk.db, "one", &here).await, 0);
}

async fn a_copy_of_a_copy_is_the_same_file(desk: &Desk) {
    let first = sent(desk, Role::Guardian, "Sara", Some(&pdf(64))).await;
    let second = sent(desk, Role::Guardian, "Omar", None).await;
    let third = sent(desk, Role::Guardian, "Noor", None).await;
    for application in [&second, &third] {
        let given = library(desk, Role::Guardian, application).await.is(200)["items"].clone();
        assert_eq!(given.as_array().unwrap().len(), 1, "of one file and its copies one is offered");
        reuse(desk, Role::Guardian, (application, "scan"), &given[0]["file"]).await.is(201);
    }
    let originals = format!(
        "SELECT COUNT(*) FROM uploads c JOIN uploads f ON f.school_id = c.school_id AND f.id = c.copied_from
         WHERE c.school_id = $1 AND f.submission_id = '{first}' AND c.submission_id IN ('{second}', '{third}')"
    );
    assert_eq!(number(&desk.db, "one", &originals).await, 2, "each names the first, and none another copy");
    for application in [&first, &second, &third] {
        assert_eq!(library(desk, Role::Guardian, application).await.is(200)["items"], json!([]));
    }
}
