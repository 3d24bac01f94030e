//! Places for connections. No household and no site holds more than its share; when all places are taken, whoever has been silent
//! for longest makes room for whoever comes, and where nobody is silent, whoever comes is turned away at once: nobody waits in front
//! of the door, least of all those behind them.
//!
//! Trusted proxies speak for many: they are not counted by address, and are never sent away. This machine is not counted either. For
//! both some places are kept that strangers do not get, so that a crowd shuts out neither the proxy nor whoever looks after us.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;
use words::address::{household, site};
use words::sabotage::{Guard, is_removed};

use crate::config::Connections;

/// All places. Cheap to clone.
#[derive(Clone)]
pub(super) struct Places(Arc<Shared>);

struct Shared {
    bounds: Connections,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    open: HashMap<u64, Open>,
    held: HashMap<Holder, usize>,
    /// Connections of neither a proxy nor this machine.
    strangers: usize,
    /// Numbers connections, and moments at which they fell silent.
    count: u64,
}

/// Whose connections are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Household(IpAddr),
    Site(IpAddr),
}

struct Open {
    /// What it is counted by; nothing for a proxy and for this machine.
    holders: Option<[Holder; 2]>,
    is_proxy: bool,
    /// Since when no request is answered on it.
    silent_since: Option<u64>,
    leave: Arc<Notify>,
}

/// A connection's place, held until it is dropped.
pub(super) struct Place {
    all: Places,
    id: u64,
    leave: Arc<Notify>,
}

/// A request of the connection is being answered, until this is dropped.
pub(super) struct Answering(Arc<Place>);

impl Places {
    /// So many, and so many of them for each.
    pub fn new(bounds: Connections) -> Self {
        Self(Arc::new(Shared { bounds, state: Mutex::default() }))
    }

    /// A place for a peer; none when all that it could have are at work.
    pub fn take(&self, peer: IpAddr, is_proxy: bool) -> Option<Place> {
        let place = self.ask(peer, is_proxy);
        if place.is_none() {
            metrics::counter!("qabul_connections_refused_total").increment(1);
        }
        place
    }

    /// Whether more than half of the places are taken.
    pub fn is_crowded(&self) -> bool {
        2 * self.0.state.lock().open.len() > self.0.bounds.most
    }

    fn ask(&self, peer: IpAddr, is_proxy: bool) -> Option<Place> {
        let bounds = &self.0.bounds;
        let is_stranger = !is_proxy && !peer.to_canonical().is_loopback();
        let holders = is_stranger.then(|| [Holder::Household(household(peer)), Holder::Site(site(peer))]);
        let mut state = self.0.state.lock();
        for holder in holders.iter().flatten() {
            let held = state.held.get(holder).copied().unwrap_or_default();
            let of_holder = |open: &Open| open.holders.is_some_and(|holders| holders.contains(holder));
            if held >= holder.share(bounds) && !state.send_away(of_holder) {
                return None;
            }
        }
        let kept = if is_removed(Guard::KeptPlaces) { 0 } else { bounds.kept };
        let for_strangers = bounds.most.saturating_sub(kept);
        if is_stranger && state.strangers >= for_strangers && !state.send_away(|open| open.holders.is_some()) {
            return None;
        }
        if state.open.len() >= bounds.most && !state.send_away(|open| !open.is_proxy) {
            return None;
        }
        let id = state.next();
        let leave = Arc::new(Notify::new());
        state.open.insert(id, Open { holders, is_proxy, silent_since: Some(id), leave: leave.clone() });
        state.strangers += usize::from(is_stranger);
        for holder in holders.into_iter().flatten() {
            *state.held.entry(holder).or_default() += 1;
        }
        Some(Place { all: self.clone(), id, leave })
    }
}

impl Holder {
    fn share(self, bounds: &Connections) -> usize {
        let (share, guard) = match self {
            Self::Household(_) => (bounds.household, Guard::HouseholdPlaces),
            Self::Site(_) => (bounds.site, Guard::SitePlaces),
        };
        if is_removed(guard) { usize::MAX } else { share }
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Sends away the one of these that has been silent for longest; false when all of them are at work.
    fn send_away(&mut self, of: impl Fn(&Open) -> bool) -> bool {
        let silent = self.open.iter().filter(|(_, open)| of(open));
        let silent = silent.filter_map(|(id, open)| Some((open.silent_since?, *id)));
        let Some((_, id)) = silent.min() else { return false };
        if let Some(open) = self.leave(id) {
            open.leave.notify_one();
        }
        true
    }

    fn leave(&mut self, id: u64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        self.strangers -= usize::from(open.holders.is_some());
        for holder in open.holders.into_iter().flatten() {
            if let Some(held) = self.held.get_mut(&holder) {
                *held -= 1;
                if *held == 0 {
                    self.held.remove(&holder);
                }
            }
        }
        Some(open)
    }
}

impl Place {
    /// Ends when the connection has to go.
    pub async fn sent_away(&self) {
        self.leave.notified().await;
    }

