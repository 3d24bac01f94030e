//! Whom a form's rules name hears of a submission at once.

use admissions::tasks::{Tasks, TellStaff};
use kernel::jobs::Job as _;
use kernel::outbox::{self, Lane};
use serde_json::{Value, json};
use words::verdict::{Decision, Effect, EffectKind};
use words::{Clock as _, Role};

use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, on_both};
use crate::rules::Script;

on_both!(
    who_is_named_hears_once_in_their_language,
    who_names_nobody_means_those_whom_the_form_is_for,
    nobody_hears_of_what_they_do_not_see_or_want,
    so_many_letters_of_rules_reach_one_person_in_a_day,
    who_wants_no_mail_takes_nobody_s_place,
    a_job_that_is_begun_again_counts_once,
    a_draft_tells_nobody,
);

const OFFICER: Role = Role::AdmissionsOfficer;

/// The rules want these told, with these params.
fn told(desk: &Desk, notices: &[(&str, Value)]) {
    let effect = |(code, params): &(&str, Value)| Effect {
        kind: EffectKind::Notify,
        code: (*code).into(),
        params: params.as_object().cloned().unwrap_or_default(),
    };
    let effects = notices.iter().map(effect).collect();
    desk.rules.play(Script { decided: Decision { effects, ..Decision::default() }, ..Script::default() });
}

/// Some of the staff, with addresses that are theirs.
async fn staff(desk: &Desk, roles: &[Role]) {
    for role in roles {
        desk.person("one", *role).await;
    }
    execute(&desk.db, "one", "UPDATE users SET email_verified_at = 1 WHERE school_id = $1").await.unwrap();
}

/// What the worker would do with what was sent; how often it was asked for.
pub async fn carry_out(desk: &Desk) -> usize {
    let (one, now) = (scope("one"), desk.clock.now_ms());
    let lease = desk.db.write(&one, move |tx| {
        Box::pin(async move { outbox::lease_jobs(tx, Lane::Rest, now, now + 1_000 * DAY, 100).await })
    });
    let jobs: Result<_, kernel::StoreError> = lease.await;
    let jobs: Vec<_> = jobs.unwrap().into_iter().filter(|job| job.kind == TellStaff::KIND).collect();
    let tasks = Tasks::new(desk.enquiries.clone());
    for job in &jobs {
        let job: TellStaff = serde_json::from_value(job.payload.0.clone()).unwrap();
        for _ in 0..2 {
            tasks.tell_staff(&desk.registry, &one, &job).await.unwrap();
        }
    }
    jobs.len()
}

/// To whom letters went, with what they say.
pub async fn letters(desk: &Desk) -> Vec<(String, Value)> {
    let messages = desk.messages().await.into_iter().filter(|message| message.template == "rules_notice");
    let mut letters: Vec<_> = messages.map(|message| (message.to, Value::Object(message.params))).collect();
    letters.sort_by(|one, other| one.0.cmp(&other.0));
    letters
}

async fn who_is_named_hears_once_in_their_language(desk: &Desk) {
    staff(desk, &[OFFICER, Role::SchoolAdmin]).await;
    execute(&desk.db, "one", "UPDATE users SET locale = 'ar' WHERE school_id = $1 AND id = 'school_admin'")
        .await
        .unwrap();
    let (by_role, by_name) = (json!({ "role": "school_admin" }), json!({ "people": ["School_Admin@example.org"] }));
    told(desk, &[("message", by_role), ("message", by_name.clone()), ("scan", by_name)]);
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    let listed = desk.list("form=ruled").await;
    let (id, reference) = (listed["items"][0]["id"].as_str().unwrap(), &listed["items"][0]["reference"]);
    assert_eq!(carry_out(desk).await, 1);
    let got = letters(desk).await;
    assert_eq!(got.len(), 1, "one letter for each submission and person, however often the job is begun: {got:?}");
    let (to, params) = &got[0];
    assert_eq!((to.as_str(), &params["reference"]), ("school_admin@example.org", reference));
    assert_eq!(
        (&params["text"], &params["path"]),
        (&json!("Text of message\nText of scan"), &json!(format!("/pre_admission/{id}")))
    );
    assert!(params["form"].as_str().is_some_and(|form| !form.is_empty()), "{params}");
    // What is told is a task too, of which somebody says that it was done.
    let tasks = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(OFFICER).send().await.is(200);
    assert_eq!(tasks["items"].as_array().unwrap().len(), 3);
}

