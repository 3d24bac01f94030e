//! Looking at the schools.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::page::{cursor, page_size, position};
use kernel::{Refusal, outbox};
use tenants::School;
use tenants::diagnostic::Diagnostic;
use words::clock::iso;
use words::verdict::Severity;
use words::{SchoolId, Text};

use super::model::{
    Bytes, FailedJob, Outbox, PlatformDiagnostic, PlatformEditor, PlatformRevision, PlatformSchool,
    PlatformSchoolDetail, State, Totals,
};
use super::store;
use crate::caller::PlatformCaller;
use crate::service::Console;

/// Failures are counted over so many days.
const WINDOW_MS: i64 = 28 * 24 * 60 * 60 * 1000;
/// Folders of the data folder that have one of each school in them.
const STORES: [&str; 3] = ["files", "avatars", "overlays"];
const REVISIONS: i64 = 10;
const FAILED: i64 = 20;

/// A page of schools.
#[derive(Debug, Clone)]
pub struct Page {
    /// By id.
    pub items: Vec<PlatformSchool>,
    /// Where the next page starts; absent on the last one.
    pub next_cursor: Option<String>,
    /// How many there are, whatever the page is narrowed to.
    pub totals: Totals,
}

/// A school by its folder: live, broken, or both.
struct Known {
    id: String,
    live: Option<Arc<School>>,
    found: Vec<Diagnostic>,
}

impl Known {
    fn state(&self) -> State {
        match &self.live {
            None => State::Broken,
            Some(school) if school.is_suspended() => State::Suspended,
            Some(_) if self.found.iter().any(Diagnostic::is_error) => State::Stale,
            Some(_) => State::Active,
        }
    }

    fn name(&self) -> Text {
        let unread = || Text { en: self.id.clone(), ar: self.id.clone() };
        self.live.as_ref().map_or_else(unread, |school| school.config().name.clone())
    }
}

impl Console {
    /// Schools by id, narrowed to words of id, name or host, and to a state.
    pub async fn platform_schools(
        &self,
        caller: &PlatformCaller,
        q: &str,
        state: Option<State>,
        from: Option<&str>,
        size: Option<u32>,
    ) -> Result<Page, Refusal> {
        caller.require_operator()?;
        let after: String = from.map(position).transpose()?.unwrap_or_default();
        let size = page_size(size) as usize;
        let all = self.known_schools();
        let mut totals = Totals { schools: all.len(), ..Totals::default() };
        for known in &all {
            match known.state() {
                State::Active => totals.active += 1,
                State::Suspended => totals.suspended += 1,
                State::Broken => totals.broken += 1,
                State::Stale => totals.stale += 1,
            }
        }
        let q = q.trim().to_lowercase();
        let fits = |known: &Known| {
            let name = known.name();
            let words = [known.id.clone(), name.en.to_lowercase(), name.ar.to_lowercase(), self.host_of(known)];
            known.id > after
                && state.is_none_or(|state| state == known.state())
                && words.iter().any(|word| word.contains(&q))
        };
        let mut wanted: Vec<Known> = all.into_iter().filter(fits).take(size + 1).collect();
        let more = wanted.len() > size;
        wanted.truncate(size);
        let next_cursor = wanted.last().filter(|_| more).map(|known| cursor(&known.id));
        let mut items = Vec::with_capacity(wanted.len());
        for known in &wanted {
            items.push(self.look(known).await?);
        }
        Ok(Page { items, next_cursor, totals })
    }

    /// One school with what is wrong with it. A001 for one that is not there.
    pub async fn platform_school(
        &self,
        caller: &PlatformCaller,
        folder: &str,
    ) -> Result<PlatformSchoolDetail, Refusal> {
        caller.require_operator()?;
        let known = self.known_schools().into_iter().find(|known| known.id == folder).ok_or_else(Refusal::not_found)?;
        let school = self.look(&known).await?;
        let (mut revisions, mut failed) = (Vec::new(), Vec::new());
        if let Some(live) = self.with_rows(&known) {
            let mut tx = self.0.schools.read(&live.scope()).await?;
            for row in store::revisions(&mut tx, REVISIONS).await? {
                let by = row.actor_id.map(|id| PlatformEditor { id, name: row.actor_name });
                let (at, note, changes) = (iso(row.at), row.note, row.changes);
                revisions.push(PlatformRevision { seq: row.seq, at, kind: row.kind, by, note, changes });
            }
            for row in outbox::list_failed(&mut tx, FAILED).await? {
                let (at, attempts, problem) = (iso(row.at), row.attempts, row.problem);
                failed.push(FailedJob { kind: row.kind, at, attempts, problem });
            }
        }
        let diagnostics = known.found.into_iter().map(to_platform_diagnostic).collect();
        Ok(PlatformSchoolDetail { school, diagnostics, revisions, failed })
    }

