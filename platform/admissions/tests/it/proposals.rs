//! Four eyes: what one account proposes another approves or sends back, and nobody else hears of it before.

use futures_util::future::join_all;
use kernel::jobs::Outcome;
use serde_json::{Value, json};
use words::clock::iso;
use words::{Clock as _, Role};

use crate::applications::{
    HOUR, OFFICER, ROUND, apply, applying, assessed, go, is_proved, keeping, stands, taken, view, why,
};
use crate::bulk_moves::{ask, counts, preview, results, run, undo};
use crate::database::{execute, number};
use crate::decisions::{carry_out, due_of, mails, page_of, seen, sweep, tasks};
use crate::desk::{DAY, Desk, Got, on_both};

on_both!(
    one_proposes_and_another_approves,
    nobody_approves_what_they_proposed,
    what_is_sent_back_says_why_and_is_proposed_anew,
    what_goes_elsewhere_ends_its_proposal,
    nothing_tells_of_a_proposal_to_who_may_not_know,
    an_approval_asks_all_that_a_move_asks,
    an_approval_with_an_hour_is_a_decision,
    what_nobody_approved_by_its_hour_is_asked_about,
    a_refusal_of_our_own_is_proposed,
    of_two_approvals_at_once_one_is_a_move,
    who_approves_finds_what_waits,
    many_are_proposed_and_approved,
    what_is_ticked_off_is_told_to_nobody_else,
    many_that_are_proposed_are_taken_back,
    what_is_only_proposed_again_is_not_undone,
);

const OFFER: &str = "F/unconditional";
const PRINCIPAL: Role = Role::Principal;
const ADMIN: Role = Role::SchoolAdmin;

/// A round whose offers need two.
pub fn four_eyes(desk: &Desk) {
    applying(desk, &format!("{ROUND}    approval: principal\n"));
}

fn path_of(id: &str) -> String {
    format!("/v1/oa/enquiries/{id}/application/proposal")
}

async fn approve_that(desk: &Desk, role: Role, id: &str, proposal: &Value) -> Got {
    desk.post(&format!("{}/approve", path_of(id)), json!({ "proposal": proposal })).staff(role).send().await
}

/// Approves what waits.
pub async fn approve(desk: &Desk, role: Role, id: &str) -> Got {
    let proposal = view(desk, ADMIN, id).await["proposal"]["id"].clone();
    let proposal = if proposal.is_null() { json!("none") } else { proposal };
    approve_that(desk, role, id, &proposal).await
}

async fn send_back(desk: &Desk, role: Role, id: &str, text: Option<&str>) -> Got {
    let proposal = view(desk, ADMIN, id).await["proposal"]["id"].as_str().unwrap_or("none").to_owned();
    let body = json!({ "proposal": proposal, "reason_text": text });
    desk.post(&format!("{}/return", path_of(id)), body).staff(role).send().await
}

/// How much is open that is kept for some.
async fn asked_for(desk: &Desk, id: &str) -> i64 {
    let open = format!(
        "SELECT COUNT(*) FROM tasks WHERE school_id = $1 AND submission_id = '{id}' AND audience <> '' AND done_at IS NULL"
    );
    number(&desk.db, "one", &open).await
}

fn history(seen: &Value) -> Vec<(String, String)> {
    let text = |one: &Value| one.as_str().unwrap_or_default().to_owned();
    seen["proposals"].as_array().unwrap().iter().map(|one| (text(&one["action"]), text(&one["by"]))).collect()
}

