//! What staff do with tasks.

use std::sync::Arc;

use axum::extract::FromRef;
use form::FormDocument;
use identity::Identity;
use kernel::audit::{self, Entry};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, UserId, page};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::School;
use words::verdict::Verdict;
use words::{Clock, Permission, Rng};

use super::model::{MOST_TASKS, Whose, day_of, full, nobody, of_rules, text_of};
use super::notices::ask_to_tell;
use super::said::Said;
use super::store::{self, ChangedTask, NewTask, OpenRow, SaidRow, TaskRow};
use crate::enquiries::{ENQUIRY, Enquiries, Sight, can_own, visible_forms};
use crate::forms::{Forms, FormsParts};
use crate::ids::TaskId;
use crate::stand::Stand;

/// Tasks about submissions. Cheap to clone.
#[derive(Clone)]
pub struct Tasks(pub(super) Enquiries);

impl<S> FromRef<S> for Tasks
where
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self(Enquiries::from_ref(state))
    }
}

/// A page of open tasks.
#[derive(Debug)]
pub struct Listed {
    pub rows: Vec<TaskRow>,
    /// Where the next page starts.
    pub next_cursor: Option<String>,
    pub open: OpenRow,
}

/// A task that a colleague asks for.
#[derive(Debug, Clone)]
pub struct Asked {
    pub text: String,
    pub assigned_to: Option<UserId>,
    /// `YYYY-MM-DD`, or empty.
    pub due_on: String,
}

/// What becomes of a task; what is not named stays.
#[derive(Debug, Clone, Default)]
pub struct Change {
    pub version: i64,
    pub text: Option<String>,
    /// `Some(None)` is nobody.
    pub assigned_to: Option<Option<UserId>>,
    /// Empty for no day.
    pub due_on: Option<String>,
    pub is_done: Option<bool>,
}

impl Change {
    /// Whether it says no more than that what somebody was asked to do is done, or is not.
    fn is_of(&self, user: &UserId, task: &TaskRow) -> bool {
        let is_theirs = task.assigned_to.as_ref() == Some(user);
        is_theirs && self.text.is_none() && self.assigned_to.is_none() && self.due_on.is_none()
    }
}

/// What became of a task, as the submission's history tells it.
struct Told<'a> {
    from: Option<&'a str>,
    /// `added`, `done`, `open`.
    to: &'a str,
    /// What it says; none where an audience alone reads it.
    comment: Option<&'a str>,
    at: i64,
}

/// Opens what a form's rules ask for, in the transaction of the submission; whoever looks after it has them, but for what an audience alone
/// reads: that waits for one of its members. What they want told is asked for with it.
pub async fn open_for_rules(
    tx: &mut SchoolTx,
    parts: &FormsParts,
    submission: &SubmissionId,
    document: &FormDocument,
    (verdict, owner): (&Verdict, Option<&UserId>),
    (due_on, now): (&str, i64),
) -> Result<(), StoreError> {
    for (code, params) in of_rules(&verdict.tasks) {
        let id = TaskId::new(&*parts.clock, &*parts.rng);
        let audience = document.audience_of_code(code).unwrap_or_default();
        let task = NewTask {
            id: &id,
            submission,
            code: Some(code),
            params: Some(Json(&params)),
            text: "",
            audience,
            assigned_to: owner.filter(|_| audience.is_empty()),
            due_on: Some(due_on),
            author: None,
            now,
        };
        store::insert_task(tx, &task).await?;
    }
    ask_to_tell(tx, parts, submission, &verdict.notices).await
}

/// What the server itself asks somebody to do.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    pub submission: &'a SubmissionId,
    pub said: &'static Said,
    /// What fills its words.
    pub params: &'a Value,
    /// Who looks after it.
    pub owner: Option<&'a UserId>,
    /// `YYYY-MM-DD`.
    pub due_on: &'a str,
    /// Those alone who hold it read that there is such a task.
    pub right: Option<Permission>,
}

/// Nothing to fill.
static NO_PARAMS: Value = Value::Null;

impl<'a> Asking<'a> {
    /// Of words without holes, of everybody.
    pub fn new(
        submission: &'a SubmissionId,
        said: &'static Said,
        (owner, due_on): (Option<&'a UserId>, &'a str),
    ) -> Self {
        Self { submission, said, params: &NO_PARAMS, owner, due_on, right: None }
    }
}

impl SaidRow {
    fn says(&self, params: &Value) -> bool {
        self.params.as_ref().map_or(&Value::Null, |kept| &kept.0) == params
    }
}

