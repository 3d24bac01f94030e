//! Enrolling a child, reading a student's file, and finding whose number one is.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::FromRef;
use form::{What, Who};
use kernel::audit::{self, Entry};
use kernel::timeline::{self, EntryRow, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, numbers};
use people::{Likeness, People, PersonId};
use serde_json::{Value, json};
use tenants::School;
use tenants::bundle::rounds::RoundConfig;
use tenants::registry::bucket_name;
use words::{Permission, Text};

use super::fields::{Answered, Reading, Told, answers, fields_about, has_word};
use super::model::{self, HEALTH, Section};
use super::store::{self, NewStudent};
use crate::applications::{Applications, By, Hand, Shown, Standing};
use crate::enquiries::{ENQUIRY, Enquiries, EnquiryRow, Submission, history_of};
use crate::forms::Forms;
use crate::ids::{StudentId, UploadId};
use crate::messages::Messages;
use crate::my_application::as_corrected;
use crate::notes;
use crate::papers::{self, Paper, PaperState};

/// The counter whose row is held by whoever enrols a child.
const ENROLLING: &str = "enrolling";

/// Students. Cheap to clone.
#[derive(Clone)]
pub struct Students(Enquiries);

impl<S> FromRef<S> for Students
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// An application whose child becomes a student.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Enrolling<'a> {
    pub submission: &'a SubmissionId,
    pub round: &'a RoundConfig,
    /// Whose place it takes.
    pub bucket: &'a str,
}

/// What of a file is asked for, as it was typed.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub sections: Vec<String>,
    pub reason: Option<String>,
}

/// A student's file, as far as it was asked for and its reader may see it.
#[derive(Debug)]
pub struct Opened {
    pub shown: Shown,
    /// The submission, as the reader sees it.
    pub enquiry: EnquiryRow,
    /// A picture of the child.
    pub photo: Option<UploadId>,
    /// Its birth date, where the reader sees it.
    pub born: Option<String>,
    /// The sections that the reader may read.
    pub allowed: Vec<Section>,
    /// Where it usually goes next.
    pub next: Option<Standing>,
    /// Those of fields.
    pub fields: BTreeMap<Section, Vec<Answered>>,
    pub documents: Option<Vec<Paper>>,
    pub timeline: Option<Vec<EntryRow>>,
    pub notes: Option<Vec<Written>>,
}

/// A note, or a message.
#[derive(Debug, Clone)]
pub struct Written {
    pub id: String,
    pub text: String,
    /// Empty where the family wrote it.
    pub author: String,
    pub at: i64,
    /// Whether the family sees it: a message.
    pub is_for_family: bool,
}

/// Whose number it is.
#[derive(Debug)]
pub struct Found {
    pub shown: Shown,
    /// The submission, as its reader sees it.
    pub enquiry: EnquiryRow,
}

