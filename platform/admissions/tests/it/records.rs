//! What a form's rules hear of the school's records, and whom they want to look after what came in.

use admissions::forms::LogicCall;
use serde_json::{Value, json};
use words::verdict::{Checked, Computed, Decision, Effect, EffectKind, Kind};
use words::{Role, SchoolId};

use crate::database::execute;
use crate::desk::{DAY, Desk, on_both};
use crate::forms;
use crate::rules::Script;

on_both!(
    earlier_submissions_of_the_form_are_told_as_far_as_they_are_asked_about,
    no_crowd_hides_the_first_of_them,
    large_answers_push_no_other_out,
    what_an_audience_alone_reads_is_told_of_no_earlier_one,
    colleagues_are_known_by_phone_and_name,
    a_colleague_has_what_is_open,
    rules_name_who_looks_after_what_came_in,
    what_many_have_by_right_makes_no_duplicate,
);

const EARLIER: &str = "records.earlier";
const LOAD: &str = "records.load";

fn with_total(total: i64) -> Script {
    let computed =
        vec![Computed::new("total", "label", Kind::Number, total), Computed::new("sum", "label", Kind::Number, total)];
    Script { checked: Checked { errors: vec![], computed }, ..Script::default() }
}

fn values(name: &str, email: &str) -> Value {
    json!({ "child_name": name, "guardian_email": email, "points": 5, "message": "In confidence" })
}

/// The last decision to which people may be known.
fn last_decision(desk: &Desk) -> LogicCall {
    let calls = desk.rules.asked.lock();
    calls.iter().rev().find(|call| !call.known.answers.is_empty()).unwrap().clone()
}

/// What the rules of that decision hear of a question.
async fn told(call: &LogicCall, table: &str, key: &str) -> Option<Value> {
    let told = call.known.tell(vec![(table.to_owned(), key.to_owned())]).await.unwrap();
    assert_eq!((told.len(), told[0].0.as_str(), told[0].1.as_str()), (1, table, key));
    told[0].2.as_deref().map(|text| serde_json::from_str(text).unwrap())
}

