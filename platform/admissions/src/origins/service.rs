//! How an enquiry becomes an application, and where submissions come from.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::FromRef;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::crypto::{self, Secret};
use kernel::message;
use kernel::message_counts::{self, Reason, Target};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId};
use serde_json::json;
use tenants::School;
use tenants::bundle::family::FormKind;
use words::clock::iso;
use words::verdict::Issue;
use words::{Permission, Role};

use super::model::{Channel, Linked, Origin};
use super::store::{self, BegunRow, MadeRow, SourceRow};
use crate::enquiries::{ENQUIRY, Enquiries, Submission, apply_by_family, is_seen, visible_forms};
use crate::forms::{Earlier, Forms, FormsParts, SubmittedFile};
use crate::ids::DraftId;
use crate::messages::application_begun;
use crate::my_application::as_corrected;
use crate::scans;
use crate::stand::Stand;
use crate::typed::refused;

/// What tokens of drafts are sealed for that were begun from an enquiry.
const PURPOSE: &str = "begun-draft";
/// What an entry of a history says of an application that was made from an enquiry.
const MADE: &str = "application";

/// Where submissions come from. Cheap to clone.
#[derive(Clone)]
pub struct Origins(Enquiries);

impl<S> FromRef<S> for Origins
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// A draft of an application that was begun from an enquiry.
#[derive(Debug, Clone)]
pub struct Begun {
    /// Opens the draft; none where it was mailed to the family or is kept in its account: it goes on with it alone.
    pub token: Option<String>,
    /// The form.
    pub form: String,
    /// When it was begun.
    pub begun_at: i64,
    /// When the family last got the link.
    pub mailed_at: Option<i64>,
}

impl Begun {
    /// As staff are told of it.
    fn of(row: BegunRow, token: String) -> Self {
        let is_of_family = row.is_of_family();
        let BegunRow { form_id: form, created_at: begun_at, mailed_at, .. } = row;
        Self { token: (!is_of_family).then_some(token), form, begun_at, mailed_at }
    }
}

/// What became of an enquiry that is converted.
#[derive(Debug, Clone)]
pub struct Converted {
    pub begun: Begun,
    /// Whether the family was written to now.
    pub is_mailed: bool,
}

/// A letter that leads a family to its draft.
struct Sending {
    caller: Caller,
    school: Arc<School>,
    submission: Submission,
    /// A draft to lead to, and its token; none where the family has one.
    fresh: Option<(DraftId, String)>,
    /// What the form is called.
    title: String,
}

/// Whoever sends a form in somebody else's place, if anybody does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filer<'c>(Option<(&'c UserId, &'c str, Option<Role>)>);

impl<'c> Filer<'c> {
    /// One of the staff who may work on what comes in fills a form in for a family.
    pub fn of(caller: &'c Caller) -> Self {
        match &caller.actor {
            Actor::User { id, name, .. } if caller.may(Permission::EnquiryEdit) => {
                Self(Some((id, name, caller.role_for(Permission::EnquiryEdit))))
            }
            _ => Self(None),
        }
    }

    /// Whether it is one of the staff.
    pub fn is_staff(&self) -> bool {
        self.0.is_some()
    }

    /// An entry of a history as theirs; of nobody of the staff it is that of who is named.
    pub fn entry<'e>(&self, otherwise: &'e str, entry: timeline::Entry<'e>) -> timeline::Entry<'e>
    where
        'c: 'e,
    {
        match self.0 {
            Some((id, name, role)) => timeline::Entry { actor_id: Some(id), actor_name: name, role, ..entry },
            None => timeline::Entry { actor_name: otherwise, ..entry },
        }
    }
}

/// A submission that has just been written.
pub(crate) struct Arrived<'a> {
    pub id: &'a SubmissionId,
    /// What it is called: an application by its registration id.
    pub name: &'a str,
    /// The enquiry that its draft was begun from.
    pub made_of: Option<&'a SubmissionId>,
    /// Whom it is about, as its history calls its family.
    pub family: &'a str,
    pub now: i64,
}