async fn one_proposes_and_another_approves(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    let before = view(desk, OFFICER, &id).await;
    let offer = before["allowed"].as_array().unwrap().iter().find(|one| one["to"] == OFFER).unwrap();
    assert_eq!(offer["asks"], json!(["offer", "approval"]));
    let more = json!({ "reason_code": "appeal", "reason_text": "They asked", "notify": true, "bucket": "g1" });
    let proposed = go(desk, OFFICER, &id, OFFER, more).await.is(200);
    let expected = json!({
        "id": proposed["proposal"]["id"], "to": OFFER, "publish_at": null, "by": "Name of admissions_officer",
        "proposed_at": iso(desk.clock.now_ms()), "reason_code": "appeal",
        "reason_words": { "en": "The family asked to reconsider", "ar": "طلبت الأسرة إعادة النظر" }, "reason_text": "They asked",
        "bucket": "g1", "bucket_name": { "en": "Text of grade.g1", "ar": "Text of grade.g1" }, "notify": true, "returned": null,
        "is_own": true, "may_approve": false, "may_return": true,
    });
    assert_eq!(proposed["proposal"], expected);
    assert_eq!(
        (&proposed["status"], &proposed["version"]),
        (&json!("S"), &before["version"]),
        "it stands where it stood"
    );
    let to = |seen: &Value| -> Vec<String> {
        seen["allowed"].as_array().unwrap().iter().map(|one| one["to"].as_str().unwrap().to_owned()).collect()
    };
    assert!(to(&proposed).contains(&"W/waitlist".to_owned()) && !to(&proposed).iter().any(|to| to.starts_with('F')));
    assert_eq!((taken(desk, "g1").await, mails(desk).await.len()), (0, 0), "nothing is taken, and nobody told");
    let refused = go(desk, PRINCIPAL, &id, OFFER, json!({})).await.refused(422, "A012");
    assert_eq!(refused["guard"], "proposal_pending");
    let seen = view(desk, PRINCIPAL, &id).await["proposal"].clone();
    assert_eq!(
        (&seen["is_own"], &seen["may_approve"], &seen["may_return"]),
        (&json!(false), &json!(true), &json!(true))
    );
    let approved = approve(desk, PRINCIPAL, &id).await.is(200);
    assert_eq!(
        (&approved["status"], &approved["bucket"], &approved["proposal"]),
        (&json!("F"), &json!("g1"), &Value::Null)
    );
    assert_eq!((taken(desk, "g1").await, keeping(desk, "g1").await, mails(desk).await.len()), (1, 1, 1));
    let names = ["Name of admissions_officer", "Name of principal"].map(str::to_owned);
    let told = ["proposed", "approved"].map(str::to_owned).into_iter().zip(names).collect::<Vec<_>>();
    assert_eq!(history(&approved), told);
    let opened = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(OFFICER).send().await.is(200)["enquiry"].clone();
    let moved = opened["timeline"].as_array().unwrap().iter().find(|entry| entry["to"] == OFFER).unwrap();
    assert_eq!((&moved["actor"]["name"], &moved["comment"]), (&json!("Name of principal"), &json!("They asked")));
    approve(desk, PRINCIPAL, &id).await.refused(404, "A001");
    assert_eq!(desk.count("proposals").await, 0);
    for action in ["application.propose", "application.proposal_approve"] {
        let log = format!("SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = '{action}'");
        assert_eq!(number(&desk.db, "one", &log).await, 1, "{action}");
    }
    is_proved(desk).await;
}

async fn nobody_approves_what_they_proposed(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    // Whoever may do both only proposes.
    let own = go(desk, ADMIN, &id, OFFER, json!({})).await.is(200)["proposal"].clone();
    assert_eq!((&own["is_own"], &own["may_approve"]), (&json!(true), &json!(false)));
    approve(desk, ADMIN, &id).await.refused(403, "A017");
    for role in [OFFICER, Role::Registrar, Role::Finance, Role::Cashier, Role::Auditor] {
        approve(desk, role, &id).await.refused(403, "A002");
    }
    desk.post(&format!("{}/approve", path_of(&id)), json!({ "proposal": own["id"] })).send().await.refused(401, "L014");
    assert_eq!((stands(desk, &id).await.as_str(), taken(desk, "kg1").await), ("S/assessed", 0));
    // Another proposal than the one that was read is not approved.
    send_back(desk, ADMIN, &id, None).await.is(200);
    go(desk, OFFICER, &id, "F/conditional", json!({})).await.is(200);
    approve_that(desk, PRINCIPAL, &id, &own["id"]).await.refused(409, "A003");
    let stale = json!({ "proposal": own["id"], "reason_text": "No" });
    desk.post(&format!("{}/return", path_of(&id)), stale).staff(PRINCIPAL).send().await.refused(409, "A003");
    approve(desk, PRINCIPAL, &id).await.is(200);
    assert_eq!(stands(desk, &id).await, "F/conditional");
    // A principal proposes too, and an administrator approves.
    let other = assessed(desk, "Omar", "g1").await;
    go(desk, PRINCIPAL, &other, OFFER, json!({})).await.is(200);
    approve(desk, PRINCIPAL, &other).await.refused(403, "A017");
    approve(desk, ADMIN, &other).await.is(200);
    assert_eq!(stands(desk, &other).await, OFFER);
    is_proved(desk).await;
}

