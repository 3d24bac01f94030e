//! Operators as they are shown, and how long things last.

use identity::primitives::Proposal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::OperatorId;

/// A session ends after so long without a request: half an hour.
pub const IDLE_MS: i64 = 30 * 60 * 1000;
/// And after so long anyway: eight hours.
pub const ABSOLUTE_MS: i64 = 8 * 60 * 60 * 1000;
/// The cookie changes every so often.
pub const ROTATE_MS: i64 = 15 * 60 * 1000;
/// How long a cookie that was changed counts still: requests that were under way.
pub const GRACE_MS: i64 = 60 * 1000;
/// A request is noted at most so often.
pub const TOUCH_MS: i64 = 60 * 1000;
/// Wrong codes after which a link is dead.
pub const LINK_TRIES: i64 = 5;

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Operator {
    /// Their id.
    #[schema(value_type = String)]
    pub id: OperatorId,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
}

/// An operator, as the command line lists them.
#[derive(Debug, Clone)]
pub struct ListedOperator {
    /// Who.
    pub operator: Operator,
    /// `invited`, `active`, `locked` or `removed`.
    pub status: String,
    /// Milliseconds of the last sign-in.
    pub signed_in_at: Option<i64>,
}

/// What an authenticator is set up with.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OperatorEnrolment)]
pub struct Enrolment {
    /// The secret in base 32, for typing.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub secret: String,
    /// `otpauth://totp/…`.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub uri: String,
    /// The address as a QR code: an SVG text.
    #[schema(extensions(("x-secret" = json!(true))))]
    pub qr_svg: String,
}

impl From<Proposal> for Enrolment {
    fn from(proposal: Proposal) -> Self {
        Self { secret: proposal.secret, uri: proposal.uri, qr_svg: proposal.qr }
    }
}

/// What decides whether a session is alive, and what is to be done with it.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// When the cookie was changed for another; none for the one of now.
    pub replaced_at: Option<i64>,
    /// Milliseconds of the last change of the cookie.
    pub rotated_at: i64,
    /// Milliseconds of the last request that was noted.
    pub seen_at: i64,
    /// The absolute end.
    pub expires_at: i64,
}

/// What a request with a cookie leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It goes on as it is.
    Go,
    /// It goes on, and is noted.
    Touch,
    /// It goes on with a new cookie.
    Rotate,
    /// It is over.
    Over,
    /// Somebody has an old cookie: over for both.
    Stolen,
}

impl Facts {
    /// What follows at a moment.
    #[must_use]
    pub fn next(self, now: i64) -> Next {
        if now >= self.expires_at || now - self.seen_at >= IDLE_MS {
            Next::Over
        } else if let Some(replaced_at) = self.replaced_at {
            if now - replaced_at <= GRACE_MS { Next::Go } else { Next::Stolen }
        } else if now - self.rotated_at >= ROTATE_MS {
            Next::Rotate
        } else if now - self.seen_at >= TOUCH_MS {
            Next::Touch
        } else {
            Next::Go
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_goes_on_is_renewed_and_ends() {
        let facts = Facts { replaced_at: None, rotated_at: 0, seen_at: 0, expires_at: ABSOLUTE_MS };
        assert_eq!(facts.next(TOUCH_MS - 1), Next::Go);
        assert_eq!(facts.next(TOUCH_MS), Next::Touch);
        assert_eq!(facts.next(ROTATE_MS), Next::Rotate);
        assert_eq!(facts.next(IDLE_MS), Next::Over, "idle");
        let busy = Facts { seen_at: ABSOLUTE_MS - 1, rotated_at: ABSOLUTE_MS - 1, ..facts };
        assert_eq!(busy.next(ABSOLUTE_MS), Next::Over, "eight hours");
        let former = Facts { replaced_at: Some(0), ..facts };
        assert_eq!((former.next(GRACE_MS), former.next(GRACE_MS + 1)), (Next::Go, Next::Stolen));
    }
}
