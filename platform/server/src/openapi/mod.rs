//! The router of the API and its document, made together so that neither can lack what the other has.

mod complete;

use std::collections::HashMap;

use axum::Router;
use axum::extract::Query;
use axum::http::Uri;
use console::operator::guard;
use identity::limits::Flow;
use kernel::{Caller, Permission, Refusal};
use serde_json::Value;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

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
    let slices = OpenApiRouter::<AppState>::new()
        .merge(crate::common::routes())
        .merge(crate::criteria::routes())
        .merge(identity::routes())
        .merge(admissions::routes())
        .merge(settings::routes())
        .merge(console::routes());
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

/// The API's router, and what each operation asks for.
pub(crate) fn router() -> (Router<AppState>, Permissions) {
    let (router, document) = operations().split_for_parts();
    (router, Permissions::of(&completed(&document)))
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

/// What stands before an operation.
#[derive(Debug, Clone)]
struct Threshold {
    method: String,
    audience: Audience,
    /// The right that it asks for, where it asks for one of a school's.
    right: Option<Permission>,
    /// Whoever has a session is known by it; whoever has none comes in as well.
    knows_bearers: bool,
    flow: Option<Flow>,
    longest: Vec<(String, usize)>,
}

/// What stands before each operation, by path and method.
#[derive(Debug, Default)]
pub(crate) struct Permissions(HashMap<String, Vec<Threshold>>);

impl Permissions {
    fn of(document: &Value) -> Self {
        let paths = document["paths"].as_object().cloned().unwrap_or_default();
        let of_path = |item: &Value| {
            let methods = item.as_object().into_iter().flatten();
            methods
                .map(|(method, operation)| Threshold {
                    method: method.to_ascii_uppercase(),
                    audience: Audience::of(operation["x-permission"].as_str().unwrap_or_default()),
                    right: Permission::ALL.iter().copied().find(|right| operation["x-permission"] == right.as_str()),
                    knows_bearers: operation["x-bearer"] == "optional",
                    flow: operation["operationId"].as_str().and_then(Flow::of),
                    longest: operation.as_object().map(complete::longest).unwrap_or_default(),
                })
                .collect()
        };
        Self(paths.iter().map(|(path, item)| (path.clone(), of_path(item))).collect())
    }

    /// Whether the operation may be called by anybody. What is not in the document may not.
    pub fn is_public(&self, path: &str, method: &str) -> bool {
        self.audience(path, method) == Some(Audience::Public)
    }

    /// Whether a public operation knows its callers by a bearer that they may send.
    pub fn knows_bearers(&self, path: &str, method: &str) -> bool {
        self.find(path, method).is_some_and(|found| found.knows_bearers)
    }

    /// For whom the operation is; none for what is not in the document.
    pub fn audience(&self, path: &str, method: &str) -> Option<Audience> {
        self.find(path, method).map(|found| found.audience)
    }

    /// Whether the caller has the right that the operation names: the first wall, with a second in each service.
    pub fn admit(&self, path: &str, method: &str, caller: &Caller) -> Result<(), Refusal> {
        self.find(path, method).and_then(|found| found.right).map_or(Ok(()), |right| caller.require(right))
    }

    /// Whether a path has operations of the platform's own host, and none of this method.
    pub fn lacks_method_at_platform(&self, path: &str, method: &str) -> bool {
        let known = self.0.get(path).is_some_and(|all| all.iter().any(|found| found.audience.is_of_platform()));
        known && self.find(path, method).is_none()
    }

    /// As what a call of the operation counts for its network address.
    pub fn flow(&self, path: &str, method: &str) -> Option<Flow> {
        self.find(path, method)?.flow
    }

    /// A parameter of the query that is longer than the document lets it be.
    pub fn too_long(&self, path: &str, method: &str, uri: &Uri) -> Option<&str> {
        let longest = self.find(path, method).map(|found| &found.longest).filter(|longest| !longest.is_empty())?;
        let Ok(Query(given)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else { return None };
        let is_too_long = |(name, most): &&(String, usize)| {
            given.iter().any(|(given, text)| given == name && text.chars().count() > *most)
        };
        longest.iter().find(is_too_long).map(|(name, _)| name.as_str())
    }

    fn find(&self, path: &str, method: &str) -> Option<&Threshold> {
        let method = if method == "HEAD" { "GET" } else { method };
        self.0.get(path)?.iter().find(|found| found.method == method)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each_operation(mut look: impl FnMut(&str, &str, &serde_json::Value)) {
        let document = openapi();
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("item") {
                look(path, method, operation);
            }
        }
    }

    #[test]
    fn every_operation_names_its_permission() {
        let known: Vec<&str> = Permission::ALL.iter().map(|permission| permission.as_str()).collect();
        let mut seen = 0;
        each_operation(|path, method, operation| {
            seen += 1;
            let permission = operation["x-permission"].as_str().unwrap_or_default();
            assert!(
                ["public", "platform.public", "platform.operator"].contains(&permission) || known.contains(&permission),
                "{method} {path} names no permission: {permission:?}"
            );
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
    fn whatever_a_stranger_may_write_is_counted_by_address() {
        // A session that is carried on or ended was opened before; both look at one row.
        const FREE: [&str; 2] = ["refresh_session", "sign_out"];
        each_operation(|path, method, operation| {
            let id = operation["operationId"].as_str().unwrap_or_default();
            let is_open = ["public", "platform.public"].iter().any(|open| operation["x-permission"] == *open);
            if is_open && method != "get" && !FREE.contains(&id) {
                assert!(Flow::of(id).is_some(), "{method} {path}: {id} is not counted");
            }
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
        let (_, permissions) = router();
        let too_long = |q: &str| {
            let uri = format!("/api/v1/oa/people?role=auditor&q={q}").parse().expect("uri");
            permissions.too_long("/api/v1/oa/people", "GET", &uri).map(str::to_owned)
        };
        assert_eq!(too_long(&"%D8%B3".repeat(200)), None, "characters, not bytes");
        assert_eq!(too_long(&"%D8%B3".repeat(201)).as_deref(), Some("q"));
    }

    #[test]
    fn what_is_unknown_is_not_public() {
        let (_, permissions) = router();
        assert!(permissions.is_public("/api/v1/oa/auth/login", "POST"));
        assert!(!permissions.is_public("/api/v1/oa/auth/login", "DELETE"));
        assert!(!permissions.is_public("/api/v1/oa/enquiries", "GET"));
        assert!(!permissions.is_public("/api/v1/oa/enquiries", "HEAD"));
        assert!(!permissions.is_public("/x", "GET"));
    }
}
