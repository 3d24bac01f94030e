//! Another child of a family, a form that staff fill in for one, and an enquiry that becomes an application.

use admissions::enquiries::HISTORY;
use futures_util::future::join_all;
use kernel::crypto::Secret;
use kernel::timeline::verify;
use serde_json::{Value, json};
use words::{Clock, Role, SchoolId};

use crate::audiences::join;
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::my_application::{granted, token_of};
use crate::pictures::pdf;

on_both!(
    another_child_s_form_begins_with_what_is_the_family_s,
    another_child_s_form_begins_with_the_family_s_library,
    a_draft_that_names_no_child_yet_is_opened_again,
    a_brother_who_applies_no_more_is_no_sibling_who_applies,
    what_is_not_theirs_begins_nothing,
    a_file_that_was_refused_is_not_given_again,
    what_staff_fill_in_is_the_family_s_all_the_same,
    nobody_asks_staff_whether_they_are_a_person,
    staff_file_late_who_may_move_applications,
    an_enquiry_becomes_an_application_once,
    a_family_goes_on_by_its_link,
    what_staff_began_is_mailed_to_nobody,
    what_is_kept_for_an_audience_begins_nothing,
    a_closed_enquiry_becomes_none,
    of_two_who_convert_at_once_both_have_one_draft,
    a_draft_that_is_over_makes_room_for_another,
    what_is_no_enquiry_becomes_none,
    what_a_grant_began_opens_as_long_as_its_link,
    what_staff_began_opens_for_who_may_work_on_it,
);

const OFFICER: Role = Role::AdmissionsOfficer;

