//! Reading and changing the draft.

use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, SchoolTx, StoreError, audit};
use serde_json::json;
use tenants::bundle::overlay::blob_of;
use tenants::bundle::{FileKind, Overlay};
use words::clock::iso;
use words::verdict::Issue;
use words::{Permission, Role};

use super::model::{DraftChanges, FileStates, Overview, SettingFile, Stored, TriedDraft};
use super::store;
use crate::diff;
use crate::draft_base::{DraftBase, Hand, is_designers};
use crate::model::{Diagnostic, DraftEdit, Edit, Editor};
use crate::service::{Inner, Settings, changed_meanwhile, storage};

/// Most edits of one request.
const MAX_EDITS: usize = 500;
/// Largest draft, as it is stored: every look at the desk reads all of it.
const MAX_DRAFT_BYTES: usize = 4 << 20;
/// How often a save is tried while other servers, or what is published, change the draft too.
const TRIES: usize = 8;

/// The draft with what it stands on.
pub(crate) struct State {
    /// Counts changes.
    pub version: i64,
    /// What is stored.
    pub stored: Stored,
    /// What would be published.
    pub overlay: Overlay,
    /// What it stands on.
    pub draft_base: DraftBase,
}

impl Inner {
    /// The draft's row.
    pub async fn stored(&self, scope: &SchoolScope) -> Result<(i64, Stored), Refusal> {
        let mut tx = self.db.read(scope).await?;
        let row = store::find_draft(&mut tx).await?;
        drop(tx);
        let Some(row) = row else { return Ok((0, Stored::default())) };
        let read = move || serde_json::from_str(&row.content).map(|stored| (row.version, stored));
        tokio::task::spawn_blocking(read).await.map_err(Refusal::internal)?.map_err(Refusal::internal)
    }

    /// Where the draft stands. All of it may be many megabytes: read in the school's turn, for which those wait who hold nothing.
    pub async fn state(self: &Arc<Self>, scope: &SchoolScope) -> Result<State, Refusal> {
        let turn = self.read_turn(scope.id()).await?;
        let (inner, scope) = (self.clone(), scope.clone());
        turn.see(async move { inner.read_state(&scope).await }).await?.0
    }

    async fn read_state(&self, scope: &SchoolScope) -> Result<State, Refusal> {
        let (version, stored) = self.stored(scope).await?;
        self.bring_edits(scope, &stored.edits).await;
        let mut draft_base = self.draft_base(scope).await?;
        let made = tokio::task::spawn_blocking(move || {
            let overlay = draft_base.overlay_with(&stored.edits);
            State { version, stored, overlay, draft_base }
        });
        made.await.map_err(Refusal::internal)
    }

    /// What edits stand on.
    pub async fn draft_base(&self, scope: &SchoolScope) -> Result<DraftBase, Refusal> {
        let (registry, id, words) = (self.registry.clone(), scope.id().clone(), self.words.clone());
        let read = tokio::task::spawn_blocking(move || DraftBase::of(&registry, &id, words));
        read.await.map_err(Refusal::internal)?.map_err(storage)
    }

