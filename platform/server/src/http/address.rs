//! Which network address a request comes from.

use std::net::IpAddr;
use std::sync::Once;

use axum::http::HeaderMap;
use tenants::registry::Policy;
use words::address::UNNAMED_PROXY;

/// The address that limits count by and that audit notes, proxies looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClientAddress(pub IpAddr);

/// What proxies write beside a request.
const OF_PROXIES: [&str; 5] = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded"];

/// Whether a request came through somebody else.
pub(super) fn is_forwarded(headers: &HeaderMap) -> bool {
    OF_PROXIES.iter().any(|name| headers.contains_key(*name))
}

/// The peer; or, where the peer is a trusted proxy, the last address of `X-Forwarded-For` that is none: what stands before it
/// was written by whoever sent the request. What comes through a proxy on this machine that is not trusted counts as one address: as
/// this machine's own it would not be counted at all.
pub(super) fn client_address(policy: &Policy, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
    let trusted = |address: IpAddr| policy.trusted_proxies.iter().any(|range| range.contains(address));
    let mut client = peer.to_canonical();
    if !trusted(peer) {
        if client.is_loopback() && is_forwarded(headers) {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| {
                tracing::error!(
                    "requests come through a proxy on this machine that --trusted-proxies does not name: all visitors are counted as \
                     one, and will be told to wait"
                );
            });
            client = UNNAMED_PROXY;
        }
        return ClientAddress(client);
    }
    // As bytes: a proxy adds to the line that a visitor began, and what they wrote in it must not hide what it added.
    let lines = headers.get_all("x-forwarded-for").iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
    let lines: Vec<_> = lines.collect();
    for part in lines.iter().flat_map(|line| line.split(',')).rev() {
        // What cannot be read ends the chain: nothing before it can be believed.
        let Ok(address) = part.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
        if !trusted(address) {
            break;
        }
    }
    // Whoever comes through a proxy here is not this machine, even if the proxy does not say who it is.
    if client.is_loopback() && is_forwarded(headers) {
        client = UNNAMED_PROXY;
    }
    ClientAddress(client)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tenants::registry::host::IpRange;

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        seen_by(&["10.0.0.0/8"], peer, forwarded)
    }

    fn seen_by(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let trusted_proxies = trusted.iter().map(|range| IpRange::parse(range).expect("range")).collect();
        let policy = Policy { trusted_proxies, ..Policy::default() };
        let mut headers = HeaderMap::new();
        for value in forwarded {
            let latin: Vec<u8> = value.chars().map(|c| u8::try_from(u32::from(c)).expect("latin")).collect();
            headers.append("x-forwarded-for", axum::http::HeaderValue::from_bytes(&latin).expect("header"));
        }
        client_address(&policy, peer.parse().expect("address"), &headers).0.to_string()
    }

    #[test]
    fn nothing_that_a_visitor_writes_hides_what_the_proxy_adds() {
        assert_eq!(seen("10.0.0.1", &["\u{e9}, 198.51.100.1"]), "198.51.100.1");
        let here = |forwarded: &[&str]| seen_by(&["127.0.0.1"], "127.0.0.1", forwarded);
        assert_eq!(here(&["\u{e9}, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(here(&["\u{e9}"]), "0.0.0.0", "not this machine, which nothing counts");
        assert_eq!(here(&["198.51.100.1:4711"]), "0.0.0.0");
        assert_eq!(here(&["127.0.0.1"]), "0.0.0.0");
        assert_eq!(here(&[]), "127.0.0.1");
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_the_last_stranger_counts() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "a stranger says what it likes");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, 198.51.100.1, 10.0.0.2"]), "198.51.100.1", "forged first address");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4", "198.51.100.1"]), "198.51.100.1", "two headers");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1, rubbish"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("::ffff:203.0.113.9", &[]), "203.0.113.9", "one person, one key");
    }

    #[test]
    fn who_comes_through_an_unnamed_proxy_here_is_not_this_machine() {
        assert_eq!(seen("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1"]), "0.0.0.0");
        assert_eq!(seen("::1", &["198.51.100.1"]), "0.0.0.0");
        assert_eq!(seen("::ffff:127.0.0.1", &["198.51.100.2"]), "0.0.0.0", "all of them one");
    }
}
