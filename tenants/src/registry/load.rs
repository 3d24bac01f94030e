//! From folders to live schools.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use words::SchoolId;
use words::problem::Problem;

use super::resolve::{Directory, RESERVED_LABELS};
use super::school::School;
use super::watch::Folder;
use super::{OpenError, Registry, each, parts};
use crate::bundle::suspension::is_suspended;
use crate::bundle::{self, BundleFiles, SCHOOL_FILE};
use crate::diagnostic::Diagnostic;

/// What was found in one folder.
pub(super) struct Attempt {
    pub folder: String,
    pub files: Arc<BundleFiles>,
    pub result: Result<Arc<School>, Vec<Diagnostic>>,
    /// What answers where `result` is broken and nothing that was checked is live.
    pub fallback: Option<Arc<School>>,
    /// Whether the operators' file suspends the school, where `result` is broken: that holds for whatever answers in its place. Where
    /// nobody can read it, `fallback` is suspended.
    pub suspended: Option<bool>,
    /// Whether `result` is final: false for what goes live at the start and is checked afterwards.
    pub is_checked: bool,
    /// Counts up with each reading: of two, the one that began later knows more.
    pub began: u64,
}

impl Registry {
    /// Names of the folders that are bundles, sorted.
    pub(super) fn list_folders(dir: &Path) -> std::io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A folder being made carries a dot until it is renamed into place.
            if !name.starts_with('.') && entry.file_type().is_ok_and(|kind| kind.is_dir() || kind.is_symlink()) {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// The start: what every school goes live with at once. No school's forms and texts hold it up.
    pub(super) fn load_all(&self) -> Result<(), OpenError> {
        let names = Self::list_folders(&self.dir)
            .map_err(|cause| OpenError::Unreadable { path: self.dir.display().to_string(), cause })?;
        let attempts: Vec<Attempt> = each(&names, |name| self.attempt_at_start(name));
        self.take_in(attempts, &[]);
        Ok(())
    }

    /// Reads one folder's `school.yaml`, with what the school published over it.
    fn attempt(&self, folder: &str) -> Attempt {
        let began = self.readings.fetch_add(1, Ordering::Relaxed);
        let (root, store) = (self.dir.join(folder), self.store_of(folder));
        let (files, result) = match BundleFiles::layered(root.clone(), store.clone()) {
            Ok(files) => {
                let files = Arc::new(files);
                let result = self.read_school(folder, &files);
                (files, result)
            }
            Err(problem) => {
                let files = BundleFiles::new(root);
                files.watch(store.overlay_file());
                (Arc::new(files), Err(vec![problem]))
            }
        };
        let folder = folder.to_owned();
        Attempt { folder, files, result, fallback: None, suspended: None, is_checked: true, began }
    }

    /// The last good state, to be checked afterwards ([`Registry::verify`]). Where there is none: a base whose parts are
    /// loaded with their first visitor, and what was published over it once all of it is checked.
    fn attempt_at_start(&self, folder: &str) -> Attempt {
        let store = self.store_of(folder);
        let good = store.good().ok().flatten().and_then(|good| {
            let files = Arc::new(BundleFiles::stored(self.dir.join(folder), store, good.files));
            self.read_school(folder, &files).ok()
        });
        if let Some(school) = good {
            // What it was then may be over: a school that was switched off since does not come back by a restart.
            let suspended = is_suspended(&BundleFiles::new(self.dir.join(folder)));
            if suspended.is_none() {
                tracing::error!(
                    school.id = folder,
                    "school.yaml cannot be read: the school is suspended until it is corrected"
                );
            }
            school.suspend(suspended.unwrap_or(true));
            let (files, began) = (school.files.clone(), self.readings.fetch_add(1, Ordering::Relaxed));
            return Attempt {
                folder: folder.to_owned(),
                files,
                result: Ok(school),
                fallback: None,
                suspended: None,
                is_checked: false,
                began,
            };
        }
        let attempt = self.attempt(folder);
        if attempt.result.is_ok() && attempt.files.overlay().entries.is_empty() {
            return attempt;
        }
        self.checked(attempt, true)
    }

    /// Reads one folder and checks every part. `falls_back` where nothing that was checked is live.
    pub(super) fn checked_attempt(&self, folder: &str, falls_back: bool) -> Attempt {
        self.checked(self.attempt(folder), falls_back)
    }

    /// Every part counts: where one is broken, the last good state answers, and where that is not whole the base alone.
    /// Where neither is, the state goes live with what is not broken of it. All is told.
    fn checked(&self, mut attempt: Attempt, falls_back: bool) -> Attempt {
        let mut readable = None;
        if let Ok(school) = &attempt.result {
            let errors: Vec<Diagnostic> = parts::check(school).into_iter().filter(Diagnostic::is_error).collect();
            if errors.is_empty() {
                return attempt;
            }
            readable = Some(school.clone());
            attempt.result = Err(errors);
        }
        let (root, store) = (self.dir.join(&attempt.folder), self.store_of(&attempt.folder));
        attempt.suspended = is_suspended(&attempt.files);
        let good = store.good().ok().flatten();
        let is_published = !attempt.files.overlay().entries.is_empty() || store.overlay_file().exists();
        if falls_back && (good.is_some() || is_published) {
            let kept = good.map(|good| BundleFiles::stored(root.clone(), store, good.files));
            let base = is_published.then(|| BundleFiles::new(root));
            let whole = kept.into_iter().chain(base).find_map(|files| {
                let school = self.read_school(&attempt.folder, &Arc::new(files)).ok()?;
                parts::check(&school).iter().all(|found| !found.is_error()).then_some(school)
            });
            attempt.fallback = whole.or(readable);
        }
        attempt
    }

    fn read_school(&self, folder: &str, files: &Arc<BundleFiles>) -> Result<Arc<School>, Vec<Diagnostic>> {
        self.read_new(folder, files).map(Arc::new)
    }

    /// A school out of these files.
    pub(super) fn read_new(&self, folder: &str, files: &Arc<BundleFiles>) -> Result<School, Vec<Diagnostic>> {
        let id = SchoolId::parse(folder)
            .map_err(|error| vec![Diagnostic::file(folder, "badId", format!("`{folder}` is no school id: {error}"))])?;
        if RESERVED_LABELS.contains(&folder) {
            return Err(vec![Diagnostic::file(folder, "reservedId", format!("`{folder}` is kept for the platform"))]);
        }
        let checked = bundle::read_config(files)?;
        let base = &self.policy.base_domain;
        let ours =
            |host: &str| host == base || host.strip_suffix(base.as_str()).is_some_and(|rest| rest.ends_with('.'));
        let label = files.label(SCHOOL_FILE);
        let taken: Vec<Diagnostic> = checked
            .config
            .hosts
            .iter()
            .enumerate()
            .filter(|(_, host)| ours(host))
            .map(|(index, host)| {
                let message = format!("`{host}` belongs to the platform; the school lives at {id}.{base} without it");
                checked.positions.locate(&label, Problem::new(format!("/hosts/{index}"), "platformHost", message))
            })
            .collect();
        if !taken.is_empty() {
            return Err(taken);
        }
        Ok(School::new(id, checked.config, files.clone(), self.shared.clone()))
    }

    /// Puts one attempt into the maps: a good one goes live, a broken one leaves what was there, unless that was never checked.
    pub(super) fn settle(
        attempt: Attempt,
        directory: &mut Directory<Arc<School>>,
        broken: &mut BTreeMap<String, Arc<[Diagnostic]>>,
        folders: &mut BTreeMap<String, Folder>,
    ) {
        let Attempt { folder, files, result, fallback, suspended, is_checked, began } = attempt;
        let known = folders.get(&folder);
        if known.is_some_and(|known| known.began > began) {
            return;
        }
        let was_checked = known.is_none_or(|known| known.is_checked);
        match result {
            Ok(school) => {
                link(directory, school);
                broken.remove(&folder);
            }
            Err(found) => {
                for problem in &found {
                    tracing::warn!(school.id = folder, problem = %problem, "a bundle is broken; what was live stays so");
                }
                broken.insert(folder.clone(), found.into());
                let is_live =
                    was_checked && SchoolId::parse(&folder).is_ok_and(|id| directory.schools.contains_key(&id));
                if let Some(school) = fallback.filter(|_| !is_live) {
                    tracing::warn!(school.id = folder, "an earlier state answers until the bundle is corrected");
                    school.suspend(suspended.unwrap_or(true));
                    link(directory, school);
                }
                let live = SchoolId::parse(&folder).ok().and_then(|id| directory.schools.get(&id));
                if let (Some(school), Some(to)) = (live, suspended) {
                    school.suspend(to);
                }
            }
        }
        folders.insert(folder, Folder { files, is_checked, began });
    }
}

impl School {
    /// Whether its operators switched it off.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        self.suspended.load(Ordering::Acquire)
    }

    /// Its operators switch it off or on.
    fn suspend(&self, to: bool) {
        self.suspended.store(to, Ordering::Release);
    }
}

/// Puts a school into the directory; its hosts are given to it when all are there.
fn link(directory: &mut Directory<Arc<School>>, school: Arc<School>) {
    directory.schools.insert(school.id().clone(), school);
}

/// Takes a school out of the directory.
pub(super) fn unlink(directory: &mut Directory<Arc<School>>, folder: &str) {
    if let Ok(id) = SchoolId::parse(folder) {
        directory.schools.remove(&id);
    }
}
