//! Host names as requests carry them: checked, lower-cased, without dot and port. Lookups are exact; no suffix is ever
//! compared.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host that a request named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Lower-cased name, or the address.
    pub name: Name,
    /// The port, when one was named.
    pub port: Option<u16>,
}

/// A name or an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// A host name.
    Domain(String),
    /// An address.
    Address(IpAddr),
}

impl Host {
    /// Reads a `Host` value; `None` for what is no host (H1).
    #[must_use]
    pub fn parse(value: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(value).ok().filter(|text| text.is_ascii() && text.len() <= 260)?;
        if let Some(rest) = text.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            let address: Ipv6Addr = address.parse().ok()?;
            let port = if port.is_empty() { None } else { Some(parse_port(port.strip_prefix(':')?)?) };
            return Some(Self { name: Name::Address(address.into()), port });
        }
        let (name, port) = match text.split_once(':') {
            Some((name, port)) => (name, Some(parse_port(port)?)),
            None => (text, None),
        };
        if let Ok(address) = name.parse::<Ipv4Addr>() {
            return Some(Self { name: Name::Address(address.into()), port });
        }
        let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
        is_name(&name).then_some(Self { name: Name::Domain(name), port })
    }

    /// Whether it can only be this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match &self.name {
            Name::Address(address) => address.is_loopback(),
            Name::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        }
    }
}

fn parse_port(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.len() <= 5 && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok().filter(|port| *port > 0) } else { None }
}

/// A lower-case host name: at most 253 characters of labels.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A last label of digits would be a broken address: 1.2.3 or 300.1.1.1.
    let numeric_end = name.rsplit('.').next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_digit()));
    name.len() <= 253 && name.split('.').all(label) && !numeric_end
}

/// Addresses whose forwarded headers are believed: one address or a CIDR range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IpRange {
    network: IpAddr,
    prefix: u8,
}

impl IpRange {
    /// From `10.0.0.0/8`, `::1` and the like.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u8>().ok()?)),
            None => (text.trim(), None),
        };
        let network: IpAddr = address.parse().ok()?;
        let longest = if network.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(longest);
        (prefix <= longest).then_some(Self { network, prefix })
    }

    /// Whether an address lies in it; IPv4 addresses written as IPv6 count as what they are.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let shift = |bits: u8| u32::from(bits - self.prefix);
        match (self.network, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                (u32::from(network) ^ u32::from(address)).checked_shr(shift(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                (u128::from(network) ^ u128::from(address)).checked_shr(shift(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<String> {
        match Host::parse(text.as_bytes())?.name {
            Name::Domain(name) => Some(name),
            Name::Address(address) => Some(format!("ip {address}")),
        }
    }

    #[test]
    fn hosts_are_read_strictly() {
        for (text, expected) in [
            ("abq.localhost", Some("abq.localhost")),
            ("ABQ.LocalHost:8080", Some("abq.localhost")),
            ("abq.localhost.", Some("abq.localhost")),
            ("abq.localhost.:443", Some("abq.localhost")),
            ("127.0.0.1:8080", Some("ip 127.0.0.1")),
            ("[::1]:8080", Some("ip ::1")),
            ("[::1]", Some("ip ::1")),
            ("", None),
            (".", None),
            ("a..b", None),
            ("abq.localhost..", None),
            ("user@abq.localhost", None),
            ("abq.localhost:", None),
            ("abq.localhost:0", None),
            ("abq.localhost:99999", None),
            ("abq.localhost:80:80", None),
            ("abq .localhost", None),
            ("abq_x.localhost", None),
            ("-abq.localhost", None),
            ("abq-.localhost", None),
            ("1.2.3", None),
            ("300.1.1.1", None),
            ("::1", None),
            ("[::1", None),
            ("قبول.localhost", None),
            ("abq.localhost/x", None),
        ] {
            assert_eq!(name(text).as_deref(), expected, "{text}");
        }
        let long = format!("{}.com", vec!["a".repeat(60); 5].join("."));
        assert_eq!(name(&long), None);
    }

    #[test]
    fn ranges() {
        let inside = |range: &str, address: &str| IpRange::parse(range).unwrap().contains(address.parse().unwrap());
        assert!(inside("10.0.0.0/8", "10.200.1.1") && !inside("10.0.0.0/8", "11.0.0.1"));
        assert!(inside("127.0.0.1", "127.0.0.1") && !inside("127.0.0.1", "127.0.0.2"));
        assert!(inside("0.0.0.0/0", "8.8.8.8") && !inside("0.0.0.0/0", "::1"));
        assert!(inside("fd00::/8", "fd12::1") && inside("::1", "::1"));
        assert!(inside("127.0.0.0/8", "::ffff:127.0.0.1"));
        assert!(IpRange::parse("10.0.0.0/33").is_none() && IpRange::parse("x").is_none());
    }
}
