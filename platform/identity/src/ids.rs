//! Ids of this room.

use kernel::UserId;

kernel::ids! {
    /// A till's id.
    pub TillId;
    /// The id of a code, or of a second factor, that is waited for: the hash of what its browser answers with.
    pub ChallengeId;
    /// The id of one bearer of a session.
    pub BearerId;
    /// A saved view's id.
    pub ViewId;
}

/// The id of nobody: where it may not show whether there is anybody, statements do as much work for it.
pub(crate) fn nobody() -> UserId {
    "".into()
}
