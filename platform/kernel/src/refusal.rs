//! The one way to say no: a stable message id, a status, and what is wrong at which field.
//!
//! The client gets the id and translates it; the cause travels to the log and never into the body.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use words::verdict::Issue;

macro_rules! message_ids {
    ($($id:ident $status:literal $meaning:literal;)*) => {
        /// Every message id that the server can answer with: a closed table, printed into `docs/message-ids.md`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum MessageId { $(#[doc = $meaning] $id,)* }

        impl MessageId {
            /// All of them, in the table's order.
            pub const ALL: &'static [MessageId] = &[$(MessageId::$id,)*];

            /// The id as it stands in the envelope.
            #[must_use]
            pub fn as_str(self) -> &'static str { match self { $(MessageId::$id => stringify!($id),)* } }

            /// The status that it is answered with.
            #[must_use]
            pub fn status(self) -> StatusCode {
                let code = match self { $(MessageId::$id => $status,)* };
                StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }

            /// What it means, for the docs.
            #[must_use]
            pub fn meaning(self) -> &'static str { match self { $(MessageId::$id => $meaning,)* } }
        }
    };
}

message_ids! {
    L001 401 "Bad credentials.";
    L002 429 "Too many tries: wait as long as Retry-After says.";
    L003 403 "The e-mail address is not verified yet.";
    L004 422 "The code is wrong: `tries_left` says how many tries are left.";
    L005 422 "The code has expired, was used, or its tries are used up: ask for a new one.";
    L006 403 "The headers name another school than the host.";
    L007 421 "No school lives at this host.";
    L008 403 "The school is suspended.";
    L009 422 "Admission is closed.";
    L010 404 "The link is unknown, used, expired or revoked.";
    L011 200 "The neutral answer that says nothing about whether an account exists.";
    L012 422 "The proof that a person asks is missing, wrong, or was used before.";
    L013 422 "The password does not meet the policy.";
    L014 401 "No valid session.";
    L015 403 "The school does not offer this way in.";
    L016 422 "The current password is wrong.";
    L017 422 "Details are invalid: see `errors`.";
    L018 403 "Whoever is signed in has to show again who they are: `confirm_session`, then the same request again.";
    L019 403 "The link counts in a browser in which the account that asked for it is signed in.";
    L020 422 "A letter cannot be drawn: no font has some characters of a text, `errors` says which and where.";
    P001 403 "This device is not enrolled as a till, or the till is switched off.";
    P002 409 "Somebody else is signed in at this till.";
    P003 404 "The enrolment code is wrong, used or expired.";
    P004 423 "Too many wrong PINs: whoever manages people gives a new one.";
    F001 404 "The school does not offer this form; `forms` lists the ones it does.";
    F002 422 "The form is closed today.";
    F003 422 "Answers are invalid: see `errors`.";
    F004 409 "The form has moved to a version that is not offered any more.";
    F005 404 "The draft is gone: expired, sent, or never there.";
    F006 503 "The form's rules are busy: try again.";
    F007 409 "The draft was changed elsewhere: `draft` is the server's copy.";
    F008 409 "The account keeps as many drafts, or as much in them, as it may: `limit` says how many.";
    F009 410 "The draft was sent, and nothing more is taken for it: `submitted_at` says when, `form` which form it is of.";
    D001 413 "The file is larger than its field allows.";
    D002 415 "The file is not of a type that its field allows.";
    D003 422 "The form has no such upload field, or it has enough files.";
    D004 429 "As much was taken in from this account or address, or for this school, as one day allows.";
    D005 423 "The file waits for its scan: nobody is given it before.";
    D006 410 "The file carries something harmful: it was removed, and another is wanted.";
    D007 423 "The file was accepted: take that back first.";
    D010 409 "Not all have signed the letter yet.";
    A001 404 "Not found.";
    A002 403 "Not allowed with these roles.";
    A003 409 "Changed by somebody else in the meantime.";
    A004 422 "The school would be left without an administrator who can sign in.";
    A005 409 "The address or code belongs to somebody else already.";
    A006 429 "The account took out as many lines as one hour allows: `left` says how many more it may.";
    A007 429 "The account read as many lines of lists as one hour allows: `left` says how many more it may.";
    A008 409 "As many long jobs are under way, or as many files kept, as this account or school may have: `limit` says how many. Cancel or remove one.";
    A009 422 "The list is longer than one file of this kind may be: `limit` says how long.";
    A010 429 "The account took out as many lines by long jobs as one day allows: `left` says how many more it may.";
    A012 422 "An application does not go there from where it stands, or not for this caller: `allowed` lists where it goes.";
    A014 422 "No seat is left in this grade: `places`, `taken`, `over_offer`.";
    A015 422 "Documents are missing: `missing` lists them; whoever waives them says why.";
    A016 409 "An application was made from this enquiry already: `application` says which.";
    A017 403 "The caller proposed it: another account approves it.";
    A021 409 "The letter was answered already, and otherwise, or somebody declined it for all.";
    S001 422 "The settings have errors: see `errors` and `problems`.";
    S002 409 "Somebody else changed the settings in the meantime: see `theirs`.";
    S003 403 "The operators keep these settings for themselves: see `errors`.";
    S004 409 "A preview sends nothing.";
    T010 409 "The name under the platform's domain is taken, by a school or by a request that waits.";
    T011 422 "The request for a school is not usable: see `errors`.";
    T012 409 "The request was decided or changed in the meantime.";
    T013 409 "The school's files keep it from being suspended or resumed: `problem` says what is wrong.";
    R001 400 "Malformed request.";
    R002 400 "Idempotency-Key is missing or malformed.";
    R003 422 "This Idempotency-Key was used with another body.";
    R004 409 "The same request is still running.";
    R005 405 "Method not allowed.";
    R006 413 "The request body is too large.";
    R007 503 "The server took too long.";
    R008 503 "The server is busy or its database is away: try again.";
    R009 507 "Storage is full.";
    R010 415 "The body has to be JSON.";
    R011 431 "The request's headers are too large.";
    R012 429 "As much of this work is under way as the server takes at once, or as many messages left the school as may: wait as long as Retry-After says.";
    R999 500 "Internal error: the request id finds its cause in the log.";
}

