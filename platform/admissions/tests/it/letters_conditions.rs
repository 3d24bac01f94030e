//! Conditions of offers: made with the letter, documents by its link, what staff say of each, what that does to the application, reminders.

use admissions::family::{DueKind, Family};
use admissions::letters::{Held, WaitingKind};
use kernel::MessageId;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, go, is_proved, stands, taken, why};
use crate::desk::{DAY, Desk, Got, anybody, on_both};
use crate::export::only_line;
use crate::forms;
use crate::letters::{applied, family, lettered, release, template, texts};
use crate::my_application as own;
use crate::pictures::pdf;

on_both!(
    conditions_are_made_with_their_letter_and_take_documents,
    what_was_sent_for_a_condition_is_opened_and_taken_back,
    a_document_that_comes_after_its_condition_was_judged_is_none,
    what_all_are_met_of_goes_to_its_fee_and_back,
    conditions_met_before_the_signature_are_open_no_more,
    nothing_is_booked_before_its_conditions_are_met,
    a_condition_that_fails_takes_the_seat_back,
    an_accepted_offer_whose_condition_fails_is_withdrawn,
    what_may_not_be_said_of_a_condition,
    families_are_reminded_once_and_the_owner_is_asked,
    what_the_form_asks_of_others_is_taken_for_a_condition,
    what_an_audience_alone_reads_stays_its_own,
    what_was_refused_answers_no_condition,
    the_list_is_narrowed_by_how_conditions_stand,
    the_list_tells_nobody_else_that_a_kept_document_came,
    the_home_tells_what_is_due_first_first,
);

/// The school offers with conditions: a report by upload, and a test that nothing is sent for.
pub fn conditional(desk: &Desk, more: &str) {
    lettered(desk, template("Welcome."));
    let mut letter = template("It depends on conditions.");
    letter["kind"] = "conditional_offer".into();
    letter["signers"] = json!([{ "role": "guardian1", "order": 1 }]);
    letter["conditions"] = json!([
        { "code": "report", "text": { "en": "The school report", "ar": "الشهادة المدرسية" }, "days": 14, "paper": "scan" },
        { "code": "test", "text": { "en": "The placement test", "ar": "اختبار تحديد المستوى" }, "days": 30 },
    ]);
    let place = desk.bundle("one");
    forms::write(&place.join("letters/conditional.json"), &letter);
    let yaml = place.join("school.yaml");
    let text = std::fs::read_to_string(&yaml).unwrap();
    std::fs::write(&yaml, text.replacen("direct_offer: Y\n", &format!("direct_offer: Y\n{more}"), 1)).unwrap();
    forms::age(&yaml);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

/// A conditional offer that went out; the application, its letter, and the token of who signs.
pub async fn offered(desk: &Desk) -> (String, String, String) {
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/conditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let mail = desk.messages().await;
    let path = mail[0].params["path"].as_str().unwrap().to_owned();
    let token = path.strip_prefix("/conditional-offer-letter/").expect("its own page").to_owned();
    let letter = texts(desk, "SELECT id FROM family_letters WHERE school_id = $1").await.remove(0);
    (id, letter, token)
}

pub async fn grant(desk: &Desk, token: &str) -> String {
    let asked = json!({ "token": token, "proof": "2021-03-04" });
    desk.post("/v1/oa/public/letter_proof", asked).send().await.is(200)["grant"].as_str().unwrap().to_owned()
}

async fn read(desk: &Desk, token: &str, grant: &str) -> Got {
    desk.post("/v1/oa/public/letter_conditions", json!({ "token": token, "grant": grant })).send().await
}

pub async fn give(desk: &Desk, (token, grant): (&str, &str), code: &str) -> Got {
    let parts = [("token", token), ("grant", grant), ("code", code)];
    desk.multipart("/v1/oa/public/letter_uploads", &parts, "report.pdf", &pdf(100)).send().await
}

async fn sign(desk: &Desk, token: &str) {
    let one = |column: &str, table: &str| format!("SELECT {column} FROM {table} WHERE school_id = $1");
    let text = texts(desk, &one("text_sha256", "family_letters")).await.remove(0);
    let file = texts(desk, &one("sha256", "letter_files")).await.remove(0);
    let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": text, "document_hash": file });
    let form = json!({ "grant": grant(desk, token).await, "locale": "en", "signatures": [signature] });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    desk.post(&path, json!({ "values": { "decision": "accept" }, "formData": form })).send().await.is(200);
}

pub async fn say(desk: &Desk, role: Role, (id, letter, code): (&str, &str, &str), body: Value) -> Got {
    let path = format!("/v1/oa/enquiries/{id}/letters/{letter}/conditions/{code}");
    desk.patch(&path, body).staff(role).send().await
}

pub async fn listed(desk: &Desk, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}/conditions")).staff(OFFICER).send().await.is(200)
}

