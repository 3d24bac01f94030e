//! Who holds which host.
//!
//! `<id>.<base domain>` is a school's own for ever. A host of its own belongs to the school that had it, over restarts too: the
//! list of them lies beside what schools publish. Whoever names a host that another school holds goes live without that host, and
//! of two who name one that nobody held neither gets it; both are told.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use words::SchoolId;
use words::sabotage::{Guard, is_removed};
use words::{problem::Problem, verdict::Severity};

use super::Registry;
use super::parts::in_school_file;
use super::resolve::Directory;
use super::school::School;
use super::watch::Folders;
use crate::diagnostic::Diagnostic;

/// The list, in the folder of the overlays.
const FILE: &str = "hosts.json";

/// Hosts, and the ids of the schools that hold them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Held(BTreeMap<String, String>);

/// A host that changed hands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostChange {
    /// The host.
    pub host: String,
    /// Who held it.
    pub from: Option<String>,
    /// Who holds it now.
    pub to: Option<String>,
}

impl Held {
    /// The list of a server; a missing or broken one is empty.
    pub(crate) fn read(overlays: &Path) -> Self {
        let Ok(bytes) = std::fs::read(overlays.join(FILE)) else { return Self::default() };
        serde_json::from_slice(&bytes).unwrap_or_else(|error| {
            tracing::error!(%error, file = FILE, "who held which host cannot be read: what is live now counts");
            Self::default()
        })
    }

    /// Writes it down.
    pub fn write(&self, overlays: &Path) -> io::Result<()> {
        crate::bundle::edit::put(&overlays.join(FILE), &serde_json::to_vec_pretty(self).map_err(io::Error::other)?)
    }

    /// Who holds a host.
    #[must_use]
    pub fn holder(&self, host: &str) -> Option<&str> {
        self.0.get(host).map(String::as_str)
    }

    /// Does to it what happened elsewhere, as far as it fits; whether anything changed.
    pub fn apply(&mut self, changes: &[HostChange]) -> bool {
        let before = self.0.clone();
        for change in changes {
            if self.0.get(&change.host) == change.from.as_ref() {
                match &change.to {
                    Some(to) => self.0.insert(change.host.clone(), to.clone()),
                    None => self.0.remove(&change.host),
                };
            }
        }
        self.0 != before
    }

    /// Takes over what others say.
    pub(crate) fn learn(&mut self, others: &Self) {
        self.0.extend(others.0.iter().map(|(host, id)| (host.clone(), id.clone())));
    }

    fn changes_to(&self, after: &Self) -> Vec<HostChange> {
        let hosts: std::collections::BTreeSet<&String> = self.0.keys().chain(after.0.keys()).collect();
        let of = |host: &String| HostChange {
            host: host.clone(),
            from: self.0.get(host).cloned(),
            to: after.0.get(host).cloned(),
        };
        hosts.into_iter().map(of).filter(|change| change.from != change.to).collect()
    }
}

/// What this registry knows of it.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    held: Held,
    /// What the other servers know.
    told: Held,
}

impl Hosts {
    pub(super) fn read(overlays: &Path) -> Self {
        Self { held: Held::read(overlays), told: Held::default() }
    }
}

impl Registry {
    /// From now on this process writes down who holds which host: the server, and no command beside it.
    pub fn keep_hosts(&self) {
        self.keeps_hosts.store(true, Ordering::Relaxed);
        self.write_hosts();
    }

    /// What the other servers do not know yet.
    #[must_use]
    pub fn host_changes(&self) -> Vec<HostChange> {
        let hosts = self.hosts.lock();
        hosts.told.changes_to(&hosts.held)
    }

    /// They know it now.
    pub fn note_host_changes(&self, changes: &[HostChange]) {
        self.hosts.lock().told.apply(changes);
    }

    /// Takes over who holds which host, as all servers know it; of what they do not know this one's own word counts.
    pub fn hold_hosts(&self, told: Held) {
        let folders = self.folders.lock();
        {
            let mut hosts = self.hosts.lock();
            hosts.held.learn(&told);
            hosts.told = told;
        }
        let mut directory = (**self.live.load()).clone();
        self.assign_hosts(&mut directory, &folders);
        self.live.store(Arc::new(directory));
        drop(folders);
        self.write_hosts();
    }

    pub(super) fn write_hosts(&self) {
        if !self.keeps_hosts.load(Ordering::Relaxed) {
            return;
        }
        let held = self.hosts.lock().held.clone();
        if held != Held::read(&self.overlays)
            && let Err(error) = held.write(&self.overlays)
        {
            tracing::error!(%error, "who holds which host cannot be written down: a restart may not know it");
        }
    }

