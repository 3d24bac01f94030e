//! A family's own files: it looks at them, takes one back, and brings it back.

use serde_json::{Value, json};
use words::Role;

use crate::database::{execute, number};
use crate::desk::{DAY, Desk, on_both, session_of};
use crate::letters_conditions::{conditional, give as give_by_letter, grant, listed, offered, say};
use crate::my_application::{look, sent};
use crate::pictures::pdf;

on_both!(
    a_family_looks_at_what_it_gave,
    what_it_looks_at_ends_with_what_opened_it,
    nothing_is_shown_before_a_scanner_s_word,
    so_many_files_are_looked_at_by_a_link,
    a_file_is_taken_back_until_the_school_said_something,
    what_was_taken_back_is_brought_back_for_thirty_days,
    what_is_over_keeps_its_files,
    what_a_condition_was_judged_by_stays,
    nothing_is_brought_back_where_there_is_no_place,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const MINUTE: i64 = 60_000;

/// Adds a file by the family's own page; its id.
async fn give(desk: &Desk, path: &str, name: &str, bytes: &[u8]) -> String {
    let add = desk.multipart(&format!("{path}/files"), &[("field", "scan")], name, bytes).send().await.is(201);
    file_in(&add["application"], name)["file"].as_str().unwrap().to_owned()
}

/// A file among a family's papers.
fn file_in(application: &Value, name: &str) -> Value {
    let papers = application["papers"].as_array().unwrap().iter();
    let mut files = papers.flat_map(|paper| paper["files"].as_array().unwrap());
    files.find(|file| file["name"] == name).unwrap_or(&Value::Null).clone()
}

async fn the_only(desk: &Desk) -> String {
    desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned()
}

/// Where a file is shown, by whoever asks.
async fn address(desk: &Desk, path: &str, file: &str) -> String {
    let shown = desk.post(&format!("{path}/files/{file}/show"), json!({})).send().await.is(200);
    shown["address"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned()
}

/// A file of somebody of the staff's.
async fn add_by_staff(desk: &Desk, id: &str) -> String {
    let path = format!("/v1/oa/enquiries/{id}/files");
    let added = desk.multipart(&path, &[("field", "scan")], "office.pdf", &pdf(70)).staff(OFFICER).send().await.is(201);
    added["file"].as_str().unwrap().to_owned()
}

async fn a_family_looks_at_what_it_gave(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let id = the_only(desk).await;
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    let of_staff = add_by_staff(desk, &id).await;
    let seen = look(desk, &path).await;
    let rights = |name: &str| (file_in(&seen, name)["opens"].clone(), file_in(&seen, name)["takes_back"].clone());
    assert_eq!(rights("passport.pdf"), (json!(true), json!(true)));
    assert_eq!(rights("office.pdf"), (json!(false), json!(false)), "the school added it");

    let got = desk.get(&address(desk, &path, &file).await).send().await;
    assert_eq!((got.status.as_u16(), &got.body[..]), (200, &pdf(64)[..]), "a frame sends no session");
    assert!(got.header("content-disposition").starts_with("inline; filename=\"passport.pdf\""), "{got:?}");
    let policy = got.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("script-src"), "nothing of it runs: {policy}");

    let show = async |path: &str, file: &str| desk.post(&format!("{path}/files/{file}/show"), json!({})).send().await;
    show(&path, &of_staff).await.refused(404, "A001");
    show(&path, "none").await.refused(404, "A001");
    // Another family's account, and another family's link.
    let theirs = format!("/v1/oa/public/applications/{id}/files/{file}/show");
    desk.post(&theirs, json!({})).staff(Role::Guardian).send().await.refused(404, "L010");
    desk.submit("trial", json!({ "child_name": "Omar" }), None).await.is(201);
    let other = desk.list("q=omar").await["items"][0]["id"].as_str().unwrap().to_owned();
    let own = format!(
        "INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{other}', '{}')",
        desk.person("one", Role::Guardian).await
    );
    execute(&desk.db, "one", &own).await.unwrap();
    let mixed = format!("/v1/oa/public/applications/{other}/files/{file}/show");
    desk.post(&mixed, json!({})).staff(Role::Guardian).send().await.refused(404, "A001");
}

async fn what_it_looks_at_ends_with_what_opened_it(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let id = the_only(desk).await;
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    let by_link = address(desk, &path, &file).await;
    let account = desk.person("one", Role::Guardian).await;
    let own =
        format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', '{account}')");
    execute(&desk.db, "one", &own).await.unwrap();
    let asked = desk.post(&format!("/v1/oa/public/applications/{id}/files/{file}/show"), json!({}));
    let shown = asked.staff(Role::Guardian).send().await.is(200);
    let by_account = shown["address"].as_str().unwrap().strip_prefix("/api").unwrap().to_owned();
    let status = async |address: &str| desk.get(address).send().await.status.as_u16();
    assert_eq!((status(&by_link).await, status(&by_account).await), (200, 200));
    desk.get(&by_link).school("two").send().await.refused(404, "A001");
    desk.get(&format!("{by_link}x")).send().await.refused(404, "A001");
    let session = format!("WHERE school_id = $1 AND id = '{}'", session_of(&account));
    execute(&desk.db, "one", &format!("UPDATE sessions SET ended_at = 1 {session}")).await.unwrap();
    assert_eq!((status(&by_link).await, status(&by_account).await), (200, 404), "signed out");
    execute(&desk.db, "one", "DELETE FROM links WHERE school_id = $1").await.unwrap();
    desk.get(&by_link).send().await.refused(404, "A001");
    let (_, _, path) = sent(desk).await;
    let file = give(desk, &path, "card.pdf", &pdf(65)).await;
    let address = address(desk, &path, &file).await;
    desk.clock.advance(5 * MINUTE - 1);
    assert_eq!(status(&address).await, 200);
    desk.clock.advance(1);
    desk.get(&address).send().await.refused(404, "A001");
}

async fn nothing_is_shown_before_a_scanner_s_word(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    let address = address(desk, &path, &file).await;
    let waits = format!(
        "INSERT INTO upload_scans (school_id, upload_id, state, finding, tries, is_kept, at) VALUES ($1, '{file}', 'waiting', '', 0, TRUE, 1)"
    );
    execute(&desk.db, "one", &waits).await.unwrap();
    let show = format!("{path}/files/{file}/show");
    desk.post(&show, json!({})).send().await.refused(423, "D005");
    desk.get(&address).send().await.refused(423, "D005");
    let seen = file_in(&look(desk, &path).await, "passport.pdf");
    assert_eq!((&seen["opens"], &seen["takes_back"]), (&json!(false), &json!(true)));
    execute(&desk.db, "one", "UPDATE upload_scans SET state = 'infected' WHERE school_id = $1").await.unwrap();
    desk.post(&show, json!({})).send().await.refused(410, "D006");
    desk.get(&address).send().await.refused(410, "D006");
    let seen = file_in(&look(desk, &path).await, "passport.pdf");
    assert_eq!((&seen["opens"], &seen["takes_back"]), (&json!(false), &json!(false)));
}

async fn so_many_files_are_looked_at_by_a_link(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    address(desk, &path, &file).await;
    let spent = "UPDATE allowances SET used = 240 WHERE school_id = $1 AND name = 'application.looks'";
    assert_eq!(execute(&desk.db, "one", spent).await.unwrap(), 1);
    desk.post(&format!("{path}/files/{file}/show"), json!({})).send().await.refused(429, "A007");
    desk.clock.advance(60 * MINUTE);
}

async fn a_file_is_taken_back_until_the_school_said_something(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let id = the_only(desk).await;
    let (file, other) =
        (give(desk, &path, "wrong.pdf", &pdf(64)).await, give(desk, &path, "passport.pdf", &pdf(66)).await);
    let of_staff = add_by_staff(desk, &id).await;
    let back = async |path: &str, file: &str| desk.delete(&format!("{path}/files/{file}?lng=en")).send().await;
    back(&path, &of_staff).await.refused(404, "A001");
    back(&format!("/v1/oa/public/applications/{id}"), &file).await.refused(404, "L010");
    let seen = back(&path, &file).await.is(200)["application"].clone();
    assert_eq!(file_in(&seen, "wrong.pdf"), Value::Null);
    assert_eq!(seen["history"].as_array().unwrap().last().unwrap()["kind"], "taken_back");
    back(&path, &file).await.refused(404, "A001");
    let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    let removed = &papers["removed"][0];
    assert_eq!(
        (&removed["file"], &removed["removed_by"], &removed["reason"]),
        (&json!(file), &Value::Null, &json!(""))
    );
    let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    let entries = record["enquiry"]["timeline"].as_array().unwrap().clone();
    let entry = entries.iter().find(|entry| entry["kind"] == "paper").unwrap();
    assert_eq!((&entry["to"], &entry["comment"]), (&json!("removed"), &json!("wrong.pdf")));
    // What the school said something of stays, whatever that was.
    let review = format!("/v1/oa/enquiries/{id}/files/{other}/review");
    for said in [json!({ "state": "accepted" }), json!({ "state": "refused", "reason": "unreadable" })] {
        desk.put(&review, said).staff(OFFICER).send().await.is(200);
        back(&path, &other).await.refused(423, "D007");
        assert_eq!(file_in(&look(desk, &path).await, "passport.pdf")["takes_back"], false);
    }
}

async fn what_was_taken_back_is_brought_back_for_thirty_days(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let id = the_only(desk).await;
    let account = desk.person("one", Role::Guardian).await;
    let own =
        format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', '{account}')");
    execute(&desk.db, "one", &own).await.unwrap();
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    let of_staff = add_by_staff(desk, &id).await;
    let own = format!("/v1/oa/public/applications/{id}/files");
    let back = async |file: &str| desk.delete(&format!("{own}/{file}")).staff(Role::Guardian).send().await;
    let again =
        async |file: &str| desk.post(&format!("{own}/{file}/restore"), json!({})).staff(Role::Guardian).send().await;
    again(&file).await.refused(404, "A001");
    back(&file).await.is(200);
    let seen = again(&file).await.is(200)["application"].clone();
    assert_eq!(file_in(&seen, "passport.pdf")["state"], "received");
    assert_eq!(seen["history"].as_array().unwrap().last().unwrap()["kind"], "brought_back");
    // What staff removed is theirs to bring back.
    let remove = json!({ "admission_id": id, "item": "document", "doc_id": of_staff, "reason": "Another child's" });
    desk.delete("/v1/oa/student/student_profile").json(remove).staff(OFFICER).send().await.is(200);
    again(&of_staff).await.refused(404, "A001");
    back(&file).await.is(200);
    desk.clock.advance(30 * DAY);
    again(&file).await.refused(404, "A001");
}

async fn what_is_over_keeps_its_files(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let file = give(desk, &path, "passport.pdf", &pdf(64)).await;
    desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" })).send().await.is(200);
    desk.delete(&format!("{path}/files/{file}")).send().await.refused(422, "F003");
    assert_eq!(file_in(&look(desk, &path).await, "passport.pdf")["takes_back"], false);
    let removed = "SELECT COUNT(*) FROM removed_files WHERE school_id = $1";
    assert_eq!(number(&desk.db, "one", removed).await, 0);
}

async fn what_a_condition_was_judged_by_stays(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    let account = desk.person("one", Role::Guardian).await;
    let own =
        format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', '{account}')");
    execute(&desk.db, "one", &own).await.unwrap();
    let own = format!("/v1/oa/public/applications/{id}");
    let back = async |file: &str| desk.delete(&format!("{own}/files/{file}")).staff(Role::Guardian).send().await;
    let again = async |file: &str| {
        desk.post(&format!("{own}/files/{file}/restore"), json!({})).staff(Role::Guardian).send().await
    };
    let known = grant(desk, &token).await;
    let given = async || {
        let given = give_by_letter(desk, (&token, &known), "report").await.is(201);
        given["conditions"][0]["files"][0]["id"].as_str().unwrap().to_owned()
    };
    let of_condition = async || {
        let files = listed(desk, &id).await["items"][0]["files"].clone();
        files.as_array().unwrap().iter().map(|file| file["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let takes_back = async || {
        let seen = desk.get(&own).staff(Role::Guardian).send().await.is(200);
        file_in(&seen["application"], "report.pdf")["takes_back"].clone()
    };
    let wrong = given().await;
    back(&wrong).await.is(200);
    let good = given().await;
    assert_eq!(takes_back().await, true);
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    again(&wrong).await.refused(423, "D007");
    back(&good).await.refused(423, "D007");
    assert_eq!((of_condition().await, takes_back().await), (vec![good.clone()], json!(false)));
    // Open again, it is the family's again.
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "open", "due_on": "2026-12-24" })).await.is(200);
    again(&wrong).await.is(200);
    back(&good).await.is(200);
}

async fn nothing_is_brought_back_where_there_is_no_place(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let file = give(desk, &path, "first.pdf", &pdf(64)).await;
    desk.delete(&format!("{path}/files/{file}")).send().await.is(200);
    for _ in 0..40 {
        give(desk, &path, "passport.pdf", &pdf(64)).await;
    }
    desk.post(&format!("{path}/files/{file}/restore"), json!({})).send().await.refused(422, "D003");
    let another = file_in(&look(desk, &path).await, "passport.pdf")["file"].as_str().unwrap().to_owned();
    desk.delete(&format!("{path}/files/{another}")).send().await.is(200);
    desk.post(&format!("{path}/files/{file}/restore"), json!({})).send().await.is(200);
}
