//! Decisions that are taken now and told later: an offer, or that the school said no.
//!
//! Until its moment nothing of the application changes: where it stands, its version, its history, lists, counts and mails are as they were.
//! What was decided stands in `decisions`, for those who may know: whoever works on applications, approves offers or reads the log. An offer
//! has its seat from then on, so that nobody else is offered it.
//!
//! Always: an application has one decision at most, and goes nowhere else while it waits; its family alone may withdraw it, which ends the
//! decision. The transaction that tells it deletes the row, so that it is told once however often somebody tries. One that came back with a
//! backup is held: no moment tells it, for it may have been withdrawn since; somebody releases or withdraws it.

pub mod api;
mod jobs;
mod model;
mod service;
mod store;

pub(super) use jobs::ReleaseDecision;
pub(super) use model::{Decided, KNOWING, Pending, discreet, may_decide, may_know, moment, pending, require_ahead};
pub(super) use service::{decide, end_by_family, is_pending, is_that, kept_in, kept_seats, seen_by};
pub(super) use store::DecisionRow;
