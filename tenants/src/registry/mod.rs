//! The registry: every school that is live, by host and by id.
//!
//! A lookup takes no lock; a reload swaps the map in one step. States of a bundle: **live** (its last good state
//! answers), **stale** (live, and its files are broken since), **broken** (never good: not live, told by [`Registry::stale`]).

mod application;
pub mod area;
mod criteria;
mod details;
pub mod host;
pub mod hosts;
mod legal;
mod letter_criteria;
mod letters;
mod lint;
mod load;
mod loaded;
mod parts;
mod payload;
mod places;
mod ready;
pub mod resolve;
mod rounds;
mod school;
mod shared;
mod trial;
mod watch;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use words::SchoolId;

pub use criteria::{CriteriaPayload, Criterion, CriterionKind, CriterionUpload, Signer};
pub use legal::LegalView;
pub use letter_criteria::{LetterCriteriaPayload, LetterCriterion, LetterCriterionCondition};
pub use loaded::{FormError, LoadedForm, LoadedPlugin};
pub use payload::{
    AdmissionDates, AdmissionState, ApplicationPaper, ApplicationView, AuthPage, BrandingView, CaptchaView,
    FormPayload, FormSummary, FormView, GradeName, NameLogo, PhotoView, PluginRef, Prepared, SchoolDetails,
};
pub use places::{GradePlaces, PlaceBand, YearPlaces};
pub use resolve::{Denied, Mode, Outcome, Policy, RequestHead};
pub use rounds::bucket_name;
pub use school::School;

use crate::catalog::PluginCatalog;
use crate::diagnostic::Diagnostic;
use resolve::Directory;
use shared::Shared;

/// How a registry is set up.
pub struct RegistryConfig {
    /// Folder of the bundles.
    pub schools_dir: PathBuf,
    /// Folder of what schools publish over their bundles; nothing has to be there.
    pub overlays: PathBuf,
    /// Base domain, mode, ports, proxies.
    pub policy: Policy,
    /// Reads plugins.
    pub catalog: Arc<dyn PluginCatalog>,
}

/// Why a registry cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the bundles cannot be read.
    #[error("the schools' folder {path} cannot be read: {cause}")]
    Unreadable {
        /// The folder.
        path: String,
        /// Why.
        cause: std::io::Error,
    },
    /// The base domain is no host name.
    #[error("the base domain `{0}` is no host name")]
    BadBaseDomain(String),
}

/// Every school that is live.
pub struct Registry {
    dir: PathBuf,
    overlays: PathBuf,
    policy: Policy,
    shared: Arc<Shared>,
    live: ArcSwap<Directory<Arc<School>>>,
    /// What is broken, by folder; empty for the folder of the schools itself.
    broken: ArcSwap<BTreeMap<String, Arc<[Diagnostic]>>>,
    folders: Mutex<watch::Folders>,
    /// How many readings of a bundle began.
    readings: AtomicU64,
    hosts: Mutex<hosts::Hosts>,
    /// Hosts that several schools name, by folder.
    claims: ArcSwap<BTreeMap<String, Vec<Diagnostic>>>,
    keeps_hosts: AtomicBool,
}

impl Registry {
    /// Reads every school and checks what is published. Broken bundles do not keep the others from going live.
    pub fn open(config: RegistryConfig) -> Result<Arc<Self>, OpenError> {
        let registry = Self::start(config)?;
        registry.verify();
        Ok(registry)
    }

    /// The same for a server, which does not wait for the checks: every school goes live as it last was good, and
    /// [`Registry::watch`] verifies that first.
    pub fn start(config: RegistryConfig) -> Result<Arc<Self>, OpenError> {
        if !host::is_name(&config.policy.base_domain) {
            return Err(OpenError::BadBaseDomain(config.policy.base_domain));
        }
        let shared = Shared::new(config.catalog, &config.policy);
        let registry = Self {
            hosts: Mutex::new(hosts::Hosts::read(&config.overlays)),
            claims: ArcSwap::default(),
            keeps_hosts: AtomicBool::new(false),
            dir: config.schools_dir,
            overlays: config.overlays,
            policy: config.policy,
            shared: Arc::new(shared),
            live: ArcSwap::default(),
            broken: ArcSwap::default(),
            folders: Mutex::default(),
            readings: AtomicU64::default(),
        };
        registry.load_all()?;
        Ok(Arc::new(registry))
    }

    /// Which school a request is for.
    #[must_use]
    pub fn resolve(&self, request: &RequestHead<'_>) -> Outcome<Arc<School>> {
        resolve::resolve(&self.live.load(), &self.policy, request)
    }

    /// A school by its id.
    #[must_use]
    pub fn school(&self, id: &SchoolId) -> Option<Arc<School>> {
        self.live.load().schools.get(id).cloned()
    }

