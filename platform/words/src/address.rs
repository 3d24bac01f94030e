//! Network addresses as they are counted by.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whoever comes through a proxy on this machine that was not named as one: who they are is not known, so they count as one.
pub const UNNAMED_PROXY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// What one household or school has: an IPv4 address, or the first half (/64) of an IPv6 one.
#[must_use]
pub fn household(address: IpAddr) -> IpAddr {
    first_bits(address, 64)
}

/// What one customer of a provider can have: an IPv4 address, or a /48 of IPv6, which is 65,536 households.
#[must_use]
pub fn site(address: IpAddr) -> IpAddr {
    first_bits(address, 48)
}

fn first_bits(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> (128 - bits) << (128 - bits)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_ipv6_are_one() {
        let of = |text: &str| text.parse::<IpAddr>().unwrap_or(UNNAMED_PROXY);
        assert_eq!(household(of("2001:db8:1:2:3::4")), of("2001:db8:1:2::"));
        assert_eq!(site(of("2001:db8:1:2:3::4")), of("2001:db8:1::"));
        assert_eq!(
            (household(of("203.0.113.7")), site(of("::ffff:203.0.113.7"))),
            (of("203.0.113.7"), of("203.0.113.7"))
        );
    }
}
