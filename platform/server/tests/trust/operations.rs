//! The API's operations as its own document tells them: nothing here knows any of them by name.

use std::sync::OnceLock;

use serde_json::{Map, Value, json};
use words::{Permission, Role};

/// An operation.
#[derive(Debug, Clone)]
pub struct Operation {
    pub id: String,
    pub method: String,
    pub path: String,
    pub public: bool,
    /// What one needs to be allowed; `public` where nobody has to sign in.
    pub permission: String,
    /// Below `/common/`: the host alone decides.
    pub common: bool,
    pub parameters: Vec<Parameter>,
    pub body: Option<(String, Value)>,
}

/// What stands in path, query or header.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub place: String,
    pub required: bool,
    /// Whose id it is.
    pub entity: Option<String>,
    pub schema: Value,
}

/// A place in a request that takes text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    Path {
        name: String,
        entity: Option<String>,
    },
    Query {
        name: String,
    },
    /// Names of the properties that lead to it.
    Body {
        path: Vec<String>,
    },
    /// The refresh cookie, which only calls below `/auth/` look at.
    Cookie,
}

/// Every operation of schools. Those that only look come first: the others leave alpha's rows full of what was tried.
pub fn all() -> &'static [Operation] {
    static ALL: OnceLock<Vec<Operation>> = OnceLock::new();
    ALL.get_or_init(|| read_all().into_iter().filter(|operation| !operation.is_of_platform()).collect())
}

/// Every operation of the platform's own host.
pub fn of_platform() -> &'static [Operation] {
    static ALL: OnceLock<Vec<Operation>> = OnceLock::new();
    ALL.get_or_init(|| read_all().into_iter().filter(Operation::is_of_platform).collect())
}

fn read_all() -> Vec<Operation> {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap().iter().filter(|(_, o)| o.get("responses").is_some()) {
            all.push(read(&document, path, method, operation));
        }
    }
    all.sort_by_key(|operation| operation.method != "GET");
    all
}

fn read(document: &Value, path: &str, method: &str, operation: &Value) -> Operation {
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let parameters = parameters.iter().map(|parameter| {
        let schema = resolve(document, &parameter["schema"]);
        let name = parameter["name"].as_str().unwrap();
        let told = parameter["x-entity"].as_str().or_else(|| schema["x-entity"].as_str()).map(str::to_owned);
        let entity = told.or_else(|| collection(path, name));
        Parameter {
            name: name.into(),
            place: parameter["in"].as_str().unwrap().into(),
            required: parameter["required"] == true,
            entity,
            schema,
        }
    });
    let content = operation["requestBody"]["content"].as_object();
    let body = content.and_then(|content| content.iter().next());
    Operation {
        id: operation["operationId"].as_str().unwrap().into(),
        method: method.to_uppercase(),
        path: path.into(),
        public: operation["x-permission"] == "public",
        permission: operation["x-permission"].as_str().unwrap().into(),
        common: path.starts_with("/api/v1/oa/common/"),
        parameters: parameters.collect(),
        body: body.map(|(kind, media)| (kind.clone(), resolve(document, &media["schema"]))),
    }
}

/// Whose id a path's place takes, when the document leaves it to the name of the collection before it.
fn collection(path: &str, name: &str) -> Option<String> {
    let (before, _) = path.split_once(&format!("/{{{name}}}"))?;
    let kind = match before.rsplit('/').next()? {
        "people" => "person",
        "tills" => "till",
        "sessions" => "session",
        "avatars" => "avatar",
        "schedules" => "schedule",
        _ => return None,
    };
    Some(kind.into())
}

/// A schema with everything that it refers to put in its place.
fn resolve(document: &Value, schema: &Value) -> Value {
    match schema {
        Value::Object(map) => match map.get("$ref").and_then(Value::as_str) {
            Some(reference) => resolve(document, document.pointer(reference.trim_start_matches('#')).unwrap()),
            None => Value::Object(map.iter().map(|(key, value)| (key.clone(), resolve(document, value))).collect()),
        },
        Value::Array(items) => items.iter().map(|item| resolve(document, item)).collect(),
        other => other.clone(),
    }
}

