//! How often something was tried or sent, counted in the database: a restart forgets nothing, and all servers count together.

use std::net::IpAddr;

use identity::primitives::{delay_ms, wait_seconds};
use kernel::message_counts::Target;
use kernel::{MessageId, PlatformTx, Refusal, StoreError, crypto};
use words::address;
use words::text::mailbox;

use crate::service::{Console, Inner};
use crate::store;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// What targets are hashed under.
const KEY: &str = "target";

/// What is counted, how often it may be, in how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    name: &'static str,
    most: i64,
    window: i64,
}

/// Letters that confirm a request: to one mailbox, from one household, from one customer of a provider or one IPv4 address, and of the
/// whole platform. The table is in `docs/security.md`.
const TO_TARGET: Asked = asked("subscribe.hour", 2, "subscribe.day", 5);
const FROM_HOUSEHOLD: Asked = asked("subscribe.household.hour", 10, "subscribe.household.day", 20);
const FROM_SITE: Asked = asked("subscribe.site.hour", 30, "subscribe.site.day", 60);
const OF_PLATFORM: Asked = asked("subscribe.all.hour", 300, "subscribe.all.day", 1_000);
/// Messages that anybody can have sent, to one mailbox or telephone, of all schools together: each school counts its own, and whoever goes
/// from school to school would write to somebody as often as there are schools.
const ASKED_OF_ALL: Asked = asked("message.hour", 60, "message.day", 240);
/// Confirmations of forms alike, by themselves: nobody proves to be a person before one, and none takes the place of a code.
const CONFIRMATIONS_OF_ALL: Asked = asked("confirmation.hour", 20, "confirmation.day", 60);
/// Second factors of an operator, after a right password.
pub(crate) const FACTORS: Counted = Counted { name: "operator.factor", most: 20, window: DAY };

impl Counted {
    /// Counts one more; the milliseconds to wait when there were too many. A write that goes on to refuse undoes the count.
    pub(crate) async fn take(self, tx: &mut PlatformTx, hash: &str, now: i64) -> Result<Option<i64>, StoreError> {
        let start = self.began(now);
        let count = store::count_attempt(tx, self.name, hash, start).await?.count;
        Ok((count > self.most).then_some(start + self.window - now))
    }

    /// When the window began that a moment is in.
    fn began(self, now: i64) -> i64 {
        now - now.rem_euclid(self.window)
    }

    /// Takes one back: the try was right.
    pub(crate) async fn forgive(self, tx: &mut PlatformTx, hash: &str, now: i64) -> Result<(), StoreError> {
        store::forgive_attempt(tx, self.name, hash, self.began(now)).await.map(drop)
    }

    /// Forgets what was counted of a target.
    pub(crate) async fn forget(self, tx: &mut PlatformTx, hash: &str) -> Result<(), StoreError> {
        store::forget_attempts(tx, self.name, hash).await.map(drop)
    }
}

/// How a stranger causes that somebody is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caused {
    /// By asking for a code or a link.
    ByAsking,
    /// By a form.
    ByForm,
}

impl Caused {
    fn bound(self) -> Asked {
        match self {
            Self::ByAsking => ASKED_OF_ALL,
            Self::ByForm => CONFIRMATIONS_OF_ALL,
        }
    }
}

/// In an hour and in a day.
type Asked = [Counted; 2];

const fn asked(hour: &'static str, an_hour: i64, day: &'static str, a_day: i64) -> Asked {
    [Counted { name: hour, most: an_hour, window: HOUR }, Counted { name: day, most: a_day, window: DAY }]
}

/// Counts a letter that confirms a request, from the narrow bound to the wide one; refuses where one is full: L002, and R012 where it
/// is the platform's.
pub(crate) async fn take_request(
    tx: &mut PlatformTx,
    inner: &Inner,
    from: Option<IpAddr>,
    email: &str,
    now: i64,
) -> Result<(), Refusal> {
    let mut counts = vec![(TO_TARGET, format!("mail:{}", mailbox(email)))];
    // What comes from this machine has no network.
    if let Some(from) = from.map(|from| from.to_canonical()).filter(|from| !from.is_loopback()) {
        if from.is_ipv6() {
            counts.push((FROM_HOUSEHOLD, format!("from:{}", address::household(from))));
        }
        counts.push((FROM_SITE, format!("from:{}", address::site(from))));
    }
    for (bound, holder) in counts {
        for counted in bound {
            if let Some(wait) = counted.take(tx, &target_hash(inner, &holder), now).await? {
                return Err(too_often(wait));
            }
        }
    }
    for counted in OF_PLATFORM {
        if let Some(wait) = counted.take(tx, "", now).await? {
            return Err(Refusal::new(MessageId::R012).retry_after(wait_seconds(wait, 0).unwrap_or(1)));
        }
    }
    Ok(())
}

impl Console {
    /// Whether one more message that anybody can have sent may leave to a target, whichever school sends it.
    pub async fn may_reach(&self, caused: Caused, target: &Target) -> Result<bool, StoreError> {
        let (hash, now) = (target_hash(&self.0, &target.spelled()), self.0.clock.now_ms());
        let mut tx = self.0.db.read().await?;
        for counted in caused.bound() {
            let used = store::find_attempts(&mut tx, counted.name, &hash, counted.began(now)).await?;
            if used.is_some_and(|row| row.count >= counted.most) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Counts one that left.
    pub async fn count_reached(&self, caused: Caused, target: &Target) -> Result<(), StoreError> {
        let (hash, now) = (target_hash(&self.0, &target.spelled()), self.0.clock.now_ms());
        let counted = self.0.db.write(move |tx| {
            Box::pin(async move {
                for counted in caused.bound() {
                    counted.take(tx, &hash, now).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        counted.await
    }
}

/// A target as it is counted by: findable, not readable.
pub(crate) fn target_hash(inner: &Inner, target: &str) -> String {
    crypto::keyed_hash(&inner.secret.server_key(KEY), target)
}

/// L002 with the seconds to wait.
pub(crate) fn too_often(wait_ms: i64) -> Refusal {
    Refusal::new(MessageId::L002).retry_after(wait_seconds(wait_ms, 0).unwrap_or(1))
}

/// Takes a try at a name before anything is compared, whether it is an operator's or nobody's; gives its number, or how long to
/// wait. Of any number at once, on any number of servers, one is taken.
pub(crate) async fn take_try(tx: &mut PlatformTx, hash: &str, now: i64) -> Result<Result<i64, i64>, StoreError> {
    if let Some(row) = store::begin_try(tx, hash, now).await? {
        store::wait_until(tx, hash, now + delay_ms(row.count)).await?;
        return Ok(Ok(row.count));
    }
    let retry_at = store::find_try(tx, hash).await?.map_or(now, |row| row.retry_at);
    Ok(Err((retry_at - now).max(1)))
}

/// Forgets what nobody tries any more, and windows that are over.
pub(crate) async fn prune(tx: &mut PlatformTx, now: i64) -> Result<(), StoreError> {
    store::prune_tries(tx, now - HOUR).await?;
    store::prune_attempts(tx, now - 2 * DAY).await.map(drop)
}
