//! The slice's own router over two schools, with the caller that a test names.

use std::net::IpAddr;
use std::sync::Arc;

use admissions::enquiries::Enquiries;
use admissions::files::FileStore;
use admissions::forms::{Forms, FormsParts};
use admissions::letters::{LetterTools, Letters};
use admissions::scans::Scanner;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::http::{HeaderMap, Request, StatusCode};
use identity::Identity;
use kernel::bulk::Bulk;
use kernel::caller::{Actor, Caller};
use kernel::crypto::Secret;
use kernel::message::{Message, MessageJob};
use kernel::outbox::{self, Lane};
use kernel::{Db, statements};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::registry::{Mode, Policy};
use tenants::{Registry, RegistryConfig, School};
use tower::ServiceExt as _;
use utoipa_axum::router::OpenApiRouter;
use words::clock::FixedClock;
use words::rights::Reach;
use words::{Clock, Role, SchoolId, SystemRng};

use crate::database::{self, Place};
use crate::{forms, letters, rules};

/// 2026-11-21, noon in Muscat.
pub const NOW: i64 = 1_795_248_000_000;
pub const DAY: i64 = 86_400_000;

#[derive(Clone)]
struct Rooms {
    forms: Forms,
    enquiries: Enquiries,
    tools: LetterTools,
}

impl FromRef<Rooms> for LetterTools {
    fn from_ref(rooms: &Rooms) -> Self {
        rooms.tools.clone()
    }
}

impl FromRef<Rooms> for Forms {
    fn from_ref(rooms: &Rooms) -> Self {
        rooms.forms.clone()
    }
}

impl FromRef<Rooms> for Enquiries {
    fn from_ref(rooms: &Rooms) -> Self {
        rooms.enquiries.clone()
    }
}

/// Two schools, `one` and `two`, and their router.
pub struct Desk {
    pub folder: tempfile::TempDir,
    pub place: Place,
    pub db: Db,
    pub clock: Arc<FixedClock>,
    pub rules: Arc<rules::Rules>,
    pub registry: Arc<Registry>,
    pub forms: Forms,
    pub enquiries: Enquiries,
    pub letters: Letters,
    pub identity: Identity,
    pub files: FileStore,
    /// Files of long lists.
    pub made: FileStore,
    router: Router,
}

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub enum Who {
    Family,
    Staff(Role),
    Applicant,
}

statements! {
    add_user(id: &str, email: &str, name: &str, roles: Json<Vec<String>>, now: i64) -> [exec]
        "INSERT INTO users (school_id, id, email, name, roles, locale, password_hash, status, stamp, created_at)
         VALUES (:school, :id, :email, :name, :roles, 'en', NULL, 'active', 1, :now) ON CONFLICT DO NOTHING";
    /// Of who signed in just now.
    add_session(id: &str, user: &str, now: i64, ends: i64) -> [exec]
        "INSERT INTO sessions (school_id, id, user_id, kind, method, device, address, stamp, created_at, seen_at, confirmed_at, expires_at)
         VALUES (:school, :id, :user, 'staff', 'password', '', '', 1, :now, :now, :now, :ends)
         ON CONFLICT (school_id, id)
         DO UPDATE SET seen_at = excluded.seen_at, confirmed_at = excluded.confirmed_at, expires_at = excluded.expires_at";
}

/// The session of a person.
pub fn session_of(id: &str) -> String {
    format!("session of {id}")
}

impl Desk {
    pub async fn open(place: Place) -> Self {
        Self::open_with(place, |files| files).await
    }

    /// With its files' store changed.
    pub async fn open_with(place: Place, change: impl FnOnce(FileStore) -> FileStore) -> Self {
        Self::open_parts(place, change, None).await
    }

    /// With a scanner.
    pub async fn open_scanned(place: Place, scanner: Scanner) -> Self {
        Self::open_parts(place, |files| files, Some(scanner)).await
    }

