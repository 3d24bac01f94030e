//! Who acts, in which school, and whether their roles let them (`words::rights` says what they let them).

use std::fmt::Debug;
use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use words::rights::Reach;
use words::sabotage::{Guard, is_removed};
use words::{Permission, Role, SchoolId};

use crate::{MessageId, Refusal, SchoolTx, SessionId, StoreError, UserId};

/// A school that the host resolver, a job over known schools or the command line vouched for.
///
/// Queries ask for this instead of a bare id, so that an id read from a request opens nothing.
#[derive(Debug, Clone)]
pub struct SchoolScope {
    school: SchoolId,
    standing: Option<Arc<dyn Standing>>,
}

/// Whether somebody who acts still may. Asked at the beginning of every write in a scope that has one: a request waits for its own body
/// and for its turn, and its session may be over when it gets there.
pub trait Standing: Debug + Send + Sync {
    /// Whether it lasts.
    fn lasts<'t>(&'t self, tx: &'t mut SchoolTx) -> BoxFuture<'t, Result<bool, StoreError>>;
}

impl SchoolScope {
    /// Only for the host resolver, jobs and the command line; a test in `server` watches who calls it.
    #[must_use]
    pub fn vouch(school: SchoolId) -> Self {
        Self { school, standing: None }
    }

    /// For somebody who may write there as long as that lasts.
    #[must_use]
    pub fn with_standing(self, standing: Arc<dyn Standing>) -> Self {
        Self { standing: Some(standing), ..self }
    }

    /// The school.
    #[must_use]
    pub fn id(&self) -> &SchoolId {
        &self.school
    }

    /// What every write asks first.
    pub(crate) fn standing(&self) -> Option<Arc<dyn Standing>> {
        self.standing.clone()
    }
}

impl PartialEq for SchoolScope {
    fn eq(&self, other: &Self) -> bool {
        self.school == other.school
    }
}

impl Eq for SchoolScope {}

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// Nobody signed in.
    Anonymous,
    /// A signed-in person of the school.
    User {
        /// Their id.
        id: UserId,
        /// Their name, as shown to colleagues.
        name: String,
        /// Their roles now.
        roles: Vec<Role>,
        /// The session that they act in.
        session: SessionId,
        /// How far that session reaches.
        reach: Reach,
    },
    /// The server itself, or the command line.
    System,
}

/// One request's caller, in one school.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The school that the host resolved to.
    pub school: SchoolScope,
    /// Who acts.
    pub actor: Actor,
    /// The request's id, for audit and log.
    pub request_id: String,
    /// The network address that the request came from, proxies looked through; absent for jobs and the command line.
    pub address: Option<IpAddr>,
}

impl Caller {
    /// The server itself in a school.
    #[must_use]
    pub fn system(school: SchoolScope) -> Self {
        Self { school, actor: Actor::System, request_id: String::new(), address: None }
    }

    /// The signed-in person's id.
    #[must_use]
    pub fn user_id(&self) -> Option<&UserId> {
        match &self.actor {
            Actor::User { id, .. } => Some(id),
            _ => None,
        }
    }

    /// Whether nobody knows who this is: nobody signed in, or who is has proved nothing.
    #[must_use]
    pub fn is_stranger(&self) -> bool {
        match &self.actor {
            Actor::Anonymous => true,
            Actor::User { reach, .. } => *reach == Reach::Unproved && !is_removed(Guard::UnprovedIsStranger),
            Actor::System => false,
        }
    }

    /// The signed-in person's roles.
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        match &self.actor {
            Actor::User { roles, .. } => roles,
            _ => &[],
        }
    }

    /// The role that lets the signed-in person do that: the first of those that have the permission.
    #[must_use]
    pub fn role_for(&self, permission: Permission) -> Option<Role> {
        permission.roles().iter().copied().find(|role| self.roles().contains(role))
    }

    /// Goes on only with the permission: L014 for nobody, A002 for the wrong roles or a session that does not reach so far.
    pub fn require(&self, permission: Permission) -> Result<(), Refusal> {
        match &self.actor {
            Actor::System => Ok(()),
            Actor::Anonymous => Err(Refusal::new(MessageId::L014)),
            Actor::User { .. } if is_removed(Guard::Permission) => Ok(()),
            Actor::User { roles, reach, .. }
                if reach.has(permission) && roles.iter().any(|role| permission.roles().contains(role)) =>
            {
                Ok(())
            }
            Actor::User { .. } => Err(Refusal::new(MessageId::A002)),
        }
    }

    /// Whether [`Self::require`] would let the caller on.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        self.require(permission).is_ok()
    }
}
