//! What staff do in the inbox. Permission first, then the transaction with rule, timeline and audit.

use std::sync::Arc;
use std::time::Duration;

use form::{Contact, Withheld};
use kernel::audit::{self, Entry};
use kernel::bulk::Bulk;
use kernel::caller::{Actor, Caller};
use kernel::crypto::Secret;
use kernel::timeline::{self, Object, Timeline};
use kernel::turns::Turns;
use kernel::{Db, MessageId, Refusal, SchoolTx, SubmissionId, UserId, page};
use machine::Denied;
use people::Standing;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenants::School;
use words::verdict::Issue;
use words::{Clock, Permission, Rng};

use super::audience::{Sight, withhold};
use super::corrections::{Since, seen_corrections};
use super::history::{History, told};
use super::medical::{Door, tells};
use super::model::{CloseReason, ENQUIRY, Filter, Sort, State, is_seen, visible_forms};
use super::narrowed::narrowed;
use super::owners;
use super::store::{self, EnquiryRow};
use super::twins::{Twin, joined};
use crate::files::FileStore;
use crate::forms::{Forms, SubmittedFile};
use crate::letters::withheld_papers;
use crate::stand::Stand;
use crate::unlocks;

/// The inbox. Cheap to clone.
#[derive(Clone)]
pub struct Enquiries(pub(super) Arc<Parts>);

pub(super) struct Parts {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub files: FileStore,
    pub forms: Forms,
    /// Files of the list are made one at a time for a school, two at once.
    pub exports: Turns,
    /// Those that are long are made beside everything else.
    pub bulk: Bulk,
}

/// A page of the list.
#[derive(Debug)]
pub struct Listed {
    /// The lines.
    pub rows: Vec<EnquiryRow>,
    /// Where the next page starts.
    pub next_cursor: Option<String>,
    /// How many match.
    pub total: i64,
    /// How many stand where, whatever state is asked for.
    pub counts: Vec<(Stand, i64)>,
    /// What those that may be duplicates share with others.
    pub shared: Vec<store::SharedRow>,
}

/// One submission with all that belongs to it.
#[derive(Debug)]
pub struct Opened {
    /// Its line.
    pub row: EnquiryRow,
    /// Answers, verdict, pinned document.
    pub detail: store::DetailRow,
    /// What it was made with.
    pub pinned: crate::forms::PinnedDocument,
    pub files: Vec<SubmittedFile>,
    /// The newest entries of its timeline.
    pub timeline: History,
    /// Others that share a value and that the caller sees.
    pub twins: Vec<Twin>,
    /// Who can be written to or called, as the family corrected it since.
    pub contacts: Vec<Contact>,
    /// What the family corrected and changed since.
    pub since: Since,
    /// What was answered that an audience alone reads, in which the caller is not.
    pub withheld: Vec<Withheld>,
    /// Whom it is about, each with other submissions of theirs that the caller sees.
    pub people: Vec<(Standing, Vec<store::TwinRow>)>,
    /// Where the caller may send it; none for an application, which moves by its own table.
    pub next_states: Vec<State>,
}

/// A change to a submission.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// The version that it is based on.
    pub version: i64,
    /// Where it goes.
    pub state: Option<State>,
    /// Who looks after it: `Some(None)` is nobody.
    pub owner: Option<Option<UserId>>,
    /// Why, where it is closed.
    pub reason: Option<CloseReason>,
    /// Words for colleagues.
    pub comment: Option<String>,
}

/// Where a page ends: how far its last line is from what was looked for, the sort's key and the id.
#[derive(Serialize, Deserialize)]
pub(super) struct Position(i64, Key, SubmissionId);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Key {
    Number(i64),
    Text(String),
}

impl Enquiries {
    /// Puts the slice together.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, files: FileStore, forms: Forms, bulk: Bulk) -> Self {
        let exports = Turns::new(2, 1, 8, Duration::from_secs(20));
        Self(Arc::new(Parts { db, clock, rng, files, forms, exports, bulk }))
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    pub(crate) fn rng(&self) -> &dyn Rng {
        &*self.0.rng
    }