    async fn open_parts(place: Place, change: impl FnOnce(FileStore) -> FileStore, scanner: Option<Scanner>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let schools_dir = folder.path().join("schools");
        std::fs::create_dir_all(&schools_dir).unwrap();
        forms::school(&schools_dir, "one");
        forms::school(&schools_dir, "two");
        let policy = Policy { base_domain: "localhost".into(), mode: Mode::Production, ..Policy::default() };
        let registry = Registry::open(RegistryConfig {
            overlays: schools_dir.join(".overlays"),
            schools_dir,
            policy,
            catalog: Arc::new(rules::Catalog),
        })
        .unwrap();
        let db = place.open(folder.path(), 16).await;
        let (clock, rng) = (Arc::new(FixedClock::at(NOW)), Arc::new(SystemRng));
        let files = change(FileStore::open(folder.path().join("files")).unwrap());
        let double = Arc::new(rules::Rules::default());
        let secret = Secret::new(vec![7; 32]).unwrap();
        let identity = Identity::new(db.clone(), clock.clone(), rng.clone(), secret.clone()).unwrap();
        let forms = Forms::new(FormsParts {
            db: db.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            secret: secret.clone(),
            identity: identity.clone(),
            files: files.clone(),
            logic: double.clone(),
            scanner,
            origin_of: Arc::new(|school: &School| format!("https://{}", school.canonical_host())),
            hijri: |_, _| None,
        });
        // Whatever the disk of whoever runs this has left.
        let made = FileStore::open(folder.path().join("bulk")).unwrap().with_room(u64::MAX, u64::MAX);
        let bulk = Bulk::new(db.clone(), clock.clone(), rng.clone(), made.clone());
        let enquiries = Enquiries::new(db.clone(), clock.clone(), rng.clone(), files.clone(), forms.clone(), bulk);
        let routes = OpenApiRouter::<Rooms>::new()
            .merge(admissions::forms::api::routes())
            .merge(admissions::enquiries::api::routes())
            .merge(admissions::applications::api::routes())
            .merge(admissions::students::api::routes())
            .merge(admissions::my_application::api::routes())
            .merge(admissions::notes::api::routes())
            .merge(admissions::papers::api::routes())
            .merge(admissions::messages::api::routes())
            .merge(admissions::tasks::api::routes())
            .merge(admissions::origins::api::routes())
            .merge(admissions::audiences::api::routes())
            .merge(admissions::unlocks::api::routes())
            .merge(admissions::letters::api::routes());
        let router = routes.split_for_parts().0.layer(DefaultBodyLimit::disable());
        let tools = letters::tools(&db, &clock, &secret);
        let rooms = Rooms { forms: forms.clone(), enquiries: enquiries.clone(), tools };
        let letters = Letters::from_ref(&rooms);
        let router = router.with_state(rooms);
        Self {
            folder,
            place,
            db,
            clock,
            rules: double,
            registry,
            forms,
            enquiries,
            letters,
            identity,
            files,
            made,
            router,
        }
    }

    pub fn school(&self, id: &str) -> Arc<School> {
        self.registry.school(&SchoolId::parse(id).unwrap()).unwrap()
    }

    pub fn bundle(&self, id: &str) -> std::path::PathBuf {
        self.folder.path().join("schools").join(id)
    }

    /// A person of the school, whose id is its role's name; made when first needed.
    pub async fn person(&self, school: &str, role: Role) -> String {
        let (id, now) = (role.as_str().to_owned(), self.clock.now_ms());
        let scope = database::scope(school);
        loop {
            let row = id.clone();
            let write = self.db.write(&scope, move |tx| {
                Box::pin(async move {
                    let email = format!("{row}@example.org");
                    add_user(tx, &row, &email, &format!("Name of {row}"), Json(vec![row.clone()]), now).await?;
                    // One of their own, and one that is everybody's.
                    for session in [session_of(&row), "session".to_owned()] {
                        add_session(tx, &session, &row, now, now + DAY).await?;
                    }
                    Ok::<_, kernel::StoreError>(())
                })
            });
            match write.await {
                Ok(()) => return id,
                // Where a thousand ask at once no connection may be free in time: they come again.
                Err(kernel::StoreError::Away(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    pub fn get(&self, path: &str) -> Ask<'_> {
        Ask::new(self, "GET", path)
    }

    pub fn post(&self, path: &str, body: Value) -> Ask<'_> {
        Ask::new(self, "POST", path).json(body)
    }

    pub fn delete(&self, path: &str) -> Ask<'_> {
        Ask::new(self, "DELETE", path)
    }

    pub fn put(&self, path: &str, body: Value) -> Ask<'_> {
        Ask::new(self, "PUT", path).json(body)
    }

    pub fn patch(&self, path: &str, body: Value) -> Ask<'_> {
        Ask::new(self, "PATCH", path).json(body).staff(Role::SchoolAdmin)
    }

