//! Answers that the office lets a family change after sending: by a link or signed in, these alone, with everything that follows from them.

use admissions::enquiries::HISTORY;
use admissions::family::{DueKind, Family};
use futures_util::future::join_all;
use kernel::crypto::Secret;
use kernel::timeline::verify;
use serde_json::{Value, json};
use words::verdict::{Checked, Computed, Decision, Effect, EffectKind, Issue, Kind, Score};
use words::{Role, SchoolId};

use crate::applications::{ROUND, apply, applying, go, is_proved, view as application, why};
use crate::audiences::{join, sent as sent_to_health};
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::my_application::{enquiry, family, sent};
use crate::rules::Script;

on_both!(
    a_link_opens_the_named_fields_and_no_others,
    nothing_but_the_named_fields_is_another_afterwards,
    all_answers_are_judged_and_what_was_wrong_elsewhere_is_flagged,
    what_follows_from_the_answers_follows,
    the_rules_are_those_of_then,
    an_answer_that_does_not_show_any_more_goes_and_is_kept,
    what_was_corrected_meanwhile_is_not_overwritten,
    the_last_wrong_proof_ends_the_link_and_not_the_unlock,
    what_is_over_opens_nothing,
    nothing_is_opened_of_what_is_over,
    what_is_open_ends_with_the_submission,
    of_two_that_are_sent_at_once_one_counts,
    a_signed_in_family_changes_its_own,
    what_an_audience_alone_reads_is_told_to_nobody_else,
    another_address_is_told_to_the_one_before_it,
    what_can_be_opened_has_bounds,
    who_may_not_edit_opens_nothing,
    an_application_competes_where_its_answers_say,
    without_an_answer_to_ask_for_no_link_goes,
    a_letter_confirms_which_answers_came_and_never_what_they_say,
    strange_answers_are_refused_in_few_words,
);

const OFFICER: Role = Role::AdmissionsOfficer;
const PUBLIC: &str = "/v1/oa/public/unlocked";

fn unlocks_of(id: &str) -> String {
    format!("/v1/oa/enquiries/{id}/unlocks")
}

async fn record(desk: &Desk, role: Role, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200)["enquiry"].clone()
}

/// Lets the family change fields over the version that there is now.
async fn unlock(desk: &Desk, role: Role, id: &str, more: Value) -> Got {
    desk.clock.advance(1_000);
    let mut asked = json!({ "version": record(desk, Role::SchoolAdmin, id).await["version"], "notify": true });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk.post(&unlocks_of(id), asked).staff(role).send().await
}

/// The token of the newest link that went out.
async fn link(desk: &Desk) -> String {
    let messages = desk.messages().await;
    let letter = messages.into_iter().rfind(|one| one.template == "fields_unlocked").expect("a letter");
    assert_eq!(letter.to, "huda@example.org");
    let path = letter.params["path"].as_str().unwrap();
    path.strip_prefix("/student-encrypted/").expect("its address").to_owned()
}

async fn open(desk: &Desk, token: &str, proof: Option<&str>) -> Got {
    desk.post(&format!("{PUBLIC}/open"), json!({ "token": token, "proof": proof })).send().await
}

async fn granted(desk: &Desk, token: &str) -> String {
    open(desk, token, Some("2018-03-04")).await.is(200)["grant"].as_str().unwrap().to_owned()
}

async fn look(desk: &Desk, key: &Value) -> Got {
    desk.post(&format!("{PUBLIC}/view"), key.clone()).send().await
}

async fn change(desk: &Desk, key: &Value, version: i64, values: Value) -> Got {
    let mut body = json!({ "version": version, "values": values, "locale": "en" });
    body.as_object_mut().unwrap().extend(key.as_object().unwrap().clone());
    desk.put(&format!("{PUBLIC}/values"), body).send().await
}

/// Sara's submission, of which these fields are open, and a grant.
async fn opened(desk: &Desk, fields: &[&str]) -> (String, Value) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": fields })).await.is(201);
    let grant = granted(desk, &link(desk).await).await;
    (id, json!({ "grant": grant }))
}

/// A submission of the form with rules, of which these fields are open, and a grant.
async fn ruled(desk: &Desk, fields: &[&str]) -> (String, Value) {
    let mut document = forms::document("1.0.0");
    document["subject"] = json!({ "child.name": "child_name", "guardian.phone": "guardian_phone" });
    offer(desk, "1.0.0", &document);
    let values = json!({
        "child_name": "Sara", "message": "Peanuts", "guardian_email": "huda@example.org", "guardian_phone": "+96892345678",
    });
    desk.submit("ruled", values, None).await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": fields })).await.is(201);
    let opened = open(desk, &link(desk).await, Some("92345678")).await.is(200);
    (id, json!({ "grant": opened["grant"] }))
}

