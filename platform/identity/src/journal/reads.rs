//! How many lines of lists each account is shown in an hour: what a stolen bearer reads page by page ends, as a file of it does.
//!
//! Lists are what staff read all day, so no read waits for a write, but those of a burst. A server counts in memory, and tells the
//! database of each [`STEP`] lines beside the read; there it finds what other servers told, and what it told itself before it was
//! started anew. While [`MOST_UNTOLD`] are not there yet, more wait: so much each server may forget by going down, and so much it may
//! not know yet of what the others showed.

use std::collections::HashMap;

use kernel::allowance::READS;
use kernel::{Caller, MessageId, Refusal, UserId};
use parking_lot::Mutex;
use serde_json::json;
use tokio::sync::watch;
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use crate::fresh::TakenOut;
use crate::service::Identity;

/// So many lines are told to the database together.
const STEP: i64 = 500;
/// As many may be shown before the database has them; one page, however long, is always shown.
const MOST_UNTOLD: i64 = 2 * STEP;
/// Administrators are told of somebody who reads so many in an hour: a hundred pages of fifty, one every 36 seconds without a
/// pause, which is not how anybody works.
const MANY: i64 = 5_000;

/// What lines of people are counted as.
pub(crate) const PEOPLE: &str = "user";

/// An account of a school.
type Key = (SchoolId, UserId);

/// What this server knows of the hour.
#[derive(Debug, Default)]
pub(crate) struct Reads(Mutex<Hour>);

#[derive(Debug, Default)]
struct Hour {
    began: i64,
    of: HashMap<Key, Count>,
}

#[derive(Debug, Default)]
struct Count {
    /// What the database has, of all servers.
    stored: i64,
    /// What it is being told.
    on_its_way: i64,
    /// What it was not told yet.
    kept: i64,
    /// Whether a refusal was written down.
    is_noted: bool,
    /// Says that the database was told, or could not be.
    told: watch::Sender<()>,
}

/// What follows from some more lines.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    /// Nothing.
    Goes,
    /// So many are to be told to the database.
    Tell(i64),
    /// None was counted: it is asked again once the database was told.
    Wait,
    /// There were so many left; whether it is the first refusal.
    Refuse(i64, bool),
}

impl Reads {
    /// Whether the account was counted in this hour; with a new one all are forgotten.
    fn knows(&self, began: i64, key: &Key) -> bool {
        let mut hour = self.0.lock();
        if hour.began != began {
            *hour = Hour { began, of: HashMap::new() };
        }
        hour.of.contains_key(key)
    }

    /// What the database has, for who was not counted yet.
    fn learn(&self, began: i64, key: &Key, stored: i64) {
        let mut hour = self.0.lock();
        if hour.began == began {
            hour.of.entry(key.clone()).or_insert(Count { stored, ..Count::default() });
        }
    }

    /// Some more, or none of them when that would be too many.
    fn count(&self, key: &Key, lines: i64) -> Next {
        let mut hour = self.0.lock();
        let count = hour.of.entry(key.clone()).or_default();
        let seen = count.stored + count.on_its_way + count.kept;
        if seen + lines > READS.most {
            let is_first = !std::mem::replace(&mut count.is_noted, true);
            return Next::Refuse((READS.most - seen).max(0), is_first);
        }
        if count.on_its_way > 0 && count.on_its_way + count.kept + lines > MOST_UNTOLD {
            return Next::Wait;
        }
        count.kept += lines;
        if count.kept < STEP || count.on_its_way > 0 {
            return Next::Goes;
        }
        count.on_its_way = std::mem::take(&mut count.kept);
        Next::Tell(count.on_its_way)
    }

    /// Tells when the database has what is on its way; none where it has all.
    fn listen(&self, key: &Key) -> Option<watch::Receiver<()>> {
        let hour = self.0.lock();
        hour.of.get(key).filter(|count| count.on_its_way > 0).map(|count| count.told.subscribe())
    }