    /// Begins a draft; its token.
    pub async fn draft(&self, form: &str, values: Value) -> String {
        let path = format!("/v1/oa/public/forms/{form}/drafts");
        let got = self.post(&path, json!({ "values": values, "locale": "en" })).send().await;
        got.is(201)["token"].as_str().unwrap().to_owned()
    }

    /// Sends a form under a key of its own.
    pub async fn submit(&self, form: &str, values: Value, draft: Option<&str>) -> Got {
        let mut bytes = [0u8; 12];
        words::Rng::fill(&SystemRng, &mut bytes);
        self.submit_as(form, values, draft, &data_encoding::HEXLOWER.encode(&bytes)).send().await
    }

    /// The request that sends a form under a key.
    pub fn submit_as(&self, form: &str, values: Value, draft: Option<&str>, key: &str) -> Ask<'_> {
        let body = json!({ "values": values, "locale": "en", "draft": draft });
        self.post(&format!("/v1/oa/public/forms/{form}/submissions"), body).header("idempotency-key", key)
    }

    /// The list as the school admin sees it.
    pub async fn list(&self, query: &str) -> Value {
        self.get(&format!("/v1/oa/enquiries?{query}")).staff(Role::SchoolAdmin).send().await.is(200)
    }

    /// Gives a file to a draft's field.
    pub async fn upload(&self, draft: &str, field: &str, name: &str, bytes: &[u8]) -> Got {
        self.upload_to("trial", draft, field, name, bytes).send().await
    }

    pub fn upload_to(&self, form: &str, draft: &str, field: &str, name: &str, bytes: &[u8]) -> Ask<'_> {
        self.upload_of(&[("form", form), ("field", field), ("draft", draft)], name, bytes)
    }

    /// With a proof that a person asks.
    pub fn proved_upload(&self, draft: &str, proof: &str, bytes: &[u8]) -> Ask<'_> {
        let parts = [("form", "trial"), ("field", "scan"), ("draft", draft), ("captcha_token", proof)];
        self.upload_of(&parts, "a.pdf", bytes)
    }

    fn upload_of(&self, parts: &[(&str, &str)], name: &str, bytes: &[u8]) -> Ask<'_> {
        self.multipart("/v1/oa/public/uploads", parts, name, bytes)
    }

    /// A file after some parts of text.
    pub fn multipart(&self, path: &str, parts: &[(&str, &str)], name: &str, bytes: &[u8]) -> Ask<'_> {
        let mut body = Vec::with_capacity(bytes.len() + 1024);
        for (part, value) in parts {
            body.extend(format!("--XX\r\ncontent-disposition: form-data; name=\"{part}\"\r\n\r\n{value}\r\n").bytes());
        }
        body.extend(
            format!("--XX\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").bytes(),
        );
        body.extend(bytes);
        body.extend(b"\r\n--XX--\r\n");
        let ask = Ask::new(self, "POST", path);
        ask.header("content-type", "multipart/form-data; boundary=XX").body(body)
    }

    /// The room of people, over the same database.
    pub fn people(&self) -> people::People {
        people::People::new(self.db.clone(), self.clock.clone(), Arc::new(SystemRng))
    }

    /// The messages that wait to be sent and were not looked at yet, the newest last.
    pub async fn messages(&self) -> Vec<Message> {
        let (scope, now) = (database::scope("one"), self.clock.now_ms());
        let mut found = Vec::new();
        for lane in [Lane::Prompt, Lane::Mail] {
            let leased = self.db.write(&scope, move |tx| {
                Box::pin(async move { outbox::lease_jobs(tx, lane, now, now + 1_000 * DAY, 100).await })
            });
            let jobs: Result<_, kernel::StoreError> = leased.await;
            found.extend(jobs.unwrap().into_iter().filter(|job| job.kind == "message"));
        }
        found.sort_by(|a, b| a.id.as_str().cmp(b.id.as_str()));
        let open = |job: outbox::OutboxRow| {
            let job: MessageJob = serde_json::from_value(job.payload.0).unwrap();
            job.open(&Secret::new(vec![7; 32]).unwrap(), scope.id()).unwrap()
        };
        found.into_iter().map(open).collect()
    }

    pub async fn count(&self, table: &str) -> i64 {
        database::number(&self.db, "one", &format!("SELECT COUNT(*) FROM {table} WHERE school_id = $1")).await
    }
}