    /// Work that takes long.
    pub(crate) fn bulk(&self) -> &Bulk {
        &self.0.bulk
    }

    pub(crate) fn identity(&self) -> &identity::Identity {
        &self.0.forms.parts.identity
    }

    /// Where the school's pages are.
    pub(crate) fn origin(&self, school: &School) -> String {
        (self.0.forms.parts.origin_of)(school)
    }

    /// The second calendar of schools that count by both.
    pub(crate) fn hijri(&self) -> blocks::Hijri {
        self.0.forms.parts.hijri
    }

    /// Bytes of files.
    pub(crate) fn files(&self) -> &FileStore {
        &self.0.files
    }

    pub(crate) fn secret(&self) -> &Secret {
        &self.0.forms.parts.secret
    }

    /// Goes on only with a submission that the caller sees; any other does not exist: A001.
    pub(crate) async fn require_seen(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        school: &School,
        id: &SubmissionId,
    ) -> Result<(), Refusal> {
        find(tx, caller, school, id).await.map(|_| ())
    }

    /// A page of what came in. A007 when it is more than the account may read this hour.
    pub async fn list(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        mut filter: Filter,
        sort: Sort,
        size: u32,
        cursor: Option<&str>,
    ) -> Result<Listed, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        filter.require(caller)?;
        filter.visible = visible_forms(school.config(), caller);
        let position = cursor.map(page::position::<(Sort, Position)>).transpose()?;
        let position = match position {
            Some((ordered, _)) if ordered != sort => return Err(Refusal::malformed("cursor is of another order")),
            other => other.map(|(_, position)| position),
        };
        let sight = Sight::of(&mut self.0.db.read(&caller.school).await?, caller).await?;
        filter.reads = sight.listed();
        if filter.conditions.is_some() {
            filter.withheld = withheld_papers(school, &sight).await;
        }
        let (asked, limit) = (filter.clone(), i64::from(size) + 1);
        let read = self.0.db.read_with(&caller.school, move |tx| {
            Box::pin(async move {
                let rows = fetch(tx, &asked, sort, position, limit).await?;
                Ok::<_, Refusal>((rows, counts(tx, &asked).await?))
            })
        });
        let (mut rows, counts) = read.await?;
        let next_cursor = (rows.len() > size as usize).then(|| {
            rows.truncate(size as usize);
            rows.last().map(|last| page::cursor(&(sort, position_of(last, sort))))
        });
        self.count_read(caller, rows.len()).await?;
        let wanted = |stand: &Stand| filter.states.is_empty() || filter.states.contains(stand);
        let shared = self.shared(caller, &filter, &sight, &rows).await?;
        let mut rows = self.seen_rows((&caller.school, school), &sight, rows).await?;
        self.tell_reasons(&caller.school, &mut rows).await?;
        let total = counts.iter().filter(|(stand, _)| wanted(stand)).map(|(_, n)| n).sum();
        Ok(Listed { rows, next_cursor: next_cursor.flatten(), total, counts, shared })
    }

    /// What those of a page that may be duplicates share with others that the caller sees; of one with an answer that they do not read,
    /// nothing is told.
    async fn shared(
        &self,
        caller: &Caller,
        filter: &Filter,
        sight: &Sight,
        rows: &[EnquiryRow],
    ) -> Result<Vec<store::SharedRow>, Refusal> {
        let reads_all = |row: &&EnquiryRow| row.audiences.split_whitespace().all(|audience| sight.reads(audience));
        let ids: Vec<_> = rows.iter().filter(|row| row.is_duplicate).filter(reads_all).map(|row| &row.id).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.0.db.read(&caller.school).await?;
        Ok(store::shared_of(&mut tx, &json!(ids).to_string(), &filter.visible, &filter.reads).await?)
    }

    /// Everything about one submission, which counts as one line: A007 when it is more than the account may read this hour.
    pub async fn open(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Opened, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        self.count_read(caller, 1).await?;
        self.opened(caller, school, id).await
    }

    /// Counts lines that an account reads. A007 when they are more than it may read this hour.
    pub(crate) async fn count_read(&self, caller: &Caller, lines: usize) -> Result<(), Refusal> {
        self.0.forms.parts.identity.count_read(caller, "enquiry", lines).await
    }

    async fn opened(&self, caller: &Caller, school: &Arc<School>, id: &SubmissionId) -> Result<Opened, Refusal> {
        let mut tx = self.0.db.read(&caller.school).await?;
        let row = find(&mut tx, caller, school, id).await?;
        let mut detail = store::find_detail(&mut tx, id).await?.ok_or_else(Refusal::not_found)?;
        let sight = Sight::of(&mut tx, caller).await?;
        drop(tx);
        let pinned = self.0.forms.pinned_document(caller, school, &row.form_id, &detail.form_digest).await?;
        let document = &pinned.document;
        let withheld = withhold(&sight, document, id, &mut detail.answers, &mut detail.verdict)?;
        let mut seen = self.seen_rows((&caller.school, school), &sight, vec![row]).await?;
        self.tell_reasons(&caller.school, &mut seen).await?;
        let row = seen.pop().ok_or_else(Refusal::not_found)?;
        if tells(&sight, document, &detail.answers) {
            self.write_down_medical(caller, vec![id.clone()], Door::Record).await?;
        }
        let mut tx = self.0.db.read(&caller.school).await?;
        let mut files = Forms::submitted_files(&mut tx, id).await?;
        sight.files(document, &mut files);
        let (seen, now) = ((&sight, &**document), (&**school, self.0.clock.now_ms()));
        let (since, corrected) = seen_corrections(&mut tx, id, seen, now, &detail.answers).await?;
        let contacts = document.contacts(&corrected);
        let timeline = told(&mut tx, caller, id, None).await?;
        let visible = visible_forms(school.config(), caller);
        let may_meet =
            |twin: &store::TwinRow| is_seen(&visible, &twin.form_id, twin.owner_id.as_ref()) && sight.knows(twin);
        let mut twins = store::twins(&mut tx, id, &sight.withheld_kinds(document)).await?;
        twins.retain(&may_meet);
        let twins = joined(twins);
        let room = &self.0.forms.people;
        let standing = room.standing(&mut tx, &[id]).await?;
        let standing: Vec<Standing> = standing.into_iter().filter_map(|one| sight.standing(document, one)).collect();
        let others = room.others(&mut tx, &standing).await?;
        let ids = json!(others.iter().map(|(_, submission)| submission).collect::<Vec<_>>()).to_string();
        let mut beside = if others.is_empty() { Vec::new() } else { store::twins_among(&mut tx, &ids).await? };
        beside.retain(may_meet);
        drop(tx);
        let with_others = |one: Standing| {
            let is_theirs =
                |twin: &&store::TwinRow| others.iter().any(|(who, id)| *who == one.person && *id == twin.id);
            let theirs = beside.iter().filter(is_theirs).cloned().collect();
            (one, theirs)
        };
        let people = standing.into_iter().map(with_others).collect();
        let next_states = match row.state()? {
            Stand::Enquiry(state) => ENQUIRY.allowed(state, |right| caller.may(right)),
            Stand::Application(_) => Vec::new(),
        };
        Ok(Opened { row, detail, pinned, files, timeline, twins, contacts, since, withheld, people, next_states })
    }

    /// Moves, assigns, comments: all that the change names, or nothing; and how it is then. Counts as [`Enquiries::open`] does, before
    /// anything is changed.
    pub async fn change(
        &self,
        caller: &Caller,
        school: &Arc<School>,
        id: &SubmissionId,
        change: Change,
    ) -> Result<Opened, Refusal> {
        caller.require(Permission::EnquiryEdit)?;
        self.count_read(caller, 1).await?;
        let (parts, who, school_then, changed) = (self.0.clone(), caller.clone(), school.clone(), id.clone());
        let write = self.0.db.write(&caller.school, move |tx| {
            Box::pin(async move { apply(tx, &parts, &who, &school_then, &changed, change).await })
        });
        write.await?;
        self.opened(caller, school, id).await
    }

    /// Grades and school years that the list can be narrowed to, of the forms that the caller sees; grades as the application's form orders them.
    pub async fn choices(&self, caller: &Caller, school: &Arc<School>) -> Result<Vec<store::ChoiceRow>, Refusal> {
        caller.require(Permission::EnquiryRead)?;
        let visible = visible_forms(school.config(), caller);
        let mut tx = self.0.db.read(&caller.school).await?;
        let mut rows = store::list_choices(&mut tx, &visible).await?;
        drop(tx);
        let documents = Forms::documents(school).await;
        if let Some(document) = school.config().application().and_then(|form| documents.get(form)) {
            let order = document.order_of_names();
            let at = |row: &store::ChoiceRow| order.get(&row.value).copied().unwrap_or(usize::MAX);
            rows.sort_by_cached_key(|row| (row.kind.clone(), at(row)));
        }
        Ok(rows)
    }
}