/// An application form that says what is the family's, and an enquiry that calls the same things otherwise.
fn offering(desk: &Desk) {
    let mut apply = forms::document("1.0.0");
    let grade = json!({ "type": "string", "title": "grade", "oneOf": [{ "const": "kg1", "title": "grade.kg1" }] });
    let dob = json!({ "type": "string", "format": "date", "title": "dob" });
    let year = json!({ "type": "string", "title": "year", "maxLength": 20 });
    for (name, schema) in [("grade", grade), ("dob", dob), ("year", year)] {
        apply["schema"]["properties"][name] = schema;
        apply["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    for language in ["en", "ar"] {
        for key in ["grade", "grade.kg1", "dob", "year"] {
            apply["texts"][language][key] = format!("Text of {key}").into();
        }
    }
    apply["subject"] = json!({
        "child.name": "child_name", "child.dob": "dob", "child.grade": "grade", "child.school_year": "year",
        "guardian.email": "guardian_email", "guardian.phone": "guardian_phone",
    });
    let ask = apply.to_string().replace("guardian_email", "parent_mail").replace("child_name", "pupil");
    let ask: Value = serde_json::from_str(&ask).unwrap();
    apply["family"] = json!(["guardian_email", "guardian_phone", "message", "scan"]);
    forms::write(&desk.bundle("one").join("forms/apply.json"), &apply);
    forms::write(&desk.bundle("one").join("forms/ask.json"), &ask);
    let roles = "[school_admin, admissions_officer, registrar]";
    let offered = format!("forms:\n  apply: {{ kind: application, audience: {roles} }}\n  ask: {{ kind: enquiry }}\n");
    edit(desk, |yaml| yaml.replacen("forms:\n", &offered, 1));
}

fn edit(desk: &Desk, change: impl FnOnce(&str) -> String) {
    let place = desk.bundle("one").join("school.yaml");
    let yaml = std::fs::read_to_string(&place).unwrap();
    std::fs::write(place, change(&yaml)).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn sara() -> Value {
    json!({
        "child_name": "Sara", "dob": "2018-03-04", "grade": "kg1", "year": "2027-2028", "guardian_email": "huda@example.org",
        "guardian_phone": "+96892345678", "message": "We live by the sea.", "points": 7,
    })
}

fn asked() -> Value {
    json!({
        "pupil": "Sara", "dob": "2018-03-04", "grade": "kg1", "year": "2027-2028", "parent_mail": "huda@example.org",
        "guardian_phone": "+96892345678", "message": "Is there a place?",
    })
}

/// What was sent with a file that is the family's and one that is the child's; the answer, and the file of the family.
async fn sent_with_files(desk: &Desk) -> (Value, String) {
    let draft = desk.draft("apply", sara()).await;
    let given = async |field: &str, bytes: usize| {
        let got = desk.upload_to("apply", &draft, field, &format!("{field}.pdf"), &pdf(bytes)).send().await;
        got.is(201)["upload"]["upload_id"].as_str().unwrap().to_owned()
    };
    let (scan, paper) = (given("scan", 300).await, given("paper", 200).await);
    let mut values = sara();
    values["scan"] = scan.clone().into();
    values["paper"] = paper.into();
    (desk.submit("apply", values, Some(&draft)).await.is(201), scan)
}

async fn begin(desk: &Desk, key: &str, who: Option<Role>) -> Got {
    let body = json!({ "values": {}, "locale": "en", "from": { "key": key } });
    let ask = desk.post("/v1/oa/public/forms/apply/drafts", body);
    match who {
        Some(role) => ask.staff(role).send().await,
        None => ask.send().await,
    }
}

async fn id_of(desk: &Desk, reference: &Value) -> String {
    let found = desk.list(&format!("q={}", reference.as_str().unwrap())).await;
    found["items"][0]["id"].as_str().unwrap().to_owned()
}

async fn record(desk: &Desk, id: &str) -> Value {
    let got = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await;
    got.is(200)["enquiry"].clone()
}

fn entries(record: &Value, kind: &str) -> Vec<Value> {
    let all = record["timeline"].as_array().unwrap().iter();
    all.filter(|entry| entry["kind"] == kind).cloned().collect()
}

/// An enquiry of Sara's family; its id.
async fn enquired(desk: &Desk) -> String {
    let sent = desk.submit("ask", asked(), None).await.is(201);
    id_of(desk, &sent["reference"]).await
}

async fn convert(desk: &Desk, id: &str, send: bool) -> Got {
    desk.post(&format!("/v1/oa/enquiries/{id}/convert"), json!({ "send": send })).staff(OFFICER).send().await
}

async fn draft_of(desk: &Desk, token: &str) -> Value {
    desk.get(&format!("/v1/oa/public/forms/drafts/{token}")).send().await.is(200)
}

/// What staff began, as they see it.
async fn begun(desk: &Desk, token: &str) -> Value {
    desk.get(&format!("/v1/oa/public/forms/drafts/{token}")).staff(OFFICER).send().await.is(200)
}

/// That a draft opens in no way to somebody who has its token: for the role, or nobody.
async fn is_closed(desk: &Desk, token: &str, who: Option<Role>) {
    let path = format!("/v1/oa/public/forms/drafts/{token}");
    let save = json!({ "version": 1, "values": {}, "locale": "en" });
    let key = format!("the-key-of-{}-{}", who.map_or("nobody", Role::as_str), desk.clock.now_ms());
    let asks = [
        desk.get(&path),
        desk.put(&path, save),
        desk.upload_to("apply", token, "scan", "a.pdf", &pdf(64)),
        desk.submit_as("apply", sara(), Some(token), &key),
    ];
    for ask in asks {
        let ask = match who {
            Some(role) => ask.staff(role),
            None => ask,
        };
        ask.send().await.refused(404, "F005");
    }
}

async fn is_proved(desk: &Desk) {
    let secret = Secret::new(vec![7; 32]).unwrap();
    let verified = verify(&desk.db, &scope("one"), &secret, &[HISTORY]).await.unwrap();
    assert_eq!(verified.broken, None);
}

async fn another_child_s_form_begins_with_what_is_the_family_s(desk: &Desk) {
    offering(desk);
    let (sent, scan) = sent_with_files(desk).await;
    let path = granted(desk, &token_of(&sent)).await;
    let corrected = json!({ "values": { "guardian_phone": "+96899999999" }, "locale": "en" });
    desk.patch(&format!("{path}/contact"), corrected).family().send().await.is(200);
    let draft = begin(desk, path.rsplit('/').next().unwrap(), None).await.is(201);
    let copy = draft["values"]["scan"].as_str().unwrap().to_owned();
    let values = json!({
        "guardian_email": "huda@example.org", "guardian_phone": "+96899999999", "message": "We live by the sea.", "scan": copy,
    });
    assert_eq!(draft["values"], values, "as corrected, and nothing of the child");
    assert_ne!(copy, scan, "a file of its own");
    let files = draft["uploads"].as_array().unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    assert_eq!(
        (&files[0]["field"], &files[0]["name"], &files[0]["bytes"]),
        (&json!("scan"), &json!("scan.pdf"), &json!(300))
    );
    let mut omar = values;
    omar["child_name"] = "Omar".into();
    omar["dob"] = "2020-01-02".into();
    omar["year"] = "2027-2028".into();
    let token = draft["token"].as_str().unwrap();
    let second = desk.submit("apply", omar, Some(token)).await.is(201);
    let id = id_of(desk, &second["reference"]).await;
    let bytes = desk.get(&format!("/v1/oa/enquiries/{id}/files/{copy}")).staff(OFFICER).send().await;
    assert_eq!((bytes.status.as_u16(), &*bytes.body), (200, &*pdf(300)));
    // What was answered already comes first.
    let key = path.rsplit('/').next().unwrap();
    let body = json!({ "values": { "message": "We moved." }, "locale": "en", "from": { "key": key } });
    let own = desk.post("/v1/oa/public/forms/apply/drafts", body).send().await.is(201);
    assert_eq!(own["values"]["message"], "We moved.");
}

/// What the account of a guardian sent for a child; its id.
async fn sent_for(desk: &Desk, name: &str) -> String {
    let mut values = sara();
    values["child_name"] = name.into();
    let key = format!("the-key-of-the-family-for-{name}-{}", desk.count("submissions").await);
    let got = desk.submit_as("apply", values, None, &key).staff(Role::Guardian).send().await;
    desk.clock.advance(1_000);
    id_of(desk, &got.is(201)["reference"]).await
}

async fn another_child_s_form_begins_with_the_family_s_library(desk: &Desk) {
    offering(desk);
    let (first, second) = (sent_for(desk, "Sara").await, sent_for(desk, "Omar").await);
    let add = async |application: &str, field: &str, name: &str, bytes: usize| {
        let path = format!("/v1/oa/public/applications/{application}/files");
        let given = desk.multipart(&path, &[("field", field)], name, &pdf(bytes));
        given.staff(Role::Guardian).send().await.is(201);
    };
    // After sending, and with the first child alone.
    add(&first, "scan", "cards.pdf", 300).await;
    add(&first, "paper", "birth.pdf", 200).await;
    let files = async |from: &str| {
        let draft = begin(desk, from, Some(Role::Guardian)).await.is(201);
        let files = draft["uploads"].as_array().unwrap().clone();
        files.iter().map(|file| (file["field"].clone(), file["name"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(files(&second).await, [(json!("scan"), json!("cards.pdf"))], "the family's, and nothing of the child");
    // What stands with the form itself comes first.
    add(&second, "scan", "newer.pdf", 400).await;
    assert_eq!(files(&second).await, [(json!("scan"), json!("newer.pdf"))]);
    assert_eq!(files(&first).await, [(json!("scan"), json!("cards.pdf"))]);
}

async fn a_draft_that_names_no_child_yet_is_opened_again(desk: &Desk) {
    offering(desk);
    let sent = sent_for(desk, "Sara").await;
    let another = async |key: &str| begin(desk, key, Some(Role::Guardian)).await.is(201);
    let save = async |draft: &Value, field: &str, answer: &str| {
        let mut values = draft["values"].clone();
        values[field] = answer.into();
        let body = json!({ "version": draft["version"], "values": values, "locale": "en" });
        let path = format!("/v1/oa/public/forms/drafts/{}", draft["token"].as_str().unwrap());
        desk.put(&path, body).staff(Role::Guardian).send().await.is(200)
    };
    let first = another(&sent).await;
    assert_eq!(another(&sent).await["token"], first["token"]);
    assert_eq!(desk.count("drafts").await, 1);
    // What was answered in it stands as it was left, as long as it names nobody.
    let graded = save(&first, "grade", "kg1").await;
    let opened = another(&sent).await;
    assert_eq!(
        (&opened["token"], &opened["version"], &opened["values"]["grade"]),
        (&first["token"], &graded["version"], &json!("kg1"))
    );
    save(&graded, "child_name", "Omar").await;
    let second = another(&sent).await;
    assert_ne!(second["token"], first["token"], "that one is Omar's");
    assert_eq!(second["values"]["child_name"], Value::Null);
    // One in which an answer of the family's was changed begins otherwise.
    save(&second, "message", "We moved.").await;
    assert_ne!(another(&sent).await["token"], second["token"]);
    assert_eq!(desk.count("drafts").await, 3);
}

async fn a_brother_who_applies_no_more_is_no_sibling_who_applies(desk: &Desk) {
    offering(desk);
    let place = desk.bundle("one").join("forms/apply.json");
    let mut apply: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    let status = json!({ "type": "string", "title": "year", "oneOf": [
        { "const": "applying", "title": "grade" }, { "const": "enrolled", "title": "dob" }] });
    let name = json!({ "type": "string", "title": "child_name", "maxLength": 60 });
    apply["schema"]["properties"]["siblings"] = json!({ "type": "array", "title": "message", "minItems": 0, "maxItems": 4,
        "items": { "type": "object", "properties": { "name": name, "status": status } } });
    apply["steps"][0]["fields"].as_array_mut().unwrap().push("siblings".into());
    apply["family"].as_array_mut().unwrap().push("siblings".into());
    forms::write(&place, &apply);
    edit(desk, |yaml| format!("{yaml}\n# again\n"));
    let (first, second) = (sent_for(desk, "Sara").await, sent_for(desk, "Omar").await);
    let withdraw = async |id: &str| {
        let path = format!("/v1/oa/public/applications/{id}/withdraw");
        desk.post(&path, json!({ "locale": "en" })).staff(Role::Guardian).send().await.is(200);
    };
    let siblings =
        async |from: &str| begin(desk, from, Some(Role::Guardian)).await.is(201)["values"]["siblings"].clone();
    assert_eq!(siblings(&second).await, json!([{ "name": "Omar", "status": "applying" }]));
    withdraw(&second).await;
    assert_eq!(siblings(&second).await, Value::Null);
    assert_eq!(siblings(&first).await, json!([{ "name": "Sara", "status": "applying" }]));
    // Whoever applies once more does.
    withdraw(&first).await;
    assert_eq!(siblings(&first).await, Value::Null);
    sent_for(desk, "Sara").await;
    assert_eq!(siblings(&first).await, json!([{ "name": "Sara", "status": "applying" }]));
}

async fn what_is_not_theirs_begins_nothing(desk: &Desk) {
    offering(desk);
    let got = desk.submit_as("apply", sara(), None, "the-key-of-this-family").staff(Role::Guardian).send().await;
    let id = id_of(desk, &got.is(201)["reference"]).await;
    let draft = begin(desk, &id, Some(Role::Guardian)).await.is(201);
    assert_eq!(draft["values"]["guardian_email"], "huda@example.org");
    for (key, who) in [
        (&*id, None),
        (&*id, Some(Role::Student)),
        (&*id, Some(OFFICER)),
        ("nothing", Some(Role::Guardian)),
        ("nothing", None),
    ] {
        begin(desk, key, who).await.refused(404, "F005");
    }
    assert_eq!(desk.count("drafts").await, 1);
}

async fn a_file_that_was_refused_is_not_given_again(desk: &Desk) {
    offering(desk);
    let (sent, scan) = sent_with_files(desk).await;
    let id = id_of(desk, &sent["reference"]).await;
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    let review = desk.put(&format!("/v1/oa/enquiries/{id}/files/{scan}/review"), refused);
    review.staff(OFFICER).send().await.is(200);
    let path = granted(desk, &token_of(&sent)).await;
    let draft = begin(desk, path.rsplit('/').next().unwrap(), None).await.is(201);
    assert_eq!((&draft["values"]["scan"], &draft["uploads"]), (&Value::Null, &json!([])));
}

async fn what_staff_fill_in_is_the_family_s_all_the_same(desk: &Desk) {
    offering(desk);
    let key = "the-key-of-an-officer";
    let sent = desk.submit_as("apply", sara(), None, key).staff(OFFICER).send().await.is(201);
    assert_eq!(sent["my_application"], Value::Null, "the family's own link is for the family");
    let id = id_of(desk, &sent["reference"]).await;
    assert_eq!(sent["submission"], *id);
    let again = desk.submit_as("apply", sara(), None, key).staff(OFFICER).send().await.is(201);
    assert_eq!(again["submission"], *id);
    let seen = record(desk, &id).await;
    let first = &seen["timeline"][0];
    assert_eq!(
        (&first["kind"], &first["actor"]["name"], &first["role"]),
        (&json!("submitted"), &json!("Name of admissions_officer"), &json!("admissions_officer"))
    );
    let origin = &seen["origin"];
    assert_eq!((&origin["channel"], &origin["filed_by"]), (&json!("staff"), &json!("Name of admissions_officer")));
    let confirmed = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'";
    assert_eq!(number(&desk.db, "one", confirmed).await, 1, "the family hears of it as of its own");
    assert_eq!(desk.count("links").await, 1, "and has its link");
    // A family's own says nothing of it.
    let own = desk.submit("apply", sara(), None).await.is(201);
    let own = record(desk, &id_of(desk, &own["reference"]).await).await;
    assert_eq!((&own["origin"], &own["timeline"][0]["actor"]["name"]), (&Value::Null, &json!("Sara")));
    is_proved(desk).await;
}

async fn nobody_asks_staff_whether_they_are_a_person(desk: &Desk) {
    offering(desk);
    edit(desk, |yaml| {
        let kept: Vec<&str> = yaml.lines().filter(|line| !line.starts_with("captcha:")).collect();
        format!("{}\ncaptcha: {{ forms: true }}\n", kept.join("\n"))
    });
    desk.submit("apply", sara(), None).await.refused(422, "L012");
    desk.submit_as("apply", sara(), None, "the-key-of-an-officer").staff(OFFICER).send().await.is(201);
}

async fn staff_file_late_who_may_move_applications(desk: &Desk) {
    offering(desk);
    // The dates begin today.
    desk.clock.advance(-DAY);
    desk.submit("apply", sara(), None).await.refused(422, "L009");
    let late = async |role: Role, key: &str| desk.submit_as("apply", sara(), None, key).staff(role).send().await;
    late(Role::Registrar, "the-key-of-a-registrar").await.refused(422, "L009");
    late(OFFICER, "the-key-of-an-officer").await.is(201);
    desk.clock.advance(DAY);
    edit(desk, |yaml| yaml.replacen("kind: application,", "kind: application, closes_on: 2026-11-01,", 1));
    desk.submit("apply", sara(), None).await.refused(422, "F002");
    late(OFFICER, "another-key-of-an-officer").await.is(201);
}

async fn an_enquiry_becomes_an_application_once(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let begun = convert(desk, &enquiry, false).await.is(201);
    assert_eq!((&begun["draft"]["form"], &begun["mailed"]), (&json!("apply"), &json!(false)));
    let token = begun["draft"]["token"].as_str().unwrap();
    let draft = self::begun(desk, token).await;
    let values = json!({
        "child_name": "Sara", "dob": "2018-03-04", "grade": "kg1", "year": "2027-2028", "guardian_email": "huda@example.org",
        "guardian_phone": "+96892345678", "message": "Is there a place?",
    });
    assert_eq!(draft["values"], values);
    let again = convert(desk, &enquiry, false).await.is(201);
    assert_eq!(again["draft"]["token"], *token, "one at a time");
    let seen = record(desk, &enquiry).await;
    assert!(seen["origin"]["begun_at"].is_string(), "{}", seen["origin"]);
    assert_eq!((entries(&seen, "application").len(), &seen["state"]), (1, &json!("new")), "nothing was sent yet");
    let key = "the-key-of-an-officer";
    let sent = desk.submit_as("apply", values, Some(token), key).staff(OFFICER).send().await.is(201);
    let application = id_of(desk, &sent["reference"]).await;
    let (enquired, applied) = (record(desk, &enquiry).await, record(desk, &application).await);
    let made = &enquired["origin"]["application"];
    assert_eq!((&made["id"], &made["reference"]), (&json!(application), &sent["reference"]));
    assert!(made["registration_id"].as_str().unwrap().starts_with("ONE27-"), "{made}");
    assert_eq!(enquired["origin"]["begun_at"], Value::Null);
    let source = &applied["origin"]["enquiry"];
    assert_eq!((&source["id"], &source["reference"]), (&json!(enquiry), &enquired["reference"]));
    assert_eq!(applied["origin"]["channel"], "staff");
    assert_eq!(entries(&applied, "origin")[0]["from"], enquired["reference"]);
    let told = entries(&enquired, "application");
    assert_eq!((&told[0]["to"], &told[1]["to"]), (&json!("begun"), &made["registration_id"]));
    assert_eq!(told[1]["actor"]["name"], "Name of admissions_officer");
    let moved = entries(&enquired, "state");
    assert_eq!(
        (&enquired["state"], &moved[0]["from"], &moved[0]["to"]),
        (&json!("applying"), &json!("new"), &json!("applying"))
    );
    let refused = convert(desk, &enquiry, true).await.refused(409, "A016");
    assert_eq!(refused["application"]["id"], *application);
    is_proved(desk).await;
}

async fn a_family_goes_on_by_its_link(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let begun = convert(desk, &enquiry, true).await.is(201);
    assert_eq!(begun["mailed"], true);
    assert_eq!(begun["draft"]["token"], Value::Null, "it is the family's");
    let mailed = mailed(desk).await;
    assert_eq!(mailed.len(), 1);
    let token = &*mailed[0];
    assert_eq!(draft_of(desk, token).await["values"], little(), "whoever owns a mistyped mailbox reads no more");
    let again = convert(desk, &enquiry, false).await.is(201);
    assert_eq!(again["draft"]["token"], Value::Null, "nobody of the staff reads what the family types");
    let seen = record(desk, &enquiry).await;
    assert!(seen["origin"]["mailed_at"].is_string());
    assert_eq!(entries(&seen, "application")[1]["to"], "mailed");
    // Whoever has an account keeps it there.
    let keep = "INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp)
        SELECT o.school_id, o.draft_id, 'guardian', o.token, 1 FROM draft_origins o WHERE o.school_id = $1";
    desk.person("one", Role::Guardian).await;
    assert_eq!(execute(&desk.db, "one", keep).await.unwrap(), 1);
    assert_eq!(convert(desk, &enquiry, false).await.is(201)["draft"]["token"], Value::Null);
    let mut values = sara();
    values.as_object_mut().unwrap().remove("points");
    let sent =
        desk.submit_as("apply", values, Some(token), "the-key-of-this-family").staff(Role::Guardian).send().await;
    let application = id_of(desk, &sent.is(201)["reference"]).await;
    assert!(sent.json()["my_application"].is_string(), "their own link");
    let origin = record(desk, &application).await["origin"].clone();
    assert_eq!((&origin["channel"], &origin["enquiry"]["id"]), (&json!("portal"), &json!(enquiry)));
    let enquired = record(desk, &enquiry).await;
    assert_eq!(
        (&enquired["state"], &entries(&enquired, "state")[0]["actor"]["name"]),
        (&json!("applying"), &json!("Sara"))
    );
    assert_eq!(desk.count("family_submissions").await, 1);
    // An enquiry without an address leads to nobody.
    let mut silent = asked();
    silent.as_object_mut().unwrap().remove("parent_mail");
    let sent = desk.submit("ask", silent, None).await.is(201);
    let silent = id_of(desk, &sent["reference"]).await;
    let refused = convert(desk, &silent, true).await.refused(422, "F003");
    assert_eq!(refused["errors"][0]["path"], "/send");
    convert(desk, &silent, false).await.is(201);
    is_proved(desk).await;
}

/// The tokens of the drafts that letters lead to which were not looked at yet.
async fn mailed(desk: &Desk) -> Vec<String> {
    let mut tokens = Vec::new();
    for mail in desk.messages().await.into_iter().filter(|mail| mail.template == "application_begun") {
        assert_eq!(mail.to, "huda@example.org");
        let path = mail.params["path"].as_str().unwrap();
        tokens.push(path.strip_prefix("/enquiry/apply#draft=").expect("its address").to_owned());
    }
    tokens
}

/// What a draft begins with that a letter leads to.
fn little() -> Value {
    json!({ "grade": "kg1", "year": "2027-2028", "guardian_email": "huda@example.org" })
}

async fn what_staff_began_is_mailed_to_nobody(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let begun = convert(desk, &enquiry, false).await.is(201);
    let own = begun["draft"]["token"].as_str().unwrap();
    let sent = convert(desk, &enquiry, true).await.is(201);
    assert_eq!((&sent["mailed"], &sent["draft"]["token"]), (&json!(true), &Value::Null));
    assert!(sent["draft"]["mailed_at"].is_string());
    let first = mailed(desk).await;
    assert_eq!(first.len(), 1);
    assert_ne!(first[0], own);
    assert_eq!(draft_of(desk, &first[0]).await["values"], little());
    desk.get(&format!("/v1/oa/public/forms/drafts/{own}")).send().await.refused(404, "F005");
    let late = desk.submit_as("apply", sara(), Some(own), "the-key-of-an-officer").staff(OFFICER).send().await;
    late.refused(404, "F005");
    assert_eq!(desk.count("draft_origins").await, 1);
    // The same once more, with what the family typed meanwhile.
    desk.clock.advance(1_000);
    assert_eq!(convert(desk, &enquiry, true).await.is(201)["mailed"], true);
    assert_eq!(mailed(desk).await, first);
    is_proved(desk).await;
}

async fn what_is_kept_for_an_audience_begins_nothing(desk: &Desk) {
    offering(desk);
    let place = desk.bundle("one").join("forms/ask.json");
    let mut ask: Value = serde_json::from_slice(&std::fs::read(&place).unwrap()).unwrap();
    ask["ui"]["message"]["x-audience"] = "health".into();
    forms::write(&place, &ask);
    edit(desk, str::to_owned);
    join(desk, OFFICER).await;
    let enquiry = enquired(desk).await;
    let seen = desk.get(&format!("/v1/oa/enquiries/{enquiry}")).staff(OFFICER).send().await.is(200);
    assert_eq!(seen["enquiry"]["values"]["message"], "Is there a place?", "who converts reads it");
    let begun = convert(desk, &enquiry, false).await.is(201);
    let draft = self::begun(desk, begun["draft"]["token"].as_str().unwrap()).await;
    assert_eq!((&draft["values"]["message"], &draft["values"]["child_name"]), (&Value::Null, &json!("Sara")));
}

async fn a_closed_enquiry_becomes_none(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let version = record(desk, &enquiry).await["version"].clone();
    let close = json!({ "version": version, "state": "lost", "reason": "no_place" });
    desk.patch(&format!("/v1/oa/enquiries/{enquiry}"), close).staff(OFFICER).send().await.is(200);
    for send in [false, true] {
        convert(desk, &enquiry, send).await.refused(422, "A012");
    }
    assert_eq!(desk.count("drafts").await, 0);
}

async fn of_two_who_convert_at_once_both_have_one_draft(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let all = join_all((0..6).map(|_| convert(desk, &enquiry, false))).await;
    let tokens: std::collections::BTreeSet<String> =
        all.iter().map(|got| got.is(201)["draft"]["token"].to_string()).collect();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
    assert_eq!((desk.count("drafts").await, desk.count("draft_origins").await), (1, 1));
}

async fn a_draft_that_is_over_makes_room_for_another(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let first = convert(desk, &enquiry, false).await.is(201)["draft"]["token"].clone();
    desk.clock.advance(91 * DAY);
    let second = convert(desk, &enquiry, false).await.is(201)["draft"]["token"].clone();
    assert_ne!(first, second);
    // The enquiry may be gone when its draft is sent: the application comes in all the same.
    let gone = format!("DELETE FROM submissions WHERE school_id = $1 AND id = '{enquiry}'");
    execute(&desk.db, "one", &gone).await.unwrap();
    let body = json!({ "values": sara(), "locale": "en", "draft": second });
    let sent =
        desk.post("/v1/oa/public/forms/apply/submissions", body).header("idempotency-key", "the-key-of-an-officer");
    sent.staff(OFFICER).send().await.is(201);
    let made = "SELECT COUNT(*) FROM submission_origins WHERE school_id = $1 AND from_submission IS NOT NULL";
    assert_eq!(number(&desk.db, "one", made).await, 0);
}

async fn what_is_no_enquiry_becomes_none(desk: &Desk) {
    offering(desk);
    let sent = desk.submit("apply", sara(), None).await.is(201);
    let application = id_of(desk, &sent["reference"]).await;
    convert(desk, &application, false).await.refused(422, "A012");
    let sent = desk.submit("hidden", json!({ "child_name": "Sara" }), None).await.is(201);
    let hidden = id_of(desk, &sent["reference"]).await;
    convert(desk, &hidden, false).await.refused(404, "A001");
    convert(desk, "nothing", false).await.refused(404, "A001");
    let enquiry = enquired(desk).await;
    for role in [Role::Registrar, Role::Guardian] {
        let ask = desk.post(&format!("/v1/oa/enquiries/{enquiry}/convert"), json!({})).staff(role);
        ask.send().await.refused(403, "A002");
    }
    edit(desk, |yaml| yaml.replacen("kind: application,", "kind: other,", 1));
    convert(desk, &enquiry, false).await.refused(422, "L009");
    assert_eq!(desk.count("drafts").await, 0);
}

async fn what_a_grant_began_opens_as_long_as_its_link(desk: &Desk) {
    offering(desk);
    let (sent, _) = sent_with_files(desk).await;
    let link = token_of(&sent);
    let path = granted(desk, &link).await;
    let grant = path.rsplit('/').next().unwrap();
    let token = begin(desk, grant, None).await.is(201)["token"].as_str().unwrap().to_owned();
    // Of whoever signs in beside it the account keeps its own, whatever becomes of the link.
    let kept = begin(desk, grant, Some(Role::Guardian)).await.is(201)["token"].as_str().unwrap().to_owned();
    let plain = desk.draft("apply", json!({})).await;
    desk.clock.advance(30 * DAY);
    assert_eq!(
        draft_of(desk, &token).await["values"]["guardian_email"],
        "huda@example.org",
        "the hour is over, the link lives"
    );
    for _ in 0..5 {
        let wrong = json!({ "token": link, "proof": "2018-03-05" });
        desk.post("/v1/oa/public/applications/open", wrong).send().await;
    }
    is_closed(desk, &token, None).await;
    is_closed(desk, &token, Some(Role::Guardian)).await;
    is_closed(desk, &kept, None).await;
    let own = desk.get(&format!("/v1/oa/public/forms/drafts/{kept}")).staff(Role::Guardian).send().await;
    assert_eq!(own.is(200)["values"]["guardian_email"], "huda@example.org");
    assert_eq!(draft_of(desk, &plain).await["values"], json!({}), "nothing of another link is in it");
}

async fn what_staff_began_opens_for_who_may_work_on_it(desk: &Desk) {
    offering(desk);
    let enquiry = enquired(desk).await;
    let token = convert(desk, &enquiry, false).await.is(201)["draft"]["token"].as_str().unwrap().to_owned();
    for who in [None, Some(Role::Guardian), Some(Role::Registrar), Some(Role::Finance)] {
        is_closed(desk, &token, who).await;
    }
    for role in [OFFICER, Role::SchoolAdmin] {
        let seen = desk.get(&format!("/v1/oa/public/forms/drafts/{token}")).staff(role).send().await;
        assert_eq!(seen.is(200)["values"]["child_name"], "Sara", "{role:?}");
    }
    // Once its family has the link, that opens it.
    desk.clock.advance(1_000);
    convert(desk, &enquiry, true).await.is(201);
    let mailed = mailed(desk).await;
    assert_eq!(draft_of(desk, &mailed[0]).await["values"], little());
}
