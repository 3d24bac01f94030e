//! A letter for many at once: a preview, one result each, over the death of a server, on paper, and back again.

use kernel::jobs::Outcome;
use serde_json::{Value, json};
use words::{Clock as _, Role};

use crate::applications::OFFICER;
use crate::bulk_moves::{leased, like, run, server};
use crate::database::{execute, number, scope};
use crate::desk::{DAY, Desk, Got, on_both};
use crate::letters::{applied, family, links, records_are_whole, release, states, texts};
use crate::letters_by_hand::plain;

on_both!(
    a_mix_is_previewed_and_gives_one_result_each,
    what_nobody_could_open_gets_no_letter_and_takes_no_number,
    what_is_asked_for_is_looked_at_before,
    a_server_that_dies_in_a_chunk_makes_no_letter_twice,
    what_nobody_opened_is_withdrawn,
    all_are_printed_in_parts_and_posted_on_one_day,
    letters_of_many_are_whose_they_are,
    who_loses_the_right_sends_nothing_more,
);

const BULK: &str = "/v1/oa/letters/bulk";
const WORDS: &str = "We confirm that {{child_name}} has applied.";

async fn preview(desk: &Desk, body: Value) -> Got {
    desk.post(&format!("{BULK}/preview"), body).staff(OFFICER).send().await
}

async fn ask(desk: &Desk, role: Role, body: Value) -> Got {
    desk.post(BULK, body).staff(role).send().await
}

async fn asked(desk: &Desk, body: Value) -> String {
    ask(desk, OFFICER, body).await.is(201)["letters"]["id"].as_str().unwrap().to_owned()
}

async fn act(desk: &Desk, role: Role, id: &str, what: &str, body: Value) -> Got {
    desk.post(&format!("{BULK}/{id}/{what}"), body).staff(role).send().await
}

