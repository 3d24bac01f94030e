//! The host decides: rules H1–H5 and C1–C5, row by row.

use std::net::IpAddr;

use tenants::registry::area::{Area, Areas};
use tenants::registry::host::IpRange;
use tenants::registry::resolve::{Denied, Directory, Mode, Outcome, Policy, RequestHead, Tenant, resolve};
use words::SchoolId;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stub(SchoolId, bool);

impl Tenant for Stub {
    fn school_id(&self) -> &SchoolId {
        &self.0
    }
    fn is_suspended(&self) -> bool {
        self.1
    }
}

fn directory() -> Directory<Stub> {
    let mut directory = Directory::default();
    for (id, suspended, hosts) in [
        ("abq", false, vec!["abq.qabul.test", "apply.abq.example"]),
        ("rushmore", false, vec!["rushmore.qabul.test"]),
        ("closed", true, vec!["closed.qabul.test"]),
    ] {
        let school = Stub(SchoolId::parse(id).unwrap(), suspended);
        directory.schools.insert(school.0.clone(), school.clone());
        for host in hosts {
            directory.hosts.insert(host.to_owned(), school.clone());
        }
    }
    directory
}

/// Some calls, and whose host answers them.
const CALLS: [(&str, Area); 12] = [
    ("public/forms", Area::Api),
    ("enquiries", Area::Api),
    ("common/schools", Area::Common),
    ("common/school-details", Area::Common),
    ("common/access-check", Area::Common),
    ("common/avatars/{key}", Area::Common),
    ("public/info", Area::PlatformApi),
    ("public/subdomain", Area::PlatformApi),
    ("public/subscribe", Area::PlatformApi),
    ("public/subscribe/confirm", Area::PlatformApi),
    ("operator/me", Area::PlatformApi),
    ("operator/subscriptions/{id}/approve", Area::PlatformApi),
];

fn policy(mode: Mode) -> Policy {
    Policy {
        base_domain: "qabul.test".into(),
        mode,
        ports: vec![80, 443, 8080],
        trusted_proxies: vec![IpRange::parse("10.0.0.0/8").unwrap()],
        test_hosts: vec!["testbox".into()],
        connections_url: None,
        areas: Areas::new(CALLS.iter().map(|(path, area)| (format!("/api/v1/oa/{path}"), *area))),
    }
}

/// One request in short: everything that is not named is absent.
#[derive(Clone)]
struct Row<'a> {
    hosts: Vec<&'a str>,
    authority: Option<&'a str>,
    peer: &'a str,
    school: Vec<&'a str>,
    client: Vec<&'a str>,
    path: &'a str,
    mode: Mode,
}

fn at<'a>(host: &'a str) -> Row<'a> {
    Row {
        hosts: vec![host],
        authority: None,
        peer: "192.0.2.7",
        school: vec![],
        client: vec![],
        path: "/api/v1/oa/public/forms",
        mode: Mode::Production,
    }
}

impl<'a> Row<'a> {
    fn school(mut self, id: &'a str) -> Self {
        self.school.push(id);
        self
    }
    fn client(mut self, id: &'a str) -> Self {
        self.client.push(id);
        self
    }
    fn path(mut self, path: &'a str) -> Self {
        self.path = path;
        self
    }
    fn authority(mut self, authority: &'a str) -> Self {
        self.authority = Some(authority);
        self
    }
    fn peer(mut self, peer: &'a str) -> Self {
        self.peer = peer;
        self
    }
    fn also(mut self, host: &'a str) -> Self {
        self.hosts.push(host);
        self
    }
    fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    fn outcome(&self) -> String {
        let lists = [&self.hosts, &self.school, &self.client]
            .map(|values| values.iter().map(|value| value.as_bytes()).collect::<Vec<_>>());
        let request = RequestHead {
            hosts: &lists[0],
            authority: self.authority,
            peer: self.peer.parse::<IpAddr>().unwrap(),
            school_ids: &lists[1],
            client_ids: &lists[2],
            path: self.path,
        };
        match resolve(&directory(), &policy(self.mode), &request) {
            Outcome::School(school) => school.0.to_string(),
            Outcome::Platform => "platform".into(),
            Outcome::Unscoped => "unscoped".into(),
            Outcome::Refused(denied) => match denied {
                Denied::BadHost => "400 host",
                Denied::UnknownHost => "421 L007",
                Denied::Suspended => "403 L008",
                Denied::OtherSchool => "403 L006",
                Denied::InvalidClientId => "400 invalid",
                Denied::MissingClientId => "400 missing",
            }
            .into(),
        }
    }
}

