//! What staff do with an application: see where it stands and where it may go, and send it there.

use std::sync::Arc;

use axum::extract::FromRef;
use form::FormDocument;
use jiff::civil::Date;
use kernel::caller::Actor;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use machine::State as _;
use tenants::School;
use tenants::bundle::rounds::{RoundConfig, is_bucket};
use tenants::registry::bucket_name;
use words::text::lines;
use words::verdict::Issue;
use words::{Permission, Text};

use super::accepts::Acceptance;
use super::appointments::{Appointment, Made, NewAppointment};
use super::decisions::{self, Decided, Pending};
use super::enter::UNGRADED;
use super::guards::Facts;
use super::known::Known;
use super::lettered::fees_are_confirmed;
use super::model::{Right, Standing};
use super::moves::{By, Going, Hand, hold_seats, note_bucket, offer_ends, settle, suggest_next, write_down};
use super::overview::{BucketSeats, seats_of};
use super::places::{self, Differing};
use super::proposals::{self, Past, Proposed, Seen};
use super::reasons;
use super::store::{self, ApplicationRow};
use super::told::{SILENT, Written, note_told, takes_back_offer};
use crate::enquiries::{Enquiries, Submission};
use crate::forms::Forms;
use crate::letters;
use crate::papers;
use crate::students::{self, Enrolling};
use crate::tasks::said::UNTOLD;
use crate::typed::refused;

/// Characters of what is said of a move.
pub(super) const MOST_TEXT: usize = 1_000;

/// Applications. Cheap to clone.
#[derive(Clone)]
pub struct Applications(pub(super) Enquiries);

impl<S> FromRef<S> for Applications
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// Where somebody sends an application.
#[derive(Debug, Clone)]
pub struct Transition {
    /// The version that it is based on.
    pub version: i64,
    pub to: Standing,
    /// Why, by the name of the reason.
    pub reason_code: Option<String>,
    /// The same in words, for colleagues.
    pub reason_text: Option<String>,
    /// `YYYY-MM-DD`: when somebody looks again at what is on hold.
    pub review_by: Option<String>,
    /// Whose places it competes for from now on; left out, the same.
    pub bucket: Option<String>,
    /// Whether the family is written to.
    pub is_told: bool,
    /// RFC 3339: when anybody outside hears of it; left out, at once.
    pub publish_at: Option<String>,
    /// Whether it is another child than the student whom it looks like.
    pub overrides: bool,
    /// When and where the child is to be seen.
    pub appointment: Option<NewAppointment>,
}

/// A transition whose texts were looked at.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    pub version: i64,
    pub to: Standing,
    pub reason: Option<String>,
    pub text: Option<String>,
    pub review_by: Option<Date>,
    pub bucket: Option<String>,
    pub is_told: bool,
    pub publish_at: Option<i64>,
    pub overrides: bool,
    /// Whether another account proposed it, and whoever wishes it approves that.
    pub is_approval: bool,
    pub appointment: Option<Made>,
}

/// What became of a wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Applied {
    /// It went there; what became of the mail to its family, where one was to be sent.
    Moved(Option<Written>),
    /// It is decided and told later; when that was.
    Decided(i64),
    /// It is proposed; when that was.
    Proposed(i64),
}

impl Wish {
    /// Whether it is said why.
    pub fn is_reasoned(&self) -> bool {
        self.reason.is_some() || self.text.is_some()
    }
}

/// An application as it stands, for one of the staff.
#[derive(Debug)]
pub struct Shown {
    pub row: ApplicationRow,
    pub standing: Standing,
    /// Where the caller may send it now.
    pub allowed: Vec<Standing>,
    pub round: Arc<RoundConfig>,
    /// The seats of its bucket; none for who sees no seats.
    pub seats: Option<BucketSeats>,
    /// What was decided and is told later, for who may know.
    pub decision: Option<Pending>,
    /// What is proposed, or was and came back, for who may know.
    pub proposal: Option<Seen>,
    /// What became of its proposals, for who may know.
    pub proposals: Vec<Past>,
    /// Where of `allowed` the caller only proposes to send it.
    pub proposes: Vec<Standing>,
    /// Where its answers say that its place is, where that is elsewhere.
    pub differs: Option<Differing>,
    /// What the school calls the child, once it is enrolled.
    pub admission_number: Option<String>,
    /// That its family accepted the offer that is out, in writing.
    pub acceptance: Option<Acceptance>,
    /// Whether somebody has confirmed what makes its fees less.
    pub fees_are_confirmed: bool,
    pub open_conditions: i64,
    /// After a move of which the family was to be told: whether a mail went out.
    pub is_family_told: Option<bool>,
}