/// Publishes another version of the form with rules.
fn offer(desk: &Desk, version: &str, document: &Value) {
    let component = json!({ "version": version, "documents": { "ruled": document } }).to_string();
    let place = desk.bundle("one");
    let was = words::sha256_hex(&std::fs::read(place.join("plugins/rules.wasm")).unwrap());
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    let is = words::sha256_hex(component.as_bytes());
    std::fs::write(place.join("plugins/rules.wasm"), component).unwrap();
    std::fs::write(place.join("school.yaml"), yaml.replace(&was, &is)).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

async fn a_link_opens_the_named_fields_and_no_others(desk: &Desk) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let asked = json!({ "fields": ["points", "message"], "message": "Please count again.\r\n", "days": 3 });
    let told = unlock(desk, OFFICER, &id, asked).await.is(201)["unlock"].clone();
    // In the form's order, with labels; until the end of a day of the school.
    assert_eq!(
        told["fields"],
        json!([
            { "field": "message", "label": { "en": "Text of message", "ar": "Text of message" } },
            { "field": "points", "label": { "en": "Text of points", "ar": "Text of points" } },
        ])
    );
    assert_eq!(
        (&told["until"], &told["message"], &told["link_sent"], &told["open"], &told["created_by"]),
        (
            &json!("2026-11-24"),
            &json!("Please count again."),
            &json!(true),
            &json!(true),
            &json!("Name of admissions_officer")
        )
    );
    let letter = desk.messages().await.into_iter().rfind(|one| one.template == "fields_unlocked").unwrap();
    let said = tenants::message::render(&desk.school("one"), "https://one.example", &letter).unwrap();
    assert!(said.text.contains("24-Nov-2026") && said.text.contains("Please count again."), "{}", said.text);
    assert!(said.text.contains("https://one.example/student-encrypted/"), "{}", said.text);
    let token = letter.params["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let kept = format!("SELECT COUNT(*) FROM links WHERE school_id = $1 AND token_hash LIKE '%{token}%'");
    assert_eq!(number(&desk.db, "one", &kept).await, 0, "the token is kept by no row");

    let asked = open(desk, &token, None).await.is(200);
    assert_eq!((&asked["asks"], &asked["grant"]), (&json!("birth_date"), &Value::Null));
    let key = json!({ "grant": granted(desk, &token).await });
    let seen = look(desk, &key).await;
    for other in ["huda@example.org", "92345678", "2018-03-04"] {
        assert!(!String::from_utf8_lossy(&seen.body).contains(other), "{other} is not open");
    }
    let seen = seen.is(200)["application"].clone();
    assert_eq!(
        (&seen["person"], &seen["fields"], &seen["until"], &seen["message"], &seen["values"]),
        (
            &json!("Sara"),
            &json!(["message", "points"]),
            &json!("2026-11-24"),
            &json!("Please count again."),
            &json!({})
        )
    );
    let fields: Vec<&String> = seen["document"]["schema"]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["message", "points"]);
    assert_eq!(seen["document"]["steps"][0]["fields"], json!(["message", "points"]));

    change(desk, &key, 1, json!({ "points": "٧", "message": " Seven " })).await.is(200);
    let now = enquiry(desk).await;
    assert_eq!(
        now["values"],
        json!({
            "child_name": "Sara", "dob": "2018-03-04", "guardian_email": "huda@example.org", "guardian_phone": "+96892345678",
            "points": 7, "message": "Seven",
        })
    );
    let changes: Vec<(&Value, &Value)> =
        now["changes"].as_array().unwrap().iter().map(|one| (&one["field"], &one["before"])).collect();
    assert_eq!(changes, [(&json!("points"), &Value::Null), (&json!("message"), &Value::Null)]);
    let newest = now["timeline"].as_array().unwrap().iter().rev().take(2);
    let history: Vec<(&Value, &Value, &Value)> =
        newest.map(|one| (&one["kind"], &one["actor"]["id"], &one["to"])).collect();
    assert_eq!(
        history,
        [
            (&json!("answers"), &Value::Null, &json!("message, points")),
            (&json!("unlocked"), &json!("admissions_officer"), &json!("message, points")),
        ]
    );
    let secret = Secret::new(vec![7; 32]).unwrap();
    assert_eq!(verify(&desk.db, &scope("one"), &secret, &[HISTORY]).await.unwrap().broken, None);
    for action in ["enquiry.unlock", "application.answers"] {
        let sql = format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = '{action}'");
        assert_eq!(number(&desk.db, "one", &sql).await, 1, "{action}");
    }
    let listed = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200);
    assert_eq!((&listed["items"][0]["open"], &listed["items"][0]["closed_why"]), (&json!(false), &json!("sent")));
}

async fn nothing_but_the_named_fields_is_another_afterwards(desk: &Desk) {
    let (_, key) = opened(desk, &["message"]).await;
    let before = enquiry(desk).await["values"].clone();
    let refused = change(desk, &key, 1, json!({ "message": "x", "child_name": "Omar", "scan": "u", "none": 1 })).await;
    let refused = refused.refused(422, "F003");
    let at: Vec<(&Value, &Value)> =
        refused["errors"].as_array().unwrap().iter().map(|one| (&one["path"], &one["code"])).collect();
    let read_only = json!("readOnly");
    for field in ["/child_name", "/scan", "/none"] {
        assert!(at.contains(&(&json!(field), &read_only)), "{field}: {at:?}");
    }
    // The same value is refused as well: whoever has the link does not find out by it what stands there.
    change(desk, &key, 1, json!({ "message": "x", "child_name": "Sara" })).await.refused(422, "F003");
    assert_eq!(enquiry(desk).await["values"], before);
    // Nothing was used up by what was refused; and what is left out has no answer any more.
    change(desk, &key, 1, json!({ "message": "x" })).await.is(200);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": ["message", "points"] })).await.is(201);
    let key = json!({ "grant": granted(desk, &link(desk).await).await });
    change(desk, &key, 1, json!({})).await.is(200);
    assert_eq!(enquiry(desk).await["values"], before);
    assert_eq!(enquiry(desk).await["changes"][0]["before"], "x");
}

