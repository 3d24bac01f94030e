//! The eight statuses of an application with what refines them, the ways between, and who may take them.

use kernel::StoreError;
use machine::{Denied, Machine, Move, Reason, State as _, states};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use tenants::School;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use words::{Permission, Text};

use super::store::ApplicationRow;

states! {
    /// Where an application stands: one of eight statuses, and after a slash what refines it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Standing {
        /// Waiting: nobody has decided anything yet.
        WReview "W/review",
        /// Waiting for a seat.
        WWaitlist "W/waitlist",
        /// Shortlisted, without an appointment.
        SToSchedule "S/to_schedule",
        /// Shortlisted, with one.
        SScheduled "S/scheduled",
        /// Shortlisted, and seen.
        SAssessed "S/assessed",
        /// On hold for want of documents.
        ODocuments "O/documents",
        /// On hold for want of a payment.
        OPayment "O/payment",
        /// On hold for want of a seat.
        OSeat "O/seat",
        /// On hold for another reason.
        OOther "O/other",
        /// An offer is out.
        FUnconditional "F/unconditional",
        /// An offer with conditions is out.
        FConditional "F/conditional",
        /// The offer is accepted, and its conditions are open.
        AConditionsOpen "A/conditions_open",
        /// The offer is accepted, and something is to be paid.
        AFeeDue "A/fee_due",
        /// The seat is booked, and consents are due.
        BConsentsDue "B/consents_due",
        /// The seat is booked, and originals are to be seen.
        BOriginalsDue "B/originals_due",
        /// Enrolled.
        C "C",
        /// The school said no.
        RSchool "R/school",
        /// The family said no.
        RDeclined "R/declined",
        /// Nobody answered the offer in time.
        RExpired "R/expired",
        /// The family withdrew it.
        RWithdrawn "R/withdrawn",
        /// It is another one's double.
        RDuplicate "R/duplicate",
    }
}

/// Reasons that are offered; a school may have others.
pub const REASONS: &[&str] = &[
    "no_place",
    "documents_missing",
    "not_ready",
    "another_school",
    "moved_away",
    "fees",
    "no_answer",
    "duplicate",
    "family_asked",
    "appeal",
    "documents_later",
    "accepted_by_telephone",
    "accepted_by_email",
    "accepted_on_paper",
    "accepted_in_writing",
    "fee_received",
    "mistake",
    "other",
];

/// What a way asks of whoever takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// To work on applications.
    Edit,
    /// The same, or to approve offers; which of both a round and the child decide.
    Decide,
    /// To approve offers.
    Offer,
    /// To look after fees.
    Fees,
    /// To enrol.
    Enrol,
    /// To open again what was closed.
    Reopen,
    /// Nobody's: the server takes it when its hour comes.
    Server,
}

impl Right {
    /// What of it a person may hold; one of these is enough.
    #[must_use]
    pub fn permissions(self) -> &'static [Permission] {
        match self {
            Self::Edit => &[Permission::ApplicationEdit],
            Self::Decide => &[Permission::ApplicationEdit, Permission::ApplicationOffer],
            Self::Offer => &[Permission::ApplicationOffer],
            Self::Fees => &[Permission::ApplicationFees],
            Self::Enrol => &[Permission::ApplicationEnrol],
            Self::Reopen => &[Permission::ApplicationReopen],
            Self::Server => &[],
        }
    }

    /// Whether whoever may do those things may take such a way.
    pub fn is_held(self, may: impl Fn(Permission) -> bool) -> bool {
        self.permissions().iter().any(|permission| may(*permission))
    }

    /// In words of the docs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decide => "application.edit or application.offer",
            Self::Server => "the server",
            other => other.permissions().first().map_or("", |permission| permission.as_str()),
        }
    }
}

