//! What stands before each operation: read once, when the router is built, from what the document says beside its handler. The
//! door obeys it by the operation that was matched, so nothing at the door knows a path.

use std::collections::{BTreeMap, HashMap};

use anyhow::bail;
use axum::extract::Query;
use axum::http::{Method, Uri};
use kernel::rate::Rate;
use kernel::{Caller, Refusal};
use serde::Deserialize as _;
use serde_json::{Map, Value};
use tenants::registry::area::{Area, Areas};
use words::Permission;

use super::{Audience, complete, secrets};

/// Largest body of an operation that names no other.
const JSON_BYTES: usize = 256 * 1024;
/// All that an operation may say to the door; a misspelt word would say nothing.
const WORDS: [&str; 8] =
    ["x-bearer", "x-body", "x-host", "x-page", "x-permission", "x-preview", "x-rate", secrets::MARK];

/// What stands before an operation.
#[derive(Debug, Clone)]
pub(crate) struct Threshold {
    method: Method,
    pub audience: Audience,
    /// The right that it asks for, where it asks for one of a school's.
    right: Option<Permission>,
    /// `x-bearer`: whoever has a session is known by it; whoever has none comes in as well.
    pub knows_bearers: bool,
    /// `x-host`: the host alone decides, and where it is nobody's the operation answers without a school.
    needs_no_school: bool,
    /// `x-preview`: a preview is shown the school as its draft has it.
    pub shows_draft: bool,
    /// `x-page`: it is called by the console's own pages alone.
    pub is_for_own_page: bool,
    /// `x-rate`: as what a call counts for its network address.
    pub rate: Option<Rate>,
    /// `x-body`: bytes of the largest body.
    pub body: usize,
    /// Whether the body brings a file.
    pub takes_file: bool,
    /// `x-secret`: a field of its answers opens something.
    pub holds_secrets: bool,
    longest: Vec<(String, usize)>,
}

impl Threshold {
    fn area(&self) -> Area {
        match self.audience {
            Audience::Platform | Audience::Operator => Area::PlatformApi,
            Audience::Public if self.needs_no_school => Area::Common,
            Audience::Public | Audience::Right => Area::Api,
        }
    }

    /// Whether the operation may be called by anybody.
    pub fn is_public(&self) -> bool {
        self.audience == Audience::Public
    }

    /// Whether the caller has the right that the operation names: the first wall, with a second in each service.
    pub fn admit(&self, caller: &Caller) -> Result<(), Refusal> {
        self.right.map_or(Ok(()), |right| caller.require(right))
    }

    /// A parameter of the query that is longer than the document lets it be.
    pub fn too_long(&self, uri: &Uri) -> Option<&str> {
        if self.longest.is_empty() {
            return None;
        }
        let Ok(Query(given)) = Query::<Vec<(String, String)>>::try_from_uri(uri) else { return None };
        let is_too_long = |(name, most): &&(String, usize)| {
            given.iter().any(|(given, text)| given == name && text.chars().count() > *most)
        };
        self.longest.iter().find(is_too_long).map(|(name, _)| name.as_str())
    }

    fn read(method: &str, operation: &Map<String, Value>) -> Result<Self, String> {
        let unknown = operation.keys().find(|word| word.starts_with("x-") && !WORDS.contains(&word.as_str()));
        if let Some(unknown) = unknown {
            return Err(format!("{unknown} says nothing to the door"));
        }
        let (audience, right) = permission(operation)?;
        let is_open = matches!(audience, Audience::Public | Audience::Platform);
        let takes_file =
            operation.get("requestBody").is_some_and(|body| body["content"].get("multipart/form-data").is_some());
        Ok(Self {
            method: Method::from_bytes(method.to_ascii_uppercase().as_bytes()).map_err(|error| error.to_string())?,
            audience,
            right,
            knows_bearers: says(operation, "x-bearer", "optional", audience == Audience::Public)?,
            needs_no_school: says(operation, "x-host", "alone", audience == Audience::Public)?,
            shows_draft: says(operation, "x-preview", "draft", audience == Audience::Public)?,
            is_for_own_page: own_page(operation, audience, method)?,
            rate: rate(operation, is_open && method != "get")?,
            body: body(operation, takes_file)?,
            takes_file,
            holds_secrets: match operation.get(secrets::MARK) {
                Some(mark) if *mark == true => true,
                Some(_) => return Err("x-secret is true or not there".into()),
                None => false,
            },
            longest: complete::longest(operation),
        })
    }
}

