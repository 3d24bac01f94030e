//! A browser's part: host, school header, bearer, cookie.

use std::net::IpAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, header};
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::http::Front;

/// Asks as one browser would.
#[derive(Clone)]
pub struct Client {
    /// The server that it calls.
    pub front: Arc<Front>,
    /// The host it calls.
    pub host: String,
    /// Its `school-id` header.
    pub school: Option<String>,
    /// Its bearer.
    pub bearer: Option<String>,
    /// Its refresh cookie, `__Host-rt=…`.
    pub cookie: Option<String>,
    /// Where it calls from.
    pub peer: IpAddr,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body as text.
    pub text: String,
    /// Body as JSON; null when it is none.
    pub json: Value,
}

/// A question that is being put together.
#[must_use]
pub struct Ask<'c> {
    client: &'c Client,
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

impl Client {
    /// GET, at once.
    pub async fn get(&self, path: &str) -> Result<Reply> {
        self.ask(Method::GET, path).send().await
    }

    /// POST of a JSON body, at once.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Reply> {
        self.ask(Method::POST, path).json(body).send().await
    }

    /// Any question.
    pub fn ask(&self, method: Method, path: &str) -> Ask<'_> {
        Ask { client: self, method, path: path.to_owned(), headers: Vec::new(), body: None }
    }

    /// The same browser without its bearer.
    #[must_use]
    pub fn anonymous(&self) -> Self {
        Self { bearer: None, ..self.clone() }
    }

    /// The same browser with this bearer.
    #[must_use]
    pub fn with_bearer(&self, bearer: &str) -> Self {
        Self { bearer: Some(bearer.to_owned()), ..self.clone() }
    }
}

impl Ask<'_> {
    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds a JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.text("application/json", &body.to_string())
    }

    /// Adds any text as a body.
    pub fn text(self, kind: &str, body: &str) -> Self {
        self.bytes(kind, body.as_bytes().to_vec())
    }

    /// Adds any body.
    pub fn bytes(mut self, kind: &str, body: Vec<u8>) -> Self {
        self.headers.push(("content-type".into(), kind.to_owned()));
        self.body = Some(body);
        self
    }

    /// Adds a file after other parts.
    pub fn file(self, parts: &[(&str, &str)], name: &str, file: &[u8]) -> Self {
        self.bytes(crate::MULTIPART, crate::multipart(parts, name, file))
    }

    /// Puts the question.
    pub async fn send(self) -> Result<Reply> {
        let client = self.client;
        let mut request = Request::builder().method(self.method).uri(&self.path);
        let named = |name: &str| self.headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        if !named("host") {
            request = request.header(header::HOST, &client.host);
        }
        if let Some(school) = client.school.as_ref().filter(|_| !named("school-id")) {
            request = request.header("school-id", school);
        }
        if let Some(bearer) = client.bearer.as_ref().filter(|_| !named("authorization")) {
            request = request.header(header::AUTHORIZATION, format!("Bearer {bearer}"));
        }
        if let Some(cookie) = client.cookie.as_ref().filter(|_| !named("cookie")) {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        if let Some(body) = &self.body {
            request = request.header(header::CONTENT_LENGTH, body.len());
        }
        let request = request.body(self.body.map_or_else(Body::empty, Body::from)).context("a request")?;
        let (parts, body) = client.front.handle(request, client.peer).await.into_parts();
        let bytes = body.collect().await.context("a body")?.to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Ok(Reply { status: parts.status.as_u16(), headers: parts.headers, text, json })
    }
}

impl Reply {
    /// A header's value; empty when it is not there.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The message id of the envelope.
    #[must_use]
    pub fn message_id(&self) -> &str {
        self.json["messageId"].as_str().unwrap_or_default()
    }

    /// The refresh cookie that was set, as the next request sends it.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        self.header("set-cookie")
            .split(';')
            .next()
            .map(str::to_owned)
            .filter(|cookie| cookie.len() > "__Host-rt=".len())
    }
}