    /// The draft as answers tell it after it was written: at this version, or at one that others made of it meanwhile. Where the
    /// school's turn does not come, what is wrong with it is what was wrong at the last look: what is written stays so.
    pub async fn written_draft(self: &Arc<Self>, scope: &SchoolScope) -> Result<TriedDraft, Refusal> {
        match self.tried(scope).await {
            Ok((state, trial)) => {
                Ok(TriedDraft { draft: state.stored.to_draft(state.version), problems: trial.diagnostics() })
            }
            Err(refusal) if refusal.id() == MessageId::R012 => {
                let (version, stored) = self.stored(scope).await?;
                Ok(TriedDraft { draft: stored.to_draft(version), problems: self.last_problems(scope.id()) })
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Looks at the state of the draft, in the school's turn to the end of it.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        scope: &SchoolScope,
        look: impl FnOnce(State) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.try_turn(scope.id()).await?;
        let (inner, scope) = (self.clone(), scope.clone());
        let looking = turn.see(async move {
            let state = inner.state(&scope).await?;
            tokio::task::spawn_blocking(move || look(state)).await.map_err(Refusal::internal)
        });
        looking.await?.0
    }

    /// Stores a draft in place of that version; S002 when somebody else was quicker, S001 where it is too large, whatever made it so.
    pub async fn keep(&self, tx: &mut SchoolTx, version: i64, stored: &Stored) -> Result<(), Refusal> {
        let content = serde_json::to_string(stored).map_err(Refusal::internal)?;
        if content.len() > MAX_DRAFT_BYTES {
            return Err(Refusal::new(MessageId::S001).errors(vec![Issue::error("/edits", "tooLarge")]));
        }
        let now = self.clock.now_ms();
        let kept = match version {
            0 => store::insert_draft(tx, &content, now).await?,
            version => store::update_draft(tx, version, &content, now).await?,
        };
        if kept == 0 { Err(changed_meanwhile(version, Vec::new())) } else { Ok(()) }
    }

    /// The hand of whoever calls.
    pub fn hand(&self, caller: &Caller, version: i64) -> Result<Hand, Refusal> {
        let is_designer = caller.user_id().is_some() && !caller.roles().contains(&Role::SchoolAdmin);
        Ok(Hand { by: Editor::of(caller)?, at: iso(self.clock.now_ms()), version, is_designer })
    }

    /// Writes down who did what.
    pub async fn note(
        &self,
        tx: &mut SchoolTx,
        caller: &Caller,
        action: &str,
        object: &str,
        detail: serde_json::Value,
    ) -> Result<(), StoreError> {
        let entry = audit::Entry { action, object_kind: "settings", object_id: object, detail };
        audit::record(tx, &*self.clock, &*self.rng, caller, entry).await
    }
}

impl Settings {
    /// Where the settings stand.
    pub async fn overview(&self, caller: &Caller) -> Result<Overview, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let (state, trial) = self.0.tried(&caller.school).await?;
        let published = self.0.published(&caller.school).await?;
        let schedules = self.0.schedules(&caller.school).await?;
        let (draft, locked) = (state.stored.to_draft(state.version), state.draft_base.locked());
        let mut problems = trial.diagnostics();
        // The operators' files may have broken since the draft was last tried: what is live stays, and the desk says why.
        let stale = self.0.registry.stale().into_iter().find(|stale| stale.folder == caller.school.id().as_str());
        for found in stale.into_iter().flat_map(|stale| stale.diagnostics).map(Diagnostic::from) {
            if !problems.contains(&found) {
                problems.push(found);
            }
        }
        Ok(Overview { draft, published, locked, schedules, problems })
    }

    /// The files that can be edited.
    pub async fn files(&self, caller: &Caller) -> Result<Vec<SettingFile>, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let base = self.0.registry.base_files(caller.school.id());
        let list = move |state: State| {
            let known = base.walk();
            let published = &state.draft_base.published;
            let mut paths: Vec<String> = known.clone();
            paths.extend(published.files().into_iter().map(str::to_owned));
            paths.extend(state.stored.edits.iter().map(|edit| edit.file.clone()));
            paths.sort();
            paths.dedup();
            let item = |file: String| SettingFile {
                in_base: known.binary_search(&file).is_ok(),
                changed: published.touches(&file),
                drafted: state.stored.edits.iter().any(|edit| edit.file == file),
                file,
            };
            paths.into_iter().map(item).collect()
        };
        self.0.look(&caller.school, list).await
    }

    /// A file in its three states.
    pub async fn file(&self, caller: &Caller, file: String) -> Result<FileStates, Refusal> {
        caller.require(Permission::SettingsRead)?;
        if FileKind::of(&file).is_none() {
            return Err(Refusal::not_found());
        }
        self.catch_up(&caller.school).await?;
        let read = move |mut state: State| {
            let over = state.draft_base.published.clone();
            let base = state.draft_base.base(&file).ok().flatten().unwrap_or_default();
            let published = state.draft_base.layered(&over, &file).ok().flatten().unwrap_or_default();
            let draft = state.draft_base.layered(&state.overlay, &file).ok().flatten().unwrap_or_default();
            FileStates { file, base, published, draft }
        };
        self.0.look(&caller.school, read).await
    }

    /// Changes the draft.
    pub async fn save_draft(&self, caller: &Caller, version: i64, edits: Vec<Edit>) -> Result<TriedDraft, Refusal> {
        caller.require(Permission::SettingsEdit)?;
        if edits.len() > MAX_EDITS {
            return Err(Refusal::malformed("too many edits at once"));
        }
        self.catch_up(&caller.school).await?;
        self.0.bring(&caller.school, edits.iter().filter_map(|edit| blob_of(&edit.value))).await;
        let turn = self.0.saves.take(&[caller.school.id().to_string()]).await?;
        let (settings, by) = (self.clone(), caller.clone());
        turn.see(async move { settings.save_in_turn(&by, version, &Arc::new(edits)).await }).await?.0?;
        self.0.written_draft(&caller.school).await
    }

