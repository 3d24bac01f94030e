//! The history, and keeping it true: what a crash left is mended, what the operators changed is written down.

use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{Caller, MessageId, Refusal, page};
use tenants::bundle::overlay::Overlay;
use tenants::bundle::{BundleFiles, Entry, Good, Manifest};
use words::Permission;

use super::model::{Kind, Published, Revision};
use super::{published_of, revision_of, store};
use crate::diff;
use crate::draft::{State, Stored, TriedDraft};
use crate::draft_base::{Hand, is_designers};
use crate::model::{Change, DraftEdit};
use crate::service::{Inner, Settings, changed_meanwhile, storage, try_out};

/// A revision's content, read.
pub(super) struct Content {
    pub seq: i64,
    pub entries: Vec<Entry>,
    pub manifest: Manifest,
}

impl Content {
    pub fn of(row: &store::ContentRow) -> Result<Self, Refusal> {
        Ok(Self {
            seq: row.seq,
            entries: serde_json::from_str(&row.entries).map_err(Refusal::internal)?,
            manifest: serde_json::from_str(&row.manifest).map_err(Refusal::internal)?,
        })
    }
}

impl Inner {
    /// The revision that is live.
    pub async fn published(&self, scope: &SchoolScope) -> Result<Option<Published>, Refusal> {
        let mut tx = self.db.read(scope).await?;
        Ok(store::newest_revision(&mut tx).await?.map(published_of))
    }

    pub(super) async fn newest(&self, scope: &SchoolScope) -> Result<Option<Content>, Refusal> {
        let mut tx = self.db.read(scope).await?;
        let row = store::newest_content(&mut tx).await?;
        drop(tx);
        // It holds the whole overlay, which may be many megabytes.
        let turn = self.read_turn(scope.id()).await?;
        turn.work(move || row.as_ref().map(Content::of).transpose()).await?.0
    }

    async fn content(&self, scope: &SchoolScope, seq: i64) -> Result<Content, Refusal> {
        let mut tx = self.db.read(scope).await?;
        let row = store::find_content(&mut tx, seq).await?.ok_or_else(Refusal::not_found)?;
        drop(tx);
        let content = self.read_turn(scope.id()).await?.work(move || Content::of(&row)).await?.0?;
        self.bring_state(scope, &content.manifest).await?;
        Ok(content)
    }

    /// Brings the newest revision to the disk where it is not there yet, and lets it go live.
    /// False where the store, which has to have it first, does not answer: what was live stays so. The whole school is read and checked
    /// for it, in the school's turn; R012 where that does not come.
    pub(super) async fn mend(self: &Arc<Self>, scope: &SchoolScope, newest: &Content) -> Result<bool, Refusal> {
        let overlay = Overlay::of(newest.seq, newest.entries.clone());
        let good = Good { revision: newest.seq, files: newest.manifest.clone() };
        // First where all servers find it: a disk that is ahead of the store would be alone with what it shows.
        if !self.share_revision(scope, &overlay, &newest.manifest).await {
            return Ok(false);
        }
        let (registry, id) = (self.registry.clone(), scope.id().clone());
        let mended = self.try_turn(scope.id()).await?.work(move || {
            let store = registry.overlay_store(&id);
            let known = store.read().unwrap_or_default();
            // A database that was put back from a copy knows less than the disk.
            if known.revision < overlay.revision && known.entries != overlay.entries {
                store.write(&overlay)?;
            }
            if store.good().ok().flatten().is_none_or(|known| known.revision < good.revision) {
                store.write_good(&good)?;
            }
            let is_live =
                registry.school(&id).is_some_and(|school| school.files().overlay().entries == store_entries(&store));
            if !is_live && let Err(found) = registry.reload(&id) {
                tracing::warn!(school.id = %id, problems = found.len(), "what is published cannot go live over this base");
            }
            Ok::<_, std::io::Error>(())
        });
        mended.await?.0.map_err(storage)?;
        Ok(true)
    }

