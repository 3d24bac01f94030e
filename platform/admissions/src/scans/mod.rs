//! What came in is looked at for what is harmful before anybody is given it.
//!
//! Where a scanner is configured, every file gets a row here in the transaction that writes it, and a job that sends its bytes to the scanner.
//! Until its word nobody is given the file (D005); what it finds something in is given to nobody, its bytes go, and its row stays as
//! evidence (D006). A scanner that does not answer is asked again, and nothing passes meanwhile. A file without a row came when no scanner
//! was configured, and counts as clean.

mod clamd;
mod jobs;
mod model;
mod service;
mod store;

pub use clamd::{Scanner, ScannerSettings, Word};
pub use model::ScanState;
pub use service::Scans;
pub(crate) use service::{await_word, require_word, states_of};
