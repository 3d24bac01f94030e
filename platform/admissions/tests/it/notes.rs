//! What staff keep in view at the head of a submission.

use serde_json::{Value, json};
use words::{Permission, Role, SchoolId};

use crate::applications::{OFFICER, ROUND, apply, applying};
use crate::database::{execute, number};
use crate::desk::{Desk, Got, on_both};

on_both!(
    a_note_is_its_authors_and_seen_by_all_who_see_the_submission,
    a_note_says_something_and_there_are_twenty_at_most,
    a_stale_change_of_a_note_changes_nothing,
    notes_of_what_one_does_not_see_do_not_exist,
    what_a_note_says_stays_out_of_the_audit,
    what_is_written_counts_for_the_day,
    every_door_to_notes_asks_the_same,
);

/// The notes of a new submission.
async fn notes_of_one(desk: &Desk) -> String {
    let sent = desk.submit("trial", json!({ "child_name": "Sara" }), None).await.is(201);
    let listed = desk.list("").await;
    let of_it = |item: &&Value| item["reference"] == sent["reference"];
    let id = listed["items"].as_array().unwrap().iter().find(of_it).unwrap()["id"].as_str().unwrap().to_owned();
    format!("/v1/oa/enquiries/{id}/notes")
}

async fn add(desk: &Desk, notes: &str, role: Role, text: &str) -> Got {
    desk.person("one", role).await;
    desk.post(notes, json!({ "text": text })).staff(role).send().await
}

async fn texts(desk: &Desk, notes: &str, role: Role) -> Vec<String> {
    let got = desk.get(notes).staff(role).send().await.is(200);
    got["items"].as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap().to_owned()).collect()
}

async fn a_note_is_its_authors_and_seen_by_all_who_see_the_submission(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let note = add(desk, &notes, Role::AdmissionsOfficer, " calls\r\nafter four ").await.is(201)["note"].clone();
    assert_eq!(
        (&note["text"], &note["version"], &note["author"]["name"], &note["may_change"], &note["may_remove"]),
        (&json!("calls\nafter four"), &json!(1), &json!("Name of admissions_officer"), &json!(true), &json!(true))
    );
    desk.clock.advance(1_000);
    add(desk, &notes, Role::SchoolAdmin, "sister in grade 2").await.is(201);
    assert_eq!(texts(desk, &notes, Role::AdmissionsOfficer).await, ["calls\nafter four", "sister in grade 2"]);
    assert_eq!(desk.list("").await["items"][0]["notes"], 2, "the list says how many");
    let seen = desk.get(&notes).staff(Role::SchoolAdmin).send().await.is(200);
    let may = |at: usize| (seen["items"][at]["may_change"].clone(), seen["items"][at]["may_remove"].clone());
    assert_eq!((may(0), may(1)), ((json!(false), json!(true)), (json!(true), json!(true))));

    let one = format!("{notes}/{}", note["id"].as_str().unwrap());
    let others = format!("{notes}/{}", seen["items"][1]["id"].as_str().unwrap());
    let said = json!({ "version": 1, "text": "calls after five" });
    desk.patch(&one, said.clone()).send().await.refused(403, "A002");
    let officer = Role::AdmissionsOfficer;
    let changed = desk.patch(&one, said).staff(officer).send().await.is(200);
    assert_eq!((&changed["note"]["version"], &changed["note"]["text"]), (&json!(2), &json!("calls after five")));
    desk.delete(&others).staff(officer).send().await.refused(403, "A002");
    desk.delete(&one).staff(Role::SchoolAdmin).send().await.is(200);
    desk.delete(&one).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    assert_eq!(texts(desk, &notes, officer).await, ["sister in grade 2"]);
    desk.person("one", Role::Auditor).await;
    desk.post(&notes, json!({ "text": "x" })).staff(Role::Auditor).send().await.refused(403, "A002");
    desk.get(&notes).send().await.refused(401, "L014");
}

