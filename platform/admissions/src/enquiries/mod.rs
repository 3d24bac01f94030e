//! The staff's inbox: what families sent in, who looks after it, and where it stands.
//!
//! An enquiry moves `new → contacted → toured → applying`, or is `lost`; staff may move it between any two of these. A submission of the
//! application form is in the same list, and moves by a table of its own ([`crate::applications`]).
//! Every change writes one timeline entry and one audit entry in its own transaction, and names the version that it is
//! based on. A form's audience decides which submissions a role sees; one that it does not see does not exist.

mod answered;
pub mod api;
mod audience;
mod bulk;
pub(crate) mod bulk_each;
mod bulk_file;
mod by_family;
mod cells;
mod columns;
mod corrections;
mod direct_export;
mod export;
mod files;
mod found;
mod history;
mod keys;
mod list_columns;
mod medical;
mod model;
mod narrowed;
mod owners;
mod questions;
mod reached;
mod service;
pub mod store;
mod submission;
mod twins;
mod workbook;

/// What submissions are called among what can be found.
pub const KIND: &str = "submission";

pub(crate) use answered::mentions;
pub(crate) use audience::Sight;
pub use bulk::MOST;
pub(crate) use by_family::{apply_by_family, send_by_family};
pub(crate) use cells::fitting;
pub use direct_export::AT_ONCE;
pub(crate) use found::{found_past, looked_up};
pub use history::HISTORY;
pub(crate) use history::told as history_of;
pub use model::{CloseReason, ENQUIRY, Filter, Owner, State};
pub(crate) use model::{is_seen, is_visible, sees, visible_forms, visible_to};
pub(crate) use owners::can_own;
pub use service::Enquiries;
pub use store::EnquiryRow;
pub(crate) use submission::Own;
pub use submission::Submission;
