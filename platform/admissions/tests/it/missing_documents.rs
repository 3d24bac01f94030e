//! The list is narrowed and ordered by what is missing: as each reader sees it, whatever changes a paper, and also of what came in before.

use std::collections::BTreeSet;

use admissions::papers::Papers;
use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::{ROUND, applying, go, values, why};
use crate::audiences::join;
use crate::database::{execute, number};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::pictures::pdf;
use crate::scans::{self, Speaker};

on_both!(
    what_comes_is_refused_waived_and_over_is_found_by_that,
    a_paper_that_an_answer_makes_wanted_is_missing,
    who_does_not_read_a_question_is_told_nothing_of_its_paper,
    what_a_scanner_finds_harmful_is_missing,
    a_file_of_a_draft_counts_once_it_is_sent,
    what_came_in_before_is_counted_once,
    what_lacks_most_comes_first_page_by_page,
    files_and_moves_of_many_are_narrowed_as_the_list_is,
    whatever_happens_the_list_tells_what_the_papers_do,
);

const OFFICER: Role = Role::AdmissionsOfficer;
/// In the audience that reads `book`.
const NURSE: Role = Role::SchoolAdmin;
const LIST: &str = "/v1/oa/student/student_list";

/// An application's form that wants `paper` of everybody, `shelf` of the first grade, and `book`, which the health team alone reads.
async fn open(desk: &Desk) {
    applying(desk, ROUND);
    let place = desk.bundle("one").join("forms/apply.json");
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(&place).unwrap()).unwrap();
    let schema = &mut document["schema"];
    schema["properties"]["book"]["x-wanted"] = true.into();
    let mut shelf = schema["properties"].as_object_mut().unwrap().remove("shelf").unwrap();
    shelf["x-wanted"] = true.into();
    let asked = json!({ "properties": { "grade": { "const": "g1" } }, "required": ["grade"] });
    schema["allOf"] = json!([{ "if": asked, "then": { "properties": { "shelf": shelf } } }]);
    document["ui"]["book"]["x-audience"] = "health".into();
    let problems = form::FormDocument::build(&document, form::Kind::Declarative).err();
    assert!(problems.is_none(), "{problems:#?}");
    forms::write(&place, &document);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
    desk.person("one", OFFICER).await;
    join(desk, NURSE).await;
    desk.person("one", Role::Guardian).await;
}

/// What a family of an account sent; its id.
async fn sent(desk: &Desk, name: &str, grade: &str) -> String {
    desk.clock.advance(1_000);
    let key = format!("the-key-of-{name}-{grade}");
    let got = desk.submit_as("apply", values(name, grade), None, &key).staff(Role::Guardian).send().await;
    let reference = got.reference();
    desk.list(&format!("q={reference}")).await["items"][0]["id"].as_str().unwrap().to_owned()
}

async fn listed(desk: &Desk, role: Role, filter: Value) -> Value {
    let listed = desk.post(LIST, filter).staff(role).send().await.is(200);
    let counted: i64 = listed["counts"].as_object().unwrap().values().map(|n| n.as_i64().unwrap()).sum();
    assert_eq!(listed["total"], counted, "what is counted is what is listed");
    listed
}

/// The names of those that stand so.
async fn found(desk: &Desk, role: Role, documents: &str) -> BTreeSet<String> {
    let listed = listed(desk, role, json!({ "documents": documents })).await;
    let names =
        listed["students"].as_array().unwrap().iter().map(|one| one["student_name"].as_str().unwrap().to_owned());
    let names: BTreeSet<String> = names.collect();
    assert_eq!(listed["total"], names.len());
    // The list of everything, and what is taken out of it, say the same.
    let all = desk.get(&format!("/v1/oa/enquiries?form=apply&documents={documents}")).staff(role).send().await.is(200);
    let others = all["items"].as_array().unwrap().iter().map(|one| one["person"].as_str().unwrap().to_owned());
    assert_eq!((others.collect::<BTreeSet<_>>(), &all["total"]), (names.clone(), &json!(names.len())));
    names
}