async fn a_note_says_something_and_there_are_twenty_at_most(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let code = |got: &Got| -> Value { got.refused(422, "F003")["errors"][0]["code"].clone() };
    assert_eq!(code(&add(desk, &notes, Role::SchoolAdmin, " \u{202E}\n").await), "required");
    assert_eq!(code(&add(desk, &notes, Role::SchoolAdmin, &"ع".repeat(2_001)).await), "maxLength");
    for n in 0..18 {
        add(desk, &notes, Role::SchoolAdmin, &format!("note {n}")).await.is(201);
    }
    // Those that come at once are counted one by one.
    let many = (0..5).map(|_| add(desk, &notes, Role::SchoolAdmin, "at once"));
    let got = futures_util::future::join_all(many).await;
    assert_eq!(got.iter().filter(|got| got.status == 201).count(), 2);
    assert!(got.iter().filter(|got| got.status != 201).all(|got| code(got) == "maxItems"));
    assert_eq!(texts(desk, &notes, Role::SchoolAdmin).await.len(), 20);
}

async fn a_stale_change_of_a_note_changes_nothing(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let note = add(desk, &notes, Role::SchoolAdmin, "first").await.is(201)["note"]["id"].clone();
    let one = format!("{notes}/{}", note.as_str().unwrap());
    desk.patch(&one, json!({ "version": 1, "text": "second" })).send().await.is(200);
    desk.patch(&one, json!({ "version": 1, "text": "third" })).send().await.refused(409, "A003");
    assert_eq!(texts(desk, &notes, Role::SchoolAdmin).await, ["second"]);
    // Words at the head change nothing of the submission: who works on it is not refused.
    let enquiry = notes.trim_end_matches("/notes");
    desk.patch(enquiry, json!({ "version": 1, "state": "contacted" })).send().await.is(200);
}

async fn notes_of_what_one_does_not_see_do_not_exist(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let note = add(desk, &notes, Role::SchoolAdmin, "kept").await.is(201)["note"]["id"].clone();
    let other = notes_of_one(desk).await;
    let note = note.as_str().unwrap();
    let elsewhere = format!("{other}/{note}");
    desk.patch(&elsewhere, json!({ "version": 1, "text": "x" })).send().await.refused(404, "A001");
    desk.delete(&elsewhere).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    // The audience of this form is the administrator alone.
    desk.submit("hidden", json!({ "child_name": "Huda" }), None).await.is(201);
    let hidden = desk.list("form=hidden").await["items"][0]["id"].as_str().unwrap().to_owned();
    let hidden = format!("/v1/oa/enquiries/{hidden}/notes");
    add(desk, &hidden, Role::AdmissionsOfficer, "x").await.refused(404, "A001");
    desk.get(&hidden).staff(Role::AdmissionsOfficer).send().await.refused(404, "A001");
    let nobody = "/v1/oa/enquiries/00000000-0000-7000-8000-000000000000/notes";
    desk.get(nobody).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    desk.post(nobody, json!({ "text": "x" })).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    assert_eq!(texts(desk, &notes, Role::SchoolAdmin).await, ["kept"]);
}

async fn what_a_note_says_stays_out_of_the_audit(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let note = add(desk, &notes, Role::SchoolAdmin, "a secret of theirs").await.is(201)["note"]["id"].clone();
    let one = format!("{notes}/{}", note.as_str().unwrap());
    desk.patch(&one, json!({ "version": 1, "text": "another secret" })).send().await.is(200);
    desk.delete(&one).staff(Role::SchoolAdmin).send().await.is(200);
    let written =
        "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action IN ('note.add', 'note.update', 'note.remove')";
    assert_eq!(number(&desk.db, "one", written).await, 3);
    let said = "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND CAST(detail AS TEXT) LIKE '%secret%'";
    assert_eq!(number(&desk.db, "one", said).await, 0);
}