/// One line that the caller sees; anything else does not exist.
pub(super) async fn find(
    tx: &mut SchoolTx,
    caller: &Caller,
    school: &School,
    id: &SubmissionId,
) -> Result<EnquiryRow, Refusal> {
    let visible = visible_forms(school.config(), caller);
    let row = store::find_enquiry(tx, id).await?;
    row.filter(|row| is_seen(&visible, &row.form_id, row.owner_id.as_ref())).ok_or_else(Refusal::not_found)
}

/// What is in the way of a change of state, as the caller is told.
pub(super) fn refused(denied: Denied) -> Refusal {
    match denied {
        Denied::NoRight => Refusal::new(MessageId::A002),
        Denied::NoWay => Refusal::new(MessageId::F003).errors(vec![Issue::error("/state", "enum")]),
        Denied::NoReason => Refusal::new(MessageId::F003).errors(vec![Issue::error("/reason", "required")]),
        Denied::NeedlessReason => Refusal::new(MessageId::F003).errors(vec![Issue::error("/reason", "enum")]),
    }
}

async fn apply(
    tx: &mut SchoolTx,
    parts: &Parts,
    caller: &Caller,
    school: &School,
    id: &SubmissionId,
    change: Change,
) -> Result<(), Refusal> {
    let row = find(tx, caller, school, id).await?;
    if row.version != change.version {
        return Err(Refusal::new(MessageId::A003));
    }
    let now = parts.clock.now_ms();
    let (actor_id, actor_name) = match &caller.actor {
        Actor::User { id, name, .. } => (Some(id), name.as_str()),
        _ => (None, ""),
    };
    let before = row.state()?;
    let reason = change.reason.map(CloseReason::as_str);
    let after = match (before, change.state) {
        (Stand::Enquiry(from), Some(to)) if from != to => {
            ENQUIRY.step(from, to, |right| caller.may(right), reason).map_err(refused)?;
            Stand::Enquiry(to)
        }
        // An application moves by its own table (`update_student`), and by no enquiry's state.
        (Stand::Application(_), Some(_)) => return Err(Refusal::new(MessageId::A012).with("allowed", [""; 0])),
        _ if reason.is_some() => return Err(refused(Denied::NeedlessReason)),
        _ => before,
    };
    let owner = change.owner.clone().unwrap_or_else(|| row.owner_id.clone());
    if let Some(Some(owner)) = &change.owner {
        owners::require_owner(tx, school, &row.form_id, owner).await?;
    }
    if store::update_enquiry(tx, id, change.version, after.as_str(), owner.as_ref(), now).await? == 0 {
        return Err(Refusal::new(MessageId::A003));
    }
    unlocks::close_if_over(tx, id, after, now).await?;
    let mut timeline = Timeline::resume(tx, &parts.forms.parts.secret, Object::new(ENQUIRY.kind, id)).await?;
    let role = caller.role_for(Permission::EnquiryEdit);
    let event = timeline::Entry { at: now, actor_id, actor_name, role, ..timeline::Entry::default() };
    if after != before {
        let (from, to) = (Some(before.as_str()), Some(after.as_str()));
        timeline.add(tx, timeline::Entry { action: "state", from, to, reason, ..event }).await?;
    }
    if owner != row.owner_id {
        let people = identity::Identity::everyone(tx).await?;
        let name = |id: &Option<UserId>| {
            let found = people.iter().find(|person| Some(&person.id) == id.as_ref());
            found.map(|person| person.name.clone())
        };
        let (from, to) = (name(&row.owner_id), name(&owner));
        let (from, to) = (from.as_deref(), to.as_deref());
        timeline.add(tx, timeline::Entry { action: "owner", from, to, ..event }).await?;
        if let Some(before) = &row.owner_id {
            owners::leave(tx, &caller.school, school, (id, before)).await?;
        }
    }
    if let Some(comment) = change.comment.as_deref() {
        timeline.add(tx, timeline::Entry { action: "comment", comment: Some(comment), ..event }).await?;
    }
    let detail = json!({
        "from": { "state": before, "owner": row.owner_id },
        "to": { "state": after, "owner": owner },
        "reason": reason,
        "commented": change.comment.is_some(),
    });
    let entry = Entry { action: "enquiry.change", object_kind: "enquiry", object_id: id.as_str(), detail };
    audit::record(tx, &*parts.clock, &*parts.rng, caller, entry).await?;
    Ok(())
}

