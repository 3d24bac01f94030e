//! What staff and families do with messages.

use std::sync::Arc;

use axum::extract::FromRef;
use form::Confirmation;
use jiff::civil::Date;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::message;
use kernel::message_counts::{self, Reason, Target};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId};
use serde_json::json;
use tenants::School;
use tenants::message::{REPLIES, Rendered, render, wording};
use words::text::{cut, one_line};
use words::{Language, Permission};

use super::letters::{self, filling};
use super::model::{DAY_MS, KEPT_FOR_SCHOOL, MOST_MESSAGES, MOST_OF_FAMILY, MOST_SUBJECT, full, text_of};
use super::store::{self, MessageRow};
use crate::enquiries::{ENQUIRY, Enquiries, Submission};
use crate::forms::Forms;
use crate::ids::SubmissionMessageId;
use crate::my_application::as_corrected;
use crate::own_link::{PAGE, Proof, living_path};
use crate::papers;

/// Messages about submissions. Cheap to clone.
#[derive(Clone)]
pub struct Messages(Enquiries);

impl<S> FromRef<S> for Messages
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// What a member of the staff has before them who writes to a family.
#[derive(Debug)]
pub struct Conversation {
    /// The oldest first.
    pub messages: Vec<MessageRow>,
    /// Where mail goes; none where the form asks for no address.
    pub to: Option<String>,
    /// The family's language.
    pub language: Language,
    /// What a message may begin with.
    pub replies: Vec<Reply>,
}

/// What a message may begin with, filled for one submission.
#[derive(Debug)]
pub struct Reply {
    pub name: &'static str,
    pub subject: String,
    pub text: String,
}

/// A message that somebody of the staff writes.
#[derive(Debug, Clone)]
pub struct ToFamily {
    /// What its mail is called; the school's own words where there is none.
    pub subject: Option<String>,
    pub text: String,
}

impl ToFamily {
    /// The subject of one line, where one is left.
    fn subject(&self) -> Option<String> {
        let subject = cut(&one_line(self.subject.as_deref()?), MOST_SUBJECT);
        Some(subject).filter(|subject| !subject.is_empty())
    }
}

/// What stands for an address that the reader may not see.
const HIDDEN: &str = "…";

