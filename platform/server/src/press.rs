//! The press behind the hook of letters: typst, on threads that give way to everything else, as many as there are cores to spare.

use std::io;
use std::num::NonZero;
use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use blocks::Hijri;
use bytes::Bytes;
use kernel::background::BackgroundThreads;
use serde_json::Value;
use tenants::letters::{Press, Sheet, Uncovered, Undrawn};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many drawings wait for a core; whoever comes then is told to come again.
const MOST_WAITING: usize = 64;

/// Fonts and templates are read once for a process, with its first letter.
static PRESS: LazyLock<Result<Arc<letters::Press>, String>> =
    LazyLock::new(|| letters::Press::new().map(Arc::new).map_err(|error| error.to_string()));

/// Draws letters.
#[derive(Debug, Clone)]
pub struct LetterPress {
    threads: BackgroundThreads,
    cores: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl LetterPress {
    /// With all cores but one.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn new() -> io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self::with(cores.saturating_sub(1).max(1), MOST_WAITING)
    }

    /// With so many cores, and a line of so many.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn with(cores: usize, waiting: usize) -> io::Result<Self> {
        let threads = BackgroundThreads::start("press", cores, cores)?;
        Ok(Self { threads, cores: Arc::new(Semaphore::new(cores)), places: Arc::new(Semaphore::new(cores + waiting)) })
    }

    /// Something that takes a core, in its turn. Whoever hangs up while it waits leaves the line; what was begun keeps its core to its end.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&letters::Press) -> Result<T, letters::Undrawn> + Send + 'static,
    ) -> Result<T, Undrawn> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| Undrawn::Busy)?;
        let core = self.cores.clone().acquire_owned().await.map_err(|_| Undrawn::Busy)?;
        let held: [OwnedSemaphorePermit; 2] = [place, core];
        let done = self.threads.run(move || {
            let _held = held;
            let press = PRESS.as_ref().map_err(|error| Undrawn::Refused(error.clone()))?;
            work(press).map_err(told)
        });
        done.await.map_err(|error| Undrawn::Refused(error.to_string()))?
    }
}

#[async_trait]
impl Press for LetterPress {
    fn covers(&self, text: &str) -> Result<(), Vec<char>> {
        let mut missing = Vec::new();
        for each in text.chars().filter(|each| !blocks::coverage::covers(*each)) {
            if !missing.contains(&each) {
                missing.push(each);
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }

    fn hijri(&self) -> Hijri {
        letters::hijri
    }

    async fn draw(&self, sheet: Sheet, data: Value, logo: Option<Bytes>) -> Result<Vec<u8>, Undrawn> {
        self.in_turn(move |press| press.draw(kind(sheet), &data, logo.as_deref())).await
    }

    async fn draw_together(
        &self,
        sheet: Sheet,
        sheets: Vec<Value>,
        title: String,
        logo: Option<Bytes>,
    ) -> Result<Vec<u8>, Undrawn> {
        self.in_turn(move |press| press.draw_together(kind(sheet), &sheets, &title, logo.as_deref())).await
    }
}

fn kind(sheet: Sheet) -> letters::Sheet {
    match sheet {
        Sheet::Letter => letters::Sheet::Letter,
        Sheet::Receipt => letters::Sheet::Receipt,
    }
}

fn told(undrawn: letters::Undrawn) -> Undrawn {
    match undrawn {
        letters::Undrawn::Uncovered(all) => {
            let one = |each: letters::Uncovered| Uncovered { pointer: each.pointer, characters: each.characters };
            Undrawn::Uncovered(all.into_iter().map(one).collect())
        }
        other => Undrawn::Refused(other.to_string()),
    }
}
