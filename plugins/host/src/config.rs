//! How much a plugin may use, and how many run at once.

use std::path::PathBuf;
use std::time::Duration;

use crate::trial::Trial;

/// Everything the host is told at the start.
#[derive(Debug, Clone, Default)]
pub struct HostConfig {
    /// Where compiled plugins are kept; made with mode 0700. `None` compiles anew in each process.
    pub cache: Option<PathBuf>,
    /// What one call may use.
    pub limits: Limits,
    /// How many calls run at once.
    pub permits: PermitConfig,
    /// When a failing plugin is given a rest.
    pub breaker: BreakerConfig,
    /// Where an unknown component is compiled for the first time.
    pub trial: Trial,
}

/// What one call may use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest component.
    pub component_bytes: usize,
    /// Linear memory of one instance.
    pub memory_bytes: usize,
    /// Entries of all tables of one instance.
    pub table_elements: usize,
    /// Fuel of `check`.
    pub check_fuel: u64,
    /// Fuel of `decide`, `describe` and `document`.
    pub decide_fuel: u64,
    /// Wall-clock end of a call; also stops between host calls. Three times as long for one that the busy machine kept waiting.
    pub deadline: Duration,
    /// Bytes that cross from the plugin to the host in one go.
    pub transfer_bytes: usize,
    /// Largest form document.
    pub document_bytes: usize,
    /// Most forms of one plugin.
    pub forms: usize,
    /// Largest submission.
    pub input_bytes: usize,
    /// Table and known-person questions in one call.
    pub lookups: u32,
    /// Calls to the host of any kind, after which the call ends.
    pub host_calls: u32,
    /// Log lines kept.
    pub log_lines: usize,
    /// Bytes of log kept.
    pub log_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            component_bytes: 2 << 20,
            memory_bytes: 16 << 20,
            table_elements: 20_000,
            check_fuel: 20_000_000,
            decide_fuel: 50_000_000,
            deadline: Duration::from_millis(250),
            transfer_bytes: 256 << 10,
            document_bytes: 1 << 20,
            forms: 16,
            input_bytes: 256 << 10,
            lookups: 100,
            host_calls: 2_000,
            log_lines: 200,
            log_bytes: 64 << 10,
        }
    }
}

/// How many calls run at once. A school's share keeps its looping plugin from taking everybody's turn.
#[derive(Debug, Clone)]
pub struct PermitConfig {
    /// Calls at once, all schools together.
    pub total: usize,
    /// Calls at once of one school.
    pub per_school: usize,
    /// Calls of one school that may wait for a turn; more are told "busy" at once.
    pub queue_per_school: usize,
    /// How long a call waits for a turn.
    pub wait: Duration,
}

impl Default for PermitConfig {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self { total: 32, per_school: (cores / 2).max(2), queue_per_school: 64, wait: Duration::from_secs(2) }
    }
}

/// When a failing plugin is given a rest.
#[derive(Debug, Clone)]
pub struct BreakerConfig {
    /// Failures in a row that open it.
    pub failures: u32,
    /// How long it stays open before one call may try again.
    pub rest: Duration,
}

impl Default for BreakerConfig {
    fn default() -> Self {
        Self { failures: 5, rest: Duration::from_secs(10) }
    }
}