fn check(rows: Vec<(&str, Row<'_>, &str)>) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(_, row, expected)| row.outcome() != *expected)
        .map(|(name, row, expected)| format!("{name}: {} and not {expected}", row.outcome()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const ABQ: &str = "abq.qabul.test";

#[test]
fn hosts() {
    check(vec![
        ("own host", at(ABQ).school("abq"), "abq"),
        ("custom domain", at("apply.abq.example").school("abq"), "abq"),
        ("upper case", at("ABQ.Qabul.Test").school("abq"), "abq"),
        ("trailing dot", at("abq.qabul.test.").school("abq"), "abq"),
        ("known port", at("abq.qabul.test:8080").school("abq"), "abq"),
        ("dot and port", at("abq.qabul.test.:443").school("abq"), "abq"),
        ("unknown port", at("abq.qabul.test:9999").school("abq"), "421 L007"),
        ("H1 no host", Row { hosts: vec![], ..at(ABQ) }.school("abq"), "400 host"),
        ("H1 two hosts", at(ABQ).also(ABQ).school("abq"), "400 host"),
        ("H1 user info", at("x@abq.qabul.test").school("abq"), "400 host"),
        ("H1 bad label", at("-abq.qabul.test").school("abq"), "400 host"),
        ("H1 underscore", at("a_b.qabul.test").school("abq"), "400 host"),
        ("H1 empty", at("").school("abq"), "400 host"),
        ("H1 two dots", at("abq..qabul.test").school("abq"), "400 host"),
        ("H1 other authority", at(ABQ).authority("rushmore.qabul.test").school("abq"), "400 host"),
        ("H1 same authority", at(ABQ).authority("ABQ.qabul.test").school("abq"), "abq"),
        ("H1 authority with user", at(ABQ).authority("u@abq.qabul.test").school("abq"), "400 host"),
        ("H2 no suffix match", at("evilabq.qabul.test").school("abq"), "421 L007"),
        ("H2 nested label", at("x.abq.qabul.test").school("abq"), "421 L007"),
        ("H2 longer custom", at("xapply.abq.example").school("abq"), "421 L007"),
        ("H2 base as suffix", at("abq.qabul.test.evil.example").school("abq"), "421 L007"),
        ("H2 reserved www", at("www.qabul.test").school("abq"), "421 L007"),
        ("H2 reserved api", at("api.qabul.test").school("abq"), "421 L007"),
        ("H2 base domain", at("qabul.test").school("abq"), "421 L007"),
        ("H3 unknown", at("nobody.qabul.test").school("abq"), "421 L007"),
        ("H3 address", at("127.0.0.1").peer("127.0.0.1").school("abq"), "421 L007"),
        ("H3 address v6", at("[::1]:8080").peer("::1").school("abq"), "421 L007"),
        ("H3 page too", at("nobody.qabul.test").path("/sign-in"), "421 L007"),
        ("H3 common too", at("nobody.qabul.test").path("/api/v1/oa/common/school-details"), "421 L007"),
    ]);
}

#[test]
fn suspension() {
    let closed = || at("closed.qabul.test");
    check(vec![
        ("H4 api", closed().school("closed"), "403 L008"),
        ("H4 before headers", closed(), "403 L008"),
        ("H4 before a foreign header", closed().school("abq"), "403 L008"),
        ("H4 common answers", closed().path("/api/v1/oa/common/access-check"), "closed"),
        ("H4 pages answer", closed().path("/access-denied"), "closed"),
        ("H4 texts answer", closed().path("/locales/ar/shell.json"), "closed"),
    ]);
}

#[test]
fn proxies() {
    let proxy = |host| at(host).peer("10.1.2.3").school("abq");
    check(vec![
        ("H5 the host that a proxy passed on", proxy(ABQ), "abq"),
        ("H5 a proxy that did not", proxy("inner.qabul.test"), "421 L007"),
        ("H5 mapped v4 peer", at(ABQ).peer("::ffff:10.1.2.3").school("abq"), "abq"),
    ]);
}

#[test]
fn headers() {
    let abq = || at(ABQ);
    check(vec![
        ("C1 none", abq(), "400 missing"),
        ("C3 repeated", abq().school("abq").school("abq"), "400 invalid"),
        ("C3 client repeated", abq().client("abq").client("abq"), "400 invalid"),
        ("C3 malformed", abq().school("a b"), "400 invalid"),
        ("C3 empty", abq().school(""), "400 invalid"),
        ("C3 too long", abq().school(&"a".repeat(64)), "400 invalid"),
        ("C3 begins with a dash", abq().client("-abq"), "400 invalid"),
        ("C3 not ascii", abq().client("عبق"), "400 invalid"),
        ("C3 differ", abq().school("abq").client("rushmore"), "400 invalid"),
        ("C3 one malformed", abq().school("abq").client("!"), "400 invalid"),
        ("C3 upper case is lowered", abq().school("ABQ"), "abq"),
        ("C4 another school", abq().school("rushmore"), "403 L006"),
        ("C4 no such school, the same", abq().school("nobody"), "403 L006"),
        ("C4 both another", abq().school("rushmore").client("rushmore"), "403 L006"),
        ("C5 school-id alone", abq().school("abq"), "abq"),
        ("C5 client-id alone", abq().client("abq"), "abq"),
        ("both", abq().school("abq").client("abq"), "abq"),
    ]);
}

#[test]
fn exempt_paths() {
    let abq = |path| at(ABQ).path(path);
    check(vec![
        ("C2 common", abq("/api/v1/oa/common/school-details"), "abq"),
        ("C2 with a place", abq("/api/v1/oa/common/avatars/x"), "abq"),
        ("C2 an empty place", abq("/api/v1/oa/common/avatars/"), "400 missing"),
        ("C2 dots in a place", abq("/api/v1/oa/common/avatars/%2e%2e"), "400 missing"),
        ("C2 no call, where all need none", abq("/api/v1/oa/common/nothing"), "abq"),
        ("C2 no call, where some do", abq("/api/v1/oa/public/nothing"), "400 missing"),
        ("C2 common ignores headers", abq("/api/v1/oa/common/school-details").school("rushmore"), "abq"),
        ("C2 decoded once", abq("/api/v1/oa/%63ommon/school-details"), "abq"),
        ("C2 not twice", abq("/api/v1/oa/%2563ommon/school-details"), "400 missing"),
        ("C2 common elsewhere", abq("/api/v1/oa/public/common/x"), "400 missing"),
        ("C2 common as prefix", abq("/api/v1/oa/commonly/x"), "400 missing"),
        ("C2 common alone", abq("/api/v1/oa/common"), "400 missing"),
        ("C2 common in the query", abq("/api/v1/oa/enquiries?x=/api/v1/oa/common/"), "400 missing"),
        ("C2 dots", abq("/api/v1/oa/common/../enquiries"), "400 missing"),
        ("C2 hidden dots", abq("/api/v1/oa/common/%2e%2e/enquiries"), "400 missing"),
        ("C2 hidden slash", abq("/api/v1/oa/common%2Fx"), "400 missing"),
        ("C2 hidden zero", abq("/api/v1/oa/common/%00"), "400 missing"),
        ("C2 broken escape", abq("/api/v1/oa/common/%zz"), "400 missing"),
        ("C2 locales", abq("/locales/en/shell.json"), "abq"),
        ("C2 assets", abq("/assets/app.js"), "abq"),
        ("C2 pages", abq("/enquiryform/abq"), "abq"),
        ("C2 upper case is another path", abq("/api/v1/oa/Common/x"), "400 missing"),
        ("health whatever the host", at("nobody").path("/healthz"), "unscoped"),
        ("health without one", Row { hosts: vec![], ..at(ABQ) }.path("/readyz"), "unscoped"),
        ("metrics by address", at("10.0.0.1:8080").path("/metrics"), "unscoped"),
    ]);
}

#[test]
fn the_platforms_host() {
    let platform = |path| at("qabul.test").path(path);
    check(vec![
        ("page", platform("/registration-form"), "platform"),
        ("info", platform("/api/v1/oa/public/info"), "platform"),
        ("subscribe", platform("/api/v1/oa/public/subscribe"), "platform"),
        ("any other call", platform("/api/v1/oa/public/forms"), "421 L007"),
        ("common", platform("/api/v1/oa/common/school-details"), "421 L007"),
        ("confirm", platform("/api/v1/oa/public/subscribe/confirm"), "platform"),
        ("a name", platform("/api/v1/oa/public/subdomain"), "platform"),
        ("operators", platform("/api/v1/oa/operator/subscriptions/1/approve"), "platform"),
        ("below a call of its own", platform("/api/v1/oa/public/subscribe/other"), "421 L007"),
        ("no call of operators: the router says so", platform("/api/v1/oa/operator/other"), "platform"),
        ("no address either", platform("/api/v1/oa/operator/%00/x"), "platform"),
        ("nor theirs at a school", at(ABQ).path("/api/v1/oa/operator/other").school("abq"), "421 L007"),
        ("a header changes nothing", platform("/api/v1/oa/public/info").school("abq"), "platform"),
        ("schools are no platform", at(ABQ).path("/api/v1/oa/public/info").school("abq"), "421 L007"),
        ("nor are their operators", at(ABQ).path("/api/v1/oa/operator/me").school("abq"), "421 L007"),
        ("not without a header either", at(ABQ).path("/api/v1/oa/public/subscribe"), "421 L007"),
    ]);
    let local = |host| at(host).peer("127.0.0.1").mode(Mode::Test);
    check(vec![
        ("no header makes one of it", local("localhost").path("/api/v1/oa/operator/me").school("abq"), "421 L007"),
        ("nor none", local("localhost").path("/api/v1/oa/public/info"), "421 L007"),
    ]);
}

#[test]
fn test_and_dev_mode() {
    let local = |host| at(host).peer("127.0.0.1").mode(Mode::Test);
    check(vec![
        ("header chooses", local("localhost:8080").school("abq"), "abq"),
        ("by address", local("127.0.0.1:8080").client("rushmore"), "rushmore"),
        ("address v6", local("[::1]").peer("::1").school("abq"), "abq"),
        ("unknown port does not matter", local("127.0.0.1:9999").school("abq"), "abq"),
        ("still missing", local("127.0.0.1"), "400 missing"),
        ("still invalid", local("127.0.0.1").school("!"), "400 invalid"),
        ("no such school", local("127.0.0.1").school("nobody"), "403 L006"),
        ("suspended", local("127.0.0.1").school("closed"), "403 L008"),
        ("host still wins", local(ABQ).school("rushmore"), "403 L006"),
        ("host still decides", local(ABQ).school("abq"), "abq"),
        ("listed host", at("testbox").mode(Mode::Test).school("abq"), "abq"),
        ("far away", at("localhost").mode(Mode::Test).school("abq"), "421 L007"),
        ("not loopback", local("nobody.qabul.test").school("abq"), "421 L007"),
        ("schools list without one", local("127.0.0.1").path("/api/v1/oa/common/schools"), "unscoped"),
        ("details with a header", local("127.0.0.1").path("/api/v1/oa/common/school-details").school("abq"), "abq"),
        ("page", local("127.0.0.1").path("/sign-in"), "unscoped"),
        ("dev is the same", local("127.0.0.1").mode(Mode::Dev).school("abq"), "abq"),
        ("production is not", local("127.0.0.1").mode(Mode::Production).school("abq"), "421 L007"),
    ]);
}
