//! Words that every room shares, beneath all of them: ids, time, chance, the two languages, what people write, rights,
//! what a form's rules say.
//!
//! Values and pure rules alone: no database, no network, no HTTP, nothing that waits. Time and randomness are arguments
//! ([`Clock`], [`Rng`]).

pub mod address;
pub mod clock;
pub mod countries;
mod digest;
pub mod fold;
pub mod ids;
pub mod language;
pub mod money;
pub mod problem;
pub mod records;
pub mod rights;
pub mod rng;
pub mod sabotage;
pub mod text;
pub mod verdict;

pub use clock::{Clock, SystemClock};
pub use digest::sha256_hex;
pub use ids::SchoolId;
pub use language::{Language, Text};
pub use money::{Currency, Money};
pub use rights::{Permission, Role};
pub use rng::{Rng, SystemRng};
/// Bank accounts, read as components read them.
pub use rules::iban;
