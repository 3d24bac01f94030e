//! A school that is live: its configuration, and its parts as they are first used.
//!
//! `form`, `plugin`, `tables`, `details` and the like read files on first use and may then take a while: call them by
//! [`School::built`] unless the matching `…_if_ready` has it already.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock, Weak};

use arc_swap::{ArcSwap, ArcSwapOption};
use bytes::Bytes;
use form::{Cost, FormDocument};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use parking_lot::Mutex;
use words::{Language, SchoolId};

use super::loaded::{FormError, LoadedForm, LoadedPlugin};
use super::payload::{AdmissionDates, FormPayload, FormSummary, FormView, Prepared};
use super::resolve::Tenant;
use super::shared::Shared;
use super::{application, details, letters, parts};
use crate::bundle::config::{FormConfig, IsoDate, SchoolConfig, usual_form_path};
use crate::bundle::files::BundleFiles;
use crate::bundle::logo::Logo;
use crate::bundle::photo::Photo;
use crate::bundle::rounds::RoundConfig;
use crate::bundle::{self, Overrides, Positions, Tables};
use crate::diagnostic::Diagnostic;
use crate::message::MAX_TEMPLATE_BYTES;

/// A part that is loaded once, on first use.
pub(super) type Slot<T> = OnceLock<Result<Arc<T>, Arc<[Diagnostic]>>>;
/// Own words by language and namespace, also that there are none.
type KnownOverrides = HashMap<(Language, String), Option<Arc<Overrides>>>;

/// A school.
pub struct School {
    pub(super) id: SchoolId,
    pub(super) config: SchoolConfig,
    pub(super) zone: TimeZone,
    pub(super) files: Arc<BundleFiles>,
    positions: Mutex<Weak<Positions>>,
    pub(super) shared: Arc<Shared>,
    /// As its operators' file says, also while an earlier state answers.
    pub(super) suspended: AtomicBool,
    /// A trial is looked at and never live: what is wrong with it is nobody's alarm.
    trial: bool,
    /// Hosts of its own that it holds: those that it names, until they are given.
    held: ArcSwap<Vec<String>>,
    forms: HashMap<String, Slot<LoadedForm>>,
    pub(super) plugins: HashMap<String, Slot<LoadedPlugin>>,
    pub(super) tables: OnceLock<Arc<Tables>>,
    pub(super) logo: OnceLock<Option<Arc<Logo>>>,
    pub(super) logo_dark: OnceLock<Option<Arc<Logo>>>,
    pub(super) photo: OnceLock<Option<Arc<Photo>>>,
    details: ArcSwapOption<details::Dated>,
    pub(super) rounds: OnceLock<Vec<Arc<RoundConfig>>>,
    pub(super) places: super::places::Places,
    overrides: Mutex<KnownOverrides>,
    pub(super) legal: OnceLock<[Option<Arc<blocks::Texts>>; 2]>,
    pub(super) letters: OnceLock<letters::Letters>,
    /// All criteria, consents, forms; templates of offers, conditional offers and acceptances; in each language.
    pub(super) criteria: [[OnceLock<Prepared>; 2]; 6],
}

impl School {
    pub(super) fn new(id: SchoolId, config: SchoolConfig, files: Arc<BundleFiles>, shared: Arc<Shared>) -> Self {
        let (config_hosts, suspended) = (config.hosts.clone(), config.suspended.into());
        Self {
            zone: TimeZone::get(&config.time_zone).unwrap_or(TimeZone::UTC),
            forms: config.forms.keys().map(|id| (id.clone(), OnceLock::new())).collect(),
            plugins: config.plugins.keys().map(|name| (name.clone(), OnceLock::new())).collect(),
            id,
            config,
            files,
            positions: Mutex::default(),
            shared,
            suspended,
            trial: false,
            held: ArcSwap::from_pointee(config_hosts),
            tables: OnceLock::new(),
            logo: OnceLock::new(),
            logo_dark: OnceLock::new(),
            photo: OnceLock::new(),
            details: ArcSwapOption::empty(),
            rounds: OnceLock::new(),
            places: super::places::Places::default(),
            overrides: Mutex::default(),
            legal: OnceLock::new(),
            letters: OnceLock::new(),
            criteria: Default::default(),
        }
    }

