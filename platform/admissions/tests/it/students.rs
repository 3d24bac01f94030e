//! Students: enrolled once, with numbers without gaps and one family; and the file that staff have of each, by role, by reason, by number.

use futures_util::future::join_all;
use image::ImageFormat;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{HOUR, OFFICER, ROUND, apply, applying, go, is_proved, stands, taken, values, view, why};
use crate::audiences::join;
use crate::database::{execute, number, scope};
use crate::desk::{Desk, Got, on_both};
use crate::forms;
use crate::pictures::picture;

on_both!(
    who_is_enrolled_is_a_student_with_a_number,
    enrolling_again_gives_the_same_student,
    two_at_once_enrol_one_student,
    a_transaction_that_fails_leaves_no_gap,
    one_child_is_one_student,
    of_two_applications_of_a_child_at_once_one_is_enrolled,
    one_number_is_one_student_whoever_applied,
    of_two_with_one_number_at_once_one_is_enrolled,
    a_child_that_looks_like_a_student_is_enrolled_where_somebody_says_so,
    a_parent_s_number_with_two_children_refuses_nobody,
    a_student_is_found_by_the_admission_number,
    child_and_guardian_become_one_family,
    a_family_that_is_full_takes_nobody_more_and_no_child_is_refused,
    a_number_is_found_however_it_is_spelled,
    a_number_of_what_one_does_not_see_is_nobody_s,
    each_role_reads_its_sections,
    answers_stand_in_their_sections,
    identity_numbers_show_their_end,
    what_is_medical_asks_for_a_reason_and_is_written_down,
    who_is_not_in_the_audience_opens_nothing_medical,
    what_is_medical_is_written_down_at_every_door,
    what_is_unfit_is_refused_at_its_place,
    notes_say_what_the_family_sees,
    a_photo_of_the_child_stands_at_the_head,
);

const REGISTRAR: Role = Role::Registrar;
/// Stands in what is kept for the health team.
const MARK: &str = "zanzibar";

/// Sends an application as far as a booked seat.
async fn book(desk: &Desk, id: &str) {
    go(desk, OFFICER, id, "S/to_schedule", why()).await.is(200);
    go(desk, OFFICER, id, "S/scheduled", json!({})).await.is(200);
    go(desk, OFFICER, id, "S/assessed", json!({})).await.is(200);
    go(desk, OFFICER, id, "F/unconditional", json!({})).await.is(200);
    go(desk, OFFICER, id, "A/fee_due", why()).await.is(200);
    go(desk, Role::Finance, id, "B/consents_due", why()).await.is(200);
}

async fn booked(desk: &Desk, name: &str) -> String {
    let id = apply(desk, name, "g1").await;
    book(desk, &id).await;
    id
}

async fn enrol(desk: &Desk, id: &str) -> Got {
    go(desk, REGISTRAR, id, "C", why()).await
}

/// An application that an account sends.
async fn apply_as(desk: &Desk, account: Role, key: &str, values: Value) -> String {
    let sent = desk.submit_as("apply", values, None, key).staff(account).send().await;
    let reference = sent.reference();
    // Ids of one moment have no order.
    desk.clock.advance(1);
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

async fn history(desk: &Desk, id: &str) -> Vec<Value> {
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200);
    opened["enquiry"]["timeline"].as_array().unwrap().clone()
}

async fn audited(desk: &Desk, action: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = '{action}'");
    number(&desk.db, "one", &sql).await
}

async fn ask(desk: &Desk, role: Role, id: &str, body: Value) -> Got {
    desk.post(&format!("/v1/oa/student/student_data?student_id={id}"), body).staff(role).send().await
}

async fn find(desk: &Desk, role: Role, typed: &str) -> Got {
    desk.post("/v1/oa/student/registration_data", json!({ "enroll_number": typed })).staff(role).send().await
}

/// Fields of a section by their names.
fn field<'v>(file: &'v Value, section: &str, name: &str) -> &'v Value {
    let fields = file["sections"][section]["fields"].as_array();
    fields.into_iter().flatten().find(|one| one["field"] == name).unwrap_or(&Value::Null)
}

fn names(file: &Value, section: &str) -> Vec<String> {
    let fields = file["sections"][section]["fields"].as_array().unwrap();
    fields.iter().map(|one| one["field"].as_str().unwrap().to_owned()).collect()
}

