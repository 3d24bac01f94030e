//! Folders of schools to test with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use jiff::civil::date;
use tenants::registry::resolve::{Mode, Policy};
use tenants::template::{NewSchool, create};
use tenants::{NoPlugins, Registry, RegistryConfig};
use words::SchoolId;

/// A temporary folder of schools.
pub struct House {
    dir: tempfile::TempDir,
}

impl House {
    pub fn new(schools: &[&str]) -> Self {
        let house = Self { dir: tempfile::tempdir().unwrap() };
        for id in schools {
            house.add(id);
        }
        house
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Where overlays lie: beside the bundles, hidden from their list.
    pub fn overlays(&self) -> PathBuf {
        self.path().join(".overlays")
    }

    pub fn add(&self, id: &str) -> PathBuf {
        let path = create(self.path(), &new_school(id), date(2026, 11, 21)).unwrap();
        age(&path);
        path
    }

    /// Writes a file as an editor that saves in place does, long enough ago to be taken as complete.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        age(&path);
    }

    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path().join(path)).unwrap();
        assert!(text.contains(from), "{path} has no {from}");
        self.write(path, &text.replace(from, to));
    }

    pub fn open(&self) -> Arc<Registry> {
        self.open_in(Mode::Production)
    }

    pub fn open_in(&self, mode: Mode) -> Arc<Registry> {
        Registry::open(self.config(mode)).unwrap()
    }

    /// As a server starts: checked afterwards.
    pub fn start(&self) -> Arc<Registry> {
        Registry::start(self.config(Mode::Production)).unwrap()
    }

    fn config(&self, mode: Mode) -> RegistryConfig {
        let policy = Policy { base_domain: "localhost".into(), mode, ..Policy::default() };
        let (schools_dir, overlays) = (self.path().to_owned(), self.overlays());
        RegistryConfig { schools_dir, overlays, policy, catalog: Arc::new(NoPlugins) }
    }
}

pub fn new_school(id: &str) -> NewSchool {
    NewSchool {
        id: SchoolId::parse(id).unwrap(),
        name_en: format!("School \"{id}\""),
        name_ar: "مدرسة".into(),
        time_zone: "Asia/Muscat".into(),
        currency: "OMR".into(),
        mail_from: format!("office@{id}.example"),
    }
}

/// Sets the time of the last change a while back.
pub fn age(path: &Path) {
    let file = std::fs::File::open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(5)).unwrap();
}

pub fn id(text: &str) -> SchoolId {
    SchoolId::parse(text).unwrap()
}

/// 2026-11-21, noon in Muscat.
pub const NOW: i64 = 1_795_248_000_000;
