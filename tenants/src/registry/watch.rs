//! Hot reload: once a second every file that was read is looked at (its stamp, not its content), and what changed is
//! read again as a whole.
//!
//! A bundle is replaced only when all of it is good. A file that was touched within the last quarter of a second waits
//! for the next look, so that a write in progress is not read; a rename is seen at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kernel::SchoolId;

use super::load::unlink;
use super::resolve::Directory;
use super::school::School;
use super::{Registry, parts};
use crate::bundle::BundleFiles;
use crate::bundle::files::stamp;
use crate::diagnostic::Diagnostic;

/// How often files are looked at.
const INTERVAL: Duration = Duration::from_secs(1);
/// With at most this many schools all of them are loaded ahead of their first visitor.
const WARM_LIMIT: usize = 256;

/// A folder and the files of its last attempt, good or not.
#[derive(Debug)]
pub(super) struct Folder {
    pub files: Arc<BundleFiles>,
}

/// Every folder by name.
#[derive(Debug, Default)]
pub(super) struct Folders(pub BTreeMap<String, Folder>);

impl Registry {
    /// Looks at the files once a second, for as long as the server runs.
    pub async fn watch(self: Arc<Self>) {
        if self.len() <= WARM_LIMIT {
            let registry = self.clone();
            // Beside the first looks: with nothing compiled yet it takes long, and an edit does not wait for it.
            drop(tokio::task::spawn_blocking(move || registry.warm()));
        }
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let registry = self.clone();
            if let Err(error) = tokio::task::spawn_blocking(move || registry.poll()).await {
                tracing::error!(%error, "looking at the bundles failed; the next look follows");
            }
        }
    }

    /// Loads the forms of every school, so that broken ones are known and the first visitor does not wait.
    pub fn warm(&self) {
        for school in self.all() {
            for form in school.config().forms.keys() {
                // A broken form was reported by the loading itself.
                let _ = school.form(form);
            }
            let _ = school.tables();
            let _ = school.logo();
        }
    }

    /// One look. Gives the number of bundles that went live, were found broken, or disappeared.
    pub fn poll(&self) -> usize {
        self.look(false)
    }

    /// One look for somebody who says that nothing is being written any more: what was touched just now counts as well.
    pub fn poll_at_once(&self) -> usize {
        self.look(true)
    }

    fn look(&self, is_complete: bool) -> usize {
        let names = match Self::list_folders(&self.dir) {
            Ok(names) => names,
            Err(error) => {
                self.folder_problem(Some(&error));
                return 0;
            }
        };
        self.folder_problem(None);
        let mut folders = self.folders.lock();
        let mut wanted = Vec::new();
        for name in &names {
            match folders.0.get(name) {
                None => {
                    let young = stamp(&self.dir.join(name)).is_some_and(|stamp| stamp.is_fresh(250));
                    if is_complete || !young {
                        wanted.push(name.clone());
                    }
                }
                Some(folder) if folder.files.changed().is_some_and(|changed| is_complete || !changed.fresh) => {
                    wanted.push(name.clone());
                }
                Some(_) => {}
            }
        }
        let gone: Vec<String> = folders.0.keys().filter(|name| names.binary_search(name).is_err()).cloned().collect();
        if wanted.is_empty() && gone.is_empty() {
            return 0;
        }
        let mut directory = (**self.live.load()).clone();
        let mut broken = (**self.broken.load()).clone();
        for name in &gone {
            unlink(&mut directory, name);
            broken.remove(name);
            folders.0.remove(name);
            self.shared.found.lock().remove(name);
            tracing::info!(school.id = name, "the bundle is gone: the school is not live any more");
        }
        for name in &wanted {
            self.read_anew(name, &mut directory, &mut broken, &mut folders.0);
        }
        self.go_live(directory, broken, &folders);
        wanted.len() + gone.len()
    }

    /// Reads one bundle anew at once, without waiting for the next look: after something was published. The errors when it is
    /// broken, and what was live stays so.
    pub fn reload(&self, id: &SchoolId) -> Result<(), Vec<Diagnostic>> {
        let mut folders = self.folders.lock();
        let mut directory = (**self.live.load()).clone();
        let mut broken = (**self.broken.load()).clone();
        self.read_anew(id.as_str(), &mut directory, &mut broken, &mut folders.0);
        let found = broken.get(id.as_str()).map(|found| found.to_vec());
        self.go_live(directory, broken, &folders);
        found.map_or(Ok(()), Err)
    }

    fn go_live(
        &self,
        mut directory: Directory<Arc<School>>,
        broken: BTreeMap<String, Arc<[Diagnostic]>>,
        folders: &Folders,
    ) {
        self.assign_hosts(&mut directory, folders);
        self.live.store(Arc::new(directory));
        self.broken.store(Arc::new(broken));
        self.write_hosts();
    }

    /// Reads and checks a whole bundle, and lets it go live when it is good.
    fn read_anew(
        &self,
        name: &str,
        directory: &mut Directory<Arc<School>>,
        broken: &mut BTreeMap<String, Arc<[Diagnostic]>>,
        folders: &mut BTreeMap<String, Folder>,
    ) {
        let is_live = SchoolId::parse(name).is_ok_and(|id| directory.schools.contains_key(&id));
        let (mut attempt, fallback) = if is_live { (self.attempt(name), None) } else { self.first_attempt(name) };
        if let Ok(school) = &attempt.result {
            let errors: Vec<Diagnostic> = parts::check(school).into_iter().filter(Diagnostic::is_error).collect();
            if errors.is_empty() {
                tracing::info!(school.id = name, "the bundle was loaded");
            } else {
                attempt.result = Err(errors);
            }
        }
        self.settle(attempt, directory, broken, folders);
        Self::fall_back(fallback, directory);
    }

    /// Takes note of whether the folder of the schools can be read. While it cannot, everything stays as it is.
    fn folder_problem(&self, error: Option<&std::io::Error>) {
        let known = self.broken.load().contains_key("");
        let mut broken = (**self.broken.load()).clone();
        match error {
            Some(error) if !known => {
                let message = format!("{} cannot be read: {error}", self.dir.display());
                tracing::error!(problem = message, "the schools' folder is away; what is live stays so");
                broken.insert(String::new(), Arc::new([Diagnostic::file("", "unreadable", message)]));
            }
            None if known => {
                broken.remove("");
            }
            _ => return,
        }
        self.broken.store(Arc::new(broken));
    }
}