    async fn save_in_turn(&self, caller: &Caller, version: i64, edits: &Arc<Vec<Edit>>) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            let state = self.0.state(&caller.school).await?;
            let hand = self.0.hand(caller, state.version + 1)?;
            let theirs = state.stored.theirs(edits, version, &hand.by);
            if !theirs.is_empty() {
                return Err(changed_meanwhile(state.version, theirs));
            }
            let (wanted, before) = (edits.clone(), state.version);
            let edited = tokio::task::spawn_blocking(move || {
                let State { mut stored, mut draft_base, .. } = state;
                draft_base.edit(&mut stored, &wanted, &hand).map(|()| stored)
            });
            let stored = edited.await.map_err(Refusal::internal)??;
            match self.write_draft(caller, before, stored, None).await {
                Err(refusal) if refusal.id() == MessageId::S002 => {}
                done => return done,
            }
        }
        Err(Refusal::new(MessageId::R008).retry_after(1))
    }

    /// Throws the draft away, as far as it is the caller's to edit.
    pub async fn discard_draft(&self, caller: &Caller, version: i64) -> Result<TriedDraft, Refusal> {
        caller.require(Permission::SettingsEdit)?;
        let mut tx = self.0.db.read(&caller.school).await?;
        let now = store::find_version(&mut tx).await?.map_or(0, |row| row.version);
        drop(tx);
        if now != version {
            // Told by its number alone: who asks in a loop for what is not there has nothing of it read.
            return Err(changed_meanwhile(now, Vec::new()));
        }
        let hand = self.0.hand(caller, version + 1)?;
        let turn = self.0.read_turn(caller.school.id()).await?;
        let (inner, scope) = (self.0.clone(), caller.school.clone());
        let settling = turn.see(async move {
            let (now, mut stored) = inner.stored(&scope).await?;
            if now != version {
                return Err(changed_meanwhile(now, Vec::new()));
            }
            let mine = |edit: &DraftEdit| !hand.is_designer || is_designers(&edit.file, &edit.pointer);
            let gone = stored.edits.iter().filter(|edit| mine(edit)).count();
            stored.settle(mine, hand.version, &hand.by, &hand.at);
            Ok((gone, stored))
        });
        let (gone, stored) = settling.await?.0?;
        if gone > 0 {
            self.write_draft(caller, version, stored, Some(("settings.discard", json!({ "edits": gone })))).await?;
        }
        self.0.written_draft(&caller.school).await
    }

    /// What publishing the draft would change.
    pub async fn check_draft(&self, caller: &Caller) -> Result<DraftChanges, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let turn = self.0.try_turn(caller.school.id()).await?;
        let (inner, scope) = (self.0.clone(), caller.school.clone());
        let checking = turn.see(async move {
            let (state, trial) = inner.try_newest(&scope).await?;
            let (registry, id) = (&inner.registry, scope.id());
            let from = registry.files_with(id, state.draft_base.published);
            let to = registry.files_with(id, state.overlay);
            let compared = tokio::task::spawn_blocking(move || diff::compare(&from, &to));
            let (changes, diff) = compared.await.map_err(Refusal::internal)?;
            Ok(DraftChanges { problems: trial.diagnostics(), changes, diff })
        });
        checking.await?.0
    }

    /// Writes the draft in place of a version, with what it is to be remembered by.
    pub(crate) async fn write_draft(
        &self,
        caller: &Caller,
        version: i64,
        stored: Stored,
        noted: Option<(&'static str, serde_json::Value)>,
    ) -> Result<(), Refusal> {
        let (inner, caller) = (self.0.clone(), caller.clone());
        let scope = caller.school.clone();
        self.0
            .db
            .write(&scope, move |tx| {
                Box::pin(async move {
                    inner.keep(tx, version, &stored).await?;
                    if let Some((action, detail)) = noted {
                        inner.note(tx, &caller, action, "draft", detail).await?;
                    }
                    Ok::<_, Refusal>(())
                })
            })
            .await
    }
}
