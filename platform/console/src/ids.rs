//! Ids of this room.

kernel::ids! {
    /// An operator's id.
    pub OperatorId;
    /// The id of an operator's session.
    pub OperatorSessionId;
    /// The id of a school's request to join.
    pub SubscriptionId;
    /// The id of a letter of the platform's own; stable over retries.
    pub LetterId;
}
