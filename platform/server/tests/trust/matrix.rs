//! Every operation × ids × tokens, and × hosts × headers: school `alpha`'s people never reach `beta`.
//!
//! The operations come from the API's own document, so a new one is in here the moment it exists.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderMap;
use futures_util::{StreamExt as _, stream};
use percent::encode;
use serde_json::Value;
use words::Role;

use crate::cast::{Cast, hint};
use crate::operations::{Operation, Slot, all, put};
use crate::snapshot;
use crate::world::{Got, World, host};
use testkit::{MULTIPART, multipart};

/// What a run found.
#[derive(Debug, Default)]
pub struct Report {
    pub requests: usize,
    pub operations: BTreeSet<String>,
    /// Operations whose own request went well at least once.
    pub reached: BTreeSet<String>,
    pub violations: Vec<String>,
}

/// One request of the matrix.
#[derive(Clone)]
struct Cell<'a> {
    operation: &'static Operation,
    /// The slot that differs from the operation's own request, and its text.
    change: Option<(&'a Slot, String)>,
    token: String,
    host: String,
    headers: Vec<(&'static str, String)>,
}

/// Plays all of it; stops at the first violation when asked to.
pub struct Matrix<'w> {
    world: &'w World,
    cast: Cast,
    report: Report,
    impatient: bool,
    count: u64,
}

/// Operations that can be done once with what the cast has.
const USES_UP: [&str; 18] = [
    "add_view",
    "remove_draft",
    "restore_draft",
    "submit_form",
    "send_unlocked",
    "request_enquiry_export",
    "request_moves",
    "undo_moves",
    "issue_acceptance_letter",
    "ask_for_consents",
    "decide_financial_document",
    "request_bulk_letters",
    "withdraw_bulk_letters",
    "post_bulk_letters",
    "approve_proposal",
    "approve_proposals",
    "return_proposal",
    "release_decision",
];

/// Tokens that are none, each in its own way.
const DEAD: [&str; 7] = ["none", "foreign", "expired", "revoked", "resigned", "readdressed", "garbage"];
/// Texts that are no id.
const MALFORMED: [&str; 7] = ["x", "0", "../../beta", "\u{0}", "' OR 1=1 --", "%", "ا"];

impl<'w> Matrix<'w> {
    /// With everybody in their place, and nothing asked yet.
    pub async fn set(world: &'w World, impatient: bool) -> Self {
        let cast = Cast::assemble(world).await;
        Self { world, cast, report: Report::default(), impatient, count: 0 }
    }

    /// An operation's own, well-formed request, by whoever holds this bearer.
    pub async fn ask_as(&mut self, operation: &'static Operation, bearer: &str) -> Got {
        let cell = Cell { token: bearer.to_owned(), ..self.own(operation, "none") };
        self.send(&cell).await
    }

    /// The same, of whose body the second half comes once `meanwhile` is done; none for a request without a body. A multipart body has been
    /// read before its last bytes, so one byte would not do.
    pub async fn ask_late(
        &mut self,
        operation: &'static Operation,
        bearer: &str,
        meanwhile: impl Future<Output = ()> + Send + 'static,
    ) -> Option<Got> {
        let cell = Cell { token: bearer.to_owned(), ..self.own(operation, "none") };
        let (parts, body) = self.request(&cell).await.0.into_parts();
        let mut bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        if bytes.is_empty() {
            return None;
        }
        let end = bytes.split_off(bytes.len() / 2);
        let late = stream::once(async {
            meanwhile.await;
            end
        });
        let body = stream::iter([bytes]).chain(late).map(Ok::<_, Infallible>);
        Some(self.world.send(Request::from_parts(parts, Body::from_stream(body))).await)
    }

    pub async fn run(world: &'w World, impatient: bool) -> Report {
        Self::set(world, impatient).await.play().await
    }

    /// Asks everything.
    pub async fn play(self) -> Report {
        let world = self.world;
        let mut matrix = self;
        let before = snapshot::of(world, "beta").await;
        for operation in all() {
            matrix.cast.renew(world).await;
            matrix.ids_and_tokens(operation).await;
            matrix.cast.renew(world).await;
            matrix.audience(operation).await;
            matrix.unassigned(operation).await;
            matrix.hosts_and_headers(operation).await;
            if snapshot::of(world, "beta").await != before {
                matrix.violation(operation, "rows or files of beta changed");
            }
            matrix.report.operations.insert(operation.id.clone());
            if matrix.is_over() {
                break;
            }
        }
        if snapshot::strays(world, "alpha").await > 0 {
            matrix.report.violations.push("rows of another school lie in alpha's file".into());
        }
        matrix.report
    }

