//! A family fills in a form and sends it.
//!
//! A form is offered by a school's bundle. Answers live in a **draft** (open → sent, or expired and purged) under an
//! opaque token, pinned to the form document they were begun with. Sending makes one **submission**, whatever happens:
//! two keys on one draft give one reference, and a failing plugin flags it and never loses it.
//!
//! Always: answers are normalised, then pruned of what no condition shows, then validated; the plugin runs outside any
//! transaction; a draft without a submission has an end date.

mod amend;
pub mod api;
mod confirmation;
mod derived;
pub(crate) mod draft;
mod earlier_answer;
pub(crate) mod form_texts;
mod heavy_checks;
mod jobs;
mod later;
mod listed;
pub mod logic;
mod model;
mod names;
mod numbers;
mod offer;
mod open;
mod persons;
mod pinned_documents;
mod prefill;
mod purge;
mod quota;
pub(crate) mod records;
mod sent;
mod service;
pub mod store;
mod submit;
mod upload;

pub(crate) use amend::{Amendment, ChangedAnswer, SentAnswers};
pub(crate) use later::{Addition, PlaceRule};
pub(crate) use listed::{GRADE, Listed};
pub use logic::{FormLogic, Known, LogicCall, LogicFault, PluginPin};
pub use model::{DraftView, SubmittedFile, UploadView, Verdict};
pub use offer::Offer;
pub use pinned_documents::PinnedDocument;
pub(crate) use prefill::{Earlier, Household, keep_fit};
pub use service::{DraftSave, Forms, FormsParts, OriginOf};
pub use upload::Arriving;
