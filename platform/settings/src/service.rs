//! The face of the desk, and what its slices share.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use kernel::caller::SchoolScope;
use kernel::crypto::Secret;
use kernel::files::FileStore;
pub(crate) use kernel::files::refusal as storage;
use kernel::turns::{Turn, Turns};
use kernel::{Db, MessageId, Refusal};
use parking_lot::Mutex;
use tenants::bundle::Overlay;
use tenants::depot::Depot;
use tenants::letters::Press;
use tenants::{Registry, School};
use words::{Clock, Rng, SchoolId};

use crate::components::Tally;
use crate::draft::State;
use crate::model::{Diagnostic, DraftEdit};
use crate::once::once;
use crate::publish::ScheduleId;
use crate::rules::Rules;
use crate::staff::Colleagues;
use crate::texts::Words;

/// How long a request waits for its school's turn at something heavy: well within what a request may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the desk works with.
pub struct Parts {
    /// The database.
    pub db: Db,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub rng: Arc<dyn Rng>,
    /// What previews are sealed with.
    pub secret: Secret,
    /// The schools.
    pub registry: Arc<Registry>,
    /// The disk that uploads share with those of families.
    pub files: FileStore,
    /// The web's own texts.
    pub words: Arc<dyn Words>,
    /// Forms' rules, for trying.
    pub rules: Arc<dyn Rules>,
    /// Draws letters.
    pub press: Arc<dyn Press>,
    /// Who works for a school.
    pub colleagues: Arc<dyn Colleagues>,
    /// Calls of components that are not written down yet.
    pub calls: Arc<Tally>,
    /// Where a school lives, as its configuration says.
    pub origin: Origin,
    /// What several servers share; `None` for one that has its bundles to itself.
    pub depot: Option<Arc<Depot>>,
}

/// Where a school lives.
pub type Origin = Arc<dyn Fn(&School) -> String + Send + Sync>;

/// The desk. Cheap to clone.
#[derive(Clone)]
pub struct Settings(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub rng: Arc<dyn Rng>,
    pub secret: Secret,
    pub registry: Arc<Registry>,
    pub files: FileStore,
    pub words: Arc<dyn Words>,
    pub rules: Arc<dyn Rules>,
    pub press: Arc<dyn Press>,
    pub colleagues: Arc<dyn Colleagues>,
    pub calls: Arc<Tally>,
    pub origin: Origin,
    pub depot: Option<Arc<Depot>>,
    /// Trying plugins and comparing rules takes a core and memory: one at a time for a school, two at once.
    pub heavy: Turns,
    /// Reading the draft and what it stands on. Taken inside of the other turns, and never the other way about.
    reads: Turns,
    /// Making a school of its files, for a look or to go live: turns of their own, so that a long comparison keeps nobody from the desk.
    tries: Turns,
    /// Saves of one draft go one after the other, so that none of them has to be tried again for the others here.
    pub saves: Turns,
    /// What changes a school's published state goes one after the other.
    turns: Mutex<HashMap<SchoolId, Arc<tokio::sync::Mutex<()>>>>,
    /// The live school and the newest revision at the last look into the history.
    pub seen: Mutex<HashMap<SchoolId, (Weak<School>, i64)>>,
    /// How many edits each publication has that waits.
    pub scheduled: Mutex<HashMap<SchoolId, HashMap<ScheduleId, i64>>>,
    /// The draft of each school as a school.
    trials: Mutex<HashMap<SchoolId, Trial>>,
}

/// A draft as a school.
#[derive(Clone)]
pub(crate) struct Trial {
    live: Weak<School>,
    version: i64,
    /// `None` when `school.yaml` itself is broken.
    pub school: Option<Arc<School>>,
    /// What is wrong with it, warnings too.
    pub problems: Arc<[tenants::Diagnostic]>,
}

impl Trial {
    /// As answers tell it.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.problems.iter().cloned().map(Diagnostic::from).collect()
    }
}

impl Settings {
    /// Puts the desk together.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let Parts { db, clock, rng, secret, registry, files, words, rules, press, colleagues, calls, origin, depot } =
            parts;
        Self(Arc::new(Inner {
            db,
            clock,
            rng,
            secret,
            registry,
            files,
            words,
            rules,
            press,
            colleagues,
            calls,
            origin,
            depot,
            heavy: Turns::new(2, 1, 8, PATIENCE),
            reads: Turns::new(8, 1, 512, PATIENCE),
            // A line as long as that of saves: each of them looks at what came of it, which is made once for many.
            tries: Turns::new(2, 1, 256, PATIENCE),
            saves: Turns::new(64, 1, 256, PATIENCE),
            turns: Mutex::default(),
            seen: Mutex::default(),
            scheduled: Mutex::default(),
            trials: Mutex::default(),
        }))
    }
}

