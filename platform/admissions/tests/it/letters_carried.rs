//! Who was known for an offer goes on to its acceptance without being asked again, and its record says so.

use serde_json::{Value, json};
use words::Role;

use crate::applications::go;
use crate::desk::{Desk, Got, on_both};
use crate::letters::{
    family, grant, lettered, links, offered, records_are_whole, release, sign as sign_offer, template, texts,
};
use crate::letters_acceptance::{acceptance, accepting, at, plans, written};

on_both!(
    who_was_known_for_the_offer_is_for_its_acceptance,
    the_record_says_for_which_letter_it_was_said,
    an_acceptance_that_asks_for_a_code_is_opened_by_no_birth_date,
    who_corrected_the_address_is_asked_again,
    each_guardian_goes_on_to_their_own,
);

const MINUTE: i64 = 60 * 1000;

fn seen_at(token: &str) -> String {
    at(token).replace("acceptance_letter?", "acceptance_data?")
}

async fn seen_with(desk: &Desk, token: &str, grant: &Value) -> Value {
    let grant = grant.as_str().unwrap_or_default();
    desk.get(&seen_at(token)).header("x-letter-grant", grant).send().await.is(200)
}

/// Accepts an offer with that grant.
async fn answer(desk: &Desk, token: &str, grant: &str) -> Value {
    let asked = format!("/v1/oa/public/student_data?offerLetterToken={token}");
    let seen = desk.get(&asked).header("x-letter-grant", grant).send().await.is(200);
    let form = json!({ "grant": grant, "locale": "en", "signatures": [signature(&seen)] });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    desk.post(&path, json!({ "values": { "decision": "accept" }, "formData": form })).send().await.is(200)
}

/// Accepts the place with that grant.
async fn accept(desk: &Desk, token: &str, grant: &Value) -> Got {
    let seen = seen_with(desk, token, grant).await;
    let form = json!({ "grant": grant, "locale": "en", "signatures": [signature(&seen)] });
    let values = json!({ "decision": "accept", "plan_code": seen["plan"]["code"] });
    desk.post(&at(token), json!({ "values": values, "formData": form })).send().await
}

fn signature(seen: &Value) -> Value {
    json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] })
}

/// An acceptance without a choice, which the family alone signs.
fn at_once(signers: Value) -> Value {
    let mut acceptance = acceptance(json!([plans()[0]]));
    acceptance["signers"] = signers;
    acceptance
}

async fn who_was_known_for_the_offer_is_for_its_acceptance(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (_, offer) = offered(desk, family("Sara Al-Said", None)).await;
    let of_offer = grant(desk, &offer).await;
    let done = answer(desk, &offer, &of_offer).await;
    let token = done["acceptanceLetterToken"].as_str().unwrap().to_owned();
    assert_eq!(
        seen_with(desk, &token, &json!(of_offer)).await["proved"],
        false,
        "that of the offer opens the offer alone"
    );
    assert_eq!(seen_with(desk, &token, &done["acceptance_grant"]).await["proved"], true, "nothing is asked twice");
    // The same answer again gives it again, and no longer than the grant that it is given with.
    desk.clock.advance(50 * MINUTE);
    let again = answer(desk, &offer, &of_offer).await["acceptance_grant"].clone();
    assert_eq!(seen_with(desk, &token, &again).await["proved"], true);
    desk.clock.advance(11 * MINUTE);
    for ended in [&done["acceptance_grant"], &again] {
        assert_eq!(seen_with(desk, &token, ended).await["proved"], false, "an hour is over");
    }
    // Another child's opens nothing here.
    release(desk).await;
    let (_, other) = offered(desk, family("Omar Al-Said", None)).await;
    let foreign = sign_offer(desk, &other, "Huda Al-Said").await.is(200);
    assert!(foreign["acceptance_grant"].is_string());
    assert_eq!(seen_with(desk, &token, &foreign["acceptance_grant"]).await["proved"], false);
}

