//! Sending: one request, one submission, whatever is retried, lost or failing.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::ToSpan as _;
use kernel::audit::{self, Entry};
use kernel::caller::{Caller, SchoolScope};
use kernel::idempotency::{FirstAnswer, Outcome, Request, Turn, idempotent};
use kernel::outbox;
use kernel::timeline::{self, Object, Timeline};
use kernel::{MessageId, Refusal, SchoolTx, StoreError, SubmissionId, crypto, links, search};
use people::PersonDetails;
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::School;
use tracing::Instrument as _;
use words::sabotage::{Guard, is_removed};
use words::text::western_digits;
use words::verdict::Issue;
use words::{Clock, Language, Permission, Rng, Role};

use super::derived::{shown_hashes, write_beside};
use super::earlier_answer::{Ahead, same_answer};
use super::heavy_checks;
use super::jobs::SendConfirmation;
use super::model::{self, Verdict};
use super::numbers::Numbers;
use super::offer::Offer;
use super::open::Open;
use super::pinned_documents::{PinnedDocument, PinnedDocuments};
use super::quota::{Holders, SUBMISSIONS, require_place};
use super::records::owner_by_rules;
use super::sent::answer;
use super::service::Forms;
use super::store::{drafts, submissions, uploads};
use crate::applications::{APPLICATION, Entering};
use crate::enquiries::{ENQUIRY, KIND};
use crate::family;
use crate::ids::UploadId;
use crate::origins::{self, Arrived, Filer};
use crate::own_link::{Proof, Purpose, link_of, with_link};
use crate::stand::Stand;
use crate::tasks;

/// Scope of the keys of this operation.
const SCOPE: &str = "submit_form";

/// A form to send.
#[derive(Debug, Clone)]
pub struct Sending {
    pub form: String,
    /// The answers.
    pub values: Value,
    /// The person's language.
    pub locale: Language,
    /// The draft that it was.
    pub draft: Option<String>,
    /// The request's key.
    pub key: String,
    /// Proof that a person asks: no part of what is sent, so that the same request may come with another one.
    pub proof: Option<String>,
}

/// All that the transaction writes.
struct NewSubmission {
    id: SubmissionId,
    form: String,
    draft: Option<drafts::DraftRow>,
    draft_hash: Option<String>,
    pinned: PinnedDocument,
    values: Value,
    locale: Language,
    /// What of it every reader of the form sees.
    open: Open,
    persons: Vec<PersonDetails>,
    contact: Vec<String>,
    hashes: Vec<(String, String)>,
    /// Of which child it is ([`Forms::born_hash`]).
    born: String,
    upload_ids: Vec<UploadId>,
    verdict: Verdict,
    failure: Option<String>,
    confirmation_to: Option<String>,
    request: Request,
    year: i16,
    now: i64,
    numbers: Option<Numbers>,
    /// Whether the place that was drawn for its confirmation is used.
    is_confirmation_sent: Arc<AtomicBool>,
    holders: Holders,
    /// What it is beside that, where it is an application.
    entering: Option<Entering>,
    /// The counter of the strangers of the day, for one of them.
    strangers: Option<String>,
    /// Whether a person is seen to ask.
    is_proved: bool,
}

impl Forms {
    /// Takes a form in. The answer goes out after the commit is durable. L012 where a stranger has to show first that a person asks: where
    /// the school wants it of every form (`captcha.forms`), and once strangers used up half of the school's day. Also with a draft, though that was asked for one itself: drafts are kept for
    /// weeks, and those that were begun for nothing would fill a later day.
    pub async fn submit(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        sending: Sending,
    ) -> Result<Outcome<FirstAnswer>, Refusal> {
        let request = Request { scope: SCOPE, key: sending.key.clone(), hash: request_hash(&sending) };
        let (sending, request) = (&sending, &request);
        let act = |turn| async move {
            // Where numbers are drawn ahead, a key that comes twice must not cost one, and who is over a bound is refused before.
            let ahead = if self.parts.db.draws_ahead() {
                match self.find_answer_or_tx(caller, school, sending, request).await? {
                    ControlFlow::Break(answer) => return Ok(Outcome::again(answer)),
                    ControlFlow::Continue(mut tx) => Some(self.look_ahead(&mut tx, caller, school, sending).await?),
                }
            } else {
                None
            };
            self.take_in(caller, school, sending, (request, turn), ahead).await
        };
        // This key was answered before, or another one on this draft.
        let find = || self.find_answer(caller, school, sending, request);
        let outcome = idempotent(&self.running, caller.school.id(), request, act, find).await?;
        let answer = with_link(&self.parts.secret, caller.school.id(), outcome.answer)?;
        Ok(Outcome { answer, ..outcome })
    }