impl Inner {
    /// The school's turn at its published state.
    pub async fn turn(&self, school: &SchoolId) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = self.turns.lock().entry(school.clone()).or_default().clone();
        turn.lock_owned().await
    }

    /// The school's turn at something heavy; R012 when too many wait.
    pub async fn heavy_turn(&self, school: &SchoolId) -> Result<Turn, Refusal> {
        self.heavy.take(&[school.to_string()]).await
    }

    /// The school's turn at being made of its files; R012 when too many wait.
    pub async fn try_turn(&self, school: &SchoolId) -> Result<Turn, Refusal> {
        self.tries.take(&[school.to_string()]).await
    }

    /// The school's turn at reading what is large; R012 when too many wait.
    pub async fn read_turn(&self, school: &SchoolId) -> Result<Turn, Refusal> {
        self.reads.take(&[school.to_string()]).await
    }

    /// The live school.
    pub fn live(&self, scope: &SchoolScope) -> Result<Arc<School>, Refusal> {
        self.registry.school(scope.id()).ok_or_else(|| Refusal::new(MessageId::L007))
    }

    /// The newest state of the draft, and the draft as a school: made once for each of its versions. Whoever waits for the turn
    /// holds nothing and finds what was made meanwhile, so that a crowd that saves makes few.
    pub async fn tried(self: &Arc<Self>, scope: &SchoolScope) -> Result<(State, Trial), Refusal> {
        let look = async {
            let state = self.state(scope).await?;
            Ok(self.find_trial(scope, &state)?.map(|trial| (state, trial)))
        };
        let (inner, held) = (self.clone(), scope.clone());
        once(&self.tries, scope.id().as_str(), look, async move { inner.try_newest(&held).await }).await
    }

    /// The same in a turn that the caller holds.
    pub async fn try_newest(self: &Arc<Self>, scope: &SchoolScope) -> Result<(State, Trial), Refusal> {
        // Taken before the state is read: what goes live meanwhile is tried anew.
        let live = Arc::downgrade(&self.live(scope)?);
        let state = self.state(scope).await?;
        if let Some(known) = self.find_trial(scope, &state)? {
            return Ok((state, known));
        }
        let (inner, id) = (self.clone(), scope.id().clone());
        let made = tokio::task::spawn_blocking(move || {
            let (school, problems) = try_out(&inner.registry, &id, state.overlay.clone());
            let trial = Trial { live, version: state.version, school, problems: problems.into() };
            inner.trials.lock().insert(id, trial.clone());
            (state, trial)
        });
        made.await.map_err(Refusal::internal)
    }

    fn find_trial(&self, scope: &SchoolScope, state: &State) -> Result<Option<Trial>, Refusal> {
        let live = Arc::downgrade(&self.live(scope)?);
        let known = self.trials.lock().get(scope.id()).cloned();
        Ok(known.filter(|known| known.version == state.version && known.live.ptr_eq(&live)))
    }

    /// What was wrong with the draft at the last look, whatever its version.
    pub fn last_problems(&self, school: &SchoolId) -> Vec<Diagnostic> {
        self.trials.lock().get(school).map(Trial::diagnostics).unwrap_or_default()
    }

    /// The draft's school of the last look, whatever its version.
    pub fn last_trial(&self, school: &SchoolId) -> Option<Arc<School>> {
        self.trials.lock().get(school)?.school.clone()
    }
}

/// The school with an overlay over its base, and all that is wrong with it. Reads files.
pub(crate) fn try_out(
    registry: &Registry,
    id: &SchoolId,
    overlay: Overlay,
) -> (Option<Arc<School>>, Vec<tenants::Diagnostic>) {
    match registry.trial(id, overlay) {
        Ok(school) => {
            let problems = school.check();
            (Some(school), problems)
        }
        Err(problems) => (None, problems),
    }
}

/// S002: somebody was quicker.
pub(crate) fn changed_meanwhile(version: i64, theirs: Vec<DraftEdit>) -> Refusal {
    Refusal::new(MessageId::S002).with("theirs", theirs).with("version", version)
}
