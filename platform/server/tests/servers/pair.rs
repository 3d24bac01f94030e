//! Two servers that share their schools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, Request, header};
use objects::{Access, StoreSettings, Tag};
use serde_json::{Map, Value, json};
use server::Config;
use server::config::Store;
use tenants::depot::{Depot, Head};
use test_s3::{BUCKET, KEY_ID, KEY_SECRET, TestS3};
use testkit::{Backend, Client, TestApp};
use tokio::task::JoinSet;
use words::SchoolId;

/// A machine that is this slow is broken.
const PATIENCE: Duration = Duration::from_secs(90);

/// The servers, and what they share. The second one began with empty folders.
pub struct Pair {
    pub store: TestS3,
    pub one: TestApp,
    pub two: Beside,
    _following: JoinSet<()>,
}

/// A server; downloads are bytes.
pub struct Beside(TestApp);

impl std::ops::Deref for Beside {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

impl Pair {
    pub async fn start() -> Self {
        let store = TestS3::start().await.unwrap();
        let endpoint = store.endpoint();
        let one = TestApp::start_tuned(
            Backend::Pg,
            |settings| settings,
            |config| {
                offer_form(config);
                share(config, &endpoint);
            },
        );
        let one = one.await.unwrap();
        for id in ["a", "b"] {
            one.app.depot.as_ref().unwrap().push(&SchoolId::parse(id).unwrap(), false).await.unwrap();
        }
        let two = one.start_beside(|config| share(config, &endpoint)).await.unwrap();
        let mut following = JoinSet::new();
        for app in [&one.app, &two.app] {
            following.spawn(app.depot.clone().unwrap().watch(app.registry.clone()));
        }
        Self { store, one, two: Beside(two), _following: following }
    }

    pub fn share(&self, config: &mut Config) {
        share(config, &self.store.endpoint());
    }

    pub fn depot(&self) -> Arc<Depot> {
        self.one.app.depot.clone().unwrap()
    }

    pub fn other_depot(&self) -> Arc<Depot> {
        self.two.app.depot.clone().unwrap()
    }

    /// What the school `a` is.
    pub async fn head(&self) -> (Head, Tag) {
        self.depot().head(&SchoolId::parse("a").unwrap()).await.unwrap().unwrap()
    }
}

impl Beside {
    pub async fn download(&self, client: &Client, path: &str) -> Vec<u8> {
        let request = Request::builder()
            .method(Method::GET)
            .uri(path)
            .header(header::HOST, &client.host)
            .header("school-id", client.school.as_deref().unwrap())
            .header(header::AUTHORIZATION, format!("Bearer {}", client.bearer.as_deref().unwrap()));
        let answer = self.front.handle(request.body(Body::empty()).unwrap(), client.peer).await;
        assert_eq!(answer.status().as_u16(), 200);
        axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec()
    }
}

fn share(config: &mut Config, endpoint: &str) {
    let settings = StoreSettings {
        bucket: BUCKET.into(),
        prefix: Some("qabul".into()),
        endpoint: Some(endpoint.to_owned()),
        ..StoreSettings::default()
    };
    let access = Access { id: KEY_ID.into(), secret: KEY_SECRET.into() };
    config.store = Some(Store { settings, access });
}

/// A form of the school `a` that takes files.
fn offer_form(config: &Config) {
    let upload = json!({ "type": "string", "format": "upload", "maxLength": 64, "title": "book",
        "x-upload": { "tier": "10mb", "kinds": ["pdf"] } });
    let name = json!({ "type": "string", "maxLength": 100, "title": "child_name" });
    let mut texts = Map::new();
    for key in ["form.title", "step.all", "child_name", "book"] {
        texts.insert(key.into(), format!("Text of {key}").into());
    }
    let form = json!({
        "version": "1.0.0", "title": "form.title",
        "steps": [{ "id": "all", "title": "step.all", "fields": ["child_name", "book"] }],
        "schema": { "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "properties": { "child_name": name, "book": upload }, "required": ["child_name"] },
        "ui": { "child_name": { "ui:widget": "text" }, "book": { "ui:widget": "upload" } },
        "person": ["child_name"],
        "texts": { "en": texts, "ar": texts }, "samples": [{ "name": "simple", "values": { "child_name": "Sara" } }]
    });
    let folder = config.schools.join("a");
    std::fs::write(folder.join("forms/trial.json"), form.to_string()).unwrap();
    let yaml = std::fs::read_to_string(folder.join("school.yaml")).unwrap();
    std::fs::write(folder.join("school.yaml"), yaml.replacen("forms:\n", "forms:\n  trial: {}\n", 1)).unwrap();
}

/// Waits until it is so, and tells how long that took.
pub async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < PATIENCE, "{what} never came");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("{what}: followed after {} ms", begun.elapsed().as_millis());
}

pub fn colour(value: &str) -> Value {
    json!({ "file": "school.yaml", "pointer": "/branding/colours/primary", "value": value })
}

pub async fn colour_at(server: &TestApp) -> String {
    let details = server.at("a").get("/api/v1/oa/common/school-details").await.unwrap().json;
    details["branding"]["colours"]["primary"].as_str().unwrap_or_default().to_owned()
}

pub fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let drawn = image::RgbaImage::from_pixel(64, 64, image::Rgba([20, 90, 60, 255]));
    drawn.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}