    async fn take_in(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        sending: &Sending,
        (request, turn): (&Request, Arc<Turn>),
        ahead: Option<Ahead>,
    ) -> Result<Outcome<FirstAnswer>, Refusal> {
        let today = self.today(school);
        let offer = Offer::find(school, &sending.form, today).await?;
        let (draft, place) = match (ahead, &sending.draft) {
            (None, None) => (None, None),
            (None, Some(token)) => (Some(self.draft_row(caller, token).await?), None),
            (Some(ahead), None) => (None, Some(ahead.place)),
            (Some(ahead), Some(_)) => {
                (Some(ahead.draft.ok_or_else(|| Refusal::new(MessageId::F005))?), Some(ahead.place))
            }
        };
        if draft.as_ref().is_some_and(|draft| draft.form_id != sending.form) {
            return Err(Refusal::new(MessageId::F005));
        }
        // Whoever moves applications takes one in for a family also while families send none.
        let is_late = caller.may(Permission::ApplicationEdit) && school.is_application(&sending.form);
        if !offer.is_open && !is_late {
            return Err(Refusal::new(MessageId::F002));
        }
        let pinned = match &draft {
            Some(row) => self.document_of_draft(caller, school, row, Some(&offer)).await?,
            None => PinnedDocuments::current(&offer),
        };
        let given = sending.values.clone();
        let (values, found) = heavy_checks::check_answers(&caller.school, &pinned.document, given, today, None).await?;

        let looked = self
            .check_rules(&caller.school, school, &sending.form, &pinned, &values, found, sending.locale, None)
            .await?;
        let (mut errors, warnings): (Vec<_>, Vec<_>) = looked.errors.into_iter().partition(Issue::is_error);
        let upload_ids = self.own_uploads(caller, &pinned, &values, draft.as_ref(), &mut errors).await?;
        if !errors.is_empty() {
            errors.extend(warnings);
            return Err(Refusal::new(MessageId::F003).errors(errors));
        }
        let asked = (&*sending.form, &pinned, &values, sending.locale);
        let checked = (looked.computed, looked.fault, warnings);
        let (verdict, failure) = self.judge(&caller.school, school, asked, checked).await?;

        let document = &pinned.document;
        let confirmation = document.confirmation(&values);
        let named = self.hash_answers(&caller.school, document, &values);
        let open = Open::of(school, document, &values, &verdict);
        let contact = open.contact(document);
        // As it was told, whether or not the list is narrowed by it.
        let told_year = western_digits(&open.listed.school_year.en);
        let told = (&open.values, &open.verdict, told_year.as_str());
        let entering = Entering::of(school, &sending.form, document, told, today);
        if let Some(entering) = entering.as_ref().filter(|_| !is_late) {
            entering.require_open(school, (document, &open.values, sending.locale), today)?;
        }
        let year = today.year();
        let now = self.parts.clock.now_ms();
        let holders = self.holders(caller, draft.as_ref().and_then(drafts::DraftRow::keeper));
        let strangers = holders.strangers_counter(now);
        let draws_ahead = place.is_some();
        place.transpose()?;
        // Used up by answers that hold and no others.
        let is_proved = self.is_sender_proved(caller, school, &holders, sending.proof.as_deref()).await?;
        let new = NewSubmission {
            id: SubmissionId::new(&*self.parts.clock, &*self.parts.rng),
            open,
            persons: self.persons(&caller.school, document, &values),
            contact,
            hashes: named.into_iter().map(|(kind, _, hash)| (kind, hash)).collect(),
            born: self.born_hash(&caller.school, document, &values),
            upload_ids,
            draft_hash: sending.draft.as_deref().map(crypto::token_hash),
            draft,
            form: sending.form.clone(),
            pinned,
            values,
            locale: sending.locale,
            verdict,
            failure,
            confirmation_to: confirmation.map(|confirmation| confirmation.email),
            request: request.clone(),
            year,
            numbers: None,
            is_confirmation_sent: Arc::default(),
            holders,
            entering,
            strangers,
            is_proved,
            now,
        };
        // To its end and in its turn, also when whoever asked hangs up: numbers that are drawn are counted at the network in the write,
        // and a twin of the key waits as long.
        let storing = self.clone().store(caller.clone(), school.clone(), new, draws_ahead);
        let storing = async move {
            let _turn = turn;
            storing.await
        };
        let answer = tokio::spawn(storing.in_current_span()).await.map_err(Refusal::internal)??;
        metrics::counter!("qabul_submissions_total").increment(1);
        Ok(answer)
    }