/// Every way of an application. What is not here does not exist; [`super::guards`] asks more of some.
pub const APPLICATION: Machine<Standing, Right> = Machine {
    kind: "application",
    initial: Standing::WReview,
    over: &[
        Standing::C,
        Standing::RSchool,
        Standing::RDeclined,
        Standing::RExpired,
        Standing::RWithdrawn,
        Standing::RDuplicate,
    ],
    moves: &{
        use Right::{Decide, Edit, Enrol, Fees, Offer, Reopen, Server};
        use Standing::{
            AConditionsOpen, AFeeDue, BConsentsDue, BOriginalsDue, C, FConditional, FUnconditional, ODocuments, OOther,
            OPayment, OSeat, RDeclined, RDuplicate, RExpired, RSchool, RWithdrawn, SAssessed, SScheduled, SToSchedule,
            WReview, WWaitlist,
        };
        [
            way(&[WWaitlist, ODocuments, OPayment, OSeat, OOther], WReview, Edit),
            with_reason(&[RSchool, RDuplicate], WReview, Reopen),
            way(&[WReview, SToSchedule, SScheduled, SAssessed, ODocuments, OPayment, OSeat, OOther], WWaitlist, Edit),
            way(&[WReview, WWaitlist, SScheduled, ODocuments, OPayment, OSeat, OOther], SToSchedule, Edit),
            way(&[SToSchedule, ODocuments, OPayment, OSeat, OOther], SScheduled, Edit),
            way(&[SScheduled, ODocuments, OPayment, OSeat, OOther], SAssessed, Edit),
            // An offer is taken back.
            with_reason(&[FUnconditional, FConditional], SAssessed, Offer),
            with_reason(
                &[
                    WReview,
                    WWaitlist,
                    SToSchedule,
                    SScheduled,
                    SAssessed,
                    OPayment,
                    OSeat,
                    OOther,
                    AConditionsOpen,
                    AFeeDue,
                ],
                ODocuments,
                Edit,
            ),
            with_reason(
                &[
                    WReview,
                    WWaitlist,
                    SToSchedule,
                    SScheduled,
                    SAssessed,
                    ODocuments,
                    OSeat,
                    OOther,
                    AConditionsOpen,
                    AFeeDue,
                ],
                OPayment,
                Edit,
            ),
            with_reason(
                &[
                    WReview,
                    WWaitlist,
                    SToSchedule,
                    SScheduled,
                    SAssessed,
                    ODocuments,
                    OPayment,
                    OOther,
                    AConditionsOpen,
                    AFeeDue,
                ],
                OSeat,
                Edit,
            ),
            with_reason(
                &[
                    WReview,
                    WWaitlist,
                    SToSchedule,
                    SScheduled,
                    SAssessed,
                    ODocuments,
                    OPayment,
                    OSeat,
                    AConditionsOpen,
                    AFeeDue,
                ],
                OOther,
                Edit,
            ),
            way(&[WReview, WWaitlist, SToSchedule, SScheduled, SAssessed], FUnconditional, Decide),
            way(&[RExpired], FUnconditional, Offer),
            way(&[WReview, WWaitlist, SToSchedule, SScheduled, SAssessed], FConditional, Decide),
            way(&[RExpired], FConditional, Offer),
            // Until there are letters to sign, staff say that an offer was accepted, and that a seat is booked.
            with_reason(&[FConditional], AConditionsOpen, Edit),
            way(&[ODocuments, OPayment, OSeat, OOther], AConditionsOpen, Edit),
            with_reason(&[FUnconditional], AFeeDue, Edit),
            way(&[AConditionsOpen, ODocuments, OPayment, OSeat, OOther], AFeeDue, Edit),
            // A condition is open again.
            way(&[AFeeDue], AConditionsOpen, Server),
            with_reason(&[AConditionsOpen, AFeeDue], BConsentsDue, Fees),
            way(&[BConsentsDue], BOriginalsDue, Enrol),
            way(&[BOriginalsDue], C, Enrol),
            with_reason(
                &[WReview, WWaitlist, SToSchedule, SScheduled, SAssessed, ODocuments, OPayment, OSeat, OOther],
                RSchool,
                Decide,
            ),
            with_reason(&[FUnconditional, FConditional], RDeclined, Edit),
            way(&[FUnconditional, FConditional], RExpired, Server),
            with_reason(
                &[AConditionsOpen, AFeeDue, BConsentsDue, BOriginalsDue, ODocuments, OPayment, OSeat, OOther],
                RWithdrawn,
                Edit,
            ),
            with_reason(
                &[WReview, WWaitlist, SToSchedule, SScheduled, SAssessed, ODocuments, OPayment, OSeat, OOther],
                RDuplicate,
                Edit,
            ),
        ]
    },
};

const fn way(from: &'static [Standing], to: Standing, needs: Right) -> Move<Standing, Right> {
    Move { from, to, needs, reason: Reason::NotAsked }
}