    /// The same, for trying out only.
    pub(super) fn on_trial(self) -> Self {
        Self { trial: true, ..self }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &SchoolId {
        &self.id
    }

    /// The scope under which its data is read and written.
    #[must_use]
    pub fn scope(&self) -> kernel::caller::SchoolScope {
        kernel::caller::SchoolScope::vouch(self.id.clone())
    }

    /// Where the parts of `school.yaml` stand: of use where something is wrong alone, so they are read again unless somebody
    /// holds them.
    pub(super) fn positions(&self) -> Arc<Positions> {
        let mut known = self.positions.lock();
        known.upgrade().unwrap_or_else(|| {
            let read = bundle::read_config(&self.files).map(|checked| checked.positions);
            let positions = Arc::new(read.unwrap_or_default());
            *known = Arc::downgrade(&positions);
            positions
        })
    }

    /// The same, as they were just read.
    pub(super) fn hold_positions(&self, positions: Positions) -> Arc<Positions> {
        let positions = Arc::new(positions);
        *self.positions.lock() = Arc::downgrade(&positions);
        positions
    }

    /// The files that it was read from: the operators' with what is published over them, or a state that was kept.
    #[must_use]
    pub fn files(&self) -> &Arc<BundleFiles> {
        &self.files
    }

    /// `school.yaml`.
    #[must_use]
    pub fn config(&self) -> &SchoolConfig {
        &self.config
    }

    /// Its time zone.
    #[must_use]
    pub fn time_zone(&self) -> &TimeZone {
        &self.zone
    }

    /// Its civil date at a moment.
    #[must_use]
    pub fn today(&self, now_ms: i64) -> Date {
        words::clock::timestamp(now_ms).to_zoned(self.zone.clone()).date()
    }

    /// Gives it the hosts of its own that it holds.
    pub(super) fn hold(&self, hosts: Vec<String>) {
        if **self.held.load() != hosts {
            self.held.store(Arc::new(hosts));
        }
    }

    /// Hosts of its own that it holds, and so answers at.
    #[must_use]
    pub fn held_hosts(&self) -> Arc<Vec<String>> {
        self.held.load_full()
    }

    /// The host that links to it name: its first custom domain, else `<id>.<base domain>`. On a machine of one's own
    /// (`localhost`) always the latter, as no custom domain leads there.
    #[must_use]
    pub fn canonical_host(&self) -> String {
        let local = self.shared.base_domain == "localhost" || self.shared.base_domain.ends_with(".localhost");
        let held = self.held.load();
        // In the order of its file.
        let custom = self.config.hosts.iter().find(|host| held.contains(host)).filter(|_| !local);
        custom.cloned().unwrap_or_else(|| self.own_host())
    }

    /// `<id>.<base domain>`.
    #[must_use]
    pub fn own_host(&self) -> String {
        format!("{}.{}", self.id, self.shared.base_domain)
    }

    /// How a form is offered; `None` when it is not.
    #[must_use]
    pub fn form_config(&self, form: &str) -> Option<&FormConfig> {
        self.config.forms.get(form)
    }

    /// Whether a form that is offered can be sent on a day.
    #[must_use]
    pub fn is_open(&self, form: &str, today: Date) -> bool {
        let today: IsoDate = today.to_string();
        self.form_config(form).is_some_and(|form| {
            form.opens_on.as_ref().is_none_or(|first| *first <= today)
                && form.closes_on.as_ref().is_none_or(|last| today <= *last)
        })
    }

    /// When admission begins and ends, and where a day stands in that.
    #[must_use]
    pub fn admission_dates(&self, today: Date) -> AdmissionDates {
        details::admission_dates(&self.config.school_dates, self.has_no_admission(), &today.to_string())
    }

    /// A form with its plugin. Loaded and checked on first use.
    pub fn loaded_form(&self, form: &str) -> Result<Arc<LoadedForm>, FormError> {
        let slot = self.forms.get(form).ok_or(FormError::NotOffered)?;
        let loaded = slot.get_or_init(|| {
            let ready = self.forms.values().filter_map(|slot| Some(slot.get()?.as_ref().ok()?.document.cost()));
            let others = ready.fold(Cost::default(), Cost::plus);
            let loaded = parts::load_form(self, form).and_then(|loaded| {
                match parts::beside(self, form, loaded.document.cost(), others) {
                    Some(problem) => Err(Arc::from([problem])),
                    None => Ok(loaded),
                }
            });
            self.note(&loaded);
            loaded
        });
        loaded.clone().map_err(FormError::Broken)
    }

    /// A form's document. Loaded and checked on first use.
    pub fn form(&self, form: &str) -> Result<Arc<FormDocument>, FormError> {
        self.loaded_form(form).map(|loaded| loaded.document.clone())
    }

    /// A form's document without the school's own words over it: the texts that it comes with.
    pub fn form_of_texts(&self, form: &str) -> Result<Arc<FormDocument>, FormError> {
        if !self.forms.contains_key(form) {
            return Err(FormError::NotOffered);
        }
        parts::plain_form(self, form).map_err(FormError::Broken)
    }

    /// A form that is in memory already; `None` also for one that is broken or not offered.
    #[must_use]
    pub fn form_if_ready(&self, form: &str) -> Option<Arc<LoadedForm>> {
        self.forms.get(form)?.get()?.as_ref().ok().cloned()
    }

    /// The whole answer to `get_form`, prepared once for each language.
    pub fn form_view(&self, form: &str, language: Language) -> Result<Prepared, FormError> {
        let loaded = self.loaded_form(form)?;
        let view = loaded.views[language as usize].get_or_init(|| {
            let form = FormView::new(form, &loaded.document, loaded.plugin_ref(), language);
            Prepared::of(FormPayload { form })
        });
        Ok(view.clone())
    }

    /// The same, when it was prepared before.
    #[must_use]
    pub fn form_view_if_ready(&self, form: &str, language: Language) -> Option<Prepared> {
        self.form_if_ready(form)?.views[language as usize].get().cloned()
    }

    /// A plugin of the bundle. Read, held against its digest and inspected on first use.
    pub fn plugin(&self, name: &str) -> Result<Arc<LoadedPlugin>, Arc<[Diagnostic]>> {
        let Some(slot) = self.plugins.get(name) else { return Err(Arc::new([])) };
        slot.get_or_init(|| {
            let loaded = parts::load_plugin(self, name);
            self.note(&loaded);
            loaded
        })
        .clone()
    }

    /// Its rule tables. Read on first use; broken ones are left out and reported.
    #[must_use]
    pub fn tables(&self) -> Arc<Tables> {
        let read = || {
            let (tables, found) = Tables::read(&self.files);
            self.report(&found);
            Arc::new(tables)
        };
        self.tables.get_or_init(read).clone()
    }

    /// Its logo as PNG; `None` when it cannot be read.
    #[must_use]
    pub fn logo(&self) -> Option<Arc<Logo>> {
        let read = || match parts::load_logo(self) {
            Ok(logo) => Some(logo),
            Err(problem) => {
                self.report(&[problem]);
                None
            }
        };
        self.logo.get_or_init(read).clone()
    }

    /// The same for dark grounds; `None` when it has none or it cannot be read.
    #[must_use]
    pub fn logo_dark(&self) -> Option<Arc<Logo>> {
        let read = || {
            parts::load_logo_dark(self).unwrap_or_else(|problem| {
                self.report(&[problem]);
                None
            })
        };
        self.logo_dark.get_or_init(read).clone()
    }

    /// Its photograph; `None` when it has none or it cannot be read.
    #[must_use]
    pub fn photo(&self) -> Option<Arc<Photo>> {
        let read = || {
            parts::load_photo(self).unwrap_or_else(|problem| {
                self.report(&[problem]);
                None
            })
        };
        self.photo.get_or_init(read).clone()
    }

    /// The file behind `/branding/<file>`: the logos and the photograph under their digests, nothing else.
    #[must_use]
    pub fn branding_file(&self, file: &str) -> Option<Bytes> {
        if let Some(digest) = file.strip_suffix(".jpg") {
            return self.photo()?.named(digest).map(|drawn| drawn.jpeg.clone());
        }
        let digest = file.strip_suffix(".png")?;
        let mut logos = self.logo().into_iter().chain(self.logo_dark());
        logos.find(|logo| logo.digest == digest).map(|logo| logo.png.clone())
    }

    /// The path of a form's page on the web, also of one that is no longer offered.
    #[must_use]
    pub fn form_path(&self, form: &str) -> String {
        self.config.forms.get(form).map_or_else(|| usual_form_path(form), |config| config.path_of(form))
    }

    /// The forms that it offers, as lists show them. Broken ones are left out.
    #[must_use]
    pub fn form_summaries(&self, today: Date) -> Vec<FormSummary> {
        let offered = self.config.forms.iter();
        let summaries = offered.filter_map(|(id, config)| {
            let document = self.form(id).ok()?;
            Some(FormSummary {
                id: id.clone(),
                path: config.path_of(id),
                title: document.title(),
                kind: self.config.kind_of(id),
                about: config.about.clone().or_else(|| application::described(&document)),
                version: document.version().to_owned(),
                open: self.is_open(id, today),
                opens_on: config.opens_on.clone(),
                closes_on: config.closes_on.clone(),
            })
        });
        summaries.collect()
    }

    /// The whole answer to `get_school_details`, prepared once a day.
    #[must_use]
    pub fn details(&self, now_ms: i64) -> Prepared {
        if let Some(prepared) = self.details_if_ready(now_ms) {
            return prepared;
        }
        let dated = Arc::new(details::prepare(self, now_ms));
        let prepared = dated.prepared.clone();
        self.details.store(Some(dated));
        prepared
    }

    /// The same, when it was prepared today.
    #[must_use]
    pub fn details_if_ready(&self, now_ms: i64) -> Option<Prepared> {
        let dated = self.details.load();
        dated.as_ref().filter(|dated| dated.holds(now_ms)).map(|dated| dated.prepared.clone())
    }

    /// The school's own words for a namespace of the web's texts; `None` when it has none.
    #[must_use]
    pub fn locale_overrides(&self, language: Language, ns: &str) -> Option<Arc<Overrides>> {
        if !bundle::is_namespace(ns) {
            return None;
        }
        let key = (language, ns.to_owned());
        if let Some(known) = self.overrides.lock().get(&key) {
            return known.clone();
        }
        let read = bundle::read_overrides(&self.files, language, ns).unwrap_or_else(|found| {
            self.report(&found);
            None
        });
        let read = read.map(Arc::new);
        let mut overrides = self.overrides.lock();
        // Names come from the address bar: remember only as many as there can be.
        if overrides.len() < 200 {
            overrides.insert(key, read.clone());
        }
        read
    }

    /// A template of the school's own: `mail/<name>.<language>.txt`, `sms/<name>.<language>.txt`.
    #[must_use]
    pub fn message_template(&self, folder: &str, name: &str, language: Language) -> Option<String> {
        if !bundle::is_namespace(name) || !matches!(folder, "mail" | "sms") {
            return None;
        }
        let read = self.files.read(&format!("{folder}/{name}.{language}.txt"), MAX_TEMPLATE_BYTES);
        match read {
            Ok(bytes) => bytes.and_then(|bytes| String::from_utf8(bytes).ok()),
            Err(problem) => {
                self.report(&[problem]);
                None
            }
        }
    }

    /// Whether it is looked at only, and never live.
    #[must_use]
    pub fn is_trial(&self) -> bool {
        self.trial
    }

    /// Loads and checks every part: what `school check` and a reload do.
    #[must_use]
    pub fn check(&self) -> Vec<Diagnostic> {
        parts::check(self)
    }

    pub(super) fn report(&self, found: &[Diagnostic]) {
        if !self.trial {
            self.shared.report(self.id.as_str(), found);
        }
    }

    /// Weak points that break nothing: texts in one language, days that have passed, forms that nobody reaches.
    #[must_use]
    pub fn lint(&self, today: Date) -> Vec<Diagnostic> {
        super::lint::lint(self, today)
    }

    fn note<T>(&self, loaded: &Result<T, Arc<[Diagnostic]>>) {
        if let Err(found) = loaded {
            self.report(found);
        }
    }
}

impl std::fmt::Debug for School {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("School").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Tenant for Arc<School> {
    fn school_id(&self) -> &SchoolId {
        &self.id
    }

