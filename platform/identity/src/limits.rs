//! How often one network address may try: counted by school, flow and address, whoever is behind it.
//!
//! Generous, for a whole school may sit behind one address; what is counted by account or target stands elsewhere and is
//! strict. The counts live in memory: a restart forgets them, and several servers count each for themselves. An IPv6 address
//! counts by its /64, which is what one household gets. Loopback is not counted: it is this machine, or a proxy that was not
//! named as one.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use kernel::sabotage::{Guard, is_removed};
use kernel::{Clock, MessageId, Refusal, SchoolId};
use parking_lot::RwLock;

/// Addresses that one flow remembers. Past it those go that could try freely anyway, and if that is not enough, all.
const REMEMBERED: usize = 50_000;
/// How often a flow looks whether it remembers too many.
const LOOK: u32 = 1_000;

macro_rules! flows {
    ($($name:ident $burst:literal, $per_minute:literal, $doc:literal;)*) => {
        /// What is tried.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Flow { $(#[doc = $doc] $name,)* }

        impl Flow {
            /// All of them.
            pub const ALL: &'static [Flow] = &[$(Flow::$name,)*];

            /// How many tries may come at once, and how many a minute from then on.
            fn quota(self) -> (u32, u32) { match self { $(Flow::$name => ($burst, $per_minute),)* } }
        }
    };
}

flows! {
    SignIn 200, 60, "Signing in by whatever way; also codes and PINs that are typed in.";
    Register 100, 20, "Making an account, or an application without one.";
    Code 100, 20, "Codes that are sent: each costs somebody money.";
    Recover 60, 20, "Mails about passwords and addresses, and the links in them.";
    Captcha 300, 120, "Riddles.";
    Track 60, 12, "Tracking codes that are typed in.";
    FormWrite 3000, 1200, "Answers that are checked, kept and sent.";
    Upload 400, 120, "Files.";
    Subscribe 20, 4, "Requests for a school: each sends a mail.";
    Subdomain 120, 60, "Names under the platform's domain that are asked for.";
}

impl Flow {
    /// The flow of an operation, by its id in the API document; none for what may be asked as often as anybody likes.
    #[must_use]
    pub fn of(operation: &str) -> Option<Self> {
        Some(match operation {
            "login" | "login_pos" | "verify_second_factor" | "verify_code" | "enrol_till" => Self::SignIn,
            "register_user" | "register_applicant" => Self::Register,
            "request_code" | "resend_code" => Self::Code,
            "forget_password" | "reset_password" | "verify_email" | "resend_verify_email" => Self::Recover,
            "get_captcha" => Self::Captcha,
            "track_application" => Self::Track,
            "check_form" | "create_draft" | "save_draft" | "submit_form" => Self::FormWrite,
            "upload_file" => Self::Upload,
            "operator_sign_in" | "operator_set_up" => Self::SignIn,
            "get_platform_captcha" => Self::Captcha,
            "subscribe" => Self::Subscribe,
            "confirm_subscription" => Self::Recover,
            "check_subdomain" => Self::Subdomain,
            _ => return None,
        })
    }
}

type Key = (SchoolId, IpAddr);
type Counter = RateLimiter<Key, DashMapStateStore<Key>, Ours, NoOpMiddleware<Nanos>>;

/// The counts of all schools. Cheap to clone.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    clock: Arc<dyn Clock>,
    counters: Option<Vec<RwLock<Counter>>>,
    share: u32,
    asked: AtomicU32,
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