    async fn store(
        self,
        caller: Caller,
        school: Arc<School>,
        mut new: NewSubmission,
        draws_ahead: bool,
    ) -> Result<Outcome<FirstAnswer>, Refusal> {
        let (now, is_confirmation_sent, holders) = (new.now, new.is_confirmation_sent.clone(), new.holders.clone());
        if draws_ahead {
            let stranger = (new.strangers.as_deref(), new.is_proved, now);
            let confirmation = new.confirmation_to.is_some().then(|| caller.is_stranger());
            let takes_turns = school.config().is_taken_in_turn(&new.form);
            match Numbers::drawn(&self, &caller.school, takes_turns, new.year, stranger, confirmation).await {
                Ok(drawn) => new.numbers = Some(drawn),
                Err(refusal) => {
                    self.count_drawn(&caller.school, holders, now).await;
                    return Err(refusal);
                }
            }
        }
        let is_drawn = new.numbers.and_then(|numbers| numbers.confirmation).is_some_and(|room| room >= 0);
        let (forms, caller_then) = (self.clone(), caller.clone());
        let write = new.request.clone().write(&self.parts.db, &caller.school, now, move |tx| {
            Box::pin(async move { forms.insert(tx, &school, &caller_then, new).await })
        });
        let answer = self.pins.forget_where_failed(caller.school.id(), write.await);
        if is_drawn && (answer.is_err() || !is_confirmation_sent.load(Ordering::Relaxed)) {
            self.give_back_confirmation(&caller, now);
        }
        if draws_ahead && answer.is_err() {
            self.count_drawn(&caller.school, holders, now).await;
        }
        answer
    }

    /// Counts numbers that were drawn for what is refused after all, such as one draft that is sent many times at once: they are not given
    /// back, and its own write, which counts them, is undone.
    async fn count_drawn(&self, scope: &SchoolScope, holders: Holders, now: i64) {
        let counted =
            self.parts.db.write(scope, move |tx| Box::pin(async move { SUBMISSIONS.add(tx, &holders, 1, now).await }));
        if let Err(error) = counted.await {
            tracing::warn!(school = %scope.id(), %error, "numbers that were drawn are not counted");
        }
    }

    /// Ids of the files in the answers; an error for each that is not one of this draft.
    async fn own_uploads(
        &self,
        caller: &Caller,
        pinned: &PinnedDocument,
        values: &Value,
        draft: Option<&drafts::DraftRow>,
        errors: &mut Vec<Issue>,
    ) -> Result<Vec<UploadId>, Refusal> {
        let named = pinned.document.upload_ids(values);
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let mut own = HashSet::new();
        if let Some(draft) = draft {
            let mut tx = self.parts.db.read(&caller.school).await?;
            own.extend(uploads::uploads_of_draft(&mut tx, &draft.id).await?.into_iter().map(|row| (row.field, row.id)));
        }
        let mut ids = Vec::with_capacity(named.len());
        for (field, id) in named {
            let id = UploadId::from(id);
            if own.contains(&(field.clone(), id.clone())) || is_removed(Guard::UploadOwner) {
                ids.push(id);
            } else {
                let path = format!("/{}", field.split('.').next().unwrap_or_default());
                errors.push(Issue::error(path, "format").with("format", "upload"));
            }
        }
        Ok(ids)
    }

