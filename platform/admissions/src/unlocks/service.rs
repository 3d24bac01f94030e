//! What staff do with unlocks, and what other slices ask of them.

use std::sync::Arc;

use axum::extract::FromRef;
use kernel::audit::{self, Entry};
use kernel::caller::Actor;
use kernel::message_counts::{self, Reason, Target};
use kernel::timeline::{self, Object, Timeline};
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, SubmissionId, links, message};
use serde_json::{Value, json};
use sqlx::types::Json;
use tenants::School;
use words::Permission;
use words::clock::iso;
use words::language::display_date;
use words::verdict::Issue;

use super::model::{
    Asked, Change, MOST_UNLOCKS, Purpose, Unlock, UnlockChoice, UnlockedField, choices, day_before, is_read, label_of,
    last_day, message_of, midnight_after, wanted,
};
use super::store::{self, ChangeRow, UnlockRow};
use crate::enquiries::{ENQUIRY, Enquiries, Submission};
use crate::forms::Forms;
use crate::ids::UnlockId;
use crate::messages;
use crate::my_application::{MyApplications, as_corrected};
use crate::own_link::Proof;
use crate::stand::Stand;
use crate::typed::refused;

/// Who changed an answer, where it was nobody of the staff.
pub(super) const FAMILY: &str = "family";

/// Answers that families may change. Cheap to clone.
#[derive(Clone)]
pub struct Unlocks {
    pub(super) forms: Forms,
    pub(super) enquiries: Enquiries,
    pub(super) families: MyApplications,
}

impl<S> FromRef<S> for Unlocks
where
    Forms: FromRef<S>,
    Enquiries: FromRef<S>,
{
    fn from_ref(state: &S) -> Self {
        Self {
            forms: Forms::from_ref(state),
            enquiries: Enquiries::from_ref(state),
            families: MyApplications::from_ref(state),
        }
    }
}

/// Who of the staff acts.
struct Officer {
    caller: Caller,
    school: Arc<School>,
    submission: Submission,
}

/// What was opened of a submission, and what can be.
#[derive(Debug)]
pub struct Listed {
    /// The newest first.
    pub items: Vec<Unlock>,
    /// What the reader may open; none for who may not.
    pub choices: Vec<UnlockChoice>,
}

/// What is opened, as it was looked at.
struct Opening {
    id: UnlockId,
    version: i64,
    fields: Vec<UnlockedField>,
    message: String,
    last_day: jiff::civil::Date,
    until: i64,
    notify: bool,
    now: i64,
}

/// What its family sees of a submission is not what it saw before: whoever has it open there is told. For other slices, inside their
/// transaction.
pub(crate) async fn seen_otherwise(tx: &mut SchoolTx, id: &SubmissionId) -> Result<(), StoreError> {
    store::bump_unlocks(tx, id).await.map(drop)
}

/// Closes what is open of a submission that is over since: its links open nothing any more. For other slices, inside their transaction.
pub(crate) async fn close_if_over(
    tx: &mut SchoolTx,
    id: &SubmissionId,
    stand: Stand,
    now: i64,
) -> Result<(), StoreError> {
    if stand.is_over() { close_open(tx, id, "over", now).await } else { Ok(()) }
}

async fn close_open(tx: &mut SchoolTx, id: &SubmissionId, why: &str, now: i64) -> Result<(), StoreError> {
    for open in store::unclosed_of(tx, id).await? {
        store::close_unlock(tx, id, &open.id, why, now).await?;
        links::end(tx, open.id.as_str(), &[Purpose::Unlock], now).await?;
    }
    Ok(())
}

/// Until when its family may change answers of a submission: the last day; none where it may not. Whoever calls this has proved that it is
/// theirs.
pub(crate) async fn open_until(
    tx: &mut SchoolTx,
    school: &School,
    id: &SubmissionId,
    now: i64,
) -> Result<Option<String>, StoreError> {
    let open = store::open_of(tx, id, now).await?;
    Ok(open.map(|open| day_before(school, open.until).to_string()))
}