async fn what_is_written_counts_for_the_day(desk: &Desk) {
    let notes = notes_of_one(desk).await;
    let used =
        "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM allowances WHERE school_id = $1 AND name = 'history.bytes'";
    let before = number(&desk.db, "one", used).await;
    let note = add(desk, &notes, Role::SchoolAdmin, &"n".repeat(2_000)).await.is(201)["note"]["id"].clone();
    let added = number(&desk.db, "one", used).await;
    assert!(added - before >= 2_000, "{before} {added}");
    let one = format!("{notes}/{}", note.as_str().unwrap());
    desk.patch(&one, json!({ "version": 1, "text": "m".repeat(2_000) })).staff(Role::SchoolAdmin).send().await.is(200);
    assert!(number(&desk.db, "one", used).await - added >= 2_000);
}

/// What a role meets at each door to what colleagues noted and the family wrote.
async fn met(desk: &Desk, role: Role, id: &str) -> (Vec<(&'static str, bool)>, String) {
    let path = format!("/v1/oa/enquiries/{id}");
    let get = async |path: String| desk.get(&path).staff(role).send().await;
    let (notes, messages) = (get(format!("{path}/notes")).await, get(format!("{path}/messages")).await);
    let (record, timeline) = (get(path.clone()).await, get(format!("{path}/timeline")).await);
    let (list, waiting) =
        (get("/v1/oa/enquiries?q=sara".into()).await, get("/v1/oa/enquiries?flag=unread".into()).await);
    let file = desk.post(&format!("/v1/oa/student/student_data?student_id={id}"), json!({})).staff(role).send().await;
    let opened = |got: &Got| match got.status.as_u16() {
        200 => true,
        _ => got.refused(403, "A002") == Value::Null,
    };
    let commented = |items: &Value| items.as_array().unwrap().iter().any(|entry| entry["kind"] == "comment");
    let counted = |row: &Value| row["notes"] == 1 && row["unread"] == 1;
    let flagged = |row: &Value| row["flags"].as_array().unwrap().contains(&json!("unread"));
    let (line, whole, told) = (&list.is(200)["items"][0], &record.is(200)["enquiry"], file.is(200));
    let doors = vec![
        ("list_notes", opened(&notes)),
        ("list_enquiry_messages", opened(&messages)),
        ("the list narrowed to who waits", opened(&waiting)),
        ("counts of the list", counted(line)),
        ("flags of the list", flagged(line)),
        ("counts of the record", counted(whole)),
        ("comments of the record", commented(&whole["timeline"])),
        ("comments of the history", commented(&timeline.is(200)["items"])),
        ("comments of the file", commented(&told["sections"]["timeline"]["items"])),
        ("notes of the file", !told["sections"]["notes"].is_null()),
    ];
    let all = [notes, messages, record, timeline, list, waiting, file];
    let said = all.iter().map(|got| String::from_utf8(got.body.to_vec()).unwrap()).collect();
    (doors, said)
}

async fn every_door_to_notes_asks_the_same(desk: &Desk) {
    applying(desk, ROUND);
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    std::fs::write(&place, yaml.replace("registrar, finance]", "registrar, finance, auditor]")).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let id = apply(desk, "Sara", "g1").await;
    let path = format!("/v1/oa/enquiries/{id}");
    add(desk, &format!("{path}/notes"), OFFICER, "The father is in court").await.is(201);
    desk.patch(&path, json!({ "version": 1, "comment": "She called twice" })).send().await.is(200);
    let words = json!({ "text": "Please bring the passport" });
    desk.post(&format!("{path}/messages"), words).staff(OFFICER).send().await.is(201);
    execute(&desk.db, "one", "UPDATE submissions SET unread = 1 WHERE school_id = $1").await.unwrap();
    let mut readers = Vec::new();
    for role in [OFFICER, Role::SchoolAdmin, Role::Principal, Role::Auditor, Role::Registrar, Role::Finance] {
        let reads = Permission::NoteRead.roles().contains(&role);
        let (doors, said) = met(desk, role, &id).await;
        for (door, opens) in doors {
            assert_eq!(opens, reads, "{role:?} at {door}");
        }
        for words in ["in court", "called twice", "bring the passport"] {
            assert_eq!(said.contains(words), reads, "{role:?} reads {words:?}");
        }
        readers.extend(reads.then_some(role));
    }
    assert_eq!(readers, [OFFICER, Role::SchoolAdmin, Role::Principal, Role::Auditor]);
}
