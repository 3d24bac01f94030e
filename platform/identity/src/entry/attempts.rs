//! How often something was tried at one target: a code, an account. Counted in the database, by fixed windows, so that a restart
//! forgets nothing and several servers count together. Messages that leave are counted elsewhere: `kernel::message_counts`.

use kernel::crypto::{self, Secret};
use kernel::{MessageId, Refusal, SchoolTx, StoreError};
use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use super::store;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
const MONTH: i64 = 30 * DAY;

/// What is counted, how often it may be, in how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    name: &'static str,
    most: i64,
    window: i64,
}

/// Codes before a change of an account's keys that are tried: by who is signed in.
pub(crate) const TRIES: Counted = Counted { name: "code.try", most: 20, window: DAY };
/// Wrong codes at a target that cost its owner nothing: strangers' too, as anybody may ask for a code and guess at it.
pub(crate) const WRONG_CODES: Counted = Counted { name: "code.wrong", most: 10, window: DAY };
/// The same at all targets of a school,
pub(crate) const WRONG_CODES_OF_SCHOOL: Counted = Counted { name: "code.wrong_all", most: 1_000, window: DAY };
/// and from one network, behind which a mobile carrier may have a town: past either a code has one try, and keeps nobody out.
pub(crate) const WRONG_CODES_OF_NETWORK: Counted = Counted { name: "code.wrong_from", most: 200, window: DAY };
/// Second factors that are tried.
pub(crate) const FACTORS: Counted = Counted { name: "factor.try", most: 20, window: DAY };
/// The same at one's own account, by who is signed in.
pub(crate) const OWN_FACTORS: Counted = Counted { name: "own_factor", most: 5, window: HOUR / 4 };
/// Changes of an address that one account asks for.
pub(crate) const CHANGES: Counted = Counted { name: "mail.change", most: 3, window: HOUR };
/// Changes of an account's own profile and picture, and files of its own that it takes away: each is written down for good.
pub(crate) const OWN_CHANGES: Counted = Counted { name: "profile.change", most: 100, window: DAY };
/// Changes of an account's keys whose person showed to ask: each is written down for good, and told by a letter. No session alone uses them up.
pub(crate) const KEY_CHANGES: Counted = Counted { name: "key.change", most: 20, window: DAY };
/// Codes before a change of an account's keys, by account.
pub(crate) const STEP_UPS: Counted = Counted { name: "code.step_up", most: 5, window: HOUR };
/// PINs that are tried for a staff code.
pub(crate) const PINS: Counted = Counted { name: "pin.try", most: 10, window: DAY };
/// The same over a month, of which a right one takes back itself alone: the day's bound alone is ten guesses a day for good.
pub(crate) const PINS_OF_MONTH: Counted = Counted { name: "pin.month", most: 30, window: MONTH };
/// Wrong PINs at a till, whatever the code: of two hundred guesses at four digits one in fifty thieves finds a PIN.
pub(crate) const PINS_OF_TILL: Counted = Counted { name: "pin.till", most: 200, window: MONTH };
/// Of those that are counted in a day rows that are older are of no use,
pub(crate) const KEEP_MS: i64 = 2 * DAY;
/// and of these.
pub(crate) const KEEP_MONTHLY_MS: i64 = 2 * MONTH;
/// What is counted over a month, for [`store::prune_attempts`].
pub(crate) const MONTHLY: [&str; 2] = [PINS_OF_MONTH.name, PINS_OF_TILL.name];

/// What a count said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Go on.
    Free,
    /// Too often: the window ends in so many milliseconds.
    Over(i64),
}

impl Counted {
    /// Counts one more. A transaction that goes on to refuse has to commit, or the count is undone.
    pub(crate) async fn take(self, tx: &mut SchoolTx, target_hash: &str, now: i64) -> Result<Turn, StoreError> {
        Ok(self.count(tx, target_hash, now).await?.1)
    }

    /// The same, with how many it makes in this window.
    pub(crate) async fn count(self, tx: &mut SchoolTx, target: &str, now: i64) -> Result<(i64, Turn), StoreError> {
        let start = self.began(now);
        let count = store::count_attempt(tx, self.name, target, start).await?.count;
        let is_over = count > self.most && !is_removed(Guard::CodeTries);
        Ok((count, if is_over { Turn::Over(start + self.window - now) } else { Turn::Free }))
    }

    /// How many are left of those after the so manieth.
    pub(crate) fn left(self, count: i64) -> i64 {
        (self.most - count).max(0)
    }

    /// When the window began that a moment is in.
    pub(crate) fn began(self, now: i64) -> i64 {
        now - now.rem_euclid(self.window)
    }

    /// Forgets what was counted of a target.
    pub(crate) async fn forget(self, tx: &mut SchoolTx, target_hash: &str) -> Result<(), StoreError> {
        store::forget_attempts(tx, self.name, target_hash).await.map(drop)
    }

    /// Takes one back: the try was right.
    pub(crate) async fn forgive(self, tx: &mut SchoolTx, target_hash: &str, now: i64) -> Result<(), StoreError> {
        store::forgive_attempt(tx, self.name, target_hash, self.began(now)).await.map(drop)
    }
}

/// L002 with the seconds to wait.
pub(crate) fn too_often(wait_ms: i64) -> Refusal {
    let seconds = u32::try_from((wait_ms + 999) / 1000).unwrap_or(u32::MAX);
    Refusal::new(MessageId::L002).retry_after(seconds.max(1))
}

/// A target as it is counted by: findable, not readable.
pub(crate) fn target_hash(secret: &Secret, school: &SchoolId, target: &str) -> String {
    crypto::keyed_hash(&secret.school_key(school, "target"), target)
}