fn names(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

/// Which of the four each of one application is, for a role.
async fn stands(desk: &Desk, role: Role) -> Vec<&'static str> {
    let mut all = Vec::new();
    for stand in ["missing", "complete", "refused", "to_check"] {
        if !found(desk, role, stand).await.is_empty() {
            all.push(stand);
        }
    }
    all
}

async fn give(desk: &Desk, id: &str, field: &str) -> Got {
    let path = format!("/v1/oa/public/applications/{id}/files");
    desk.multipart(&path, &[("field", field)], "own.pdf", &pdf(64)).staff(Role::Guardian).send().await
}

async fn papers(desk: &Desk, role: Role, id: &str) -> Value {
    desk.get(&format!("/v1/oa/enquiries/{id}/papers")).staff(role).send().await.is(200)
}

/// The files of a paper that are there, by their ids.
async fn files(desk: &Desk, id: &str, field: &str) -> Vec<String> {
    let papers = papers(desk, NURSE, id).await;
    let all = papers["items"].as_array().unwrap().iter().filter(|paper| paper["field"] == field);
    let all = all.flat_map(|paper| paper["files"].as_array().unwrap());
    all.map(|one| one["file"].as_str().unwrap().to_owned()).collect()
}

async fn review(desk: &Desk, id: &str, file: &str, body: Value) -> Got {
    desk.put(&format!("/v1/oa/enquiries/{id}/files/{file}/review"), body).staff(NURSE).send().await
}

async fn waive(desk: &Desk, id: &str, field: &str, is_waived: bool) -> Got {
    let body = json!({ "field": field, "reason": "It was seen", "is_waived": is_waived });
    desk.post(&format!("/v1/oa/enquiries/{id}/papers/waive"), body).staff(NURSE).send().await
}

async fn change(desk: &Desk, id: &str, changes: Value) -> Got {
    let view = desk.get(&format!("/v1/oa/enquiries/{id}/application")).staff(NURSE).send().await.is(200);
    let body = json!({ "version": view["version"], "changes": changes, "reason": "They told us" });
    desk.patch(&format!("/v1/oa/student/student_update?student_id={id}"), body).staff(NURSE).send().await
}

async fn sweep(desk: &Desk) -> usize {
    Papers::new(desk.enquiries.clone()).count_stale(&desk.school("one")).await.unwrap()
}

async fn what_comes_is_refused_waived_and_over_is_found_by_that(desk: &Desk) {
    open(desk).await;
    let id = sent(desk, "Sara", "kg1").await;
    assert_eq!(stands(desk, OFFICER).await, ["missing"]);
    give(desk, &id, "paper").await.is(201);
    assert_eq!(stands(desk, OFFICER).await, ["complete", "to_check"]);
    let file = files(desk, &id, "paper").await.remove(0);
    review(desk, &id, &file, json!({ "state": "refused", "reason": "unreadable" })).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["missing", "refused"]);
    waive(desk, &id, "paper", true).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["complete"]);
    waive(desk, &id, "paper", false).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["missing", "refused"]);
    // Another came, and is good until tomorrow.
    give(desk, &id, "paper").await.is(201);
    assert_eq!(stands(desk, OFFICER).await, ["complete", "to_check"]);
    let another = files(desk, &id, "paper").await.into_iter().find(|one| *one != file).unwrap();
    review(desk, &id, &another, json!({ "state": "accepted", "expires_on": "2026-11-22" })).await.is(200);
    assert_eq!((stands(desk, OFFICER).await, sweep(desk).await), (vec!["complete"], 0));
    desk.clock.advance(DAY);
    assert_eq!((sweep(desk).await, stands(desk, OFFICER).await), (0, vec!["complete"]), "its last day is a good one");
    desk.clock.advance(DAY);
    assert_eq!((sweep(desk).await, sweep(desk).await), (1, 0), "once");
    assert!(stands(desk, OFFICER).await.contains(&"missing"));
    // Nobody asks for papers of what is over.
    go(desk, NURSE, &id, "R/school", json!({ "reason_text": "No place" })).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, Vec::<&str>::new());
}