async fn what_is_sent_back_says_why_and_is_proposed_anew(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    send_back(desk, PRINCIPAL, &id, Some("Nothing waits")).await.refused(404, "A001");
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    for text in [None, Some(" \n ")] {
        let refused = send_back(desk, PRINCIPAL, &id, text).await.refused(422, "F003");
        let issue = &refused["errors"][0];
        assert_eq!((&issue["path"], &issue["code"]), (&json!("/reason_text"), &json!("required")));
    }
    let long = send_back(desk, PRINCIPAL, &id, Some(&"x".repeat(1_001))).await;
    assert_eq!(long.refused(422, "F003")["errors"][0]["code"], "maxLength");
    send_back(desk, Role::Finance, &id, Some("No")).await.refused(403, "A002");
    let returned = send_back(desk, PRINCIPAL, &id, Some("Not before the interview")).await.is(200)["proposal"].clone();
    let why =
        json!({ "by": "Name of principal", "at": iso(desk.clock.now_ms()), "reason_text": "Not before the interview" });
    assert_eq!((&returned["returned"], &returned["may_approve"]), (&why, &json!(false)));
    let seen = view(desk, OFFICER, &id).await;
    assert_eq!((&seen["proposal"]["returned"], &seen["proposal"]["may_return"]), (&why, &json!(false)));
    approve(desk, PRINCIPAL, &id).await.refused(404, "A001");
    let asked = tasks(desk, &id).await;
    assert!(asked.len() == 1 && asked[0].contains("sent back"), "whoever proposed has a task: {asked:?}");
    // Anew.
    let again = go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    assert_eq!(again["proposal"]["returned"], Value::Null);
    assert_eq!(tasks(desk, &id).await.len(), 1, "what waits now is not theirs to do");
    assert_eq!(asked_for(desk, &id).await, 1, "and what was sent back is done");
    let own = send_back(desk, OFFICER, &id, None).await.is(200);
    assert_eq!(own["proposal"], Value::Null, "one takes back what is one's own without a word");
    let actions: Vec<String> = history(&own).into_iter().map(|(action, _)| action).collect();
    assert_eq!(actions, ["proposed", "returned", "proposed", "withdrawn"]);
    assert_eq!((stands(desk, &id).await.as_str(), desk.count("proposals").await), ("S/assessed", 0));
    is_proved(desk).await;
}

async fn what_goes_elsewhere_ends_its_proposal(desk: &Desk) {
    four_eyes(desk);
    let (id, token) = seen(desk, "Sara").await;
    let page = page_of(desk, &token).await;
    let other = assessed(desk, "Omar", "g1").await;
    let later = assessed(desk, "Zaid", "g1").await;
    for id in [&id, &other, &later] {
        go(desk, OFFICER, id, OFFER, json!({})).await.is(200);
    }
    desk.post(&format!("{page}/withdraw"), json!({ "locale": "en" })).send().await.is(200);
    go(desk, OFFICER, &other, "W/waitlist", json!({})).await.is(200);
    let hour = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR), "reason_text": "It was agreed" });
    go(desk, OFFICER, &later, "R/school", hour).await.is(200);
    for id in [&id, &other, &later] {
        let seen = view(desk, PRINCIPAL, id).await;
        assert_eq!(seen["proposal"], Value::Null);
        assert_eq!(history(&seen).last().unwrap().0, "ended");
        approve(desk, PRINCIPAL, id).await.refused(404, "A001");
        assert_eq!(asked_for(desk, id).await, 0, "nobody is asked for it any more");
    }
    assert_eq!((desk.count("proposals").await, taken(desk, "kg1").await, taken(desk, "g1").await), (0, 0, 0));
    is_proved(desk).await;
}

