//! What forms tell the list: the grade, the school year and who answers for the child, and what it is narrowed to by them.

use serde_json::{Value, json};
use words::Role;
use words::verdict::{Checked, Computed, Kind};

use crate::database::{execute, number};
use crate::desk::{Desk, on_both};
use crate::forms;
use crate::rules::Script;

on_both!(
    a_row_shows_what_its_form_declares,
    what_rules_worked_out_comes_before_what_was_answered,
    the_list_is_narrowed_by_what_it_shows,
    choices_are_of_the_forms_that_one_sees,
    no_stranger_writes_the_filter_of_school_years,
    choices_are_bounded,
    a_file_has_the_same_columns,
    what_came_in_before_shows_nothing,
);

/// The form of these tests with a guardian, a grade to choose, and a school year that is typed.
fn document(first: [&str; 2]) -> Value {
    let mut document = forms::document("1.0.0");
    let grade = json!({ "type": "string", "title": "grade", "oneOf": [{ "const": "g1", "title": "grade.g1" }, { "const": "g2", "title": "grade.g2" }] });
    let text = |title: &str| json!({ "type": "string", "title": title, "maxLength": 60 });
    for (name, schema) in [("guardian_name", text("guardian_name")), ("grade", grade), ("year", text("year"))] {
        document["schema"]["properties"][name] = schema;
        document["steps"][0]["fields"].as_array_mut().unwrap().push(name.into());
    }
    document["subject"] = json!({ "child.name": "child_name", "child.grade": "grade", "child.school_year": "year", "guardian.name": "guardian_name" });
    for (at, language) in ["en", "ar"].into_iter().enumerate() {
        for key in ["guardian_name", "grade", "year"] {
            document["texts"][language][key] = "Question".into();
        }
        document["texts"][language]["grade.g1"] = first[at].into();
        document["texts"][language]["grade.g2"] = ["Grade 2", "الصف الثاني"][at].into();
    }
    document
}

fn offer(desk: &Desk, form: &str, document: &Value) {
    forms::write(&desk.bundle("one").join(format!("forms/{form}.json")), document);
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
}

/// Two forms that call the first grade alike, but for what nobody sees as another.
fn two_forms(desk: &Desk) {
    offer(desk, "trial", &document(["Grade 1", "الصف الأول"]));
    offer(desk, "hidden", &document(["GRADE  1", "الصف الأول"]));
}

async fn send(desk: &Desk, form: &str, values: Value) -> Value {
    let reference = desk.submit(form, values, None).await.reference();
    desk.list(&format!("q={reference}")).await["items"][0].clone()
}

fn sara() -> Value {
    json!({ "child_name": "Sara", "guardian_name": " Huda\u{202E} Al Harthy ", "grade": "g1", "year": "2026-2027" })
}

async fn names(desk: &Desk, query: &str) -> Vec<String> {
    let list = desk.list(query).await;
    let items = list["items"].as_array().unwrap();
    assert_eq!(list["total"], items.len(), "{query}");
    items.iter().map(|item| item["person"].as_str().unwrap().to_owned()).collect()
}

