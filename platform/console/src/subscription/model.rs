//! Requests as they are sent, judged and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::clock::iso;
use words::text::{is_name, one_line, western_digits};
use words::verdict::Issue;

use super::countries;
use super::names::fault_of;
use super::plans::Plan;
use super::store::SubscriptionRow;

/// The terms that a request agrees to.
pub const TERMS_VERSION: &str = "1";
/// Where a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SubscriptionState)]
pub enum State {
    /// The address is not confirmed yet.
    PendingEmail,
    /// An operator decides.
    PendingReview,
    /// The school is being made.
    Provisioning,
    /// The school is there.
    Active,
    /// It will not be.
    Rejected,
}

impl State {
    /// Every state.
    pub const ALL: &'static [Self] =
        &[Self::PendingEmail, Self::PendingReview, Self::Provisioning, Self::Active, Self::Rejected];

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PendingEmail => "pending_email",
            Self::PendingReview => "pending_review",
            Self::Provisioning => "provisioning",
            Self::Active => "active",
            Self::Rejected => "rejected",
        }
    }

    /// The state of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|state| state.as_str() == text)
    }
}

/// Whom to write to about a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SubscriptionContact)]
pub struct Contact {
    /// Name.
    #[schema(max_length = 120)]
    pub name: String,
    /// Address; the first administrator's too.
    #[schema(max_length = 254)]
    pub email: String,
    /// E.164.
    #[schema(max_length = 40)]
    pub phone: String,
}

/// A request for a school.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscribeRequest {
    /// The school's name in English.
    #[schema(max_length = 120)]
    pub school_name: String,
    /// The school's name in Arabic.
    #[schema(max_length = 120)]
    pub school_name_ar: String,
    /// The name before the base domain.
    #[schema(max_length = 63)]
    pub subdomain: String,
    /// ISO 3166-1 alpha-2 code.
    #[schema(max_length = 2)]
    pub country: String,
    /// A plan's code.
    #[schema(max_length = 40)]
    pub plan_code: String,
    /// How many students, about.
    pub students_estimate: i64,
    /// Whom to write to.
    pub contact: Contact,
    /// The terms that were agreed to.
    #[schema(max_length = 40)]
    pub terms_version: String,
    /// The proof that a person asks.
    #[serde(default, skip_serializing)]
    #[schema(max_length = 4096)]
    pub captcha_token: Option<String>,
    /// `en` or `ar`: the language of letters.
    #[schema(max_length = 2)]
    pub locale: String,
}

impl SubscribeRequest {
    /// The request with everything in its plain form; what is wrong with it, at its fields.
    pub(super) fn validate(mut self, plans: &[Plan]) -> Result<Self, Vec<Issue>> {
        let mut faults = Vec::new();
        self.school_name = named(&self.school_name, "/school_name", &mut faults);
        self.school_name_ar = named(&self.school_name_ar, "/school_name_ar", &mut faults);
        self.contact.name = named(&self.contact.name, "/contact/name", &mut faults);
        self.subdomain = self.subdomain.trim().to_ascii_lowercase();
        match fault_of(&self.subdomain) {
            Some(_) if self.subdomain.is_empty() => faults.push(Issue::error("/subdomain", "required")),
            Some(fault) => faults.push(Issue::error("/subdomain", fault.as_str())),
            None => {}
        }
        if countries::find(&self.country).is_none() {
            faults.push(Issue::error("/country", "enum"));
        }
        if !plans.iter().any(|plan| plan.code == self.plan_code) {
            faults.push(Issue::error("/plan_code", "enum"));
        }
        if self.students_estimate < 1 {
            faults.push(Issue::error("/students_estimate", "minimum").with("limit", 1));
        } else if self.students_estimate > 200_000 {
            faults.push(Issue::error("/students_estimate", "maximum").with("limit", 200_000));
        }
        match identity::primitives::email_of(&self.contact.email) {
            Some(email) => self.contact.email = email,
            None => faults.push(at_format("/contact/email", "email")),
        }
        let bare = |c: &char| !c.is_whitespace() && !"-().".contains(*c);
        self.contact.phone = western_digits(&self.contact.phone).chars().filter(bare).collect();
        let digits = self.contact.phone.strip_prefix('+').unwrap_or_default();
        let e164 = (7..=15).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && !digits.starts_with('0');
        if !e164 {
            faults.push(at_format("/contact/phone", "phone"));
        }
        if self.terms_version != TERMS_VERSION {
            faults.push(Issue::error("/terms_version", "const"));
        }
        if !matches!(self.locale.as_str(), "en" | "ar") {
            faults.push(Issue::error("/locale", "enum"));
        }
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }
}

fn at_format(path: &str, format: &str) -> Issue {
    Issue::error(path, "format").with("format", format)
}

/// A name of a school or a person: it stands in letters to an address that is nobody's yet, and so it holds no address to be
/// clicked on.
fn named(text: &str, path: &str, faults: &mut Vec<Issue>) -> String {
    let text = one_line(text);
    let fault = match text.chars().count() {
        0 => Some(Issue::error(path, "required")),
        1 => Some(Issue::error(path, "minLength").with("limit", 2)),
        121.. => Some(Issue::error(path, "maxLength").with("limit", 120)),
        _ if !is_name(&text) => Some(Issue::error(path, "malformed")),
        _ => None,
    };
    faults.extend(fault);
    text
}