/// What a family is told of its application.
#[derive(Debug, Clone)]
pub(crate) struct Registered {
    pub registration_id: String,
    hold_until: Option<i64>,
    round: String,
    bucket: String,
    state: String,
    /// When the family accepted the offer that is out, in writing.
    pub accepted_at: Option<i64>,
    /// When and where the child is to be seen.
    pub appointment: Option<Appointment>,
}

impl Registered {
    /// Whether an offer has conditions.
    pub fn is_conditional(&self) -> bool {
        self.state == Standing::FConditional.as_str()
    }

    /// The last day of an offer, `YYYY-MM-DD`.
    pub fn offer_until(&self, school: &School) -> Option<String> {
        Some(last_day(school, self.hold_until?).to_string())
    }

    /// The grade whose place it is for, with what that is divided by, where it is known; and the school year.
    pub fn place(&self, school: &School, document: &FormDocument) -> (Option<Text>, String) {
        let grade = (self.bucket != UNGRADED).then(|| bucket_name(Some(document), &self.bucket));
        (grade, school.round(&self.round).year.clone())
    }
}

/// What a family is told; none where what it sent is no application. Whoever calls this has proved that it is theirs.
pub(crate) async fn registered(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Option<Registered>, StoreError> {
    let row = store::find_application(tx, id).await?;
    Ok(row.map(|row| {
        let appointment = Standing::parse(&row.state)
            .and_then(|stands| Appointment::of(stands, row.appointment_at, row.appointment_place.clone()));
        let ApplicationRow { registration_id, hold_until, round, bucket, state, accepted_at, .. } = row;
        Registered { registration_id, hold_until, round, bucket, state, accepted_at, appointment }
    }))
}

impl ApplicationRow {
    /// The day by which something is due: the last one of an offer, or the one of a hold. `YYYY-MM-DD`.
    pub fn due_on(&self, school: &School) -> Option<String> {
        self.hold_until.map(|until| last_day(school, until).to_string()).or_else(|| self.review_by.clone())
    }
}

/// The day that ends at a midnight.
pub(super) fn last_day(school: &School, midnight: i64) -> Date {
    school.today(midnight.saturating_sub(1))
}

impl Transition {
    pub(super) fn checked(self) -> Result<Wish, Refusal> {
        let unfit = |at: &str| refused(Issue::error(format!("/transition/{at}"), "format"));
        let is_name = |name: &str| {
            name.len() <= 40 && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        let reason = self.reason_code.filter(|code| !code.is_empty());
        if reason.as_deref().is_some_and(|code| !is_name(code)) {
            return Err(unfit("reason_code"));
        }
        let text = self.reason_text.map(|text| lines(&text).trim().to_owned()).filter(|text| !text.is_empty());
        if text.as_ref().is_some_and(|text| text.chars().count() > MOST_TEXT) {
            let long = Issue::error("/transition/reason_text", "maxLength").with("limit", MOST_TEXT);
            return Err(refused(long));
        }
        let day = |text: String| text.parse::<Date>().map_err(|_| unfit("review_by"));
        let review_by = self.review_by.filter(|text| !text.is_empty()).map(day).transpose()?;
        let bucket = self.bucket.filter(|bucket| !bucket.is_empty());
        if bucket.as_deref().is_some_and(|bucket| !is_bucket(bucket)) {
            return Err(unfit("bucket"));
        }
        if self.overrides && text.is_none() {
            return Err(refused(Issue::error("/transition/reason_text", "required")));
        }
        let (version, to, is_told, overrides) = (self.version, self.to, self.is_told, self.overrides);
        let publish_at = decisions::moment(self.publish_at, to)?;
        let appointment = self.appointment.map(|asked| asked.checked(to)).transpose()?;
        Ok(Wish {
            version,
            to,
            reason,
            text,
            review_by,
            bucket,
            is_told,
            publish_at,
            overrides,
            is_approval: false,
            appointment,
        })
    }
}

impl Applications {
    /// Over the inbox.
    #[must_use]
    pub fn new(enquiries: Enquiries) -> Self {
        Self(enquiries)
    }

    pub(crate) fn hand(&self) -> Hand<'_> {
        let now = self.0.clock().now_ms();
        Hand { secret: self.0.secret(), clock: self.0.clock(), rng: self.0.rng(), now }
    }

    /// An application as it stands; read as one line: A007. A001 for what the caller does not see, and for what is no application.
    pub async fn look(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.0.count_read(caller, 1).await?;
        self.shown(caller, school, id).await
    }

    pub(crate) async fn shown(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Shown, Refusal> {
        let mut tx = self.0.db().read(&caller.school).await?;
        self.0.require_seen(&mut tx, caller, school, id).await?;
        let row = store::find_application(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        let standing = row.standing()?;
        let round = school.round(&row.round);
        let mut seats = None;
        if caller.may(Permission::SeatRead) {
            let mut told = seats_of(&mut tx, &round, &row.bucket).await?;
            told.keep(decisions::kept_in(&mut tx, caller, (&round.id, &row.bucket)).await?);
            seats = Some(told);
        }
        let decided = decisions::seen_by(&mut tx, caller, id).await?;
        let proposed = proposals::seen_by(&mut tx, caller, id).await?;
        let proposals = proposals::past_of(&mut tx, caller, id).await?;
        let admission_number = students::number_of(&mut tx, id).await?;
        let differs = places::differing(&mut tx, caller, school, &row).await?;
        let fees_are_confirmed = fees_are_confirmed(&mut tx, &row).await?;
        let open_conditions = letters::count_conditions(&mut tx, id).await?.open;
        drop(tx);
        let acceptance = self.acceptance(caller, school, &row).await?;
        let known = Known { caller, school, row: &row, from: standing, round: &round, now: self.hand().now };
        // What is decided already goes nowhere else until it is told.
        let mut allowed = if decided.is_some() { Vec::new() } else { known.allowed() };
        // Of what waits for an approval nothing else is proposed meanwhile.
        let waits = proposed.as_ref().is_some_and(proposals::ProposalRow::is_open);
        allowed.retain(|to| !waits || !known.is_proposed(*to));
        let proposes = allowed.iter().copied().filter(|to| known.is_proposed(*to)).collect();
        let decision = decided.map(|one| known.pending(one)).transpose()?;
        let proposal = proposed.map(|one| Seen::of(one, caller)).transpose()?;
        Ok(Shown {
            row,
            standing,
            allowed,
            round,
            seats,
            decision,
            proposal,
            proposals,
            proposes,
            differs,
            admission_number,
            acceptance,
            fees_are_confirmed,
            open_conditions,
            is_family_told: None,
        })
    }

    /// Sends an application on, and says how it stands then. A003 where somebody was quicker, A012 with `allowed` where no way leads there, A002
    /// where one does but not for the caller, A014 without a seat, A015 where documents are missing, F003 where a reason or a day is.
    pub async fn send(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        transition: Transition,
    ) -> Result<Shown, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let wish = Arc::new(transition.checked()?);
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let sent = self.try_to_send(caller, school, &submission, &wish).await;
        let written = match sent {
            // What is over keeps no seat, though nobody has looked over the school since.
            Err(refusal) if refusal.id() == MessageId::A014 => {
                if !self.free_overdue_seats(school).await {
                    return Err(refusal);
                }
                self.try_to_send(caller, school, &submission, &wish).await?
            }
            sent => sent?,
        };
        let shown = self.shown(caller, school, id).await?;
        Ok(Shown { is_family_told: written.map(|written| written == Written::Sent), ..shown })
    }

    async fn try_to_send(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        wish: &Arc<Wish>,
    ) -> Result<Option<Written>, Refusal> {
        let (applications, caller_then, school) = (self.clone(), caller.clone(), school.clone());
        let (submission, wish) = (submission.clone(), wish.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let applied = applications.apply(tx, &caller_then, &school, &submission, &wish).await?;
                Ok(if let Applied::Moved(written) = applied { written } else { None })
            })
        });
        write.await
    }

    /// Sends it on within a transaction, over the version that is wished for: a refusal undoes all of it.
    pub(super) async fn apply(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
        wish: &Wish,
    ) -> Result<Applied, Refusal> {
        let (hand, id, to) = (self.hand(), &submission.id, wish.to);
        self.0.require_seen(tx, caller, school, id).await?;
        reasons::require(school, wish.reason.as_deref())?;
        Forms::hold_submission(tx, id).await?;
        let row = store::find_application(tx, id).await?.ok_or_else(Refusal::not_found)?;
        let (from, round) = (row.standing()?, school.round(&row.round));
        let known = Known { caller, school, row: &row, from, round: &round, now: hand.now };
        // Whoever enrols a child twice, or as the second, is told of the same student.
        let is_enrolled = from == to && to == Standing::C && known.holds(Right::Enrol);
        if is_enrolled && students::number_of(tx, id).await?.is_some() {
            return Ok(Applied::Moved(None));
        }
        if row.version != wish.version {
            return Err(Refusal::new(MessageId::A003));
        }
        let is_reasoned = wish.is_reasoned();
        let way = known.way(to, is_reasoned, decisions::is_pending(tx, id).await?)?;
        let is_proposed = !wish.is_approval && known.is_proposed(to);
        if is_proposed && proposals::find_open(tx, id).await?.is_some() {
            return Err(proposals::pending());
        }
        let bucket = wish.bucket.as_deref().unwrap_or(&row.bucket);
        if bucket != row.bucket {
            require_bucket(&round, submission.document(), bucket)?;
        }
        let missing: Vec<Text> = if asks_papers((from, to), is_reasoned) {
            let papers = papers::of(tx, submission, school.today(hand.now)).await?;
            papers.into_iter().filter(papers::Paper::is_open).map(|paper| paper.label).collect()
        } else {
            Vec::new()
        };
        let mut missing = missing;
        if from.status() == "B" && to == Standing::C {
            missing.extend(letters::missing_consents(tx, school, (id, hand.now)).await?);
        }
        let twin = if to == Standing::C { students::twin_of(tx, self.0.people(), id).await? } else { None };
        let seats = hold_seats(tx, &row, (from, to), bucket).await?;
        let row_day = known.facts(to).appointment;
        let facts = Facts {
            bucket,
            taken: seats.others,
            review_by: wish.review_by,
            missing: &missing,
            is_reasoned,
            is_proposed,
            is_unique: twin.as_ref().is_none_or(|twin| wish.overrides && !twin.is_certain),
            appointment: wish.appointment.as_ref().map(|made| school.today(made.at)).or(row_day),
            has_open_conditions: from.status() == "A" && letters::count_conditions(tx, id).await?.open > 0,
            ..known.facts(to)
        };
        known.guarded(&facts, seats.is_moved).map_err(|refusal| match &twin {
            Some(twin) => twin.tell(refusal),
            None => refusal,
        })?;
        let review_by = wish.review_by.filter(|_| to.status() == "O").map(|day| day.to_string());
        let mut going = Going {
            to,
            bucket,
            review_by: review_by.as_deref(),
            hold_until: (to.status() == "F").then(|| offer_ends(school, facts.today, round.offer_days)),
            reason: wish.reason.as_deref(),
            comment: wish.text.as_deref(),
            appointment: wish.appointment.as_ref(),
        };
        let (actor_id, name) = match &caller.actor {
            Actor::User { id, name, .. } => (Some(id), name.as_str()),
            _ => (None, ""),
        };
        let role = way.needs.permissions().iter().find_map(|permission| caller.role_for(*permission));
        let by = By { id: actor_id, name, role };
        if is_proposed {
            let proposed = Proposed { from, going, publish_at: wish.publish_at, is_told: wish.is_told };
            return proposals::propose(tx, hand, (caller, school), &row, (proposed, by)).await.map(Applied::Proposed);
        }
        if let Some(publish_at) = wish.publish_at {
            let decided = Decided { from, going, publish_at, is_told: wish.is_told };
            return decisions::decide(tx, hand, caller, &row, (decided, by)).await.map(Applied::Decided);
        }
        let freed = seats.freed();
        settle(tx, hand, &row, (from, going), seats, by).await?;
        note_bucket(tx, hand, submission, (&row.bucket, bucket), by).await?;
        write_down(tx, hand, caller, id, (from, to), going.reason).await?;
        if to == Standing::C {
            let enrolling = Enrolling { submission: id, round: &round, bucket };
            students::enrol(tx, hand, self.0.people(), (caller, school, by), enrolling).await?;
        }
        // Whose offer is taken back is told, whatever whoever takes it wishes.
        let mut told = None;
        going.to = self.go_further(tx, school, submission, (&row, from, to, by)).await?;
        // A letter brings its mail along, once it is drawn.
        let is_lettered = self.issue_letter(tx, school, submission, &row, &going).await?;
        if !is_lettered && (wish.is_told || takes_back_offer(from, to)) {
            let written = self.tell(tx, caller, school, submission, (from, &going)).await?;
            if written.is_lost() {
                self.ask(tx, school, &row, &UNTOLD).await?;
            }
            told = Some(written);
        } else if !is_lettered {
            note_told(tx, hand, id, (SILENT, None)).await?;
        }
        // Whoever is next is told of a seat that falls free, and where somebody who was before them waits no more.
        let mut next = freed;
        if from == Standing::WWaitlist && !next.contains(&row.bucket) {
            next.push(row.bucket.clone());
        }
        for bucket in &next {
            suggest_next(tx, hand, school, (&row.round, bucket)).await?;
        }
        Ok(Applied::Moved(told))
    }
}

/// F003 for a bucket that nobody counts: it has to be the round's, or a grade that the form knows, never that of those without one. A part of a
/// grade is the round's alone.
fn require_bucket(round: &RoundConfig, document: &FormDocument, bucket: &str) -> Result<(), Refusal> {
    let is_grade = || bucket != UNGRADED && !bucket.contains('/') && document.name_of_code(bucket).is_some();
    if round.places.contains_key(bucket) || is_grade() {
        return Ok(());
    }
    Err(refused(Issue::error("/transition/bucket", "enum")))
}

/// Whether it has to be known which documents are missing.
pub(super) fn asks_papers((from, to): (Standing, Standing), is_reasoned: bool) -> bool {
    matches!((from.status(), to.status()), ("W", "S") | ("B", "C")) && !is_reasoned
}