/// Publishes a form with rules, made of the usual one.
fn publish(desk: &Desk, change: impl FnOnce(&mut Value), lines: &[(&str, &str)]) {
    let mut document = forms::document("1.0.0");
    change(&mut document);
    let component = json!({ "version": "1.0.0", "documents": { "ruled": document } }).to_string();
    let place = desk.bundle("one");
    let old = std::fs::read(place.join("plugins/rules.wasm")).unwrap();
    let mut yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    yaml = yaml.replace(&words::sha256_hex(&old), &words::sha256_hex(component.as_bytes()));
    for (was, is) in lines {
        assert!(yaml.contains(was), "{was}");
        yaml = yaml.replace(was, is);
    }
    std::fs::write(place.join("plugins/rules.wasm"), component).unwrap();
    std::fs::write(place.join("school.yaml"), yaml).unwrap();
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

async fn earlier_submissions_of_the_form_are_told_as_far_as_they_are_asked_about(desk: &Desk) {
    desk.rules.play(with_total(40));
    let first = desk.submit("ruled", values("Sara", "a@example.org"), None).await.reference();
    desk.submit("trial", values("Of another form", "a@example.org"), None).await.is(201);
    desk.submit("ruled", values("Of another address", "b@example.org"), None).await.is(201);
    desk.clock.advance(2 * DAY);
    desk.rules.play(with_total(50));
    let second = desk.submit("ruled", values("Sara", "A@example.ORG"), None).await.reference();
    let asked = json!({ "known": ["email", "a@Example.org"], "values": ["points", "paper"], "computed": ["total"] })
        .to_string();
    let one = |reference: &str, day: &str, total: i64| json!({ "reference": reference, "sent_on": day, "values": { "points": 5 }, "computed": { "total": total } });
    let decision = last_decision(desk);
    let found = told(&decision, EARLIER, &asked).await.unwrap();
    assert_eq!(found, json!([one(&second, "2026-11-23", 50), one(&first, "2026-11-21", 40)]), "the newest first");
    // Nobody asks about people by a question of this kind, and what is no question has no answer.
    for (table, key) in
        [(EARLIER, "all of them"), (EARLIER, r#"{"known":["staff_phone","+968"]}"#), ("records.people", "x")]
    {
        assert_eq!(told(&decision, table, key).await, None, "{table} {key}");
    }
    // What a family gets is decided where nothing is told.
    let calls = desk.rules.asked.lock().clone();
    let blind: Vec<_> = calls.iter().filter(|call| call.known.answers.is_empty()).collect();
    assert!(blind.len() >= 2);
    for call in blind {
        assert_eq!(told(call, EARLIER, &asked).await, None);
    }
    // Another school hears of its own.
    desk.rules.asked.lock().clear();
    let sent = desk.submit_as("ruled", values("Sara", "a@example.org"), None, "0123456789abcdef").school("two");
    let theirs = sent.send().await.reference();
    let found = told(&last_decision(desk), EARLIER, &asked).await.unwrap();
    assert_eq!(found, json!([one(&theirs, "2026-11-23", 50)]));
}

async fn no_crowd_hides_the_first_of_them(desk: &Desk) {
    desk.rules.play(with_total(40));
    let first = desk.submit("ruled", values("Sara", "a@example.org"), None).await.reference();
    let asked = json!({ "known": ["email", "a@example.org"], "values": ["child_name"] }).to_string();
    for n in 0..20 {
        desk.clock.advance(1000);
        desk.submit("ruled", values(&format!("Child {n}"), "a@example.org"), None).await.is(201);
        if n == 18 {
            let found = told(&last_decision(desk), EARLIER, &asked).await.unwrap();
            assert!(
                !found.to_string().contains("more") && found.to_string().contains(&first),
                "twenty are all: {found}"
            );
        }
    }
    let found = async || told(&last_decision(desk), EARLIER, &asked).await.unwrap();
    let all = found().await;
    let names: Vec<_> = all.as_array().unwrap().iter().map(|one| one["values"]["child_name"].clone()).collect();
    let child = |n: usize| format!("Child {n}");
    let expected: Vec<_> = (10..20).rev().chain((0..9).rev()).map(child).chain(["Sara".to_owned()]).collect();
    assert_eq!(json!(names), json!(expected), "the newest and the oldest");
    assert_eq!((&all[19]["reference"], &all[19]["more"]), (&json!(first), &json!(true)));
    // What comes in by another form takes nobody's place.
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)";
    for sql in [
        "INSERT INTO form_versions (school_id, form_id, digest, version, document, plugin, created_at)
             SELECT school_id, 'trial', digest, version, document, plugin, created_at FROM form_versions
             WHERE school_id = $1 AND form_id = 'ruled' ON CONFLICT DO NOTHING"
            .to_owned(),
        format!(
            "INSERT INTO submissions (school_id, id, reference, form_id, form_digest, version, answers, locale, person, search_text, state,
                 sort_score, tags, is_duplicate, submitted_at, updated_at)
             {many} SELECT s.school_id, 'zz-' || CAST(1000 + i AS TEXT), CAST(1000 + i AS TEXT), 'trial', s.form_digest, 1, s.answers, 'en',
                 'Other', '', 'new', -1, s.tags, TRUE, i, i FROM n CROSS JOIN submissions s WHERE s.school_id = $1 AND s.reference = '{first}'"
        ),
        "INSERT INTO known_values (school_id, kind, hash, submission_id)
             SELECT s.school_id, k.kind, k.hash, s.id FROM submissions s CROSS JOIN known_values k
             WHERE s.school_id = $1 AND s.form_id = 'trial' ON CONFLICT DO NOTHING"
            .to_owned(),
    ] {
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    assert_eq!(found().await, all);
}

async fn large_answers_push_no_other_out(desk: &Desk) {
    desk.rules.play(with_total(40));
    let first = desk.submit("ruled", values("Sara", "a@example.org"), None).await.reference();
    for n in 0..6 {
        desk.clock.advance(1000);
        let mut large = values(&format!("Child {n}"), "a@example.org");
        large["message"] = "x".repeat(8000).into();
        desk.submit("ruled", large, None).await.is(201);
    }
    let asked =
        json!({ "known": ["email", "a@example.org"], "values": ["child_name", "message"], "computed": ["total"] });
    let found = told(&last_decision(desk), EARLIER, &asked.to_string()).await.unwrap();
    assert!(found.to_string().len() < 33 << 10);
    let all = found.as_array().unwrap();
    let expected = json!({ "reference": first, "sent_on": "2026-11-21", "values": { "child_name": "Sara", "message": "In confidence" }, "computed": { "total": 40 } });
    assert_eq!((all.len(), &all[6]), (7, &expected));
    let cut: Vec<_> = all.iter().filter(|one| one["more"] == true).collect();
    assert!(
        (1..6).contains(&cut.len()) && cut.iter().all(|one| one["values"] == json!({})),
        "of some no answers are told"
    );
}

async fn what_an_audience_alone_reads_is_told_of_no_earlier_one(desk: &Desk) {
    let keep = |document: &mut Value| {
        document["ui"]["message"]["x-audience"] = "health".into();
        document["audiences"] = json!({ "health": { "computed": ["sum"] } });
    };
    publish(desk, keep, &[]);
    desk.rules.play(with_total(40));
    desk.submit("ruled", values("Sara", "a@example.org"), None).await.is(201);
    // A later version keeps nothing to itself: what was sent then is as its family read it.
    publish(desk, |document| document["version"] = "2.0.0".into(), &[]);
    desk.clock.advance(1000);
    desk.submit("ruled", values("Sara", "a@example.org"), None).await.is(201);
    let asked =
        json!({ "known": ["email", "a@example.org"], "values": ["message", "points"], "computed": ["sum", "total"] });
    let found = told(&last_decision(desk), EARLIER, &asked.to_string()).await.unwrap();
    let told = |n: usize| (found[n]["values"].clone(), found[n]["computed"].clone());
    assert_eq!(told(0), (json!({ "message": "In confidence", "points": 5 }), json!({ "sum": 40, "total": 40 })));
    assert_eq!(told(1), (json!({ "points": 5 }), json!({ "total": 40 })));
}

async fn colleagues_are_known_by_phone_and_name(desk: &Desk) {
    for (id, name, kind, status, phone) in [
        ("u1", "Salim Al-Busaidi", "staff", "active", "+96891112233"),
        ("u2", "Asma Al-Lawati", "staff", "invited", ""),
        ("u3", "Huda Al-Harthy", "family", "active", "+96891112244"),
        ("u4", "Omar Al-Hinai", "staff", "disabled", "+96891112255"),
    ] {
        let sql = format!(
            "INSERT INTO users (school_id, id, email, name, roles, locale, password_hash, status, stamp, created_at, kind, phone)
             VALUES ($1, '{id}', '{id}@one.example', '{name}', '[]', 'en', NULL, '{status}', 1, 0, '{kind}', '{phone}')"
        );
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    desk.submit("ruled", values("Sara", "a@example.org"), None).await.is(201);
    let asked = [
        ("staff_phone", "+96891112233", true),
        ("staff_name", "سالم البوسعيدي", true),
        ("email", "a@example.org", true),
        ("staff_name", "Asma Salim Al Lawati", true),
        ("staff_name", "Asma", false),
        ("staff_phone", "", false),
        ("staff_phone", "+96891112244", false),
        ("staff_name", "Huda Al-Harthy", false),
        ("staff_phone", "+96891112255", false),
        ("staff_name", "Omar Al-Hinai", false),
        ("staff_load", "u1@one.example", false),
    ];
    let questions = asked.iter().map(|(kind, value, _)| ((*kind).to_owned(), (*value).to_owned())).collect::<Vec<_>>();
    let answers = last_decision(desk).known.find(questions.clone()).await.unwrap();
    assert_eq!(answers.len(), asked.len());
    for (kind, value, known) in asked {
        assert!(answers.contains(&(kind.to_owned(), value.to_owned(), known)), "{kind} {value}: {answers:?}");
    }
    // To a check, and where the checklist is decided, nobody is known.
    let blind = desk.rules.asked.lock().iter().find(|call| call.known.answers.is_empty()).unwrap().clone();
    assert!(blind.known.find(questions).await.unwrap().iter().all(|(_, _, known)| !known));
}

async fn a_colleague_has_what_is_open(desk: &Desk) {
    let officer = desk.person("one", Role::AdmissionsOfficer).await;
    desk.person("one", Role::Auditor).await;
    for name in ["Sara", "Omar", "Asma"] {
        desk.submit("ruled", values(name, "a@example.org"), None).await.is(201);
    }
    execute(&desk.db, "one", &format!("UPDATE submissions SET owner_id = '{officer}' WHERE school_id = $1"))
        .await
        .unwrap();
    let lost = "UPDATE submissions SET state = 'lost' WHERE school_id = $1 AND person = 'Asma'";
    assert_eq!(execute(&desk.db, "one", lost).await.unwrap(), 1);
    let decision = last_decision(desk);
    assert_eq!(told(&decision, LOAD, " Admissions_Officer@Example.org").await, Some(json!({ "open": 2 })));
    for other in ["auditor@example.org", "nobody@example.org", "no address"] {
        assert_eq!(told(&decision, LOAD, other).await, None, "{other} looks after nothing");
    }
    // Nor does who does not see what this form brings.
    publish(desk, |_| (), &[("ruled: { plugin: rules }", "ruled: { plugin: rules, audience: [school_admin] }")]);
    desk.submit("ruled", values("Sara", "a@example.org"), None).await.is(201);
    assert_eq!(told(&last_decision(desk), LOAD, "admissions_officer@example.org").await, None);
}

async fn rules_name_who_looks_after_what_came_in(desk: &Desk) {
    let officer = desk.person("one", Role::AdmissionsOfficer).await;
    let admin = desk.person("one", Role::SchoolAdmin).await;
    desk.person("one", Role::Auditor).await;
    let owner_of = async |name: &str, owner: &str| {
        let task = Effect::new(EffectKind::Task, "message").with("owner", owner);
        desk.rules
            .play(Script { decided: Decision { effects: vec![task], ..Decision::default() }, ..Script::default() });
        desk.clock.advance(1000);
        desk.submit("ruled", values(name, "a@example.org"), None).await.is(201);
        let row = desk.list("form=ruled").await["items"][0].clone();
        assert_eq!(row["person"], name);
        let tasks = format!("/v1/oa/enquiries/{}/tasks", row["id"].as_str().unwrap());
        let tasks = desk.get(&tasks).staff(Role::SchoolAdmin).send().await.is(200);
        assert_eq!(tasks["items"][0]["assigned_to"]["id"], row["owner"]["id"], "and has the task");
        row["owner"]["id"].clone()
    };
    assert_eq!(owner_of("Sara", "admissions_officer@example.org").await, json!(officer));
    assert_eq!(
        owner_of("Omar", "Auditor@example.org").await,
        Value::Null,
        "who may change nothing looks after nothing"
    );
    assert_eq!(owner_of("Asma", "nobody@example.org").await, Value::Null);
    // Where officers take turns, whom the rules name comes first.
    publish(desk, |_| (), &[("ruled: { plugin: rules }", "ruled: { plugin: rules, kind: application }")]);
    assert_eq!(owner_of("Huda", "nobody@example.org").await, json!(officer));
    assert_eq!(owner_of("Salim", "school_admin@example.org").await, json!(admin));
}

async fn what_many_have_by_right_makes_no_duplicate(desk: &Desk) {
    let flagged = async || desk.list("flag=duplicate").await["total"].clone();
    publish(desk, |document| document["schema"]["properties"]["guardian_email"]["x-shared"] = true.into(), &[]);
    for name in ["Sara", "Omar"] {
        desk.submit("ruled", values(name, "a@example.org"), None).await.is(201);
    }
    assert_eq!(flagged().await, 0);
    let row = desk.list("form=ruled").await["items"][0].clone();
    let path = format!("/v1/oa/enquiries/{}", row["id"].as_str().unwrap());
    let opened = desk.get(&path).staff(Role::SchoolAdmin).send().await.is(200);
    assert_eq!(opened["enquiry"]["duplicates"], json!([]));
    // Rules may ask by it all the same, and another form says of its own answers what makes a duplicate.
    assert!(last_decision(desk).known.answers.iter().any(|(kind, _, known)| kind == "email" && *known));
    desk.submit("trial", values("Asma", "a@example.org"), None).await.is(201);
    assert_eq!(flagged().await, 1);
}
