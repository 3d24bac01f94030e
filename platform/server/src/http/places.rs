//! Places for connections. No address holds more than its share; when all places are taken, whoever has been silent for longest makes
//! room for whoever comes.
//!
//! Trusted proxies speak for many: they are not counted by address, and are never sent away. This machine is not counted either.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use kernel::address::household;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Most connections of one address.
pub(super) const EACH: usize = 64;

/// All places. Cheap to clone.
#[derive(Clone)]
pub(super) struct Places(Arc<Shared>);

struct Shared {
    most: usize,
    each: usize,
    state: Mutex<State>,
    freed: Notify,
}

#[derive(Default)]
struct State {
    open: HashMap<u64, Open>,
    by_address: HashMap<IpAddr, usize>,
    /// Numbers connections, and moments at which they fell silent.
    count: u64,
}

struct Open {
    /// What it is counted by.
    address: Option<IpAddr>,
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

enum Asked {
    Taken(Place),
    TooMany,
    Full,
}

impl Places {
    /// So many, and so many of them for one address.
    pub fn new(most: usize, each: usize) -> Self {
        Self(Arc::new(Shared { most, each, state: Mutex::default(), freed: Notify::new() }))
    }

    /// A place for a peer; none when its address has too many that are all at work. Waits while all places are at work.
    pub async fn take(&self, peer: IpAddr, is_proxy: bool) -> Option<Place> {
        loop {
            match self.ask(peer, is_proxy) {
                Asked::Taken(place) => return Some(place),
                Asked::TooMany => {
                    metrics::counter!("qabul_connections_refused_total").increment(1);
                    return None;
                }
                Asked::Full => self.0.freed.notified().await,
            }
        }
    }

    /// Whether more than half of the places are taken.
    pub fn is_crowded(&self) -> bool {
        2 * self.0.state.lock().open.len() > self.0.most
    }

    fn ask(&self, peer: IpAddr, is_proxy: bool) -> Asked {
        let address = (!is_proxy && !peer.to_canonical().is_loopback()).then(|| household(peer));
        let mut state = self.0.state.lock();
        let held = address.and_then(|address| state.by_address.get(&address)).copied().unwrap_or_default();
        if held >= self.0.each && !state.send_away(|open| open.address == address) {
            return Asked::TooMany;
        }
        if state.open.len() >= self.0.most && !state.send_away(|open| !open.is_proxy) {
            return Asked::Full;
        }
        let id = state.next();
        let leave = Arc::new(Notify::new());
        state.open.insert(id, Open { address, is_proxy, silent_since: Some(id), leave: leave.clone() });
        if let Some(address) = address {
            *state.by_address.entry(address).or_default() += 1;
        }
        Asked::Taken(Place { all: self.clone(), id, leave })
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
        if let Some(address) = open.address
            && let Some(held) = self.by_address.get_mut(&address)
        {
            *held -= 1;
            if *held == 0 {
                self.by_address.remove(&address);
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
            drop(state);
            if is_silent {
                self.all.0.freed.notify_one();
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.0.state.lock().leave(self.id);
        self.all.0.freed.notify_one();
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

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("address")
    }

    /// A place, if there is one at once.
    fn take(places: &Places, peer: &str) -> Option<Arc<Place>> {
        places.take(ip(peer), false).now_or_never().flatten().map(Arc::new)
    }

    fn was_sent_away(place: &Place) -> bool {
        place.sent_away().now_or_never().is_some()
    }

    #[tokio::test]
    async fn an_address_has_its_share_and_no_more() {
        let places = Places::new(100, 4);
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

    #[tokio::test]
    async fn when_all_is_taken_the_longest_silent_makes_room() {
        let places = Places::new(3, 64);
        let proxy = places.take(ip("10.0.0.1"), true).await.expect("a place");
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
        // Who waits comes in as soon as one has its answer.
        let waiting = tokio::spawn({
            let places = places.clone();
            async move { places.take(ip("203.0.113.4"), false).await.is_some() }
        });
        tokio::task::yield_now().await;
        drop(busy);
        assert!(waiting.await.expect("a place"));
        drop((proxy, first, second, third));
        assert!(places.0.state.lock().open.is_empty() && places.0.state.lock().by_address.is_empty());
    }
}
