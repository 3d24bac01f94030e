//! What a form keeps for an audience, at every door: one marker stands in each hidden answer and in all that the rules make of it, and no
//! answer to somebody who is not in it holds one.

use std::io::{Cursor, Read as _};

use kernel::jobs::{Outcome, Work};
use kernel::outbox::{self, Lane};
use serde_json::{Value, json};
use words::Role;
use words::verdict::{Checked, Computed, Decision, Effect, EffectKind, Explain, Issue, Kind, Score, Wanted};

use crate::database::{execute, number, scope};
use crate::desk::{Desk, Got, on_both};
use crate::forms;
use crate::notices::{carry_out, letters};
use crate::pictures::pdf;
use crate::rules::Script;

on_both!(
    no_door_tells_what_an_audience_alone_reads,
    who_is_in_the_audience_reads_it_all,
    who_left_the_audience_gets_no_file_of_then,
    a_blind_record_names_nobody,
    what_members_do_is_told_to_others_without_words,
    a_file_that_comes_later_tells_no_more,
    a_letter_tells_members_alone_and_without_words,
    who_reads_no_message_marks_none,
);

const MARK: &str = "zanzibar";
const EXPORTS: &str = "/v1/oa/enquiries/exports";

/// A form with rules, of which `message`, `guardian_phone` and `scan` are for the health team, and `also` these.
fn form(desk: &Desk, also: &[&str]) {
    let mut document = forms::document("1.0.0");
    for field in ["message", "guardian_phone", "scan"].into_iter().chain(also.iter().copied()) {
        document["ui"][field]["x-audience"] = "health".into();
    }
    // What the list would show, but for the audience.
    let level = json!({ "type": "string", "title": "level", "oneOf": [{ "const": "high", "title": "level.high" }] });
    let text = |title: &str| json!({ "type": "string", "title": title, "maxLength": 60, "pattern": "[^\\n]" });
    for (name, schema) in [("kin", text("kin")), ("level", level), ("year", text("year"))] {
        document["schema"]["properties"][name] = schema;
        document["ui"][name]["x-audience"] = "health".into();
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["subject"] = json!({ "child.name": "child_name", "child.grade": "level", "child.school_year": "year", "guardian.name": "kin" });
    document["receipt"]["name"] = "kin".into();
    document["listed"] = json!({ "grade": ["coded"] });
    document["audiences"] = json!({ "health": { "tags": ["zanzibar.tag"], "computed": ["zanzibar.sum"], "codes": ["zanzibar.code"], "score": true } });
    for language in ["en", "ar"] {
        for key in ["zanzibar.tag", "zanzibar.code", "plain.tag", "kin", "level", "year"] {
            document["texts"][language][key] = "Words".into();
        }
        document["texts"][language]["level.high"] = format!("{MARK} level").into();
    }
    let component = json!({ "version": "1.0.0", "documents": { "ruled": document } }).to_string();
    let place = desk.bundle("one");
    let old = std::fs::read(place.join("plugins/rules.wasm")).unwrap();
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    let (was, is) = (words::sha256_hex(&old), words::sha256_hex(component.as_bytes()));
    std::fs::write(place.join("plugins/rules.wasm"), component).unwrap();
    let yaml = yaml.replace(&was, &is).replace("effects: [tag]", "effects: [tag, task, checklist]");
    std::fs::write(place.join("school.yaml"), yaml).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
}

fn script() -> Script {
    let code = format!("{MARK}.code");
    Script {
        checked: Checked {
            errors: vec![Issue::warning("/message", "odd").with("is", MARK), Issue::warning("", code.clone())],
            computed: vec![
                Computed::new(&format!("{MARK}.sum"), "label", Kind::Text, MARK),
                Computed::new("coded", "label", Kind::Code, code.clone()),
                Computed::new(
                    "papers",
                    "label",
                    Kind::List,
                    json!([{ "code": code, "params": {} }, { "code": "plain" }]),
                ),
            ],
        },
        decided: Decision {
            score: Some(Score { points: 3, out_of: 4 }),
            tags: vec![format!("{MARK}.tag"), "plain.tag".into()],
            checklist: vec![Wanted::new(&code)],
            effects: vec![Effect::new(EffectKind::Task, &code)],
            explain: vec![Explain::new(&code), Explain::new("plain.tag")],
            ..Decision::default()
        },
        ..Script::default()
    }
}

/// One submission with a marker in everything that is hidden; its id and its file's.
pub async fn sent(desk: &Desk, also: &[&str]) -> (String, String) {
    form(desk, also);
    desk.rules.play(script());
    let draft = desk.draft("ruled", json!({ "child_name": "Sara" })).await;
    let upload = desk.upload_to("ruled", &draft, "scan", &format!("{MARK}.pdf"), &pdf(900)).send().await.is(201);
    let values = json!({
        "child_name": if also.contains(&"child_name") { MARK } else { "Sara" }, "message": format!("{MARK} peanuts"), "guardian_phone": "+96891234567",
        "guardian_email": "huda@example.org", "scan": upload["upload"]["upload_id"],
        "kin": format!("{MARK} kin"), "level": "high", "year": format!("{MARK} year"),
    });
    desk.submit("ruled", values, Some(&draft)).await.is(201);
    let listed = desk.list("").await;
    let id = |value: &Value| value.as_str().unwrap().to_owned();
    (id(&listed["items"][0]["id"]), id(&upload["upload"]["upload_id"]))
}

pub async fn join(desk: &Desk, role: Role) {
    let user = desk.person("one", role).await;
    let sql = format!("INSERT INTO audience_members (school_id, user_id, audience) VALUES ($1, '{user}', 'health')");
    assert_eq!(execute(&desk.db, "one", &sql).await.unwrap(), 1);
}

async fn leave(desk: &Desk) {
    execute(&desk.db, "one", "DELETE FROM audience_members WHERE school_id = $1").await.unwrap();
}

/// Everything of a spreadsheet, or of any other answer.
fn said(got: &Got) -> String {
    if got.header("content-type").starts_with("application/json") {
        // The form itself is everybody's: it names what the rules may say.
        let mut told = got.json();
        told["enquiry"].as_object_mut().map(|enquiry| enquiry.remove("document"));
        return told.to_string();
    }
    if !got.header("content-type").ends_with("spreadsheetml.sheet") {
        return String::from_utf8_lossy(&got.body).into_owned();
    }
    let mut book = zip::ZipArchive::new(Cursor::new(got.body.to_vec())).unwrap();
    let mut all = String::new();
    for at in 0..book.len() {
        let mut text = Vec::new();
        book.by_index(at).unwrap().read_to_end(&mut text).unwrap();
        all.push_str(&String::from_utf8_lossy(&text));
    }
    all
}

async fn made(desk: &Desk, role: Role, wanted: Value) -> String {
    let got = desk.post(EXPORTS, wanted).staff(role).send().await.is(201);
    let rng = std::sync::Arc::new(words::SystemRng);
    let bulk = kernel::bulk::Bulk::new(desk.db.clone(), desk.clock.clone(), rng, desk.made.clone());
    let work: Work = bulk.work(vec![desk.enquiries.carries_exports(desk.registry.clone())]);
    let (one, now) = (scope("one"), kernel_now(desk));
    loop {
        let lease = desk.db.write(&one, move |tx| {
            Box::pin(async move { outbox::lease_jobs(tx, Lane::Bulk, now, now + 120_000, 1).await })
        });
        let leased: Result<_, kernel::StoreError> = lease.await;
        let Some(job) = leased.unwrap().pop() else { break };
        assert_eq!(work.carry_out(&one, &job).await, Outcome::Done);
        let (id, tries) = (job.id.clone(), job.attempts);
        let done: Result<_, kernel::StoreError> =
            desk.db.write(&one, move |tx| Box::pin(async move { outbox::finish_job(tx, &id, tries, now).await })).await;
        done.unwrap();
    }
    got["export"]["id"].as_str().unwrap().to_owned()
}

fn kernel_now(desk: &Desk) -> i64 {
    words::Clock::now_ms(&*desk.clock)
}

/// What every door says to a role, one after another.
async fn doors(desk: &Desk, role: Role, id: &str) -> Vec<(String, String)> {
    desk.person("one", role).await;
    let one = format!("/v1/oa/enquiries/{id}");
    let rests = ["", "?lng=ar", "/timeline", "/papers", "/messages", "/tasks"];
    let mut asked: Vec<String> = rests.iter().map(|rest| format!("{one}{rest}")).collect();
    asked.push("/v1/oa/tasks?whose=all".to_owned());
    asked.push("/v1/oa/enquiries/choices".to_owned());
    for query in ["", "?sort=-score", "?sort=person", "?form=ruled", "?flag=duplicate", "?page_size=1", "?q=sara"] {
        asked.push(format!("/v1/oa/enquiries{query}"));
    }
    for query in ["format=csv", "format=csv&form=ruled", "format=xlsx&form=ruled", "format=xlsx"] {
        asked.push(format!("/v1/oa/enquiries/export?{query}"));
    }
    let mut told = Vec::new();
    for path in asked {
        let got = desk.get(&path).staff(role).send().await;
        assert_eq!(got.status.as_u16(), 200, "{path}");
        told.push((path, said(&got)));
    }
    let version = desk.get(&one).staff(role).send().await.is(200)["enquiry"]["version"].clone();
    let changed = desk.patch(&one, json!({ "version": version, "comment": "called" })).staff(role).send().await;
    changed.is(200);
    told.push(("a change".into(), said(&changed)));
    let letter = desk.post(&format!("{one}/messages/preview"), json!({ "text": "Hello" })).staff(role).send().await;
    assert!([200, 404].contains(&letter.status.as_u16()), "none where no address was given: {}", letter.status);
    told.push(("a letter".into(), said(&letter)));
    for format in ["csv", "xlsx"] {
        let job = made(desk, role, json!({ "format": format, "form": "ruled" })).await;
        let file = desk.get(&format!("{EXPORTS}/{job}/file")).staff(role).send().await;
        assert_eq!(file.status.as_u16(), 200);
        told.push((format!("a long {format}"), said(&file)));
        desk.delete(&format!("{EXPORTS}/{job}")).staff(role).send().await.is(200);
    }
    told
}

async fn found(desk: &Desk, role: Role, query: &str) -> i64 {
    let got = desk.get(&format!("/v1/oa/enquiries?{query}")).staff(role).send().await.is(200);
    assert_eq!(got["total"], got["items"].as_array().unwrap().len());
    got["total"].as_i64().unwrap()
}

async fn no_door_tells_what_an_audience_alone_reads(desk: &Desk) {
    let (id, upload) = sent(desk, &[]).await;
    desk.submit("ruled", json!({ "child_name": "Omar", "guardian_phone": "+96891234567" }), None).await.is(201);
    for role in [Role::AdmissionsOfficer, Role::SchoolAdmin] {
        for (door, told) in doors(desk, role, &id).await {
            assert!(!told.contains(MARK) && !told.contains("91234567"), "{door}: {told}");
            if door.contains("form=ruled") && door.contains("export") {
                assert!(told.contains("Kept for: Health"), "that there is an answer: {door}: {told}");
            }
        }
        for query in [
            format!("q={MARK}"),
            "q=91234567".into(),
            format!("tag={MARK}.tag"),
            "flag=duplicate".into(),
            format!("grade={MARK}%20level"),
            "grade=words".into(),
            format!("year={MARK}%20year"),
        ] {
            assert_eq!(found(desk, role, &query).await, 0, "{query}");
        }
        assert_eq!((found(desk, role, "q=huda").await, found(desk, role, "tag=plain.tag").await), (1, 2));
        let one = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200)["enquiry"].clone();
        let withheld = |field: &str| json!({ "field": field, "audience": "health" });
        assert_eq!(one["withheld"], json!(["guardian_phone", "message", "scan", "kin", "level", "year"].map(withheld)));
        assert_eq!((&one["files"], &one["score"], &one["duplicates"]), (&json!([]), &Value::Null, &json!([])));
        assert_eq!((&one["tags"], &one["person"]), (&json!(["plain.tag"]), &json!("Sara")));
        for listed in ["grade", "school_year", "guardian"] {
            assert_eq!(one[listed], Value::Null, "{listed}");
        }
        assert_eq!(one["verdict"]["computed"][0]["value"], json!([{ "code": "plain" }]), "of a list the rest stays");
        let file = format!("/v1/oa/enquiries/{id}/files/{upload}");
        desk.get(&file).staff(role).send().await.refused(404, "A001");
    }
    let kept = "SELECT (SELECT COUNT(*) FROM search_keys WHERE school_id = $1 AND word LIKE 'zanz%')
        + (SELECT COUNT(*) FROM list_choices WHERE school_id = $1)
        + (SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND grade || school_year || guardian <> '')";
    assert_eq!(number(&desk.db, "one", kept).await, 0, "nothing is kept by which it would be found");
}

