//! Threads for work that takes a core for long (password hashes, papers), which give way to everything else on the machine.

use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use crate::Refusal;

/// How far the threads give way (19 is the farthest): against pages that are read on a busy core they get about a tenth of
/// it, so that a crowd at sign-in and letters for many take longer and everybody else's answer does not.
#[cfg(target_os = "linux")]
pub const NICENESS: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

/// A few threads that give way. They end with its last copy.
#[derive(Debug, Clone)]
pub struct BackgroundThreads(mpsc::Sender<Job>);

impl BackgroundThreads {
    /// Starts so many threads; `in_hand` tries wait at them, and whoever comes then waits to hand over its own.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(name: &str, threads: usize, in_hand: usize) -> io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(in_hand);
        let waiting = Arc::new(Mutex::new(waiting));
        for n in 0..threads {
            let waiting = waiting.clone();
            std::thread::Builder::new().name(format!("{name}-{n}")).spawn(move || run_jobs(&waiting))?;
        }
        Ok(Self(jobs))
    }

    /// Runs the work when its turn has come; work that nobody waits for any more is left undone.
    ///
    /// # Errors
    /// `R999` where the work panics.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move || {
            if !sender.is_closed() {
                // The asker may go while it is done; nothing is lost with the value.
                let _ = sender.send(work());
            }
        });
        self.0.send(job).await.map_err(Refusal::internal)?;
        receiver.await.map_err(Refusal::internal)
    }
}

fn run_jobs(waiting: &Mutex<mpsc::Receiver<Job>>) {
    give_way();
    loop {
        let next = waiting.lock().blocking_recv();
        let Some(job) = next else { return };
        // One that panics tells its asker by what it drops; the thread goes on.
        if std::panic::catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("work of a background thread panicked");
        }
    }
}

/// Lets every other thread of the machine go first. On Linux a niceness is the calling thread's own.
#[cfg(target_os = "linux")]
fn give_way() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "background work runs at the priority of everything else");
    }
}

/// Elsewhere a niceness would be the whole process's.
#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_its_askers_alone() {
        let threads = BackgroundThreads::start("test", 1, 4).expect("threads");
        assert!(threads.run(|| assert_eq!(1, 2)).await.is_err());
        assert_eq!(threads.run(|| 7).await.expect("the thread goes on"), 7);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn its_threads_give_way_and_no_other_does() {
        let threads = BackgroundThreads::start("test", 1, 4).expect("threads");
        let priority = || rustix::process::getpriority_process(None).expect("a priority");
        let before = priority();
        assert_eq!(threads.run(priority).await.expect("runs"), NICENESS.max(before));
        assert_eq!(tokio::task::spawn_blocking(priority).await.expect("runs"), before);
        assert_eq!(priority(), before);
    }
}