    fn is_suspended(&self) -> bool {
        School::is_suspended(self)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::registry::resolve::Policy;
    use crate::template::{NewSchool, create};
    use crate::{NoPlugins, Registry, RegistryConfig};

    #[test]
    fn its_file_is_read_once_while_somebody_holds_its_places() {
        let house = tempfile::tempdir().unwrap();
        let new = NewSchool {
            id: SchoolId::parse("al-noor").unwrap(),
            name_en: "Al Noor".into(),
            name_ar: "النور".into(),
            time_zone: "Asia/Muscat".into(),
            currency: "OMR".into(),
            mail_from: "office@al-noor.example".into(),
        };
        let path = create(house.path(), &new, date(2026, 11, 21)).unwrap();
        let registry = Registry::open(RegistryConfig {
            schools_dir: house.path().to_owned(),
            overlays: house.path().join(".overlays"),
            policy: Policy { base_domain: "localhost".into(), ..Policy::default() },
            catalog: Arc::new(NoPlugins),
        });
        let school = registry.unwrap().school(&new.id).unwrap();
        let line = || parts::in_school_file(&school, words::problem::Problem::key("/forms", "x", "")).line;
        let (before, held) = (line(), school.positions());
        std::fs::remove_file(path.join("school.yaml")).unwrap();
        assert!(before > 1);
        assert_eq!(line(), before);
        drop(held);
        assert_eq!(line(), 1, "nothing is kept when nobody looks");
    }
}