    /// The database was told, and has so many now; nothing where it could not be, and it is tried again with the next lines. Gives what
    /// came together meanwhile, to be told next.
    fn note_stored(&self, began: i64, key: &Key, stored: Option<i64>) -> Option<i64> {
        let mut hour = self.0.lock();
        let is_of_this = hour.began == began;
        let count = hour.of.get_mut(key).filter(|_| is_of_this)?;
        let amount = std::mem::take(&mut count.on_its_way);
        count.told.send_replace(());
        match stored {
            Some(stored) => count.stored = stored,
            None => {
                count.kept += amount;
                return None;
            }
        }
        if count.kept < STEP {
            return None;
        }
        count.on_its_way = std::mem::take(&mut count.kept);
        Some(count.on_its_way)
    }
}

impl Identity {
    /// Counts lines of a list, or a single thing, that the caller is about to be shown. A007 when it is too much for this hour, which
    /// is written down as `<what>.read_refuse`; of people who manages them is shown more after a proof, or whoever has their bearer would
    /// keep them from the list in which it is switched off. Not within the read in which they were found: no connection is held while it waits.
    pub async fn count_read(&self, caller: &Caller, what: &'static str, lines: usize) -> Result<(), Refusal> {
        let Some(id) = caller.user_id().filter(|_| !is_removed(Guard::ReadLines)) else { return Ok(()) };
        let key = (caller.school.id().clone(), id.clone());
        let counted = i64::try_from(lines).unwrap_or(i64::MAX / 2);
        loop {
            let now = self.0.clock.now_ms();
            let began = READS.began(now);
            if !self.0.reads.knows(began, &key) {
                let mut tx = self.0.db.read(&caller.school).await?;
                let stored = READS.used(&mut tx, id.as_str(), began).await?;
                self.0.reads.learn(began, &key, stored);
            }
            return match self.0.reads.count(&key, counted) {
                Next::Goes => Ok(()),
                Next::Tell(amount) => {
                    // Beside the read, and to its end: whoever hangs up was shown the lines.
                    tokio::spawn(self.clone().tell_of_reads(caller.clone(), began, key, amount));
                    Ok(())
                }
                Next::Wait => {
                    if let Some(mut told) = self.0.reads.listen(&key) {
                        // An error is the end of the hour, with which all is forgotten.
                        let _ = told.changed().await;
                    }
                    continue;
                }
                Next::Refuse(..) if what == PEOPLE && self.is_fresh(caller, now).await? => Ok(()),
                Next::Refuse(left, is_first) => self.refuse_read(caller, what, (lines, left, is_first), now).await,
            };
        }
    }

    async fn is_fresh(&self, caller: &Caller, now: i64) -> Result<bool, Refusal> {
        let mut tx = self.0.db.read(&caller.school).await?;
        Ok(Self::require_fresh(&mut tx, caller, now).await.is_ok())
    }

    async fn tell_of_reads(self, caller: Caller, began: i64, key: Key, amount: i64) {
        let mut next = Some(amount);
        while let Some(amount) = next {
            let told = self.add_reads(&caller, began, key.1.clone(), amount).await;
            let told =
                told.inspect_err(|refusal| tracing::error!(?refusal, "lines that were read are not counted yet"));
            next = self.0.reads.note_stored(began, &key, told.ok());
        }
    }

    /// Adds what was read, and tells administrators of much; so much it is now.
    async fn add_reads(&self, caller: &Caller, began: i64, holder: UserId, amount: i64) -> Result<i64, Refusal> {
        self.within(caller, move |tx, inner, caller| {
            Box::pin(async move {
                let stored = READS.add(tx, holder.as_str(), amount, began).await?;
                if stored >= MANY && stored - amount < MANY {
                    let read = TakenOut { what: "read", lines: usize::try_from(stored).unwrap_or_default() };
                    Self(inner).tell_of_export(tx, &caller, read).await?;
                }
                Ok(stored)
            })
        })
        .await
    }

