//! Which school a request is for: the host decides, `school-id` and `client-id` only confirm.
//!
//! The order is host → headers; each refusal has its own answer. Rules H1–H5 and C1–C5 are those of
//! `docs/architecture.md`; nothing here does I/O, so the whole table is tested.

use std::collections::HashMap;
use std::net::IpAddr;

use words::SchoolId;
use words::sabotage::{Guard, is_removed};

use super::area::{Area, Areas};
use super::host::{Host, IpRange, Name};

/// Labels under the base domain that are never a school.
pub const RESERVED_LABELS: [&str; 5] = ["www", "api", "admin", "static", "mail"];

/// What a server is run for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// For families: the host alone decides.
    #[default]
    Production,
    /// For tests: on loopback a header may choose the school where the host maps to none.
    Test,
    /// As test, for development.
    Dev,
}

impl Mode {
    /// `production`, `test` or `dev`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Test => "test",
            Self::Dev => "dev",
        }
    }

    /// The mode of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Production, Self::Test, Self::Dev].into_iter().find(|mode| mode.as_str() == text)
    }
}

/// What the rules need to know about a school.
pub trait Tenant: Clone {
    /// Its id.
    fn school_id(&self) -> &SchoolId;
    /// Whether it is suspended.
    fn is_suspended(&self) -> bool;
}

/// Schools by host and by id.
#[derive(Debug, Clone)]
pub struct Directory<T> {
    /// Exact host names.
    pub hosts: HashMap<String, T>,
    /// Every school.
    pub schools: HashMap<SchoolId, T>,
}

impl<T> Default for Directory<T> {
    fn default() -> Self {
        Self { hosts: HashMap::new(), schools: HashMap::new() }
    }
}

/// How a server is set up.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Schools live at `<id>.<base domain>`; the bare name is the platform's.
    pub base_domain: String,
    /// What it is run for.
    pub mode: Mode,
    /// Ports that a `Host` may name; any when empty.
    pub ports: Vec<u16>,
    /// Peers whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpRange>,
    /// Hosts that count as loopback in test and dev mode.
    pub test_hosts: Vec<String>,
    /// Where the web fetches its list of other places from; told to it with the school's details.
    pub connections_url: Option<String>,
    /// The calls that there are; none where nobody calls.
    pub areas: Areas,
}

/// The parts of a request that decide its school.
#[derive(Debug, Clone, Copy)]
pub struct RequestHead<'a> {
    /// Every `Host` header.
    pub hosts: &'a [&'a [u8]],
    /// Authority of an absolute-form target.
    pub authority: Option<&'a str>,
    /// The TCP peer.
    pub peer: IpAddr,
    /// Every `school-id` header.
    pub school_ids: &'a [&'a [u8]],
    /// Every `client-id` header.
    pub client_ids: &'a [&'a [u8]],
    /// The path, as it stands in the request.
    pub path: &'a str,
}

/// What a request is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    /// A school.
    School(T),
    /// The platform's own host: the operator's pages and the subscription calls.
    Platform,
    /// No school is needed: health and metrics, and in test and dev mode what loopback may see without one.
    Unscoped,
    /// Refused.
    Refused(Denied),
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denied {
    /// 400, and the connection is closed: no host, several, or one that cannot be.
    BadHost,
    /// 421 L007: no school lives here.
    UnknownHost,
    /// 403 L008: the school is suspended.
    Suspended,
    /// 403 L006: the headers name another school.
    OtherSchool,
    /// 400 "Invalid client-id".
    InvalidClientId,
    /// 400 "Missing client-id".
    MissingClientId,
}

impl Denied {
    /// Status of the answer.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::BadHost | Self::InvalidClientId | Self::MissingClientId => 400,
            Self::UnknownHost => 421,
            Self::Suspended | Self::OtherSchool => 403,
        }
    }
}

/// What the two headers say together.
enum Claim {
    None,
    One(SchoolId),
    Invalid,
}