fn states(told: &Value) -> Vec<String> {
    let list = told.get("items").or_else(|| told.get("conditions")).unwrap().as_array().unwrap();
    list.iter().map(|one| one["state"].as_str().unwrap().to_owned()).collect()
}

async fn a_document_that_comes_after_its_condition_was_judged_is_none(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    let (school, known) = (desk.school("one"), grant(desk, &token).await);
    let (caller, held) = (anybody(&school, None), Held { token: token.clone(), code: None });
    let begin = async || {
        let begun = desk.letters.begin_condition_file(&caller, &school, (&held, &known, "report"), "late.pdf").await;
        let mut arriving = begun.expect("it is asked for");
        arriving.take(&pdf(100)).await.unwrap();
        arriving
    };
    let [first, second] = [begin().await, begin().await];
    desk.letters.finish_file(&caller, first).await.expect("while it is open it is taken");
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    let refused = desk.letters.finish_file(&caller, second).await.expect_err("it was judged");
    assert_eq!(refused.id(), MessageId::D003);
    // Another to the question itself is none of what was judged.
    desk.clock.advance(60_000);
    let path = format!("/v1/oa/enquiries/{id}/files");
    desk.multipart(&path, &[("field", "scan")], "more.pdf", &pdf(120)).staff(OFFICER).send().await.is(201);
    assert_eq!(listed(desk, &id).await["items"][0]["files"].as_array().unwrap().len(), 1);
}