async fn told(desk: &Desk, id: &str) -> Value {
    let listed = desk.get(BULK).staff(OFFICER).send().await.is(200);
    listed["items"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone()
}

/// How many were issued, sent, opened, withdrawn, posted and refused.
async fn counts(desk: &Desk, id: &str) -> [i64; 6] {
    let one = told(desk, id).await;
    ["issued", "sent", "opened", "withdrawn", "posted", "refused"].map(|name| one[name].as_i64().unwrap())
}

async fn results(desk: &Desk, id: &str, query: &str) -> Value {
    desk.get(&format!("{BULK}/{id}/results{query}")).staff(OFFICER).send().await.is(200)
}

/// Two applications of the school with a plain letter.
async fn two(desk: &Desk) -> [String; 2] {
    plain(desk, WORDS);
    let all = [applied(desk, family("Sara Al-Said", None)).await, applied(desk, family("Omar Al-Said", None)).await];
    desk.messages().await;
    all
}

async fn a_mix_is_previewed_and_gives_one_result_each(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    let unmailed =
        "UPDATE submissions SET answers = CAST(REPLACE(CAST(answers AS TEXT), 'huda@example.org', '') AS jsontext)
                    WHERE school_id = $1 AND person LIKE 'Mona%'";
    let mona = applied(desk, family("Mona Al-Said", None)).await;
    execute(&desk.db, "one", unmailed).await.unwrap();
    let by_hand = desk.post(&format!("/v1/oa/enquiries/{omar}/letters"), json!({ "code": "confirmation" }));
    by_hand.staff(OFFICER).send().await.is(201);
    let body =
        json!({ "code": "confirmation", "language": "ar", "days": 30, "ids": [sara, omar, "nobody", mona, sara] });
    let seen = preview(desk, body.clone()).await.is(200);
    let n = |name: &str| seen[name].as_i64().unwrap();
    assert_eq!((n("total"), n("will_send"), n("unmailed")), (4, 2, 1), "{seen}");
    assert_eq!(seen["samples"][0]["id"], sara.as_str());
    let refused: Vec<_> =
        seen["refused"].as_array().unwrap().iter().map(|one| (&one["message_id"], &one["guard"])).collect();
    assert!(refused.contains(&(&json!("A001"), &Value::Null)), "{seen}");
    assert!(refused.contains(&(&json!("A012"), &json!("has_one"))), "{seen}");
    assert_eq!(states(desk).await.len(), 1, "a preview makes nothing");
    let id = asked(desk, body).await;
    assert_eq!(told(desk, &id).await["title"]["en"], "Confirmation");
    run(desk).await;
    assert_eq!(counts(desk, &id).await, [2, 0, 0, 0, 0, 2]);
    let lanes =
        "SELECT CAST(lane AS TEXT) || ' ' || COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'letter.release'
         GROUP BY lane ORDER BY lane";
    assert_eq!(texts(desk, lanes).await, ["2 1", "5 2"], "one by hand waits behind none of the many");
    release(desk).await;
    assert_eq!(counts(desk, &id).await, [2, 2, 0, 0, 0, 2]);
    let mails = links(desk).await;
    assert_eq!(mails.len(), 2, "one by hand, one of the many that has an address");
    let all = results(desk, &id, "").await["items"].clone();
    let order: Vec<_> = all.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(order, [sara.as_str(), omar.as_str(), "nobody", mona.as_str()]);
    assert_eq!((&all[0]["outcome"], &all[0]["letter_state"]), (&json!("issued"), &json!("released")));
    assert_eq!((&all[1]["guard"], &all[1]["reference"]), (&json!("has_one"), &Value::Null));
    assert_eq!((&all[2]["message_id"], &all[2]["registration_id"]), (&json!("A001"), &json!("")));
    assert_eq!(results(desk, &id, "?outcome=refused").await["items"].as_array().unwrap().len(), 2);
    // It is a letter like any other: in its record, opened by its link.
    for (_, token) in &mails {
        crate::letters::read(desk, token).await;
    }
    let issued = "SELECT to_value FROM timeline WHERE school_id = $1 AND action = 'letter'";
    assert_eq!(texts(desk, issued).await, ["issued"; 3]);
    records_are_whole(desk).await;
    assert_eq!(counts(desk, &id).await[2], 1, "the one of the many is opened");
}

async fn what_nobody_could_open_gets_no_letter_and_takes_no_number(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    let unknown = "UPDATE submissions SET answers = CAST(REPLACE(CAST(answers AS TEXT), '2021-03-04', '') AS jsontext)
                   WHERE school_id = $1 AND person LIKE 'Sara%'";
    execute(&desk.db, "one", unknown).await.unwrap();
    let body = json!({ "code": "confirmation", "ids": [sara, omar] });
    let seen = preview(desk, body.clone()).await.is(200);
    assert_eq!((&seen["will_send"], &seen["refused"][0]["guard"]), (&json!(1), &json!("unprovable")));
    let id = asked(desk, body).await;
    run(desk).await;
    let all = results(desk, &id, "").await["items"].clone();
    let told = |at: usize| (all[at]["message_id"].as_str(), all[at]["guard"].as_str(), all[at]["reference"].as_str());
    assert_eq!(told(0), (Some("A012"), Some("unprovable"), None), "{all}");
    assert_eq!(told(1), (None, None, Some("ONE-2026-LT-00001")), "{all}");
}

async fn what_is_asked_for_is_looked_at_before(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    for role in [Role::Finance, Role::Reviewer, Role::Auditor] {
        ask(desk, role, json!({ "code": "confirmation", "ids": [sara] })).await.refused(403, "A002");
    }
    for (body, at) in [
        (json!({ "code": "offer", "ids": [sara] }), "/code"),
        (json!({ "code": "unknown", "filter": {} }), "/code"),
        (json!({ "code": "confirmation", "days": 366, "ids": [sara] }), "/days"),
        (json!({ "code": "confirmation", "ids": [] }), "/ids"),
        (json!({ "code": "confirmation", "ids": vec!["x"; 501] }), "/ids"),
        (json!({ "code": "confirmation", "filter": { "q": "nobodyatall" } }), "/filter"),
    ] {
        assert_eq!(preview(desk, body.clone()).await.is(422)["errors"][0]["path"], at, "{body}");
        assert_eq!(ask(desk, OFFICER, body).await.is(422)["errors"][0]["path"], at);
    }
    assert_eq!(ask(desk, OFFICER, json!({ "code": "confirmation" })).await.status, 400);
    like(desk, &sara, 999).await;
    let many = json!({ "code": "confirmation", "filter": {} });
    assert_eq!(preview(desk, many.clone()).await.refused(422, "A009")["limit"], 1_000);
    ask(desk, OFFICER, many).await.refused(422, "A009");
    asked(desk, json!({ "code": "confirmation", "ids": [omar] })).await;
    ask(desk, OFFICER, json!({ "code": "confirmation", "ids": [sara] })).await.refused(409, "A008");
    assert_eq!(states(desk).await, [""; 0]);
}

/// It dies between the letters of a chunk, and between a chunk and its end.
async fn a_server_that_dies_in_a_chunk_makes_no_letter_twice(desk: &Desk) {
    let [sara, _] = two(desk).await;
    like(desk, &sara, 58).await;
    let id = asked(desk, json!({ "code": "confirmation", "filter": {} })).await;
    let (work, job) = (server(desk), leased(desk).await.unwrap());
    let carried = tokio::spawn(async move { work.carry_out(&scope("one"), &job).await });
    while desk.count("bulk_letters").await == 0 {
        tokio::task::yield_now().await;
    }
    carried.abort();
    let _ = carried.await;
    // Its lease ends, and another one looks; it dies before it can say that it is done.
    desk.clock.advance(121_000);
    let job = leased(desk).await.unwrap();
    assert_eq!(server(desk).carry_out(&scope("one"), &job).await, Outcome::Done);
    desk.clock.advance(121_000);
    run(desk).await;
    assert_eq!(counts(desk, &id).await, [60, 0, 0, 0, 0, 0]);
    let twice = "SELECT COUNT(*) FROM (SELECT submission_id FROM family_letters WHERE school_id = $1
                 GROUP BY submission_id HAVING COUNT(*) > 1) more";
    assert_eq!((number(&desk.db, "one", twice).await, states(desk).await.len()), (0, 60), "each once");
    let references = "SELECT reference FROM family_letters WHERE school_id = $1 ORDER BY reference";
    assert_eq!(texts(desk, references).await.last().unwrap(), "ONE-2026-LT-00060", "and no number is missing");
    assert_eq!(release(desk).await, 60);
    let mails = links(desk).await;
    let families: std::collections::BTreeSet<&String> = mails.iter().map(|(to, _)| to).collect();
    assert_eq!(mails.len(), 60);
    assert!(families.len() > 50, "each of its own family: {}", families.len());
}

