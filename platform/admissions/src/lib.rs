//! Admissions: what families send in, and how the school's staff work with it.
//!
//! Slices: [`forms`] (what a family fills in: check, drafts, files, submission), [`family`] (what of it belongs to an
//! account) and [`enquiries`] (the staff's inbox over what came in).

pub mod enquiries;
pub mod family;
pub mod files;
pub mod forms;
pub mod images;

use kernel::db::statement::Declared;

/// Every statement of this room, for the check against SQLite.
#[doc(hidden)]
#[must_use]
pub fn declared_lite() -> Vec<Declared<sqlx::Sqlite>> {
    use forms::store::{drafts, submissions, uploads, versions};
    let all = [
        drafts::declared_lite(),
        submissions::declared_lite(),
        uploads::declared_lite(),
        versions::declared_lite(),
        enquiries::store::declared_lite(),
        family::store::declared_lite(),
    ];
    all.into_iter().flatten().collect()
}

/// Every statement of this room, for the check against PostgreSQL.
#[doc(hidden)]
#[must_use]
pub fn declared_pg() -> Vec<Declared<sqlx::Postgres>> {
    use forms::store::{drafts, submissions, uploads, versions};
    let all = [
        drafts::declared_pg(),
        submissions::declared_pg(),
        uploads::declared_pg(),
        versions::declared_pg(),
        enquiries::store::declared_pg(),
        family::store::declared_pg(),
    ];
    all.into_iter().flatten().collect()
}
