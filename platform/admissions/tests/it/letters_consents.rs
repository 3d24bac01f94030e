//! Consents by letter: each accepted or refused on its own, signed together, and withdrawn in the family's account.

use futures_util::future::join_all;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{OFFICER, go, is_proved, stands};
use crate::database::{execute, number};
use crate::desk::{Desk, Got, on_both};
use crate::letters::{applied, family, grant, lettered, prove, records_are_whole, release, states, template, texts};
use crate::my_application::family as account;

on_both!(
    each_is_answered_on_its_own_and_signed_once,
    a_draft_is_kept_and_nothing_is_said_before_the_signature,
    what_is_not_asked_is_not_answered,
    of_many_answers_at_once_one_counts,
    another_page_answers_no_consents,
    a_booking_asks_for_what_is_required_and_enrolling_needs_it,
    a_booking_that_needs_no_consent_goes_on_by_itself,
    a_booking_whose_consents_cannot_be_asked_asks_somebody,
    what_nobody_answered_in_time_is_over_and_asked_again,
    a_consent_is_asked_once_at_a_time,
    a_family_withdraws_its_own,
    a_withdrawal_is_told_to_who_signed_and_to_the_office_where_nobody_can_be,
    of_addresses_that_look_alike_none_is_told_of_a_withdrawal,
    other_words_make_an_answer_older,
    staff_ask_within_bounds,
);

fn consent(title: &str, required: bool) -> Value {
    let body = |words: &str| json!([{ "kind": "paragraph", "text": words }, { "kind": "signatures" }]);
    json!({
        "kind": "consent",
        "title": { "en": title, "ar": "موافقة" },
        "subject": { "en": format!("{title} of {{{{child_first_name}}}}"), "ar": "موافقة" },
        "body": { "en": body(&format!("{title}: {{{{child_name}}}}.")), "ar": body("موافقة {{child_name}}.") },
        "signers": [{ "role": "guardian1", "order": 1 }],
        "languages": "both",
        "required": required,
    })
}

/// A school that asks for two consents, of which it needs one.
pub fn consenting(desk: &Desk) {
    lettered(desk, template("Welcome."));
    write(desk, "photo", &consent("Photographs", false));
    write(desk, "trip", &consent("Trips", true));
}

