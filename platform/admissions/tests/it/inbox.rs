//! The staff's inbox: who sees what, filters, search, changes.

use serde_json::{Value, json};
use words::Role;

use crate::database::number;
use crate::desk::{Desk, on_both};

on_both!(
    every_operation_asks_for_a_session_and_a_role,
    another_schools_submission_does_not_exist,
    an_audience_hides_a_form_altogether,
    filters_narrow_and_counts_follow,
    malformed_questions_are_told_so,
    a_change_is_one_version_one_entry_one_audit_row,
    a_stale_change_changes_nothing,
    owners_are_people_who_may_work_on_it,
);

async fn one(desk: &Desk, form: &str, name: &str) -> String {
    let reference = desk.submit(form, json!({ "child_name": name }), None).await.reference();
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

fn names(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["person"].as_str().unwrap()).collect()
}

async fn every_operation_asks_for_a_session_and_a_role(desk: &Desk) {
    let id = one(desk, "trial", "Sara").await;
    let file = "0".repeat(36);
    let read = [
        "/v1/oa/enquiries".to_owned(),
        "/v1/oa/enquiries/assignees".into(),
        format!("/v1/oa/enquiries/{id}"),
        format!("/v1/oa/enquiries/{id}/files/{file}"),
    ];
    let export = "/v1/oa/enquiries/export?format=csv";
    let change = format!("/v1/oa/enquiries/{id}");
    for path in read.iter().map(String::as_str).chain([export]) {
        desk.get(path).send().await.refused(401, "L014");
        for role in [Role::Cashier, Role::Guardian, Role::PlatformAdmin, Role::FormDesigner] {
            desk.get(path).staff(role).send().await.refused(403, "A002");
        }
    }
    for role in [Role::Principal, Role::Auditor, Role::Reviewer] {
        for path in &read[..2] {
            desk.get(path).staff(role).send().await.is(200);
        }
        // They may read, and are not in the audience of this form.
        desk.get(&read[2]).staff(role).send().await.refused(404, "A001");
        desk.get(export).staff(role).send().await.refused(403, "A002");
        desk.patch(&change, json!({ "version": 1, "state": "lost" })).staff(role).send().await.refused(403, "A002");
    }
    desk.patch(&change, json!({ "version": 1, "state": "lost" })).family().send().await.refused(401, "L014");
    assert_eq!(desk.list("").await["items"][0]["state"], "new");
}

async fn another_schools_submission_does_not_exist(desk: &Desk) {
    let id = one(desk, "trial", "Sara").await;
    let random = words::ids::new_id(&*desk.clock, &words::SystemRng);
    for malformed in ["x", "..%2f..", "%00", "'%20OR%201=1--", &"9".repeat(500)] {
        let got = desk.get(&format!("/v1/oa/enquiries/{malformed}")).staff(Role::SchoolAdmin).send().await;
        assert!(matches!(got.status.as_u16(), 400 | 404), "{malformed}: {got:?}");
    }
    let (foreign, unknown) = (format!("/v1/oa/enquiries/{id}"), format!("/v1/oa/enquiries/{random}"));
    let there = desk.get(&foreign).school("two").staff(Role::SchoolAdmin).send().await;
    assert_eq!(
        there.refused(404, "A001"),
        desk.get(&unknown).staff(Role::SchoolAdmin).send().await.refused(404, "A001")
    );
    let change = json!({ "version": 1, "state": "lost" });
    desk.patch(&foreign, change.clone()).school("two").send().await.refused(404, "A001");
    desk.patch(&unknown, change).send().await.refused(404, "A001");
    assert_eq!(desk.list("").await["items"][0]["version"], 1);
}

