//! Listing components, and writing down what they were asked.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kernel::caller::SchoolScope;
use kernel::{Caller, Refusal};
use tenants::bundle::{Manifest, OverlayStore};
use tenants::registry::LoadedPlugin;
use tenants::{Registry, School};
use words::verdict::EffectKind;
use words::{Permission, SchoolId};

use super::model::{Component, ComponentDay, ComponentRights, EarlierComponent};
use super::store;
use super::tally::Calls;
use crate::service::Settings;

/// Days that are told.
const TOLD_DAYS: i64 = 28;
/// Days that are kept.
const KEPT_DAYS: i64 = 60;
/// Revisions that are looked through for earlier components.
const MAX_REVISIONS: i64 = 200;
/// Earlier components that are told: a new one may have to be compiled to tell its version.
const MAX_EARLIER: usize = 10;

impl Settings {
    /// The components behind the school's forms, as the draft has them.
    pub async fn components(&self, caller: &Caller) -> Result<Vec<Component>, Refusal> {
        caller.require(Permission::SettingsRead)?;
        self.catch_up(&caller.school).await?;
        let (draft, live) = (self.preview_school(&caller.school).await?, self.0.live(&caller.school)?);
        let names: Vec<String> = draft.config().plugins.keys().cloned().collect();
        if names.is_empty() {
            // What earlier revisions held is told beside what there is now.
            return Ok(Vec::new());
        }
        let mut days: HashMap<String, Vec<ComponentDay>> = HashMap::new();
        let mut tx = self.0.db.read(&caller.school).await?;
        for name in &names {
            let written = store::days_of(&mut tx, name, TOLD_DAYS).await?;
            days.insert(name.clone(), with_pending(written, self.0.calls.pending(caller.school.id(), name)));
        }
        drop(tx);
        let revisions = self.component_files(&caller.school).await?;
        let files = revisions.iter().flat_map(|(_, files)| files);
        let components = files.map(|(_, digest)| digest.as_str());
        self.0.bring(&caller.school, components).await;
        let (registry, id) = (self.0.registry.clone(), caller.school.id().clone());
        let listed = self.0.try_turn(caller.school.id()).await?.work(move || {
            let store = registry.overlay_store(&id);
            let one = |name: String| {
                let days = days.remove(&name).unwrap_or_default();
                Looked { registry: &registry, store: &store, revisions: &revisions, draft: &draft, live: &live }
                    .component(name, days)
            };
            names.into_iter().map(one).collect::<Vec<_>>()
        });
        Ok(listed.await?.0)
    }

    /// The components of the newest revisions, in the school's turn: each revision names all its files.
    async fn component_files(&self, scope: &SchoolScope) -> Result<Vec<(i64, Manifest)>, Refusal> {
        let mut turn = self.0.read_turn(scope.id()).await?;
        let (mut found, mut before) = (Vec::new(), i64::MAX);
        for _ in 0..MAX_REVISIONS {
            let row = store::manifest_before(&mut self.0.db.read(scope).await?, before).await?;
            let Some(row) = row else { break };
            before = row.seq;
            let read = move || {
                let mut files = serde_json::from_str::<Manifest>(&row.manifest).ok()?;
                files.retain(|path, _| path.starts_with("plugins/"));
                Some((row.seq, files))
            };
            let (files, back) = turn.work(read).await?;
            found.extend(files);
            turn = back;
        }
        Ok(found)
    }

    /// Writes down what components were asked since the last time. What cannot be written now is not lost.
    pub async fn write_calls(&self) {
        for id in self.0.calls.schools() {
            // The rows of a school that is gone go with it.
            if self.0.registry.school(&id).is_none() {
                self.0.calls.take(&id);
                continue;
            }
            if let Err(refusal) = self.write_calls_of(&id).await {
                tracing::error!(school.id = %id, %refusal, "calls of plugins could not be written down");
            }
        }
    }

    async fn write_calls_of(&self, id: &SchoolId) -> Result<(), Refusal> {
        let Some(scope) = self.0.registry.school(id).map(|school| school.scope()) else { return Ok(()) };
        let days = self.0.calls.take(id);
        let rows = days.clone();
        let written = self.0.db.write(&scope, move |tx| {
            Box::pin(async move {
                for ((plugin, day), calls) in &rows {
                    let Calls { calls, failures, fuel, micros } = *calls;
                    let [calls, failures, fuel, micros] = [calls, failures, fuel, micros].map(signed);
                    store::add_calls(tx, plugin, day, calls, failures, fuel, micros).await?;
                }
                Ok::<_, Refusal>(())
            })
        });
        if let Err(refusal) = written.await {
            self.0.calls.put_back(id, days);
            return Err(refusal);
        }
        Ok(())
    }