async fn a_paper_that_an_answer_makes_wanted_is_missing(desk: &Desk) {
    open(desk).await;
    let id = sent(desk, "Sara", "kg1").await;
    waive(desk, &id, "paper", true).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["complete"]);
    change(desk, &id, json!({ "grade": "g1" })).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["missing"]);
    change(desk, &id, json!({ "grade": "kg1" })).await.is(200);
    assert_eq!(stands(desk, OFFICER).await, ["complete"]);
}

async fn who_does_not_read_a_question_is_told_nothing_of_its_paper(desk: &Desk) {
    open(desk).await;
    let (sara, omar) = (sent(desk, "Sara", "kg1").await, sent(desk, "Omar", "kg1").await);
    for id in [&sara, &omar] {
        waive(desk, id, "paper", true).await.is(200);
    }
    give(desk, &omar, "book").await.is(201);
    assert_eq!(found(desk, NURSE, "missing").await, names(&["Sara"]));
    assert_eq!(found(desk, NURSE, "to_check").await, names(&["Omar"]));
    let file = files(desk, &omar, "book").await.remove(0);
    let told = async || {
        let mut told = Vec::new();
        for stand in ["missing", "complete", "refused", "to_check"] {
            told.push(found(desk, OFFICER, stand).await);
        }
        let sorted = listed(desk, OFFICER, json!({ "sort": "-missing_docs" })).await;
        let order = sorted["students"].as_array().unwrap().iter().map(|one| one["student_name"].clone());
        (told, order.collect::<Vec<_>>())
    };
    let before = told().await;
    assert_eq!(before.0, [names(&[]), names(&["Omar", "Sara"]), names(&[]), names(&[])]);
    assert_eq!(before.1, ["Sara", "Omar"], "in the order in which they came");
    review(desk, &omar, &file, json!({ "state": "refused", "reason": "incomplete" })).await.is(200);
    waive(desk, &sara, "book", true).await.is(200);
    assert_eq!(found(desk, NURSE, "refused").await, names(&["Omar"]));
    assert_eq!(found(desk, NURSE, "missing").await, names(&["Omar"]));
    let sorted = listed(desk, NURSE, json!({ "sort": "-missing_docs" })).await;
    assert_eq!(sorted["students"][0]["student_name"], "Omar");
    assert_eq!(told().await, before, "nothing is another for who does not read it");
    // Who joins is told from then on.
    join(desk, OFFICER).await;
    assert_eq!(found(desk, OFFICER, "refused").await, names(&["Omar"]));
}

async fn what_a_scanner_finds_harmful_is_missing(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scans::scanned(desk, &speaker).await;
    open(desk).await;
    let id = sent(desk, "Sara", "kg1").await;
    let path = format!("/v1/oa/public/applications/{id}/files");
    let harmful = desk.multipart(&path, &[("field", "paper")], "a.pdf", &scans::harmful()).staff(Role::Guardian);
    harmful.send().await.is(201);
    assert_eq!(stands(desk, OFFICER).await, ["complete"], "a scanner looks before anybody does");
    scans::work(desk).await;
    assert_eq!(stands(desk, OFFICER).await, ["missing"]);
    give(desk, &id, "paper").await.is(201);
    assert_eq!(stands(desk, OFFICER).await, ["complete"]);
    scans::work(desk).await;
    assert_eq!(stands(desk, OFFICER).await, ["complete", "to_check"]);
    desk.db.close().await;
}