    fn is_over(&self) -> bool {
        self.impatient && !self.report.violations.is_empty()
    }

    fn violation(&mut self, operation: &Operation, what: impl std::fmt::Display) {
        self.report.violations.push(format!("{} ({} {}): {what}", operation.id, operation.method, operation.path));
    }

    /// An operation as its own people ask for it; `own` is whoever of alpha has the right.
    fn own(&self, operation: &'static Operation, token: &str) -> Cell<'static> {
        let holders = [("own", Role::SchoolAdmin), ("family", Role::Guardian), ("role", Role::Cashier)];
        let holder = operation.roles().and_then(|may| holders.into_iter().find(|(_, role)| may.contains(role)));
        let token = if token == "own" { holder.map_or("own", |(holder, _)| holder) } else { token };
        Cell {
            operation,
            change: None,
            token: self.cast.tokens[token].clone(),
            host: host("alpha"),
            headers: vec![("school-id", "alpha".into())],
        }
    }

    /// Full product over ids that the document declares; over plain texts each id with a few tokens.
    async fn ids_and_tokens(&mut self, operation: &'static Operation) {
        if operation.id == "return_application" {
            self.cast.withdraw(self.world).await;
        }
        if operation.id == "bring_back_application_file" {
            self.cast.take_back(self.world).await;
        }
        if operation.id == "correct_letter_post" {
            self.cast.post(self.world).await;
        }
        let got = self.send(&self.own(operation, "own")).await;
        if got.status.is_success() {
            self.report.reached.insert(operation.id.clone());
        }
        let mut refusals = BTreeMap::new();
        for token in DEAD {
            self.cast.renew(self.world).await;
            let got = self.send(&self.own(operation, token)).await;
            self.dead_token(operation, token, &got, &mut refusals);
        }
        // Somebody whose roles do not hold the right. What everybody may do about themselves refuses nobody.
        let without = [("role", Role::Cashier), ("officer", Role::AdmissionsOfficer)];
        let without = operation.roles().and_then(|may| without.into_iter().find(|(_, role)| !may.contains(role)));
        if let Some((token, role)) = without {
            let got = self.send(&self.own(operation, token)).await;
            if got.status != 403 {
                self.violation(operation, format!("a {} gets {}", role.as_str(), got.status));
            }
        }
        let example = operation.example(&|name| hint(&self.cast, &operation.id, name));
        let kinds: Vec<String> = self.cast.foreign.keys().map(|kind| (*kind).to_owned()).collect();
        for slot in &operation.slots(&example) {
            let declared = match slot {
                Slot::Path { entity: Some(entity), .. } => Some(entity.clone()),
                Slot::Cookie => Some("refresh".to_owned()),
                _ => None,
            };
            // The fifth wrong proof ends a link, whoever tries: what that tells has a test of its own.
            if operation.id == "open_application" && matches!(slot, Slot::Body { path } if path.iter().eq(["proof"])) {
                continue;
            }
            self.cast.renew(self.world).await;
            for kind in declared.as_ref().map_or(&kinds[..], std::slice::from_ref) {
                let Some(foreign) = self.cast.foreign.get(kind.as_str()).cloned() else {
                    self.violation(operation, format!("nobody knows how to make a `{kind}`: add it to the cast"));
                    continue;
                };
                let tokens: &[&str] = if declared.is_some() {
                    &["own", "officer", "role", "none", "foreign", "expired", "revoked", "resigned", "readdressed"]
                } else {
                    &["own", "foreign"]
                };
                for token in tokens {
                    let random = self.cast.random(self.world, kind);
                    let there = Cell { change: Some((slot, foreign.clone())), ..self.own(operation, token) };
                    let a = self.send(&there).await;
                    // What is used up by the first, the second needs one of its own of: a draft that is sent, answers that are changed, an
                    // account's one long job. And wrong proofs are counted.
                    let is_proof = operation.id == "adopt_application";
                    if (USES_UP.contains(&&*operation.id) && a.status.is_success()) || is_proof {
                        self.cast.renew(self.world).await;
                    }
                    let nowhere = Cell { change: Some((slot, random.clone())), ..self.own(operation, token) };
                    let b = self.send(&nowhere).await;
                    if is_proof {
                        self.cast.renew(self.world).await;
                    }
                    // A wrong password slows the next one down, whatever it is.
                    if a.status == 429 || b.status == 429 {
                        continue;
                    }
                    let (a, b) = (essence(operation, &a, &foreign), essence(operation, &b, &random));
                    if a != b {
                        self.violation(
                            operation,
                            format!("{slot:?} with {token}: beta's {kind} differs from a random one: {a:?} and {b:?}"),
                        );
                    }
                    if self.is_over() {
                        return;
                    }
                }
            }
            for text in MALFORMED {
                let cell = Cell { change: Some((slot, text.to_owned())), ..self.own(operation, "own") };
                self.send(&cell).await;
            }
            self.send(&Cell { change: Some((slot, "9".repeat(3000))), ..self.own(operation, "own") }).await;
        }
    }

    fn dead_token(&mut self, operation: &Operation, token: &str, got: &Got, refusals: &mut BTreeMap<String, String>) {
        if operation.public {
            return;
        }
        if got.status != 401 {
            self.violation(operation, format!("a token that is {token} gets {}", got.status));
        }
        refusals.insert(format!("{:?}", essence(operation, got, "")), token.to_owned());
        if refusals.len() > 1 {
            self.violation(operation, format!("dead tokens are told apart: {refusals:?}"));
        }
    }

    /// What an audience hides is as absent as what is not there.
    async fn audience(&mut self, operation: &'static Operation) {
        let hidden = self.cast.hidden.clone();
        for slot in &operation.slots(&Value::Null) {
            let Slot::Path { entity: Some(entity), .. } = slot else { continue };
            if !["enquiry", "student", "decided", "proposed"].contains(&entity.as_str()) {
                continue;
            }
            let random = self.cast.random(self.world, "enquiry");
            let there =
                self.send(&Cell { change: Some((slot, hidden.clone())), ..self.own(operation, "officer") }).await;
            let nowhere =
                self.send(&Cell { change: Some((slot, random.clone())), ..self.own(operation, "officer") }).await;
            if essence(operation, &there, &hidden) != essence(operation, &nowhere, &random) {
                self.violation(operation, "a submission that the audience hides differs from a random one");
            }
        }
        let got = self.send(&self.own(operation, "officer")).await;
        if contains(&got, "hidden-9b2e") {
            self.violation(operation, "what the audience hides is told");
        }
    }

    /// What a reviewer does not look after is as absent as what is not there, whatever of theirs they ask by, and is told nowhere.
    async fn unassigned(&mut self, operation: &'static Operation) {
        let theirs = operation.roles().is_some_and(|may| may.contains(&Role::Reviewer));
        if !theirs || matches!(operation.permission.as_str(), "own" | "account.manage") {
            return;
        }
        let example = operation.example(&|name| hint(&self.cast, &operation.id, name));
        for slot in &operation.slots(&example) {
            let declared = match slot {
                Slot::Path { entity, .. } => entity.as_deref(),
                _ => None,
            };
            for kind in declared.map_or(vec!["enquiry", "student", "registration", "reference"], |kind| vec![kind]) {
                let (there, nowhere) = (self.cast.own[kind].clone(), self.cast.random(self.world, kind));
                let ask =
                    |text: &str| Cell { change: Some((slot, text.to_owned())), ..self.own(operation, "reviewer") };
                let (a, b) = (ask(&there), ask(&nowhere));
                let (a, b) = (self.send(&a).await, self.send(&b).await);
                // What no body may hold is told by its column, and the two are not equally long.
                if [&a, &b].iter().all(|got| got.status == 400 && contains(got, "\"R001\"")) {
                    continue;
                }
                let (a, b) = (essence(operation, &a, &there), essence(operation, &b, &nowhere));
                if a != b {
                    let what = format!(
                        "{slot:?}: what a reviewer does not look after differs from a random {kind}: {a:?} and {b:?}"
                    );
                    self.violation(operation, what);
                }
            }
        }
        let got = self.send(&self.own(operation, "reviewer")).await;
        if contains(&got, "plain-5c1d") {
            self.violation(operation, "a reviewer is told of what others look after");
        }
    }

    /// Pairwise: hosts × headers, with ids and tokens in turn.
    async fn hosts_and_headers(&mut self, operation: &'static Operation) {
        let id = |school: &str| ("school-id", school.to_owned());
        let client = |school: &str| ("client-id", school.to_owned());
        let headers = [
            ("equal", vec![id("alpha"), client("ALPHA")]),
            ("client", vec![client("alpha")]),
            ("absent", vec![]),
            ("other", vec![id("beta"), client("beta")]),
            ("unknown", vec![id("nowhere")]),
            ("malformed", vec![id("al pha/../beta")]),
            ("disagreeing", vec![id("alpha"), client("beta")]),
            ("repeated", vec![id("alpha"), id("alpha")]),
        ];
        let hosts = [
            ("own", host("alpha")),
            ("other", host("beta")),
            ("unknown", host("nowhere")),
            ("address", "127.0.0.1".into()),
            ("forwarded", host("alpha")),
        ];
        let slots = operation.slots(&Value::Null);
        let mut other = None;
        for (at, (host_name, host)) in hosts.iter().enumerate() {
            for (header_name, headers) in &headers {
                // A family of beta at beta's own door: not this test's matter.
                if *host_name == "other" && (operation.common || (operation.public && matches!(*header_name, "other")))
                {
                    continue;
                }
                let token = ["own", "foreign", "none"][(at + headers.len()) % 3];
                let change = slots.iter().find_map(|slot| match slot {
                    Slot::Path { entity: Some(entity), .. } => {
                        Some((slot, self.cast.foreign.get(entity.as_str())?.clone()))
                    }
                    _ => None,
                });
                let token = if *host_name == "other" && token == "foreign" { "own" } else { token };
                let mut headers = headers.clone();
                if *host_name == "forwarded" {
                    headers.extend([
                        ("x-forwarded-host", crate::world::host("beta")),
                        ("forwarded", format!("host={}", crate::world::host("beta"))),
                    ]);
                }
                let cell = Cell {
                    change: change.filter(|_| at % 2 == 0),
                    host: host.clone(),
                    headers,
                    ..self.own(operation, token)
                };
                let got = self.send(&cell).await;
                let expected = expected(operation, host_name, header_name);
                if expected.is_some_and(|expected| got.status.as_u16() != expected) {
                    self.violation(
                        operation,
                        format!("host {host_name}, headers {header_name}: {} and not {expected:?}", got.status),
                    );
                }
                // Whether the named school exists is not told.
                if *host_name == "own" && matches!(*header_name, "other" | "unknown") && !operation.common {
                    let told = essence(operation, &got, "");
                    if other.replace(told.clone()).is_some_and(|before| before != told) {
                        self.violation(operation, "a header that names a school is told from one that names none");
                    }
                }
            }
        }
    }

    async fn send(&mut self, cell: &Cell<'_>) -> Got {
        if cell.operation.id == "publish_settings" {
            // What was published is no draft any more: the next one needs something to publish too.
            self.cast.renew(self.world).await;
        }
        let (request, sent) = self.request(cell).await;
        let line = format!("{} {}", request.method(), request.uri());
        let got = self.world.send(request).await;
        self.report.requests += 1;
        if got.status.is_server_error() {
            self.violation(cell.operation, format!("{line}, {:?}: {}", cell.change, got.status));
        }
        for cookie in got.headers.get_all("set-cookie") {
            if !is_designed(cell.operation, cookie.to_str().unwrap_or_default()) {
                self.violation(cell.operation, format!("{line}: sets the cookie {cookie:?}"));
            }
        }
        let told = self.cast.canaries().into_iter().find(|canary| !sent.contains(*canary) && contains(&got, canary));
        if let Some(told) = told.map(str::to_owned) {
            self.violation(cell.operation, format!("{line}, {:?}: tells {told}", cell.change));
        }
        got
    }

    /// Writes the request; also gives all of its text.
    async fn request(&mut self, cell: &Cell<'_>) -> (Request, String) {
        self.count += 1;
        let operation = cell.operation;
        let hint = |name: &str| hint(&self.cast, &operation.id, name);
        let changed = |wanted: &dyn Fn(&Slot) -> bool| {
            cell.change.as_ref().filter(|(slot, _)| wanted(slot)).map(|(_, text)| text.clone())
        };
        let mut path = operation.path.clone();
        let mut query = Vec::new();
        for parameter in &operation.parameters {
            let own = parameter.entity.as_ref().and_then(|entity| self.cast.own.get(entity.as_str()).cloned());
            let hinted = || hint(&parameter.name).and_then(|value| value.as_str().map(str::to_owned));
            let text = own.or_else(hinted).unwrap_or_else(|| "1".into());
            match parameter.place.as_str() {
                "path" => {
                    let text = changed(&|slot| matches!(slot, Slot::Path { name, .. } if *name == parameter.name))
                        .unwrap_or(text);
                    path = path.replace(&format!("{{{}}}", parameter.name), &encode(&text));
                }
                "query" => {
                    let text = changed(&|slot| matches!(slot, Slot::Query { name } if *name == parameter.name))
                        .or(parameter.required.then_some(text));
                    // Exports need a format although the document shares the list's query.
                    let text = text.or_else(|| {
                        (operation.path.ends_with("/export") && parameter.name == "format").then(|| "csv".into())
                    });
                    query.extend(text.map(|text| format!("{}={}", encode(&parameter.name), encode(&text))));
                }
                _ => {}
            }
        }
        let uri = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
        let mut request = Request::builder().method(operation.method.as_str()).uri(&uri).header("host", &cell.host);
        for (name, value) in &cell.headers {
            request = request.header(*name, value);
        }
        if !cell.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", cell.token));
        }
        if operation.path.contains("/auth/") {
            let own = self.cast.cookie.split_once('=').map_or("", |(_, value)| value).to_owned();
            let value = changed(&|slot| *slot == Slot::Cookie).unwrap_or(own);
            let cookie = axum::http::HeaderValue::from_bytes(format!("__Host-rt={value}").as_bytes());
            request = request.header("origin", format!("http://{}", cell.host));
            if let Ok(cookie) = cookie {
                request = request.header("cookie", cookie);
            }
        }
        for header in operation.parameters.iter().filter(|p| p.place == "header") {
            request = request.header(&header.name, format!("matrix-request-{:08}", self.count));
        }
        let (body, kind) = self.body(cell, &hint).await;
        if let Some(kind) = kind {
            request = request.header("content-type", kind);
        }
        let sent = format!("{uri} {} {}", cell.token, String::from_utf8_lossy(&body));
        (request.body(Body::from(body)).unwrap(), sent)
    }

