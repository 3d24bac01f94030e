//! Making a school of files takes a core and memory for as long as it takes: one after the other for a school, and once for all
//! who ask for the same.

use kernel::Refusal;
use kernel::turns::Turns;

/// What is known, else what is made in the turn of that name. Whoever waits holds nothing, and `make` looks for itself what has to
/// be made by then: whoever had the turn before may have made it. It leaves what it makes where `look` finds it.
pub(crate) async fn once<T: Send + 'static>(
    turns: &Turns,
    name: &str,
    look: impl Future<Output = Result<Option<T>, Refusal>>,
    make: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    if let Some(known) = look.await? {
        return Ok(known);
    }
    turns.take(&[name.to_owned()]).await?.see(make).await?.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use parking_lot::Mutex;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn who_hangs_up_keeps_the_turn_and_those_who_wait_find_what_was_made() {
        let turns = Turns::new(2, 1, 8, Duration::from_secs(60));
        let (made, times) = (Arc::new(Mutex::new(None)), Arc::new(AtomicUsize::new(0)));
        let (began, has_begun) = oneshot::channel();
        let (go, let_go) = mpsc::channel::<()>();
        let (leaves, counts) = (made.clone(), times.clone());
        let slow = async move {
            let slow = tokio::task::spawn_blocking(move || {
                counts.fetch_add(1, Ordering::SeqCst);
                began.send(()).unwrap();
                let_go.recv().unwrap();
                *leaves.lock() = Some(7);
                7
            });
            slow.await.map_err(Refusal::internal)
        };
        tokio::select! {
            biased;
            _ = once(&turns, "a", async { Ok(*made.lock()) }, slow) => panic!("it ended while it is held"),
            begun = has_begun => begun.unwrap(),
        }
        let others: Vec<_> = (0..8)
            .map(|_| {
                let (turns, made, times) = (turns.clone(), made.clone(), times.clone());
                tokio::spawn(async move {
                    let again = {
                        let made = made.clone();
                        async move {
                            let known = *made.lock();
                            Ok(known.unwrap_or_else(|| {
                                times.fetch_add(1, Ordering::SeqCst);
                                8
                            }))
                        }
                    };
                    once(&turns, "a", async { Ok(*made.lock()) }, again).await.map_err(|refusal| refusal.id())
                })
            })
            .collect();
        // Another school is served meanwhile, by whose answer all of these stand in their line.
        assert_eq!(once(&turns, "b", async { Ok(None) }, async { Ok(9) }).await.ok(), Some(9));
        assert_eq!(times.load(Ordering::SeqCst), 1, "the work goes on, and nobody begins it again");
        go.send(()).unwrap();
        for other in others {
            assert_eq!(other.await.unwrap(), Ok(7));
        }
        assert_eq!(times.load(Ordering::SeqCst), 1);
    }
}