/// The admission number of an application's student; none before it is enrolled.
pub(crate) async fn number_of(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Option<String>, StoreError> {
    Ok(store::find_student(tx, id).await?.map(|row| row.admission_number))
}

/// The admission numbers of some applications' students, a list of ids.
pub(crate) async fn numbers_among(tx: &mut SchoolTx, ids: &str) -> Result<HashMap<SubmissionId, String>, StoreError> {
    let rows = store::students_among(tx, ids).await?;
    Ok(rows.into_iter().map(|row| (row.submission_id, row.admission_number)).collect())
}

/// Makes some students after an admission number findable by theirs; the last of these, if any is left.
pub(crate) async fn find_by_numbers(tx: &mut SchoolTx, after: &str) -> Result<Option<String>, StoreError> {
    let rows = store::page_students(tx, after).await?;
    for row in &rows {
        Forms::find_by_number(tx, &row.submission_id, &row.admission_number).await?;
    }
    Ok(rows.into_iter().next_back().map(|row| row.admission_number))
}

/// A student whom an application's child looks like.
#[derive(Debug, Clone)]
pub(crate) struct Twin {
    pub admission_number: String,
    /// Whether it is the same child: the same person, or one number. Else name and birth date are the same.
    pub is_certain: bool,
}

impl Twin {
    /// What whoever enrols the child reads: of whom it is the double, and whether they may say that it is another child.
    pub fn tell(&self, refusal: Refusal) -> Refusal {
        let told = json!({ "admission_number": self.admission_number, "may_override": !self.is_certain });
        refusal.with("student", told)
    }
}

/// Whether whom an application is about is no student by another one now, for who only looks.
pub(crate) async fn seems_unique(tx: &mut SchoolTx, people: &People, id: &SubmissionId) -> Result<bool, StoreError> {
    let Some(person) = people.subject_of(tx, id).await? else { return Ok(true) };
    Ok(twin_among(tx, people, id, &person).await?.is_none())
}

/// The student whom an application's child is, or looks like, by another application. Nobody else enrols anybody before the transaction is over: of
/// two children of one number one waits.
pub(crate) async fn twin_of(tx: &mut SchoolTx, people: &People, id: &SubmissionId) -> Result<Option<Twin>, StoreError> {
    let Some(person) = people.hold_subject(tx, id).await? else { return Ok(None) };
    numbers::set(tx, ENROLLING, 1).await?;
    twin_among(tx, people, id, &person).await
}

async fn twin_among(
    tx: &mut SchoolTx,
    people: &People,
    id: &SubmissionId,
    person: &PersonId,
) -> Result<Option<Twin>, StoreError> {
    if let Some(student) = store::find_by_person(tx, person).await?
        && student.submission_id != *id
    {
        return Ok(Some(Twin { admission_number: student.admission_number, is_certain: true }));
    }
    let like = people.like(tx, person).await?;
    if like.is_empty() {
        return Ok(None);
    }
    let persons = json!(like.iter().map(|(person, _)| person).collect::<Vec<_>>()).to_string();
    let students = store::find_by_persons(tx, &persons).await?;
    let twins = students.into_iter().filter(|student| student.submission_id != *id).filter_map(|student| {
        let (_, likeness) = like.iter().find(|(person, _)| Some(person) == student.person_id.as_ref())?;
        Some(Twin { admission_number: student.admission_number, is_certain: *likeness == Likeness::Same })
    });
    // One that is certain before one that only looks so.
    Ok(twins.max_by_key(|twin| twin.is_certain))
}

/// Makes a student of whom an application is about, in the transaction that holds it and sends it to `C`: once, however often it is called.
/// What the school calls the child.
pub(crate) async fn enrol(
    tx: &mut SchoolTx,
    hand: Hand<'_>,
    people: &People,
    (caller, school, by): (&Caller, &School, By<'_>),
    enrolling: Enrolling<'_>,
) -> Result<String, StoreError> {
    let Enrolling { submission, round, bucket } = enrolling;
    if let Some(number) = number_of(tx, submission).await? {
        return Ok(number);
    }
    let person = people.hold_subject(tx, submission).await?;
    let family = people.unite(tx, submission, hand.now).await?;
    let year = round.year.get(..4).unwrap_or_default();
    let taken = numbers::take(tx, &format!("admission-{year}")).await?;
    let number = model::admission_number(&school.code(), year, taken);
    let new = NewStudent {
        id: &StudentId::new(hand.clock, hand.rng),
        submission,
        number: &number,
        person: person.as_ref(),
        family: family.as_ref(),
        year: &round.year,
        round: &round.id,
        bucket,
        now: hand.now,
        by: by.id,
    };
    store::insert_student(tx, &new).await?;
    Forms::find_by_number(tx, submission, &number).await?;
    let entry = timeline::Entry {
        at: hand.now,
        actor_id: by.id,
        actor_name: by.name,
        role: by.role,
        action: "enrolled",
        to: Some(&number),
        ..timeline::Entry::default()
    };
    Timeline::resume(tx, hand.secret, Object::new(ENQUIRY.kind, submission)).await?.add(tx, entry).await?;
    let detail = json!({ "number": number });
    let entry = Entry { action: "student.enrol", object_kind: "enquiry", object_id: submission.as_str(), detail };
    audit::record(tx, hand.clock, hand.rng, caller, entry).await?;
    Ok(number)
}

impl Students {
    fn applications(&self) -> Applications {
        Applications::new(self.0.clone())
    }

    /// A student's file, as far as it is asked for; read as one line, with the notes as two: A007. A001 for what the caller does not see, and for
    /// what is no application. What is medical is masked unless they say why and are in its audience; that is written down before it is shown.
    pub async fn open(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        asked: Asked,
    ) -> Result<Opened, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let allowed = model::allowed(caller.roles());
        let wanted = model::wanted(&asked.sections, &allowed)?;
        let reason = model::reason_of(asked.reason.as_deref())?;
        self.0.count_read(caller, 1).await?;
        let shown = self.applications().shown(caller, school, id).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let enquiry = self.seen(caller, school, &submission).await?;
        let reads = |audience: &str| submission.sight.as_ref().is_none_or(|sight| sight.reads(audience));
        if let Some(reason) = reason.as_deref().filter(|_| wanted.contains(&Section::Medical) && reads(HEALTH)) {
            self.write_down(caller, school, id, reason).await?;
        }
        let today = self.0.clock().today(school.time_zone());
        let mut tx = self.0.db().read(&caller.school).await?;
        let mut papers = papers::of(&mut tx, &submission, today).await?;
        if !allowed.contains(&Section::Medical) {
            papers.retain(|paper| !is_medical(&submission, paper));
        }
        let document = submission.document();
        let mut corrected = as_corrected(&mut tx, id, &submission.answers).await?;
        if let Some(sight) = &submission.sight {
            sight.answers(document, &mut corrected);
        }
        let timeline = if wanted.contains(&Section::Timeline) {
            Some(history_of(&mut tx, caller, id, None).await?.entries)
        } else {
            None
        };
        let student = store::find_student(&mut tx, id).await?;
        drop(tx);
        let notes = if wanted.contains(&Section::Notes) { Some(self.written(caller, school, id).await?) } else { None };
        let reading = Reading {
            document,
            values: &corrected,
            sent: &submission.sent,
            reads: &reads,
            is_reasoned: reason.is_some(),
        };
        let mut fields = answers(&reading, &wanted);
        if wanted.contains(&Section::Summary) {
            let enrolled_at = student.map(|student| student.enrolled_at);
            let facts = Facts { school, shown: &shown, enquiry: &enquiry, submission: &submission, papers: &papers };
            let mut summary = facts.summary(&corrected, enrolled_at);
            summary.extend(siblings(&reading, &allowed));
            fields.insert(Section::Summary, summary);
        }
        Ok(Opened {
            next: model::next(shown.standing, shown.row.came_from(), &shown.allowed),
            photo: photo(&submission, &papers),
            born: born(&submission, &corrected),
            documents: wanted.contains(&Section::Documents).then_some(papers),
            shown,
            enquiry,
            allowed,
            fields,
            timeline,
            notes,
        })
    }

    /// Whose registration id or admission number it is, however it is spelled; read as one line: A007. A001 where it is nobody's, or of one whom
    /// the caller does not see.
    pub async fn find(&self, caller: &Caller, school: &Arc<School>, typed: &str) -> Result<Found, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.0.count_read(caller, 1).await?;
        let told = model::numbers(typed);
        let mut tx = self.0.db().read(&caller.school).await?;
        let found = store::find_numbered(&mut tx, &json!(told).to_string()).await?;
        drop(tx);
        let id = found.ok_or_else(Refusal::not_found)?.submission_id;
        let shown = self.applications().shown(caller, school, &id).await?;
        let submission = self.0.submission(caller, school, &id).await?;
        let enquiry = self.seen(caller, school, &submission).await?;
        Ok(Found { shown, enquiry })
    }

    /// The submission's line, as the caller sees it.
    async fn seen(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: &Submission,
    ) -> Result<EnquiryRow, Refusal> {
        let sight = submission.sight.clone().unwrap_or_default();
        let mut rows = self.0.seen_among((&caller.school, school), &sight, &[&submission.id]).await?;
        rows.pop().ok_or_else(Refusal::not_found)
    }

    /// Notes and messages, the newest first.
    async fn written(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Vec<Written>, Refusal> {
        // What of the family's words the caller may read, messages know.
        let messages = Messages::new(self.0.clone()).list(caller, school, id).await?.messages;
        let mut tx = self.0.db().read(&caller.school).await?;
        let notes = notes::written(&mut tx, id).await?;
        drop(tx);
        let notes = notes.into_iter().map(|row| Written {
            id: row.id.into(),
            text: row.text,
            author: row.author_name,
            at: row.created_at,
            is_for_family: false,
        });
        let messages = messages.into_iter().map(|row| Written {
            id: row.id.into(),
            text: row.text,
            author: row.author_name.unwrap_or_default(),
            at: row.created_at,
            is_for_family: true,
        });
        let mut written: Vec<Written> = notes.chain(messages).collect();
        written.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
        Ok(written)
    }

    /// That somebody opened what is medical, and why. D004 past what an account causes to be written down in a day: then nothing is shown.
    async fn write_down(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        reason: &str,
    ) -> Result<(), Refusal> {
        // Nobody without an account is in an audience.
        if caller.user_id().is_none() {
            return Err(Refusal::new(MessageId::A002));
        }
        let (enquiries, caller_then, school, id) = (self.0.clone(), caller.clone(), school.clone(), id.clone());
        let detail = json!({ "sections": [Section::Medical], "reason": reason });
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                enquiries.require_seen(tx, &caller_then, &school, &id).await?;
                let entry =
                    Entry { action: "student.medical_read", object_kind: "enquiry", object_id: id.as_str(), detail };
                Ok::<_, Refusal>(audit::record(tx, enquiries.clock(), enquiries.rng(), &caller_then, entry).await?)
            })
        });
        write.await
    }
}

