//! The letter of an offer on the family's own page: the way to it while it waits, and the signed paper afterwards.

use admissions::family::{DueKind, Family};
use serde_json::json;
use words::Role;

use crate::applications::{go, view, why};
use crate::database::execute;
use crate::desk::{DAY, Desk, on_both};
use crate::letters::{
    applied, family as answers, lettered, links, look, offered, read, release, sign, template, texts,
};
use crate::my_application::family;

on_both!(
    the_own_page_leads_to_the_letter,
    a_letter_is_not_accepted_by_message,
    the_own_page_opens_no_link_of_another,
    the_mail_of_an_offer_says_that_a_letter_waits,
    what_nobody_confirmed_is_told_of_the_fees,
    what_an_account_does_is_told_by_its_name,
);

async fn the_own_page_leads_to_the_letter(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let caller = family(desk, Role::Guardian, "huda@example.org", true).await;
    let sent = desk.submit_as("apply", answers("Sara Al-Said", None), None, "the-key-of-the-first");
    sent.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let page = format!("/v1/oa/public/applications/{id}");
    let own = async || desk.get(&page).staff(Role::Guardian).send().await.is(200)["application"]["letter"].clone();
    let open = async || desk.post(&format!("{page}/letter/open"), json!({})).staff(Role::Guardian).send().await;
    let paper = async || desk.get(&format!("{page}/letter/file")).staff(Role::Guardian).send().await;
    let room = Family::new(desk.forms.clone(), desk.identity.clone());
    let due = async || {
        let home = room.home(&caller, &desk.school("one")).await.unwrap();
        home.due
            .iter()
            .map(|one| one.kind)
            .filter(|kind| matches!(kind, DueKind::Offer | DueKind::Letter))
            .collect::<Vec<_>>()
    };
    assert!(own().await.is_null());
    open().await.refused(404, "L010");
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!((own().await["state"].clone(), due().await), (json!("coming"), vec![DueKind::Letter]));
    open().await.refused(404, "L010");
    assert_eq!(release(desk).await, 1);
    let waits = own().await;
    assert_eq!((&waits["state"], &waits["reference"]), (&json!("waits"), &json!("ONE-2026-OL-00001")));
    assert_eq!(due().await, [DueKind::Letter]);
    paper().await.refused(404, "L010");
    let way = async || {
        let path = open().await.is(200)["path"].as_str().unwrap().to_owned();
        path.strip_prefix("/offer-letter/").expect("the page of an offer").to_owned()
    };
    let (first, second) = (way().await, way().await);
    look(desk, &first).await.refused(404, "L010");
    look(desk, &second).await.is(200);
    let (_, mailed) = links(desk).await.pop().expect("the link in the mail");
    look(desk, &mailed).await.is(200);
    // It is good for an hour, and asks what every link asks.
    desk.clock.advance(DAY / 24);
    look(desk, &second).await.refused(404, "L010");
    let third = way().await;
    assert_eq!(sign(desk, &third, "Huda Al-Said").await.is(200)["status"], "accepted");
    assert_eq!((own().await["state"].clone(), due().await), (json!("signed"), vec![]));
    open().await.refused(404, "L010");
    desk.clock.advance(60 * DAY);
    let kept = paper().await;
    kept.is(200);
    assert!(String::from_utf8_lossy(&kept.body).contains("\"typed\":\"Huda Al-Said\""), "after its last day too");
}

async fn a_letter_is_not_accepted_by_message(desk: &Desk) {
    lettered(desk, template("Welcome."));
    family(desk, Role::Guardian, "huda@example.org", true).await;
    let sent = desk.submit_as("apply", answers("Sara Al-Said", None), None, "the-key-of-the-first");
    sent.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    let page = format!("/v1/oa/public/applications/{id}");
    let write = async |accepts: bool| {
        let asked = json!({ "text": "We accept.", "accepts_offer": accepts, "locale": "en" });
        desk.post(&format!("{page}/messages"), asked).staff(Role::Guardian).send().await
    };
    // Before it is drawn as well: a minute later it is there.
    for _ in 0..2 {
        let got = write(true).await.refused(422, "F003");
        assert_eq!(
            (&got["errors"][0]["path"], &got["errors"][0]["code"]),
            (&json!("/accepts_offer"), &json!("letter"))
        );
        release(desk).await;
    }
    assert_eq!(desk.count("submission_messages").await, 0, "nothing was written");
    write(false).await.is(200);
    // Where the offer went on without it, it is accepted as before.
    go(desk, Role::Principal, &id, "S/assessed", why()).await.is(200);
    let seen = desk.get(&page).staff(Role::Guardian).send().await.is(200);
    assert!(seen["application"]["letter"].is_null());
}

async fn the_own_page_opens_no_link_of_another(desk: &Desk) {
    lettered(desk, template("Welcome."));
    family(desk, Role::Guardian, "huda@example.org", true).await;
    let both = answers("Sara Al-Said", Some("Salim Al-Said"));
    let sent = desk.submit_as("apply", both, None, "the-key-of-the-first");
    sent.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    assert_eq!(release(desk).await, 1);
    let page = format!("/v1/oa/public/applications/{id}");
    let open = async || desk.post(&format!("{page}/letter/open"), json!({})).staff(Role::Guardian).send().await;
    let token = async || open().await.is(200)["path"].as_str().unwrap().replace("/offer-letter/", "");
    sign(desk, &token().await, "Huda Al-Said").await.is(200);
    let seen = desk.get(&page).staff(Role::Guardian).send().await.is(200);
    assert_eq!(seen["application"]["letter"]["state"], "others", "the second has an address of their own");
    // What opens is the first one's again, to read.
    let again = read(desk, &token().await).await;
    let mine = again["signers"].as_array().unwrap().iter().find(|one| one["is_you"] == true).unwrap().clone();
    assert_eq!((&mine["role"], &mine["state"]), (&json!("guardian1"), &json!("signed")));
    // Another family's page knows nothing of it.
    let (other, _) = offered(desk, answers("Omar Al-Said", None)).await;
    desk.get(&format!("/v1/oa/public/applications/{other}/letter/file"))
        .staff(Role::Guardian)
        .send()
        .await
        .refused(404, "L010");
}