async fn conditions_are_made_with_their_letter_and_take_documents(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    let seen = listed(desk, &id).await;
    assert_eq!((&seen["letter"], states(&seen)), (&json!(letter), vec!["open".to_owned(), "open".to_owned()]));
    assert_eq!((&seen["items"][0]["due_on"], &seen["items"][0]["field"]), (&json!("2026-12-05"), &json!("scan")));
    read(desk, &token, "none").await.refused(404, "L010");
    let known = grant(desk, &token).await;
    let told = read(desk, &token, &known).await.is(200);
    assert_eq!(
        (&told["conditions"][0]["takes_files"], &told["conditions"][1]["takes_files"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(told["conditions"][0]["text"]["ar"], "الشهادة المدرسية");
    give(desk, (&token, "none"), "report").await.refused(404, "L010");
    give(desk, (&token, &known), "test").await.refused(422, "D003");
    give(desk, (&token, &known), "other").await.refused(422, "D003");
    let given = give(desk, (&token, &known), "report").await.is(201);
    assert_eq!(
        (states(&given), &given["conditions"][0]["files"][0]["name"]),
        (vec!["submitted".to_owned(), "open".to_owned()], &json!("report.pdf"))
    );
    assert_eq!(listed(desk, &id).await["items"][0]["files"][0]["name"], "report.pdf");
    // Signed, the link reads the letter alone, and takes documents until the last day.
    sign(desk, &token).await;
    assert_eq!(stands(desk, &id).await, "A/conditions_open");
    let known = grant(desk, &token).await;
    give(desk, (&token, &known), "report").await.is(201);
    desk.clock.advance(13 * DAY);
    let known = grant(desk, &token).await;
    let late = read(desk, &token, &known).await.is(200);
    assert_eq!(late["conditions"][0]["takes_files"], true, "also after the offer's own last day");
    desk.clock.advance(2 * DAY);
    let known = grant(desk, &token).await;
    give(desk, (&token, &known), "report").await.refused(422, "D003");
    desk.clock.advance(17 * DAY);
    read(desk, &token, &known).await.refused(404, "L010");
    assert_eq!(stands(desk, &id).await, "A/conditions_open");
}

async fn what_was_sent_for_a_condition_is_opened_and_taken_back(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    let known = grant(desk, &token).await;
    let ask = async |way: &str, (grant, code, file): (&str, &str, &str)| {
        let asked = json!({ "token": token, "grant": grant, "code": code, "file": file });
        desk.post(&format!("/v1/oa/public/letter_uploads/{way}"), asked).send().await
    };
    let given = async || {
        let given = give(desk, (&token, &known), "report").await.is(201);
        given["conditions"][0]["files"][0]["id"].as_str().unwrap().to_owned()
    };
    let file = given().await;
    for way in ["file", "remove"] {
        ask(way, ("x", "report", &file)).await.refused(404, "L010");
        ask(way, (&known, "report", "none")).await.refused(404, "A001");
    }
    ask("file", (&known, "test", &file)).await.refused(404, "A001");
    ask("remove", (&known, "test", &file)).await.refused(422, "D003");
    assert_eq!(ask("file", (&known, "report", &file)).await.body, pdf(100));
    let left = ask("remove", (&known, "report", &file)).await.is(200);
    assert_eq!((states(&left)[0].as_str(), &left["conditions"][0]["files"]), ("open", &json!([])));
    assert_eq!(listed(desk, &id).await["items"][0]["state"], "open", "nor does the school have it");
    ask("file", (&known, "report", &file)).await.refused(404, "A001");
    let file = given().await;
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    ask("remove", (&known, "report", &file)).await.refused(422, "D003");
    assert_eq!(ask("file", (&known, "report", &file)).await.status, 200);
    is_proved(desk).await;
}

async fn what_all_are_met_of_goes_to_its_fee_and_back(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    sign(desk, &token).await;
    desk.messages().await;
    let one = say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    assert_eq!(
        (states(&one), stands(desk, &id).await),
        (vec!["met".to_owned(), "open".to_owned()], "A/conditions_open".into())
    );
    let waived = json!({ "state": "waived", "reason": "Seen at school" });
    assert_eq!(
        say(desk, OFFICER, (&id, &letter, "test"), waived.clone()).await.status,
        403,
        "who makes offers forgives"
    );
    say(desk, Role::Principal, (&id, &letter, "test"), waived).await.is(200);
    assert_eq!(stands(desk, &id).await, "A/fee_due");
    let mail = desk.messages().await;
    assert_eq!((mail.len(), mail[0].template.as_str()), (1, "status_changed"), "its family is told");
    let told =
        texts(desk, "SELECT to_value FROM timeline WHERE school_id = $1 AND action = 'letter' ORDER BY seq").await;
    assert_eq!(told, ["condition_met", "condition_waived"]);
    let again = json!({ "state": "open", "due_on": "2026-12-24" });
    let opened = say(desk, OFFICER, (&id, &letter, "test"), again).await.is(200);
    assert_eq!((&opened["items"][1]["due_on"], &opened["items"][1]["reason"]), (&json!("2026-12-24"), &Value::Null));
    assert_eq!((stands(desk, &id).await, taken(desk, "kg1").await), ("A/conditions_open".into(), 1));
    is_proved(desk).await;
}

async fn conditions_met_before_the_signature_are_open_no_more(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    for code in ["report", "test"] {
        say(desk, OFFICER, (&id, &letter, code), json!({ "state": "met" })).await.is(200);
    }
    assert_eq!(stands(desk, &id).await, "F/conditional", "noted, and the offer is still to be signed");
    sign(desk, &token).await;
    assert_eq!(stands(desk, &id).await, "A/fee_due");
    is_proved(desk).await;
}

async fn nothing_is_booked_before_its_conditions_are_met(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    sign(desk, &token).await;
    for (role, to) in [(Role::Finance, "B/consents_due"), (OFFICER, "A/fee_due")] {
        let refused =
            go(desk, role, &id, to, if to == "A/fee_due" { json!({}) } else { why() }).await.refused(422, "A012");
        assert_eq!(refused["guard"], "conditions_met_or_waived");
    }
    for code in ["report", "test"] {
        say(desk, OFFICER, (&id, &letter, code), json!({ "state": "met" })).await.is(200);
    }
    go(desk, Role::Finance, &id, "B/consents_due", why()).await.is(200);
}

async fn a_condition_that_fails_takes_the_seat_back(desk: &Desk) {
    conditional(desk, "    book_before_conditions: Y\n");
    let (id, letter, token) = offered(desk).await;
    desk.messages().await;
    let (known, failed) = (grant(desk, &token).await, json!({ "state": "failed", "reason": "Not passed" }));
    assert_eq!(
        say(desk, OFFICER, (&id, &letter, "test"), failed.clone()).await.status,
        403,
        "who makes offers ends them"
    );
    let ended = say(desk, Role::Principal, (&id, &letter, "test"), failed).await.is(200);
    assert_eq!(states(&ended), ["open", "failed"]);
    assert_eq!((stands(desk, &id).await, taken(desk, "kg1").await), ("S/assessed".to_owned(), 0));
    assert_eq!(texts(desk, "SELECT state FROM family_letters WHERE school_id = $1").await, ["withdrawn"]);
    read(desk, &token, &known).await.refused(404, "L010");
    let mail = desk.messages().await;
    assert_eq!((mail.len(), mail[0].params["change"].as_str()), (1, Some("offer_withdrawn")));
    let over = say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.refused(422, "A012");
    assert_eq!(over["guard"], "offer_over");
    is_proved(desk).await;
}

async fn an_accepted_offer_whose_condition_fails_is_withdrawn(desk: &Desk) {
    conditional(desk, "    book_before_conditions: Y\n");
    let (id, letter, token) = offered(desk).await;
    sign(desk, &token).await;
    let known = grant(desk, &token).await;
    go(desk, Role::Finance, &id, "B/consents_due", why()).await.is(200);
    assert_eq!(taken(desk, "kg1").await, 1, "the school books first");
    let failed = json!({ "state": "failed", "reason": "Not passed" });
    say(desk, OFFICER, (&id, &letter, "test"), failed).await.is(200);
    assert_eq!((stands(desk, &id).await, taken(desk, "kg1").await), ("R/withdrawn".to_owned(), 0));
    read(desk, &token, &known).await.refused(404, "L010");
    is_proved(desk).await;
}

async fn what_may_not_be_said_of_a_condition(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, _) = offered(desk).await;
    let admin = Role::SchoolAdmin;
    for (body, at) in [
        (json!({ "state": "failed" }), "/reason"),
        (json!({ "state": "waived", "reason": "x".repeat(301) }), "/reason"),
        (json!({ "state": "open" }), "/due_on"),
        (json!({ "state": "open", "due_on": "2026-11-20" }), "/due_on"),
        (json!({ "state": "open", "due_on": "soon" }), "/due_on"),
    ] {
        assert_eq!(
            say(desk, admin, (&id, &letter, "report"), body).await.refused(422, "F003")["errors"][0]["path"],
            at
        );
    }
    say(desk, admin, (&id, &letter, "other"), json!({ "state": "met" })).await.refused(404, "A001");
    say(desk, admin, (&id, "other", "report"), json!({ "state": "met" })).await.refused(404, "A001");
    for role in [Role::Finance, Role::Reviewer, Role::Auditor] {
        assert_eq!(say(desk, role, (&id, &letter, "report"), json!({ "state": "met" })).await.status, 403);
    }
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.is(200);
    let twice = say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "met" })).await.refused(422, "A012");
    assert_eq!(twice["guard"], "condition_decided");
    say(desk, OFFICER, (&id, &letter, "report"), json!({ "state": "open", "due_on": "2026-12-24" })).await.is(200);
}

