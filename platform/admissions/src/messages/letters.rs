//! What goes out when the school writes to a family: the mail with its words, and a few words by SMS to who wants them.

use form::Confirmation;
use identity::Identity;
use kernel::message::{Channel, Message};
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::{Caller, SchoolTx, StoreError};
use serde_json::{Map, Value};
use tenants::School;
use words::Language;
use words::text::may_greet;

use super::model::DAY_MS;
use crate::enquiries::{Enquiries, Submission};
use crate::family;
use crate::forms::draft::person_ar;

/// How long a message may wait for a mail server.
const LIFE_MS: i64 = 7 * DAY_MS;
/// Where a family that signs in finds what is theirs.
const HOME: &str = "/dashboard";

/// What fills the school's words about a submission.
pub fn filling(submission: &Submission, missing: Option<&str>) -> Map<String, Value> {
    let mut filling = Map::new();
    filling.insert("reference".into(), submission.number.as_str().into());
    filling.insert("form".into(), submission.document().title().get(submission.language).into());
    // A text that begins so becomes a message that all of the staff read, and it may reach somebody else.
    if submission.document().audience_of_person().is_none() && may_greet(&submission.person) {
        filling.insert("person".into(), person_of(submission).into());
    }
    if let Some(missing) = missing {
        filling.insert("papers".into(), missing.into());
    }
    filling
}

/// Whom it is about, in the family's letters where it gave the name in these.
fn person_of(submission: &Submission) -> String {
    let is_arabic = submission.language == Language::Ar;
    let written = is_arabic.then(|| person_ar(submission.document(), &submission.answers));
    written.filter(|name| may_greet(name)).unwrap_or_else(|| submission.person.clone())
}

/// What a message is made of, whichever way it goes.
fn said(submission: &Submission, (subject, text): (Option<&str>, &str), path: Option<String>) -> Map<String, Value> {
    let mut params = filling(submission, None);
    params.insert("text".into(), text.into());
    params.insert("subject".into(), subject.unwrap_or_else(|| default_subject(submission.language)).into());
    if let Some(path) = path {
        params.insert("path".into(), path.into());
    }
    params
}

/// The mail to whoever gets the confirmation. `path` is where it leads, where there is an answer to ask for.
pub fn mail(
    submission: &Submission,
    to: Confirmation,
    words: (Option<&str>, &str),
    path: Option<String>,
    now: i64,
) -> Message {
    to_family("from_school", submission, to, said(submission, words, path), now)
}

/// What a family's link was used to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactChange {
    /// Where mail goes.
    Address,
    /// The number that opens the application.
    Number,
}

/// The mail to whom the school wrote until now, that another address is written to, or another number asked for: it may be they who
/// changed nothing.
pub fn contact_changed(submission: &Submission, former: Confirmation, changed: ContactChange, now: i64) -> Message {
    let mut params = filling(submission, None);
    if changed == ContactChange::Number {
        params.insert("number".into(), "yes".into());
    }
    to_family("contact_changed", submission, former, params, now)
}

/// What a family is told of where its application stands since.
#[derive(Debug, Clone)]
pub struct NewStatus {
    /// In words of the family's language.
    pub words: String,
    /// Its status: `F`; `offer_withdrawn` where an offer is taken back.
    pub status: &'static str,
    pub place: PlaceWords,
    /// The letter that waits to be signed, to which the mail leads.
    pub letter: Option<LetterWords>,
}

/// A letter that waits to be signed.
#[derive(Debug, Clone)]
pub struct LetterWords {
    /// What it is called, in the family's language.
    pub title: String,
    /// Who signs by this link.
    pub signer: String,
}

/// The place that an application is for, in the family's language, and how the school is reached about it.
#[derive(Debug, Clone, Default)]
pub struct PlaceWords {
    /// The grade, and what it is divided by; none where nobody told it.
    pub grade: Option<String>,
    /// The school year.
    pub year: String,
    /// The last day of an offer, as people read it.
    pub day: Option<String>,
    /// Whether the offer has conditions.
    pub is_conditional: bool,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// When somebody is there.
    pub hours: Option<String>,
    /// The day and the hour on which the child is to be seen, as people read them, and where.
    pub appointment: Option<(String, Option<String>)>,
}

