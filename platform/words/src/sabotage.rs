//! One guard at a time can be taken out, so that a test can show that the tests would notice.
//!
//! Only with the feature `sabotage`, which no shipped binary has; without it [`is_removed`] is a constant `false`, and
//! nothing of this is left in the program. A server built with it refuses to run.

/// A guard that can be taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Guard {
    /// The host alone decides the school.
    HostDecides = 1,
    /// Headers that name another school are refused.
    HeadersAgree,
    /// Each school has keys of its own.
    SchoolKeys,
    /// A bearer is for one school.
    TokenAudience,
    /// A bearer ends.
    TokenTime,
    /// The session's row has the last word.
    SessionRow,
    /// An operation that is not public needs a bearer.
    Door,
    /// Roles decide what a person may do.
    Permission,
    /// A form's audience decides who sees what came in.
    FormAudience,
    /// A reviewer reads what they look after, and nothing else.
    AssignedAlone,
    /// What a form keeps for an audience is read by who is in it.
    AnswerAudience,
    /// A person's own files alone go with a submission.
    UploadOwner,
    /// A key belongs to one body.
    IdempotencyBody,
    /// Only the school's own pages carry a session on.
    Origin,
    /// PostgreSQL shows each school its own rows only.
    RowSecurity,
    /// A proof that a person asks is looked at, and counts once.
    Captcha,
    /// One network address may try so often.
    AddressLimits,
    /// A family sees its own applications only.
    FamilyOwner,
    /// A proof that a person asks counts once.
    CaptchaOnce,
    /// Whoever has a second factor needs it to come in.
    SecondFactor,
    /// An authenticator's code counts once.
    FactorOnce,
    /// So many tries at a code are looked at, and no more.
    CodeTries,
    /// A link in a mail works once.
    LinkOnce,
    /// A family comes in by password only once its address was proved.
    EmailProved,
    /// A till lets in those whose roles are for tills.
    TillRoles,
    /// A till is opened at the device that was enrolled.
    TillDevice,
    /// A person ends sessions of their own only.
    SessionOwner,
    /// The password is asked for again before an account's keys are changed.
    StepUp,
    /// A till's session opens the till alone.
    TillReach,
    /// In a shared store a school is given its own contents only.
    BlobOwner,
    /// A host stays the school's that had it.
    HostHolder,
    /// After a restore nobody is signed in.
    RestoreEnds,
    /// So many messages reach one mailbox or telephone.
    MessagesToTarget,
    /// What a day or an hour allows is used up once.
    Allowances,
    /// Who else has applied is told to a form's rules only where no family hears what follows.
    KnownInDecide,
    /// Who has no password is asked for a code before an account's keys are changed.
    StepUpCode,
    /// What a stranger told of an address does not outlive its owner's proof.
    OwnPassword,
    /// A household holds so many connections.
    HouseholdPlaces,
    /// The households of one site hold so many connections together.
    SitePlaces,
    /// Some places are kept for proxies and this machine.
    KeptPlaces,
    /// Whoever reads an answer too slowly is given up.
    SlowReaders,
    /// What is dear is done by turns, and their line ends.
    Turns,
    /// A school holds nearly all connections to the database, and not the last ones.
    Seats,
    /// What one account keeps is filled in by no other.
    DraftKeeper,
    /// A page of a list has an end.
    PageSize,
    /// A form's pattern leaves a browser so many ways and no more.
    PatternWays,
    /// A number that somebody signs in by changes once the new one is proved.
    NumberProved,
    /// Who takes much out at once, or gives power, has lately shown who they are.
    FreshProof,
    /// After a wrong try the next one waits.
    SlowDown,
    /// Too many wrong PINs lock a staff code.
    PinLock,
    /// Too many wrong second factors lock an operator.
    OperatorFactors,
    /// A refresh token has one successor.
    OneSuccessor,
    /// An account keeps so many drafts, and so much in them.
    KeptDrafts,
    /// So many messages are asked for from one network, and by one account.
    MessagesOfNetwork,
    /// So many messages leave a school.
    MessagesOfSchool,
    /// A school's text for messages computes nothing.
    MessageGrammar,
    /// A text message has so many parts and no more.
    TextLength,
    /// The second half of what a school's strangers have in a day is for those who show that a person asks.
    SecondHalf,
    /// Who made an account without a proof of anything counts as a stranger does.
    UnprovedIsStranger,
    /// An account reads so many lines of lists in an hour.
    ReadLines,
    /// Who was signed in in a browser before has a line and counts of their own there.
    KnownBrowser,
    /// A browser that one account knows is no other's.
    KnownBrowserOwner,
    /// Whose session ended while their request waited writes nothing.
    Standing,
    /// Who is who is looked for in one family and nowhere else.
    OwnFamily,
    /// A family has so many persons.
    FamilySize,
    /// A long job and its file are who asked for them, and nobody else's.
    BulkOwner,
    /// An account and a school have so many long jobs and so many bytes of them.
    BulkJobs,
    /// Who asked for a long job is asked for their right again at every step.
    BulkRight,
    /// A school that was deleted is written no more.
    SchoolGone,
    /// Whoever hangs up leaves their seat with the connection that they left busy.
    SeatOfGone,
    /// News of a school's power goes to those who said once that the address is theirs.
    ProvedReaders,
    /// A name that is nobody's costs a hash as somebody's does.
    DummyHash,
    /// A session's cookie goes over https, to no script, and along with no request of another site.
    CookieAttributes,
    /// Every answer says what a browser may do with it.
    AnswerHeaders,
    /// A head that comes too slowly is given up.
    SlowHeads,
    /// A body that stands still or trickles is given up.
    SlowBodies,
}

/// Stands in every binary that was built with the feature, and in no other.
#[cfg(feature = "sabotage")]
pub static MARK: &str = "qabul-built-for-sabotage";
/// What stands in every binary that was built with the feature, put together so that it does not stand in this one.
#[cfg(not(feature = "sabotage"))]
pub const MARK: &str = concat!("qabul-built", "-for-", "sabotage");

#[cfg(feature = "sabotage")]
static REMOVED: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Takes a guard out for the whole process, or puts them all back.
#[cfg(feature = "sabotage")]
pub fn remove(guard: Option<Guard>) {
    REMOVED.store(guard.map_or(0, |guard| guard as u8), std::sync::atomic::Ordering::SeqCst);
}

/// Whether a guard is taken out now.
#[cfg(feature = "sabotage")]
#[must_use]
pub fn is_removed(guard: Guard) -> bool {
    REMOVED.load(std::sync::atomic::Ordering::SeqCst) == guard as u8
}

/// Whether a guard is taken out now: never.
#[cfg(not(feature = "sabotage"))]
#[inline(always)]
#[must_use]
pub const fn is_removed(_: Guard) -> bool {
    false
}

/// Whether this program was built so that guards can be taken out.
#[must_use]
pub const fn is_possible() -> bool {
    cfg!(feature = "sabotage")
}