async fn all_answers_are_judged_and_what_was_wrong_elsewhere_is_flagged(desk: &Desk) {
    let (_, key) = ruled(desk, &["message", "points"]).await;
    let too_many = change(desk, &key, 1, json!({ "message": "x", "points": 101 })).await.refused(422, "F003");
    assert_eq!(
        (&too_many["errors"][0]["path"], &too_many["errors"][0]["code"]),
        (&json!("/points"), &json!("maximum"))
    );
    let wrong = |path: &str| Checked { errors: vec![Issue::error(path, "odd")], computed: Vec::new() };
    desk.rules.play(Script { checked: wrong("/message"), ..Script::default() });
    let odd = change(desk, &key, 1, json!({ "message": "x" })).await.refused(422, "F003");
    assert_eq!(odd["errors"][0]["path"], "/message");
    assert_eq!(enquiry(desk).await["values"]["message"], "Peanuts");
    desk.rules.asked.lock().clear();
    desk.rules.play(Script { checked: wrong("/child_name"), ..Script::default() });
    change(desk, &key, 1, json!({ "message": "Nuts" })).await.is(200);
    let asked = desk.rules.asked.lock().last().unwrap().values.clone();
    assert_eq!((&asked["child_name"], &asked["message"]), (&json!("Sara"), &json!("Nuts")), "all of them");
    let flagged = enquiry(desk).await["verdict"]["errors"][0].clone();
    assert_eq!((&flagged["path"], &flagged["severity"]), (&json!("/child_name"), &json!("warning")));
    // Rules that fail lose nothing.
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    let opened = open(desk, &link(desk).await, Some("92345678")).await.is(200);
    desk.rules.play(Script { check_fault: Some("timeout"), ..Script::default() });
    change(desk, &json!({ "grant": opened["grant"] }), 1, json!({ "message": "Fish" })).await.is(200);
    let now = enquiry(desk).await;
    assert_eq!((&now["values"]["message"], &now["plugin_failure"]["code"]), (&json!("Fish"), &json!("timeout")));
}

async fn what_follows_from_the_answers_follows(desk: &Desk) {
    let decided = |points, tag: &str| Decision {
        score: Some(Score { points, out_of: 10 }),
        effects: vec![Effect::new(EffectKind::Tag, tag)],
        ..Decision::default()
    };
    desk.rules.play(Script { decided: decided(3, "tag.early"), ..Script::default() });
    let (id, key) = ruled(desk, &["child_name", "guardian_phone"]).await;
    let other = json!({ "child_name": "Omar", "guardian_phone": "+96891111111" });
    desk.submit("trial", other, None).await.is(201);
    let found = async |query: &str| desk.list(query).await["total"].as_i64().unwrap();
    assert_eq!((found("q=sara").await, found("tag=tag.early").await, found("flag=duplicate").await), (1, 1, 0));
    let computed = vec![Computed::new("sum", "label", Kind::Number, 7)];
    let checked = Checked { errors: Vec::new(), computed };
    desk.rules.play(Script { checked, decided: decided(8, "tag.late"), ..Script::default() });
    change(desk, &key, 1, json!({ "child_name": "Layla", "guardian_phone": "+96891111111" })).await.is(200);
    let now = record(desk, OFFICER, &id).await;
    assert_eq!(
        (&now["person"], &now["score"]["points"], &now["tags"], &now["flags"]),
        (&json!("Layla"), &json!(8), &json!(["tag.late"]), &json!(["duplicate"]))
    );
    assert_eq!(now["verdict"]["computed"][0]["value"], 7);
    assert_eq!(now["persons"][0]["name"], "Layla");
    for (query, count) in
        [("q=sara", 0), ("q=layla", 1), ("q=92345678", 0), ("q=91111111", 2), ("tag=tag.early", 0), ("tag=tag.late", 1)]
    {
        assert_eq!(found(query).await, count, "{query}");
    }
    let reference = now["reference"].as_str().unwrap();
    assert_eq!(found(&format!("q={reference}")).await, 1, "it is still found by its reference");
}

async fn the_rules_are_those_of_then(desk: &Desk) {
    let (_, key) = ruled(desk, &["message"]).await;
    let mut document = forms::document("2.0.0");
    document["schema"]["properties"]["message"]["maxLength"] = 3.into();
    offer(desk, "2.0.0", &document);
    desk.rules.asked.lock().clear();
    let seen = look(desk, &key).await.is(200)["application"].clone();
    assert_eq!(seen["document"]["schema"]["properties"]["message"]["maxLength"], 8000);
    change(desk, &key, 1, json!({ "message": "Longer than three" })).await.is(200);
    let asked = desk.rules.asked.lock().clone();
    assert!(!asked.is_empty() && asked.iter().all(|call| call.plugin.version == "1.0.0" && call.component.is_some()));
    assert_eq!(enquiry(desk).await["form_version"], "1.0.0");
}