impl PlaceWords {
    fn fill(self, submission: &Submission, params: &mut Map<String, Value>) {
        // What names the child in a mail is what greets it nowhere else: by the first name alone.
        let child = params.get("person").and_then(Value::as_str).map(given_name);
        // In an Arabic line a number begins with its sign all the same.
        let mark = if submission.language == Language::Ar { "\u{200E}" } else { "" };
        let (appointment, place) = self.appointment.map_or((None, None), |(when, place)| (Some(when), place));
        let told = [
            ("appointment", appointment),
            ("place", place),
            ("child", child),
            ("grade", self.grade),
            ("year", Some(self.year).filter(|year| !year.is_empty())),
            ("day", self.day),
            ("conditional", self.is_conditional.then(|| "yes".to_owned())),
            ("school_phone", self.phone.map(|phone| format!("{mark}{phone}"))),
            ("school_email", self.email),
            ("hours", self.hours),
        ];
        for (name, text) in told {
            if let Some(text) = text {
                params.insert(name.into(), text.into());
            }
        }
    }
}

/// Words that are a first name only together with the next one.
const BEGINNINGS: [&str; 13] =
    ["عبد", "أبو", "ابو", "أم", "ام", "abd", "abdul", "abdel", "abdal", "abu", "umm", "abdu", "abd-al"];
/// Words that belong to the first name before them.
const ENDINGS: [&str; 6] = ["الدين", "الله", "al-din", "eldin", "el-din", "allah"];

/// What a child is called: the first name of a whole one, with both parts where it is of two.
#[must_use]
pub fn given_name(name: &str) -> String {
    let mut words = name.split_whitespace();
    let (Some(first), next) = (words.next(), words.next()) else { return String::new() };
    let is_in = |word: &str, list: &[&str]| list.contains(&word.to_lowercase().as_str());
    match next {
        Some(next) if is_in(first, &BEGINNINGS) || is_in(next, &ENDINGS) => format!("{first} {next}"),
        _ => first.to_owned(),
    }
}

/// The mail that an application stands elsewhere since.
pub fn status_changed(
    submission: &Submission,
    to: Confirmation,
    new: NewStatus,
    path: Option<String>,
    now: i64,
) -> Message {
    let mut params = filling(submission, None);
    params.insert("status".into(), new.words.into());
    params.insert("change".into(), new.status.into());
    new.place.fill(submission, &mut params);
    if let Some(LetterWords { title, signer }) = new.letter {
        params.insert("title".into(), title.into());
        if may_greet(&signer) {
            params.insert("signer".into(), signer.into());
        }
    }
    if let Some(path) = path {
        params.insert("path".into(), path.into());
    }
    to_family("status_changed", submission, to, params, now)
}

/// What a family hears of an offer that it has not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferNews {
    /// It ends soon.
    Soon,
    /// It ends today.
    Last,
    /// It has ended.
    Ended,
}

impl OfferNews {
    const fn template(self) -> &'static str {
        match self {
            Self::Ended => "offer_expired",
            Self::Soon | Self::Last => "offer_reminder",
        }
    }

    fn params(self, submission: &Submission, place: PlaceWords, path: Option<String>) -> Map<String, Value> {
        let mut params = filling(submission, None);
        place.fill(submission, &mut params);
        if let Some(path) = path {
            params.insert("path".into(), path.into());
        }
        if self == Self::Last {
            params.insert("change".into(), "last".into());
        }
        params
    }
}

/// The mail that an offer ends, or has ended.
pub fn of_offer(
    news: OfferNews,
    submission: &Submission,
    to: Confirmation,
    place: PlaceWords,
    path: Option<String>,
    now: i64,
) -> Message {
    to_family(news.template(), submission, to, news.params(submission, place, path), now)
}

/// The same by text message.
pub fn of_offer_texted(
    news: OfferNews,
    submission: &Submission,
    phone: String,
    place: PlaceWords,
    path: Option<String>,
    now: i64,
) -> Message {
    let params = news.params(submission, place, path);
    letter(news.template(), (Channel::Sms, phone), submission.language, params, now)
}

/// What the office lets a family change.
#[derive(Debug, Clone)]
pub struct Unlocked {
    /// In words, for the family; may be empty.
    pub text: String,
    /// The last day, as people read it.
    pub day: String,
    /// Where it is changed.
    pub path: String,
    /// When that ends.
    pub until: i64,
}

/// The mail that some answers can be changed.
pub fn fields_unlocked(submission: &Submission, to: Confirmation, unlocked: Unlocked, now: i64) -> Message {
    let mut params = filling(submission, None);
    params.insert("day".into(), unlocked.day.into());
    params.insert("path".into(), unlocked.path.into());
    if !unlocked.text.is_empty() {
        params.insert("text".into(), unlocked.text.into());
    }
    let letter = to_family("fields_unlocked", submission, to, params, now);
    Message { expires_at: letter.expires_at.min(unlocked.until), ..letter }
}

