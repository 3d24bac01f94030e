//! What a family does with what it sent: looks, adds, corrects, withdraws.

use std::sync::Arc;

use axum::extract::FromRef;
use form::{FormDocument, UploadField};
use jiff::civil::Date;
use kernel::allowance::{Allowance, DAY, Left};
use kernel::caller::Actor;
use kernel::crypto::Secret;
use kernel::timeline::{self, Object};
use kernel::{Caller, Db, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::{Value, json};
use tenants::School;
use words::clock::iso;
use words::verdict::Issue;
use words::{Clock, Language, Rng, Text};

use super::access::nothing;
use super::change::Change;
use super::model::{
    ContactDetail, GivenFile, MyApplication, OfferTold, TOLD, contact_details, given, message_told, papers_told,
    standing, status_of, told, way_back,
};
use super::store::CorrectedRow;
use super::store::{self, CorrectionRow, SentRow};
use crate::applications::{self, FamilyReason, Hand, Registered};
use crate::enquiries::{ENQUIRY, Enquiries, Own, State, Submission};
use crate::forms::{Addition, Arriving, Forms, PinnedDocument, PlaceRule};
use crate::letters;
use crate::messages::{self, Messages};
use crate::papers;
use crate::stand::Stand;
use crate::tasks;
use crate::unlocks;

/// What a family changes of one submission in a day: each change stands in its history for good.
pub(crate) const CHANGES: Allowance = Allowance { name: "application.changes", most: 20, window: DAY };

/// What who looks after an application reads once its family has accepted the offer.
const ACCEPTS: [&str; 2] = ["The family accepts the offer, in writing.", "قبلت الأسرة العرض كتابيًا."];

/// The slice's face. Cheap to clone.
#[derive(Clone)]
pub struct MyApplications {
    forms: Forms,
    messages: Messages,
    enquiries: Enquiries,
}

impl<S> FromRef<S> for MyApplications
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self {
            forms: Forms::from_ref(state),
            messages: Messages::from_ref(state),
            enquiries: Enquiries::from_ref(state),
        }
    }
}

/// One that was sent, for whoever was admitted to it.
pub struct Application {
    pub id: SubmissionId,
    pub(crate) row: SentRow,
    pub(crate) pinned: PinnedDocument,
    corrections: Vec<CorrectionRow>,
}

impl Application {
    fn contact(&self) -> Vec<ContactDetail> {
        contact_details(&self.pinned.document, &self.row.answers.0, &self.corrections)
    }

    fn inconsistent(&self, column: &'static str) -> StoreError {
        StoreError::Inconsistent { table: "submissions", column, id: self.id.to_string() }
    }

    /// The answers with what of them was corrected since in its place.
    pub(crate) fn corrected(&self) -> Value {
        with_corrections(&self.row.answers.0, self.corrections.clone())
    }

    /// As the other slices of the room read it.
    pub(crate) fn submission(&self) -> Result<Submission, StoreError> {
        let row = &self.row;
        let own = Own {
            id: &self.id,
            reference: &row.reference,
            number: &row.number,
            person: &row.person,
            locale: &row.locale,
            answers: &row.answers.0,
            verdict: row.verdict.as_ref().map(|verdict| &verdict.0),
        };
        Submission::of_family(&own, &self.pinned)
    }

    /// What the family is called in its history, which everybody of the staff reads: as whoever gets the confirmation, else as whom it is for,
    /// else by its reference. What an audience alone reads is no name there.
    pub(crate) fn family(&self) -> String {
        let (document, mut open) = (&self.pinned.document, self.row.answers.0.clone());
        document.withhold_answers(&mut open, &|_| false);
        let name = document.confirmation(&open).and_then(|to| to.name).unwrap_or_else(|| self.row.person.clone());
        if name.is_empty() { self.row.reference.clone() } else { words::text::cut(&words::text::one_line(&name), 200) }
    }

    /// The same of what somebody does: who is signed in by the name of their account, for it may be another of the family who wrote the answers.
    /// Where the answers name nobody to everybody, the account does not either.
    pub(crate) fn named(&self, caller: &Caller) -> String {
        let (document, mut open) = (&self.pinned.document, self.row.answers.0.clone());
        document.withhold_answers(&mut open, &|_| false);
        let tells = document.audience_of_person().is_none()
            && document.confirmation(&open).and_then(|to| to.name).is_some_and(|name| !name.is_empty());
        match &caller.actor {
            Actor::User { name, .. } if tells && !name.trim().is_empty() => {
                words::text::cut(&words::text::one_line(name), 200)
            }
            _ => self.family(),
        }
    }
}