async fn an_answer_that_does_not_show_any_more_goes_and_is_kept(desk: &Desk) {
    let mut document = forms::document("1.0.0");
    let fields = &mut document["schema"]["properties"];
    let why = json!({ "type": "string", "title": "message", "maxLength": 60 });
    fields["sick"] = json!({ "type": "boolean", "title": "message" });
    fields["dob"] = json!({ "type": "string", "format": "date", "title": "message" });
    document["schema"]["allOf"] = json!([{
        "if": { "properties": { "sick": { "const": true } }, "required": ["sick"] },
        "then": { "properties": { "why": why }, "required": ["why"] },
    }]);
    document["steps"][0]["fields"].as_array_mut().unwrap().extend(["sick".into(), "why".into(), "dob".into()]);
    document["subject"] = json!({ "child.name": "child_name", "child.dob": "dob" });
    forms::write(&desk.bundle("one").join("forms/trial.json"), &document);
    let values = json!({ "child_name": "Sara", "dob": "2018-03-04", "sick": true, "why": "Flu", "guardian_email": "huda@example.org" });
    desk.submit("trial", values, None).await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let choices = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200)["choices"].clone();
    let names: Vec<&str> = choices.as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["child_name", "guardian_email", "guardian_phone", "message", "points", "sick", "why", "dob"],
        "no files"
    );
    assert_eq!(choices[0]["step"]["en"], "Text of step.all");
    unlock(desk, OFFICER, &id, json!({ "fields": ["sick"] })).await.is(201);
    let key = json!({ "grant": granted(desk, &link(desk).await).await });
    change(desk, &key, 1, json!({ "sick": false })).await.is(200);
    let now = enquiry(desk).await;
    assert_eq!((&now["values"]["sick"], now["values"].get("why")), (&json!(false), None));
    assert_eq!((&now["changes"][0]["field"], &now["changes"][0]["before"]), (&json!("why"), &json!("Flu")));
    let shown = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200)["choices"].clone();
    assert!(!shown.to_string().contains("\"why\""), "what does not show is not opened: {shown}");
    // It shows again: what a question opens is shown with it, and asked for.
    unlock(desk, OFFICER, &id, json!({ "fields": ["sick"] })).await.is(201);
    let key = json!({ "grant": granted(desk, &link(desk).await).await });
    let seen = look(desk, &key).await.is(200)["application"].clone();
    assert_eq!(seen["fields"], json!(["sick", "why"]));
    assert_eq!(seen["document"]["schema"]["allOf"][0]["then"]["required"], json!(["why"]));
    let refused = change(desk, &key, 1, json!({ "sick": true })).await.refused(422, "F003");
    assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!("/why"), &json!("required")));
    change(desk, &key, 1, json!({ "sick": true, "why": "Flu again" })).await.is(200);
    assert_eq!(enquiry(desk).await["values"]["why"], "Flu again");
}

async fn what_was_corrected_meanwhile_is_not_overwritten(desk: &Desk) {
    let (_, _, path) = sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": ["guardian_phone", "message"] })).await.is(201);
    let key = json!({ "grant": granted(desk, &link(desk).await).await });
    assert_eq!(look(desk, &key).await.is(200)["application"]["version"], 1);
    let correct = json!({ "values": { "guardian_phone": "+96893333333" }, "locale": "en" });
    desk.patch(&format!("{path}/contact"), correct).family().send().await.is(200);
    let typed = json!({ "guardian_phone": "+96892345678", "message": "x" });
    change(desk, &key, 1, typed.clone()).await.refused(409, "A003");
    let seen = look(desk, &key).await.is(200)["application"].clone();
    assert_eq!(
        (&seen["version"], &seen["values"]["guardian_phone"]),
        (&json!(2), &json!("+96893333333")),
        "as it was corrected"
    );
    change(desk, &key, 2, typed).await.is(200);
    let now = enquiry(desk).await;
    assert_eq!((&now["values"]["guardian_phone"], &now["corrections"]), (&json!("+96892345678"), &json!([])));
    // What the office does meanwhile is no business of the family's.
    unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    let key = json!({ "grant": granted(desk, &link(desk).await).await });
    let version = enquiry(desk).await["version"].clone();
    let comment = json!({ "version": version, "comment": "Called them" });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), comment).send().await.is(200);
    change(desk, &key, 1, json!({ "message": "y" })).await.is(200);
}

async fn the_last_wrong_proof_ends_the_link_and_not_the_unlock(desk: &Desk) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    let token = link(desk).await;
    let key = json!({ "grant": granted(desk, &token).await });
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(open(desk, &token, Some("2018-03-05")).await.refused(422, "L004")["tries_left"], left);
    }
    open(desk, &token, Some("2018-03-04")).await.refused(404, "L010");
    look(desk, &key).await.refused(404, "L010");
    let listed = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200);
    assert_eq!(listed["items"][0]["open"], true, "who is signed in changes it still");
    // At once as one after another.
    unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    let token = link(desk).await;
    let got = join_all((0..20).map(|day| {
        let token = token.clone();
        async move { open(desk, &token, Some(&format!("2018-04-{:02}", day + 1))).await.status }
    }))
    .await;
    assert_eq!(got.iter().filter(|status| **status == 422).count(), 5, "{got:?}");
}