async fn the_record_says_for_which_letter_it_was_said(desk: &Desk) {
    accepting(desk, at_once(json!([{ "role": "guardian1", "order": 1 }])));
    let mut known = Vec::new();
    for (child, is_carried) in [("Sara Al-Said", true), ("Omar Al-Said", false)] {
        let (_, offer) = offered(desk, family(child, None)).await;
        let done = answer(desk, &offer, &grant(desk, &offer).await).await;
        release(desk).await;
        let token = done["acceptanceLetterToken"].as_str().unwrap();
        let own = json!(grant(desk, token).await);
        let held = if is_carried { &done["acceptance_grant"] } else { &own };
        assert_eq!(accept(desk, token, held).await.is(200)["status"], "accepted");
        let wanted = json!({ "token": token, "grant": held, "final": true });
        let paper = desk.post("/v1/oa/public/acceptance_letter_pdf", wanted).send().await;
        known.push(String::from_utf8_lossy(&paper.body).into_owned());
    }
    let of = |kind: &str| {
        format!("SELECT reference FROM family_letters WHERE school_id = $1 AND kind = '{kind}' ORDER BY reference")
    };
    let (offers, acceptances) = (texts(desk, &of("offer")).await, texts(desk, &of("acceptance")).await);
    let carried = format!("and the date of birth (given for the letter {})", offers[0]);
    assert!(
        known[0].contains(&carried) && known[0].contains(&format!("(للخطاب \u{200E}{})", offers[0])),
        "{}",
        known[0]
    );
    assert!(known[1].contains("and the date of birth") && !known[1].contains("given for"), "{}", known[1]);
    let signed = "SELECT body FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"signed\"%'";
    let entries: Vec<Value> =
        texts(desk, signed).await.iter().map(|body| serde_json::from_str(body).unwrap()).collect();
    assert_eq!(entries.len(), 4);
    for entry in entries {
        let expected = if entry["paper"] == acceptances[0].as_str() { Some(&offers[0]) } else { None };
        assert_eq!(entry["how"].get("said_for").and_then(Value::as_str), expected.map(String::as_str), "{entry}");
    }
    records_are_whole(desk).await;
}

async fn an_acceptance_that_asks_for_a_code_is_opened_by_no_birth_date(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let mut by_code = acceptance(plans());
    by_code["second_proof"] = "code".into();
    written(desk, "letters/acceptance.json", &by_code);
    let (_, offer) = offered(desk, family("Laila Al-Said", None)).await;
    let asked = answer(desk, &offer, &grant(desk, &offer).await).await;
    assert!(asked["acceptanceLetterToken"].is_string() && asked.get("acceptance_grant").is_none(), "{asked}");
}

/// Two addresses look alike where they are shortened: what is compared is the address.
async fn who_corrected_the_address_is_asked_again(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let sent = desk.submit_as("apply", family("Sara Al-Said", None), None, "the-key-of-the-family");
    sent.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let (_, offer) = links(desk).await.pop().expect("a link");
    let contact = json!({ "values": { "guardian_email": "hala@example.org" }, "locale": "en" });
    let correct = desk.patch(&format!("/v1/oa/public/applications/{id}/contact"), contact);
    correct.staff(Role::Guardian).send().await.is(200);
    let done = answer(desk, &offer, &grant(desk, &offer).await).await;
    assert!(done["acceptanceLetterToken"].is_string() && done.get("acceptance_grant").is_none(), "{done}");
}

async fn each_guardian_goes_on_to_their_own(desk: &Desk) {
    let both = json!([{ "role": "guardian1", "order": 1 }, { "role": "guardian2", "order": 1 }]);
    accepting(desk, at_once(both));
    let (_, first) = offered(desk, family("Sara Al-Said", Some("Salim Al-Said"))).await;
    sign_offer(desk, &first, "Huda Al-Said").await.is(200);
    let (_, second) = links(desk).await.pop().expect("the other's link");
    let theirs = sign_offer(desk, &second, "Salim Al-Said").await.is(200);
    release(desk).await;
    let ours = sign_offer(desk, &first, "Huda Al-Said").await.is(200);
    let token = |done: &Value| done["acceptanceLetterToken"].as_str().unwrap().to_owned();
    assert_ne!(token(&theirs), token(&ours));
    for (done, other) in [(&theirs, &ours), (&ours, &theirs)] {
        assert_eq!(seen_with(desk, &token(done), &done["acceptance_grant"]).await["proved"], true);
        assert_eq!(seen_with(desk, &token(done), &other["acceptance_grant"]).await["proved"], false);
    }
}