/// What reached the school of what it had let a family change.
#[derive(Debug, Clone)]
pub struct AnswersReceived {
    /// What the questions are called, a line each; never what was answered.
    pub answers: String,
    /// The day and the hour, as people read them.
    pub day: String,
    pub time: String,
    /// The family's link, where there is one.
    pub path: Option<String>,
}

/// The mail that the answers came which a family could change.
pub fn answers_received(submission: &Submission, to: Confirmation, came: AnswersReceived, now: i64) -> Message {
    let mut params = filling(submission, None);
    params.insert("answers".into(), came.answers.into());
    params.insert("day".into(), came.day.into());
    params.insert("time".into(), came.time.into());
    if let Some(path) = came.path {
        params.insert("path".into(), path.into());
    }
    to_family("answers_received", submission, to, params, now)
}

/// The mail that confirms that an application was withdrawn: it may be they who did not. `path` is where it is taken back.
pub fn withdrawn(submission: &Submission, to: Confirmation, path: Option<String>, now: i64) -> Message {
    let mut params = filling(submission, None);
    if let Some(path) = path {
        params.insert("path".into(), path.into());
    }
    to_family("withdrawn", submission, to, params, now)
}

/// The mail with the link once more, to who asked for it. `path` is the link.
pub fn link_again(submission: &Submission, to: Confirmation, path: String, now: i64) -> Message {
    let mut params = filling(submission, None);
    params.insert("path".into(), path.into());
    to_family("application_link", submission, to, params, now)
}

/// The mail with the link to an application that was begun from an enquiry; `title` is its form's, and `path` the link.
pub fn application_begun(submission: &Submission, to: Confirmation, title: &str, path: String, now: i64) -> Message {
    let mut params = filling(submission, None);
    params.insert("form".into(), title.into());
    params.insert("path".into(), path.into());
    to_family("application_begun", submission, to, params, now)
}

pub(super) fn to_family(
    template: &str,
    submission: &Submission,
    to: Confirmation,
    mut params: Map<String, Value>,
    now: i64,
) -> Message {
    if let Some(name) = to.name.filter(|name| may_greet(name)) {
        params.insert("name".into(), name.into());
    }
    letter(template, (Channel::Mail, to.email), submission.language, params, now)
}

/// That there is a message, to the account that owns the submission, where its owner wants texts and proved the number; none past the bounds
/// of a telephone and of the school. It leads to where one signs in; in our words it says neither what was written nor about whom.
pub async fn sms(
    tx: &mut SchoolTx,
    (enquiries, caller, school): (&Enquiries, &Caller, &School),
    submission: &Submission,
    words: (Option<&str>, &str),
    now: i64,
) -> Result<Option<Message>, StoreError> {
    let Some(owner) = family::owner(tx, &submission.id).await? else { return Ok(None) };
    let Some((to, language)) = Identity::texted(tx, school, &owner).await? else { return Ok(None) };
    let target = Target::phone(&to);
    if message_counts::take(tx, enquiries.secret(), caller, Reason::Reply, &target, now).await? != Counted::Free {
        return Ok(None);
    }
    let params = said(submission, words, Some(HOME.to_owned()));
    Ok(Some(letter("from_school", (Channel::Sms, to), language, params, now)))
}

pub(super) fn letter(
    template: &str,
    (channel, to): (Channel, String),
    language: Language,
    params: Map<String, Value>,
    now: i64,
) -> Message {
    let (template, locale) = (template.to_owned(), language.as_str().to_owned());
    Message { channel, to, template, locale, params, expires_at: now + LIFE_MS, is_strangers: false }
}

fn default_subject(language: Language) -> &'static str {
    match language {
        Language::En => "About your application",
        Language::Ar => "بخصوص طلبكم",
    }
}

#[cfg(test)]
mod tests {
    use super::given_name;

    #[test]
    fn a_first_name_has_both_its_parts() {
        let names = [
            ("Sara Al Balushi", "Sara"),
            ("Abdul Rahman Al Harthy", "Abdul Rahman"),
            ("Nour Al-Din Khan", "Nour Al-Din"),
            ("عبد الله سالم الحارثي", "عبد الله"),
            ("نور الدين", "نور الدين"),
            ("مريم البلوشي", "مريم"),
            ("Zaid", "Zaid"),
            ("", ""),
        ];
        for (whole, first) in names {
            assert_eq!(given_name(whole), first, "{whole}");
        }
    }
}
