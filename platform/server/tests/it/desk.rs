//! The school's desk: the draft, two who edit at once, what is locked, and what can never be.

use anyhow::Result;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

pub use testkit::desk::SETTINGS;

/// An edit of `school.yaml`.
pub fn edit(pointer: &str, value: Value) -> Value {
    json!({ "file": "school.yaml", "pointer": pointer, "value": value })
}

pub async fn save(client: &Client, version: i64, edits: Value) -> Reply {
    testkit::desk::save(client, version, edits).await.unwrap()
}

/// Saves and publishes; gives the revision.
pub async fn publish(client: &Client, edits: Value) -> Value {
    testkit::desk::publish(client, edits).await.unwrap()
}

pub async fn details(app: &TestApp, school: &str) -> Value {
    app.at(school).get("/api/v1/oa/common/school-details").await.unwrap().json
}

/// Another administrator beside the first.
async fn second_admin(app: &TestApp) -> Result<Client> {
    let caller = kernel::Caller::system(app.school("a")?.scope());
    let email = "second@a.example".to_owned();
    let new = identity::NewAccount {
        email: email.clone(),
        name: "Second".into(),
        roles: vec![Role::SchoolAdmin],
        locale: "ar".into(),
    };
    app.app.state.identity.add_user(&caller, new).await?;
    app.app.state.identity.set_password(&caller, &email, testkit::PASSWORD.into(), vec![]).await?;
    app.sign_in("a", &email).await
}

#[tokio::test]
async fn a_draft_is_seen_by_the_desk_alone() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let first = admin.get(SETTINGS).await.unwrap();
        assert_eq!(first.status, 200, "{}", first.text);
        assert_eq!((&first.json["draft"]["version"], &first.json["published"]["seq"]), (&json!(0), &json!(1)));
        let saved = save(
            &admin,
            0,
            json!([
                edit("/branding/colours/primary", json!("#123456")),
                edit("/schoolDates/0/year", json!("2028-2029"))
            ]),
        )
        .await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let edits = saved.json["draft"]["edits"].as_array().unwrap();
        let places: Vec<&str> = edits.iter().map(|edit| edit["pointer"].as_str().unwrap()).collect();
        assert_eq!(places, ["/branding/colours/primary", "/schoolDates"], "a list is edited as a whole");
        assert_eq!(edits[0]["by"]["name"], "school_admin of a");
        let file = admin.get(&format!("{SETTINGS}/file?file=school.yaml")).await.unwrap().json;
        let colour = |state: &str| file[state]["branding"]["colours"]["primary"].clone();
        assert_eq!(
            (colour("base"), colour("published"), colour("draft")),
            (json!("#2f4858"), json!("#2f4858"), json!("#123456"))
        );
        assert_eq!(details(&app, "a").await["branding"]["colours"]["primary"], "#2f4858");
        let listed = admin.get(&format!("{SETTINGS}/files")).await.unwrap().json;
        let yaml = listed["items"].as_array().unwrap().iter().find(|item| item["file"] == "school.yaml").unwrap();
        assert_eq!((&yaml["in_base"], &yaml["changed"], &yaml["drafted"]), (&json!(true), &json!(false), &json!(true)));
        let checked = admin.post(&format!("{SETTINGS}/check"), &json!({})).await.unwrap();
        assert!(checked.json["diff"].as_str().unwrap().contains("+++ b/school.yaml"), "{}", checked.text);
        assert_eq!(checked.json["changes"].as_array().unwrap().len(), 2, "{}", checked.text);
        // Back to what is published: nothing is left of it.
        let undone = save(&admin, 1, json!([edit("/branding/colours/primary", json!("#2f4858"))])).await;
        assert_eq!(undone.json["draft"]["edits"].as_array().unwrap().len(), 1);
        let gone = admin.post(&format!("{SETTINGS}/draft/discard"), &json!({ "version": 2 })).await.unwrap();
        assert_eq!((gone.status, &gone.json["draft"]["edits"]), (200, &json!([])), "{}", gone.text);
    }
}