async fn what_is_over_opens_nothing(desk: &Desk) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let dead = open(desk, "x", Some("2018-03-04")).await;
    dead.refused(404, "L010");
    let is_dead = async |token: &str, key: &Value| {
        let change = change(desk, key, 1, json!({ "message": "z" })).await;
        for got in [open(desk, token, Some("2018-03-04")).await, look(desk, key).await, change] {
            assert_eq!((got.status, &got.body), (dead.status, &dead.body));
        }
    };
    let begin = async || {
        let told = unlock(desk, OFFICER, &id, json!({ "fields": ["message"], "days": 1 })).await.is(201);
        let token = link(desk).await;
        let key = json!({ "grant": granted(desk, &token).await });
        (told["unlock"]["id"].as_str().unwrap().to_owned(), token, key)
    };
    let whys = async || {
        let listed = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200);
        let items = listed["items"].as_array().unwrap().clone();
        items.iter().map(|one| one["closed_why"].as_str().unwrap_or("-").to_owned()).collect::<Vec<_>>()
    };
    // Used, replaced, ended by the office.
    let (_, token, key) = begin().await;
    change(desk, &key, 1, json!({ "message": "x" })).await.is(200);
    is_dead(&token, &key).await;
    let (_, token, key) = begin().await;
    let (unlock_id, newest, newest_key) = begin().await;
    is_dead(&token, &key).await;
    look(desk, &newest_key).await.is(200);
    let end = || desk.delete(&format!("{}/{unlock_id}", unlocks_of(&id))).staff(OFFICER);
    end().send().await.is(200);
    is_dead(&newest, &newest_key).await;
    end().send().await.refused(404, "A001");
    assert_eq!(whys().await, ["withdrawn", "replaced", "sent"]);
    // Its hour, its day, another school.
    let (_, token, key) = begin().await;
    desk.clock.advance(60 * 60 * 1000);
    let stale = look(desk, &key).await;
    assert_eq!((stale.status, &stale.body), (dead.status, &dead.body), "the grant's hour is over");
    let there = desk.post(&format!("{PUBLIC}/open"), json!({ "token": token, "proof": "2018-03-04" })).school("two");
    let there = there.send().await;
    assert_eq!((there.status, &there.body), (dead.status, &dead.body));
    // 2026-11-22, one minute before and at midnight in Muscat.
    desk.clock.advance(11 * 60 * 60 * 1000 - 60_000 + DAY);
    let key = json!({ "grant": granted(desk, &token).await });
    look(desk, &key).await.is(200);
    desk.clock.advance(60_000);
    is_dead(&token, &key).await;
    let listed = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200);
    assert_eq!((&listed["items"][0]["open"], &listed["items"][0]["until"]), (&json!(false), &json!("2026-11-22")));
}

