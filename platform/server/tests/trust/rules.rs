//! The hostile component, in the real plugin host, behind the form's own calls: nothing is lost and nothing is slow.

use std::net::IpAddr;
use std::sync::Arc;

use admissions::files::FileStore;
use admissions::forms::{Forms, FormsParts};
use axum::body::Body;
use axum::extract::Request;
use form::PluginProblem;
use kernel::caller::{Actor, Caller};
use kernel::crypto::Secret;
use plugin_host::{BreakerConfig, HostConfig, PluginHost};
use serde_json::{Value, json};
use server::plugins::Logic;
use tenants::registry::Policy;
use tenants::{PluginCatalog, PluginInfo, Registry, RegistryConfig};
use tower::ServiceExt as _;
use words::clock::FixedClock;
use words::{SchoolId, SystemRng};

use crate::database::{Place, number};
use crate::forms;
use crate::world::NOW;

/// Gives the hostile component a form that families could fill in.
struct Disguise;

impl PluginCatalog for Disguise {
    fn inspect(&self, wasm: &[u8]) -> Result<Arc<PluginInfo>, PluginProblem> {
        let documents = vec![("hostile".to_owned(), forms::document("1.0.0"))];
        let digest = words::sha256_hex(wasm);
        Ok(Arc::new(PluginInfo {
            id: "hostile".into(),
            version: "1.0.0".into(),
            contract: "1".into(),
            digest,
            documents,
            ..PluginInfo::default()
        }))
    }
}

fn bundle(schools: &std::path::Path) {
    let wasm = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/hostile/dist/hostile.wasm")).unwrap();
    forms::plain(schools, "alpha");
    let place = schools.join("alpha");
    std::fs::create_dir_all(place.join("plugins")).unwrap();
    std::fs::write(place.join("plugins/hostile.wasm"), &wasm).unwrap();
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    let plugin = format!(
        "  hostile: {{ plugin: hostile }}\nplugins:\n  hostile: {{ digest: \"{}\" }}\n",
        words::sha256_hex(&wasm)
    );
    std::fs::write(place.join("school.yaml"), yaml + &plugin).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_rules_end_in_time_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let schools = folder.path().join("schools");
    std::fs::create_dir_all(&schools).unwrap();
    bundle(&schools);
    let policy = Policy { base_domain: "localhost".into(), ..Policy::default() };
    let registry = Registry::open(RegistryConfig {
        schools_dir: schools,
        overlays: folder.path().join("overlays"),
        policy,
        catalog: Arc::new(Disguise),
    })
    .unwrap();
    let school = registry.school(&SchoolId::parse("alpha").unwrap()).unwrap();
    let breaker = BreakerConfig { failures: u32::MAX, ..BreakerConfig::default() };
    let host = PluginHost::new(HostConfig { breaker, ..HostConfig::default() }).unwrap();
    let db = Place::Lite.open(folder.path(), 4).await;
    let (clock, rng, secret) = (Arc::new(FixedClock::at(NOW)), Arc::new(SystemRng), Secret::new(vec![7; 32]).unwrap());
    let forms = Forms::new(FormsParts {
        db: db.clone(),
        clock: clock.clone(),
        rng: rng.clone(),
        secret: secret.clone(),
        identity: identity::Identity::new(db.clone(), clock, rng, secret).unwrap(),
        files: FileStore::open(folder.path().join("files")).unwrap(),
        logic: Arc::new(Logic { host, calls: Arc::default() }),
        scanner: None,
        origin_of: Arc::new(|_| String::new()),
        hijri: |_, _| None,
    });
    let router = admissions::forms::api::routes::<Forms>().split_for_parts().0.with_state(forms);
    let send = async |path: &str, body: Value| {
        let request = Request::post(format!("/v1/oa/public/forms/{path}")).header("content-type", "application/json");
        let mut request = request
            .header("idempotency-key", format!("key-{path}-{body}").replace(|c: char| !c.is_ascii_graphic(), ""))
            .body(Body::from(body.to_string()))
            .unwrap();
        request.extensions_mut().insert(school.clone());
        request.extensions_mut().insert(Caller {
            school: school.scope(),
            actor: Actor::Anonymous,
            request_id: String::new(),
            address: None,
        });
        request.extensions_mut().insert(IpAddr::from([127, 0, 0, 1]));
        let response = router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice::<Value>(&body).unwrap_or_default())
    };
    for step in [
        "loop",
        "log-loop",
        "lookup-loop",
        "allocate",
        "grow",
        "recurse-big",
        "recurse-small",
        "index",
        "panic",
        "bad-memory",
        "bad-utf8",
        "many-errors",
        "bad-pointer",
        "big-params",
    ] {
        let (status, body) = send("hostile/check", json!({ "values": {}, "locale": "en", "step": step })).await;
        assert_eq!((status, &body["plugin_failed"]), (200, &json!(true)), "{step}: {body}");
        assert!(!body.to_string().contains("secret"), "{step}: {body}");
        let (_, good) =
            send("hostile/check", json!({ "values": { "child_name": "Sara" }, "locale": "en", "step": "good" })).await;
        assert_eq!(good["plugin_failed"], false, "after {step}: {good}");
    }
    // Without a step it answers with an error of its own; the family's answers are taken all the same.
    let (status, body) =
        send("hostile/submissions", json!({ "values": { "child_name": "Sara" }, "locale": "en" })).await;
    assert_eq!(status, 201, "{body}");
    let flagged =
        "SELECT COUNT(*) FROM submissions WHERE school_id = $1 AND plugin_failure IS NOT NULL AND person = 'Sara'";
    assert_eq!(number(&db, "alpha", flagged).await, 1);
    let (status, ..) = send("trial/submissions", json!({ "values": { "child_name": "Omar" }, "locale": "en" })).await;
    assert_eq!(status, 201, "the school's other forms are well");
}