/// What was written about a submission, whoever reads it: the caller of this has proved that the submission is theirs.
pub async fn written(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<MessageRow>, StoreError> {
    store::messages_of(tx, id).await
}

impl Messages {
    /// Over the inbox.
    #[must_use]
    pub fn new(enquiries: Enquiries) -> Self {
        Self(enquiries)
    }

    /// The school's date.
    fn today(&self, school: &School) -> Date {
        self.0.clock().today(school.time_zone())
    }

    /// What was written about a submission, and what a message may begin with; read as one line: A007 when it is more than the account may read.
    pub async fn list(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<Conversation, Refusal> {
        caller.require(Permission::NoteRead)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let messages = store::messages_of(&mut tx, id).await?;
        let papers = papers::of(&mut tx, &submission, self.today(school)).await?;
        let (to, is_known) = reached(&mut tx, &submission).await?;
        drop(tx);
        let missing = papers::wanted_in_words(&papers, submission.language);
        let filling = filling(&submission, missing.as_deref());
        let replies = REPLIES.iter().filter_map(|name| {
            let (subject, text) = wording(school, name, submission.language, &filling).ok()?;
            Some(Reply { name, subject, text })
        });
        let messages = messages.into_iter().filter(|message| is_known || message.author_id.is_some()).collect();
        let to = to.map(|to| if is_known { to.email } else { HIDDEN.to_owned() });
        Ok(Conversation { messages, to, language: submission.language, replies: replies.collect() })
    }

    /// Writes to the family: it stands with the submission, and goes to the address that the form asked for. F003 when it says nothing or
    /// too much, D004 past what an account writes in a day.
    pub async fn send(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        message: ToFamily,
    ) -> Result<MessageRow, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let text = text_of(&message.text)?;
        let submission = self.0.submission(caller, school, id).await?;
        self.write(caller, school, submission, message.subject(), text).await
    }

    /// A message as its mail would arrive, without the link that is the family's alone; nothing is sent or kept. A001 where no mail goes.
    pub async fn preview(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        message: ToFamily,
    ) -> Result<Rendered, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let text = text_of(&message.text)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let to = recipient(&mut tx, &submission).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let path = Proof::of(submission.document(), &submission.sent).map(|_| PAGE.to_owned());
        let subject = message.subject();
        let mail = letters::mail(&submission, to, (subject.as_deref(), &text), path, self.0.clock().now_ms());
        let origin = self.0.origin(school);
        render(school, &origin, &mail).map_err(Refusal::internal)
    }

    /// Asks the family for what is missing, in the school's words. F003 at `/papers` when nothing is.
    pub async fn ask_for_papers(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
    ) -> Result<MessageRow, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let submission = self.0.submission(caller, school, id).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        let papers = papers::of(&mut tx, &submission, self.today(school)).await?;
        drop(tx);
        let Some(missing) = papers::wanted_in_words(&papers, submission.language) else {
            let issue = words::verdict::Issue::error("/papers", "minItems");
            return Err(Refusal::new(MessageId::F003).errors(vec![issue]));
        };
        let filling = filling(&submission, Some(&missing));
        let (subject, text) =
            wording(school, "ask_papers", submission.language, &filling).map_err(Refusal::internal)?;
        self.write(caller, school, submission, Some(subject), text_of(&text)?).await
    }

    /// What the family wrote needs no answer, or, where `is_settled` is false, it waits for one after all.
    pub async fn settle(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        is_settled: bool,
    ) -> Result<(), Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let submission = self.0.submission(caller, school, id).await?;
        let (messages, caller_then, school, id) = (self.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                messages.0.require_seen(tx, &caller_then, &school, &id).await?;
                let (_, is_known) = reached(tx, &submission).await?;
                if !is_known {
                    return Ok::<_, Refusal>(());
                }
                let changed = if is_settled {
                    store::settle(tx, &id, messages.0.clock().now_ms()).await?
                } else {
                    store::unsettle(tx, &id).await?
                };
                if changed > 0 {
                    store::note_unread(tx, &id).await?;
                }
                Ok(())
            })
        });
        write.await
    }

    async fn write(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: Submission,
        subject: Option<String>,
        text: String,
    ) -> Result<MessageRow, Refusal> {
        let Actor::User { id: author, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let (author, name) = (author.clone(), name.clone());
        let (messages, caller_then, school) = (self.clone(), caller.clone(), school.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (enquiries, caller) = (&messages.0, &caller_then);
                let (clock, rng, id) = (enquiries.clock(), enquiries.rng(), &submission.id);
                let now = clock.now_ms();
                enquiries.require_seen(tx, caller, &school, id).await?;
                Forms::hold_submission(tx, id).await?;
                if store::count_written(tx, id, now).await?.n >= MOST_MESSAGES {
                    return Err(full());
                }
                audit::count_kept(tx, &author, text.len(), now).await?;
                let (to, is_known) = reached(tx, &submission).await?;
                let is_mailed = match &to {
                    Some(to) => {
                        let target = Target::mail(&to.email);
                        message_counts::take(tx, enquiries.secret(), caller, Reason::Reply, &target, now)
                            .await?
                            .is_free()?
                    }
                    None => false,
                };
                let message_id = SubmissionMessageId::new(clock, rng);
                store::insert_message(tx, &message_id, id, Some(&author), &text, is_mailed, false, now).await?;
                if is_known && store::settle(tx, id, now).await? > 0 {
                    store::note_unread(tx, id).await?;
                }
                let mut timeline = Timeline::resume(tx, enquiries.secret(), Object::new(ENQUIRY.kind, id)).await?;
                let role = caller.role_for(Permission::EnquiryEdit);
                let entry =
                    timeline::Entry { at: now, actor_id: Some(&author), actor_name: &name, role, ..Default::default() };
                // Where an audience alone reads whom it is about, a subject may name them.
                let told = subject.as_deref().filter(|_| submission.document().audience_of_person().is_none());
                timeline.add(tx, timeline::Entry { action: "message", to: told, ..entry }).await?;
                let words = (subject.as_deref(), text.as_str());
                if let Some(to) = to.filter(|_| is_mailed) {
                    let path = match Proof::of(submission.document(), &submission.sent) {
                        Some(_) => Some(living_path(tx, rng, enquiries.secret(), id, now).await?),
                        None => None,
                    };
                    let mail = letters::mail(&submission, to, words, path, now);
                    message::send(tx, clock, rng, enquiries.secret(), message_id.as_str(), &mail).await?;
                }
                if let Some(sms) = letters::sms(tx, (enquiries, caller, &school), &submission, words, now).await? {
                    message::send(tx, clock, rng, enquiries.secret(), &format!("{message_id}:sms"), &sms).await?;
                }
                let detail = json!({ "message": message_id, "mailed": is_mailed });
                let entry = Entry { action: "enquiry.message", object_kind: "enquiry", object_id: id.as_str(), detail };
                audit::record(tx, clock, rng, caller, entry).await?;
                find(tx, id, &message_id).await
            })
        });
        write.await
    }

    /// The family has before it what the school wrote.
    pub async fn read_by_family(&self, tx: &mut SchoolTx, id: &SubmissionId) -> Result<(), Refusal> {
        store::read_by_family(tx, id, self.0.clock().now_ms()).await?;
        Ok(())
    }

    /// The family writes to the school: it waits in the inbox for an answer, and may accept the offer that is out. The caller of this has proved
    /// that the submission is theirs. F003 when it says nothing or too much, D004 past twenty in a day.
    pub async fn from_family(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        id: &SubmissionId,
        (typed, accepts): (&str, bool),
    ) -> Result<MessageRow, Refusal> {
        let text = text_of(typed)?;
        let (clock, rng) = (self.0.clock(), self.0.rng());
        let now = clock.now_ms();
        Forms::hold_submission(tx, id).await?;
        let written = store::count_written(tx, id, now - DAY_MS).await?;
        if written.n >= MOST_MESSAGES - KEPT_FOR_SCHOOL {
            return Err(full());
        }
        if written.of_family >= MOST_OF_FAMILY {
            return Err(Refusal::new(MessageId::D004).retry_after(u32::try_from(DAY_MS / 1000).unwrap_or(u32::MAX)));
        }
        let message_id = SubmissionMessageId::new(clock, rng);
        store::insert_message(tx, &message_id, id, None, &text, false, accepts, now).await?;
        store::read_by_family(tx, id, now).await?;
        store::note_unread(tx, id).await?;
        let mut timeline = Timeline::resume(tx, self.0.secret(), Object::new(ENQUIRY.kind, id)).await?;
        let to = accepts.then_some("accepts");
        timeline.add(tx, timeline::Entry { at: now, action: "message", to, ..Default::default() }).await?;
        let detail = json!({ "message": message_id });
        let entry = Entry { action: "enquiry.message", object_kind: "enquiry", object_id: id.as_str(), detail };
        audit::record(tx, clock, rng, caller, entry).await?;
        find(tx, id, &message_id).await
    }
}

