//! The letter by which a family accepts its place: made with the last signature of the offer, its payments chosen before anybody signs it.

use futures_util::future::join_all;
use kernel::SubmissionId;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, apply, go, is_proved, keeping, stands, taken, why};
use crate::database::{execute, number};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::letters::{
    applied, family, grant, lettered, links, prove, records_are_whole, release, states, template, texts,
};

on_both!(
    the_last_signature_brings_the_acceptance,
    the_plan_that_the_application_named_is_told,
    another_choice_is_another_letter_until_somebody_signs,
    choices_have_an_end,
    of_choices_and_signatures_at_once_one_letter_stands,
    one_way_to_pay_is_fixed_at_once,
    who_declines_gives_the_place_up,
    what_nobody_signs_in_time_ends_and_the_place_stays,
    what_leaves_its_place_ends_its_acceptance,
    what_is_not_drawn_is_not_there_and_enrolling_ends_it,
    staff_send_one_where_none_stands,
    what_cannot_be_filled_is_asked_about,
    one_that_waits_for_a_choice_is_no_dead_end,
);

const FEES: i64 = 1_200_001;

pub fn acceptance(plans: Value) -> Value {
    let body = |words: &str| {
        json!([
            { "kind": "paragraph", "text": words },
            { "kind": "table", "columns": [{ "head": "Day" }, { "head": "Amount" }], "rows": [["{{due_on}}", "{{amount}}"]], "each": "instalments",
              "when": { "field": "instalments", "is": "filled" } },
            { "kind": "paragraph", "text": "{{deposit}} · {{deposit_due}}", "when": { "field": "deposit", "is": "filled" } },
            { "kind": "signatures" },
        ])
    };
    json!({
        "kind": "acceptance",
        "title": { "en": "Acceptance of a place", "ar": "قبول المقعد الدراسي" },
        "subject": { "en": "The place of {{child_first_name}}", "ar": "مقعد {{child_first_name}}" },
        "body": { "en": body("We accept the place of {{child_name}}."), "ar": body("نقبل مقعد {{child_name}}.") },
        "signers": [{ "role": "guardian1", "order": 1 }, { "role": "guardian2", "order": 2 }, { "role": "school", "order": 3 }],
        "languages": "both",
        "plans": plans,
        "deposit": { "amount": "200.000", "days": 10 },
    })
}

pub fn plans() -> Value {
    let title = |en: &str| json!({ "en": en, "ar": "دفعات" });
    json!([
        { "code": "one", "title": title("At once"), "instalments": [{ "percent": 100, "due": "on_acceptance" }] },
        { "code": "three", "title": title("In parts"), "instalments": [
            { "amount": "200.000", "due": "on_acceptance" }, { "percent": 33, "due": { "months": 2 } }, { "percent": 67, "due": "2027-09-01" },
        ] },
    ])
}

/// A school whose offers and acceptances are letters.
pub fn accepting(desk: &Desk, acceptance: Value) {
    lettered(desk, template("Welcome."));
    written(desk, "letters/acceptance.json", &acceptance);
}