async fn a_file_of_a_draft_counts_once_it_is_sent(desk: &Desk) {
    let speaker = Speaker::listen().await;
    let desk = &scans::scanned(desk, &speaker).await;
    open(desk).await;
    let draft = desk.draft("apply", json!({})).await;
    let upload = desk.upload_to("apply", &draft, "paper", "paper.pdf", &pdf(64)).send().await.is(201);
    let mut answers = values("Sara", "kg1");
    answers["paper"] = upload["upload"]["upload_id"].clone();
    desk.submit("apply", answers, Some(&draft)).await.is(201);
    assert_eq!(stands(desk, OFFICER).await, ["complete"]);
    scans::work(desk).await;
    assert_eq!(stands(desk, OFFICER).await, ["complete", "to_check"]);
    // Its word comes before it is sent.
    let draft = desk.draft("apply", json!({})).await;
    let upload = desk.upload_to("apply", &draft, "paper", "paper.pdf", &pdf(65)).send().await.is(201);
    scans::work(desk).await;
    let mut answers = values("Omar", "kg1");
    answers["paper"] = upload["upload"]["upload_id"].clone();
    desk.submit("apply", answers, Some(&draft)).await.is(201);
    assert_eq!(found(desk, OFFICER, "to_check").await, names(&["Omar", "Sara"]));
    desk.db.close().await;
}

