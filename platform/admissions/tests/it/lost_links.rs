//! A link that its family has lost: mailed again to where the school writes, and to nobody else.

use serde_json::{Value, json};

use crate::applications::{ROUND, applying, values};
use crate::database::{execute, number};
use crate::desk::{Desk, Got, on_both};
use crate::forms;
use crate::my_application::{granted, look, open, sara, sent, telling, token_of};

on_both!(
    the_right_reference_and_address_get_the_link_that_lives,
    an_application_goes_by_its_registration_number,
    every_other_pair_gets_the_same_answer_and_nothing,
    a_corrected_address_gets_it_and_the_former_one_does_not,
    one_mailbox_gets_so_many,
    a_link_that_wrong_proofs_ended_is_not_begun_anew,
    a_renewed_link_keeps_the_tries_that_were_left,
    whose_each_way_to_reach_them_is_is_told,
    what_followed_from_the_answers_and_what_the_form_is_for_are_told,
);

async fn ask(desk: &Desk, reference: &str, email: &str) -> Got {
    let asked = json!({ "reference": reference, "email": email });
    desk.post("/v1/oa/public/applications/link", asked).family().send().await
}

/// Where links were mailed that were not looked at yet, with their tokens.
async fn mailed(desk: &Desk) -> Vec<(String, String)> {
    let all = desk.messages().await.into_iter();
    let links = all.filter(|one| one.template == "application_link" && one.expires_at > 0);
    links.map(|one| (one.to.clone(), token_of(&json!({ "my_application": one.params["path"] })))).collect()
}

async fn the_right_reference_and_address_get_the_link_that_lives(desk: &Desk) {
    let (told, token, _) = sent(desk).await;
    let reference = told["reference"].as_str().unwrap();
    let got = ask(desk, &format!(" {} ", reference.to_lowercase()), "Huda@Example.org").await;
    assert_eq!(got.is(202)["success"], true);
    let mails: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "application_link").collect();
    let [mail] = &mails[..] else { panic!("one mail: {}", mails.len()) };
    assert_eq!(mail.to, "huda@example.org");
    let said = tenants::message::render(&desk.school("one"), "https://one.example", mail).unwrap();
    assert!(said.text.contains(&token) && said.text.contains(reference), "{}", said.text);
    assert!(!said.text.contains("2018"), "{}", said.text);
    open(desk, &token, Some("2018-03-04")).await.is(200);
}

async fn an_application_goes_by_its_registration_number(desk: &Desk) {
    applying(desk, ROUND);
    let told = desk.submit("apply", values("Sara", "kg1"), None).await.is(201).clone();
    assert_eq!(told["registration_id"], "ONE27-00001");
    ask(desk, "one27-00001", "huda@example.org").await.is(202);
    let mails =
        desk.messages().await.into_iter().filter(|one| one.template == "application_link" && one.expires_at > 0);
    let called: Vec<_> = mails.map(|one| one.params["reference"].clone()).collect();
    assert_eq!(called, ["ONE27-00001"], "a family meets one number");
}

async fn every_other_pair_gets_the_same_answer_and_nothing(desk: &Desk) {
    let (told, _, _) = sent(desk).await;
    assert_eq!(told["confirmed_to"], "guardian");
    let reference = told["reference"].as_str().unwrap();
    let right = ask(desk, reference, "huda@example.org").await;
    assert_eq!(mailed(desk).await.len(), 1);
    let queued = desk.count("outbox").await;
    let wrong = [
        (reference, "others@example.org"),
        ("ONE-E26-99999", "huda@example.org"),
        ("", "huda@example.org"),
        (reference, "huda"),
    ];
    for (reference, email) in wrong {
        let got = ask(desk, reference, email).await;
        assert_eq!((got.status, &got.body), (right.status, &right.body), "{reference} {email}");
    }
    assert!(mailed(desk).await.is_empty());
    // As much is written for an address that is one, and the worker drops it.
    assert_eq!(desk.count("outbox").await, queued + 3);
}

async fn a_corrected_address_gets_it_and_the_former_one_does_not(desk: &Desk) {
    let (told, token, path) = sent(desk).await;
    let reference = told["reference"].as_str().unwrap();
    let corrected = json!({ "values": { "guardian_email": "right@example.org" }, "locale": "en" });
    desk.patch(&format!("{path}/contact"), corrected).family().send().await.is(200);
    ask(desk, reference, "huda@example.org").await.is(202);
    assert!(mailed(desk).await.is_empty());
    ask(desk, reference, "right@example.org").await.is(202);
    assert_eq!(mailed(desk).await, [("right@example.org".to_owned(), token)]);
}