async fn who_is_in_the_audience_reads_it_all(desk: &Desk) {
    let (id, upload) = sent(desk, &[]).await;
    join(desk, Role::AdmissionsOfficer).await;
    let role = Role::AdmissionsOfficer;
    let one = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await.is(200)["enquiry"].clone();
    assert_eq!((&one["withheld"], &one["values"]["message"]), (&json!([]), &json!("zanzibar peanuts")));
    // What they want once more is told to the others by number alone.
    desk.person("one", Role::SchoolAdmin).await;
    let missing = async |role: Role| {
        let seen = desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(role).send().await.is(200);
        seen["withheld_missing"].as_u64().unwrap()
    };
    assert_eq!((missing(role).await, missing(Role::SchoolAdmin).await), (0, 0));
    let refused = json!({ "state": "refused", "reason": "unreadable" });
    let path = format!("/v1/oa/enquiries/{id}/files/{upload}/review");
    desk.put(&path, refused).staff(role).send().await.is(200);
    assert_eq!((missing(role).await, missing(Role::SchoolAdmin).await), (0, 1));
    assert_eq!((&one["tags"], &one["score"]["points"]), (&json!(["plain.tag", "zanzibar.tag"]), &json!(3)));
    assert_eq!(
        (&one["files"][0]["name"], &one["verdict"]["tasks"][0]["code"]),
        (&json!("zanzibar.pdf"), &json!("zanzibar.code"))
    );
    let listed = desk.get("/v1/oa/enquiries").staff(role).send().await.is(200);
    assert_eq!(listed["items"][0]["tags"], json!(["plain.tag", "zanzibar.tag"]));
    assert_eq!(listed["items"][0]["guardian"], "zanzibar kin");
    assert_eq!(listed["items"][0]["school_year"]["value"], "other", "a typed year that the school does not name");
    assert_eq!(found(desk, role, &format!("tag={MARK}.tag")).await, 1);
    assert!(
        doors(desk, role, &id)
            .await
            .iter()
            .filter(|(door, _)| door.contains("form=ruled"))
            .all(|(_, told)| told.contains(MARK))
    );
    let file = format!("/v1/oa/enquiries/{id}/files/{upload}");
    assert_eq!(desk.get(&file).staff(role).send().await.status.as_u16(), 200);
    // An administrator is in no audience by that.
    let told = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await;
    assert!(!said(&told).contains(MARK));
}

