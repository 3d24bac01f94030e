//! Components and rules on the desk: tried before they are kept, compared with what is live, counted while they run.

use axum::http::Method;
use serde_json::{Value, json};
use testkit::{Backend, Client, Reply, TestApp};
use words::Role;

use crate::desk::{SETTINGS, edit, publish, save};

const GRANTS: [&str; 10] = [
    "abq_ages",
    "abq_bus",
    "abq_calendar",
    "abq_capacity",
    "abq_discounts",
    "abq_documents",
    "abq_fees",
    "abq_grade_names",
    "abq_plans",
    "abq_routes",
];

fn house(path: &str) -> std::path::PathBuf {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

fn shipped() -> Vec<u8> {
    std::fs::read(house("plugins/dist/abq.wasm")).unwrap()
}

/// The same rules under another digest: a section that nothing reads.
pub fn another() -> Vec<u8> {
    [shipped(), vec![0, 5, 4, b't', b'e', b's', b't']].concat()
}

async fn upload(client: &Client, file: &[u8]) -> Reply {
    let ask = client.ask(Method::POST, &format!("{SETTINGS}/blobs"));
    ask.file(&[("kind", "plugin")], "a", file).send().await.unwrap()
}

/// The operators bring the tables; the school brings the component.
fn bring_tables(app: &TestApp) {
    let tables = app.folder.path().join("schools/a/tables");
    std::fs::create_dir_all(&tables).unwrap();
    for name in GRANTS {
        std::fs::copy(house(&format!("tenants/schools/abq/tables/{name}.yaml")), tables.join(format!("{name}.yaml")))
            .unwrap();
    }
}

fn install(digest: &Value) -> Value {
    let grants = json!({ "tables": GRANTS, "known": ["national_id"], "effects": ["task"] });
    json!([
        { "file": "plugins/abq.wasm", "pointer": "", "value": { "$blob": digest } },
        edit("/plugins/abq", json!({ "digest": digest, "grants": grants })),
        edit("/forms/abq", json!({ "plugin": "abq" })),
    ])
}

/// A school that runs the component; its administrator.
pub async fn running(backend: Backend) -> (TestApp, Client) {
    let app = TestApp::start(backend).await.unwrap();
    bring_tables(&app);
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    let kept = upload(&admin, &shipped()).await;
    assert_eq!(kept.status, 201, "{}", kept.text);
    publish(&admin, install(&kept.json["blob"]["sha256"])).await;
    (app, admin)
}

async fn components(client: &Client) -> Value {
    let listed = client.get(&format!("{SETTINGS}/plugins")).await.unwrap();
    assert_eq!(listed.status, 200, "{}", listed.text);
    listed.json["items"].clone()
}

pub async fn compare(client: &Client, form: &str) -> Reply {
    client.post(&format!("{SETTINGS}/forms/{form}/compare"), &json!({})).await.unwrap()
}

#[tokio::test]
async fn a_component_is_tried_before_it_is_kept() {
    let app = TestApp::start(Backend::Lite).await.unwrap();
    bring_tables(&app);
    let admin = app.signed_in("a", Role::SchoolAdmin).await.unwrap();
    assert_eq!(upload(&admin, b"GIF89a").await.message_id(), "D002");
    assert_eq!(upload(&admin, &vec![0; (2 << 20) + 1]).await.message_id(), "D001");
    let hostile = std::fs::read(house("plugins/hostile/dist/hostile.wasm")).unwrap();
    for (file, code) in
        [(&b"\0asm nothing"[..], "bad_component"), (&hostile, "trap"), (&shipped()[..9000], "bad_component")]
    {
        let refused = upload(&admin, file).await;
        let error = &refused.json["errors"][0];
        assert_eq!(
            (refused.status, refused.message_id(), error["path"].as_str(), error["code"].as_str()),
            (422, "S001", Some("/file"), Some(code)),
            "{}",
            refused.text
        );
        assert!(error["params"]["message"].as_str().is_some_and(|told| !told.is_empty()), "{error}");
        if code == "trap" {
            assert_eq!((&error["params"]["form"], &error["params"]["sample"]), (&json!("hostile"), &json!("panic")));
        }
    }
    // Nothing of it is kept, and trying again says the same: a try is nothing that the breaker counts.
    for _ in 0..6 {
        assert_eq!(upload(&admin, &hostile).await.json["errors"][0]["code"], "trap");
    }
    let named = json!([{ "file": "plugins/x.wasm", "pointer": "", "value": { "$blob": words::sha256_hex(&hostile) } }]);
    assert_eq!(save(&admin, 0, named).await.json["errors"][0]["code"], "unknownBlob");
    let kept = upload(&admin, &shipped()).await;
    let plugin =
        json!({ "id": "abq", "version": kept.json["plugin"]["version"], "digest": kept.json["blob"]["sha256"] });
    assert_eq!((kept.status, &kept.json["plugin"]), (201, &plugin), "{}", kept.text);
    let designer = app.signed_in("a", Role::FormDesigner).await.unwrap();
    assert_eq!(upload(&designer, &shipped()).await.message_id(), "A002");
}

#[tokio::test]
async fn calls_are_counted_and_written_down_at_a_clean_stop() {
    for backend in Backend::all() {
        let (app, admin) = running(backend).await;
        let days = async || components(&admin).await[0]["days"].clone();
        assert_eq!(days().await, json!([]));
        let check = "/api/v1/oa/public/forms/abq/check";
        let asked = json!({ "values": {}, "locale": "en" });
        for _ in 0..3 {
            assert_eq!(app.at("a").post(check, &asked).await.unwrap().json["plugin_failed"], false);
        }
        // Looking at a draft and trying samples are nobody's application.
        let opened = admin.post(&format!("{SETTINGS}/preview"), &json!({})).await.unwrap();
        let token = opened.json["token"].as_str().unwrap();
        let looked = app.at("a").ask(Method::POST, check).header("x-preview", token).json(&asked).send().await.unwrap();
        assert_eq!(looked.status, 200, "{}", looked.text);
        assert_eq!(compare(&admin, "abq").await.status, 200);
        let pending = days().await;
        assert_eq!(
            (&pending[0]["day"], &pending[0]["calls"], &pending[0]["failures"]),
            (&json!("2026-11-21"), &json!(3), &json!(0))
        );
        assert!(pending[0]["fuel"].as_i64().unwrap() > 0 && pending[0]["millis"].as_i64().unwrap() > 0, "{pending}");
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let counting = tokio::spawn(server::maintenance::write_calls(app.app.clone(), stopped));
        stop.send(true).unwrap();
        counting.await.unwrap();
        assert_eq!(days().await, pending, "the same, now from the database");
        assert_eq!(app.at("a").post(check, &asked).await.unwrap().status, 200);
        app.app.state.settings.write_calls().await;
        app.app.state.settings.write_calls().await;
        assert_eq!(days().await[0]["calls"], 4, "added once");
        // Sixty days are kept, twenty-eight are told.
        let scope = app.school("a").unwrap().scope();
        app.clock.advance(60 * 86_400_000);
        app.app.state.settings.purge(&scope).await.unwrap();
        let mut admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        assert_eq!(components(&admin).await[0]["days"][0]["calls"], 4);
        app.clock.advance(86_400_000);
        app.app.state.settings.purge(&scope).await.unwrap();
        admin = app.sign_in("a", "school_admin@a.example").await.unwrap();
        assert_eq!(components(&admin).await[0]["days"], json!([]));
    }
}

#[tokio::test]
async fn components_are_listed_with_what_they_may_and_the_way_back() {
    let (app, admin) = running(Backend::Lite).await;
    let first = components(&admin).await[0].clone();
    assert_eq!(
        (&first["name"], &first["file"], &first["forms"], &first["earlier"]),
        (&json!("abq"), &json!("plugins/abq.wasm"), &json!(["abq"]), &json!([]))
    );
    assert_eq!((&first["plugin"], &first["grants"]["effects"]), (&first["published"], &json!(["task"])));
    assert_eq!((&first["asks"]["known"], &first["grants"]["tables"]), (&json!(["national_id"]), &json!(GRANTS)));
    let kept = upload(&admin, &another()).await;
    assert_eq!(kept.status, 201, "{}", kept.text);
    let swap = |digest: &Value| {
        json!([
            { "file": "plugins/abq.wasm", "pointer": "", "value": { "$blob": digest } },
            edit("/plugins/abq/digest", digest.clone()),
        ])
    };
    let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
    let digest = kept.json["blob"]["sha256"].clone();
    assert_eq!(save(&admin, version, swap(&digest)).await.status, 200);
    let drafted = components(&admin).await[0].clone();
    assert_eq!((&drafted["plugin"]["digest"], &drafted["published"]), (&digest, &first["published"]));
    assert_eq!(drafted["earlier"][0]["digest"], first["plugin"]["digest"], "what is live is a way back too");
    publish(&admin, json!([edit("/hijri", json!("Y"))])).await;
    let live = components(&admin).await[0].clone();
    assert_eq!(live["published"]["digest"], digest);
    assert_eq!(
        (&live["earlier"][0]["digest"], &live["earlier"][0]["version"], &live["earlier"][0]["seq"]),
        (&first["plugin"]["digest"], &first["plugin"]["version"], &json!(2))
    );
    publish(&admin, swap(&first["plugin"]["digest"])).await;
    let back = components(&admin).await[0].clone();
    assert_eq!((&back["published"], &back["earlier"][0]["digest"]), (&first["published"], &digest));
    let other = app.signed_in("b", Role::SchoolAdmin).await.unwrap();
    assert_eq!(components(&other).await, json!([]), "another school's");
}

#[tokio::test]
async fn a_drafts_rules_are_compared_with_the_live_ones() {
    let (app, admin) = running(Backend::Lite).await;
    let same = compare(&admin, "abq").await;
    let samples = same.json["samples"].as_array().unwrap().clone();
    assert!(same.status == 200 && samples.len() > 1, "{}", same.text);
    for sample in &samples {
        assert_eq!((&sample["differs"], &sample["live"]), (&json!(false), &sample["draft"]), "{sample}");
        assert_eq!(sample["live"]["failure"], Value::Null, "{sample}");
    }
    assert!(samples.iter().any(|sample| sample["live"]["verdict"]["route"].is_string()), "{}", same.text);
    // Dearer by a thousand rials: the draft works it out, the live rules do not.
    let file = admin.get(&format!("{SETTINGS}/file?file=tables/abq_fees.yaml")).await.unwrap();
    let mut rows = file.json["published"]["rows"].clone();
    for row in rows.as_array_mut().unwrap() {
        if let Some(tuition) = row["value"]["tuition"].as_i64() {
            row["value"]["tuition"] = json!(tuition + 1_000_000);
        }
    }
    let version = admin.get(SETTINGS).await.unwrap().json["draft"]["version"].as_i64().unwrap();
    let dearer = json!([{ "file": "tables/abq_fees.yaml", "pointer": "/rows", "value": rows }]);
    assert_eq!(save(&admin, version, dearer).await.status, 200);
    let changed = compare(&admin, "abq").await.json["samples"].as_array().unwrap().clone();
    assert!(changed.iter().any(|sample| sample["differs"] == true), "{changed:?}");
    for (now, before) in changed.iter().zip(&samples) {
        assert_eq!(now["live"], before["live"], "what is live stays");
        assert_eq!(now["differs"] == true, now["live"] != now["draft"]);
    }
    // Rules that get no answer of their tables fail, and say so.
    let blind = json!([edit("/plugins/abq/grants/tables", json!([]))]);
    assert_eq!(save(&admin, version + 1, blind).await.status, 200);
    let failed = compare(&admin, "abq").await.json["samples"].clone();
    assert!(failed.as_array().unwrap().iter().all(|sample| sample["draft"]["failure"].is_string()), "{failed}");
    assert_eq!(failed[0]["draft"]["verdict"], Value::Null);

    let plain = compare(&admin, "new").await.json["samples"][0].clone();
    assert_eq!((&plain["differs"], &plain["live"]["errors"]), (&json!(false), &json!([])), "{plain}");
    assert!(plain["live"]["verdict"].is_object());
    assert_eq!(compare(&admin, "nothing").await.status, 404);
    let broken = json!([{ "file": "forms/new.json", "pointer": "/title", "value": "no.such.text" }]);
    assert_eq!(save(&admin, version + 2, broken).await.status, 200);
    let refused = compare(&admin, "new").await;
    assert_eq!((refused.status, refused.message_id()), (422, "S001"), "{}", refused.text);
    assert_eq!(refused.json["problems"][0]["file"], "forms/new.json");
    let officer = app.signed_in("a", Role::AdmissionsOfficer).await.unwrap();
    assert_eq!(compare(&officer, "new").await.message_id(), "A002");
}