/// Writes down where a submission comes from, in the transaction that takes it in: its own history names the enquiry that it was made from, and
/// that one's names it and says that its family applies.
pub(crate) async fn arrived(
    tx: &mut SchoolTx,
    secret: &Secret,
    timeline: &mut Timeline<'_>,
    filer: Filer<'_>,
    arrived: &Arrived<'_>,
) -> Result<(), Refusal> {
    let mut source = None;
    if let Some(id) = arrived.made_of
        && store::hold_source(tx, id).await? > 0
    {
        source = store::find_source(tx, id).await?.map(|row| (id, row));
    }
    let channel = if filer.is_staff() { Channel::Staff } else { Channel::Portal };
    if source.is_none() && channel == Channel::Portal {
        return Ok(());
    }
    let user = filer.0.map(|(id, ..)| id);
    store::insert_origin(tx, arrived.id, channel.as_str(), user, source.as_ref().map(|(id, _)| *id)).await?;
    let Some((id, row)) = source else { return Ok(()) };
    let event = timeline::Entry { at: arrived.now, ..timeline::Entry::default() };
    let from = timeline::Entry { action: "origin", from: Some(&row.reference), ..event };
    timeline.add(tx, filer.entry("", from)).await?;
    let made = timeline::Entry { action: MADE, to: Some(arrived.name), ..event };
    apply_by_family(tx, secret, id, filer.entry(arrived.family, made)).await
}

/// Binds a draft to the enquiry that it was begun from, in the transaction that makes it. A016 where that is an application already, A003
/// where somebody else has just begun one.
pub(crate) async fn bind(
    tx: &mut SchoolTx,
    parts: &FormsParts,
    caller: &Caller,
    (draft, from, token): (&DraftId, &SubmissionId, &str),
    now: i64,
) -> Result<(), Refusal> {
    if store::hold_source(tx, from).await? == 0 {
        return Err(Refusal::not_found());
    }
    if let Some(made) = store::find_made(tx, from).await? {
        return Err(made_already(made));
    }
    store::unbind_over(tx, from, now).await?;
    let sealed = crypto::seal(&parts.secret, &*parts.rng, caller.school.id(), PURPOSE, token);
    if store::bind_draft(tx, draft, from, &sealed, caller.user_id(), now).await? == 0 {
        return Err(Refusal::new(MessageId::A003));
    }
    note(tx, &parts.secret, caller, from, ("begun", now)).await?;
    let entry =
        Entry { action: "enquiry.convert", object_kind: "enquiry", object_id: from.as_str(), detail: json!({}) };
    Ok(audit::record(tx, &*parts.clock, &*parts.rng, caller, entry).await?)
}