impl Serialize for MessageId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

/// The envelope of every problem, for the API document.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// Always false.
    pub success: bool,
    /// Which problem: `docs/message-ids.md`.
    #[serde(rename = "messageId")]
    pub message_id: String,
    /// English sentence for a few technical refusals; never shown to families.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What is wrong at which field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Issue>,
}

/// A refusal on its way to the client.
#[derive(Debug)]
pub struct Refusal(Box<Inner>);

#[derive(Debug)]
struct Inner {
    id: MessageId,
    status: StatusCode,
    message: Option<Cow<'static, str>>,
    errors: Vec<Issue>,
    payload: Map<String, Value>,
    retry_after: Option<u32>,
    cause: Option<String>,
}

impl Refusal {
    /// A refusal with the id's own status.
    #[must_use]
    pub fn new(id: MessageId) -> Self {
        Self(Box::new(Inner {
            id,
            status: id.status(),
            message: None,
            errors: Vec::new(),
            payload: Map::new(),
            retry_after: None,
            cause: None,
        }))
    }

    /// Something of ours broke; the cause goes to the log only.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        let mut refusal = Self::new(MessageId::R999);
        refusal.0.cause = Some(cause.to_string());
        refusal
    }

    /// The object does not exist, or is somebody else's: one answer for both.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(MessageId::A001)
    }

    /// Malformed, with a sentence for the programmer at the other end.
    pub fn malformed(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(MessageId::R001).message(message)
    }

    /// Adds an English sentence for programmers.
    #[must_use]
    pub fn message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.0.message = Some(message.into());
        self
    }

    /// Adds what is wrong at which field.
    #[must_use]
    pub fn errors(mut self, errors: Vec<Issue>) -> Self {
        self.0.errors = errors;
        self
    }

    /// Adds a field of payload beside the envelope.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.0.payload.insert(name.to_owned(), value);
        }
        self
    }

    /// Says after how many seconds to try again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// Answers with another status than the id's own.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.0.status = status;
        self
    }

    /// The message id.
    #[must_use]
    pub fn id(&self) -> MessageId {
        self.0.id
    }

    /// The same of what stands deeper in a request: what is wrong is at its fields below that pointer.
    #[must_use]
    pub fn below(mut self, pointer: &str) -> Self {
        for issue in &mut self.0.errors {
            issue.path = format!("{pointer}{}", issue.path);
        }
        self
    }

    /// A field of payload that was added.
    #[must_use]
    pub fn payload(&self, name: &str) -> Option<&Value> {
        self.0.payload.get(name)
    }

    /// The same of a request that has at its own top what others have at that place.
    #[must_use]
    pub fn relative_to(mut self, place: &str) -> Self {
        for issue in &mut self.0.errors {
            if let Some(rest) = issue.path.strip_prefix(place) {
                issue.path = rest.to_owned();
            }
        }
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.0.id.as_str(), self.0.cause.as_deref().unwrap_or(self.0.id.meaning()))
    }
}

impl std::error::Error for Refusal {}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let inner = *self.0;
        if let Some(cause) = inner.cause {
            tracing::error!(message_id = inner.id.as_str(), cause, "request failed");
        }
        let mut body = Map::new();
        body.insert("success".into(), Value::Bool(false));
        body.insert("messageId".into(), inner.id.as_str().into());
        if let Some(message) = inner.message {
            body.insert("message".into(), message.into_owned().into());
        }
        if !inner.errors.is_empty() {
            body.insert("errors".into(), serde_json::to_value(inner.errors).unwrap_or_default());
        }
        body.extend(inner.payload);
        let mut response = (inner.status, Json(Value::Object(body))).into_response();
        if let Some(seconds) = inner.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(inner.id);
        response
    }
}