async fn who_names_nobody_means_those_whom_the_form_is_for(desk: &Desk) {
    staff(desk, &[OFFICER, Role::SchoolAdmin, Role::Principal]).await;
    told(desk, &[("message", json!({ "desk": "maths" }))]);
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    carry_out(desk).await;
    let to: Vec<_> = letters(desk).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(to, ["admissions_officer@example.org", "school_admin@example.org"]);
    // Who looks after it, once somebody does.
    desk.submit("ruled", json!({ "child_name": "Omar" }), None).await.is(201);
    let sql = "UPDATE submissions SET owner_id = 'admissions_officer' WHERE school_id = $1 AND person = 'Omar'";
    assert_eq!(execute(&desk.db, "one", sql).await.unwrap(), 1);
    carry_out(desk).await;
    let to: Vec<_> = letters(desk).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(to, ["admissions_officer@example.org"]);
}

async fn nobody_hears_of_what_they_do_not_see_or_want(desk: &Desk) {
    staff(desk, &[OFFICER, Role::Principal, Role::Auditor]).await;
    // The form is not for principals; an auditor reads no submissions; and what is no role is nobody's.
    told(desk, &[("message", json!({ "role": ["principal", "auditor", "nurse"] }))]);
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    assert_eq!(carry_out(desk).await, 1);
    assert!(letters(desk).await.is_empty());
    for (told_to, sql) in [
        (
            "who wants no mail",
            r#"UPDATE users SET profile = '{"notifications":{"mail":false,"sms":false}}' WHERE school_id = $1"#,
        ),
        (
            "who never proved the address",
            "UPDATE users SET profile = '{}', email_verified_at = NULL WHERE school_id = $1",
        ),
        ("who left", "UPDATE users SET email_verified_at = 1, status = 'disabled' WHERE school_id = $1"),
    ] {
        execute(&desk.db, "one", sql).await.unwrap();
        told(desk, &[("message", json!({ "role": "admissions_officer" }))]);
        desk.submit("ruled", json!({ "child_name": "Omar" }), None).await.is(201);
        assert_eq!(carry_out(desk).await, 1);
        assert!(letters(desk).await.is_empty(), "{told_to}");
    }
}

async fn so_many_letters_of_rules_reach_one_person_in_a_day(desk: &Desk) {
    staff(desk, &[OFFICER]).await;
    told(desk, &[("message", json!({}))]);
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    carry_out(desk).await;
    assert_eq!(letters(desk).await.len(), 1);
    let sql = "UPDATE allowances SET used = 30 WHERE school_id = $1 AND name = 'notices.told'";
    assert_eq!(execute(&desk.db, "one", sql).await.unwrap(), 1);
    for (day, letters_then) in [(0, 0), (1, 1)] {
        desk.clock.advance(day * DAY);
        desk.submit("ruled", json!({ "child_name": "Omar" }), None).await.is(201);
        carry_out(desk).await;
        assert_eq!(letters(desk).await.len(), letters_then);
    }
}

async fn who_wants_no_mail_takes_nobody_s_place(desk: &Desk) {
    staff(desk, &[OFFICER]).await;
    // By name they stand before who wants mail, and they are more than are told of one submission.
    for n in 0..25 {
        let sql = format!(
            r#"INSERT INTO users (school_id, id, email, name, roles, locale, status, stamp, created_at, email_verified_at, profile)
               VALUES ($1, 'quiet_{n}', 'quiet_{n}@example.org', 'A{n}', '["admissions_officer"]', 'en', 'active', 1, 1, 1,
                   '{{"notifications":{{"mail":false,"sms":false}}}}')"#
        );
        execute(&desk.db, "one", &sql).await.unwrap();
    }
    told(desk, &[("message", json!({}))]);
    desk.submit("ruled", json!({ "child_name": "Sara" }), None).await.is(201);
    carry_out(desk).await;
    let to: Vec<_> = letters(desk).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(to, ["admissions_officer@example.org"]);
}

async fn a_job_that_is_begun_again_counts_once(desk: &Desk) {
    staff(desk, &[OFFICER]).await;
    told(desk, &[("message", json!({}))]);
    for (person, used_then) in [("Sara", 1), ("Omar", 2)] {
        desk.submit("ruled", json!({ "child_name": person }), None).await.is(201);
        carry_out(desk).await;
        let used = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'notices.told'";
        assert_eq!(number(&desk.db, "one", used).await, used_then);
    }
}

async fn a_draft_tells_nobody(desk: &Desk) {
    staff(desk, &[OFFICER]).await;
    told(desk, &[("message", json!({}))]);
    let draft = desk.draft("ruled", json!({ "child_name": "Sara" })).await;
    let check = json!({ "values": { "child_name": "Sara" }, "locale": "en" });
    desk.post("/v1/oa/public/forms/ruled/check", check).send().await.is(200);
    let waiting = "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'rules_notice'";
    assert_eq!(number(&desk.db, "one", waiting).await, 0);
    desk.submit("ruled", json!({ "child_name": "Sara" }), Some(&draft)).await.is(201);
    assert_eq!(number(&desk.db, "one", waiting).await, 1);
}