/// A request that is being put together.
pub struct Ask<'d> {
    desk: &'d Desk,
    school: &'static str,
    who: Who,
    address: Option<IpAddr>,
    is_stale: bool,
    request: axum::http::request::Builder,
    body: Vec<u8>,
}

impl<'d> Ask<'d> {
    fn new(desk: &'d Desk, method: &str, path: &str) -> Self {
        let request = Request::builder().method(method).uri(path);
        Self { desk, school: "one", who: Who::Family, address: None, is_stale: false, request, body: Vec::new() }
    }

    pub fn school(self, school: &'static str) -> Self {
        Self { school, ..self }
    }

    pub fn staff(self, role: Role) -> Self {
        Self { who: Who::Staff(role), ..self }
    }

    /// With an account that somebody made without a proof of anything.
    pub fn applicant(self) -> Self {
        Self { who: Who::Applicant, ..self }
    }

    /// In a session whose person has not shown for a while who they are.
    pub fn stale(self) -> Self {
        Self { is_stale: true, ..self }
    }

    pub fn family(self) -> Self {
        Self { who: Who::Family, ..self }
    }

    /// From that network address.
    pub fn from(self, address: &str) -> Self {
        Self { address: Some(address.parse().unwrap()), ..self }
    }

    pub fn header(self, name: &str, value: &str) -> Self {
        Self { request: self.request.header(name, value), ..self }
    }

    pub fn json(self, body: Value) -> Self {
        self.header("content-type", "application/json").body(body.to_string().into_bytes())
    }

    pub fn body(self, body: Vec<u8>) -> Self {
        Self { body, ..self }
    }

    pub async fn send(self) -> Got {
        let response = self.answered().await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        Got { status, headers, body }
    }

    /// Whether the answer begins well and ends before its end.
    pub async fn breaks_off(self) -> bool {
        let response = self.answered().await;
        response.status() == StatusCode::OK && axum::body::to_bytes(response.into_body(), usize::MAX).await.is_err()
    }

    async fn answered(self) -> axum::response::Response {
        let school = self.desk.school(self.school);
        let actor = match self.who {
            Who::Family => Actor::Anonymous,
            Who::Staff(_) | Who::Applicant => {
                let (role, reach) = match self.who {
                    Who::Staff(role) => (role, Reach::Roles),
                    _ => (Role::Guardian, Reach::Unproved),
                };
                let id = self.desk.person(self.school, role).await;
                if self.is_stale {
                    let long_ago = "UPDATE sessions SET confirmed_at = 0 WHERE school_id = $1";
                    database::execute(&self.desk.db, self.school, long_ago).await.unwrap();
                }
                let name = format!("Name of {id}");
                let session = session_of(&id).into();
                Actor::User { name, id: id.into(), roles: vec![role], session, reach }
            }
        };
        let caller = Caller { actor, ..anybody(&school, self.address) };
        let mut request = self.request.body(Body::from(self.body)).unwrap();
        request.extensions_mut().insert(school);
        request.extensions_mut().insert(caller);
        request.extensions_mut().insert(IpAddr::from([127, 0, 0, 1]));
        self.desk.router.clone().oneshot(request).await.unwrap()
    }
}

/// Somebody without an account.
pub fn anybody(school: &School, address: Option<IpAddr>) -> Caller {
    Caller { school: school.scope(), actor: Actor::Anonymous, request_id: "request".into(), address }
}

/// An answer.
#[derive(Debug)]
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
    #[track_caller]
    pub fn is(&self, status: u16) -> Value {
        let body = self.json();
        assert_eq!(self.status.as_u16(), status, "{body}");
        body
    }

    /// The body of a refusal with this status and message id.
    #[track_caller]
    pub fn refused(&self, status: u16, id: &str) -> Value {
        let body = self.is(status);
        assert_eq!((body["success"].as_bool(), body["messageId"].as_str()), (Some(false), Some(id)), "{body}");
        body
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn reference(&self) -> String {
        self.is(201)["reference"].as_str().unwrap().to_owned()
    }
}

/// Runs each named test on SQLite and, where a cluster is named, on PostgreSQL.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::desk::Desk::open(crate::database::Place::Lite).await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(place) = crate::database::Place::postgres().await else { return };
                let desk = crate::desk::Desk::open(place).await;
                super::$name(&desk).await;
                desk.db.close().await;
            })*
        }
    };
}
pub(crate) use on_both;