async fn counts(tx: &mut SchoolTx, filter: &Filter) -> Result<Vec<(Stand, i64)>, Refusal> {
    let found = if filter.is_plain() {
        store::count_plain(tx, &filter.visible).await?
    } else {
        let narrowed = narrowed(filter, "[]");
        if filter.is_search() {
            store::count_found(tx, &narrowed).await?
        } else {
            store::count_filtered(tx, &narrowed).await?
        }
    };
    let count = |stand: Stand| found.iter().find(|row| row.state == stand.as_str()).map_or(0, |row| row.n);
    Ok(Stand::all().map(|stand| (stand, count(stand))).collect())
}

pub(super) fn position_of(row: &EnquiryRow, sort: Sort) -> Position {
    let key = match sort {
        Sort::Newest | Sort::Oldest => Key::Number(row.submitted_at),
        Sort::BestScore | Sort::WorstScore => Key::Number(row.sort_score),
        Sort::Person | Sort::PersonBack => Key::Text(row.person.clone()),
    };
    Position(row.far, key, row.id.clone())
}

pub(super) async fn fetch(
    tx: &mut SchoolTx,
    filter: &Filter,
    sort: Sort,
    position: Option<Position>,
    limit: i64,
) -> Result<Vec<EnquiryRow>, Refusal> {
    let states = filter.states_json();
    let narrowed = narrowed(filter, &states);
    let first = i64::from(position.is_none());
    let (far, number, text, id) = match position {
        Some(Position(far, Key::Number(number), id)) => (far, Some(number), String::new(), id),
        Some(Position(far, Key::Text(text), id)) => (far, None, text, id),
        None => (-1, None, String::new(), SubmissionId::from("")),
    };
    let (low, high) = (number.unwrap_or(i64::MIN), number.unwrap_or(i64::MAX));
    macro_rules! page {
        ($all:ident, $found:ident, $at:expr $(, $more:expr)?) => {
            if filter.is_search() {
                store::$found(tx, &narrowed, far, $at, &id, limit).await
            } else {
                store::$all(tx, &narrowed, $at, &id, limit $(, $more)?).await
            }
        };
    }
    let rows = match sort {
        Sort::Newest => page!(page_newest, found_newest, high),
        Sort::Oldest => page!(page_oldest, found_oldest, low),
        Sort::BestScore => page!(page_best, found_best, high),
        Sort::WorstScore => page!(page_worst, found_worst, low),
        Sort::Person => page!(page_person, found_person, &text),
        Sort::PersonBack => page!(page_person_back, found_person_back, &text, first),
    };
    Ok(rows?)
}
