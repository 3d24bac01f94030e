//! How often one network address may try: counted by school, rate and address, whoever is behind it. Which operation counts as what
//! stands beside it ([`kernel::rate`]).
//!
//! What is hashed is counted by address over all schools too: all of them wait at one pool ([`crate::hash_pool`]).
//!
//! Generous, for a whole school may sit behind one address; what is counted by account or target stands elsewhere and is
//! strict. The counts live in memory: a restart forgets them, and several servers count each for themselves. An IPv6 address
//! counts by its /64, which is what one household gets, and eight times as generously by its /48, which is what one customer can
//! have. Loopback is not counted: it is this machine; who comes through a proxy here that was not named as one is another address
//! ([`words::address::UNNAMED_PROXY`]).

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};
use kernel::rate::Rate;
use kernel::{MessageId, Refusal};
use parking_lot::Mutex;
use words::sabotage::{Guard, is_removed};
use words::{Clock, SchoolId, address};

/// Addresses that one rate remembers.
const REMEMBERED: usize = 50_000;
/// How many households' worth of tries a /48 has.
const OF_SITE: u32 = 8;
/// How many schools' worth of tries an address has at all schools together, where each try is hashed: all of them wait at one pool.
const OF_ALL_SCHOOLS: u32 = 4;

/// Nowhere stands for all schools together.
type Key = (Option<SchoolId>, IpAddr);
type Counter = RateLimiter<Key, Remembered, Ours, NoOpMiddleware<Nanos>>;

/// The counts of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    /// By the rate's name; none where nothing is counted.
    counters: Option<HashMap<String, Counters>>,
}

/// The counts of a rate.
struct Counters {
    of_school: Pair,
    of_all: Pair,
}

/// The counts of an address.
struct Pair {
    household: Counter,
    /// Of IPv6 alone: whoever has a /48 has 65,536 households.
    site: Counter,
}

/// The kernel's clock as the library asks for it.
#[derive(Clone)]
struct Ours(Arc<dyn Clock>);

impl governor::clock::Clock for Ours {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(u64::try_from(self.0.now_ms()).unwrap_or_default().saturating_mul(1_000_000))
    }
}

/// When each of those who tried may next do so as if they never had. Those who tried least are forgotten first, so that nobody buys
/// a fresh start with a crowd of addresses.
#[derive(Clone, Default)]
struct Remembered(Arc<Mutex<HashMap<Key, Nanos>>>);

impl StateStore for Remembered {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut all = self.0.lock();
        let (outcome, next) = measure(all.get(key).copied())?;
        if all.len() >= REMEMBERED && !all.contains_key(key) {
            forget_half(&mut all);
        }
        all.insert(key.clone(), next);
        Ok(outcome)
    }
}

/// Half at once, so that it is rarely done.
fn forget_half(all: &mut HashMap<Key, Nanos>) {
    let mut times: Vec<u64> = all.values().map(|time| time.as_u64()).collect();
    let middle = times.len() / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    let median = *median;
    // Of those at the very median as many as it takes: they may be all.
    let mut spare = times.iter().filter(|time| **time > median).count();
    let most = all.len() - middle;
    all.retain(|_, time| {
        let time = time.as_u64();
        let stays = time > median || (time == median && spare < most);
        spare += usize::from(stays && time == median);
        stays
    });
    tracing::warn!("too many addresses to count: those that tried least are forgotten");
}

impl Limits {
    /// Counts against the defaults times `percent`; `None` counts nothing.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, rates: &[Rate], percent: Option<u32>) -> Self {
        let pair = |rate: &Rate, share: u32| Pair {
            household: counter(&clock, rate, share),
            site: counter(&clock, rate, share.saturating_mul(OF_SITE)),
        };
        let counters = |rate: &Rate, share: u32| Counters {
            of_school: pair(rate, share),
            of_all: pair(rate, share.saturating_mul(OF_ALL_SCHOOLS)),
        };
        let named = |share: u32| rates.iter().map(move |rate| (rate.name().to_owned(), counters(rate, share.max(1))));
        let counters = percent.map(|share| named(share).collect());
        Self(Arc::new(Inner { counters }))
    }

    /// Counts a try; L002 with the time to wait when there were too many. Calls from nowhere are the server's own.
    pub fn check(&self, school: &SchoolId, rate: &Rate, address: Option<IpAddr>) -> Result<(), Refusal> {
        let (Some(counters), Some(address)) = (&self.0.counters, address.map(|address| address.to_canonical())) else {
            return Ok(());
        };
        if address.is_loopback() || is_removed(Guard::AddressLimits) {
            return Ok(());
        }
        let unknown = || Refusal::internal(format!("nobody counts {}", rate.name()));
        let Counters { of_school, of_all } = counters.get(rate.name()).ok_or_else(unknown)?;
        of_school.check(rate, Some(school), address)?;
        if rate.is_hashed() { of_all.check(rate, None, address) } else { Ok(()) }
    }
}

impl Pair {
    fn check(&self, rate: &Rate, school: Option<&SchoolId>, address: IpAddr) -> Result<(), Refusal> {
        ask(&self.household, rate, (school.cloned(), address::household(address)))?;
        if address.is_ipv6() { ask(&self.site, rate, (school.cloned(), address::site(address))) } else { Ok(()) }
    }
}

fn ask(counter: &Counter, rate: &Rate, key: Key) -> Result<(), Refusal> {
    let Err(early) = counter.check_key(&key) else { return Ok(()) };
    let wait = early.wait_time_from(counter.clock().now());
    metrics::counter!("qabul_address_limited_total", "rate" => rate.name().to_owned()).increment(1);
    let seconds = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    Err(Refusal::new(MessageId::L002).retry_after(seconds.max(1)))
}

