//! Publishing the draft, now or on a day.

use std::sync::Arc;

use kernel::allowance::Allowance;
use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, outbox};
use serde_json::json;
use tenants::bundle::{Overlay, OverlayStore};
use words::clock::iso;
use words::text::{cut, lines};
use words::{Permission, SchoolId};

use super::guards::Guards;
use super::history::keep;
use super::jobs::{ApplyJob, ScheduleJob};
use super::model::{Kind, Publication, Revision, Schedule, ScheduleId, ScheduleState};
use super::store;
use crate::diff;
use crate::draft::Stored;
use crate::draft_base::{MAX_FILES, touches_too_many};
use crate::model::{Diagnostic, DraftEdit, Editor};
use crate::quota::{self, PUBLICATIONS, PUBLISHED};
use crate::service::{Inner, Settings, changed_meanwhile, storage, try_out};

/// Longest note.
const NOTE: usize = 500;
/// How far ahead a publication may be set.
const FARTHEST_MS: i64 = 2 * 366 * 86_400_000;
/// Most publications of a school that wait, or failed and were not called off: each keeps its edits.
const MAX_SCHEDULES: i64 = 20;

/// A state that can be published.
pub(super) struct Ready {
    pub changes: i64,
    /// What of the changes guards accounts and money.
    pub guards: Vec<Guards>,
    /// The overlay's entries as they are stored.
    pub entries: String,
    /// The manifest as it is stored.
    pub files: String,
}

impl Ready {
    /// What its manifest adds to what is written.
    pub(super) fn bytes(&self) -> i64 {
        quota::bytes(self.files.len())
    }
}

/// What goes with a revision in its transaction.
pub(super) enum Along {
    /// The draft that it came from, in place of that version.
    Draft { version: i64, left: Stored, bytes: i64 },
    /// The publication that it was.
    Schedule { id: ScheduleId, bytes: i64 },
}

/// What a publication of a draft writes beside the manifest, which is not known before all of it is read: the whole overlay, and no more of
/// new files than the draft holds.
fn written(overlay: &Overlay, draft: &Stored) -> Result<i64, Refusal> {
    let entries = serde_json::to_string(&overlay.entries).map_err(Refusal::internal)?;
    let edits = serde_json::to_string(&draft.edits).map_err(Refusal::internal)?;
    Ok(quota::bytes(entries.len() + edits.len()))
}

/// What it takes of the school's day.
fn day_of(bytes: i64) -> [(Allowance, i64); 2] {
    [(PUBLICATIONS, 1), (PUBLISHED, bytes)]
}

/// Where edits of publications that waited, or of an earlier state, come together: who saves is told before.
fn too_many_files(id: &SchoolId) -> Diagnostic {
    let told = format!("the school's changes touch more than {MAX_FILES} files");
    tenants::Diagnostic::file(format!("{id}/overlay.json"), "tooManyFiles", told).into()
}

/// What every server reads at once has an end.
fn too_much(id: &SchoolId) -> Diagnostic {
    tenants::Diagnostic::file(
        format!("{id}/overlay.json"),
        "tooLarge",
        "the school's changes are larger than 16 MiB".to_owned(),
    )
    .into()
}

impl Settings {
    /// Publishes the draft, or sets the moment for it. L018 for who has not lately shown who they are: what is live decides who gets in, by which
    /// letters, and where families' answers go.
    pub async fn publish(
        &self,
        caller: &Caller,
        version: i64,
        note: &str,
        at: Option<&str>,
    ) -> Result<Publication, Refusal> {
        caller.require(Permission::SettingsPublish)?;
        let note = cut(&lines(note), NOTE);
        let at = at.map(|at| self.moment(at)).transpose()?;
        let mut tx = self.0.db.read(&caller.school).await?;
        self.0.colleagues.require_fresh(&mut tx, caller, self.0.clock.now_ms()).await?;
        drop(tx);
        self.0.follow(&caller.school).await?;
        self.catch_up(&caller.school).await?;
        let _turn = self.0.turn(caller.school.id()).await;
        let state = self.0.state(&caller.school).await?;
        if state.version != version {
            return Err(changed_meanwhile(state.version, state.stored.since(version)));
        }
        if state.stored.edits.is_empty() {
            let nothing = words::verdict::Issue::error("", "nothingToPublish");
            return Err(Refusal::new(MessageId::S001).errors(vec![nothing]));
        }
        let turn = self.0.read_turn(caller.school.id()).await?;
        let ((bytes, mut state), turn) = turn.work(move || (written(&state.overlay, &state.stored), state)).await?;
        drop(turn);
        let bytes = bytes?;
        let mut tx = self.0.db.read(&caller.school).await?;
        quota::look(&mut tx, &day_of(bytes), self.0.clock.now_ms()).await?;
        drop(tx);
        let ready = self.0.ready(&caller.school, state.overlay).await?;
        let ready = ready.map_err(|problems| Refusal::new(MessageId::S001).with("problems", problems))?;
        let bytes = bytes + ready.bytes();
        let (edits, restores) = (state.stored.edits.clone(), state.stored.restores);
        let hand = self.0.hand(caller, version + 1)?;
        state.stored.settle(|_| true, hand.version, &hand.by, &hand.at);
        if let Some(due) = at {
            let along = Along::Draft { version, left: state.stored, bytes };
            let schedule = self.0.set_moment(caller, due, &note, (edits, ready.guards), along, hand.by).await?;
            return Ok(Publication::Waiting(schedule));
        }
        let kind = if restores.is_some() { Kind::Restored } else { Kind::Published };
        let along = Along::Draft { version, left: state.stored, bytes };
        let revision = self.0.commit(caller, kind, hand.by, note, ready, along).await?;
        Ok(Publication::Live(revision))
    }

