//! A whole server in this process, over two schools: `alpha`, whose people ask, and `beta`, which must not be touched.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use testkit::{MULTIPART, multipart};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use identity::NewAccount;
use kernel::Caller;
use kernel::crypto::Secret;
use plugin_host::Trial;
use serde_json::{Value, json};
use server::http::Front;
use server::{App, Config, Parts, Settings};
use words::clock::FixedClock;
use words::{Role, SchoolId, SystemRng};

use crate::database::{Place, scope};
use crate::forms;

/// 2026-11-21, noon in Muscat.
pub const NOW: i64 = 1_795_248_000_000;
/// A password that the policy takes.
pub const PASSWORD: &str = "violet-anchor-93-meadow";
/// Every way in is open here, nobody has to solve riddles, and a password is enough: what is about one of these sets it.
const ENTRY: [(&str, &str); 3] = [
    ("second_factor", "{ roles: [] }"),
    ("captcha", "{ provider: off }"),
    ("conditionalScreens", "{ without_auth: Y, login: Y, otp: Y, signUp: Y }"),
];

/// Sets a key of a school's `school.yaml`, whatever it was.
pub fn configure(schools: &std::path::Path, school: &str, key: &str, value: &str) {
    let file = schools.join(school).join("school.yaml");
    let (mut kept, mut inside) = (String::new(), false);
    for line in std::fs::read_to_string(&file).unwrap().lines() {
        inside = line.starts_with(&format!("{key}:")) || (inside && line.starts_with([' ', '-']));
        if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    std::fs::write(&file, format!("{kept}{key}: {value}\n")).unwrap();
    // Long enough ago to be taken as complete.
    let past = std::time::SystemTime::now() - std::time::Duration::from_secs(5);
    std::fs::File::open(&file).unwrap().set_modified(past).unwrap();
}

/// The address under which a school is reached here.
pub fn host(school: &str) -> String {
    format!("{school}.schools.test")
}

pub struct World {
    pub folder: tempfile::TempDir,
    pub place: Place,
    pub app: Arc<App>,
    pub front: Arc<Front>,
    pub clock: Arc<FixedClock>,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Got {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The body, which came with this status.
    pub fn is(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", String::from_utf8_lossy(&self.body));
        self.json()
    }
}

fn settings_of(folder: &std::path::Path, place: &Place) -> Settings {
    Settings {
        data: Some(folder.join("data")),
        schools: Some(folder.join("schools")),
        database: place.url(),
        base_domain: Some("schools.test".into()),
        ..Settings::default()
    }
}

impl World {
    pub async fn open(place: Place) -> Self {
        Self::with(place, |_, _| ()).await
    }

    /// Opens a world whose bundles and settings the test has changed.
    pub async fn with(place: Place, change: impl FnOnce(&std::path::Path, &mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let schools = folder.path().join("schools");
        std::fs::create_dir_all(&schools).unwrap();
        forms::plain(&schools, "alpha");
        forms::plain(&schools, "beta");
        for school in ["alpha", "beta"] {
            // Its families have a link to what they sent.
            let mut document = forms::document("1.0.0");
            document["subject"] = json!({ "child.name": "child_name", "guardian.phone": "guardian_phone" });
            forms::write(&schools.join(school).join("forms/trial.json"), &document);
            for (key, value) in ENTRY {
                configure(&schools, school, key, value);
            }
        }
        let mut settings = settings_of(folder.path(), &place);
        change(&schools, &mut settings);
        Self::begun(folder, place, settings, Arc::new(FixedClock::at(NOW))).await
    }

    /// A server over a folder with `schools` and `data`.
    pub async fn over(folder: tempfile::TempDir, place: Place, clock: Arc<FixedClock>) -> Self {
        let settings = settings_of(folder.path(), &place);
        Self::begun(folder, place, settings, clock).await
    }

    async fn begun(folder: tempfile::TempDir, place: Place, settings: Settings, clock: Arc<FixedClock>) -> Self {
        let parts = Parts { clock: clock.clone(), rng: Arc::new(SystemRng), trial: Trial::Here };
        let (app, _woken) = App::open(Config::from_settings(settings).unwrap(), parts).await.unwrap();
        let front = Front::new(app.clone());
        Self { folder, place, app, front, clock }
    }

    /// Ends the server, and begins it again over what it left.
    pub async fn again(self) -> Self {
        self.app.db.close().await;
        let Self { folder, place, clock, .. } = self;
        Self::over(folder, place, clock).await
    }

    /// Ends it and removes its database.
    pub async fn close(self) {
        self.app.db.close().await;
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Makes a person who can sign in; gives their id.
    pub async fn person(&self, school: &str, email: &str, name: &str, role: Role) -> String {
        let system = Caller::system(scope(school));
        let new = NewAccount { email: email.into(), name: name.into(), roles: vec![role], locale: "en".into() };
        let id = self.app.state.identity.add_user(&system, new).await.unwrap();
        self.app.state.identity.set_password(&system, email, PASSWORD.into(), vec![]).await.unwrap();
        id.into()
    }

    /// A link that sets a person's password.
    pub async fn link(&self, school: &str, user: &str) -> String {
        self.app.state.identity.invite_link(&Caller::system(scope(school)), &user.into()).await.unwrap()
    }

    /// Signs in; gives bearer and cookie.
    pub async fn sign_in(&self, school: &str, email: &str) -> (String, String) {
        let got = self.post(school, "/api/v1/oa/auth/login", json!({ "email": email, "password": PASSWORD })).await;
        let cookie = got.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        (got.is(200)["token"].as_str().unwrap().to_owned(), cookie)
    }

    /// The server's secret.
    pub fn secret(&self) -> Secret {
        let text = std::fs::read_to_string(self.data().join("secret")).unwrap();
        Secret::new(data_encoding::HEXLOWER.decode(text.trim().as_bytes()).unwrap()).unwrap()
    }

    pub async fn send(&self, request: Request) -> Got {
        self.send_from(request, IpAddr::from([127, 0, 0, 1])).await
    }

    /// From another network address than this machine's own, which is not counted.
    pub async fn send_from(&self, request: Request, address: IpAddr) -> Got {
        let response = self.front.handle(request, address).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        Got { status, headers, body }
    }

    /// A request at a school's own host, with its own header.
    pub fn ask(&self, school: &str, method: &str, path: &str) -> axum::http::request::Builder {
        Request::builder().method(method).uri(path).header("host", host(school)).header("school-id", school)
    }

    pub async fn get(&self, school: &str, path: &str, bearer: &str) -> Got {
        let request = self.ask(school, "GET", path).header("authorization", format!("Bearer {bearer}"));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, school: &str, path: &str, body: Value) -> Got {
        let request = self.ask(school, "POST", path).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// A call of somebody who signed in; a null body is none.
    pub async fn call(&self, school: &str, method: &str, path: &str, bearer: &str, body: Value) -> Got {
        let mut request = self.ask(school, method, path).header("authorization", format!("Bearer {bearer}"));
        if !body.is_null() {
            request = request.header("content-type", "application/json");
        }
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request.body(body).unwrap()).await
    }

    /// Sends a form under a key.
    pub async fn submit(&self, school: &str, form: &str, values: Value, draft: Option<&str>, key: &str) -> Got {
        let path = format!("/api/v1/oa/public/forms/{form}/submissions");
        let request =
            self.ask(school, "POST", &path).header("content-type", "application/json").header("idempotency-key", key);
        let body = json!({ "values": values, "locale": "en", "draft": draft });
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub async fn draft(&self, school: &str, form: &str, values: Value) -> String {
        let path = format!("/api/v1/oa/public/forms/{form}/drafts");
        let got = self.post(school, &path, json!({ "values": values, "locale": "en" })).await;
        got.is(201)["token"].as_str().unwrap().to_owned()
    }

    /// Gives a file to a draft; its id.
    pub async fn upload(&self, school: &str, form: &str, draft: &str, name: &str, bytes: &[u8]) -> String {
        let got = self.try_upload(school, form, draft, name, bytes).await;
        got.is(201)["upload"]["upload_id"].as_str().unwrap().to_owned()
    }

    pub async fn try_upload(&self, school: &str, form: &str, draft: &str, name: &str, bytes: &[u8]) -> Got {
        let body = multipart(&[("form", form), ("field", "scan"), ("draft", draft)], name, bytes);
        let request = self.ask(school, "POST", "/api/v1/oa/public/uploads").header("content-type", MULTIPART);
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    pub fn school(&self, id: &str) -> Arc<tenants::School> {
        self.app.registry.school(&SchoolId::parse(id).unwrap()).unwrap()
    }
}

/// Lets a school's families begin with the form that applications without an account are written in.
pub fn offer_form(schools: &std::path::Path, school: &str) {
    let place = schools.join(school);
    let mut document = forms::document("1.0.0");
    // What proves who opens a letter.
    document["subject"] = json!({ "child.name": "child_name", "guardian.phone": "guardian_phone" });
    std::fs::write(place.join("forms/form.json"), document.to_string()).unwrap();
    let text = json!([{ "kind": "paragraph", "text": "About {{child_name}}" }]);
    let letter = json!({
        "kind": "plain", "title": { "en": "Letter", "ar": "خطاب" }, "subject": { "en": "A letter", "ar": "خطاب" }, "facts": [],
        "body": { "en": text, "ar": text }, "signers": [], "languages": "both",
    });
    std::fs::create_dir_all(place.join("letters")).unwrap();
    // The second is sent by hand where the first stands already.
    for code in ["confirmation", "notice"] {
        std::fs::write(place.join(format!("letters/{code}.json")), letter.to_string()).unwrap();
    }
    let signed = json!([{ "kind": "paragraph", "text": "The place of {{child_name}}" }, { "kind": "signatures" }]);
    let acceptance = json!({
        "kind": "acceptance", "title": { "en": "Acceptance", "ar": "قبول" }, "subject": { "en": "A place", "ar": "مقعد" }, "facts": [],
        "body": { "en": signed, "ar": signed }, "signers": [{ "role": "guardian1", "order": 1 }], "languages": "both",
        "deposit": { "amount": "200", "days": 14 },
    });
    std::fs::write(place.join("letters/acceptance.json"), acceptance.to_string()).unwrap();
    let consent = json!({
        "kind": "consent", "title": { "en": "Photographs", "ar": "الصور" }, "subject": { "en": "Photographs", "ar": "الصور" }, "facts": [],
        "body": { "en": signed, "ar": signed }, "signers": [{ "role": "guardian1", "order": 1 }], "languages": "both",
    });
    std::fs::write(place.join("letters/photo.json"), consent.to_string()).unwrap();
    let yaml = std::fs::read_to_string(place.join("school.yaml")).unwrap();
    std::fs::write(place.join("school.yaml"), yaml.replacen("forms:\n", "forms:\n  form: {}\n", 1)).unwrap();
}