    async fn body(&self, cell: &Cell<'_>, hint: &(dyn Fn(&str) -> Option<Value> + Sync)) -> (Vec<u8>, Option<String>) {
        let Some((kind, schema)) = &cell.operation.body else { return (Vec::new(), None) };
        let mut example = cell.operation.example(hint);
        if schema["properties"]["version"].is_object() {
            example["version"] = self.version(cell.operation).await.into();
        }
        if let Some((Slot::Body { path }, text)) = &cell.change {
            put(&mut example, path, text);
        }
        if kind.starts_with("multipart/") {
            let text = |name: &str| example[name].as_str().unwrap_or_default().to_owned();
            let (form, field, draft) = (text("form"), text("field"), text("draft"));
            let kind = text("kind");
            let mut parts = vec![("kind", kind.as_str()), ("form", &form), ("field", &field), ("draft", &draft)];
            parts.retain(|(name, _)| schema["properties"][*name].is_object());
            // Papers say what they are for; what is a file and nothing else is a picture.
            let file = match parts.iter().all(|(name, _)| *name == "kind") {
                true => crate::pictures::picture(image::ImageFormat::Png, 8, 8),
                false => crate::pictures::pdf(100),
            };
            return (multipart(&parts, "a", &file), Some(MULTIPART.into()));
        }
        (example.to_string().into_bytes(), Some(kind.clone()))
    }