async fn the_mail_of_an_offer_says_that_a_letter_waits(desk: &Desk) {
    lettered(desk, template("Welcome."));
    let id = applied(desk, answers("Sara Al-Said", None)).await;
    desk.messages().await;
    go(desk, Role::Principal, &id, "F/unconditional", json!({ "notify": true })).await.is(200);
    release(desk).await;
    let mail = desk.messages().await.into_iter().find(|one| one.template == "status_changed").expect("a mail");
    let school = desk.school("one");
    let written = tenants::message::render(&school, "https://one.example.org", &mail).unwrap();
    assert!(written.subject.contains("a letter to sign"), "{}", written.subject);
    for words in [
        "The letter “Offer of a place” waits to be read and signed by Huda Al-Said, until the end of",
        "To read and sign the letter",
        ">Read the letter</a>",
    ] {
        assert!(written.html.contains(words), "{words}: {}", written.html);
    }
    assert!(!written.html.contains("To see where the application stands"), "the link leads to the letter");
    let mut arabic = mail.clone();
    arabic.locale = "ar".to_owned();
    arabic.params.insert("form".to_owned(), "طلب التحاق".into());
    let written = tenants::message::render(&school, "https://one.example.org", &arabic).unwrap();
    assert!(written.subject.contains("خطاب بانتظار توقيعكم"), "{}", written.subject);
    assert!(
        written.html.contains("لقراءة الخطاب وتوقيعه") && !written.html.contains("، طلب التحاق"),
        "{}",
        written.html
    );
    // The mail that is shown before the offer is made says the same.
    let other = applied(desk, answers("Omar Al-Said", None)).await;
    let asked = json!({ "to": "F/unconditional" });
    let path = format!("/v1/oa/enquiries/{other}/application/mail");
    let seen = desk.post(&path, asked).staff(Role::Principal).send().await.is(200);
    assert!(seen["subject"].as_str().unwrap().contains("a letter to sign"), "{}", seen["subject"]);
}

async fn what_nobody_confirmed_is_told_of_the_fees(desk: &Desk) {
    let mut written = template("Welcome.");
    for language in ["en", "ar"] {
        let unconfirmed = json!({ "field": "fees_are_confirmed", "is": ["no"] });
        let note = json!({ "kind": "note", "text": "Subject to confirmation.", "when": unconfirmed });
        written["body"][language].as_array_mut().unwrap().insert(1, note);
    }
    lettered(desk, written);
    let asks = async |id: &str| {
        let seen = view(desk, Role::Principal, id).await;
        let way =
            seen["allowed"].as_array().unwrap().iter().find(|one| one["to"] == "F/unconditional").unwrap().clone();
        way["asks"].as_array().unwrap().contains(&json!("discounts"))
    };
    let says = async |id: &str| {
        desk.messages().await;
        go(desk, Role::Principal, id, "F/unconditional", json!({ "notify": true })).await.is(200);
        release(desk).await;
        let (_, token) = links(desk).await.pop().unwrap();
        read(desk, &token).await.to_string().contains("Subject to confirmation.")
    };
    let plain = applied(desk, answers("Sara Al-Said", None)).await;
    assert_eq!((asks(&plain).await, says(&plain).await), (false, false));
    let staff = applied(desk, answers("Omar Al-Said", None)).await;
    let tagged =
        format!("UPDATE submissions SET tags = '[\"tag.staff_child\"]' WHERE school_id = $1 AND id = '{staff}'");
    execute(&desk.db, "one", &tagged).await.unwrap();
    assert_eq!((asks(&staff).await, says(&staff).await), (true, true), "its family alone has said it");
    let sibling = applied(desk, answers("Mona Al-Said", None)).await;
    let task = format!(
        "INSERT INTO tasks (school_id, id, submission_id, code, text, audience, version, created_at)
         VALUES ($1, 't1', '{sibling}', 'task.confirm_sibling', '', '', 1, 0)"
    );
    execute(&desk.db, "one", &task).await.unwrap();
    assert!(asks(&sibling).await, "somebody has yet to look into the records");
    execute(&desk.db, "one", "UPDATE tasks SET done_at = 1 WHERE school_id = $1 AND id = 't1'").await.unwrap();
    assert_eq!((asks(&sibling).await, says(&sibling).await), (false, false));
}

async fn what_an_account_does_is_told_by_its_name(desk: &Desk) {
    lettered(desk, template("Welcome."));
    family(desk, Role::Guardian, "huda@example.org", true).await;
    let sent = desk.submit_as("apply", answers("Sara Al-Said", None), None, "the-key-of-the-first");
    sent.staff(Role::Guardian).send().await.is(201);
    let id = desk.list("q=sara").await["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/oa/public/applications/{id}/withdraw");
    desk.post(&path, json!({ "locale": "en", "reason_code": "fees" })).staff(Role::Guardian).send().await.is(200);
    let told = "SELECT actor_name FROM timeline WHERE school_id = $1 AND action = 'status' ORDER BY seq";
    assert_eq!(
        texts(desk, told).await.pop().as_deref(),
        Some("Name of guardian"),
        "not by who is written in the answers"
    );
}
