//! Hashing passwords takes a core and 19 MiB for tens of milliseconds: few at a time, few waiting, on threads of its own
//! that give way to everything else.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kernel::turns::{Turn, Turns};
use kernel::{MessageId, Refusal};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

/// How many may wait for their turn.
const QUEUE: usize = 64;
/// How far the threads give way (19 is the farthest): against pages that are read on a busy core they get about a tenth of
/// it, so that a crowd at sign-in waits longer and everybody else does not.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

/// The bounded gate in front of password hashing.
#[derive(Debug, Clone)]
pub struct Gate {
    places: Arc<Semaphore>,
    jobs: mpsc::Sender<Job>,
}

/// A place in the queue, held until the try has ended.
#[derive(Debug)]
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

/// The turn of somebody who is signed in, one at a time and few who wait: who asks again and again waits for it, and holds no place
/// before the gate of all schools meanwhile.
pub(crate) async fn own_turn(name: String) -> Result<Turn, Refusal> {
    static TURNS: LazyLock<Turns> = LazyLock::new(|| Turns::new(64, 1, 4, Duration::from_secs(20)));
    TURNS.take(&[name]).await
}

impl Gate {
    /// A gate for this machine: half its cores, at least one.
    pub fn for_this_machine() -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::open((cores / 2).max(1), QUEUE)
    }

    /// So many threads, and so many who may wait for one. The threads end with the last copy of the gate.
    fn open(threads: usize, queue: usize) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(threads + queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for n in 0..threads {
            let waiting = waiting.clone();
            std::thread::Builder::new().name(format!("hash-{n}")).spawn(move || work(&waiting))?;
        }
        Ok(Self { places: Arc::new(Semaphore::new(threads + queue)), jobs })
    }

    /// Takes a place, or refuses at once when the queue is full: a short wait beats a long one that ends in a timeout.
    pub fn enter(&self) -> Result<Place, Refusal> {
        match self.places.clone().try_acquire_owned() {
            Ok(permit) => Ok(Place { _permit: permit }),
            Err(_) => {
                metrics::counter!("qabul_sign_in_queue_full_total").increment(1);
                Err(Refusal::new(MessageId::L002).retry_after(2))
            }
        }
    }

    /// Runs the work on a thread of the gate when its turn has come.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move || {
            // Nobody waits for it any more: the work is left undone.
            if !tell.is_closed() {
                // The asker may go while it is done; nothing is lost with the value.
                let _ = tell.send(work());
            }
        });
        self.jobs.send(job).await.map_err(Refusal::internal)?;
        told.await.map_err(Refusal::internal)
    }
}

fn work(waiting: &Mutex<mpsc::Receiver<Job>>) {
    give_way();
    loop {
        let next = waiting.lock().blocking_recv();
        let Some(job) = next else { return };
        // One that panics tells its asker by what it drops; the thread goes on.
        if std::panic::catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("work behind the gate panicked");
        }
    }
}

/// Lets every other thread of the machine go first. On Linux a niceness is the calling thread's own.
#[cfg(target_os = "linux")]
fn give_way() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "password hashing runs at the priority of everything else");
    }
}

/// Elsewhere a niceness would be the whole process's.
#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let gate = Gate::open(1, 1).expect("threads");
        let (_a, _b) = (gate.enter().expect("place"), gate.enter().expect("place"));
        assert_eq!(gate.enter().expect_err("full").id(), MessageId::L002);
        drop(_a);
        assert!(gate.enter().is_ok());
        assert_eq!(gate.run(|| 7).await.expect("runs"), 7);
    }

    #[tokio::test]
    async fn a_panic_is_its_askers_alone() {
        let gate = Gate::open(1, 1).expect("threads");
        assert!(gate.run(|| assert_eq!(1, 2)).await.is_err());
        assert_eq!(gate.run(|| 7).await.expect("the thread goes on"), 7);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn its_threads_give_way_and_no_other_does() {
        let gate = Gate::open(1, 1).expect("threads");
        let priority = || rustix::process::getpriority_process(None).expect("a priority");
        let before = priority();
        assert_eq!(gate.run(priority).await.expect("runs"), NICENESS.max(before));
        assert_eq!(tokio::task::spawn_blocking(priority).await.expect("runs"), before);
        assert_eq!(priority(), before);
    }
}
