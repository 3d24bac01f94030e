//! What a family does with what is open for it: opens the link, looks, and sends other answers.

use std::sync::Arc;

use kernel::audit::{self, Entry};
use kernel::links;
use kernel::message;
use kernel::message_counts::{self, Counted, Reason, Target};
use kernel::timeline;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, crypto};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tenants::School;
use words::language::display_date;
use words::verdict::Issue;
use words::{Language, Text};

use super::model::{Key, MOST_FIELDS, Purpose, Unlocked, day_before, label_of, opened};
use super::service::{FAMILY, Unlocks, told};
use super::store::{self, OpenRow};
use crate::applications;
use crate::enquiries::Submission;
use crate::forms::{Amendment, Forms, SentAnswers};
use crate::ids::UnlockId;
use crate::messages;
use crate::my_application::{Application, corrections_of, nothing, uncorrect};
use crate::own_link::{Proof, living_path};
use crate::tasks;

/// How long a grant is good for.
const GRANT_MS: i64 = 60 * 60 * 1000;
/// What grants are sealed for.
const PURPOSE: &str = "unlock-grant";
/// Wrong proofs, with which a link ends; a right one takes one of them back.
const MOST_TRIES: i64 = 5;

/// What who looks after an application reads once its family has sent other answers.
const SENT: [&str; 2] =
    ["The family has sent the answers that it could change.", "أرسلت الأسرة الإجابات التي أُتيح لها تعديلها."];

/// What a grant says. It opens one unlock, for an hour, and no longer than its link does.
#[derive(Serialize, Deserialize)]
struct Grant {
    unlock: UnlockId,
    /// Hash of the link's token.
    link: String,
    until: i64,
}

/// What became of a link.
pub enum Opened {
    /// It asks for a proof.
    Asks(Proof),
    /// The grant that opens what may be changed.
    Grant(String),
}

/// What reached the school.
#[derive(Debug)]
pub struct Sent {
    /// An application's registration number, else the reference.
    pub number: String,
    pub at: i64,
    /// What the questions are called that were open.
    pub answers: Vec<Text>,
    /// Whether a letter confirms it.
    pub is_mailed: bool,
}

/// Other answers on their way into the transaction that writes them.
struct Sending {
    caller: Caller,
    school: Arc<School>,
    key: Key,
    application: Application,
    submission: Submission,
    open: OpenRow,
    amendment: Amendment,
    now: i64,
}

impl Unlocks {
    /// Opens a link: without a proof it says which one it asks for, with the right one it gives a grant. L004 for a wrong one, with the tries
    /// that are left; L010 for every link that opens nothing.
    pub async fn open(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        token: &str,
        proof: Option<&str>,
    ) -> Result<Opened, Refusal> {
        let (hash, now) = (crypto::token_hash(token), self.enquiries.clock().now_ms());
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let link = links::find(&mut tx, &hash, &[Purpose::Unlock], now).await?.ok_or_else(nothing)?;
        let unlock = UnlockId::from(link.object);
        let open = store::find_open(&mut tx, &unlock, now).await?.ok_or_else(nothing)?;
        let application = self.families.load(tx, caller, school, open.submission_id).await?;
        let answers = application.corrected();
        let (asked, answer) = Proof::of(&application.pinned.document, &answers).ok_or_else(nothing)?;
        let Some(typed) = proof else { return Ok(Opened::Asks(asked)) };
        let is_right = asked.is_right(typed, answer);
        let left = self.take_try(caller, unlock.clone(), is_right, now).await?.ok_or_else(nothing)?;
        if !is_right {
            return Err(Refusal::new(MessageId::L004).with("tries_left", left));
        }
        let grant = Grant { unlock, link: hash, until: now + GRANT_MS };
        // Texts and a number: it is always JSON.
        let text = serde_json::to_string(&grant).unwrap_or_default();
        let (secret, rng) = (self.enquiries.secret(), self.enquiries.rng());
        Ok(Opened::Grant(crypto::seal(secret, rng, caller.school.id(), PURPOSE, &text)))
    }