async fn families_are_reminded_once_and_the_owner_is_asked(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    sign(desk, &token).await;
    desk.messages().await;
    let remind = async || desk.letters.remind_of_conditions(&desk.school("one")).await.unwrap();
    let mails = async || {
        let all = desk.messages().await.into_iter().filter(|mail| mail.template == "condition_due");
        all.map(|mail| mail.params["condition"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(remind().await, 0, "two weeks are left");
    desk.clock.advance(7 * DAY);
    assert_eq!((remind().await, remind().await), (1, 0), "once");
    assert_eq!(mails().await, ["The school report"]);
    desk.clock.advance(6 * DAY);
    assert_eq!((remind().await, remind().await, mails().await.len()), (1, 0, 1));
    // What was sent meanwhile lies with the school.
    let known = grant(desk, &token).await;
    give(desk, (&token, &known), "report").await.is(201);
    desk.clock.advance(2 * DAY);
    assert_eq!((remind().await, remind().await, mails().await.len()), (1, 0, 0), "whoever looks after it is asked");
    let tasks = texts(desk, "SELECT code FROM tasks WHERE school_id = $1 AND code LIKE '@condition%'").await;
    assert_eq!(tasks, ["@condition_over"]);
    say(desk, OFFICER, (&id, &letter, "test"), json!({ "state": "met" })).await.is(200);
    desk.clock.advance(20 * DAY);
    assert_eq!(remind().await, 0, "of what is met nobody hears");
}

/// The form of applications, changed.
fn change_form(desk: &Desk, change: impl FnOnce(&mut Value)) {
    let path = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    change(&mut document);
    forms::write(&path, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

async fn what_the_form_asks_of_others_is_taken_for_a_condition(desk: &Desk) {
    conditional(desk, "");
    change_form(desk, |document| {
        let schema = &mut document["schema"];
        let scan = schema["properties"].as_object_mut().unwrap().remove("scan").unwrap();
        let asked = json!({ "properties": { "points": { "const": 7 } }, "required": ["points"] });
        schema["allOf"] = json!([{ "if": asked, "then": { "properties": { "scan": scan } } }]);
    });
    let (id, _, token) = offered(desk).await;
    let known = grant(desk, &token).await;
    let given = give(desk, (&token, &known), "report").await.is(201);
    assert_eq!(states(&given)[0], "submitted");
    // Staff find it among the documents.
    let papers = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(OFFICER).send().await.is(200);
    let found = papers["items"].as_array().unwrap().iter().find(|one| one["field"] == "scan").expect("the document");
    assert_eq!((&found["label"]["en"], &found["files"][0]["name"]), (&json!("Text of scan"), &json!("report.pdf")));
}

async fn what_an_audience_alone_reads_stays_its_own(desk: &Desk) {
    conditional(desk, "");
    change_form(desk, |document| document["ui"]["scan"]["x-audience"] = "health".into());
    let (id, letter, token) = offered(desk).await;
    let known = grant(desk, &token).await;
    assert_eq!(states(&give(desk, (&token, &known), "report").await.is(201))[0], "submitted");
    let seen = listed(desk, &id).await["items"][0].clone();
    assert_eq!((&seen["state"], &seen["field"], &seen["files"]), (&json!("open"), &Value::Null, &json!([])));
    let judged: Vec<Value> =
        listed(desk, &id).await["items"].as_array().unwrap().iter().map(|one| one["may_judge"].clone()).collect();
    assert_eq!(judged, [json!(false), json!(true)], "who is refused is told so before");
    for (state, role) in [("met", OFFICER), ("failed", Role::Principal)] {
        let said = json!({ "state": state, "reason": "So it is" });
        say(desk, role, (&id, &letter, "report"), said).await.refused(403, "A002");
    }
    let said = json!({ "state": "waived", "reason": "Not needed" });
    let waived = say(desk, Role::Principal, (&id, &letter, "report"), said).await.is(200);
    assert_eq!((&waived["items"][0]["state"], &waived["items"][0]["files"]), (&json!("waived"), &json!([])));
}

async fn what_was_refused_answers_no_condition(desk: &Desk) {
    conditional(desk, "");
    let (id, _, token) = offered(desk).await;
    let known = grant(desk, &token).await;
    give(desk, (&token, &known), "report").await.is(201);
    let file = listed(desk, &id).await["items"][0]["files"][0]["id"].as_str().unwrap().to_owned();
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    desk.put(&format!("/v1/oa/enquiries/{id}/files/{file}/review"), refused).staff(OFFICER).send().await.is(200);
    assert_eq!(states(&listed(desk, &id).await)[0], "open", "another is wanted");
    give(desk, (&token, &known), "report").await.is(201);
    assert_eq!(states(&listed(desk, &id).await)[0], "submitted");
}

/// Ids of the list of applications, narrowed.
pub async fn narrowed(desk: &Desk, role: Role, filter: Value) -> Vec<String> {
    let told = desk.post("/v1/oa/student/student_list", filter).staff(role).send().await.is(200);
    let ids: Vec<String> =
        told["students"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(told["total"], ids.len(), "it is counted so too");
    ids
}

async fn the_list_is_narrowed_by_how_conditions_stand(desk: &Desk) {
    conditional(desk, "");
    let (id, letter, token) = offered(desk).await;
    applied(desk, family("Omar Al-Balushi", None)).await;
    let listed = async |stand: &str| narrowed(desk, OFFICER, json!({ "conditions": stand })).await;
    let cell = async |stand: &str| {
        let found = only_line(desk, &format!("columns=registration_id,conditions&conditions={stand}")).await;
        found.into_iter().nth(1).expect("two columns")
    };
    assert_eq!(
        (listed("open").await, listed("submitted").await, listed("met").await),
        (vec![id.clone()], vec![], vec![])
    );
    assert_eq!(cell("open").await, ("Conditions of the offer".to_owned(), "Open".to_owned()));
    give(desk, (&token, &grant(desk, &token).await), "report").await.is(201);
    assert_eq!((listed("open").await, listed("submitted").await), (vec![id.clone()], vec![id.clone()]));
    assert_eq!(cell("submitted").await.1, "To be judged: something came");
    for code in ["report", "test"] {
        say(desk, OFFICER, (&id, &letter, code), json!({ "state": "met" })).await.is(200);
    }
    assert_eq!(
        (listed("open").await, listed("submitted").await, listed("met").await),
        (vec![], vec![], vec![id.clone()])
    );
    assert_eq!(cell("met").await.1, "All met");
    desk.get("/v1/oa/enquiries?conditions=met").staff(OFFICER).send().await.is(200);
    desk.get("/v1/oa/enquiries?conditions=none").staff(OFFICER).send().await.refused(400, "R001");
    // An offer that ended has no conditions any more.
    go(desk, Role::Principal, &id, "S/assessed", json!({ "reason_text": "It was a mistake" })).await.is(200);
    assert_eq!((listed("open").await, listed("met").await), (Vec::<String>::new(), vec![]));
}

async fn the_list_tells_nobody_else_that_a_kept_document_came(desk: &Desk) {
    conditional(desk, "");
    change_form(desk, |document| document["ui"]["scan"]["x-audience"] = "health".into());
    let (id, _, token) = offered(desk).await;
    give(desk, (&token, &grant(desk, &token).await), "report").await.is(201);
    assert_eq!(narrowed(desk, OFFICER, json!({ "conditions": "submitted" })).await, Vec::<String>::new());
    assert_eq!(narrowed(desk, OFFICER, json!({ "conditions": "open" })).await, [id]);
    let line = only_line(desk, "columns=registration_id,conditions").await;
    assert_eq!(line[1].1, "Open");
}

async fn the_home_tells_what_is_due_first_first(desk: &Desk) {
    conditional(desk, "");
    let caller = own::family(desk, Role::Guardian, "huda@example.org", true).await;
    let filled = desk.submit_as("apply", family("Sara Al-Said", None), None, "the-key-of-the-first");
    filled.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    go(desk, Role::Principal, &id, "F/conditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let told = async || {
        let home = room.home(&caller, &desk.school("one")).await.unwrap();
        let waiting = home.children[0].applications[0].waiting.clone();
        let due: Vec<DueKind> = home.due.iter().map(|one| one.kind).collect();
        (waiting.into_iter().map(|one| (one.kind, one.until)).collect::<Vec<_>>(), due)
    };
    let (waiting, due) = told().await;
    let kinds: Vec<WaitingKind> = waiting.iter().map(|one| one.0).collect();
    assert_eq!(kinds, [WaitingKind::Signature, WaitingKind::Condition, WaitingKind::Condition]);
    assert!(waiting.is_sorted_by_key(|one| one.1.clone()), "{waiting:?}");
    let of = |kind| due.iter().filter(|one| **one == kind).count();
    assert_eq!((of(DueKind::Letter), of(DueKind::Signature)), (1, 0), "the letter of the offer is told once");
    assert_eq!(of(DueKind::Condition), 1, "the one within a fortnight");
    let path =
        desk.messages().await.iter().find_map(|mail| mail.params.get("path")?.as_str().map(str::to_owned)).unwrap();
    let token = path.strip_prefix("/conditional-offer-letter/").unwrap();
    give(desk, (token, &grant(desk, token).await), "report").await.is(201);
    let (waiting, due) = told().await;
    assert_eq!(waiting.len(), 2, "what came waits for the school: {waiting:?}");
    assert!(!due.contains(&DueKind::Condition));
    go(desk, Role::Principal, &id, "S/assessed", json!({ "reason_text": "It was a mistake" })).await.is(200);
    assert_eq!(told().await.0, [], "an offer that is over waits for nobody");
}
