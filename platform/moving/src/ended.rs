//! What ends when rows come back out of an archive: ways in that were ended since must not come back to life with it.
//!
//! One list for both databases, of a school's tables and of the platform's own. A test holds it against the schemas: a new table
//! that looks like a way in is ended here, or stands among what is kept, with the reason.
#![expect(clippy::disallowed_methods, reason = "whole files of rows move, past what serves them")]

use std::path::Path;

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use sqlx::Executor as _;
use sqlx::postgres::PgConnection;
use words::sabotage::{Guard, is_removed};

/// What becomes of who is signed in at the moment of the archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sessions {
    /// Nobody is signed in, and no link or code that was sent works any more.
    End,
    /// They go on: for a school that moves within the hour.
    Keep,
}

/// Statements over a school's rows, run in this order on a file that holds one school. Each begins with the table that it ends.
pub const OF_SCHOOL: &[(&str, &str)] = &[
    ("refresh_tokens", "DELETE FROM refresh_tokens"),
    ("sessions", "DELETE FROM sessions"),
    ("links", "DELETE FROM links"),
    ("registrations", "DELETE FROM registrations"),
    ("challenges", "DELETE FROM challenges"),
    (
        "tills",
        "UPDATE tills SET enrolment_hash = NULL, enrolment_expires_at = NULL, device_hash = NULL, device_label = '', enrolled_at = NULL",
    ),
    // Mail and SMS: their links and codes are dead, and nobody counted here how many there are and to whom.
    ("outbox", "DELETE FROM outbox WHERE kind IN ('message', 'confirmation') AND state = 'ready'"),
    // Nothing is told or offered by itself that may have been withdrawn since: a decision is held until somebody releases or withdraws it.
    (
        "outbox",
        "DELETE FROM outbox WHERE kind IN ('application.release', 'application.offer_waiting', 'application.offer_ended', 'letter.release') AND state = 'ready'",
    ),
    ("decisions", "UPDATE decisions SET is_held = TRUE"),
    // Nor does an offer end, or a seat fall free, that a family may have answered since: the clocks stand until somebody lets them go on.
    (
        "counters",
        "INSERT INTO counters (school_id, name, last_value)
         SELECT DISTINCT school_id, 'clocks-held', 1 FROM applications WHERE hold_until IS NOT NULL OR review_by IS NOT NULL
         ON CONFLICT (school_id, name) DO UPDATE SET last_value = 1",
    ),
    ("users", "UPDATE users SET stamp = stamp + 1"),
    // What waits for its day may have been called off since: the school says anew, and the desk shows why.
    (
        "setting_schedules",
        r#"UPDATE setting_schedules SET state = 'failed', problems = '[{"file":"overlay.json","line":1,"column":1,"pointer":"","code":"broughtBack","message":"this publication came back when the school was restored, and may have been called off since","hint":null,"severity":"error"}]' WHERE state = 'waiting'"#,
    ),
    // The browser that began a draft goes on.
    ("family_drafts", "UPDATE family_drafts SET stamp = stamp + 1"),
];

/// Statements over a school's rows whatever becomes of who is signed in: a count below nothing is no count, and whoever wrote the archive
/// would have as much more of what it counts.
pub const COUNTS: &[(&str, &str)] = &[
    ("allowances", "DELETE FROM allowances WHERE used < 0"),
    ("counters", "DELETE FROM counters WHERE last_value < 0"),
    ("attempts", "DELETE FROM attempts WHERE count < 0"),
    ("tries", "DELETE FROM tries WHERE failed < 0"),
    ("challenges", "DELETE FROM challenges WHERE tries < 0 OR sent < 0"),
    ("sessions", "UPDATE sessions SET refreshes = 0 WHERE refreshes < 0"),
    ("uploads", "UPDATE uploads SET bytes = 0 WHERE bytes < 0"),
    ("drafts", "UPDATE drafts SET bytes = length(CAST(answers AS BLOB)) WHERE bytes < length(CAST(answers AS BLOB))"),
    // Nobody holds a lease here, and each job may be tried as often as any other.
    ("outbox", "UPDATE outbox SET lease_until = 0, attempts = CASE WHEN attempts < 0 THEN 0 ELSE attempts END"),
    // Of long jobs nothing comes along.
    ("outbox", "DELETE FROM outbox WHERE kind IN ('bulk_step', 'bulk_clear')"),
];

