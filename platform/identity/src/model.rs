//! Who a person is to us, how long sessions last, how wrong passwords slow the next try.

use email_address::EmailAddress;
use kernel::UserId;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::ToSchema;
use words::Role;
use words::sabotage::{Guard, is_removed};

/// How long a bearer is good for.
pub const TOKEN_LIFE_MS: i64 = 10 * 60 * 1000;
/// Within this time a used refresh token may come once more: two tabs, or a lost answer.
pub const GRACE_MS: i64 = 10 * 1000;
/// How long a one-time link is good for.
pub const LINK_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// How long the rows of ended sessions and used links are kept.
pub const KEEP_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Somebody of the school, as colleagues see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub name: String,
    pub email: String,
}

/// The address at which the school was called, as the server made it out (proxies looked through).
#[derive(Debug, Clone)]
pub struct RequestSite {
    /// Origins that the school's own pages have here, such as `https://abq.example.org`.
    pub origins: Vec<String>,
}

/// What sort of person somebody is, and what sort of session they work in: it decides how long a session lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PersonKind)]
pub enum Kind {
    /// Somebody who works at the school.
    Staff,
    /// A family with an account.
    Family,
    /// Somebody without an account, with one application.
    Applicant,
    /// Somebody at a till.
    Till,
}

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

impl Kind {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Staff, Self::Family, Self::Applicant, Self::Till];

    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Family => "family",
            Self::Applicant => "applicant",
            Self::Till => "till",
        }
    }

    /// From what is stored; what is unknown lives as shortly as a till's session.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == text).unwrap_or(Self::Till)
    }

    /// A session that was not refreshed for so long has ended.
    #[must_use]
    pub fn idle_ms(self) -> i64 {
        match self {
            Self::Staff => 60 * MINUTE,
            Self::Family | Self::Applicant => 7 * DAY,
            Self::Till => 15 * MINUTE,
        }
    }

    /// A session ends so long after its sign-in, whatever happens.
    #[must_use]
    pub fn absolute_ms(self) -> i64 {
        match self {
            Self::Staff | Self::Till => 12 * HOUR,
            Self::Family | Self::Applicant => 30 * DAY,
        }
    }

    /// The kind of person that somebody with these roles is; without an address they sign in at tills alone.
    #[must_use]
    pub fn of_person(has_address: bool, roles: &[Role]) -> Self {
        match (has_address, is_of_family(roles)) {
            (false, _) => Self::Till,
            (true, true) => Self::Family,
            (true, false) => Self::Staff,
        }
    }

    /// The kind that this kind of person is with these roles: who has any right of staff comes in as staff do, and is out as soon as
    /// they are, whatever their account began as.
    #[must_use]
    pub fn with_roles(self, roles: &[Role]) -> Self {
        match self {
            Self::Family | Self::Applicant if !is_of_family(roles) => Self::Staff,
            kind => kind,
        }
    }
}

/// What somebody is, by the stored kind and roles.
pub fn kind_of(kind: &str, roles: &[String]) -> Kind {
    Kind::parse(kind).with_roles(&roles_of(roles))
}

/// Whether all of the roles are a family's.
fn is_of_family(roles: &[Role]) -> bool {
    roles.iter().all(|role| matches!(role, Role::Guardian | Role::Student))
}

/// By which proof a session was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Password alone.
    Password,
    /// Password and authenticator.
    PasswordTotp,
    /// Password and a recovery code.
    PasswordRecovery,
    /// A code that was sent.
    Code,
    /// A code that was sent and the authenticator.
    CodeTotp,
    /// A code that was sent and a recovery code.
    CodeRecovery,
    /// A link that was sent.
    Link,
    /// Staff code and PIN.
    Pin,
    Tracking,
}

impl Method {
    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::PasswordTotp => "password+totp",
            Self::PasswordRecovery => "password+recovery",
            Self::Code => "code",
            Self::CodeTotp => "code+totp",
            Self::CodeRecovery => "code+recovery",
            Self::Link => "link",
            Self::Pin => "pin",
            Self::Tracking => "tracking",
        }
    }
}