    /// Every live school, by id.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<School>> {
        let mut all: Vec<_> = self.live.load().schools.values().cloned().collect();
        all.sort_by(|a, b| a.id().cmp(b.id()));
        all
    }

    /// How many schools are live.
    #[must_use]
    pub fn len(&self) -> usize {
        self.live.load().schools.len()
    }

    /// Whether no school is live.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Loads and checks every part of one bundle, or of all: by folder, with warnings. `None` when there is no such
    /// folder.
    #[must_use]
    pub fn check(&self, folder: Option<&str>) -> Option<BTreeMap<String, Vec<Diagnostic>>> {
        let folders: Vec<String> = self.folders.lock().0.keys().cloned().collect();
        let wanted: Vec<String> =
            folders.into_iter().filter(|name| folder.is_none_or(|folder| folder == name)).collect();
        let all: BTreeMap<String, Vec<Diagnostic>> = each(&wanted, |name| {
            let broken = self.broken.load().get(name).map(|found| found.to_vec());
            let live = SchoolId::parse(name).ok().and_then(|id| self.school(&id));
            let checked = live.map(|school| {
                // Held from here on, so that the check finds them, and schools that share a form or a logo share the work.
                let _ = school.logo();
                let _ = school.logo_dark();
                school.config().forms.keys().for_each(|form| drop(school.form(form)));
                school.check()
            });
            let mut found = broken.or(checked).unwrap_or_default();
            found.extend(self.claims.load().get(name).into_iter().flatten().cloned());
            (name.to_owned(), found)
        });
        (folder.is_none() || !all.is_empty()).then_some(all)
    }

    /// What the rules of one live school, or of all, do to the samples of its forms, by folder.
    #[must_use]
    pub fn rehearse(&self, folder: Option<&str>, now_ms: i64) -> BTreeMap<String, Vec<Diagnostic>> {
        let live = self.all();
        let wanted: Vec<String> =
            live.iter().map(|school| school.id().to_string()).filter(|id| folder.is_none_or(|one| one == id)).collect();
        each(&wanted, |name| {
            let school = SchoolId::parse(name).ok().and_then(|id| self.school(&id));
            (name.to_owned(), school.map(|school| parts::rehearse(&school, now_ms)).unwrap_or_default())
        })
    }

    /// Weak points of one live school, or of all, by folder. `None` when there is no such live school.
    #[must_use]
    pub fn lint(
        &self,
        folder: Option<&str>,
        today: impl Fn(&School) -> jiff::civil::Date + Sync,
    ) -> Option<BTreeMap<String, Vec<Diagnostic>>> {
        let live = self.all();
        let wanted: Vec<&Arc<School>> =
            live.iter().filter(|school| folder.is_none_or(|folder| folder == school.id().as_str())).collect();
        let all: BTreeMap<_, _> = each(&wanted, |school| (school.id().to_string(), school.lint(today(school))));
        (folder.is_none() || !all.is_empty()).then_some(all)
    }

    /// How it was set up.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Every bundle whose files are broken (its last good state lives on, if it had one), and every school with a part
    /// that could not be loaded.
    #[must_use]
    pub fn stale(&self) -> Vec<Stale> {
        let mut all: BTreeMap<String, Vec<Diagnostic>> = self.shared.found.lock().clone();
        for (folder, found) in self.broken.load().iter() {
            let known = all.entry(folder.clone()).or_default();
            known.extend(found.iter().filter(|d| !known.contains(d)).cloned().collect::<Vec<_>>());
        }
        for (folder, found) in self.claims.load().iter() {
            let errors: Vec<Diagnostic> = found.iter().filter(|found| found.is_error()).cloned().collect();
            if !errors.is_empty() {
                all.entry(folder.clone()).or_default().extend(errors);
            }
        }
        let live = self.live.load();
        let is_live = |folder: &str| SchoolId::parse(folder).is_ok_and(|id| live.schools.contains_key(&id));
        all.into_iter().map(|(folder, diagnostics)| Stale { live: is_live(&folder), folder, diagnostics }).collect()
    }
}

/// Work on each of many, on as many threads as there are processors.
fn each<T: Sync, R: Send, C: FromIterator<R>>(all: &[T], work: impl Fn(&T) -> R + Sync) -> C {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while let Some(one) = all.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            done.push(work(one));
        }
        done
    };
    let parts: Vec<Vec<R>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.min(all.len())).map(|_| scope.spawn(take)).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    parts.into_iter().flatten().collect()
}

/// A bundle with broken files.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Stale {
    /// Its folder; empty for the folder of the schools itself.
    pub folder: String,
    /// Whether an earlier state is live.
    pub live: bool,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}
