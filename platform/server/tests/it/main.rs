//! The whole server, asked as browsers ask it.
#![allow(clippy::disallowed_methods, clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod accounts;
mod audit;
mod calendar;
mod crowded;
mod desk;
mod desk_bounds;
mod desk_consents;
mod desk_forms;
mod desk_manifests;
mod desk_preview;
mod desk_publish;
mod desk_rules;
mod desk_turns;
mod desk_words;
mod family;
mod first_visitors;
mod hosts;
mod idempotency;
mod limits;
mod messages;
mod pages;
mod people;
mod platform;
mod platform_console;
mod post;
mod profile;
mod rights;
mod schema;
mod sessions;
mod sign_in;
mod slow_clients;
mod tills;
mod views;
mod worker;