async fn what_members_do_is_told_to_others_without_words(desk: &Desk) {
    let (id, upload) = sent(desk, &[]).await;
    let one = format!("/v1/oa/enquiries/{id}");
    let (member, other) = (Role::AdmissionsOfficer, Role::SchoolAdmin);
    join(desk, member).await;
    let review = format!("{one}/files/{upload}/review");
    desk.put(&review, json!({ "state": "accepted" })).staff(member).send().await.is(200);
    desk.person("one", other).await;
    desk.put(&review, json!({ "state": "accepted" })).staff(other).send().await.refused(404, "A001");
    let tasks = desk.get(&format!("{one}/tasks")).staff(member).send().await.is(200);
    assert_eq!(tasks["items"][0]["text"]["en"], "Words");
    // What the server writes for a member is read by all of the staff; what the member types is theirs to word.
    let ask = desk.post(&format!("{one}/papers/ask"), json!({})).staff(member).send().await.is(201);
    assert!(!ask.to_string().contains(MARK), "{ask}");
    let read = desk.get(&format!("{one}/messages")).staff(other).send().await.is(200);
    assert!(!read.to_string().contains(MARK) && read["items"].as_array().unwrap().len() == 1, "{read}");
    let task = format!("{one}/tasks/{}", tasks["items"][0]["id"].as_str().unwrap());
    let done = json!({ "version": 1, "done": true });
    desk.patch(&task, done.clone()).staff(other).send().await.refused(404, "A001");
    desk.patch(&task, done).staff(member).send().await.is(200);
    let counts = desk.get("/v1/oa/tasks?whose=all").staff(other).send().await.is(200)["counts"].clone();
    assert_eq!(counts["unassigned"], 0);
    let told = desk.get(&one).staff(other).send().await.is(200)["enquiry"]["timeline"].clone();
    let kinds: Vec<_> =
        told.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect();
    assert!(kinds.contains(&"paper".to_owned()) && kinds.contains(&"task".to_owned()), "{kinds:?}");
    assert!(!told.to_string().contains(MARK) && !told.to_string().contains("Words"), "{told}");
    let paper = told.as_array().unwrap().iter().find(|entry| entry["kind"] == "paper").unwrap();
    assert_eq!((&paper["from"], &paper["comment"]), (&Value::Null, &Value::Null), "the document is not named");
}