    /// Writes the operators' changes down as a revision of their own.
    async fn note_files(self: &Arc<Self>, scope: &SchoolScope, newest: Option<&Content>) -> Result<i64, Refusal> {
        let seq = newest.map_or(0, |newest| newest.seq);
        if let Some(newest) = newest {
            self.bring(scope, newest.manifest.values().map(String::as_str)).await;
        }
        let live = self.live(scope)?;
        let (registry, id) = (self.registry.clone(), scope.id().clone());
        let before = newest.map(|newest| newest.manifest.clone());
        let looked = self.try_turn(scope.id()).await?.work(move || {
            let manifest = live.files().manifest();
            if before.as_ref() == Some(&manifest) {
                return Ok(None);
            }
            let overlay = (*live.files().overlay()).clone();
            // What is on the disk may be newer than what is live, and broken.
            let (tried, problems) = try_out(&registry, &id, overlay.clone());
            if problems.iter().any(tenants::Diagnostic::is_error) {
                return Ok(None);
            }
            let Some(tried) = tried else { return Ok(None) };
            let store = registry.overlay_store(&id);
            let manifest = keep(&store, tried.files())?;
            if before.as_ref() == Some(&manifest) {
                return Ok(None);
            }
            let changes =
                before.map_or(0, |before| diff::compare(&registry.files_kept(&id, before), tried.files()).0.len());
            Ok::<_, std::io::Error>(Some((overlay, manifest, changes)))
        });
        let (looked, turn) = looked.await?;
        drop(turn);
        let Some((overlay, manifest, changes)) = looked.map_err(storage)? else {
            return Ok(seq);
        };
        if self.share(scope, manifest.values().map(String::as_str)).await.is_err() {
            // Written down when it can be had from every server.
            return Ok(seq);
        }
        let entries = serde_json::to_string(&overlay.entries).map_err(Refusal::internal)?;
        let files = serde_json::to_string(&manifest).map_err(Refusal::internal)?;
        let (now, changes) = (self.clock.now_ms(), i64::try_from(changes).unwrap_or(i64::MAX));
        let inserted = self
            .db
            .write(scope, move |tx| {
                Box::pin(async move {
                    let kind = Kind::Files.as_str();
                    let new =
                        store::insert_revision(tx, seq + 1, now, kind, None, "", "", &entries, &files, changes).await?;
                    Ok::<_, Refusal>(new > 0)
                })
            })
            .await?;
        if !inserted {
            // Another server was quicker, with the same or with something else: the next look sees what.
            return Ok(seq);
        }
        self.share_revision(scope, &Overlay { revision: seq + 1, ..overlay.clone() }, &manifest).await;
        let (registry, id) = (self.registry.clone(), scope.id().clone());
        let good = Good { revision: seq + 1, files: manifest };
        let written = self.try_turn(scope.id()).await?.work(move || {
            let store = registry.overlay_store(&id);
            store.write_good(&good)?;
            // The overlay on the disk belongs to this revision now: what the operators fold into the base afterwards is newer
            // than it, and not something that a crash lost.
            if store.overlay_file().exists() {
                store.write(&Overlay { revision: good.revision, ..overlay })?;
                if let Err(found) = registry.reload(&id) {
                    tracing::warn!(school.id = %id, problems = found.len(), "the base broke in the meantime");
                }
            }
            Ok::<_, std::io::Error>(())
        });
        written.await?.0.map_err(storage)?;
        Ok(seq + 1)
    }
}

fn store_entries(store: &tenants::bundle::OverlayStore) -> Vec<Entry> {
    store.read().map(|overlay| overlay.entries).unwrap_or_default()
}

/// Keeps the bytes of every file; gives their digests by path.
pub(super) fn keep(store: &tenants::bundle::OverlayStore, files: &BundleFiles) -> std::io::Result<Manifest> {
    let mut manifest = Manifest::new();
    for path in files.walk() {
        let max = tenants::bundle::FileKind::of(&path).map_or(0, tenants::bundle::FileKind::max_bytes);
        if let Ok(Some(bytes)) = files.read(&path, max) {
            manifest.insert(path, store.put_blob(&bytes)?);
        }
    }
    Ok(manifest)
}