async fn a_row_shows_what_its_form_declares(desk: &Desk) {
    two_forms(desk);
    let row = send(desk, "trial", sara()).await;
    let first = json!({ "value": "grade 1", "label": { "en": "Grade 1", "ar": "الصف الأول" } });
    let year = json!({ "value": "other", "label": { "en": "2026-2027", "ar": "2026-2027" } });
    assert_eq!((&row["grade"], &row["school_year"], &row["guardian"]), (&first, &year, &json!("Huda Al Harthy")));
    let id = row["id"].as_str().unwrap();
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!((&opened["enquiry"]["grade"], &opened["enquiry"]["guardian"]), (&first, &json!("Huda Al Harthy")));
    let silent = send(desk, "trial", json!({ "child_name": "Omar" })).await;
    assert_eq!(
        (&silent["grade"], &silent["school_year"], &silent["guardian"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    // A form that says nothing of anybody.
    let plain = send(desk, "short", json!({ "child_name": "Zaid", "guardian_email": "z@example.org" })).await;
    assert_eq!((&plain["grade"], &plain["guardian"]), (&Value::Null, &Value::Null));
    assert_eq!(names(desk, "q=huda").await, ["Sara"], "whoever answers for the child is found too");
    assert_eq!(names(desk, "q=sara%20harthy").await, ["Sara"]);
}

async fn what_rules_worked_out_comes_before_what_was_answered(desk: &Desk) {
    let mut document = document(["Grade 1", "الصف الأول"]);
    document["listed"] = json!({ "grade": ["by_age"], "school_year": ["year_of_entry"] });
    let component = json!({ "version": "1.0.0", "documents": { "ruled": document } }).to_string();
    let place = desk.bundle("one");
    let old = std::fs::read(place.join("plugins/rules.wasm")).unwrap();
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    let yaml = yaml.replace(&words::sha256_hex(&old), &words::sha256_hex(component.as_bytes()));
    std::fs::write(place.join("plugins/rules.wasm"), component).unwrap();
    std::fs::write(place.join("school.yaml"), yaml).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let computed = vec![
        Computed::new("by_age", "grade", Kind::Code, "grade.g2"),
        Computed::new("year_of_entry", "year", Kind::Text, "2027-2028"),
    ];
    desk.rules.play(Script { checked: Checked { computed, ..Checked::default() }, ..Script::default() });
    let row = send(desk, "ruled", sara()).await;
    assert_eq!(row["grade"], json!({ "value": "grade 2", "label": { "en": "Grade 2", "ar": "الصف الثاني" } }));
    assert_eq!(row["school_year"]["value"], "2027-2028");
    desk.rules.play(Script::default());
    let row = send(desk, "ruled", sara()).await;
    assert_eq!((&row["grade"]["value"], &row["school_year"]["label"]["en"]), (&json!("grade 1"), &json!("2026-2027")));
    assert_eq!(names(desk, "year=2027-2028").await, ["Sara"]);
}

async fn the_list_is_narrowed_by_what_it_shows(desk: &Desk) {
    two_forms(desk);
    send(desk, "trial", sara()).await;
    send(desk, "trial", json!({ "child_name": "Omar", "grade": "g2", "year": "2027-2028" })).await;
    send(desk, "hidden", json!({ "child_name": "Zaid", "grade": "g1", "year": "2027-2028" })).await;
    assert_eq!(names(desk, "grade=grade%201&sort=person").await, ["Sara", "Zaid"], "of both forms");
    assert_eq!(names(desk, "year=2027-2028&sort=person").await, ["Omar", "Zaid"]);
    assert_eq!(names(desk, "grade=grade%201&year=2027-2028").await, ["Zaid"]);
    assert_eq!(names(desk, "grade=grade%201&q=huda").await, ["Sara"]);
    for nothing in ["grade=grade", "grade=Grade%201", "grade=%25", "year=2028"] {
        assert_eq!(names(desk, nothing).await, Vec::<String>::new(), "{nothing}");
    }
    assert_eq!(desk.list("grade=grade%201&state=contacted").await["counts"]["new"], 2);
    let officer = desk.get("/v1/oa/enquiries?grade=grade%201").staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!(officer["total"], 1, "and of no form that one does not see");
}

async fn choices(desk: &Desk, role: Role, kind: &str) -> Vec<String> {
    let got = desk.get("/v1/oa/enquiries/choices").staff(role).send().await.is(200);
    let values = got[kind].as_array().unwrap().iter();
    values.map(|one| format!("{}|{}", one["value"].as_str().unwrap(), one["label"]["ar"].as_str().unwrap())).collect()
}

async fn choices_are_of_the_forms_that_one_sees(desk: &Desk) {
    two_forms(desk);
    send(desk, "trial", sara()).await;
    send(desk, "trial", sara()).await;
    assert_eq!(choices(desk, Role::SchoolAdmin, "grade").await, ["grade 1|الصف الأول"]);
    send(desk, "hidden", json!({ "child_name": "Zaid", "grade": "g1" })).await;
    send(desk, "hidden", json!({ "child_name": "Zaid", "grade": "g2" })).await;
    assert_eq!(choices(desk, Role::SchoolAdmin, "grade").await, ["grade 1|الصف الأول", "grade 2|الصف الثاني"]);
    assert_eq!(choices(desk, Role::AdmissionsOfficer, "grade").await, ["grade 1|الصف الأول"]);
    assert_eq!(choices(desk, Role::SchoolAdmin, "school_year").await, ["other|أخرى"], "typed by families");
    let path = "/v1/oa/enquiries/choices";
    let officer = desk.get(path).staff(Role::AdmissionsOfficer).send().await.is(200);
    assert_eq!((&officer["enquiries"], &officer["applications"]), (&json!(true), &json!(false)));
    let there = desk.get(path).school("two").staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(there["grade"], json!([]));
    desk.get(path).send().await.refused(401, "L014");
    desk.get(path).staff(Role::Cashier).send().await.refused(403, "A002");
}

async fn no_stranger_writes_the_filter_of_school_years(desk: &Desk) {
    let mut document = document(["Grade 1", "الصف الأول"]);
    document["schema"]["properties"]["year"]["pattern"] = "^20[0-9]{2}(-20[0-9]{2})?$".into();
    offer(desk, "trial", &document);
    // Admission is open for 2027-2028.
    for (person, year) in [("Sara", "2027"), ("Omar", "2027-2028"), ("Zaid", "2093"), ("Huda", "2094")] {
        let row = send(desk, "trial", json!({ "child_name": person, "year": year })).await;
        assert_eq!(row["school_year"]["label"], json!({ "en": year, "ar": year }), "the row says what was typed");
    }
    let kept = choices(desk, Role::SchoolAdmin, "school_year").await;
    assert_eq!(kept, ["2027|2027", "2027-2028|2027-2028", "other|أخرى"]);
    assert_eq!(names(desk, "year=2027").await, ["Sara"]);
    assert_eq!(names(desk, "year=other&sort=person").await, ["Huda", "Zaid"]);
    assert_eq!(names(desk, "year=2093").await, Vec::<String>::new());
}

async fn choices_are_bounded(desk: &Desk) {
    two_forms(desk);
    for n in 0..200 {
        let sql = format!(
            "INSERT INTO list_choices (school_id, form_id, kind, value, label_en, label_ar) VALUES ($1, 'trial', 'grade', 'x{n}', 'X', 'X')"
        );
        assert_eq!(execute(&desk.db, "one", &sql).await.unwrap(), 1);
    }
    let row = send(desk, "trial", sara()).await;
    assert_eq!(row["grade"]["value"], "grade 1", "the row says it all the same");
    let kept = "SELECT COUNT(*) FROM list_choices WHERE school_id = $1 AND kind = 'grade'";
    assert_eq!(number(&desk.db, "one", kept).await, 200);
}

async fn a_file_has_the_same_columns(desk: &Desk) {
    two_forms(desk);
    send(desk, "trial", sara()).await;
    let query = "format=csv&columns=person,guardian,grade,school_year";
    for (lng, expected) in [
        ("en", "Name,Guardian,Grade or programme,School year\nSara,Huda Al Harthy,Grade 1,2026-2027"),
        ("ar", "الاسم,ولي الأمر,الصف أو البرنامج,العام الدراسي\nSara,Huda Al Harthy,الصف الأول,2026-2027"),
    ] {
        let got = desk
            .get(&format!("/v1/oa/enquiries/export?{query}&lng={lng}&grade=grade%201"))
            .staff(Role::SchoolAdmin)
            .send()
            .await;
        let text = String::from_utf8(got.body.to_vec()).unwrap();
        assert_eq!(text.trim_start_matches('\u{FEFF}').trim().replace('\r', ""), expected);
    }
}

async fn what_came_in_before_shows_nothing(desk: &Desk) {
    two_forms(desk);
    let row = send(desk, "trial", sara()).await;
    let before = "UPDATE submissions SET grade = '', grade_en = '', grade_ar = '', school_year = '', guardian = '' WHERE school_id = $1";
    execute(&desk.db, "one", before).await.unwrap();
    let id = row["id"].as_str().unwrap();
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!((&opened["enquiry"]["grade"], &opened["enquiry"]["guardian"]), (&Value::Null, &Value::Null));
    assert_eq!(desk.list("").await["items"][0]["school_year"], Value::Null);
}
