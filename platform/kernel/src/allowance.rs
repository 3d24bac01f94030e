//! What may be used up in an hour or a day: bytes of files, lines of exports. Counted in the database, in the transaction of what
//! uses it up, so that requests at once, several servers and a restart count together.

use serde_json::Value;
use words::sabotage::{Guard, is_removed};
use words::{Clock, Rng};

use crate::audit::{self, Entry};
use crate::db::SchoolTx;
use crate::{Caller, MessageId, Refusal, StoreError, UserId, rows, statements};

/// An hour in milliseconds.
pub const HOUR: i64 = 60 * 60 * 1000;
/// A day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// So much of something in each window, for each holder.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// What it is of.
    pub name: &'static str,
    /// How much.
    pub most: i64,
    /// In how many milliseconds: an hour or a day, begun together for everybody.
    pub window: i64,
}

/// Lines that one account takes out as files, whatever they are of.
pub const EXPORTS: Allowance = Allowance { name: "export.lines", most: 20_000, window: HOUR };

/// Lines that one account takes out by jobs ([`crate::bulk`]): two of the longest list that one may be of, as who took it in one format may
/// want it in the other, and a fifth of what files that are answered at once add up to in a day.
pub const BULK_EXPORTS: Allowance = Allowance { name: "export.bulk_lines", most: 100_000, window: DAY };

/// Lines of lists that one account is shown: as many as somebody opens who goes on by a page of fifty every three seconds, for the whole
/// hour. Counted as they are read, and written here in steps.
pub const READS: Allowance = Allowance { name: "read.lines", most: 60_000, window: HOUR };

/// Bytes that one account causes to be written down for good: entries of the audit log and of histories, which nobody can take away. As
/// much as some fifty thousand entries.
pub const HISTORY: Allowance = Allowance { name: "history.bytes", most: 16 << 20, window: DAY };

/// The same for what takes an account back and keeps somebody else out, once [`HISTORY`] is used up: whoever has a bearer uses up the one,
/// and its owner has the other.
pub const HISTORY_RESERVE: Allowance = Allowance { name: "history.reserve", most: 1 << 20, window: DAY };

/// Whether there was enough left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// It was: so much is left after it.
    Enough(i64),
    /// It was not, and nothing was taken: so much is left, and the window ends in so many seconds.
    TooLittle {
        /// How much is left.
        left: i64,
        /// When there is more.
        seconds: u32,
    },
}

rows! {
    /// What was used up.
    pub struct Used {
        /// How much.
        pub used: i64,
    }
}

statements! {
    /// Uses some more up; no row when it would be too much.
    pub use_up(name: &str, holder: &str, began: i64, amount: i64, most: i64) -> [opt Used]
        "INSERT INTO allowances (school_id, name, holder, began, used) VALUES (:school, :name, :holder, :began, :amount)
         ON CONFLICT (school_id, name, holder, began) DO UPDATE SET used = allowances.used + excluded.used
         WHERE allowances.used + excluded.used <= :most RETURNING used";
    /// Uses some more up, however much that makes.
    pub add_up(name: &str, holder: &str, began: i64, amount: i64) -> [one Used]
        "INSERT INTO allowances (school_id, name, holder, began, used) VALUES (:school, :name, :holder, :began, :amount)
         ON CONFLICT (school_id, name, holder, began) DO UPDATE SET used = allowances.used + excluded.used RETURNING used";
    /// What was used up in a window.
    pub find_used(name: &str, holder: &str, began: i64) -> [opt Used]
        "SELECT used FROM allowances WHERE school_id = :school AND name = :name AND holder = :holder AND began = :began";
    /// Windows that are over go.
    pub prune(before: i64) -> [exec]
        "DELETE FROM allowances WHERE school_id = :school AND began < :before";
}