    fn moment(&self, at: &str) -> Result<i64, Refusal> {
        let wrong = |code: &str| Refusal::new(MessageId::S001).errors(vec![words::verdict::Issue::error("/at", code)]);
        let due = at.parse::<jiff::Timestamp>().map_err(|_| wrong("badFormat"))?.as_millisecond();
        let now = self.0.clock.now_ms();
        if due <= now {
            return Err(wrong("past"));
        }
        if due - now > FARTHEST_MS { Err(wrong("tooFar")) } else { Ok(due) }
    }

    /// The worker's part of publishing: carries the newest revision to the disk, if it is not there yet.
    pub async fn apply_published(&self, scope: &SchoolScope) -> Result<(), Refusal> {
        let _turn = self.0.turn(scope.id()).await;
        match self.0.newest(scope).await? {
            Some(newest) if !self.0.mend(scope, &newest).await? => {
                Err(Refusal::new(MessageId::R008).message("The object store does not answer."))
            }
            _ => Ok(()),
        }
    }
}

impl Inner {
    /// Checks a state and keeps its bytes; the problems when it has errors.
    pub(super) async fn ready(
        self: &Arc<Self>,
        scope: &SchoolScope,
        overlay: Overlay,
    ) -> Result<Result<Ready, Vec<Diagnostic>>, Refusal> {
        let before = self.newest(scope).await?.map(|newest| newest.manifest).unwrap_or_default();
        self.bring(scope, before.values().map(String::as_str)).await;
        let (registry, id) = (self.registry.clone(), scope.id().clone());
        let made = self.try_turn(scope.id()).await?.work(move || {
            let store = registry.overlay_store(&id);
            if !OverlayStore::has_room(&overlay) {
                return Ok(Err(vec![too_much(&id)]));
            }
            if touches_too_many(&overlay, store.read()?.files().len()) {
                return Ok(Err(vec![too_many_files(&id)]));
            }
            let (school, problems) = try_out(&registry, &id, overlay.clone());
            let school = school.filter(|_| !problems.iter().any(tenants::Diagnostic::is_error));
            let Some(school) = school else {
                return Ok(Err(problems.into_iter().map(Diagnostic::from).collect()));
            };
            let manifest = keep(&store, school.files())?;
            let before = registry.files_kept(&id, before);
            let guards = Guards::between(&before, school.files());
            let changes = diff::compare(&before, school.files()).0;
            let entries = serde_json::to_string(&overlay.entries)?;
            let files = serde_json::to_string(&manifest)?;
            let changes = i64::try_from(changes.len()).unwrap_or(i64::MAX);
            Ok::<_, std::io::Error>(Ok((Ready { changes, guards, entries, files }, manifest)))
        });
        let (made, turn) = made.await?;
        drop(turn);
        match made.map_err(storage)? {
            Ok((ready, manifest)) => {
                self.share(scope, manifest.values().map(String::as_str)).await?;
                Ok(Ok(ready))
            }
            Err(problems) => Ok(Err(problems)),
        }
    }

