//! People as they are listed, and what is well formed of what is told of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use words::text::western_digits;
use words::verdict::Issue;
use words::{Permission, Role};

use crate::entry::name_of;
use crate::model::{Kind, Status, email_of};

/// Whether people of that role work at tills.
pub(crate) fn is_till_role(role: Role) -> bool {
    Permission::TillUse.roles().contains(&role)
}

/// Somebody, as those see them who manage people.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedPerson {
    /// Their id.
    pub id: String,
    /// Counts edits; a change names the one that it is based on.
    pub version: i64,
    /// `staff`, `family`, `applicant` or `till`.
    pub kind: String,
    /// Name.
    pub name: String,
    /// Address; empty for who has none.
    pub email: String,
    /// Name at a till; absent for who has none.
    pub staff_code: Option<String>,
    /// What they may do.
    pub roles: Vec<Role>,
    /// The audiences that they are in: what forms keep for these they read.
    pub audiences: Vec<String>,
    /// `invited`, `active` or `disabled`.
    pub status: String,
    /// Whether a second factor is asked for at sign-in.
    pub second_factor: bool,
    /// ISO 8601 of the last invitation.
    pub invited_at: Option<String>,
    /// ISO 8601 of the last sign-in.
    pub signed_in_at: Option<String>,
    /// ISO 8601 of when they asked for their data to be deleted, as long as nobody noted that it was answered.
    pub erasure_asked_at: Option<String>,
    /// ISO 8601.
    pub created_at: String,
    /// Whether they can sign in at a till.
    pub has_pin: bool,
    /// Whether too many wrong PINs were tried for their staff code: a new PIN lets them in again.
    pub pin_locked: bool,
}

/// What the list is narrowed to.
#[derive(Debug, Clone, Default)]
pub struct PeopleFilter {
    /// Words in name, address, staff code, or an id.
    pub q: String,
    pub role: Option<Role>,
    pub status: Option<Status>,
    pub kind: Option<Kind>,
    /// An audience that they are in.
    pub audience: String,
    /// Only who waits for an answer to a request to delete their data.
    pub erasure_asked: bool,
}

/// Somebody new.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// Name.
    #[schema(max_length = 120)]
    pub name: String,
    /// Address; gets an invitation.
    #[schema(max_length = 254)]
    pub email: Option<String>,
    /// What they may do.
    pub roles: Vec<Role>,
    /// `en` or `ar`.
    pub locale: String,
    /// Name at a till.
    #[schema(max_length = 20)]
    pub staff_code: Option<String>,
    /// Four to eight digits.
    #[schema(max_length = 40)]
    pub pin: Option<String>,
}

/// A change to somebody: what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonChange {
    /// The version that it is based on.
    pub version: i64,
    /// Name.
    #[schema(max_length = 120)]
    pub name: Option<String>,
    /// All roles from now on.
    pub roles: Option<Vec<Role>>,
    /// All audiences from now on.
    pub audiences: Option<Vec<String>>,
    /// `active` or `disabled`.
    pub status: Option<NewStatus>,
    /// That their request to delete their data was answered: it waits no more.
    #[serde(default)]
    pub erasure_answered: bool,
    /// Name at a till; empty for none, which takes the PIN too.
    #[schema(max_length = 20)]
    pub staff_code: Option<String>,
    /// Four to eight digits.
    #[schema(max_length = 40)]
    pub pin: Option<String>,
}

/// What an account can be told to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NewStatus {
    /// May sign in, or has an invitation.
    Active,
    /// May not.
    Disabled,
}

/// An invitation that is well formed.
#[derive(Debug, Clone)]
pub(super) struct ValidInvitation {
    pub name: String,
    pub email: Option<String>,
    pub roles: Vec<Role>,
    pub locale: String,
    pub staff_code: Option<String>,
    pub pin: Option<String>,
    pub kind: Kind,
}

impl Invitation {
    /// Looks it over; what is wrong at which field.
    pub(super) fn validate(self) -> Result<ValidInvitation, Vec<Issue>> {
        let mut faults = Vec::new();
        let name = name_of(&self.name, "/name", &mut faults);
        let asked = self.email.unwrap_or_default();
        let email = email_of(&asked);
        if email.is_none() && !asked.trim().is_empty() {
            faults.push(Issue::error("/email", "format").with("format", "email"));
        }
        let staff_code = self.staff_code.filter(|code| !code.trim().is_empty());
        let staff_code = staff_code.and_then(|code| code_at(&code, &mut faults));
        let pin = self.pin.filter(|pin| !pin.trim().is_empty()).and_then(|pin| pin_at(&pin, &mut faults));
        if asked.trim().is_empty() && staff_code.is_none() {
            faults.push(Issue::error("/email", "required"));
        }
        match (&staff_code, &pin) {
            (Some(_), None) if !faults.iter().any(|fault| fault.path == "/pin") => {
                faults.push(Issue::error("/pin", "required"));
            }
            (None, Some(_)) => faults.push(Issue::error("/staff_code", "required")),
            _ => {}
        }
        roles_at(&self.roles, email.is_none(), &mut faults);
        if self.locale != "en" && self.locale != "ar" {
            faults.push(Issue::error("/locale", "enum"));
        }
        let kind = Kind::of_person(email.is_some(), &self.roles);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(ValidInvitation { name, email, roles: once(self.roles), locale: self.locale, staff_code, pin, kind })
    }
}