#[tokio::test]
async fn two_at_once_lose_nothing() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let (one, other) = (app.signed_in("a", Role::SchoolAdmin).await.unwrap(), second_admin(&app).await.unwrap());
        one.get(SETTINGS).await.unwrap();
        assert_eq!(save(&one, 0, json!([edit("/name/en", json!("One"))])).await.status, 200);
        // Another place is no quarrel.
        let beside = save(&other, 0, json!([edit("/name/ar", json!("اثنان"))])).await;
        assert_eq!(beside.status, 200, "{}", beside.text);
        let told = save(&other, 0, json!([edit("/name/en", json!("Other")), edit("/hijri", json!("Y"))])).await;
        assert_eq!((told.status, told.message_id()), (409, "S002"));
        assert_eq!(
            (&told.json["theirs"][0]["value"], &told.json["theirs"][0]["by"]["name"]),
            (&json!("One"), &json!("school_admin of a"))
        );
        let state = one.get(SETTINGS).await.unwrap().json;
        assert_eq!(state["draft"]["edits"].as_array().unwrap().len(), 2, "nothing of it was taken");
        // Knowing it, the second one overrules.
        let over = save(
            &other,
            told.json["theirs"][0]["version"].as_i64().unwrap(),
            json!([edit("/name/en", json!("Other"))]),
        )
        .await;
        assert_eq!(over.status, 200, "{}", over.text);
        // Who publishes what they have not seen is told.
        let body = json!({ "version": 1, "note": "" });
        let stale = one.post(&format!("{SETTINGS}/publish"), &body).await.unwrap();
        assert_eq!((stale.status, stale.message_id()), (409, "S002"));
        assert_eq!(stale.json["theirs"].as_array().unwrap().len(), 2, "{}", stale.text);
        let version = over.json["draft"]["version"].clone();
        let done = one.post(&format!("{SETTINGS}/publish"), &json!({ "version": version, "note": "" })).await.unwrap();
        assert_eq!(done.status, 200, "{}", done.text);
        // What was published meanwhile is not overwritten unseen either.
        let late = save(&other, 2, json!([edit("/name/en", json!("Late"))])).await;
        assert_eq!((late.status, late.message_id()), (409, "S002"), "{}", late.text);
    }
}

#[tokio::test]
async fn the_operators_keep_what_they_locked() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let file = app.folder.path().join("schools/a/locks.yaml");
    std::fs::write(&file, "locked: [/branding/logo, forms/new.json, mail/]\n").unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let locked = admin.get(SETTINGS).await.unwrap().json["locked"].clone();
    assert!(
        ["/branding/logo", "forms/new.json", "/hosts"]
            .iter()
            .all(|lock| locked.as_array().unwrap().contains(&json!(lock)))
    );
    for (bad, lock) in [
        (edit("/branding/logo", json!("assets/other.png")), "/branding/logo"),
        (
            edit(
                "/branding",
                json!({ "logo": "assets/x.png", "colours": { "primary": "#123456", "accent": "#654321" }, "swiperText": [] }),
            ),
            "/branding/logo",
        ),
        (edit("/hosts", json!(["apply.example.org"])), "/hosts"),
        (edit("/suspended", json!(true)), "/suspended"),
        (edit("/mail_from", json!("School B <admissions@b.example.org>")), "/mail_from"),
        (json!({ "file": "forms/new.json", "pointer": "", "value": { "$gone": true } }), "forms/new.json"),
        (json!({ "file": "mail/code.en.txt", "pointer": "", "value": "Subject: x\n{{ code }}" }), "mail/"),
    ] {
        let refused = save(&admin, 0, json!([edit("/hijri", json!("Y")), bad])).await;
        assert_eq!((refused.status, refused.message_id()), (403, "S003"), "{}", refused.text);
        let errors = &refused.json["errors"];
        assert_eq!((&errors[0]["path"], &errors[0]["params"]["lock"]), (&json!("/edits/1"), &json!(lock)));
    }
    assert_eq!(admin.get(SETTINGS).await.unwrap().json["draft"]["edits"], json!([]), "all or nothing");
    std::fs::write(&file, "locked: {").unwrap();
    let refused = save(&admin, 0, json!([edit("/hijri", json!("Y"))])).await;
    assert_eq!(refused.message_id(), "S003", "nobody knows what is free: {}", refused.text);
}

