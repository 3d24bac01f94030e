//! Drafts: begun, saved, opened again, outdated, expired, moved to a newer form.

use serde_json::json;

use crate::desk::{DAY, Desk, on_both};
use crate::forms;

on_both!(
    a_draft_is_kept_as_it_was_left,
    a_draft_is_no_larger_than_its_form_makes_it,
    a_stale_save_gets_the_servers_copy,
    of_two_saves_at_once_one_wins,
    a_draft_expires_and_a_save_keeps_it_alive,
    a_token_opens_its_draft_in_its_school_only,
    a_form_published_meanwhile_changes_nothing_until_the_family_moves,
    malformed_requests_are_told_so,
);

async fn a_draft_is_kept_as_it_was_left(desk: &Desk) {
    let body = json!({ "values": { "child_name": " سارة \u{7}", "message": "a\r\nb", "strange": [1] }, "locale": "ar", "step": "all" });
    let made = desk.post("/v1/oa/public/forms/trial/drafts", body).send().await.is(201);
    assert_eq!(
        (made["version"].as_i64(), made["form"].as_str(), made["locale"].as_str()),
        (Some(1), Some("trial"), Some("ar"))
    );
    assert_eq!((made["form_version"].as_str(), made["latest_version"].as_str()), (Some("1.0.0"), Some("1.0.0")));
    assert_eq!(made["expires_at"], "2027-02-19T08:00:00Z");
    let token = made["token"].as_str().unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    let path = format!("/v1/oa/public/forms/drafts/{token}");
    let read = desk.get(&path).send().await.is(200);
    assert_eq!(read["values"], json!({ "child_name": "سارة", "message": "a\nb" }));
    let saved = desk
        .put(&path, json!({ "version": 1, "values": { "child_name": "Sara" }, "step": "nowhere" }))
        .send()
        .await
        .is(200);
    assert_eq!(
        (saved["version"].as_i64(), saved["step"].as_str(), saved["locale"].as_str()),
        (Some(2), Some("all"), Some("ar"))
    );
    assert_eq!(desk.get(&path).send().await.is(200)["values"], json!({ "child_name": "Sara" }));
    assert_eq!(desk.count("drafts").await, 1);
}

async fn a_draft_is_no_larger_than_its_form_makes_it(desk: &Desk) {
    let numbers = vec![1; 100_000];
    let values = json!({ "child_name": "Sara", "message": numbers, "likes": numbers });
    let path = format!("/v1/oa/public/forms/drafts/{}", desk.draft("trial", values.clone()).await);
    let kept = json!({ "child_name": "Sara" });
    assert_eq!(desk.get(&path).send().await.is(200)["values"], kept);
    let saved = desk.put(&path, json!({ "version": 1, "values": values })).send().await.is(200);
    assert_eq!((&saved["version"], &saved["values"]), (&json!(2), &kept));
    assert_eq!(desk.get(&path).send().await.is(200)["values"], kept);
    let bytes = crate::database::number(&desk.db, "one", "SELECT bytes FROM drafts WHERE school_id = $1").await;
    assert_eq!(bytes, 21);
}

async fn a_stale_save_gets_the_servers_copy(desk: &Desk) {
    let path = format!("/v1/oa/public/forms/drafts/{}", desk.draft("trial", json!({})).await);
    desk.put(&path, json!({ "version": 1, "values": { "child_name": "here" } })).send().await.is(200);
    let late = desk.put(&path, json!({ "version": 1, "values": { "child_name": "there" } })).send().await;
    let late = late.refused(409, "F007");
    assert_eq!((late["draft"]["version"].as_i64(), &late["draft"]["values"]["child_name"]), (Some(2), &json!("here")));
    desk.put(&path, json!({ "version": 3, "values": {} })).send().await.refused(409, "F007");
}

async fn of_two_saves_at_once_one_wins(desk: &Desk) {
    let path = format!("/v1/oa/public/forms/drafts/{}", desk.draft("trial", json!({})).await);
    let save = |n: i32| desk.put(&path, json!({ "version": 1, "values": { "child_name": n.to_string() } })).send();
    let all = futures_util::future::join_all((0..8).map(save)).await;
    assert_eq!(all.iter().filter(|got| got.status == 200).count(), 1);
    for got in all.iter().filter(|got| got.status != 200) {
        got.refused(409, "F007");
    }
    assert_eq!(desk.get(&path).send().await.is(200)["version"], 2);
}

async fn a_draft_expires_and_a_save_keeps_it_alive(desk: &Desk) {
    let path = format!("/v1/oa/public/forms/drafts/{}", desk.draft("short", json!({})).await);
    desk.clock.advance(2 * DAY - 1);
    desk.put(&path, json!({ "version": 1, "values": {} })).send().await.is(200);
    desk.clock.advance(2 * DAY - 1);
    desk.get(&path).send().await.is(200);
    desk.clock.advance(1);
    desk.get(&path).send().await.refused(404, "F005");
    desk.put(&path, json!({ "version": 2, "values": {} })).send().await.refused(404, "F005");
    let token = path.rsplit('/').next().unwrap();
    desk.submit("short", json!({ "child_name": "Sara" }), Some(token)).await.refused(404, "F005");
    assert_eq!(desk.count("submissions").await, 0);
}