async fn what_nobody_opened_is_withdrawn(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    let mona = applied(desk, family("Mona Al-Said", None)).await;
    let lina = applied(desk, family("Lina Al-Said", None)).await;
    desk.messages().await;
    let id = asked(desk, json!({ "code": "confirmation", "ids": [sara, omar, mona, lina] })).await;
    act(desk, OFFICER, &id, "withdraw", json!({ "reason": "Wrong year" })).await.refused(422, "A012");
    run(desk).await;
    release(desk).await;
    let open: Vec<String> = links(desk).await.into_iter().map(|(_, token)| token).collect();
    crate::letters::read(desk, &open[0]).await;
    let all = results(desk, &id, "").await["items"].clone();
    let posted = all.as_array().unwrap().iter().find(|one| one["opened"] == false).unwrap()["id"].as_str().unwrap();
    let letter = desk.get(&format!("/v1/oa/enquiries/{posted}/letters")).staff(OFFICER).send().await.is(200);
    let (letter, day) = (&letter["items"][0]["id"], &letter["items"][0]["issued_on"]);
    let path = format!("/v1/oa/enquiries/{posted}/letters/{}/posts", letter.as_str().unwrap());
    desk.post(&path, json!({ "posted_on": day })).staff(OFFICER).send().await.is(201);
    assert!(told(desk, &id).await["can_withdraw"].as_bool().unwrap());
    assert_eq!(
        act(desk, OFFICER, &id, "withdraw", json!({ "reason": " " })).await.is(422)["errors"][0]["path"],
        "/reason"
    );
    let back = act(desk, OFFICER, &id, "withdraw", json!({ "reason": "Wrong year" })).await.is(201)["letters"].clone();
    assert_eq!((&back["action"], &back["of"]), (&json!("withdraw"), &json!(id)));
    run(desk).await;
    let back = back["id"].as_str().unwrap();
    assert_eq!(counts(desk, back).await, [0, 0, 0, 2, 0, 2]);
    assert_eq!(counts(desk, &id).await, [2, 2, 1, 2, 0, 0]);
    let all = results(desk, back, "").await["items"].clone();
    let mut guards: Vec<_> = all.as_array().unwrap().iter().filter_map(|one| one["guard"].as_str()).collect();
    guards.sort_unstable();
    assert_eq!(guards, ["letter_opened", "letter_posted"], "{all}");
    let mut ended = 0;
    for token in &open {
        let seen = desk.get(&format!("/v1/oa/public/student_data?offerLetterToken={token}")).send().await;
        ended += usize::from(seen.status == 404);
    }
    assert_eq!(ended, 2, "their links end with them");
    let said = "SELECT comment FROM timeline WHERE school_id = $1 AND action = 'letter' AND to_value = 'withdrawn'";
    assert_eq!(texts(desk, said).await, ["Wrong year"; 2]);
    // Who has none of that letter any more gets another one.
    let free = all.as_array().unwrap().iter().find(|one| one["outcome"] == "withdrawn").unwrap()["id"].clone();
    let again = asked(desk, json!({ "code": "confirmation", "ids": [free] })).await;
    run(desk).await;
    assert_eq!(counts(desk, &again).await[0], 1);
    records_are_whole(desk).await;
}

