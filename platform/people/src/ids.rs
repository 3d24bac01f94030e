//! Ids of this room.

kernel::ids! {
    /// A person's id; says nothing of them.
    pub PersonId;
    /// A family's id; says nothing of it.
    pub FamilyId;
}