/// Decides.
pub fn resolve<T: Tenant>(directory: &Directory<T>, policy: &Policy, request: &RequestHead<'_>) -> Outcome<T> {
    let area = policy.areas.of(request.path);
    if area == Area::Probe {
        return Outcome::Unscoped;
    }
    let Some(host) = effective_host(request) else { return Outcome::Refused(Denied::BadHost) };
    let known_port = host.port.is_none_or(|port| policy.ports.is_empty() || policy.ports.contains(&port));
    let mapped = match &host.name {
        Name::Domain(name) if known_port => directory.hosts.get(name),
        _ => None,
    };
    if is_removed(Guard::HostDecides)
        && let Claim::One(id) = claim(request)
        && let Some(school) = directory.schools.get(&id)
    {
        return Outcome::School(school.clone());
    }
    if let Some(school) = mapped {
        return at_school(school, area, request);
    }
    let platform = known_port && matches!(&host.name, Name::Domain(name) if *name == policy.base_domain);
    // What stands behind it may be no address at all: its router says so, not a school's absence.
    let area = if platform && policy.areas.is_of_platform(request.path) { Area::PlatformApi } else { area };
    if policy.mode != Mode::Production && is_test_host(policy, &host, request.peer) {
        return without_host(directory, area, platform, request);
    }
    match (platform, area) {
        (true, Area::Page | Area::PlatformApi) => Outcome::Platform,
        _ => Outcome::Refused(Denied::UnknownHost),
    }
}

/// The host maps to a school: suspension, then the headers.
fn at_school<T: Tenant>(school: &T, area: Area, request: &RequestHead<'_>) -> Outcome<T> {
    if area == Area::PlatformApi {
        return Outcome::Refused(Denied::UnknownHost);
    }
    if matches!(area, Area::Page | Area::Common) {
        return Outcome::School(school.clone());
    }
    if school.is_suspended() {
        return Outcome::Refused(Denied::Suspended);
    }
    match claim(request) {
        Claim::None => Outcome::Refused(Denied::MissingClientId),
        Claim::Invalid => Outcome::Refused(Denied::InvalidClientId),
        Claim::One(id) if id == *school.school_id() => Outcome::School(school.clone()),
        Claim::One(_) if is_removed(Guard::HeadersAgree) => Outcome::School(school.clone()),
        Claim::One(_) => Outcome::Refused(Denied::OtherSchool),
    }
}

/// Test and dev mode on loopback, at a host of no school: the headers may choose.
fn without_host<T: Tenant>(
    directory: &Directory<T>,
    area: Area,
    platform: bool,
    request: &RequestHead<'_>,
) -> Outcome<T> {
    let unscoped = if platform { Outcome::Platform } else { Outcome::Unscoped };
    match (claim(request), area) {
        (_, Area::PlatformApi) if platform => Outcome::Platform,
        (_, Area::PlatformApi) => Outcome::Refused(Denied::UnknownHost),
        (Claim::Invalid, _) => Outcome::Refused(Denied::InvalidClientId),
        (Claim::None, Area::Api) => Outcome::Refused(Denied::MissingClientId),
        (Claim::None, _) => unscoped,
        (Claim::One(id), _) => match directory.schools.get(&id) {
            Some(school) if school.is_suspended() && !matches!(area, Area::Page | Area::Common) => {
                Outcome::Refused(Denied::Suspended)
            }
            Some(school) => Outcome::School(school.clone()),
            None => Outcome::Refused(Denied::OtherSchool),
        },
    }
}

fn is_test_host(policy: &Policy, host: &Host, peer: IpAddr) -> bool {
    let listed = matches!(&host.name, Name::Domain(name) if policy.test_hosts.contains(name));
    listed || (host.is_loopback() && peer.to_canonical().is_loopback())
}

/// The host that counts: the one header, agreeing with an absolute-form target. What a proxy says the host was does not count, since
/// many pass on what a stranger said: a proxy passes `Host` unchanged.
pub fn effective_host(request: &RequestHead<'_>) -> Option<Host> {
    let [only] = request.hosts else { return None };
    let direct = Host::parse(only)?;
    match request.authority {
        Some(authority) if Host::parse(authority.as_bytes())? != direct => None,
        _ => Some(direct),
    }
}

fn claim(request: &RequestHead<'_>) -> Claim {
    let one = |values: &[&[u8]]| match values {
        [] => Ok(None),
        [value] => {
            let text = std::str::from_utf8(value).map_err(|_| ())?.to_ascii_lowercase();
            SchoolId::parse(&text).map(Some).map_err(|_| ())
        }
        _ => Err(()),
    };
    match (one(request.school_ids), one(request.client_ids)) {
        (Ok(None), Ok(None)) => Claim::None,
        (Ok(Some(a)), Ok(Some(b))) if a != b => Claim::Invalid,
        (Ok(Some(id)), Ok(_)) | (Ok(None), Ok(Some(id))) => Claim::One(id),
        (Err(()), _) | (_, Err(())) => Claim::Invalid,
    }
}