fn counter(clock: &Arc<dyn Clock>, rate: &Rate, share: u32) -> Counter {
    let (burst, per_minute) = rate.quota();
    let of_share = |n: u32| n.saturating_mul(share).div_ceil(100).max(1);
    let pause = Duration::from_secs(60) / of_share(per_minute);
    let burst = NonZeroU32::new(of_share(burst)).unwrap_or(NonZeroU32::MIN);
    // The pause is longer than nothing: a minute over at most four thousand million.
    let quota = Quota::with_period(pause).unwrap_or(Quota::per_minute(NonZeroU32::MIN)).allow_burst(burst);
    RateLimiter::new(quota, Remembered::default(), Ours(clock.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::clock::FixedClock;

    const TRACK: Rate = Rate::new("track", 60, 12);
    const SIGN_IN: Rate = Rate::hashed("sign_in", 200, 60);
    const FORM_WRITE: Rate = Rate::new("form_write", 3000, 1200);

    fn limits(percent: Option<u32>) -> (Limits, Arc<FixedClock>) {
        let clock = Arc::new(FixedClock::at(1_795_248_000_000));
        (Limits::new(clock.clone(), &[TRACK, SIGN_IN, FORM_WRITE], percent), clock)
    }

    fn from(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect("address"))
    }

    fn school(name: &str) -> SchoolId {
        SchoolId::parse(name).expect("id")
    }

    /// Tries until refused; gives how many went through and what the refusal was.
    fn tries(limits: &Limits, address: &str) -> (u32, Option<Refusal>) {
        for n in 0..10_000 {
            if let Err(refusal) = limits.check(&school("a"), &TRACK, from(address)) {
                return (n, Some(refusal));
            }
        }
        (10_000, None)
    }

    #[test]
    fn an_address_runs_out_and_may_try_again_later() {
        let (limits, clock) = limits(Some(100));
        let (went, refusal) = tries(&limits, "203.0.113.9");
        assert_eq!((went, refusal.expect("refused").id()), (60, MessageId::L002));
        limits.check(&school("a"), &TRACK, from("203.0.113.10")).expect("another address");
        limits.check(&school("b"), &TRACK, from("203.0.113.9")).expect("another school");
        limits.check(&school("a"), &SIGN_IN, from("203.0.113.9")).expect("another rate");
        clock.advance(4_999);
        assert_eq!(tries(&limits, "203.0.113.9").0, 0, "too early");
        clock.advance(1);
        assert_eq!(tries(&limits, "203.0.113.9").0, 1);
    }

    #[test]
    fn a_household_counts_as_one_and_this_machine_not_at_all() {
        let (limits, _) = limits(Some(100));
        assert_eq!(tries(&limits, "2001:db8:1:2::1").0, 60);
        assert_eq!(tries(&limits, "2001:db8:1:2:ffff::1").0, 0, "same /64");
        assert_eq!(tries(&limits, "2001:db8:1:3::1").0, 60, "another");
        assert_eq!(tries(&limits, "::ffff:203.0.113.7").0, 60);
        assert_eq!(tries(&limits, "203.0.113.7").0, 0, "one spelling");
        for local in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(tries(&limits, local).1.is_none(), "{local}");
        }
        limits.check(&school("a"), &TRACK, None).expect("a job");
    }

    #[test]
    fn the_share_moves_all_of_them_and_off_counts_nothing() {
        assert_eq!(tries(&limits(Some(50)).0, "203.0.113.9").0, 30);
        assert_eq!(tries(&limits(Some(1)).0, "203.0.113.9").0, 1);
        assert!(tries(&limits(None).0, "203.0.113.9").1.is_none());
    }

    #[test]
    fn many_households_of_one_customer_are_one_customer() {
        let (limits, _) = limits(Some(100));
        let went: u32 = (0..80).map(|n| tries(&limits, &format!("2001:db8:7:{n:x}::1")).0).sum();
        assert_eq!(went, 8 * 60, "80 times 60 without the /48");
        assert_eq!(tries(&limits, "2001:db8:8::1").0, 60, "another customer");
    }

    #[test]
    fn many_schools_are_no_many_gates() {
        let (limits, _) = limits(Some(100));
        let went = |rate: &Rate| {
            let school = |n: u32| school(&format!("s{n}"));
            (0..10_000_u32).take_while(|n| limits.check(&school(n / 100), rate, from("203.0.113.9")).is_ok()).count()
        };
        assert_eq!(went(&SIGN_IN), 800, "of two hundred at each of a hundred schools");
        assert_eq!(went(&FORM_WRITE), 10_000, "what is not hashed has each school's bound");
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let all = Remembered::default();
        for n in 0..120_000_u32 {
            let key = (Some(school("a")), IpAddr::from(std::net::Ipv4Addr::from_bits(n)));
            let kept: Result<(), ()> = all.measure_and_replace(&key, |_| Ok(((), Nanos::from(7_u64))));
            assert_eq!(kept, Ok(()));
            assert!(all.0.lock().len() <= REMEMBERED);
        }
    }

    #[test]
    fn a_crowd_of_addresses_buys_nobody_a_fresh_start() {
        let (limits, clock) = limits(Some(100));
        assert_eq!(tries(&limits, "203.0.113.9").0, 60);
        for n in 0..120_000_u32 {
            let address = IpAddr::from(std::net::Ipv4Addr::from_bits(0x0a00_0000 + n));
            limits.check(&school("a"), &TRACK, Some(address)).expect("one each");
        }
        assert_eq!(tries(&limits, "203.0.113.9").0, 0, "still remembered");
        clock.advance(5_000);
        assert_eq!(tries(&limits, "203.0.113.9").0, 1);
    }
}
