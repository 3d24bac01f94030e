//! What a database can answer besides rows.

use crate::{MessageId, Refusal};

/// A statement or commit failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A key or a unique rule stands against it. A slice that expects that writes `ON CONFLICT` and looks at the rows; of all others it is A003.
    #[error("a row with this key exists")]
    Taken,
    /// The disk or the folder does not let us write.
    #[error("storage is full or read-only: {0}")]
    Full(String),
    /// The database is away or busy; trying again later may help.
    #[error("the database is away: {0}")]
    Away(String),
    /// The database has no way to store what was sent: PostgreSQL knows no U+0000.
    #[error("text that cannot be stored: {0}")]
    Unstorable(String),
    /// A stored row does not hold what it must.
    #[error("inconsistent row in {table}.{column}, id {id}")]
    Inconsistent {
        /// Table of the row.
        table: &'static str,
        /// Column that is off.
        column: &'static str,
        /// The row's id.
        id: String,
    },
    /// Whoever asks was signed out, or lost a right, while the request waited.
    #[error("who asks may not any more")]
    Over,
    /// The school was deleted, or taken away, while the request waited.
    #[error("the school is not here any more")]
    Gone,
    /// As much was written down for good as one account may cause in a day; it ends in so many seconds.
    #[error("as much is written down as one account may cause in a day")]
    Spent {
        /// Until the day ends.
        seconds: u32,
    },
    /// Anything else: a fault of ours.
    #[error("database: {0}")]
    Broken(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match &error {
            sqlx::Error::Database(db) if db.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(db) => match db.code().as_deref().unwrap_or_default() {
                // SQLite primary codes 5 busy, 6 locked, 8 read-only, 10 I/O, 13 full, 14 cannot open (extended: low byte).
                code if is_lite(code, &[8, 10, 13, 14]) => Self::Full(text),
                code if is_lite(code, &[5, 6]) => Self::Away(text),
                // PostgreSQL classes 53 (resources), 57 (shutdown, a statement that took too long), 08 (connection); 22021 and 22P05 are characters.
                "53100" => Self::Full(text),
                "22021" | "22P05" => Self::Unstorable(text),
                code if code.starts_with("53") || code.starts_with("57") || code.starts_with("08") => Self::Away(text),
                _ => Self::Broken(text),
            },
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Self::Away(text)
            }
            _ => Self::Broken(text),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        // Extended codes; their low byte is the primary one. 1555 and 2067: a primary key, a unique rule.
        match error.sqlite_error().map(|failure| failure.extended_code) {
            Some(1555 | 2067) => Self::Taken,
            Some(code) if matches!(code & 0xFF, 8 | 10 | 13 | 14) => Self::Full(text),
            Some(code) if matches!(code & 0xFF, 5 | 6) => Self::Away(text),
            _ => Self::Broken(text),
        }
    }
}

fn is_lite(code: &str, primary: &[u32]) -> bool {
    // PostgreSQL's codes have five characters; SQLite's extended ones are plain numbers below 10,000.
    code.len() < 5 && code.parse::<u32>().is_ok_and(|n| primary.contains(&(n & 0xFF)))
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            sqlx::migrate::MigrateError::Execute(inner) => inner.into(),
            other => Self::Broken(other.to_string()),
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken => Refusal::new(MessageId::A003),
            StoreError::Full(cause) => {
                tracing::error!(cause, "storage is full or read-only");
                Refusal::new(MessageId::R009)
            }
            StoreError::Away(cause) => {
                tracing::error!(cause, "the database is away");
                Refusal::new(MessageId::R008).retry_after(2)
            }
            // What comes after it is told that there is no such school.
            StoreError::Gone => Refusal::new(MessageId::R008).retry_after(2),
            StoreError::Over => Refusal::new(MessageId::L014),
            StoreError::Spent { seconds } => Refusal::new(MessageId::D004).retry_after(seconds),
            StoreError::Unstorable(_) => Refusal::malformed("a text holds characters that cannot be stored"),
            other => Refusal::internal(other),
        }
    }
}