/// Whether a paper is kept for the health team: by its field, or by what the rules want.
fn is_medical(submission: &Submission, paper: &Paper) -> bool {
    let place = paper.place.as_ref();
    place.is_some_and(|place| submission.document().audience_of(&place.name) == Some(HEALTH))
}

/// The birth date of whom it is about, among the answers that its reader sees.
fn born(submission: &Submission, seen: &Value) -> Option<String> {
    let document = submission.document();
    let field = document.field_of(Who::Child, What::Dob).or_else(|| document.field_of(Who::Contact, What::Dob))?;
    seen[field].as_str().filter(|day| !day.is_empty()).map(str::to_owned)
}

/// What is told of brothers and sisters in the sections that the reader may read, wherever the form asks for it.
fn siblings(reading: &Reading<'_>, allowed: &[Section]) -> Vec<Answered> {
    let told = fields_about(reading.document, Told::Sibling);
    let sections = [Section::Personal, Section::Guardians, Section::Academic];
    let wanted = sections.into_iter().filter(|section| allowed.contains(section)).collect();
    let found = answers(reading, &wanted).into_values().flatten();
    found.filter(|one| told.contains(&one.field.as_str())).collect()
}

/// The newest picture of the child: of a question that is called a photo, and that nobody refused.
fn photo(submission: &Submission, papers: &[Paper]) -> Option<UploadId> {
    let is_photo = |paper: &&Paper| {
        let place = paper.place.as_ref().filter(|place| has_word(&place.name, "photo"));
        place.is_some_and(|place| submission.document().audience_of(&place.name).is_none())
    };
    let files = papers.iter().filter(is_photo).flat_map(|paper| &paper.files);
    let shown = files.filter(|file| {
        matches!(file.state, PaperState::Received | PaperState::Accepted) && file.file.media_type.starts_with("image/")
    });
    shown.max_by_key(|file| file.file.created_at).map(|file| file.file.id.clone())
}

