//! Takes out one guard after the other: the matrix, or the guard's own check, has to notice each time.
//!
//! `cargo test --release -p qabul-server --features sabotage --test sabotage`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "tests say what they expect and saw")]
#![allow(dead_code, reason = "what is shared with the trust tests is used there")]

#[path = "../trust/cast.rs"]
mod cast;
#[path = "../trust/checks.rs"]
mod checks;
#[path = "../../../admissions/tests/it/database.rs"]
mod database;
#[path = "../../../admissions/tests/it/forms.rs"]
mod forms;
#[path = "../trust/matrix.rs"]
mod matrix;
#[path = "../trust/operations.rs"]
mod operations;
#[path = "../../../admissions/tests/it/pictures.rs"]
mod pictures;
#[path = "../trust/snapshot.rs"]
mod snapshot;
#[path = "../trust/world.rs"]
mod world;

use database::Place;
use kernel::sabotage::{Guard, remove};
use matrix::Matrix;
use world::World;

/// What notices.
#[derive(Debug, Clone, Copy)]
enum Watch {
    Matrix,
    OneBody,
    OwnPages,
    OwnFiles,
    Walls,
}

const ALL: [(Guard, Watch); 13] = [
    (Guard::HostDecides, Watch::Matrix),
    (Guard::HeadersAgree, Watch::Matrix),
    (Guard::SchoolKeys, Watch::Matrix),
    (Guard::TokenAudience, Watch::Matrix),
    (Guard::TokenTime, Watch::Matrix),
    (Guard::SessionRow, Watch::Matrix),
    (Guard::Door, Watch::Matrix),
    (Guard::Permission, Watch::Matrix),
    (Guard::FormAudience, Watch::Matrix),
    (Guard::UploadOwner, Watch::OwnFiles),
    (Guard::IdempotencyBody, Watch::OneBody),
    (Guard::Origin, Watch::OwnPages),
    (Guard::RowSecurity, Watch::Walls),
];

async fn watch(watch: Watch, place: Place) -> Vec<String> {
    let world = World::open(place).await;
    let found = match watch {
        Watch::Matrix => Matrix::run(&world, true).await.violations,
        Watch::OneBody => checks::a_key_belongs_to_one_body(&world).await,
        Watch::OwnPages => checks::a_session_is_carried_on_from_its_own_pages_only(&world).await,
        Watch::OwnFiles => checks::files_go_with_their_own_draft(&world).await,
        Watch::Walls => checks::rows_are_walled(&world).await,
    };
    remove(None);
    world.close().await;
    found
}

/// One test, since a guard is gone for the whole process.
#[tokio::test]
async fn every_guard_is_missed_when_it_is_gone() {
    // With every guard in its place nobody may cry wolf.
    for by in [Watch::Matrix, Watch::OneBody, Watch::OwnPages, Watch::OwnFiles, Watch::Walls] {
        let found = watch(by, Place::Lite).await;
        assert!(found.is_empty(), "{by:?}: {found:?}");
    }
    let mut unnoticed = Vec::new();
    for (guard, by) in ALL {
        // SQLite has this wall in the file itself.
        let place = if guard == Guard::RowSecurity { Place::postgres().await } else { Some(Place::Lite) };
        let Some(place) = place else {
            println!("{guard:?}: not run, QABUL_TEST_POSTGRES is not set");
            continue;
        };
        remove(Some(guard));
        let found = watch(by, place).await;
        match found.first() {
            Some(first) => println!("{guard:?} is missed by {by:?}: {first:.160}"),
            None => unnoticed.push(guard),
        }
    }
    assert!(unnoticed.is_empty(), "nobody noticed that these were gone: {unnoticed:?}");
}
