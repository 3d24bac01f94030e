//! The confirmation's job and its text; that it is mailed once is the worker's test.

use serde_json::json;
use words::Clock as _;
use words::verdict::{Decision, Wanted};

use crate::database::{execute, number, scope};
use crate::desk::{Desk, on_both};
use crate::rules::Script;

on_both!(
    one_job_per_submission_with_an_address,
    the_mail_says_what_was_sent_in_the_familys_language,
    a_stranger_gets_so_many_and_staff_see_why,
    one_account_and_one_network_address_ask_for_so_many,
    no_word_of_a_stranger_greets,
    the_mail_says_whom_to_call,
    the_mail_speaks_of_what_the_form_is_for,
    what_no_file_answers_is_no_document,
);

const HOUR: i64 = 60 * 60 * 1000;

async fn confirmations(desk: &Desk) -> i64 {
    number(&desk.db, "one", "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'").await
}

async fn one_job_per_submission_with_an_address(desk: &Desk) {
    let values = json!({ "child_name": "Sara", "guardian_email": "sara@example.org" });
    desk.submit_as("trial", values.clone(), None, "0123456789abcdef").send().await.is(201);
    desk.submit_as("trial", values, None, "0123456789abcdef").send().await.is(201);
    desk.submit("trial", json!({ "child_name": "No address" }), None).await.is(201);
    assert_eq!(
        number(&desk.db, "one", "SELECT COUNT(*) FROM outbox WHERE school_id = $1 AND kind = 'confirmation'").await,
        1
    );
    assert_eq!(
        number(&desk.db, "one", "SELECT COUNT(*) FROM audit_log WHERE school_id = $1 AND action = 'enquiry.submit'")
            .await,
        2
    );
}

async fn the_mail_says_what_was_sent_in_the_familys_language(desk: &Desk) {
    let values = json!({ "child_name": "<b>سارة</b>", "guardian_email": "sara@example.org" });
    let body = json!({ "values": values, "locale": "ar" });
    let path = "/v1/oa/public/forms/trial/submissions";
    let reference = desk.post(path, body).header("idempotency-key", "0123456789abcdef").send().await.reference();
    let id = desk.list("").await["items"][0]["id"].clone();
    let mail = desk
        .forms
        .confirmation(&scope("one"), &desk.school("one"), &id.as_str().unwrap().into())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (mail.to.as_str(), mail.from_name.as_str(), mail.from.as_deref()),
        ("sara@example.org", "Office", Some("office@one.example"))
    );
    assert!(mail.subject.contains(&reference) && mail.text.contains(&reference), "{mail:?}");
    assert!(mail.text.contains("21 نوفمبر 2026"), "{}", mail.text);
    assert!(mail.html.contains("dir=\"rtl\"") && !mail.html.contains("سارة"), "no name at all: {}", mail.html);
    assert!(mail.text.contains("Text of paper"), "the checklist: {}", mail.text);
    let gone = desk.forms.confirmation(&scope("one"), &desk.school("one"), &"none".into()).await.unwrap();
    assert!(gone.is_none());
}