    /// The version of alpha's own row, so that its own request goes well however often it was changed.
    async fn version(&self, operation: &Operation) -> i64 {
        let mut entity = operation.parameters.iter().filter_map(|p| p.entity.clone()).next_back().unwrap_or_default();
        if entity.is_empty() && matches!(operation.permission.as_str(), "own" | "account.manage") {
            entity = "user".into();
        }
        if operation.permission.starts_with("settings.") {
            let sql = "SELECT COALESCE(MAX(version), 0) FROM setting_drafts WHERE school_id = $1";
            return crate::database::number(&self.world.app.db, "alpha", sql).await;
        }
        let Some(id) = self.cast.own.get(entity.as_str()) else { return 1 };
        let sql = match entity.as_str() {
            "draft" => format!(
                "SELECT COALESCE(MAX(version), 1) FROM drafts WHERE school_id = $1 AND token_hash = '{}'",
                kernel::crypto::token_hash(id)
            ),
            "enquiry" | "student" => {
                format!("SELECT COALESCE(MAX(version), 1) FROM submissions WHERE school_id = $1 AND id = '{id}'")
            }
            "user" | "person" => {
                format!("SELECT COALESCE(MAX(version), 1) FROM users WHERE school_id = $1 AND id = '{id}'")
            }
            "note" => {
                format!("SELECT COALESCE(MAX(version), 1) FROM submission_notes WHERE school_id = $1 AND id = '{id}'")
            }
            "task" => format!("SELECT COALESCE(MAX(version), 1) FROM tasks WHERE school_id = $1 AND id = '{id}'"),
            "view" => {
                format!("SELECT COALESCE(MAX(version), 1) FROM saved_views WHERE school_id = $1 AND id = '{id}'")
            }
            "till" => format!("SELECT COALESCE(MAX(version), 1) FROM tills WHERE school_id = $1 AND id = '{id}'"),
            _ => return 1,
        };
        crate::database::number(&self.world.app.db, "alpha", &sql).await
    }
}

