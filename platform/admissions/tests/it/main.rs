//! Admissions over real databases: its endpoints, its jobs, its SQL. The form's own rules are a double here; the real
//! plugin host stands behind them in the server's tests.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::needless_pass_by_value,
    reason = "tests say what they expect"
)]

mod adoption;
mod applications;
mod appointments;
mod audiences;
mod bulk;
mod bulk_moves;
mod changes;
mod claims;
mod clocks;
mod confirmation;
mod database;
mod decisions;
mod desk;
mod drafts;
mod export;
mod exported_columns;
mod family_drafts;
mod filed_columns;
mod forms;
mod group_commit;
mod histories;
mod inbox;
mod letters;
mod letters_acceptance;
mod letters_bulk;
mod letters_by_hand;
mod letters_carried;
mod letters_conditions;
mod letters_consents;
mod letters_crowd;
mod letters_financial;
mod letters_kept;
mod letters_mailed;
mod letters_own;
mod letters_passed;
mod letters_reach;
mod letters_salaries;
mod letters_signed;
mod library;
mod links;
mod listed;
mod lost_links;
mod missing_documents;
mod my_application;
mod names;
mod notes;
mod notices;
mod numbers;
mod office;
mod origins;
mod own_files;
mod paging;
mod papers;
mod people;
mod pictures;
mod places;
mod progress;
mod proposals;
mod purge;
mod quotas;
mod reading;
mod records;
mod reviewers;
mod rows;
mod rules;
mod scans;
mod search;
mod seats;
mod students;
mod submissions;
mod texts;
mod told;
mod twins;
mod unlocks;
mod unread;
mod uploads;
mod waitlist;
mod walls;
mod withdrawals;