    /// Counts a try in the transaction that says what became of it; none where no link opens it. Of any number at once as many are looked at as
    /// are left, and the last wrong one ends the link.
    async fn take_try(
        &self,
        caller: &Caller,
        unlock: UnlockId,
        is_right: bool,
        now: i64,
    ) -> Result<Option<i64>, Refusal> {
        let write = self.enquiries.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let object = unlock.as_str();
                let taken = links::take_try(tx, object, Purpose::Unlock, MOST_TRIES, now).await?;
                let Some(left) = taken.map(|left| left.max(0)) else { return Ok(None) };
                if is_right {
                    links::proved(tx, object, Purpose::Unlock).await?;
                } else if left == 0 {
                    links::end(tx, object, &[Purpose::Unlock], now).await?;
                }
                Ok::<_, StoreError>(Some(left))
            })
        });
        write.await.map_err(Refusal::from)
    }

    /// What is open for whoever has that key. L010 for everything else.
    async fn admitted(&self, tx: &mut SchoolTx, caller: &Caller, key: &Key, now: i64) -> Result<OpenRow, Refusal> {
        match key {
            Key::Own(key) => {
                let id: SubmissionId = self.families.admitted(tx, caller, key).await?;
                store::open_of(tx, &id, now).await?.ok_or_else(nothing)
            }
            Key::Grant(sealed) => {
                let secret = self.enquiries.secret();
                let text = crypto::open(secret, caller.school.id(), PURPOSE, sealed).ok_or_else(nothing)?;
                let grant: Grant = serde_json::from_str(&text).map_err(|_| nothing())?;
                let link = links::find(tx, &grant.link, &[Purpose::Unlock], now).await?;
                if now >= grant.until || link.is_none_or(|link| link.object != grant.unlock.as_str()) {
                    return Err(nothing());
                }
                store::find_open(tx, &grant.unlock, now).await?.ok_or_else(nothing)
            }
        }
    }

    /// What is open, with what it is of, for whoever has that key.
    async fn find(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &Key,
        now: i64,
    ) -> Result<(OpenRow, Application), Refusal> {
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let open = self.admitted(&mut tx, caller, key, now).await?;
        let application = self.families.load(tx, caller, school, open.submission_id.clone()).await?;
        Ok((open, application))
    }

    /// The fields that may be changed and what stands there, and nothing else of what was sent.
    pub async fn view(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: &Key,
        language: Language,
    ) -> Result<Unlocked, Refusal> {
        let now = self.enquiries.clock().now_ms();
        let (open, application) = self.find(caller, school, key, now).await?;
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let registered = applications::registered(&mut tx, &application.id).await?;
        drop(tx);
        let (document, row) = (&application.pinned.document, &application.row);
        let answers = application.corrected();
        let fields = opened(document, &open.fields.0);
        let person = if language == Language::Ar && !row.person_ar.is_empty() { &row.person_ar } else { &row.person };
        let values: Map<String, Value> =
            fields.iter().filter_map(|field| Some((field.clone(), answers.get(field)?.clone()))).collect();
        Ok(Unlocked {
            reference: row.reference.clone(),
            registration_id: registered.map(|one| one.registration_id),
            form_title: document.title(),
            person: person.clone(),
            message: open.message,
            until: day_before(school, open.until).to_string(),
            document: Arc::new(document.excerpt(language, &fields, &answers)),
            fields,
            values,
            version: open.version,
        })
    }

    /// Takes other answers to the fields that are open, and closes them. What is left out of them has no answer any more. F003 at what is wrong
    /// there, and at a field that is not open (`readOnly`); A003 where what the family saw is not what stands there; L010 where nothing is open.
    /// A letter confirms that they came, where one can.
    pub async fn send(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        key: Key,
        (version, values): (i64, Map<String, Value>),
        locale: Language,
    ) -> Result<Sent, Refusal> {
        let now = self.enquiries.clock().now_ms();
        let (open, application) = self.find(caller, school, &key, now).await?;
        if open.version != version {
            return Err(Refusal::new(MessageId::A003));
        }
        let fields = &opened(&application.pinned.document, &open.fields.0);
        let strange = values.keys().filter(|field| !fields.contains(field)).take(MOST_FIELDS);
        let strange: Vec<Issue> = strange.map(|field| Issue::error(format!("/{field}"), "readOnly")).collect();
        if !strange.is_empty() {
            return Err(Refusal::new(MessageId::F003).errors(strange));
        }
        let submission = application.submission()?;
        let sent = SentAnswers {
            id: &application.id,
            form: &application.row.form_id,
            pinned: &application.pinned,
            answers: &application.row.answers.0,
            verdict: &submission.verdict,
            sent_on: school.today(application.row.submitted_at),
        };
        let amendment = self.forms.amend(&caller.school, school, sent, (fields, values), locale).await?;
        let (caller, school) = (caller.clone(), school.clone());
        let scope = caller.school.clone();
        let mut tx = self.enquiries.db().read(&scope).await?;
        let registered = applications::registered(&mut tx, &application.id).await?;
        drop(tx);
        let document = submission.document();
        let sent = Sent {
            number: registered.map_or_else(|| application.row.reference.clone(), |one| one.registration_id),
            at: now,
            answers: opened(document, &open.fields.0).iter().map(|field| label_of(document, field)).collect(),
            is_mailed: false,
        };
        let sending = Sending { caller, school, key, application, submission, open, amendment, now };
        let unlocks = self.clone();
        let write =
            self.enquiries.db().write(&scope, move |tx| Box::pin(async move { unlocks.send_in(tx, &sending).await }));
        let is_mailed = write.await?;
        Ok(Sent { is_mailed, ..sent })
    }

    /// Whether the family gets a letter that they came.
    async fn send_in(&self, tx: &mut SchoolTx, sending: &Sending) -> Result<bool, Refusal> {
        let Sending { caller, school, key, application, submission, open, amendment, now } = sending;
        let (id, now) = (&application.id, *now);
        Forms::hold_submission(tx, id).await?;
        // As it stands now: of two that are sent at once the second finds nothing open.
        let found = self.admitted(tx, caller, key, now).await?;
        if found.id != open.id {
            return Err(nothing());
        }
        if found.version != open.version {
            return Err(Refusal::new(MessageId::A003));
        }
        if store::close_unlock(tx, id, &open.id, "sent", now).await? == 0 {
            return Err(nothing());
        }
        links::end(tx, open.id.as_str(), &[Purpose::Unlock], now).await?;
        let corrections = corrections_of(tx, id).await?;
        let was = application.corrected();
        let fields = opened(&application.pinned.document, &open.fields.0);
        let mut stay = Vec::with_capacity(corrections.len());
        for one in corrections {
            if fields.contains(&one.field) {
                uncorrect(tx, id, &one.field).await?;
            } else {
                stay.push((one.field, one.value));
            }
        }
        self.forms.write_amendment(tx, school, amendment, &stay, now).await?;
        self.keep_changes(tx, id, (&amendment.changed, FAMILY, None), now).await?;
        let family = application.named(caller);
        let fields = told(submission, amendment.changed.iter().map(|one| one.field.as_str()));
        let entry = timeline::Entry {
            at: now,
            actor_name: &family,
            action: "answers",
            to: fields.as_deref(),
            ..timeline::Entry::default()
        };
        self.forms.note_of_family(tx, id, entry).await?;
        let mut is = amendment.values.clone();
        for (field, value) in &stay {
            is[field] = value.as_str().into();
        }
        self.families.tell_former(tx, caller, submission, (&was, &is), now).await?;
        let is_mailed = self.confirm(tx, sending, &is).await?;
        let [en, ar] = SENT.map(str::to_owned);
        let about = format!("answers:{}", open.id);
        tasks::tell_owner(tx, &self.enquiries, school, submission, (vec![Text { en, ar }], &about)).await?;
        let names: Vec<&str> = amendment.changed.iter().map(|one| one.field.as_str()).collect();
        let detail = json!({ "unlock": open.id, "fields": names });
        let entry = Entry { action: "application.answers", object_kind: "enquiry", object_id: id.as_str(), detail };
        audit::record(tx, self.enquiries.clock(), self.enquiries.rng(), caller, entry).await?;
        Ok(is_mailed)
    }

    /// Confirms to where the school writes which answers came and when, and never what they say; whether a letter went out. The answers are taken
    /// all the same where none does.
    async fn confirm(&self, tx: &mut SchoolTx, sending: &Sending, answers: &Value) -> Result<bool, Refusal> {
        let Sending { caller, school, application, submission, open, now, .. } = sending;
        let (clock, rng, secret) = (self.enquiries.clock(), self.enquiries.rng(), self.enquiries.secret());
        let (document, language, now) = (submission.document(), submission.language, *now);
        let Some(to) = document.confirmation(answers) else { return Ok(false) };
        let target = Target::mail(&to.email);
        if message_counts::take(tx, secret, caller, Reason::Confirmation, &target, now).await? != Counted::Free {
            return Ok(false);
        }
        let path = match Proof::of(document, answers) {
            Some(_) => Some(living_path(tx, rng, secret, &application.id, now).await?),
            None => None,
        };
        let at = words::clock::timestamp(now).to_zoned(school.time_zone().clone());
        let named = opened(document, &open.fields.0);
        let lines = named.iter().map(|field| format!("• {}", label_of(document, field).get(language)));
        let came = messages::AnswersReceived {
            answers: lines.collect::<Vec<_>>().join("\n"),
            day: display_date(at.date(), language),
            time: format!("{:02}:{:02}", at.hour(), at.minute()),
            path,
        };
        let mail = messages::answers_received(submission, to, came, now);
        message::send(tx, clock, rng, secret, &format!("answers:{}", open.id), &mail).await?;
        Ok(true)
    }
}
