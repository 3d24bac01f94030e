//! Who acts at the platform's own host.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::{MessageId, Refusal};

use crate::ids::{OperatorId, OperatorSessionId};

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlatformActor {
    /// Anybody.
    Anonymous,
    /// An operator who signed in.
    Operator {
        /// Their id.
        id: OperatorId,
        /// Their name.
        name: String,
        /// Their address.
        email: String,
        /// The session that they act in.
        session: OperatorSessionId,
    },
    /// The server itself, or the command line.
    System,
}

/// One request's caller at the platform's own host. No school's caller can be made into one.
#[derive(Debug, Clone)]
pub struct PlatformCaller {
    /// Who acts.
    pub actor: PlatformActor,
    /// The request's id, for audit and log.
    pub request_id: String,
    /// The network address that the request came from.
    pub address: Option<IpAddr>,
}

impl PlatformCaller {
    /// The server itself, or the command line.
    #[must_use]
    pub fn system() -> Self {
        Self { actor: PlatformActor::System, request_id: String::new(), address: None }
    }

    /// Goes on only for an operator: L014 for everybody else.
    pub fn require_operator(&self) -> Result<(), Refusal> {
        match &self.actor {
            PlatformActor::Operator { .. } | PlatformActor::System => Ok(()),
            PlatformActor::Anonymous => Err(Refusal::new(MessageId::L014)),
        }
    }

    /// What decisions are signed with.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.actor {
            PlatformActor::Operator { name, .. } => name,
            PlatformActor::System => "qabul",
            PlatformActor::Anonymous => "",
        }
    }

    /// Kind and id, as they are written down.
    pub(crate) fn written(&self) -> (&'static str, Option<&str>) {
        match &self.actor {
            PlatformActor::Operator { id, .. } => ("operator", Some(id.as_str())),
            PlatformActor::System => ("system", None),
            PlatformActor::Anonymous => ("anonymous", None),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PlatformCaller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        // Put there by the server once host and cookie were looked at.
        let caller = parts.extensions.get::<PlatformCaller>().cloned();
        caller.ok_or_else(|| Refusal::internal("a handler outside the platform's routes"))
    }
}