impl Settings {
    /// Makes the history true: mends what a crash left between database and disk, and writes down what the operators changed.
    /// Costs one small read when nothing happened since the last look.
    pub async fn catch_up(&self, scope: &SchoolScope) -> Result<(), Refusal> {
        let inner = &self.0;
        if inner.is_seen(scope).await? {
            return Ok(());
        }
        let _turn = inner.turn(scope.id()).await;
        if inner.is_seen(scope).await? {
            return Ok(());
        }
        inner.catch_up_now(scope).await
    }

    /// The newest first.
    pub async fn revisions(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        size: Option<u32>,
    ) -> Result<(Vec<Revision>, Option<String>), Refusal> {
        caller.require(Permission::SettingsRead)?;
        let before: i64 = cursor.map(page::position).transpose()?.unwrap_or(i64::MAX);
        self.catch_up(&caller.school).await?;
        let size = page::page_size(size) as usize;
        let mut tx = self.0.db.read(&caller.school).await?;
        let mut rows = store::list_revisions(&mut tx, before, size as i64 + 1).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|row| page::cursor(&row.seq));
        Ok((rows.into_iter().map(revision_of).collect(), next))
    }

    /// How two states differ.
    pub async fn compare(&self, caller: &Caller, from: &str, to: &str) -> Result<(Vec<Change>, String), Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let turn = self.0.heavy_turn(caller.school.id()).await?;
        let (inner, scope, sides) = (self.0.clone(), caller.school.clone(), [from.to_owned(), to.to_owned()]);
        let comparing = turn.see(async move {
            let (from, to) = (inner.side(&scope, &sides[0]).await?, inner.side(&scope, &sides[1]).await?);
            tokio::task::spawn_blocking(move || diff::compare(&from, &to)).await.map_err(Refusal::internal)
        });
        comparing.await?.0
    }

    /// Makes the draft the edits that lead to a revision: over the base as it is now, and without what is locked.
    pub async fn restore(&self, caller: &Caller, seq: i64, version: i64) -> Result<TriedDraft, Refusal> {
        caller.require(Permission::SettingsEdit)?;
        self.catch_up(&caller.school).await?;
        let turn = self.0.try_turn(caller.school.id()).await?;
        let (inner, scope) = (self.0.clone(), caller.school.clone());
        let hand = self.0.hand(caller, version + 1)?;
        let stored = turn.see(async move { inner.way_to(&scope, seq, version, hand).await }).await?.0?;
        let detail = serde_json::json!({ "revision": seq });
        self.write_draft(caller, version, stored, Some(("settings.restore", detail))).await?;
        self.0.written_draft(&caller.school).await
    }
}

impl Inner {
    async fn side(self: &Arc<Self>, scope: &SchoolScope, name: &str) -> Result<BundleFiles, Refusal> {
        let (registry, id) = (&self.registry, scope.id());
        match name {
            "base" => Ok(registry.base_files(id)),
            "draft" => Ok(registry.files_with(id, self.state(scope).await?.overlay)),
            seq => {
                let seq = seq.parse().map_err(|_| Refusal::not_found())?;
                Ok(registry.files_kept(id, self.content(scope, seq).await?.manifest))
            }
        }
    }

    /// The draft that leads to a revision.
    async fn way_to(
        self: &Arc<Self>,
        scope: &SchoolScope,
        seq: i64,
        version: i64,
        hand: Hand,
    ) -> Result<Stored, Refusal> {
        let state = self.state(scope).await?;
        if state.version != version {
            return Err(changed_meanwhile(state.version, state.stored.since(version)));
        }
        let content = self.content(scope, seq).await?;
        let target = self.registry.files_kept(scope.id(), content.manifest);
        let base = self.registry.base_files(scope.id());
        let made = tokio::task::spawn_blocking(move || {
            let State { mut draft_base, mut stored, .. } = state;
            let wanted = way_back(&base, &target, &mut draft_base);
            stored.settle(|_| true, hand.version, &hand.by, &hand.at);
            stored.edits = edits_between(&draft_base.published, &wanted, &hand);
            stored.restores = Some(seq);
            let foreign = |edit: &DraftEdit| !is_designers(&edit.file, &edit.pointer);
            if hand.is_designer && stored.edits.iter().any(foreign) {
                return Err(Refusal::new(MessageId::A002));
            }
            Ok(stored)
        });
        made.await.map_err(Refusal::internal)?
    }
}