    /// Every school that is live or has a bundle, by id.
    fn known_schools(&self) -> Vec<Known> {
        let mut all: BTreeMap<String, Known> = BTreeMap::new();
        for school in self.0.registry.all() {
            let id = school.id().to_string();
            all.insert(id.clone(), Known { id, live: Some(school), found: Vec::new() });
        }
        for stale in self.0.registry.stale().into_iter().filter(|stale| !stale.folder.is_empty()) {
            let id = stale.folder;
            let known = all.entry(id.clone()).or_insert(Known { id, live: None, found: Vec::new() });
            known.found = stale.diagnostics;
        }
        all.into_values().collect()
    }

    fn host_of(&self, known: &Known) -> String {
        let own = || format!("{}.{}", known.id, self.0.registry.policy().base_domain);
        known.live.as_ref().map_or_else(own, |school| school.canonical_host())
    }

    /// The school, where it has rows to be read: nothing here makes a database.
    fn with_rows<'k>(&self, known: &'k Known) -> Option<&'k Arc<School>> {
        known.live.as_ref().filter(|school| self.0.schools.exists(school.id()))
    }

    async fn look(&self, known: &Known) -> Result<PlatformSchool, Refusal> {
        let (mut revision, mut plugin_failures, mut outbox) = (0, 0, Outbox::default());
        if let Some(live) = self.with_rows(known) {
            let mut tx = self.0.schools.read(&live.scope()).await?;
            revision = store::newest_revision(&mut tx).await?.n;
            plugin_failures = store::plugin_failures(&mut tx, self.0.clock.now_ms() - WINDOW_MS).await?.n;
            let row = outbox::count_jobs(&mut tx).await?;
            outbox = Outbox { waiting: row.waiting, failed: row.failed };
        }
        let (data, rows, id) = (self.0.data.clone(), self.0.files_of_rows.clone(), known.id.clone());
        let measured = tokio::task::spawn_blocking(move || measured(&data, rows.as_deref(), &id));
        Ok(PlatformSchool {
            id: known.id.clone(),
            name: known.name(),
            origin: (self.0.origin_of)(&self.host_of(known)),
            host: self.host_of(known),
            state: known.state(),
            problems: known.found.len(),
            revision,
            plugin_failures,
            outbox,
            bytes: measured.await.map_err(Refusal::internal)?,
        })
    }
}

/// How much of the disk a school takes; what cannot be read counts nothing.
fn measured(data: &Path, rows: Option<&Path>, folder: &str) -> Bytes {
    // A broken folder's name may be none.
    if SchoolId::parse(folder).is_err() {
        return Bytes::default();
    }
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |meta| meta.len());
    let database = rows.map(|rows| {
        let file = |end: &str| size(&rows.join(format!("{folder}.sqlite{end}")));
        file("") + file("-wal")
    });
    let mut files = 0;
    let mut waiting: Vec<PathBuf> = STORES.iter().map(|store| data.join(store).join(folder)).collect();
    while let Some(place) = waiting.pop() {
        for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                Ok(kind) if kind.is_file() => files += size(&entry.path()),
                _ => {}
            }
        }
    }
    Bytes { database, files }
}

fn to_platform_diagnostic(found: Diagnostic) -> PlatformDiagnostic {
    let severity = if found.severity == Severity::Error { "error" } else { "warning" };
    PlatformDiagnostic {
        file: found.file,
        line: found.line,
        column: found.column,
        pointer: found.pointer.into(),
        code: found.code.to_owned(),
        message: found.message,
        hint: found.hint,
        published: found.published,
        severity: severity.to_owned(),
    }
}
