//! Staff who send an application past open conditions of its offer are told how many there are.

use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, go, is_proved, stands, view, why};
use crate::bulk_moves::preview;
use crate::desk::{DAY, Desk, on_both};
use crate::letters::{applied, family, lettered, release, sign, template, texts};
use crate::letters_conditions::{conditional, narrowed, offered, say};

on_both!(
    who_moves_past_open_conditions_is_told_how_many_there_are,
    conditions_of_an_offer_that_staff_accepted_go_on,
    conditions_of_an_offer_that_was_taken_back_do_not,
    one_whose_conditions_are_all_met_waits_for_its_fee_once_staff_accept,
);

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
    let refused = &many["refused"][0];
    assert_eq!((&many["will_move"], &many["open_conditions"]), (&json!(0), &json!(0)));
    assert_eq!((&refused["guard"], &refused["count"]), (&json!("conditions_met_or_waived"), &json!(1)));
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

async fn conditions_of_an_offer_that_staff_accepted_go_on(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    go(desk, OFFICER, &id, "A/conditions_open", why()).await.is(200);
    assert_eq!(texts(desk, "SELECT state FROM family_letters WHERE school_id = $1").await, ["withdrawn"]);
    read_is_over(desk, &token).await;
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["open_conditions"], asks(&seen, "A/fee_due")), (&json!(2), json!(["conditions"])));
    let many = preview(desk, OFFICER, json!({ "to": "A/fee_due", "ids": [id] })).await.is(200);
    assert_eq!(many["refused"][0]["guard"], "conditions_met_or_waived");
    let filtered = async |stand: &str| narrowed(desk, OFFICER, json!({ "conditions": stand })).await;
    assert_eq!((filtered("open").await, filtered("met").await), (vec![id.clone()], vec![]));
    let refused = go(desk, OFFICER, &id, "A/fee_due", json!({})).await.refused(422, "A012");
    assert_eq!(refused["guard"], "conditions_met_or_waived");
    // Its family and whoever looks after it hear of their days, once.
    let remind = async || desk.letters.remind_of_conditions(&desk.school("one")).await.unwrap();
    desk.clock.advance(7 * DAY);
    assert_eq!((remind().await, remind().await), (1, 0));
    // Also while it is on hold.
    let hold = json!({ "reason_code": "documents_missing", "review_by": "2026-12-01" });
    go(desk, OFFICER, &id, "O/documents", hold).await.is(200);
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    assert_eq!(
        (view(desk, OFFICER, &id).await["open_conditions"].clone(), filtered("open").await),
        (json!(1), vec![id.clone()])
    );
    go(desk, OFFICER, &id, "A/conditions_open", json!({})).await.is(200);
    say(desk, OFFICER, (&id, &letter, "test"), json!({ "state": "met" })).await.is(200);
    assert_eq!((stands(desk, &id).await, filtered("met").await), ("A/fee_due".to_owned(), vec![id.clone()]));
    let again = json!({ "state": "open", "due_on": "2026-12-24" });
    say(desk, OFFICER, (&id, &letter, "test"), again).await.is(200);
    assert_eq!(stands(desk, &id).await, "A/conditions_open");
    read_is_over(desk, &token).await;
    is_proved(desk).await;
}

/// Its letter has no links any more.
async fn read_is_over(desk: &Desk, token: &str) {
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    desk.post("/v1/oa/public/letter_proof", asked).send().await.refused(404, "L010");
}

async fn one_whose_conditions_are_all_met_waits_for_its_fee_once_staff_accept(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, _) = offered(desk).await;
    for code in ["report", "test"] {
        say(desk, OFFICER, (&id, &letter, code), json!({ "state": "met" })).await.is(200);
    }
    assert_eq!(stands(desk, &id).await, "F/conditional");
    go(desk, OFFICER, &id, "A/conditions_open", why()).await.is(200);
    assert_eq!(stands(desk, &id).await, "A/fee_due");
    is_proved(desk).await;
}

async fn conditions_of_an_offer_that_was_taken_back_do_not(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, _) = offered(desk).await;
    desk.clock.advance(DAY);
    go(desk, Role::Principal, &id, "S/assessed", why()).await.is(200);
    assert_eq!(view(desk, OFFICER, &id).await["open_conditions"], 0);
    // The next one goes out without a letter, and staff accept it.
    std::fs::remove_file(desk.bundle("one").join("letters/offer.json")).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    desk.clock.advance(DAY);
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    desk.clock.advance(DAY);
    go(desk, OFFICER, &id, "A/fee_due", why()).await.is(200);
    assert_eq!(view(desk, OFFICER, &id).await["open_conditions"], 0);
    assert_eq!(narrowed(desk, OFFICER, json!({ "conditions": "open" })).await, Vec::<String>::new());
    let over = say(desk, OFFICER, (&id, &letter, "test"), json!({ "state": "met" })).await.refused(422, "A012");
    assert_eq!(over["guard"], "offer_over");
    go(desk, Role::Finance, &id, "B/consents_due", why()).await.is(200);
}