async fn a_file_that_comes_later_tells_no_more(desk: &Desk) {
    form(desk, &[]);
    desk.rules.play(script());
    let values = json!({ "child_name": "Sara", "message": MARK });
    desk.submit_as("ruled", values, None, "the-key-of-the-family").staff(Role::Guardian).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let files = format!("/v1/oa/public/applications/{id}/files");
    // To a question, and to what the rules want of those answers and no question takes.
    for field in ["scan".to_owned(), format!("wanted:{MARK}.code")] {
        let add = desk.multipart(&files, &[("field", &field)], &format!("{MARK}.pdf"), &pdf(100));
        add.staff(Role::Guardian).send().await.is(201);
    }
    for (door, told) in doors(desk, Role::AdmissionsOfficer, &id).await {
        assert!(!told.contains(MARK), "{door}: {told}");
    }
    let own = desk.get(&format!("/v1/oa/public/applications/{id}")).staff(Role::Guardian).send().await.is(200);
    assert!(own.to_string().contains(MARK), "its family reads all of it");
}

async fn who_left_the_audience_gets_no_file_of_then(desk: &Desk) {
    sent(desk, &[]).await;
    let role = Role::AdmissionsOfficer;
    join(desk, role).await;
    let job = made(desk, role, json!({ "format": "csv", "form": "ruled" })).await;
    let file = format!("{EXPORTS}/{job}/file");
    assert!(said(&desk.get(&file).staff(role).send().await).contains(MARK));
    leave(desk).await;
    desk.get(&file).staff(role).send().await.refused(403, "A002");
}