async fn an_audience_hides_a_form_altogether(desk: &Desk) {
    let hidden = one(desk, "hidden", "Hidden").await;
    one(desk, "trial", "Shown").await;
    let officer = |path: &str| desk.get(path).staff(Role::AdmissionsOfficer).send();
    let list = officer("/v1/oa/enquiries").await.is(200);
    assert_eq!((names(&list), &list["total"], &list["counts"]["new"]), (vec!["Shown"], &json!(1), &json!(1)));
    for query in ["form=hidden", "q=hidden", "q=hidden&sort=person", "owner=none&form=hidden"] {
        let list = officer(&format!("/v1/oa/enquiries?{query}")).await.is(200);
        assert_eq!((&list["total"], names(&list).len()), (&json!(0), 0), "{query}");
    }
    officer(&format!("/v1/oa/enquiries/{hidden}")).await.refused(404, "A001");
    officer(&format!("/v1/oa/enquiries/{hidden}/files/{hidden}")).await.refused(404, "A001");
    let change = desk.patch(&format!("/v1/oa/enquiries/{hidden}"), json!({ "version": 1, "state": "lost" }));
    change.staff(Role::AdmissionsOfficer).send().await.refused(404, "A001");
    let export = officer("/v1/oa/enquiries/export?format=csv").await;
    let text = String::from_utf8(export.body.to_vec()).unwrap();
    assert!(text.contains("Shown") && !text.contains("Hidden"), "{text}");
    // Whose address it shares is not told either.
    let same = |name: &str| json!({ "child_name": name, "guardian_email": "same@example.org" });
    desk.submit("hidden", same("Hidden twin"), None).await.is(201);
    let twin = desk.submit("trial", same("Shown twin"), None).await.reference();
    let id = desk.list(&format!("q={twin}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(officer(&format!("/v1/oa/enquiries/{id}")).await.is(200)["enquiry"]["duplicates"], json!([]));
    assert_eq!(desk.list("").await["total"], 4);
}

async fn filters_narrow_and_counts_follow(desk: &Desk) {
    let officer = desk.person("one", Role::AdmissionsOfficer).await;
    for (n, state) in ["contacted", "toured", "applying", "lost"].into_iter().enumerate() {
        let id = one(desk, if n % 2 == 0 { "trial" } else { "short" }, state).await;
        let mut change = json!({ "version": 1, "state": state, "owner": officer });
        if state == "lost" {
            change["reason"] = json!("withdrawn");
        }
        desk.patch(&format!("/v1/oa/enquiries/{id}"), change).send().await.is(200);
    }
    one(desk, "trial", "new").await;
    let total = |list: &Value| list["total"].as_i64().unwrap();
    let all = desk.list("").await;
    assert_eq!(
        (total(&all), &all["counts"]),
        (5, &json!({ "new": 1, "contacted": 1, "toured": 1, "applying": 1, "lost": 1 }))
    );
    let some = desk.list("state=lost,toured&sort=person").await;
    assert_eq!((names(&some), total(&some), &some["counts"]["new"]), (vec!["lost", "toured"], 2, &json!(1)));
    assert_eq!(total(&desk.list("form=short").await), 2);
    assert_eq!(
        desk.list("form=short").await["counts"],
        json!({ "new": 0, "contacted": 0, "toured": 1, "applying": 0, "lost": 1 })
    );
    assert_eq!(names(&desk.list("owner=none").await), ["new"]);
    assert_eq!(total(&desk.list(&format!("owner={officer}&form=trial")).await), 2);
    let mine = desk.get("/v1/oa/enquiries?owner=me").staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(total(&mine), 4);
    assert_eq!(
        (total(&desk.list("owner=me").await), total(&desk.list("tag=x").await), total(&desk.list("form=none").await)),
        (0, 0, 0)
    );
}

async fn malformed_questions_are_told_so(desk: &Desk) {
    for query in [
        "sort=name",
        "state=gone",
        "state=new,gone",
        "flag=x",
        "page_size=x",
        "page_size=-1",
        "cursor=x",
        "cursor=e30",
        "unknown=1",
    ] {
        desk.get(&format!("/v1/oa/enquiries?{query}")).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    }
    let id = one(desk, "trial", "Sara").await;
    let path = format!("/v1/oa/enquiries/{id}");
    for body in [
        json!({}),
        json!({ "version": "1" }),
        json!({ "version": 1, "state": "gone" }),
        json!({ "version": 1, "school_id": "two" }),
        json!([]),
    ] {
        desk.patch(&path, body).send().await.refused(400, "R001");
    }
    desk.get(&format!("{path}?lng=fr")).staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    desk.get("/v1/oa/enquiries/export?format=pdf").staff(Role::SchoolAdmin).send().await.refused(400, "R001");
    assert_eq!(desk.list("page_size=0").await["items"].as_array().unwrap().len(), 1);
}

async fn a_change_is_one_version_one_entry_one_audit_row(desk: &Desk) {
    let officer = desk.person("one", Role::AdmissionsOfficer).await;
    let id = one(desk, "trial", "Sara").await;
    let path = format!("/v1/oa/enquiries/{id}");
    let change = json!({ "version": 1, "state": "contacted", "owner": officer, "comment": "  called \u{0}\u{7}<b>them</b>\r\n= 1  " });
    let changed = desk.patch(&path, change).send().await.is(200)["enquiry"].clone();
    assert_eq!(
        (&changed["version"], &changed["state"], &changed["owner"]["name"]),
        (&json!(2), &json!("contacted"), &json!("Name of admissions_officer"))
    );
    assert_eq!(changed["next_states"], json!(["new", "toured", "applying", "lost"]));
    let entries: Vec<(&str, &str, &Value, &Value, &Value)> = changed["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| {
            (e["kind"].as_str().unwrap(), e["actor"]["name"].as_str().unwrap(), &e["from"], &e["to"], &e["comment"])
        })
        .collect();
    let (none, admin) = (&Value::Null, "Name of school_admin");
    let (contacted, new, name, words) =
        (json!("contacted"), json!("new"), json!("Name of admissions_officer"), json!("called <b>them</b>\n= 1"));
    assert_eq!(
        entries,
        [
            ("submitted", "Sara", none, &new, none),
            ("state", admin, &new, &contacted, none),
            ("owner", admin, none, &name, none),
            ("comment", admin, none, none, &words),
        ]
    );
    assert_eq!(number(&desk.db, "one", "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.change' AND actor_id = 'school_admin' AND request_id = 'request'").await, 1);
    let back = desk.patch(&path, json!({ "version": 2, "owner": null })).send().await.is(200)["enquiry"].clone();
    assert_eq!((&back["owner"], &back["state"], &back["version"]), (none, &contacted, &json!(3)));
    assert_eq!(back["timeline"].as_array().unwrap().len(), 5);
    assert_eq!(
        number(
            &desk.db,
            "one",
            "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND CAST(detail AS TEXT) LIKE '%called%'"
        )
        .await,
        0,
        "words stay out of the audit"
    );
}

async fn a_stale_change_changes_nothing(desk: &Desk) {
    let id = one(desk, "trial", "Sara").await;
    let path = format!("/v1/oa/enquiries/{id}");
    let changes = [("contacted", None), ("toured", None), ("applying", None), ("lost", Some("no_answer"))]
        .map(|(state, reason)| desk.patch(&path, json!({ "version": 1, "state": state, "reason": reason })).send());
    let all = futures_util::future::join_all(changes).await;
    assert_eq!(all.iter().filter(|got| got.status == 200).count(), 1);
    for got in all.iter().filter(|got| got.status != 200) {
        got.refused(409, "A003");
    }
    desk.patch(&path, json!({ "version": 9, "comment": "from the future" })).send().await.refused(409, "A003");
    let opened = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(
        (&opened["enquiry"]["version"], opened["enquiry"]["timeline"].as_array().unwrap().len()),
        (&json!(2), 2)
    );
}

async fn owners_are_people_who_may_work_on_it(desk: &Desk) {
    let auditor = desk.person("one", Role::Auditor).await;
    let officer = desk.person("one", Role::AdmissionsOfficer).await;
    desk.person("two", Role::AdmissionsOfficer).await;
    let id = one(desk, "trial", "Sara").await;
    let path = format!("/v1/oa/enquiries/{id}");
    for nobody in [auditor.as_str(), "none", "", "x'--"] {
        let refused = desk.patch(&path, json!({ "version": 1, "owner": nobody })).send().await.refused(422, "F003");
        assert_eq!(refused["errors"][0]["path"], "/owner");
    }
    let assignees = desk.get("/v1/oa/enquiries/assignees").staff(Role::Auditor).send().await.is(200);
    let ids: Vec<&str> = assignees["items"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [officer.as_str(), "school_admin"]);
    desk.patch(&path, json!({ "version": 1, "owner": officer })).send().await.is(200);
}