impl Limits {
    /// Counts against the defaults times `percent`; `None` counts nothing.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, percent: Option<u32>) -> Self {
        let share = percent.unwrap_or(100).max(1);
        let counters =
            percent.map(|_| Flow::ALL.iter().map(|flow| RwLock::new(counter(&clock, *flow, share))).collect());
        Self(Arc::new(Inner { clock, counters, share, asked: AtomicU32::new(0) }))
    }

    /// Counts a try; L002 with the time to wait when there were too many. Calls from nowhere are the server's own.
    pub fn check(&self, school: &SchoolId, flow: Flow, address: Option<IpAddr>) -> Result<(), Refusal> {
        let (Some(counters), Some(address)) = (&self.0.counters, address.map(|address| address.to_canonical())) else {
            return Ok(());
        };
        if address.is_loopback() || is_removed(Guard::AddressLimits) {
            return Ok(());
        }
        let slot = &counters[flow as usize];
        if self.0.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOK) {
            self.tidy(slot, flow);
        }
        let counter = slot.read();
        let Err(early) = counter.check_key(&(school.clone(), household(address))) else { return Ok(()) };
        let wait = early.wait_time_from(counter.clock().now());
        metrics::counter!("qabul_address_limited_total", "flow" => format!("{flow:?}")).increment(1);
        let seconds = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
        Err(Refusal::new(MessageId::L002).retry_after(seconds.max(1)))
    }

    /// Forgets addresses that could try freely anyway; all, when those that tried too often are too many to be remembered.
    fn tidy(&self, slot: &RwLock<Counter>, flow: Flow) {
        if slot.read().len() <= REMEMBERED {
            return;
        }
        slot.read().retain_recent();
        let mut counter_now = slot.write();
        if counter_now.len() > REMEMBERED {
            tracing::warn!(flow = ?flow, "too many addresses to count: starting anew");
            *counter_now = counter(&self.0.clock, flow, self.0.share);
        } else {
            counter_now.shrink_to_fit();
        }
    }
}

fn counter(clock: &Arc<dyn Clock>, flow: Flow, share: u32) -> Counter {
    let (burst, per_minute) = flow.quota();
    let of_share = |n: u32| n.saturating_mul(share).div_ceil(100).max(1);
    let pause = Duration::from_secs(60) / of_share(per_minute);
    let burst = NonZeroU32::new(of_share(burst)).unwrap_or(NonZeroU32::MIN);
    // The pause is longer than nothing: a minute over at most four thousand million.
    let quota = Quota::with_period(pause).unwrap_or(Quota::per_minute(NonZeroU32::MIN)).allow_burst(burst);
    RateLimiter::new(quota, DashMapStateStore::default(), Ours(clock.clone()))
}

/// What one household or school has: an IPv4 address, or the first half of an IPv6 one.
fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::clock::FixedClock;

    fn limits(percent: Option<u32>) -> (Limits, Arc<FixedClock>) {
        let clock = Arc::new(FixedClock::at(1_795_248_000_000));
        (Limits::new(clock.clone(), percent), clock)
    }

    fn from(text: &str) -> Option<IpAddr> {
        Some(text.parse().expect("address"))
    }

    fn school(id: &str) -> SchoolId {
        SchoolId::parse(id).expect("id")
    }

    /// Tries until refused; gives how many went through and what the refusal was.
    fn tries(limits: &Limits, address: &str) -> (u32, Option<Refusal>) {
        for n in 0..10_000 {
            if let Err(refusal) = limits.check(&school("a"), Flow::Track, from(address)) {
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
        limits.check(&school("a"), Flow::Track, from("203.0.113.10")).expect("another address");
        limits.check(&school("b"), Flow::Track, from("203.0.113.9")).expect("another school");
        limits.check(&school("a"), Flow::SignIn, from("203.0.113.9")).expect("another flow");
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
        limits.check(&school("a"), Flow::Track, None).expect("a job");
    }

    #[test]
    fn the_share_moves_all_of_them_and_off_counts_nothing() {
        assert_eq!(tries(&limits(Some(50)).0, "203.0.113.9").0, 30);
        assert_eq!(tries(&limits(Some(1)).0, "203.0.113.9").0, 1);
        assert!(tries(&limits(None).0, "203.0.113.9").1.is_none());
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let (limits, clock) = limits(Some(100));
        for n in 0..120_000_u32 {
            let address = IpAddr::from(std::net::Ipv4Addr::from_bits(0x0a00_0000 + n));
            limits.check(&school("a"), Flow::Track, Some(address)).expect("one each");
            if n % 40_000 == 0 {
                clock.advance(3_600_000);
            }
        }
        let remembered = limits.0.counters.as_ref().expect("counts")[Flow::Track as usize].read().len();
        assert!(remembered <= REMEMBERED + LOOK as usize, "{remembered}");
    }
}
