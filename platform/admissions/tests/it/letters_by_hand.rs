//! Letters that staff send by hand: a plain one that a family opens by its link, a link once more, an end before its time, the post, the record.

use serde_json::{Value, json};
use words::{Role, SchoolId};

use crate::applications::OFFICER;
use crate::database::number;
use crate::desk::{DAY, Desk, Got, on_both};
use crate::forms;
use crate::letters::{applied, family, lettered, links, offered, records_are_whole, release, states, template, texts};

on_both!(
    a_plain_letter_is_sent_opened_and_never_signed,
    a_preview_leaves_nothing_behind,
    a_link_sent_again_takes_the_place_of_the_former,
    a_letter_is_withdrawn_and_an_offer_is_not,
    what_is_posted_is_written_down,
    a_wrong_day_of_posting_is_put_right,
    the_record_proves_itself_outside,
    a_letter_stays_when_its_application_leaves_an_offer,
    many_are_printed_as_one_and_posted_on_one_day,
);

/// The school has a plain letter besides.
pub fn plain(desk: &Desk, words: &str) {
    lettered(desk, template("Welcome."));
    worded(desk, words);
}

/// The plain letter says this.
pub fn worded(desk: &Desk, words: &str) {
    let body = |text: &str| json!([{ "kind": "paragraph", "text": text }]);
    let letter = json!({
        "kind": "plain",
        "title": { "en": "Confirmation", "ar": "إفادة" },
        "subject": { "en": "About {{child_first_name}}", "ar": "بخصوص {{child_first_name}}" },
        "facts": ["reference", "child_name"],
        "body": { "en": body(words), "ar": body("إفادة عن {{child_name}}.") },
        "signers": [{ "role": "school", "order": 1 }],
        "languages": "both",
    });
    forms::write(&desk.bundle("one").join("letters/confirmation.json"), &letter);
    desk.registry.reload(&SchoolId::parse("one").unwrap()).unwrap();
}

fn at(id: &str, rest: &str) -> String {
    format!("/v1/oa/enquiries/{id}/letters{rest}")
}

async fn send(desk: &Desk, role: Role, id: &str, body: Value) -> Got {
    desk.post(&at(id, ""), body).staff(role).send().await
}

async fn act(desk: &Desk, id: &str, letter: &str, what: &str, body: Value) -> Got {
    desk.post(&at(id, &format!("/{letter}/{what}")), body).staff(OFFICER).send().await
}

async fn listed(desk: &Desk, id: &str) -> Value {
    desk.get(&at(id, "")).staff(OFFICER).send().await.is(200)["items"].clone()
}

/// A plain letter that went out; the application, the letter, and the token of its reader.
async fn sent(desk: &Desk) -> (String, String, String) {
    plain(desk, "We confirm that {{child_name}} has applied.");
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    let made = send(desk, OFFICER, &id, json!({ "code": "confirmation" })).await.is(201);
    assert_eq!(release(desk).await, 1);
    let (_, token) = links(desk).await.pop().expect("a link");
    (id, made["letter"]["id"].as_str().unwrap().to_owned(), token)
}

async fn look(desk: &Desk, token: &str) -> Got {
    desk.get(&format!("/v1/oa/public/student_data?offerLetterToken={token}")).send().await
}

async fn histories(desk: &Desk) -> Vec<String> {
    texts(desk, "SELECT to_value FROM timeline WHERE school_id = $1 AND action = 'letter' ORDER BY seq").await
}