    /// Whether places are scarce.
    pub fn is_crowded(&self) -> bool {
        self.all.is_crowded()
    }

    /// From now on a request is answered.
    pub fn answering(self: &Arc<Self>) -> Answering {
        self.fell_silent(false);
        Answering(self.clone())
    }

    fn fell_silent(&self, is_silent: bool) {
        let mut state = self.all.0.state.lock();
        let now = state.next();
        if let Some(open) = state.open.get_mut(&self.id) {
            open.silent_since = is_silent.then_some(now);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.0.state.lock().leave(self.id);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.fell_silent(true);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn places(most: usize, household: usize, site: usize, kept: usize) -> Places {
        Places::new(Connections { most, household, site, kept })
    }

    fn take(places: &Places, peer: &str) -> Option<Arc<Place>> {
        places.take(peer.parse().expect("address"), false).map(Arc::new)
    }

    fn was_sent_away(place: &Place) -> bool {
        place.sent_away().now_or_never().is_some()
    }

    #[test]
    fn an_address_has_its_share_and_no_more() {
        let places = places(100, 4, 100, 0);
        let held: Vec<_> = (0..4).map(|_| take(&places, "203.0.113.9").expect("its share")).collect();
        let fifth = take(&places, "203.0.113.9").expect("in place of the oldest");
        assert!(was_sent_away(&held[0]) && held[1..].iter().all(|place| !was_sent_away(place)));
        let busy: Vec<_> = held[1..].iter().chain([&fifth]).map(Place::answering).collect();
        assert!(take(&places, "203.0.113.9").is_none(), "all of them are at work");
        assert!(take(&places, "203.0.113.10").is_some(), "another address");
        drop(busy);
        assert!(take(&places, "203.0.113.9").is_some());
        // A household of IPv6 is one, a proxy is many, and so is this machine.
        let _six: Vec<_> = (0..4).map(|n| take(&places, &format!("2001:db8::{n:x}"))).collect();
        let _busy: Vec<_> = _six.iter().flatten().map(Place::answering).collect();
        assert!(take(&places, "2001:db8::ffff").is_none() && take(&places, "2001:db8:0:1::1").is_some());
        let many: Vec<_> = (0..9).map(|_| take(&places, "127.0.0.1")).collect();
        assert!(many.iter().flatten().all(|place| !was_sent_away(place)));
    }

    #[test]
    fn the_households_of_one_site_have_a_share_together() {
        let places = places(100, 4, 8, 0);
        let of = |n: usize| take(&places, &format!("2001:db8:0:{n:x}::1"));
        let held: Vec<_> = (0..8).map(|n| of(n).expect("its share")).collect();
        let ninth = of(8).expect("in place of the oldest");
        assert!(was_sent_away(&held[0]));
        let _busy: Vec<_> = held[1..].iter().chain([&ninth]).map(Place::answering).collect();
        assert!(of(9).is_none(), "all of them are at work");
        assert!(take(&places, "2001:db8:1::1").is_some(), "another site");
    }

    #[test]
    fn when_all_is_taken_the_longest_silent_makes_room() {
        let places = places(3, 64, 64, 0);
        let proxy = places.take("10.0.0.1".parse().expect("address"), true).expect("a place");
        let (first, second) =
            (take(&places, "203.0.113.1").expect("a place"), take(&places, "203.0.113.2").expect("a place"));
        assert!(places.is_crowded());
        // The first asks something: now the second is the one that has been silent for longest.
        drop(first.answering());
        let third = take(&places, "203.0.113.3").expect("in place of the second");
        assert!(was_sent_away(&second) && !was_sent_away(&first));
        let busy = [first.answering(), third.answering()];
        assert!(take(&places, "203.0.113.4").is_none(), "all are at work or a proxy's");
        assert!(!was_sent_away(&proxy));
        drop(busy);
        assert!(take(&places, "203.0.113.4").is_some());
        drop((proxy, first, second, third));
        let state = places.0.state.lock();
        assert!(state.open.is_empty() && state.held.is_empty() && state.strangers == 0);
    }

    #[test]
    fn some_places_are_not_for_strangers() {
        let places = places(8, 64, 64, 2);
        let strangers: Vec<_> = (0..6).filter_map(|n| take(&places, &format!("203.0.113.{n}"))).collect();
        let _busy: Vec<_> = strangers.iter().map(Place::answering).collect();
        assert!(strangers.len() == 6 && take(&places, "203.0.113.9").is_none(), "two are kept");
        let here = take(&places, "127.0.0.1").expect("a place");
        let proxy = places.take("10.0.0.1".parse().expect("address"), true).expect("a place");
        // They take nothing of the strangers' share, and do not send each other away while the proxy speaks for somebody.
        let again = take(&places, "::1").expect("in place of the other of this machine");
        assert!(was_sent_away(&here));
        let _here = again.answering();
        assert!(places.take("10.0.0.1".parse().expect("address"), true).is_none(), "all are at work");
        drop(proxy);
    }
}