/// Every byte that they get who may not know, and the family.
async fn everything(desk: &Desk, id: &str, page: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut keep = |what: String, got: Got| all.push((format!("{what} {}", got.status), got.json().to_string()));
    for role in [Role::Registrar, Role::Finance] {
        for path in [
            "/v1/oa/enquiries".to_owned(),
            format!("/v1/oa/enquiries/{id}?lng=en"),
            format!("/v1/oa/enquiries/{id}/timeline"),
            format!("/v1/oa/enquiries/{id}/application"),
            format!("/v1/oa/enquiries/{id}/tasks"),
            "/v1/oa/tasks?whose=all".to_owned(),
            "/v1/oa/tasks?whose=unassigned".to_owned(),
            "/v1/oa/seats".to_owned(),
        ] {
            keep(format!("{role:?} {path}"), desk.get(&path).staff(role).send().await);
        }
        for asked in [json!({}), json!({ "status": ["S"] }), json!({ "to_approve": true })] {
            let list = "/v1/oa/student/student_list";
            keep(format!("{role:?} {list} {asked}"), desk.post(list, asked).staff(role).send().await);
        }
        let file = format!("/v1/oa/student/student_data?student_id={id}");
        keep(format!("{role:?} {file}"), desk.post(&file, json!({})).staff(role).send().await);
        // Nor does a refusal.
        for (end, body) in [("approve", json!({ "proposal": "x" })), ("return", json!({ "proposal": "x" }))] {
            let path = format!("{}/{end}", path_of(id));
            keep(format!("{role:?} {path}"), desk.post(&path, body).staff(role).send().await);
        }
        for to in [OFFER, "B/consents_due", "R/school"] {
            keep(format!("{role:?} sends to {to}"), go(desk, role, id, to, why()).await);
        }
    }
    keep("family".into(), desk.get(page).send().await);
    all
}

async fn nothing_tells_of_a_proposal_to_who_may_not_know(desk: &Desk) {
    four_eyes(desk);
    let (id, token) = seen(desk, "Sara").await;
    let page = page_of(desk, &token).await;
    everything(desk, &id, &page).await;
    let sql =
        format!("SELECT version * 100000 + updated_at % 100000 FROM submissions WHERE school_id = $1 AND id = '{id}'");
    let (before, row) = (everything(desk, &id, &page).await, number(&desk.db, "one", &sql).await);
    let proposes = async || {
        go(desk, OFFICER, &id, OFFER, json!({ "reason_text": "It was agreed", "notify": true })).await.is(200);
    };
    let is_silent = async |what: &str| {
        for (before, after) in before.iter().zip(&everything(desk, &id, &page).await) {
            assert_eq!(before, after, "{what}");
        }
        assert_eq!(number(&desk.db, "one", &sql).await, row, "{what}");
    };
    proposes().await;
    is_silent("proposed").await;
    send_back(desk, PRINCIPAL, &id, Some("Not yet")).await.is(200);
    is_silent("sent back").await;
    proposes().await;
    send_back(desk, OFFICER, &id, None).await.is(200);
    is_silent("taken back").await;
    // Those who may know see that it is.
    proposes().await;
    for role in [OFFICER, PRINCIPAL, ADMIN] {
        assert_eq!(view(desk, role, &id).await["proposal"]["to"], OFFER, "{role:?}");
    }
    assert!(mails(desk).await.is_empty());
    is_proved(desk).await;
}

