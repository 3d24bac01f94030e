//! From folders to live schools.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use kernel::SchoolId;

use super::resolve::{Directory, RESERVED_LABELS};
use super::school::School;
use super::watch::Folder;
use super::{OpenError, Registry, parts};
use crate::bundle::{self, BundleFiles, SCHOOL_FILE};
use crate::diagnostic::{Diagnostic, Problem};

/// What became of one folder.
pub(super) struct Attempt {
    pub folder: String,
    pub files: Arc<BundleFiles>,
    pub result: Result<Arc<School>, Vec<Diagnostic>>,
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

    /// The start: every `school.yaml`, on two threads.
    pub(super) fn load_all(&self) -> Result<(), OpenError> {
        let names = Self::list_folders(&self.dir)
            .map_err(|cause| OpenError::Unreadable { path: self.dir.display().to_string(), cause })?;
        let (left, right) = names.split_at(names.len() / 2);
        let attempts = std::thread::scope(|scope| {
            let half = scope.spawn(|| left.iter().map(|name| self.first_attempt(name)).collect::<Vec<_>>());
            let other: Vec<_> = right.iter().map(|name| self.first_attempt(name)).collect();
            let mut attempts = half.join().unwrap_or_default();
            attempts.extend(other);
            attempts
        });
        let mut directory = Directory::default();
        let mut broken = BTreeMap::new();
        let mut folders = self.folders.lock();
        for (attempt, fallback) in attempts {
            self.settle(attempt, &mut directory, &mut broken, &mut folders.0);
            Self::fall_back(fallback, &mut directory);
        }
        self.assign_hosts(&mut directory, &folders);
        self.live.store(Arc::new(directory));
        self.broken.store(Arc::new(broken));
        Ok(())
    }

    /// Reads one folder's `school.yaml`, with what the school published over it.
    pub(super) fn attempt(&self, folder: &str) -> Attempt {
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
        Attempt { folder: folder.to_owned(), files, result }
    }

    /// The same at a time when nothing of the school is live: a state that is broken gives way to the last good one, and
    /// that to the base alone. Where neither is whole, the state goes live with what is not broken of it. All is told.
    pub(super) fn first_attempt(&self, folder: &str) -> (Attempt, Option<Arc<School>>) {
        let mut attempt = self.attempt(folder);
        let store = self.store_of(folder);
        let good = store.good().ok().flatten();
        if good.is_none() && attempt.files.overlay().entries.is_empty() && attempt.result.is_ok() {
            return (attempt, None);
        }
        // Only where there is something to fall back on is it worth to look at every part ahead of its first visitor.
        let mut readable = None;
        if let Ok(school) = &attempt.result {
            let errors: Vec<Diagnostic> = parts::check(school).into_iter().filter(Diagnostic::is_error).collect();
            if errors.is_empty() {
                return (attempt, None);
            }
            readable = Some(school.clone());
            attempt.result = Err(errors);
        }
        let kept = good.map(|good| BundleFiles::kept(self.dir.join(folder), store.clone(), good.files));
        let base = (!attempt.files.overlay().entries.is_empty() || store.overlay_file().exists())
            .then(|| BundleFiles::new(self.dir.join(folder)));
        let fallback = kept.into_iter().chain(base).find_map(|files| {
            let school = self.read_school(folder, &Arc::new(files)).ok()?;
            parts::check(&school).iter().all(|found| !found.is_error()).then_some(school)
        });
        (attempt, fallback.or(readable))
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
                let message = format!("`{host}` belongs to the platform; the school lives at {id}.{base} by itself");
                checked.positions.locate(&label, Problem::new(format!("/hosts/{index}"), "platformHost", message))
            })
            .collect();
        if !taken.is_empty() {
            return Err(taken);
        }
        Ok(School::new(id, checked.config, files.clone(), self.shared.clone()))
    }

    /// Puts one attempt into the maps: a good one goes live, a broken one leaves what was there.
    pub(super) fn settle(
        &self,
        attempt: Attempt,
        directory: &mut Directory<Arc<School>>,
        broken: &mut BTreeMap<String, Arc<[Diagnostic]>>,
        folders: &mut BTreeMap<String, Folder>,
    ) {
        let Attempt { folder, files, result } = attempt;
        match result {
            Ok(school) => {
                link(directory, school);
                broken.remove(&folder);
                self.shared.found.lock().remove(&folder);
            }
            Err(found) => {
                for problem in &found {
                    tracing::warn!(school.id = folder, problem = %problem, "a bundle is broken; what was live stays so");
                }
                broken.insert(folder.clone(), found.into());
            }
        }
        folders.insert(folder, Folder { files });
    }
}

impl Registry {
    /// Lets an earlier state answer where nothing else would.
    pub(super) fn fall_back(fallback: Option<Arc<School>>, directory: &mut Directory<Arc<School>>) {
        let Some(school) = fallback.filter(|school| !directory.schools.contains_key(school.id())) else { return };
        tracing::warn!(school.id = %school.id(), "an earlier state answers until the bundle is mended");
        link(directory, school);
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
