//! A client that asks and then does not read, or reads a few bytes now and then, must not hold its connection: a write that stands
//! still fails, and so does one whose bytes are taken more slowly than anybody's line is. While places are scarce, slow lines wait
//! for better times: who holds a place then has to use it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};
use words::sabotage::{Guard, is_removed};

/// A socket whose writes have to get on.
pub(super) struct Stalling<S> {
    stream: S,
    limit: Duration,
    /// Runs while room is waited for.
    timer: Option<Pin<Box<Sleep>>>,
    pace: Pace,
}

/// How slowly an answer may be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// Over how much of waiting it is judged.
    pub stretch: Duration,
    /// Slowest average, in bytes a second.
    pub slowest: u64,
}

impl Patience {
    /// The same while places are scarce.
    pub fn scarce(self) -> Self {
        Self { stretch: self.stretch / 3, slowest: 8 * self.slowest }
    }
}

/// How fast the other side takes what it is sent. Only time in which we wait for it counts, and it is judged anew each time that
/// a stretch has been waited together: what was read fast long ago does not pay for today.
struct Pace {
    patience: Box<dyn Fn() -> Patience + Send>,
    waited: Duration,
    waiting_since: Option<Instant>,
    /// What was taken since. None before the first wait: that went into the kernel's own buffers.
    taken: Option<u64>,
}

impl Pace {
    fn waits(&mut self) {
        self.taken.get_or_insert(0);
        self.waiting_since.get_or_insert_with(Instant::now);
    }

    /// Whether it is fast enough after these bytes.
    fn holds(&mut self, bytes: usize) -> bool {
        if let Some(since) = self.waiting_since.take() {
            self.waited += since.elapsed();
        }
        let Some(taken) = &mut self.taken else { return true };
        *taken += bytes as u64;
        let Patience { stretch, slowest } = (self.patience)();
        if self.waited < stretch {
            return true;
        }
        let (taken, waited) = (std::mem::take(taken), std::mem::take(&mut self.waited));
        u128::from(taken) * 1000 >= u128::from(slowest) * waited.as_millis() || is_removed(Guard::SlowReaders)
    }
}

impl<S> Stalling<S> {
    /// A write may stand still for so long, and has to get on as patience, which is asked each time, wants it.
    pub fn new(stream: S, limit: Duration, patience: impl Fn() -> Patience + Send + 'static) -> Self {
        let pace = Pace { patience: Box::new(patience), waited: Duration::ZERO, waiting_since: None, taken: None };
        Self { stream, limit, timer: None, pace }
    }

    fn watch(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let limit = self.limit;
        match outcome {
            Poll::Ready(Ok(bytes)) => {
                self.timer = None;
                if !self.pace.holds(bytes) {
                    metrics::counter!("qabul_slow_readers_total").increment(1);
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
                outcome
            }
            Poll::Ready(Err(_)) => outcome,
            Poll::Pending => {
                self.pace.waits();
                let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
                timer.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stalling<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalling<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);
    const USUAL: Patience = Patience { stretch: LIMIT, slowest: 1024 };

    /// Sends to somebody who reads so many bytes once in such a time; how it ended.
    async fn sent_to(piece: usize, each: Duration, bytes: usize) -> io::Result<()> {
        sent_with(USUAL, piece, each, bytes).await
    }

    async fn sent_with(patience: Patience, piece: usize, each: Duration, bytes: usize) -> io::Result<()> {
        let (ours, mut theirs) = tokio::io::duplex(4096);
        let reader = tokio::spawn(async move {
            let mut piece = vec![0; piece];
            while theirs.read(&mut piece).await.is_ok_and(|read| read > 0) {
                tokio::time::sleep(each).await;
            }
        });
        let mut ours = Stalling::new(ours, LIMIT, move || patience);
        let end = ours.write_all(&vec![0; bytes]).await;
        drop(ours);
        let _ = reader.await;
        end
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_too_slowly_is_given_up_and_who_reads_slowly_is_not() {
        let second = Duration::from_secs(1);
        let slow = sent_to(100, second, 200_000).await;
        assert_eq!(slow.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut), "a hundred bytes a second");
        assert!(sent_to(2_000, second, 200_000).await.is_ok(), "two thousand");
        let scarce = sent_with(USUAL.scarce(), 2_000, second, 200_000).await;
        assert_eq!(scarce.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut), "not where places are scarce");
        let bursts = sent_to(1_000, 29 * second, 50_000).await;
        assert_eq!(
            bursts.map_err(|error| error.kind()),
            Err(io::ErrorKind::TimedOut),
            "it never stands still for long"
        );
        let silent = sent_to(1_000, 3600 * second, 50_000).await;
        assert_eq!(silent.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_read_fast_does_not_pay_for_later() {
        let (ours, mut theirs) = tokio::io::duplex(1024);
        tokio::spawn(async move {
            let mut bytes = vec![0; 1 << 20];
            let _ = theirs.read_exact(&mut bytes).await;
            while theirs.read(&mut bytes[..100]).await.is_ok_and(|read| read > 0) {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let mut ours = Stalling::new(ours, LIMIT, || USUAL);
        let end = ours.write_all(&vec![0; (1 << 20) + 50_000]).await;
        assert!(end.is_err());
    }
}
