//! Publications on a day: carried out by the worker, called off by administrators.

use std::collections::HashMap;

use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal};
use serde::de::IgnoredAny;
use serde_json::json;
use words::{Permission, SchoolId};

use super::model::{Kind, Schedule, ScheduleId};
use super::service::Along;
use super::{schedule_of, store};
use crate::draft::{State, TriedDraft};
use crate::model::{Diagnostic, DraftEdit, Editor};
use crate::quota;
use crate::service::{Inner, Settings};

/// How often calling off is tried while others save.
const TRIES: usize = 8;

/// What became of a publication whose moment came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scheduled {
    /// It is live, as that revision.
    Published(i64),
    /// The bundle would have had errors, or who set it may no longer publish: everything stays as it was, and the desk shows why.
    Failed,
    /// It was called off, or carried out before.
    Gone,
}

/// What the desk shows of a moment whose author lost the right before it came.
fn may_not_publish(id: &SchoolId) -> Diagnostic {
    let told = "whoever set this publication may no longer publish".to_owned();
    tenants::Diagnostic::file(format!("{id}/overlay.json"), "mayNotPublish", told).into()
}

impl Inner {
    /// Publications that wait, or failed. How many edits each has is read once: they do not change.
    pub async fn schedules(&self, scope: &SchoolScope) -> Result<Vec<Schedule>, Refusal> {
        let known = self.scheduled.lock().get(scope.id()).cloned().unwrap_or_default();
        let mut tx = self.db.read(scope).await?;
        let (mut counts, mut schedules) = (HashMap::new(), Vec::new());
        for row in store::list_schedules(&mut tx).await? {
            let edits = match known.get(&row.id) {
                Some(edits) => *edits,
                None => match store::find_edits(&mut tx, &row.id).await? {
                    Some(found) => {
                        let edits: Vec<IgnoredAny> = serde_json::from_str(&found.edits).map_err(Refusal::internal)?;
                        i64::try_from(edits.len()).unwrap_or(i64::MAX)
                    }
                    // Called off meanwhile.
                    None => continue,
                },
            };
            counts.insert(row.id.clone(), edits);
            schedules.push(schedule_of(row, edits)?);
        }
        self.scheduled.lock().insert(scope.id().clone(), counts);
        Ok(schedules)
    }
}

impl Settings {
    /// Publishes what was set for now: its own edits, over what is published by now. Safe to repeat.
    pub async fn run_schedule(&self, scope: &SchoolScope, id: &ScheduleId) -> Result<Scheduled, Refusal> {
        self.0.follow(scope).await?;
        self.catch_up(scope).await?;
        let _turn = self.0.turn(scope.id()).await;
        let mut tx = self.0.db.read(scope).await?;
        let row = store::find_schedule(&mut tx, id).await?.filter(|row| row.state == "waiting");
        let Some(row) = row else { return Ok(Scheduled::Gone) };
        let by = Editor { id: row.actor_id.clone(), name: row.actor_name.clone() };
        let author = match by.id.as_str() {
            "" => Some(Caller::system(scope.clone())),
            _ => self.0.colleagues.caller_of(&mut tx, scope, &by).await?,
        };
        drop(tx);
        let Some(author) = author.filter(|author| author.may(Permission::SettingsPublish)) else {
            return self.fail(scope, row, vec![may_not_publish(scope.id())]).await;
        };
        let edits: Vec<DraftEdit> = serde_json::from_str(&row.edits).map_err(Refusal::internal)?;
        self.0.bring_edits(scope, &edits).await;
        let turn = self.0.read_turn(scope.id()).await?;
        let (inner, held) = (self.0.clone(), scope.clone());
        let laying = turn.see(async move {
            let mut draft_base = inner.draft_base(&held).await?;
            tokio::task::spawn_blocking(move || draft_base.overlay_with(&edits)).await.map_err(Refusal::internal)
        });
        let (overlay, turn) = laying.await?;
        drop(turn);
        let overlay = overlay?;
        match self.0.ready(scope, overlay).await? {
            Ok(ready) => {
                let bytes = quota::bytes(ready.entries.len() + row.edits.len()) + ready.bytes();
                let along = Along::Schedule { id: row.id, bytes };
                let gone = Refusal::not_found().id();
                match self.0.commit(&author, Kind::Scheduled, by, row.note, ready, along).await {
                    Ok(revision) => Ok(Scheduled::Published(revision.seq)),
                    Err(refusal) if refusal.id() == gone => Ok(Scheduled::Gone),
                    Err(refusal) => Err(refusal),
                }
            }
            Err(problems) => self.fail(scope, row, problems).await,
        }
    }

    /// Leaves everything as it was, with the reasons on the desk.
    async fn fail(
        &self,
        scope: &SchoolScope,
        row: store::ScheduleRow,
        problems: Vec<Diagnostic>,
    ) -> Result<Scheduled, Refusal> {
        let problems = serde_json::to_string(&problems).map_err(Refusal::internal)?;
        let (inner, caller, id) = (self.0.clone(), Caller::system(scope.clone()), row.id);
        let failing = self.0.db.write(scope, move |tx| {
            Box::pin(async move {
                if store::fail_schedule(tx, &id, &problems).await? == 0 {
                    return Ok(Scheduled::Gone);
                }
                inner.note(tx, &caller, "settings.schedule_failed", id.as_str(), json!({})).await?;
                Ok::<_, Refusal>(Scheduled::Failed)
            })
        });
        failing.await
    }

    /// Calls a publication off; its edits come back into the draft, below what was changed there since. L018 for who has not lately shown who
    /// they are: it may be what guards accounts that does not go live.
    pub async fn cancel_schedule(&self, caller: &Caller, id: ScheduleId) -> Result<TriedDraft, Refusal> {
        caller.require(Permission::SettingsPublish)?;
        let _turn = self.0.turn(caller.school.id()).await;
        let mut tx = self.0.db.read(&caller.school).await?;
        self.0.colleagues.require_fresh(&mut tx, caller, self.0.clock.now_ms()).await?;
        let row = store::find_schedule(&mut tx, &id).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let back: Vec<DraftEdit> = serde_json::from_str(&row.edits).map_err(Refusal::internal)?;
        for _ in 0..TRIES {
            let coming = back.clone();
            let merge = move |state: State| {
                let State { version, mut stored, mut draft_base, .. } = state;
                let since = std::mem::take(&mut stored.edits);
                for edit in coming.into_iter().map(|edit| DraftEdit { version: version + 1, ..edit }).chain(since) {
                    let base = draft_base.base(&edit.file).ok().flatten();
                    stored.put(edit, base.as_ref());
                }
                (version, stored)
            };
            let (version, stored) = self.0.look(&caller.school, merge).await?;
            let (inner, called, id) = (self.0.clone(), caller.clone(), id.clone());
            let written = self.0.db.write(&caller.school, move |tx| {
                Box::pin(async move {
                    if store::delete_schedule(tx, &id).await? == 0 {
                        return Err(Refusal::not_found());
                    }
                    inner.keep(tx, version, &stored).await?;
                    inner.note(tx, &called, "settings.cancel", id.as_str(), json!({})).await?;
                    Ok::<_, Refusal>(())
                })
            });
            match written.await {
                Err(refusal) if refusal.id() == MessageId::S002 => {}
                Err(refusal) => return Err(refusal),
                Ok(()) => return self.0.written_draft(&caller.school).await,
            }
        }
        Err(Refusal::new(MessageId::R008).retry_after(1))
    }
}