async fn a_plain_letter_is_sent_opened_and_never_signed(desk: &Desk) {
    plain(desk, "We confirm that {{child_name}} has applied.");
    let id = applied(desk, family("Sara Al-Said", Some("Salim Al-Said"))).await;
    desk.messages().await;
    let offered = desk.get("/v1/oa/enquiries/letter-templates").staff(OFFICER).send().await.is(200);
    assert_eq!(offered["items"].as_array().unwrap().len(), 1, "an offer goes out by its move alone: {offered}");
    assert_eq!(offered["items"][0]["code"], "confirmation");
    for role in [Role::Finance, Role::Reviewer, Role::Auditor] {
        assert_eq!(send(desk, role, &id, json!({ "code": "confirmation" })).await.status, 403);
    }
    for (body, at) in [
        (json!({ "code": "offer" }), "/code"),
        (json!({ "code": "unknown" }), "/code"),
        (json!({ "code": "confirmation", "days": 366 }), "/days"),
    ] {
        assert_eq!(send(desk, OFFICER, &id, body).await.is(422)["errors"][0]["path"], at);
    }
    assert_eq!(states(desk).await, [""; 0], "nothing was made");
    let made = send(desk, OFFICER, &id, json!({ "code": "confirmation", "language": "ar" })).await.is(201);
    assert_eq!((&made["letter"]["state"], &made["letter"]["kind"]), (&json!("draft"), &json!("plain")));
    assert_eq!(made["letter"]["reference"], "ONE-2026-LT-00001");
    assert_eq!((release(desk).await, release(desk).await), (1, 0), "once");
    let mail = desk.messages().await;
    let told: Vec<_> = mail.iter().map(|one| (one.template.as_str(), one.to.as_str())).collect();
    assert_eq!(told, [("letter_sent", "huda@example.org")], "one reads it for both");
    let token = mail[0].params["path"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let seen = crate::letters::read(desk, &token).await;
    assert_eq!((&seen["kind"], &seen["reference"]), (&json!("plain"), &json!("ONE-2026-LT-00001")));
    let one = listed(desk, &id).await[0].clone();
    let readers: Vec<_> = one["signers"].as_array().unwrap().iter().map(|row| row["role"].clone()).collect();
    assert_eq!(json!(readers), json!(["school", "reader"]));
    assert!(one["signers"][1]["opened_at"].is_string(), "the first look is told: {one}");
    // The paper bears the seal alone: nothing says that anybody has to sign.
    let letter = one["id"].as_str().unwrap();
    let paper = desk.get(&at(&id, &format!("/{letter}/file"))).staff(OFFICER).send().await;
    let drawn = String::from_utf8_lossy(&paper.body).into_owned();
    assert!(!drawn.contains("Not signed yet") && !drawn.contains("reader") && drawn.contains("/v/"), "{drawn}");
    assert!(drawn.contains("\"lang\":\"ar\""), "in the language that was asked for");
    // Whoever answers it all the same accepts nothing.
    let grant = crate::letters::grant(desk, &token).await;
    let signature = json!({
        "typed_name": "Huda Al-Said", "agreed_text_hash": "a".repeat(64), "document_hash": "a".repeat(64),
    });
    let form = json!({ "grant": grant, "locale": "en", "signatures": [signature] });
    let answer = json!({ "values": { "decision": "accept" }, "formData": form });
    let path = format!("/v1/oa/public/offer_letter?offerLetterToken={token}");
    assert_eq!(desk.post(&path, answer).send().await.is(404)["messageId"], "L010");
    assert_eq!(states(desk).await, ["released"]);
    let code = drawn.split("/v/").nth(1).unwrap()[..14].to_owned();
    let known = desk.get(&format!("/v1/oa/public/letters/{code}")).send().await.is(200);
    assert_eq!((&known["state"], &known["signatures"]["of"]), (&json!("issued"), &json!(0)));
    assert_eq!(histories(desk).await, ["issued"]);
    records_are_whole(desk).await;
}

async fn a_preview_leaves_nothing_behind(desk: &Desk) {
    plain(desk, "We confirm that {{child_name}} has applied.");
    let id = applied(desk, family("Sara Al-Said", None)).await;
    desk.messages().await;
    let asked = json!({ "code": "confirmation" });
    let seen = desk.post(&at(&id, "/preview"), asked.clone()).staff(OFFICER).send().await;
    seen.is(200);
    let drawn = String::from_utf8_lossy(&seen.body).into_owned();
    assert!(drawn.contains("Preview, not sent") && drawn.contains("Sara Al-Said"), "{drawn}");
    assert!(!drawn.contains("/v/") && !drawn.contains("sealed"), "nobody takes it for a letter: {drawn}");
    let kept = (desk.count("family_letters").await, desk.messages().await.len(), release(desk).await);
    assert_eq!(kept, (0, 0, 0));
    // It takes no number either.
    let made = send(desk, OFFICER, &id, asked).await.is(201);
    assert_eq!(made["letter"]["reference"], "ONE-2026-LT-00001");
    let hidden = desk.post(&at("nobody", "/preview"), json!({ "code": "confirmation" })).staff(OFFICER).send().await;
    assert_eq!(hidden.is(404)["messageId"], "A001");
}

async fn a_link_sent_again_takes_the_place_of_the_former(desk: &Desk) {
    let (id, letter, first) = sent(desk).await;
    look(desk, &first).await.is(200);
    let place = listed(desk, &id).await[0]["signers"][1]["place"].clone();
    let again = |place: Value| act(desk, &id, &letter, "send_again", json!({ "place": place }));
    again(place.clone()).await.is(200);
    let (_, second) = links(desk).await.pop().expect("a new link");
    assert_eq!(look(desk, &first).await.is(404)["messageId"], "L010", "the former is none any more");
    look(desk, &second).await.is(200);
    assert_eq!(again(json!(9)).await.is(422)["errors"][0]["path"], "/place");
    assert_eq!(again(json!(0)).await.is(422)["guard"], "not_invited", "the school has no link");
    for _ in 1..5 {
        again(place.clone()).await;
    }
    assert_eq!(again(place.clone()).await.status, 429, "so many a day");
    let opened = "SELECT COUNT(*) FROM letter_entries WHERE school_id = $1 AND body LIKE '%\"kind\":\"opened\"%'";
    assert_eq!(number(&desk.db, "one", opened).await, 1, "opened once, by whichever link");
    records_are_whole(desk).await;
    desk.clock.advance(91 * DAY);
    assert_eq!(again(place).await.is(422)["guard"], "letter_over");
}

async fn a_letter_is_withdrawn_and_an_offer_is_not(desk: &Desk) {
    let (id, letter, token) = sent(desk).await;
    let end = |reason: &str| act(desk, &id, &letter, "withdraw", json!({ "reason": reason }));
    assert_eq!(end("  ").await.is(422)["errors"][0]["path"], "/reason");
    let done = end("The wrong year").await.is(200);
    assert_eq!(done["letter"]["state"], "withdrawn");
    assert_eq!(look(desk, &token).await.is(404)["messageId"], "L010");
    assert_eq!(end("Once more").await.is(422)["guard"], "letter_over");
    assert_eq!(histories(desk).await, ["issued", "withdrawn"]);
    // One that is not drawn yet goes out no more.
    let made = send(desk, OFFICER, &id, json!({ "code": "confirmation" })).await.is(201);
    let early = made["letter"]["id"].as_str().unwrap();
    act(desk, &id, early, "withdraw", json!({ "reason": "Too early" })).await.is(200);
    assert_eq!((release(desk).await, links(desk).await.len()), (0, 0));
    let (offer, token) = offered(desk, family("Omar Al-Said", None)).await;
    let letter = listed(desk, &offer).await[0]["id"].as_str().unwrap().to_owned();
    let refused = act(desk, &offer, &letter, "withdraw", json!({ "reason": "No place" })).await;
    assert_eq!(refused.is(422)["guard"], "ends_by_move");
    look(desk, &token).await.is(200);
    // Of another application it is none.
    assert_eq!(act(desk, &id, &letter, "withdraw", json!({ "reason": "x" })).await.status, 404);
    records_are_whole(desk).await;
}

async fn what_is_posted_is_written_down(desk: &Desk) {
    let (id, letter, _) = sent(desk).await;
    let post = |day: &str| act(desk, &id, &letter, "posts", json!({ "posted_on": day, "note": "By courier, 4711" }));
    for day in ["2026-11-20", "2027-01-01", "yesterday"] {
        assert_eq!(post(day).await.is(422)["errors"][0]["path"], "/posted_on", "{day}");
    }
    let issued = listed(desk, &id).await[0]["issued_on"].as_str().unwrap().to_owned();
    let done = post(&issued).await.is(201);
    assert_eq!(done["letter"]["posts"], json!([{ "posted_on": issued, "note": "By courier, 4711" }]));
    assert_eq!(histories(desk).await, ["issued", "posted"]);
    let second = send(desk, OFFICER, &id, json!({ "code": "confirmation" })).await.is(422);
    assert_eq!(
        (&second["errors"][0]["path"], &second["errors"][0]["code"]),
        (&json!("/code"), &json!("waiting")),
        "the first is open"
    );
    act(desk, &id, &letter, "withdraw", json!({ "reason": "The wrong year" })).await.is(200);
    let made = send(desk, OFFICER, &id, json!({ "code": "confirmation" })).await.is(201);
    let early = made["letter"]["id"].as_str().unwrap();
    let refused = act(desk, &id, early, "posts", json!({ "posted_on": issued })).await;
    assert_eq!(refused.is(422)["guard"], "not_drawn");
}

async fn a_wrong_day_of_posting_is_put_right(desk: &Desk) {
    let (id, letter, _) = sent(desk).await;
    let path = at(&id, &format!("/{letter}/posts"));
    let correct =
        |role, day: &str, note: &str| desk.patch(&path, json!({ "posted_on": day, "note": note })).staff(role).send();
    let issued = listed(desk, &id).await[0]["issued_on"].as_str().unwrap().to_owned();
    assert_eq!(correct(OFFICER, &issued, "").await.is(422)["guard"], "not_posted");
    desk.clock.advance(3 * DAY);
    let later: jiff::civil::Date = issued.parse().unwrap();
    let [first, second] = [1, 2].map(|n| later.saturating_add(jiff::Span::new().days(n)).to_string());
    for (day, note) in [(&second, "By courier"), (&issued, "")] {
        act(desk, &id, &letter, "posts", json!({ "posted_on": day, "note": note })).await.is(201);
        desk.clock.advance(1_000);
    }
    assert_eq!(correct(OFFICER, "2027-01-01", "").await.is(422)["errors"][0]["path"], "/posted_on");
    correct(Role::Reviewer, &first, "").await.is(403);
    // What was written down last, though its day is the earlier one.
    for _ in 0..2 {
        let done = correct(OFFICER, &first, "By hand").await.is(200);
        let posts = json!([{ "posted_on": second, "note": "By courier" }, { "posted_on": first, "note": "By hand" }]);
        assert_eq!(done["letter"]["posts"], posts);
    }
    assert_eq!(histories(desk).await, ["issued", "posted", "posted", "post_corrected"], "once");
    let kept = "SELECT comment FROM timeline WHERE school_id = $1 AND to_value = 'post_corrected'";
    assert_eq!(texts(desk, kept).await, [issued]);
    // Of the note alone no day is told.
    correct(OFFICER, &first, "By courier").await.is(200);
    assert_eq!(histories(desk).await.last().unwrap(), "post_note_corrected");
    let kept = "SELECT comment FROM timeline WHERE school_id = $1 AND to_value = 'post_note_corrected'";
    assert_eq!(texts(desk, kept).await, ["By hand"]);
}

async fn the_record_proves_itself_outside(desk: &Desk) {
    let (id, letter, token) = sent(desk).await;
    look(desk, &token).await.is(200);
    let got = desk.get(&at(&id, &format!("/{letter}/evidence"))).staff(OFFICER).send().await;
    assert_eq!(got.headers["content-disposition"], "attachment; filename=\"ONE-2026-LT-00001.json\"");
    let record: Value = serde_json::from_slice(&got.body).unwrap();
    let entries: Vec<&str> = record["entries"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(entries.len(), 2);
    blocks::evidence::verify(&entries, record["head"].as_str().unwrap()).expect("a whole record");
    assert_eq!(record["head"], listed(desk, &id).await[0]["record"]);
}

async fn a_letter_stays_when_its_application_leaves_an_offer(desk: &Desk) {
    let (id, _, token) = sent(desk).await;
    crate::applications::go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    crate::applications::go(desk, Role::Principal, &id, "S/assessed", crate::applications::why()).await.is(200);
    look(desk, &token).await.is(200);
    let mut all = states(desk).await;
    all.sort_unstable();
    assert_eq!(all, ["released", "withdrawn"]);
}

async fn many_are_printed_as_one_and_posted_on_one_day(desk: &Desk) {
    let (first, _, _) = sent(desk).await;
    let second = applied(desk, family("Omar Al-Said", None)).await;
    let without = applied(desk, family("Mona Al-Said", None)).await;
    send(desk, OFFICER, &second, json!({ "code": "confirmation" })).await.is(201);
    release(desk).await;
    let print = |ids: Value| {
        let asked = json!({ "ids": ids, "code": "confirmation" });
        desk.post("/v1/oa/enquiries/letters/print", asked).staff(OFFICER).send()
    };
    let paper = print(json!([first, "nobody", without, second])).await;
    paper.is(200);
    let drawn = String::from_utf8_lossy(&paper.body).into_owned();
    assert!(drawn.contains("Sara Al-Said") && drawn.contains("Omar Al-Said") && !drawn.contains("Mona"), "{drawn}");
    let once = print(json!([first, first])).await;
    assert_eq!(
        String::from_utf8_lossy(&once.body).matches("Sara Al-Said").count(),
        drawn.matches("Sara Al-Said").count()
    );
    assert_eq!(print(json!([without])).await.is(422)["errors"][0]["code"], "none");
    assert_eq!(print(json!([])).await.is(422)["errors"][0]["path"], "/ids");
    let day = listed(desk, &first).await[0]["issued_on"].clone();
    let post = |id: &str| {
        let asked = json!({ "code": "confirmation", "posted_on": day });
        desk.post(&at(id, "/posts"), asked).staff(OFFICER).send()
    };
    post(&second).await.is(201);
    assert_eq!(post(&without).await.is(404)["messageId"], "A001");
    assert_eq!(listed(desk, &second).await[0]["posts"], json!([{ "posted_on": day, "note": "" }]));
    assert_eq!(listed(desk, &first).await[0]["posts"], json!([]));
}