async fn nothing_is_opened_of_what_is_over(desk: &Desk) {
    applying(desk, ROUND);
    let fields = || json!({ "fields": ["grade"] });
    let id = apply(desk, "Sara", "kg1").await;
    for over in ["R/school", "R/withdrawn", "C"] {
        let stands = format!("UPDATE submissions SET state = '{over}' WHERE school_id = $1 AND id = '{id}'");
        assert_eq!(execute(&desk.db, "one", &stands).await.unwrap(), 1);
        unlock(desk, OFFICER, &id, fields()).await.refused(422, "A012");
    }
    let sent = desk.submit("trial", json!({ "child_name": "Omar" }), None).await.reference();
    let closed = desk.list(&format!("q={sent}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let close = json!({ "version": 1, "state": "lost", "reason": "no_place" });
    desk.patch(&format!("/v1/oa/enquiries/{closed}"), close).staff(OFFICER).send().await.is(200);
    unlock(desk, OFFICER, &closed, json!({ "fields": ["message"] })).await.refused(422, "A012");
    assert_eq!(desk.count("unlocks").await, 0);
    let reopen = json!({ "version": 2, "state": "contacted" });
    desk.patch(&format!("/v1/oa/enquiries/{closed}"), reopen).staff(OFFICER).send().await.is(200);
    unlock(desk, OFFICER, &closed, json!({ "fields": ["message"] })).await.is(201);
}

async fn what_is_open_ends_with_the_submission(desk: &Desk) {
    applying(desk, ROUND);
    for (name, over) in [("Sara", "C"), ("Omar", "R/school"), ("Zaid", "R/duplicate")] {
        let id = apply(desk, name, "kg1").await;
        if over == "C" {
            let stands =
                format!("UPDATE submissions SET state = 'B/originals_due' WHERE school_id = $1 AND id = '{id}'");
            execute(&desk.db, "one", &stands).await.unwrap();
        }
        unlock(desk, OFFICER, &id, json!({ "fields": ["grade"] })).await.is(201);
        let token = link(desk).await;
        let key = json!({ "grant": open(desk, &token, Some("2021-03-04")).await.is(200)["grant"] });
        look(desk, &key).await.is(200);
        go(desk, Role::SchoolAdmin, &id, over, why()).await.is(200);
        let dead = open(desk, "x", Some("2021-03-04")).await;
        for got in [
            look(desk, &key).await,
            change(desk, &key, 1, json!({ "grade": "g1" })).await,
            open(desk, &token, None).await,
        ] {
            assert_eq!((got.status, &got.body), (dead.status, &dead.body), "{over}");
        }
        let listed = desk.get(&unlocks_of(&id)).staff(OFFICER).send().await.is(200);
        assert_eq!((&listed["items"][0]["open"], &listed["items"][0]["closed_why"]), (&json!(false), &json!("over")));
    }
    // An enquiry's too.
    let sent = desk.submit("trial", json!({ "child_name": "Omar" }), None).await.reference();
    let closed = desk.list(&format!("q={sent}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    unlock(desk, OFFICER, &closed, json!({ "fields": ["message"] })).await.is(201);
    let close = json!({ "version": 2, "state": "lost", "reason": "no_place" });
    desk.patch(&format!("/v1/oa/enquiries/{closed}"), close).staff(OFFICER).send().await.is(200);
    let listed = desk.get(&unlocks_of(&closed)).staff(OFFICER).send().await.is(200);
    assert_eq!(listed["items"][0]["closed_why"], "over");
}

async fn of_two_that_are_sent_at_once_one_counts(desk: &Desk) {
    let (_, key) = opened(desk, &["message"]).await;
    let all = join_all((0..6).map(|n| {
        let key = key.clone();
        async move { change(desk, &key, 1, json!({ "message": format!("message {n}") })).await.status.as_u16() }
    }))
    .await;
    assert_eq!(all.iter().filter(|status| **status == 200).count(), 1, "{all:?}");
    assert_eq!(all.iter().filter(|status| **status == 404).count(), 5, "{all:?}");
    assert_eq!(desk.count("answer_changes").await, 1);
}

async fn a_signed_in_family_changes_its_own(desk: &Desk) {
    crate::my_application::telling(desk);
    let values = crate::my_application::sara();
    desk.submit_as("trial", values, None, "the-key-of-the-first").staff(Role::Guardian).send().await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let own = json!({ "key": id });
    let seen = async |role: Role| desk.post(&format!("{PUBLIC}/view"), own.clone()).staff(role).send().await;
    seen(Role::Guardian).await.refused(404, "L010");
    let page = format!("/v1/oa/public/applications/{id}");
    let told =
        async || desk.get(&page).staff(Role::Guardian).send().await.is(200)["application"]["unlocked_until"].clone();
    assert_eq!(told().await, Value::Null);
    let asked = json!({ "fields": ["message"], "notify": false });
    assert_eq!(unlock(desk, OFFICER, &id, asked).await.is(201)["unlock"]["link_sent"], false);
    assert!(desk.messages().await.iter().all(|one| one.template != "fields_unlocked"));
    assert_eq!(told().await, "2026-11-28");
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    let home = Family::new(desk.forms.clone(), desk.identity.clone()).home(&caller, &desk.school("one")).await.unwrap();
    let due: Vec<_> = home.due.iter().map(|one| (one.kind, one.on.as_deref())).collect();
    assert!(due.contains(&(DueKind::OpenAnswers, Some("2026-11-28"))), "on its page, too: {due:?}");
    seen(Role::Student).await.refused(404, "L010");
    seen(Role::SchoolAdmin).await.refused(404, "L010");
    look(desk, &own).await.refused(404, "L010");
    assert_eq!(seen(Role::Guardian).await.is(200)["application"]["version"], 1);
    for both in [json!({ "key": id, "grant": "x" }), json!({})] {
        desk.post(&format!("{PUBLIC}/view"), both).staff(Role::Guardian).send().await.refused(400, "R001");
    }
    let body = json!({ "key": id, "version": 1, "values": { "message": "Here" }, "locale": "ar" });
    let put = |role: Role| desk.put(&format!("{PUBLIC}/values"), body.clone()).staff(role);
    put(Role::Student).send().await.refused(404, "L010");
    put(Role::Guardian).send().await.is(200);
    put(Role::Guardian).send().await.refused(404, "L010");
    assert_eq!((&enquiry(desk).await["values"]["message"], told().await), (&json!("Here"), Value::Null));
}

async fn what_an_audience_alone_reads_is_told_to_nobody_else(desk: &Desk) {
    let (id, _) = sent_to_health(desk, &[]).await;
    desk.person("one", Role::SchoolAdmin).await;
    let asked = json!({ "fields": ["message", "points"], "message": "About the peanuts", "notify": false });
    let refused = unlock(desk, OFFICER, &id, asked.clone()).await.refused(422, "F003");
    assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!("/fields/0"), &json!("enum")));
    join(desk, Role::SchoolAdmin).await;
    unlock(desk, Role::SchoolAdmin, &id, asked).await.is(201);
    let listed = async |role: Role| desk.get(&unlocks_of(&id)).staff(role).send().await.is(200);
    let members = listed(Role::SchoolAdmin).await["items"][0].clone();
    assert_eq!((members["fields"].as_array().unwrap().len(), &members["hides"]), (2, &json!(false)));
    let others = listed(OFFICER).await;
    assert!(
        !others.to_string().contains("\"message\",\"label\"") && !others.to_string().contains("peanuts"),
        "{others}"
    );
    assert_eq!((&others["items"][0]["hides"], &others["items"][0]["message"]), (&json!(true), &json!("")));
    // As its account, which the submission is given to.
    desk.person("one", Role::Guardian).await;
    let give =
        format!("INSERT INTO family_submissions (school_id, submission_id, user_id) VALUES ($1, '{id}', 'guardian')");
    execute(&desk.db, "one", &give).await.unwrap();
    let body =
        json!({ "key": id, "version": 1, "values": { "message": "zanzibar cashews", "points": 3 }, "locale": "en" });
    desk.put(&format!("{PUBLIC}/values"), body).staff(Role::Guardian).send().await.is(200);
    let seen = record(desk, OFFICER, &id).await;
    let mut told = seen.clone();
    told.as_object_mut().unwrap().remove("document");
    assert!(!told.to_string().contains("zanzibar"), "{told}");
    assert_eq!(seen["changes"].as_array().unwrap().len(), 1);
    let kinds: Vec<(&Value, &Value)> =
        seen["timeline"].as_array().unwrap().iter().map(|one| (&one["kind"], &one["to"])).collect();
    assert!(kinds.contains(&(&json!("answers"), &json!("points"))), "{kinds:?}");
    let member = record(desk, Role::SchoolAdmin, &id).await;
    assert_eq!(member["changes"].as_array().unwrap().len(), 2);
    assert!(member["values"]["message"].as_str().unwrap().contains("cashews"));
}

async fn another_address_is_told_to_the_one_before_it(desk: &Desk) {
    let (_, key) = opened(desk, &["guardian_email"]).await;
    let wrong = change(desk, &key, 1, json!({ "guardian_email": "no address" })).await.refused(422, "F003");
    assert_eq!(wrong["errors"][0]["path"], "/guardian_email");
    change(desk, &key, 1, json!({ "guardian_email": "new@example.org" })).await.is(200);
    let told: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "contact_changed").collect();
    assert_eq!((told.len(), told[0].to.as_str()), (1, "huda@example.org"));
}

async fn what_can_be_opened_has_bounds(desk: &Desk) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let fields = json!(["message"]);
    let long = "ع".repeat(1_001);
    for (asked, path, code) in [
        (json!({ "fields": [] }), "/fields", "minItems"),
        (json!({ "fields": vec!["message"; 41] }), "/fields", "maxItems"),
        (json!({ "fields": ["message", "nothing"] }), "/fields/1", "enum"),
        (json!({ "fields": ["scan"] }), "/fields/0", "enum"),
        (json!({ "fields": fields, "days": 0 }), "/days", "minimum"),
        (json!({ "fields": fields, "days": 31 }), "/days", "maximum"),
        (json!({ "fields": fields, "message": long }), "/message", "maxLength"),
    ] {
        let refused = unlock(desk, OFFICER, &id, asked).await.refused(422, "F003");
        assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!(path), &json!(code)));
    }
    let stale = json!({ "version": 1, "fields": fields });
    unlock(desk, OFFICER, &id, json!({ "fields": fields })).await.is(201);
    desk.post(&unlocks_of(&id), stale).staff(OFFICER).send().await.refused(409, "A003");
    let many = "INSERT INTO unlocks (school_id, id, submission_id, fields, message, until, is_mailed, version, created_by, created_at, closed_at, closed_why)
         SELECT k.school_id, k.id || '-' || n.value, k.submission_id, k.fields, k.message, k.until, k.is_mailed, k.version, k.created_by, k.created_at, 1, 'sent'
         FROM unlocks k CROSS JOIN json_each(CAST('LIST' AS TEXT)) n WHERE k.school_id = $1";
    let list: Vec<String> = (0..199).map(|n| format!("\"n{n}\"")).collect();
    execute(&desk.db, "one", &many.replace("LIST", &format!("[{}]", list.join(",")))).await.unwrap();
    let full = unlock(desk, OFFICER, &id, json!({ "fields": fields })).await.refused(422, "F003");
    assert_eq!(full["errors"][0]["code"], "maxItems");
}