impl Operation {
    /// Whether it is answered at the platform's own host alone.
    pub fn is_of_platform(&self) -> bool {
        self.permission.starts_with("platform.")
    }

    /// The roles that may do it; `None` where it is public.
    pub fn roles(&self) -> Option<&'static [Role]> {
        let permission = Permission::ALL.iter().find(|permission| permission.as_str() == self.permission);
        assert!(self.public || permission.is_some(), "{} asks for {}, which nobody has", self.id, self.permission);
        permission.map(|permission| permission.roles())
    }

    /// Its path, with ids that nobody has.
    pub fn anywhere(&self) -> String {
        let pieces = self.path.split('/').map(|piece| if piece.starts_with('{') { "0" } else { piece });
        pieces.collect::<Vec<_>>().join("/")
    }

    /// Every place that takes text, also inside of what `example` gives for an open object.
    pub fn slots(&self, example: &Value) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for parameter in &self.parameters {
            match parameter.place.as_str() {
                "path" => slots.push(Slot::Path { name: parameter.name.clone(), entity: parameter.entity.clone() }),
                "query" if is_text(&parameter.schema) => slots.push(Slot::Query { name: parameter.name.clone() }),
                _ => {}
            }
        }
        if let Some((_, schema)) = &self.body {
            text_places(schema, &mut Vec::new(), &mut slots);
        }
        given_places(example, &mut Vec::new(), &mut slots);
        let is_file = |slot: &Slot| match (slot, &self.body) {
            (Slot::Body { path }, Some((_, schema))) => schema["properties"][&path[0]]["format"] == "binary",
            _ => false,
        };
        slots.retain(|slot| !is_file(slot));
        if self.path.contains("/auth/") {
            slots.push(Slot::Cookie);
        }
        slots
    }

    /// A body with what is required, and whatever `hint` knows by name.
    pub fn example(&self, hint: &(dyn Fn(&str) -> Option<Value> + Sync)) -> Value {
        self.body.as_ref().map_or(Value::Null, |(_, schema)| fill(schema, true, hint))
    }
}

fn is_text(schema: &Value) -> bool {
    let of = |kind: &Value| {
        kind == "string" || kind.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"))
    };
    of(&schema["type"])
        || ["oneOf", "anyOf", "allOf"]
            .iter()
            .any(|key| schema[*key].as_array().is_some_and(|all| all.iter().any(is_text)))
}

fn text_places(schema: &Value, at: &mut Vec<String>, slots: &mut Vec<Slot>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        at.push(name.clone());
        if is_text(property) && property["format"] != "binary" {
            slots.push(Slot::Body { path: at.clone() });
        }
        text_places(property, at, slots);
        at.pop();
    }
}

fn given_places(example: &Value, at: &mut Vec<String>, slots: &mut Vec<Slot>) {
    for (name, value) in example.as_object().into_iter().flatten() {
        at.push(name.clone());
        let slot = Slot::Body { path: at.clone() };
        if value.is_string() && !slots.contains(&slot) {
            slots.push(slot);
        }
        given_places(value, at, slots);
        at.pop();
    }
}

/// An example of a schema: required properties only.
fn fill(schema: &Value, required_only: bool, hint: &(dyn Fn(&str) -> Option<Value> + Sync)) -> Value {
    if let Some(first) = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| schema[*key].as_array()?.first()) {
        return fill(first, required_only, hint);
    }
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    let kind = schema["type"].as_array().and_then(|kinds| kinds.first()).unwrap_or(&schema["type"]);
    match kind.as_str().unwrap_or("object") {
        "string" => "text".into(),
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        "array" => json!([]),
        _ => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let mut object = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let hinted = hint(name);
                if hinted.is_some() || !required_only || required.iter().any(|r| r == name) {
                    object.insert(name.clone(), hinted.unwrap_or_else(|| fill(property, required_only, hint)));
                }
            }
            Value::Object(object)
        }
    }
}

/// Puts text into a body.
pub fn put(body: &mut Value, path: &[String], text: &str) {
    let [first, rest @ ..] = path else { return };
    if !body.is_object() {
        *body = json!({});
    }
    match rest {
        [] => body[first] = text.into(),
        rest => put(&mut body[first], rest, text),
    }
}
