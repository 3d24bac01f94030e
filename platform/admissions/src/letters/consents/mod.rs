//! Consents that a family gives or refuses by a letter, each on its own, and can withdraw later.
//!
//! One letter asks for one or several; what each says is part of the letter's text, fixed and hashed when it is made. Nothing is accepted before
//! the signature: until then the choices are a draft. The signature writes a row for each answer, which changes by its withdrawal alone. A template
//! that is `required` keeps its child from being enrolled until its newest answer is an acceptance, as a document that is missing does.

mod ask;
mod family;
mod form;
mod matrix;
mod model;
mod sections;
mod signed;
mod staff;
mod store;

pub(crate) use ask::{ask_required, days, missing_consents};
pub(in crate::letters) use ask::{is_asked, issue_any, needs_no_asking};
pub use family::GivenConsent;
pub use form::{Choosing, ConsentForm, ConsentTold};
pub use matrix::{Column, Line, Matrix, Wanted};
pub use model::{Choice, Choices, Stand};
pub(in crate::letters) use sections::{Section, with_sections};
pub use staff::{Asked, ConsentListed};
pub use store::GivenRow;