async fn one_mailbox_gets_so_many(desk: &Desk) {
    let (told, _, _) = sent(desk).await;
    for _ in 0..5 {
        ask(desk, told["reference"].as_str().unwrap(), "huda@example.org").await.is(202);
    }
    assert_eq!(mailed(desk).await.len(), 3);
    let used = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'link.target.day'";
    assert_eq!(number(&desk.db, "one", used).await, 3);
}

async fn a_link_that_wrong_proofs_ended_is_not_begun_anew(desk: &Desk) {
    let (told, token, _) = sent(desk).await;
    for _ in 0..5 {
        open(desk, &token, Some("2018-03-05")).await.refused(422, "L004");
    }
    ask(desk, told["reference"].as_str().unwrap(), "huda@example.org").await.is(202);
    assert!(mailed(desk).await.is_empty(), "a mistyped address would have as many tries again each time");
}

async fn a_renewed_link_keeps_the_tries_that_were_left(desk: &Desk) {
    let (told, token, _) = sent(desk).await;
    // As after a letter of the school's to a family whose first link had ended.
    let renewed = "UPDATE links SET token_hash = 'another', tries = 3 WHERE school_id = $1";
    assert_eq!(execute(&desk.db, "one", renewed).await.unwrap(), 1);
    ask(desk, told["reference"].as_str().unwrap(), "huda@example.org").await.is(202);
    let mails = mailed(desk).await;
    let (_, next) = &mails[0];
    assert_ne!(*next, token);
    assert_eq!(open(desk, next, Some("2018-03-05")).await.refused(422, "L004")["tries_left"], 1);
    granted(desk, next).await;
    assert_eq!(desk.count("links").await, 1);
}

async fn whose_each_way_to_reach_them_is_is_told(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    for (name, format) in [("email", "email"), ("phone", "phone"), ("dob", "date")] {
        document["schema"]["properties"][name] = json!({ "type": "string", "format": format, "title": "message" });
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["receipt"] = json!({ "email": "email", "name": "child_name" });
    document["subject"] = json!({
        "child.name": "child_name", "child.dob": "dob", "child.email": "email", "child.phone": "phone",
        "guardian.phone": "guardian_phone",
    });
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    let values = json!({
        "child_name": "Sara", "dob": "2008-03-04", "email": "sara@example.org", "phone": "+96892345678",
        "guardian_phone": "+96891111111",
    });
    let told = desk.submit("trial", values, None).await.is(201);
    assert_eq!(told["confirmed_to"], "child");
    let opened = open(desk, &token_of(&told), Some("2008-03-04")).await.is(200);
    let path = format!("/v1/oa/public/applications/{}", opened["application"].as_str().unwrap());
    let seen = look(desk, &path).await;
    let ways: Vec<_> = seen["contact"].as_array().unwrap().iter().map(|one| (&one["whose"], &one["field"])).collect();
    let (child, guardian) = (json!("child"), json!("guardian"));
    assert_eq!(ways, [(&child, &json!("email")), (&child, &json!("phone")), (&guardian, &json!("guardian_phone"))]);
    let corrected = json!({ "values": { "email": "new@example.org" }, "locale": "en" });
    let seen = desk.patch(&format!("{path}/contact"), corrected).family().send().await.is(200);
    assert_eq!(seen["application"]["contact"][0]["value"], "new@example.org");
}

async fn what_followed_from_the_answers_and_what_the_form_is_for_are_told(desk: &Desk) {
    telling(desk);
    let told = desk.submit("trial", sara(), None).await.is(201);
    let verdict = json!({
        "score": null, "tags": [], "route": null, "checklist": [], "explain": [], "errors": [],
        "computed": [{ "key": "grade", "label_code": "step.all", "kind": "text", "value": "KG 1", "reason_code": null }],
    });
    let kept = format!("UPDATE submissions SET verdict = '{verdict}' WHERE school_id = $1");
    assert_eq!(execute(&desk.db, "one", &kept).await.unwrap(), 1);
    let seen = look(desk, &granted(desk, &token_of(&told)).await).await;
    let computed: &Value = &seen["computed"];
    assert_eq!((&computed[0]["key"], &computed[0]["value"]), (&json!("grade"), &json!("KG 1")));
    assert_eq!(seen["kind"], "other");
}