    async fn refuse_read(
        &self,
        caller: &Caller,
        what: &'static str,
        (lines, left, is_first): (usize, i64, bool),
        now: i64,
    ) -> Result<(), Refusal> {
        metrics::counter!("qabul_reads_refused_total").increment(1);
        if is_first {
            tracing::warn!(lines, left, "an account asked for more lines than it may read in an hour");
            let noted = self.within(caller, move |tx, inner, caller| {
                Box::pin(async move {
                    let action = format!("{what}.read_refuse");
                    Ok(super::note(tx, &inner, &caller, &action, what, "", json!({ "lines": lines })).await?)
                })
            });
            noted.await?;
        }
        let refusal = Refusal::new(MessageId::A007).with("left", left).with("limit", READS.most);
        Err(refusal.retry_after(READS.seconds_left(now)))
    }
}

#[cfg(test)]
mod tests {
    use kernel::allowance::HOUR;

    use super::*;

    const BEGAN: i64 = 7 * HOUR;

    fn reads() -> (Reads, Key) {
        let (reads, key) = (Reads::default(), (SchoolId::parse("abq").expect("id"), "somebody".into()));
        assert!(!reads.knows(BEGAN, &key));
        reads.learn(BEGAN, &key, 0);
        (reads, key)
    }

    #[test]
    fn the_database_is_told_in_steps_one_at_a_time() {
        let (reads, key) = reads();
        let counted: Vec<_> = (0..3).map(|_| reads.count(&key, 200)).collect();
        assert_eq!(counted, [Next::Goes, Next::Goes, Next::Tell(600)]);
        assert_eq!(reads.count(&key, 400), Next::Goes, "while it is being told");
        assert_eq!(reads.note_stored(BEGAN, &key, Some(900)), None);
        assert_eq!(reads.count(&key, 301), Next::Tell(701));
        assert_eq!(reads.note_stored(BEGAN, &key, None), None);
        assert_eq!(reads.count(&key, 1), Next::Tell(702), "what it could not be told is told with the next");
        assert_eq!(reads.note_stored(BEGAN, &key, Some(1_602)), None);
        assert_eq!(reads.count(&key, READS.most - 1_602 + 1), Next::Refuse(READS.most - 1_602, true));
    }

    #[test]
    fn a_burst_waits_for_the_database() {
        let (reads, key) = reads();
        assert!(reads.listen(&key).is_none());
        let counted: Vec<_> = (0..3).map(|_| reads.count(&key, 500)).collect();
        assert_eq!(counted, [Next::Tell(500), Next::Goes, Next::Wait]);
        let waits = reads.listen(&key).expect("it is being told");
        assert!(!waits.has_changed().expect("the hour lasts"));
        assert_eq!(reads.note_stored(BEGAN, &key, Some(500)), Some(500), "what was kept meanwhile is told at once");
        assert!(waits.has_changed().expect("the hour lasts"));
        assert_eq!(reads.count(&key, 500), Next::Goes);
        assert_eq!(reads.note_stored(BEGAN, &key, None), None, "it is away");
        assert_eq!(reads.count(&key, 500), Next::Tell(1_500));
    }

    #[test]
    fn what_is_on_its_way_counts_and_one_refusal_is_the_first() {
        let (reads, key) = reads();
        assert_eq!(reads.count(&key, READS.most - 1), Next::Tell(READS.most - 1));
        assert_eq!(reads.count(&key, 2), Next::Refuse(1, true));
        assert_eq!(reads.count(&key, 2), Next::Refuse(1, false));
        assert_eq!(reads.note_stored(BEGAN, &key, Some(READS.most - 1)), None);
        assert_eq!(reads.count(&key, 1), Next::Goes, "the last one");
        assert_eq!(reads.count(&key, 1), Next::Refuse(0, false));
    }

    #[test]
    fn an_hour_begins_with_what_the_database_has() {
        let (reads, key) = reads();
        assert_eq!(reads.count(&key, 500), Next::Tell(500));
        assert!(reads.knows(BEGAN, &key) && !reads.knows(BEGAN + HOUR, &key));
        // Told late, of the hour before.
        reads.note_stored(BEGAN, &key, Some(500));
        reads.learn(BEGAN, &key, 500);
        assert!(!reads.knows(BEGAN + HOUR, &key));
        reads.learn(BEGAN + HOUR, &key, READS.most);
        assert_eq!(reads.count(&key, 1), Next::Refuse(0, true));
    }
}
