//! Hot reload: once a second every file that was read is looked at (its stamp, not its content), and what changed is
//! read again as a whole.
//!
//! A bundle is replaced only when all of it is good. A file that was touched within the last quarter of a second waits
//! for the next look, so that a write in progress is not read; a rename is seen at once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use words::SchoolId;

use super::load::{Attempt, unlink};
use super::{Registry, each};
use crate::bundle::BundleFiles;
use crate::bundle::files::stamp;
use crate::diagnostic::Diagnostic;

/// How often files are looked at.
const INTERVAL: Duration = Duration::from_secs(1);
/// With at most this many schools all of them are loaded ahead of their first visitor.
const WARM_LIMIT: usize = 256;

/// A folder as it was last read.
#[derive(Debug)]
pub(super) struct Folder {
    /// The files of that attempt, good or not.
    pub files: Arc<BundleFiles>,
    /// Whether what is live was checked.
    pub is_checked: bool,
    /// When the reading began, as [`super::load::Attempt`] counts.
    pub began: u64,
}

/// Every folder by name.
#[derive(Debug, Default)]
pub(super) struct Folders(pub BTreeMap<String, Folder>);

impl Registry {
    /// Checks what went live at the start, and looks at the files once a second for as long as the server runs.
    pub async fn watch(self: Arc<Self>) {
        let registry = self.clone();
        // Beside the first looks: with nothing compiled yet it takes long, and an edit does not wait for it.
        drop(tokio::task::spawn_blocking(move || {
            registry.verify();
            if registry.len() <= WARM_LIMIT {
                registry.warm();
            }
        }));
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
            let _ = school.logo_dark();
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
        let (wanted, gone) = self.changes(&names, is_complete);
        if wanted.is_empty() && gone.is_empty() {
            return 0;
        }
        let attempts = each(&wanted, |name| self.read_anew(name));
        self.take_in(attempts, &gone);
        wanted.len() + gone.len()
    }

    /// Folders to read anew, and folders that are gone.
    fn changes(&self, names: &[String], is_complete: bool) -> (Vec<String>, Vec<String>) {
        let folders = self.folders.lock();
        let is_wanted = |name: &String| match folders.0.get(name) {
            None => is_complete || !stamp(&self.dir.join(name)).is_some_and(|stamp| stamp.is_fresh(250)),
            Some(folder) => folder.files.changed().is_some_and(|changed| is_complete || !changed.fresh),
        };
        let wanted = names.iter().filter(|name| is_wanted(name)).cloned().collect();
        let gone = folders.0.keys().filter(|name| names.binary_search(name).is_err()).cloned().collect();
        (wanted, gone)
    }

    /// Checks what went live unchecked at the start; what is newer and whole goes live instead.
    pub fn verify(&self) {
        let unchecked: Vec<String> = {
            let folders = self.folders.lock();
            folders.0.iter().filter(|(_, folder)| !folder.is_checked).map(|(name, _)| name.clone()).collect()
        };
        if !unchecked.is_empty() {
            self.take_in(each(&unchecked, |name| self.read_anew(name)), &[]);
        }
    }

    /// Reads one bundle anew at once, without waiting for the next look: after something was published. The errors when it is
    /// broken, and what was live stays so.
    pub fn reload(&self, id: &SchoolId) -> Result<(), Vec<Diagnostic>> {
        let attempt = self.read_anew(id.as_str());
        let found = attempt.result.as_ref().map(drop).map_err(Clone::clone);
        self.take_in(vec![attempt], &[]);
        found
    }

    /// Reads and checks a whole bundle. Without the lock: one school's forms keep no other's from going live.
    fn read_anew(&self, name: &str) -> Attempt {
        let is_live = SchoolId::parse(name).is_ok_and(|id| self.live.load().schools.contains_key(&id));
        let is_checked = self.folders.lock().0.get(name).is_none_or(|folder| folder.is_checked);
        let attempt = self.checked_attempt(name, !(is_live && is_checked));
        if attempt.result.is_ok() {
            tracing::info!(school.id = name, "the bundle was loaded");
        }
        attempt
    }

    /// Lets what was read go live, and what is gone go.
    pub(super) fn take_in(&self, attempts: Vec<Attempt>, gone: &[String]) {
        let mut folders = self.folders.lock();
        let mut directory = (**self.live.load()).clone();
        let mut broken = (**self.broken.load()).clone();
        for name in gone {
            unlink(&mut directory, name);
            broken.remove(name);
            folders.0.remove(name);
            self.shared.found.lock().remove(name);
            tracing::info!(school.id = name, "the bundle is gone: the school is not live any more");
        }
        for attempt in attempts {
            if attempt.result.is_ok() || attempt.fallback.is_some() {
                self.shared.found.lock().remove(&attempt.folder);
            }
            Self::settle(attempt, &mut directory, &mut broken, &mut folders.0);
        }
        self.assign_hosts(&mut directory, &folders);
        self.live.store(Arc::new(directory));
        self.broken.store(Arc::new(broken));
        self.write_hosts();
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
