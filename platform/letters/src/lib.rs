//! Letters and receipts as PDFs: typst draws them in this process, and the school's key seals them.
//!
//! - [`Press`] turns a filled sheet (JSON) into a PDF that is PDF/A-2a and PDF/UA-1. It reads no file, knows no time, and gives the same
//!   bytes for the same input. It takes tens of milliseconds of a core: never on an async thread, never in a transaction.
//! - [`seal`](mod@seal) puts the school's signature into such a PDF, and tells later whether a file is still the one that was sealed.
//! - [`hijri`] is the day by the Umm al-Qura calendar, as it stands on letters.
//!
//! What a sheet's data looks like is shown by `tests/data`; [`Sheet`] and [`Misshapen`] say what is asked of it.
//!
//! To give a sheet another look: change `templates/`, run the example `pictures`, and look at what came out.

mod coverage;
mod dates;
mod marks;
mod press;
pub mod seal;
mod sheet;
mod world;

pub use coverage::Uncovered;
pub use dates::hijri;
pub use marks::{MAX_POINTS, MAX_STROKES, Stroke, Unmarked, qr, strokes};
pub use press::{MAX_TOGETHER, Press, Undrawn};
pub use sheet::{MAX_DATA, Misshapen, Sheet};