async fn a_stranger_gets_so_many_and_staff_see_why(desk: &Desk) {
    let to = |email: &str| json!({ "child_name": "Sara", "guardian_email": email });
    for n in 0..40 {
        // However the address is written, it is one mailbox.
        let email = ["victim@example.org", "Victim@Example.org", "victim+7@example.org"][n % 3];
        desk.submit("trial", to(email), None).await.is(201);
    }
    assert_eq!(
        (confirmations(desk).await, desk.count("submissions").await),
        (3, 40),
        "all are taken in, and three told"
    );
    // Whom one mailbox's bound holds back uses nothing of the school's up; places that were drawn ahead come back beside the answer.
    let used = "SELECT used FROM allowances WHERE school_id = $1 AND name = 'confirmations.school.hour'";
    let mut tries = 0;
    while number(&desk.db, "one", used).await != 3 {
        tries += 1;
        assert!(tries < 500, "the school's count is {}", number(&desk.db, "one", used).await);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    desk.clock.advance(1000);
    desk.submit("trial", to("victim@example.org"), None).await.is(201);
    let held = desk.list("").await["items"][0]["id"].as_str().unwrap().to_owned();
    let opened = desk.get(&format!("/v1/oa/enquiries/{held}")).staff(words::Role::SchoolAdmin).send().await.is(200);
    let kinds: Vec<_> =
        opened["enquiry"]["timeline"].as_array().unwrap().iter().map(|e| e["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"no_confirmation") && kinds.contains(&"submitted"), "{kinds:?}");
    desk.submit("trial", to("other@example.org"), None).await.is(201);
    assert_eq!(confirmations(desk).await, 4, "others are not held up");
    for _ in 0..5 {
        desk.clock.advance(HOUR);
        for _ in 0..3 {
            desk.submit("trial", to("victim@example.org"), None).await.is(201);
        }
    }
    assert_eq!(confirmations(desk).await, 4 + 7, "ten in a day");
    // A family that sends twice under one key is told once and counted once.
    desk.clock.advance(24 * HOUR);
    for _ in 0..5 {
        desk.submit_as("trial", to("victim@example.org"), None, "0123456789abcdef").send().await.is(201);
    }
    desk.submit("trial", to("victim@example.org"), None).await.is(201);
    assert_eq!(confirmations(desk).await, 11 + 2);
}

async fn one_account_and_one_network_address_ask_for_so_many(desk: &Desk) {
    let (mut n, before) = (0, desk.clock.clone());
    let mut ask = || {
        n += 1;
        let values = json!({ "child_name": "Sara", "guardian_email": format!("p{n}@example.org") });
        desk.submit_as("trial", values, None, &format!("0123456789abc{n:04}"))
    };
    for _ in 0..25 {
        ask().staff(words::Role::Guardian).send().await.is(201);
    }
    assert_eq!(confirmations(desk).await, 20);
    // A household of the newer network has many addresses.
    for at in 0..70 {
        ask().from(&format!("2001:db8:1:2::{at:x}")).send().await.is(201);
    }
    assert_eq!(confirmations(desk).await, 20 + 60);
    ask().from("2001:db8:1:3::1").send().await.is(201);
    ask().from("127.0.0.1").send().await.is(201);
    assert_eq!(confirmations(desk).await, 80 + 2);
    // Behind one address of the older network there may be a town.
    for _ in 0..70 {
        ask().from("203.0.113.7").send().await.is(201);
    }
    assert_eq!(confirmations(desk).await, 82 + 70);
    let full = "UPDATE allowances SET used = 500 WHERE school_id = $1 AND name = 'confirmations.site.hour'";
    execute(&desk.db, "one", full).await.unwrap();
    ask().from("203.0.113.7").send().await.is(201);
    ask().from("2001:db8:1:4::1").send().await.is(201);
    assert_eq!(confirmations(desk).await, 152, "an address, and a customer of a provider");
    before.advance(HOUR);
    ask().from("2001:db8:1:2::1").send().await.is(201);
    assert_eq!(confirmations(desk).await, 153);
    let full = "UPDATE allowances SET used = 6000 WHERE school_id = $1 AND name = 'confirmations.school.hour'";
    execute(&desk.db, "one", full).await.unwrap();
    ask().from("198.51.100.7").send().await.is(201);
    assert_eq!(confirmations(desk).await, 153, "the school's");
}

async fn no_word_of_a_stranger_greets(desk: &Desk) {
    for (n, (name, greets)) in [
        ("Your fee is due today: pay at https://evil.example/pay", false),
        ("Claim gift at evil-prize.com", false),
        ("Claim 500 OMR", false),
        ("Claim what waits call 99887766", false),
        ("Claim your prize before the evening", false),
        ("Sara Al Balushi", true),
    ]
    .into_iter()
    .enumerate()
    {
        let values = json!({ "child_name": name, "guardian_email": format!("v{n}@example.org") });
        desk.submit("trial", values, None).await.is(201);
        let id = desk.list("").await["items"][0]["id"].clone();
        let mail = desk.forms.confirmation(&scope("one"), &desk.school("one"), &id.as_str().unwrap().into()).await;
        let mail = mail.unwrap().unwrap();
        assert_eq!(mail.text.starts_with(&format!("Dear {name},")), greets, "{}", mail.text);
        assert_eq!(mail.text.contains(&format!(" for {name} on ")), greets, "nor is it said for whom: {}", mail.text);
        for part in [&mail.subject, &mail.text, &mail.html] {
            assert!(greets || !(part.contains("evil") || part.contains("Claim")), "{part}");
        }
        desk.clock.advance(1000);
    }
}

async fn the_mail_says_whom_to_call(desk: &Desk) {
    let values = json!({ "child_name": "Sara", "guardian_email": "sara@example.org" });
    let mail = async |language: &str| {
        let body = json!({ "values": values, "locale": language });
        desk.clock.advance(1000);
        let key = format!("0123456789abc{}", desk.clock.now_ms());
        let path = "/v1/oa/public/forms/trial/submissions";
        desk.post(path, body).header("idempotency-key", &key).send().await.is(201);
        let id = desk.list("").await["items"][0]["id"].clone();
        let id = id.as_str().unwrap().into();
        desk.forms.confirmation(&scope("one"), &desk.school("one"), &id).await.unwrap().unwrap()
    };
    let silent = mail("en").await;
    assert!(!silent.text.contains("Phone:") && !silent.html.contains("tel:"), "{silent:?}");

    let yaml = desk.bundle("one").join("school.yaml");
    let contact = r#"contact: { phone: "+96824500100", email: call@one.example, hours: { en: "Sunday to Thursday", ar: "من الأحد إلى الخميس" } }"#;
    let text = std::fs::read_to_string(&yaml).unwrap();
    std::fs::write(&yaml, format!("{contact}\n{text}")).unwrap();
    desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
    let english = mail("en").await;
    for line in ["Phone: +96824500100", "E-mail: call@one.example", "Office hours: Sunday to Thursday"] {
        assert!(english.text.lines().any(|each| each == line), "{line}: {}", english.text);
    }
    for link in ["href=\"tel:+96824500100\"", "href=\"mailto:call@one.example\""] {
        assert!(english.html.contains(link), "{link}: {}", english.html);
    }
    let arabic = mail("ar").await;
    assert!(arabic.text.contains("الهاتف: \u{2066}+96824500100\u{2069}"), "{}", arabic.text);
    assert!(arabic.text.contains("من الأحد إلى الخميس") && arabic.html.contains("من الأحد إلى الخميس"));
}

/// The confirmation of one that is sent now.
async fn mail(desk: &Desk, form: &str, language: &str) -> kernel::mail::Mail {
    let values = json!({ "child_name": "Sara", "guardian_email": "sara@example.org" });
    let body = json!({ "values": values, "locale": language });
    desk.clock.advance(1000);
    let key = format!("0123456789abc{}", desk.clock.now_ms());
    let path = format!("/v1/oa/public/forms/{form}/submissions");
    desk.post(&path, body).header("idempotency-key", &key).send().await.is(201);
    let id = desk.list("").await["items"][0]["id"].clone();
    let id = id.as_str().unwrap().into();
    desk.forms.confirmation(&scope("one"), &desk.school("one"), &id).await.unwrap().unwrap()
}

async fn the_mail_speaks_of_what_the_form_is_for(desk: &Desk) {
    let yaml = desk.bundle("one").join("school.yaml");
    let text = std::fs::read_to_string(&yaml).unwrap();
    for (institution, kind, english, arabic) in [
        (
            "school",
            "application",
            ["We have your application for Sara (", "our admissions team reads your application"],
            ["وصلنا طلب الالتحاق باسم Sara (", "يقرأ فريق القبول طلبكم"],
        ),
        (
            "company",
            "application",
            ["We have your job application: ", "we read your application"],
            ["وصلنا طلب التوظيف: ", "نقرأ طلبكم"],
        ),
        (
            "school",
            "enquiry",
            ["We have your enquiry: ", "we read your enquiry"],
            ["وصلنا استفساركم: ", "نقرأ استفساركم"],
        ),
        (
            "school",
            "job",
            ["We have your job application: ", "we read your application"],
            ["وصلنا طلب التوظيف: ", "نقرأ طلبكم"],
        ),
        ("school", "other", ["We have your form: ", "we read your form"], ["وصلنا نموذجكم: ", "نقرأ نموذجكم"]),
    ] {
        let told = text.replace("trial: {}", &format!("trial: {{ kind: {kind} }}"));
        let told = told.replace("kind_of_institution: school", &format!("kind_of_institution: {institution}"));
        std::fs::write(&yaml, told).unwrap();
        desk.registry.reload(&words::SchoolId::parse("one").unwrap()).unwrap();
        for (language, [subject, next]) in [("en", english), ("ar", arabic)] {
            let mail = mail(desk, "trial", language).await;
            assert!(mail.subject.starts_with(subject), "{institution} {kind}: {}", mail.subject);
            assert!(mail.text.contains(next) && mail.html.contains(next), "{institution} {kind}: {}", mail.text);
        }
    }
}

async fn what_no_file_answers_is_no_document(desk: &Desk) {
    let checklist = vec![Wanted::new("message"), Wanted::new("points").without_file()];
    desk.rules.play(Script { decided: Decision { checklist, ..Decision::default() }, ..Script::default() });
    let mail = mail(desk, "ruled", "en").await;
    let listed =
        "Still to send when you have it:\n- Text of message\n- Text of paper\n\nAlso to do:\n- Text of points\n";
    assert!(mail.text.contains(listed), "{}", mail.text);
}