/// Who decided, when and why.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SubscriptionDecision)]
pub struct Decision {
    /// ISO 8601.
    pub at: String,
    /// Name of the operator.
    pub by: String,
    /// Why it was rejected.
    pub reason: Option<String>,
}

/// A request, as operators see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Subscription {
    /// Its id.
    pub id: String,
    /// Counts changes; a decision names the one that it is based on.
    pub version: i64,
    /// Where it stands.
    pub state: State,
    /// The school's name in English.
    pub school_name: String,
    /// The school's name in Arabic.
    pub school_name_ar: String,
    /// The name before the base domain.
    pub subdomain: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// A plan's code.
    pub plan_code: String,
    /// How many students, about.
    pub students_estimate: i64,
    /// Whom to write to.
    pub contact: Contact,
    /// `en` or `ar`.
    pub locale: String,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601 of the address's confirmation.
    pub confirmed_at: Option<String>,
    /// Null while nothing is decided.
    pub decided: Option<Decision>,
    /// Why the making stands still, if it does.
    pub problem: Option<String>,
}

impl From<SubscriptionRow> for Subscription {
    fn from(row: SubscriptionRow) -> Self {
        let (by, reason) = (row.decided_by.unwrap_or_default(), row.reason);
        Self {
            state: State::parse(&row.state).unwrap_or(State::Rejected),
            decided: row.decided_at.map(|at| Decision { at: iso(at), by, reason }),
            id: row.id.into(),
            version: row.version,
            school_name: row.school_name,
            school_name_ar: row.school_name_ar,
            subdomain: row.subdomain,
            country: row.country,
            plan_code: row.plan_code,
            students_estimate: row.students_estimate,
            contact: Contact { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
            locale: row.locale,
            created_at: iso(row.created_at),
            confirmed_at: row.confirmed_at.map(iso),
            problem: row.problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subscription::plans::shipped;

    fn request() -> SubscribeRequest {
        SubscribeRequest {
            school_name: " Al  Noor School ".into(),
            school_name_ar: "مدرسة النور".into(),
            subdomain: "AlNoor".into(),
            country: "OM".into(),
            plan_code: "school".into(),
            students_estimate: 400,
            contact: Contact {
                name: "Sara".into(),
                email: "Sara@AlNoor.Example".into(),
                phone: "+968 9123 4567".into(),
            },
            terms_version: TERMS_VERSION.into(),
            captcha_token: None,
            locale: "ar".into(),
        }
    }

    fn faults(change: impl FnOnce(&mut SubscribeRequest)) -> Vec<(String, String)> {
        let mut request = request();
        change(&mut request);
        let faults = request.validate(&shipped()).err().unwrap_or_default();
        faults.into_iter().map(|fault| (fault.path, fault.code)).collect()
    }

    #[test]
    fn a_request_is_brought_to_its_plain_form() {
        let sound = request().validate(&shipped()).expect("sound");
        assert_eq!((sound.school_name.as_str(), sound.subdomain.as_str()), ("Al Noor School", "alnoor"));
        assert_eq!(
            (sound.contact.email.as_str(), sound.contact.phone.as_str()),
            ("sara@alnoor.example", "+96891234567")
        );
    }

    #[test]
    fn each_fault_stands_at_its_field() {
        let one = |path: &str, code: &str| vec![(path.to_owned(), code.to_owned())];
        assert_eq!(faults(|r| r.school_name = " ".into()), one("/school_name", "required"));
        assert_eq!(faults(|r| r.school_name = "Win at www.evil.example".into()), one("/school_name", "malformed"));
        assert_eq!(faults(|r| r.school_name = "Claim at evil-prize.com".into()), one("/school_name", "malformed"));
        assert_eq!(faults(|r| r.school_name_ar = "م".into()), one("/school_name_ar", "minLength"));
        assert_eq!(faults(|r| r.contact.name = "x".repeat(121)), one("/contact/name", "maxLength"));
        assert_eq!(faults(|r| r.subdomain = "console".into()), one("/subdomain", "reserved"));
        assert_eq!(faults(|r| r.subdomain = "al noor".into()), one("/subdomain", "malformed"));
        assert_eq!(faults(|r| r.country = "XX".into()), one("/country", "enum"));
        assert_eq!(faults(|r| r.plan_code = "free".into()), one("/plan_code", "enum"));
        assert_eq!(faults(|r| r.students_estimate = 0), one("/students_estimate", "minimum"));
        assert_eq!(faults(|r| r.contact.email = "sara".into()), one("/contact/email", "format"));
        assert_eq!(faults(|r| r.contact.phone = "91234567".into()), one("/contact/phone", "format"));
        assert_eq!(faults(|r| r.terms_version = "0".into()), one("/terms_version", "const"));
        assert_eq!(faults(|r| r.locale = "fr".into()), one("/locale", "enum"));
    }
}
