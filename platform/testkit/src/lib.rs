//! What tests of the whole server stand on: two schools, people of each role, a clock that moves when told.
//!
//! ```ignore
//! let app = TestApp::start(Backend::Lite).await?;
//! let officer = app.signed_in("a", Role::AdmissionsOfficer).await?;
//! assert_eq!(officer.get("/api/v1/oa/enquiries").await?.status, 200);
//! ```
//! A test that can run on both databases goes over [`Backend::all`]: PostgreSQL is in it when `QABUL_TEST_POSTGRES` names
//! a cluster, and every test gets a fresh database there.

mod app;
mod client;
pub mod desk;
mod multipart;
pub use test_postgres as pg;
mod post;

pub use app::{Backend, PASSWORD, TestApp, make_school};
pub use client::{Ask, Client, Reply};
pub use multipart::{MULTIPART, multipart};
pub use post::{Letter, Post};
