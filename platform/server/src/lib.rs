//! The composition root: builds every room's face, puts them behind one router, listens, works off the outbox.
//!
//! One request walks host → school → headers → caller → handler; each refusal has its own message id
//! (`docs/message-ids.md`). Which rooms there are is one list (`rooms`). Nothing here holds a rule of a slice.

pub mod app;
pub mod common;
pub mod config;
mod connections;
pub mod criteria;
pub mod http;
pub mod maintenance;
pub mod openapi;
pub mod plugins;
pub mod press;
mod rooms;
mod run;
pub mod sealing;
pub mod secret;
pub mod shared;
mod site_words;
mod staff;
mod state;
pub mod telemetry;
pub mod trial_runs;
pub mod worker;

pub use app::{App, Parts};
pub use config::{Config, LogFormat, Settings};
pub use openapi::openapi;
pub use rooms::Faces;
pub use run::run;
pub use state::AppState;
