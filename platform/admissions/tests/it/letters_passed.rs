//! Staff who send an application past open conditions of its offer are told how many there are.

use serde_json::{Value, json};
use words::Role;

use crate::applications::{OFFICER, go, view};
use crate::bulk_moves::preview;
use crate::desk::{Desk, on_both};
use crate::letters::{applied, family, lettered, release, sign, template, texts};

on_both!(who_moves_past_open_conditions_is_told_how_many_there_are,);

/// What a way asks for besides.
fn asks(seen: &Value, to: &str) -> Value {
    let ways = seen["allowed"].as_array().unwrap();
    ways.iter().find(|way| way["to"] == to).unwrap_or_else(|| panic!("no way to {to}: {ways:?}"))["asks"].clone()
}

async fn who_moves_past_open_conditions_is_told_how_many_there_are(desk: &Desk) {
    let mut letter = template("It depends on this.");
    letter["kind"] = "conditional_offer".into();
    let condition = |code: &str| json!({ "code": code, "text": { "en": code, "ar": "شرط" }, "days": 14 });
    letter["conditions"] = json!([condition("report"), condition("test")]);
    lettered(desk, letter);
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/conditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let path = desk.messages().await[0].params["path"].as_str().unwrap().to_owned();
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!(
        (&seen["open_conditions"], asks(&seen, "A/conditions_open")),
        (&json!(2), json!([])),
        "that waits for them"
    );
    sign(desk, path.strip_prefix("/conditional-offer-letter/").unwrap(), "Huda Al-Said").await.is(200);
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["open_conditions"], asks(&seen, "A/fee_due")), (&json!(2), json!(["conditions"])));
    let wanted = json!({ "to": "A/fee_due", "ids": [id], "reason_text": "They pay" });
    let many = preview(desk, OFFICER, wanted.clone()).await.is(200);
    assert_eq!((&many["will_move"], &many["open_conditions"]), (&json!(1), &json!(1)));
    let letter = texts(desk, "SELECT id FROM family_letters WHERE school_id = $1").await.remove(0);
    let say = async |role: Role, code: &str, said: Value| {
        let path = format!("/v1/oa/enquiries/{id}/letters/{letter}/conditions/{code}");
        desk.patch(&path, said).staff(role).send().await.is(200);
    };
    say(Role::Principal, "report", json!({ "state": "waived", "reason": "It is known" })).await;
    assert_eq!(view(desk, OFFICER, &id).await["open_conditions"], 1);
    // Of what is met nobody is told.
    say(OFFICER, "test", json!({ "state": "met" })).await;
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["open_conditions"], &seen["sub_status"]), (&json!(0), &json!("fee_due")));
    let ways = seen["allowed"].as_array().unwrap();
    assert!(ways.iter().all(|way| !way["asks"].as_array().unwrap().contains(&json!("conditions"))), "{ways:?}");
}