/// The edits that lead from one overlay to the other.
fn edits_between(known: &Overlay, wanted: &Overlay, hand: &Hand) -> Vec<DraftEdit> {
    let edit = |entry: &Entry, reset: bool| DraftEdit {
        file: entry.file.clone(),
        pointer: entry.pointer.clone(),
        value: if reset { serde_json::Value::Null } else { entry.value.clone() },
        reset,
        version: hand.version,
        by: hand.by.clone(),
        at: hand.at.clone(),
    };
    let given_back = known.entries.iter().filter(|entry| wanted.holder(&entry.file, &entry.pointer).is_none());
    let set = wanted.entries.iter().filter(|entry| known.holder(&entry.file, &entry.pointer) != Some(*entry));
    let mut edits: Vec<DraftEdit> =
        given_back.map(|entry| edit(entry, true)).chain(set.map(|entry| edit(entry, false))).collect();
    edits.sort_by(|a, b| (&a.file, &a.pointer, !a.reset).cmp(&(&b.file, &b.pointer, !b.reset)));
    edits
}

/// The overlay that leads from the base to a state, except where something is locked: there what is published stays.
fn way_back(base: &BundleFiles, target: &BundleFiles, draft_base: &mut crate::draft_base::DraftBase) -> Overlay {
    let read = |files: &BundleFiles| -> std::collections::BTreeMap<String, serde_json::Value> {
        let one = |path: String| Some((path.clone(), files.value(&path).ok()??));
        files.walk().into_iter().filter_map(one).collect()
    };
    let full = Overlay::between(&read(base), &read(target));
    let mut wanted = Overlay::default();
    for file in draft_base.published.files().into_iter().filter(|file| draft_base.is_locked(file)) {
        wanted.entries.extend(draft_base.published.of_file(file).cloned());
    }
    for entry in full.entries.into_iter().filter(|entry| !draft_base.is_locked(&entry.file)).collect::<Vec<_>>() {
        if !draft_base.breaks_lock(&entry) {
            wanted.set(&entry.file, &entry.pointer, entry.value);
            continue;
        }
        for own in draft_base.published.around(&entry.file, &entry.pointer) {
            wanted.set(&own.file, &own.pointer, own.value);
        }
    }
    wanted
}

impl Inner {
    /// Whether nothing happened since the last look.
    async fn is_seen(&self, scope: &SchoolScope) -> Result<bool, Refusal> {
        let live = Arc::downgrade(&self.live(scope)?);
        let mut tx = self.db.read(scope).await?;
        let newest = store::newest_revision(&mut tx).await?.map_or(0, |row| row.seq);
        Ok(self.seen.lock().get(scope.id()).is_some_and(|(known, seq)| known.ptr_eq(&live) && *seq == newest))
    }

    /// The look itself, in the school's turn.
    pub(super) async fn catch_up_now(self: &Arc<Self>, scope: &SchoolScope) -> Result<(), Refusal> {
        let newest = self.newest(scope).await?;
        if let Some(newest) = &newest
            && !self.mend(scope, newest).await?
        {
            return Ok(());
        }
        if !self.is_in_step(scope).await {
            return Ok(());
        }
        // Taken before the look: what goes live during it is looked at the next time.
        let live = Arc::downgrade(&self.live(scope)?);
        let seq = self.note_files(scope, newest.as_ref()).await?;
        self.seen.lock().insert(scope.id().clone(), (live, seq));
        Ok(())
    }
}