impl Application {
    /// How its family adds a file for one of its questions, or for what the rules want besides. D003 where none is taken.
    pub(super) fn addition(
        &self,
        caller: &Caller,
        field: &str,
        today: Date,
    ) -> Result<(Addition, UploadField), Refusal> {
        let place = papers::place(&self.submission()?, field).ok_or_else(|| Refusal::new(MessageId::D003))?;
        Ok((self.addition_at(caller, &place, today), place))
    }

    fn addition_at(&self, caller: &Caller, place: &UploadField, today: Date) -> Addition {
        let document = &self.pinned.document;
        let tells_field = document.audience_of(&place.name).is_none();
        let is_open = tells_field && document.audience_of_person().is_none();
        let (submission, by) = (self.id.clone(), self.named(caller));
        let of = (document.clone(), today);
        Addition { submission, of, by, is_of_staff: false, is_open, tells_field, rule: None }
    }

    /// Whom it is for, in both languages where the form asks for both names.
    pub(super) fn person(&self) -> Text {
        let name = |language| person_in(&self.row, language).to_owned();
        Text { en: name(Language::En), ar: name(Language::Ar) }
    }
}

/// Whom it is for, by the name in that language where the form asks for both.
fn person_in(row: &SentRow, language: Language) -> &str {
    if language == Language::Ar && !row.person_ar.is_empty() { &row.person_ar } else { &row.person }
}

/// Answers with what of them was corrected since in its place: for whoever writes to the family.
pub(crate) async fn as_corrected(tx: &mut SchoolTx, id: &SubmissionId, answers: &Value) -> Result<Value, StoreError> {
    Ok(with_corrections(answers, store::corrections_of(tx, id).await?))
}