fn write(desk: &Desk, code: &str, template: &Value) {
    crate::forms::write(&desk.bundle("one").join(format!("letters/{code}.json")), template);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn at(token: &str) -> String {
    format!("/v1/oa/public/form_values?token={token}")
}

/// The tokens of consents in mails that nobody looked at yet.
async fn sent(desk: &Desk) -> Vec<String> {
    let token = |path: &str| path.strip_prefix("/consent/").map(str::to_owned);
    let found = desk.messages().await.into_iter();
    found.filter_map(|mail| token(mail.params.get("path")?.as_str()?)).collect()
}

async fn ask(desk: &Desk, id: &str, codes: &[&str]) -> Got {
    let asked = json!({ "codes": codes });
    desk.post(&format!("/v1/oa/enquiries/{id}/consents"), asked).staff(OFFICER).send().await
}

/// An application whose family is asked for both, and its token.
pub async fn asked(desk: &Desk) -> (String, String) {
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    desk.clock.advance(1);
    ask(desk, &id, &["photo", "trip"]).await.is(201);
    assert_eq!(release(desk).await, 1);
    (id, sent(desk).await.pop().expect("a link"))
}

async fn read(desk: &Desk, token: &str) -> Value {
    let grant = grant(desk, token).await;
    desk.get(&at(token)).header("x-letter-grant", &grant).send().await.is(200)
}

pub async fn put(desk: &Desk, token: &str, action: &str, values: Value) -> Got {
    let (seen, grant) = (read(desk, token).await, grant(desk, token).await);
    let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
    let signatures = if action == "submit" { json!([signature]) } else { json!([]) };
    let form = json!({ "form_version": seen["form_version"], "locale": "ar", "action": action, "grant": grant, "signatures": signatures });
    desk.post(&at(token), json!({ "values": values, "formData": form })).send().await
}

pub fn both(photo: &str, trip: &str) -> Value {
    json!({ "photo": photo, "trip": trip })
}

/// How the consents of an application stand for staff.
async fn listed(desk: &Desk, id: &str) -> Vec<(String, String)> {
    let got = desk.get(&format!("/v1/oa/enquiries/{id}/consents")).staff(OFFICER).send().await.is(200);
    let of = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    got["items"].as_array().unwrap().iter().map(|one| (of(one, "code"), of(one, "state"))).collect()
}

fn stand(photo: &str, trip: &str) -> Vec<(String, String)> {
    vec![("photo".into(), photo.into()), ("trip".into(), trip.into())]
}

async fn each_is_answered_on_its_own_and_signed_once(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    assert_eq!(listed(desk, &id).await, stand("asked", "asked"));
    let envelope = desk.get(&at(&token)).send().await.is(200);
    assert_eq!(
        (&envelope["consents"], &envelope["title"]["en"]),
        (&json!([]), &json!("Consents")),
        "a link alone says no words"
    );
    let seen = read(desk, &token).await;
    let asked: Vec<_> =
        seen["consents"].as_array().unwrap().iter().map(|one| [&one["code"], &one["required"]]).collect();
    assert_eq!(json!(asked), json!([["photo", false], ["trip", true]]));
    let body = seen["consents"][0]["body"].to_string();
    assert!(body.contains("Photographs: ") && body.contains("Sara Al-Said"), "{body}");
    assert_eq!((&seen["status"], &seen["values"]), (&json!("draft"), &json!({})));
    assert_eq!(put(desk, &token, "submit", both("refused", "accepted")).await.is(200)["status"], "submitted");
    assert_eq!(listed(desk, &id).await, stand("refused", "accepted"));
    assert_eq!(states(desk).await, ["signed"]);
    // The signed paper has the answer below each; what was accepted stands in the record.
    let asked = json!({ "token": token, "grant": grant(desk, &token).await, "final": true });
    let pdf = desk.post("/v1/oa/public/consent_pdf", asked).send().await;
    pdf.is(200);
    let drawn = String::from_utf8_lossy(&pdf.body).into_owned();
    let (photo, trip) = (drawn.find("Photographs: ").unwrap(), drawn.find("Trips: ").unwrap());
    let (refused, accepted) = (drawn.find("Answer: refused").unwrap(), drawn.find("Answer: accepted").unwrap());
    assert!(photo < refused && refused < trip && trip < accepted, "{drawn}");
    let signed = "SELECT body FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"signed\"%'";
    let signed: Value = serde_json::from_str(&texts(desk, signed).await[0]).unwrap();
    assert_eq!(signed["agreed"].as_array().unwrap().len(), 1);
    assert_eq!(signed["agreed"][0]["code"], "trip");
    // The same again is the same; anything else is another answer.
    assert_eq!(put(desk, &token, "submit", both("refused", "accepted")).await.is(200)["status"], "submitted");
    assert_eq!(put(desk, &token, "submit", both("accepted", "accepted")).await.is(409)["messageId"], "A021");
    assert_eq!(put(desk, &token, "save", both("accepted", "accepted")).await.is(409)["messageId"], "A021");
    assert_eq!((desk.count("consents").await, listed(desk, &id).await), (2, stand("refused", "accepted")));
    assert_eq!(read(desk, &token).await["values"], both("refused", "accepted"));
    records_are_whole(desk).await;
    is_proved(desk).await;
}

async fn a_draft_is_kept_and_nothing_is_said_before_the_signature(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    assert_eq!(put(desk, &token, "save", json!({ "photo": "accepted" })).await.is(200)["status"], "draft");
    assert_eq!(read(desk, &token).await["values"], json!({ "photo": "accepted" }));
    assert_eq!((desk.count("consents").await, listed(desk, &id).await), (0, stand("asked", "asked")));
    let refused = put(desk, &token, "submit", json!({ "photo": "accepted" })).await.is(422);
    assert_eq!(
        (&refused["errors"][0]["path"], &refused["errors"][0]["code"]),
        (&json!("/values/trip"), &json!("required"))
    );
    assert_eq!(put(desk, &token, "save", json!({ "trip": "refused" })).await.is(200)["status"], "draft");
    assert_eq!(read(desk, &token).await["values"], json!({ "trip": "refused" }), "what is left out is chosen no more");
}

async fn what_is_not_asked_is_not_answered(desk: &Desk) {
    consenting(desk);
    let (_, token) = asked(desk).await;
    let mut more = both("accepted", "accepted");
    more["medical"] = "accepted".into();
    assert_eq!(put(desk, &token, "submit", more).await.is(422)["errors"][0]["path"], "/values");
    let form =
        json!({ "form_version": "000000000000", "locale": "ar", "action": "save", "grant": grant(desk, &token).await });
    let stale = desk.post(&at(&token), json!({ "values": {}, "formData": form })).send().await;
    assert_eq!(stale.is(409)["messageId"], "F004");
    let form = json!({ "form_version": "000000000000", "locale": "ar", "action": "save", "grant": "made up" });
    let unproved = desk.post(&at(&token), json!({ "values": {}, "formData": form })).send().await;
    assert_eq!(unproved.is(404)["messageId"], "L010");
}

async fn of_many_answers_at_once_one_counts(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    let (seen, grant) = (read(desk, &token).await, grant(desk, &token).await);
    let answer = |n: usize| {
        let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
        let form = json!({ "form_version": seen["form_version"], "locale": "en", "action": "submit", "grant": grant, "signatures": [signature] });
        let choice = if n.is_multiple_of(2) { "accepted" } else { "refused" };
        desk.post(&at(&token), json!({ "values": both(choice, choice), "formData": form }))
    };
    let got = join_all((0..12).map(|n| answer(n).send())).await;
    assert!(got.iter().all(|one| matches!(one.status.as_u16(), 200 | 409)), "{got:?}");
    assert_eq!(desk.count("consents").await, 2);
    let stood = listed(desk, &id).await;
    assert_eq!(stood[0].1, stood[1].1, "all of one answer");
    let same = got.iter().enumerate().filter(|(_, one)| one.status == 200).map(|(n, _)| n % 2);
    let won = usize::from(stood[0].1 == "refused");
    assert!(same.clone().count() > 0 && same.into_iter().all(|n| n == won), "whoever was told that it is done was");
}

async fn another_page_answers_no_consents(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    let seen = read(desk, &token).await;
    let signature = json!({ "typed_name": "Huda Al-Said", "agreed_text_hash": seen["text_sha256"], "document_hash": seen["document_sha256"] });
    for (page, name) in [("offer_letter", "offerLetterToken"), ("acceptance_letter", "acceptanceLetterToken")] {
        for (decision, signatures) in [("accept", json!([signature])), ("decline", json!([]))] {
            let form = json!({ "grant": grant(desk, &token).await, "locale": "en", "signatures": signatures });
            let values = json!({ "decision": decision, "decline_reason": "fees" });
            let got = desk
                .post(&format!("/v1/oa/public/{page}?{name}={token}"), json!({ "values": values, "formData": form }));
            assert_eq!(got.send().await.is(404)["messageId"], "L010", "{page} {decision}");
        }
    }
    assert_eq!((states(desk).await, listed(desk, &id).await), (vec!["released".to_owned()], stand("asked", "asked")));
}

/// An application whose place was booked, and the token of the consents that its family is asked for.
async fn booked(desk: &Desk, name: &str) -> (String, String) {
    let id = applied(desk, family(name, None)).await;
    let sql = format!("UPDATE submissions SET state = 'A/fee_due' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &sql).await.unwrap();
    desk.messages().await;
    go(desk, Role::Finance, &id, "B/consents_due", json!({ "reason_text": "Paid at the office" })).await.is(200);
    assert_eq!(listed(desk, &id).await, stand("never", "asked"), "what is needed alone");
    release(desk).await;
    let token = sent(desk).await.pop().expect("a link");
    (id, token)
}

async fn a_booking_asks_for_what_is_required_and_enrolling_needs_it(desk: &Desk) {
    consenting(desk);
    let (id, token) = booked(desk, "Sara Al-Said").await;
    put(desk, &token, "submit", json!({ "trip": "accepted" })).await.is(200);
    assert_eq!(stands(desk, &id).await, "B/originals_due", "it waits for the documents alone");
    let (id, token) = booked(desk, "Omar Al-Said").await;
    put(desk, &token, "submit", json!({ "trip": "refused" })).await.is(200);
    assert_eq!(stands(desk, &id).await, "B/consents_due", "a refusal gives nothing");
    go(desk, Role::Registrar, &id, "B/originals_due", json!({})).await.is(200);
    let refused = go(desk, Role::Registrar, &id, "C", json!({})).await.is(422);
    assert_eq!(refused["messageId"], "A015");
    assert!(refused["missing"].to_string().contains("Trips"), "{refused}");
    desk.clock.advance(1_000);
    ask(desk, &id, &["trip"]).await.is(201);
    release(desk).await;
    let again = sent(desk).await.pop().expect("a link");
    put(desk, &again, "submit", json!({ "trip": "accepted" })).await.is(200);
    let got = go(desk, Role::Registrar, &id, "C", json!({})).await;
    assert!(!got.json()["missing"].to_string().contains("Trips"), "{:?}", got.json());
}

/// Books the place of an application; how it stands then.
async fn book(desk: &Desk, id: &str) -> String {
    let sql = format!("UPDATE submissions SET state = 'A/fee_due' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &sql).await.unwrap();
    go(desk, Role::Finance, id, "B/consents_due", json!({ "reason_text": "Paid at the office" })).await.is(200);
    stands(desk, id).await
}

async fn a_booking_that_needs_no_consent_goes_on_by_itself(desk: &Desk) {
    lettered(desk, template("Welcome."));
    write(desk, "photo", &consent("Photographs", false));
    let none = applied(desk, family("Sara Al-Said", None)).await;
    assert_eq!(book(desk, &none).await, "B/originals_due", "none is needed");
    assert_eq!(states(desk).await, [""; 0], "and nobody is asked");
    write(desk, "trip", &consent("Trips", true));
    let given = applied(desk, family("Omar Al-Said", None)).await;
    desk.messages().await;
    ask(desk, &given, &["trip"]).await.is(201);
    release(desk).await;
    let token = sent(desk).await.pop().expect("a link");
    put(desk, &token, "submit", json!({ "trip": "accepted" })).await.is(200);
    assert_eq!(book(desk, &given).await, "B/originals_due", "what is needed is given already");
    assert_eq!(states(desk).await, ["signed"], "nobody is asked again");
    is_proved(desk).await;
}

async fn a_booking_whose_consents_cannot_be_asked_asks_somebody(desk: &Desk) {
    consenting(desk);
    let id = applied(desk, family("Sara Al-Said", None)).await;
    let unknown = "UPDATE submissions SET answers = CAST(REPLACE(CAST(answers AS TEXT), '2021-03-04', '') AS jsontext) WHERE school_id = $1";
    execute(&desk.db, "one", unknown).await.unwrap();
    assert_eq!(book(desk, &id).await, "B/consents_due");
    let tasks = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@consents_unprovable'";
    assert_eq!((number(&desk.db, "one", tasks).await, desk.count("family_letters").await), (1, 0));
}

async fn what_nobody_answered_in_time_is_over_and_asked_again(desk: &Desk) {
    consenting(desk);
    let (id, token) = booked(desk, "Sara Al-Said").await;
    let school = desk.registry.school(&SchoolId::parse("one").unwrap()).unwrap();
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 0, "before its day");
    desk.clock.advance(15 * crate::desk::DAY);
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 1);
    assert_eq!(desk.letters.expire_unanswered(&school).await.unwrap(), 0, "once");
    assert_eq!((states(desk).await, listed(desk, &id).await), (vec!["expired".to_owned()], stand("never", "never")));
    assert_eq!(desk.get(&at(&token)).send().await.is(404)["messageId"], "L010");
    let ended = "SELECT body FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"expired\"%'";
    assert_eq!(texts(desk, ended).await.len(), 1, "its record says so");
    records_are_whole(desk).await;
    ask(desk, &id, &["trip"]).await.is(201);
    release(desk).await;
    let token = sent(desk).await.pop().expect("a link");
    put(desk, &token, "submit", json!({ "trip": "accepted" })).await.is(200);
    assert_eq!(stands(desk, &id).await, "B/originals_due");
}

async fn a_consent_is_asked_once_at_a_time(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    let again = ask(desk, &id, &["trip"]).await.is(422);
    assert_eq!((&again["errors"][0]["path"], &again["errors"][0]["code"]), (&json!("/codes/0"), &json!("waiting")));
    let by_hand = desk.post(&format!("/v1/oa/enquiries/{id}/letters"), json!({ "code": "trip" })).staff(OFFICER);
    let by_hand = by_hand.send().await.is(422);
    assert_eq!((&by_hand["errors"][0]["path"], &by_hand["errors"][0]["code"]), (&json!("/code"), &json!("waiting")));
    assert_eq!(desk.count("family_letters").await, 1);
    put(desk, &token, "submit", both("refused", "accepted")).await.is(200);
    ask(desk, &id, &["photo"]).await.is(201);
}

async fn a_family_withdraws_its_own(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    put(desk, &token, "submit", both("accepted", "refused")).await.is(200);
    let huda = account(desk, Role::Guardian, "huda@example.org", true).await;
    let huda = huda.user_id().unwrap().clone();
    let sql =
        format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', '{huda}')");
    execute(&desk.db, "one", &sql).await.unwrap();
    let own = desk.get("/v1/oa/family/consents").staff(Role::Guardian).send().await.is(200);
    let items = own["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["child"]["name"]), (2, &json!("Sara Al-Said")));
    let of = |code: &str| items.iter().find(|one| one["code"] == code).unwrap()["id"].as_str().unwrap().to_owned();
    let withdraw = async |id: &str| {
        let asked = json!({ "reason": "We changed our minds" });
        desk.post(&format!("/v1/oa/family/consents/{id}/withdraw"), asked).staff(Role::Guardian).send().await
    };
    assert_eq!(withdraw("none").await.is(404)["messageId"], "A001");
    assert_eq!(withdraw(&of("trip")).await.is(404)["messageId"], "A001", "it was refused");
    desk.messages().await;
    let done = withdraw(&of("photo")).await.is(200);
    assert!(done["consent"]["withdrawn_at"].is_string());
    assert_eq!(withdraw(&of("photo")).await.is(200), done, "once");
    let all = desk.messages().await;
    let mails: Vec<_> = all.iter().filter(|mail| mail.template == "consent_withdrawn").collect();
    assert_eq!((mails.len(), mails[0].to.as_str()), (1, "huda@example.org"), "who gave it hears of it, once");
    let said = tenants::message::render(&desk.school("one"), "https://one.example", mails[0]).unwrap();
    assert!(said.text.contains("“Photographs”") && !said.text.contains("changed our minds"), "{}", said.text);
    assert_eq!(listed(desk, &id).await, stand("withdrawn", "refused"));
    let told = "SELECT COUNT(*) FROM timeline WHERE school_id = $1 AND to_value = 'consent_withdrawn'";
    assert_eq!(number(&desk.db, "one", told).await, 1);
    let file = desk.get(&format!("/v1/oa/family/consents/{}/file", of("photo"))).staff(Role::Guardian).send().await;
    assert_eq!((file.status.as_u16(), file.headers["content-type"].to_str().unwrap()), (200, "application/pdf"));
    // Whose account has it no more finds nothing.
    let sql = "DELETE FROM family_submissions WHERE school_id = $1";
    execute(&desk.db, "one", sql).await.unwrap();
    assert_eq!(desk.get("/v1/oa/family/consents").staff(Role::Guardian).send().await.is(200)["items"], json!([]));
    assert_eq!(withdraw(&of("photo")).await.is(404)["messageId"], "A001");
    let foreign = desk.get(&format!("/v1/oa/family/consents/{}/file", of("photo"))).staff(Role::Guardian).send().await;
    assert_eq!(foreign.is(404)["messageId"], "A001");
    is_proved(desk).await;
}

/// An application whose family accepted one of two consents, in an account; and how to withdraw it.
async fn given(desk: &Desk) -> (String, String) {
    consenting(desk);
    write(desk, "photo", &consent("Photos, e.g. of trips", false));
    let (id, token) = asked(desk).await;
    put(desk, &token, "submit", both("accepted", "refused")).await.is(200);
    let huda = account(desk, Role::Guardian, "huda@example.org", true).await;
    let huda = huda.user_id().unwrap().clone();
    desk.person("one", Role::AdmissionsOfficer).await;
    for sql in [
        &*format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', '{huda}')"),
        "UPDATE users SET email_verified_at = 1 WHERE school_id = $1 AND id = 'admissions_officer'",
        "UPDATE submissions SET owner_id = 'admissions_officer' WHERE school_id = $1",
    ] {
        execute(&desk.db, "one", sql).await.unwrap();
    }
    let own = desk.get("/v1/oa/family/consents").staff(Role::Guardian).send().await.is(200);
    let photo = own["items"].as_array().unwrap().iter().find(|one| one["code"] == "photo").unwrap()["id"].clone();
    desk.messages().await;
    (id, format!("/v1/oa/family/consents/{}/withdraw", photo.as_str().unwrap()))
}

async fn a_withdrawal_is_told_to_who_signed_and_to_the_office_where_nobody_can_be(desk: &Desk) {
    let (id, path) = given(desk).await;
    // Whoever has the account writes to another address first.
    let contact = json!({ "values": { "guardian_email": "other@example.org" }, "locale": "en" });
    let correct = desk.patch(&format!("/v1/oa/public/applications/{id}/contact"), contact);
    correct.staff(Role::Guardian).send().await.is(200);
    desk.messages().await;
    let withdraw = async || {
        desk.post(&path, json!({ "reason": "" })).staff(Role::Guardian).send().await.is(200);
        desk.messages().await
    };
    let all = withdraw().await;
    let to: Vec<_> = all.iter().filter(|one| one.template == "consent_withdrawn").map(|one| &*one.to).collect();
    assert_eq!(to, ["huda@example.org"], "who signed it");
    let notice = all.iter().find(|one| one.template == "rules_notice").expect("to who looks after it");
    let said = tenants::message::render(&desk.school("one"), "https://one.example", notice).unwrap();
    assert!(
        said.subject.starts_with("The family has withdrawn the consent “Photos, e.g. of trips”: "),
        "{}",
        said.subject
    );
    assert!(said.text.contains("\nSara · ") && !said.subject.contains("Sara"), "{} {}", said.subject, said.text);
    let asked = "SELECT CAST(params AS TEXT) FROM tasks WHERE school_id = $1 AND code = '@withdrawal_unconfirmed'";
    assert_eq!(texts(desk, asked).await.len(), 0);
    // As many as may be were sent there: somebody calls.
    execute(&desk.db, "one", "UPDATE consents SET withdrawn_at = NULL WHERE school_id = $1").await.unwrap();
    let full = "UPDATE allowances SET used = 100 WHERE school_id = $1 AND name LIKE 'withdrawal.target%'";
    execute(&desk.db, "one", full).await.unwrap();
    let all = withdraw().await;
    assert!(all.iter().all(|one| one.template != "consent_withdrawn"), "{all:?}");
    let asked = texts(desk, asked).await;
    assert!(asked.len() == 1 && asked[0].contains("Photos, e.g."), "{asked:?}");
}

async fn of_addresses_that_look_alike_none_is_told_of_a_withdrawal(desk: &Desk) {
    let (id, path) = given(desk).await;
    let contact = json!({ "values": { "guardian_email": "hala@example.org" }, "locale": "en" });
    let correct = desk.patch(&format!("/v1/oa/public/applications/{id}/contact"), contact);
    correct.staff(Role::Guardian).send().await.is(200);
    desk.messages().await;
    desk.post(&path, json!({ "reason": "" })).staff(Role::Guardian).send().await.is(200);
    let all = desk.messages().await;
    assert!(all.iter().all(|one| one.template != "consent_withdrawn"), "{all:?}");
    let asked = "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND code = '@withdrawal_unconfirmed'";
    assert_eq!(number(&desk.db, "one", asked).await, 1, "somebody of the office calls");
}

async fn other_words_make_an_answer_older(desk: &Desk) {
    consenting(desk);
    let (id, token) = asked(desk).await;
    put(desk, &token, "submit", both("accepted", "accepted")).await.is(200);
    write(desk, "photo", &consent("Photographs and films", false));
    assert_eq!(listed(desk, &id).await, stand("older", "accepted"));
}

async fn staff_ask_within_bounds(desk: &Desk) {
    consenting(desk);
    let id = applied(desk, family("Sara Al-Said", None)).await;
    for (codes, path) in
        [(vec![], "/codes"), (vec!["photo", "photo", "trip", "photo"], "/codes/2"), (vec!["offer"], "/codes/0")]
    {
        let got = ask(desk, &id, &codes).await.is(422);
        assert!(got["errors"][0]["path"].as_str().unwrap().starts_with("/codes"), "{codes:?} {path} {got}");
    }
    let days = json!({ "codes": ["photo"], "days": 91 });
    let path = format!("/v1/oa/enquiries/{id}/consents");
    assert_eq!(desk.post(&path, days).staff(OFFICER).send().await.is(422)["errors"][0]["path"], "/days");
    assert_eq!(desk.post(&path, json!({ "codes": ["photo"] })).staff(Role::Finance).send().await.status, 403);
    assert_eq!(desk.count("family_letters").await, 0);
    // A letter that is over was not answered.
    ask(desk, &id, &["photo"]).await.is(201);
    release(desk).await;
    let token = sent(desk).await.pop().expect("a link");
    desk.clock.advance(15 * crate::desk::DAY);
    assert_eq!(prove(desk, &token, "2021-03-04").await.is(404)["messageId"], "L010");
}
