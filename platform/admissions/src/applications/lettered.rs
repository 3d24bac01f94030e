//! Offers that go out as letters: where one is made of a move, and what its family is mailed of it.

use blocks::catalogue::LetterKind;
use blocks::evidence::Reached;
use form::Confirmation;
use jiff::civil::Date;
use kernel::message::{self, Message};
use kernel::message_counts::{self, Counted, Reason};
use kernel::{Caller, Refusal, SchoolTx, StoreError, SubmissionId};
use tenants::School;
use tenants::bundle::family::Account;
use words::language::display_date;
use words::{Text, ids};

use super::claims;
use super::conditioned::consents_given;
use super::enter::UNGRADED;
use super::model::Standing;
use super::moves::{By, Going, Hand, hold_seats, is_tagged, offer_ends, settle};
use super::reasons::SIGNED;
use super::service::{Applications, last_day};
use super::store::{self, ApplicationRow};
use super::told::{MAILED, NO_ADDRESS, TEXTED, UNMAILED, note_told, place_of};
use crate::enquiries::Submission;
use crate::letters::{self, Issued, Occasion, Reach, Way};
use crate::messages::{
    LetterSigned, LetterText, LetterWords, NewStatus, again, letter_mailed, letter_sent, letter_signed,
    letter_signed_texted, letter_texted, status_changed,
};
use crate::my_application::nothing;
use crate::tasks;
use crate::tasks::said::CONFIRM_STAFF;
use crate::tasks::said::{CONSENTS_UNMADE, CONSENTS_UNPROVABLE, LETTER_UNMADE, UNREACHED, UNTOLD};

/// A letter whose link goes out.
pub(crate) struct Letter {
    /// How whose it is can be reached.
    pub reach: Reach,
    pub path: String,
    pub kind: LetterKind,
    pub title: Text,
    /// Whose it is.
    pub signer: String,
    /// The midnight until which it can be answered.
    pub until: i64,
    pub news: LetterNews,
}

/// What is told of a letter.
pub(crate) enum LetterNews {
    /// That there is one, with what its mail says of it; none where that leads to it alone.
    Sent(Option<LetterText>),
    /// Something that it asks for is still to come, or was sent back.
    Again,
    /// All have signed it; what is paid next, its last day, and the account that the letter names.
    Signed(Option<(Text, Date, Option<Account>)>),
}

/// The kind of letter that an offer goes out as, where the school has one.
const fn kind_of(to: Standing) -> Option<LetterKind> {
    match to {
        Standing::FUnconditional => Some(LetterKind::Offer),
        Standing::FConditional => Some(LetterKind::ConditionalOffer),
        _ => None,
    }
}

/// Whether an offer goes out as a letter: its family is mailed it whatever is wished.
pub(super) fn brings_letter(school: &School, to: Standing) -> bool {
    title_of(school, to).is_some()
}

/// What the letter is called that an offer goes out as.
pub(super) fn title_of(school: &School, to: Standing) -> Option<&Text> {
    Some(&school.letter_of(kind_of(to)?)?.1.title)
}

/// Whether somebody has confirmed what makes its fees less: a brother or sister that the rules found, and a parent who works here, which its
/// family alone says.
pub(super) async fn fees_are_confirmed(tx: &mut SchoolTx, row: &ApplicationRow) -> Result<bool, StoreError> {
    let id = &row.submission_id;
    let is_of_staff = claims::is_claimed(&row.tags.0);
    Ok((!is_of_staff || tasks::is_answered(tx, id, &CONFIRM_STAFF).await?) && !tasks::awaits_sibling(tx, id).await?)
}