impl Allowance {
    /// Takes an amount, or nothing when there is not enough left. On PostgreSQL those of one holder wait here for each other.
    pub async fn take(self, tx: &mut SchoolTx, holder: &str, amount: i64, now: i64) -> Result<Left, StoreError> {
        let began = self.began(now);
        let most = if is_removed(Guard::Allowances) { i64::MAX / 2 } else { self.most };
        if amount <= most
            && let Some(row) = use_up(tx, self.name, holder, began, amount, most).await?
        {
            return Ok(Left::Enough(most - row.used));
        }
        match self.look(tx, holder, now).await? {
            Left::Enough(left) => Ok(self.too_little(left, now)),
            nothing => Ok(nothing),
        }
    }

    /// How much is left; too little when that is nothing.
    pub async fn look(self, tx: &mut SchoolTx, holder: &str, now: i64) -> Result<Left, StoreError> {
        let left = self.most - self.used(tx, holder, self.began(now)).await?;
        Ok(if left > 0 || is_removed(Guard::Allowances) { Left::Enough(left) } else { self.too_little(0, now) })
    }

    /// When the window began that a moment is in.
    #[must_use]
    pub fn began(self, now: i64) -> i64 {
        now - now.rem_euclid(self.window)
    }

    /// Adds what was used up already, however much that makes: so much it is now.
    pub async fn add(self, tx: &mut SchoolTx, holder: &str, amount: i64, began: i64) -> Result<i64, StoreError> {
        Ok(add_up(tx, self.name, holder, began, amount).await?.used)
    }

    /// How much was used up.
    pub async fn used(self, tx: &mut SchoolTx, holder: &str, began: i64) -> Result<i64, StoreError> {
        Ok(find_used(tx, self.name, holder, began).await?.map_or(0, |row| row.used))
    }

    /// In how many seconds the window ends.
    #[must_use]
    pub fn seconds_left(self, now: i64) -> u32 {
        let wait = self.window - now.rem_euclid(self.window);
        u32::try_from(wait / 1000 + 1).unwrap_or(u32::MAX)
    }

    fn too_little(self, left: i64, now: i64) -> Left {
        Left::TooLittle { left, seconds: self.seconds_left(now) }
    }
}

/// Lines that are about to leave as a file.
#[derive(Debug)]
pub struct Export {
    /// What it is counted by.
    pub of: Allowance,
    /// Of what: `enquiry`, `audit`.
    pub kind: &'static str,
    /// How many.
    pub lines: i64,
    /// What is written down of it.
    pub detail: Value,
}

impl Export {
    /// Counts the lines by account and window, and writes them down: as `enquiry.export`, or as `enquiry.export_refuse` where there was too
    /// little left. Either is to be committed; [`Export::allowed`] refuses then.
    pub async fn count(
        &self,
        tx: &mut SchoolTx,
        (clock, rng): (&dyn Clock, &dyn Rng),
        caller: &Caller,
    ) -> Result<Left, StoreError> {
        let holder = caller.user_id().map_or("system", UserId::as_str);
        let left = self.of.take(tx, holder, self.lines, clock.now_ms()).await?;
        let ending = if matches!(left, Left::Enough(_)) { "export" } else { "export_refuse" };
        let action = format!("{}.{ending}", self.kind);
        let entry = Entry { action: &action, object_kind: self.kind, object_id: "", detail: self.detail.clone() };
        audit::record(tx, clock, rng, caller, entry).await?;
        Ok(left)
    }

    /// A006 when there was too little left of an hour, A010 of a day.
    pub fn allowed(of: Allowance, lines: i64, left: Left) -> Result<(), Refusal> {
        if matches!(left, Left::Enough(_)) { Ok(()) } else { Err(Self::refused(of, lines, left)) }
    }

    /// The refusal of so many lines.
    #[must_use]
    pub fn refused(of: Allowance, lines: i64, left: Left) -> Refusal {
        let (left, seconds) = match left {
            Left::TooLittle { left, seconds } => (left, seconds),
            Left::Enough(left) => (left, 0),
        };
        metrics::counter!("qabul_exports_refused_total").increment(1);
        tracing::warn!(lines, left, allowance = of.name, "an account asked for more lines than it may take out");
        let id = if of.window == DAY { MessageId::A010 } else { MessageId::A006 };
        Refusal::new(id).with("left", left).with("limit", of.most).retry_after(seconds)
    }
}