const fn with_reason(from: &'static [Standing], to: Standing, needs: Right) -> Move<Standing, Right> {
    Move { from, to, needs, reason: Reason::Required }
}

/// The way that a caller takes, or why there is none for them. Why may be said of every one.
pub fn step(
    (from, to): (Standing, Standing),
    holds: impl Fn(Right) -> bool,
    is_reasoned: bool,
) -> Result<Move<Standing, Right>, Denied> {
    let step = |reason| APPLICATION.step(from, to, &holds, reason).copied();
    match step(is_reasoned.then_some("said")) {
        Err(Denied::NeedlessReason) => step(None),
        other => other,
    }
}

/// Whether a way asks for a reason.
#[must_use]
pub fn asks_reason(from: Standing, to: Standing) -> bool {
    APPLICATION.step(from, to, |_| true, None).is_err()
}

/// Whether a move goes past the conditions of an offer: an acceptance that waits for them no longer, or what follows it.
#[must_use]
pub fn passes_conditions(from: Standing, to: Standing) -> bool {
    let waits = matches!(from.status(), "F" | "A" | "O");
    waits && to != Standing::AConditionsOpen && matches!(to.status(), "A" | "B" | "C")
}

/// Where its family sends it that takes it back: an offer is declined, and what is over stays.
#[must_use]
pub fn withdrawn_from(from: Standing) -> Option<Standing> {
    match from.status() {
        "W" | "S" | "O" | "A" | "B" => Some(Standing::RWithdrawn),
        "F" => Some(Standing::RDeclined),
        _ => None,
    }
}

impl Standing {
    /// Its status: `W`.
    #[must_use]
    pub fn status(self) -> &'static str {
        self.as_str().split('/').next().unwrap_or_default()
    }

    /// What refines it: `review`; empty where nothing does.
    #[must_use]
    pub fn sub_status(self) -> &'static str {
        self.as_str().split_once('/').map_or("", |(_, sub)| sub)
    }

    /// Whether nobody has to do anything more about it.
    #[must_use]
    pub fn is_over(self) -> bool {
        APPLICATION.over.contains(&self)
    }

    /// Whether a seat is kept for it. On hold keeps what it had: `held_from` says where it stood. Who is enrolled sits on it.
    #[must_use]
    pub fn takes_seat(self, held_from: Option<Self>) -> bool {
        match self.status() {
            "F" | "A" | "B" | "C" => true,
            "O" => held_from.is_some_and(|from| from.status() == "A"),
            _ => false,
        }
    }

    /// As staff read it, in both languages.
    #[must_use]
    pub const fn in_words(self) -> [&'static str; 2] {
        match self {
            Self::WReview => ["Waiting for review", "بانتظار المراجعة"],
            Self::WWaitlist => ["On the waiting list", "في قائمة الانتظار"],
            Self::SToSchedule => ["Shortlisted, no appointment yet", "في القائمة المختصرة، بلا موعد بعد"],
            Self::SScheduled => ["Shortlisted, appointment made", "في القائمة المختصرة، حُدد الموعد"],
            Self::SAssessed => ["Shortlisted, assessed", "في القائمة المختصرة، تم التقييم"],
            Self::ODocuments => ["On hold: documents", "معلّق: المستندات"],
            Self::OPayment => ["On hold: payment", "معلّق: الدفع"],
            Self::OSeat => ["On hold: place", "معلّق: المقعد"],
            Self::OOther => ["On hold", "معلّق"],
            Self::FUnconditional => ["Offer sent", "أُرسل العرض"],
            Self::FConditional => ["Conditional offer sent", "أُرسل عرض مشروط"],
            Self::AConditionsOpen => ["Accepted, conditions open", "مقبول، لم تُستوفَ الشروط بعد"],
            Self::AFeeDue => ["Accepted, payment due", "مقبول، بانتظار الدفع"],
            Self::BConsentsDue => ["Booked, consents due", "محجوز، بانتظار الموافقات"],
            Self::BOriginalsDue => ["Booked, originals due", "محجوز، بانتظار أصول المستندات"],
            Self::C => ["Enrolled", "مسجَّل"],
            Self::RSchool => ["Not accepted", "غير مقبول"],
            Self::RDeclined => ["Offer declined", "رُفض العرض"],
            Self::RExpired => ["Offer expired", "انتهت مهلة العرض"],
            Self::RWithdrawn => ["Withdrawn", "مسحوب"],
            Self::RDuplicate => ["Closed as a duplicate", "مغلق لأنه مكرر"],
        }
    }

    /// As a family reads it: in the school's words for the status where it has some that fit, else in ours.
    #[must_use]
    pub fn for_families(self, school: &School) -> Text {
        let ours = match self {
            Self::WReview => Some(["We are reviewing the application", "نراجع طلب الالتحاق الآن"]),
            Self::SToSchedule | Self::SScheduled | Self::SAssessed => Some(["Shortlisted", "ضمن القائمة المختصرة"]),
            Self::ODocuments | Self::OPayment | Self::OSeat | Self::OOther => Some(["On hold", "معلّق"]),
            Self::FUnconditional => Some(["A place is offered", "عُرض عليكم مقعد"]),
            Self::FConditional => Some(["A place is offered with conditions", "عُرض عليكم مقعد بشروط"]),
            Self::AConditionsOpen => Some(["Accepted, with open conditions", "قُبل العرض، وبقيت شروط"]),
            Self::AFeeDue => Some(["Accepted", "قُبل العرض"]),
            Self::BConsentsDue | Self::BOriginalsDue => Some(["Place booked", "حُجز المقعد"]),
            Self::C => Some(["Enrolled", "تم التسجيل"]),
            Self::RSchool => Some(["Not accepted", "لم يُقبل طلب الالتحاق"]),
            // A school's word for what it refused is none for what a family withdrew.
            Self::WWaitlist | Self::RDeclined | Self::RExpired | Self::RWithdrawn | Self::RDuplicate => None,
        };
        let [en, ar] = ours.unwrap_or(match self {
            Self::RDuplicate => ["Closed", "مغلق"],
            Self::RDeclined => ["You declined the offer", "اعتذرتم عن العرض"],
            _ => self.in_words(),
        });
        // Nor is its word for an offer one for what has conditions.
        let is_plain = !matches!(self, Self::FConditional | Self::AConditionsOpen);
        let own = ours.filter(|_| is_plain).and_then(|_| school.config().status_labels.get(self.status()).cloned());
        own.unwrap_or_else(|| Text { en: en.to_owned(), ar: ar.to_owned() })
    }
}

impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Standing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::parse(&name).ok_or_else(|| serde::de::Error::custom("no status of an application"))
    }
}

impl PartialSchema for Standing {
    /// With what the table says of them, for who draws it (`x-machine`).
    fn schema() -> RefOr<Schema> {
        let table = json!({
            "kind": APPLICATION.kind,
            "states": Self::ALL,
            "over": APPLICATION.over,
            "with_reason": APPLICATION.with_reason(),
            "reasons": REASONS,
        });
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Where an application stands: its status, and after a slash what refines it."))
            .enum_values(Some(Self::ALL.iter().map(|standing| standing.as_str())))
            .extensions(Some(Extensions::builder().add("x-machine", table).build()))
            .into()
    }
}

impl ToSchema for Standing {}

impl ApplicationRow {
    /// Where it stands; a row that stands nowhere cannot be read.
    pub fn standing(&self) -> Result<Standing, StoreError> {
        let unknown =
            || StoreError::Inconsistent { table: "submissions", column: "state", id: self.submission_id.to_string() };
        Standing::parse(&self.state).ok_or_else(unknown)
    }

    /// Where it stood before it was put on hold.
    #[must_use]
    pub fn came_from(&self) -> Option<Standing> {
        self.held_from.as_deref().and_then(Standing::parse)
    }

    /// The same, as long as it may still have a seat from then.
    #[must_use]
    pub fn seated_from(&self) -> Option<Standing> {
        self.came_from().filter(|_| !self.seat_ended)
    }

    /// Whether a seat is kept for it where it stands.
    #[must_use]
    pub fn keeps_seat(&self, at: Standing) -> bool {
        at.takes_seat(self.seated_from())
    }

    /// For how long it has stood there, or before a hold where it stood then, once it goes elsewhere: on hold the clock stops.
    #[must_use]
    pub fn stood_until(&self, (from, to): (Standing, Standing), now: i64) -> i64 {
        match (from.status(), to.status()) {
            ("O", "O") => self.stood,
            ("O", _) if self.came_from() == Some(to) => self.stood,
            ("O", _) => 0,
            (_, "O") => self.stood + (now - self.status_since).max(0),
            _ => 0,
        }
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