async fn an_approval_asks_all_that_a_move_asks(desk: &Desk) {
    four_eyes(desk);
    let [one, two] = [assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "kg1").await];
    for id in [&one, &two] {
        go(desk, OFFICER, id, OFFER, json!({})).await.is(200);
    }
    approve(desk, PRINCIPAL, &one).await.is(200);
    let full = approve(desk, PRINCIPAL, &two).await.refused(422, "A014");
    assert_eq!((&full["guard"], &full["taken"]), (&json!("seat_free"), &json!(1)));
    assert_eq!(view(desk, PRINCIPAL, &two).await["proposal"]["may_approve"], true, "it waits as before");
    let history = history(&view(desk, PRINCIPAL, &two).await);
    assert_eq!(history.len(), 1, "and nothing was written down");
    // Without a seat nothing more is proposed, and an offer whose hour has come keeps none.
    let third = assessed(desk, "Zaid", "kg1").await;
    go(desk, OFFICER, &third, OFFER, json!({})).await.refused(422, "A014");
    desk.clock.advance(8 * DAY);
    approve(desk, PRINCIPAL, &two).await.is(200);
    assert_eq!((stands(desk, &one).await, stands(desk, &two).await), ("R/expired".into(), OFFER.into()));
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await), (1, 1));
    is_proved(desk).await;
}

async fn an_approval_with_an_hour_is_a_decision(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    for (ahead, code) in [(-HOUR, "minDate"), (181 * DAY, "maxDate")] {
        let more = json!({ "publish_at": iso(desk.clock.now_ms() + ahead) });
        let refused = go(desk, OFFICER, &id, OFFER, more).await.refused(422, "F003");
        let issue = &refused["errors"][0];
        assert_eq!((&issue["path"], &issue["code"]), (&json!("/transition/publish_at"), &json!(code)));
    }
    let hour = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR), "notify": true });
    go(desk, OFFICER, &id, OFFER, hour.clone()).await.is(200);
    // Approved too late it would be told at no hour of anybody's.
    desk.clock.advance(HOUR);
    let late = approve(desk, PRINCIPAL, &id).await.refused(422, "F003");
    assert_eq!((&late["errors"][0]["path"], &late["guard"]), (&json!("/publish_at"), &json!("release_ahead")));
    send_back(desk, PRINCIPAL, &id, Some("The hour is over")).await.is(200);
    let hour = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR), "notify": true });
    go(desk, OFFICER, &id, OFFER, hour.clone()).await.is(200);
    let decided = approve(desk, PRINCIPAL, &id).await.is(200);
    assert_eq!((&decided["status"], &decided["decision"]["by"]), (&json!("S"), &json!("Name of principal")));
    assert_eq!((&decided["decision"]["publish_at"], &decided["proposal"]), (&hour["publish_at"], &Value::Null));
    assert_eq!((taken(desk, "kg1").await, mails(desk).await.len()), (1, 0));
    desk.clock.advance(HOUR);
    assert_eq!((sweep(desk).await, stands(desk, &id).await.as_str(), mails(desk).await.len()), (1, OFFER, 1));
    is_proved(desk).await;
}

async fn what_nobody_approved_by_its_hour_is_asked_about(desk: &Desk) {
    const KIND: &str = "application.proposal_overdue";
    four_eyes(desk);
    let (id, other) = (assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "g1").await);
    for id in [&id, &other] {
        let hour = json!({ "publish_at": iso(desk.clock.now_ms() + HOUR) });
        go(desk, OFFICER, id, OFFER, hour).await.is(200);
    }
    send_back(desk, OFFICER, &other, None).await.is(200);
    assert!(due_of(desk, KIND).await.is_empty(), "before the hour nobody is asked");
    desk.clock.advance(HOUR);
    let jobs = due_of(desk, KIND).await;
    assert_eq!(jobs.len(), 2);
    for job in jobs {
        assert!(matches!(carry_out(desk, &job).await, Outcome::Done), "{}", job.kind);
    }
    let asked = async |role: Role, id: &str| -> usize {
        let path = format!("/v1/oa/enquiries/{id}/tasks");
        let listed = desk.get(&path).staff(role).send().await.is(200);
        let texts = listed["items"].as_array().unwrap().iter().filter(|one| one["done_at"].is_null());
        texts.filter(|one| one["text"]["en"].as_str().unwrap().contains("passed without an approval")).count()
    };
    assert_eq!([asked(PRINCIPAL, &id).await, asked(OFFICER, &id).await], [1, 1], "who approves, and who proposed");
    assert_eq!(
        [asked(Role::Registrar, &id).await, asked(ADMIN, &other).await],
        [0, 0],
        "nobody else, and once taken back nobody"
    );
    send_back(desk, PRINCIPAL, &id, Some("The hour is over")).await.is(200);
    assert_eq!([asked(PRINCIPAL, &id).await, asked(OFFICER, &id).await], [0, 0]);
    is_proved(desk).await;
}