/// Statements over the platform's own rows.
pub const OF_PLATFORM: &[(&str, &str)] = &[
    ("operator_former_cookies", "DELETE FROM operator_former_cookies"),
    ("operator_sessions", "DELETE FROM operator_sessions"),
    ("operator_links", "DELETE FROM operator_links"),
    // Every one of them leads to a link that is dead, or tells what was told since.
    ("letters", "DELETE FROM letters WHERE state = 'ready'"),
    // Nothing yet: whoever asked has the link of a mail as the only proof, and asks again.
    ("subscriptions", "DELETE FROM subscriptions WHERE state = 'pending_email'"),
];

/// What looks like a way in and is none, or is its owner's own; with the reason.
pub const KEPT: &[(&str, &str)] = &[
    ("recovery_codes", "what people have on paper"),
    ("operator_recovery_codes", "what operators have on paper"),
    ("operators", "passwords and authenticators"),
    ("drafts", "a family's own unfinished work: the browser that began it goes on"),
    ("draft_origins", "of such work that staff began from an enquiry: sealed, and good as long as its draft"),
    ("timeline", "what became of things"),
    ("application_steps", "how far applications came"),
    ("attempts", "counts of tries"),
    ("tries", "counts of tries, also of operators"),
    ("captcha_spent", "riddles that are over within minutes"),
    ("spent_proofs", "riddles that are over within minutes"),
    ("idempotency_keys", "answers to requests, by the hash of the request"),
    ("known_values", "hashes by which duplicates are found"),
    ("server_marks", "marks of a place: none comes in with a restore, and the first server here leaves its own"),
    ("sealing_keys", "what the school's letters are sealed with: sealed, and its certificates stay published for ever"),
    (
        "family_letters",
        "hashes of texts that were agreed to, and of codes that stand on paper and tell nothing of anybody",
    ),
    ("letter_entries", "the record of who agreed to what"),
    ("letter_files", "the letters as they were sealed, known by what they are hashed to"),
    ("person_keys", "hashes by which a family's persons are found"),
];

/// Ends them in a file that holds one school, of the newest schema.
pub(crate) fn in_file(file: &Path) -> Result<()> {
    run_lite(file, OF_SCHOOL)
}

/// Brings the counts of a file that holds one school to where they can be.
pub(crate) fn counts_in_file(file: &Path) -> Result<()> {
    run_lite(file, COUNTS)
}

/// Ends them in the platform's own file.
pub(crate) fn in_platform_file(file: &Path) -> Result<()> {
    run_lite(file, OF_PLATFORM)
}

fn run_lite(file: &Path, statements: &[(&str, &str)]) -> Result<()> {
    let db = Connection::open(file).with_context(|| file.display().to_string())?;
    db.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; BEGIN")?;
    let gone = is_removed(Guard::RestoreEnds);
    for (table, sql) in statements.iter().filter(|_| !gone) {
        db.execute(sql, []).with_context(|| (*table).to_owned())?;
    }
    db.execute_batch("COMMIT")?;
    db.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// Ends them in PostgreSQL's schema of the platform, as its owner.
pub(crate) async fn in_platform(connection: &mut PgConnection) -> Result<()> {
    connection.execute("BEGIN").await?;
    for (table, sql) in OF_PLATFORM {
        connection.execute(*sql).await.with_context(|| (*table).to_owned())?;
    }
    connection.execute("COMMIT").await?;
    Ok(())
}