async fn all_are_printed_in_parts_and_posted_on_one_day(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    like(desk, &sara, 99).await;
    let id = asked(desk, json!({ "code": "confirmation", "filter": {} })).await;
    run(desk).await;
    assert!(!told(desk, &id).await["can_post"].as_bool().unwrap(), "none is drawn");
    release(desk).await;
    assert_eq!(told(desk, &id).await["parts"], json!([0, 1]));
    let print = |part: i64| {
        let asked = json!({ "bulk": id, "part": part });
        desk.post("/v1/oa/enquiries/letters/print", asked).staff(OFFICER).send()
    };
    let first = print(0).await;
    first.is(200);
    let drawn = String::from_utf8_lossy(&first.body).into_owned();
    let named = |drawn: &str| (1..=101).filter(|n| drawn.contains(&format!("ONE-2026-LT-{n:05}"))).count();
    assert_eq!(named(&drawn), 100);
    let second = print(1).await;
    second.is(200);
    let drawn = String::from_utf8_lossy(&second.body).into_owned();
    assert_eq!(named(&drawn), 1, "the hundred and first alone");
    assert_eq!(print(2).await.is(422)["errors"][0]["path"], "/part");
    let bulk = json!({ "bulk": id, "ids": [sara], "code": "confirmation" });
    assert_eq!(desk.post("/v1/oa/enquiries/letters/print", bulk).staff(OFFICER).send().await.status, 400);
    let today = desk.school("one").today(desk.clock.now_ms());
    for day in [today.yesterday().unwrap(), today.tomorrow().unwrap()] {
        let body = json!({ "posted_on": day.to_string() });
        assert_eq!(act(desk, OFFICER, &id, "posts", body).await.is(422)["errors"][0]["path"], "/posted_on");
    }
    let body = json!({ "posted_on": today.to_string(), "note": "By courier" });
    let posts = act(desk, OFFICER, &id, "posts", body).await.is(201)["letters"]["id"].as_str().unwrap().to_owned();
    run(desk).await;
    assert_eq!(counts(desk, &posts).await, [0, 0, 0, 0, 101, 0]);
    let path = format!("/v1/oa/enquiries/{omar}/letters");
    let listed = desk.get(&path).staff(OFFICER).send().await.is(200);
    let posted = json!([{ "posted_on": today.to_string(), "note": "By courier" }]);
    assert_eq!(listed["items"][0]["posts"], posted);
}

async fn letters_of_many_are_whose_they_are(desk: &Desk) {
    let [sara, omar] = two(desk).await;
    let id = asked(desk, json!({ "code": "confirmation", "ids": [sara] })).await;
    let other = Role::SchoolAdmin;
    assert_eq!(desk.get(BULK).staff(other).send().await.is(200)["items"], json!([]));
    desk.get(&format!("{BULK}/{id}/results")).staff(other).send().await.refused(404, "A001");
    for (what, body) in [
        ("cancel", json!({})),
        ("withdraw", json!({ "reason": "Mine" })),
        ("posts", json!({ "posted_on": "2026-11-21" })),
    ] {
        act(desk, other, &id, what, body).await.refused(404, "A001");
    }
    let print = desk.post("/v1/oa/enquiries/letters/print", json!({ "bulk": id })).staff(other).send().await;
    print.refused(404, "A001");
    desk.delete(&format!("{BULK}/{id}")).staff(other).send().await.refused(404, "A001");
    // What is cancelled makes no letter, and what is removed leaves those that were made.
    assert_eq!(act(desk, OFFICER, &id, "cancel", json!({})).await.is(200)["letters"]["state"], "cancelled");
    run(desk).await;
    assert_eq!(states(desk).await, [""; 0]);
    let id = asked(desk, json!({ "code": "confirmation", "ids": [omar] })).await;
    run(desk).await;
    desk.delete(&format!("{BULK}/{id}")).staff(OFFICER).send().await.is(200);
    assert_eq!((desk.count("bulk_letters").await, states(desk).await.len()), (0, 1));
    // After a day nobody is told of it any more.
    let id = asked(desk, json!({ "code": "confirmation", "ids": [sara] })).await;
    run(desk).await;
    desk.clock.advance(DAY + 1);
    act(desk, OFFICER, &id, "withdraw", json!({ "reason": "Late" })).await.refused(404, "A001");
}

async fn who_loses_the_right_sends_nothing_more(desk: &Desk) {
    let [sara, _] = two(desk).await;
    let id = asked(desk, json!({ "code": "confirmation", "ids": [sara] })).await;
    let roles = "UPDATE users SET roles = '[\"auditor\"]' WHERE school_id = $1 AND id = 'admissions_officer'";
    execute(&desk.db, "one", roles).await.unwrap();
    run(desk).await;
    assert_eq!(states(desk).await, [""; 0]);
    let ended = format!("SELECT state || ' ' || fault FROM bulk_jobs WHERE school_id = $1 AND id = '{id}'");
    assert_eq!(texts(desk, &ended).await, ["failed A002"]);
}
