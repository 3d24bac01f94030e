//! Mails to the family of an application about where it stands, and what became of them.

use form::Confirmation;
use kernel::caller::Actor;
use kernel::message::{self, Message};
use kernel::message_counts::{self, Counted, Reason};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use tenants::School;
use tenants::registry::bucket_name;
use words::clock::timestamp;
use words::language::display_date;
use words::{Language, ids};

use super::appointments::Made;
use super::enter::UNGRADED;
use super::model::Standing;
use super::moves::{Going, Hand};
use super::service::{Applications, last_day};
use super::store;
use crate::enquiries::{ENQUIRY, Submission};
use crate::letters::Way;
use crate::messages::{NewStatus, PlaceWords, status_changed};
use crate::my_application::as_corrected;
use crate::own_link::{Proof, living_path};

impl Applications {
    /// Tells the family where its application stands since, where its form asks for an address and the counts allow it.
    pub(super) async fn tell(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        submission: &Submission,
        (from, going): (Standing, &Going<'_>),
    ) -> Result<Written, Refusal> {
        let hand = self.hand();
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        let language = submission.language;
        let status = change_of(from, going.to);
        let words = going.to.for_families(school).get(language).to_owned();
        let place = place_of(school, submission, (&row.round, going.bucket), (going.to, going.hold_until));
        let appointment = going.appointment.map(|made| appointment_words(school, made, language));
        let place = PlaceWords { appointment, ..place };
        let letter =
            |to, path| status_changed(submission, to, NewStatus { words, status, place, letter: None }, path, hand.now);
        self.write_to_family(tx, caller, submission, letter).await
    }

    /// Writes a mail to the family of an application, where its form asks for an address and the counts allow it.
    pub(super) async fn write_to_family(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        submission: &Submission,
        letter: impl FnOnce(Confirmation, Option<String>) -> Message,
    ) -> Result<Written, Refusal> {
        let (hand, document, id) = (self.hand(), submission.document(), &submission.id);
        let to: Option<Confirmation> = document.confirmation(&as_corrected(tx, id, &submission.sent).await?);
        let Some(to) = to else {
            note_told(tx, hand, id, (NO_ADDRESS, None)).await?;
            return Ok(Written::Nowhere);
        };
        let way = Way::Mail(to.clone());
        self.send_to_family(tx, caller, submission, (way, MAILED), |path| letter(to, path)).await
    }

    /// Sends a text message to the family of an application, where the counts allow it.
    pub(super) async fn text_family(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        submission: &Submission,
        phone: String,
        letter: impl FnOnce(String, Option<String>) -> Message,
    ) -> Result<Written, Refusal> {
        let way = Way::Text(phone.clone());
        self.send_to_family(tx, caller, submission, (way, TEXTED), |path| letter(phone, path)).await
    }

    async fn send_to_family(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        submission: &Submission,
        (way, became): (Way, &str),
        letter: impl FnOnce(Option<String>) -> Message,
    ) -> Result<Written, Refusal> {
        let (hand, document, id) = (self.hand(), submission.document(), &submission.id);
        let (target, hint) = (way.target(), way.reached(false).hint);
        let counted = message_counts::take(tx, hand.secret, caller, Reason::Reply, &target, hand.now).await?;
        // What the server does by itself waits for no count of the school's: somebody writes to the family instead.
        let is_school_full = matches!((counted, &caller.actor), (Counted::School(_), Actor::System));
        if is_school_full || !counted.is_free()? {
            note_told(tx, hand, id, (UNMAILED, Some(&hint))).await?;
            return Ok(if is_school_full { Written::SchoolFull } else { Written::AddressFull });
        }
        note_told(tx, hand, id, (became, Some(&hint))).await?;
        let path = match Proof::of(document, &submission.sent) {
            Some(_) => Some(living_path(tx, hand.rng, hand.secret, id, hand.now).await?),
            None => None,
        };
        let dedup = ids::new_id(hand.clock, hand.rng);
        message::send(tx, hand.clock, hand.rng, hand.secret, &dedup, &letter(path)).await?;
        Ok(Written::Sent)
    }
}

/// What the history says of a message to a family: it went by e-mail or as a text message, there is no address, as many went as may, or whoever moved
/// it wished none.
pub(super) const MAILED: &str = "mailed";
pub(super) const TEXTED: &str = "texted";
pub(super) const NO_ADDRESS: &str = "no_address";
pub(super) const UNMAILED: &str = "unmailed";
pub(super) const SILENT: &str = "silent";

/// Writes into the history whether a family was mailed, and at which address, as far as it is shown.
pub(super) async fn note_told(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    (became, shown): (&str, Option<&str>),
) -> Result<(), StoreError> {
    let entry = timeline::Entry {
        at: hand.now,
        action: "told",
        to: Some(became),
        comment: shown,
        ..timeline::Entry::default()
    };
    Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, id)).await?.add(tx, entry).await
}

/// What became of a mail to a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Sent,
    /// Its form asks for no address.
    Nowhere,
    /// The address had as many as may be.
    AddressFull,
    /// The school had sent as many as it may.
    SchoolFull,
}

impl Written {
    /// Whether there was an address, and as many had been sent as may be.
    pub fn is_lost(self) -> bool {
        matches!(self, Self::AddressFull | Self::SchoolFull)
    }
}

/// Whether an offer that its family has is taken back.
pub(super) fn takes_back_offer(from: Standing, to: Standing) -> bool {
    (from.status(), to.status()) == ("F", "S")
}

/// What the mail of a move is of: the status, or that an offer is taken back.
pub(super) fn change_of(from: Standing, to: Standing) -> &'static str {
    if takes_back_offer(from, to) { "offer_withdrawn" } else { to.status() }
}

/// The place that an application is for, as its family reads it, and how the school is reached.
pub(super) fn place_of(
    school: &School,
    submission: &Submission,
    (round, bucket): (&str, &str),
    (standing, hold_until): (Standing, Option<i64>),
) -> PlaceWords {
    let language = submission.language;
    let contact = &school.config().contact;
    let grade = || bucket_name(Some(submission.document()), bucket).get(language).to_owned();
    PlaceWords {
        grade: (bucket != UNGRADED).then(grade),
        year: school.round(round).year.clone(),
        is_conditional: standing == Standing::FConditional,
        day: hold_until.map(|until| display_date(last_day(school, until), language)),
        phone: contact.phone.clone(),
        email: contact.email.clone(),
        hours: contact.hours.as_ref().map(|hours| hours.get(language).to_owned()),
        appointment: None,
    }
}

/// An appointment as its family reads it: the day and the hour of the school's clock, and where.
pub(super) fn appointment_words(school: &School, made: &Made, language: Language) -> (String, Option<String>) {
    let at = timestamp(made.at).to_zoned(school.time_zone().clone());
    let comma = if language == Language::Ar { '،' } else { ',' };
    let when = format!("{}{comma} {:02}:{:02}", display_date(at.date(), language), at.hour(), at.minute());
    (when, made.place.clone())
}