/// The application form with what a file shows: a guardian, numbers, a photo, a repeated group, declarations, and health.
fn filing(desk: &Desk) {
    applying(desk, ROUND);
    let place = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    let text = |title: &str| json!({ "type": "string", "title": title, "maxLength": 200 });
    let id = |title: &str| json!({ "type": "string", "title": title, "format": "national-id", "maxLength": 20 });
    let picture = json!({ "tier": "2mb", "kinds": ["image"] });
    let photo = json!({ "type": "string", "title": "photo", "format": "upload", "maxLength": 64, "x-upload": picture });
    let status =
        json!({ "type": "string", "title": "kin.status", "oneOf": [{ "const": "here", "title": "kin.here" }] });
    let item = json!({ "type": "object", "required": ["name"],
        "properties": { "name": text("kin.name"), "civil": id("kin.civil"), "status": status } });
    let group = json!({ "type": "array", "title": "siblings", "minItems": 0, "maxItems": 4, "items": item });
    let country =
        json!({ "type": "string", "title": "nationality", "format": "country", "minLength": 2, "maxLength": 2 });
    for (name, schema) in [
        ("civil", id("civil")),
        ("passport", text("passport")),
        ("nationality", country),
        ("condition", text("condition")),
        ("photo", photo),
        ("siblings", group),
        ("agree", json!({ "type": "boolean", "title": "agree", "const": true })),
        ("photo_consent", json!({ "type": "boolean", "title": "photo_consent" })),
        ("guardian_name", text("guardian_name")),
        ("employer", text("employer")),
    ] {
        document["schema"]["properties"][name] = schema;
        let step = usize::from(["guardian_name", "employer"].contains(&name));
        if step == 1 && document["steps"].as_array().unwrap().len() == 1 {
            let second = json!({ "id": "kin", "title": "step.kin", "fields": [] });
            document["steps"].as_array_mut().unwrap().push(second);
        }
        document["steps"][step]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["ui"]["condition"] = json!({ "ui:widget": "textarea", "x-audience": "health" });
    document["ui"]["siblings"] = json!({ "x-add": "kin.add", "x-item": "kin.item" });
    document["subject"]["child.national_id"] = "civil".into();
    document["subject"]["child.passport"] = "passport".into();
    document["subject"]["guardian.name"] = "guardian_name".into();
    let own = ["civil", "passport", "nationality", "condition", "photo", "siblings", "agree", "photo_consent"];
    let kin = ["kin.name", "kin.civil", "kin.status", "kin.here", "kin.add", "kin.item", "step.kin", "guardian_name"];
    for language in ["en", "ar"] {
        for key in own.into_iter().chain(kin).chain(["employer"]) {
            document["texts"][language][key] = format!("Text of {key}").into();
        }
    }
    forms::write(&place, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn told() -> Value {
    let mut told = values("Sara Saleh", "g1");
    let more = json!({
        "civil": "12345678", "passport": "K7654321", "nationality": "OM", "condition": format!("Peanuts, {MARK}"), "agree": true,
        "photo_consent": false, "guardian_name": "Huda", "employer": "The harbour",
        "siblings": [{ "name": "Omar", "civil": "87654321", "status": "here" }, { "name": "Layla" }],
    });
    told.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    told
}

/// An application with all of it; its id.
async fn filed(desk: &Desk) -> String {
    filing(desk);
    let reference = desk.submit("apply", told(), None).await.reference();
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

async fn who_is_enrolled_is_a_student_with_a_number(desk: &Desk) {
    applying(desk, ROUND);
    let id = booked(desk, "Sara").await;
    assert_eq!(view(desk, OFFICER, &id).await["admission_number"], Value::Null);
    let enrolled = enrol(desk, &id).await.is(200);
    assert_eq!((&enrolled["status"], &enrolled["admission_number"]), (&json!("C"), &json!("ONE-2027-0001")));
    let mut entries = history(desk, &id).await;
    assert_eq!(entries.pop().unwrap()["to"], "silent", "its family was not mailed of it");
    let last = |n: usize| {
        let entry = &entries[entries.len() - n];
        (entry["kind"].as_str().unwrap(), entry["to"].as_str().unwrap(), entry["role"].as_str().unwrap())
    };
    assert_eq!((last(2), last(1)), (("status", "C", "registrar"), ("enrolled", "ONE-2027-0001", "registrar")));
    assert_eq!((audited(desk, "student.enrol").await, desk.count("students").await), (1, 1));
    let whole = "SELECT COUNT(*) FROM students WHERE school_id = $1 AND academic_year = '2027-2028' AND round = '2027' AND bucket = 'g1'
        AND enrolled_by = 'registrar' AND person_id IS NOT NULL AND family_id IS NOT NULL";
    assert_eq!(number(&desk.db, "one", whole).await, 1);
    let second = booked(desk, "Omar").await;
    assert_eq!(enrol(desk, &second).await.is(200)["admission_number"], "ONE-2027-0002");
    // From there no way leads on.
    go(desk, OFFICER, &id, "R/withdrawn", why()).await.refused(422, "A012");
    assert_eq!((stands(desk, &id).await.as_str(), taken(desk, "g1").await), ("C", 2));
    is_proved(desk).await;
}

async fn enrolling_again_gives_the_same_student(desk: &Desk) {
    applying(desk, ROUND);
    let id = booked(desk, "Sara").await;
    let first = enrol(desk, &id).await.is(200);
    let entries = history(desk, &id).await.len();
    let again = enrol(desk, &id).await.is(200);
    assert_eq!((&again["admission_number"], &again["version"]), (&first["admission_number"], &first["version"]));
    // Over the version of before as well: an answer that was lost on its way is asked for again.
    let body = json!({ "version": 1, "transition": { "to": "C", "reason_text": "Seen" } });
    let path = format!("/v1/oa/student/student_update?student_id={id}");
    let late = desk.patch(&path, body).staff(REGISTRAR).send().await.is(200);
    assert_eq!(late["admission_number"], first["admission_number"]);
    // Who does not enrol is told no more than of any other way that there is not.
    go(desk, OFFICER, &id, "C", json!({})).await.refused(422, "A012");
    assert_eq!((history(desk, &id).await.len(), desk.count("students").await), (entries, 1), "nothing was written");
    assert_eq!(audited(desk, "student.enrol").await, 1);
    is_proved(desk).await;
}

async fn two_at_once_enrol_one_student(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", REGISTRAR).await;
    let id = booked(desk, "Sara").await;
    let got = join_all((0..4).map(|_| enrol(desk, &id))).await;
    for one in &got {
        assert_eq!(one.is(200)["admission_number"], "ONE-2027-0001");
    }
    let counter = "SELECT last_value FROM counters WHERE school_id = $1 AND name = 'admission-2027'";
    assert_eq!((desk.count("students").await, number(&desk.db, "one", counter).await), (1, 1));
    let told = history(desk, &id).await.into_iter().filter(|entry| entry["kind"] == "enrolled").count();
    assert_eq!((told, taken(desk, "g1").await), (1, 1));
    is_proved(desk).await;
}

async fn a_transaction_that_fails_leaves_no_gap(desk: &Desk) {
    applying(desk, ROUND);
    let (id, other) = (booked(desk, "Sara").await, apply(desk, "Omar", "kg1").await);
    let in_the_way = format!(
        "INSERT INTO students (school_id, id, submission_id, admission_number, academic_year, round, bucket, enrolled_at)
         VALUES ($1, 'x', '{other}', 'ONE-2027-0001', '2027-2028', '2027', 'kg1', 0)"
    );
    assert_eq!(execute(&desk.db, "one", &in_the_way).await.unwrap(), 1);
    enrol(desk, &id).await.refused(409, "A003");
    assert_eq!((stands(desk, &id).await.as_str(), audited(desk, "student.enrol").await), ("B/originals_due", 0));
    execute(&desk.db, "one", "DELETE FROM students WHERE school_id = $1").await.unwrap();
    assert_eq!(enrol(desk, &id).await.is(200)["admission_number"], "ONE-2027-0001", "the number was not used up");
    is_proved(desk).await;
}

async fn one_child_is_one_student(desk: &Desk) {
    applying(desk, ROUND);
    let first = apply_as(desk, Role::Guardian, "the-key-of-the-first", values("Sara", "g1")).await;
    let second = apply_as(desk, Role::Guardian, "the-key-of-the-second", values("Sara", "g1")).await;
    let sister = apply_as(desk, Role::Guardian, "the-key-of-the-sister", values("Layla", "g1")).await;
    for id in [&first, &second, &sister] {
        book(desk, id).await;
    }
    enrol(desk, &first).await.is(200);
    let refused = enrol(desk, &second).await.refused(422, "A012");
    assert_eq!(refused["guard"], "identity_unique");
    assert_eq!((stands(desk, &second).await.as_str(), desk.count("students").await), ("B/originals_due", 1));
    assert_eq!(enrol(desk, &sister).await.is(200)["admission_number"], "ONE-2027-0002", "whom nothing was taken from");
    // Who is enrolled already is told so, and not refused.
    assert_eq!(enrol(desk, &first).await.is(200)["admission_number"], "ONE-2027-0001");
}

async fn of_two_applications_of_a_child_at_once_one_is_enrolled(desk: &Desk) {
    applying(desk, ROUND);
    desk.person("one", REGISTRAR).await;
    let first = apply_as(desk, Role::Guardian, "the-key-of-the-first", values("Sara", "g1")).await;
    let second = apply_as(desk, Role::Guardian, "the-key-of-the-second", values("Sara", "g1")).await;
    for id in [&first, &second] {
        book(desk, id).await;
    }
    let got = join_all([&first, &second].map(|id| enrol(desk, id))).await;
    assert_eq!(got.iter().filter(|got| got.status == 200).count(), 1);
    for got in got.iter().filter(|got| got.status != 200) {
        assert_eq!(got.refused(422, "A012")["guard"], "identity_unique");
    }
    assert_eq!(desk.count("students").await, 1);
    is_proved(desk).await;
}

/// An application with these answers, as far as a booked seat.
async fn booked_with(desk: &Desk, more: Value) -> String {
    let mut values = told();
    values.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let reference = desk.submit("apply", values, None).await.reference();
    let id = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    book(desk, &id).await;
    id
}

async fn one_number_is_one_student_whoever_applied(desk: &Desk) {
    filing(desk);
    let first = booked_with(desk, json!({})).await;
    // Another account, another spelling, a mistyped passport.
    let second = booked_with(desk, json!({ "child_name": "Sarah Salih", "passport": "K7654322" })).await;
    let third =
        booked_with(desk, json!({ "child_name": "Omar", "civil": "11112222", "passport": "K1", "dob": "2020-01-01" }))
            .await;
    enrol(desk, &first).await.is(200);
    let refused = enrol(desk, &second).await.refused(422, "A012");
    assert_eq!(
        (&refused["guard"], &refused["student"]),
        (&json!("identity_unique"), &json!({ "admission_number": "ONE-2027-0001", "may_override": false }))
    );
    let said = json!({ "override": true, "reason_text": "They say it is another one" });
    go(desk, REGISTRAR, &second, "C", said).await.refused(422, "A012");
    assert_eq!(enrol(desk, &third).await.is(200)["admission_number"], "ONE-2027-0002", "and no number was used up");
    assert_eq!(enrol(desk, &first).await.is(200)["admission_number"], "ONE-2027-0001");
    is_proved(desk).await;
}

async fn of_two_with_one_number_at_once_one_is_enrolled(desk: &Desk) {
    filing(desk);
    desk.person("one", REGISTRAR).await;
    let first = booked_with(desk, json!({})).await;
    let second = booked_with(desk, json!({ "child_name": "Sarah Salih" })).await;
    let got = join_all([&first, &second].map(|id| enrol(desk, id))).await;
    assert_eq!(got.iter().filter(|got| got.status == 200).count(), 1);
    for got in got.iter().filter(|got| got.status != 200) {
        assert_eq!(got.refused(422, "A012")["guard"], "identity_unique");
    }
    assert_eq!(desk.count("students").await, 1);
    is_proved(desk).await;
}

async fn a_child_that_looks_like_a_student_is_enrolled_where_somebody_says_so(desk: &Desk) {
    filing(desk);
    let first = booked_with(desk, json!({})).await;
    let second = booked_with(desk, json!({ "child_name": "SARA SALEH", "civil": "11112222", "passport": "K1" })).await;
    enrol(desk, &first).await.is(200);
    let refused = enrol(desk, &second).await.refused(422, "A012");
    assert_eq!(
        (&refused["guard"], &refused["student"]),
        (&json!("identity_unique"), &json!({ "admission_number": "ONE-2027-0001", "may_override": true }))
    );
    let unsaid = go(desk, REGISTRAR, &second, "C", json!({ "override": true })).await.refused(422, "F003");
    assert_eq!(unsaid["errors"][0]["path"], "/transition/reason_text");
    let said = json!({ "override": true, "reason_text": "The passports are of two children" });
    assert_eq!(go(desk, REGISTRAR, &second, "C", said).await.is(200)["admission_number"], "ONE-2027-0002");
    let told = history(desk, &second).await;
    assert!(told.iter().any(|entry| entry["comment"] == "The passports are of two children"), "{told:?}");
    is_proved(desk).await;
}

async fn a_parent_s_number_with_two_children_refuses_nobody(desk: &Desk) {
    filing(desk);
    let first = booked_with(desk, json!({})).await;
    let second = booked_with(desk, json!({ "child_name": "Omar", "dob": "2020-01-01" })).await;
    enrol(desk, &first).await.is(200);
    enrol(desk, &second).await.is(200);
}

async fn a_student_is_found_by_the_admission_number(desk: &Desk) {
    applying(desk, ROUND);
    let (id, other) = (booked(desk, "Sara").await, booked(desk, "Omar").await);
    for id in [&id, &other] {
        enrol(desk, id).await.is(200);
    }
    let found = async |typed: &str| {
        let asked = desk.post("/v1/oa/student/student_list", json!({ "q": typed })).staff(OFFICER).send().await.is(200);
        let all: Vec<String> =
            asked["students"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        all
    };
    for typed in ["ONE-2027-0002", "one 2027 0002", "one20270002", "ONE27-00002"] {
        assert_eq!(found(typed).await, std::slice::from_ref(&other), "{typed}");
    }
    assert_eq!(desk.list("q=one-2027-0001").await["items"][0]["id"], *id, "in the inbox as well");
    // Whoever was enrolled before that is told it once.
    let forget = "UPDATE submissions SET search_text = person WHERE school_id = $1";
    execute(&desk.db, "one", forget).await.unwrap();
    execute(&desk.db, "one", "DELETE FROM search_keys WHERE school_id = $1").await.unwrap();
    assert_eq!(found("ONE-2027-0002").await, Vec::<String>::new());
    for _ in 0..2 {
        desk.enquiries.tell_numbers(&scope("one")).await.unwrap();
    }
    assert_eq!(found("ONE-2027-0002").await, std::slice::from_ref(&other));
    let lines = "SELECT CAST(MAX(LENGTH(search_text)) AS BIGINT) FROM submissions WHERE school_id = $1";
    assert_eq!(number(&desk.db, "one", lines).await, 18, "Sara or Omar, and the number once");
}

async fn child_and_guardian_become_one_family(desk: &Desk) {
    filing(desk);
    let id = apply_as(desk, Role::Guardian, "the-key-of-the-first", told()).await;
    book(desk, &id).await;
    let said = "UPDATE family_members SET may_sign = TRUE WHERE school_id = $1 AND relation = 'child'";
    execute(&desk.db, "one", said).await.unwrap();
    let gone = "DELETE FROM family_members WHERE school_id = $1 AND relation = 'guardian'";
    assert_eq!(execute(&desk.db, "one", gone).await.unwrap(), 1);
    enrol(desk, &id).await.is(200);
    let together = "SELECT COUNT(*) FROM family_members m JOIN students s ON s.school_id = m.school_id AND s.family_id = m.family_id
        WHERE m.school_id = $1";
    let signs = format!("{together} AND m.may_sign AND m.relation = 'child'");
    let own = "SELECT COUNT(*) FROM students s JOIN family_accounts a ON a.school_id = s.school_id AND a.family_id = s.family_id WHERE s.school_id = $1";
    let counted = async |sql: &str| number(&desk.db, "one", sql).await;
    assert_eq!(
        (counted(together).await, counted(&signs).await, counted(own).await),
        (2, 1, 1),
        "what staff said stays"
    );
    // Where there was no family, there is one.
    let mut another = told();
    another["civil"] = "11112222".into();
    another["passport"] = "K1".into();
    another["dob"] = "2021-05-06".into();
    let reference = desk.submit("apply", another, None).await.reference();
    let other = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    book(desk, &other).await;
    let of_other =
        format!("SELECT person_id FROM submission_persons WHERE school_id = $1 AND submission_id = '{other}'");
    let alone = format!("DELETE FROM family_members WHERE school_id = $1 AND person_id IN ({of_other})");
    assert_eq!(execute(&desk.db, "one", &alone).await.unwrap(), 2);
    enrol(desk, &other).await.is(200);
    assert_eq!((counted(together).await, desk.count("students").await), (4, 2));
    let apart = "SELECT COUNT(DISTINCT family_id) FROM students WHERE school_id = $1";
    assert_eq!(counted(apart).await, 2, "strangers of the same names are no family");
}

async fn a_family_that_is_full_takes_nobody_more_and_no_child_is_refused(desk: &Desk) {
    filing(desk);
    let id = apply_as(desk, Role::Guardian, "the-key-of-the-first", told()).await;
    book(desk, &id).await;
    let gone = "DELETE FROM family_members WHERE school_id = $1 AND relation = 'child'";
    assert_eq!(execute(&desk.db, "one", gone).await.unwrap(), 1);
    let rows: Vec<String> = (1..people::MOST_PERSONS).map(|n| format!("($1, 'more-{n}', 'More', '', 0)")).collect();
    let more = format!("INSERT INTO persons (school_id, id, name, birth_date, created_at) VALUES {}", rows.join(", "));
    execute(&desk.db, "one", &more).await.unwrap();
    let fill = "INSERT INTO family_members (school_id, family_id, person_id, relation, told_relation, may_sign, sees_portal, created_at)
        SELECT m.school_id, m.family_id, p.id, 'child', '', FALSE, FALSE, 0
        FROM family_members m JOIN persons p ON p.school_id = m.school_id AND p.id LIKE 'more-%'
        WHERE m.school_id = $1 AND m.relation = 'guardian'";
    execute(&desk.db, "one", fill).await.unwrap();
    assert_eq!(enrol(desk, &id).await.is(200)["admission_number"], "ONE-2027-0001");
    let without = "SELECT COUNT(*) FROM students WHERE school_id = $1 AND family_id IS NULL AND person_id IS NOT NULL";
    let most = i64::try_from(people::MOST_PERSONS).unwrap();
    assert_eq!((number(&desk.db, "one", without).await, desk.count("family_members").await), (1, most));
}

async fn a_number_is_found_however_it_is_spelled(desk: &Desk) {
    applying(desk, ROUND);
    let me = desk.person("one", OFFICER).await;
    let id = booked(desk, "Sara").await;
    let owned = json!({ "version": view(desk, OFFICER, &id).await["version"], "owner": me });
    desk.patch(&format!("/v1/oa/enquiries/{id}"), owned).staff(OFFICER).send().await.is(200);
    for typed in ["ONE27-00001", "one27-00001", " one 27 00001 ", "ONE٢٧-٠٠٠٠١", "one27–00001"] {
        let found = find(desk, OFFICER, typed).await.is(200)["student"].clone();
        assert_eq!((&found["student_id"], &found["admission_number"]), (&json!(id), &Value::Null), "{typed}");
    }
    find(desk, OFFICER, "ONE-2027-0001").await.refused(404, "A001");
    enrol(desk, &id).await.is(200);
    let found = find(desk, OFFICER, "one 2027 ۰۰۰۱").await.is(200)["student"].clone();
    assert_eq!(
        (&found["student_id"], &found["registration_id"], &found["admission_number"], &found["student_name"]),
        (&json!(id), &json!("ONE27-00001"), &json!("ONE-2027-0001"), &json!("Sara"))
    );
    assert_eq!(
        (&found["sims_admission_status"], &found["sub_status"], &found["assigned_to"]["id"], &found["student_name_ar"]),
        (&json!("C"), &json!(""), &json!(me), &Value::Null)
    );
    assert_eq!(
        (&found["grade"]["en"], &found["academic_year"]["en"]),
        (&json!("Text of grade.g1"), &json!("2027-2028"))
    );
    for nobody in ["", "ONE27-00009", "ONE-2027-0002", "TWO27-00001", "00001", "Sara", &"9".repeat(5_000)] {
        find(desk, OFFICER, nobody).await.refused(404, "A001");
    }
}

async fn a_number_of_what_one_does_not_see_is_nobody_s(desk: &Desk) {
    applying(desk, ROUND);
    let id = booked(desk, "Sara").await;
    enrol(desk, &id).await.is(200);
    // The form is not for auditors.
    for typed in ["ONE27-00001", "ONE-2027-0001"] {
        let hidden = find(desk, Role::Auditor, typed).await.refused(404, "A001");
        assert_eq!(hidden, find(desk, Role::Auditor, "ONE27-00777").await.refused(404, "A001"));
        find(desk, Role::Cashier, typed).await.refused(403, "A002");
    }
    ask(desk, Role::Auditor, &id, json!({})).await.refused(404, "A001");
    ask(desk, Role::Cashier, &id, json!({})).await.refused(403, "A002");
    // Another school's people find nothing here, and neither do its numbers.
    let elsewhere = desk.post("/v1/oa/student/registration_data", json!({ "enroll_number": "ONE27-00001" }));
    elsewhere.school("two").staff(OFFICER).send().await.refused(404, "A001");
    let file = desk.post(&format!("/v1/oa/student/student_data?student_id={id}"), json!({}));
    file.school("two").staff(OFFICER).send().await.refused(404, "A001");
    // What is no application has no file.
    desk.submit("trial", json!({ "child_name": "Layla" }), None).await.is(201);
    let other = desk.list("q=layla").await["items"][0]["id"].as_str().unwrap().to_owned();
    ask(desk, OFFICER, &other, json!({})).await.refused(404, "A001");
}

async fn each_role_reads_its_sections(desk: &Desk) {
    let id = filed(desk).await;
    let all = ["summary", "personal", "guardians", "academic", "documents", "timeline", "medical", "consents", "notes"];
    for (role, without) in [
        (Role::SchoolAdmin, &[][..]),
        (OFFICER, &[]),
        (Role::Principal, &[]),
        (REGISTRAR, &["notes"]),
        (Role::Finance, &["medical", "notes"]),
    ] {
        let expected: Vec<_> = all.into_iter().filter(|section| !without.contains(section)).collect();
        let file = ask(desk, role, &id, json!({})).await.is(200);
        assert_eq!(file["allowed"], json!(expected), "{role:?}");
        let mut given: Vec<_> = file["sections"].as_object().unwrap().keys().map(String::as_str).collect();
        given.sort_by_key(|name| all.iter().position(|section| section == name));
        assert_eq!(given, expected, "{role:?}: all of them, where none is asked for");
        // Asking for it by name opens nothing.
        let asked = ask(desk, role, &id, json!({ "sections": ["notes", "timeline", "medical"] })).await.is(200);
        let given = asked["sections"].as_object().unwrap();
        for section in ["notes", "medical"] {
            assert_eq!(given.contains_key(section), !without.contains(&section), "{role:?} {section}");
        }
        assert!(given.contains_key("timeline") && !given.contains_key("summary"), "{role:?}");
        for section in given.values() {
            assert_eq!(section["version"], file["student"]["version"]);
        }
    }
}

async fn answers_stand_in_their_sections(desk: &Desk) {
    let id = filed(desk).await;
    let file = ask(desk, OFFICER, &id, json!({})).await.is(200);
    assert_eq!(names(&file, "personal"), ["child_name", "dob", "civil", "passport"]);
    assert_eq!(names(&file, "guardians"), ["guardian_email", "guardian_name", "employer"], "and what their step asks");
    assert_eq!(names(&file, "consents"), ["agree", "photo_consent"]);
    assert_eq!(names(&file, "medical"), ["condition"]);
    assert_eq!(names(&file, "academic"), ["grade", "year", "nationality", "siblings"]);
    let words = |section: &str, name: &str| field(&file, section, name)["display"]["en"].clone();
    assert_eq!(
        (words("academic", "grade"), words("academic", "nationality"), words("personal", "child_name")),
        (json!("Text of grade.g1"), json!("Oman"), Value::Null)
    );
    assert_eq!(field(&file, "personal", "child_name")["label"]["ar"], "Text of child_name");
    let siblings = words("academic", "siblings");
    let kin = siblings.as_str().unwrap();
    assert!(kin.starts_with("Text of kin.name: Omar, ") && kin.ends_with("; Text of kin.name: Layla"), "{kin}");
    assert!(kin.contains("Text of kin.status: Text of kin.here"), "{kin}");
    assert_eq!(field(&file, "academic", "siblings")["value"][1], json!({ "name": "Layla" }));
    let head = &file["student"];
    assert_eq!(
        (&head["id"], &head["registration_id"], &head["student_name"], &head["sims_admission_status"]),
        (&json!(id), &json!("ONE27-00001"), &json!("Sara Saleh"), &json!("W"))
    );
    assert_eq!(
        (&head["sub_status"], &head["next_action"], &head["admission_number"], &head["photo"], &head["assigned_to"]),
        (&json!("review"), &json!("S/to_schedule"), &Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!((&head["birth_date"], &head["due_at"]), (&field(&file, "personal", "dob")["value"], &Value::Null));
    assert_eq!(field(&file, "summary", "siblings")["value"], field(&file, "academic", "siblings")["value"]);
    assert_eq!(ask(desk, Role::Finance, &id, json!({})).await.is(200)["student"]["next_action"], Value::Null);
    let fact = |name: &str| field(&file, "summary", name)["value"].clone();
    assert_eq!(
        (fact("grade"), fact("academic_year"), fact("submitted_at"), fact("missing_docs"), fact("email")),
        (json!("Text of grade.g1"), json!("2027-2028"), json!("2026-11-21"), json!(1), json!("huda@example.org"))
    );
    let papers = file["sections"]["documents"]["items"].as_array().unwrap();
    assert!(papers.iter().any(|one| one["field"] == "paper" && one["state"] == "missing"), "{papers:?}");
    let entries = file["sections"]["timeline"]["items"].as_array().unwrap();
    assert_eq!((&entries[0]["kind"], &entries[0]["to"]), (&json!("submitted"), &json!("W/review")));
    // As they are in the record.
    assert_eq!(json!(history(desk, &id).await), file["sections"]["timeline"]["items"]);
    let hold = json!({ "reason_code": "documents_missing", "review_by": "2026-12-01" });
    go(desk, OFFICER, &id, "O/documents", hold).await.is(200);
    assert_eq!(ask(desk, OFFICER, &id, json!({})).await.is(200)["student"]["due_at"], "2026-12-01");
}

async fn identity_numbers_show_their_end(desk: &Desk) {
    let id = filed(desk).await;
    join(desk, OFFICER).await;
    for role in [Role::SchoolAdmin, OFFICER, Role::Finance] {
        let got = ask(desk, role, &id, json!({ "reason": "The nurse called" })).await;
        let file = got.is(200);
        let civil = field(&file, "personal", "civil");
        assert_eq!((&civil["value"], &civil["masked"]), (&json!("•••• 5678"), &json!(true)));
        assert_eq!(field(&file, "personal", "passport")["value"], "•••• 4321", "as the document says what it is");
        assert_eq!(field(&file, "academic", "siblings")["value"][0]["civil"], "•••• 4321");
        let text = String::from_utf8(got.body.to_vec()).unwrap();
        for number in ["12345678", "K7654321", "87654321"] {
            assert!(!text.contains(number), "{role:?} {number}");
        }
    }
}

async fn what_is_medical_asks_for_a_reason_and_is_written_down(desk: &Desk) {
    let id = filed(desk).await;
    join(desk, OFFICER).await;
    let medical = async |body: Value| {
        let got = ask(desk, OFFICER, &id, body).await;
        (field(&got.is(200), "medical", "condition").clone(), String::from_utf8(got.body.to_vec()).unwrap())
    };
    let (masked, text) = medical(json!({})).await;
    assert_eq!((&masked["value"], &masked["masked"], &masked["display"]), (&Value::Null, &json!(true), &Value::Null));
    assert!(!text.contains(MARK) && audited(desk, "student.medical_read").await == 0);
    // A reason opens what is asked for with it, and nothing else is written down for it.
    let (untold, text) = medical(json!({ "sections": ["summary"], "reason": "The nurse called" })).await;
    assert!(untold.is_null() && !text.contains(MARK) && audited(desk, "student.medical_read").await == 0);
    let (told, _) = medical(json!({ "sections": ["medical"], "reason": "  The nurse called " })).await;
    assert_eq!((&told["value"], &told["masked"]), (&json!(format!("Peanuts, {MARK}")), &json!(false)));
    let said = format!(
        "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'student.medical_read' AND actor_id = 'admissions_officer'
             AND object_id = '{id}' AND CAST(detail AS TEXT) LIKE '%The nurse called%' AND CAST(detail AS TEXT) LIKE '%medical%'"
    );
    assert_eq!((number(&desk.db, "one", &said).await, audited(desk, "student.medical_read").await), (1, 1));
    let answers =
        format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND CAST(detail AS TEXT) LIKE '%{MARK}%'");
    assert_eq!(number(&desk.db, "one", &answers).await, 0, "that it was read, and not what");
    let (masked, _) = medical(json!({})).await;
    assert_eq!(masked["value"], Value::Null, "each time anew");
}

async fn who_is_not_in_the_audience_opens_nothing_medical(desk: &Desk) {
    let id = filed(desk).await;
    let reasoned = json!({ "sections": ["medical"], "reason": "The nurse called" });
    for role in [Role::SchoolAdmin, Role::Principal, REGISTRAR] {
        let got = ask(desk, role, &id, reasoned.clone()).await;
        let condition = field(&got.is(200), "medical", "condition").clone();
        assert_eq!((&condition["value"], &condition["masked"]), (&Value::Null, &json!(true)), "{role:?}");
        assert!(!String::from_utf8(got.body.to_vec()).unwrap().contains(MARK), "{role:?}");
    }
    // Nor does a role that has no such section, though the account is in the audience.
    join(desk, Role::Finance).await;
    let got = ask(desk, Role::Finance, &id, reasoned).await;
    assert_eq!(got.is(200)["sections"], json!({}));
    let all = ask(desk, Role::Finance, &id, json!({ "reason": "The nurse called" })).await;
    assert!(!String::from_utf8(all.body.to_vec()).unwrap().contains(MARK));
    assert_eq!(audited(desk, "student.medical_read").await, 0);
}

async fn what_is_medical_is_written_down_at_every_door(desk: &Desk) {
    let id = filed(desk).await;
    join(desk, OFFICER).await;
    let record = async |role: Role| {
        let got = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(role).send().await;
        got.is(200)["enquiry"]["values"]["condition"].is_string()
    };
    let export = async |columns: &str| {
        let path = format!("/v1/oa/enquiries/export?format=csv&form=apply{columns}");
        let got = desk.get(&path).staff(OFFICER).send().await;
        assert_eq!(got.status, 200);
        String::from_utf8(got.body.to_vec()).unwrap().contains(MARK)
    };
    let written = async || audited(desk, "student.medical_read").await;
    // Who is not shown it leaves no line.
    assert_eq!((record(Role::SchoolAdmin).await, written().await), (false, 0));
    assert_eq!((export("&columns=reference,answer.grade").await, written().await), (false, 0));
    assert_eq!((record(OFFICER).await, written().await), (true, 1));
    // One for each reader and record in an hour.
    assert_eq!((record(OFFICER).await, export("").await, written().await), (true, true, 1));
    desk.clock.advance(HOUR);
    assert_eq!((export("&columns=reference,answer.condition").await, written().await), (true, 2));
    let said = format!(
        "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'student.medical_read' AND actor_id = 'admissions_officer'
             AND object_id = '{id}' AND CAST(detail AS TEXT) LIKE '%medical%'"
    );
    assert_eq!(number(&desk.db, "one", &said).await, 2);
    // A file of such a question is one more door.
    let place = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    document["ui"]["scan"]["x-audience"] = "health".into();
    forms::write(&place, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    let draft = desk.draft("apply", json!({})).await;
    let upload = desk.upload_to("apply", &draft, "scan", "report.pdf", &crate::pictures::pdf(64)).send().await;
    let file = upload.is(201)["upload"]["upload_id"].as_str().unwrap().to_owned();
    let mut values = values("Layla", "g1");
    values["scan"] = file.clone().into();
    let reference = desk.submit("apply", values, Some(&draft)).await.reference();
    let other = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/enquiries/{other}/files/{file}");
    desk.get(&path).staff(Role::SchoolAdmin).send().await.refused(404, "A001");
    for _ in 0..2 {
        assert_eq!(desk.get(&path).staff(OFFICER).send().await.status, 200);
    }
    assert_eq!(written().await, 3);
}

async fn what_is_unfit_is_refused_at_its_place(desk: &Desk) {
    let id = filed(desk).await;
    for (body, path, code) in [
        (json!({ "sections": ["summary", "wallet"] }), "/sections", "enum"),
        (json!({ "reason": "  why " }), "/reason", "minLength"),
        (json!({ "reason": "" }), "/reason", "minLength"),
        (json!({ "reason": "a".repeat(301) }), "/reason", "maxLength"),
    ] {
        let refused = ask(desk, OFFICER, &id, body).await.refused(422, "F003");
        assert_eq!((&refused["errors"][0]["path"], &refused["errors"][0]["code"]), (&json!(path), &json!(code)));
    }
    ask(desk, OFFICER, &id, json!({ "section": ["summary"] })).await.refused(400, "R001");
    ask(desk, OFFICER, "nothing", json!({})).await.refused(404, "A001");
}

async fn notes_say_what_the_family_sees(desk: &Desk) {
    let id = filed(desk).await;
    let path = format!("/v1/oa/enquiries/{id}");
    desk.post(&format!("{path}/notes"), json!({ "text": "Calls after four" })).staff(OFFICER).send().await.is(201);
    desk.clock.advance(1_000);
    let message = json!({ "text": "Please bring the passport" });
    desk.post(&format!("{path}/messages"), message).staff(OFFICER).send().await.is(201);
    let file = ask(desk, OFFICER, &id, json!({ "sections": ["notes"] })).await.is(200);
    let written = file["sections"]["notes"]["items"].as_array().unwrap();
    let told: Vec<_> = written.iter().map(|one| (one["text"].clone(), one["visible_to_family"].clone())).collect();
    assert_eq!(
        told,
        [(json!("Please bring the passport"), json!(true)), (json!("Calls after four"), json!(false))],
        "the newest first"
    );
    assert_eq!(written[0]["author"], "Name of admissions_officer");
}

async fn a_photo_of_the_child_stands_at_the_head(desk: &Desk) {
    filing(desk);
    let draft = desk.draft("apply", json!({ "child_name": "Sara" })).await;
    let upload = desk.upload_to("apply", &draft, "photo", "a.png", &picture(ImageFormat::Png, 20, 10)).send().await;
    let file = upload.is(201)["upload"]["upload_id"].as_str().unwrap().to_owned();
    let mut values = told();
    values["photo"] = file.clone().into();
    let reference = desk.submit("apply", values, Some(&draft)).await.reference();
    let id = desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned();
    let shown = async || ask(desk, OFFICER, &id, json!({ "sections": ["personal"] })).await.is(200)["student"].clone();
    assert_eq!(shown().await["photo"], json!({ "file": file }));
    let review = json!({ "state": "refused", "reason": "unreadable" });
    let path = format!("/v1/oa/enquiries/{id}/files/{file}/review");
    desk.put(&path, review).staff(OFFICER).send().await.is(200);
    assert_eq!(shown().await["photo"], Value::Null, "what the school refused shows nobody");
}
