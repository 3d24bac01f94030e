//! Rests a plugin that fails again and again at a school: closed → open after so many failures in a row → one trial call →
//! closed again, or open for another rest.

use std::collections::HashMap;
use std::time::Instant;

use parking_lot::Mutex;

use crate::BreakerConfig;

/// Who is watched: a school's use of one component.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    school: String,
    digest: [u8; 32],
}

#[derive(Debug, Default)]
struct Trouble {
    failures: u32,
    /// Set while open; a trial call moves it on, so that a lost trial blocks nobody for longer than a rest.
    closed_until: Option<Instant>,
}

/// All schools' breakers. Only those in trouble take space.
#[derive(Debug)]
pub(crate) struct Breakers {
    config: BreakerConfig,
    troubled: Mutex<HashMap<Key, Trouble>>,
}

impl Breakers {
    pub(crate) fn new(config: BreakerConfig) -> Self {
        Self { config, troubled: Mutex::default() }
    }

    /// Whether a call may go ahead now.
    pub(crate) fn allows(&self, school: &str, digest: [u8; 32], now: Instant) -> bool {
        let mut troubled = self.troubled.lock();
        if troubled.is_empty() {
            return true;
        }
        let Some(trouble) = troubled.get_mut(&Key { school: school.to_owned(), digest }) else { return true };
        match trouble.closed_until {
            None => true,
            Some(until) if now < until => false,
            Some(_) => {
                trouble.closed_until = Some(now + self.config.rest);
                true
            }
        }
    }

    /// Notes how a call ended.
    pub(crate) fn note(&self, school: &str, digest: [u8; 32], failed: bool, now: Instant) {
        let mut troubled = self.troubled.lock();
        if !failed && troubled.is_empty() {
            return;
        }
        let key = Key { school: school.to_owned(), digest };
        if !failed {
            troubled.remove(&key);
            return;
        }
        let trouble = troubled.entry(key).or_default();
        trouble.failures = trouble.failures.saturating_add(1);
        if trouble.failures >= self.config.failures {
            if trouble.closed_until.is_none() {
                metrics::counter!("plugin_breaker_opened_total").increment(1);
            }
            trouble.closed_until = Some(now + self.config.rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const DIGEST: [u8; 32] = [7; 32];

    fn breakers() -> Breakers {
        Breakers::new(BreakerConfig { failures: 3, rest: Duration::from_secs(10) })
    }

    #[test]
    fn opens_after_failures_in_a_row_and_tries_once() {
        let (breakers, start) = (breakers(), Instant::now());
        for _ in 0..3 {
            assert!(breakers.allows("abq", DIGEST, start));
            breakers.note("abq", DIGEST, true, start);
        }
        assert!(!breakers.allows("abq", DIGEST, start));
        assert!(breakers.allows("mogra", DIGEST, start), "another school goes on");

        let later = start + Duration::from_secs(11);
        assert!(breakers.allows("abq", DIGEST, later), "one trial");
        assert!(!breakers.allows("abq", DIGEST, later), "only one");
        breakers.note("abq", DIGEST, false, later);
        assert!(breakers.allows("abq", DIGEST, later), "closed again");
    }

    #[test]
    fn a_good_call_starts_the_count_anew() {
        let (breakers, now) = (breakers(), Instant::now());
        for failed in [true, true, false, true, true] {
            breakers.note("abq", DIGEST, failed, now);
        }
        assert!(breakers.allows("abq", DIGEST, now));
    }

    #[test]
    fn a_failed_trial_opens_it_again() {
        let (breakers, start) = (breakers(), Instant::now());
        (0..3).for_each(|_| breakers.note("abq", DIGEST, true, start));
        let later = start + Duration::from_secs(11);
        assert!(breakers.allows("abq", DIGEST, later));
        breakers.note("abq", DIGEST, true, later);
        assert!(!breakers.allows("abq", DIGEST, later + Duration::from_secs(9)));
    }
}
