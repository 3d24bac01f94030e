//! What a family withdraws, and takes back: what it may, and who hears of it how often.

use serde_json::json;
use words::Role;

use crate::database::{execute, number};
use crate::desk::{DAY, Desk, on_both};
use crate::my_application::{change, enquiry, granted, look, sara, sent, telling, token_of};

on_both!(
    what_is_withdrawn_comes_back_on_the_same_day_while_nobody_touched_it,
    a_withdrawal_is_confirmed_and_told_to_who_looks_after_it,
    ten_withdrawals_of_a_day_are_told_once,
    withdrawals_take_nothing_of_what_a_correction_may_send,
    withdrawals_take_nothing_of_what_forms_rules_may_tell,
);

/// What was sent is looked after by somebody whom letters reach.
async fn looked_after(desk: &Desk) {
    desk.person("one", Role::AdmissionsOfficer).await;
    let officer =
        "UPDATE users SET email_verified_at = 1, locale = 'ar' WHERE school_id = $1 AND id = 'admissions_officer'";
    let owned = "UPDATE submissions SET owner_id = 'admissions_officer' WHERE school_id = $1";
    for sql in [officer, owned] {
        assert_eq!(execute(&desk.db, "one", sql).await.unwrap(), 1);
    }
}

/// So many times in turn.
async fn withdraw_and_return(desk: &Desk, path: &str, times: usize) {
    for _ in 0..times {
        for step in ["withdraw", "return"] {
            desk.post(&format!("{path}/{step}"), json!({ "locale": "en" })).family().send().await.is(200);
        }
    }
}

/// How many letters wait that were not looked at yet: to the family, and to who looks after what it sent.
async fn told(desk: &Desk) -> (usize, usize) {
    let all = desk.messages().await;
    let of = |template: &str| all.iter().filter(|one| one.template == template).count();
    (of("withdrawn"), of("rules_notice"))
}

async fn what_is_withdrawn_comes_back_on_the_same_day_while_nobody_touched_it(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    change(desk, json!({ "state": "toured" })).await;
    let (withdraw, back) = (format!("{path}/withdraw"), format!("{path}/return"));
    let ask = async |path: &str| desk.post(path, json!({ "locale": "en" })).send().await;
    ask(&back).await.refused(422, "F003");
    let seen = ask(&withdraw).await.is(200)["application"].clone();
    assert_eq!(
        (&seen["state"], &seen["withdrawn"], &seen["may_withdraw"], &seen["may_return"]),
        (&json!("lost"), &json!(true), &json!(false), &json!(true))
    );
    ask(&withdraw).await.refused(422, "F003");
    let record = enquiry(desk).await;
    let entry = record["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&record["state"], &entry["reason"], &entry["from"]),
        (&json!("lost"), &json!("withdrawn"), &json!("toured"))
    );
    let seen = ask(&back).await.is(200)["application"].clone();
    assert_eq!((&seen["state"], &seen["withdrawn"]), (&json!("toured"), &json!(false)));
    // The school did something since.
    ask(&withdraw).await.is(200);
    change(desk, json!({ "comment": "She called." })).await;
    assert_eq!(look(desk, &path).await["may_return"], false);
    ask(&back).await.refused(422, "F003");
    // Staff sent it back to where it was, and it is another day.
    change(desk, json!({ "state": "toured" })).await;
    ask(&withdraw).await.is(200);
    assert_eq!(look(desk, &path).await["may_return"], true);
    desk.clock.advance(DAY);
    let path = granted(desk, &token).await;
    assert_eq!(look(desk, &path).await["may_return"], false);
    ask(&format!("{path}/return")).await.refused(422, "F003");
}

async fn a_withdrawal_is_confirmed_and_told_to_who_looks_after_it(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    looked_after(desk).await;
    let withdraw = async || {
        desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" })).family().send().await.is(200);
        let all = desk.messages().await;
        let of = |template: &str| all.iter().find(|one| one.template == template).cloned();
        (of("withdrawn"), of("rules_notice"))
    };
    let (Some(mail), Some(notice)) = withdraw().await else { panic!("both are told") };
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &mail).unwrap();
    assert_eq!(mail.to, "huda@example.org");
    assert!(said.text.contains("has just been withdrawn") && said.text.contains(&token), "{}", said.text);
    assert_eq!(notice.to, "admissions_officer@example.org");
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &notice).unwrap();
    assert!(said.text.contains("سحبت الأسرة هذا الطلب.") && said.text.contains("/pre_admission/"), "{}", said.text);
    desk.post(&format!("{path}/return"), json!({ "locale": "en" })).family().send().await.is(200);
    assert_eq!(withdraw().await, (None, None), "once a day; withdrawn it is all the same");
}

async fn ten_withdrawals_of_a_day_are_told_once(desk: &Desk) {
    let (_, token, path) = sent(desk).await;
    looked_after(desk).await;
    withdraw_and_return(desk, &path, 10).await;
    assert_eq!(told(desk).await, (1, 1));
    desk.clock.advance(DAY);
    let path = granted(desk, &token).await;
    withdraw_and_return(desk, &path, 2).await;
    assert_eq!(told(desk).await, (1, 1), "another day's");
}

async fn withdrawals_take_nothing_of_what_a_correction_may_send(desk: &Desk) {
    telling(desk);
    let mut paths = Vec::new();
    for n in 0..6 {
        let sent = desk.submit_as("trial", sara(), None, &format!("the-key-of-number-{n}")).send().await.is(201);
        paths.push(granted(desk, &token_of(&sent)).await);
    }
    let withdrawn = async |path: &str| {
        desk.post(&format!("{path}/withdraw"), json!({ "locale": "en" })).family().send().await.is(200);
        told(desk).await.0
    };
    for path in &paths[..5] {
        assert_eq!(withdrawn(path).await, 1);
    }
    let corrected = json!({ "values": { "guardian_email": "new@example.org" }, "locale": "en" });
    desk.patch(&format!("{}/contact", paths[0]), corrected).family().send().await.is(200);
    assert_eq!(withdrawn(&paths[5]).await, 0, "so many letters go to one address in an hour");
    assert_eq!(look(desk, &paths[5]).await["withdrawn"], true, "withdrawn it is all the same");
}

async fn withdrawals_take_nothing_of_what_forms_rules_may_tell(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    looked_after(desk).await;
    withdraw_and_return(desk, &path, 1).await;
    let used = async |name: &str| {
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM allowances WHERE school_id = $1 AND name = '{name}'"
        );
        number(&desk.db, "one", &sql).await
    };
    assert_eq!((used("notices.families").await, used("notices.told").await), (1, 0));
}