/// What host and headers alone decide; `None` where the operation decides.
fn expected(operation: &Operation, host: &str, header: &str) -> Option<u16> {
    match (host, header) {
        ("unknown" | "address", _) => Some(421),
        _ if operation.common => None,
        (_, "absent" | "malformed" | "disagreeing" | "repeated") => Some(400),
        (_, "unknown") => Some(403),
        ("own" | "forwarded", "other") => Some(403),
        ("other", "equal" | "client") => Some(403),
        // Alpha's token at beta's door.
        ("other", "other") if !operation.public => Some(401),
        _ => None,
    }
}

/// Whether a cookie is one of those that this server sets, at a call that may set one.
fn is_designed(operation: &Operation, cookie: &str) -> bool {
    let parts: Vec<&str> = cookie.split("; ").collect();
    let [pair, "Path=/", age, "Secure", "HttpOnly", "SameSite=Strict"] = parts[..] else { return false };
    operation.path.contains("/auth/")
        && (pair.starts_with("__Host-rt=") || pair.starts_with("__Host-begun="))
        && age.strip_prefix("Max-Age=").is_some_and(|age| age.parse::<u32>().is_ok())
}

fn contains(got: &Got, text: &str) -> bool {
    let inside = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    inside(&got.body) || got.headers.values().any(|value| inside(value.as_bytes()))
}