/// A file of the school is so from now on.
pub fn written(desk: &Desk, path: &str, value: &Value) {
    crate::forms::write(&desk.bundle("one").join(path), value);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

/// What the form's rules would have worked out.
async fn fees(desk: &Desk, id: &str) {
    let sql = format!("SELECT CAST(verdict AS TEXT) FROM submissions WHERE school_id = $1 AND id = '{id}'");
    let mut verdict: Value = serde_json::from_str(&texts(desk, &sql).await[0]).unwrap();
    verdict["computed"] = json!([{ "key": "total", "label_code": "total", "kind": "money", "reason_code": null,
        "value": { "minor": FEES, "currency": "OMR" } }]);
    let sql = format!("UPDATE submissions SET verdict = '{verdict}' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &sql).await.unwrap();
}

pub fn at(token: &str) -> String {
    format!("/v1/oa/public/acceptance_letter?acceptanceLetterToken={token}")
}

async fn read(desk: &Desk, token: &str) -> Value {
    let grant = grant(desk, token).await;
    let asked = at(token).replace("acceptance_letter?", "acceptance_data?");
    desk.get(&asked).header("x-letter-grant", &grant).send().await.is(200)
}

pub async fn choose(desk: &Desk, token: &str, code: &str) -> Got {
    let form = json!({ "grant": grant(desk, token).await, "locale": "en" });
    desk.post(&at(token), json!({ "values": { "plan_code": code }, "formData": form })).send().await
}

pub async fn sign(desk: &Desk, token: &str, name: &str) -> Got {
    let (seen, grant) = (read(desk, token).await, grant(desk, token).await);
    let signature = json!({ "typed_name": name, "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
    let form = json!({ "grant": grant, "locale": "ar", "signatures": [signature] });
    let values = json!({ "decision": "accept", "plan_code": seen["plan"]["code"] });
    desk.post(&at(token), json!({ "values": values, "formData": form })).send().await
}

async fn sign_offer(desk: &Desk, token: &str, name: &str) -> Value {
    crate::letters::sign(desk, token, name).await.is(200)
}

/// The tokens of acceptances in mails that nobody looked at yet, with the address that each went to.
async fn sent(desk: &Desk) -> Vec<(String, String)> {
    let token = |path: &str| path.strip_prefix("/acceptance/").map(str::to_owned);
    let found = desk.messages().await.into_iter();
    found.filter_map(|mail| Some((mail.to.clone(), token(mail.params.get("path")?.as_str()?)?))).collect()
}

/// An application whose offer all have signed; and the token of the first signer's acceptance.
pub async fn accepted(desk: &Desk, second: Option<&str>) -> (String, String) {
    accepted_as(desk, "Sara Al-Said", second).await
}

pub async fn accepted_as(desk: &Desk, child: &str, second: Option<&str>) -> (String, String) {
    accepted_of(desk, family(child, second), second.is_some()).await
}

async fn accepted_of(desk: &Desk, answers: Value, has_second: bool) -> (String, String) {
    let id = applied(desk, answers).await;
    fees(desk, &id).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let (_, first) = links(desk).await.pop().expect("a link");
    desk.clock.advance(1);
    let mut done = sign_offer(desk, &first, "Huda Al-Said").await;
    if has_second {
        assert_eq!(done.get("acceptanceLetterToken"), None, "the other has to sign as well");
        let (_, other) = links(desk).await.pop().expect("the other's link");
        sign_offer(desk, &other, "Salim Al-Said").await;
        done = sign_offer(desk, &first, "Huda Al-Said").await;
    }
    let token = done["acceptanceLetterToken"].as_str().expect("a token").to_owned();
    assert_eq!(done["next_url"], format!("/acceptance/{token}"));
    (id, token)
}

async fn the_last_signature_brings_the_acceptance(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, Some("Salim Al-Said")).await;
    assert_eq!(
        (stands(desk, &id).await, states(desk).await),
        ("A/fee_due".into(), vec!["signed".into(), "choosing".into()])
    );
    // The link in the mail and the one in the answer are the same, and it alone says no more than the envelope.
    let mails = sent(desk).await;
    assert_eq!(mails, [("huda@example.org".to_owned(), token.clone())]);
    let envelope = desk.get(&at(&token).replace("acceptance_letter?", "acceptance_data?")).send().await.is(200);
    assert_eq!(
        (&envelope["status"], &envelope["plans"], &envelope["body"]),
        (&json!("choosing"), &json!([]), &Value::Null)
    );
    let seen = read(desk, &token).await;
    assert_eq!((&seen["plan"], &seen["choices_left"], &seen["currency"]), (&Value::Null, &json!(8), &json!("OMR")));
    let paid = |plan: &Value| {
        plan["payments"].as_array().unwrap().iter().map(|one| one["amount_minor"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(paid(&seen["plans"][0]), [FEES]);
    assert_eq!(paid(&seen["plans"][1]), [200_000, 330_001, 670_000], "the first takes what rounding leaves");
    assert_eq!(seen["plans"][1]["total_minor"], FEES);
    assert_eq!(seen["deposit"], json!({ "due_on": "2026-12-01", "amount_minor": 200_000 }));
    // Nothing is signed that nobody chose.
    assert_eq!(sign(desk, &token, "Huda Al-Said").await.is(409)["messageId"], "A021");
    assert_eq!(choose(desk, &token, "two").await.is(422)["errors"][0]["path"], "/values/plan_code");
    assert_eq!(choose(desk, &token, "three").await.is(200)["status"], "offered");
    let seen = read(desk, &token).await;
    assert_eq!((&seen["plan"]["code"], &seen["choices_left"]), (&json!("three"), &json!(7)));
    assert!(seen["body"].to_string().contains("330.001"), "{}", seen["body"]);
    assert_eq!(sign(desk, &token, "Huda Al-Said").await.is(200)["status"], "offered");
    let mails = sent(desk).await;
    assert_eq!((mails.len(), mails[0].0.as_str()), (1, "salim@example.org"));
    assert_eq!(sign(desk, &mails[0].1, "Salim Al-Said").await.is(200)["status"], "accepted");
    assert_eq!(sign(desk, &token, "Huda Al-Said").await.is(200)["status"], "accepted", "the same again");
    assert_eq!(
        (stands(desk, &id).await, keeping(desk, "kg1").await),
        ("A/fee_due".into(), 1),
        "the place was accepted before"
    );
    let asked = "SELECT due_on FROM tasks WHERE school_id = $1 AND code = '@deposit_due'";
    assert_eq!(texts(desk, asked).await, ["2026-12-01"]);
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    let terms = &listed["items"][0]["terms"];
    assert_eq!(
        (&terms["plan"]["code"], &terms["deposit"]["amount_minor"], &terms["currency"]),
        (&json!("three"), &json!(200_000), &json!("OMR"))
    );
    assert_eq!(listed["items"][1]["terms"], Value::Null, "of the offer");
    let pdf = json!({ "token": token, "grant": grant(desk, &token).await, "final": true });
    let pdf = desk.post("/v1/oa/public/acceptance_letter_pdf", pdf).send().await;
    pdf.is(200);
    assert!(String::from_utf8_lossy(&pdf.body).contains("330.001"));
    records_are_whole(desk).await;
    is_proved(desk).await;
}

async fn the_plan_that_the_application_named_is_told(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let path = desk.bundle("one").join("forms/apply.json");
    let mut form: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    form["schema"]["properties"]["plan"] = json!({ "type": "string", "title": "plan", "maxLength": 20 });
    form["steps"][0]["fields"].as_array_mut().unwrap().push("plan".into());
    for language in ["en", "ar"] {
        form["texts"][language]["plan"] = "How you pay".into();
    }
    written(desk, "forms/apply.json", &form);
    for (child, plan, preferred) in
        [("Sara", Some("three"), json!("three")), ("Omar", Some("nine"), Value::Null), ("Laila", None, Value::Null)]
    {
        let mut answers = family(child, None);
        if let Some(plan) = plan {
            answers["plan"] = plan.into();
        }
        let (_, token) = accepted_of(desk, answers, false).await;
        let seen = read(desk, &token).await;
        assert_eq!((&seen["preferred_plan"], &seen["plan"]), (&preferred, &Value::Null), "{plan:?}");
        // What is chosen is what counts.
        choose(desk, &token, "one").await.is(200);
        let chosen = read(desk, &token).await;
        assert_eq!((&chosen["preferred_plan"], &chosen["plan"]["code"]), (&Value::Null, &json!("one")));
    }
}

async fn another_choice_is_another_letter_until_somebody_signs(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (_, token) = accepted(desk, None).await;
    choose(desk, &token, "three").await.is(200);
    let first = read(desk, &token).await;
    choose(desk, &token, "three").await.is(200);
    assert_eq!(states(desk).await, ["signed", "released"], "the same choice again is none");
    desk.clock.advance(1);
    choose(desk, &token, "one").await.is(200);
    assert_eq!(states(desk).await, ["signed", "replaced", "released"]);
    let second = read(desk, &token).await;
    assert_eq!(second["plan"]["code"], "one");
    assert_ne!(first["reference"], second["reference"]);
    // What was shown before is not what is signed.
    let stale = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": first["text_sha256"], "document_hash": first["document_sha256"] });
    let form = json!({ "grant": grant(desk, &token).await, "locale": "en", "signatures": [stale] });
    let asked = json!({ "values": { "decision": "accept" }, "formData": form });
    assert_eq!(desk.post(&at(&token), asked).send().await.is(409)["messageId"], "A003");
    let known = format!("/v1/oa/public/letters?sha256={}", first["document_sha256"].as_str().unwrap());
    assert_eq!(desk.get(&known).send().await.is(200)["state"], "replaced");
    sign(desk, &token, "Huda Al-Said").await.is(200);
    assert_eq!(choose(desk, &token, "three").await.is(409)["messageId"], "A021", "it is signed");
    records_are_whole(desk).await;
}

async fn choices_have_an_end(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (_, token) = accepted(desk, None).await;
    for n in 0..8 {
        desk.clock.advance(1_000);
        choose(desk, &token, ["one", "three"][n & 1]).await.is(200);
    }
    let refused = choose(desk, &token, "one").await.is(422);
    assert_eq!(
        (&refused["errors"][0]["code"], &refused["errors"][0]["path"]),
        (&json!("maxItems"), &json!("/values/plan_code"))
    );
    let seen = read(desk, &token).await;
    assert_eq!(
        (&seen["plans"], &seen["choices_left"], &seen["plan"]["code"]),
        (&json!([]), &json!(0), &json!("three"))
    );
    sign(desk, &token, "Huda Al-Said").await.is(200);
}

async fn of_choices_and_signatures_at_once_one_letter_stands(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (_, token) = accepted(desk, None).await;
    choose(desk, &token, "three").await.is(200);
    let (seen, grant) = (read(desk, &token).await, grant(desk, &token).await);
    let asked = |n: usize| {
        let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
        let form = json!({ "grant": grant, "locale": "en", "signatures": if n.is_multiple_of(2) { json!([signature]) } else { json!([]) } });
        let code = ["one", "three"][n / 2 % 2];
        let values = if n.is_multiple_of(2) { json!({ "decision": "accept" }) } else { json!({ "plan_code": code }) };
        desk.post(&at(&token), json!({ "values": values, "formData": form }))
    };
    let got = join_all((0..12).map(|n| asked(n).send())).await;
    assert!(got.iter().all(|one| matches!(one.status.as_u16(), 200 | 409 | 422)), "{got:?}");
    let stands = "SELECT COUNT(*) FROM family_letters WHERE school_id = $1 AND kind = 'acceptance' AND state IN ('draft', 'released', 'signed')";
    assert_eq!(number(&desk.db, "one", stands).await, 1);
    records_are_whole(desk).await;
}

async fn one_way_to_pay_is_fixed_at_once(desk: &Desk) {
    accepting(desk, acceptance(json!([plans()[0]])));
    let (_, token) = accepted(desk, None).await;
    assert_eq!(read(desk, &token).await["status"], "preparing");
    assert_eq!(release(desk).await, 1);
    let seen = read(desk, &token).await;
    assert_eq!(
        (&seen["status"], &seen["plan"]["code"], &seen["plans"]),
        (&json!("offered"), &json!("one"), &json!([]))
    );
    assert_eq!(sign(desk, &token, "Huda Al-Said").await.is(200)["status"], "accepted");
}

async fn who_declines_gives_the_place_up(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    choose(desk, &token, "one").await.is(200);
    let form = json!({ "grant": grant(desk, &token).await, "locale": "en" });
    let said = json!({ "decision": "decline", "decline_reason": "moved_away", "decline_text": "We move" });
    let asked = json!({ "values": said, "formData": form });
    for _ in 0..2 {
        assert_eq!(desk.post(&at(&token), asked.clone()).send().await.is(200)["status"], "declined");
    }
    assert!(stands(desk, &id).await.starts_with("R/"), "{}", stands(desk, &id).await);
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (0, 0), "its seat is free once");
    assert_eq!(states(desk).await, ["signed", "declined"]);
    records_are_whole(desk).await;
    is_proved(desk).await;
}

async fn what_nobody_signs_in_time_ends_and_the_place_stays(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    let school = desk.school("one");
    desk.clock.advance(9 * DAY);
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 0);
    desk.clock.advance(3 * DAY);
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010");
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 1);
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 0, "once");
    assert_eq!(
        (stands(desk, &id).await, states(desk).await),
        ("A/fee_due".into(), vec!["signed".into(), "expired".into()])
    );
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@acceptance_over'";
    assert_eq!(number(&desk.db, "one", asked).await, 1);
    // Staff send another.
    desk.post(&format!("/v1/oa/enquiries/{id}/acceptance_letter"), json!({})).staff(OFFICER).send().await.is(201);
    assert_eq!(states(desk).await, ["signed", "expired", "choosing"]);
}

async fn what_leaves_its_place_ends_its_acceptance(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    choose(desk, &token, "one").await.is(200);
    go(desk, OFFICER, &id, "R/withdrawn", why()).await.is(200);
    assert_eq!(states(desk).await, ["signed", "withdrawn"]);
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010");
    records_are_whole(desk).await;
}

async fn what_is_not_drawn_is_not_there_and_enrolling_ends_it(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    let pdf = async |is_final: bool| {
        let asked = json!({ "token": token, "grant": grant(desk, &token).await, "final": is_final });
        desk.post("/v1/oa/public/acceptance_letter_pdf", asked).send().await
    };
    for is_final in [false, true] {
        assert_eq!(pdf(is_final).await.is(404)["messageId"], "A001", "nothing is drawn before a choice");
    }
    choose(desk, &token, "one").await.is(200);
    assert_eq!((pdf(false).await.status.as_u16(), pdf(true).await.is(409)["messageId"].clone()), (200, json!("D010")));
    // The child is enrolled: nobody accepts its place any more.
    go(desk, Role::Finance, &id, "B/consents_due", why()).await.is(200);
    assert_eq!(states(desk).await, ["signed", "released"], "it waits while the place is booked");
    go(desk, Role::Registrar, &id, "C", why()).await.is(200);
    assert_eq!(states(desk).await, ["signed", "withdrawn"]);
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010");
    records_are_whole(desk).await;
}

async fn staff_send_one_where_none_stands(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let send = async |role: Role, id: &str| {
        desk.post(&format!("/v1/oa/enquiries/{id}/acceptance_letter"), json!({})).staff(role).send().await
    };
    let early = apply(desk, "Omar", "kg1").await;
    assert_eq!(send(OFFICER, &early).await.is(422)["guard"], "not_accepted");
    let (id, _) = accepted(desk, None).await;
    assert_eq!(send(OFFICER, &id).await.is(422)["guard"], "letter_stands");
    assert_eq!(send(Role::Finance, &id).await.status, 403);
    assert_eq!(send(OFFICER, SubmissionId::from("none".to_owned()).as_str()).await.is(404)["messageId"], "A001");
}

async fn what_cannot_be_filled_is_asked_about(desk: &Desk) {
    let mut unfilled = acceptance(json!([]));
    unfilled["body"]["en"][0]["text"] = "{{instalments_total}}".into();
    accepting(desk, unfilled);
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    release(desk).await;
    let (_, first) = links(desk).await.pop().expect("a link");
    let done = sign_offer(desk, &first, "Huda Al-Said").await;
    assert_eq!(
        (done["status"].clone(), done.get("acceptanceLetterToken")),
        (json!("accepted"), None),
        "the offer is accepted all the same"
    );
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@acceptance_unmade'";
    assert_eq!(number(&desk.db, "one", asked).await, 1);
    let again = desk.post(&format!("/v1/oa/enquiries/{id}/acceptance_letter"), json!({})).staff(OFFICER).send().await;
    assert_eq!(again.is(422)["errors"][0]["code"], "unfilled");
}

async fn one_that_waits_for_a_choice_is_no_dead_end(desk: &Desk) {
    accepting(desk, acceptance(plans()));
    let (id, token) = accepted(desk, None).await;
    sent(desk).await;
    for _ in 0..5 {
        prove(desk, &token, "2020-01-01").await.is(422);
    }
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010");
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/letters")).staff(OFFICER).send().await.is(200);
    let letter = format!("/v1/oa/enquiries/{id}/letters/{}", listed["items"][0]["id"].as_str().unwrap());
    desk.post(&format!("{letter}/send_again"), json!({ "place": 0 })).staff(OFFICER).send().await.is(200);
    let (_, again) = sent(desk).await.pop().expect("another link");
    assert_eq!(read(desk, &again).await["status"], "choosing");
    // Who wants no place need not choose first; and staff take one back.
    desk.post(&format!("{letter}/withdraw"), json!({ "reason": "Wrong fees" })).staff(OFFICER).send().await.is(200);
    desk.post(&format!("/v1/oa/enquiries/{id}/acceptance_letter"), json!({})).staff(OFFICER).send().await.is(201);
    let (_, third) = sent(desk).await.pop().expect("a third link");
    let form = json!({ "grant": grant(desk, &third).await, "locale": "en" });
    let said = json!({ "values": { "decision": "decline", "decline_reason": "fees" }, "formData": form });
    assert_eq!(desk.post(&at(&third), said).send().await.is(200)["status"], "declined");
    assert!(stands(desk, &id).await.starts_with("R/"));
    records_are_whole(desk).await;
}