    async fn insert(
        &self,
        tx: &mut SchoolTx,
        school: &Arc<School>,
        caller: &Caller,
        new: NewSubmission,
    ) -> Result<Outcome<FirstAnswer>, Refusal> {
        let mut is_replaced = false;
        if let Some(draft) = &new.draft {
            // First, as everywhere: a save holds the draft's row and then its counts. Who sends it at the same moment waits here.
            let held = drafts::hold_draft(tx, &draft.id, new.now).await?;
            is_replaced = held == 0 && draft.made_of.is_some();
        }
        if let Some(hash) = &new.draft_hash
            && let Some(row) = submissions::sent_draft(tx, hash).await?
        {
            if row.form_id != new.form {
                return Err(Refusal::new(MessageId::F005));
            }
            let document = &new.pinned.document;
            let told = (Proof::of(document, &new.values).is_some(), document.confirmed_to(&new.values));
            let answer = same_answer(&row, caller, &new.values, told)?;
            // Sent twice at once: numbers that were drawn for it count at the network all the same, or one would use up all.
            if new.numbers.is_some() {
                SUBMISSIONS.add(tx, &new.holders, 1, new.now).await?;
            }
            return Ok(Outcome::again(answer));
        }
        // The family was mailed another in its place, and one enquiry becomes one application.
        if is_replaced {
            return Err(Refusal::new(MessageId::F005));
        }
        self.pins.keep(tx, school, &new.form, &new.pinned, new.now).await?;
        let takes_turns = school.config().is_taken_in_turn(&new.form);
        let numbers = match new.numbers {
            Some(drawn) => drawn,
            None => Numbers::next(tx, takes_turns, new.year, new.strangers.as_deref()).await?,
        };
        require_place(numbers.stranger, new.now, new.is_proved)?;
        let reference = model::reference(school.id().as_str(), new.year, numbers.reference);
        let contact: Vec<&str> = new.contact.iter().map(String::as_str).collect();
        let open = &new.open;
        let entered = match new.entering {
            Some(entering) => Some(entering.number(tx, school).await?),
            None => None,
        };
        let numbered = entered.as_ref().map_or_else(String::new, |entered| format!(" {}", entered.registration_id));
        let found_by = model::search_text(&format!("{reference}{numbered}"), &open.person, &contact);
        let verdict = serde_json::to_value(&new.verdict).map_err(Refusal::internal)?;
        let score = open.verdict.score;
        let (grade, school_year) = (&open.listed.grade, &open.listed.school_year);
        let shown = shown_hashes(&new.pinned.document, &new.hashes);
        let stands = match &entered {
            Some(_) => Stand::Application(APPLICATION.initial),
            None => Stand::Enquiry(ENQUIRY.initial),
        };
        // What is waited for comes first: all that is written after it goes to PostgreSQL in one trip.
        let owner = next_owner(tx, takes_turns, numbers.turn).await?;
        let named_by_rules = owner_by_rules(tx, &caller.school, school, &new.form, &new.verdict.tasks).await?;
        let owner = named_by_rules.or(owner);
        let account = family::account_for(tx, new.draft.as_ref().map(|draft| &draft.id), caller).await?;
        let placed = self.people.place(tx, account.as_ref(), new.persons).await?;
        SUBMISSIONS.take(tx, &new.holders, 1, new.now).await?;
        let is_wanted = match &account {
            Some(account) => identity::Identity::news_of(tx, account).await?.mail,
            None => true,
        };
        let confirmation_to = new.confirmation_to.as_ref().filter(|_| is_wanted);
        let sends_confirmation = match confirmation_to {
            Some(to) => self.counts_confirmation(tx, caller, to, numbers.confirmation, new.now).await?,
            None => false,
        };
        submissions::insert_submission(
            tx,
            &submissions::NewSubmission {
                id: &new.id,
                reference: &reference,
                form_id: &new.form,
                form_digest: new.pinned.document.digest(),
                state: stands.as_str(),
                draft_hash: new.draft_hash.as_deref(),
                answers: Json(&new.values),
                locale: new.locale.as_str(),
                person: &open.person,
                person_ar: &open.person_ar,
                search_text: &found_by,
                owner_id: owner.as_ref().map(|person| &person.id),
                score_points: score.map(|s| s.points.into()),
                score_out_of: score.map(|s| s.out_of.into()),
                sort_score: open.verdict.sort_score(),
                tags: Json(&open.verdict.tags),
                route: open.verdict.route.as_deref(),
                plugin_failure: new.failure.as_deref(),
                verdict: Json(&verdict),
                named: &shown,
                born: &new.born,
                audiences: &open.audiences,
                person_audience: new.pinned.document.audience_of_person().unwrap_or_default(),
                grade: &grade.value,
                grade_en: &grade.en,
                grade_ar: &grade.ar,
                school_year: &school_year.value,
                school_year_en: &school_year.en,
                school_year_ar: &school_year.ar,
                guardian: &open.listed.guardian,
                now: new.now,
            },
        )
        .await?;
        if let Some(entered) = &entered {
            entered.write(tx, (&*self.parts.clock, &*self.parts.rng), (school, &new.id), new.now).await?;
        }
        self.people.stand(tx, &new.id, placed, new.now).await?;
        let asked = (&new.verdict, owner.as_ref().map(|person| &person.id));
        let due_on = self.today(school).saturating_add(tasks::DAYS_OF_RULES.days()).to_string();
        tasks::open_for_rules(tx, &self.parts, &new.id, &new.pinned.document, asked, (&due_on, new.now)).await?;
        search::add(tx, KIND, new.id.as_str(), &found_by).await?;
        let mut timeline = Timeline::begin(&self.parts.secret, Object::new(ENQUIRY.kind, &new.id));
        let event = timeline::Entry { at: new.now, ..timeline::Entry::default() };
        let filer = Filer::of(caller);
        let submitted = timeline::Entry { action: "submitted", to: Some(stands.as_str()), ..event };
        timeline.add(tx, filer.entry(&open.person, submitted)).await?;
        if let Some(owner) = &owner {
            timeline.add(tx, timeline::Entry { action: "owner", to: Some(&owner.name), ..event }).await?;
        }
        let made_of = new.draft.as_ref().and_then(|draft| draft.made_of.as_ref());
        let name = entered.as_ref().map_or(&*reference, |entered| &*entered.registration_id);
        let arrived = Arrived { id: &new.id, name, made_of, family: &open.person, now: new.now };
        origins::arrived(tx, &self.parts.secret, &mut timeline, filer, &arrived).await?;
        if let Some(draft) = &new.draft {
            let ids = serde_json::to_string(&new.upload_ids).unwrap_or_else(|_| "[]".into());
            uploads::attach_uploads(tx, &draft.id, &new.id, &ids).await?;
            drafts::delete_draft(tx, &draft.id).await?;
        }
        let told = (&*new.pinned.document, open, &new.values, &new.verdict);
        let counted = (self.today(school), !new.upload_ids.is_empty());
        write_beside(tx, &new.id, &new.form, told, (&new.hashes, &new.born), counted).await?;
        if let Some(account) = &account {
            family::keep_submission(tx, &new.id, account).await?;
        }
        let is_followed = Proof::of(&new.pinned.document, &new.values).is_some();
        if is_followed {
            let link = link_of(&self.parts.secret, school.id(), &new.id, new.now);
            links::keep(tx, &link, Purpose::Application, new.id.as_str(), new.now).await?;
        }
        let (clock, rng): (&dyn Clock, &dyn Rng) = (&*self.parts.clock, &*self.parts.rng);
        let detail = json!({ "form": new.form, "reference": reference, "plugin_failure": new.failure });
        let entry = Entry { action: "enquiry.submit", object_kind: "enquiry", object_id: new.id.as_str(), detail };
        audit::record(tx, clock, rng, caller, entry).await?;
        let confirmed_to = new.pinned.document.confirmed_to(&new.values).filter(|_| is_wanted);
        let told = (is_followed, confirmed_to);
        let registration_id = entered.map(|entered| entered.registration_id);
        let answer = answer((&reference, registration_id), new.now, new.verdict.checklist, (&new.id, filer), told)?;
        if sends_confirmation {
            new.is_confirmation_sent.store(true, Ordering::Relaxed);
            let job = SendConfirmation { submission: new.id.clone() };
            outbox::enqueue(tx, clock, rng, new.id.as_str(), &job).await?;
        } else if confirmation_to.is_some() {
            // Taken in all the same, and staff see why the family has no mail.
            timeline.add(tx, timeline::Entry { action: "no_confirmation", ..event }).await?;
        }
        Ok(Outcome::first(answer))
    }
}

/// Whose turn it is to look after a submission, where the admissions officers take turns. Others wait to be taken.
async fn next_owner(tx: &mut SchoolTx, takes_turns: bool, turn: i64) -> Result<Option<identity::Person>, StoreError> {
    if !takes_turns {
        return Ok(None);
    }
    identity::Identity::person_in_turn(tx, Role::AdmissionsOfficer, turn).await
}

/// What makes two requests the same: everything but the key.
fn request_hash(sending: &Sending) -> String {
    let text = format!(
        "{}\n{}\n{}\n{}",
        sending.form,
        sending.locale,
        sending.draft.as_deref().unwrap_or_default(),
        sending.values
    );
    words::sha256_hex(text.as_bytes())
}