async fn a_blind_record_names_nobody(desk: &Desk) {
    let (id, _) = sent(desk, &["child_name"]).await;
    for (door, told) in doors(desk, Role::AdmissionsOfficer, &id).await {
        assert!(!told.contains(MARK), "{door}: {told}");
    }
    let one = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::AdmissionsOfficer).send().await.is(200);
    let one = &one["enquiry"];
    assert_eq!((&one["person"], &one["person_for"], &one["persons"]), (&json!(""), &json!("health"), &json!([])));
    join(desk, Role::AdmissionsOfficer).await;
    let one = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::AdmissionsOfficer).send().await.is(200);
    let one = &one["enquiry"];
    assert_eq!(
        (&one["person"], &one["person_for"], &one["persons"][0]["name"]),
        (&json!(MARK), &Value::Null, &json!(MARK))
    );
}

/// What rules want told of such answers is told to members, whose letter only says that there is something.
async fn a_letter_tells_members_alone_and_without_words(desk: &Desk) {
    form(desk, &[]);
    join(desk, Role::AdmissionsOfficer).await;
    desk.person("one", Role::SchoolAdmin).await;
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
    let code = format!("{MARK}.code");
    let notice = |code: &str| Effect::new(EffectKind::Notify, code).with("is", MARK);
    let mut script = script();
    script.decided.effects = vec![notice(&code)];
    desk.rules.play(script.clone());
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    assert_eq!(carry_out(desk).await, 1);
    let told = letters(desk).await;
    assert_eq!(told.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(), ["admissions_officer@example.org"]);
    assert!(told[0].1.get("text").is_none() && !told[0].1.to_string().contains(MARK), "{told:?}");
    // Beside what everybody reads, a letter says that alone, to members as to others.
    script.decided.effects = vec![notice(&code), Effect::new(EffectKind::Notify, "plain.tag")];
    desk.rules.play(script);
    desk.submit("ruled", json!({ "child_name": "Omar" }), None).await.is(201);
    carry_out(desk).await;
    let told = letters(desk).await;
    let said: Vec<_> = told.iter().map(|(_, params)| &params["text"]).collect();
    assert_eq!(said, [&json!("Words"), &json!("Words")]);
}

/// Who may not see where mail goes sees no message of the family's; what they do leaves it unread for who may.
async fn who_reads_no_message_marks_none(desk: &Desk) {
    form(desk, &["guardian_email"]);
    desk.rules.play(script());
    let values = json!({ "child_name": "Sara", "guardian_email": "huda@example.org" });
    desk.submit_as("ruled", values, None, "the-key-of-the-family").staff(Role::Guardian).send().await.is(201);
    let role = Role::AdmissionsOfficer;
    desk.person("one", role).await;
    let id = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let asked = json!({ "text": "Which day?", "locale": "en" });
    desk.post(&format!("/v1/oa/public/applications/{id}/messages"), asked).staff(Role::Guardian).send().await.is(200);
    let messages = format!("/v1/oa/enquiries/{id}/messages");
    assert_eq!(desk.get(&messages).staff(role).send().await.is(200)["items"], json!([]));
    let unread = async || desk.list("").await["items"][0]["unread"].clone();
    desk.post(&format!("{messages}/read"), json!({})).staff(role).send().await.is(200);
    assert_eq!(unread().await, 1);
    desk.post(&messages, json!({ "text": "Please call us." })).staff(role).send().await.is(201);
    assert_eq!(unread().await, 1);
    desk.delete(&format!("{messages}/read")).staff(role).send().await.is(200);
    assert_eq!(unread().await, 1);
    join(desk, role).await;
    desk.post(&format!("{messages}/read"), json!({})).staff(role).send().await.is(200);
    assert_eq!(unread().await, 0);
}
