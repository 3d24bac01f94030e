//! Every guard that can be taken out, who has to notice, and on which databases that is looked at.
//!
//! A check of the guard's own is a function of the trust tests that gives what is wrong: nothing as long as the guard stands. It runs
//! there too, on both databases.

use std::pin::Pin;

use words::sabotage::Guard;

use crate::world::World;
use crate::{
    answers, bounds, checks, connections, doors, families, guesses, kept, known, letters, long_lists, owners, places,
    tries, turns,
};

/// A check of a guard's own.
type Check = for<'a> fn(&'a World) -> Pin<Box<dyn Future<Output = Vec<String>> + Send + 'a>>;

/// What notices.
#[derive(Clone, Copy)]
pub enum By {
    /// Every operation, asked by everybody.
    Matrix,
    /// A check of the guard's own, by its name.
    Check(&'static str, Check),
}

impl By {
    pub fn name(self) -> &'static str {
        match self {
            Self::Matrix => "the matrix",
            Self::Check(name, _) => name,
        }
    }
}

/// Where a guard is taken out. What a database decides, such as which of two at once was first, is looked at on both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    Lite,
    /// SQLite has it in the file itself.
    Pg,
    Both,
}

macro_rules! check {
    ($module:ident :: $check:ident) => {
        By::Check(stringify!($check), |world| Box::pin($module::$check(world)))
    };
}