/// Where an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Has a one-time link and no password yet.
    Invited,
    /// May sign in.
    Active,
    /// May not.
    Disabled,
}

impl Status {
    /// As it is stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Disabled => "disabled",
        }
    }

    /// From what is stored; what is unknown may do nothing.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "active" => Self::Active,
            "invited" => Self::Invited,
            _ => Self::Disabled,
        }
    }
}

/// After so many wrong passwords in a row the next try is looked at only so much later: 1, 3, 5 and then always 10 s.
/// It never grows into a lock-out, or anybody could lock anybody out.
#[must_use]
pub fn delay_ms(failed_tries: i64) -> i64 {
    match failed_tries {
        ..=0 => 0,
        1 => 1_000,
        2 => 3_000,
        3 => 5_000,
        _ => 10_000,
    }
}

/// Whole seconds until `retry_at`, if it is still ahead.
#[must_use]
pub fn wait_seconds(retry_at: i64, now: i64) -> Option<u32> {
    let ahead = retry_at - now;
    (ahead > 0).then(|| u32::try_from((ahead + 999) / 1000).unwrap_or(u32::MAX))
}

/// The facts that decide whether a session is alive.
#[derive(Debug, Clone)]
pub struct SessionFacts {
    /// What sort of session it is.
    pub kind: Kind,
    /// The person's stamp at sign-in.
    pub session_stamp: i64,
    pub stamp: i64,
    /// Last refresh.
    pub seen_at: i64,
    /// Absolute end.
    pub expires_at: i64,
    /// When it was ended on purpose.
    pub ended_at: Option<i64>,
    pub status: Status,
}

impl SessionFacts {
    /// Whether the session is alive at `now`.
    #[must_use]
    pub fn is_alive(&self, now: i64) -> bool {
        if is_removed(Guard::SessionRow) {
            return true;
        }
        self.ended_at.is_none()
            && self.status == Status::Active
            && self.session_stamp == self.stamp
            && now < self.expires_at
            && now < self.seen_at + self.kind.idle_ms()
    }
}

/// Roles from their stored names; names that are none give no right.
#[must_use]
pub fn roles_of(names: &[String]) -> Vec<Role> {
    names.iter().filter_map(|name| Role::parse(name)).collect()
}

/// What is shown as somebody's address: applicants and tills have a name in its place, and give another one to write to.
#[must_use]
pub fn display_email(email: &str, contact_email: &str) -> String {
    if email.contains('@') { email.to_owned() } else { contact_email.to_owned() }
}

/// An address as it is stored: one that a mail can be written to, in lower case, without signs that nobody sees, each letter with its
/// marks as one (NFC), and the domain as name servers know it (`xn--…` for `مثال`), so that one mailbox is counted as one however it is
/// written.
#[must_use]
pub fn email_of(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (local, domain) = email.split_once('@')?;
    let local: String = local.nfc().collect();
    // What is in quotes may hold anything, and nobody has such an address.
    let written = EmailAddress::is_valid_local_part(&local) && !local.contains(['"', '\\']);
    let domain = idna::domain_to_ascii_strict(domain).ok().filter(|domain| domain.contains('.'))?;
    let email = format!("{local}@{domain}");
    let is_valid = written && !local.chars().any(is_ignored) && !domain.ends_with('.') && email.len() <= 254;
    is_valid.then_some(email)
}