async fn a_refusal_of_our_own_is_proposed(desk: &Desk) {
    applying(desk, ROUND);
    let id = apply(desk, "Sara", "kg1").await;
    let tagged = format!("UPDATE submissions SET tags = '[\"tag.sibling\"]' WHERE school_id = $1 AND id = '{id}'");
    execute(&desk.db, "one", &tagged).await.unwrap();
    go(desk, OFFICER, &id, "R/school", json!({})).await.refused(422, "F003");
    let proposed = go(desk, OFFICER, &id, "R/school", why()).await.is(200);
    assert_eq!((&proposed["status"], &proposed["proposal"]["to"]), (&json!("W"), &json!("R/school")));
    approve(desk, OFFICER, &id).await.refused(403, "A002");
    approve(desk, PRINCIPAL, &id).await.is(200);
    assert_eq!(stands(desk, &id).await, "R/school");
    // The principal decides it alone, and an officer of everybody else.
    go(desk, ADMIN, &id, "W/review", why()).await.is(200);
    go(desk, PRINCIPAL, &id, "R/school", why()).await.is(200);
    let other = apply(desk, "Omar", "kg1").await;
    go(desk, OFFICER, &other, "R/school", why()).await.is(200);
    assert_eq!((stands(desk, &id).await, stands(desk, &other).await), ("R/school".into(), "R/school".into()));
    is_proved(desk).await;
}

async fn of_two_approvals_at_once_one_is_a_move(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    let proposal = go(desk, OFFICER, &id, OFFER, json!({ "notify": true })).await.is(200)["proposal"]["id"].clone();
    desk.person("one", PRINCIPAL).await;
    let got = join_all([ADMIN, PRINCIPAL, ADMIN].map(|role| approve_that(desk, role, &id, &proposal))).await;
    assert_eq!(got.iter().filter(|got| got.status == 200).count(), 1);
    for got in got.iter().filter(|got| got.status != 200) {
        got.refused(404, "A001");
    }
    assert_eq!((taken(desk, "kg1").await, keeping(desk, "kg1").await, mails(desk).await.len()), (1, 1, 1));
    is_proved(desk).await;
}