/// Opens a task of the server's own; one that says the same is open once, and a submission has no more than others may give it.
pub async fn ask(
    tx: &mut SchoolTx,
    (clock, rng): (&dyn Clock, &dyn Rng),
    asking: Asking<'_>,
    now: i64,
) -> Result<(), StoreError> {
    let Asking { submission, said, params, owner, due_on, right } = asking;
    let audience = right.map_or("", Permission::as_str);
    let open = store::open_coded(tx, submission, said.code).await?;
    let is_said = open.iter().any(|row| (row.audience.is_empty() || row.audience == audience) && row.says(params));
    if is_said || store::count_of(tx, submission).await?.n >= MOST_TASKS {
        return Ok(());
    }
    // What whoever looks after it only reads, they cannot do: whoever works on such tasks takes it.
    let owner = match owner {
        Some(one) if right.is_none() && !Identity::is_able(tx, one, Permission::EnquiryEdit).await? => None,
        owner => owner,
    };
    let task = NewTask {
        id: &TaskId::new(clock, rng),
        submission,
        code: Some(said.code),
        params: Some(params).filter(|params| !params.is_null()).map(Json),
        text: "",
        audience,
        assigned_to: owner,
        due_on: Some(due_on),
        author: None,
        now,
    };
    store::insert_task(tx, &task).await
}