/// Its right, or for whom it is without one.
fn permission(operation: &Map<String, Value>) -> Result<(Audience, Option<Permission>), String> {
    let said = operation.get("x-permission").and_then(Value::as_str).ok_or("it names no x-permission")?;
    match Audience::of(said) {
        Audience::Right => {
            let right = Permission::ALL.iter().copied().find(|right| right.as_str() == said);
            right.map(|right| (Audience::Right, Some(right))).ok_or(format!("x-permission is no right: {said}"))
        }
        open => Ok((open, None)),
    }
}

/// Whether it says this, which is all that the word may say.
fn says(operation: &Map<String, Value>, word: &str, only: &str, may: bool) -> Result<bool, String> {
    match operation.get(word) {
        None => Ok(false),
        Some(_) if !may => Err(format!("{word} is not for an operation of its audience")),
        Some(said) if said == only => Ok(true),
        Some(said) => Err(format!("{word} is {only:?} or not there, not {said}")),
    }
}

/// Writes of operators come from the console's own pages; those that lead to being one say whether they do.
fn own_page(operation: &Map<String, Value>, audience: Audience, method: &str) -> Result<bool, String> {
    let is_write = method != "get";
    match (operation.get("x-page").map(Value::as_str), audience) {
        (Some(Some("own")), Audience::Platform) if is_write => Ok(true),
        (Some(Some("any")), Audience::Platform) if is_write => Ok(false),
        (None, Audience::Platform) if is_write => Err("it names no x-page, and anybody may write by it".into()),
        (None, audience) => Ok(is_write && audience == Audience::Operator),
        (Some(_), _) => Err("x-page is own or any, at what anybody may write at the platform's own host".into()),
    }
}

/// What anybody may write is counted, or says that it need not be.
fn rate(operation: &Map<String, Value>, must: bool) -> Result<Option<Rate>, String> {
    match operation.get("x-rate") {
        None if must => Err("it names no x-rate, and anybody may write by it".into()),
        None => Ok(None),
        Some(said) if said == "none" => Ok(None),
        Some(said) => Rate::deserialize(said).map(Some).map_err(|error| format!("x-rate: {error}")),
    }
}

fn body(operation: &Map<String, Value>, takes_file: bool) -> Result<usize, String> {
    let takes_body = operation.contains_key("requestBody");
    match operation.get("x-body") {
        None if takes_file => Err("it takes a file, and names no x-body".into()),
        None => Ok(JSON_BYTES),
        Some(_) if !takes_body => Err("x-body is said where no body is taken".into()),
        Some(bytes) => bytes.as_u64().and_then(|bytes| usize::try_from(bytes).ok()).ok_or("x-body is no size".into()),
    }
}

/// What stands before all operations, by path and method.
#[derive(Debug)]
pub(crate) struct Thresholds(HashMap<String, Vec<Threshold>>);

