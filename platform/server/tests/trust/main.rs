//! What families and schools rely on: schools stay apart, nothing acknowledged is lost, faults are told and survived.
#![allow(clippy::disallowed_methods, dead_code, reason = "the helpers are shared with other test binaries")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "tests say what they expect and saw")]

mod answers;
mod bounds;
mod canaries;
mod cast;
mod cast_letters;
mod checklist;
mod checks;
mod confirmations;
mod connections;
mod cookies;
mod crowd;
#[path = "../../../admissions/tests/it/database.rs"]
mod database;
mod doors;
mod entry;
mod families;
mod faults;
mod first_open;
mod foreign_links;
mod forge;
mod forged;
#[allow(dead_code, reason = "the admissions tests use the rest")]
#[path = "../../../admissions/tests/it/forms.rs"]
mod forms;
mod guesses;
mod isolation;
mod kept;
mod kill;
mod kill_answers;
mod kill_letters;
mod kill_moves;
mod known;
mod letter_links;
mod letter_reminders;
mod lettered;
mod letters;
mod long_lists;
mod matrix;
mod next_request;
mod operations;
mod ordeal;
mod origins;
mod owners;
#[allow(dead_code, reason = "the admissions tests use the rest")]
#[path = "../../../admissions/tests/it/pictures.rs"]
mod pictures;
mod platform;
mod process;
mod rules;
mod signed_letters;
mod slow;
mod snapshot;
mod sockets;
mod strangers;
#[allow(dead_code, reason = "the tests of sheets use the rest")]
#[path = "../../../letters/tests/world/tools.rs"]
mod tools;
mod tracking;
mod tries;
mod turns;
mod watch;
mod ways;
mod world;