async fn who_may_not_edit_opens_nothing(desk: &Desk) {
    sent(desk).await;
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let told = unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    let ended = format!("{}/{}", unlocks_of(&id), told["unlock"]["id"].as_str().unwrap());
    unlock(desk, Role::Auditor, &id, json!({ "fields": ["message"] })).await.refused(403, "A002");
    desk.delete(&ended).staff(Role::Auditor).send().await.refused(403, "A002");
    desk.get(&unlocks_of(&id)).staff(Role::Auditor).send().await.refused(404, "A001");
    desk.get(&unlocks_of(&id)).send().await.refused(401, "L014");
    desk.submit("hidden", json!({ "child_name": "Omar" }), None).await.is(201);
    let hidden = desk.list("form=hidden").await["items"][0]["id"].as_str().unwrap().to_owned();
    desk.get(&unlocks_of(&hidden)).staff(OFFICER).send().await.refused(404, "A001");
    unlock(desk, OFFICER, &hidden, json!({ "fields": ["message"] })).await.refused(404, "A001");
    let elsewhere = format!("{}/{}", unlocks_of(&hidden), told["unlock"]["id"].as_str().unwrap());
    desk.delete(&elsewhere).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
}

async fn an_application_competes_where_its_answers_say(desk: &Desk) {
    applying(desk, ROUND);
    let change_grade = async |id: &str, grade: &str| {
        unlock(desk, OFFICER, id, json!({ "fields": ["grade"] })).await.is(201);
        let opened = open(desk, &link(desk).await, Some("2021-03-04")).await.is(200);
        let key = json!({ "grant": opened["grant"] });
        assert_eq!(look(desk, &key).await.is(200)["application"]["registration_id"].as_str().unwrap().len(), 11);
        change(desk, &key, 1, json!({ "grade": grade })).await.is(200);
    };
    let waits = apply(desk, "Sara", "kg1").await;
    change_grade(&waits, "g1").await;
    let seen = application(desk, OFFICER, &waits).await;
    assert_eq!((&seen["bucket"], &seen["status"]), (&json!("g1"), &json!("W")));
    assert_eq!(record(desk, OFFICER, &waits).await["grade"]["label"]["en"], "Text of grade.g1");
    let assessed = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &assessed, "S/to_schedule", why()).await.is(200);
    change_grade(&assessed, "g1").await;
    let stays = application(desk, OFFICER, &assessed).await;
    assert_eq!(
        (&stays["bucket"], &stays["answers_place"]["bucket"]),
        (&json!("kg1"), &json!("g1")),
        "the office has it there"
    );
    assert_eq!(record(desk, OFFICER, &assessed).await["grade"]["label"]["en"], "Text of grade.g1");
    // Nor does it go where no family is let in any more.
    let late = apply(desk, "Zaid", "kg1").await;
    desk.clock.advance(300 * DAY);
    change_grade(&late, "g1").await;
    let seen = application(desk, OFFICER, &late).await;
    assert_eq!((&seen["bucket"], &seen["status"]), (&json!("kg1"), &json!("W")));
    assert_eq!(seen["answers_place"]["bucket"], "g1", "somebody is asked");
    assert_eq!(record(desk, OFFICER, &late).await["grade"]["label"]["en"], "Text of grade.g1");
    is_proved(desk).await;
}

