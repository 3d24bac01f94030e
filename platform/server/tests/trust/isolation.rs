//! The matrix on both databases.

use crate::database::Place;
use crate::matrix::{Matrix, Report};
use crate::operations::all;
use crate::world::World;

async fn play(place: Place) {
    let which = if matches!(place, Place::Lite) { "SQLite" } else { "PostgreSQL" };
    let world = World::open(place).await;
    let began = std::time::Instant::now();
    let Report { requests, operations, reached, violations } = Matrix::run(&world, false).await;
    let missed: Vec<&str> = operations.iter().filter(|id| !reached.contains(*id)).map(String::as_str).collect();
    println!(
        "isolation on {which}: {} operations, {requests} requests in {:.1?}; not gone well even once: {missed:?}",
        operations.len(),
        began.elapsed()
    );
    world.close().await;
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
    assert_eq!(operations.len(), all().len(), "every operation of the document");
    // An operation on an id says nothing about other schools' ids unless it works with one's own.
    for operation in all().iter().filter(|o| o.parameters.iter().any(|p| p.entity.is_some())) {
        assert!(reached.contains(&operation.id), "{} was never answered well", operation.id);
    }
}

#[tokio::test]
async fn no_school_reaches_another_on_sqlite() {
    play(Place::Lite).await;
}

#[tokio::test]
async fn no_school_reaches_another_on_postgresql() {
    if let Some(place) = Place::postgres().await {
        play(place).await;
    }
}

macro_rules! hold {
    ($checks:ident, $lite:ident, $pg:ident: $($name:ident),*) => {
        mod $lite {
            $(#[tokio::test]
            async fn $name() {
                let world = crate::world::World::open(crate::database::Place::Lite).await;
                assert_eq!(crate::$checks::$name(&world).await, Vec::<String>::new());
            })*
        }
        mod $pg {
            $(#[tokio::test]
            async fn $name() {
                let Some(place) = crate::database::Place::postgres().await else { return };
                let world = crate::world::World::open(place).await;
                let wrong = crate::$checks::$name(&world).await;
                world.close().await;
                assert_eq!(wrong, Vec::<String>::new());
            })*
        }
    };
}
hold!(checks, sqlite, postgres:
    a_key_belongs_to_one_body,
    a_session_is_carried_on_from_its_own_pages_only,
    files_go_with_their_own_draft,
    what_an_account_keeps_is_filled_in_by_no_other,
    a_draft_holds_forty_files,
    half_of_a_day_is_kept_for_who_shows_to_be_a_person,
    rows_are_walled,
    who_has_applied_is_told_to_no_family
);
hold!(turns, turns_on_sqlite, turns_on_postgres:
    a_crowd_of_one_school_waits_for_itself,
    slow_reads_of_one_school_leave_others_a_connection,
    who_hangs_up_takes_no_second_connection,
    a_crowd_at_one_account_keeps_nobody_out
);
hold!(bounds, bounds_on_sqlite, bounds_on_postgres: a_page_has_an_end, a_bearer_reads_so_many_lines, a_school_has_so_many_tills, a_slow_pattern_is_served_nowhere);
hold!(doors, doors_on_sqlite, doors_on_postgres:
    a_second_factor_is_needed,
    a_code_of_an_authenticator_counts_once,
    of_a_thousand_guesses_five_are_looked_at,
    a_link_works_once,
    an_unproven_address_opens_nothing,
    a_solved_riddle_counts_once,
    a_till_lets_in_who_sells,
    a_till_is_its_own_device,
    a_till_session_opens_the_till_alone,
    one_address_tries_so_often,
    a_family_sees_its_own,
    a_person_ends_their_own_sessions,
    keys_change_with_the_password_only,
    a_stranger_gets_so_many_confirmations,
    keys_change_with_a_code_where_there_is_no_password,
    no_strangers_password_survives_a_proof,
    an_account_keeps_fifty_drafts
);
hold!(answers, answers_on_sqlite, answers_on_postgres:
    every_kind_of_answer_is_hardened,
    the_cookie_of_a_session_is_firm,
    nobody_costs_as_much_as_somebody,
    a_line_at_sign_in_ends
);
hold!(kept, kept_on_sqlite, kept_on_postgres: what_is_for_an_audience_is_read_by_no_other, a_reviewer_reads_what_they_look_after_alone);
hold!(families, families_on_sqlite, families_on_postgres: no_family_meets_the_persons_of_another, a_family_has_so_many_persons);
hold!(tries, tries_on_sqlite, tries_on_postgres:
    wrong_passwords_slow_down,
    wrong_pins_lock_a_staff_code,
    second_factors_of_an_operator_end,
    a_refresh_token_has_one_successor
);
hold!(owners, owners_on_sqlite, owners_on_postgres:
    nothing_of_a_stranger_survives_a_proof,
    an_address_put_back_opens_to_its_owner_alone,
    a_number_to_sign_in_by_changes_once_it_is_proved,
    a_code_to_a_new_number_lives_while_no_other_may_go,
    an_address_beside_a_number_is_taken_away_by_the_number,
    codes_go_to_the_countries_of_the_school,
    a_list_leaves_by_who_has_shown_who_they_are,
    a_bearer_alone_moves_no_power,
    a_bearer_alone_publishes_nothing,
    news_of_power_goes_to_who_said_yes,
    a_bearer_alone_signs_few_people_out,
    news_of_changed_keys_goes_to_a_number
);
hold!(guesses, guesses_on_sqlite, guesses_on_postgres: wrong_codes_of_strangers_keep_nobody_out, who_guesses_at_many_targets_has_one_try_each);
hold!(known, known_on_sqlite, known_on_postgres:
    strangers_tries_keep_no_known_browser_out,
    a_known_browser_is_one_accounts_own,
    strangers_leave_codes_and_links_to_the_owner,
    the_last_fifth_is_not_for_strangers,
    every_sign_in_of_a_person_makes_a_browser_known
);
hold!(long_lists, long_lists_on_sqlite, long_lists_on_postgres:
    a_long_list_is_who_asked_for_it,
    an_account_makes_one_long_list_at_a_time,
    who_lost_the_right_has_no_list_made
);
hold!(letters, letters_on_sqlite, letters_on_postgres:
    one_mailbox_gets_so_many,
    a_burst_fills_no_day,
    one_telephone_gets_so_many,
    one_network_asks_for_so_many,
    a_school_sends_so_many,
    much_sent_asks_for_a_proof,
    a_text_computes_nothing,
    a_text_message_has_so_many_parts
);

/// What no database has a part in.
macro_rules! hold_here {
    ($checks:ident: $($name:ident),*) => {
        mod here {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let world = crate::world::World::open(crate::database::Place::Lite).await;
                assert_eq!(crate::$checks::$name(&world).await, Vec::<String>::new());
            })*
        }
    };
}
hold_here!(connections:
    no_crowd_of_one_site_shuts_others_out,
    places_are_kept_for_our_own,
    slow_readers_are_given_up,
    slow_senders_are_given_up
);