/// What a family wrote by which it accepted its offer at a moment, for who reads what families write.
pub(crate) async fn accepting(
    tx: &mut SchoolTx,
    caller: &Caller,
    submission: &Submission,
    at: i64,
) -> Result<Option<String>, StoreError> {
    if !caller.may(Permission::NoteRead) || !reached(tx, submission).await?.1 {
        return Ok(None);
    }
    let written = store::messages_of(tx, &submission.id).await?;
    Ok(written.into_iter().rfind(|row| row.accepts && row.created_at == at).map(|row| row.text))
}

/// Where mail goes, as it was corrected since; and whether the caller, who may not see whom it is about or how they are reached, reads that
/// and what the family writes.
async fn reached(tx: &mut SchoolTx, submission: &Submission) -> Result<(Option<Confirmation>, bool), StoreError> {
    let document = submission.document();
    let to = document.confirmation(&as_corrected(tx, &submission.id, &submission.sent).await?);
    let is_shown = to.is_none() || document.confirmation(&submission.answers).is_some();
    Ok((to, submission.shows_person() && is_shown))
}

/// Whom mail about a submission goes to, for who reads a trial of it; none where no mail goes. Of the name as of all else they read what is not an
/// audience's alone.
pub(crate) async fn recipient(tx: &mut SchoolTx, submission: &Submission) -> Result<Option<Confirmation>, StoreError> {
    let (to, is_known) = reached(tx, submission).await?;
    let name = submission.document().confirmation(&submission.answers).and_then(|shown| shown.name);
    Ok(to.map(|to| Confirmation { name: name.filter(|_| is_known), ..to }))
}

async fn find(tx: &mut SchoolTx, id: &SubmissionId, message: &SubmissionMessageId) -> Result<MessageRow, Refusal> {
    let found = store::messages_of(tx, id).await?.into_iter().find(|row| row.id == *message);
    found.ok_or_else(Refusal::not_found)
}