/// What one wants to know at first.
struct Facts<'a> {
    school: &'a School,
    shown: &'a Shown,
    enquiry: &'a EnquiryRow,
    submission: &'a Submission,
    papers: &'a [Paper],
}

impl Facts<'_> {
    fn summary(&self, corrected: &Value, enrolled_at: Option<i64>) -> Vec<Answered> {
        let Self { school, shown, enquiry, .. } = self;
        let document = self.submission.document();
        let day = |at: i64| school.today(at).to_string();
        let text = |value: &str, en: &str, ar: &str| {
            (!value.is_empty()).then(|| Text { en: en.to_owned(), ar: ar.to_owned() })
        };
        let worded = |name: &str, label: [&str; 2], words: Option<Text>| {
            let words = words?;
            Some(Answered::fact(name, label, words.en.clone(), Some(words)))
        };
        let told =
            |name: &str, label: [&str; 2], value: Option<String>| Some(Answered::fact(name, label, value?, None));
        let contact = document.contacts(corrected).into_iter().next();
        let (email, phone) = contact.map_or((None, None), |one| (one.email, one.phone));
        let missing = self.papers.iter().filter(|paper| paper.is_missing()).count();
        let grade = text(&enquiry.grade, &enquiry.grade_en, &enquiry.grade_ar);
        let year = text(&enquiry.school_year, &enquiry.school_year_en, &enquiry.school_year_ar);
        let year = year.unwrap_or_else(|| Text { en: shown.round.year.clone(), ar: shown.round.year.clone() });
        let competes = bucket_name(Some(document), &shown.row.bucket);
        let due = shown.row.review_by.clone();
        let ends = shown.row.hold_until.map(|until| day(until.saturating_sub(1)));
        let guardian = Some(enquiry.guardian.clone()).filter(|name| !name.is_empty());
        [
            worded("grade", ["Grade", "الصف"], grade),
            worded("academic_year", ["School year", "العام الدراسي"], Some(year)),
            worded("bucket", ["Places in", "المقاعد في"], Some(competes)),
            told("submitted_at", ["Received", "تاريخ الاستلام"], Some(day(enquiry.submitted_at))),
            told("status_since", ["Status since", "تاريخ آخر حالة"], Some(day(shown.row.status_since))),
            told("offer_until", ["Last day of the offer", "آخر يوم للعرض"], ends),
            told("review_by", ["Review by", "المراجعة قبل"], due),
            told("enrolled_at", ["Enrolled on", "تاريخ التسجيل"], enrolled_at.map(day)),
            told("guardian", ["Guardian", "ولي الأمر"], guardian),
            told("phone", ["Phone", "الهاتف"], phone),
            told("email", ["E-mail", "البريد الإلكتروني"], email),
            Some(Answered::fact("missing_docs", ["Documents still needed", "مستندات ما زالت مطلوبة"], missing, None)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