    /// Gives every host of the directory's schools to one of them, or to none.
    pub(super) fn assign_hosts(&self, directory: &mut Directory<Arc<School>>, folders: &Folders) {
        let mut schools: Vec<Arc<School>> = directory.schools.values().cloned().collect();
        schools.sort_by(|a, b| a.id().cmp(b.id()));
        let mut hosts: HashMap<String, Arc<School>> =
            schools.iter().map(|school| (school.own_host(), school.clone())).collect();
        let mut named: BTreeMap<&str, Vec<&Arc<School>>> = BTreeMap::new();
        for school in &schools {
            school.config().hosts.iter().for_each(|host| named.entry(host).or_default().push(school));
        }
        // A school whose files cannot be read, or are not checked yet, may still name what it held.
        let waits = |id: &str| {
            let is_away = |id: SchoolId| !directory.schools.contains_key(&id);
            folders.0.get(id).is_some_and(|known| !known.is_checked || SchoolId::parse(id).is_ok_and(is_away))
        };
        let mut known = self.hosts.lock();
        let mut after = Held::default();
        let mut found: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        let mut own: HashMap<&SchoolId, Vec<String>> = HashMap::new();
        // A school may name many such hosts, and its file is read once for all of them.
        let mut held = Vec::new();
        for (host, claimants) in &named {
            let holder = known.held.holder(host).filter(|_| !is_removed(Guard::HostHolder));
            let alone = || if let [one] = claimants.as_slice() { Some(*one) } else { None };
            let first = || if is_removed(Guard::HostHolder) { claimants.first().copied() } else { alone() };
            let winner = match holder {
                Some(id) => match claimants.iter().find(|school| school.id().as_str() == id) {
                    Some(school) => Some(*school),
                    None if waits(id) => None,
                    None => alone(),
                },
                None => first(),
            };
            match winner {
                Some(school) => {
                    hosts.insert((*host).to_owned(), school.clone());
                    own.entry(school.id()).or_default().push((*host).to_owned());
                    after.0.insert((*host).to_owned(), school.id().to_string());
                }
                None => drop(holder.map(|id| after.0.insert((*host).to_owned(), id.to_owned()))),
            }
            let waiting = holder.filter(|_| winner.is_none());
            for school in claimants.iter().filter(|_| claimants.len() > 1 || winner.is_none()) {
                held.push(school.positions());
                let told = host_diagnostic(host, school, claimants, winner.map(|school| school.id()), waiting);
                found.entry(school.id().to_string()).or_default().push(told);
            }
        }
        let kept = known.held.0.iter().filter(|(host, id)| !named.contains_key(host.as_str()) && waits(id));
        let kept: Vec<_> = kept.map(|(host, id)| (host.clone(), id.clone())).collect();
        after.0.extend(kept);
        for school in &schools {
            school.hold(own.remove(school.id()).unwrap_or_default());
        }
        known.held = after;
        drop(known);
        self.tell(found);
        directory.hosts = hosts;
    }

    /// Keeps what is to be told of hosts, and logs what is new.
    fn tell(&self, found: BTreeMap<String, Vec<Diagnostic>>) {
        let before = self.claims.load();
        for (folder, told) in &found {
            for problem in told.iter().filter(|one| !before.get(folder).is_some_and(|known| known.contains(one))) {
                tracing::warn!(school.id = folder, problem = %problem, "a host is named by several schools");
            }
        }
        self.claims.store(Arc::new(found));
    }
}

/// What a school is told of a host that it names and not alone, or in vain.
fn host_diagnostic(
    host: &str,
    school: &School,
    claimants: &[&Arc<School>],
    winner: Option<&SchoolId>,
    waiting: Option<&str>,
) -> Diagnostic {
    let others: Vec<&str> =
        claimants.iter().map(|other| other.id().as_str()).filter(|id| *id != school.id().as_str()).collect();
    let others = others.join("`, `");
    let (code, severity, message) = match (winner, waiting) {
        (Some(winner), _) if winner == school.id() => (
            "hostNamedElsewhere",
            Severity::Warning,
            format!("`{host}` stands in the files of the school `{others}` too, which goes without it"),
        ),
        (Some(winner), _) => (
            "hostTaken",
            Severity::Error,
            format!("`{host}` is the school `{winner}`'s already; this one goes without it"),
        ),
        (None, Some(holder)) => (
            "hostTaken",
            Severity::Error,
            format!("`{host}` is kept for the school `{holder}`, whose files are broken; this one goes without it"),
        ),
        (None, None) => (
            "hostTaken",
            Severity::Error,
            format!(
                "`{host}` stands in the files of the school `{others}` too, and neither had it before: nobody has it"
            ),
        ),
    };
    let index = school.config().hosts.iter().position(|known| known == host).unwrap_or_default();
    let problem = Problem { severity, ..Problem::new(format!("/hosts/{index}"), code, message) };
    in_school_file(school, problem)
}