/// Letters and marks that are drawn as nothing.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FFA0}' | '\u{E0100}'..='\u{E01EF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_slow_down_and_never_lock() {
        let delays: Vec<i64> = [0, 1, 2, 3, 4, 5, 1_000_000].into_iter().map(delay_ms).collect();
        assert_eq!(delays, [0, 1_000, 3_000, 5_000, 10_000, 10_000, 10_000]);
        assert_eq!(wait_seconds(1_001, 0), Some(2));
        assert_eq!(wait_seconds(1_000, 1_000), None);
    }

    #[test]
    fn each_kind_has_its_limits() {
        let minutes = |kind: Kind| (kind.idle_ms() / MINUTE, kind.absolute_ms() / MINUTE);
        assert_eq!(minutes(Kind::Staff), (60, 12 * 60));
        assert_eq!(minutes(Kind::Family), (7 * 24 * 60, 30 * 24 * 60));
        assert_eq!(minutes(Kind::Applicant), (7 * 24 * 60, 30 * 24 * 60));
        assert_eq!(minutes(Kind::Till), (15, 12 * 60));
        assert_eq!(Kind::parse("nonsense"), Kind::Till, "what is unknown lives shortly");
    }

    #[test]
    fn who_has_a_right_of_staff_has_a_session_of_staff() {
        assert_eq!(Kind::Family.with_roles(&[Role::Guardian]), Kind::Family);
        assert_eq!(Kind::Family.with_roles(&[Role::Guardian, Role::SchoolAdmin]), Kind::Staff);
        assert_eq!(Kind::Staff.with_roles(&[Role::Guardian]), Kind::Staff);
    }

    #[test]
    fn each_fact_alone_ends_a_session() {
        for kind in Kind::ALL.iter().copied() {
            let (idle, absolute) = (kind.idle_ms(), kind.absolute_ms());
            let alive = SessionFacts {
                kind,
                session_stamp: 1,
                stamp: 1,
                seen_at: 0,
                expires_at: absolute,
                ended_at: None,
                status: Status::Active,
            };
            assert!(alive.is_alive(idle - 1));
            assert!(!alive.is_alive(idle), "idle");
            assert!(!SessionFacts { seen_at: absolute, ..alive.clone() }.is_alive(absolute), "absolute");
            assert!(!SessionFacts { stamp: 2, ..alive.clone() }.is_alive(1), "stamp");
            assert!(!SessionFacts { ended_at: Some(1), ..alive.clone() }.is_alive(1), "ended");
            assert!(!SessionFacts { status: Status::Disabled, ..alive.clone() }.is_alive(1), "disabled");
            assert!(!SessionFacts { status: Status::Invited, ..alive }.is_alive(1), "invited");
        }
    }

    #[test]
    fn addresses_are_lower_case_and_plain() {
        assert_eq!(email_of(" Sara@School.Example ").as_deref(), Some("sara@school.example"));
        for bad in ["", "a", "a@b", "@b.c", "a@b.", "a b@c.d", "a@b@c.d", "a<x>@b.c", "a@b.c\r\nBcc: x@y.z"] {
            assert_eq!(email_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_address_is_one_however_its_domain_is_written() {
        let one = Some("sara@example.com".to_owned());
        for spelling in [
            " Sara@Example.com ",
            "sara@e\u{AD}xample.com",
            "sara@ex\u{200B}ample.com",
            "sara@ex\u{2060}ample.com",
            "sara@ex\u{34F}ample.com",
            "sara@ex\u{FE00}ample.com",
            "sara@ｅｘａｍｐｌｅ。com",
        ] {
            assert_eq!(email_of(spelling), one, "{spelling:?}");
        }
        assert_eq!(email_of("du\u{308}p@example.com"), email_of("düp@example.com"), "a letter and its mark");
        assert_eq!(email_of("bob@bücher.example"), email_of("bob@xn--bcher-kva.example"));
        assert_eq!(email_of("سارة@مثال.example").as_deref(), Some("سارة@xn--mgbh0fb.example"));
        for refused in [
            "sa\u{AD}ra@example.com",
            "sa\u{200B}ra@example.com",
            "sa\u{34F}ra@example.com",
            "sa\u{FE00}ra@example.com",
            "sara@example.com.",
            "sara@a b.example",
            "sara@-a.example",
            "sara@xn--a.example",
            "sara@localhost",
            "sara.@example.com",
            "sara..k@example.com",
            "\"sara k\"@example.com",
            "q\u{308}@example.com",
            concat!("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com"),
            "@example.com",
        ] {
            assert_eq!(email_of(refused), None, "{refused:?}");
        }
    }
}