async fn who_approves_finds_what_waits(desk: &Desk) {
    four_eyes(desk);
    let [one, two] = [assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "g1").await];
    assessed(desk, "Zaid", "g1").await;
    go(desk, OFFICER, &one, OFFER, json!({})).await.is(200);
    go(desk, ADMIN, &two, OFFER, json!({})).await.is(200);
    let found = async |role: Role| -> Vec<String> {
        let list =
            desk.post("/v1/oa/student/student_list", json!({ "to_approve": true })).staff(role).send().await.is(200);
        assert_eq!(list["total"], json!(list["students"].as_array().unwrap().len()));
        list["students"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    let mut both = found(PRINCIPAL).await;
    both.sort();
    let mut expected = vec![one.clone(), two.clone()];
    expected.sort();
    assert_eq!((both, found(ADMIN).await), (expected, vec![one.clone()]), "not what is one's own");
    for role in [OFFICER, Role::Registrar] {
        let asked = desk.post("/v1/oa/student/student_list", json!({ "to_approve": true })).staff(role).send().await;
        asked.refused(403, "A002");
    }
    let among = async |role: Role, whose: &str| -> usize {
        let listed = desk.get(&format!("/v1/oa/tasks?whose={whose}")).staff(role).send().await.is(200);
        let texts =
            listed["items"].as_array().unwrap().iter().map(|one| one["text"]["en"].as_str().unwrap().to_owned());
        texts.filter(|text| text.contains("An offer is proposed")).count()
    };
    // It is theirs who may approve, though nobody has taken it.
    let asked = async |role: Role| among(role, "mine").await;
    assert_eq!([asked(PRINCIPAL).await, asked(OFFICER).await, asked(Role::Finance).await], [2, 0, 0]);
    assert_eq!((among(PRINCIPAL, "unassigned").await, among(PRINCIPAL, "all").await), (0, 2));
    let counts = desk.get("/v1/oa/tasks?whose=all").staff(PRINCIPAL).send().await.is(200)["counts"].clone();
    assert_eq!((&counts["mine"], &counts["overdue"]), (&json!(2), &json!(0)));
    approve(desk, PRINCIPAL, &two).await.is(200);
    send_back(desk, PRINCIPAL, &one, Some("Not yet")).await.is(200);
    assert_eq!((found(PRINCIPAL).await, asked(PRINCIPAL).await), (Vec::new(), 0));
}

async fn many_are_proposed_and_approved(desk: &Desk) {
    four_eyes(desk);
    let mut all = Vec::new();
    for (name, grade) in [("Sara", "kg1"), ("Omar", "kg1"), ("Zaid", "g1")] {
        all.push(assessed(desk, name, grade).await);
    }
    go(desk, PRINCIPAL, &all[2], "F/conditional", json!({})).await.is(200);
    let wanted = json!({ "to": OFFER, "ids": all, "notify": true });
    let told = preview(desk, OFFICER, wanted.clone()).await.is(200);
    assert_eq!((&told["will_move"], &told["will_propose"], &told["notified"]), (&json!(2), &json!(2), &json!(0)));
    assert_eq!((&told["refused"][0]["guard"], &told["refused"][0]["count"]), (&json!("proposal_pending"), &json!(1)));
    assert_eq!((&told["over_seats"][0]["free"], &told["over_seats"][0]["asked"]), (&json!(1), &json!(2)));
    let moves = ask(desk, OFFICER, wanted).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    assert_eq!(counts(desk, &moves).await, ("done".into(), [0, 1, 0]));
    let outcomes = async |id: &str| -> Vec<String> {
        results(desk, id, "").await.iter().map(|one| one["outcome"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(outcomes(&moves).await, ["proposed", "proposed", "refused"]);
    assert_eq!((taken(desk, "kg1").await, mails(desk).await.len()), (0, 0));
    // Who approves nothing asks for nothing of the kind, and nobody approves their own.
    let path = "/v1/oa/student/moves/approve";
    desk.post(path, json!({ "ids": all })).staff(OFFICER).send().await.refused(403, "A002");
    desk.post(path, json!({ "ids": [] })).staff(PRINCIPAL).send().await.refused(422, "F003");
    desk.post(path, json!({})).staff(PRINCIPAL).send().await.refused(400, "R001");
    let asked = desk.post(path, json!({ "ids": all })).staff(PRINCIPAL).send().await.is(201)["moves"].clone();
    assert_eq!((&asked["approves"], &asked["to"]), (&json!(true), &Value::Null));
    // What is proposed after that is not what they meant.
    desk.clock.advance(1_000);
    run(desk).await;
    let id = asked["id"].as_str().unwrap();
    let path = format!("/v1/oa/student/moves/{id}/results");
    let told = desk.get(&path).staff(PRINCIPAL).send().await.is(200)["items"].clone();
    let brief: Vec<[&str; 3]> = told
        .as_array()
        .unwrap()
        .iter()
        .map(|one| ["outcome", "message_id", "to"].map(|name| one[name].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        brief,
        [["moved", "", OFFER], ["refused", "A014", OFFER], ["refused", "A017", "F/conditional"]],
        "one place, and one's own"
    );
    assert_eq!((stands(desk, &all[0]).await.as_str(), taken(desk, "kg1").await), (OFFER, 1));
    assert_eq!(mails(desk).await.len(), 1);
    // By a filter, as the list has it.
    let filter = json!({ "filter": { "to_approve": true } });
    let asked = desk.post("/v1/oa/student/moves/approve", filter).staff(ADMIN).send().await.is(201)["moves"].clone();
    assert_eq!(asked["total"], 2);
    let gone = [&all[1], &all[2]];
    send_back(desk, PRINCIPAL, gone[0], Some("No place")).await.is(200);
    run(desk).await;
    let path = format!("/v1/oa/student/moves/{}/results", asked["id"].as_str().unwrap());
    let told = desk.get(&path).staff(ADMIN).send().await.is(200)["items"].clone();
    let of = |id: &str| {
        let one = told.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap();
        (one["outcome"].as_str().unwrap().to_owned(), one["guard"].clone())
    };
    assert_eq!(of(gone[0]), ("refused".into(), json!("no_proposal")), "what was sent back meanwhile is not approved");
    assert_eq!(of(gone[1]), ("moved".into(), Value::Null));
    is_proved(desk).await;
}

async fn many_that_are_proposed_are_taken_back(desk: &Desk) {
    four_eyes(desk);
    let [one, two] = [assessed(desk, "Sara", "kg1").await, assessed(desk, "Omar", "g1").await];
    let moves = ask(desk, OFFICER, json!({ "to": OFFER, "ids": [one, two] })).await.is(201)["moves"]["id"].clone();
    run(desk).await;
    approve(desk, PRINCIPAL, &two).await.is(200);
    let moves = moves.as_str().unwrap();
    let back = undo(desk, OFFICER, moves, json!({})).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    let outcomes: Vec<(Value, Value)> =
        results(desk, &back, "").await.iter().map(|one| (one["outcome"].clone(), one["message_id"].clone())).collect();
    assert_eq!(outcomes, [(json!("refused"), json!("A003")), (json!("withdrawn"), Value::Null)], "the last first");
    assert_eq!((desk.count("proposals").await, stands(desk, &two).await.as_str()), (0, OFFER));
    undo(desk, OFFICER, moves, json!({})).await.refused(422, "A012");
    is_proved(desk).await;
}

async fn what_is_only_proposed_again_is_not_undone(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    approve(desk, PRINCIPAL, &id).await.is(200);
    let back = json!({ "to": "S/assessed", "ids": [id], "reason_text": "A mistake" });
    let moves = ask(desk, PRINCIPAL, back).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    assert_eq!(stands(desk, &id).await, "S/assessed");
    let again = undo(desk, PRINCIPAL, &moves, json!({})).await.is(201)["moves"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    let listed = desk.get("/v1/oa/student/moves").staff(PRINCIPAL).send().await.is(200)["items"].clone();
    let of = |id: &str| listed.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
    let (first, second) = (of(&moves), of(&again));
    assert_eq!([&first["moved"], &first["undone"]], [&json!(1), &json!(0)], "it stands where it was moved to");
    assert_eq!([&second["moved"], &second["proposed"]], [&json!(0), &json!(1)]);
    assert_eq!((stands(desk, &id).await.as_str(), desk.count("proposals").await), ("S/assessed", 1));
}

async fn what_is_ticked_off_is_told_to_nobody_else(desk: &Desk) {
    four_eyes(desk);
    let id = assessed(desk, "Sara", "kg1").await;
    go(desk, OFFICER, &id, OFFER, json!({})).await.is(200);
    let entries = async || {
        let record = desk.get(&format!("/v1/oa/enquiries/{id}")).staff(Role::Registrar).send().await.is(200);
        record["enquiry"]["timeline"].clone()
    };
    let before = entries().await;
    let listed = desk.get(&format!("/v1/oa/enquiries/{id}/tasks")).staff(ADMIN).send().await.is(200);
    let task = listed["items"].as_array().unwrap().last().unwrap().clone();
    let path = format!("/v1/oa/enquiries/{id}/tasks/{}", task["id"].as_str().unwrap());
    desk.patch(&path, json!({ "version": task["version"], "done": true })).staff(ADMIN).send().await.is(200);
    assert_eq!(entries().await, before);
}
