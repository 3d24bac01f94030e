//! Ids of this room.

kernel::ids! {
    /// The id of a draft, which its holder never sees: they have its token.
    pub DraftId;
    /// The id of a family's file, which stands in the answers.
    pub UploadId;
    /// The id of a note on a submission.
    pub NoteId;
    /// The id of a message between a family and the school.
    pub SubmissionMessageId;
    /// The id of a task.
    pub TaskId;
    /// The id of a child who is enrolled.
    pub StudentId;
    /// The id of what somebody proposes of an application.
    pub ProposalId;
    /// The id of what the office lets a family change of its answers.
    pub UnlockId;
    /// The id of a letter that goes out.
    pub ConsentId;
    pub LetterId;
    /// The id of a letter's PDF.
    pub LetterFileId;
    /// The id of who signs a letter.
    pub SignerId;
    /// The id of a day on which a letter was posted.
    pub LetterPostId;
    /// The id of a key that letters are sealed with.
    pub SealingKeyId;
}
