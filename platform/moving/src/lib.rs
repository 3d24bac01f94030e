//! Schools that move: exports and imports, between servers and between databases; backups of a whole server; deletions.
//!
//! An archive is one sealed file ([`seal`]): a compressed tar of parts, with a manifest of counts and SHA-256 at its end
//! ([`archive`]). A school in it is its bundle, its overlay, its uploads and pictures, its keys, and every row of every table
//! that has a `school_id`, read by the database's own catalogue ([`rows`]), so that a new table is in it from its first day.
//! A backup of a whole server holds the platform's own rows too ([`platform`]).
//! Whatever comes in is staged and verified whole before anything of it takes its place ([`staged`]), and nobody is signed in
//! after it ([`ended`]).
//!
//! Everything here blocks: it is for the command line, and runs beside a server that serves on.

pub mod archive;
pub mod deleted;
pub mod ended;
pub mod export;
pub mod import;
mod lite;
mod pg;
pub mod place;
pub mod platform;
pub mod restore;
pub mod rows;
pub mod seal;
mod staged;

pub use ended::Sessions;
pub use export::{Making, backup, export};
pub use import::{Imported, Taking, import, inspect};
pub use place::{Database, Place};
pub use restore::restore;
pub use seal::{Key, Way};
