//! What a file of the list tells of applications: what the school calls each, where it stands, and what is due.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};
use words::clock::iso;
use words::{Clock as _, Role};

use crate::applications::{OFFICER, ROUND, apply, applying, assessed, go, values, view, why};
use crate::bulk;
use crate::desk::{Desk, on_both};
use crate::export::{exported, only_line};

on_both!(
    an_application_stands_in_the_school_s_words,
    what_is_due_has_its_day,
    an_enquiry_has_none_of_it,
    a_file_that_takes_long_tells_the_same,
    what_is_decided_and_not_told_stands_in_no_file,
    the_list_is_narrowed_to_who_sent_it,
);

const COLUMNS: &str = "columns=registration_id,status,sub_status,round,bucket,held_from,review_by,offer_until,admission_number,channel,missing_docs";

async fn told(desk: &Desk, reference: &str, language: &str) -> Vec<String> {
    let line = only_line(desk, &format!("{COLUMNS}&lng={language}&q={reference}")).await;
    line.into_iter().map(|(_, cell)| cell).collect()
}

async fn an_application_stands_in_the_school_s_words(desk: &Desk) {
    applying(desk, &format!("status_labels: {{ F: {{ en: \"Place offered\", ar: \"مقعد معروض\" }} }}\n{ROUND}"));
    let id = assessed(desk, "Sara", "g1").await;
    let seen = told(desk, "ONE27-00001", "en").await;
    // The form wants one paper, which never came.
    let waits =
        ["ONE27-00001", "Shortlisted", "assessed", "2027-2028", "Text of grade.g1", "", "", "", "", "Family", "1"];
    assert_eq!(seen, waits);
    go(desk, OFFICER, &id, "F/conditional", json!({})).await.is(200);
    let until = view(desk, OFFICER, &id).await["offer_until"].clone();
    assert_eq!(until, "2026-11-28");
    assert_eq!(told(desk, "ONE27-00001", "en").await[1..3], ["Place offered", "with conditions"]);
    let seen = told(desk, "ONE27-00001", "ar").await;
    assert_eq!((seen[1].as_str(), seen[2].as_str(), seen[7].as_str()), ("مقعد معروض", "بشروط", "28 نوفمبر 2026"));
    let headings: Vec<String> =
        only_line(desk, &format!("{COLUMNS}&lng=ar")).await.into_iter().map(|(head, _)| head).collect();
    assert_eq!((headings[0].as_str(), headings[8].as_str()), ("رقم التسجيل", "رقم القيد"));
    for (role, to, more) in
        [(OFFICER, "A/conditions_open", why()), (Role::Finance, "B/consents_due", why()), (Role::Registrar, "C", why())]
    {
        go(desk, role, &id, to, more).await.is(200);
    }
    let seen = told(desk, "ONE27-00001", "en").await;
    assert_eq!((seen[1].as_str(), seen[2].as_str(), seen[8].as_str()), ("Enrolled", "", "ONE-2027-0001"));
    assert_eq!(seen[10], "", "nobody has to do anything about a paper of what is over");
    let listed = desk.post("/v1/oa/student/student_list", json!({})).staff(OFFICER).send().await.is(200);
    assert_eq!(listed["students"][0]["missing_docs"], 0);
}

async fn what_is_due_has_its_day(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "g1").await;
    let held = json!({ "reason_text": "It is on its way", "review_by": "2026-12-01" });
    go(desk, OFFICER, &id, "O/documents", held).await.is(200);
    let seen = told(desk, "ONE27-00001", "en").await;
    assert_eq!(seen[1..3], ["On hold", "documents"]);
    assert_eq!(seen[5..8], ["Shortlisted", "01-Dec-2026", ""]);
    // In a book they are days.
    let got = exported(desk, &format!("format=xlsx&{COLUMNS}")).await;
    let mut sheet = String::new();
    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
    book.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
    // 1 December 2026.
    assert!(sheet.contains("<v>46357</v>"), "{sheet}");
}

async fn an_enquiry_has_none_of_it(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    assert!(told(desk, "layla", "en").await.iter().all(String::is_empty));
}

async fn a_file_that_takes_long_tells_the_same(desk: &Desk) {
    applying(desk, ROUND);
    apply(desk, "Sara", "g1").await;
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let id = bulk::asked(desk, json!({ "format": "csv" })).await;
    bulk::run(desk).await;
    let (late, direct) = (bulk::fetch(desk, &id).await, exported(desk, "format=csv").await);
    assert!(String::from_utf8_lossy(&direct.body).contains("ONE27-00001"));
    assert_eq!(late.body, direct.body);
}

async fn what_is_decided_and_not_told_stands_in_no_file(desk: &Desk) {
    applying(desk, ROUND);
    let id = assessed(desk, "Sara", "g1").await;
    let before = exported(desk, "format=csv").await.body;
    let moment = iso(desk.clock.now_ms() + 600_000);
    let more = json!({ "publish_at": moment, "reason_text": "It was agreed" });
    go(desk, OFFICER, &id, "F/unconditional", more).await.is(200);
    assert_eq!(view(desk, OFFICER, &id).await["decision"]["to"], "F/unconditional");
    assert_eq!(exported(desk, "format=csv").await.body, before, "also for who may know");
}

async fn the_list_is_narrowed_to_who_sent_it(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", OFFICER).await;
    let own = apply(desk, "Sara", "g1").await;
    let filed = values("Omar", "g1");
    desk.submit_as("apply", filed, None, "the-key-of-an-officer").staff(OFFICER).send().await.is(201);
    let listed = async |channel: Value| {
        let asked = json!({ "channel": channel });
        desk.post("/v1/oa/student/student_list", asked).staff(OFFICER).send().await.is(200)
    };
    let staff = listed(json!(["staff"])).await;
    assert_eq!((&staff["total"], &staff["students"][0]["student_name"]), (&json!(1), &json!("Omar")));
    assert_eq!(staff["counts"]["W"], 1, "and counted so");
    let portal = listed(json!(["portal"])).await;
    assert_eq!((&portal["total"], &portal["students"][0]["id"]), (&json!(1), &json!(own)));
    for all in [json!([]), json!(["portal", "staff"])] {
        assert_eq!(listed(all).await["total"], 2);
    }
    let unknown = desk.post("/v1/oa/student/student_list", json!({ "channel": ["post"] })).staff(OFFICER).send().await;
    assert!(unknown.status.is_client_error(), "{}", unknown.status);
    assert_eq!(told(desk, "omar", "en").await[9], "School");
}