/// Each role once, in the table's order.
pub(super) fn once(roles: Vec<Role>) -> Vec<Role> {
    let mut roles = roles;
    roles.sort_unstable();
    roles.dedup();
    roles
}

/// Names the roles that cannot be given. Who has no address signs in by PIN, which opens tills and nothing else.
pub(super) fn roles_at(roles: &[Role], by_pin_alone: bool, faults: &mut Vec<Issue>) {
    if roles.is_empty() {
        faults.push(Issue::error("/roles", "required"));
    }
    if roles.contains(&Role::PlatformAdmin) || (by_pin_alone && roles.iter().any(|role| !is_till_role(*role))) {
        faults.push(Issue::error("/roles", "enum"));
    }
}

pub(super) fn code_at(code: &str, faults: &mut Vec<Issue>) -> Option<String> {
    let stored = staff_code_of(code);
    if stored.is_none() {
        faults.push(Issue::error("/staff_code", "format").with("format", "staff-code"));
    }
    stored
}

pub(super) fn pin_at(pin: &str, faults: &mut Vec<Issue>) -> Option<String> {
    let pin = western_digits(pin.trim());
    if !pin.bytes().all(|byte| byte.is_ascii_digit()) || !(4..=8).contains(&pin.len()) {
        faults.push(Issue::error("/pin", "format").with("format", "pin"));
        return None;
    }
    if is_common(&pin) {
        faults.push(Issue::error("/pin", "tooCommon"));
        return None;
    }
    Some(pin)
}

/// A staff code as it is stored: capital letters, digits and dashes.
pub(crate) fn staff_code_of(code: &str) -> Option<String> {
    let code = western_digits(code.trim()).to_ascii_uppercase();
    let is_valid = (1..=20).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    is_valid.then_some(code)
}

/// PINs that are tried first: one digit or a pair over and over, a stair up or down, the middle column of the keys.
fn is_common(pin: &str) -> bool {
    let digits: Vec<i32> = pin.bytes().map(|byte| i32::from(byte - b'0')).collect();
    let stair = |step: i32| digits.windows(2).all(|pair| (pair[1] - pair[0] - step).rem_euclid(10) == 0);
    let over_and_over = |length: usize| {
        digits.len().is_multiple_of(length) && digits.chunks(length).all(|part| part == &digits[..length])
    };
    stair(1) || stair(-1) || over_and_over(1) || over_and_over(2) || matches!(pin, "2580" | "0852" | "1004" | "6969")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_that_are_tried_first_are_refused() {
        let code = |pin: &str| {
            let mut faults = Vec::new();
            let pin = pin_at(pin, &mut faults);
            pin.ok_or_else(|| faults.remove(0).code)
        };
        for common in ["0000", "1234", "4321", "7890", "12345678", "1212", "2580", "99999", "١٢٣٤"] {
            assert_eq!(code(common).expect_err(common), "tooCommon", "{common}");
        }
        for bad in ["", "123", "123456789", "12a4", "-123", "12 34"] {
            assert_eq!(code(bad).expect_err(bad), "format", "{bad}");
        }
        assert_eq!(code("٤٨١٥").as_deref(), Ok("4815"));
        assert_eq!(code("271828").as_deref(), Ok("271828"));
    }

    fn invitation() -> Invitation {
        Invitation {
            name: "Sara".into(),
            email: Some("Sara@School.Example".into()),
            roles: vec![Role::Registrar, Role::Registrar],
            locale: "ar".into(),
            staff_code: None,
            pin: None,
        }
    }

    #[test]
    fn an_invitation_needs_a_way_in_that_fits_its_roles() {
        let valid = invitation().validate().expect("valid");
        assert_eq!((valid.email.as_deref(), valid.roles.len()), (Some("sara@school.example"), 1));
        let paths = |invitation: Invitation| -> Vec<String> {
            invitation.validate().expect_err("faults").into_iter().map(|fault| fault.path).collect()
        };
        assert_eq!(paths(Invitation { email: None, ..invitation() }), ["/email", "/roles"]);
        assert_eq!(paths(Invitation { roles: vec![Role::PlatformAdmin], ..invitation() }), ["/roles"]);
        assert_eq!(paths(Invitation { roles: vec![], ..invitation() }), ["/roles"]);
        let code = Some("k7".to_owned());
        assert_eq!(paths(Invitation { staff_code: code.clone(), ..invitation() }), ["/pin"]);
        let pin = Some("4815".to_owned());
        assert_eq!(paths(Invitation { pin: pin.clone(), ..invitation() }), ["/staff_code"]);
        let by_pin = Invitation { email: None, staff_code: code, pin, ..invitation() };
        assert_eq!(paths(by_pin.clone()), ["/roles"], "a PIN opens tills and nothing else");
        let cashier = Invitation { roles: vec![Role::Cashier], ..by_pin }.validate().expect("valid");
        assert_eq!((cashier.kind, cashier.staff_code.as_deref()), (Kind::Till, Some("K7")));
    }
}
