//! The router of the API and its document, made together so that neither can lack what the other has.

mod complete;
mod secrets;
mod threshold;

use axum::Router;
use console::operator::guard;
use serde_json::Value;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

pub(crate) use threshold::{Threshold, Thresholds};

use crate::rooms::ROOMS;
use crate::state::AppState;

/// Every operation of the API.
fn operations() -> OpenApiRouter<AppState> {
    let mut components = Components::new();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let cookie = ApiKeyValue::with_description(guard::COOKIE, "An operator's session, at the platform's own host.");
    components.add_security_scheme("operator", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let info = InfoBuilder::new().title("Qabul").version(env!("CARGO_PKG_VERSION")).build();
    let document = OpenApiBuilder::new().info(info).components(Some(components)).build();
    let slices = ROOMS.iter().fold(OpenApiRouter::new(), |slices, room| slices.merge((room.routes)()));
    let mut router = OpenApiRouter::with_openapi(document).nest("/api", slices);
    require_bearers(router.get_openapi_mut());
    router
}

/// Whatever is not public asks for a bearer; said in the document's own way too.
fn require_bearers(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            let permission = operation.extensions.as_ref().and_then(|extensions| extensions.get("x-permission"));
            let scheme = match permission.and_then(serde_json::Value::as_str).map(Audience::of) {
                Some(Audience::Public | Audience::Platform) => continue,
                Some(Audience::Operator) => "operator",
                Some(Audience::Right) | None => "bearer",
            };
            operation.security = Some(vec![SecurityRequirement::new(scheme, [""; 0])]);
        }
    }
}

/// The API's router, and what stands before each operation. None where an operation does not say what it must.
pub(crate) fn router() -> anyhow::Result<(Router<AppState>, Thresholds)> {
    let (router, document) = operations().split_for_parts();
    Ok((router, Thresholds::read(&completed(&document))?))
}

/// The API's document.
#[must_use]
pub fn openapi() -> Value {
    completed(&operations().into_openapi())
}

fn completed(document: &OpenApi) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    complete::complete(&mut document);
    document
}

/// For whom an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Anybody at a school's host.
    Public,
    /// Who has the right at a school's host.
    Right,
    /// Anybody at the platform's own host.
    Platform,
    /// Operators at the platform's own host.
    Operator,
}

impl Audience {
    fn of(permission: &str) -> Self {
        match permission {
            "public" => Self::Public,
            "platform.public" => Self::Platform,
            "platform.operator" => Self::Operator,
            _ => Self::Right,
        }
    }

    /// Whether it is answered at the platform's own host alone.
    pub fn is_of_platform(self) -> bool {
        matches!(self, Self::Platform | Self::Operator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Method;

    fn each_operation(mut look: impl FnMut(&str, &str, &serde_json::Value)) {
        let document = openapi();
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("item") {
                look(path, method, operation);
            }
        }
    }

    #[test]
    fn every_operation_says_what_stands_before_it() {
        let (_, thresholds) = router().expect("said of all");
        let mut seen = 0;
        each_operation(|path, method, _| {
            seen += 1;
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes()).expect("method");
            assert!(thresholds.find(path, &method).is_some(), "{method} {path}");
        });
        assert!(seen > 15, "{seen}");
    }

    #[test]
    fn every_id_in_a_path_says_whose_it_is() {
        each_operation(|path, method, operation| {
            for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
                let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
                assert!(
                    parameters.iter().any(|p| p["name"] == name && p["in"] == "path"),
                    "{method} {path}: {name} is not described"
                );
            }
        });
    }

    #[test]
    fn operation_ids_are_handler_names_and_stand_once() {
        let mut seen = std::collections::HashSet::new();
        each_operation(|path, method, operation| {
            let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
            let named = !id.is_empty() && id.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            assert!(named, "{method} {path}: {id:?}");
            assert!(seen.insert(id.clone()), "{id} stands twice");
        });
    }

    #[test]
    fn what_stands_before_every_handler_is_told_of_all() {
        each_operation(|path, method, operation| {
            let said = operation["responses"].as_object().expect("responses");
            let has = |status: &str| said.contains_key(status);
            for status in ["400", "403", "414", "421", "429", "431", "5XX"] {
                assert!(has(status), "{method} {path} does not tell of {status}");
            }
            let takes_body = operation.get("requestBody").is_some();
            assert!(!takes_body || (has("413") && has("415")), "{method} {path} does not tell of 413 and 415");
            let is_open = operation.get("security").is_none();
            assert!(is_open || has("401"), "{method} {path} does not tell of 401");
        });
    }

    #[test]
    fn a_text_of_the_query_is_as_long_as_the_document_says() {
        let (_, thresholds) = router().expect("said of all");
        let people = thresholds.find("/api/v1/oa/people", &Method::GET).expect("people");
        let too_long = |q: &str| {
            let uri = format!("/api/v1/oa/people?role=auditor&q={q}").parse().expect("uri");
            people.too_long(&uri).map(str::to_owned)
        };
        assert_eq!(too_long(&"%D8%B3".repeat(200)), None, "characters, not bytes");
        assert_eq!(too_long(&"%D8%B3".repeat(201)).as_deref(), Some("q"));
    }

    #[test]
    fn what_is_unknown_is_not_public() {
        let (_, thresholds) = router().expect("said of all");
        let is_public = |path, method| thresholds.find(path, &method).is_some_and(Threshold::is_public);
        assert!(is_public("/api/v1/oa/auth/login", Method::POST));
        assert!(!is_public("/api/v1/oa/auth/login", Method::DELETE));
        assert!(!is_public("/api/v1/oa/enquiries", Method::GET));
        assert!(!is_public("/api/v1/oa/enquiries", Method::HEAD));
        assert!(!is_public("/x", Method::GET));
    }
}