async fn a_token_opens_its_draft_in_its_school_only(desk: &Desk) {
    let token = desk.draft("trial", json!({ "child_name": "Sara" })).await;
    let path = format!("/v1/oa/public/forms/drafts/{token}");
    let unknown = desk.get("/v1/oa/public/forms/drafts/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").send().await;
    let foreign = desk.get(&path).school("two").send().await;
    assert_eq!(foreign.refused(404, "F005"), unknown.refused(404, "F005"));
    assert_eq!(foreign.headers, unknown.headers);
    desk.put(&path, json!({ "version": 1, "values": {} })).school("two").send().await.refused(404, "F005");
    desk.submit_as("trial", json!({ "child_name": "Sara" }), Some(&token), "0123456789abcdef")
        .school("two")
        .send()
        .await
        .refused(404, "F005");
    // A draft of one form is none of another.
    desk.submit("short", json!({ "child_name": "Sara" }), Some(&token)).await.refused(404, "F005");
    assert_eq!(desk.get(&path).send().await.is(200)["version"], 1);
    assert_eq!(
        crate::database::number(
            &desk.db,
            "one",
            "SELECT COUNT(*) FROM drafts WHERE school_id = $1 AND token_hash LIKE '%' || 'Sara'"
        )
        .await,
        0
    );
}

async fn a_form_published_meanwhile_changes_nothing_until_the_family_moves(desk: &Desk) {
    let path = format!("/v1/oa/public/forms/drafts/{}", desk.draft("ruled", json!({ "child_name": "Sara" })).await);
    let sent_before = desk.submit("ruled", json!({ "child_name": "Early" }), None).await.reference();
    forms::rules(&desk.bundle("one"), "2.0.0");
    assert_eq!(desk.registry.poll(), 1);
    let old = desk.get(&path).send().await.is(200);
    assert_eq!((old["form_version"].as_str(), old["latest_version"].as_str()), (Some("1.0.0"), Some("2.0.0")));
    let pinned = desk.get("/v1/oa/public/forms/ruled?version=1.0.0").send().await.is(200);
    assert_eq!(pinned["form"]["version"], "1.0.0");
    assert_eq!(desk.get("/v1/oa/public/forms/ruled").send().await.is(200)["form"]["version"], "2.0.0");
    desk.get("/v1/oa/public/forms/ruled?version=9.9.9").send().await.refused(409, "F004");
    let checked = json!({ "values": {}, "locale": "en", "form_version": "1.0.0" });
    desk.post("/v1/oa/public/forms/ruled/check", checked).send().await.is(200);
    assert_eq!(desk.rules.asked.lock().last().unwrap().plugin.version, "1.0.0");
    assert!(desk.rules.asked.lock().last().unwrap().component.is_some(), "the old component was kept");

    let kept = desk.put(&path, json!({ "version": 1, "values": { "child_name": "Sara" } })).send().await.is(200);
    assert_eq!(kept["form_version"], "1.0.0");
    desk.put(&path, json!({ "version": 2, "values": {}, "form_version": "9.9.9" })).send().await.refused(409, "F004");
    let moved = desk
        .put(&path, json!({ "version": 2, "values": { "child_name": "Sara" }, "form_version": "2.0.0" }))
        .send()
        .await;
    assert_eq!(moved.is(200)["form_version"], "2.0.0");
    let token = path.rsplit('/').next().unwrap();
    desk.submit("ruled", json!({ "child_name": "Sara" }), Some(token)).await.is(201);
    assert_eq!(desk.rules.asked.lock().last().unwrap().plugin.version, "2.0.0");
    // What was sent before is shown with the form that it was made with.
    let early = desk.list(&format!("q={sent_before}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let early = desk.get(&format!("/v1/oa/enquiries/{early}")).staff(words::Role::SchoolAdmin).send().await.is(200);
    assert_eq!(
        (&early["enquiry"]["form_version"], &early["enquiry"]["plugin"]["version"]),
        (&json!("1.0.0"), &json!("1.0.0"))
    );
}

async fn malformed_requests_are_told_so(desk: &Desk) {
    let path = "/v1/oa/public/forms/trial/drafts";
    for body in [
        json!({}),
        json!([]),
        json!({ "values": [], "locale": "en" }),
        json!({ "values": {}, "locale": "fr" }),
        json!({ "values": {}, "locale": "en", "school_id": "two" }),
    ] {
        desk.post(path, body).send().await.refused(400, "R001");
    }
    let text = desk.get(path).send().await;
    assert_eq!(text.status, 405);
    let offered = desk
        .post("/v1/oa/public/forms/none/drafts", json!({ "values": {}, "locale": "en" }))
        .send()
        .await
        .refused(404, "F001");
    assert!(offered["forms"].as_array().unwrap().iter().any(|form| form["id"] == "trial"), "{offered}");
    assert_eq!(desk.count("drafts").await, 0);
}
