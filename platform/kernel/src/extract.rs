//! What handlers read a request with. Each says no in the envelope, and reads no more than it must.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::{Caller, MessageId, Refusal};

/// Deepest nesting of a JSON body.
const MAX_DEPTH: usize = 32;

/// A JSON body: `application/json`, within the route's size limit, at most 32 levels deep, of the right shape.
#[derive(Debug, Clone)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        if !is_json(request.headers()) {
            return Err(Refusal::new(MessageId::R010));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| unreadable(&rejection))?;
        parse(&bytes).map(Self)
    }
}

/// A JSON body that may be left out, or null; then it is the type's default.
#[derive(Debug, Clone)]
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let json = is_json(request.headers());
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| unreadable(&rejection))?;
        match (bytes.is_empty(), json) {
            (true, _) => Ok(Self(T::default())),
            (false, false) => Err(Refusal::new(MessageId::R010)),
            (false, true) => parse::<Option<T>>(&bytes).map(|body| Self(body.unwrap_or_default())),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads JSON bytes as a body of the API.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    if depth(bytes) > MAX_DEPTH {
        return Err(Refusal::malformed("the body is nested too deeply"));
    }
    // What is read into a type would take its fields in their order, unnamed.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
        return Err(Refusal::malformed("the body has to be a JSON object"));
    }
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        // The library's text may quote what was sent; where it stands is enough.
        serde_json::error::Category::Data => Refusal::malformed(format!(
            "the body has an unknown, missing or ill-typed field near line {} column {}",
            error.line(),
            error.column()
        )),
        _ => Refusal::malformed("the body is no JSON"),
    })
}

/// How deeply brackets nest outside strings.
fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut deepest, mut in_text, mut escaped) = (0usize, 0usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' if !in_text => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn unreadable(rejection: &BytesRejection) -> Refusal {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Refusal::new(MessageId::R006)
    } else {
        Refusal::malformed("the body could not be read")
    }
}

/// The query string as a type.
#[derive(Debug, Clone)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(_) => Err(Refusal::malformed("the query string has an unknown, missing or ill-typed field")),
        }
    }
}

/// What stands in the path. What does not fit does not exist.
#[derive(Debug, Clone)]
pub struct InPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(found)) => Ok(Self(found)),
            Err(_) => Err(Refusal::not_found()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        // Put there by the server once host, headers and token were looked at.
        parts
            .extensions
            .get::<Caller>()
            .cloned()
            .ok_or_else(|| Refusal::internal("a handler outside the school's routes"))
    }
}

/// Tells a null from a field that was left out, which is none at all (`#[serde(default)]`).
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    <Option<T> as serde::Deserialize>::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_counts_brackets_outside_text() {
        assert_eq!(depth(br#"{"a":[1,{"b":"[[[\"[{"}]}"#), 3);
        assert_eq!(depth("[".repeat(100_000).as_bytes()), 100_000);
    }

    #[test]
    fn a_deep_body_is_refused_before_it_is_parsed() {
        let body = format!("{{\"a\":{}{}}}", "[".repeat(32), "]".repeat(32));
        assert!(parse::<serde_json::Value>(body.as_bytes()).is_err());
        let body = format!("{{\"a\":{}{}}}", "[".repeat(31), "]".repeat(31));
        assert!(parse::<serde_json::Value>(body.as_bytes()).is_ok());
    }

    #[test]
    fn a_list_is_no_body() {
        #[derive(Debug, serde::Deserialize)]
        struct Change {
            #[expect(dead_code, reason = "only read")]
            name: Option<String>,
        }
        assert!(parse::<Change>(br#"{"name":null}"#).is_ok());
        for list in [&b"[null]"[..], b" \n[\"x\"]"] {
            assert!(parse::<Change>(list).is_err(), "{list:?}");
        }
    }
}