/// The same of whoever looks after it, whom the caller does not know.
pub async fn ask_owner(
    tx: &mut SchoolTx,
    made: (&dyn Clock, &dyn Rng),
    submission: &SubmissionId,
    (said, due_on): (&'static Said, &str),
    now: i64,
) -> Result<(), StoreError> {
    ask_owner_of(tx, made, submission, (said, due_on, &NO_PARAMS), now).await
}

/// The same of something that fills what is said.
pub async fn ask_owner_of(
    tx: &mut SchoolTx,
    made: (&dyn Clock, &dyn Rng),
    submission: &SubmissionId,
    (said, due_on, params): (&'static Said, &str, &Value),
    now: i64,
) -> Result<(), StoreError> {
    let owner = store::find_about(tx, submission).await?.and_then(|found| found.owner_id);
    let asking = Asking::new(submission, said, (owner.as_ref(), due_on));
    ask(tx, made, Asking { params, ..asking }, now).await
}

/// Of how many of some submissions the server asked that, whatever became of it.
pub async fn told_among(
    tx: &mut SchoolTx,
    ids: &[&SubmissionId],
    (said, params): (&'static Said, &Value),
) -> Result<usize, StoreError> {
    let mut told = store::told_coded(tx, &json!(ids).to_string(), said.code).await?;
    told.retain(|row| row.says(params));
    told.dedup_by(|one, other| one.submission_id == other.submission_id);
    Ok(told.len())
}

/// Whether its rules ask for a brother or sister to be confirmed, and nobody has.
pub async fn awaits_sibling(tx: &mut SchoolTx, submission: &SubmissionId) -> Result<bool, StoreError> {
    Ok(store::count_siblings_to_confirm(tx, submission).await?.n > 0)
}

/// Whether somebody did what the server asked of a submission, and it is not asked again.
pub async fn is_answered(
    tx: &mut SchoolTx,
    submission: &SubmissionId,
    said: &'static Said,
) -> Result<bool, StoreError> {
    Ok(store::count_answered(tx, submission, said.code).await?.n > 0)
}

/// What fills the words of what is asked of a submission and not done.
pub async fn said_of(
    tx: &mut SchoolTx,
    submission: &SubmissionId,
    said: &'static Said,
) -> Result<Option<Value>, StoreError> {
    let open = store::open_coded(tx, submission, said.code).await?;
    Ok(open.into_iter().next_back().map(|row| row.params.map_or(Value::Null, |params| params.0)))
}

/// What the server asked of a submission is done: by somebody, or as it is over.
pub async fn close_said(
    tx: &mut SchoolTx,
    submission: &SubmissionId,
    (said, by): (&'static Said, Option<&UserId>),
    now: i64,
) -> Result<(), StoreError> {
    store::close_coded(tx, submission, said.code, by, now).await.map(drop)
}

/// What somebody was asked to do of a submission waits for somebody else.
pub async fn leave_open(tx: &mut SchoolTx, submission: &SubmissionId, user: &UserId) -> Result<(), StoreError> {
    store::unassign_open(tx, submission, user).await.map(drop)
}

/// What the server asked those who hold a right is done, or over.
pub async fn close_for(
    tx: &mut SchoolTx,
    submission: &SubmissionId,
    right: Permission,
    now: i64,
) -> Result<(), StoreError> {
    store::close_kept(tx, submission, right.as_str(), now).await.map(drop)
}

impl Tasks {
    /// Over the inbox.
    #[must_use]
    pub fn new(enquiries: Enquiries) -> Self {
        Self(enquiries)
    }

    /// Open tasks by their day, and how many there are; each counts as a line that is read: A007.
    pub async fn open(
        &self,
        caller: &Caller,
        school: &School,
        whose: Whose,
        size: u32,
        cursor: Option<&str>,
    ) -> Result<Listed, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let me = caller.user_id().ok_or_else(|| Refusal::new(MessageId::A002))?;
        let (day, after) = match cursor.map(page::position::<(Whose, String, String)>).transpose()? {
            Some((of, ..)) if of != whose => return Err(Refusal::malformed("cursor is of another list")),
            Some((_, day, id)) => (day, id),
            None => (String::new(), String::new()),
        };
        let visible = visible_forms(school.config(), caller);
        let today = self.0.clock().today(school.time_zone()).to_string();
        let mut tx = self.0.db().read(&caller.school).await?;
        let sight = Sight::of(&mut tx, caller).await?;
        let (reads, rights) = (sight.listed(), sight.rights());
        let (limit, over) = (i64::from(size) + 1, Stand::over_and_not_enrolled());
        let mut rows =
            store::open_tasks(&mut tx, whose.as_str(), me, &rights, &over, &visible, &reads, &day, &after, limit)
                .await?;
        let open = store::count_open(&mut tx, me, &rights, &over, &visible, &reads, &today).await?;
        drop(tx);
        let next_cursor = (rows.len() > size as usize).then(|| {
            rows.truncate(size as usize);
            rows.last().map(|last| {
                let day = last.due_on.clone().unwrap_or_else(|| "9999".to_owned());
                page::cursor(&(whose, day, last.id.as_str().to_owned()))
            })
        });
        self.0.count_read(caller, rows.len()).await?;
        Ok(Listed { rows, next_cursor: next_cursor.flatten(), open })
    }

    /// A submission's tasks: the open ones by their day, then what was done; read as one line: A007.
    pub async fn of(&self, caller: &Caller, school: &School, enquiry: &SubmissionId) -> Result<Vec<TaskRow>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.0.count_read(caller, 1).await?;
        let mut tx = self.0.db().read(&caller.school).await?;
        self.0.require_seen(&mut tx, caller, school, enquiry).await?;
        let reads = Sight::of(&mut tx, caller).await?.listed();
        Ok(store::tasks_of(&mut tx, enquiry, &reads).await?)
    }

    /// Asks a colleague, or whoever takes it, to do something. F003 at `/text`, `/due_on`, `/assigned_to`.
    pub async fn add(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        enquiry: &SubmissionId,
        asked: Asked,
    ) -> Result<TaskRow, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let (text, due_on) = (text_of(&asked.text)?, day_of(&asked.due_on)?);
        let author = caller.user_id().ok_or_else(|| Refusal::new(MessageId::A002))?.clone();
        let (tasks, caller_then, school, enquiry) = (self.clone(), caller.clone(), school.clone(), enquiry.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let (clock, rng) = (tasks.0.clock(), tasks.0.rng());
                tasks.0.require_seen(tx, &caller_then, &school, &enquiry).await?;
                require_able(tx, (&school, &enquiry), asked.assigned_to.as_ref()).await?;
                Forms::hold_submission(tx, &enquiry).await?;
                if store::count_of(tx, &enquiry).await?.n >= MOST_TASKS {
                    return Err(full());
                }
                audit::count_kept(tx, &author, text.len(), clock.now_ms()).await?;
                let id = TaskId::new(clock, rng);
                let task = NewTask {
                    id: &id,
                    submission: &enquiry,
                    code: None,
                    params: None,
                    text: &text,
                    audience: "",
                    assigned_to: asked.assigned_to.as_ref(),
                    due_on: due_on.as_deref(),
                    author: Some(&author),
                    now: clock.now_ms(),
                };
                store::insert_task(tx, &task).await?;
                let told = Told { from: None, to: "added", comment: Some(&text), at: clock.now_ms() };
                tasks.tell(tx, &caller_then, &enquiry, told).await?;
                tasks.write_down(tx, &caller_then, &enquiry, "task.add", &id).await?;
                find(tx, &caller_then, &enquiry, &id).await
            })
        });
        write.await
    }

    /// Changes it, gives it to somebody, does it, or opens it again. What a form's rules ask for keeps its words. A003 when somebody was
    /// quicker. That it was done stands in the submission's history.
    pub async fn update(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        (enquiry, id): (&SubmissionId, TaskId),
        change: Change,
    ) -> Result<TaskRow, Refusal> {
        caller.require(Permission::EnquiryReview)?;
        let text = change.text.as_deref().map(text_of).transpose()?;
        let due_on = change.due_on.as_deref().map(day_of).transpose()?;
        let me = caller.user_id().ok_or_else(|| Refusal::new(MessageId::A002))?.clone();
        let (tasks, caller_then, school, enquiry) = (self.clone(), caller.clone(), school.clone(), enquiry.clone());
        let write = self.0.db().write(&caller.school, move |tx| {
            Box::pin(async move {
                let now = tasks.0.clock().now_ms();
                tasks.0.require_seen(tx, &caller_then, &school, &enquiry).await?;
                Forms::hold_submission(tx, &enquiry).await?;
                let task = find(tx, &caller_then, &enquiry, &id).await?;
                if !caller_then.may(Permission::EnquiryEdit) && !change.is_of(&me, &task) {
                    return Err(Refusal::new(MessageId::A002));
                }
                if task.code.is_some() && text.is_some() {
                    return Err(
                        Refusal::new(MessageId::F003).errors(vec![words::verdict::Issue::error("/text", "enum")])
                    );
                }
                let assigned_to = match change.assigned_to {
                    None => task.assigned_to.clone(),
                    Some(given) => {
                        require_able(tx, (&school, &enquiry), given.as_ref()).await?;
                        given
                    }
                };
                let text = text.unwrap_or_else(|| task.text.clone());
                audit::count_kept(tx, &me, text.len(), now).await?;
                let was_done = task.done_at.is_some();
                let is_done = change.is_done.unwrap_or(was_done);
                let changed = ChangedTask {
                    id: &id,
                    version: change.version,
                    text: &text,
                    assigned_to: assigned_to.as_ref(),
                    due_on: due_on.as_ref().unwrap_or(&task.due_on).as_deref(),
                    done_at: is_done.then(|| task.done_at.unwrap_or(now)),
                    done_by: is_done.then(|| task.done_by.as_ref().unwrap_or(&me)),
                };
                if store::update_task(tx, &changed).await? == 0 {
                    return Err(Refusal::new(MessageId::A003));
                }
                // Of what is kept for a right nobody else learns that there is such a task.
                let is_kept = Permission::parse(&task.audience).is_some();
                if is_done != was_done && !is_kept {
                    let words = task.code.is_some().then(|| json!(super::model::words_of(&school, &task)).to_string());
                    let said = words.as_deref().unwrap_or(&text);
                    let (from, to) = if is_done { ("open", "done") } else { ("done", "open") };
                    let comment = Some(said).filter(|_| task.audience.is_empty());
                    tasks.tell(tx, &caller_then, &enquiry, Told { from: Some(from), to, comment, at: now }).await?;
                }
                tasks.write_down(tx, &caller_then, &enquiry, "task.update", &id).await?;
                find(tx, &caller_then, &enquiry, &id).await
            })
        });
        write.await
    }

    /// Writes into the submission's history what became of a task.
    async fn tell(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        enquiry: &SubmissionId,
        told: Told<'_>,
    ) -> Result<(), StoreError> {
        let kernel::Actor::User { id, name, .. } = &caller.actor else { return Ok(()) };
        let Told { from, to, comment, at } = told;
        let mut timeline = Timeline::resume(tx, self.0.secret(), Object::new(ENQUIRY.kind, enquiry)).await?;
        let role = caller.role_for(Permission::EnquiryReview);
        let entry = timeline::Entry { at, actor_id: Some(id), actor_name: name, role, ..Default::default() };
        timeline.add(tx, timeline::Entry { action: "task", from, to: Some(to), comment, ..entry }).await
    }

    /// That it was done; what the task says stays out of the audit.
    async fn write_down(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        enquiry: &SubmissionId,
        action: &str,
        id: &TaskId,
    ) -> Result<(), StoreError> {
        let entry =
            Entry { action, object_kind: "enquiry", object_id: enquiry.as_str(), detail: json!({ "task": id }) };
        audit::record(tx, self.0.clock(), self.0.rng(), caller, entry).await
    }
}

/// F003 for whoever cannot do what is asked of a submission: whoever only reads what they look after is asked nothing of others.
async fn require_able(
    tx: &mut SchoolTx,
    (school, enquiry): (&School, &SubmissionId),
    user: Option<&UserId>,
) -> Result<(), Refusal> {
    let Some(user) = user else { return Ok(()) };
    if Identity::is_able(tx, user, Permission::EnquiryEdit).await? {
        return Ok(());
    }
    let about = store::find_about(tx, enquiry).await?.filter(|about| about.owner_id.as_ref() == Some(user));
    let Some(about) = about else { return Err(nobody()) };
    if can_own(tx, school, &about.form_id, user).await? { Ok(()) } else { Err(nobody()) }
}

/// A task that the caller reads.
async fn find(tx: &mut SchoolTx, caller: &Caller, enquiry: &SubmissionId, id: &TaskId) -> Result<TaskRow, Refusal> {
    let reads = Sight::of(tx, caller).await?.listed();
    store::find_task(tx, enquiry, id, &reads).await?.ok_or_else(Refusal::not_found)
}