async fn what_came_in_before_is_counted_once(desk: &Desk) {
    open(desk).await;
    let (sara, omar) = (sent(desk, "Sara", "kg1").await, sent(desk, "Omar", "kg1").await);
    sent(desk, "Huda", "g1").await;
    waive(desk, &omar, "paper", true).await.is(200);
    let ali = sent(desk, "Ali", "g1").await;
    // As the migration leaves them; and one of a document that nobody can read, and one whose rules' word nobody can.
    for sql in [
        "DELETE FROM paper_marks WHERE school_id = $1".to_owned(),
        "UPDATE submissions SET papers_until = '' WHERE school_id = $1".to_owned(),
        "INSERT INTO form_versions (school_id, form_id, digest, version, document, created_at) VALUES ($1, 'apply', 'odd', '0', '{}', 1)"
            .to_owned(),
        format!("UPDATE submissions SET form_digest = 'odd' WHERE school_id = $1 AND id = '{sara}'"),
        format!("UPDATE submissions SET verdict = '\"odd\"' WHERE school_id = $1 AND id = '{ali}'"),
    ] {
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    let uncounted = desk.get("/v1/oa/enquiries?documents=complete").staff(OFFICER).send().await.is(200);
    assert_eq!(uncounted["total"], 0, "of what was not counted nobody says that it is complete");
    assert_eq!((sweep(desk).await, sweep(desk).await), (2, 0), "those hold up no other");
    let found = async |stand: &str| {
        let listed = desk.get(&format!("/v1/oa/enquiries?documents={stand}")).staff(OFFICER).send().await.is(200);
        listed["items"].as_array().unwrap().iter().map(|one| one["person"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((found("missing").await, found("complete").await), (vec![json!("Huda")], vec![json!("Omar")]));
}

async fn what_lacks_most_comes_first_page_by_page(desk: &Desk) {
    open(desk).await;
    let mut expected = Vec::new();
    for (name, grade, is_waived) in [
        ("Ali", "kg1", true),
        ("Bana", "g1", false),
        ("Dana", "kg1", false),
        ("Hadi", "g1", false),
        ("Iman", "kg1", true),
    ] {
        let id = sent(desk, name, grade).await;
        if is_waived {
            waive(desk, &id, "paper", true).await.is(200);
        }
        expected.push((
            name,
            [("kg1", true), ("kg1", false), ("g1", false)].iter().position(|one| *one == (grade, is_waived)),
        ));
    }
    expected.sort_by_key(|(_, missing)| std::cmp::Reverse(*missing));
    for more in [json!({}), json!({ "q": "huda" })] {
        let (mut order, mut cursor) = (Vec::new(), Value::Null);
        loop {
            let mut asked = json!({ "sort": "-missing_docs", "page_size": 2, "cursor": cursor });
            asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let page = listed(desk, OFFICER, asked).await;
            order.extend(
                page["students"].as_array().unwrap().iter().map(|one| one["student_name"].as_str().unwrap().to_owned()),
            );
            cursor = page["next_cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(order, expected.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "{more}");
    }
}

async fn files_and_moves_of_many_are_narrowed_as_the_list_is(desk: &Desk) {
    open(desk).await;
    let omar = sent(desk, "Omar", "kg1").await;
    sent(desk, "Sara", "kg1").await;
    waive(desk, &omar, "paper", true).await.is(200);
    let file = async |role: Role, stand: &str| {
        let path = format!("/v1/oa/enquiries/export?format=csv&documents={stand}&columns=person");
        let got = desk.get(&path).staff(role).send().await;
        assert_eq!(got.status.as_u16(), 200);
        String::from_utf8_lossy(&got.body).into_owned()
    };
    let (missing, complete) = (file(OFFICER, "missing").await, file(OFFICER, "complete").await);
    assert!(missing.contains("Sara") && !missing.contains("Omar"), "{missing}");
    assert!(complete.contains("Omar") && !complete.contains("Sara"), "{complete}");
    assert!(file(NURSE, "missing").await.contains("Omar"), "the nurse misses another of him");
    let long = desk.post("/v1/oa/enquiries/exports", json!({ "format": "csv", "documents": "complete" }));
    assert_eq!(long.staff(OFFICER).send().await.is(201)["export"]["total"], 1);
    for (role, matching) in [(OFFICER, 1), (NURSE, 2)] {
        let mut filter = json!({ "to": "S/to_schedule", "filter": { "documents": "missing" } });
        filter.as_object_mut().unwrap().extend(why().as_object().unwrap().clone());
        let told = desk.post("/v1/oa/student/moves/preview", filter).staff(role).send().await.is(200);
        assert_eq!(told["total"], matching, "{told}");
    }
    desk.post(LIST, json!({ "documents": "some" })).staff(OFFICER).send().await.refused(400, "R001");
}

/// Steps of a walk that is the same each time.
struct Steps(u64);

impl Steps {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// That each of the filters, the order and what is kept tell of all applications what their papers do, for who reads `book` and who does not.
async fn agrees(desk: &Desk, all: &[(&str, String)], done: &str) {
    for (role, audiences) in [(OFFICER, "''"), (NURSE, "'', 'health'")] {
        let sorted = listed(desk, role, json!({ "sort": "-missing_docs" })).await;
        let students = sorted["students"].as_array().unwrap();
        let numbers: Vec<i64> = students.iter().map(|one| one["missing_docs"].as_i64().unwrap()).collect();
        assert!(numbers.is_sorted_by(|before, after| before >= after), "{role:?} after {done}: {numbers:?}");
        let mut expected = [const { BTreeSet::new() }; 4];
        for (name, id) in all {
            let row = students.iter().find(|one| one["id"] == **id).unwrap();
            if row["sims_admission_status"] == "R" {
                continue;
            }
            let papers = papers(desk, role, id).await;
            let papers = papers["items"].as_array().unwrap();
            let any = |state: &str| papers.iter().any(|paper| paper["state"] == state);
            let mut files = papers.iter().flat_map(|paper| paper["files"].as_array().unwrap());
            let missing = row["missing_docs"].as_i64().unwrap();
            let is_so = [missing > 0, missing == 0, any("refused"), files.any(|file| file["state"] == "received")];
            for (names, _) in expected.iter_mut().zip(is_so).filter(|(_, is_so)| *is_so) {
                names.insert((*name).to_owned());
            }
            let kept = format!(
                "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM paper_marks WHERE school_id = $1 AND submission_id = '{id}' AND mark = 'missing'
                 AND audience IN ({audiences})"
            );
            assert_eq!(number(&desk.db, "one", &kept).await, missing, "{role:?} of {name} after {done}");
        }
        for (stand, names) in ["missing", "complete", "refused", "to_check"].into_iter().zip(expected) {
            assert_eq!(found(desk, role, stand).await, names, "{stand} for {role:?} after {done}");
        }
    }
}

async fn whatever_happens_the_list_tells_what_the_papers_do(desk: &Desk) {
    open(desk).await;
    let mut all = Vec::new();
    for (name, grade) in [("Sara", "kg1"), ("Omar", "g1"), ("Huda", "kg1")] {
        all.push((name, sent(desk, name, grade).await));
    }
    agrees(desk, &all, "nothing").await;
    let (mut steps, mut done, mut worked) = (Steps(20_261_129), Vec::new(), BTreeSet::new());
    for _ in 0..60 {
        let (name, id) = &all[steps.below(3)];
        let field = ["paper", "shelf", "book"][steps.below(3)];
        let mut here = Vec::new();
        for field in ["paper", "shelf", "book", "scan"] {
            here.extend(files(desk, id, field).await);
        }
        let file = (!here.is_empty()).then(|| here[steps.below(here.len())].clone());
        let family = format!("/v1/oa/public/applications/{id}/files");
        let profile = "/v1/oa/student/student_profile";
        let step = steps.below(12);
        let got = match (step, file) {
            (0 | 1, _) => Some(give(desk, id, field).await),
            (2, Some(file)) => Some(review(desk, id, &file, json!({ "state": "accepted" })).await),
            (3, Some(file)) => {
                let day = desk.school("one").today(words::Clock::now_ms(&*desk.clock)).to_string();
                Some(review(desk, id, &file, json!({ "state": "accepted", "expires_on": day })).await)
            }
            (4, Some(file)) => {
                Some(review(desk, id, &file, json!({ "state": "refused", "reason": "unreadable" })).await)
            }
            (5, Some(file)) => Some(review(desk, id, &file, json!({ "state": "received" })).await),
            (6, _) => Some(waive(desk, id, field, steps.below(2) == 0).await),
            (7, Some(file)) => {
                let body = json!({ "admission_id": id, "item": "document", "doc_id": file, "reason": "Twice" });
                Some(desk.delete(profile).json(body).staff(NURSE).send().await)
            }
            (8, Some(file)) => Some(desk.delete(&format!("{family}/{file}")).staff(Role::Guardian).send().await),
            (9, _) => {
                let removed = papers(desk, NURSE, id).await["removed"].as_array().unwrap().first().cloned();
                match removed {
                    Some(one) if one["removed_by"].is_null() => {
                        let path = format!("{family}/{}/restore", one["file"].as_str().unwrap());
                        Some(desk.post(&path, json!({})).staff(Role::Guardian).send().await)
                    }
                    Some(one) => {
                        let body = json!({ "admission_id": id, "doc_id": one["file"] });
                        Some(desk.post(&format!("{profile}/restore"), body).staff(NURSE).send().await)
                    }
                    None => None,
                }
            }
            (10, _) => {
                let grade = ["kg1", "g1"][steps.below(2)];
                Some(change(desk, id, json!({ "grade": grade })).await)
            }
            (11, _) => {
                desk.clock.advance(DAY);
                sweep(desk).await;
                None
            }
            _ => None,
        };
        let status = got.map_or(0, |got| got.status.as_u16());
        assert!(status < 500, "{name} {field} {step}: {status}");
        if (200..300).contains(&status) || step == 11 {
            worked.insert(step);
        }
        done.push(format!("{step} {name} {field} {status}"));
        agrees(desk, &all, &done.join(", ")).await;
    }
    assert!(worked.len() > 9, "most of what there is happened: {worked:?} {done:?}");
    go(desk, NURSE, &all[0].1, "R/school", json!({ "reason_text": "No place" })).await.is(200);
    agrees(desk, &all, "the end of one").await;
}