/// Status, headers and body without what is new in every answer, and without the text that was asked with. Of an answer
/// that went well to a request that changes something, not the body: the rows of alpha move on meanwhile.
fn essence(operation: &Operation, got: &Got, asked: &str) -> (u16, String, String) {
    let mut headers: Vec<String> = visible(&got.headers);
    headers.sort();
    let moving = got.status.is_success() && operation.method != "GET";
    let mut body = if moving { String::new() } else { plain(&String::from_utf8_lossy(&got.body), asked) };
    // A code of one's own counts down with every try, whatever was tried.
    if let Ok(mut told) = serde_json::from_str::<Value>(&body)
        && told.get("tries_left").is_some()
    {
        told["tries_left"] = "<counted>".into();
        body = told.to_string();
    }
    (got.status.as_u16(), headers.join("\n"), body)
}

fn visible(headers: &HeaderMap) -> Vec<String> {
    const NEW: [&str; 6] = ["idempotent-replayed", "x-request-id", "date", "content-length", "set-cookie", "etag"];
    let shown = headers.iter().filter(|(name, _)| !NEW.contains(&name.as_str()));
    shown.map(|(name, value)| format!("{name}: {}", String::from_utf8_lossy(value.as_bytes()))).collect()
}

fn plain(text: &str, asked: &str) -> String {
    if asked.is_empty() { text.to_owned() } else { text.replace(asked, "<asked>") }
}

mod percent {
    /// Percent-encodes everything but letters, digits and `-_.`.
    pub fn encode(text: &str) -> String {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
        text.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
    }
}
