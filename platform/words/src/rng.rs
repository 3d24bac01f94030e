//! Chance as an argument.

use std::sync::atomic::{AtomicU64, Ordering};

/// Gives random bytes. Nobody else asks the system.
pub trait Rng: Send + Sync {
    /// Fills the buffer.
    fn fill(&self, buffer: &mut [u8]);
}

/// The operating system's generator.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemRng;

impl Rng for SystemRng {
    fn fill(&self, buffer: &mut [u8]) {
        // Without randomness no token is safe: there is nothing sensible to go on with.
        #[expect(
            clippy::expect_used,
            clippy::disallowed_methods,
            reason = "a machine that gives no randomness cannot serve; here chance comes from"
        )]
        getrandom::fill(buffer).expect("the operating system gives randomness");
    }
}

/// A counter that looks random enough for tests and gives the same bytes each run.
#[derive(Debug, Default)]
pub struct CountingRng(AtomicU64);

impl CountingRng {
    /// One that begins elsewhere, for another server over the same rows.
    #[must_use]
    pub fn starting_at(count: u64) -> Self {
        Self(AtomicU64::new(count))
    }
}

impl Rng for CountingRng {
    fn fill(&self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(8) {
            let n = self.0.fetch_add(1, Ordering::SeqCst).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            chunk.copy_from_slice(&n.to_be_bytes()[..chunk.len()]);
        }
    }
}
