//! Takes out one guard after the other: the matrix, or the guard's own check, has to notice each time.
//!
//! `cargo test --release --workspace --features qabul-server/sabotage --test sabotage`
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "tests say what they expect and saw"
)]
#![allow(dead_code, reason = "what is shared with the trust tests is used there")]

#[path = "../trust/answers.rs"]
mod answers;
#[path = "../trust/bounds.rs"]
mod bounds;
#[path = "../trust/cast.rs"]
mod cast;
#[path = "../trust/cast_letters.rs"]
mod cast_letters;
#[path = "../trust/checks.rs"]
mod checks;
#[path = "../trust/connections.rs"]
mod connections;
#[path = "../../../admissions/tests/it/database.rs"]
mod database;
#[path = "../trust/doors.rs"]
mod doors;
#[path = "../trust/entry.rs"]
mod entry;
#[path = "../trust/families.rs"]
mod families;
#[path = "../../../admissions/tests/it/forms.rs"]
mod forms;
mod guards;
#[path = "../trust/guesses.rs"]
mod guesses;
#[path = "../trust/kept.rs"]
mod kept;
#[path = "../trust/known.rs"]
mod known;
#[path = "../trust/letters.rs"]
mod letters;
#[path = "../trust/long_lists.rs"]
mod long_lists;
#[path = "../trust/matrix.rs"]
mod matrix;
#[path = "../trust/operations.rs"]
mod operations;
#[path = "../trust/owners.rs"]
mod owners;
#[path = "../../../admissions/tests/it/pictures.rs"]
mod pictures;
#[path = "../trust/places.rs"]
mod places;
#[path = "../trust/snapshot.rs"]
mod snapshot;
#[path = "../trust/tries.rs"]
mod tries;
#[path = "../trust/turns.rs"]
mod turns;
#[path = "../trust/world.rs"]
mod world;

use database::Place;
use guards::{By, GUARDS, On};
use matrix::Matrix;
use words::sabotage::{Guard, remove};
use world::World;

/// `QABUL_SABOTAGE=SecondFactor,LinkOnce` plays some of them only: while one is worked on.
fn is_asked(guard: Guard) -> bool {
    let asked = std::env::var("QABUL_SABOTAGE").unwrap_or_default();
    asked.is_empty() || asked.split(',').any(|name| name == format!("{guard:?}"))
}

/// Looks at a world without that guard.
async fn look(by: By, world: &World, removed: Option<Guard>) -> Vec<String> {
    match by {
        By::Matrix => {
            // Its people come in and take their places as long as the guards stand.
            let matrix = Matrix::set(world, true).await;
            remove(removed);
            matrix.play().await.violations
        }
        By::Check(_, check) => {
            remove(removed);
            check(world).await
        }
    }
}

async fn watch(by: By, place: Place, removed: Option<Guard>) -> Vec<String> {
    let world = World::open(place).await;
    // A check that comes to a stop for want of a guard has noticed too; the matrix has to say what went wrong.
    let (world, found) = {
        let world = std::sync::Arc::new(world);
        let inside = world.clone();
        let found = tokio::spawn(async move { look(by, &inside, removed).await }).await;
        let stopped = |panic| {
            assert!(!matches!(by, By::Matrix), "without {removed:?} the matrix came to a stop: {panic}");
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

/// So many tests share the guards: one took longer than any other test may.
const PARTS: usize = 4;
/// A guard is gone for the whole process: where tests share one they come one behind another.
static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

macro_rules! parts {
    ($($part:literal $name:ident),*) => {$(
        #[tokio::test]
        async fn $name() {
            every_guard_is_missed_when_it_is_gone($part).await;
        }
    )*};
}
parts!(0 guards_are_missed_1_of_4, 1 guards_are_missed_2_of_4, 2 guards_are_missed_3_of_4, 3 guards_are_missed_4_of_4);

async fn every_guard_is_missed_when_it_is_gone(part: usize) {
    let _alone = ALONE.lock().await;
    let mut looks: Vec<&str> = Vec::new();
    for (_, by, _) in GUARDS {
        if !looks.contains(&by.name()) {
            looks.push(by.name());
        }
    }
    // The matrix takes longest, so that its guards are dealt out one by one, and the checks by their names.
    let matrix = GUARDS.iter().filter(|(_, by, _)| matches!(by, By::Matrix));
    let matrix: Vec<Guard> = matrix.map(|(guard, ..)| *guard).collect();
    let part_of = |guard: Guard, by: By| match by {
        By::Matrix => matrix.iter().position(|one| *one == guard).unwrap_or_default() % PARTS,
        By::Check(name, _) => looks.iter().position(|one| *one == name).unwrap_or_default() % PARTS,
    };
    let own = GUARDS.iter().filter(|(guard, by, _)| part_of(*guard, *by) == part && is_asked(*guard));
    let own: Vec<_> = own.collect();
    // With every guard in its place nobody may cry wolf.
    let mut looked = Vec::new();
    for (_, by, _) in &own {
        if !looked.contains(&by.name()) {
            looked.push(by.name());
            let found = watch(*by, Place::Lite, None).await;
            assert!(found.is_empty(), "{}: {found:?}", by.name());
        }
    }
    let mut unnoticed = Vec::new();
    for (guard, by, on) in own {
        let lite = (*on != On::Pg).then_some(Place::Lite);
        let pg = if *on == On::Lite { None } else { Place::postgres().await };
        if *on != On::Lite && pg.is_none() {
            println!("{guard:?}: not run on PostgreSQL, QABUL_TEST_POSTGRES is not set");
        }
        for place in [lite, pg].into_iter().flatten() {
            let which = if matches!(place, Place::Lite) { "SQLite" } else { "PostgreSQL" };
            let found = watch(*by, place, Some(*guard)).await;
            match found.first() {
                Some(first) => println!("{guard:?} is missed on {which} by {}: {first:.160}", by.name()),
                None => unnoticed.push((guard, which)),
            }
        }
    }
    assert!(unnoticed.is_empty(), "nobody noticed that these were gone: {unnoticed:?}");
}