impl Applications {
    /// Of whom a letter of an application is.
    pub(crate) fn occasion<'a>(
        &self,
        school: &'a School,
        submission: &'a Submission,
        row: &ApplicationRow,
        (kind, until): (LetterKind, i64),
    ) -> Occasion<'a> {
        Occasion {
            school,
            origin: self.0.origin(school),
            hijri: self.0.hijri(),
            submission,
            kind,
            registration_id: row.registration_id.clone(),
            round: school.round(&row.round),
            bucket: Some(row.bucket.clone()).filter(|bucket| bucket != UNGRADED),
            has_sibling: is_tagged(&row.tags.0, "sibling"),
            fees_are_confirmed: false,
            languages: None,
            last_day: last_day(school, until),
            until,
            is_one_of_many: false,
        }
    }

    /// The same of a letter that somebody sends by hand, and that can be opened for so many days. A001 for what is no application.
    pub(crate) async fn occasion_by_hand<'a>(
        &self,
        tx: &mut SchoolTx,
        school: &'a School,
        submission: &'a Submission,
        (kind, days): (LetterKind, u16),
    ) -> Result<Occasion<'a>, Refusal> {
        let until = offer_ends(school, school.today(self.hand().now), days);
        self.occasion_until(tx, school, submission, (kind, until)).await
    }

    /// The same until a moment.
    pub(crate) async fn occasion_until<'a>(
        &self,
        tx: &mut SchoolTx,
        school: &'a School,
        submission: &'a Submission,
        kept: (LetterKind, i64),
    ) -> Result<Occasion<'a>, Refusal> {
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        let fees_are_confirmed = fees_are_confirmed(tx, &row).await?;
        Ok(Occasion { fees_are_confirmed, ..self.occasion(school, submission, &row, kept) })
    }

    /// Makes the letter of an offer that was made just now, where the school has one of its kind: its mail goes out with it. Whether it was made.
    pub(super) async fn issue_letter(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        row: &ApplicationRow,
        going: &Going<'_>,
    ) -> Result<bool, Refusal> {
        let Some(until) = going.hold_until else { return Ok(false) };
        let Some(kind) = kind_of(going.to) else { return Ok(false) };
        let mut occasion = self.occasion(school, submission, row, (kind, until));
        occasion.fees_are_confirmed = fees_are_confirmed(tx, row).await?;
        occasion.bucket = Some(going.bucket.to_owned()).filter(|bucket| bucket != UNGRADED);
        match letters::issue(tx, self.hand(), &occasion).await? {
            Issued::Made(_) => Ok(true),
            Issued::None => Ok(false),
            Issued::Unfilled(why) => {
                tracing::warn!(school.id = %school.id(), why, "the letter of an offer could not be made");
                self.ask(tx, school, row, &LETTER_UNMADE).await?;
                Ok(false)
            }
        }
    }

    /// What follows of itself on a move that somebody made: an acceptance whose conditions are all met waits for its fee alone, and of a place
    /// that was booked consents are asked for. Where it stands then.
    pub(super) async fn go_further(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (row, from, to, by): (&ApplicationRow, Standing, Standing, By<'_>),
    ) -> Result<Standing, Refusal> {
        if from.status() == "F" && to == Standing::AConditionsOpen {
            let has_gone_on = letters::go_on(tx, self.hand(), &submission.id, by).await?;
            return Ok(if has_gone_on { Standing::AFeeDue } else { to });
        }
        if to.status() == "B" && from.status() != "B" {
            return self.ask_consents(tx, school, submission, (row, to)).await;
        }
        Ok(to)
    }

    /// Asks the family of a place that was booked for the consents that the school needs; where they cannot be asked, somebody is. One of which
    /// nothing is needed waits for its original documents alone. Where it stands then.
    async fn ask_consents(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        (row, to): (&ApplicationRow, Standing),
    ) -> Result<Standing, Refusal> {
        let (hand, id) = (self.hand(), &submission.id);
        if letters::missing_consents(tx, school, (id, hand.now)).await?.is_empty() {
            let has_gone_on = consents_given(tx, hand, id, By::default()).await?;
            return Ok(if has_gone_on { Standing::BOriginalsDue } else { to });
        }
        let kept = (LetterKind::Consent, letters::consent_days());
        let occasion = self.occasion_by_hand(tx, school, submission, kept).await?;
        match letters::ask_required(tx, hand, &occasion).await? {
            Some(Issued::Unfilled(why)) => {
                tracing::warn!(school.id = %school.id(), why, "a family could not be asked for its consents");
                self.ask(tx, school, row, &CONSENTS_UNMADE).await?;
            }
            Some(Issued::None) => self.ask(tx, school, row, &CONSENTS_UNPROVABLE).await?,
            Some(Issued::Made(_)) | None => {}
        }
        Ok(to)
    }

    /// Sends the link to a letter to who signs it, with the words of the offer where it is one, by e-mail, and by text message where there is no
    /// address or as many had been sent there as may be. Where it went; none where nothing can go, and somebody is asked to see to it.
    pub(crate) async fn tell_of_letter(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
        letter: Letter,
    ) -> Result<Option<Reached>, Refusal> {
        let (hand, server) = (self.hand(), Caller::system(school.scope()));
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        let (mut free, mut is_full) = (None, false);
        for way in letter.reach.ways() {
            let target = way.target();
            let counted = message_counts::take(tx, hand.secret, &server, Reason::Reply, &target, hand.now).await?;
            if counted == Counted::Free {
                free = Some(way);
                break;
            }
            is_full = true;
        }
        let Some(way) = free else {
            note_told(tx, hand, &submission.id, (if is_full { UNMAILED } else { NO_ADDRESS }, None)).await?;
            // Whoever has signed knows it, and finds the paper where they signed.
            if !matches!(letter.news, LetterNews::Signed(_)) {
                self.ask(tx, school, &row, if is_full { &UNTOLD } else { &UNREACHED }).await?;
            }
            return Ok(None);
        };
        let reached = way.reached(letter.reach.is_shared);
        let became = if matches!(way, Way::Mail(_)) { MAILED } else { TEXTED };
        note_told(tx, hand, &submission.id, (became, Some(&reached.hint))).await?;
        let message = message_of(school, submission, &row, (letter, way), hand.now)?;
        let dedup = ids::new_id(hand.clock, hand.rng);
        message::send(tx, hand.clock, hand.rng, hand.secret, &dedup, &message).await?;
        Ok(Some(reached))
    }

    /// Tells of an offer whose letter cannot be drawn, and asks whoever looks after it to look.
    pub(crate) async fn tell_without_letter(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        self.ask(tx, school, &row, &LETTER_UNMADE).await?;
        self.tell_of_answer(tx, school, submission).await
    }

    /// Tells the family where its application stands, after what it said to a letter.
    pub(crate) async fn tell_of_answer(
        &self,
        tx: &mut SchoolTx,
        school: &School,
        submission: &Submission,
    ) -> Result<(), Refusal> {
        let server = Caller::system(school.scope());
        let row = store::find_application(tx, &submission.id).await?.ok_or_else(Refusal::not_found)?;
        let to = row.standing()?;
        let going = Going { hold_until: row.hold_until, ..Going::silent(to, &row.bucket) };
        if self.tell(tx, &server, school, submission, (to, &going)).await?.is_lost() {
            self.ask(tx, school, &row, &UNTOLD).await?;
        }
        Ok(())
    }
}

