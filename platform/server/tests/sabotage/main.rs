//! Takes out one guard after the other: the matrix, or the guard's own check, has to notice each time.
//!
//! `cargo test --release --workspace --features qabul-server/sabotage --test sabotage`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "tests say what they expect and saw")]
#![allow(dead_code, reason = "what is shared with the trust tests is used there")]

#[path = "../trust/cast.rs"]
mod cast;
#[path = "../trust/checks.rs"]
mod checks;
#[path = "../../../admissions/tests/it/database.rs"]
mod database;
#[path = "../trust/doors.rs"]
mod doors;
#[path = "../trust/entry.rs"]
mod entry;
#[path = "../../../admissions/tests/it/forms.rs"]
mod forms;
#[path = "../trust/matrix.rs"]
mod matrix;
#[path = "../trust/operations.rs"]
mod operations;
#[path = "../../../admissions/tests/it/pictures.rs"]
mod pictures;
#[path = "../trust/places.rs"]
mod places;
#[path = "../trust/snapshot.rs"]
mod snapshot;
#[path = "../trust/world.rs"]
mod world;

use database::Place;
use kernel::sabotage::{Guard, remove};
use matrix::Matrix;
use world::World;

/// What notices: the matrix, or a check of the guard's own, by its name.
macro_rules! watches {
    ($($module:ident :: $check:ident = $name:ident,)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Watch { Matrix, $($name,)* }

        /// All of them.
        const WATCHES: &[Watch] = &[Watch::Matrix, $(Watch::$name,)*];

        /// Looks at a world without that guard.
        async fn look(watch: Watch, world: &World, removed: Option<Guard>) -> Vec<String> {
            match watch {
                Watch::Matrix => {
                    // Its people come in and take their places as long as the guards stand.
                    let matrix = Matrix::set(world, true).await;
                    remove(removed);
                    matrix.play().await.violations
                }
                $(Watch::$name => {
                    remove(removed);
                    $module::$check(world).await
                })*
            }
        }
    };
}

watches! {
    checks::a_key_belongs_to_one_body = OneBody,
    checks::a_session_is_carried_on_from_its_own_pages_only = OwnPages,
    checks::files_go_with_their_own_draft = OwnFiles,
    checks::a_draft_holds_forty_files = Places,
    checks::rows_are_walled = Walls,
    checks::who_has_applied_is_told_to_no_family = Applicants,
    doors::a_second_factor_is_needed = Factor,
    doors::a_code_of_an_authenticator_counts_once = FactorCode,
    doors::of_a_thousand_guesses_five_are_looked_at = Guesses,
    doors::a_link_works_once = Links,
    doors::an_unproven_address_opens_nothing = Addresses,
    doors::a_solved_riddle_counts_once = Riddles,
    doors::a_till_lets_in_who_sells = Sellers,
    doors::a_till_is_its_own_device = Devices,
    doors::a_till_session_opens_the_till_alone = TillSessions,
    doors::one_address_tries_so_often = Tries,
    doors::a_family_sees_its_own = Families,
    doors::a_person_ends_their_own_sessions = Sessions,
    doors::keys_change_with_the_password_only = Keys,
    places::a_host_stays_its_holders = Hosts,
    places::a_digest_opens_its_own_school_alone = Digests,
    places::an_old_archive_lets_nobody_in = Archives,
    doors::a_stranger_gets_so_many_receipts = Receipts,
    doors::keys_change_with_a_code_where_there_is_no_password = KeyCodes,
    doors::no_strangers_password_survives_a_proof = OwnPasswords,
}

const ALL: [(Guard, Watch); 35] = [
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
    (Guard::SecondFactor, Watch::Factor),
    (Guard::FactorOnce, Watch::FactorCode),
    (Guard::CodeTries, Watch::Guesses),
    (Guard::LinkOnce, Watch::Links),
    (Guard::EmailProved, Watch::Addresses),
    (Guard::Captcha, Watch::Riddles),
    (Guard::CaptchaOnce, Watch::Riddles),
    (Guard::TillRoles, Watch::Sellers),
    (Guard::TillDevice, Watch::Devices),
    (Guard::TillReach, Watch::TillSessions),
    (Guard::AddressLimits, Watch::Tries),
    (Guard::FamilyOwner, Watch::Families),
    (Guard::SessionOwner, Watch::Sessions),
    (Guard::StepUp, Watch::Keys),
    (Guard::HostHolder, Watch::Hosts),
    (Guard::BlobOwner, Watch::Digests),
    (Guard::RestoreEnds, Watch::Archives),
    (Guard::ReceiptCount, Watch::Receipts),
    (Guard::Allowances, Watch::Places),
    (Guard::KnownInDecide, Watch::Applicants),
    (Guard::StepUpCode, Watch::KeyCodes),
    (Guard::OwnPassword, Watch::OwnPasswords),
];

/// `QABUL_SABOTAGE=SecondFactor,LinkOnce` plays some of them only: while one is worked on.
fn is_asked(guard: Guard) -> bool {
    let asked = std::env::var("QABUL_SABOTAGE").unwrap_or_default();
    asked.is_empty() || asked.split(',').any(|name| name == format!("{guard:?}"))
}

async fn watch(watch: Watch, place: Place, removed: Option<Guard>) -> Vec<String> {
    let world = World::open(place).await;
    // A check that comes to a stop for want of a guard has noticed too; the matrix has to say what went wrong.
    let (world, found) = {
        let world = std::sync::Arc::new(world);
        let inside = world.clone();
        let found = tokio::spawn(async move { look(watch, &inside, removed).await }).await;
        let stopped = |panic| {
            assert!(watch != Watch::Matrix, "without {removed:?} the matrix came to a stop: {panic}");
            vec![format!("it came to a stop: {panic}")]
        };
        (world, found.unwrap_or_else(stopped))
    };
    remove(None);
    if let Ok(world) = std::sync::Arc::try_unwrap(world) {
        world.close().await;
    }
    found
}

/// One test, since a guard is gone for the whole process.
#[tokio::test]
async fn every_guard_is_missed_when_it_is_gone() {
    // With every guard in its place nobody may cry wolf.
    for by in WATCHES.iter().copied().filter(|by| ALL.iter().any(|(guard, watch)| watch == by && is_asked(*guard))) {
        let found = watch(by, Place::Lite, None).await;
        assert!(found.is_empty(), "{by:?}: {found:?}");
    }
    let mut unnoticed = Vec::new();
    for (guard, by) in ALL.into_iter().filter(|(guard, _)| is_asked(*guard)) {
        // SQLite has this wall in the file itself.
        let place = if guard == Guard::RowSecurity { Place::postgres().await } else { Some(Place::Lite) };
        let Some(place) = place else {
            println!("{guard:?}: not run, QABUL_TEST_POSTGRES is not set");
            continue;
        };
        let found = watch(by, place, Some(guard)).await;
        match found.first() {
            Some(first) => println!("{guard:?} is missed by {by:?}: {first:.160}"),
            None => unnoticed.push(guard),
        }
    }
    assert!(unnoticed.is_empty(), "nobody noticed that these were gone: {unnoticed:?}");
}
