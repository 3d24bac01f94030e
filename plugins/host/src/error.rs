//! What can go wrong, as values with stable codes.

use std::path::PathBuf;

use crate::Report;

/// The host could not start.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The engine refused its settings.
    #[error("the WebAssembly engine cannot start: {0}")]
    Engine(String),
    /// The folder of compiled plugins is not ours alone.
    #[error("the plugin cache {} cannot be used: {why}", path.display())]
    Cache {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

/// A component was not taken.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Over the size limit.
    #[error("the component has {bytes} bytes, {limit} are allowed")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Not a component, or not one this engine takes.
    #[error("not a usable component: {0}")]
    BadComponent(String),
    /// It wants something outside the contract.
    #[error("the component imports {0}, which is not offered")]
    ForbiddenImport(String),
    /// It does not export the contract's interface, or for another version of it.
    #[error("the component does not export {0}")]
    MissingExport(String),
    /// Compiling took more than it may.
    #[error("trial compilation failed: {0}")]
    Trial(String),
    /// `describe` or `document` faulted.
    #[error("the plugin's {call} failed: {fault}")]
    Call {
        /// Which function.
        call: &'static str,
        /// How it failed.
        fault: PluginFault,
    },
    /// `describe` says something that cannot be.
    #[error("the plugin's description is not usable: {0}")]
    BadDescription(String),
    /// The host's own trouble.
    #[error("the host failed: {0}")]
    Internal(String),
}

impl LoadError {
    /// A stable word for logs, metrics and the command line.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "too_large",
            Self::BadComponent(_) => "bad_component",
            Self::ForbiddenImport(_) => "forbidden_import",
            Self::MissingExport(_) => "missing_export",
            Self::Trial(_) => "trial_failed",
            Self::Call { fault, .. } => fault.code(),
            Self::BadDescription(_) => "bad_description",
            Self::Internal(_) => "internal",
        }
    }
}

/// How a call failed. Whatever it is, the family's answers are not lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PluginFault {
    /// No turn was free in time.
    #[error("too many plugin calls at once")]
    Busy,
    /// The plugin failed too often and rests.
    #[error("the plugin failed repeatedly and is paused")]
    Paused,
    /// The submission is larger than a plugin is given.
    #[error("the submission is too large for a plugin")]
    TooMuchInput,
    /// It computed too long.
    #[error("the plugin used up its fuel")]
    OutOfFuel,
    /// It took too much time.
    #[error("the plugin ran over its time")]
    Timeout,
    /// It wanted more memory than it may have.
    #[error("the plugin ran out of memory")]
    MemoryLimit,
    /// It called the host without end.
    #[error("the plugin called the host too often")]
    TooManyCalls,
    /// It crashed.
    #[error("the plugin trapped: {0}")]
    Trap(String),
    /// It answered with too much.
    #[error("the plugin's answer is too large")]
    TooMuchOutput,
    /// It answered with something that cannot be shown.
    #[error("the plugin's answer is not usable: {0}")]
    BadOutput(String),
    /// It said no, in an orderly way.
    #[error("the plugin refused: {code}: {message}")]
    Refused {
        /// Its code.
        code: String,
        /// Its message, for the log.
        message: String,
    },
    /// The host's own trouble.
    #[error("the host failed: {0}")]
    Internal(String),
}

impl PluginFault {
    /// A stable word for storage, logs and metrics.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Busy => "busy",
            Self::Paused => "paused",
            Self::TooMuchInput => "too_much_input",
            Self::OutOfFuel => "out_of_fuel",
            Self::Timeout => "timeout",
            Self::MemoryLimit => "memory_limit",
            Self::TooManyCalls => "too_many_calls",
            Self::Trap(_) => "trap",
            Self::TooMuchOutput => "too_much_output",
            Self::BadOutput(_) => "bad_output",
            Self::Refused { .. } => "refused",
            Self::Internal(_) => "internal",
        }
    }

    /// Whether it speaks against the plugin, so that the breaker counts it.
    #[must_use]
    pub fn is_plugins_doing(&self) -> bool {
        !matches!(self, Self::Busy | Self::Paused | Self::TooMuchInput | Self::Refused { .. } | Self::Internal(_))
    }
}

/// A failed call, with what was seen of it.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct CallFault {
    /// How it failed.
    pub fault: PluginFault,
    /// Fuel, time and log lines up to then.
    pub report: Box<Report>,
}

impl CallFault {
    /// The fault's stable word.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.fault.code()
    }
}

impl From<PluginFault> for CallFault {
    fn from(fault: PluginFault) -> Self {
        Self { fault, report: Box::default() }
    }
}