    /// Removes days that are over. Costs one small read when there are none.
    pub async fn purge_calls(&self, scope: &SchoolScope) -> Result<u64, Refusal> {
        let Some(school) = self.0.registry.school(scope.id()) else { return Ok(0) };
        let today = school.today(self.0.clock.now_ms());
        let before = today.saturating_sub(jiff::Span::new().days(KEPT_DAYS)).to_string();
        let mut tx = self.0.db.read(scope).await?;
        let oldest = store::oldest_day(&mut tx).await?.day;
        drop(tx);
        if oldest.is_none_or(|oldest| oldest >= before) {
            return Ok(0);
        }
        self.0
            .db
            .write(scope, move |tx| Box::pin(async move { Ok::<_, Refusal>(store::delete_days(tx, &before).await?) }))
            .await
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Days as they are told, with what is not written down yet; the newest first.
fn with_pending(written: Vec<store::DayRow>, pending: Vec<(String, Calls)>) -> Vec<ComponentDay> {
    let mut days: BTreeMap<String, [i64; 4]> = BTreeMap::new();
    for row in written {
        days.insert(row.day, [row.calls, row.failures, row.fuel, row.micros]);
    }
    for (day, Calls { calls, failures, fuel, micros }) in pending {
        let sums = days.entry(day).or_default();
        for (sum, more) in sums.iter_mut().zip([calls, failures, fuel, micros]) {
            *sum = sum.saturating_add(signed(more));
        }
    }
    let told = days.into_iter().rev().take(usize::try_from(TOLD_DAYS).unwrap_or_default());
    told.map(|(day, [calls, failures, fuel, micros])| ComponentDay {
        day,
        calls,
        failures,
        fuel,
        millis: micros.saturating_add(999) / 1000,
    })
    .collect()
}

/// What components are told from.
struct Looked<'l> {
    registry: &'l Registry,
    store: &'l OverlayStore,
    revisions: &'l [(i64, Manifest)],
    draft: &'l Arc<School>,
    live: &'l Arc<School>,
}

impl Looked<'_> {
    fn component(&self, name: String, days: Vec<ComponentDay>) -> Component {
        let file = format!("plugins/{name}.wasm");
        let drafted: Option<Arc<LoadedPlugin>> = self.draft.plugin(&name).ok();
        let published = self.live.plugin(&name).ok().map(|plugin| plugin.reference());
        let config = self.draft.config();
        let forms = config.forms.iter().filter(|(_, form)| form.plugin.as_ref() == Some(&name));
        let asks = drafted.as_ref().map(|plugin| &plugin.info.asks);
        let grants = config.plugins.get(&name).map(|plugin| &plugin.grants);
        let current = drafted.as_ref().map(|plugin| plugin.info.digest.as_str());
        Component {
            earlier: self.earlier(&file, current),
            forms: forms.map(|(id, _)| id.clone()).collect(),
            asks: asks.map_or_else(ComponentRights::default, |asks| ComponentRights {
                tables: asks.tables.clone(),
                known: asks.known.clone(),
                effects: asks.effects.clone(),
            }),
            grants: grants.map_or_else(ComponentRights::default, |grants| ComponentRights {
                tables: grants.tables.clone(),
                known: grants.known.clone(),
                effects: grants.effects.iter().filter_map(|effect| effect_name(*effect)).collect(),
            }),
            plugin: drafted.map(|plugin| plugin.reference()),
            published,
            days,
            file,
            name,
        }
    }

    /// Components of earlier revisions that are kept and still taken.
    fn earlier(&self, file: &str, current: Option<&str>) -> Vec<EarlierComponent> {
        let mut found: Vec<EarlierComponent> = Vec::new();
        for (seq, manifest) in self.revisions {
            let Some(digest) = manifest.get(file) else { continue };
            if Some(digest.as_str()) == current || found.iter().any(|known| known.digest == *digest) {
                continue;
            }
            let Some(wasm) = self.store.blob(digest).ok().flatten() else { continue };
            let Ok(info) = self.registry.inspect_plugin(&wasm) else { continue };
            found.push(EarlierComponent { digest: digest.clone(), version: info.version.clone(), seq: *seq });
            if found.len() == MAX_EARLIER {
                break;
            }
        }
        found
    }
}

fn effect_name(effect: EffectKind) -> Option<String> {
    Some(serde_json::to_value(effect).ok()?.as_str()?.to_owned())
}