impl Thresholds {
    /// Reads the document; tells of every operation that does not say what it must.
    pub fn read(document: &Value) -> anyhow::Result<Self> {
        let (mut all, mut wrong) = (HashMap::<String, Vec<Threshold>>::new(), Vec::new());
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let operation = operation.as_object().cloned().unwrap_or_default();
                match Threshold::read(method, &operation) {
                    Ok(threshold) => all.entry(path.clone()).or_default().push(threshold),
                    Err(problem) => wrong.push(format!("{method} {path}: {problem}")),
                }
            }
        }
        wrong.extend(
            all.iter().filter(|(_, all)| all.iter().any(|one| one.area() != all[0].area())).map(|(path, _)| {
                format!("{path}: its operations are not all of one host, so nobody knows whose it is")
            }),
        );
        wrong.extend(secrets::misspelt(&document["components"]));
        let all = Self(all);
        wrong.extend(all.rates().windows(2).filter_map(|pair| {
            let name = pair[0].name();
            (name == pair[1].name()).then(|| format!("x-rate: {name} has two quotas"))
        }));
        if !wrong.is_empty() {
            bail!("operations do not say what stands before them: {}", wrong.join("; "));
        }
        Ok(all)
    }

    /// What stands before the operation; none for what is not in the document.
    pub fn find(&self, path: &str, method: &Method) -> Option<&Threshold> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        self.0.get(path)?.iter().find(|found| found.method == *method)
    }

    /// The addresses, each with the part of the product that it belongs to.
    pub fn areas(&self) -> Areas {
        Areas::new(self.0.iter().filter_map(|(path, all)| Some((path.clone(), all.first()?.area()))))
    }

    /// Whether the path's operations answer without a school.
    pub fn needs_no_school(&self, path: &str) -> bool {
        self.0.get(path).is_some_and(|all| all.iter().all(|found| found.needs_no_school))
    }

    /// Whether a path has operations of the platform's own host, and none of this method.
    pub fn lacks_method_at_platform(&self, path: &str, method: &Method) -> bool {
        let known = self.0.get(path).is_some_and(|all| all.iter().any(|found| found.audience.is_of_platform()));
        known && self.find(path, method).is_none()
    }

    /// Every rate that an operation names, by name.
    pub fn rates(&self) -> Vec<Rate> {
        let all = self.0.values().flatten().filter_map(|threshold| threshold.rate.clone());
        let all: BTreeMap<_, _> =
            all.map(|rate| ((rate.name().to_owned(), rate.quota(), rate.is_hashed()), rate)).collect();
        all.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is wrong with an operation that says this beside its handler; empty where it is taken.
    fn fault(method: &str, mut operation: Value, said: Value) -> String {
        operation.as_object_mut().expect("object").extend(said.as_object().expect("object").clone());
        let document = json!({ "paths": { "/x": { method: operation } } });
        Thresholds::read(&document).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_unknown_or_missing_builds_no_router() {
        let (bare, json_body) = (json!({}), json!({ "requestBody": { "content": { "application/json": {} } } }));
        let file = json!({ "requestBody": { "content": { "multipart/form-data": {} } } });
        let rate = json!({ "name": "a", "burst": 1, "per_minute": 1, "hashed": false });
        for (method, operation, said, part) in [
            ("get", &bare, json!({}), "x-permission"),
            ("get", &bare, json!({ "x-permission": "enquiry.reed" }), "enquiry.reed"),
            ("get", &bare, json!({ "x-permission": "public", "x-raet": "none" }), "x-raet"),
            ("post", &bare, json!({ "x-permission": "public" }), "x-rate"),
            ("post", &bare, json!({ "x-permission": "public", "x-rate": "sign_in" }), "x-rate"),
            ("post", &bare, json!({ "x-permission": "public", "x-rate": { "name": "a" } }), "burst"),
            ("post", &bare, json!({ "x-permission": "platform.public", "x-rate": rate }), "x-page"),
            ("post", &bare, json!({ "x-permission": "platform.public", "x-rate": rate, "x-page": "mine" }), "x-page"),
            ("post", &bare, json!({ "x-permission": "enquiry.edit", "x-page": "any" }), "x-page"),
            ("post", &file, json!({ "x-permission": "enquiry.edit" }), "x-body"),
            ("post", &json_body, json!({ "x-permission": "enquiry.edit", "x-body": "large" }), "x-body"),
            ("post", &bare, json!({ "x-permission": "enquiry.edit", "x-body": 9 }), "x-body"),
            ("get", &bare, json!({ "x-permission": "enquiry.read", "x-host": "alone" }), "x-host"),
            ("get", &bare, json!({ "x-permission": "public", "x-host": "any" }), "x-host"),
            ("get", &bare, json!({ "x-permission": "enquiry.read", "x-bearer": "optional" }), "x-bearer"),
            ("get", &bare, json!({ "x-permission": "enquiry.read", "x-preview": "draft" }), "x-preview"),
            ("get", &bare, json!({ "x-permission": "platform.public", "x-preview": "draft" }), "x-preview"),
            ("get", &bare, json!({ "x-permission": "own", "x-secret": false }), "x-secret"),
        ] {
            let told = fault(method, operation.clone(), said.clone());
            assert!(told.contains(part), "{method} {said}: {told:?}");
        }
        let said = json!({ "x-permission": "platform.public", "x-rate": rate, "x-page": "own", "x-body": 9 });
        assert_eq!(fault("post", file, said), "");
    }

    #[test]
    fn a_rate_has_one_quota() {
        let at = |burst: u32| {
            let rate = json!({ "name": "a", "burst": burst, "per_minute": 1, "hashed": false });
            json!({ "get": { "x-permission": "public", "x-rate": rate } })
        };
        let read = |one, other| Thresholds::read(&json!({ "paths": { "/x": at(one), "/y": at(other) } }));
        assert!(read(1, 1).is_ok_and(|all| all.rates().len() == 1));
        assert!(read(1, 2).is_err_and(|error| error.to_string().contains("two quotas")));
    }
}