pub const GUARDS: &[(Guard, By, On)] = &[
    (Guard::HostDecides, By::Matrix, On::Lite),
    (Guard::HeadersAgree, By::Matrix, On::Lite),
    (Guard::SchoolKeys, By::Matrix, On::Lite),
    (Guard::TokenAudience, By::Matrix, On::Lite),
    (Guard::TokenTime, By::Matrix, On::Lite),
    (Guard::SessionRow, By::Matrix, On::Lite),
    (Guard::Door, By::Matrix, On::Lite),
    (Guard::Standing, check!(checks::who_is_switched_off_writes_nothing_more), On::Lite),
    (Guard::Permission, By::Matrix, On::Lite),
    (Guard::FormAudience, By::Matrix, On::Lite),
    (Guard::AssignedAlone, check!(kept::a_reviewer_reads_what_they_look_after_alone), On::Lite),
    (Guard::AnswerAudience, check!(kept::what_is_for_an_audience_is_read_by_no_other), On::Both),
    (Guard::UploadOwner, check!(checks::files_go_with_their_own_draft), On::Lite),
    (Guard::IdempotencyBody, check!(checks::a_key_belongs_to_one_body), On::Both),
    (Guard::Origin, check!(checks::a_session_is_carried_on_from_its_own_pages_only), On::Lite),
    (Guard::RowSecurity, check!(checks::rows_are_walled), On::Pg),
    (Guard::SecondFactor, check!(doors::a_second_factor_is_needed), On::Lite),
    (Guard::FactorOnce, check!(doors::a_code_of_an_authenticator_counts_once), On::Both),
    (Guard::CodeTries, check!(doors::of_a_thousand_guesses_five_are_looked_at), On::Both),
    (Guard::LinkOnce, check!(doors::a_link_works_once), On::Both),
    (Guard::EmailProved, check!(doors::an_unproven_address_opens_nothing), On::Lite),
    (Guard::Captcha, check!(doors::a_solved_riddle_counts_once), On::Lite),
    (Guard::CaptchaOnce, check!(doors::a_solved_riddle_counts_once), On::Both),
    (Guard::TillRoles, check!(doors::a_till_lets_in_who_sells), On::Lite),
    (Guard::TillDevice, check!(doors::a_till_is_its_own_device), On::Lite),
    (Guard::TillReach, check!(doors::a_till_session_opens_the_till_alone), On::Lite),
    (Guard::AddressLimits, check!(doors::one_address_tries_so_often), On::Lite),
    (Guard::FamilyOwner, check!(doors::a_family_sees_its_own), On::Lite),
    (Guard::SessionOwner, check!(doors::a_person_ends_their_own_sessions), On::Lite),
    (Guard::StepUp, check!(doors::keys_change_with_the_password_only), On::Lite),
    (Guard::HostHolder, check!(places::a_host_stays_its_holders), On::Lite),
    (Guard::BlobOwner, check!(places::a_digest_opens_its_own_school_alone), On::Lite),
    (Guard::SchoolGone, check!(places::a_school_that_is_gone_is_written_no_more), On::Both),
    (Guard::RestoreEnds, check!(places::an_old_archive_lets_nobody_in), On::Lite),
    (Guard::MessagesToTarget, check!(doors::a_stranger_gets_so_many_confirmations), On::Both),
    (Guard::MessagesToTarget, check!(letters::one_mailbox_gets_so_many), On::Both),
    (Guard::MessagesToTarget, check!(letters::one_telephone_gets_so_many), On::Lite),
    (Guard::MessagesOfNetwork, check!(letters::one_network_asks_for_so_many), On::Both),
    (Guard::MessagesOfSchool, check!(letters::a_school_sends_so_many), On::Both),
    (Guard::MessageGrammar, check!(letters::a_text_computes_nothing), On::Lite),
    (Guard::TextLength, check!(letters::a_text_message_has_so_many_parts), On::Lite),
    (Guard::BulkOwner, check!(long_lists::a_long_list_is_who_asked_for_it), On::Lite),
    (Guard::BulkJobs, check!(long_lists::an_account_makes_one_long_list_at_a_time), On::Both),
    (Guard::BulkRight, check!(long_lists::who_lost_the_right_has_no_list_made), On::Lite),
    (Guard::Allowances, check!(checks::a_draft_holds_forty_files), On::Both),
    (Guard::SecondHalf, check!(checks::half_of_a_day_is_kept_for_who_shows_to_be_a_person), On::Both),
    (Guard::UnprovedIsStranger, check!(checks::half_of_a_day_is_kept_for_who_shows_to_be_a_person), On::Lite),
    (Guard::KnownInDecide, check!(checks::who_has_applied_is_told_to_no_family), On::Both),
    (Guard::StepUpCode, check!(doors::keys_change_with_a_code_where_there_is_no_password), On::Both),
    (Guard::OwnPassword, check!(doors::no_strangers_password_survives_a_proof), On::Both),
    (Guard::KeptDrafts, check!(doors::an_account_keeps_fifty_drafts), On::Both),
    (Guard::OwnFamily, check!(families::no_family_meets_the_persons_of_another), On::Both),
    (Guard::FamilySize, check!(families::a_family_has_so_many_persons), On::Lite),
    (Guard::HouseholdPlaces, check!(connections::no_crowd_of_one_site_shuts_others_out), On::Lite),
    (Guard::SitePlaces, check!(connections::no_crowd_of_one_site_shuts_others_out), On::Lite),
    (Guard::KeptPlaces, check!(connections::places_are_kept_for_our_own), On::Lite),
    (Guard::SlowReaders, check!(connections::slow_readers_are_given_up), On::Lite),
    (Guard::Turns, check!(turns::a_crowd_of_one_school_waits_for_itself), On::Lite),
    (Guard::Seats, check!(turns::slow_reads_of_one_school_leave_others_a_connection), On::Pg),
    (Guard::SeatOfGone, check!(turns::who_hangs_up_takes_no_second_connection), On::Pg),
    (Guard::ProvedReaders, check!(owners::news_of_power_goes_to_who_said_yes), On::Both),
    (Guard::DraftKeeper, check!(checks::what_an_account_keeps_is_filled_in_by_no_other), On::Lite),
    (Guard::PageSize, check!(bounds::a_page_has_an_end), On::Lite),
    (Guard::ReadLines, check!(bounds::a_bearer_reads_so_many_lines), On::Both),
    (Guard::PatternWays, check!(bounds::a_slow_pattern_is_served_nowhere), On::Lite),
    (Guard::OwnPassword, check!(owners::nothing_of_a_stranger_survives_a_proof), On::Both),
    (Guard::CodeTries, check!(guesses::wrong_codes_of_strangers_keep_nobody_out), On::Both),
    (Guard::CodeTries, check!(guesses::who_guesses_at_many_targets_has_one_try_each), On::Lite),
    (Guard::NumberProved, check!(owners::a_number_to_sign_in_by_changes_once_it_is_proved), On::Lite),
    (Guard::FreshProof, check!(owners::a_list_leaves_by_who_has_shown_who_they_are), On::Both),
    (Guard::FreshProof, check!(owners::a_bearer_alone_moves_no_power), On::Both),
    (Guard::FreshProof, check!(owners::a_bearer_alone_publishes_nothing), On::Both),
    (Guard::FreshProof, check!(owners::a_bearer_alone_signs_few_people_out), On::Both),
    (Guard::SlowDown, check!(tries::wrong_passwords_slow_down), On::Both),
    (Guard::PinLock, check!(tries::wrong_pins_lock_a_staff_code), On::Both),
    (Guard::OperatorFactors, check!(tries::second_factors_of_an_operator_end), On::Both),
    (Guard::OneSuccessor, check!(tries::a_refresh_token_has_one_successor), On::Both),
    (Guard::MessagesToTarget, check!(owners::news_of_changed_keys_goes_to_a_number), On::Lite),
    (Guard::KnownBrowser, check!(known::strangers_tries_keep_no_known_browser_out), On::Both),
    (Guard::KnownBrowser, check!(known::strangers_leave_codes_and_links_to_the_owner), On::Lite),
    (Guard::KnownBrowserOwner, check!(known::a_known_browser_is_one_accounts_own), On::Lite),
    (Guard::MessagesOfSchool, check!(known::the_last_fifth_is_not_for_strangers), On::Both),
    (Guard::DummyHash, check!(answers::nobody_costs_as_much_as_somebody), On::Lite),
    (Guard::CookieAttributes, check!(answers::the_cookie_of_a_session_is_firm), On::Lite),
    (Guard::AnswerHeaders, check!(answers::every_kind_of_answer_is_hardened), On::Lite),
    (Guard::Turns, check!(answers::a_line_at_sign_in_ends), On::Lite),
    (Guard::SlowHeads, check!(connections::slow_senders_are_given_up), On::Lite),
    (Guard::SlowBodies, check!(connections::slow_senders_are_given_up), On::Lite),
];