#[tokio::test]
async fn designers_edit_forms_and_texts_and_auditors_look() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let (designer, auditor) =
        (app.signed_in("a", Role::FormDesigner).await.unwrap(), app.signed_in("a", Role::Auditor).await.unwrap());
    let refused = save(&designer, 0, json!([edit("/name/en", json!("Mine"))])).await;
    assert_eq!(
        (refused.status, refused.message_id(), &refused.json["errors"][0]["path"]),
        (403, "A002", &json!("/edits/0"))
    );
    assert_eq!(save(&admin, 0, json!([edit("/name/en", json!("Admin's"))])).await.status, 200);
    let own = save(&designer, 1, json!([edit("/formLayout/mode", json!("single"))])).await;
    assert_eq!(own.status, 200, "{}", own.text);
    let left = designer.post(&format!("{SETTINGS}/draft/discard"), &json!({ "version": 2 })).await.unwrap();
    assert_eq!(left.json["draft"]["edits"][0]["pointer"], "/name/en", "what is not theirs stays");
    let publish = designer.post(&format!("{SETTINGS}/publish"), &json!({ "version": 3, "note": "" })).await.unwrap();
    assert_eq!((publish.status, publish.message_id()), (403, "A002"));
    assert_eq!(auditor.get(SETTINGS).await.unwrap().status, 200);
    assert_eq!(save(&auditor, 3, json!([edit("/hijri", json!("Y"))])).await.message_id(), "A002");
    let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
    assert_eq!(officer.get(SETTINGS).await.unwrap().message_id(), "A002");
}

#[tokio::test]
async fn what_can_never_be_is_refused_with_its_place_and_reason() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let at = |file: &str, pointer: &str, value: Value| json!({ "file": file, "pointer": pointer, "value": value });
    let nothing = "a".repeat(64);
    let bad = [
        (at("readme.md", "", json!("x")), "unknownFile", ""),
        (at("../b/school.yaml", "/name/en", json!("x")), "unknownFile", ""),
        (at("locks.yaml", "/locked", json!([])), "unknownFile", ""),
        (at("locales/en/nothing.json", "/x", json!("x")), "unknownFile", ""),
        (at("locales/en/form-nothing.json", "/title", json!("x")), "unknownFile", ""),
        (at("locales/en/common.json", "/no/such", json!("x")), "unknownText", "/no/such"),
        (at("locales/en/common.json", "/hello", json!(["x"])), "wrongType", "/hello"),
        (edit("name/en", json!("x")), "badPointer", ""),
        (edit("/name~2", json!("x")), "badPointer", ""),
        (edit("", json!({ "name": {} })), "badPointer", ""),
        (edit("/schoolDates/9/year", json!("2028-2029")), "badPointer", ""),
        (edit("/colour", json!("#123456")), "unknownKey", "/colour"),
        (edit("/branding/colours/primary", json!("red")), "badFormat", "/branding/colours/primary"),
        (edit("/conditionalScreens/login", json!("yes")), "notAllowed", "/conditionalScreens/login"),
        (edit("/hijri", json!(true)), "notAllowed", "/hijri"),
        (edit("/name/en", json!("A\u{7f}B")), "unseenCharacter", "/name/en"),
        (edit("/name/ar", json!("A\u{92}s")), "unseenCharacter", "/name/ar"),
        (edit("/name/en", json!("A\u{fffe}")), "unseenCharacter", "/name/en"),
        (
            at("tables/fees.yaml", "/rows", json!([{ "key": "a", "from": "2026-01-01", "value": "\u{ffff}" }])),
            "unseenCharacter",
            "/rows/0/value",
        ),
        (at("locales/en/common.json", "/hello", json!("a\u{1}b")), "unseenCharacter", "/hello"),
        (edit("/name/ar", Value::Null), "missingKey", "/name"),
        (edit("/homePage", json!(["Y"])), "outOfRange", "/homePage"),
        (edit("/links/lic_lms_url", json!("javascript:alert(1)")), "badFormat", "/links/lic_lms_url"),
        (edit("/routes/~1pre_admission", json!(["emperor"])), "notAllowed", "/routes/~1pre_admission/0"),
        (at("forms/new.json", "", json!({ "version": "2" })), "wrongType", ""),
        (at("tables/fees.yaml", "/rows", json!([{ "key": "a" }])), "missingKey", "/rows/0"),
        (at("mail/code.en.txt", "/subject", json!("x")), "badPointer", ""),
        (at("mail/nothing.en.txt", "", json!("x")), "unknownFile", ""),
        (at("mail/code.en.txt", "", json!({})), "wrongType", ""),
        (at("assets/logo.png", "", json!("iVBOR")), "wrongType", ""),
        (at("assets/logo.png", "", json!({ "$blob": nothing })), "unknownBlob", ""),
        (at("school.yaml", "", json!({ "$gone": true })), "badEdit", ""),
        (json!({ "file": "school.yaml", "pointer": "/hijri", "value": "Y", "reset": true }), "badEdit", ""),
    ];
    assert!(bad.len() >= 20);
    for (bad, code, pointer) in bad {
        let refused = save(&admin, 0, json!([edit("/hijri", json!("Y")), bad])).await;
        assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{bad}: {}", refused.text);
        let error = &refused.json["errors"][0];
        assert_eq!((error["path"].as_str(), error["code"].as_str()), (Some("/edits/1"), Some(code)), "{bad}: {error}");
        assert_eq!(error["params"]["pointer"].as_str().unwrap_or_default(), pointer, "{bad}: {error}");
    }
    assert_eq!(admin.get(SETTINGS).await.unwrap().json["draft"]["version"], 0);
}