/// What was corrected of one, field by field, as it is now and since when.
pub(crate) async fn corrections_of(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<CorrectionRow>, StoreError> {
    store::corrections_of(tx, id).await
}

/// What was corrected of some (a list of ids), field by field, as it is now.
pub(crate) async fn corrected_among(tx: &mut SchoolTx, ids: &str) -> Result<Vec<CorrectedRow>, StoreError> {
    store::corrections_among(tx, ids).await
}

/// What was corrected, field by field, as it is now: for the family's copy of its data.
pub(crate) async fn corrected(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Value, StoreError> {
    let corrections = store::corrections_of(tx, id).await?;
    Ok(corrections.into_iter().map(|one| (one.field, Value::from(one.value))).collect())
}

/// What of one was corrected stands in its answers since.
pub(crate) async fn uncorrect(tx: &mut SchoolTx, id: &SubmissionId, field: &str) -> Result<(), StoreError> {
    store::delete_correction(tx, id, field).await.map(drop)
}

/// An offer that is out, as its family reads it.
fn offer_told(school: &School, document: &FormDocument, registered: &Registered) -> Option<OfferTold> {
    let until = registered.offer_until(school)?;
    let (grade, year) = registered.place(school, document);
    Some(OfferTold { grade, year, until, is_conditional: registered.is_conditional() })
}

/// Answers with corrections in their place.
pub(super) fn with_corrections(answers: &Value, corrections: Vec<CorrectionRow>) -> Value {
    let mut answers = answers.clone();
    for one in corrections {
        answers[&one.field] = one.value.into();
    }
    answers
}

impl MyApplications {
    pub(super) fn forms(&self) -> &Forms {
        &self.forms
    }

    pub(super) fn enquiries(&self) -> &Enquiries {
        &self.enquiries
    }

    pub(super) fn db(&self) -> &Db {
        &self.forms.parts.db
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        &*self.forms.parts.clock
    }

    pub(super) fn rng(&self) -> &dyn Rng {
        &*self.forms.parts.rng
    }

    pub(super) fn secret(&self) -> &Secret {
        &self.forms.parts.secret
    }

    /// One that the caller is admitted to, by a grant or as its owner. L010 for everything else.
    pub(super) async fn find(&self, caller: &Caller, school: &Arc<School>, key: &str) -> Result<Application, Refusal> {
        let mut tx = self.db().read(&caller.school).await?;
        let id = self.admitted(&mut tx, caller, key).await?;
        self.load(tx, caller, school, id).await
    }

    /// One by its id, for whoever was admitted to it.
    pub(crate) async fn load(
        &self,
        mut tx: SchoolTx,
        caller: &Caller,
        school: &Arc<School>,
        id: SubmissionId,
    ) -> Result<Application, Refusal> {
        let row = store::find_sent(&mut tx, &id).await?.ok_or_else(nothing)?;
        let corrections = store::corrections_of(&mut tx, &id).await?;
        drop(tx);
        let pinned = self.forms.pinned_document(caller, school, &row.form_id, &row.form_digest).await?;
        Ok(Application { id, row, pinned, corrections })
    }

    /// All that its family sees.
    pub async fn look(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        language: Language,
    ) -> Result<MyApplication, Refusal> {
        let application = self.find(caller, school, key).await?;
        let Application { id, row, pinned, .. } = &application;
        let object = Object::new(ENQUIRY.kind, id);
        let mut tx = self.db().read(&caller.school).await?;
        let submission = application.submission()?;
        let papers = papers::of(&mut tx, &submission, self.forms.today(school)).await?;
        let messages = messages::written(&mut tx, id).await?;
        let files: Vec<GivenFile> = Forms::submitted_files(&mut tx, id).await?.into_iter().map(given).collect();
        let entries = timeline::of_actions(&mut tx, object, &TOLD).await?;
        let (newest, _) = timeline::page(&mut tx, object, None).await?;
        let registered = applications::registered(&mut tx, id).await?;
        let unlocked_until = unlocks::open_until(&mut tx, school, id, self.clock().now_ms()).await?;
        let waitlist = applications::waitlist_place(&mut tx, school, id).await?;
        let conditions = letters::own_conditions(&mut tx, id).await?;
        let letter = letters::own_letter(&mut tx, school, &submission, self.clock().now_ms()).await?;
        let state = Stand::parse(&row.state).ok_or_else(|| application.inconsistent("state"))?;
        let waiting = if state.is_over() {
            Vec::new()
        } else {
            letters::waiting(&mut tx, school, &submission, self.clock().now_ms()).await?
        };
        drop(tx);
        let is_open = |field: &str| !state.is_over() && !conditions.iter().any(|one| one.is_judged_by(field));
        let (since, is_withdrawn) = standing(&entries).unwrap_or((row.submitted_at, false));
        let document = &pinned.document;
        let place = registered.as_ref().map(|one| one.place(school, document));
        let (grade, year) = place.map_or((None, None), |(grade, year)| (grade, Some(year)));
        Ok(MyApplication {
            grade,
            year,
            form_title: document.title(),
            kind: school.config().kind_told(&row.form_id),
            papers: papers_told(document, &row.answers.0, papers, is_open),
            messages: messages.into_iter().map(message_told).collect(),
            contact: application.contact(),
            history: told(school, &entries),
            withdrawn: is_withdrawn,
            may_withdraw: !state.is_over(),
            may_return: state == Stand::Enquiry(State::Lost)
                && way_back(school, &newest, self.clock().now_ms()).is_some(),
            document: document.localise(language),
            values: row.answers.0.clone(),
            computed: submission.verdict.computed,
            reference: row.reference.clone(),
            form: row.form_id.clone(),
            person: person_in(row, language).to_owned(),
            since: iso(since),
            submitted_at: iso(row.submitted_at),
            state,
            status: status_of(school, state),
            offer_until: registered.as_ref().and_then(|one| one.offer_until(school)),
            offer: registered.as_ref().and_then(|one| offer_told(school, document, one)),
            letter,
            conditions,
            waiting,
            accepted_at: registered.as_ref().and_then(|one| one.accepted_at).map(iso),
            appointment: registered.as_ref().and_then(|one| one.appointment.clone()),
            waitlist,
            unlocked_until,
            registration_id: registered.map(|one| one.registration_id),
            files,
        })
    }

    /// Begins a file for one of its questions, or for what the rules want besides. D003 where none is taken, or there is no place for more.
    pub async fn begin_file(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (key, field): (&str, &str),
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let application = self.find(caller, school, key).await?;
        let (addition, place) = application.addition(caller, field, self.forms.today(school))?;
        self.forms.begin_addition(caller, addition, place, name).await
    }

    /// The same at a place that was looked up.
    pub(crate) async fn begin_file_at(
        &self,
        caller: &Caller,
        school: &School,
        application: &Application,
        (place, rule): (UploadField, PlaceRule),
        name: &str,
    ) -> Result<Arriving, Refusal> {
        let addition = application.addition_at(caller, &place, self.forms.today(school));
        let addition = Addition { rule: Some(rule), ..addition };
        self.forms.begin_addition(caller, addition, place, name).await
    }

    /// Corrects contact data: a value for each field that is another now. F003 at the field for what the form would not take; what was sent
    /// stays, and staff see both.
    pub async fn correct(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        asked: Vec<(String, String)>,
    ) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        let known = application.contact();
        for (field, _) in &asked {
            if !known.iter().any(|detail| detail.field == *field) {
                let issue = Issue::error(format!("/{field}"), "unknownField");
                return Err(Refusal::new(MessageId::F003).errors(vec![issue]));
            }
        }
        let (scope, today) = (&caller.school, self.forms.today(school));
        let Application { row, pinned, .. } = &application;
        let corrected = self.forms.check_corrections(scope, pinned, &row.answers.0, asked, today).await?;
        self.change(caller, school, key, application, move |tx, change| {
            Box::pin(async move { change.correct(tx, corrected).await })
        })
        .await
    }

    /// Writes to the school: F003 for what says nothing or too much, D004 past what a family writes in a day. With `accepts` it accepts the offer
    /// that is out: F003 at `/accepts_offer` where none is. Nothing moves by it; whoever looks after it has a task, and mail where they want some.
    pub async fn ask(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        (text, accepts): (String, bool),
    ) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        let (applications, caller_then, key) = (self.clone(), caller.clone(), key.to_owned());
        let school = school.clone();
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (own, id) = (&applications, &application.id);
                own.admitted(tx, &caller_then, &key).await?;
                let written = own.messages.from_family(tx, &caller_then, id, (&text, accepts)).await?;
                if !accepts {
                    return Ok(());
                }
                let now = written.created_at;
                let hand = Hand { secret: own.secret(), clock: own.clock(), rng: own.rng(), now };
                applications::accept_in_writing(tx, hand, &school, id).await?;
                let [en, ar] = ACCEPTS.map(str::to_owned);
                let about = format!("accepts:{id}:{}", school.today(now));
                let submission = application.submission()?;
                tasks::tell_owner(tx, own.enquiries(), &school, &submission, (vec![Text { en, ar }], &about)).await
            })
        });
        write.await
    }

    /// The family has before it what the school wrote.
    pub async fn mark_read(&self, caller: &Caller, key: &str) -> Result<(), Refusal> {
        let (applications, caller_then, key) = (self.clone(), caller.clone(), key.to_owned());
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let id = applications.admitted(tx, &caller_then, &key).await?;
                applications.messages.read_by_family(tx, &id).await
            })
        });
        write.await
    }

    /// Withdraws it, and declines an offer that is out, for the reason that the family says; and confirms that by mail: F003 for what is over
    /// already.
    pub async fn withdraw(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        why: FamilyReason,
    ) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        self.change(caller, school, key, application, move |tx, change| {
            Box::pin(async move {
                change.withdraw(tx, &why).await?;
                change.tell_of_withdrawal(tx, &why).await?;
                Ok(change.write_down(tx, "application.withdraw", json!({})).await?)
            })
        })
        .await
    }

    /// Takes that back. F003 once the day is over, or the school did something since.
    pub async fn take_back(&self, caller: &Caller, school: &Arc<School>, key: &str) -> Result<(), Refusal> {
        let application = self.find(caller, school, key).await?;
        self.change(caller, school, key, application, |tx, change| {
            Box::pin(async move {
                let object = Object::new(ENQUIRY.kind, &change.application.id);
                let (entries, _) = timeline::page(tx, object, None).await?;
                let late = || Refusal::new(MessageId::F003).errors(vec![Issue::error("/state", "enum")]);
                let back = way_back(&change.school, &entries, change.now).ok_or_else(late)?;
                change.send(tx, back, None).await?;
                Ok(change.write_down(tx, "application.return", json!({})).await?)
            })
        })
        .await
    }

    /// Runs a change in one transaction that holds the submission, once more asks whose it is, and counts it.
    pub(super) async fn change<F>(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &str,
        application: Application,
        job: F,
    ) -> Result<(), Refusal>
    where
        F: for<'t> FnOnce(&'t mut SchoolTx, &'t Change) -> futures_util::future::BoxFuture<'t, Result<(), Refusal>>
            + Send
            + 'static,
    {
        let change = Change {
            applications: self.clone(),
            caller: caller.clone(),
            school: school.clone(),
            key: key.to_owned(),
            application,
            now: self.clock().now_ms(),
        };
        let write = self.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let id = change.applications.admitted(tx, &change.caller, &change.key).await?;
                Forms::hold_submission(tx, &id).await?;
                if let Left::TooLittle { seconds, .. } = CHANGES.take(tx, id.as_str(), 1, change.now).await? {
                    return Err(Refusal::new(MessageId::D004).retry_after(seconds));
                }
                job(tx, &change).await
            })
        });
        write.await
    }
}