/// What goes out of a letter: of an offer by e-mail what the move says, of what nobody signs its words, of all else, and by text message, that
/// there is one, or that all have signed it.
fn message_of(
    school: &School,
    submission: &Submission,
    row: &ApplicationRow,
    (letter, way): (Letter, Way),
    now: i64,
) -> Result<Message, StoreError> {
    let Letter { path, kind, title, signer, until, news, .. } = letter;
    let language = submission.language;
    let title = title.get(language).to_owned();
    let day = display_date(last_day(school, until), language);
    let is_offer = matches!(kind, LetterKind::Offer | LetterKind::ConditionalOffer);
    let is_again = matches!(news, LetterNews::Again);
    let said = (title.clone(), day.clone(), kind != LetterKind::Plain);
    Ok(match (news, way) {
        (LetterNews::Signed(deposit), way) => {
            let deposit = deposit
                .map(|(amount, day, account)| (amount.get(language).to_owned(), display_date(day, language), account));
            let signed = LetterSigned { title, day, path, deposit };
            match way {
                Way::Mail(to) => letter_signed(submission, Confirmation { name: Some(signer), ..to }, signed, now),
                Way::Text(phone) => letter_signed_texted(submission, phone, signed, now),
            }
        }
        (_, Way::Text(phone)) => again(is_again, letter_texted(submission, phone, said, path, now)),
        (_, Way::Mail(to)) if is_offer => {
            let standing = row.standing()?;
            let words = standing.for_families(school).get(language).to_owned();
            let place = place_of(school, submission, (&row.round, &row.bucket), (standing, row.hold_until));
            let letter = Some(LetterWords { title, signer });
            let new = NewStatus { words, status: standing.status(), place, letter };
            status_changed(submission, to, new, Some(path), now)
        }
        (LetterNews::Sent(Some(words)), Way::Mail(to)) => letter_mailed(submission, to, words, said, path, now),
        (_, Way::Mail(to)) => again(is_again, letter_sent(submission, to, said, path, now)),
    })
}

/// All have signed the letter of an offer: it is accepted, for its family. The transaction holds the submission. L010 where no offer stands.
pub(crate) async fn accept_by_family(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    id: &SubmissionId,
    (name, letter): (&str, &str),
) -> Result<(), Refusal> {
    let row = store::find_application(tx, id).await?.ok_or_else(nothing)?;
    let from = row.standing()?;
    let to = match from {
        Standing::FUnconditional => Standing::AFeeDue,
        Standing::FConditional => Standing::AConditionsOpen,
        _ => return Err(nothing()),
    };
    if row.has_ended(hand.now) {
        return Err(nothing());
    }
    let seats = hold_seats(tx, &row, (from, to), &row.bucket).await?;
    let by = By { name, ..By::default() };
    let going = Going { reason: Some(SIGNED), comment: Some(letter), ..Going::silent(to, &row.bucket) };
    settle(tx, hand, &row, (from, going), seats, by).await?;
    // What was met before they signed is open no more.
    letters::go_on(tx, hand, id, by).await.map(drop)
}
