//! A body has to keep coming: one that stands still, or trickles under 1 KB a second, is broken off, so that a thousand
//! patient enemies do not hold a thousand connections. What came quickly before is no excuse.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep};
use words::sabotage::{Guard, is_removed};

/// Slowest average of the time that is looked at, in bytes a second.
const SLOWEST: u64 = 1024;

/// A request's body with a clock on it.
pub(super) struct SlowBody {
    inner: Incoming,
    idle: Duration,
    /// Runs while bytes are waited for.
    timer: Option<Pin<Box<Sleep>>>,
    /// Time spent waiting for the sender since it was last looked at; what the handler takes is not counted.
    waited: Duration,
    waiting_since: Option<Instant>,
    /// Bytes that came in it.
    received: u64,
}

/// Why a body was broken off.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub(super) struct TooSlow;

impl SlowBody {
    pub fn new(inner: Incoming, idle: Duration) -> Self {
        Self { inner, idle, timer: None, waited: Duration::ZERO, waiting_since: None, received: 0 }
    }

    /// Whether too little came while the sender was waited for; looked at each time that they were for as long as they may stand still.
    fn is_trickling(&mut self) -> bool {
        if self.waited <= self.idle || is_removed(Guard::SlowBodies) {
            return false;
        }
        let is_trickling = self.received < SLOWEST * self.waited.as_secs();
        (self.waited, self.received) = (Duration::ZERO, 0);
        is_trickling
    }
}

impl Body for SlowBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match Pin::new(&mut self.inner).poll_frame(cx) {
            Poll::Ready(frame) => {
                self.timer = None;
                if let Some(since) = self.waiting_since.take() {
                    self.waited += since.elapsed();
                }
                if let Some(Ok(frame)) = &frame
                    && let Some(data) = frame.data_ref()
                {
                    self.received += data.len() as u64;
                }
                if frame.is_some() && self.is_trickling() {
                    return Poll::Ready(Some(Err(TooSlow.into())));
                }
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending if is_removed(Guard::SlowBodies) => Poll::Pending,
            Poll::Pending => {
                let idle = self.idle;
                if self.waiting_since.is_none() {
                    self.waiting_since = Some(Instant::now());
                }
                let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(idle)));
                ready!(timer.as_mut().poll(cx));
                Poll::Ready(Some(Err(TooSlow.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