async fn without_an_answer_to_ask_for_no_link_goes(desk: &Desk) {
    desk.submit("trial", json!({ "child_name": "Sara", "guardian_email": "huda@example.org" }), None).await.is(201);
    let id = enquiry(desk).await["id"].as_str().unwrap().to_owned();
    let told = unlock(desk, OFFICER, &id, json!({ "fields": ["message"] })).await.is(201);
    assert_eq!((&told["unlock"]["link_sent"], &told["unlock"]["open"]), (&json!(false), &json!(true)));
    assert!(desk.messages().await.iter().all(|one| one.template != "fields_unlocked"));
    assert_eq!(desk.count("links").await, 0);
}

async fn a_letter_confirms_which_answers_came_and_never_what_they_say(desk: &Desk) {
    let (id, key) = opened(desk, &["message", "child_name"]).await;
    let told = change(desk, &key, 1, json!({ "message": "Peanuts", "child_name": "Sara Noor" })).await.is(200);
    let answers: Vec<_> = told["answers"].as_array().unwrap().iter().map(|one| one["en"].as_str().unwrap()).collect();
    assert_eq!(answers, ["Text of child_name", "Text of message"]);
    let reference = record(desk, OFFICER, &id).await["reference"].clone();
    assert_eq!((&told["number"], &told["mailed"]), (&reference, &json!(true)));
    let letters: Vec<_> = desk.messages().await.into_iter().filter(|one| one.template == "answers_received").collect();
    let [letter] = &letters[..] else { panic!("one letter: {letters:?}") };
    assert_eq!(letter.to, "huda@example.org");
    assert_eq!(letter.params["answers"], "• Text of child_name\n• Text of message");
    assert_eq!((&letter.params["reference"], &letter.params["day"]), (&reference, &json!("21-Nov-2026")));
    assert!(letter.params["path"].as_str().unwrap().starts_with("/my-application#token="));
    let said = json!(letter.params).to_string();
    assert!(!said.contains("Peanuts"), "{said}");
}

async fn strange_answers_are_refused_in_few_words(desk: &Desk) {
    let (_, key) = opened(desk, &["message"]).await;
    let version = look(desk, &key).await.is(200)["application"]["version"].as_i64().unwrap();
    let strange: serde_json::Map<String, Value> = (0..15_000).map(|n| (format!("strange_{n}"), n.into())).collect();
    let got = change(desk, &key, version, Value::Object(strange)).await;
    let issues = got.refused(422, "F003")["errors"].as_array().unwrap().len();
    assert!((1..=40).contains(&issues), "{issues}");
    assert!(got.body.len() < 16 << 10, "{}", got.body.len());
}