/// The files of a submission that may be given again with another: what the school refused is not, nor what nobody has found clean.
pub(crate) async fn givable(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<SubmittedFile>, StoreError> {
    let refused = store::refused_files(tx, id).await?;
    let unclean = scans::states_of(tx, id).await?;
    let mut files = Forms::submitted_files(tx, id).await?;
    files.retain(|file| !unclean.contains_key(&file.id) && !refused.iter().any(|one| one.upload_id == file.id));
    Ok(files)
}

/// Those of some submissions, a list of ids, that somebody of the staff sent for the family.
pub(crate) async fn by_staff_among(tx: &mut SchoolTx, ids: &str) -> Result<HashSet<SubmissionId>, StoreError> {
    Ok(store::by_staff_among(tx, ids).await?.into_iter().map(|row| row.submission_id).collect())
}

/// Adds to the history of an enquiry that the transaction holds.
async fn note(
    tx: &mut SchoolTx,
    secret: &Secret,
    caller: &Caller,
    id: &SubmissionId,
    (what, now): (&str, i64),
) -> Result<(), StoreError> {
    let entry = timeline::Entry { at: now, action: MADE, to: Some(what), ..timeline::Entry::default() };
    let mut timeline = Timeline::resume(tx, secret, Object::new(ENQUIRY.kind, id)).await?;
    timeline.add(tx, Filer::of(caller).entry("", entry)).await
}

fn made_already(made: MadeRow) -> Refusal {
    Refusal::new(MessageId::A016).with("application", linked(made))
}

fn linked(row: MadeRow) -> Linked {
    Linked { id: row.id, reference: row.reference, registration_id: row.registration_id }
}

/// Whether an application can be made from it: it is an enquiry that is not closed, and no application for work.
fn is_convertible(school: &School, row: &SourceRow) -> bool {
    let stand = Stand::parse(&row.state);
    let is_open = stand.is_some_and(|stand| matches!(stand, Stand::Enquiry(_)) && !stand.is_over());
    let kind = school.config().kind_of(&row.form_id);
    is_open && matches!(kind, FormKind::Enquiry | FormKind::Other)
}

/// The form that families apply by; L009 without one.
fn application_of(school: &School) -> Result<&str, Refusal> {
    school.config().application().ok_or_else(|| Refusal::new(MessageId::L009))
}

/// The draft that was begun from an enquiry; A012 where none can be, A016 where it is an application already.
async fn begun_of(
    tx: &mut SchoolTx,
    school: &School,
    id: &SubmissionId,
    now: i64,
) -> Result<Option<BegunRow>, Refusal> {
    let row = store::find_source(tx, id).await?.ok_or_else(Refusal::not_found)?;
    if !is_convertible(school, &row) {
        return Err(Refusal::new(MessageId::A012).with("allowed", [""; 0]));
    }
    if let Some(made) = store::find_made(tx, id).await? {
        return Err(made_already(made));
    }
    Ok(store::find_begun(tx, id, now).await?)
}

impl Origins {
    /// Over the inbox.
    #[must_use]
    pub fn new(enquiries: Enquiries) -> Self {
        Self(enquiries)
    }

    /// Where a submission comes from and what was made from it, for whoever reads it now; of what they do not see nothing is told.
    pub async fn told(&self, caller: &Caller, school: &School, id: &SubmissionId) -> Result<Origin, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let now = self.0.clock().now_ms();
        let mut tx = self.0.db().read(&caller.school).await?;
        self.0.require_seen(&mut tx, caller, school, id).await?;
        let origin = store::find_origin(&mut tx, id).await?;
        let made = store::find_made(&mut tx, id).await?;
        let begun = store::find_begun(&mut tx, id, now).await?;
        drop(tx);
        let visible = visible_forms(school.config(), caller);
        let mut told = Origin::own();
        if let Some(origin) = origin {
            told.channel = Channel::parse(&origin.channel);
            told.filed_by = origin.filed_by;
            let owner = origin.from_owner;
            if let (Some(id), Some(reference), Some(form)) = (origin.from_id, origin.from_reference, origin.from_form) {
                let linked = Linked { id, reference, registration_id: None };
                told.enquiry = is_seen(&visible, &form, owner.as_ref()).then_some(linked);
            }
        }
        let is_seen = |made: &MadeRow| is_seen(&visible, &made.form_id, made.owner_id.as_ref());
        told.application = made.filter(is_seen).map(linked);
        if let Some(begun) = begun {
            told.begun_at = Some(iso(begun.created_at));
            told.mailed_at = begun.mailed_at.map(iso);
        }
        Ok(told)
    }

    /// Begins an application from an enquiry, with all that it tells; the one that was begun already where one was. `is_sent` writes to the
    /// family with the link to go on with it, which begins with little, for the address may be mistyped: it takes the place of what staff
    /// began, and is the family's alone. A012 for what is no enquiry or is closed, A016 with `application` where it was sent already, L009
    /// where the school takes no applications, F003 at `/send` where the enquiry has no address.
    pub async fn convert(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        is_sent: bool,
    ) -> Result<Converted, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        self.0.count_read(caller, 1).await?;
        let submission = self.0.submission(caller, school, id).await?;
        let begun = self.find_begun(caller, school, id).await?;
        if is_sent {
            return self.send(caller, school, submission, begun).await;
        }
        let begun = match begun {
            Some(begun) => begun,
            None => {
                match self.begin(caller, school, &submission).await {
                    // Somebody was quicker by a moment, and theirs is gone on with.
                    Err(refusal) if refusal.id() == MessageId::A003 => {}
                    begun => begun?,
                }
                self.find_begun(caller, school, id).await?.ok_or_else(|| Refusal::new(MessageId::A003))?
            }
        };
        let token = self.open(caller, &begun)?;
        Ok(Converted { begun: Begun::of(begun, token), is_mailed: false })
    }

    async fn find_begun(
        &self,
        caller: &Caller,
        school: &School,
        id: &SubmissionId,
    ) -> Result<Option<BegunRow>, Refusal> {
        let mut tx = self.0.db().read(&caller.school).await?;
        begun_of(&mut tx, school, id, self.0.clock().now_ms()).await
    }

    async fn begin(&self, caller: &Caller, school: &Arc<School>, submission: &Submission) -> Result<(), Refusal> {
        let form = application_of(school)?;
        let earlier = self.earlier(caller, submission).await?;
        self.0.forms().create_draft_from(caller, school, form, submission.language, &earlier).await.map(drop)
    }

    /// What the caller reads of it goes into the draft, without what is kept for an audience: whoever has the draft reads all of that.
    async fn earlier(&self, caller: &Caller, submission: &Submission) -> Result<Earlier, Refusal> {
        let (id, document) = (&submission.id, submission.document());
        let mut tx = self.0.db().read(&caller.school).await?;
        let mut values = as_corrected(&mut tx, id, &submission.sent).await?;
        let mut files = givable(&mut tx, id).await?;
        drop(tx);
        if let Some(sight) = &submission.sight {
            sight.answers(document, &mut values);
            sight.files(document, &mut files);
        }
        if let Some(values) = values.as_object_mut() {
            values.retain(|field, _| document.audience_of(field).is_none());
        }
        files.retain(|file| document.audience_of(&file.field).is_none());
        Ok(Earlier { id: id.clone(), document: submission.pinned.document.clone(), values, files })
    }

    fn open(&self, caller: &Caller, begun: &BegunRow) -> Result<String, StoreError> {
        let inconsistent =
            || StoreError::Inconsistent { table: "draft_origins", column: "token", id: begun.draft_id.to_string() };
        crypto::open(self.0.secret(), caller.school.id(), PURPOSE, &begun.token).ok_or_else(inconsistent)
    }

    /// Writes to the family where its application goes on; not where as many messages reached the address as may.
    async fn send(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        submission: Submission,
        begun: Option<BegunRow>,
    ) -> Result<Converted, Refusal> {
        let mut tx = self.0.db().read(&caller.school).await?;
        let answers = as_corrected(&mut tx, &submission.id, &submission.sent).await?;
        drop(tx);
        if submission.document().confirmation(&answers).is_none() {
            return Err(refused(Issue::error("/send", "required")));
        }
        let (form, fresh) = match begun.filter(BegunRow::is_of_family) {
            Some(begun) => (begun.form_id, None),
            None => {
                let form = application_of(school)?;
                let (forms, language) = (self.0.forms(), submission.language);
                let earlier = self.earlier(caller, &submission).await?;
                let fresh = forms.create_draft_to_mail(caller, school, form, language, &earlier).await?;
                (form.to_owned(), Some(fresh))
            }
        };
        let title = self.0.forms().form(caller, school, &form, None).await?.0.document.title();
        let title = title.get(submission.language).to_owned();
        let sending = Sending { caller: caller.clone(), school: school.clone(), submission, fresh, title };
        let origins = self.clone();
        let write =
            self.0.db().write(&caller.school, move |tx| Box::pin(async move { origins.send_in(tx, sending).await }));
        write.await
    }

    async fn send_in(&self, tx: &mut SchoolTx, sending: Sending) -> Result<Converted, Refusal> {
        let Sending { caller, school, submission, fresh, title } = sending;
        let (clock, rng, secret) = (self.0.clock(), self.0.rng(), self.0.secret());
        let (id, now) = (&submission.id, clock.now_ms());
        // As for whoever sends it: the draft first, then what it was begun from.
        if let Some(begun) = store::find_begun(tx, id, now).await? {
            Forms::hold_draft(tx, &begun.draft_id, now).await?;
        }
        if store::hold_source(tx, id).await? == 0 {
            return Err(Refusal::not_found());
        }
        let begun = begun_of(tx, &school, id, now).await?;
        let answers = as_corrected(tx, id, &submission.sent).await?;
        let Some(to) = submission.document().confirmation(&answers) else {
            return Err(refused(Issue::error("/send", "required")));
        };
        let target = Target::mail(&to.email);
        let counted = message_counts::take(tx, secret, &caller, Reason::Reply, &target, now).await?;
        let is_mailed = counted.is_free()?;
        let mut begun = match (begun, fresh) {
            // What the family got is gone on with; what staff filled in stays theirs where no letter goes.
            (Some(begun), fresh) if begun.is_of_family() || !is_mailed => {
                if let Some((draft, _)) = fresh {
                    Forms::end_draft(tx, &draft, now).await?;
                }
                begun
            }
            (begun, Some((draft, token))) => {
                if let Some(begun) = begun {
                    Forms::end_draft(tx, &begun.draft_id, now).await?;
                }
                bind(tx, &self.0.forms().parts, &caller, (&draft, id, &token), now).await?;
                store::find_begun(tx, id, now).await?.ok_or_else(|| Refusal::new(MessageId::A003))?
            }
            (_, None) => return Err(Refusal::new(MessageId::A003)),
        };
        let token = self.open(&caller, &begun)?;
        if is_mailed {
            let draft = &begun.draft_id;
            let path = format!("{}#draft={token}", school.form_path(&begun.form_id));
            let letter = application_begun(&submission, to, &title, path, now);
            message::send(tx, clock, rng, secret, &format!("begun-{draft}-{now}"), &letter).await?;
            store::note_mailed(tx, draft, now).await?;
            note(tx, secret, &caller, id, ("mailed", now)).await?;
            let (object_id, detail) = (id.as_str(), json!({ "mailed": true }));
            let entry = Entry { action: "enquiry.convert", object_kind: "enquiry", object_id, detail };
            audit::record(tx, clock, rng, &caller, entry).await?;
            begun.mailed_at = Some(now);
        }
        Ok(Converted { begun: Begun::of(begun, token), is_mailed })
    }
}
