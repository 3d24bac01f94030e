//! Time as an argument.

use std::sync::atomic::{AtomicI64, Ordering};

/// Tells the time. Nobody else asks the system.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> i64;

    /// The civil date in a time zone.
    fn today(&self, zone: &jiff::tz::TimeZone) -> jiff::civil::Date {
        timestamp(self.now_ms()).to_zoned(zone.clone()).date()
    }
}

/// A moment from stored milliseconds; out-of-range values become the epoch.
#[must_use]
pub fn timestamp(millis: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default()
}

/// Stored milliseconds as ISO 8601 in UTC, as the API writes them.
#[must_use]
pub fn iso(millis: i64) -> String {
    timestamp(millis).to_string()
}

/// The machine's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "here time comes from")]
    fn now_ms(&self) -> i64 {
        jiff::Timestamp::now().as_millisecond()
    }
}

/// A clock that moves only when told, for tests.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// Stands at `millis`.
    #[must_use]
    pub fn at(millis: i64) -> Self {
        Self(AtomicI64::new(millis))
    }

    /// Moves on (or back) by `millis`.
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}