    /// Writes a revision, then carries it to the store and the disk. In the school's turn. Not found: the publication that it was is gone.
    pub(super) async fn commit(
        self: &Arc<Self>,
        caller: &Caller,
        kind: Kind,
        by: Editor,
        note: String,
        ready: Ready,
        along: Along,
    ) -> Result<Revision, Refusal> {
        let mut tx = self.db.read(&caller.school).await?;
        let seq = store::newest_revision(&mut tx).await?.map_or(0, |newest| newest.seq) + 1;
        drop(tx);
        let Ready { changes, guards, entries, files } = ready;
        let now = self.clock.now_ms();
        let revision = Revision { seq, at: iso(now), kind, by: Some(by.clone()), note: note.clone(), changes };
        let (inner, caller) = (self.clone(), caller.clone());
        let scope = caller.school.clone();
        // What comes by itself takes nothing of its author's day of the history.
        let recorded = match &along {
            Along::Draft { .. } => caller.clone(),
            Along::Schedule { .. } => Caller::system(scope.clone()),
        };
        self.db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let kind = kind.as_str();
                    let id = Some(&by.id);
                    let new =
                        store::insert_revision(tx, seq, now, kind, id, &by.name, &note, &entries, &files, changes);
                    if new.await? == 0 {
                        // Another server was quicker.
                        return Err(Refusal::new(MessageId::A003));
                    }
                    match &along {
                        Along::Draft { version, left, bytes } => {
                            inner.keep(tx, *version, left).await?;
                            quota::take(tx, &day_of(*bytes), now).await?;
                        }
                        Along::Schedule { id, bytes } => {
                            if store::delete_schedule(tx, id).await? == 0 {
                                // Another server called it off, or carried it out.
                                return Err(Refusal::not_found());
                            }
                            // It was allowed when it was set; what it takes now, the day's others do not have.
                            PUBLISHED.add(tx, "", *bytes, PUBLISHED.began(now)).await?;
                        }
                    }
                    outbox::enqueue(tx, &*inner.clock, &*inner.rng, &seq.to_string(), &ApplyJob {}).await?;
                    let detail = json!({ "kind": kind, "note": note, "changes": changes });
                    inner.note(tx, &recorded, "settings.publish", &seq.to_string(), detail).await?;
                    for guards in guards {
                        inner.colleagues.tell(tx, &caller, &guards).await?;
                    }
                    Ok::<_, Refusal>(())
                })
            })
            .await?;
        // It is published; what fails from here on is done by the worker.
        if let Err(refusal) = self.catch_up_now(&scope).await {
            tracing::error!(school.id = %scope.id(), %refusal, "a revision is not on the disk yet");
        }
        Ok(revision)
    }

    async fn set_moment(
        self: &Arc<Self>,
        caller: &Caller,
        due: i64,
        note: &str,
        (edits, guards): (Vec<DraftEdit>, Vec<Guards>),
        along: Along,
        by: Editor,
    ) -> Result<Schedule, Refusal> {
        let Along::Draft { version, left, bytes } = along else {
            return Err(Refusal::internal("only a draft is set for a moment"));
        };
        let id = ScheduleId::new(&*self.clock, &*self.rng);
        let content = serde_json::to_string(&edits).map_err(Refusal::internal)?;
        let schedule = Schedule {
            id: id.to_string(),
            at: iso(due),
            note: note.to_owned(),
            by,
            edits: i64::try_from(edits.len()).unwrap_or(i64::MAX),
            state: ScheduleState::Waiting,
            problems: Vec::new(),
        };
        let set = schedule.clone();
        let (inner, caller) = (self.clone(), caller.clone());
        let scope = caller.school.clone();
        self.db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    let now = inner.clock.now_ms();
                    // The draft first: two who set a moment at once wait here for each other, so that the count is true.
                    inner.keep(tx, version, &left).await?;
                    quota::take(tx, &day_of(bytes), now).await?;
                    if store::count_schedules(tx).await?.known >= MAX_SCHEDULES {
                        let many = words::verdict::Issue::error("/at", "tooMany").with("limit", MAX_SCHEDULES);
                        return Err(Refusal::new(MessageId::S001).errors(vec![many]));
                    }
                    store::insert_schedule(tx, &id, due, &set.by.id, &set.by.name, &set.note, &content, now).await?;
                    let job = ScheduleJob { schedule: id.clone() };
                    outbox::enqueue_at(tx, &*inner.clock, &*inner.rng, id.as_str(), &job, due).await?;
                    let detail = json!({ "at": set.at, "note": set.note, "edits": set.edits });
                    inner.note(tx, &caller, "settings.schedule", id.as_str(), detail).await?;
                    for guards in guards {
                        inner.colleagues.tell(tx, &caller, &guards).await?;
                    }
                    Ok::<_, Refusal>(())
                })
            })
            .await?;
        Ok(schedule)
    }
}
