//! Where a submission comes from: whether staff filled it in on a family's behalf, and which enquiry an application was made from.
//!
//! An enquiry is converted into a **draft** of the school's application that begins with all it tells: one at a time, which staff go on with,
//! or the family by a link. What is sent from it names the enquiry for good; each record leads to the other, and the enquiry is `applying`.
//!
//! Always: an enquiry becomes one application at most; nothing is sent by converting alone.

pub mod api;
mod model;
mod service;
mod store;

pub use model::{Channel, Linked, Origin};
pub(crate) use service::{Arrived, Filer, arrived, bind, by_staff_among, givable};
pub use service::{Begun, Converted, Origins};
