//! Where a visitor comes from when a proxy stands in front.
//!
//! A proxy says in `X-Forwarded-For` whom it speaks for. Anybody can write
//! that header, so it is believed only of proxies that whoever runs the studio
//! has named, and only the last address that no such proxy added.

use axum::http::HeaderMap;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A network: an address and how many of its bits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// Whether an address is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |own: u128, other: u128, width: u32| {
            let shift = width - self.bits.min(width);
            shift == 128 || own >> shift == other >> shift
        };
        match (self.address, plain(address)) {
            (IpAddr::V4(own), IpAddr::V4(other)) => same(own.to_bits().into(), other.to_bits().into(), 32),
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

/// An address of the old kind in the clothes of the new one is of the old kind.
fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected an address or a network such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address = plain(address.parse().map_err(|_| wrong())?);
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width { Err(wrong()) } else { Ok(Self { address, bits }) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// Where a request comes from, given who handed it in and which proxies are
/// trusted.
pub fn origin(trusted: &[Network], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    if !is_trusted(peer) {
        return peer;
    }
    let given = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let given: Vec<&str> = given.flat_map(|value| value.split(',')).map(str::trim).collect();
    let mut origin = peer;
    for text in given.iter().rev() {
        let Ok(address) = text.parse::<IpAddr>() else { break };
        origin = plain(address);
        if !is_trusted(origin) {
            break;
        }
    }
    origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_read_and_contain() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.1.2.3", "11.0.0.1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("fd00::/8", "fd12::1", "fe80::1"),
            ("::1", "::1", "::2"),
            ("10.0.0.0/8", "::ffff:10.0.0.1", "::1"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network} {inside}");
            assert!(!network.contains(outside.parse().unwrap()), "{network} {outside}");
        }
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains([1, 2, 3, 4].into()));
        for wrong in ["", "10.0.0.0/33", "::/129", "host", "10.0.0.0/x"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let from = |peer: &str, forwarded: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", value.parse().unwrap());
            }
            origin(&trusted, peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(from("192.0.2.1", &["203.0.113.9"]), "192.0.2.1", "a stranger says so");
        assert_eq!(from("10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(
            from("10.0.0.1", &["6.6.6.6, 203.0.113.9, 10.0.0.7"]),
            "203.0.113.9",
            "the visitor lied about 6.6.6.6"
        );
        assert_eq!(from("10.0.0.1", &["6.6.6.6", "203.0.113.9"]), "203.0.113.9");
        assert_eq!(from("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(from("10.0.0.1", &["nonsense"]), "10.0.0.1");
    }
}
