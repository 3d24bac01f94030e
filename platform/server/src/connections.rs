//! Bounds of connections.

/// How many connections there may be at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// All together.
    pub most: usize,
    /// Of one IPv4 address or one /64 of IPv6.
    pub household: usize,
    /// Of one /48 of IPv6, which is one customer's.
    pub site: usize,
    /// Of all: those that only trusted proxies and this machine get.
    pub kept: usize,
}

impl Connections {
    /// With the usual shares.
    #[must_use]
    pub fn of(most: usize) -> Self {
        Self { most, household: 64, site: 256, kept: (most / 16).min(64) }
    }
}
