//! The caller as a person of the school, in their session.

use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal, SessionId, UserId};
use words::Permission;

/// The signed-in person and their session, of whatever kind.
pub(crate) fn require_session(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    caller.require(Permission::Own)?;
    session_of(caller)
}

/// The signed-in person and their session, which opens their account.
pub(crate) fn require_account(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    caller.require(Permission::AccountManage)?;
    session_of(caller)
}

fn session_of(caller: &Caller) -> Result<(UserId, SessionId), Refusal> {
    match &caller.actor {
        Actor::User { id, session, .. } => Ok((id.clone(), session.clone())),
        _ => Err(Refusal::new(MessageId::L014)),
    }
}