/// What its family changed of a submission, the newest first: for whoever reads all of it, or takes out what they do not read.
pub(crate) async fn changes_of(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Vec<Change>, StoreError> {
    Ok(store::changes_of(tx, id).await?.into_iter().map(change).collect())
}

/// The same for the family's copy of its data.
pub(crate) async fn kept_changes(tx: &mut SchoolTx, id: &SubmissionId) -> Result<Value, StoreError> {
    let one = |change: Change| {
        let at = iso(change.changed_at);
        let by = if change.by.is_none() { FAMILY } else { "school" };
        json!({ "field": change.field, "before": change.before, "after": change.after, "changed_at": at, "changed_by": by })
    };
    Ok(changes_of(tx, id).await?.into_iter().map(one).collect())
}

fn change(row: ChangeRow) -> Change {
    let ChangeRow { field, value_before, value_after, changed_at, changed_by, name, reason } = row;
    let by = (changed_by != FAMILY).then(|| name.unwrap_or_default());
    Change { field, before: value_before.0, after: value_after.0, changed_at, by, reason }
}

/// Names of fields as a history has them, which everybody of the staff reads: none that an audience alone reads.
pub(super) fn told<'f>(submission: &Submission, fields: impl Iterator<Item = &'f str>) -> Option<String> {
    let open: Vec<&str> = fields.filter(|field| submission.document().audience_of(field).is_none()).collect();
    Some(open.join(", ")).filter(|names| !names.is_empty())
}

impl Unlocks {
    /// What was opened of a submission and what can be; read as one line: A007 when it is more than the account may read this hour.
    pub async fn list(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Listed, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.enquiries.count_read(caller, 1).await?;
        self.listed(caller, school, id).await
    }

    async fn listed(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Listed, Refusal> {
        let submission = self.enquiries.submission(caller, school, id).await?;
        let mut tx = self.enquiries.db().read(&caller.school).await?;
        let rows = store::unlocks_of(&mut tx, id).await?;
        drop(tx);
        let now = self.enquiries.clock().now_ms();
        let items = rows.into_iter().map(|row| seen(&submission, row, now)).collect();
        let can_open = caller.may(Permission::EnquiryEdit);
        Ok(Listed { items, choices: if can_open { choices(&submission) } else { Vec::new() } })
    }

    /// Lets the family change the named fields, in place of what was open before; with `notify` by a link that goes to where the school writes
    /// to them. A003 where somebody was quicker, A012 where it is over, F003 at what cannot be opened, L002 and R012 past the bounds of who
    /// writes and of the school.
    pub async fn unlock(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        asked: Asked,
    ) -> Result<Unlock, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        let message = message_of(&asked.message)?;
        let (clock, rng) = (self.enquiries.clock(), self.enquiries.rng());
        let now = clock.now_ms();
        let last_day = last_day(school.today(now), asked.days)?;
        self.enquiries.count_read(caller, 1).await?;
        let submission = self.enquiries.submission(caller, school, id).await?;
        let opening = Opening {
            id: UnlockId::new(clock, rng),
            version: asked.version,
            fields: wanted(choices(&submission), &asked.fields)?,
            message,
            last_day,
            until: midnight_after(school, last_day),
            notify: asked.notify,
            now,
        };
        let opened = opening.id.clone();
        let officer = Officer { caller: caller.clone(), school: school.clone(), submission };
        let unlocks = self.clone();
        let write = self
            .enquiries
            .db()
            .write(&caller.school, move |tx| Box::pin(async move { unlocks.open_in(tx, &officer, opening).await }));
        write.await?;
        let listed = self.listed(caller, school, id).await?;
        listed.items.into_iter().find(|one| one.row.id == opened).ok_or_else(Refusal::not_found)
    }