#[tokio::test]
async fn texts_are_found_by_their_words() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let own = json!([{ "file": "locales/ar/common.json", "pointer": "/nested/bye", "value": "إلى اللقاء" }]);
    assert_eq!(save(&admin, 0, own).await.status, 200);
    for (query, key) in [
        ("q=BYE", "nested.bye"),
        ("q=%D8%A7%D9%84%D9%89%20%D8%A7%D9%84%D9%84%D9%82%D8%A7%D8%A1", "nested.bye"),
        ("q=hello&ns=common", "hello"),
    ] {
        let found = admin.get(&format!("{SETTINGS}/texts?{query}")).await.unwrap().json;
        assert_eq!(
            (&found["items"][0]["key"], found["items"].as_array().unwrap().len()),
            (&json!(key), 1),
            "{query}: {found}"
        );
    }
    let changed = admin.get(&format!("{SETTINGS}/texts?changed=true")).await.unwrap().json;
    assert_eq!(
        changed["items"],
        json!([{ "ns": "common", "key": "nested.bye", "pointer": "/nested/bye", "en": "Bye", "ar": "إلى اللقاء",
            "own": { "en": null, "ar": "إلى اللقاء" }, "standard": { "en": "Bye", "ar": "مع السلامة" } }])
    );
    assert!(changed["namespaces"].as_array().unwrap().contains(&json!("form-new")));
    let mut seen = std::collections::HashSet::new();
    let mut path = format!("{SETTINGS}/texts");
    loop {
        let page = admin.get(&path).await.unwrap().json;
        for item in page["items"].as_array().unwrap() {
            assert!(seen.insert(format!("{} {}", item["ns"], item["key"])), "twice: {item}");
        }
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("{SETTINGS}/texts?cursor={cursor}");
    }
    assert!(seen.len() > 60, "{}", seen.len());
}

/// Saves of one draft wait for each other: none of them is sent away because others were quicker.
#[tokio::test]
async fn saves_at_once_are_all_kept() {
    for backend in Backend::all() {
        let app = TestApp::start(backend).await.unwrap();
        let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
        let file = "locales/en/common.json";
        let saves = (0..40).map(|n| {
            let edits = json!([{ "file": file, "pointer": "/nested/bye", "value": format!("Bye {n}") }]);
            save(&admin, 0, edits)
        });
        for reply in futures_util::future::join_all(saves).await {
            assert_eq!(reply.status, 200, "{}", reply.text);
        }
        let draft = admin.get(SETTINGS).await.unwrap().json["draft"].clone();
        assert_eq!((&draft["version"], draft["edits"].as_array().unwrap().len()), (&json!(40), 1), "{draft}");
    }
}