    async fn open_in(&self, tx: &mut SchoolTx, officer: &Officer, opening: Opening) -> Result<(), Refusal> {
        let Officer { caller, school, submission } = officer;
        let Actor::User { id: author, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let (enquiries, id, now) = (&self.enquiries, &submission.id, opening.now);
        enquiries.require_seen(tx, caller, school, id).await?;
        if !Forms::take_version(tx, id, opening.version, now).await? {
            return Err(Refusal::new(MessageId::A003));
        }
        let state = store::find_state(tx, id).await?.ok_or_else(Refusal::not_found)?.state;
        if Stand::parse(&state).is_some_and(Stand::is_over) {
            return Err(Refusal::new(MessageId::A012).with("allowed", [""; 0]));
        }
        if store::count_of(tx, id).await?.n >= MOST_UNLOCKS {
            return Err(refused(Issue::error("/fields", "maxItems").with("limit", MOST_UNLOCKS)));
        }
        close_open(tx, id, "replaced", now).await?;
        audit::count_kept(tx, author, opening.message.len(), now).await?;
        let is_mailed = opening.notify && self.mail(tx, officer, &opening).await?;
        let names: Vec<String> = opening.fields.iter().map(|one| one.field.clone()).collect();
        let (message, until) = (&*opening.message, opening.until);
        let row = store::NewUnlock {
            id: &opening.id,
            submission: id,
            fields: Json(&names),
            message,
            until,
            is_mailed,
            author,
            now,
        };
        store::insert_unlock(tx, &row).await?;
        let fields = told(submission, names.iter().map(String::as_str));
        let role = caller.role_for(Permission::EnquiryEdit);
        let entry = timeline::Entry {
            at: now,
            actor_id: Some(author),
            actor_name: name,
            role,
            action: "unlocked",
            from: None,
            to: fields.as_deref(),
            ..timeline::Entry::default()
        };
        let mut timeline = Timeline::resume(tx, enquiries.secret(), Object::new(ENQUIRY.kind, id)).await?;
        timeline.add(tx, entry).await?;
        let detail = json!({ "unlock": opening.id, "fields": names, "mailed": is_mailed });
        let entry = Entry { action: "enquiry.unlock", object_kind: "enquiry", object_id: id.as_str(), detail };
        Ok(audit::record(tx, enquiries.clock(), enquiries.rng(), caller, entry).await?)
    }

    /// Sends the link to where the school writes to the family; false where nothing in the answers could prove who opens it, no address was
    /// given, or so many letters reached it already.
    async fn mail(&self, tx: &mut SchoolTx, officer: &Officer, opening: &Opening) -> Result<bool, Refusal> {
        let (submission, enquiries, now) = (&officer.submission, &self.enquiries, opening.now);
        let (document, id) = (submission.document(), opening.id.as_str());
        let answers = as_corrected(tx, &submission.id, &submission.sent).await?;
        let (Some(to), Some(_)) = (document.confirmation(&answers), Proof::of(document, &answers)) else {
            return Ok(false);
        };
        let (clock, rng, secret) = (enquiries.clock(), enquiries.rng(), enquiries.secret());
        let target = Target::mail(&to.email);
        let counted = message_counts::take(tx, secret, &officer.caller, Reason::Reply, &target, now).await?;
        if !counted.is_free()? {
            return Ok(false);
        }
        let link = links::Minted { expires_at: opening.until, ..links::mint(rng, Purpose::Unlock, now) };
        links::add(tx, &link, Purpose::Unlock, links::Bound { object: id, address: "" }, now).await?;
        let unlocked = messages::Unlocked {
            text: opening.message.clone(),
            day: display_date(opening.last_day, submission.language),
            path: links::Purpose::path(Purpose::Unlock, &link.token),
            until: opening.until,
        };
        let mail = messages::fields_unlocked(submission, to, unlocked, now);
        message::send(tx, clock, rng, secret, id, &mail).await?;
        Ok(true)
    }

    /// Ends one before its time, and says how they stand then. A001 for one that is closed already, or of another submission.
    pub async fn end(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        unlock: UnlockId,
    ) -> Result<Listed, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        self.enquiries.count_read(caller, 1).await?;
        let (unlocks, caller_then, school_then, id_then) = (self.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.enquiries.db().write(&caller.school, move |tx| {
            Box::pin(async move { unlocks.end_in(tx, &caller_then, &school_then, (&id_then, &unlock)).await })
        });
        write.await?;
        self.listed(caller, school, id).await
    }

    async fn end_in(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        (id, unlock): (&SubmissionId, &UnlockId),
    ) -> Result<(), Refusal> {
        let Actor::User { id: author, name, .. } = &caller.actor else { return Err(Refusal::new(MessageId::A002)) };
        let (enquiries, now) = (&self.enquiries, self.enquiries.clock().now_ms());
        enquiries.require_seen(tx, caller, school, id).await?;
        Forms::hold_submission(tx, id).await?;
        if store::close_unlock(tx, id, unlock, "withdrawn", now).await? == 0 {
            return Err(Refusal::not_found());
        }
        links::end(tx, unlock.as_str(), &[Purpose::Unlock], now).await?;
        let role = caller.role_for(Permission::EnquiryEdit);
        let by = timeline::Entry { at: now, actor_id: Some(author), actor_name: name, role, ..Default::default() };
        let mut timeline = Timeline::resume(tx, enquiries.secret(), Object::new(ENQUIRY.kind, id)).await?;
        timeline.add(tx, timeline::Entry { action: "unlock_ended", ..by }).await?;
        let detail = json!({ "unlock": unlock });
        let entry = Entry { action: "enquiry.unlock_end", object_kind: "enquiry", object_id: id.as_str(), detail };
        Ok(audit::record(tx, enquiries.clock(), enquiries.rng(), caller, entry).await?)
    }
}

/// One as somebody of the staff sees it. What is said of fields that they do not read is not told either.
fn seen(submission: &Submission, mut row: UnlockRow, now: i64) -> Unlock {
    let names: Vec<&String> = row.fields.0.iter().filter(|field| is_read(submission, field)).collect();
    let hides = names.len() < row.fields.0.len();
    let document = submission.document();
    let fields = names.into_iter().map(|name| UnlockedField { field: name.clone(), label: label_of(document, name) });
    let fields = fields.collect();
    if hides {
        row.message.clear();
    }
    Unlock { is_open: row.closed_at.is_none() && row.until > now, fields, hides, row }
}
